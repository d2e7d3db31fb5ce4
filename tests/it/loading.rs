//! Bad input: whatever the bytes, an error that says what is wrong and where, never a panic, never an endless run.

use crate::support::{Desk, Prreport, REPORT, Run, root};
use serde_json::{Value, json};

/// `validate --json` on these bytes.
fn validated(bytes: &[u8]) -> Run {
    let desk = Desk::with(bytes);
    desk.run(&["validate", REPORT, "--json"])
}

/// The one error of bytes that are refused with this exit code.
#[track_caller]
fn refused(bytes: impl AsRef<[u8]>, code: i32) -> Value {
    let mut verdict = validated(bytes.as_ref()).expect(code).json();
    assert_eq!(verdict["ok"], false);
    let errors = verdict["errors"].as_array_mut().unwrap();
    assert_eq!(errors.len(), 1, "{errors:#?}");
    errors.remove(0)
}

/// Code, line and column of an error.
fn place(error: &Value) -> (&str, u64, u64) {
    let number = |key: &str| error[key].as_u64().unwrap_or_else(|| panic!("no {key}: {error}"));
    (error["code"].as_str().unwrap(), number("line"), number("column"))
}

fn minimal() -> String {
    std::fs::read_to_string(root().join("samples/minimal.json")).unwrap()
}

/// What `validate --json` says about each of several files, in one run.
fn verdicts(desk: &Desk, names: &[String]) -> Vec<Value> {
    let names: Vec<&str> = names.iter().map(String::as_str).collect();
    let run = desk.run(&[&["validate", "--json"], &names[..]].concat());
    assert!(matches!(run.code, 1 | 2), "{}", run.code);
    let Value::Array(verdicts) = run.json() else { panic!("one verdict for many files") };
    assert_eq!(verdicts.len(), names.len());
    verdicts
}

#[test]
fn a_report_cut_off_at_any_byte_is_refused_at_its_end() {
    let desk = Desk::new();
    let text = minimal();
    let text = text.trim_end();
    let names: Vec<String> = (0..text.len()).map(|length| format!("{length}.json")).collect();
    for (length, name) in names.iter().enumerate() {
        desk.put(name, &text.as_bytes()[..length]);
    }
    for (length, verdict) in verdicts(&desk, &names).iter().enumerate() {
        assert_eq!(verdict["errors"].as_array().unwrap().len(), 1, "{verdict}");
        let (code, line, column) = place(&verdict["errors"][0]);
        let ends = [&text[..length], text[..length].trim_end()].map(end_of);
        assert_eq!(code, "json-syntax");
        assert!(ends.contains(&(line, column)), "{length}: {verdict}");
    }
}

/// Line and column behind the last character of a text.
fn end_of(text: &str) -> (u64, u64) {
    let last = text.rsplit('\n').next().unwrap_or_default();
    (text.matches('\n').count() as u64 + 1, last.chars().count() as u64 + 1)
}

#[test]
fn random_bytes_are_refused() {
    const SIGNS: &[u8] = b" {}[]\",:0123456789eE+-.truefalsn\\u\n";
    // A generator of its own, so that every run sees the same bytes.
    let mut state = 0x9e37_79b9_7f4a_7c15_u64;
    let mut byte = || {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        state.to_be_bytes()[0]
    };
    for round in 0..40_usize {
        let length = round * round;
        let bytes: Vec<u8> = (0..length).map(|_| byte()).collect();
        let run = validated(&bytes);
        assert_eq!(run.code, 2, "{bytes:?}");
        assert!(!run.json()["errors"][0]["message"].as_str().unwrap().is_empty());
        // The same among the printable characters, which get further into the parser.
        let printable: Vec<u8> = bytes.iter().map(|b| SIGNS[usize::from(*b) % SIGNS.len()]).collect();
        assert!(matches!(validated(&printable).code, 1 | 2), "{}", String::from_utf8_lossy(&printable));
    }
}

#[test]
fn one_byte_changed_in_a_report_never_harms() {
    let desk = Desk::new();
    let bytes = minimal().into_bytes();
    let mut names = Vec::new();
    for at in 0..bytes.len() {
        for by in [b'"', b'{', b']', b'\\', 0, 0xff] {
            let mut changed = bytes.clone();
            changed[at] = by;
            let name = format!("{at}-{by}.json");
            desk.put(&name, &changed);
            names.push(name);
        }
    }
    for names in names.chunks(1000) {
        for verdict in verdicts(&desk, names) {
            assert_eq!(verdict["ok"] == true, verdict["errors"].as_array().unwrap().is_empty(), "{verdict}");
        }
    }
}

