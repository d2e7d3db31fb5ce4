//! Council and judge replies and diffs through the program, as their users meet them.

use prreport::contract::Kind;
use prreport::input::reply::{Evidence, check};
use prreport::input::source::Source;
use serde_json::{Value, json};
use std::io::Write as _;
use std::path::PathBuf;
use std::process::{Command, Stdio};

/// A file of `tests/contract/`.
fn input(name: &str) -> String {
    let path: PathBuf = [env!("CARGO_MANIFEST_DIR"), "tests", "contract", name].iter().collect();
    path.to_string_lossy().into_owned()
}

/// Exit code, standard output and standard error.
pub fn run(arguments: &[&str], stdin: &str) -> (i32, String, String) {
    let mut child = Command::new(env!("CARGO_BIN_EXE_prreport"))
        .args(arguments)
        .env_remove("SOURCE_DATE_EPOCH")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    child.stdin.take().unwrap().write_all(stdin.as_bytes()).unwrap();
    let output = child.wait_with_output().unwrap();
    let text = |bytes| String::from_utf8(bytes).unwrap();
    (output.status.code().unwrap(), text(output.stdout), text(output.stderr))
}

/// Exit code and the object that `--json` prints.
fn verified(arguments: &[&str], stdin: &str) -> (i32, Value) {
    let (code, out, err) = run(&[&["verify"], arguments, &["--json"]].concat(), stdin);
    (code, serde_json::from_str(&out).unwrap_or_else(|_| panic!("{out}{err}")))
}

fn codes(list: &Value) -> Vec<(&str, &str)> {
    let text = |entry: &Value, key: &str| entry[key].as_str().map(|text| &*Box::leak(text.to_owned().into_boxed_str()));
    list.as_array().unwrap().iter().map(|e| (text(e, "code").unwrap(), text(e, "path").unwrap())).collect()
}

/// A finding without fault.
pub fn finding() -> Value {
    json!({"location": {"kind": "line", "file": "a.rs", "start": 1, "end": 2, "side": "new"}, "label": "issue",
           "subject": "s", "discussion": "d"})
}

/// A finding with one key set; `Value::Null` stands for leaving it out.
pub fn with(key: &str, value: &Value) -> Value {
    let mut finding = finding();
    finding[key] = value.clone();
    if value.is_null() {
        finding.as_object_mut().unwrap().remove(key);
    }
    finding
}

#[test]
fn the_anchorable_lines_of_the_sample_diff() {
    let (code, out, err) = run(&["anchors", &input("pr.diff")], "");
    assert_eq!((code, err.as_str()), (0, ""));
    assert_eq!(
        out,
        "docs/übersicht.md: new 1-2 | old 1-2\ngone.rs: old 1-2\nsrc/new.rs: new 1-3\n\
         src/retry/backoff.rs: new 5-13, 42-44 | old 5-11, 40-43\n"
    );
    let (code, out, _) = run(&["anchors", "-", "--json"], "not a diff");
    let json: Value = serde_json::from_str(&out).unwrap();
    assert_eq!((code, &json["ok"], &json["errors"][0]["code"]), (2, &json!(false), &json!("bad-diff")));
    assert_eq!(run(&["anchors", "-"], "").1, "(no anchorable lines)\n");
}

#[test]
fn the_sample_councils_are_valid_with_their_warnings() {
    let diff = input("pr.diff");
    let (code, a) = verified(&["council", &input("council-a.json"), "--diff", &diff], "");
    assert_eq!((code, &a["ok"], &a["count"]), (0, &json!(true), &json!(4)));
    assert_eq!(codes(&a["warnings"]), [("severity-mapped", "/findings"), ("not-anchorable", "/findings/2/location")]);
    assert_eq!(a["warnings"][0]["message"], "severities were mapped: high→critical (×1), nice-to-have→minor (×1)");
    let message = a["warnings"][1]["message"].as_str().unwrap();
    for part in ["src/retry/backoff.rs 200-210 (new)", "outside the hunks", "42-44"] {
        assert!(message.contains(part), "{message}");
    }
    let (code, b) = verified(&["council", &input("council-b.json"), "--diff", &diff], "");
    assert_eq!((code, &b["count"]), (0, &json!(2)));
    assert_eq!(codes(&b["warnings"]), [("severity-mapped", "/findings"), ("severity-dropped", "/findings/1/severity")]);
}

