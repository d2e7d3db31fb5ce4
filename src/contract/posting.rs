//! What becomes of a finding on the pull request, and how many reviewers agree on it.

use crate::contract::anchor::{OffDiff, Reach, reach};
use crate::contract::{Council, Diff, Finding, Location, Reply, Side};
use std::collections::BTreeSet;

/// Where a finding goes when the reply is posted.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Posting {
    /// On lines of the diff.
    Inline {
        /// Path.
        file: String,
        /// First line.
        start: u64,
        /// Last line.
        end: u64,
        /// Old or new.
        side: Side,
    },
    /// Into the review's body.
    Body {
        /// Why not inline, where it names lines.
        why: Option<OffDiff>,
    },
    /// Nowhere: a thread says it already.
    Never {
        /// The thread.
        thread: Option<u64>,
    },
}

impl Posting {
    /// The posting in words.
    #[must_use]
    pub fn in_words(&self) -> String {
        match self {
            Self::Inline { file, start, end, side } => {
                let lines = crate::contract::shape::range(*start, *end);
                format!("inline at {file}:{lines}, {} side", side.as_str())
            }
            Self::Body { why: Some(why) } => format!("in the body of the review: {}", why.in_words()),
            Self::Body { why: None } => "in the body of the review".to_owned(),
            Self::Never { thread: Some(thread) } => format!("not posted, thread [T{thread}] says it already"),
            Self::Never { thread: None } => "not posted, a thread says it already".to_owned(),
        }
    }
}

/// Where a finding would be posted.
#[must_use]
pub fn posting(finding: &Finding, diff: &Diff) -> Posting {
    if finding.is_duplicate() {
        let thread = finding.thread_relation.as_ref().and_then(|relation| relation.thread_index);
        return Posting::Never { thread };
    }
    match &finding.location {
        Some(Location::Line { file, start, end, side }) => match reach(diff, file, *start, *end, *side) {
            Reach::Inline => Posting::Inline { file: file.clone(), start: *start, end: *end, side: side.posted() },
            Reach::Off { why, .. } => Posting::Body { why: Some(why) },
        },
        _ => Posting::Body { why: None },
    }
}

/// How many of the reviewers raised a finding.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Agreement {
    /// So many.
    pub raised: usize,
    /// Of so many.
    pub of: usize,
}

/// How many reviewers raised a finding, of how many: of the council, else of all that the reply names.
#[must_use]
pub fn agreement(finding: &Finding, reply: &Reply, councils: &[Council]) -> Option<Agreement> {
    let raised: BTreeSet<&str> = finding.raised_by.iter().flatten().map(String::as_str).collect();
    let named = reply.findings.iter().flat_map(|f| f.raised_by.iter().flatten()).map(String::as_str);
    // Who is named and not in the council counts as well, so that it is never 3 of 2.
    let all: BTreeSet<&str> = named.chain(councils.iter().map(|council| council.reviewer.as_str())).collect();
    (!raised.is_empty()).then_some(Agreement { raised: raised.len(), of: all.len() })
}
