//! A file of decisions: the `triage` object, alone or under that key, with the digest of the report it is about.

use crate::model::{Report, Triage};
use serde_json::Value;
use std::collections::HashSet;

/// Something wrong with a file of decisions; where, and what to do.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{place}: {message}")]
pub struct Problem {
    /// Where in the file, as a JSON pointer; `/` for the whole.
    pub place: String,
    /// What, and what was expected.
    pub message: String,
}

const ACTIONS: [&str; 5] = ["fix", "accept_risk", "defer", "false_positive", "duplicate"];
const TEXTS: [&str; 4] = ["rationale", "assignee", "ticket", "due_date"];

/// Reads decisions about a report with the given digest. All problems are named at once.
///
/// # Errors
/// The file is no `triage` object, is about another report, names findings that the report does not have, or holds
/// dates and actions that the format does not know.
pub fn read(text: &str, report: &Report, digest: &str) -> Result<Triage, Vec<Problem>> {
    let whole: Value = serde_json::from_str(text.trim_start_matches('\u{feff}'))
        .map_err(|error| vec![problem("/", format!("not JSON: {error}"))])?;
    let mut problems = Vec::new();
    let (base, triage) = match whole.get("triage") {
        Some(inner) => ("/triage", inner),
        None => ("", &whole),
    };
    if let Some(of) = whole.get("report_sha256").and_then(Value::as_str)
        && of != digest
    {
        let (of, digest) = (head(of), head(digest));
        let message = format!("the decisions are about another report (SHA-256 {of}…, this one is {digest}…)");
        problems.push(problem("/report_sha256", format!("{message}; name the report they were made on")));
    }
    let known: HashSet<&str> = report.findings().map(|(_, _, finding)| finding.id.as_str()).collect();
    match triage.get("decisions").and_then(Value::as_array) {
        None => problems.push(problem(&format!("{base}/decisions"), "expected an array of decisions".into())),
        Some(decisions) => {
            for (i, decision) in decisions.iter().enumerate() {
                one(&format!("{base}/decisions/{i}"), decision, &known, &mut problems);
            }
        }
    }
    for key in ["triaged_by", "triaged_at"] {
        if triage.get(key).is_some_and(|value| !value.is_string()) {
            problems.push(problem(&format!("{base}/{key}"), "expected a text".into()));
        }
    }
    if let Some(at) = triage.get("triaged_at").and_then(Value::as_str)
        && !is_date_time(at)
    {
        problems.push(problem(&format!("{base}/triaged_at"), "expected a time such as 2026-03-16T09:30:00Z".into()));
    }
    if !problems.is_empty() {
        return Err(problems);
    }
    serde_json::from_value(triage.clone()).map_err(|error| vec![problem("/", error.to_string())])
}

fn one(place: &str, decision: &Value, known: &HashSet<&str>, problems: &mut Vec<Problem>) {
    let mut say = |key: &str, message: String| problems.push(problem(&format!("{place}/{key}"), message));
    match decision.get("finding_id").and_then(Value::as_str) {
        None => say("finding_id", "expected the id of a finding".into()),
        Some(id) if !known.contains(id) => {
            let near =
                known.iter().max_by(|a, b| strsim::jaro(a, id).total_cmp(&strsim::jaro(b, id)).then_with(|| b.cmp(a)));
            let near = near.filter(|near| strsim::jaro(near, id) > 0.8);
            let hint = near.map(|near| format!("; did you mean {near}?")).unwrap_or_default();
            say("finding_id", format!("the report has no finding {}{hint}", crate::diagnostic::quoted(id)));
        }
        Some(_) => {}
    }
    if !decision.get("action").and_then(Value::as_str).is_some_and(|action| ACTIONS.contains(&action)) {
        say("action", format!("expected one of {}", ACTIONS.join(", ")));
    }
    for key in TEXTS {
        match decision.get(key) {
            Some(Value::String(date)) if key == "due_date" && !is_date(date) => {
                say(key, format!("{} is no day; write it as YYYY-MM-DD", crate::diagnostic::quoted(date)));
            }
            None | Some(Value::String(_)) => {}
            Some(_) => say(key, "expected a text".into()),
        }
    }
    if decision.get("resolve_thread").is_some_and(|value| !value.is_boolean()) {
        say("resolve_thread", "expected true or false".into());
    }
}

fn problem(place: &str, message: String) -> Problem {
    Problem { place: place.to_owned(), message }
}

