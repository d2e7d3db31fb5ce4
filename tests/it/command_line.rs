//! The command line: exit codes, gates, what warnings do, and the options that fill what a report leaves open.

use crate::support::{Desk, REPORT, input, root, run};
use serde_json::{Value, json};

/// A desk with one of the inputs on it.
fn desk(name: &str) -> Desk {
    Desk::with(&std::fs::read(input(name)).unwrap())
}

fn sample(name: &str) -> Desk {
    Desk::with(&std::fs::read(root().join("samples").join(name)).unwrap())
}

/// The metadata that a run of `derive` writes.
fn metadata(desk: &Desk, options: &[&str]) -> Value {
    desk.run(&[&["derive", REPORT], options].concat()).expect(0).json()["metadata"].take()
}

#[test]
fn each_exit_code_means_one_thing() {
    for (arguments, code) in [
        (&["render", REPORT, "--md=-"][..], 0),
        (&["validate", REPORT], 0),
        (&["derive", REPORT], 0),
        (&["schema", "report"], 0),
        (&["--help"], 0),
        (&["render", "--help"], 0),
        (&["--version"], 0),
        (&[], 2),
        (&["render"], 2),
        (&["paint", REPORT], 2),
        (&["render", REPORT, "--pink"], 2),
        (&["render", REPORT, "--fail-on", "soon"], 2),
        (&["render", REPORT, "--max-errors", "many"], 2),
        (&["render", REPORT, "--host", "https://a/b"], 2),
        (&["validate"], 2),
        (&["validate", REPORT, "--stage", "council"], 2),
        (&["schema", "nothing"], 2),
        (&["render", "missing.json"], 2),
        (&["render", REPORT, "--fail-on", "medium"], 3),
    ] {
        let run = Desk::new().run(arguments).expect(code);
        assert_eq!(run.code == 2, !run.err.is_empty() && run.out.is_empty(), "{arguments:?}: {}", run.err);
    }
    for (name, code) in [("review-v4", 0), ("review-v2", 1), ("invalid-seven-errors", 1), ("invalid-nan", 2)] {
        for command in ["validate", "derive", "render"] {
            desk(name).run(&[command, REPORT]).expect(code);
        }
    }
}

#[test]
fn the_worst_of_several_files_decides() {
    let desk = desk("review-v2");
    desk.put("broken.json", "{");
    desk.put("good.json", std::fs::read(root().join("samples/minimal.json")).unwrap());
    for (files, code, summary) in [
        (&["good.json"][..], 0, None),
        (&["good.json", "good.json"], 0, Some("all 2 files are valid")),
        (&["good.json", REPORT], 1, Some("1 of 2 files is not valid")),
        (&["broken.json", REPORT, "good.json"], 2, Some("2 of 3 files are not valid")),
        (&[REPORT, "broken.json"], 2, Some("2 of 2 files are not valid")),
        (&["missing.json", REPORT], 2, Some("2 of 2 files are not valid")),
    ] {
        let arguments = [&["validate"], files].concat();
        let said = desk.run(&arguments).expect(code);
        let lines: Vec<&str> = said.text().lines().collect();
        assert_eq!(lines.len(), files.len() + usize::from(summary.is_some()), "a line a file: {lines:?}");
        assert!(files.iter().zip(&lines).all(|(file, line)| line.starts_with(&format!("{file}: "))), "{lines:?}");
        assert!(summary.is_none_or(|summary| lines.last() == Some(&summary)), "{lines:?}");
        let verdicts = desk.run(&[&arguments[..], &["--json"]].concat()).expect(code).json();
        if let [_, _, ..] = files {
            let names: Vec<&str> = verdicts.as_array().unwrap().iter().map(|v| v["file"].as_str().unwrap()).collect();
            assert_eq!(names, files);
        } else {
            assert_eq!(verdicts.get("file"), None, "one file is one object without a name");
        }
    }
}

#[test]
fn a_file_that_is_missing_does_not_silence_the_others() {
    let run = desk("review-v2").run(&["validate", "missing.json", REPORT]).expect(2);
    run.says(&["missing.json", "no such file", "reports of version 2.0.0"]);
}

