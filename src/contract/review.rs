//! A reply as the payload of a pull-request review on GitHub: inline comments where the diff has the lines, the rest in
//! the body, each under a Conventional Comments header.

use crate::contract::posting::{Posting, agreement, posting};
use crate::contract::shape::range;
use crate::contract::{Council, Diff, Finding, Location, Reply, Side};
use crate::markdown::plain::{code, inline};
use crate::markdown::{contain, without_mentions};
use serde::Serialize;
use std::fmt::Write as _;

/// The most characters, and bytes, of one comment; GitHub refuses more than 65,536 ("GitHub limits").
const LONGEST: usize = 60_000;

/// What `POST /repos/{owner}/{repo}/pulls/{number}/reviews` takes.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Review {
    /// The commit the lines count in.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub commit_id: Option<String>,
    /// Always `COMMENT`: approving and refusing is for people.
    pub event: &'static str,
    /// Markdown.
    pub body: String,
    /// On lines of the diff.
    pub comments: Vec<ReviewComment>,
    /// What was left out, for the person who posts it: duplicates, and what exceeds the limit. Not part of the payload.
    #[serde(skip)]
    pub left_out: Vec<String>,
}

/// A comment on lines.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct ReviewComment {
    /// Path in the repository.
    pub path: String,
    /// The last line.
    pub line: u64,
    /// `LEFT` for the old side, `RIGHT` for the new one.
    pub side: &'static str,
    /// The first line, where there are several.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub start_line: Option<u64>,
    /// As `side`, where there are several lines.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub start_side: Option<&'static str>,
    /// Markdown.
    pub body: String,
}

/// Makes the payload. Without a diff nothing is known to be commentable, so everything goes into the body: GitHub
/// refuses a whole review for one line outside.
#[must_use]
pub fn review(reply: &Reply, diff: Option<&Diff>, councils: &[Council], commit_id: Option<String>) -> Review {
    let mut review =
        Review { commit_id, event: "COMMENT", body: String::new(), comments: Vec::new(), left_out: Vec::new() };
    let mut parts = Vec::new();
    for (i, finding) in reply.findings.iter().enumerate() {
        let place = diff.map_or(Posting::Body { why: None }, |diff| posting(finding, diff));
        let text = text(finding, reply, councils);
        match place {
            _ if finding.is_duplicate() => {
                let thread = finding.thread_relation.as_ref().and_then(|relation| relation.thread_index);
                let thread = thread.map_or_else(|| "a thread".to_owned(), |thread| format!("thread [T{thread}]"));
                review.left_out.push(format!("finding {} duplicates {thread}: {}", i + 1, finding.subject));
            }
            _ if !fits(&text, 0) => {
                let size = text.chars().count();
                parts.push(format!(
                    "{}\n\n_{size} characters of discussion are too long for a comment._",
                    header(finding)
                ));
                review.left_out.push(format!("finding {}: its discussion is too long for a comment", i + 1));
            }
            Posting::Inline { file, start, end, side } => {
                let side = if side == Side::Old { "LEFT" } else { "RIGHT" };
                let several = start != end;
                review.comments.push(ReviewComment {
                    path: file,
                    line: end,
                    side,
                    start_line: several.then_some(start),
                    start_side: several.then_some(side),
                    body: text,
                });
            }
            _ => parts.push(match &finding.location {
                Some(Location::Line { file, start, end, side }) => {
                    let old = if *side == Side::Old { ", old side" } else { "" };
                    format!("{}\n\n{text}", code(&format!("{file}:{}{old}", range(*start, *end))))
                }
                Some(Location::File { file }) => format!("{}\n\n{text}", code(file)),
                _ => text,
            }),
        }
    }
    review.body = body(reply, parts, &mut review.left_out);
    review
}

fn fits(text: &str, taken: usize) -> bool {
    // A byte is at least as much as a character is.
    taken + text.len() <= LONGEST
}

/// The self-signal, then whole findings as long as there is room, then how many are left out.
fn body(reply: &Reply, parts: Vec<String>, left_out: &mut Vec<String>) -> String {
    const ROOM_FOR_NOTICE: usize = 200;
    let mut body = String::new();
    if let Some(signal) = &reply.self_signal {
        let sure = signal.confidence.map_or("not said", super::SelfConfidence::as_str);
        body = format!("**Confidence of this review: {sure}.** {}", plain(&signal.rationale));
    }
    let total = parts.len();
    for (i, part) in parts.into_iter().enumerate() {
        if !fits(&part, body.len() + ROOM_FOR_NOTICE) {
            let rest = total - i;
            let noun = if rest == 1 { "finding does" } else { "findings do" };
            // Writing to a String does not fail.
            let _ = write!(body, "\n\n---\n\n{rest} more {noun} not fit into this comment.");
            left_out.push(format!("{rest} {noun} not fit into the body of the review"));
            break;
        }
        if !body.is_empty() {
            body.push_str("\n\n---\n\n");
        }
        body.push_str(&part);
    }
    body
}