fn head(digest: &str) -> String {
    digest.chars().take(12).collect()
}

/// A day of the Gregorian calendar, `YYYY-MM-DD`.
fn is_date(text: &str) -> bool {
    let bytes = text.as_bytes();
    let shape = bytes.len() == 10
        && bytes.iter().enumerate().all(|(i, b)| if i == 4 || i == 7 { *b == b'-' } else { b.is_ascii_digit() });
    if !shape {
        return false;
    }
    let number =
        |range: std::ops::Range<usize>| text.get(range).and_then(|digits| digits.parse::<u32>().ok()).unwrap_or(0);
    let (year, month, day) = (number(0..4), number(5..7), number(8..10));
    let leap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);
    let days = match month {
        2 => 28 + u32::from(leap),
        4 | 6 | 9 | 11 => 30,
        1..=12 => 31,
        _ => 0,
    };
    (1..=days).contains(&day)
}

/// RFC 3339: a day, `T`, a time, and a zone.
fn is_date_time(text: &str) -> bool {
    let Some((date, time)) = text.split_once(['T', 't', ' ']) else { return false };
    let Some(zone) = time.find(['Z', 'z', '+', '-']) else { return false };
    let (clock, zone) = time.split_at(zone);
    let two = |text: &str, most: u32| text.len() == 2 && text.parse::<u32>().is_ok_and(|number| number <= most);
    let mut parts = clock.split(':');
    let (hour, minute, second) = (parts.next(), parts.next(), parts.next());
    let (second, fraction) = second.unwrap_or_default().split_once('.').unwrap_or((second.unwrap_or_default(), "0"));
    let offset = |zone: &str| zone.split_once(':').is_some_and(|(h, m)| two(h, 23) && two(m, 59));
    is_date(date)
        && parts.next().is_none()
        && hour.is_some_and(|hour| two(hour, 23))
        && minute.is_some_and(|minute| two(minute, 59))
        && two(second, 60)
        && !fraction.is_empty()
        && fraction.bytes().all(|b| b.is_ascii_digit())
        && (zone.eq_ignore_ascii_case("z") || offset(&zone[1..]))
}

#[cfg(test)]
mod tests {
    use super::{is_date, is_date_time, read};
    use crate::model::{Finding, Report, Section};

    fn report() -> Report {
        let finding = Finding { id: "SEC-001".into(), ..Finding::default() };
        Report { sections: vec![Section { findings: vec![finding], ..Section::default() }], ..Report::default() }
    }

    #[test]
    fn all_problems_are_named_at_once() {
        let text = r#"{"report_sha256": "00", "triage": {"triaged_at": "yesterday", "decisions": [
            {"finding_id": "SEC-01", "action": "ignore", "due_date": "2026-02-30", "resolve_thread": 1}]}}"#;
        let places: Vec<_> = read(text, &report(), "ff").unwrap_err().into_iter().map(|p| p.to_string()).collect();
        assert_eq!(
            places,
            [
                "/report_sha256: the decisions are about another report (SHA-256 00…, this one is ff…); name the report they were made on",
                "/triage/decisions/0/finding_id: the report has no finding SEC-01; did you mean SEC-001?",
                "/triage/decisions/0/action: expected one of fix, accept_risk, defer, false_positive, duplicate",
                "/triage/decisions/0/due_date: 2026-02-30 is no day; write it as YYYY-MM-DD",
                "/triage/decisions/0/resolve_thread: expected true or false",
                "/triage/triaged_at: expected a time such as 2026-03-16T09:30:00Z",
            ]
        );
        assert!(read("[", &report(), "").is_err() && read("[]", &report(), "").is_err());
    }

    #[test]
    fn the_bare_object_is_read_as_well() {
        let text = r#"{"triaged_at": "2026-03-16T09:30:00.5+01:00", "decisions": [{"finding_id": "SEC-001", "action": "defer"}]}"#;
        assert_eq!(read(text, &report(), "ff").unwrap().decisions().len(), 1);
    }

    #[test]
    fn days_and_times_exist() {
        assert!(is_date("2024-02-29") && !is_date("2023-02-29") && !is_date("2024-13-01") && !is_date("2024-1-1"));
        assert!(is_date_time("2024-02-29T00:00:00Z") && !is_date_time("2024-02-29T25:00:00Z"));
        assert!(!is_date_time("2024-02-29") && !is_date_time("2024-02-29T00:00:00"));
    }
}
