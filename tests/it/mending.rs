//! `prreport fix` and `validate --fix`: the one command that writes where it read, so it must know when not to.

use crate::support::{Desk, REPORT, input};

/// A desk with one of the inputs on it.
fn desk(name: &str) -> Desk {
    Desk::with(&std::fs::read(input(name)).unwrap())
}

/// The bytes of the report on a desk.
fn bytes(desk: &Desk) -> Vec<u8> {
    std::fs::read(desk.folder().join(REPORT)).unwrap()
}

#[test]
fn what_is_safe_is_mended_in_place_and_said() {
    let desk = desk("invalid-seven-errors");
    let run = desk.run(&["fix", REPORT]).expect(1);
    run.says(&["report.json:36:11: made `likelihood` the number 0.9", "6 errors left to mend by hand"]);
    assert!(desk.get(REPORT).contains("\"likelihood\": 0.9,"));
    let before = bytes(&desk);
    desk.run(&["fix", REPORT]).expect(1).says(&["nothing to mend"]);
    assert_eq!(bytes(&desk), before, "a second run changes nothing");
    assert_eq!(desk.names(), [REPORT]);
}

#[test]
fn a_report_without_faults_keeps_every_byte() {
    for name in ["review-v4", "hostile", "unicode", "layout", "producer-quality"] {
        let desk = desk(name);
        let before = bytes(&desk);
        desk.run(&["fix", REPORT]).expect(0).says(&["nothing to mend"]);
        assert_eq!(bytes(&desk), before, "{name}");
    }
}

#[test]
fn every_change_is_told_where_it_stood() {
    let run = desk("producer-oversteps").run(&["fix", REPORT, "--dry-run"]).expect(0);
    for (key, line) in [
        ("severity", 15),
        ("overall_severity", 16),
        ("location_permalink", 17),
        ("merge_class", 18),
        ("ai_verdict", 19),
    ] {
        assert!(run.err.contains(&format!("report.json:{line}:9: took out `{key}`")), "{key}: {}", run.err);
    }
}

#[test]
fn a_dry_run_shows_and_writes_nothing() {
    let desk = desk("review-v3");
    let before = bytes(&desk);
    let run = desk.run(&["fix", REPORT, "--dry-run"]).expect(0);
    assert!(run.text().contains("-          \"risk\": 0.9,\n+          \"likelihood\": 0.9,\n"), "{}", run.text());
    assert_eq!(bytes(&desk), before);
    assert_eq!(desk.names(), [REPORT]);
}

#[test]
fn a_mended_v3_report_derives_as_the_migrated_one() {
    let desk = desk("review-v3");
    let migrated = desk.run(&["derive", REPORT]).expect(0).json();
    desk.run(&["fix", REPORT]).expect(0);
    assert_eq!(desk.run(&["derive", REPORT, "--strict-v4"]).expect(0).json(), migrated);
}

#[test]
fn every_encoding_becomes_plain_utf8() {
    for name in ["encoding-utf8-bom", "encoding-utf16le-bom"] {
        let desk = desk(name);
        desk.run(&["fix", REPORT]).expect(0).says(&["plain UTF-8"]);
        assert!(desk.get(REPORT).starts_with('{'), "{name}");
    }
}

#[test]
fn what_is_no_json_stays_as_it_is() {
    for name in ["invalid-nan", "invalid-truncated"] {
        let desk = desk(name);
        let before = bytes(&desk);
        desk.run(&["fix", REPORT]).expect(2);
        desk.run(&["validate", "--fix", REPORT]).expect(2);
        assert_eq!(bytes(&desk), before, "{name}");
    }
}

#[test]
fn a_version_that_is_refused_stays_as_it_is() {
    let desk = desk("review-v2");
    let before = bytes(&desk);
    desk.run(&["fix", REPORT]).expect(1).says(&["2.0.0"]);
    assert_eq!(String::from_utf8(bytes(&desk)), String::from_utf8(before));
}

#[test]
fn standard_input_is_mended_to_standard_output() {
    let desk = desk("invalid-seven-errors");
    let text = bytes(&desk);
    let run = desk.prreport(&["fix", "-"]).reading(&text).run().expect(1);
    assert!(run.text().contains("\"likelihood\": 0.9,"));
    let run = desk.prreport(&["validate", "--fix", "-"]).reading(&text).run();
    assert!(!run.err.contains("the file is empty"), "{}", run.err);
    assert_eq!(desk.names(), [REPORT]);
}
