//! The eight categories of a section, in the order that consolidated reports use, and a section's own verdict.

use serde::{Deserialize, Serialize};

/// What a section is about. The order of the variants is the format's fixed category order.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Category {
    /// Vulnerabilities and secrets.
    Security,
    /// Consistency with the project's own rules.
    Project,
    /// Defects and maintainability; the category of anything that names no other.
    #[default]
    CodeQuality,
    /// Reachability and call structure.
    CallTree,
    /// Third-party packages.
    Dependencies,
    /// Documents and comments in the code.
    Documentation,
    /// What reviewers wrote on the pull request.
    PrComments,
    /// What the pull request's title and body promise.
    PrPromises,
}

impl Category {
    /// All categories, in the fixed order.
    pub const ALL: [Self; 8] = [
        Self::Security,
        Self::Project,
        Self::CodeQuality,
        Self::CallTree,
        Self::Dependencies,
        Self::Documentation,
        Self::PrComments,
        Self::PrPromises,
    ];

    /// The value of the format's `category` key.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Security => "security",
            Self::Project => "project",
            Self::CodeQuality => "code_quality",
            Self::CallTree => "call_tree",
            Self::Dependencies => "dependencies",
            Self::Documentation => "documentation",
            Self::PrComments => "pr_comments",
            Self::PrPromises => "pr_promises",
        }
    }
}

/// The verdict a section may carry.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
pub enum SectionVerdict {
    /// Nothing in the section stands in the way.
    Pass,
    /// Something does.
    Fail,
    /// A person has to decide.
    NeedsReview,
}
