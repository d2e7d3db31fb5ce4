// Deciding on findings: only in pages made with --triage. script.js hands over what it has when it has started.
document.addEventListener("prreport", event => {
"use strict";
const { $, all, items, hooks, actions, find, make, on, stamp, store, apply, visible, say } = event.detail;
const given = JSON.parse($("decisions").textContent);
const KEY = `prreport-triage-${given.report_sha256}`;
const TEXTS = ["rationale", "assignee", "due_date", "ticket"];
// What an action is called in the page and in its address.
const slugs = new Map([...$("bulk").options].map(option => [option.value, option.text.toLowerCase().replaceAll(" ", "-")]));
const byId = new Map();
items.forEach((item, i) => {
  item.id = given.ids[i];
  // A decision is about the first finding with its id.
  if (!byId.has(item.id)) byId.set(item.id, item);
});

let decisions = new Map();
const past = [];
/** Takes what looks like a decision; anything else of a file is left. */
const clean = raw => {
  if (!raw?.action || !byId.has(raw.finding_id) || !slugs.has(raw.action)) return;
  const decision = { finding_id: raw.finding_id, action: raw.action };
  for (const key of TEXTS) if (typeof raw[key] === "string" && raw[key].trim()) decision[key] = raw[key];
  if (typeof raw.resolve_thread === "boolean") decision.resolve_thread = raw.resolve_thread;
  return decision;
};
const put = one => one.action ? decisions.set(one.finding_id, one) : decisions.delete(one.finding_id);
const take = list => {
  let left = 0;
  for (const raw of Array.isArray(list) ? list : []) {
    const decision = clean(raw);
    if (decision) put(decision); else left++;
  }
  return left;
};

let saved;
try { saved = JSON.parse(store.get(KEY)) } catch { /* not ours */ }
// What was kept is the whole of it: a decision taken back here must not return with the report's own.
take((saved || given).decisions);

function change(step) {
  past.push([...decisions]);
  if (past.length > 200) past.shift();
  step();
  keep();
}
function keep() {
  if (!store.set(KEY, JSON.stringify({ decisions: [...decisions.values()] }))) say("This browser keeps nothing for this page: export before you close it");
  refresh();
}
function mark(item) {
  const decision = byId.get(item.id) === item && decisions.get(item.id);
  item.data.triage = slugs.get(decision ? decision.action : "");
  item.values = undefined;
}
function refresh() {
  items.forEach(mark);
  for (const form of all(".decide")) fill(form);
  apply();
}
hooks.count.push(() => {
  $("progress").textContent = `${decisions.size} of ${byId.size} decided`;
  $("undo").disabled = !past.length;
});

// One finding ---------------------------------------------------------------------------------------------------
function fill(form) {
  const decision = decisions.get(form.dataset.id) || { action: "" };
  for (const field of all("[name]", form)) {
    if (field === document.activeElement && field.localName !== "select") continue;
    if (field.type === "checkbox") field.checked = decision.resolve_thread === true;
    else field.value = decision[field.name] || "";
  }
  find(".more", form).hidden = !decision.action;
}
hooks.decorate.push(article => {
  const item = items.find(one => one.node === article);
  if (byId.get(item.id) !== item || find(".decide", article)) return;
  article.append(stamp("decide"));
  const form = article.lastElementChild;
  form.dataset.id = item.id;
  find(".thread", form).hidden = article.dataset.comment === "no-verdict";
  form.setAttribute("aria-labelledby", `${article.id}-title`);
  on(form, "change", ({ target }) => change(() => {
    const next = { finding_id: item.id, action: "", ...decisions.get(item.id) };
    const value = target.type === "checkbox" ? target.checked : target.value;
    if (value === "") delete next[target.name]; else next[target.name] = value;
    put(next);
  }));
  for (const old of all(".decided", article)) old.hidden = true;
  fill(form);
});
hooks.decide = article => {
  const field = article && find(".decide select", article);
  if (field) field.focus();
};

// All of them ---------------------------------------------------------------------------------------------------
$("by").value = store.get("prreport-by") || given.triaged_by || "";
on($("by"), "change", () => store.set("prreport-by", $("by").value));
actions.bulk = () => {
  const action = $("bulk").value, ids = new Set(visible().map(item => item.id));
  change(() => {
    for (const id of ids) put({ ...decisions.get(id), finding_id: id, action });
  });
};
actions.undo = () => { if (past.length) { decisions = new Map(past.pop()); keep() } };
actions.export = () => {
  const by = $("by").value.trim(), order = [...byId.keys()].filter(id => decisions.has(id));
  const triage = { report_sha256: given.report_sha256, ...(by && { triaged_by: by }), triaged_at: new Date().toISOString(), decisions: order.map(id => decisions.get(id)) };
  const link = make("a", { href: URL.createObjectURL(new Blob([`${JSON.stringify(triage, null, 2)}\n`], { type: "application/json" })), download: "decisions.json" });
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
};
actions.import = () => $("file").click();
on($("file"), "change", async () => {
  const [file] = $("file").files;
  if (!file) return;
  let whole;
  try { whole = JSON.parse(await file.text()) } catch { say(`${file.name} is not JSON`); return } finally { $("file").value = "" }
  const triage = whole?.triage || whole || {};
  if (whole?.report_sha256 && whole.report_sha256 !== given.report_sha256) { say(`${file.name} is about another report`); return }
  if (!Array.isArray(triage.decisions)) { say(`${file.name} holds no decisions`); return }
  let left = 0;
  change(() => { left = take(triage.decisions) });
  say(`${triage.decisions.length - left} decisions taken in${left ? `, ${left} not: their findings or actions are unknown` : ""}`);
});
refresh();
});
