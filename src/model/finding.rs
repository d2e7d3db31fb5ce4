//! Sections and their findings.

use crate::model::{Category, Count, SectionVerdict, Severity};
use serde::{Deserialize, Deserializer, Serialize};

/// A group of findings of one category, as one reviewer or the coordinator wrote it.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct Section {
    /// Heading, plain text.
    pub title: String,
    /// What the section is about.
    pub category: Category,
    /// A line below the heading, plain text.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub subtitle: Option<String>,
    /// The section's own verdict.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub verdict: Option<SectionVerdict>,
    /// What is good: plain prose whose line breaks are kept.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub positives: Option<String>,
    /// The findings, in report order.
    pub findings: Vec<Finding>,
}

/// One finding. Texts marked *Markdown* are `CommonMark`; every other text is plain.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct Finding {
    /// Prefix, hyphen, three digits.
    pub id: String,
    /// One line, plain.
    pub title: String,
    /// Derived: the band of `overall_severity`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub severity: Option<Severity>,
    /// Derived: mean of likelihood and impact, [0, 1].
    #[serde(skip_serializing_if = "Option::is_none")]
    pub overall_severity: Option<f64>,
    /// [0, 1]; missing only after lenient reading.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub likelihood: Option<f64>,
    /// [0, 1]; missing only after lenient reading.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub impact: Option<f64>,
    /// [0, 1]; missing only after lenient reading. Not part of the severity.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub relevance: Option<f64>,
    /// Where: see [`crate::model::LineRange`]; plain.
    pub location: String,
    /// Derived: an http(s) address of the lines.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub location_permalink: Option<String>,
    /// The coordinator's call on whether this holds up the merge.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub merge_class: Option<MergeClass>,
    /// `GATE: evidence`; the inner `None` is an explicit `null`, which is kept.
    #[serde(skip_serializing_if = "Option::is_none", deserialize_with = "present")]
    pub intent_basis: Option<Option<String>>,
    /// OWASP, CWE and free tags.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub tags: Option<Vec<String>>,
    /// Markdown.
    pub description: String,
    /// Markdown.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub impact_description: Option<String>,
    /// Markdown.
    pub recommendation: String,
    /// Code, verbatim.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub code_snippets: Option<Vec<CodeSnippet>>,
    /// The validator's call.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ai_verdict: Option<AiVerdict>,
    /// How sure the validator is, [0, 1].
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ai_verdict_confidence: Option<f64>,
    /// Markdown.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ai_assessment: Option<String>,
    /// Comment checks: who wrote the comment.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub author_type: Option<AuthorType>,
    /// Comment checks: the writer's name.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reviewer: Option<String>,
    /// Comment checks: the host's number of the comment.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub comment_id: Option<Count>,
    /// Comment checks: an http(s) address.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub comment_url: Option<String>,
    /// Comment checks: the host's name of the thread.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub thread_id: Option<String>,
    /// Comment checks: whether the comment has been dealt with.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub verdict: Option<CommentVerdict>,
}

impl Finding {
    /// The tags, empty when none are given.
    #[must_use]
    pub fn tags(&self) -> &[String] {
        self.tags.as_deref().unwrap_or_default()
    }

    /// The snippets, empty when none are given.
    #[must_use]
    pub fn code_snippets(&self) -> &[CodeSnippet] {
        self.code_snippets.as_deref().unwrap_or_default()
    }

    /// The text of `intent_basis`, if there is one.
    #[must_use]
    pub fn intent_basis(&self) -> Option<&str> {
        self.intent_basis.as_ref()?.as_deref()
    }

    /// Whether the coordinator calls it blocking.
    #[must_use]
    pub fn is_blocking(&self) -> bool {
        self.merge_class == Some(MergeClass::Blocking)
    }
}

#[expect(clippy::option_option, reason = "serde has no third state: absent, null and given are all different here")]
/// Tells an explicit `null` (`Some(None)`) from an absent key (`None`).
fn present<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<Option<String>>, D::Error> {
    Option::deserialize(deserializer).map(Some)
}

/// A piece of code, shown verbatim, never as Markdown.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct CodeSnippet {
    /// Free name of the language.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub language: Option<String>,
    /// A line above the code, plain.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub caption: Option<String>,
    /// The code.
    pub content: String,
}

/// Whether a finding holds up the merge.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum MergeClass {
    /// It does.
    Blocking,
    /// It does not.
    NonBlocking,
    /// It belongs into another change.
    OutOfScopeFollowUp,
    /// Whether it is a finding at all is in doubt.
    Disputed,
}

impl MergeClass {
    /// All classes, the most pressing first.
    pub const ALL: [Self; 4] = [Self::Blocking, Self::NonBlocking, Self::OutOfScopeFollowUp, Self::Disputed];

    /// The format's name.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Blocking => "blocking",
            Self::NonBlocking => "non_blocking",
            Self::OutOfScopeFollowUp => "out_of_scope_follow_up",
            Self::Disputed => "disputed",
        }
    }
}

/// The validator's call on a finding.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum AiVerdict {
    /// It holds.
    Valid,
    /// It does not.
    FalsePositive,
    /// Somebody has to look.
    NeedsInvestigation,
    /// True, but not of this change.
    OutOfScope,
    /// Said elsewhere.
    Duplicate,
}

/// Who wrote a pull-request comment.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum AuthorType {
    /// A program.
    Bot,
    /// A person.
    Human,
}

/// Whether a pull-request comment has been dealt with.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "UPPERCASE")]
pub enum CommentVerdict {
    /// It has.
    Resolved,
    /// It has not.
    Unresolved,
}
