// Opens report pages in a real browser and says, as one JSON object on stdout, what a reader,
// a screen reader and an attacker would find. It judges nothing: it exits with 0 when it ran
// (2: a tool is missing, 1: anything else), and the Rust test decides.
//
//   node check.mjs [--text] [--no-axe] [--index] PAGE.html...   -> { "pages": [pass, ...] }
//   node check.mjs --inject PAGE.html                 -> { "file", "ran", "control", ... }
//
// Nine passes a page. Those without axe obey the page's own Content-Security-Policy; the two
// with axe bypass it, in contexts of their own. Pages are only ever opened from disk, and
// nothing they ask for is loaded.
//
// --index lets a page lead to files beside it, which only an index may.
// --inject writes a copy with a script and an event handler before </body> and says whether
// either `ran`; `control` is the same copy with the policy bypassed, and must be true: else
// the injection was no live markup and `ran: false` would prove nothing.

import { createHash } from "node:crypto";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { availableParallelism, tmpdir } from "node:os";
import { join } from "node:path";
import { existingFile, launch, open, run, toolSource, unfold } from "./browser.mjs";
import { hiddenText, liveMarkup, overflow } from "./inspect.mjs";

const AXE_TAGS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"];
const INJECTION =
  "<script>document.title='pwned';window.pwned=1</script>" + '<img src=x onerror="window.pwned=1">';

const PASSES = [
  { scheme: "light", width: 1280 },
  { scheme: "dark", width: 1280 },
  { scheme: "light", width: 1280, axe: true },
  { scheme: "dark", width: 1280, axe: true },
  { scheme: "light", width: 768 },
  { scheme: "light", width: 375 },
  { scheme: "light", width: 1280, javascript: false },
  { scheme: "dark", width: 1280, print: true },
  { scheme: "dark", width: 1280, print: true, javascript: false },
];

await run(async (args) => {
  const options = new Set(args.filter((arg) => arg.startsWith("--")));
  const known = ["--text", "--no-axe", "--index", "--inject"];
  const strange = [...options].find((option) => !known.includes(option));
  if (strange) throw new Error(`unknown option ${strange}; known: ${known.join(" ")}`);
  const files = args.filter((arg) => !arg.startsWith("--")).map(existingFile);
  if (files.length === 0 || (options.has("--inject") && files.length > 1)) {
    throw new Error("usage: check.mjs [--text] [--no-axe] [--index] PAGE.html... | check.mjs --inject PAGE.html");
  }
  const axeSource = options.has("--inject") || options.has("--no-axe") ? null : toolSource("axe-core");
  const browser = await launch();
  try {
    const answer = options.has("--inject")
      ? await inject(browser, files[0])
      : { pages: await checkAll(browser, files, axeSource, options) };
    process.stdout.write(JSON.stringify(answer, null, 1) + "\n");
  } finally {
    await browser.close();
  }
});

/** All passes over all files, some side by side, reported in order. */
async function checkAll(browser, files, axeSource, options) {
  const jobs = files.flatMap((file) =>
    PASSES.filter((pass) => axeSource || !pass.axe).map((pass) => ({ file, pass })),
  );
  const results = new Array(jobs.length);
  let next = 0;
  const worker = async () => {
    while (next < jobs.length) {
      const index = next++;
      const { file, pass } = jobs[index];
      try {
        results[index] = await checkOne(browser, file, pass, axeSource, options);
      } catch (error) {
        throw new Error(`${file} (${JSON.stringify(pass)}): ${error.message}`);
      }
    }
  };
  await Promise.all(Array.from({ length: Math.min(4, availableParallelism()) }, worker));
  return results;
}

async function checkOne(browser, file, pass, axeSource, options) {
  const { scheme, width, javascript = true, axe = false, print = false } = pass;
  const { context, page, seen } = await open(browser, file, { scheme, width, javascript, print, bypassCSP: axe });
  try {
    const result = {
      file,
      scheme,
      javascript,
      width,
      media: print ? "print" : "screen",
      axe,
      violations: [],
      incomplete: [],
      ...seen,
      csp: null,
      liveMarkup: [],
      horizontalOverflow: 0,
      overflowing: [],
      hiddenText: [],
      background: null,
    };
    ({ csp: result.csp, found: result.liveMarkup } = judgeInline(await page.evaluate(liveMarkup, options.has("--index"))));
    if (print) {
      // What a browser does before it prints; without JavaScript only the style can open details.
      if (javascript) await page.evaluate(() => void window.dispatchEvent(new Event("beforeprint")));
      result.hiddenText = await page.evaluate(hiddenText, "details");
    }
    await unfold(page, { details: !print });
    if (!javascript && !print) result.hiddenText = await page.evaluate(hiddenText, "main");
    if (axe) {
      const found = await runAxe(page, axeSource);
      result.violations = found.violations;
      result.incomplete = found.incomplete;
    }
    if (!print) {
      ({ pixels: result.horizontalOverflow, culprits: result.overflowing } = await page.evaluate(overflow));
    }
    result.background = await page.evaluate(() => getComputedStyle(document.body).backgroundColor);
    if (options.has("--text")) result.text = await page.evaluate(() => document.body.innerText);
    return result;
  } finally {
    await context.close();
  }
}

/** Takes the page's own scripts and styles, those the policy names by hash, off the list. */
function judgeInline({ csp, found, inline }) {
  const directives = new Map();
  for (const part of (csp ?? "").split(";")) {
    const [name, ...values] = part.trim().split(/\s+/);
    if (name && !directives.has(name.toLowerCase())) directives.set(name.toLowerCase(), values);
  }
  for (const { element, text, html } of inline) {
    const hash = `'sha256-${createHash("sha256").update(text, "utf8").digest("base64")}'`;
    const names = [`${element}-src-elem`, `${element}-src`, "default-src"];
    const allowed = directives.get(names.find((name) => directives.has(name))) ?? [];
    if (!allowed.includes(hash)) found.push({ element, reason: `${hash} is not in the Content-Security-Policy`, html });
  }
  return { csp, found };
}

async function runAxe(page, source) {
  await page.evaluate(source);
  return page.evaluate(async (tags) => {
    const { violations, incomplete } = await window.axe.run(document, {
      runOnly: { type: "tag", values: tags },
      rules: { "target-size": { enabled: true } },
      resultTypes: ["violations", "incomplete"],
      preload: false,
      iframes: false,
    });
    const shorten = ({ id, impact, help, nodes }) => ({
      id,
      impact,
      help,
      nodes: nodes.map(({ html, failureSummary }) => ({ html: html.slice(0, 300), failureSummary })),
    });
    return { violations: violations.map(shorten), incomplete: incomplete.map(shorten) };
  }, AXE_TAGS);
}

async function inject(browser, file) {
  const source = readFileSync(file, "utf8");
  const end = source.toLowerCase().lastIndexOf("</body>");
  const at = end === -1 ? source.length : end;
  const folder = mkdtempSync(join(tmpdir(), "prreport-inject-"));
  try {
    const copy = join(folder, "page.html");
    writeFileSync(copy, source.slice(0, at) + INJECTION + source.slice(at));
    const attempt = async (bypassCSP) => {
      const { context, page, seen } = await open(browser, copy, { bypassCSP });
      const ran = await page.evaluate(() => window.pwned === 1 || document.title === "pwned");
      await context.close();
      return { ran, seen };
    };
    const { ran, seen } = await attempt(false);
    const { ran: control } = await attempt(true);
    return { file, ran, control, ...seen };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
