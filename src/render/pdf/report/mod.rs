//! The report as parts that are laid out independently of each other, in reading order.

mod contents;
mod finding;
mod front;
mod overview;
mod phrase;
mod section;
mod tables;

use crate::highlight::Highlighting;
use crate::render::pdf::block::{Flow, Fragment};
use crate::render::pdf::style::Measure;
use crate::render::pdf::text::Shaper;
use crate::view::{Document, FindingView, SectionView};

/// A part of the document.
#[derive(Debug, Clone, Copy)]
pub enum Part<'d> {
    /// Title, verdict, figures, what to fix first.
    Front,
    /// The contents.
    Contents,
    /// Summary, matrix, plan.
    Overview,
    /// A section's heading and what stands below it.
    Section(&'d SectionView<'d>),
    /// A finding.
    Finding(&'d FindingView<'d>),
    /// Dependencies, triage, reviewers.
    Tables,
    /// Where all this comes from.
    Provenance,
}

/// All parts, each with the index of the part whose structure it belongs to.
pub fn parts<'d>(document: &'d Document<'_>) -> Vec<(Part<'d>, Option<usize>)> {
    let mut parts = vec![(Part::Front, None), (Part::Contents, None), (Part::Overview, None)];
    for section in &document.sections {
        let owner = parts.len();
        parts.push((Part::Section(section), None));
        parts.extend(section.findings.iter().map(|finding| (Part::Finding(finding), Some(owner))));
    }
    parts.extend([(Part::Tables, None), (Part::Provenance, None)]);
    parts
}

/// Lays a part out.
pub fn lay_out(
    part: Part<'_>,
    document: &Document<'_>,
    shaper: &mut Shaper<'_>,
    measure: Measure,
    highlighting: Highlighting,
) -> Fragment {
    let mut flow = Flow::new(shaper, Measure::LEFT, measure.text_width(), "Sect");
    flow.highlighting = highlighting;
    match part {
        Part::Front => front::front(&mut flow, document),
        Part::Contents => contents::contents(&mut flow, document),
        Part::Overview => overview::overview(&mut flow, document),
        Part::Section(section) => section::section(&mut flow, section),
        Part::Finding(finding) => finding::finding(&mut flow, finding),
        Part::Tables => tables::tables(&mut flow, document),
        Part::Provenance => tables::provenance(&mut flow, document),
    }
    flow.out
}
