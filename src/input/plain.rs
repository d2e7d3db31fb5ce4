//! Schema errors in plain words: what is wrong, what was received, how to repair it.

use crate::diagnostic::{Code, Diagnostic, child_pointer, nearest, quoted, unmistakable};
use crate::model::{Severity, proper_id};
use jsonschema::ValidationError;
use jsonschema::error::{TypeKind, ValidationErrorKind as Kind};
use serde_json::Value;
use std::collections::HashSet;

/// Explains each error once. A required key that is missing because a near one was misspelt is one problem, not two.
pub fn explain_all<'a>(
    errors: impl Iterator<Item = ValidationError<'a>>,
    document: &Value,
    schema: &Value,
) -> Vec<Diagnostic> {
    let mut out = Vec::new();
    let mut missing = Vec::new();
    let mut meant: HashSet<(String, String)> = HashSet::new();
    for error in errors {
        let pointer = error.instance_path().as_str().to_owned();
        match error.kind() {
            Kind::AdditionalProperties { unexpected } => {
                let known = known_keys(&error, schema);
                for key in unexpected {
                    let near = nearest(key, &known);
                    if let Some(near) = near {
                        meant.insert((pointer.clone(), near.to_owned()));
                    }
                    out.push(unknown_key(&pointer, key, near, &known));
                }
            }
            Kind::Required { property } => missing.push((pointer, property.as_str().unwrap_or_default().to_owned())),
            _ => out.push(explain(&error, pointer)),
        }
    }
    // A value of the wrong type breaks other rules as a matter of course.
    let mistyped: HashSet<String> =
        out.iter().filter(|d| d.code == Code::WrongType).map(|d| d.pointer.clone()).collect();
    out.retain(|d| d.code == Code::WrongType || !mistyped.contains(&d.pointer));
    out.extend(missing.into_iter().filter(|problem| !meant.contains(problem)).map(|(pointer, key)| {
        let owner = owner(&pointer, document);
        Diagnostic::error(Code::MissingKey, pointer, format!("{owner} lacks `{key}`")).hint(required_hint(&key))
    }));
    out
}

fn explain(error: &ValidationError<'_>, pointer: String) -> Diagnostic {
    let pointer_key = pointer.rsplit('/').next().unwrap_or_default().to_owned();
    let value = &**error.instance();
    let name = name(&pointer);
    let got = described(value);
    match error.kind() {
        Kind::Type { kind } => {
            Diagnostic::error(Code::WrongType, pointer, format!("{name} must be {}, but is {got}", expected(kind)))
                .hint(type_hint(&pointer_key, value, &expected(kind)))
                .replace_by(meant_number(&pointer_key, value, &expected(kind)))
        }
        Kind::Enum { options } => {
            let allowed: Vec<&str> = options.as_array().into_iter().flatten().filter_map(Value::as_str).collect();
            let near = value.as_str().and_then(|v| nearest(v, &allowed));
            let list = list(&allowed);
            let hint = near
                .map_or_else(|| format!("allowed: {list}"), |near| format!("did you mean `{near}`? Allowed: {list}"));
            Diagnostic::error(Code::UnknownValue, pointer, format!("{name} can't be {got}")).hint(hint)
        }
        Kind::Maximum { limit } => out_of_range(pointer, &name, &got, "above", limit),
        Kind::Minimum { limit } => out_of_range(pointer, &name, &got, "below", limit),
        Kind::MinItems { .. } => Diagnostic::error(Code::EmptyList, pointer, format!("{name} is an empty list"))
            .hint("put at least one entry into it, or leave the key out"),
        Kind::Format { format } if format == "date" => {
            Diagnostic::error(Code::BadDate, pointer, format!("{name} is {got}, which is not a date"))
                .hint("write the day as YYYY-MM-DD, for example 2026-06-12")
        }
        Kind::Format { format } if format == "date-time" => {
            Diagnostic::error(Code::BadDateTime, pointer, format!("{name} is {got}, which is not a moment"))
                .hint("write it as RFC 3339 with a time zone, for example 2026-06-13T08:30:00Z")
        }
        Kind::Pattern { pattern } => broken_pattern(pointer, &name, &got, value, pattern),
        _ => Diagnostic::error(
            Code::Schema,
            pointer,
            format!("{name} is {got}: {}", quoted(&error.masked().to_string())),
        ),
    }
}

fn out_of_range(pointer: String, name: &str, got: &str, side: &str, limit: &Value) -> Diagnostic {
    let range = match pointer.rsplit('/').next().unwrap_or_default() {
        "likelihood" | "impact" | "relevance" | "overall_severity" | "ai_verdict_confidence" => {
            "it is a rating from 0 to 1"
        }
        "severity" => "it is a whole number from 1 (INFO) to 5 (CRITICAL)",
        "pr_number" => "it is a pull request's number, from 1",
        _ => "it is a whole number from 0 to 9007199254740991",
    };
    Diagnostic::error(Code::OutOfRange, pointer, format!("{name} is {got}, {side} {limit}")).hint(range)
}

