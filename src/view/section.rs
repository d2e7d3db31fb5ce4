//! The sections and their findings, in report order.

use crate::model::Report;
use crate::view::anchor::Anchors;
use crate::view::finding::said;
use crate::view::{DecisionView, FindingView, Label, Tone};
use rayon::prelude::*;
use std::collections::HashMap;

/// A section.
#[derive(Debug)]
pub struct SectionView<'a> {
    /// Unique in the document.
    pub anchor: String,
    /// Plain; the category where the title is blank.
    pub title: &'a str,
    /// In words.
    pub category: &'static str,
    /// Plain.
    pub subtitle: Option<&'a str>,
    /// In words.
    pub verdict: Option<&'static str>,
    /// How the verdict looks.
    pub tone: Option<Tone>,
    /// Plain prose with line breaks.
    pub positives: Option<&'a str>,
    /// Its findings.
    pub findings: Vec<FindingView<'a>>,
}

pub(super) fn sections<'a>(report: &'a Report, anchors: &Anchors<'_>) -> Vec<SectionView<'a>> {
    let mut decisions: HashMap<&str, Vec<DecisionView<'a>>> = HashMap::new();
    for decision in report.triage.iter().flat_map(crate::model::Triage::decisions) {
        decisions.entry(&decision.finding_id).or_default().push(DecisionView::new(decision));
    }
    let view = |s: usize, f: usize, finding: &'a crate::model::Finding| {
        // A decision is about the first finding with its id.
        let first = anchors.is_first(&finding.id, s, f);
        let decisions =
            if first { decisions.get(finding.id.as_str()).cloned().unwrap_or_default() } else { Vec::new() };
        FindingView::new(finding, anchors.of(s, f), decisions)
    };
    report
        .sections
        .par_iter()
        .enumerate()
        .map(|(s, section)| SectionView {
            anchor: format!("section-{}", s + 1),
            title: said(Some(&section.title)).unwrap_or(section.category.label()),
            category: section.category.label(),
            subtitle: said(section.subtitle.as_ref()),
            verdict: section.verdict.map(Label::label),
            tone: section.verdict.map(Tone::from),
            positives: said(section.positives.as_ref()),
            findings: section.findings.par_iter().enumerate().map(|(f, finding)| view(s, f, finding)).collect(),
        })
        .collect()
}
