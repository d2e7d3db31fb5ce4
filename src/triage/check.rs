//! A file of decisions: the `triage` object, alone or under that key, with the digest of the report it is about.

use crate::diagnostic::{Code, Diagnostic, quoted};
use crate::input::source::Source;
use crate::input::{Refusal, json, plain, schema};
use crate::model::{Report, Stage, Triage};
use serde_json::{Map, Value, json};
use std::collections::HashSet;

/// How alike an unknown id must be to one of the report's to be taken for it, from 0 to 1.
const ALIKE: f64 = 0.8;

/// Reads decisions about a report with the given digest: the page's export, or a report that holds its decisions.
///
/// # Errors
/// The file is no JSON ([`Refusal::Unparsable`]), or it breaks the schema of `triage`, lacks the decisions, is about
/// another report, or names findings that this one does not have: all of that at once, located.
pub fn read(source: &Source, report: &Report, digest: &str) -> Result<Triage, Refusal> {
    let (tree, mut errors) = json::parse(&source.text).map_err(Refusal::Unparsable)?;
    let Value::Object(top) = tree else {
        let message = format!("the file is {}, not decisions", plain::described(&tree));
        let hint = "decisions are the `triage` object, as the page of `render --triage` exports it";
        let mut refused = vec![Diagnostic::error(Code::TopLevelType, "", message).hint(hint)];
        source.locate(&mut refused, "");
        return Err(Refusal::Invalid(refused));
    };
    let (mut document, base) = framed(top);
    errors.extend(["", "/triage"].iter().filter_map(|parent| other_report(&mut document, parent, digest)));
    errors.extend(schema::check(&document, Stage::Producer));
    let triage = document["triage"].take();
    match triage.get("decisions") {
        None if triage.is_object() => errors.push(
            Diagnostic::error(Code::MissingKey, "/triage", "the decisions are missing: there is no key `decisions`")
                .hint("name the file that the page of `render --triage` exports"),
        ),
        decisions => errors.extend(unknown_findings(decisions, report)),
    }
    if errors.is_empty() {
        match serde_json::from_value(triage) {
            Ok(triage) => return Ok(triage),
            Err(error) => {
                let message = format!("the decisions can't be read: {}", quoted(&error.to_string()));
                errors.push(Diagnostic::error(Code::Schema, "/triage", message));
            }
        }
    }
    source.locate(&mut errors, base);
    Err(Refusal::Invalid(errors))
}

/// The file as a document that the format's schema can check, and what its pointers have in front of the file's.
fn framed(mut top: Map<String, Value>) -> (Value, &'static str) {
    if !top.contains_key("triage") {
        return (json!({ "triage": top, "findings": [] }), "/triage");
    }
    if top.contains_key("findings") {
        // A report with its decisions: its other parts are of no concern here.
        top.retain(|key, _| key == "triage");
    }
    top.insert("findings".into(), json!([]));
    (Value::Object(top), "")
}

/// Takes the digest off an object, and says what is wrong with it.
fn other_report(document: &mut Value, parent: &str, digest: &str) -> Option<Diagnostic> {
    let given = document.pointer_mut(parent)?.as_object_mut()?.remove("report_sha256")?;
    let pointer = format!("{parent}/report_sha256");
    match given.as_str() {
        Some(of) if of.eq_ignore_ascii_case(digest) => None,
        Some(of) => {
            let (of, digest) = (quoted(&head(of)), head(digest));
            let message = format!("the decisions are about another report (SHA-256 {of}…, this one is {digest}…)");
            Some(Diagnostic::error(Code::OtherReport, pointer, message).hint("name the report they were made on"))
        }
        None => {
            let message = format!("`report_sha256` must be text, not {}", plain::described(&given));
            Some(Diagnostic::error(Code::WrongType, pointer, message).hint("export the decisions again"))
        }
    }
}

/// The decisions about findings that the report does not have.
fn unknown_findings(decisions: Option<&Value>, report: &Report) -> Vec<Diagnostic> {
    let known: HashSet<&str> = report.findings().map(|(_, _, finding)| finding.id.as_str()).collect();
    let unknown = |(i, decision): (usize, &Value)| {
        let id = decision.get("finding_id")?.as_str()?;
        if known.contains(id) {
            return None;
        }
        let likeness = |other: &str| strsim::jaro(other, id);
        let near = known
            .iter()
            .filter(|near| likeness(near) > ALIKE)
            .max_by(|a, b| likeness(a).total_cmp(&likeness(b)).then_with(|| b.cmp(a)));
        let message = format!("the report has no finding {}", quoted(id));
        let hint = near.map_or_else(
            || "mend the id, or remove the decision".into(),
            |near| format!("did you mean {}?", quoted(near)),
        );
        Some(Diagnostic::error(Code::UnknownFinding, format!("/triage/decisions/{i}/finding_id"), message).hint(hint))
    };
    decisions.and_then(Value::as_array).into_iter().flatten().enumerate().filter_map(unknown).collect()
}

