//! Every rule of the contract for a single finding, and the schemas that say the same.

use crate::contract::{finding, run, with};
use prreport::contract::{COUNCIL_SCHEMA, JUDGE_SCHEMA, Kind, Label, Location, RelationKind, Severity, Side, verify};
use serde_json::{Value, json};

/// The codes and pointers that a finding of a kind yields, behind `/findings/0`.
fn said(kind: Kind, finding: &Value) -> Vec<(String, String)> {
    let found = verify(kind, &json!({ "findings": [finding] }));
    let strip = |pointer: &str| pointer.strip_prefix("/findings/0").unwrap_or(pointer).to_owned();
    found.diagnostics.iter().map(|d| (d.code.to_string(), strip(&d.pointer))).collect()
}

fn one(code: &str, pointer: &str) -> Vec<(String, String)> {
    vec![(code.to_owned(), pointer.to_owned())]
}

#[test]
fn every_rule_of_a_finding_has_its_error() {
    let council = |key: &str, value: Value| said(Kind::Council, &with(key, &value));
    assert_eq!(said(Kind::Council, &finding()), []);
    for key in ["location", "label", "subject", "discussion"] {
        assert_eq!(council(key, Value::Null), one("missing-key", ""), "{key}");
    }
    assert_eq!(council("subject", json!(" \n")), one("empty-text", "/subject"));
    assert_eq!(council("discussion", json!(3)), one("wrong-type", "/discussion"));
    assert_eq!(council("label", json!("Issue")), one("unknown-value", "/label"));
    assert_eq!(council("decorations", json!("blocking")), one("wrong-type", "/decorations"));
    assert_eq!(council("decorations", json!(["a", ""])), one("empty-text", "/decorations/1"));
    assert_eq!(council("severity", json!(7)), one("severity-dropped", "/severity"));
    for confidence in [json!(-0.1), json!(1.01)] {
        assert_eq!(council("confidence", confidence), one("out-of-range", "/confidence"));
    }
    assert_eq!(council("confidence", json!("0.5")), one("wrong-type", "/confidence"));
    assert_eq!(council("anything", json!({"else": 1})), []);
    // A judge's keys mean nothing in a council reply.
    assert_eq!(council("raisedBy", json!("x")), []);
    let judge = |key: &str, value: Value| said(Kind::Judge, &with(key, &value));
    for key in ["recommendation", "impact", "cluster"] {
        assert_eq!(judge(key, json!("")), one("empty-text", &format!("/{key}")));
        assert_eq!(judge(key, json!(1)), one("wrong-type", &format!("/{key}")));
    }
    assert_eq!(judge("raisedBy", json!([1])), one("wrong-type", "/raisedBy/0"));
    for (id, code) in [(json!("1"), "wrong-type"), (json!(1.5), "wrong-type"), (json!(0), "out-of-range")] {
        assert_eq!(judge("sourceFindingIds", json!([1, id])), one(code, "/sourceFindingIds/1"));
    }
    assert_eq!(judge("sourceFindingIds", json!([1.0, 2])), []);
}

#[test]
fn unions_speak_of_the_kind_that_was_chosen() {
    let location = |value: Value| said(Kind::Council, &with("location", &value));
    let line = |key: &str, value: Value| {
        let mut location = finding()["location"].clone();
        location[key] = value;
        said(Kind::Council, &with("location", &location))
    };
    assert_eq!(line("start", json!(1e9)), one("out-of-range", "/location/end"));
    assert_eq!(line("end", json!(1e9)), []);
    assert_eq!(line("start", json!(1.5)), one("wrong-type", "/location/start"));
    assert_eq!(line("start", json!("1")), one("wrong-type", "/location/start"));
    assert_eq!(line("end", json!(0)), one("out-of-range", "/location/end"));
    assert_eq!(line("side", json!("left")), one("unknown-value", "/location/side"));
    assert_eq!(line("file", json!("")), one("empty-text", "/location/file"));
    assert_eq!(location(json!({"kind": "file"})), one("missing-key", "/location"));
    assert_eq!(location(json!({"kind": "global", "file": 3})), []);
    assert_eq!(location(json!({"kind": "whole"})), one("unknown-value", "/location/kind"));
    assert_eq!(location(json!("a.rs:3")), one("wrong-type", "/location"));
    let relation = |value: Value| said(Kind::Council, &with("threadRelation", &value));
    assert_eq!(relation(json!({"kind": "new"})), []);
    for kind in RelationKind::WORDS.iter().filter(|kind| **kind != "new") {
        assert_eq!(relation(json!({"kind": kind, "threadIndex": 1, "rationale": "r"})), []);
        assert_eq!(relation(json!({"kind": kind, "rationale": "r"})), one("missing-key", "/threadRelation"));
        assert_eq!(relation(json!({"kind": kind, "threadIndex": 1})), one("missing-rationale", "/threadRelation"));
        let blank = json!({"kind": kind, "threadIndex": 1, "rationale": " "});
        assert_eq!(relation(blank), one("empty-text", "/threadRelation/rationale"));
        let zero = json!({"kind": kind, "threadIndex": 0, "rationale": "r"});
        assert_eq!(relation(zero), one("out-of-range", "/threadRelation/threadIndex"));
    }
}

