// Deciding on findings: only in pages made with --triage. script.js hands over what it has when it has started.
document.addEventListener("prreport", (event) => {
"use strict";
const { items, hooks, actions, make, store, apply, visible, say } = event.detail;
const $ = (id) => document.getElementById(id);
const given = JSON.parse($("decisions").textContent);
const KEY = `prreport-triage-${given.report_sha256}`;
const WORDS = { "": "Undecided", fix: "Fix", accept_risk: "Accept the risk", defer: "Defer", false_positive: "False positive", duplicate: "Duplicate" };
const TEXTS = [["rationale", "Rationale", "textarea"], ["assignee", "Assignee", "text"], ["due_date", "Due", "date"], ["ticket", "Ticket", "text"]];
const slug = (action) => WORDS[action].toLowerCase().replaceAll(" ", "-");
const byId = new Map();
const byElement = new Map();
items.forEach((item, i) => {
  item.id = given.ids[i];
  byElement.set(item.element, item);
  // A decision is about the first finding with its id.
  if (!byId.has(item.id)) byId.set(item.id, item);
});

let decisions = new Map();
const past = [];
/** Takes what looks like a decision; anything else of a file is left. */
const clean = (raw) => {
  if (!raw || !byId.has(raw.finding_id) || !raw.action || !Object.hasOwn(WORDS, raw.action)) return null;
  const decision = { finding_id: raw.finding_id, action: raw.action };
  for (const [key] of TEXTS) if (typeof raw[key] === "string" && raw[key].trim()) decision[key] = raw[key];
  if (typeof raw.resolve_thread === "boolean") decision.resolve_thread = raw.resolve_thread;
  return decision;
};
const take = (list) => {
  let left = 0;
  for (const raw of Array.isArray(list) ? list : []) {
    const decision = clean(raw);
    if (decision) decisions.set(decision.finding_id, decision); else left++;
  }
  return left;
};

const kept = store.get(KEY);
let saved = null;
try { saved = kept && JSON.parse(kept); } catch { /* not ours */ }
// What was kept is the whole of it: a decision taken back here must not return with the report's own.
take(saved ? saved.decisions : given.decisions);

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
  item.data.triage = slug(decision ? decision.action : "");
  item.values = undefined;
}
function refresh() {
  items.forEach(mark);
  for (const form of document.querySelectorAll(".decide")) fill(form);
  apply();
}
hooks.count.push(() => {
  $("progress").textContent = `${decisions.size} of ${byId.size} decided`;
  $("undo").disabled = !past.length;
});

// One finding ---------------------------------------------------------------------------------------------------
const options = () => Object.entries(WORDS).map(([value, textContent]) => make("option", { value, textContent }));
function fill(form) {
  const decision = decisions.get(form.dataset.id) || { action: "" };
  for (const field of form.querySelectorAll("[name]")) {
    if (field === document.activeElement && field.localName !== "select") continue;
    if (field.type === "checkbox") field.checked = decision.resolve_thread === true;
    else field.value = decision[field.name] || "";
  }
  form.querySelector(".more").hidden = !decision.action;
}
hooks.decorate.push((article) => {
  const item = byElement.get(article);
  if (byId.get(item.id) !== item || article.querySelector(".decide")) return;
  const label = (text, field) => make("label", {}, text, " ", field);
  const more = make("div", { className: "more" });
  for (const [name, text, type] of TEXTS) {
    const field = type === "textarea" ? make(type, { name, rows: 2 }) : make("input", { name, type });
    field.dir = "auto";
    more.append(label(text, field));
  }
  if (article.dataset.comment !== "no-verdict") more.append(label("Resolve the thread", make("input", { type: "checkbox", name: "resolve_thread" })));
  const form = make("div", { className: "decide" }, label("Decision", make("select", { name: "action" }, ...options())), more);
  form.dataset.id = item.id;
  form.setAttribute("role", "group");
  form.setAttribute("aria-labelledby", `${article.id}-title`);
  form.addEventListener("change", ({ target }) => change(() => {
    const next = { finding_id: item.id, action: "", ...decisions.get(item.id) };
    const value = target.type === "checkbox" ? target.checked : target.value;
    if (value === "") delete next[target.name]; else next[target.name] = value;
    if (next.action) decisions.set(item.id, next); else decisions.delete(item.id);
  }));
  for (const old of article.querySelectorAll(".decided")) old.hidden = true;
  article.append(form);
  fill(form);
});
hooks.decide = (article) => {
  const field = article && article.querySelector(".decide select");
  if (field) field.focus();
};

// All of them ---------------------------------------------------------------------------------------------------
$("bulk").append(...options());
$("by").value = store.get("prreport-by") || given.triaged_by || "";
$("by").addEventListener("change", () => store.set("prreport-by", $("by").value));
actions.bulk = () => {
  const action = $("bulk").value, ids = new Set(visible().map((item) => item.id));
  change(() => {
    for (const id of ids) if (action) decisions.set(id, { ...decisions.get(id), finding_id: id, action }); else decisions.delete(id);
  });
};
actions.undo = () => { if (past.length) { decisions = new Map(past.pop()); keep(); } };
actions.export = () => {
  const by = $("by").value.trim(), order = [...byId.keys()].filter((id) => decisions.has(id));
  const triage = { report_sha256: given.report_sha256, ...(by && { triaged_by: by }), triaged_at: new Date().toISOString(), decisions: order.map((id) => decisions.get(id)) };
  const link = make("a", { href: URL.createObjectURL(new Blob([`${JSON.stringify(triage, null, 2)}\n`], { type: "application/json" })), download: "decisions.json" });
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
};
actions.import = () => $("file").click();
$("file").addEventListener("change", async () => {
  const [file] = $("file").files;
  if (!file) return;
  let whole;
  try { whole = JSON.parse(await file.text()); } catch { say(`${file.name} is not JSON`); return; } finally { $("file").value = ""; }
  const triage = (whole && whole.triage) || whole || {};
  if (whole && whole.report_sha256 && whole.report_sha256 !== given.report_sha256) { say(`${file.name} is about another report`); return; }
  if (!Array.isArray(triage.decisions)) { say(`${file.name} holds no decisions`); return; }
  let left = 0;
  change(() => { left = take(triage.decisions); });
  say(`${triage.decisions.length - left} decisions taken in${left ? `, ${left} not: their findings or actions are unknown` : ""}`);
});
refresh();
});
