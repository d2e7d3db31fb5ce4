//! The replies of automated reviewers: the *council*, each of whom reviews alone, and the *judge*, who consolidates.
//!
//! [`extract()`] finds the JSON in a raw reply, [`verify()`] says everything that is wrong with it, [`Diff`] knows which
//! lines a comment can be posted on, [`consolidate`] holds a judge against its council, and [`adopt()`] makes a report.
//! Line and column come from [`crate::input::reply`], which puts the steps together for a file.
//!
//! ```
//! use prreport::contract::{Diff, Kind, anchor, extract, verify};
//!
//! let reply = "I found one thing.\n```json\n{\"findings\": [{\"location\": {\"kind\": \"line\", \"file\": \"a.rs\",
//!     \"start\": 3, \"end\": 3, \"side\": \"new\"}, \"label\": \"issue\", \"subject\": \"Off by one\",
//!     \"discussion\": \"The last item is never read.\", \"severity\": \"high\"}]}\n```\n";
//! let found = extract(reply).expect("there is a JSON block");
//! let tree = serde_json::from_str(&found.text)?;
//! let mut verified = verify(Kind::Council, &tree);
//! assert!(verified.ok());
//! assert_eq!(verified.diagnostics[0].message, "severities were mapped: high→critical (×1)");
//!
//! let diff = Diff::parse(b"--- a/a.rs\n+++ b/a.rs\n@@ -1 +1,2 @@\n one\n+two\n").expect("this is a diff");
//! assert_eq!(diff.table(), "a.rs: new 1-2 | old 1\n");
//! let warnings = anchor(&mut verified.reply, &diff, false);
//! assert_eq!(warnings[0].pointer, "/findings/0/location");
//! # Ok::<(), serde_json::Error>(())
//! ```

mod adopt;
mod alias;
mod anchor;
mod category;
mod council;
mod diff;
mod diff_path;
mod extract;
mod field;
mod posting;
mod review;
mod shape;
mod surroundings;
mod verify;

pub use adopt::{Adopted, TooMany, adopt};
pub use alias::mapped;
pub use anchor::{OffDiff, Reach, anchor, reach};
pub use council::{Council, consolidate};
pub use diff::{Diff, DiffError, FileLines, Lines};
pub use extract::{Found, Missing, extract};
pub use posting::{Agreement, Posting, agreement, posting};
pub use review::{Review, ReviewComment, review};
pub use shape::{Finding, Label, Location, Relation, RelationKind, Reply, SelfConfidence, SelfSignal, Severity, Side};
pub use verify::{Verified, verify};

use serde_json::Value;

/// The JSON Schema of a council reply, as `prreport schema council` prints it.
pub const COUNCIL_SCHEMA: &str = include_str!("../../assets/schema/council.schema.json");

/// The JSON Schema of a judge reply, as `prreport schema judge` prints it.
pub const JUDGE_SCHEMA: &str = include_str!("../../assets/schema/judge.schema.json");

/// Whose reply it is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    /// One reviewer's of round 1.
    Council,
    /// The consolidation of round 2.
    Judge,
}

impl Kind {
    /// The word of the command line.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Council => "council",
            Self::Judge => "judge",
        }
    }

    /// Tells by its keys whether a JSON tree is a reply, and whose.
    #[must_use]
    pub fn detect(tree: &Value) -> Option<Self> {
        let top = tree.as_object()?;
        let envelope = ["schema_version", "metadata", "executive_summary", "summary_statistics"];
        if envelope.iter().any(|key| top.contains_key(*key)) {
            return None;
        }
        let findings = top.get("findings")?.as_array()?;
        let any = |keys: &[&str]| {
            findings
                .iter()
                .filter_map(Value::as_object)
                .any(|finding| keys.iter().any(|key| finding.contains_key(*key)))
        };
        if !findings.is_empty() && !any(&["label", "subject"]) {
            return None;
        }
        let judged = top.contains_key("selfSignal")
            || any(&["recommendation", "impact", "cluster", "raisedBy", "sourceFindingIds"]);
        Some(if judged { Self::Judge } else { Self::Council })
    }
}
