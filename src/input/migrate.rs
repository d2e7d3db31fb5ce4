//! The v3 names become v4 names ("v3 → v4 on load").
//!
//! Works on the JSON tree, before validation: the migrated report is what gets validated.

use crate::diagnostic::{Code, Diagnostic, named, quoted};
use crate::model::RE_RATE_REQUIRED;
use serde_json::{Map, Value, json};
use std::collections::BTreeSet;
use std::fmt::Write as _;

/// What the migration did to a report.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Migration {
    /// Ids of the findings that carried v3 names.
    pub migrated: Vec<String>,
    /// Ids of those that became exactly 0 by the informational floor.
    pub floored: Vec<String>,
    /// Ids of those that had both `risk` and `likelihood`.
    pub collided: Vec<String>,
    /// Ids of those that are left without a likelihood.
    pub unrated: Vec<String>,
    /// Pointers to likelihoods that are written as `risk`.
    carried: BTreeSet<String>,
}

/// Migrates every finding of a list of sections that carries `risk` or `scope`, whatever version was declared.
///
/// Returns `None` when none did.
pub fn migrate(sections: &mut Value) -> Option<Migration> {
    let mut migration = Migration::default();
    for (s, section) in sections.as_array_mut()?.iter_mut().enumerate() {
        let findings = section.get_mut("findings").and_then(Value::as_array_mut).into_iter().flatten();
        let findings = findings.enumerate().filter_map(|(f, finding)| Some((f, finding.as_object_mut()?)));
        for (f, finding) in findings.filter(|(_, f)| f.contains_key("risk") || f.contains_key("scope")) {
            migrate_finding(finding, &mut migration, || format!("/findings/{s}/findings/{f}/likelihood"));
        }
    }
    (!migration.migrated.is_empty()).then_some(migration)
}

fn migrate_finding(finding: &mut Map<String, Value>, migration: &mut Migration, pointer: impl Fn() -> String) {
    let id = finding.get("id").and_then(Value::as_str).unwrap_or("a finding without id").to_owned();
    if is_informational(finding) {
        for axis in ["likelihood", "impact", "relevance"] {
            finding.insert(axis.into(), json!(0.0));
        }
        migration.floored.push(id.clone());
    } else {
        carry_risk(finding, &id, migration, pointer);
        // The v3 scope says nothing about relevance; 0.5 is the format's "not rated".
        finding.entry("relevance").or_insert(json!(0.5));
    }
    for gone in ["risk", "scope", "severity", "overall_severity"] {
        finding.remove(gone);
    }
    mark(finding);
    migration.migrated.push(id);
}

/// v3 used these values for praise and for resolved comments.
fn is_informational(finding: &Map<String, Value>) -> bool {
    let number = |key: &str| finding.get(key).and_then(Value::as_f64);
    !finding.contains_key("likelihood")
        && !finding.contains_key("relevance")
        && number("scope") == Some(0.0)
        && number("risk").is_some_and(|risk| risk <= 0.1)
        && number("impact").is_some_and(|impact| impact <= 0.1)
}

fn carry_risk(finding: &mut Map<String, Value>, id: &str, migration: &mut Migration, pointer: impl Fn() -> String) {
    let risk = finding.get("risk").filter(|risk| risk.is_number()).cloned();
    let likelihood = finding.get("likelihood").filter(|value| !value.is_null());
    match (risk, likelihood) {
        (Some(risk), None) => {
            migration.carried.insert(pointer());
            finding.insert("likelihood".into(), risk);
        }
        (Some(risk), Some(likelihood)) => {
            migration.collided.push(id.to_owned());
            // A likelihood that is no number stays, for validation to name it.
            if likelihood.as_f64().is_some_and(|likelihood| risk.as_f64().is_some_and(|risk| risk > likelihood)) {
                migration.carried.insert(pointer());
                finding.insert("likelihood".into(), risk);
            }
        }
        (None, None) => migration.unrated.push(id.to_owned()),
        (None, Some(_)) => {}
    }
}

