//! What to read first and what is due when ("`top_findings`", "remediation").

use crate::model::{Count, Finding, MergeClass, Priority, Remediation, Report, Severity, TopFinding};
use std::collections::{HashMap, HashSet};

/// Refreshes given top findings from their findings, or picks them.
pub fn derive_top_findings(report: &mut Report) {
    report.top_findings = match report.top_findings.take() {
        Some(given) => Some(refreshed(given, report)),
        None => Some(picked(report)).filter(|top| !top.is_empty()),
    };
}

/// The n-th entry with an id takes after the n-th finding with it; an entry that no finding answers stays as it is.
fn refreshed(mut given: Vec<TopFinding>, report: &Report) -> Vec<TopFinding> {
    let mut by_id: HashMap<&str, Vec<&Finding>> = HashMap::new();
    for (_, _, finding) in report.findings() {
        by_id.entry(&finding.id).or_default().push(finding);
    }
    let mut seen: HashMap<String, usize> = HashMap::new();
    for entry in &mut given {
        let nth = seen.entry(entry.id.clone()).or_default();
        if let Some(finding) = by_id.get(entry.id.as_str()).and_then(|findings| findings.get(*nth)) {
            *entry = entry_of(finding);
        }
        *nth += 1;
    }
    given
}

fn is_pressing(finding: &Finding) -> bool {
    finding.merge_class != Some(MergeClass::Disputed)
        && (finding.is_blocking() || finding.severity >= Some(Severity::High))
}

/// Where an id stands twice, entries can't tell the findings apart: all of them are listed if one has to be.
fn picked(report: &Report) -> Vec<TopFinding> {
    let mut uses: HashMap<&str, (usize, bool)> = HashMap::new();
    for (_, _, finding) in report.findings() {
        let (count, pressing) = uses.entry(&finding.id).or_default();
        *count += 1;
        *pressing |= is_pressing(finding);
    }
    let doubled: HashSet<&str> =
        uses.into_iter().filter(|(_, (n, pressing))| *n > 1 && *pressing).map(|(id, _)| id).collect();
    let mut top: Vec<&Finding> = report
        .findings()
        .map(|(_, _, finding)| finding)
        .filter(|f| is_pressing(f) || doubled.contains(f.id.as_str()))
        .collect();
    // Stable, so that report order decides between equals.
    top.sort_by(|a, b| {
        b.is_blocking()
            .cmp(&a.is_blocking())
            .then(b.severity.cmp(&a.severity))
            .then(b.overall_severity.unwrap_or(-1.0).total_cmp(&a.overall_severity.unwrap_or(-1.0)))
    });
    let top = top.into_iter().map(entry_of).collect();
    // Refreshed as a given list would be, so that deriving again changes nothing.
    if doubled.is_empty() { top } else { refreshed(top, report) }
}

fn entry_of(finding: &Finding) -> TopFinding {
    TopFinding {
        id: finding.id.clone(),
        severity: finding.severity.unwrap_or(Severity::Info),
        title: finding.title.clone(),
        location: finding.location.clone(),
        location_permalink: finding.location_permalink.clone(),
        merge_class: finding.merge_class,
    }
}

/// Keeps a given remediation plan, or makes one: a row a priority that has findings.
pub fn derive_remediation(report: &mut Report) {
    if report.remediation.is_some() {
        return;
    }
    let rows = [
        (Priority::BeforeMerge, "Before merge"),
        (Priority::BeforeProduction, "Before production"),
        (Priority::PostDeployment, "After deployment"),
    ]
    .into_iter()
    .filter_map(|(priority, label)| {
        let ids: Vec<String> =
            report.findings().filter(|(_, _, f)| due(f) == Some(priority)).map(|(_, _, f)| f.id.clone()).collect();
        (!ids.is_empty()).then(|| Remediation {
            label: label.to_owned(),
            count: Count::from(ids.len()),
            priority,
            finding_ids: Some(ids),
        })
    });
    report.remediation = Some(rows.collect::<Vec<_>>()).filter(|rows| !rows.is_empty());
}

/// When a finding is due; `None` for what is disputed or needs nothing.
fn due(finding: &Finding) -> Option<Priority> {
    let severity = finding.severity.unwrap_or(Severity::Info);
    match finding.merge_class {
        Some(MergeClass::Disputed) => None,
        Some(MergeClass::Blocking) => Some(Priority::BeforeMerge),
        Some(MergeClass::NonBlocking) if severity >= Severity::Medium => Some(Priority::BeforeProduction),
        Some(MergeClass::NonBlocking | MergeClass::OutOfScopeFollowUp) => Some(Priority::PostDeployment),
        None => match severity {
            Severity::Critical | Severity::High => Some(Priority::BeforeMerge),
            Severity::Medium => Some(Priority::BeforeProduction),
            Severity::Low => Some(Priority::PostDeployment),
            Severity::Info => None,
        },
    }
}
