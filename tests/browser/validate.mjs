// Runs html-validate (configured in tests/tools/html-validate.json) over files and prints what
// it finds as one JSON object. It judges nothing.
//
//   node validate.mjs [--config FILE.json] PAGE.html...
//   -> { "version", "errors": n, "warnings": n,
//        "files": [{ "file", "findings": [{ "rule", "severity", "message", "line", "column", "selector", "excerpt" }] }] }
//
// severity is "error" or "warning"; line and column count from 1; selector may be null;
// excerpt is the source from that place on, at most 120 characters.
// Directives that a page itself carries in comments (`[html-validate-disable ...]`) have no
// effect: the page is what is under test. Exit code 0 when it ran, 2 when a tool is missing, 1 else.

import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { existingFile, run, tool } from "./browser.mjs";

const CONFIG = fileURLToPath(new URL("../tools/html-validate.json", import.meta.url));

await run(async (args) => {
  const files = [...args];
  let config = CONFIG;
  if (files[0] === "--config") [, config] = files.splice(0, 2);
  if (files.length === 0 || files.some((file) => file.startsWith("--"))) {
    throw new Error("usage: validate.mjs [--config FILE.json] PAGE.html...");
  }
  const { HtmlValidate, StaticConfigLoader, version } = tool("html-validate");
  const settings = JSON.parse(readFileSync(existingFile(config), "utf8"));
  const validator = new HtmlValidate(new StaticConfigLoader(settings));
  const answer = { version, errors: 0, warnings: 0, files: [] };
  for (const file of files.map(existingFile)) {
    const findings = await validate(validator, file);
    answer.errors += findings.filter(({ severity }) => severity === "error").length;
    answer.warnings += findings.filter(({ severity }) => severity === "warning").length;
    answer.files.push({ file, findings });
  }
  process.stdout.write(JSON.stringify(answer, null, 1) + "\n");
});

async function validate(validator, file) {
  const source = readFileSync(file, "utf8");
  const lines = source.split("\n");
  const report = await validator.validateString(disarm(source), file);
  return report.results
    .flatMap(({ messages }) => messages)
    .map(({ ruleId, severity, message, line, column, selector }) => ({
      rule: ruleId,
      severity: severity === 2 ? "error" : "warning",
      message,
      line,
      column,
      selector: selector ?? null,
      excerpt: (lines[line - 1] ?? "").slice(column - 1, column + 119),
    }));
}

/** Makes directives in comments ordinary comments, without moving anything. */
function disarm(source) {
  return source.replaceAll(/\[html-validate-/gi, (directive) => directive.replace("[", "("));
}
