//! What is known to be true of the inputs of `tests/cases/inputs`, said in code so that no accepted golden can undo it.

use crate::support::{input, prreport, run};
use serde_json::{Value, json};

/// The derived report of an input.
fn derived(name: &str) -> Value {
    run(["derive".as_ref(), input(name).as_os_str()]).expect(0).json()
}

/// The verdict of `validate --json` on an input.
fn verdict(name: &str, code: i32) -> Value {
    run(["validate".as_ref(), input(name).as_os_str(), "--json".as_ref()]).expect(code).json()
}

fn finding<'r>(report: &'r Value, id: &str) -> &'r Value {
    let sections = report["findings"].as_array().unwrap();
    let mut findings = sections.iter().flat_map(|section| section["findings"].as_array().unwrap());
    findings.find(|finding| finding["id"] == id).unwrap_or_else(|| panic!("{id} is gone"))
}

/// Code, path, line and column of each problem of one kind.
fn places(verdict: &Value, kind: &str) -> Vec<(String, String, u64, u64)> {
    let text = |problem: &Value, key: &str| problem[key].as_str().unwrap().to_owned();
    let number = |problem: &Value, key: &str| problem[key].as_u64().unwrap_or_else(|| panic!("no {key} in {problem}"));
    let problems = verdict[kind].as_array().unwrap().iter();
    problems.map(|p| (text(p, "code"), text(p, "path"), number(p, "line"), number(p, "column"))).collect()
}

fn owned(places: &[(&str, &str, u64, u64)]) -> Vec<(String, String, u64, u64)> {
    places.iter().map(|(code, path, line, column)| ((*code).into(), (*path).into(), *line, *column)).collect()
}

#[test]
fn the_full_report_gets_its_severities_permalinks_and_redundancy() {
    let report = derived("review-v4");
    for (id, overall, severity) in [
        ("SEC-001", 0.95, 5),
        ("SEC-002", 0.45, 3),
        ("RUST-001", 0.7, 4),
        ("RUST-002", 0.2, 2),
        ("PPM-001", 0.55, 3),
        ("CMT-001", 0.0, 1),
    ] {
        let finding = finding(&report, id);
        assert_eq!((&finding["overall_severity"], &finding["severity"]), (&json!(overall), &json!(severity)), "{id}");
    }
    let permalink = finding(&report, "RUST-001")["location_permalink"].as_str().unwrap();
    assert!(permalink.ends_with("/src/retry/backoff.rs#L12-L19"), "{permalink}");
    assert_eq!(finding(&report, "PPM-001").get("location_permalink"), None);
    assert_eq!(report["summary_statistics"]["redundancy_ratio"], "38%");
    assert_eq!(report["summary_statistics"]["total_findings"], 6);
    let counts = json!({"CRITICAL": 1, "HIGH": 1, "MEDIUM": 2, "LOW": 1, "INFO": 1});
    assert_eq!(report["summary_statistics"]["severity_counts"], counts);
}

#[test]
fn the_v3_report_is_valid_after_three_findings_were_migrated() {
    let verdict = verdict("review-v3", 0);
    assert_eq!(verdict["ok"], true);
    let message = verdict["warnings"][0]["message"].as_str().unwrap();
    for part in ["3 findings were migrated", "need a re-rate", "1 floored to informational: SEC-002", "SEC-003"] {
        assert!(message.contains(part), "{message}");
    }
    let report = derived("review-v3");
    let ratings = |id: &str| {
        let finding = finding(&report, id);
        ["likelihood", "relevance", "overall_severity", "severity"].map(|key| finding[key].to_string())
    };
    assert_eq!(ratings("SEC-001"), ["0.9", "0.5", "0.9", "5"]);
    assert_eq!(ratings("SEC-002"), ["0.0", "0.0", "0.0", "1"]);
    assert_eq!(ratings("SEC-003"), ["0.8", "0.1", "0.7", "4"]);
    assert_eq!(report["schema_version"], "4.0.0");
    for id in ["SEC-001", "SEC-002", "SEC-003"] {
        assert!(finding(&report, id)["tags"].as_array().unwrap().contains(&json!("re-rate-required")), "{id}");
    }
}

