//! Rows of the tables: what to read first, and the plan.

use crate::derive::permalink::is_web_address;
use crate::model::{MergeClass, Report, Severity};
use crate::view::anchor::{Anchors, Reference};
use crate::view::{Label, Tone};
use std::collections::HashMap;

/// A row of the table of what to read first.
#[derive(Debug)]
pub struct TopRow<'a> {
    /// The finding.
    pub reference: Reference<'a>,
    /// Plain.
    pub title: &'a str,
    /// Its band.
    pub severity: Severity,
    /// Plain.
    pub location: &'a str,
    /// An http(s) address.
    pub permalink: Option<&'a str>,
    /// In words.
    pub merge_class: Option<&'static str>,
    /// Whether it holds up the merge.
    pub blocking: bool,
}

/// A row of the remediation plan.
#[derive(Debug)]
pub struct RemediationRow<'a> {
    /// By when, in words.
    pub priority: &'static str,
    /// How that looks.
    pub tone: Tone,
    /// Plain.
    pub label: &'a str,
    /// How many.
    pub count: u64,
    /// Which.
    pub findings: Vec<Reference<'a>>,
}

pub(super) fn top_rows<'a>(report: &'a Report, anchors: &Anchors<'_>) -> Vec<TopRow<'a>> {
    let mut seen: HashMap<&str, usize> = HashMap::new();
    let entries = report.top_findings.iter().flatten();
    entries
        .map(|top| {
            let nth = seen.entry(&top.id).or_default();
            let reference = anchors.reference(&top.id, *nth);
            *nth += 1;
            TopRow {
                reference,
                title: &top.title,
                severity: top.severity,
                location: &top.location,
                permalink: top.location_permalink.as_deref().filter(|url| is_web_address(url)),
                merge_class: top.merge_class.map(Label::label),
                blocking: top.merge_class == Some(MergeClass::Blocking),
            }
        })
        .collect()
}

pub(super) fn remediation<'a>(report: &'a Report, anchors: &Anchors<'_>) -> Vec<RemediationRow<'a>> {
    let rows = report.remediation.iter().flatten();
    rows.map(|row| RemediationRow {
        priority: row.priority.label(),
        tone: row.priority.into(),
        label: &row.label,
        count: row.count.0,
        findings: row.finding_ids.iter().flatten().map(|id| anchors.reference(id, 0)).collect(),
    })
    .collect()
}