#[test]
fn an_empty_file_is_called_empty() {
    for bytes in [&b""[..], b"\xef\xbb\xbf", b"\xff\xfe"] {
        let error = refused(bytes, 2);
        assert_eq!((place(&error), &error["message"]), (("json-syntax", 1, 1), &json!("the file is empty")));
    }
    for bytes in [&b" "[..], b"\n\t\r\n", b" \0\n\0"] {
        let error = refused(bytes, 2);
        assert_eq!(error["message"], "the file holds nothing but white space", "{bytes:?}");
    }
}

#[test]
fn a_hundred_and_twenty_eight_levels_are_read() {
    let nested = |levels: usize| format!("{}{}", "[".repeat(levels), "]".repeat(levels));
    assert_eq!(refused(nested(128), 1)["code"], "wrong-type");
    for text in [nested(130), "[".repeat(1_000_000), "[".repeat(129)] {
        assert_eq!(place(&refused(text, 2)), ("too-deep", 1, 129));
    }
    assert_eq!(place(&refused("{\"a\":".repeat(1_000_000), 2)), ("too-deep", 1, 128 * 5 + 1));
}

#[test]
fn the_bracket_that_is_one_too_deep_is_pointed_at() {
    let text = format!("{}{}", "[".repeat(129), "]".repeat(129));
    assert_eq!(place(&refused(text, 2)), ("too-deep", 1, 129));
}

#[test]
fn numbers_that_are_none_are_refused_where_they_stand() {
    for (text, expected) in [
        ("{\"a\": 1e999}", ("number-range", 1, 7)),
        ("[\n -1e999]", ("number-range", 2, 2)),
        ("[NaN]", ("json-syntax", 1, 2)),
        ("[0, Infinity]", ("json-syntax", 1, 5)),
        ("[0,\n-Infinity]", ("json-syntax", 2, 1)),
        ("[nan]", ("json-syntax", 1, 2)),
        ("[01]", ("json-syntax", 1, 2)),
        ("[+1]", ("json-syntax", 1, 2)),
        ("[.5]", ("json-syntax", 1, 2)),
        ("[1.]", ("json-syntax", 1, 2)),
        ("[0x10]", ("json-syntax", 1, 2)),
    ] {
        assert_eq!(place(&refused(text, 2)), expected, "{text}");
    }
}

#[test]
fn lone_surrogates_are_refused() {
    for text in [r#"{"a": "\ud800"}"#, r#"{"a": "\udc00"}"#, r#"{"a": "\ud800\u0041"}"#, r#"{"\udfff": 1}"#] {
        let error = refused(text, 2);
        assert_eq!(error["code"], "json-syntax", "{text}");
        assert!(error["message"].as_str().unwrap().contains("surrogate"), "{error}");
    }
    let pair = minimal().replace("tinytally", r"\ud83e\udd84");
    assert_eq!(validated(pair.as_bytes()).expect(0).json()["ok"], true);
}

#[test]
fn columns_count_characters_and_no_byte_order_mark() {
    let text = "{\"é🦄\": NaN}";
    let expected = ("json-syntax", 1, 8);
    assert_eq!(place(&refused(text, 2)), expected);
    assert_eq!(place(&refused(format!("\u{feff}{text}"), 2)), expected);
    for big_endian in [false, true] {
        for mark in [false, true] {
            assert_eq!(place(&refused(utf16(text, big_endian, mark), 2)), expected);
        }
    }
    let wrong = minimal().replace("\"project\": \"tinytally\"", "\"project\": \"ключ 🦄\", \"x\": 1");
    let error = refused(format!("\u{feff}{wrong}"), 1);
    assert_eq!((place(&error), &error["path"]), (("unknown-key", 4, 26), &json!("/metadata/x")));
    assert_eq!(place(&refused("{\r\n\"a\":\r\n x}", 2)), ("json-syntax", 3, 2));
}

/// A text in UTF-16.
fn utf16(text: &str, big_endian: bool, mark: bool) -> Vec<u8> {
    let units = mark.then_some(0xfeff).into_iter().chain(text.encode_utf16());
    units.flat_map(|unit| if big_endian { unit.to_be_bytes() } else { unit.to_le_bytes() }).collect()
}

