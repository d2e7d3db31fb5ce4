//! Pages in a real browser: what a reader, a screen reader and an attacker find on them.

use crate::outline::squeezed;
use crate::support::{Desk, input, node, prreport, samples};
use prreport::invisible::reveal;
use serde_json::{Value, json};
use std::path::{Path, PathBuf};

/// Renders pages into a folder.
fn pages(desk: &Desk, reports: impl IntoIterator<Item = PathBuf>) -> Vec<PathBuf> {
    let render = |(at, report): (usize, PathBuf)| {
        let folder = report.parent().unwrap().file_name().unwrap().to_string_lossy().into_owned();
        let page = desk.folder().join(format!("{at}-{folder}-{}.html", report.file_stem().unwrap().to_string_lossy()));
        let html = format!("--html={}", page.display());
        prreport(["render".as_ref(), report.as_os_str(), html.as_ref()]).run().expect(0);
        page
    };
    reports.into_iter().enumerate().map(render).collect()
}

fn all(desk: &Desk) -> Vec<PathBuf> {
    pages(desk, samples().into_iter().chain(["hostile", "unicode", "layout", "review-v3"].map(input)))
}

/// What a reader can read on a page.
fn read(page: &Path, options: &[&str]) -> Value {
    node("browser/text.mjs", options.iter().map(AsRef::as_ref).chain([page.as_os_str()]))
}

#[test]
fn every_page_is_accessible_quiet_and_whole() {
    let desk = Desk::new();
    let faults = faults(&node("browser/check.mjs", all(&desk)));
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

/// What `check.mjs` has found that no page may have.
pub fn faults(answer: &Value) -> Vec<String> {
    let mut faults = Vec::new();
    for pass in answer["pages"].as_array().unwrap() {
        let which = format!("{} {} {} {}", pass["file"], pass["scheme"], pass["width"], pass["media"]);
        for kind in [
            "violations",
            "dialogs",
            "requests",
            "consoleErrors",
            "cspViolations",
            "liveMarkup",
            "overflowing",
            "hiddenText",
        ] {
            for fault in pass[kind].as_array().unwrap() {
                faults.push(format!("{which}: {kind}: {fault:#}"));
            }
        }
        if pass["horizontalOverflow"] != 0 {
            faults.push(format!("{which}: {} px wider than the window", pass["horizontalOverflow"]));
        }
        if pass["media"] == "print" && pass["background"] != "rgb(255, 255, 255)" {
            faults.push(format!("{which}: printed on {}", pass["background"]));
        }
    }
    faults
}

#[test]
fn every_page_is_valid_html() {
    let desk = Desk::new();
    let answer = node("browser/validate.mjs", all(&desk));
    assert_eq!(answer["errors"], 0, "{:#}", answer["files"]);
}

#[test]
fn a_script_that_gets_into_a_page_does_not_run() {
    let desk = Desk::new();
    let page = pages(&desk, [input("hostile")]).remove(0);
    let answer = node("browser/check.mjs", ["--inject".as_ref(), page.as_os_str()]);
    assert_eq!((&answer["control"], &answer["ran"]), (&json!(true), &json!(false)), "{answer:#}");
}

/// Every text of a report that a reader should find, with whether it is Markdown.
fn texts(value: &Value, key: &str, out: &mut Vec<(String, bool)>) {
    const MARKDOWN: [&str; 6] =
        ["description", "impact_description", "recommendation", "ai_assessment", "summary_text", "verdict_text"];
    match value {
        Value::String(text) if !matches!(key, "schema_version" | "category") => {
            out.push((text.clone(), MARKDOWN.contains(&key)));
        }
        Value::Array(items) => items.iter().for_each(|item| texts(item, key, out)),
        Value::Object(map) => map.iter().for_each(|(key, value)| texts(value, key, out)),
        _ => {}
    }
}

/// Control characters as the page shows them in running text; what orders text stays there.
fn shown_in_body(text: &str) -> String {
    let shown = text.chars().map(|c| {
        if c.is_ascii_control() && c != '\n' && c != '\t' { reveal(&c.to_string()).into_owned() } else { c.into() }
    });
    shown.collect()
}

/// The words of a Markdown text that come out as words: not those that only steer it.
fn words(markdown: &str) -> Vec<String> {
    let steering = |line: &&str| line.starts_with("```") || line.starts_with("[ref]:");
    let lines: Vec<&str> = markdown.lines().filter(|line| !steering(line)).collect();
    let text = shown_in_body(&lines.join("\n"));
    text.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty()).map(str::to_owned).collect()
}

#[test]
fn every_text_of_the_hostile_report_can_be_read() {
    let desk = Desk::new();
    let page = pages(&desk, [input("hostile")]).remove(0);
    let report: Value = serde_json::from_slice(&std::fs::read(input("hostile")).unwrap()).unwrap();
    let mut wanted = Vec::new();
    texts(&report, "", &mut wanted);
    assert!(wanted.len() > 50);
    for options in [&[][..], &["--no-js"], &["--print"]] {
        let read = read(&page, options);
        let text = squeezed(read.as_str().unwrap());
        for (wanted, is_markdown) in &wanted {
            if *is_markdown {
                let mut rest = text.as_str();
                for word in words(wanted) {
                    let at = rest.find(&word).unwrap_or_else(|| panic!("{word:?} of {wanted:?} can't be read"));
                    rest = &rest[at + word.len()..];
                }
            } else {
                assert!(text.contains(&squeezed(&reveal(wanted))), "{wanted:?} can't be read {options:?}");
            }
        }
        for sign in ["U+202E", "U+001B", "U+0007", "U+0000"] {
            assert!(text.contains(sign), "{sign}");
        }
    }
    let title = read(&page, &["--title"]);
    assert_eq!(title["title"], "</script><script>alert(13)</script> · Code review");
}

#[test]
fn every_script_of_the_unicode_report_can_be_read() {
    let desk = Desk::new();
    let page = pages(&desk, [input("unicode")]).remove(0);
    let text = read(&page, &[]);
    let report: Value = serde_json::from_slice(&std::fs::read(input("unicode")).unwrap()).unwrap();
    let finding = &report["findings"][0]["findings"][0];
    for key in ["title", "location", "description", "recommendation"] {
        for line in finding[key].as_str().unwrap().lines().filter(|line| !line.is_empty()) {
            assert!(text.as_str().unwrap().contains(line), "{line}");
        }
    }
}
