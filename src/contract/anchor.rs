//! Where line findings stand to a diff: on lines that a comment can be posted on, or not, and why.

use crate::contract::diff::{Diff, FileLines, Lines};
use crate::contract::shape::range;
use crate::contract::{Location, Reply, Side};
use crate::diagnostic::{Code, Diagnostic, quoted};

/// How many lines a range may be off to be moved when the caller asks.
const FEW: u64 = 3;

/// Whether a comment can be posted on lines.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Reach {
    /// It can.
    Inline,
    /// It can't.
    Off {
        /// Why.
        why: OffDiff,
        /// The anchorable range that comes nearest, with its side.
        nearest: Option<(Lines, Side)>,
    },
}

/// Why lines can't bear a comment.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum OffDiff {
    /// The diff does not touch the file.
    NotInDiff,
    /// The diff knows the file under another name.
    Renamed(String),
    /// The diff shows no lines of the file: a rename, a mode, a binary.
    NoLines,
    /// The lines are in the diff, but on the other side.
    WrongSide,
    /// They start in one hunk and end in another.
    CrossesHunks,
    /// They are in no hunk.
    OutsideHunks,
}

impl OffDiff {
    /// The reason as the end of a sentence.
    #[must_use]
    pub fn in_words(&self) -> String {
        match self {
            Self::NotInDiff => "the file is not in the diff".to_owned(),
            Self::Renamed(to) => format!("the file is not in the diff by that name, it was renamed to {}", quoted(to)),
            Self::NoLines => "the diff shows no lines of this file".to_owned(),
            Self::WrongSide => "wrong side, the lines are in the diff on the other one".to_owned(),
            Self::CrossesHunks => "the range crosses hunks".to_owned(),
            Self::OutsideHunks => "the range is outside the hunks".to_owned(),
        }
    }
}

/// Judges lines by the diff.
#[must_use]
pub fn reach(diff: &Diff, file: &str, start: u64, end: u64, side: Side) -> Reach {
    let side = side.posted();
    let other = if side == Side::Old { Side::New } else { Side::Old };
    let Some(lines) = diff.files.get(file) else {
        let renamed = diff.files.iter().find(|(_, lines)| lines.renamed_from.as_deref() == Some(file));
        return match renamed {
            Some((to, lines)) => {
                Reach::Off { why: OffDiff::Renamed(to.clone()), nearest: nearest(lines, start, end, side) }
            }
            None => Reach::Off { why: OffDiff::NotInDiff, nearest: None },
        };
    };
    let within = |side| lines.side(side).iter().any(|hunk| hunk.contains(start) && hunk.contains(end));
    if within(side) {
        return Reach::Inline;
    }
    let touched = lines.side(side).iter().filter(|hunk| hunk.start <= end && start <= hunk.end).count();
    let why = if lines.old.is_empty() && lines.new.is_empty() {
        OffDiff::NoLines
    } else if touched > 1 {
        OffDiff::CrossesHunks
    } else if within(other) {
        OffDiff::WrongSide
    } else {
        OffDiff::OutsideHunks
    };
    Reach::Off { why, nearest: nearest(lines, start, end, side) }
}

/// The nearest range on a side, else on the other one.
fn nearest(lines: &FileLines, start: u64, end: u64, side: Side) -> Option<(Lines, Side)> {
    let other = if side == Side::Old { Side::New } else { Side::Old };
    [side, other].into_iter().find_map(|side| {
        lines.side(side).iter().min_by_key(|hunk| distance(**hunk, start, end)).map(|hunk| (*hunk, side))
    })
}

/// How many lines lie between a range and a hunk, and how far the starts are apart.
fn distance(hunk: Lines, start: u64, end: u64) -> (u64, u64) {
    (hunk.start.saturating_sub(end).max(start.saturating_sub(hunk.end)), hunk.start.abs_diff(start))
}

/// Warns of each line finding that can't be commented inline. With `fix`, ranges that are off by a few lines are moved
/// into their hunk, which is said as well.
pub fn anchor(reply: &mut Reply, diff: &Diff, fix: bool) -> Vec<Diagnostic> {
    let mut warnings = Vec::new();
    for (i, finding) in reply.findings.iter_mut().enumerate() {
        let duplicate = finding.is_duplicate();
        let Some(Location::Line { file, start, end, side }) = &mut finding.location else { continue };
        let Reach::Off { why, nearest } = reach(diff, file, *start, *end, *side) else { continue };
        let pointer = format!("/findings/{i}/location");
        let received = format!("{} {} ({})", quoted(file), range(*start, *end), side.as_str());
        let moved = nearest.filter(|(_, on)| fix && diff.files.contains_key(file) && *on == side.posted());
        if let Some(Lines { start: first, end: last }) = moved.and_then(|(hunk, _)| into_hunk(hunk, *start, *end)) {
            let message = format!("{received} was moved to {}: {}", range(first, last), why.in_words());
            (*start, *end) = (first, last);
            warnings.push(
                Diagnostic::warning(Code::AnchorMoved, pointer, message)
                    .hint("check that these are the lines meant; --normalized writes them"),
            );
            continue;
        }
        let near = match nearest {
            Some((hunk, on)) => {
                let on = if on == side.posted() { String::new() } else { format!(" ({})", on.as_str()) };
                format!("the nearest anchorable range is {}{on}", range(hunk.start, hunk.end))
            }
            None => "no lines of it can be commented".to_owned(),
        };
        let fate = if duplicate {
            "it duplicates a thread and is not posted either way"
        } else {
            "it will degrade to a body comment"
        };
        let message = format!("{received} can't be commented inline: {}; {near}; {fate}", why.in_words());
        warnings.push(
            Diagnostic::warning(Code::NotAnchorable, pointer, message)
                .hint("name lines of the diff if they show the same; the finding stays as it is"),
        );
    }
    warnings
}

