//! Which repairs a document needs: out of the same rules that migrate and validate it.

use crate::diagnostic::{Code, Diagnostic, child_pointer, quoted};
use crate::input::{migrate, schema, version};
use crate::model::{Category, SCHEMA_VERSION, Stage};
use serde_json::{Map, Value, json};
use std::collections::{HashMap, HashSet};

/// A repair of the value or the member at a pointer of the document.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Repair {
    pub(super) pointer: String,
    pub(super) action: Action,
    /// What was done, in the past tense.
    pub(super) what: String,
}

/// What a repair does.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Action {
    /// Gives the member another key.
    Rename(String),
    /// Gives it another value, which is JSON.
    Replace(String),
    /// Takes the member out.
    Remove,
    /// Puts members, key and JSON, into the object.
    Insert(Vec<(String, String)>),
}

/// The repairs for a document. Migration comes first, because the migrated report is what gets validated.
pub(super) fn find(document: &Value) -> Vec<Repair> {
    let (framed, stage) = match document {
        Value::Array(sections) => (json!({ "findings": sections }), Stage::Producer),
        other => (other.clone(), Stage::Report),
    };
    if stage == Stage::Report && version::declared(&framed).is_err() {
        // What is refused as a whole is not mended in parts.
        return Vec::new();
    }
    let mut repairs = migration(&framed);
    if repairs.is_empty() {
        let errors = schema::check(&framed, stage);
        repairs.extend(errors.iter().filter_map(|error| of_error(error, &framed)));
        repairs.extend(ids(&errors, &framed));
        if stage == Stage::Producer {
            repairs.extend(overstepped(&framed));
            // A key that goes needs no other repair.
            let gone: HashSet<String> =
                repairs.iter().filter(|r| r.action == Action::Remove).map(|r| r.pointer.clone()).collect();
            repairs.retain(|r| r.action == Action::Remove || !gone.contains(&r.pointer));
        }
    }
    let base = crate::input::base(stage);
    for repair in &mut repairs {
        repair.pointer = repair.pointer.strip_prefix(base).unwrap_or(&repair.pointer).to_owned();
    }
    repairs
}

/// Every finding of a list of sections, with its pointer in a report.
fn findings(framed: &Value) -> impl Iterator<Item = (String, usize, &Map<String, Value>)> {
    let sections = framed.get("findings").and_then(Value::as_array).into_iter().flatten().enumerate();
    sections.flat_map(|(s, section)| {
        let findings = section.get("findings").and_then(Value::as_array).into_iter().flatten().enumerate();
        findings.filter_map(move |(f, finding)| Some((format!("/findings/{s}/findings/{f}"), s, finding.as_object()?)))
    })
}

/// What the migration on reading would do, as changes to the text.
fn migration(framed: &Value) -> Vec<Repair> {
    let mut repairs = Vec::new();
    if let Some(Value::String(old)) = framed.get("schema_version")
        && version::MIGRATED.contains(&old.as_str())
    {
        repairs.push(Repair {
            pointer: "/schema_version".into(),
            action: Action::Replace(format!("\"{SCHEMA_VERSION}\"")),
            what: format!("made the version {SCHEMA_VERSION}, from {old}"),
        });
    }
    for (pointer, _, before) in findings(framed) {
        let mut sections = json!([{ "findings": [before] }]);
        if migrate::migrate(&mut sections).is_some()
            && let Value::Object(after) = sections[0]["findings"][0].take()
        {
            repairs.extend(differences(&pointer, before, &after));
        }
    }
    repairs
}

/// How one object becomes another.
fn differences(pointer: &str, before: &Map<String, Value>, after: &Map<String, Value>) -> Vec<Repair> {
    let at = |key: &str| child_pointer(pointer, key);
    let renamed =
        before.get("risk").filter(|risk| !before.contains_key("likelihood") && after.get("likelihood") == Some(risk));
    let mut repairs = Vec::new();
    let mut inserted = Vec::new();
    for (key, value) in before {
        match after.get(key) {
            None if key == "risk" && renamed.is_some() => repairs.push(Repair {
                pointer: at(key),
                action: Action::Rename("likelihood".into()),
                what: "renamed `risk` to `likelihood`".into(),
            }),
            None => repairs.push(Repair {
                pointer: at(key),
                action: Action::Remove,
                what: format!("took out `{key}` of format 3"),
            }),
            Some(new) if new != value => {
                let new = in_one_line(new);
                let what = format!("made `{key}` {new}");
                repairs.push(Repair { pointer: at(key), action: Action::Replace(new), what });
            }
            Some(_) => {}
        }
    }
    for (key, value) in after {
        let carried_over = key == "likelihood" && renamed.is_some();
        if !(before.contains_key(key) || carried_over) {
            inserted.push((key.clone(), in_one_line(value)));
        }
    }
    if !inserted.is_empty() {
        let what = inserted.iter().map(|(key, value)| format!("`{key}`: {value}")).collect::<Vec<_>>().join(", ");
        repairs.push(Repair {
            pointer: pointer.to_owned(),
            action: Action::Insert(inserted),
            what: format!("added {what}"),
        });
    }
    repairs
}

