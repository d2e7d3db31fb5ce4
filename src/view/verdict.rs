//! May this merge: the verdict, and how many findings stand in its way.

use crate::model::{MergeClass, Report, Severity};
use crate::view::Label;
use crate::view::finding::said;

/// May this merge?
#[derive(Debug)]
pub struct Verdict<'a> {
    /// The action, else a sentence on what blocks; plain.
    pub headline: &'a str,
    /// Markdown.
    pub text: Option<&'a str>,
    /// Blocking findings.
    pub blocking: u64,
    /// The colour: the worst band that counts, `None` if all is well.
    pub tone: Option<Severity>,
}

pub(super) fn verdict(report: &Report) -> Verdict<'_> {
    let blocking = report.findings().filter(|(_, _, f)| f.is_blocking()).count() as u64;
    let worst = report
        .findings()
        .filter(|(_, _, f)| f.merge_class != Some(MergeClass::Disputed))
        .filter_map(|(_, _, f)| f.severity)
        .max()
        .filter(|worst| *worst >= Severity::High);
    let summary = &report.executive_summary;
    let headline =
        said(summary.verdict_action.as_ref()).unwrap_or(match (blocking, report.summary_statistics.total_findings.0) {
            (0, 0) => "No findings",
            (0, _) => "Nothing is marked as blocking",
            _ => "Not ready to merge",
        });
    Verdict {
        headline,
        text: said(summary.verdict_text.as_ref()),
        blocking,
        tone: if blocking > 0 { Some(Severity::Critical) } else { worst },
    }
}

pub(super) fn merge_classes(report: &Report) -> Vec<(&'static str, u64)> {
    let of = |class: Option<MergeClass>| report.findings().filter(|(_, _, f)| f.merge_class == class).count() as u64;
    let classified: Vec<_> = MergeClass::ALL.into_iter().map(|class| (class.label(), of(Some(class)))).collect();
    if classified.iter().all(|(_, count)| *count == 0) {
        return Vec::new();
    }
    let unclassified = ("Not classified", of(None));
    classified.into_iter().chain([unclassified]).filter(|(_, count)| *count > 0).collect()
}
