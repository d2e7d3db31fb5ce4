//! Which object of a reply is taken, and what is said where there is none.

use super::{Missing, extract};
use crate::diagnostic::Code;

fn found(text: &str) -> (String, Vec<Code>) {
    let found = extract(text).unwrap();
    (found.text.to_string(), found.warnings.iter().map(|w| w.code).collect())
}

#[test]
fn the_block_behind_the_fence_is_taken_not_the_braces_in_the_prose() {
    let block = r#"{"findings": [{"discussion": "} ``` {\"not\": \"json\"} ```"}]}"#;
    assert_eq!(found(block), (block.into(), vec![]));
    assert_eq!(found(&format!("```json\n{block}\n```\n")), (block.into(), vec![]));
    let prose = format!("Short: {{one defect}}.\n\n```json\n{block}\n```\n");
    assert_eq!(found(&prose), (block.into(), vec![Code::TextAroundReply]));
    let inline = format!("See {{\"a\": 1}} is not it, ```json {block}``` is");
    assert_eq!(found(&inline), (block.into(), vec![Code::TextAroundReply, Code::SecondBlock]));
    assert_eq!(found("I say {so} and {\"findings\": []}").0, "{\"findings\": []}");
}

#[test]
fn a_second_block_and_quotes_are_warned_of() {
    let two = "```json\n{\"findings\": []}\n```\n```json\n{\"findings\": [1]}\n```";
    assert_eq!(found(two), ("{\"findings\": []}".into(), vec![Code::SecondBlock]));
    let quoted = r#" "{\"findings\": [\"\u00e9 \ud83e\udd84 x\"]}" "#;
    let inner = extract(quoted).unwrap();
    assert_eq!(inner.text, "{\"findings\": [\"é 🦄 x\"]}");
    assert_eq!(inner.warnings[0].code, Code::ReplyInString);
    let x = inner.text.find('x').unwrap();
    assert_eq!(&quoted[inner.in_input(&(x..x + 1))], "x");
}

#[test]
fn what_is_missing_is_told_apart() {
    for (text, missing) in [
        ("", Missing::Empty),
        (" \n\t", Missing::Empty),
        ("\" \"", Missing::Empty),
        ("Nothing to report.", Missing::Nothing),
        ("All {good} here.", Missing::Nothing),
        ("{\"findings\": [", Missing::CutOff { at: 0 }),
        ("Here:\n```json\n{\"findings\": [{\"subject\": \"ab", Missing::CutOff { at: 14 }),
        ("Here:\n```json\n{\"findings\": [{\"subject\": \"ab\"},\n```\n", Missing::CutOff { at: 14 }),
        ("Here:\n```json\n", Missing::CutOff { at: 13 }),
        ("\"{\\\"findings\\\": [", Missing::CutOff { at: 0 }),
        ("[{\"label\": \"issue\"}]", Missing::List { at: 0 }),
        ("Here:\n```json\n[{\"label\": \"issue\"}]\n```", Missing::List { at: 14 }),
        ("{\"findings\": [{\"label\": \"issue\"},]}", Missing::Unparsable { at: 0 }),
    ] {
        assert_eq!(extract(text).map(|f| f.text.to_string()), Err(missing), "{text}");
    }
}

#[test]
fn a_block_that_fails_is_passed_over_for_a_whole_one() {
    let text = "```json\n{\"findings\": [{\"subject\": \"a\nb\"}]}\n```\nAgain:\n```json\n{\"findings\": []}\n```";
    assert_eq!(found(text).0, "{\"findings\": []}");
}

#[test]
fn hostile_nesting_takes_no_time() {
    for text in [
        "{".repeat(200_000),
        "{\"a\":".repeat(200_000),
        "{\"a\":[".repeat(200_000) + "x",
        "\"{".repeat(100_000),
        "```json\n{\"f\": [".to_owned() + &"{x ".repeat(200_000) + "\n```",
    ] {
        assert!(extract(&text).is_err());
    }
}
