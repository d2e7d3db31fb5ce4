//! Properties: what holds for every input, tried on hundreds of them.

use crate::outline::{Outline, squeezed};
use crate::page::Page;
use crate::property::config;
use crate::reports::{json_value, report};
use crate::texts::text;
use proptest::prelude::*;
use prreport::derive::{Deriving, derive, permalink::DEFAULT_HOST};
use prreport::input::{self, Loaded, Reading, Refusal, source::Source};
use prreport::invisible::reveal;
use prreport::model::{Finding, Report};
use prreport::render;
use prreport::view::{Document, Provenance};
use serde_json::{Value, json};

/// Reads and derives what can be read.
fn read(bytes: &[u8], reading: &Reading) -> Option<Loaded> {
    let source = Source::new("report.json", bytes.to_vec()).ok()?;
    let mut loaded = input::load(&source, reading).ok()?;
    let deriving = Deriving { declared: &loaded.version, stage: loaded.stage, host: DEFAULT_HOST };
    derive(&mut loaded.report, &deriving);
    Some(loaded)
}

/// Reads and derives a report that is valid.
pub fn derived(report: &Value) -> Report {
    let source = Source::new("report.json", report.to_string().into_bytes()).unwrap();
    if let Err(Refusal::Invalid(errors)) = input::load(&source, &Reading::default()) {
        panic!("the strategy makes invalid reports: {errors:#?}");
    }
    read(report.to_string().as_bytes(), &Reading::default()).expect("a valid report is read").report
}

