//! Whether a reply keeps to the contract: every error at once, and the reply as far as it can be read.

use crate::contract::field::{Object, described};
use crate::contract::shape::{
    Finding, Label, Location, Relation, RelationKind, Reply, SelfConfidence, SelfSignal, Side,
};
use crate::contract::{Kind, alias};
use crate::diagnostic::{Code, Diagnostic, Level};
use serde_json::{Map, Value};

/// What came of verifying one reply.
#[derive(Debug, Clone, Default)]
pub struct Verified {
    /// The reply with severities mapped; without what could not be read.
    pub reply: Reply,
    /// Errors and warnings, with pointers into the reply.
    pub diagnostics: Vec<Diagnostic>,
}

impl Verified {
    /// Whether the reply keeps to the contract.
    #[must_use]
    pub fn ok(&self) -> bool {
        !self.diagnostics.iter().any(|diagnostic| diagnostic.level == Level::Error)
    }
}

const COUNCIL_KEYS: &[&str] =
    &["location", "label", "decorations", "subject", "discussion", "severity", "confidence", "threadRelation"];
const JUDGE_KEYS: &[&str] = &["recommendation", "impact", "cluster", "raisedBy", "sourceFindingIds"];

/// Checks a reply that has been parsed.
#[must_use]
pub fn verify(kind: Kind, tree: &Value) -> Verified {
    let mut problems = Vec::new();
    let mut aliases = alias::Tally::default();
    let Some(map) = tree.as_object() else {
        let message = format!("the reply is {}, not an object", described(tree));
        let hint = "wrap the findings: {\"findings\": […]}";
        let problem = Diagnostic::error(Code::TopLevelType, "", message).hint(hint);
        return Verified { reply: Reply::default(), diagnostics: vec![problem] };
    };
    let mut top = Object { map, pointer: String::new(), problems: &mut problems };
    let judge = kind == Kind::Judge;
    let self_signal = if judge { self_signal(&mut top) } else { None };
    let mut findings = Vec::new();
    if let Some(value) = top.required("findings", "add it; a reply without findings is {\"findings\": []}") {
        match value.as_array() {
            None => top.wrong_type("findings", "a list of findings", value),
            Some(items) => {
                for (i, item) in items.iter().enumerate() {
                    let pointer = format!("/findings/{i}");
                    findings.push(finding(kind, item, pointer, top.problems, &mut aliases));
                }
            }
        }
    }
    problems.extend(aliases.warning());
    let known: &[&str] = if judge { &["selfSignal", "findings"] } else { &["findings"] };
    Verified { reply: Reply { self_signal, findings, extra: extra(map, known) }, diagnostics: problems }
}

fn extra(map: &Map<String, Value>, known: &[&str]) -> Map<String, Value> {
    map.iter().filter(|(key, _)| !known.contains(&key.as_str())).map(|(k, v)| (k.clone(), v.clone())).collect()
}

fn self_signal(top: &mut Object<'_, '_>) -> Option<SelfSignal> {
    let value = top.map.get("selfSignal")?;
    let Some(map) = value.as_object() else {
        top.wrong_type("selfSignal", "an object with confidence and rationale", value);
        return None;
    };
    let mut signal = Object { map, pointer: top.at("selfSignal"), problems: &mut *top.problems };
    let confidence = signal
        .required("confidence", "say how sure you are: low, medium or high")
        .and_then(|value| signal.word("confidence", value, SelfConfidence::WORDS, "self-signal confidence"))
        .and_then(SelfConfidence::from_word);
    let why = "say in a sentence why you are as sure as that, or leave selfSignal out";
    let rationale = signal.required("rationale", why).and_then(|value| signal.text("rationale", value, why));
    Some(SelfSignal { confidence, rationale: rationale.unwrap_or_default() })
}

fn finding(
    kind: Kind,
    item: &Value,
    pointer: String,
    problems: &mut Vec<Diagnostic>,
    aliases: &mut alias::Tally,
) -> Finding {
    let Some(map) = item.as_object() else {
        let message = format!("a finding must be an object, not {}", described(item));
        let hint = "write {\"location\": …, \"label\": …, \"subject\": …, \"discussion\": …}";
        problems.push(Diagnostic::error(Code::WrongType, pointer, message).hint(hint));
        return Finding::default();
    };
    let mut object = Object { map, pointer, problems };
    let o = &mut object;
    let mut read = Finding {
        location: o
            .required(
                "location",
                "say where: {\"kind\": \"line\", …}, {\"kind\": \"file\", …} or {\"kind\": \"global\"}",
            )
            .and_then(|value| location(o, value)),
        label: o
            .required("label", "say what kind of remark it is, for example \"issue\" or \"suggestion\"")
            .and_then(|value| o.word("label", value, Label::WORDS, "label"))
            .and_then(Label::from_word),
        subject: required_text(o, "subject", "say in one line what it is about"),
        discussion: required_text(o, "discussion", "say what is wrong, why it matters, and what shows it"),
        decorations: o.list("decorations", "texts", non_empty).unwrap_or_default(),
        severity: severity(o, aliases),
        confidence: confidence(o),
        thread_relation: relation(o),
        ..Finding::default()
    };
    let mut known = COUNCIL_KEYS.to_vec();
    if kind == Kind::Judge {
        known.extend(JUDGE_KEYS);
        read.recommendation = o.optional_text("recommendation");
        read.impact = o.optional_text("impact");
        read.cluster = o.optional_text("cluster");
        read.raised_by = o.list("raisedBy", "reviewer ids", non_empty);
        read.source_finding_ids = o.list("sourceFindingIds", "finding numbers", whole);
    }
    read.extra = extra(map, &known);
    read
}

