// Takes a picture of a page, so that people (and sessions that can look at a PNG) see what a
// reader sees. Motion is stopped, one CSS pixel is one pixel.
//
//   node shot.mjs PAGE.html OUT.png [--width 1280] [--height 900] [--full] [--dark]
//                 [--print] [--print-pdf] [--no-js] [--open] [--at SELECTOR]
//
// --full       the whole page, not only the first screen (cut at 16,000 px: Chromium draws no more)
// --dark       a reader whose system is dark
// --print      as styled for print, still a picture
// --print-pdf  OUT becomes a PDF, as the browser's own print command makes it
// --no-js      JavaScript switched off
// --open       all <details> open
// --at         scrolls to the first element that matches
//
// Prints { "out", "width", "height" } (of the page's content, in px). Exit code 0 when it ran,
// 2 when a tool is missing, 1 for anything else.

import { existingFile, launch, open, run, unfold } from "./browser.mjs";

const TALLEST = 16_000;
const WITH_VALUE = { "--width": 1280, "--height": 900, "--at": "" };
const FLAGS = ["--full", "--dark", "--print", "--print-pdf", "--no-js", "--open"];

await run(async (args) => {
  const { paths, value, flag } = parse(args);
  if (paths.length !== 2) throw new Error("usage: shot.mjs PAGE.html OUT.png [options]; see the head of the file");
  const [input, out] = paths;
  const file = existingFile(input);
  const browser = await launch();
  try {
    const { page } = await open(browser, file, {
      scheme: flag.has("--dark") ? "dark" : "light",
      width: value["--width"],
      height: value["--height"],
      javascript: !flag.has("--no-js"),
      print: flag.has("--print") || flag.has("--print-pdf"),
    });
    if (flag.has("--print-pdf")) {
      await page.pdf({ path: out, preferCSSPageSize: true, format: "A4", printBackground: true });
    } else {
      // Only a picture of everything needs everything laid out; opening details is asked for.
      if (flag.has("--full") || flag.has("--open")) await unfold(page, { details: flag.has("--open") });
      if (value["--at"]) await page.locator(value["--at"]).first().evaluate((element) => element.scrollIntoView());
      await page.screenshot({ path: out, animations: "disabled", scale: "css", ...area(await size(page), flag, value) });
    }
    process.stdout.write(JSON.stringify({ out, ...(await size(page)) }) + "\n");
  } finally {
    await browser.close();
  }
});

function parse(args) {
  const paths = [];
  const value = { ...WITH_VALUE };
  const flag = new Set();
  for (let index = 0; index < args.length; index++) {
    const arg = args[index];
    if (FLAGS.includes(arg)) flag.add(arg);
    else if (arg in WITH_VALUE) {
      const given = args[++index];
      value[arg] = typeof WITH_VALUE[arg] === "number" ? Number(given) : given;
      if (given === undefined || Number.isNaN(value[arg])) throw new Error(`${arg} needs a value`);
    } else if (arg.startsWith("--")) throw new Error(`unknown option ${arg}`);
    else paths.push(arg);
  }
  return { paths, value, flag };
}

function area({ height }, flag, value) {
  if (!flag.has("--full")) return {};
  if (height <= TALLEST) return { fullPage: true };
  return { fullPage: true, clip: { x: 0, y: 0, width: value["--width"], height: TALLEST } };
}

function size(page) {
  return page.evaluate(() => ({
    width: document.documentElement.scrollWidth,
    height: document.documentElement.scrollHeight,
  }));
}