#[test]
fn a_self_signal_is_whole_or_not_there() {
    let signal = |value: Value| {
        let found = verify(Kind::Judge, &json!({"selfSignal": value, "findings": []}));
        found.diagnostics.iter().map(|d| (d.code.to_string(), d.pointer.clone())).collect::<Vec<_>>()
    };
    assert_eq!(signal(json!({"confidence": "low", "rationale": "r"})), []);
    assert_eq!(signal(json!({"confidence": "low"})), one("missing-key", "/selfSignal"));
    assert_eq!(signal(json!({"rationale": "r"})), one("missing-key", "/selfSignal"));
    assert_eq!(signal(json!({"confidence": "sure", "rationale": "r"})), one("unknown-value", "/selfSignal/confidence"));
}

#[test]
fn the_schemas_say_what_the_code_says() {
    for (kind, text) in [(Kind::Council, COUNCIL_SCHEMA), (Kind::Judge, JUDGE_SCHEMA)] {
        let schema: Value = serde_json::from_str(text).unwrap();
        let validator = jsonschema::validator_for(&schema).unwrap();
        let properties = &schema["properties"]["findings"]["items"]["properties"];
        assert_eq!(properties["label"]["enum"], json!(Label::WORDS));
        assert_eq!(properties["severity"]["enum"], json!(Severity::WORDS));
        assert_eq!(properties["location"]["oneOf"][0]["properties"]["side"]["enum"], json!(Side::WORDS));
        assert_eq!(
            properties["threadRelation"]["oneOf"][1]["properties"]["kind"]["enum"],
            json!(RelationKind::WORDS[1..])
        );
        let mut documents =
            vec![json!({"findings": []}), json!({}), json!([]), json!({"findings": {}}), json!({"findings": [1]})];
        let values = [
            json!(null),
            json!(""),
            json!(" "),
            json!("x"),
            json!("issue"),
            json!(0),
            json!(0.5),
            json!(1),
            json!(2.0),
            json!(-1),
            json!(1.5),
            json!(true),
            json!([]),
            json!([""]),
            json!(["a"]),
            json!([1]),
            json!([0]),
            json!([1.5]),
            json!({}),
            json!({"kind": "global"}),
            json!({"kind": "file", "file": "a"}),
            json!({"kind": "file"}),
            json!({"kind": "new"}),
            json!({"kind": "new", "rationale": ""}),
            json!({"kind": "new", "rationale": 1}),
            json!({"kind": "supports-existing", "threadIndex": 1, "rationale": "r"}),
            json!({"kind": "supports-existing", "threadIndex": 1}),
            json!({"kind": "supports-existing", "threadIndex": 1, "rationale": ""}),
            json!({"kind": "supports-existing", "rationale": "r"}),
            json!({"kind": "line", "file": "a", "start": 1, "end": 1, "side": "both"}),
            json!({"kind": "line", "file": " ", "start": 1, "end": 1, "side": "both"}),
            json!({"kind": "line", "file": "a", "start": 0, "end": 1, "side": "old"}),
            json!({"confidence": "low", "rationale": "r"}),
            json!({"confidence": "low", "rationale": " "}),
        ];
        for key in [
            "location",
            "label",
            "subject",
            "discussion",
            "decorations",
            "confidence",
            "threadRelation",
            "recommendation",
            "impact",
            "cluster",
            "raisedBy",
            "sourceFindingIds",
        ] {
            for value in &values {
                let mut changed = finding();
                changed[key] = value.clone();
                documents.push(json!({ "findings": [changed] }));
            }
            documents.push(json!({"findings": [with(key, &Value::Null)]}));
        }
        documents.extend(values.iter().map(|value| json!({"selfSignal": value, "findings": []})));
        for document in documents {
            assert_eq!(validator.is_valid(&document), verify(kind, &document).ok(), "{} {document}", kind.as_str());
        }
        assert_eq!(run(&["schema", kind.as_str()], "").1, text);
    }
}

#[test]
fn locations_serialise_as_the_contract_has_them() {
    let location = Location::Line { file: "a".into(), start: 1, end: 2, side: Side::Both };
    let json = json!({"kind": "line", "file": "a", "start": 1, "end": 2, "side": "both"});
    assert_eq!(serde_json::to_value(location).unwrap(), json);
    assert_eq!(serde_json::to_value(Location::Global).unwrap(), json!({"kind": "global"}));
}