/// `**issue (blocking):** Subject`, as conventionalcomments.org has it.
fn header(finding: &Finding) -> String {
    let label = finding.label.map_or("note", super::Label::as_str);
    let decorations = match finding.decorations.as_slice() {
        [] => String::new(),
        some => format!(" ({})", plain(&some.join(", "))),
    };
    format!("**{label}{decorations}:** {}", plain(&finding.subject))
}

/// A finding as a comment: header, discussion, then what is apart from it.
fn text(finding: &Finding, reply: &Reply, councils: &[Council]) -> String {
    let discussion = contain(&finding.discussion, 3).text.into_owned();
    let mut out = format!("{}\n\n{}", header(finding), without_mentions(discussion.trim_end()));
    for (name, text) in [("Impact", &finding.impact), ("Recommendation", &finding.recommendation)] {
        if let Some(text) = text.as_ref().filter(|text| !text.trim().is_empty()) {
            let contained = contain(text, 3).text.into_owned();
            let _ = write!(out, "\n\n**{name}:** {}", without_mentions(contained.trim()));
        }
    }
    let mut facts = Vec::new();
    facts.extend(finding.severity.map(|severity| format!("severity {}", severity.as_str())));
    facts.extend(finding.confidence.map(|confidence| format!("confidence {confidence}")));
    facts.extend(agreement(finding, reply, councils).map(|a| format!("raised by {} of {}", a.raised, a.of)));
    if let Some(relation) = finding.thread_relation.as_ref()
        && let Some(thread) = relation.thread_index
    {
        let why = relation.rationale.as_deref().map_or_else(String::new, |why| format!(": {}", plain(why)));
        facts.push(format!("{} thread \\[T{thread}\\]{why}", relation.kind.verb()));
    }
    if !facts.is_empty() {
        let _ = write!(out, "\n\n_{}_", facts.join(" · "));
    }
    out
}

/// Plain text on one line that opens nothing and calls nobody.
fn plain(text: &str) -> String {
    without_mentions(&inline(text))
}

#[cfg(test)]
mod tests {
    use super::review;
    use crate::contract::{Diff, Finding, Label, Location, Relation, RelationKind, Reply, Side};

    const DIFF: &[u8] = b"--- a/a.rs\n+++ b/a.rs\n@@ -1,2 +1,2 @@\n x\n-y\n+z\n";

    fn finding(start: u64, end: u64, side: Side) -> Finding {
        Finding {
            location: Some(Location::Line { file: "a.rs".into(), start, end, side }),
            label: Some(Label::Issue),
            decorations: vec!["blocking".into()],
            subject: "Wrong *sign*".into(),
            discussion: "Ask @bob.".into(),
            ..Finding::default()
        }
    }

    #[test]
    fn lines_of_the_diff_are_commented_and_the_rest_is_in_the_body() {
        let diff = Diff::parse(DIFF).unwrap();
        let duplicate = Relation { kind: RelationKind::DuplicatesExisting, thread_index: Some(3), rationale: None };
        let findings = vec![
            finding(1, 2, Side::New),
            finding(2, 2, Side::Old),
            finding(9, 9, Side::New),
            Finding { thread_relation: Some(duplicate), ..finding(1, 1, Side::New) },
        ];
        let made = review(&Reply { findings, ..Reply::default() }, Some(&diff), &[], None);
        let json = serde_json::to_value(&made.comments).unwrap();
        let body = "**issue (blocking):** Wrong \\*sign\\*\n\nAsk @<!-- -->bob.";
        assert_eq!(
            json,
            serde_json::json!([
                {"path": "a.rs", "line": 2, "side": "RIGHT", "start_line": 1, "start_side": "RIGHT", "body": body},
                {"path": "a.rs", "line": 2, "side": "LEFT", "body": body},
            ])
        );
        assert_eq!(made.body, format!("`a.rs:9`\n\n{body}"));
        assert_eq!(made.left_out, ["finding 4 duplicates thread [T3]: Wrong *sign*"]);
    }

    #[test]
    fn nothing_exceeds_the_limit_of_a_comment() {
        let long = Finding { discussion: "é".repeat(40_000), ..finding(1, 1, Side::New) };
        let many = vec![Finding { discussion: "x".repeat(20_000), ..finding(9, 9, Side::New) }; 5];
        let diff = Diff::parse(DIFF).unwrap();
        let made = review(&Reply { findings: [vec![long], many].concat(), ..Reply::default() }, Some(&diff), &[], None);
        assert!(made.body.len() <= 60_000 && made.comments.is_empty());
        assert!(
            made.body.ends_with("3 more findings do not fit into this comment."),
            "{}",
            &made.body[made.body.len() - 80..]
        );
        assert_eq!(made.left_out.len(), 2);
    }
}
