(() => {
"use strict";
// The page is whole without this. Everything here reads the document, hides, moves and marks; nothing is parsed as HTML.
const root = document.documentElement;
const $ = (id) => document.getElementById(id);
const all = (selector, within = document) => [...within.querySelectorAll(selector)];
const make = (name, properties, ...children) => {
  const element = Object.assign(document.createElement(name), properties);
  element.append(...children);
  return element;
};

// A page opened from disk may be refused its storage.
const store = {
  get(key) { try { return localStorage.getItem(key); } catch { return null; } },
  set(key, value) { try { localStorage.setItem(key, value); return true; } catch { return false; } },
};
const setTheme = (theme) => theme ? (root.dataset.theme = theme) : delete root.dataset.theme;
// In the head, so that the first paint has the right colours already.
setTheme(store.get("prreport-theme"));

const FACETS = ["severity", "merge", "category", "ai", "comment", "triage"];
const RANK = ["critical", "high", "medium", "low", "info"];
const counted = (count) => `${count} finding${count === 1 ? "" : "s"}`;
const debounce = (wait, action) => {
  let timer;
  return () => { clearTimeout(timer); timer = setTimeout(action, wait); };
};

document.addEventListener("DOMContentLoaded", () => {
  const tools = $("tools");
  if (!tools) return;
  const main = $("report"), search = $("q"), sort = $("sort"), group = $("group"), tag = $("tag"), theme = $("theme");
  const boxes = all("#filters input");
  const items = all("article.finding").map((element, order) => ({
    element, order, data: element.dataset, home: element.parentNode, shown: true, link: null,
  }));
  const sections = all(".findings").map((element) => ({
    element, count: element.querySelector(".count"), items: [], left: 0, listed: null,
  }));
  const homes = new Map(sections.map((section) => [section.element, section]));
  for (const item of items) homes.get(item.home).items.push(item);
  const contents = new Map(all(".toc a").map((link) => [link.hash.slice(1), link]));
  for (const section of sections) section.listed = contents.get(section.element.id);
  if (all(".toc ol ol").length) for (const item of items) item.link = contents.get(item.element.id);
  const near = new Set();
  const hooks = { decorate: [], count: [] };
  let groups = [], current = null, pinned = null, words = [], arrangement = " ", visible = items;

  // Search ------------------------------------------------------------------------------------------------------
  // The text of every finding, once, when somebody first wants to search.
  const index = () => {
    if (items[0].text !== undefined) return;
    for (const item of items) {
      const parts = [];
      for (const child of item.element.children) if (!child.matches(".acts, .decide")) parts.push(child.textContent);
      item.text = parts.join("\n").toLowerCase();
    }
  };
  const tagsOf = (item) => item.tags ??= all(".tag", item.element).map((chip) => chip.textContent);
  // The facets' values, read from the document once.
  const valuesOf = (item) => item.values ??= FACETS.map((name) => item.data[name]);

  // Hits are painted, never written into the document; browsers that can't paint show none.
  const paint = debounce(30, () => {
    if (!window.Highlight || !CSS.highlights) return;
    CSS.highlights.delete("hit");
    if (!words.length) return;
    const ranges = [];
    for (const element of near) {
      if (element.hidden) continue;
      const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
      for (let node; (node = walker.nextNode());) {
        const text = node.data.toLowerCase();
        // Where lower case is longer than the text, places would not fit.
        if (text.length !== node.data.length || node.parentElement.closest(".acts, .decide")) continue;
        for (const word of words) {
          for (let at = text.indexOf(word); at >= 0; at = text.indexOf(word, at + word.length)) {
            const range = new Range();
            range.setStart(node, at);
            range.setEnd(node, at + word.length);
            ranges.push(range);
          }
        }
      }
    }
    if (ranges.length) CSS.highlights.set("hit", new Highlight(...ranges));
  });

  // Filter ------------------------------------------------------------------------------------------------------
  const show = (element, shown) => { if (element.hidden === shown) element.hidden = !shown; };
  const write = (element, text) => { if (element && element.textContent !== text) element.textContent = text; };

  const chosen = () => FACETS.map((name) => new Set(boxes.filter((b) => b.name === name && b.checked).map((b) => b.value)));

  function filter() {
    words = search.value.toLowerCase().split(/\s+/).filter(Boolean);
    if (words.length) index();
    const sets = chosen(), wanted = tag ? tag.value : "";
    const counts = FACETS.map(() => new Map());
    const count = (values, i) => counts[i].set(values[i], (counts[i].get(values[i]) || 0) + 1);
    visible = [];
    for (const item of items) {
      const found = words.every((word) => item.text.includes(word)) && (!wanted || tagsOf(item).includes(wanted));
      const values = valuesOf(item);
      let missed = 0, last = 0;
      if (found) for (let i = 0; i < sets.length; i++) if (sets[i].size && !sets[i].has(values[i])) { missed++; last = i; }
      // A figure beside a box says how many would show: it counts what only its own facet keeps out.
      if (found && !missed) for (let i = 0; i < sets.length; i++) count(values, i);
      else if (missed === 1) count(values, last);
      item.fits = found && !missed;
      if (item.fits) visible.push(item);
    }
    for (const box of boxes) write(box.parentNode.querySelector(".n"), String(counts[FACETS.indexOf(box.name)].get(box.value) || 0));
    return words.length > 0 || wanted !== "" || sets.some((set) => set.size);
  }

  const share = (left, whole) => left === whole ? counted(left) : `${left} of ${counted(whole)}`;

  function apply() {
    const filtered = filter();
    arrange();
    for (const section of sections) section.left = 0;
    for (const item of items) {
      const shown = item.fits || item.element === pinned;
      if (shown) homes.get(item.home).left++;
      if (shown === item.shown) continue;
      item.shown = shown;
      item.element.hidden = !shown;
      if (item.link) item.link.parentNode.hidden = !shown;
    }
    for (const { element, count, items: own, left, listed } of sections) {
      write(count, share(left, own.length) + (group.value && own.length ? ", above" : ""));
      // A section that had nothing to show keeps saying so; one that was filtered empty makes room.
      show(element, left > 0 || !filtered);
      if (listed) { show(listed.parentNode, !element.hidden); write(listed.querySelector(".n"), String(left)); }
    }
    for (const { element, count, items: own } of groups) {
      const left = own.filter((item) => item.shown).length;
      write(count, share(left, own.length));
      show(element, left > 0);
    }
    say(filtered);
    for (const hook of hooks.count) hook();
    paint();
  }

  function say(filtered) {
    const shown = visible.length;
    write($("state"), !filtered ? counted(items.length) : shown ? share(shown, items.length) : "Nothing matches");
    show(tools.querySelector("[data-do=clear]"), filtered);
    tools.classList.toggle("filtered", filtered);
  }

  // Sort and group ----------------------------------------------------------------------------------------------
  const number = (value) => Number.parseFloat(value) || 0;
  const collator = new Intl.Collator(root.lang || "en", { numeric: true });
  const heading = (item) => item.title ??= item.element.querySelector("h3").textContent;
  const place = (item) => item.place ??= item.element.querySelector(".where").textContent;
  const ORDERS = {
    severity: (a, b) => RANK.indexOf(a.data.severity) - RANK.indexOf(b.data.severity) || number(b.data.overall) - number(a.data.overall),
    relevance: (a, b) => number(b.data.relevance) - number(a.data.relevance),
    file: (a, b) => collator.compare(place(a), place(b)),
    title: (a, b) => collator.compare(heading(a), heading(b)),
  };

  /** Moves findings only when the order changes; headings, subtitles and positives stay where they are. */
  function arrange() {
    const wanted = `${sort.value} ${group.value}`;
    if (wanted === arrangement) return;
    const first = arrangement === " " && wanted === " ";
    arrangement = wanted;
    if (first) return;
    const by = ORDERS[sort.value];
    const sorted = [...items].sort((a, b) => (by && by(a, b)) || a.order - b.order);
    const old = groups;
    groups = [];
    if (!group.value) for (const section of sections) section.element.append(...sorted.filter((item) => item.home === section.element).map((item) => item.element));
    else {
      const key = group.value, parts = new Map();
      for (const item of sorted) {
        const name = item.data[key];
        if (!parts.has(name)) parts.set(name, []);
        parts.get(name).push(item);
      }
      const names = [...parts.keys()].sort(key === "severity" ? (a, b) => RANK.indexOf(a) - RANK.indexOf(b) : collator.compare);
      groups = names.map((name, i) => {
        const count = make("span", { className: "count" });
        const title = make("h2", { id: `group-${i + 1}` }, make("bdi", { textContent: key === "severity" ? name[0].toUpperCase() + name.slice(1) : name }), count);
        const element = make("section", { className: "part" }, title, ...parts.get(name).map((item) => item.element));
        element.setAttribute("aria-labelledby", title.id);
        return { element, count, items: parts.get(name) };
      });
      sections[0].element.before(...groups.map((part) => part.element));
    }
    for (const part of old) part.element.remove();
  }

  // Address -----------------------------------------------------------------------------------------------------
  // The view is the fragment, so that it can be sent; a fragment without "=" is an anchor.
  function toFragment() {
    const fields = new URLSearchParams();
    if (search.value.trim()) fields.set("q", search.value.trim());
    chosen().forEach((set, i) => { if (set.size) fields.set(FACETS[i], [...set].join(",")); });
    if (tag && tag.value) fields.set("tag", tag.value);
    if (sort.value) fields.set("sort", sort.value);
    if (group.value) fields.set("group", group.value);
    return fields.toString().replaceAll("%2C", ",");
  }

  function remember() {
    const fragment = toFragment();
    try { history.replaceState(null, "", fragment ? `#${fragment}` : location.pathname + location.search); } catch { /* a browser that limits it */ }
  }

  function pick(select, value) {
    if (!select) return;
    select.value = value || "";
    // What the page has no choice for is as good as nothing.
    if (select.selectedIndex < 0) select.value = "";
  }

  function fromFragment() {
    const raw = location.hash.slice(1);
    const target = raw && !raw.includes("=") ? $(decode(raw)) : null;
    if (target || (raw && !raw.includes("="))) {
      const article = target && target.closest("article.finding");
      if (article && article !== pinned) { pinned = article; apply(); }
      if (article) { article.classList.remove("folded"); select(article, false); }
      if (target) target.scrollIntoView();
      return;
    }
    const fields = new URLSearchParams(raw);
    search.value = fields.get("q") || "";
    for (const name of FACETS) {
      const values = (fields.get(name) || "").split(",");
      for (const box of boxes) if (box.name === name) box.checked = values.includes(box.value);
    }
    pick(tag, fields.get("tag"));
    pick(sort, fields.get("sort"));
    pick(group, fields.get("group"));
    pinned = null;
    apply();
  }

  function decode(text) { try { return decodeURIComponent(text); } catch { return text; } }
  const changed = () => { pinned = null; apply(); remember(); };

  // One finding -------------------------------------------------------------------------------------------------
  function select(article, focus = true) {
    if (current) current.classList.remove("current");
    current = article;
    article.classList.add("current");
    if (!focus) return;
    article.tabIndex = -1;
    article.focus({ preventScroll: true });
    article.scrollIntoView({ block: "start" });
  }

  const firstShown = () => main.querySelector("article.finding:not([hidden])");
  function step(by) {
    const list = all("article.finding:not([hidden])");
    const at = list.indexOf(document.activeElement.closest("article.finding") || current);
    const next = at < 0 ? (by > 0 ? 0 : list.length - 1) : at + by;
    if (list[next]) select(list[next]);
  }

  function fold(article, folded = !article.classList.contains("folded")) {
    article.classList.toggle("folded", folded);
    const button = article.querySelector("[data-do=one]");
    if (button) { button.setAttribute("aria-expanded", String(!folded)); button.textContent = folded ? "Expand" : "Collapse"; }
  }

  const act = (name, text) => {
    const button = make("button", { type: "button", textContent: text });
    button.dataset.do = name;
    return button;
  };

  /** Buttons come when a finding comes near: thousands of them would be most of the page. */
  function decorate(article) {
    if (article.firstElementChild.matches(".acts")) return;
    const one = act("one", "Collapse");
    const acts = make("div", { className: "acts" }, act("anchor", "Copy link"), act("markdown", "Copy as Markdown"), one);
    for (const button of acts.children) button.setAttribute("aria-describedby", `${article.id}-title`);
    article.prepend(acts);
    fold(article, article.classList.contains("folded"));
    for (const hook of hooks.decorate) hook(article);
  }

  const text = (node) => node.textContent.replace(/\s+/g, " ").trim();
  /** A finding as Markdown, from what stands on the page. */
  function markdown(node, indent = "") {
    if (node.nodeType === 3) return node.data.replace(/\s+/g, " ").replace(/[\\`*_[\]<>]/g, "\\$&");
    if (node.nodeType !== 1 || node.matches(".acts, .decide, svg")) return "";
    const inner = () => [...node.childNodes].map((child) => markdown(child, indent)).join("");
    const name = node.localName, block = (body) => `\n\n${indent}${body.trim()}`;
    const fence = (body) => "`".repeat(Math.max(3, ...(body.match(/`+/g) || []).map((run) => run.length + 1)));
    if (name === "pre") {
      const body = node.textContent.replace(/\n$/, ""), marks = fence(body);
      return `\n\n${indent}${[marks + (node.dataset.lang || ""), ...body.split("\n"), marks].join(`\n${indent}`)}`;
    }
    if (name === "code") { const marks = fence(node.textContent).slice(node.textContent.includes("`") ? 0 : 2); return marks + node.textContent + marks; }
    if (/^h\d$/.test(name)) return block(`${"#".repeat(number(name[1]))} ${inner().trim()}`);
    if (name === "li") {
      const mark = node.parentNode.localName === "ol" ? `${[...node.parentNode.children].indexOf(node) + (node.parentNode.start || 1)}. ` : "- ";
      const body = [...node.childNodes].map((child) => markdown(child, indent + " ".repeat(mark.length))).join("").trim();
      return `\n${indent}${mark}${body}`;
    }
    if (name === "dl") return block(all("div", node).map((pair) => `${text(pair.children[0])} ${text(pair.children[1])}`).join(" · "));
    if (name === "tr") return `\n${indent}| ${[...node.cells].map((cell) => markdown(cell, indent).trim().replaceAll("|", "\\|")).join(" | ")} |${node.parentNode.localName === "thead" ? `\n${indent}|${" --- |".repeat(node.cells.length)}` : ""}`;
    if (name === "a" && /^(http|mailto)/.test(node.protocol)) return `[${inner()}](<${node.href}>)`;
    if (name === "strong") return `**${inner()}**`;
    if (name === "em") return `*${inner()}*`;
    if (name === "del") return `~~${inner()}~~`;
    if (name === "br") return `  \n${indent}`;
    if (name === "blockquote") return `\n\n${inner().trim().replace(/^/gm, "> ")}`;
    if (node.matches(".marks")) return block([...node.children].map(text).join(" · "));
    if (node.matches("p, div, ul, ol, table, summary")) return name === "ul" || name === "ol" || name === "table" ? `\n${inner()}` : block(inner());
    return inner();
  }

  async function copy(content, button) {
    try { await navigator.clipboard.writeText(content); } catch {
      // Pages from disk have no clipboard in some browsers; the old way has to do.
      const area = make("textarea", { value: content, className: "hidden" });
      document.body.append(area);
      area.select();
      document.execCommand("copy");
      area.remove();
      button.focus();
    }
    const before = button.textContent;
    if (before === "Copied") return;
    button.textContent = "Copied";
    write($("state"), "Copied");
    setTimeout(() => { button.textContent = before; apply(); }, 1500);
  }

  const address = (fragment) => location.href.split("#")[0] + (fragment ? `#${fragment}` : "");

  // Buttons and keys --------------------------------------------------------------------------------------------
  const toggle = (button, id) => { $(id).hidden = !$(id).hidden; button.setAttribute("aria-expanded", String(!$(id).hidden)); };
  const switchTheme = (value) => { setTheme(value); theme.value = value; store.set("prreport-theme", value); };
  const ACTIONS = {
    filter: (button) => toggle(button, "filters"),
    view: (button) => toggle(button, "view"),
    fold: () => { for (const item of items) fold(item.element, true); },
    unfold: () => { for (const item of items) fold(item.element, false); for (const one of all("details", main)) one.open = true; },
    link: (button) => copy(address(toFragment()), button),
    help: () => $("help").showModal(),
    close: () => $("help").close(),
    clear: () => {
      search.value = "";
      for (const box of boxes) box.checked = false;
      if (tag) tag.value = "";
      changed();
      search.focus();
    },
    one: (button) => fold(button.closest("article")),
    anchor: (button) => copy(address(button.closest("article").id), button),
    markdown: (button) => copy(`${markdown(button.closest("article")).trim().replace(/\n{3,}/g, "\n\n")}\n`, button),
  };
  document.addEventListener("click", (event) => {
    const button = event.target.closest("[data-do]");
    if (button && ACTIONS[button.dataset.do]) ACTIONS[button.dataset.do](button);
    const narrow = event.target.closest("a.narrow");
    if (narrow) setTimeout(() => { const next = firstShown(); if (next) next.closest("section").scrollIntoView(); });
  });

  const keys = $("keys");
  const KEYS = {
    "/": () => { search.focus(); search.select(); },
    j: () => step(1),
    k: () => step(-1),
    o: () => { if (current) fold(current); },
    t: () => hooks.decide ? hooks.decide(current) : switchTheme(dark() ? "light" : "dark"),
    "?": () => ACTIONS.help(),
  };
  const dark = () => root.dataset.theme ? root.dataset.theme === "dark" : matchMedia("(prefers-color-scheme:dark)").matches;
  document.addEventListener("keydown", (event) => {
    if (event.key === "Escape" && event.target === search && search.value) { search.value = ""; changed(); event.preventDefault(); return; }
    if (event.key === "Enter" && event.target === search) { changed(); if (visible.length) select(firstShown()); return; }
    const typing = event.target.closest("input:not([type=checkbox]), select, textarea, dialog");
    if (typing || event.ctrlKey || event.metaKey || event.altKey || !keys.checked || !Object.hasOwn(KEYS, event.key)) return;
    event.preventDefault();
    KEYS[event.key]();
  });
  main.addEventListener("focusin", (event) => {
    const article = event.target.closest("article.finding");
    if (article && article !== current) select(article, false);
  });

  // Start -------------------------------------------------------------------------------------------------------
  for (const cell of all("[data-narrow]")) {
    const link = make("a", { className: "narrow", href: `#${cell.dataset.narrow}` }, ...cell.childNodes);
    cell.append(link);
  }
  keys.checked = store.get("prreport-keys") !== "off";
  keys.addEventListener("change", () => store.set("prreport-keys", keys.checked ? "on" : "off"));
  theme.value = root.dataset.theme || "";
  theme.addEventListener("change", () => switchTheme(theme.value));
  search.addEventListener("input", debounce(40, changed));
  search.addEventListener("focus", () => setTimeout(index), { once: true });
  for (const control of [sort, group, tag, ...boxes]) if (control) control.addEventListener("change", changed);
  addEventListener("hashchange", fromFragment);

  const nearby = new IntersectionObserver((entries) => {
    for (const { target, isIntersecting } of entries) {
      if (isIntersecting) { near.add(target); decorate(target); } else near.delete(target);
    }
    if (words.length) paint();
  }, { rootMargin: "600px 0px" });
  for (const item of items) nearby.observe(item.element);

  // What is gone to stands below the toolbar, however tall that is.
  new ResizeObserver(() => {
    root.style.scrollPaddingTop = getComputedStyle(tools).position === "sticky" ? `${tools.offsetHeight + 8}px` : "";
  }).observe(tools);

  // The contents follow the top of the screen.
  let marked = null;
  const inView = new Set();
  const follow = new IntersectionObserver((entries) => {
    for (const { target, isIntersecting } of entries) if (isIntersecting) inView.add(target); else inView.delete(target);
    let best = null;
    for (const element of inView) if (!best || best.compareDocumentPosition(element) & Node.DOCUMENT_POSITION_FOLLOWING) best = element;
    const link = best && contents.get(best.id);
    if (!link || link === marked) return;
    if (marked) marked.removeAttribute("aria-current");
    marked = link;
    link.setAttribute("aria-current", "true");
    const list = link.closest("nav");
    if (list.scrollHeight > list.clientHeight) list.scrollTop = link.offsetTop - list.clientHeight / 2;
  }, { rootMargin: "-15% 0px -80% 0px" });
  for (const id of contents.keys()) if ($(id)) follow.observe($(id));

  document.dispatchEvent(new CustomEvent("prreport", { detail: {
    items, hooks, actions: ACTIONS, make, store, apply, visible: () => visible, say: (words) => write($("state"), words),
  } }));
  tools.hidden = false;
  if (location.hash) fromFragment(); else say(false);
});
})();
