//! A whole document: the headline figures, and everything below them in order.

use crate::derive::permalink::{is_full_commit, repository_address};
use crate::diagnostic::Diagnostic;
use crate::model::{Dependency, NO_DATE, RE_RATE_REQUIRED, Report};
use crate::view::anchor::{Anchors, Reference};
use crate::view::finding::said;
use crate::view::rows::{RemediationRow, TopRow, remediation, top_rows};
use crate::view::section::{SectionView, sections};
use crate::view::verdict::{Verdict, merge_classes, verdict};
use crate::view::{AgentBar, DecisionView, FindingView, Label, Matrix, ReplyNotes, SeverityBar, agent_bars};

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
