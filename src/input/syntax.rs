//! What is wrong with a text that is no JSON, in plain words, with the place.

use crate::diagnostic::{Code, Diagnostic, Place, quoted};
use crate::input::json;
use crate::invisible::escape;
use serde_json::error::Category;

/// Explains an error of `serde_json` on `text`.
pub fn explain(text: &str, error: &serde_json::Error) -> Diagnostic {
    let at = offset(text, error.line(), error.column());
    if json::is_too_deep(error) {
        // The reader is at the bracket or just behind it.
        let behind = ceil_boundary(text, (at + 1).min(text.len()));
        let at = text[..behind].rfind(['[', '{']).unwrap_or(at);
        let message = format!("arrays and objects are nested deeper than {} levels", json::MAX_DEPTH);
        return described(
            text,
            at,
            1,
            Code::TooDeep,
            message,
            "a report nests about six levels; look for unclosed brackets",
        );
    }
    if text.trim().is_empty() {
        let message = if text.is_empty() { "the file is empty" } else { "the file holds nothing but white space" };
        return described(
            text,
            0,
            0,
            Code::JsonSyntax,
            message,
            "run the producer again, and check that it wrote its output here",
        );
    }
    if let Some((message, hint)) = looks_like(text, at) {
        // Of another kind of file the start is what shows it; a second document starts where the first ended.
        let at = if text.trim_start().starts_with(['{', '[']) { at } else { text.len() - text.trim_start().len() };
        return described(text, at, 1, Code::JsonSyntax, message, hint);
    }
    let said = error.to_string();
    let said = said.split(" at line ").next().unwrap_or_default();
    if said == "number out of range" {
        let (start, token) = token_before(text, at);
        let message = format!("the number {} is beyond what a double can hold", quoted(token));
        return described(text, start, token.len(), Code::NumberRange, message, "ratings are numbers from 0 to 1");
    }
    if error.classify() == Category::Eof {
        let message = "the file ends in the middle: a value, a bracket or a quote is left open";
        return described(
            text,
            text.trim_end().len(),
            0,
            Code::JsonSyntax,
            message,
            "it was cut off; run the producer again or raise its output limit",
        );
    }
    if said.contains("control character") {
        return control_character(text, at);
    }
    let (start, token) = token_at(text, at);
    let (message, hint) = plain(said, token);
    described(text, start, token.len().max(1), Code::JsonSyntax, message, hint)
}

/// Whole documents of another kind, which a JSON parser's complaint would only obscure.
fn looks_like(text: &str, at: usize) -> Option<(&'static str, &'static str)> {
    let start = text.trim_start();
    let first_line = start.lines().next().unwrap_or_default();
    if at > 0
        && text[..at].trim_end().ends_with(['}', ']'])
        && serde_json::from_str::<serde::de::IgnoredAny>(first_line).is_ok()
        && text[..at].lines().count() <= 2
        && start.lines().nth(1).is_some_and(|l| l.trim_start().starts_with(['{', '[']))
    {
        return Some((
            "this looks like JSON Lines: a second document starts here",
            "a report is one JSON document; join the lines into one array of sections",
        ));
    }
    if start.starts_with('<') {
        return Some((
            "this looks like HTML or XML",
            "prreport reads JSON; was an error page saved instead of the report?",
        ));
    }
    if start.starts_with(['{', '[', '"']) {
        return None;
    }
    if text.get(..1024.min(text.len())).unwrap_or(start).bytes().filter(|b| *b < 9).count() > 0 {
        return Some(("this looks like a binary file", "prreport reads JSON"));
    }
    if text.contains("```") {
        return Some((
            "this looks like a Markdown reply with a JSON block inside",
            "save the block alone: what stands between the lines ```json and ```",
        ));
    }
    if first_line == "---"
        || first_line
            .split_once(':')
            .is_some_and(|(key, _)| !key.is_empty() && key.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'_'))
    {
        return Some(("this looks like YAML", "convert it to JSON, for example with: yq -o=json"));
    }
    None
}

