//! What people decided about findings.

use serde::{Deserialize, Serialize};

/// The triage block of a report.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct Triage {
    /// Who decided.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub triaged_by: Option<String>,
    /// When, RFC 3339.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub triaged_at: Option<String>,
    /// The decisions, in the order they were given.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub decisions: Option<Vec<Decision>>,
}

impl Triage {
    /// The decisions, empty when none are given.
    #[must_use]
    pub fn decisions(&self) -> &[Decision] {
        self.decisions.as_deref().unwrap_or_default()
    }
}

/// A decision on one finding.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct Decision {
    /// The finding's id.
    pub finding_id: String,
    /// What will be done.
    pub action: TriageAction,
    /// Why, plain.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rationale: Option<String>,
    /// Who does it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub assignee: Option<String>,
    /// By when, `YYYY-MM-DD`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub due_date: Option<String>,
    /// Where it is tracked.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ticket: Option<String>,
    /// Whether the comment thread should be resolved; false when absent.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub resolve_thread: Option<bool>,
}

/// What will be done about a finding. The default is to fix it: under-reporting is the failure to avoid.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum TriageAction {
    /// Fix it.
    #[default]
    Fix,
    /// Live with it.
    AcceptRisk,
    /// Later.
    Defer,
    /// It is none.
    FalsePositive,
    /// Dealt with elsewhere.
    Duplicate,
}