/// As much of a digest as people compare.
fn head(digest: &str) -> String {
    digest.chars().take(12).collect()
}

#[cfg(test)]
mod tests {
    use super::read;
    use crate::input::Refusal;
    use crate::input::source::Source;
    use crate::model::{Finding, Report, Section, Triage};

    fn applied(text: &str) -> Result<Triage, Vec<(String, &'static str)>> {
        let finding = Finding { id: "SEC-001".into(), ..Finding::default() };
        let report =
            Report { sections: vec![Section { findings: vec![finding], ..Section::default() }], ..Report::default() };
        read(&Source::of_text("decisions.json", text.into()), &report, "ff").map_err(|refusal| match refusal {
            Refusal::Unparsable(one) => vec![(one.pointer, one.code.as_str())],
            Refusal::Invalid(all) => {
                assert!(all.iter().all(|d| d.place.is_some()), "{all:#?}");
                all.into_iter().map(|d| (d.pointer, d.code.as_str())).collect()
            }
        })
    }

    fn refused(text: &str) -> Vec<(String, &'static str)> {
        applied(text).unwrap_err()
    }

    #[test]
    fn all_problems_are_named_at_once_and_in_place() {
        let text = r#"{"report_sha256": "00", "triage": {"report_sha256": 5, "triaged_at": "yesterday", "decisions": [
            {"finding_id": "SEC-01", "action": "ignore", "due_date": "2026-02-30", "resolve_thread": 1, "tickets": ""}]}}"#;
        let said = refused(text);
        let said: Vec<_> = said.iter().map(|(pointer, code)| (pointer.as_str(), *code)).collect();
        assert_eq!(
            said,
            [
                ("/report_sha256", "other-report"),
                ("/triage/report_sha256", "wrong-type"),
                ("/triage/triaged_at", "bad-date-time"),
                ("/triage/decisions/0/finding_id", "unknown-finding"),
                ("/triage/decisions/0/action", "unknown-value"),
                ("/triage/decisions/0/due_date", "bad-date"),
                ("/triage/decisions/0/resolve_thread", "wrong-type"),
                ("/triage/decisions/0/tickets", "unknown-key"),
            ]
        );
    }

    #[test]
    fn the_bare_object_is_read_as_well_with_its_own_pointers() {
        let decided = |at: &str| {
            applied(&format!(
                r#"{{"report_sha256": "FF", "triaged_at": "{at}", "decisions": [{{"finding_id": "SEC-001", "action": "defer"}}]}}"#
            ))
        };
        assert_eq!(decided("2026-03-16T09:30:00.5+01:00").unwrap().decisions().len(), 1);
        for at in [
            "2026-03-16 09:30:00Z",
            "2026-03-16T09:30:00+01:+5",
            "2026-03-16T09:30:60",
            "2026-03-16",
            "2026-02-30T09:30:00Z",
        ] {
            assert_eq!(decided(at).unwrap_err(), [("/triaged_at".to_owned(), "bad-date-time")], "{at}");
        }
        assert_eq!(refused(r#"{"decisions": [{"finding_id": "X", "action": "fix"}]}"#)[0].0, "/decisions/0/finding_id");
    }

    #[test]
    fn a_report_lends_its_decisions() {
        let text = r#"{"schema_version": "3.2.0", "metadata": 1, "findings": [1], "triage": {"decisions": []}}"#;
        assert!(applied(text).unwrap().decisions().is_empty());
        assert_eq!(refused(r#"{"schema_version": "4.0.0", "findings": []}"#).len(), 3);
    }

    #[test]
    fn what_is_no_file_of_decisions_is_refused() {
        assert_eq!(refused("[")[0].1, "json-syntax");
        assert_eq!(refused("[]")[0].1, "top-level-type");
        assert_eq!(refused("{}")[0].1, "missing-key");
        assert_eq!(refused(r#"{"triage": []}"#), [("/triage".to_owned(), "wrong-type")]);
        assert_eq!(refused(r#"{"decisions": [], "decisions": []}"#)[0].1, "duplicate-key");
        assert_eq!(refused(r#"{"decision": []}"#).iter().filter(|(_, code)| *code == "unknown-key").count(), 1);
    }
}
