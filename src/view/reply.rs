//! What documents say about a council or judge reply beyond the report that was made of it.

use crate::contract::{Council, Diff, Posting, RelationKind, Reply, Severity, agreement, posting};

/// What a document says about a reply, in words.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ReplyNotes {
    /// What stands where a report has its verdict: replies know no merge classes, so "nothing blocks" would mislead.
    pub headline: &'static str,
    /// How sure the judge is of itself: the word, and why; plain.
    pub self_signal: Option<(&'static str, String)>,
    /// For each section a note a finding.
    pub findings: Vec<Vec<FindingNote>>,
}

/// What a document says about one finding of a reply; all plain.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct FindingNote {
    /// "raised by 2 of 3".
    pub agreement: Option<String>,
    /// "confidence 0.92".
    pub confidence: Option<String>,
    /// "supports \[T2\]".
    pub relation: Option<String>,
    /// "inline at src/a.rs:8-9, new side", when a diff is known.
    pub posting: Option<String>,
    /// Whether it is shown and never posted.
    pub never_posted: bool,
}

impl ReplyNotes {
    /// Collects the notes. `origin` says for each section which findings of the reply it holds.
    #[must_use]
    pub fn new(reply: &Reply, origin: &[Vec<usize>], diff: Option<&Diff>, councils: &[Council]) -> Self {
        let note = |index: &usize| {
            let Some(finding) = reply.findings.get(*index) else { return FindingNote::default() };
            // Duplicates are never posted, diff or not.
            let nowhere = Diff::default();
            let place = (diff.is_some() || finding.is_duplicate()).then(|| posting(finding, diff.unwrap_or(&nowhere)));
            let relation = finding.thread_relation.as_ref().filter(|relation| relation.kind != RelationKind::New);
            FindingNote {
                agreement: agreement(finding, reply, councils).map(|a| format!("raised by {} of {}", a.raised, a.of)),
                confidence: finding.confidence.map(|confidence| format!("confidence {confidence}")),
                relation: relation.map(|relation| {
                    let thread = relation.thread_index.map_or_else(|| "a thread".to_owned(), |t| format!("[T{t}]"));
                    format!("{} {thread}", relation.kind.verb())
                }),
                never_posted: matches!(place, Some(Posting::Never { .. })),
                posting: place.map(|place| place.in_words()),
            }
        };
        Self {
            headline: headline(reply),
            self_signal: reply.self_signal.as_ref().map(|signal| {
                (
                    signal.confidence.map_or("not said", crate::contract::SelfConfidence::as_str),
                    signal.rationale.clone(),
                )
            }),
            findings: origin.iter().map(|section| section.iter().map(note).collect()).collect(),
        }
    }
}

/// The worst severity in words; duplicates count, since they are listed.
fn headline(reply: &Reply) -> &'static str {
    let worst = reply.findings.iter().filter_map(|finding| finding.severity).min();
    match (worst, reply.findings.is_empty()) {
        (Some(Severity::Critical), _) => "Critical findings to fix first",
        (Some(Severity::Medium), _) => "Nothing critical, some findings of medium severity",
        (Some(Severity::Minor) | None, false) => "Nothing critical, minor remarks only",
        (_, true) => "No findings",
    }
}