/// v4 has no field for "needs a re-rate"; a tag carries it through every later step.
fn mark(finding: &mut Map<String, Value>) {
    let tags = finding.entry("tags").or_insert_with(|| json!([]));
    if let Some(tags) = tags.as_array_mut()
        && !tags.iter().any(|tag| tag == RE_RATE_REQUIRED)
    {
        tags.push(json!(RE_RATE_REQUIRED));
    }
}

impl Migration {
    /// Names in errors what stands in the source, where that is a v3 name.
    pub fn name_as_written(&self, errors: &mut [Diagnostic]) {
        for error in errors.iter_mut().filter(|error| self.carried.contains(&error.pointer)) {
            error.pointer = error.pointer.replace("/likelihood", "/risk");
            error.message = error.message.replacen("`likelihood`", "`risk`", 1);
        }
    }

    /// The one deprecation message of a report.
    #[must_use]
    pub fn diagnostic(&self) -> Diagnostic {
        let count = self.migrated.len();
        let (findings, their) = if count == 1 { ("finding was", "its") } else { ("findings were", "their") };
        let mut message = format!("{count} {findings} migrated from format 3; {their} ratings need a re-rate");
        for (ids, what) in [
            (&self.floored, "floored to informational"),
            (&self.collided, "had both risk and likelihood (the higher won)"),
            (&self.unrated, "left without a likelihood"),
        ] {
            if !ids.is_empty() {
                let _ = write!(message, "; {} {what}: {}", ids.len(), first_ids(ids));
            }
        }
        Diagnostic::warning(Code::Migrated, "", message).hint(
            "v3 rated impact without blast radius, and relevance was defaulted to 0.5: rate all migrated findings again, \
             and have the producer write 4.0.0",
        )
    }
}

fn first_ids(ids: &[String]) -> String {
    const SHOWN: usize = 10;
    named(ids.iter().map(|id| quoted(id)), SHOWN)
}

#[cfg(test)]
mod tests {
    use super::migrate;
    use serde_json::{Value, json};

    fn migrated(finding: impl Into<Value>) -> Value {
        let finding: Value = finding.into();
        let mut sections = json!([{ "findings": [finding] }]);
        migrate(&mut sections);
        sections[0]["findings"][0].take()
    }

    #[test]
    fn risk_becomes_likelihood_and_scope_is_dropped() {
        let f = migrated(json!({"id": "SEC-001", "risk": 0.9, "impact": 0.8, "scope": 0.1, "severity": 3}));
        assert_eq!(
            f,
            json!({"id": "SEC-001", "likelihood": 0.9, "impact": 0.8, "relevance": 0.5, "tags": ["re-rate-required"]})
        );
    }

    #[test]
    fn the_floor_needs_v3_names_alone_and_three_numbers() {
        let f = migrated(json!({"risk": 0.1, "impact": 0.1, "scope": 0}));
        assert_eq!((&f["likelihood"], &f["impact"], &f["relevance"]), (&json!(0.0), &json!(0.0), &json!(0.0)));
        for kept in [
            json!({"risk": 0.1, "impact": 0.1, "scope": 0.1}),
            json!({"risk": 0.1, "impact": 0.11, "scope": 0}),
            json!({"risk": 0.1, "impact": 0.1, "scope": 0, "relevance": 0.2}),
            json!({"risk": 0.1, "impact": 0.1, "scope": null}),
        ] {
            assert_eq!(migrated(kept.clone())["likelihood"], json!(0.1), "{kept}");
        }
    }

    #[test]
    fn of_two_likelihoods_the_higher_wins() {
        assert_eq!(migrated(json!({"risk": 0.8, "likelihood": 0.2}))["likelihood"], json!(0.8));
        assert_eq!(migrated(json!({"risk": 0.1, "likelihood": 0.2}))["likelihood"], json!(0.2));
        assert_eq!(migrated(json!({"risk": "0.8", "likelihood": 0.2}))["likelihood"], json!(0.2));
        assert_eq!(migrated(json!({"risk": null})).get("likelihood"), None);
        assert_eq!(migrated(json!({"scope": 1, "relevance": 0.1}))["relevance"], json!(0.1));
    }
}
