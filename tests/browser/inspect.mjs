// Functions that run inside the page (through page.evaluate), so each stands alone: it may
// use nothing from outside its own body. They read the DOM; only `freeze` changes it.

/** Opens details, lays out what content-visibility: auto skips, stops motion. Not blocked by a CSP. */
export function freeze(details) {
  if (details) for (const one of document.querySelectorAll("details")) one.open = true;
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(`*, *::before, *::after { animation: none !important; transition: none !important; caret-color: transparent !important }
    * { content-visibility: visible !important }`);
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
  return document.documentElement.offsetHeight;
}

/**
 * Everything in the DOM that could act: fetch, run, submit, navigate.
 * Returns { csp, found: [{ element, reason, html }], inline: [{ element, text, html }] }; the
 * inline ones are scripts and styles in a place where the page's own may stand: the
 * caller compares their hashes with the policy. An index may lead to the files beside it: `siblings`.
 */
export function liveMarkup(siblings) {
  const NEVER = new Set(
    ("applet audio base embed form frame frameset iframe img image feimage object picture portal source track video " +
      "animate animatemotion animatetransform set foreignobject").split(" "),
  );
  const FETCHES = /^(stylesheet|icon|shortcut|apple-touch-icon.*|mask-icon|manifest|preload|prefetch|modulepreload|dns-prefetch|preconnect|prerender|import|pingback)$/i;
  const FETCHING = ["src", "srcset", "srcdoc", "ping", "action", "formaction", "background", "poster", "data", "code", "codebase"];
  const inert = document.implementation.createHTMLDocument(""); // a copy in the live document would fetch again
  const found = [];
  const inline = [];
  let policy = null;

  const safeLink = (raw) => {
    if (raw.trimStart().startsWith("#")) return true;
    if (siblings && /^[\w.~%-]+\.(html|pdf|md)$/.test(raw)) return true;
    try {
      return ["http:", "https:", "mailto:"].includes(new URL(raw).protocol);
    } catch {
      return false; // relative, or no URL at all
    }
  };
  const look = (element) => {
    const name = element.localName.toLowerCase();
    const html = inert.importNode(element, false).outerHTML.slice(0, 200);
    const report = (reason) => found.push({ element: name, reason, html });
    const never = NEVER.has(name) || (name === "input" && element.type === "image");
    if (never) report("element");
    if (name === "meta" && element.hasAttribute("http-equiv")) {
      const kind = element.httpEquiv.trim().toLowerCase();
      if (kind === "content-security-policy") policy ??= element;
      else if (kind !== "content-type") report(`http-equiv ${kind}`);
    }
    if (name === "link" && (element.getAttribute("rel") ?? "").split(/\s+/).some((rel) => FETCHES.test(rel))) {
      if (!/^data:/i.test(element.getAttribute("href") ?? "") || /stylesheet/i.test(element.rel)) report("link that fetches");
    }
    if (name === "script" || name === "style") {
      const parent = element.parentNode;
      const atHome = element.namespaceURI === "http://www.w3.org/1999/xhtml" && (parent === document.head || parent === document.body);
      const isData = name === "script" && element.type === "application/json";
      if (name === "script" && (element.hasAttribute("src") || element.hasAttribute("href"))) report("src");
      else if (!atHome) report("not in head and no child of body");
      else if (!isData) {
        inline.push({ element: name, text: element.textContent, html });
        if (!policy) report("before the Content-Security-Policy");
      }
    }
    for (const { name: attribute, value } of element.attributes) {
      const key = attribute.toLowerCase();
      if (key.startsWith("on")) report(`attribute ${key}`);
      else if ((key === "href" && name !== "link") || key === "xlink:href") {
        if (!safeLink(value) || (name === "use" && !value.trim().startsWith("#"))) report(`${key} ${JSON.stringify(value.slice(0, 80))}`);
      } else if (FETCHING.includes(key) && name !== "script" && !never) report(`attribute ${key}`);
    }
  };
  const walk = (root) => {
    for (const element of root.querySelectorAll("*")) {
      look(element);
      if (element.content instanceof DocumentFragment) walk(element.content);
      if (element.shadowRoot) walk(element.shadowRoot);
    }
  };
  walk(document);
  return { csp: policy?.content ?? null, found, inline };
}

/** How far the document is wider than the viewport, and up to five elements that stick out (innermost ones). */
export function overflow() {
  const inert = document.implementation.createHTMLDocument("");
  const viewport = document.documentElement.clientWidth;
  const wide = Math.max(document.documentElement.scrollWidth, document.body?.scrollWidth ?? 0);
  const culprits = [];
  for (const element of wide > viewport ? document.body.querySelectorAll("*") : []) {
    const box = element.getBoundingClientRect();
    if (Math.max(box.right, box.left + element.scrollWidth) <= viewport + 0.5) continue;
    let parent = element;
    while (parent !== document.body && getComputedStyle(parent).overflowX === "visible") parent = parent.parentElement;
    if (parent !== document.body && parent.getBoundingClientRect().right <= viewport + 0.5) continue; // scrolls inside its own box
    if (culprits.at(-1)?.contains(element)) culprits.pop();
    if (culprits.length === 5) break;
    culprits.push(element);
  }
  return { pixels: Math.max(0, wide - viewport), culprits: culprits.map((one) => inert.importNode(one, false).outerHTML.slice(0, 120)) };
}

/**
 * Text that stands in the document but that no reader sees, as [{ hiddenBy, text }]: one entry for
 * each outermost element that hides some, at most fifty. scope "details": only what closed
 * <details> hold; "main": everything in <main> (or body).
 */
export function hiddenText(scope) {
  const inert = document.implementation.createHTMLDocument("");
  const root = (scope === "main" && document.querySelector("main")) || document.body;
  const seen = new Map();
  const visible = (element) => element.checkVisibility({ opacityProperty: true, visibilityProperty: true });
  const texts = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  while (texts.nextNode() && seen.size < 50) {
    const parent = texts.currentNode.parentElement;
    const text = texts.currentNode.data.trim();
    if (!text || parent.closest("script, style, template, noscript, option, svg title, svg desc, svg metadata")) continue;
    const closed = parent.closest("details:not([open])");
    if (scope === "details" && (!closed || parent.closest("summary")?.parentElement === closed)) continue;
    const range = document.createRange();
    range.selectNodeContents(texts.currentNode);
    const drawn = [...range.getClientRects()].some((box) => box.width > 0 && box.height > 0);
    if (drawn && visible(parent)) continue;
    let culprit = scope === "details" ? closed : parent;
    while (scope !== "details" && culprit !== root && !visible(culprit.parentElement)) culprit = culprit.parentElement;
    if (seen.has(culprit)) continue;
    seen.set(culprit, { hiddenBy: inert.importNode(culprit, false).outerHTML.slice(0, 120), text: text.slice(0, 120) });
  }
  return [...seen.values()];
}