#[test]
fn both_byte_orders_of_utf16_are_read_with_and_without_a_mark() {
    for big_endian in [false, true] {
        for mark in [false, true] {
            validated(&utf16(&minimal(), big_endian, mark)).expect(0);
        }
        let mut odd = utf16(&minimal(), big_endian, true);
        odd.push(0);
        assert_eq!(refused(odd, 2)["code"], "encoding");
    }
    let lone = [&b"\xff\xfe"[..], b"{\0\"\0", b"\x00\xd8", b"\"\0"].concat();
    assert!(refused(lone, 2)["message"].as_str().unwrap().contains("D800"));
}

#[test]
fn other_encodings_are_named() {
    let utf32: Vec<u8> = minimal().chars().flat_map(|c| u32::from(c).to_le_bytes()).collect();
    for bytes in [utf32.clone(), [&b"\xff\xfe\0\0"[..], &utf32].concat(), [&b"\0\0\xfe\xff"[..], &utf32].concat()] {
        let error = refused(bytes, 2);
        assert!(error["message"].as_str().unwrap().contains("UTF-32"), "{error}");
    }
    let error = refused(b"{\n \"a\": \"caf\xe9\"}", 2);
    assert!(error["message"].as_str().unwrap().contains("0xE9 at line 2, column 11"), "{error}");
    assert!(error["hint"].as_str().unwrap().contains("ISO-8859-1"), "{error}");
}

#[test]
fn what_is_not_utf8_has_its_line_and_column_as_data() {
    assert_eq!(place(&refused(b"{\n \"a\": \"caf\xe9\"}", 2)), ("encoding", 2, 11));
}

#[test]
fn other_kinds_of_file_are_called_by_their_name() {
    let report = minimal();
    let line = report.replace('\n', " ");
    for (text, words) in [
        (format!("{line}\n{line}\n"), "JSON Lines"),
        ("schema_version: \"4.0.0\"\nmetadata:\n  project: x\n".into(), "YAML"),
        ("---\n- title: x\n".into(), "YAML"),
        (format!("Here is the report:\n\n```json\n{report}```\n"), "Markdown"),
        (format!("```json\n{report}```\n"), "Markdown"),
        ("<!doctype html>\n<title>502</title>".into(), "HTML"),
        ("<?xml version=\"1.0\"?>".into(), "XML"),
        ("\u{7f}ELF\u{2}\u{1}".into(), "binary"),
        ("{'a': 1}".into(), "single quotes"),
        ("{\"a\": None}".into(), "Python"),
        ("{\"a\": undefined}".into(), "JavaScript"),
        ("[ // why\n]".into(), "comment"),
    ] {
        let error = refused(&text, 2);
        assert!(error["message"].as_str().unwrap().contains(words), "{words}: {error}");
        assert!(error["hint"].is_string(), "{error}");
    }
    let error = refused(format!("{report}{report}"), 2);
    assert!(error["message"].as_str().unwrap().contains("behind the end"), "{error}");
}

#[test]
fn a_control_character_inside_a_string_is_told_where_it_stands() {
    assert_eq!(place(&refused("{\"a\": \"b\nc\"}", 2)), ("json-syntax", 1, 9));
    assert_eq!(place(&refused("{\"a\": \"b\tc\"}", 2)), ("json-syntax", 1, 9));
}

#[test]
fn a_key_that_stands_twice_is_an_error_however_it_is_written() {
    let text = minimal().replace("\"project\":", "\"pro\\u006aect\": \"x\", \"project\":");
    let error = refused(text, 1);
    assert_eq!((error["code"].as_str(), error["path"].as_str()), (Some("duplicate-key"), Some("/metadata/project")));
    assert_eq!(place(&error), ("duplicate-key", 4, 26));
}

#[test]
fn standard_input_is_refused_like_a_file() {
    let run = |prepared: Prreport, bytes: &[u8]| prepared.reading(bytes).run();
    let desk = Desk::new();
    run(desk.prreport(&["validate", "-"]), b"{").expect(2).says(&["stdin:1:2"]);
    run(desk.prreport(&["render", "-", "--md=a.md"]), b"[NaN]").expect(2).says(&["stdin:1:2"]);
    run(desk.prreport(&["derive", "-"]), b"\xff").expect(2).says(&["stdin", "0xFF"]);
    desk.run(&["validate", "-"]).expect(2).says(&["the file is empty"]);
    assert_eq!(desk.names(), [REPORT]);
}