fn in_one_line(value: &Value) -> String {
    match value {
        Value::Array(items) => format!("[{}]", items.iter().map(Value::to_string).collect::<Vec<_>>().join(", ")),
        other => other.to_string(),
    }
}

/// The repair of a broken rule, where its diagnostic knows one beyond doubt.
fn of_error(error: &Diagnostic, framed: &Value) -> Option<Repair> {
    let replacement = error.replacement.clone()?;
    let (parent, _) = error.pointer.rsplit_once('/')?;
    match error.code {
        Code::UnknownKey => {
            // Where the right key stands beside it, which one counts is not for a program to say.
            let taken = framed.pointer(parent)?.get(&replacement).is_some();
            let wrong = error.pointer.rsplit('/').next().unwrap_or_default();
            (!taken).then(|| Repair {
                pointer: error.pointer.clone(),
                what: format!("renamed `{}` to `{replacement}`", quoted(wrong)),
                action: Action::Rename(replacement),
            })
        }
        Code::WrongType => {
            let key = error.pointer.rsplit('/').next().unwrap_or_default();
            Some(Repair {
                pointer: error.pointer.clone(),
                what: format!("made `{}` the number {replacement}", quoted(key)),
                action: Action::Replace(replacement),
            })
        }
        _ => None,
    }
}

/// Ids without three digits, and everything that names them. An id that two findings have, or that would become one that
/// another finding has, stays.
fn ids(errors: &[Diagnostic], framed: &Value) -> Vec<Repair> {
    let mut uses: HashMap<&str, usize> = HashMap::new();
    for (_, _, finding) in findings(framed) {
        if let Some(id) = finding.get("id").and_then(Value::as_str) {
            *uses.entry(id).or_default() += 1;
        }
    }
    let mut renamed: HashMap<&str, &str> = HashMap::new();
    let mut taken = HashSet::new();
    for error in errors.iter().filter(|error| error.code == Code::BadId) {
        let Some(old) = framed.pointer(&error.pointer).and_then(Value::as_str) else { continue };
        let Some(new) = error.replacement.as_deref() else { continue };
        if uses.get(old) == Some(&1) && !uses.contains_key(new.trim_matches('"')) && taken.insert(new) {
            renamed.insert(old, new);
        }
    }
    named_ids(framed)
        .into_iter()
        .filter_map(|(pointer, id)| {
            let new = renamed.get(id)?;
            Some(Repair {
                pointer,
                what: format!("made {} {}", quoted(id), new.trim_matches('"')),
                action: Action::Replace((*new).to_owned()),
            })
        })
        .collect()
}

/// Every place of a document that names a finding.
fn named_ids<'d>(framed: &'d Value) -> Vec<(String, &'d str)> {
    let mut out: Vec<(String, &'d str)> = findings(framed)
        .filter_map(|(pointer, _, finding)| Some((child_pointer(&pointer, "id"), finding.get("id")?.as_str()?)))
        .collect();
    let list = |pointer: &str| framed.pointer(pointer).and_then(Value::as_array).into_iter().flatten().enumerate();
    let mut add =
        |pointer: String, id: Option<&'d Value>| out.extend(id.and_then(Value::as_str).map(|id| (pointer, id)));
    for (i, top) in list("/top_findings") {
        add(format!("/top_findings/{i}/id"), top.get("id"));
    }
    for (i, row) in list("/remediation") {
        for (j, id) in row.get("finding_ids").and_then(Value::as_array).into_iter().flatten().enumerate() {
            add(format!("/remediation/{i}/finding_ids/{j}"), Some(id));
        }
    }
    for (i, decision) in list("/triage/decisions") {
        add(format!("/triage/decisions/{i}/finding_id"), decision.get("finding_id"));
    }
    out
}

/// Keys that a producer must not set.
fn overstepped(framed: &Value) -> Vec<Repair> {
    let mut repairs = Vec::new();
    for (pointer, s, finding) in findings(framed) {
        let category =
            framed["findings"][s].get("category").cloned().and_then(|c| serde_json::from_value::<Category>(c).ok());
        for key in crate::derive::producer::DERIVED_KEYS {
            let may = category.is_none_or(|category| crate::derive::producer::may_set(category, key));
            if finding.contains_key(key) && !may {
                repairs.push(Repair {
                    pointer: child_pointer(&pointer, key),
                    action: Action::Remove,
                    what: format!("took out `{key}`, which is not a producer's to set"),
                });
            }
        }
    }
    repairs
}
