// Prints what a reader can read on a page: document.body.innerText with all <details> open, as
// one JSON string on stdout, so that a test can look for the strings of a report in it.
//
//   node text.mjs [--no-js] [--print] [--title] PAGE.html
//
// --no-js reads the page with JavaScript switched off, --print as it would be printed (details
// stay as they are). --title prints { "title", "text" } in place of the bare string.
// Note what innerText does: it is the text as styled, so `text-transform` shows in it, and runs
// of white space outside <pre> are one space. Text of inline SVG is not part of it: that stands
// below, one line for each <text>, <title> or <desc>, after the page's own.
// Exit code 0 when it ran, 2 when a tool is missing, 1 for anything else.

import { existingFile, launch, open, run, unfold } from "./browser.mjs";

const OPTIONS = ["--no-js", "--print", "--title"];

await run(async (args) => {
  const options = args.filter((arg) => arg.startsWith("--"));
  const files = args.filter((arg) => !arg.startsWith("--"));
  if (files.length !== 1 || options.some((option) => !OPTIONS.includes(option))) {
    throw new Error(`usage: text.mjs ${OPTIONS.map((option) => `[${option}]`).join(" ")} PAGE.html`);
  }
  const file = existingFile(files[0]);
  const print = options.includes("--print");
  const browser = await launch();
  try {
    const { page } = await open(browser, file, { javascript: !options.includes("--no-js"), print });
    await unfold(page, { details: !print });
    const read = await page.evaluate(readable);
    process.stdout.write(JSON.stringify(options.includes("--title") ? read : read.text) + "\n");
  } finally {
    await browser.close();
  }
});

/** Runs inside the page. */
function readable() {
  const drawn = [...document.querySelectorAll("svg text, svg title, svg desc")]
    .map((element) => element.textContent.replace(/\s+/g, " ").trim())
    .filter((text) => text !== "");
  const lines = [document.body.innerText, ...drawn];
  return { title: document.title, text: lines.join("\n") };
}
