//! The derive pass: severities, permalinks, statistics, top findings, remediation and the warnings about them.
//!
//! Idempotent: deriving a derived report changes nothing.

pub mod consistency;
pub mod git;
pub mod permalink;
mod priority;
pub mod producer;
pub mod severity;
mod statistics;
mod visibility;

use crate::diagnostic::Diagnostic;
use crate::model::{Report, Severity, Stage};

/// What the pass needs to know beside the report.
#[derive(Debug, Clone)]
pub struct Deriving<'a> {
    /// The version the input declared.
    pub declared: &'a str,
    /// Whether the input is a producer's.
    pub stage: Stage,
    /// The host that permalinks lead to.
    pub host: &'a str,
}

/// Derives a report in place and returns the warnings, with pointers into the report.
pub fn derive(report: &mut Report, deriving: &Deriving<'_>) -> Vec<Diagnostic> {
    let (mut warnings, mut hidden) = (Vec::new(), Vec::new());
    rayon::join(
        || {
            consistency::check(report, deriving.declared, &mut warnings);
            if deriving.stage == Stage::Producer {
                producer::check(report, &mut warnings);
            }
        },
        || visibility::check(report, &mut hidden),
    );
    warnings.append(&mut hidden);
    severity::derive(report, &mut warnings);
    permalink::derive(report, deriving.host, &mut warnings);
    statistics::derive(report, &mut warnings);
    priority::derive_top_findings(report);
    priority::derive_remediation(report);
    if deriving.stage == Stage::Producer {
        producer::keep_one_word_a_key(&mut warnings);
    }
    if deriving.stage == Stage::Producer && report.executive_summary.overall_assessment.is_empty() {
        report.executive_summary.overall_assessment = counts_in_a_sentence(report);
    }
    warnings
}

/// The JSON Pointer of a finding by the indices of its section and its own.
fn finding_pointer(section: usize, finding: usize) -> String {
    format!("/findings/{section}/findings/{finding}")
}

/// The assessment of a report that came without one: "6 findings: 1 critical, 2 medium, 3 low."
fn counts_in_a_sentence(report: &Report) -> String {
    let counts = &report.summary_statistics.severity_counts;
    let total = report.summary_statistics.total_findings.0;
    if total == 0 {
        return "No findings.".to_owned();
    }
    let bands: Vec<String> = Severity::ALL
        .into_iter()
        .filter(|band| counts.get(*band) > 0)
        .map(|band| format!("{} {}", counts.get(band), band.word()))
        .collect();
    format!("{total} {}: {}.", if total == 1 { "finding" } else { "findings" }, bands.join(", "))
}