/// A list's entry that is a whole number.
fn whole(list: &mut Object<'_, '_>, index: &str, value: &Value) -> Option<u64> {
    list.whole(index, value)
}

fn required_text(object: &mut Object<'_, '_>, key: &str, hint: &str) -> String {
    object.required(key, hint).and_then(|value| object.text(key, value, hint)).unwrap_or_default()
}

fn non_empty(list: &mut Object<'_, '_>, index: &str, value: &Value) -> Option<String> {
    match value {
        Value::String(text) if !text.is_empty() => Some(text.clone()),
        Value::String(_) => {
            list.error(Code::EmptyText, index, format!("entry {index} is empty"), "remove it, or write something");
            None
        }
        other => {
            let message = format!("entry {index} must be a text, not {}", described(other));
            list.error(Code::WrongType, index, message, "write it in double quotes");
            None
        }
    }
}

fn severity(object: &mut Object<'_, '_>, aliases: &mut alias::Tally) -> Option<crate::contract::Severity> {
    let value = object.map.get("severity")?;
    let severity = value.as_str().and_then(|word| aliases.map(word));
    if severity.is_none() {
        let received = value.as_str().map_or_else(|| described(value), |word| format!("\"{word}\""));
        let pointer = object.at("severity");
        object.problems.push(alias::dropped(&pointer, &received));
    }
    severity
}

fn confidence(object: &mut Object<'_, '_>) -> Option<f64> {
    let value = object.map.get("confidence")?;
    match value.as_f64() {
        Some(number) if (0.0..=1.0).contains(&number) => Some(number),
        Some(number) => {
            let message = format!("`confidence` must be a number from 0 to 1, not {number}");
            object.error(Code::OutOfRange, "confidence", message, "0 is a guess, 1 is certain");
            None
        }
        None => {
            object.wrong_type("confidence", "a number from 0 to 1", value);
            None
        }
    }
}

/// Reads the variant that `kind` picks, and speaks of that one only.
fn location(parent: &mut Object<'_, '_>, value: &Value) -> Option<Location> {
    let Some(map) = value.as_object() else {
        parent.wrong_type("location", "an object with a kind", value);
        return None;
    };
    let mut object = Object { map, pointer: parent.at("location"), problems: &mut *parent.problems };
    let o = &mut object;
    let kind = o.required("kind", "say which: line, file or global")?;
    let kind = o.word("kind", kind, &["line", "file", "global"], "kind of location")?;
    if kind == "global" {
        return Some(Location::Global);
    }
    let whose = "name the file as the diff does, for example src/main.rs";
    let file = o.required("file", whose).and_then(|value| o.text("file", value, whose));
    if kind == "file" {
        return file.map(|file| Location::File { file });
    }
    let start = o.required("start", "a line location needs its first line").and_then(|v| o.whole("start", v));
    let end = o
        .required("end", "a line location needs its last line; it equals start for one line")
        .and_then(|v| o.whole("end", v));
    let side = o
        .required("side", "say which version the lines count in: old, new or both")
        .and_then(|value| o.word("side", value, Side::WORDS, "side"))
        .and_then(Side::from_word);
    if let (Some(start), Some(end)) = (start, end)
        && end < start
    {
        let message = format!("`end` is {end}, before `start`, which is {start}");
        o.error(Code::OutOfRange, "end", message, "`end` is the last line, not the first line or the number of lines");
        return file.map(|file| Location::File { file });
    }
    let file = file?;
    // What is left of a broken range still names the file.
    Some(match (start, end, side) {
        (Some(start), Some(end), Some(side)) => Location::Line { file, start, end, side },
        _ => Location::File { file },
    })
}

fn relation(parent: &mut Object<'_, '_>) -> Option<Relation> {
    let value = parent.map.get("threadRelation")?;
    let Some(map) = value.as_object() else {
        parent.wrong_type("threadRelation", "an object with a kind", value);
        return None;
    };
    let mut object = Object { map, pointer: parent.at("threadRelation"), problems: &mut *parent.problems };
    let o = &mut object;
    let kind = o.required("kind", "say which: new, or duplicates-existing and its kin")?;
    let kind = o.word("kind", kind, RelationKind::WORDS, "thread relation").and_then(RelationKind::from_word)?;
    if kind == RelationKind::New {
        let rationale = match map.get("rationale") {
            None => None,
            Some(Value::String(text)) => Some(text.clone()).filter(|text| !text.trim().is_empty()),
            Some(other) => {
                o.wrong_type("rationale", "a text", other);
                None
            }
        };
        return Some(Relation { kind, thread_index: None, rationale });
    }
    let word = kind.as_str();
    let thread_index = o
        .required("threadIndex", &format!("{word} needs the number of the thread, from 1"))
        .and_then(|value| o.whole("threadIndex", value));
    let why = "say in a few words what the two have in common";
    let rationale = if let Some(value) = map.get("rationale") {
        o.text("rationale", value, why)
    } else {
        let message = format!("{word} comes without a `rationale`");
        o.problems.push(Diagnostic::warning(Code::MissingRationale, o.pointer.clone(), message).hint(why));
        None
    };
    Some(Relation { kind, thread_index, rationale })
}