#[test]
fn a_folder_stands_for_the_reports_in_it_only_where_several_are_read() {
    let desk = Desk::new();
    std::fs::create_dir_all(desk.folder().join("here/below")).unwrap();
    desk.run(&["validate", "here"]).expect(2).says(&["can't read here", "no *.json file"]);
    desk.run(&["render", "here", "--md", "-o", "out"]).expect(2).says(&["can't read here", "no *.json file"]);
    desk.run(&["derive", "here"]).expect(2).says(&["can't read here", "it is a folder; name a file in it"]);
    desk.put("here/b.json", "[]");
    desk.put("here/below/a.json", "[]");
    desk.put("here/notes.txt", "no report");
    let said = desk.run(&["validate", "here"]).expect(0);
    let lines: Vec<&str> = said.text().lines().filter_map(|line| line.split(':').next()).collect();
    assert_eq!(lines, ["here/b.json", "here/below/a.json", "all 2 files are valid"]);
}

#[test]
fn fail_on_trips_at_or_above_its_level_after_writing() {
    // review.json has 2 critical, 4 high, 6 medium, 4 low, 2 info and 4 blocking findings.
    for (level, count) in [("critical", 2), ("high", 6), ("medium", 12), ("low", 16), ("blocking", 4)] {
        let desk = sample("review.json");
        let run = desk.run(&["render", REPORT, "--md", "--fail-on", level]).expect(3);
        run.says(&[&format!("gate: {count} findings are {level}"), "wrote report.md"]);
        assert!(desk.get("report.md").starts_with("# "));
    }
    // minimal.json has one finding, and it is medium.
    for (level, code) in [("critical", 0), ("high", 0), ("medium", 3), ("low", 3), ("blocking", 0)] {
        Desk::new().run(&["render", REPORT, "--fail-on", level]).expect(code);
    }
    desk("invalid-seven-errors").run(&["render", REPORT, "--fail-on", "low"]).expect(1);
}

#[test]
fn warnings_count_only_when_they_are_denied_and_not_allowed() {
    let v3 = desk("review-v3");
    for command in ["validate", "derive", "render"] {
        let with = |options: &[&str]| v3.run(&[&[command, REPORT], options].concat());
        with(&[]).expect(0).says(&["warning[migrated]"]);
        with(&["--deny-warnings"]).expect(1).says(&["warning[migrated]"]);
        let allowed = with(&["--deny-warnings", "--allow", "migrated"]).expect(0);
        assert!(!allowed.err.contains("warning"), "{}", allowed.err);
        with(&["--deny-warnings", "--allow", "no-date"]).expect(1);
        with(&["--allow", "migrate"]).expect(2).says(&["did you mean `migrated`?"]);
        with(&["--allow", "xyz"]).expect(2).says(&["docs/diagnostics.md"]);
    }
    let links = desk("hostile");
    links.run(&["render", REPORT, "--html"]).expect(0);
    links.run(&["render", REPORT, "--md"]).expect(0).says(&["warning[link-definition]", "SEC-009"]);
}

#[test]
fn errors_are_never_allowed_away() {
    let run = desk("invalid-seven-errors").run(&["validate", REPORT, "--allow", "bad-date"]).expect(1);
    assert_eq!(run.text(), "report.json: not valid, 7 errors\n");
}

#[test]
fn at_most_as_many_problems_are_printed_as_asked_for() {
    let many = desk("invalid-seven-errors");
    let run = many.run(&["validate", REPORT, "--max-errors", "2"]).expect(1);
    assert_eq!(run.err.matches("error[").count(), 2);
    assert_eq!(run.text(), "report.json: not valid, 7 errors\n");
    run.says(&["report.json: 5 more not shown (--max-errors)"]);
    let json = many.run(&["validate", REPORT, "--max-errors", "2", "--json"]).expect(1).json();
    assert_eq!(json["errors"].as_array().unwrap().len(), 7, "programs get all of them");
    let run = desk("hostile").run(&["render", REPORT, "--max-errors", "1"]).expect(0);
    assert_eq!(run.err.matches("warning[").count(), 1);
    run.says(&["5 more warnings (--max-errors)"]);
}