fn broken_pattern(pointer: String, name: &str, got: &str, value: &Value, pattern: &str) -> Diagnostic {
    let key = pointer.rsplit('/').next().unwrap_or_default();
    let (code, what, hint) = match key {
        _ if pattern == "\\S" => {
            let text = value.as_str().unwrap_or_default();
            let what = if text.is_empty() { "is empty" } else { "holds nothing but white space" };
            return Diagnostic::error(Code::EmptyText, pointer, format!("{name} {what}"))
                .hint("it must hold some text");
        }
        "commit" => (
            Code::BadCommit,
            "which is not a full commit",
            "write all 40 hex digits in lower case, as `git rev-parse HEAD` prints them; or leave the key out",
        ),
        "id" => (
            Code::BadId,
            "which is not a finding's id",
            "write prefix, hyphen, three digits, for example SEC-001; prefixes: SEC PROJ CODE RUST PY GO FE QA CALL DOC CMT DEP PPM",
        ),
        "location_permalink" | "comment_url" => {
            (Code::BadAddress, "which is not a web address", "it starts with https:// or http:// and has no blanks")
        }
        _ => {
            return Diagnostic::error(
                Code::Schema,
                pointer,
                format!("{name} is {got}, which does not match {}", quoted(pattern)),
            );
        }
    };
    let meant = value.as_str().filter(|_| code == Code::BadId).and_then(proper_id);
    let hint = meant.as_ref().map_or_else(|| hint.to_owned(), |id| format!("write {id}: prefix, hyphen, three digits"));
    let meant = meant.map(|id| format!("\"{id}\""));
    Diagnostic::error(code, pointer, format!("{name} is {got}, {what}")).hint(hint).replace_by(meant)
}

fn unknown_key(pointer: &str, key: &str, near: Option<&str>, known: &[&str]) -> Diagnostic {
    let message = format!("`{}` is not a key of {}", quoted(key), kind_of(pointer));
    let hint = near
        .map_or_else(|| format!("remove it; the keys are {}", list(known)), |near| format!("did you mean `{near}`?"));
    Diagnostic::error(Code::UnknownKey, child_pointer(pointer, key), message)
        .hint(hint)
        .at_key()
        .replace_by(unmistakable(key, known).map(str::to_owned))
}

/// The keys that the object of an `additionalProperties` error may have.
fn known_keys<'s>(error: &ValidationError<'_>, schema: &'s Value) -> Vec<&'s str> {
    let path = error.schema_path().as_str();
    let object = path.strip_suffix("/additionalProperties").unwrap_or(path);
    let properties = schema.pointer(object).and_then(|object| object.get("properties")).and_then(Value::as_object);
    properties.map(|map| map.keys().map(String::as_str).collect()).unwrap_or_default()
}

/// A value inside a sentence: its kind, and itself when it is short.
#[must_use]
pub fn described(value: &Value) -> String {
    match value {
        Value::Null => "null".into(),
        Value::Bool(b) => b.to_string(),
        Value::Number(n) => n.to_string(),
        Value::String(s) if s.is_empty() => "an empty text".into(),
        Value::String(s) => format!("\"{}\"", quoted(s)),
        Value::Array(items) if items.is_empty() => "an empty list".into(),
        Value::Array(items) => format!("a list of {}", items.len()),
        Value::Object(_) => "an object".into(),
    }
}

fn expected(kind: &TypeKind) -> String {
    let word = |t: jsonschema::JsonType| match t {
        jsonschema::JsonType::Array => "a list",
        jsonschema::JsonType::Boolean => "true or false",
        jsonschema::JsonType::Integer => "a whole number",
        jsonschema::JsonType::Null => "null",
        jsonschema::JsonType::Number => "a number",
        jsonschema::JsonType::Object => "an object",
        jsonschema::JsonType::String => "a text",
    };
    match kind {
        TypeKind::Single(one) => word(*one).to_owned(),
        TypeKind::Multiple(many) => many.iter().map(word).collect::<Vec<_>>().join(" or "),
    }
}

/// The number that a text can only mean: its own digits, or a severity's label.
fn meant_number(key: &str, value: &Value, expected: &str) -> Option<String> {
    let text = value.as_str().filter(|_| expected.contains("number"))?.trim();
    let band = Severity::ALL.into_iter().find(|band| band.label().eq_ignore_ascii_case(text));
    match band.filter(|_| key == "severity") {
        Some(band) => Some(band.level().to_string()),
        // As JSON writes it: a text such as "+1" or "inf" is not one.
        None => serde_json::from_str::<serde_json::Number>(text).ok().map(|number| number.to_string()),
    }
}

