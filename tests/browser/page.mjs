// Drives the script of a report page as a reader does, by pointer and by keyboard, and prints what went wrong.
//
//   node page.mjs PAGE.html [--triage | --access]   -> { "checks": n, "failures": ["what: got …"], "cspViolations": [], "consoleErrors": [], "requests": [], "dialogs": [] }
//
// Expects the page of samples/review.json (with --triage or --access: rendered with --triage) or, with --hostile, that of a
// report whose texts attack the page. Exit code 0 when it ran (the Rust test judges), 2 when a tool is missing, 1 else.

import { existingFile, launch, open, run, toolSource, unfold } from "./browser.mjs";
import { overflow } from "./inspect.mjs";
import { keyboardOnly } from "./page_keyboard.mjs";
import { triage } from "./page_triage.mjs";

const failures = [];
let checks = 0;
/** Notes a failure unless both are the same as JSON. */
export function same(what, got, wanted) {
  checks += 1;
  if (JSON.stringify(got) !== JSON.stringify(wanted)) failures.push(`${what}: got ${JSON.stringify(got)}, not ${JSON.stringify(wanted)}`);
}
export const ok = (what, got) => same(what, Boolean(got), true);

export const state = (page) => page.locator("#state").textContent();
export const shown = (page) => page.evaluate(() => [...document.querySelectorAll("article.finding")].filter((one) => one.checkVisibility()).map((one) => one.id));
const fragment = (page) => page.evaluate(() => location.hash);
const active = (page) => page.evaluate(() => document.activeElement.id);
// Searching waits for a pause in typing, and a busy machine is slow.
const settle = (page) => page.waitForTimeout(250);

