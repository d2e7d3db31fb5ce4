// Triage in the page; a part of page.mjs, which hands over what it checks with. The exported decisions are written
// beside the page, with ".decisions.json" behind its name, so that the caller can apply them.

import { readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

export async function triage(page, seen, { same, ok, state }) {
  const settle = () => page.waitForTimeout(250);
  const progress = () => page.locator("#progress").textContent();
  const stored = () => page.evaluate(() => JSON.parse(localStorage.getItem(Object.keys(localStorage).find((key) => key.startsWith("prreport-triage-")))).decisions);
  const near = async (id) => { await page.evaluate((one) => document.getElementById(one).scrollIntoView(), id); await page.waitForSelector(`#${id} .decide`, { state: "attached" }); };
  same("the report's decisions are there", await progress(), "9 of 18 decided");

  await near("DOC-001");
  await page.locator("#DOC-001").focus().catch(() => {});
  await page.evaluate(() => document.activeElement.blur());
  await page.evaluate(() => { const one = document.getElementById("DOC-001"); one.tabIndex = -1; one.focus(); });
  await page.keyboard.press("t");
  same("t goes to the decision", await page.evaluate(() => [document.activeElement.name, document.activeElement.closest("article").id]), ["action", "DOC-001"]);
  ok("nothing more is asked before there is one", await page.locator("#DOC-001 .more").isHidden());
  await page.selectOption("#DOC-001 [name=action]", "defer");
  await page.fill("#DOC-001 [name=rationale]", "Next <b>release</b> & not before");
  await page.fill("#DOC-001 [name=due_date]", "2026-04-01");
  await page.fill("#DOC-001 [name=assignee]", "ünal");
  await page.fill("#DOC-001 [name=ticket]", "DBX-9");
  await page.locator("#DOC-001 [name=ticket]").press("Tab");
  same("progress follows", await progress(), "10 of 18 decided");
  const mine = (await stored()).find((one) => one.finding_id === "DOC-001");
  same("kept in the browser", mine, { finding_id: "DOC-001", action: "defer", rationale: "Next <b>release</b> & not before", due_date: "2026-04-01", assignee: "ünal", ticket: "DBX-9" });

  await page.evaluate(() => { location.hash = "#triage=defer"; });
  await settle();
  same("the filter knows what was decided here", await state(page), "2 of 18 findings");
  await page.evaluate(() => { location.hash = "#severity=critical"; });
  await settle();
  const before = await stored();
  await page.selectOption("#bulk", "accept_risk");
  await page.click("[data-do=bulk]");
  same("bulk decides on what is shown", (await stored()).filter((one) => one.action === "accept_risk").length, 3);
  await page.click("#undo");
  same("undo takes all of it back", await stored(), before);
  await near("SEC-001");
  await page.selectOption("#SEC-001 [name=action]", "accept_risk");
  await page.click("[data-do=clear]");
  await settle();

  await page.fill("#by", "Ada");
  const [download] = await Promise.all([page.waitForEvent("download"), page.click("[data-do=export]")]);
  const text = readFileSync(await download.path(), "utf8");
  seen.dialogs = seen.dialogs.filter((one) => one.type !== "download");
  seen.requests = seen.requests.filter((one) => !one.url.startsWith("blob:"));
  const exported = JSON.parse(text);
  writeFileSync(`${fileURLToPath(page.url().split("#")[0])}.decisions.json`, text);
  same("the export is the triage object", [exported.triaged_by, exported.decisions.length, exported.report_sha256.length, /^\d{4}-.*Z$/.test(exported.triaged_at)], ["Ada", 10, 64, true]);

  await page.selectOption("#DOC-001 [name=action]", "");
  same("a decision can be taken back", await progress(), "9 of 18 decided");
  const load = (value) => page.setInputFiles("#file", { name: "d.json", mimeType: "application/json", buffer: Buffer.from(typeof value === "string" ? value : JSON.stringify(value)) });
  await load(exported);
  await settle();
  same("import takes an export in", await progress(), "10 of 18 decided");
  same("with every field", await page.inputValue("#DOC-001 [name=rationale]"), "Next <b>release</b> & not before");
  for (const [what, value, said] of [
    ["no JSON", "{", "d.json is not JSON"],
    ["another report's", { ...exported, report_sha256: "00" }, "d.json is about another report"],
    ["no decisions", { a: 1 }, "d.json holds no decisions"],
    ["strange ones", { decisions: [null, { finding_id: "X", action: "fix" }, { finding_id: "DOC-001", action: "__proto__" }] }, "0 decisions taken in, 3 not: their findings or actions are unknown"],
  ]) {
    await load(value);
    await settle();
    same(`import of ${what}`, [await state(page), await progress()], [said, "10 of 18 decided"]);
  }
}
