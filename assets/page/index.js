(() => {
"use strict";
// The table is whole without this, in the order the reports were given.
const root = document.documentElement;
// A page opened from disk may be refused its storage.
const store = {
  get(key) { try { return localStorage.getItem(key) } catch { return null } },
  set(key, value) { try { localStorage.setItem(key, value) } catch { /* the choice lasts as long as the page */ } },
};
const setTheme = theme => theme ? (root.dataset.theme = theme) : delete root.dataset.theme;
// In the head, so that the first paint has the right colours already.
setTheme(store.get("prreport-theme"));

document.addEventListener("DOMContentLoaded", () => {
  const theme = document.getElementById("theme"), table = document.getElementById("reports"), body = table.tBodies[0];
  theme.value = root.dataset.theme || "";
  theme.parentNode.hidden = false;
  theme.addEventListener("change", () => { setTheme(theme.value); store.set("prreport-theme", theme.value) });

  const heads = [...table.tHead.rows[0].cells], rows = [...body.rows];
  const collator = new Intl.Collator(root.lang || "en", { numeric: true });
  // What has no figures has no cell for them, and no key.
  const key = (row, at) => { const cell = row.cells[at]; return !cell || cell.colSpan > 1 ? "" : (cell.dataset.key ?? cell.textContent.trim()) };

  /** Rows without a key stand last in both directions; equal ones keep the order they were given in. */
  function sort(name, direction) {
    const at = heads.findIndex(head => head.dataset.sort === name);
    const turn = direction === "descending" ? -1 : 1;
    const keys = new Map(rows.map(row => [row, at < 0 ? "" : key(row, at)]));
    const sorted = [...rows].sort((a, b) => {
      const x = keys.get(a), y = keys.get(b);
      return x && y ? turn * collator.compare(x, y) : Number(!x) - Number(!y);
    });
    body.append(...sorted);
    heads.forEach((head, i) => { if (i === at) head.setAttribute("aria-sort", direction); else head.removeAttribute("aria-sort") });
  }

  for (const head of heads) {
    const button = document.createElement("button");
    button.type = "button";
    button.append(...head.childNodes);
    head.append(button);
    button.addEventListener("click", () => {
      const other = { ascending: "descending", descending: "ascending" };
      const direction = other[head.getAttribute("aria-sort")] || head.dataset.first || "ascending";
      sort(head.dataset.sort, direction);
      // The order is in the address, so that it can be sent.
      try { history.replaceState(null, "", `#sort=${head.dataset.sort}&order=${direction}`) } catch { /* a browser that limits it */ }
    });
  }
  table.classList.add("sortable");

  function fromFragment() {
    if (!location.hash.includes("=")) return;
    const fields = new URLSearchParams(location.hash.slice(1));
    sort(fields.get("sort"), fields.get("order") === "descending" ? "descending" : "ascending");
  }
  addEventListener("hashchange", fromFragment);
  fromFragment();
});
})();
