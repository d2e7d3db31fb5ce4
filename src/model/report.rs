//! The envelope of a report and its side tables.

use crate::model::{Count, MergeClass, Section, Severity, SummaryStatistics, Triage};
use serde::{Deserialize, Serialize};

/// A whole review report ("Envelope").
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct Report {
    /// Always [`crate::model::SCHEMA_VERSION`] after reading.
    pub schema_version: String,
    /// What was reviewed, when, by whom.
    pub metadata: Metadata,
    /// The verdict in words.
    pub executive_summary: ExecutiveSummary,
    /// Counted by the derive pass.
    pub summary_statistics: SummaryStatistics,
    /// What to read first; derived when absent.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub top_findings: Option<Vec<TopFinding>>,
    /// The sections, under the format's key `findings`.
    #[serde(rename = "findings")]
    pub sections: Vec<Section>,
    /// Packages that were looked at.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub dependencies: Option<Vec<Dependency>>,
    /// What each reviewer contributed.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub agent_stats: Option<Vec<AgentStats>>,
    /// The work by when it is due; derived when absent.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub remediation: Option<Vec<Remediation>>,
    /// What people decided.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub triage: Option<Triage>,
}

impl Report {
    /// Every finding in report order, with the index of its section and its own index there.
    pub fn findings(&self) -> impl Iterator<Item = (usize, usize, &crate::model::Finding)> {
        self.sections
            .iter()
            .enumerate()
            .flat_map(|(s, section)| section.findings.iter().enumerate().map(move |(f, finding)| (s, f, finding)))
    }
}

/// At which stage of a review a document was written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Stage {
    /// A whole report.
    Report,
    /// A bare array of sections, as one reviewer emits it.
    Producer,
}

/// What was reviewed, when, by whom.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct Metadata {
    /// The project's name.
    pub project: String,
    /// `YYYY-MM-DD`.
    pub date: String,
    /// The branch under review.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub branch: Option<String>,
    /// 40 lower-case hex digits.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub commit: Option<String>,
    /// Where the code lives.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub repository: Option<Repository>,
    /// What the review covers, in words.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub scope: Option<String>,
    /// Names of the reviewers.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reviewers: Option<Vec<String>>,
    /// The kind of report; [`ReportType::CodeReview`] when absent.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub report_type: Option<ReportType>,
    /// The pull request's number, from 1.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub pr_number: Option<Count>,
}

/// A repository on the host.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct Repository {
    /// User or organisation.
    pub owner: String,
    /// Name.
    pub repo: String,
}

/// The kind of a report.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ReportType {
    /// A review of a change.
    #[default]
    CodeReview,
    /// A check of what became of review comments.
    CommentCheck,
    /// An audit of a pull request.
    PrAudit,
}

/// The verdict in words.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct ExecutiveSummary {
    /// One sentence, plain.
    pub overall_assessment: String,
    /// Markdown.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub summary_text: Option<String>,
    /// Markdown.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub verdict_text: Option<String>,
    /// What to do, plain: "Request changes".
    #[serde(skip_serializing_if = "Option::is_none")]
    pub verdict_action: Option<String>,
}

/// An entry of `top_findings`: a finding named by id with what a table needs.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct TopFinding {
    /// The finding's id.
    pub id: String,
    /// Its band.
    pub severity: Severity,
    /// Its title.
    pub title: String,
    /// Its location.
    pub location: String,
    /// Its permalink.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub location_permalink: Option<String>,
    /// Its merge class.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub merge_class: Option<MergeClass>,
}

impl Default for TopFinding {
    fn default() -> Self {
        Self {
            id: String::new(),
            severity: Severity::Info,
            title: String::new(),
            location: String::new(),
            location_permalink: None,
            merge_class: None,
        }
    }
}

/// A third-party package that was looked at.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct Dependency {
    /// Its name.
    pub package: String,
    /// Its version.
    pub version: String,
    /// Known advisories, in words.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub advisories: Option<String>,
    /// Whether they apply here, in words.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub applicable: Option<String>,
    /// Whether it may stay.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ok: Option<bool>,
}

/// What one reviewer contributed.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct AgentStats {
    /// Its name.
    pub agent: String,
    /// Findings that only it had, or had first.
    pub unique: Count,
    /// Findings that another had as well.
    pub redundant: Count,
}

/// One row of the remediation plan.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct Remediation {
    /// What it is, plain.
    pub label: String,
    /// How many findings.
    pub count: Count,
    /// By when.
    pub priority: Priority,
    /// Which findings.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub finding_ids: Option<Vec<String>>,
}

/// By when something has to be done. The default is the most pressing: under-reporting is the failure to avoid.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Priority {
    /// Before the change is merged.
    #[default]
    BeforeMerge,
    /// Before it reaches production.
    BeforeProduction,
    /// After it did.
    PostDeployment,
}