fn with_document<T>(report: &Report, look: impl FnOnce(&Document<'_>) -> T) -> T {
    let provenance = Provenance { source: "r.json", digest: "0", migrated_from: None, host: DEFAULT_HOST, unread: &[] };
    look(&Document::new(report, provenance))
}

fn html(report: &Report) -> String {
    with_document(report, |document| render::html::render(document, &render::html::Options::default()).unwrap())
}

/// A report's Markdown document.
pub fn markdown(report: &Report) -> String {
    with_document(report, |document| render::markdown::render(document).unwrap())
}

fn findings(report: &Report) -> Vec<&Finding> {
    report.findings().map(|(_, _, finding)| finding).collect()
}

/// The same report with an id of its own for each finding.
fn with_unique_ids(mut report: Value) -> Value {
    let sections = report["findings"].as_array_mut().unwrap().iter_mut();
    let findings = sections.flat_map(|section| section["findings"].as_array_mut().unwrap());
    for (number, finding) in findings.enumerate() {
        finding["id"] = format!("SEC-{number:03}").into();
    }
    report
}

#[test]
fn deriving_twice_is_deriving_once_even_when_two_findings_share_an_id() {
    // The second SEC-001 is picked as a top finding; refreshing that entry must not take the first one for it.
    let finding = |class: &str| {
        json!({"id": "SEC-001", "title": class, "location": "a", "description": "d", "recommendation": "r",
            "likelihood": 0, "impact": 0, "relevance": 0, "merge_class": class})
    };
    let report = json!({
        "schema_version": "4.0.0",
        "metadata": {"project": "p", "date": "2026-06-12"},
        "executive_summary": {"overall_assessment": ""},
        "summary_statistics": {"total_findings": 0, "severity_counts": {}},
        "findings": [{"title": "t", "category": "security", "findings": [finding("non_blocking"), finding("blocking")]}],
    });
    let once = serde_json::to_value(derived(&report)).unwrap();
    let twice = serde_json::to_value(derived(&once)).unwrap();
    assert_eq!(once["top_findings"], twice["top_findings"]);
}

/// Letters and digits alone: what a reader reads, whatever stands around it.
fn letters(text: &str) -> String {
    text.chars().filter(|c| c.is_alphanumeric()).collect()
}

/// Whether the bytes of `part` stand in `whole` in order.
fn is_subsequence(part: &str, whole: &str) -> bool {
    let mut bytes = whole.bytes();
    part.bytes().all(|wanted| bytes.any(|byte| byte == wanted))
}

proptest! {
    #![proptest_config(config(384))]

    #[test]
    fn no_bytes_at_all_make_it_panic(bytes in prop::collection::vec(any::<u8>(), 0..200), start in "[\\[\\{\" ]{0,3}") {
        let bytes = [start.as_bytes(), &bytes].concat();
        for lenient in [false, true] {
            if let Some(loaded) = read(&bytes, &Reading { lenient, ..Reading::default() }) {
                let _ = (html(&loaded.report), markdown(&loaded.report));
            }
        }
    }

    #[test]
    fn no_json_at_all_makes_it_panic_and_what_is_read_renders_safely(value in json_value(), framed in any::<bool>()) {
        let mut value = value;
        if framed && let Some(object) = value.as_object_mut() {
            object.insert("schema_version".into(), "3.2.0".into());
        }
        let bytes = value.to_string().into_bytes();
        for lenient in [false, true] {
            if let Some(loaded) = read(&bytes, &Reading { lenient, ..Reading::default() }) {
                prop_assert_eq!(Page::parse(&html(&loaded.report)).faults(), Vec::<String>::new());
                prop_assert_eq!(Outline::of(&markdown(&loaded.report)).faults, Vec::<String>::new());
            }
        }
    }
}

proptest! {
    #![proptest_config(config(160))]

    #[test]
    fn deriving_twice_is_deriving_once_and_the_bytes_are_the_same(report in report()) {
        let once = derived(&with_unique_ids(report));
        let bytes = render::json::render(&once).unwrap();
        let twice = derived(&serde_json::from_str(&bytes).unwrap());
        prop_assert_eq!(&bytes, &render::json::render(&twice).unwrap());
        prop_assert_eq!(html(&once), html(&twice));
        prop_assert_eq!(markdown(&once), markdown(&twice));
    }

    #[test]
    fn deriving_drops_nothing(report in report()) {
        let derived = serde_json::to_value(derived(&report)).unwrap();
        for (before, after) in ["metadata", "executive_summary", "dependencies", "agent_stats", "remediation", "triage"]
            .map(|key| (&report[key], &derived[key]))
            .into_iter()
            .filter(|(before, _)| !before.is_null())
        {
            prop_assert_eq!(before, after);
        }
        let flat = |report: &Value| {
            let sections = report["findings"].as_array().unwrap().iter();
            sections.flat_map(|section| section["findings"].as_array().unwrap().clone()).collect::<Vec<_>>()
        };
        let base = ["/metadata/repository/owner", "/metadata/repository/repo", "/metadata/commit"]
            .map(|fact| report.pointer(fact).and_then(Value::as_str))
            .into_iter()
            .collect::<Option<Vec<_>>>()
            .map(|facts| format!("/blob/{}/", facts[2]));
        let (before, after) = (flat(&report), flat(&derived));
        prop_assert_eq!(before.len(), after.len());
        for (mut before, mut after) in before.into_iter().zip(after) {
            for key in ["severity", "overall_severity"] {
                prop_assert!(after.as_object_mut().unwrap().remove(key).is_some());
            }
            let [given, set] = [&mut before, &mut after].map(|f| f.as_object_mut().unwrap().remove("location_permalink"));
            if given != set {
                let set = set.as_ref().and_then(Value::as_str);
                prop_assert!(set.is_some_and(|set| base.as_ref().is_some_and(|base| set.contains(base.as_str()))), "{:?}", set);
            }
            prop_assert_eq!(before, after);
        }
    }

    #[test]
    fn a_page_holds_no_markup_of_its_texts(report in report()) {
        let report = derived(&report);
        let page = Page::parse(&html(&report));
        prop_assert_eq!(page.faults(), Vec::<String>::new());
        prop_assert_eq!(page.named("article").count(), findings(&report).len());
    }

    #[test]
    fn a_page_shows_every_plain_text_of_a_finding(report in report()) {
        let report = derived(&report);
        let page = Page::parse(&html(&report));
        for (article, finding) in page.named("article").zip(findings(&report)) {
            let shown = letters(&article.text);
            let mut texts = vec![&finding.id, &finding.title, &finding.location];
            texts.extend(finding.tags());
            texts.extend([&finding.reviewer, &finding.thread_id].into_iter().flatten());
            for snippet in finding.code_snippets() {
                texts.push(&snippet.content);
                texts.extend([&snippet.language, &snippet.caption].into_iter().flatten());
            }
            for text in texts.into_iter().filter(|text| !text.trim().is_empty()) {
                prop_assert!(shown.contains(&letters(&reveal(text))), "{:?} is not in {:?}", text, article.text);
            }
        }
        // U+E000 and U+E001 belong to nobody, and the page uses them for itself.
        let private = |text: &str| squeezed(&text.replace(['\u{e000}', '\u{e001}'], "\u{fffd}"));
        let headings: Vec<String> = page.named("h3").map(|h3| private(&h3.text)).collect();
        for finding in findings(&report) {
            prop_assert!(headings.contains(&private(&reveal(&finding.title))), "{:?}: {:?}", finding.title, headings);
        }
    }

    #[test]
    fn a_markdown_document_keeps_its_outline(report in report()) {
        let report = derived(&report);
        let markdown = markdown(&report);
        prop_assert_eq!(Outline::of(&markdown).faults_for(&report), Vec::<String>::new(), "{}", markdown);
    }

    #[test]
    fn every_byte_of_a_verbatim_field_is_in_the_markdown_in_order(report in report()) {
        let report = derived(&report);
        let markdown = markdown(&report);
        let parts: Vec<&str> = markdown.split("\n<a id=\"").collect();
        let head = parts[0];
        for text in [&report.executive_summary.verdict_text, &report.executive_summary.summary_text].into_iter().flatten() {
            prop_assert!(is_subsequence(text.trim_end(), head), "{:?} in\n{}", text, head);
        }
        prop_assert_eq!(parts.len() - 1, findings(&report).len());
        for (finding, part) in findings(&report).into_iter().zip(&parts[1..]) {
            let assessment = finding.ai_assessment.as_ref();
            let fields = [Some(&finding.description), finding.impact_description.as_ref(), Some(&finding.recommendation)];
            let snippets = finding.code_snippets().iter().map(|snippet| &snippet.content);
            let texts: Vec<&String> = fields.into_iter().flatten().chain(snippets).chain(assessment).collect();
            let all = texts.iter().map(|text| text.trim_end()).collect::<Vec<_>>().concat();
            prop_assert!(is_subsequence(&all, part), "{:?} in\n{}", texts, part);
        }
    }
}

proptest! {
    #![proptest_config(config(1024))]

    #[test]
    fn a_markdown_text_becomes_safe_html(text in text()) {
        let fragment = prreport::markdown::Html::from_markdown(&text, 4, prreport::highlight::Highlighting::On).0;
        let page = format!(
            "<!doctype html><html><head><title>t</title><style></style></head><body><nav></nav><main><h1>t</h1>{fragment}</main><footer></footer></body></html>"
        );
        prop_assert_eq!(Page::parse(&page).faults(), Vec::<String>::new(), "{}", fragment);
    }

    #[test]
    fn a_contained_text_changes_nothing_behind_it(text in text()) {
        let contained = prreport::markdown::contain(&text, 4).text.into_owned();
        prop_assert!(is_subsequence(text.trim_end_matches(['\n', '\r']), &contained));
        let outline = Outline::of(&format!("# Before\n\n{contained}\n\n# After\n\nEnd."));
        prop_assert_eq!(&outline.faults, &Vec::<String>::new(), "{}", contained);
        prop_assert_eq!(outline.of_level(1), ["Before", "After"], "{}", contained);
    }
}
