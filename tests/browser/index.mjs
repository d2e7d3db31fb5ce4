// Drives the page over several reports by pointer and by keyboard, and prints what went wrong.
//
//   node index.mjs INDEX.html   -> { "checks", "failures", "cspViolations", "consoleErrors", "requests", "dialogs" }
//
// Expects the reports of tests/it/several.rs, in this order: b (2 high), a (10 low, no date), bad (not readable),
// c (1 blocking). Exit code 0 when it ran (the Rust test judges), 2 when a tool is missing, 1 else.

import { existingFile, launch, open, run } from "./browser.mjs";

const failures = [];
let checks = 0;
const same = (what, got, wanted) => {
  checks += 1;
  if (JSON.stringify(got) !== JSON.stringify(wanted)) failures.push(`${what}: got ${JSON.stringify(got)}, not ${JSON.stringify(wanted)}`);
};
const order = (page) => page.evaluate(() => [...document.querySelectorAll("#reports tbody .files > bdi")].map((one) => one.textContent));
const sorted = (page) => page.evaluate(() => [...document.querySelectorAll("#reports [aria-sort]")].map((one) => [one.dataset.sort, one.getAttribute("aria-sort")]));

async function byPointer(page) {
  same("as given at first", [await order(page), await sorted(page)], [["b", "a", "bad", "c"], []]);
  const click = (name) => page.click(`th[data-sort=${name}] button`);
  await click("report");
  same("names rise first", [await order(page), await sorted(page)], [["a", "b", "c", "bad"], [["report", "ascending"]]]);
  await click("report");
  same("and fall then; what can't be read stays last", [await order(page), await sorted(page)], [["c", "b", "a", "bad"], [["report", "descending"]]]);
  await click("low");
  same("figures fall first, as figures", [await order(page), await sorted(page)], [["a", "b", "c", "bad"], [["low", "descending"]]]);
  await click("date");
  same("the newest first, no date last", await order(page), ["c", "b", "a", "bad"]);
  await click("verdict");
  same("the worst verdict first", await order(page), ["c", "b", "a", "bad"]);
  await click("verdict");
  same("and last", await order(page), ["a", "b", "c", "bad"]);
  same("the order is in the address", await page.evaluate(() => location.hash), "#sort=verdict&order=ascending");
  await page.evaluate(() => { location.hash = "#sort=high&order=descending"; });
  await page.waitForTimeout(100);
  same("and comes from it", [(await order(page))[0], await sorted(page)], ["b", [["high", "descending"]]]);
  await page.evaluate(() => { location.hash = "#sort=nonsense&order=x"; });
  await page.waitForTimeout(100);
  same("nonsense is the given order", [await order(page), await sorted(page)], [["b", "a", "bad", "c"], []]);
  await page.selectOption("#theme", "dark");
  same("the colours switch and are kept", await page.evaluate(() => [document.documentElement.dataset.theme, localStorage.getItem("prreport-theme")]), ["dark", "dark"]);
}

async function byKeyboard(page) {
  const seen = [];
  for (let i = 0; i < 40; i++) {
    await page.keyboard.press("Tab");
    const at = await page.evaluate(() => {
      const one = document.activeElement;
      return { what: one.closest("th[data-sort]")?.dataset.sort || one.id || one.getAttribute("href") || one.localName, outline: getComputedStyle(one).outlineStyle };
    });
    if (at.what === "body") break;
    seen.push(at.what);
    if (at.what !== "theme") same(`${at.what} shows its focus`, at.outline, "solid");
    if (at.what === "project") {
      await page.keyboard.press("Enter");
      same("Enter sorts", await sorted(page), [["project", "ascending"]]);
      await page.keyboard.press("Space");
      same("Space sorts the other way", await sorted(page), [["project", "descending"]]);
    }
  }
  same("Tab goes through everything", seen, ["#reports", "report", "project", "date", "verdict", "critical", "high", "medium", "low", "info", "all", ...seen.slice(11, -1), "theme"]);
  same("and through every report", seen.slice(11, -1).sort(), ["a.html", "a.md", "b.html", "b.md", "c.html", "c.md"]);
}

async function withoutScript(page) {
  same("without script the rows are there", await order(page), ["b", "a", "bad", "c"]);
  same("and nothing that would not work", await page.locator("button, select").evaluateAll((all) => all.filter((one) => one.checkVisibility()).length), 0);
}

await run(async ([path]) => {
  const file = existingFile(path);
  const browser = await launch();
  const all = { cspViolations: [], consoleErrors: [], requests: [], dialogs: [] };
  try {
    for (const [options, step] of [[{}, byPointer], [{ width: 375 }, byPointer], [{}, byKeyboard], [{ width: 375 }, byKeyboard]]) {
      const { context, page, seen } = await open(browser, file, options);
      await step(page);
      for (const key of Object.keys(all)) all[key].push(...seen[key]);
      await context.close();
    }
    // What runs in a page without script is nothing; reading it from outside is allowed.
    const { context, page } = await open(browser, file, { javascript: false });
    await withoutScript(page);
    await context.close();
  } finally {
    await browser.close();
  }
  process.stdout.write(JSON.stringify({ checks, failures, ...all }, null, 1) + "\n");
});