fn type_hint(key: &str, value: &Value, expected: &str) -> String {
    if let Some(number) = meant_number(key, value, expected) {
        return if key == "severity" && value.as_str() != Some(&number) {
            format!("write {number}; severities are numbers from 1 (INFO) to 5 (CRITICAL)")
        } else {
            format!("write {number} without the quotes")
        };
    }
    match value {
        Value::Number(n) if expected.contains("text") => format!("write \"{n}\" with quotes"),
        Value::String(s) if expected == "true or false" && matches!(s.as_str(), "true" | "false") => {
            format!("write {s} without the quotes")
        }
        Value::Null => format!("write {expected}; null stands for nothing here"),
        Value::Object(_) if expected == "a list" => "put the object into [ ]".into(),
        Value::String(_) if expected == "a list" => "put the text into [ ]".into(),
        _ => format!("write {expected} here"),
    }
}

fn required_hint(key: &str) -> String {
    let what = match key {
        "likelihood" => "how likely it does harm, a number from 0 to 1",
        "impact" => "how bad the harm is, a number from 0 to 1",
        "relevance" => "how much it belongs to this change, a number from 0 to 1",
        "recommendation" => "what to do about it, in Markdown",
        "description" => "what is wrong, in Markdown",
        "location" => "where it is, for example \"src/main.rs:10-12\"",
        "id" => "for example \"SEC-001\"",
        "title" => "one line of plain text",
        "category" => "for example \"security\"",
        "findings" => "a list, which may be empty",
        "date" => "the day of the review, for example \"2026-06-12\"",
        "severity_counts" => "{} will do: the figures are counted from the findings",
        "total_findings" => "0 will do: the figures are counted from the findings",
        "summary_statistics" => {
            "{\"total_findings\": 0, \"severity_counts\": {}} will do: the figures are counted from the findings"
        }
        "executive_summary" => "{\"overall_assessment\": \"one sentence\"}",
        "metadata" => "{\"project\": \"name\", \"date\": \"YYYY-MM-DD\"}",
        "overall_assessment" => "one sentence of plain text",
        _ => return format!("add \"{key}\""),
    };
    format!("add \"{key}\": {what}")
}

fn list(words: &[&str]) -> String {
    words.join(", ")
}

/// The last key of a pointer as the subject of a sentence.
fn name(pointer: &str) -> String {
    let mut steps = pointer.rsplit('/');
    let last = steps.next().unwrap_or_default();
    if pointer.is_empty() {
        "the document".into()
    } else if !last.is_empty() && last.bytes().all(|b| b.is_ascii_digit()) {
        let parent = steps.next().unwrap_or_default();
        format!("entry {} of `{}`", last.parse::<usize>().map_or(0, |n| n.saturating_add(1)), quoted(parent))
    } else {
        format!("`{}`", quoted(&last.replace("~1", "/").replace("~0", "~")))
    }
}

/// What kind of object stands at a pointer, with its article.
fn kind_of(pointer: &str) -> String {
    let steps: Vec<&str> = pointer.split('/').skip(1).collect();
    let is_index = |step: &str| !step.is_empty() && step.bytes().all(|b| b.is_ascii_digit());
    match steps.as_slice() {
        [] => "a report".into(),
        ["findings", _] => "a section".into(),
        ["findings", _, "findings", _] => "a finding".into(),
        [.., "code_snippets", _] => "a code snippet".into(),
        ["top_findings", _] => "a top finding".into(),
        ["dependencies", _] => "a dependency".into(),
        ["agent_stats", _] => "an agent's entry".into(),
        ["remediation", _] => "a remediation row".into(),
        ["triage", "decisions", _] => "a triage decision".into(),
        [.., "severity_category_matrix", _] => "a row of the matrix".into(),
        [.., last] if !is_index(last) => format!("`{last}`"),
        _ => "this object".into(),
    }
}

/// The object at a pointer as the subject of a sentence, by its id or title when it has one.
fn owner(pointer: &str, document: &Value) -> String {
    let object = document.pointer(pointer);
    let own = |key: &str| object.and_then(|o| o.get(key)).and_then(Value::as_str).filter(|s| !s.is_empty()).map(quoted);
    let kind = kind_of(pointer);
    let kind =
        kind.strip_prefix("a ").or_else(|| kind.strip_prefix("an ")).map_or(kind.clone(), |rest| format!("the {rest}"));
    match (own("id"), own("title")) {
        (Some(id), _) if !id.contains(char::is_whitespace) => format!("{kind} {id}"),
        (Some(called), _) | (None, Some(called)) => format!("{kind} \"{called}\""),
        (None, None) => kind,
    }
}