/// What `serde_json` said, for somebody who does not write parsers.
fn plain(said: &str, token: &str) -> (String, &'static str) {
    // A blank that JSON does not know would stand in the message unseen.
    let blank = token.chars().next().filter(|c| !c.is_ascii() && c.is_whitespace());
    let shown = blank.map_or_else(|| quoted(token), |c| format!("the blank {}", escape(c)));
    let constant = token.trim_start_matches('-');
    match (said, constant) {
        (_, "NaN" | "Infinity" | "inf" | "nan") => (
            format!("{shown} is not a JSON number"),
            "a rating is a number from 0 to 1; write 0 if the producer could not compute it",
        ),
        (_, "None") => {
            (format!("{shown} is Python; JSON has `null`"), "write the report with json.dumps, or leave the key out")
        }
        (_, "True" | "False") => {
            (format!("{shown} is Python; JSON has `true` and `false`"), "write the report with json.dumps")
        }
        (_, "undefined") => (
            format!("{shown} is JavaScript; JSON has `null`"),
            "write the report with JSON.stringify, or leave the key out",
        ),
        ("trailing comma", _) => ("a comma stands before the closing bracket".into(), "remove the comma"),
        ("trailing characters", _) => (
            format!("text stands behind the end of the document: {shown}"),
            "a report is one JSON document; remove what follows it",
        ),
        (s, _) if s.contains("surrogate") || s.contains("hex escape") => (
            "an escape holds half of a surrogate pair, which is no character".into(),
            "write the character itself, or both halves: \\ud83e\\udd84",
        ),
        ("invalid escape", _) => {
            ("a backslash stands before something that needs none".into(), "write \\\\ for a backslash")
        }
        ("invalid number", _) => (
            format!("{shown} is not a JSON number"),
            "JSON numbers look like 0.5, -3 or 1e9; no leading zero, plus sign or lone dot",
        ),
        ("expected value" | "key must be a string", _) if blank.is_some() => (
            format!("{shown} stands here, which is no white space in JSON"),
            "remove it; between values JSON takes spaces, tabs and line breaks only",
        ),
        ("key must be a string" | "expected value", _) if token.starts_with(['/', '#']) => {
            ("a comment stands here, and JSON has none".into(), "remove it")
        }
        ("key must be a string", _) if token.starts_with('\'') => {
            ("a key stands in single quotes".into(), "JSON takes double quotes only")
        }
        ("key must be a string", _) => (
            format!("a key in double quotes was expected, not {shown}"),
            "every key of an object is a string in double quotes",
        ),
        ("expected value", _) if token.starts_with('\'') => {
            ("a text stands in single quotes".into(), "JSON takes double quotes only")
        }
        ("expected value", _) => (
            format!("a value was expected, not {shown}"),
            "a value is an object, an array, a text in double quotes, a number, true, false or null",
        ),
        (s, _) if s.starts_with("expected `,`") => (
            format!("a comma or the closing bracket was expected, not {shown}"),
            "look for a missing comma, or for a quote inside a text that lacks its backslash",
        ),
        ("expected `:`", _) => {
            (format!("a colon was expected behind the key, not {shown}"), "a member is \"key\": value")
        }
        (s, _) => (format!("this is not JSON: {s}"), "check the producer's output with a JSON linter"),
    }
}

/// A line break is noticed on the line behind it, another control one character too early.
fn control_character(text: &str, at: usize) -> Diagnostic {
    let at = match &text[..at] {
        before if before.ends_with('\n') => before[..at - 1].trim_end_matches('\r').len(),
        _ if !text[at..].starts_with(|c: char| c.is_ascii_control()) => (at + 1).min(text.len()),
        _ => at,
    };
    let message = "a line break or another control character stands inside a string";
    described(text, at, 1, Code::JsonSyntax, message, "write it as an escape: \\n for a line break, \\t for a tab")
}

fn described(text: &str, at: usize, len: usize, code: Code, message: impl Into<String>, hint: &str) -> Diagnostic {
    let mut place: Place = crate::input::source::place_at(text, at);
    place.span.end = ceil_boundary(text, (at + len).min(text.len()));
    Diagnostic::error(code, "", message).hint(hint).at(place)
}

/// The byte offset of a line and a byte column, both from 1, as `serde_json` counts them.
fn offset(text: &str, line: usize, column: usize) -> usize {
    let line_start = match line {
        0 | 1 => 0,
        _ => text.bytes().enumerate().filter(|(_, b)| *b == b'\n').nth(line - 2).map_or(text.len(), |(at, _)| at + 1),
    };
    let mut at = (line_start + column.saturating_sub(1)).min(text.len());
    while !text.is_char_boundary(at) {
        at -= 1;
    }
    at
}

fn ceil_boundary(text: &str, mut at: usize) -> usize {
    while !text.is_char_boundary(at) {
        at += 1;
    }
    at
}

fn in_word(c: char) -> bool {
    c.is_alphanumeric() || matches!(c, '_' | '-' | '+' | '.')
}

/// The word around `at`, or the one character there.
fn token_at(text: &str, at: usize) -> (usize, &str) {
    let start = text[..at].char_indices().rev().take(40).take_while(|(_, c)| in_word(*c)).last().map_or(at, |(i, _)| i);
    let len: usize = text[start..].chars().take(60).take_while(|c| in_word(*c)).map(char::len_utf8).sum();
    let first = text[start..].chars().next().map_or(0, char::len_utf8);
    (start, &text[start..start + len.max(first)])
}

/// The word that ends at or just before `at`.
fn token_before(text: &str, at: usize) -> (usize, &str) {
    let at = if text[at..].starts_with(in_word) { at } else { text[..at].trim_end().len().saturating_sub(1) };
    let at = (0..=at).rev().find(|at| text.is_char_boundary(*at)).unwrap_or(0);
    token_at(text, at)
}
