//! What every document shows, computed once. Templates and the other renderers read this and nothing else.

mod anchor;
mod chart;
mod finding;
mod index;
mod labels;
mod reply;
mod snippet;
mod tone;

pub use anchor::Reference;
pub use chart::{AgentBar, Band, Matrix, MatrixRowView, SeverityBar, agent_bars, heat};
pub use finding::{Comment, DecisionView, FindingView, Rating, Validation};
pub use index::{Index, IndexEntry, IndexReport};
pub use labels::Label;
pub use reply::{FindingNote, ReplyNotes};
pub use snippet::line_numbers;
pub use tone::Tone;

use crate::derive::permalink::{is_full_commit, is_web_address, repository_address};
use crate::diagnostic::Diagnostic;
use crate::model::{Dependency, MergeClass, NO_DATE, RE_RATE_REQUIRED, Report, Severity};
use anchor::Anchors;
use finding::said;
use rayon::prelude::*;
use std::collections::HashMap;

/// Where a document comes from; its footer says so.
#[derive(Debug, Clone, Copy)]
pub struct Provenance<'a> {
    /// The input's file name, without folders; plain.
    pub source: &'a str,
    /// SHA-256 of the input's bytes, hex.
    pub digest: &'a str,
    /// The version the input declared, when it was migrated.
    pub migrated_from: Option<&'a str>,
    /// The host that commit and pull request lead to.
    pub host: &'a str,
    /// What lenient reading left out.
    pub unread: &'a [Diagnostic],
}

/// A whole document.
#[derive(Debug)]
pub struct Document<'a> {
    /// The kind of report in words.
    pub kind: &'static str,
    /// Plain.
    pub project: &'a str,
    /// The scope, else the project; plain.
    pub title: &'a str,
    /// The day, `None` if none was given.
    pub date: Option<&'a str>,
    /// Plain.
    pub branch: Option<&'a str>,
    /// The commit and where it leads; plain.
    pub commit: Option<Linked<'a>>,
    /// `owner/repo` and where it leads.
    pub repository: Option<(String, Option<String>)>,
    /// The pull request's number and where it leads.
    pub pull_request: Option<(u64, Option<String>)>,
    /// Plain.
    pub reviewers: &'a [String],
    /// What to do.
    pub verdict: Verdict<'a>,
    /// What a reader has to know about the ratings.
    pub re_rate: u64,
    /// Plain.
    pub assessment: &'a str,
    /// Markdown.
    pub summary: Option<&'a str>,
    /// Findings a band.
    pub severities: SeverityBar,
    /// Findings a merge class, where any is classified; those without one last.
    pub merge_classes: Vec<(&'static str, u64)>,
    /// Comments resolved and unresolved, where any finding says.
    pub comment_verdicts: Option<(u64, u64)>,
    /// What to read first.
    pub top: Vec<TopRow<'a>>,
    /// The sections in report order.
    pub sections: Vec<SectionView<'a>>,
    /// Findings a category and band.
    pub matrix: Option<Matrix>,
    /// The plan.
    pub remediation: Vec<RemediationRow<'a>>,
    /// The packages.
    pub dependencies: &'a [Dependency],
    /// The reviewers' contributions.
    pub agents: Vec<AgentBar<'a>>,
    /// Share of redundant findings; plain.
    pub redundancy: Option<&'a str>,
    /// The decisions.
    pub triage: Option<TriageView<'a>>,
    /// Where all this comes from.
    pub provenance: Provenance<'a>,
    /// What is known of the reply that the report was made of.
    pub reply: Option<&'a ReplyNotes>,
}

/// A text that may lead somewhere.
#[derive(Debug)]
pub struct Linked<'a> {
    /// Plain.
    pub text: &'a str,
    /// An http(s) address.
    pub url: Option<String>,
}

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

/// The triage block.
#[derive(Debug)]
pub struct TriageView<'a> {
    /// Plain.
    pub by: Option<&'a str>,
    /// Plain.
    pub at: Option<&'a str>,
    /// The decisions with where their findings stand.
    pub decisions: Vec<(DecisionView<'a>, Reference<'a>)>,
}