#[test]
fn the_stage_is_told_by_the_file_or_asked_for() {
    let (report, producer) = (desk("review-v4"), desk("producer-quality"));
    report.run(&["validate", REPORT, "--stage", "report"]).expect(0);
    producer.run(&["validate", REPORT, "--stage", "producer"]).expect(0);
    let says = |desk: &Desk, stage, words| desk.run(&["validate", REPORT, "--stage", stage]).expect(1).says(words);
    says(&report, "producer", &["top-level-type", "--stage report"]);
    says(&producer, "report", &["top-level-type", "--stage producer"]);
}

#[test]
fn an_array_gets_its_envelope_from_the_options() {
    let array = desk("producer-quality");
    assert_eq!(metadata(&array, &[]), json!({"project": "report", "date": "1970-01-01"}));
    array.run(&["derive", REPORT]).expect(0).says(&["warning[no-date]"]);
    let markdown = array.run(&["render", REPORT, "--md=-"]).expect(0);
    assert!(markdown.text().contains("no date given"));
    array.run(&["validate", REPORT, "--deny-warnings"]).expect(0);
    let stdin = array.prreport(&["derive", "-"]).reading(array.get(REPORT).as_bytes()).run().expect(0).json();
    assert_eq!(stdin["metadata"]["project"], "stdin");
    assert_eq!(stdin["executive_summary"]["overall_assessment"], "3 findings: 1 critical, 1 high, 1 low.");
    let epoch = array.prreport(&["derive", REPORT]).with("SOURCE_DATE_EPOCH", "1767225599").run().expect(0);
    assert_eq!(epoch.json()["metadata"]["date"], "2025-12-31");
    assert_eq!(epoch.err, "");
    let given = metadata(&array, &["--project", "ledger", "--date", "2026-01-02"]);
    assert_eq!(given, json!({"project": "ledger", "date": "2026-01-02"}));
    let both = array.prreport(&["derive", REPORT, "--date", "2026-01-02"]).with("SOURCE_DATE_EPOCH", "0");
    assert_eq!(both.run().expect(0).json()["metadata"]["date"], "2026-01-02");
    for date in ["2026-02-30", "yesterday", "2026-1-2", ""] {
        array.run(&["derive", REPORT, "--date", date]).expect(2).says(&["YYYY-MM-DD"]);
    }
    let broken = array.prreport(&["derive", REPORT]).with("SOURCE_DATE_EPOCH", "soon").run();
    broken.expect(2).says(&["SOURCE_DATE_EPOCH"]);
}