/// The range moved into the hunk as it is, or cut to it where the two overlap, if no end moves by more than a few lines.
fn into_hunk(hunk: Lines, start: u64, end: u64) -> Option<Lines> {
    let moved = if start > hunk.end {
        let by = end - hunk.end;
        Lines { start: start.saturating_sub(by), end: hunk.end }
    } else if end < hunk.start {
        let by = hunk.start - start;
        Lines { start: hunk.start, end: end + by }
    } else {
        Lines { start: start.max(hunk.start), end: end.min(hunk.end) }
    };
    let few = moved.start.abs_diff(start) <= FEW && moved.end.abs_diff(end) <= FEW;
    (few && hunk.contains(moved.start) && hunk.contains(moved.end)).then_some(moved)
}

#[cfg(test)]
mod tests {
    use super::{OffDiff, Reach, anchor, reach};
    use crate::contract::{Diff, Finding, Location, Reply, Side};
    use crate::diagnostic::Code;

    const DIFF: &[u8] = b"diff --git a/a.rs b/b.rs\nrename from a.rs\nrename to b.rs\n--- a/a.rs\n+++ b/b.rs\n@@ -1,2 +11,2 @@\n x\n-y\n+z\n@@ -20,1 +30,4 @@\n x\n+y\n+z\n+w\ndiff --git a/p.png b/p.png\nBinary files a/p.png and b/p.png differ\n";

    #[test]
    fn each_reason_is_told_apart_with_the_nearest_range() {
        let diff = Diff::parse(DIFF).unwrap();
        let off = |file: &str, start, end, side| match reach(&diff, file, start, end, side) {
            Reach::Inline => None,
            Reach::Off { why, nearest } => Some((why, nearest.map(|(l, side)| (l.start, l.end, side)))),
        };
        assert_eq!(off("b.rs", 11, 12, Side::New), None);
        assert_eq!(off("b.rs", 30, 33, Side::Both), None);
        assert_eq!(off("b.rs", 20, 20, Side::Old), None);
        assert_eq!(off("b.rs", 12, 31, Side::New), Some((OffDiff::CrossesHunks, Some((11, 12, Side::New)))));
        assert_eq!(off("b.rs", 1, 2, Side::New), Some((OffDiff::WrongSide, Some((11, 12, Side::New)))));
        assert_eq!(off("b.rs", 11, 12, Side::Old), Some((OffDiff::WrongSide, Some((20, 20, Side::Old)))));
        assert_eq!(off("b.rs", 12, 13, Side::New), Some((OffDiff::OutsideHunks, Some((11, 12, Side::New)))));
        assert_eq!(
            off("b.rs", 1_000_000_000, 1_000_000_000, Side::New),
            Some((OffDiff::OutsideHunks, Some((30, 33, Side::New))))
        );
        assert_eq!(off("a.rs", 1, 1, Side::Old), Some((OffDiff::Renamed("b.rs".into()), Some((1, 2, Side::Old)))));
        assert_eq!(off("p.png", 1, 1, Side::New), Some((OffDiff::NoLines, None)));
        assert_eq!(off("q.rs", 1, 1, Side::New), Some((OffDiff::NotInDiff, None)));
    }

    #[test]
    fn a_range_is_moved_only_when_asked_and_only_by_a_few_lines() {
        let diff = Diff::parse(DIFF).unwrap();
        let at = |start, end| Reply {
            findings: vec![Finding {
                location: Some(Location::Line { file: "b.rs".into(), start, end, side: Side::New }),
                ..Finding::default()
            }],
            ..Reply::default()
        };
        for (from, fix, code, to) in [
            ((13, 14), false, Code::NotAnchorable, (13, 14)),
            ((13, 14), true, Code::AnchorMoved, (11, 12)),
            ((9, 10), true, Code::AnchorMoved, (11, 12)),
            ((32, 35), true, Code::AnchorMoved, (32, 33)),
            ((16, 16), true, Code::NotAnchorable, (16, 16)),
            ((11, 33), true, Code::NotAnchorable, (11, 33)),
        ] {
            let mut reply = at(from.0, from.1);
            let warnings = anchor(&mut reply, &diff, fix);
            assert_eq!(warnings.len(), 1, "{from:?}");
            assert_eq!(warnings[0].code, code, "{from:?}");
            assert_eq!(reply, at(to.0, to.1), "{from:?}");
        }
    }
}
