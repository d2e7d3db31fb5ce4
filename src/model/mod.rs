//! Plain data of a review report, in the shape and the key order of format 4.0.0.
//!
//! Nothing here reads files or computes anything that the derive pass owns. Every struct can be deserialised from a
//! partial object: whether a key may be missing is the JSON Schema's business (`assets/schema/`), and a test holds the
//! two together. That is what lets lenient reading keep the readable rest of a broken report.

mod category;
mod count;
mod finding;
mod id;
mod location;
mod report;
mod severity;
mod statistics;
mod triage;

pub use category::{Category, SectionVerdict};
pub use count::Count;
pub use finding::{AiVerdict, AuthorType, CodeSnippet, CommentVerdict, Finding, MergeClass, Section};
pub use id::{category_of_prefix, prefix_of, proper_id};
pub use location::LineRange;
pub use report::{
    AgentStats, Dependency, ExecutiveSummary, Metadata, Priority, Remediation, Report, ReportType, Repository, Stage,
    TopFinding,
};
pub use severity::Severity;
pub use statistics::{MatrixRow, SeverityCounts, SummaryStatistics, VerdictCounts};
pub use triage::{Decision, Triage, TriageAction};

/// The version of the format that is written; the only one that is read without migration.
pub const SCHEMA_VERSION: &str = "4.0.0";

/// The tag that a finding bears until somebody rates it by the v4 axes ("v3 → v4 on load").
pub const RE_RATE_REQUIRED: &str = "re-rate-required";

/// The date that stands for "none was given" where the format demands one ("Missing envelope").
pub const NO_DATE: &str = "1970-01-01";