#[test]
fn a_metadata_file_fills_what_is_left_open() {
    let array = desk("producer-quality");
    array.put("meta.json", r#"{"project": "ledger", "branch": "main", "pr_number": 7}"#);
    array.put("bad.json", r#"{"projct": "ledger"}"#);
    let filled = metadata(&array, &["--metadata", "meta.json", "--date", "2026-01-02"]);
    assert_eq!(filled, json!({"project": "ledger", "date": "2026-01-02", "branch": "main", "pr_number": 7}));
    let bad = array.run(&["derive", REPORT, "--metadata", "bad.json"]).expect(1);
    bad.says(&["bad.json:1:2", "did you mean `project`?"]);
    array.run(&["derive", REPORT, "--metadata", "none.json"]).expect(2).says(&["none.json"]);
    let report = Desk::new();
    report.put("meta.json", r#"{"project": "other", "branch": "main"}"#);
    let filled = metadata(&report, &["--metadata", "meta.json"]);
    assert_eq!((&filled["project"], &filled["branch"]), (&json!("tinytally"), &json!("main")));
    report.run(&["derive", REPORT, "--project", "other"]).expect(0).says(&["warning[unused-option]", "tinytally"]);
}

#[test]
fn lenient_reading_shows_the_rest_and_exits_with_1() {
    let broken = desk("invalid-seven-errors");
    let run = broken.run(&["render", REPORT, "--lenient", "--md=-", "--html"]).expect(1);
    let run = run.says(&["7 problems in what could not be read"]);
    let text = run.text();
    for part in ["SEC-001", "SEC-002", "## Could not be read", "/metadata/date, line 5", "did you mean"] {
        assert!(text.contains(part), "{part} is not in\n{text}");
    }
    let page = broken.get("report.html");
    for part in
        ["Could not be read", "/findings/<wbr>0/<wbr>category</bdi>", "as <code>git rev-parse HEAD</code> prints"]
    {
        assert!(page.contains(part), "{part} is not on the page");
    }
    assert_eq!(crate::page::Page::parse(&page).faults(), Vec::<String>::new());
    let report = broken.run(&["derive", REPORT, "--lenient"]).expect(1).json();
    // SEC-001 has impact 1.0 alone, SEC-002 likelihood 0.3 alone: the surviving dimension's band holds.
    let severity = |at: usize| &report["findings"][0]["findings"][at]["severity"];
    assert_eq!((severity(0), severity(1)), (&json!(5), &json!(2)));
    desk("invalid-nan").run(&["render", REPORT, "--lenient"]).expect(2);
    desk("review-v2").run(&["render", REPORT, "--lenient"]).expect(1).says(&["2.0.0"]);
}

#[test]
fn colours_are_for_terminals_unless_asked_for() {
    let v3 = desk("review-v3");
    let escapes = |run: &crate::support::Run| (run.text().contains('\u{1b}'), run.err.contains('\u{1b}'));
    assert_eq!(escapes(&v3.run(&["render", REPORT])), (false, false));
    assert_eq!(escapes(&v3.run(&["--color", "always", "render", REPORT])), (true, true));
    assert_eq!(escapes(&v3.run(&["render", REPORT, "--color", "never"])), (false, false));
    let documents = v3.run(&["render", REPORT, "--color", "always", "--md=-"]);
    assert!(!documents.text().contains('\u{1b}'), "a document is never coloured");
}

#[test]
fn no_text_reaches_the_terminal_with_its_control_characters() {
    let hostile = desk("hostile");
    for arguments in [&["render", REPORT][..], &["validate", REPORT], &["render", REPORT, "--md"]] {
        let run = hostile.run(arguments);
        let control =
            |c: char| (c.is_control() && c != '\n') || matches!(c, '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}');
        assert!(!run.text().contains(control) && !run.err.contains(control), "{arguments:?}");
    }
}

#[test]
fn no_text_forges_a_line_of_its_own() {
    let mut report: Value =
        serde_json::from_slice(&std::fs::read(root().join("samples/minimal.json")).unwrap()).unwrap();
    let finding = &mut report["findings"][0]["findings"][0];
    finding["id"] = "SEC-001\n::error title=forged::owned".into();
    finding["a\n::error::b"] = 1.into();
    finding["severity"] = 1.into();
    let desk = Desk::with(report.to_string().as_bytes());
    desk.put("a\n::error::b.json", report.to_string());
    for arguments in [
        &["validate", REPORT][..],
        &["validate", "a\n::error::b.json"],
        &["render", REPORT, "--lenient", "--md=-"],
        &["render", "a\n::error::b.json", "--lenient", "--md=a.md"],
        &["derive", "missing\n::error::b.json"],
    ] {
        let run = desk.run(arguments);
        assert!(run.err.contains("\\n::error"), "{arguments:?} says nothing of it: {}", run.err);
        assert!(!run.err.lines().any(|line| line.trim_start().starts_with("::")), "{}", run.err);
    }
}

#[test]
fn a_language_is_an_attribute_and_nothing_more() {
    let page = Desk::new().run(&["render", REPORT, "--html=-", "--lang", "de\"><script>"]).expect(0);
    assert!(page.text().starts_with("<!doctype html>\n<html lang=\"de&quot;&gt;&lt;script&gt;\">"));
}

#[test]
fn the_schema_that_is_printed_is_the_one_of_the_project() {
    let schema = std::fs::read(root().join("assets/schema/report.schema.json")).unwrap();
    assert_eq!(run(["schema", "report"]).expect(0).out, schema);
}
