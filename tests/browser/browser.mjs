// What every script of this folder shares: finding the tools, starting one headless
// Chromium, and opening a page while everything it tries to do is written down.
//
// The browser is CHROMIUM from the environment or /usr/bin/chromium; the packages are
// those of tests/tools (`npm ci` there). A missing one ends the script with exit code 2
// and one line on stderr, any other failure with 1, so that a caller can tell
// "cannot test here" from "the test is broken".

import { createRequire } from "node:module";
import { accessSync, constants, readFileSync, statSync } from "node:fs";
import { resolve } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { freeze } from "./inspect.mjs";

const TOOLS = fileURLToPath(new URL("../tools/", import.meta.url));
const requireTool = createRequire(new URL("../tools/package.json", import.meta.url));

/** How long a loaded page may still do something before it is judged. */
const SETTLE_MS = 250;
const LOAD_TIMEOUT_MS = 120_000;

const FLAGS = [
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
  "--disable-dev-shm-usage",
  "--force-device-scale-factor=1",
  "--hide-scrollbars",
  "--host-resolver-rules=MAP * ~NOTFOUND",
];

export class MissingTool extends Error {}

/** Loads a package of tests/tools. */
export function tool(name) {
  try {
    return requireTool(name);
  } catch (error) {
    if (error.code !== "MODULE_NOT_FOUND") throw error;
    throw new MissingTool(`npm package ${name} is not installed: run \`npm ci\` in ${TOOLS}`);
  }
}

/** The source text of a file inside a package of tests/tools. */
export function toolSource(specifier) {
  tool(specifier);
  return readFileSync(requireTool.resolve(specifier), "utf8");
}

export async function launch() {
  const { chromium } = tool("playwright-core");
  const executablePath = process.env.CHROMIUM || "/usr/bin/chromium";
  try {
    accessSync(executablePath, constants.X_OK);
  } catch {
    throw new MissingTool(
      `no browser at ${executablePath}: install Debian's package chromium, or set CHROMIUM`,
    );
  }
  return chromium.launch({ executablePath, headless: true, args: FLAGS });
}

/** The absolute path of a file that exists, or an error that names it. */
export function existingFile(path) {
  const absolute = resolve(path);
  if (!statSync(absolute, { throwIfNoEntry: false })?.isFile()) throw new Error(`no such file: ${path}`);
  return absolute;
}

/**
 * Opens FILE in a fresh context and waits until it has settled. Nothing but the file itself
 * is ever loaded: every other request is written down and refused.
 * Returns { context, page, seen } where seen holds dialogs, requests, consoleErrors and
 * cspViolations, and goes on filling while the page is open.
 */
export async function open(browser, file, options = {}) {
  const { scheme = "light", width = 1280, height = 900, javascript = true, bypassCSP = false, print = false, scale = 1 } = options;
  const context = await browser.newContext({
    viewport: { width, height },
    deviceScaleFactor: scale,
    colorScheme: scheme,
    reducedMotion: "reduce",
    javaScriptEnabled: javascript,
    bypassCSP,
    locale: "en-US",
    timezoneId: "UTC",
    serviceWorkers: "block",
  });
  const seen = { dialogs: [], requests: [], consoleErrors: [], cspViolations: [] };
  const url = pathToFileURL(file).href;
  const page = await context.newPage();
  let loaded = false;

  context.on("page", (popup) => {
    seen.dialogs.push({ type: "popup", message: popup.url() });
    popup.close().catch(() => {});
  });
  page.on("dialog", (dialog) => {
    seen.dialogs.push({ type: dialog.type(), message: dialog.message() });
    dialog.dismiss().catch(() => {});
  });
  page.on("download", (download) => seen.dialogs.push({ type: "download", message: download.url() }));
  page.on("pageerror", (error) => seen.consoleErrors.push(String(error)));
  page.on("console", (message) => {
    const text = message.text();
    if (/content.security.policy/i.test(text)) seen.cspViolations.push(text);
    else if (message.type() === "error") seen.consoleErrors.push(text);
  });
  context.on("request", (request) => {
    if (!loaded && request.isNavigationRequest() && request.url() === url) {
      loaded = true;
      return;
    }
    seen.requests.push({ type: request.resourceType(), url: request.url().slice(0, 300) });
  });

  let served = false;
  await context.route("**/*", (route, request) => {
    if (!served && request.isNavigationRequest() && request.url() === url) {
      served = true;
      return route.continue();
    }
    // 204 leaves the document where it is; an aborted navigation would replace it by an error page.
    return request.isNavigationRequest() ? route.fulfill({ status: 204 }) : route.abort("blockedbyclient");
  });

  await page.emulateMedia({ media: print ? "print" : "screen", colorScheme: scheme, reducedMotion: "reduce" });
  await page.goto(url, { waitUntil: "load", timeout: LOAD_TIMEOUT_MS });
  await page.waitForTimeout(SETTLE_MS);
  return { context, page, seen };
}

/** Opens every <details>; lays out what content-visibility: auto would skip and stops motion. */
export async function unfold(page, { details = true } = {}) {
  await page.evaluate(freeze, details);
}

/** Runs a script's main function; see the head of this file for the exit codes. */
export async function run(main) {
  try {
    await main(process.argv.slice(2));
  } catch (error) {
    process.stderr.write(`${error instanceof MissingTool ? "missing tool" : "error"}: ${error.message}\n`);
    process.exitCode = error instanceof MissingTool ? 2 : 1;
  }
}
