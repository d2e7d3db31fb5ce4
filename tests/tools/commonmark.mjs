// Reads a Markdown file with the reference CommonMark parser and prints its structure as JSON,
// so that a test can say what a reader's program will make of it: where headings stand, what
// is inside what, which HTML is live, where links lead.
//
//   node commonmark.mjs FILE.md|-
//   -> { "blocks": [block...], "links": [link...], "html": [html...] }
//
// block  { type, depth, within, line, endLine } in document order. `within` names the containers
//        from the outside in ("block_quote", "list", "item"; the outermost 32), depth is how
//        many there are; a top-level block has depth 0. Types: heading, paragraph, code_block, html_block, thematic_break,
//        block_quote, list, item. Also
//          heading, paragraph   text (what is read: code spans and image alts are in it, HTML is
//                               not, a line break is "\n"), links, html; heading: level
//          code_block           literal, info, fenced
//          html_block           literal, tags
//          list                 list ("bullet" or "ordered"), start (null for bullets), tight
// link   { kind: "link" | "image", destination, scheme, title, text, line }; scheme is "https",
//        "mailto", ... in lower case, "#" inside the document, "relative" otherwise
// html   { kind: "html_block" | "html_inline", literal, tags, line }; tags are the names in it,
//        lower case ("/details" for an end tag, "!--" for a comment)
// links and html at the top list all of the document; lines count from 1 and are those of the
// block. GFM extras (tables, strikethrough, bare addresses) are plain text to this parser.
// Exit code 0 when it ran, 2 when the package is missing, 1 for anything else.

import { readFileSync } from "node:fs";
import { createRequire } from "node:module";

const CONTAINERS = new Set(["document", "block_quote", "list", "item"]);
const LEAVES = new Set(["heading", "paragraph", "code_block", "html_block", "thematic_break"]);

function main([path, ...rest]) {
  if (!path || rest.length > 0) return fail(1, "usage: commonmark.mjs FILE.md|-");
  let commonmark;
  try {
    commonmark = createRequire(import.meta.url)("commonmark");
  } catch {
    return fail(2, "missing tool: npm package commonmark is not installed: run `npm ci` in tests/tools");
  }
  let source;
  try {
    source = readFileSync(path === "-" ? 0 : path, "utf8");
  } catch (error) {
    return fail(1, `error: ${error.message}`);
  }
  const tree = new commonmark.Parser().parse(source);
  process.stdout.write(JSON.stringify(describe(tree), null, 1) + "\n");
}

/** Walks the tree without recursion: a hostile document may be nested very deep. */
function describe(tree) {
  const answer = { blocks: [], links: [], html: [] };
  const within = [];
  let block = null; // the block that inlines belong to
  const open = []; // links and images whose end has not come
  const walker = tree.walker();
  for (let event = walker.next(); event; event = walker.next()) {
    const { entering, node } = event;
    if (node.type === "document") continue;
    if (CONTAINERS.has(node.type) || LEAVES.has(node.type)) {
      if (!entering) {
        if (CONTAINERS.has(node.type)) within.pop();
        continue;
      }
      block = blockOf(node, within);
      answer.blocks.push(block);
      if (node.type === "html_block") answer.html.push(htmlOf(node, block.line));
      if (CONTAINERS.has(node.type)) within.push(node.type);
    } else if (node.type === "link" || node.type === "image") {
      if (!entering) {
        open.pop();
        continue;
      }
      const link = { kind: node.type, destination: node.destination, scheme: schemeOf(node.destination), title: node.title, text: "", line: block.line };
      open.push(link);
      block.links.push(link);
      answer.links.push(link);
    } else if (node.type === "html_inline") {
      const html = htmlOf(node, block.line);
      block.html.push(html);
      answer.html.push(html);
    } else {
      const text = node.type === "softbreak" || node.type === "linebreak" ? "\n" : (node.literal ?? "");
      block.text += text;
      for (const link of open) link.text += text;
    }
  }
  return answer;
}

function blockOf(node, within) {
  const [[line], [endLine]] = node.sourcepos;
  const block = { type: node.type, depth: within.length, within: within.slice(0, 32), line, endLine };
  switch (node.type) {
    case "heading":
      return { ...block, level: node.level, text: "", links: [], html: [] };
    case "paragraph":
      return { ...block, text: "", links: [], html: [] };
    case "code_block":
      return { ...block, literal: node.literal, info: node.info ?? "", fenced: Boolean(node._isFenced) };
    case "html_block":
      return { ...block, literal: node.literal, tags: tagsOf(node.literal) };
    case "list":
      return { ...block, list: node.listType, start: node.listStart ?? null, tight: node.listTight };
    default:
      return block;
  }
}

function htmlOf(node, line) {
  return { kind: node.type, literal: node.literal, tags: tagsOf(node.literal), line };
}

function tagsOf(html) {
  return [...html.matchAll(/<(!--|!|\?|\/?[a-z][^\s/>]*)/gi)].map(([, name]) => name.toLowerCase());
}

/** As a browser reads it: control characters and white space inside a scheme do not count. */
function schemeOf(destination) {
  let url = destination;
  try {
    url = decodeURIComponent(destination);
  } catch {
    // not percent-encoded text: judge it as it stands
  }
  url = url.replace(/^[\u0000-\u0020]+/, "").replace(/[\t\n\r]/g, "");
  if (url.startsWith("#")) return "#";
  return /^([a-z][a-z0-9+.-]*):/i.exec(url)?.[1].toLowerCase() ?? "relative";
}

function fail(code, message) {
  process.stderr.write(`${message}\n`);
  process.exitCode = code;
}

main(process.argv.slice(2));