#[test]
fn the_sample_judge_gets_its_lines_back() {
    let (a, b) = (input("council-a.json"), input("council-b.json"));
    let (code, out) = verified(&["judge", &input("judge-reply.md"), "--council", &a, "--council", &b], "");
    assert_eq!((code, &out["ok"], &out["count"]), (0, &json!(true), &json!(2)));
    assert_eq!(codes(&out["warnings"]), [("text-around-reply", ""), ("location-restored", "/findings/0/location")]);
    assert_eq!((&out["warnings"][1]["line"], &out["warnings"][1]["column"]), (&json!(11), &json!(19)));
    assert!(out["warnings"][1]["message"].as_str().unwrap().contains("8-9"));
    let arguments =
        ["verify", "judge", &input("judge-reply.md"), "--council", &a, "--council", &b, "--normalized", "-"];
    let normalized: Value = serde_json::from_str(&run(&arguments, "").1).unwrap();
    let lines = json!({"kind": "line", "file": "src/retry/backoff.rs", "start": 8, "end": 9, "side": "new"});
    assert_eq!(normalized["findings"][0]["location"], lines);
    assert_eq!(normalized["findings"][1]["location"], json!({"kind": "global"}));
}

#[test]
fn the_invalid_judge_yields_all_errors_at_once_in_document_order() {
    let (code, out) = verified(&["judge", &input("judge-invalid.json")], "");
    assert_eq!((code, &out["ok"]), (1, &json!(false)));
    assert_eq!(
        codes(&out["errors"]),
        [
            ("empty-text", "/selfSignal/rationale"),
            ("missing-key", "/findings/0/location"),
            ("out-of-range", "/findings/0/location/start"),
            ("unknown-value", "/findings/0/label"),
            ("empty-text", "/findings/0/subject"),
            ("wrong-type", "/findings/0/raisedBy"),
            ("out-of-range", "/findings/0/confidence"),
            ("missing-key", "/findings/1"),
            ("unknown-value", "/findings/1/location/kind"),
        ]
    );
    assert!(out["errors"].as_array().unwrap().iter().all(|e| e["hint"].is_string() && e["line"].is_u64()));
    let (code, out, err) = run(&["verify", "judge", &input("judge-invalid.json")], "");
    assert_eq!(code, 1);
    assert!(out.ends_with("9 errors; mend all of them and send the whole block again\n"), "{out}");
    assert!(err.contains("did you mean `line`?") && !err.contains("variant"), "{err}");
}

#[test]
fn what_is_not_there_is_told_as_json_too() {
    for (text, code) in [("", "no-json"), ("Nothing.", "no-json"), ("```json\n{\"findings\": [{\"sub", "cut-off")] {
        let (exit, out) = verified(&["council", "-"], text);
        assert_eq!((exit, codes(&out["errors"])), (1, vec![(code, "")]), "{text}");
    }
    let (exit, out) = verified(&["council", "no-such-file.json"], "");
    assert_eq!((exit, codes(&out["errors"])), (2, vec![("unreadable", "")]));
    let (exit, out) = verified(&["council", "-"], "{\"findings\": []}");
    assert_eq!((exit, &out["count"], &out["warnings"]), (0, &json!(0), &json!([])));
}

#[test]
fn a_reply_cut_off_at_any_byte_never_panics_and_never_passes() {
    let text = std::fs::read_to_string(input("judge-reply.md")).unwrap();
    let whole = text.rfind('}').unwrap();
    for end in (0..=whole).filter(|end| text.is_char_boundary(*end)) {
        let source = Source::new("r", text.as_bytes()[..end].to_vec()).unwrap();
        assert!(!check(&source, Kind::Judge, &Evidence::default()).ok(), "cut at {end}");
    }
    let quoted = serde_json::to_string(&text).unwrap();
    for end in (0..quoted.len()).filter(|end| quoted.is_char_boundary(*end)) {
        let source = Source::new("r", quoted.as_bytes()[..end].to_vec()).unwrap();
        assert!(!check(&source, Kind::Judge, &Evidence::default()).ok(), "cut at {end} of the string");
    }
}

