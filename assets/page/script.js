(() => {
"use strict";
// The page is whole without this. Everything here reads the document, hides, moves and marks; nothing is parsed as HTML.
const root = document.documentElement,
  $ = id => document.getElementById(id),
  all = (selector, within = document) => [...within.querySelectorAll(selector)],
  find = (selector, within = document) => within.querySelector(selector),
  on = (target, type, act, options) => target.addEventListener(type, act, options);
const make = (name, properties, ...children) => {
  const element = Object.assign(document.createElement(name), properties);
  element.append(...children);
  return element;
};

const stamp = id => $(id).content.cloneNode(true);

// A page opened from disk may be refused its storage.
const store = {
  get(key) { try { return localStorage.getItem(key) } catch { return null } },
  set(key, value) { try { localStorage.setItem(key, value); return true } catch { return false } },
};
const setTheme = theme => theme ? (root.dataset.theme = theme) : delete root.dataset.theme;
// In the head, so that the first paint has the right colours already.
setTheme(store.get("prreport-theme"));

const FACETS = ["severity", "merge", "category", "ai", "comment", "triage"],
  RANK = ["critical", "high", "medium", "low", "info"],
  counted = count => `${count} finding${count === 1 ? "" : "s"}`;
const debounce = (wait, action) => {
  let timer;
  return () => { clearTimeout(timer); timer = setTimeout(action, wait) };
};

on(document, "DOMContentLoaded", () => {
  const tools = $("tools");
  if (!tools) return;
  const main = $("report"), search = $("q"), sort = $("sort"), group = $("group"), tag = $("tag"), theme = $("theme");
  const boxes = all("#filters input"), lists = [tag, sort, group].filter(Boolean);
  const items = all("article.finding").map((node, order) => ({
    node, order, data: node.dataset, home: node.parentNode, shown: true, link: null,
  }));
  const sections = all(".findings").map(node => ({
    node, count: find(".count", node), items: [], left: 0, listed: null,
  }));
  const homes = new Map(sections.map(section => [section.node, section]));
  for (const item of items) homes.get(item.home).items.push(item);
  const contents = new Map(all(".toc a").map(link => [link.hash.slice(1), link]));
  for (const section of sections) section.listed = contents.get(section.node.id);
  if (all(".toc ol ol").length) for (const item of items) item.link = contents.get(item.node.id);
  const near = new Set(),
    hooks = { decorate: [], count: [] };
  let groups = [], current = null, pinned = null, words = [], arrangement = " ", visible = items;

  // Search ------------------------------------------------------------------------------------------------------
  // The text of every finding, once, when somebody first wants to search.
  const index = () => {
    if (items[0].text !== undefined) return;
    for (const item of items) {
      const parts = [];
      for (const child of item.node.children) if (!child.matches(".acts, .decide")) parts.push(child.textContent);
      item.text = parts.join("\n").toLowerCase();
    }
  };
  const tagsOf = item => item.tags ??= all(".tag", item.node).map(chip => chip.textContent);
  // The facets' values, read from the document once.
  const valuesOf = item => item.values ??= FACETS.map(name => item.data[name]);

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
          for (let at = -1; (at = text.indexOf(word, at + 1)) >= 0;) {
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
  const show = (element, shown) => { if (element.hidden === shown) element.hidden = !shown },
    write = (element, text) => { text += ""; if (element && element.textContent !== text) element.textContent = text };

  const chosen = () => FACETS.map(name => new Set(boxes.filter(b => b.name === name && b.checked).map(b => b.value)));

  function filter() {
    words = search.value.toLowerCase().split(/\s+/).filter(Boolean);
    if (words.length) index();
    const sets = chosen(), wanted = tag ? tag.value : "";
    const counts = FACETS.map(() => new Map());
    const count = (values, i) => counts[i].set(values[i], (counts[i].get(values[i]) || 0) + 1);
    visible = [];
    for (const item of items) {
      const found = words.every(word => item.text.includes(word)) && (!wanted || tagsOf(item).includes(wanted));
      const values = valuesOf(item);
      let missed = 0, last = 0;
      if (found) for (let i = 0; i < sets.length; i++) if (sets[i].size && !sets[i].has(values[i])) { missed++; last = i }
      // A figure beside a box says how many would show: it counts what only its own facet keeps out.
      if (found && !missed) for (let i = 0; i < sets.length; i++) count(values, i);
      else if (missed === 1) count(values, last);
      item.fits = found && !missed;
      if (item.fits) visible.push(item);
    }
    for (const box of boxes) write(find(".n", box.parentNode), counts[FACETS.indexOf(box.name)].get(box.value) || 0);
    return words.length > 0 || wanted !== "" || sets.some(set => set.size);
  }

  const share = (left, whole) => left === whole ? counted(left) : `${left} of ${counted(whole)}`;

  // A part that is not drawn yet takes about the room of its findings, so that the scroll bar says where one is.
  const fill = (part, filtered, note = "") => {
    write(part.count, share(part.left, part.items.length) + note);
    // A section that had nothing to show keeps saying so; one that was filtered empty makes room.
    show(part.node, part.left > 0 || !filtered);
    part.node.style.containIntrinsicBlockSize = `auto ${part.left * 32}rem`;
  };

  function apply() {
    const filtered = filter();
    arrange();
    for (const section of sections) section.left = 0;
    for (const item of items) {
      const shown = item.fits || item.node === pinned;
      if (shown) homes.get(item.home).left++;
      if (shown === item.shown) continue;
      item.shown = shown;
      item.node.hidden = !shown;
      if (item.link) item.link.parentNode.hidden = !shown;
    }
    for (const part of sections) {
      const { left, listed } = part;
      fill(part, filtered, group.value && part.items.length ? ", above" : "");
      if (listed) { show(listed.parentNode, !part.node.hidden); write(find(".n", listed), left) }
    }
    for (const part of groups) {
      part.left = part.items.filter(item => item.shown).length;
      fill(part, 1);
    }
    say(filtered);
    for (const hook of hooks.count) hook();
    paint();
  }

  function say(filtered) {
    const shown = visible.length;
    write($("state"), !filtered ? counted(items.length) : shown ? share(shown, items.length) : "Nothing matches");
    show(find("[data-do=clear]", tools), filtered);
    tools.classList.toggle("filtered", filtered);
  }

  // Sort and group ----------------------------------------------------------------------------------------------
  const number = value => +value || 0,
    collator = new Intl.Collator(root.lang || "en", { numeric: true }),
    rank = severity => RANK.indexOf(severity),
    by = selector => (a, b) => collator.compare(...[a, b].map(item => item[selector] ??= find(selector, item.node).textContent));
  const ORDERS = {
    severity: (a, b) => rank(a.data.severity) - rank(b.data.severity) || number(b.data.overall) - number(a.data.overall),
    relevance: (a, b) => number(b.data.relevance) - number(a.data.relevance),
    file: by(".where"),
    title: by("h3"),
  };

  /** Moves findings only when the order changes; headings, subtitles and positives stay where they are. */
  function arrange() {
    const wanted = `${sort.value} ${group.value}`;
    if (wanted === arrangement) return;
    arrangement = wanted;
    const compare = ORDERS[sort.value];
    const sorted = [...items].sort((a, b) => (compare && compare(a, b)) || a.order - b.order);
    const old = groups;
    groups = [];
    if (!group.value) for (const section of sections) section.node.append(...sorted.filter(item => item.home === section.node).map(item => item.node));
    else {
      const key = group.value, parts = new Map();
      for (const item of sorted) {
        const name = item.data[key];
        if (!parts.has(name)) parts.set(name, []);
        parts.get(name).push(item);
      }
      const names = [...parts.keys()].sort(key === "severity" ? (a, b) => rank(a) - rank(b) : collator.compare);
      groups = names.map((name, i) => {
        const count = make("span", { className: "count" });
        const title = make("h2", { id: `group-${i + 1}` }, make("bdi", { textContent: key === "severity" ? name[0].toUpperCase() + name.slice(1) : name }), count);
        const node = make("section", { className: "part group" }, title, ...parts.get(name).map(item => item.node));
        node.setAttribute("aria-labelledby", title.id);
        return { node, count, items: parts.get(name) };
      });
      sections[0].node.before(...groups.map(part => part.node));
    }
    for (const part of old) part.node.remove();
  }

  // Address -----------------------------------------------------------------------------------------------------
  // The view is the fragment, so that it can be sent; a fragment without "=" is an anchor.
  function toFragment() {
    const fields = new URLSearchParams();
    const q = search.value.trim();
    if (q) fields.set("q", q);
    chosen().forEach((set, i) => { if (set.size) fields.set(FACETS[i], [...set].join(",")) });
    for (const list of lists) if (list.value) fields.set(list.id, list.value);
    return fields.toString().replaceAll("%2C", ",");
  }

  function remember() {
    const fragment = toFragment();
    try { history.replaceState(null, "", fragment ? `#${fragment}` : location.pathname + location.search) } catch { /* a browser that limits it */ }
  }

  function fromFragment() {
    const raw = location.hash.slice(1);
    if (raw && !raw.includes("=")) {
      const target = $(decode(raw)), article = target?.closest("article.finding");
      if (article) {
        if (article !== pinned) { pinned = article; apply() }
        fold(article, false);
        select(article, false);
      }
      target?.scrollIntoView();
      return;
    }
    const fields = new URLSearchParams(raw);
    search.value = fields.get("q") || "";
    for (const name of FACETS) {
      const values = (fields.get(name) || "").split(",");
      for (const box of boxes) if (box.name === name) box.checked = values.includes(box.value);
    }
    for (const list of lists) {
      list.value = fields.get(list.id) || "";
      // What the page has no choice for is as good as nothing.
      if (list.selectedIndex < 0) list.value = "";
    }
    pinned = null;
    apply();
  }

  function decode(text) { try { return decodeURIComponent(text) } catch { return text } }
  const changed = () => { pinned = null; apply(); remember() };

  // One finding -------------------------------------------------------------------------------------------------
  function select(article, focus = true) {
    current?.classList.remove("current");
    current = article;
    article.classList.add("current");
    if (!focus) return;
    article.tabIndex = -1;
    article.focus({ preventScroll: true });
    article.scrollIntoView({ block: "start" });
  }

  const firstShown = () => find("article.finding:not([hidden])", main);
  function step(by) {
    const list = all("article.finding:not([hidden])");
    const at = list.indexOf(document.activeElement.closest("article.finding") || current);
    const next = at < 0 ? (by > 0 ? 0 : list.length - 1) : at + by;
    if (list[next]) select(list[next]);
  }

  function fold(article, folded = !article.classList.contains("folded")) {
    article.classList.toggle("folded", folded);
    const button = find("[data-do=one]", article);
    if (button) { button.ariaExpanded = !folded; button.textContent = folded ? "Expand" : "Collapse" }
  }

  /** Buttons come when a finding comes near: thousands of them would be most of the page. */
  function decorate(article) {
    if (article.firstElementChild.matches(".acts")) return;
    article.prepend(stamp("acts"));
    for (const button of all(".acts button", article)) button.setAttribute("aria-describedby", `${article.id}-title`);
    fold(article, article.classList.contains("folded"));
    for (const hook of hooks.decorate) hook(article);
  }

  const text = node => node.textContent.replace(/\s+/g, " ").trim();
  const MARKS = { strong: "**", em: "*", del: "~~" };
  /** A finding as Markdown, from what stands on the page. */
  function markdown(node, indent = "") {
    if (node.nodeType === 3) return node.data.replace(/\s+/g, " ").replace(/[\\`*_[\]<>]/g, "\\$&");
    if (node.nodeType !== 1 || node.matches(".acts, .decide")) return "";
    const inner = () => [...node.childNodes].map(child => markdown(child, indent)).join("");
    const name = node.localName, block = body => `\n\n${indent}${body.trim()}`;
    const fence = body => "`".repeat(Math.max(3, ...(body.match(/`+/g) || []).map(run => run.length + 1)));
    if (name === "pre") {
      const body = node.textContent.replace(/\n$/, ""), marks = fence(body);
      return `\n\n${indent}${[marks + (node.dataset.lang || ""), ...body.split("\n"), marks].join(`\n${indent}`)}`;
    }
    if (name === "code") { const marks = fence(node.textContent).slice(node.textContent.includes("`") ? 0 : 2); return marks + node.textContent + marks }
    if (/^h\d$/.test(name)) return block(`${"#".repeat(number(name[1]))} ${inner().trim()}`);
    if (name === "li") {
      const mark = node.parentNode.localName === "ol" ? `${[...node.parentNode.children].indexOf(node) + (node.parentNode.start || 1)}. ` : "- ";
      const body = [...node.childNodes].map(child => markdown(child, indent + " ".repeat(mark.length))).join("").trim();
      return `\n${indent}${mark}${body}`;
    }
    if (node.matches(".ratings")) return block(text(node).replace(/([\d–]) /g, "$1 · "));
    if (name === "tr") return `\n${indent}| ${[...node.cells].map(cell => markdown(cell, indent).trim().replaceAll("|", "\\|")).join(" | ")} |${node.parentNode.localName === "thead" ? `\n${indent}|${" --- |".repeat(node.cells.length)}` : ""}`;
    if (name === "a" && /^(http|mailto)/.test(node.protocol)) return `[${inner()}](<${node.href}>)`;
    if (MARKS[name]) return MARKS[name] + inner() + MARKS[name];
    if (name === "br") return `  \n${indent}`;
    if (name === "blockquote") return `\n\n${inner().trim().replace(/^/gm, "> ")}`;
    if (node.matches(".marks")) return block([...node.children].map(text).join(" · "));
    if (node.matches("p, div, ul, ol, table, summary, figcaption")) return name === "ul" || name === "ol" || name === "table" ? `\n${inner()}` : block(inner());
    return inner();
  }

  async function copy(content, button) {
    try { await navigator.clipboard.writeText(content) } catch {
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
    setTimeout(() => { button.textContent = before; apply() }, 1500);
  }

  const address = fragment => location.href.split("#")[0] + (fragment ? `#${fragment}` : "");

  // Buttons and keys --------------------------------------------------------------------------------------------
  const toggle = button => {
    const panel = $(button.getAttribute("aria-controls"));
    panel.hidden = !panel.hidden;
    button.ariaExpanded = !panel.hidden;
  };
  const switchTheme = value => { setTheme(value); theme.value = value; store.set("prreport-theme", value) };
  const ACTIONS = {
    filter: toggle,
    view: toggle,
    fold: () => { for (const item of items) fold(item.node, true) },
    unfold: () => { for (const item of items) fold(item.node, false); for (const one of all("details", main)) one.open = true },
    link: button => copy(address(toFragment()), button),
    help: () => $("help").showModal(),
    close: () => $("help").close(),
    clear: () => {
      search.value = "";
      for (const box of boxes) box.checked = false;
      if (tag) tag.value = "";
      changed();
      search.focus();
    },
    one: button => fold(button.closest("article")),
    anchor: button => copy(address(button.closest("article").id), button),
    markdown: button => copy(`${markdown(button.closest("article")).trim().replace(/\n{3,}/g, "\n\n")}\n`, button),
  };
  on(document, "click", event => {
    const button = event.target.closest("[data-do]");
    if (button && ACTIONS[button.dataset.do]) ACTIONS[button.dataset.do](button);
    const narrow = event.target.closest("a.narrow");
    if (narrow) setTimeout(() => { const next = firstShown(); if (next) next.closest("section").scrollIntoView() });
  });

  const keys = $("keys");
  const KEYS = {
    "/": () => { search.focus(); search.select() },
    j: () => step(1),
    k: () => step(-1),
    o: () => { if (current) fold(current) },
    t: () => hooks.decide ? hooks.decide(current) : switchTheme(dark() ? "light" : "dark"),
    "?": () => ACTIONS.help(),
  };
  const dark = () => root.dataset.theme ? root.dataset.theme === "dark" : matchMedia("(prefers-color-scheme:dark)").matches;
  on(document, "keydown", event => {
    if (event.key === "Escape" && event.target === search && search.value) { search.value = ""; changed(); event.preventDefault(); return }
    if (event.key === "Enter" && event.target === search) { changed(); if (visible.length) select(firstShown()); return }
    const typing = event.target.closest("input:not([type=checkbox]), select, textarea, dialog");
    if (typing || event.ctrlKey || event.metaKey || event.altKey || !keys.checked || !Object.hasOwn(KEYS, event.key)) return;
    event.preventDefault();
    KEYS[event.key]();
  });
  on(main, "focusin", event => {
    const article = event.target.closest("article.finding");
    if (article && article !== current) select(article, false);
  });

  // Start -------------------------------------------------------------------------------------------------------
  for (const cell of all("[data-narrow]")) {
    const link = make("a", { className: "narrow", href: `#${cell.dataset.narrow}` }, ...cell.childNodes);
    cell.append(link);
  }
  keys.checked = store.get("prreport-keys") !== "off";
  on(keys, "change", () => store.set("prreport-keys", keys.checked ? "on" : "off"));
  theme.value = root.dataset.theme || "";
  on(theme, "change", () => switchTheme(theme.value));
  on(search, "input", debounce(40, changed));
  on(search, "focus", () => setTimeout(index), { once: true });
  for (const control of [...lists, ...boxes]) on(control, "change", changed);
  on(window, "hashchange", fromFragment);

  /** Keeps a set of what is in a part of the window. */
  const watch = (seen, rootMargin, then) => new IntersectionObserver(entries => {
    for (const { target, isIntersecting } of entries) seen[isIntersecting ? "add" : "delete"](target);
    then();
  }, { rootMargin });
  const nearby = watch(near, "600px 0px", () => {
    near.forEach(decorate);
    if (words.length) paint();
  });
  for (const item of items) nearby.observe(item.node);

  // What is gone to stands below the toolbar, however tall that is.
  new ResizeObserver(() => {
    root.style.scrollPaddingTop = getComputedStyle(tools).position === "sticky" ? `${tools.offsetHeight + 8}px` : "";
  }).observe(tools);

  // The contents follow the top of the screen.
  let marked = null;
  const inView = new Set();
  const follow = watch(inView, "-15% 0px -80% 0px", () => {
    const best = [...inView].reduce((a, b) => a && a.compareDocumentPosition(b) & Node.DOCUMENT_POSITION_PRECEDING ? a : b, null);
    const link = best && contents.get(best.id);
    if (!link || link === marked) return;
    if (marked) marked.ariaCurrent = null;
    marked = link;
    link.ariaCurrent = true;
    const list = link.closest("nav");
    if (list.scrollHeight > list.clientHeight) list.scrollTop = link.offsetTop - list.clientHeight / 2;
  });
  for (const id of contents.keys()) if ($(id)) follow.observe($(id));

  document.dispatchEvent(new CustomEvent("prreport", { detail: {
    $, all, items, hooks, actions: ACTIONS, find, make, on, stamp, store, apply, visible: () => visible, say: words => write($("state"), words),
  } }));
  tools.hidden = false;
  if (location.hash) fromFragment(); else say(false);
});
})();