#[test]
fn the_v2_report_is_refused_with_the_remedy() {
    let run = run(["validate".as_ref(), input("review-v2").as_os_str()]).expect(1);
    run.says(&["2.0.0", "4.0.0", "3.0.0, 3.1.0 and 3.2.0", "run the producer again"]);
}

#[test]
fn seven_errors_are_seven_and_each_says_where_and_how_to_mend_it() {
    let verdict = verdict("invalid-seven-errors", 1);
    let expected = owned(&[
        ("bad-date", "/metadata/date", 5, 13),
        ("bad-commit", "/metadata/commit", 7, 15),
        ("unknown-value", "/findings/0/category", 31, 19),
        ("wrong-type", "/findings/0/findings/0/likelihood", 36, 25),
        ("unknown-key", "/findings/0/findings/0/mergeclass", 60, 11),
        ("missing-key", "/findings/0/findings/1", 62, 9),
        ("out-of-range", "/findings/0/findings/1/impact", 65, 21),
    ]);
    assert_eq!(places(&verdict, "errors"), expected);
    let hints: Vec<&str> = verdict["errors"].as_array().unwrap().iter().map(|e| e["hint"].as_str().unwrap()).collect();
    for (at, word) in [
        (0, "YYYY-MM-DD"),
        (1, "40 hex digits"),
        (2, "did you mean `security`?"),
        (3, "0.9 without the quotes"),
        (4, "did you mean `merge_class`?"),
        (5, "\"recommendation\""),
        (6, "from 0 to 1"),
    ] {
        assert!(hints[at].contains(word), "{word}: {}", hints[at]);
    }
    assert_eq!((&verdict["ok"], &verdict["count"], &verdict["warnings"]), (&json!(false), &json!(0), &json!([])));
}

#[test]
fn what_is_no_json_is_told_by_line_and_column() {
    let truncated = verdict("invalid-truncated", 2);
    assert_eq!(places(&truncated, "errors"), owned(&[("json-syntax", "", 36, 29)]));
    let nan = verdict("invalid-nan", 2);
    assert_eq!(places(&nan, "errors"), owned(&[("json-syntax", "", 36, 25)]));
}

#[test]
fn every_encoding_reads_as_plain_utf8() {
    let bytes = std::fs::read(input("encoding-utf8-bom")).unwrap();
    let plain = bytes.strip_prefix(b"\xef\xbb\xbf").expect("the input has its byte order mark");
    let expected = prreport(["derive", "-"]).reading(plain).run().expect(0);
    for name in ["encoding-utf8-bom", "encoding-utf16le-bom"] {
        assert_eq!(derived(name), expected.json(), "{name}");
    }
}

#[test]
fn hostile_unicode_and_layout_are_valid() {
    for (name, count) in [("hostile", 9), ("unicode", 1), ("layout", 4)] {
        let verdict = verdict(name, 0);
        assert_eq!((&verdict["ok"], &verdict["count"]), (&json!(true), &json!(count)), "{name}");
    }
}

#[test]
fn a_producer_that_oversteps_is_warned_of_five_keys() {
    let verdict = verdict("producer-oversteps", 0);
    let expected = owned(&[
        ("producer-key", "/0/findings/0/severity", 15, 9),
        ("producer-key", "/0/findings/0/overall_severity", 16, 9),
        ("producer-key", "/0/findings/0/location_permalink", 17, 9),
        ("producer-key", "/0/findings/0/merge_class", 18, 9),
        ("producer-key", "/0/findings/0/ai_verdict", 19, 9),
    ]);
    assert_eq!(places(&verdict, "warnings"), expected);
    let path = input("producer-oversteps");
    let denied = run(["validate".as_ref(), path.as_os_str(), "--deny-warnings".as_ref(), "--json".as_ref()]).expect(1);
    assert_eq!(denied.json()["ok"], false);
    for name in ["producer-quality", "producer-security"] {
        assert_eq!(self::verdict(name, 0)["warnings"], json!([]), "{name}");
    }
}

#[test]
fn a_text_that_must_stand_is_not_to_be_left_out() {
    let path = crate::support::root().join("tests/cases/rules/null-where-text-must-stand/input.json");
    let verdict = run(["validate".as_ref(), path.as_os_str(), "--json".as_ref()]).expect(1).json();
    for error in verdict["errors"].as_array().unwrap() {
        assert!(!error["hint"].as_str().unwrap().contains("leave the key out"), "{error}");
    }
}