#[test]
fn errors_in_prose_and_in_strings_stand_at_their_places() {
    let broken =
        r#"{"findings": [{"location": {"kind": "global"}, "label": "bug", "subject": "ü", "discussion": "d"}]}"#;
    let place = |text: &str| {
        let source = Source::new("r", text.as_bytes().to_vec()).unwrap();
        let checked = check(&source, Kind::Council, &Evidence::default());
        let place =
            checked.diagnostics.iter().find(|d| d.code.as_str() == "unknown-value").unwrap().place.clone().unwrap();
        (place.line, place.column, text[place.span].to_owned())
    };
    assert_eq!(place(&format!("Hé {{x}}\n```json\n  {broken}\n```")), (3, 59, "\"bug\"".to_owned()));
    let quoted = serde_json::to_string(broken).unwrap();
    assert_eq!(place(&quoted).2, "\\\"bug\\\"");
}

#[test]
fn a_discussion_of_a_megabyte_is_read() {
    let reply = json!({"findings": [with("discussion", &json!("{`\" ".repeat(250_000)))]}).to_string();
    let (code, out) = verified(&["council", "-"], &format!("Here:\n```json\n{reply}\n```\n"));
    assert_eq!((code, &out["count"]), (0, &json!(1)));
}

#[test]
fn a_judge_becomes_a_report_by_the_table() {
    let (a, b) = (input("council-a.json"), input("council-b.json"));
    let judge = input("judge-reply.md");
    let arguments = ["convert", &judge, "--to", "v4", "--council", &a, "--council", &b, "--date", "2026-06-12"];
    let (code, out, _) = run(&arguments, "");
    let report: Value = serde_json::from_str(&out).unwrap();
    assert_eq!(code, 0);
    assert_eq!(report["metadata"], json!({"project": "judge-reply", "date": "2026-06-12"}));
    assert_eq!(report["executive_summary"]["overall_assessment"], "2 findings: 1 critical, 1 low.");
    let first = &report["findings"][0]["findings"][0];
    assert_eq!(report["findings"][0]["title"], "rename fallout");
    assert_eq!((&first["id"], &first["severity"]), (&json!("CODE-001"), &json!(5)));
    assert_eq!(first["location"], "src/retry/backoff.rs:8-9");
    assert_eq!(first["tags"], json!(["issue", "rename fallout", "re-rate-required"]));
    assert_eq!(first["impact_description"], "build fails with all features");
    let description = first["description"].as_str().unwrap();
    assert!(description.ends_with("\n\nRaised by council-a, council-b (2 of 2). Confidence 0.92."), "{description}");
    assert_eq!(report["findings"][1]["findings"][0]["location"], "PR");
    let (code, _, err) = run(&["validate", "-"], &out);
    assert_eq!(code, 0, "{err}");
}

#[test]
fn documents_show_what_a_reply_says_beyond_a_report() {
    let (a, b, diff) = (input("council-a.json"), input("council-b.json"), input("pr.diff"));
    let judge = input("judge-reply.md");
    for format in ["--md=-", "--html=-"] {
        let options = ["--council", &a, "--council", &b, "--diff", &diff, "--date", "2026-06-12"];
        let (code, out, err) = run(&[&["render", &judge, format], &options[..]].concat(), "");
        assert_eq!(code, 0, "{err}");
        for part in [
            "Critical findings to fix first",
            "Severities are estimated, re-rate required.",
            "confidence: high",
            "Both reviewers agree on the compile error.",
            "raised by 2 of 2",
            "rename fallout",
            "inline at src/retry/backoff.rs:8-9, new side",
            "in the body of the review",
        ] {
            assert!(out.contains(part), "{format}: {part}");
        }
    }
    let (code, out, err) =
        run(&["render", &input("judge-invalid.json"), "--lenient", "--md=-", "--date", "2026-06-12"], "");
    assert_eq!(code, 1, "{err}");
    assert!(out.contains("## Could not be read") && out.contains("(no discussion)"), "{out}");
    assert_eq!(run(&["render", &input("judge-invalid.json"), "--md=-"], "").0, 1);
}