export async function axe(page, what) {
  await page.evaluate(toolSource("axe-core"));
  const found = await page.evaluate(async () => {
    // What is not drawn yet stands in places made up for it, which axe would measure.
    const drawn = new CSSStyleSheet();
    drawn.replaceSync("* { content-visibility: visible !important }");
    document.adoptedStyleSheets.push(drawn);
    const { violations } = await window.axe.run(document, {
      runOnly: { type: "tag", values: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"] },
      rules: { "target-size": { enabled: true } }, preload: false, iframes: false,
    });
    document.adoptedStyleSheets.pop();
    return violations.map((one) => `${one.id}: ${one.nodes.map((node) => node.html.slice(0, 120)).slice(0, 3).join(" ")}`);
  });
  same(`axe, ${what}`, found, []);
}

async function filters(page) {
  same("all findings at first", await state(page), "18 findings");
  await page.click("[data-do=filter]");
  await page.check("input[name=severity][value=high]");
  await settle(page);
  same("severity filters", await state(page), "4 of 18 findings");
  same("the address follows", await fragment(page), "#severity=high");
  await page.check("input[name=severity][value=critical]");
  await page.check("input[name=merge][value=blocking]");
  await settle(page);
  const blocking = await shown(page);
  same("facets narrow each other, values widen", blocking, ["SEC-001", "SEC-002", "PY-001", "RUST-001"]);
  same("the section counts follow", await page.locator("#section-1 .count").textContent(), "2 of 3 findings");
  ok("filtered-out findings leave the contents", await page.locator(".toc a[href='#SEC-003']").isHidden());
  same("figures beside the boxes follow", await page.locator("input[name=category][value=security] + .n, label:has(input[value=security]) .n").first().textContent(), "2");
  await page.click("[data-do=clear]");
  await settle(page);
  same("one click shows all again", [await state(page), await fragment(page), await active(page)], ["18 findings", "", "q"]);
  for (const [name, value] of [["ai", "false-positive"], ["comment", "resolved"], ["triage", "accept-the-risk"], ["category", "call-tree"]]) {
    await page.check(`input[name=${name}][value=${value}]`);
    await settle(page);
    same(`${name} filters`, await state(page), "1 of 18 findings");
    await page.uncheck(`input[name=${name}][value=${value}]`);
  }
  await page.selectOption("#tag", "multi-tenancy");
  await settle(page);
  ok("tags filter", (await shown(page)).includes("SEC-001") && (await shown(page)).length < 18);
  await page.selectOption("#tag", "");
  await page.click("[data-do=filter]");
}

async function searching(page) {
  await page.keyboard.press("Escape");
  await page.evaluate(() => document.activeElement.blur());
  await page.keyboard.press("/");
  same("/ goes to the search", await active(page), "q");
  await page.keyboard.type("MD5 checksums");
  await settle(page);
  same("search finds in every field, any case", await shown(page), ["SEC-003"]);
  await page.keyboard.press("Enter");
  same("Enter goes to the first hit", await active(page), "SEC-003");
  await settle(page);
  ok("hits are painted", await page.evaluate(() => CSS.highlights.get("hit")?.size > 1));
  same("hits leave the document alone", await page.evaluate(() => document.querySelectorAll("mark").length), 0);
  await page.fill("#q", "no such words <b>");
  await settle(page);
  same("nothing matches", [await state(page), await shown(page)], ["Nothing matches", []]);
  ok("a way back", await page.locator("[data-do=clear]").isVisible());
  await page.click("[data-do=clear]");
  await settle(page);
  same("all are back", (await shown(page)).length, 18);
  ok("no paint is left", await page.evaluate(() => !CSS.highlights.has("hit")));
}

async function order(page) {
  const inOrder = await shown(page);
  const headings = () => page.evaluate(() => [...document.querySelectorAll(".findings > h2, .findings > .subtitle, .findings > .good")].filter((one) => one.checkVisibility()).length);
  const before = await headings();
  for (const value of ["severity", "relevance", "file", "title"]) {
    await page.selectOption("#sort", value);
    same(`${value}: all stay`, [(await shown(page)).length, await headings()], [18, before]);
  }
  for (const value of ["file", "severity"]) {
    await page.selectOption("#group", value);
    same(`grouped by ${value}: all stay`, [(await shown(page)).length, await headings()], [18, before]);
    ok("groups have headings", await page.locator("#group-1").isVisible());
  }
  same("worst group first", await page.locator("#group-1 bdi").textContent(), "Critical");
  same("order in the address", await fragment(page), "#sort=title&group=severity");
  await page.selectOption("#group", "");
  await page.selectOption("#sort", "");
  same("and back", [await shown(page), await page.locator("#group-1").count()], [inOrder, 0]);
}

async function links(page) {
  const go = async (hash) => { await page.evaluate((to) => { location.hash = to; }, hash); await settle(page); };
  await go("#severity=low&q=md5");
  same("a filtered view is a link", [await state(page), await page.inputValue("#q")], ["1 of 18 findings", "md5"]);
  await go("#SEC-001");
  ok("an anchored finding shows whatever the filter says", (await shown(page)).includes("SEC-001"));
  await go("#severity=nonsense&sort=nonsense&x=%E0%A4%A");
  same("nonsense in the address is nothing", await state(page), "18 findings");
  await go("#%E0%A4%A");
  same("nor is a broken escape", await state(page), "18 findings");
  await page.goBack();
  await go("#");
}

async function keyboard(page) {
  await page.evaluate(() => { document.activeElement.blur(); });
  await page.keyboard.press("j");
  const first = await active(page);
  await page.keyboard.press("j");
  const second = await active(page);
  await page.keyboard.press("k");
  same("j and k walk", [second !== first, await active(page)], [true, first]);
  await page.keyboard.press("o");
  ok("o folds", await page.locator(`#${first}`).evaluate((one) => one.classList.contains("folded") && !one.querySelector(".text").checkVisibility()));
  await page.keyboard.press("o");
  await page.keyboard.press("?");
  ok("? opens the help", await page.locator("#help").evaluate((one) => one.open));
  await axe(page, "help open");
  await page.keyboard.press("Escape");
  await page.keyboard.press("?");
  await page.uncheck("#keys");
  await page.click("[data-do=close]");
  await page.keyboard.press("j");
  same("single keys can be switched off", await active(page), first);
  await page.keyboard.press("?");
  ok("? as well", await page.locator("#help").evaluate((one) => !one.open));
  await page.evaluate(() => { const keys = document.querySelector("#keys"); keys.checked = true; keys.dispatchEvent(new Event("change")); });
  // Every control can be reached and has a name.
  await page.evaluate(() => { document.querySelector(".skip").focus(); });
  const seen = [];
  for (let i = 0; i < 90 && !seen.includes("anchor"); i++) {
    await page.keyboard.press("Tab");
    seen.push(await page.evaluate(() => document.activeElement.dataset.do || document.activeElement.id || document.activeElement.localName));
  }
  for (const control of ["q", "filter", "sort", "group", "view"]) ok(`Tab reaches ${control}`, seen.includes(control));
}

async function findings(page) {
  await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  const read = () => page.evaluate(() => navigator.clipboard.readText());
  await page.locator("#SEC-001").scrollIntoViewIfNeeded();
  await page.click("#SEC-001 [data-do=anchor]");
  ok("copies the link", (await read()).endsWith("#SEC-001"));
  await page.click("#SEC-001 [data-do=markdown]");
  await settle(page);
  const markdown = await read();
  for (const part of ["### Any signed-in user can append", "SEC-001 · CRITICAL", "Likelihood 0.90 · Impact 1.00 · Relevance 1.00 · Overall 0.95", "| handler |", "`append_chunk`", "#### Recommendation", "```"]) {
    ok(`the Markdown holds ${part}`, markdown.includes(part));
  }
  ok("and none of the buttons", !markdown.includes("Copy as"));
  await page.click("[data-do=view]");
  await page.click("[data-do=fold]");
  same("all folded", await page.locator("article:not(.folded)").count(), 0);
  await page.click("[data-do=unfold]");
  same("all open", await page.locator("article.folded").count(), 0);
  for (const theme of ["dark", "light"]) {
    await page.selectOption("#theme", theme);
    await page.click("[data-do=filter]");
    await axe(page, `${theme} by switch, panels open`);
    same("no sideways scrolling", (await page.evaluate(overflow)).pixels, 0);
    await page.click("[data-do=filter]");
  }
  await page.selectOption("#theme", "dark");
  same("the theme is kept", await page.evaluate(() => localStorage.getItem("prreport-theme")), "dark");
}

async function contents(page) {
  await page.evaluate(() => document.querySelector("#PY-001").scrollIntoView());
  await page.waitForTimeout(300);
  const current = await page.locator(".toc [aria-current]").evaluateAll((links) => links.map((link) => link.hash));
  same("the contents follow", current, ["#PY-001"]);
}

async function charts(page) {
  await page.evaluate(() => document.querySelector(".legend a.narrow").click());
  await settle(page);
  same("the legend filters", [await fragment(page), await state(page)], ["#severity=critical", "2 of 18 findings"]);
  await page.locator(".matrix a.narrow").first().click();
  await settle(page);
  ok("a cell filters", /^#severity=\w+&category=\w+/.test(await fragment(page)));
  await page.click("[data-do=clear]");
}

async function printed(page) {
  await page.evaluate(() => { location.hash = "#severity=high"; });
  await settle(page);
  await page.emulateMedia({ media: "print" });
  ok("print shows no controls", await page.evaluate(() => [...document.querySelectorAll("button, select, input, dialog")].every((one) => !one.checkVisibility())));
  ok("print says that it is a part", await page.locator("#state").isVisible());
  await page.emulateMedia({ media: "screen" });
  await page.evaluate(() => { location.hash = "#"; });
}

/** Opens everything that opens: both panels, every snippet, a decision with all its fields. */
async function allOpen(page) {
  await nearForms(page);
  for (const button of ["view", "unfold"]) await page.click(`[data-do=${button}]`);
  await unfold(page);
  same("the panels are open", await page.locator(".tools .panel:not([hidden])").count(), 2);
  ok("and a decision is", await page.locator("#DOC-001 .more").isVisible());
}

/** Puts two findings' forms on the screen, one of them open. */
async function nearForms(page) {
  await page.click("[data-do=filter]");
  await page.evaluate(() => document.getElementById("DOC-001").scrollIntoView());
  await page.waitForSelector("#DOC-001 .decide", { state: "attached" });
  await page.selectOption("#DOC-001 [name=action]", "fix");
}

await run(async (args) => {
  const flags = args.filter((arg) => arg.startsWith("--"));
  const [path] = args.filter((arg) => !arg.startsWith("--"));
  const file = existingFile(path);
  const browser = await launch();
  const all = { cspViolations: [], consoleErrors: [], requests: [], dialogs: [] };
  const visit = async (options, steps) => {
    const { context, page, seen } = await open(browser, file, options);
    for (const step of steps) await step(page, seen);
    await page.waitForTimeout(100);
    for (const key of Object.keys(all)) all[key].push(...seen[key]);
    await context.close();
  };
  try {
    if (flags.includes("--hostile")) {
      const poke = async (page) => {
        for (const button of ["filter", "view"]) await page.click(`[data-do=${button}]`);
        for (const value of ["file", "severity", ""]) await page.selectOption("#group", value);
        for (const value of ["title", "file"]) await page.selectOption("#sort", value);
        await page.fill("#q", "script");
        await settle(page);
        await page.fill("#q", "");
        await settle(page);
        for (let i = 0; i < 30; i++) await page.keyboard.press("j");
        await page.evaluate(() => { for (const one of document.querySelectorAll("[data-do=markdown]")) one.click(); });
        ok("nothing of the report ran", await page.evaluate(() => !window.pwned && document.title !== "pwned"));
      };
      await visit({ bypassCSP: true }, [poke]);
      await visit({ width: 375 }, [poke]);
    } else if (flags.includes("--triage")) {
      await visit({}, [(page, seen) => triage(page, seen, { same, ok, state })]);
    } else if (flags.includes("--access")) {
      await visit({}, [(page, seen) => keyboardOnly(page, seen, { same, ok, state, shown })]);
      for (const scheme of ["light", "dark"]) {
        await visit({ scheme, bypassCSP: true }, [allOpen, (page) => axe(page, `triage, all open, ${scheme}`)]);
        // Zoom leaves half the width, of pixels twice the size.
        const zoomed = async (page) => {
          await axe(page, `triage, all open, ${scheme}, 200 %`);
          same("200 % needs no sideways scrolling", (await page.evaluate(overflow)).pixels, 0);
        };
        await visit({ scheme, width: 640, height: 450, scale: 2, bypassCSP: true }, [allOpen, zoomed]);
      }
      const narrow = async (page) => {
        await axe(page, "triage, all open, 375");
        same("375 px need no sideways scrolling", (await page.evaluate(overflow)).pixels, 0);
      };
      await visit({ width: 375, bypassCSP: true }, [allOpen, narrow]);
    } else {
      await visit({}, [filters, searching, order, links, contents, charts, printed]);
      // axe is injected, which the page's own policy would rightly stop.
      await visit({ bypassCSP: true }, [keyboard, findings]);
      await visit({ width: 375, bypassCSP: true }, [filters, searching, findings]);
      await visit({ width: 640 }, [filters, order]);
    }
  } finally {
    await browser.close();
  }
  process.stdout.write(JSON.stringify({ checks, failures, ...all }, null, 1) + "\n");
});
