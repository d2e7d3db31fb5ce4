// How long a page takes to open and to answer, in headless Chromium, in milliseconds.
//
//   benches/make_report.py --findings 5000 > r.json && prreport render r.json --html=r.html
//   node benches/page.mjs r.html
//
// "open" is from the call to the state line of the script, which is its last act; "filter", "search" and the rest from
// the event to the frame that shows the answer, without the pause that searching waits for while somebody types. Beside
// the time stands what the page's main thread worked for it, which other work on the machine does not lengthen.
// It measures and judges nothing: what a machine that does other things says is no test. Figures stand in
// docs/performance.md.

import { existingFile, launch, run } from "../tests/browser/browser.mjs";
import { pathToFileURL } from "node:url";

const RUNS = 7;
const ACTIONS = ["filter", "filter off", "search", "search on", "search nothing", "search off", "sort", "group", "group off"];

const figures = (times) => {
  const sorted = [...times].sort((a, b) => a - b).map((time) => String(Math.round(time)).padStart(5));
  return `best ${sorted[0]} ms, median ${sorted[Math.floor(sorted.length / 2)]} ms`;
};

await run(async ([path]) => {
  const url = pathToFileURL(existingFile(path)).href;
  const browser = await launch();
  const times = {};
  const note = (what, time, work) => {
    const of = (times[what] ??= { time: [], work: [] });
    of.time.push(time);
    of.work.push(work);
  };
  try {
    for (let i = 0; i < RUNS; i++) {
      const context = await browser.newContext({ viewport: { width: 1280, height: 900 } });
      const page = await context.newPage();
      const session = await context.newCDPSession(page);
      await session.send("Performance.enable", { timeDomain: "threadTicks" });
      const worked = async () => (await session.send("Performance.getMetrics")).metrics.find(({ name }) => name === "TaskDuration").value * 1000;
      const begun = performance.now();
      await page.goto(url, { waitUntil: "commit" });
      await page.waitForFunction(() => document.querySelector("#state")?.textContent);
      note("open", performance.now() - begun, await worked());
      await page.evaluate(prepare);
      for (const what of ACTIONS) {
        await page.waitForTimeout(300);
        const before = await worked();
        const time = await page.evaluate((what) => window.answer(what), what);
        note(what, time, (await worked()) - before);
      }
      await context.close();
    }
  } finally {
    await browser.close();
  }
  for (const [what, { time, work }] of Object.entries(times)) {
    process.stdout.write(`${what.padEnd(14)} ${figures(time)}   of work: ${figures(work)}\n`);
  }
});

/** Runs inside the page: says how to do each of ACTIONS, and to wait for the frame that shows it. */
async function prepare() {
  // The pause while typing; it is no work.
  const PAUSE = 40;
  const box = document.querySelector("input[name=severity]"), search = document.querySelector("#q");
  const type = (text) => { search.value = text; search.dispatchEvent(new Event("input")); return PAUSE; };
  const choose = (id, value) => { const list = document.getElementById(id); list.value = value; list.dispatchEvent(new Event("change")); };
  const words = document.querySelector("article h3").textContent.split(" ");
  const acts = {
    filter: () => box.click(),
    "filter off": () => box.click(),
    search: () => type(words[0]),
    "search on": () => type(words.slice(0, 2).join(" ")),
    "search nothing": () => type("zzzz zzzz"),
    "search off": () => type(""),
    sort: () => choose("sort", "severity"),
    group: () => choose("group", "file"),
    "group off": () => choose("group", ""),
  };
  window.answer = async (what) => {
    const begun = performance.now();
    const pause = acts[what]() || 0;
    if (pause) await new Promise((done) => setTimeout(done, pause));
    await new Promise((done) => requestAnimationFrame(() => setTimeout(done)));
    return performance.now() - begun - pause;
  };
  // The text of all findings is gathered when the search gets the focus.
  search.focus();
  // Chromium reads the text of a page once, in the first frame some time after it is loaded: none of the page's doing.
  await new Promise((done) => setTimeout(done, 1000));
  for (const what of ["filter", "filter off"]) await window.answer(what);
}