#[test]
fn a_duplicate_is_listed_and_never_posted() {
    let mut duplicate = finding();
    duplicate["threadRelation"] = json!({"kind": "duplicates-existing", "threadIndex": 2, "rationale": "same"});
    let reply = json!({"findings": [duplicate, finding()]}).to_string();
    let (code, out, err) = run(&["convert", "-", "--to", "github-review", "--date", "2026-06-12"], &reply);
    let review: Value = serde_json::from_str(&out).unwrap();
    assert_eq!((code, &review["comments"], &review["event"]), (0, &json!([]), &json!("COMMENT")));
    assert_eq!(review["body"].as_str().unwrap().matches("**issue:** s").count(), 1);
    assert!(err.contains("duplicates thread [T2]"), "{err}");
    let (_, markdown, _) = run(&["render", "-", "--md=-", "--date", "2026-06-12"], &reply);
    assert!(markdown.contains("not posted, thread \\[T2\\] says it already"), "{markdown}");
}

#[test]
fn kinds_are_told_by_their_keys_and_can_be_named() {
    let detect = |tree: Value| Kind::detect(&tree);
    assert_eq!(detect(json!({"findings": [finding()]})), Some(Kind::Council));
    assert_eq!(detect(json!({"findings": []})), Some(Kind::Council));
    assert_eq!(detect(json!({"findings": [with("cluster", &json!("c"))]})), Some(Kind::Judge));
    assert_eq!(detect(json!({"selfSignal": {}, "findings": []})), Some(Kind::Judge));
    assert_eq!(detect(json!({"schema_version": "4.0.0", "findings": [finding()]})), None);
    assert_eq!(detect(json!({"findings": [{"title": "t", "findings": []}]})), None);
    let reply = json!({"findings": [finding()]}).to_string();
    assert_eq!(run(&["render", "-", "--md=-", "--from", "report"], &reply).0, 1);
    assert_eq!(run(&["render", "-", "--md=-", "--from", "judge"], &reply).0, 0);
    let report = std::fs::read_to_string(input("judge-reply.md")).unwrap().replace("\"label\"", "\"lable\"");
    // Only replies are read out of prose.
    assert_eq!(run(&["render", "-", "--md=-"], &format!("Here: [1]\n{}", report.replace("subject", "sub"))).0, 2);
}

#[test]
fn anchors_are_moved_only_on_request_and_normalized_says_where() {
    let reply = json!({"findings": [with("location", &json!(
        {"kind": "line", "file": "src/retry/backoff.rs", "start": 14, "end": 15, "side": "both"}))]})
    .to_string();
    let diff = input("pr.diff");
    let plain = ["verify", "council", "-", "--diff", &diff, "--normalized", "-"];
    let location = |out: &str| serde_json::from_str::<Value>(out).unwrap()["findings"][0]["location"].clone();
    assert_eq!(location(&run(&plain, &reply).1)["start"], 14);
    let (code, out, err) = run(&[&plain[..], &["--fix-anchors"]].concat(), &reply);
    assert_eq!((code, location(&out)["start"].clone(), location(&out)["end"].clone()), (0, json!(12), json!(13)));
    assert!(err.contains("anchor-moved"), "{err}");
}

#[test]
fn reviewers_and_sources_that_nobody_knows_are_warned_of() {
    let mut judged = with("raisedBy", &json!(["council_a", "nobody"]));
    judged["sourceFindingIds"] = json!([4, 5]);
    let reply = json!({ "findings": [judged] }).to_string();
    let (code, out) = verified(&["judge", "-", "--council", &input("council-a.json")], &reply);
    assert_eq!(code, 0);
    assert_eq!(
        codes(&out["warnings"]),
        [
            ("unknown-reviewer", "/findings/0/raisedBy/0"),
            ("unknown-reviewer", "/findings/0/raisedBy/1"),
            ("unknown-source", "/findings/0/sourceFindingIds/1"),
        ]
    );
    assert!(out["warnings"][0]["hint"].as_str().unwrap().starts_with("did you mean council-a?"));
    let named = format!("nobody={}", input("council-a.json"));
    let (_, out) = verified(&["judge", "-", "--council", &named], &reply);
    assert_eq!(codes(&out["warnings"])[0], ("unknown-reviewer", "/findings/0/raisedBy/0"));
}