impl<'a> Document<'a> {
    /// Looks at a derived report.
    #[must_use]
    pub fn new(report: &'a Report, provenance: Provenance<'a>) -> Self {
        let metadata = &report.metadata;
        let anchors = Anchors::new(report);
        let repository = repository_address(metadata, provenance.host);
        let below = |path: String| repository.as_ref().map(|base| format!("{base}{path}"));
        let commit = metadata.commit.as_deref().filter(|commit| !commit.is_empty());
        Self {
            kind: metadata.report_type.unwrap_or_default().label(),
            project: &metadata.project,
            title: said(metadata.scope.as_ref()).or_else(|| said(Some(&metadata.project))).unwrap_or("Untitled"),
            date: said(Some(&metadata.date)).filter(|date| *date != NO_DATE),
            branch: said(metadata.branch.as_ref()),
            commit: commit.map(|text| Linked {
                text,
                url: is_full_commit(text).then(|| below(format!("/commit/{text}"))).flatten(),
            }),
            repository: metadata.repository.as_ref().map(|r| (format!("{}/{}", r.owner, r.repo), repository.clone())),
            pull_request: metadata.pr_number.map(|number| (number.0, below(format!("/pull/{number}")))),
            reviewers: metadata.reviewers.as_deref().unwrap_or_default(),
            verdict: verdict(report),
            re_rate: report.findings().filter(|(_, _, f)| f.tags().iter().any(|t| t == RE_RATE_REQUIRED)).count()
                as u64,
            assessment: &report.executive_summary.overall_assessment,
            summary: said(report.executive_summary.summary_text.as_ref()),
            severities: SeverityBar::new(report),
            merge_classes: merge_classes(report),
            comment_verdicts: report.summary_statistics.verdict_counts.map(|v| (v.resolved.0, v.unresolved.0)),
            top: top_rows(report, &anchors),
            sections: sections(report, &anchors),
            matrix: Matrix::new(report),
            remediation: remediation(report, &anchors),
            dependencies: report.dependencies.as_deref().unwrap_or_default(),
            agents: agent_bars(report.agent_stats.as_deref().unwrap_or_default()),
            redundancy: said(report.summary_statistics.redundancy_ratio.as_ref()),
            triage: report.triage.as_ref().map(|triage| TriageView {
                by: said(triage.triaged_by.as_ref()),
                at: said(triage.triaged_at.as_ref()),
                decisions: triage
                    .decisions()
                    .iter()
                    .map(|decision| (DecisionView::new(decision), anchors.reference(&decision.finding_id, 0)))
                    .collect(),
            }),
            provenance,
            reply: None,
        }
    }

    /// Says as well what is known of the reply that the report was made of.
    #[must_use]
    pub fn with_reply(mut self, notes: &'a ReplyNotes) -> Self {
        for (section, notes) in self.sections.iter_mut().zip(&notes.findings) {
            for (finding, note) in section.findings.iter_mut().zip(notes) {
                finding.note = Some(note);
            }
        }
        self.verdict.headline = notes.headline;
        self.reply = Some(notes);
        self
    }

    /// Every finding in report order.
    pub fn findings(&self) -> impl Iterator<Item = &FindingView<'a>> {
        self.sections.iter().flat_map(|section| &section.findings)
    }
}

fn verdict(report: &Report) -> Verdict<'_> {
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

fn merge_classes(report: &Report) -> Vec<(&'static str, u64)> {
    let of = |class: Option<MergeClass>| report.findings().filter(|(_, _, f)| f.merge_class == class).count() as u64;
    let classified: Vec<_> = MergeClass::ALL.into_iter().map(|class| (class.label(), of(Some(class)))).collect();
    if classified.iter().all(|(_, count)| *count == 0) {
        return Vec::new();
    }
    let unclassified = ("Not classified", of(None));
    classified.into_iter().chain([unclassified]).filter(|(_, count)| *count > 0).collect()
}

fn top_rows<'a>(report: &'a Report, anchors: &Anchors<'_>) -> Vec<TopRow<'a>> {
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

fn sections<'a>(report: &'a Report, anchors: &Anchors<'_>) -> Vec<SectionView<'a>> {
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
        .iter()
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

fn remediation<'a>(report: &'a Report, anchors: &Anchors<'_>) -> Vec<RemediationRow<'a>> {
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
