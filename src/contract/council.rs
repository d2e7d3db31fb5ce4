//! A judge's reply held against the council it consolidates: ids, locations, coverage ("Judge with its council").

use crate::contract::shape::range;
use crate::contract::{Finding, Location, Reply, Side};
use crate::diagnostic::{Code, Diagnostic, nearest, quoted};

/// One council reply and whose it is.
#[derive(Debug, Clone, PartialEq)]
pub struct Council {
    /// The reviewer's id.
    pub reviewer: String,
    /// The findings.
    pub findings: Vec<Finding>,
}

/// The findings of all councils; the id of each is its index plus one.
fn numbered(councils: &[Council]) -> Vec<&Finding> {
    councils.iter().flat_map(|council| &council.findings).collect()
}

/// Checks a judge's reply against its council, and gives findings their sources' lines back.
pub fn consolidate(reply: &mut Reply, councils: &[Council]) -> Vec<Diagnostic> {
    let numbered = numbered(councils);
    let reviewers: Vec<&str> = councils.iter().map(|council| council.reviewer.as_str()).collect();
    let mut warnings = Vec::new();
    for (i, finding) in reply.findings.iter_mut().enumerate() {
        check_ids(i, finding, numbered.len(), &reviewers, &mut warnings);
        let ids = finding.source_finding_ids.as_deref().unwrap_or_default();
        let sources: Vec<Option<&Finding>> = ids.iter().map(|id| by_id(&numbered, *id)).collect();
        restore(i, finding, &sources, &mut warnings);
    }
    warnings
}

fn by_id<'c>(numbered: &[&'c Finding], id: u64) -> Option<&'c Finding> {
    let index = usize::try_from(id.checked_sub(1)?).ok()?;
    numbered.get(index).copied()
}

fn check_ids(i: usize, finding: &Finding, known: usize, reviewers: &[&str], warnings: &mut Vec<Diagnostic>) {
    for (j, id) in finding.source_finding_ids.iter().flatten().enumerate() {
        if usize::try_from(*id).is_ok_and(|id| id <= known) {
            continue;
        }
        let message = format!("`sourceFindingIds` names finding {id}, which the council does not have");
        let hint = match known {
            0 => "the council has no findings".to_owned(),
            1 => "the council has one finding, number 1".to_owned(),
            _ => format!("the council's findings are numbered 1 to {known}, in the order of the --council files"),
        };
        let pointer = format!("/findings/{i}/sourceFindingIds/{j}");
        warnings.push(Diagnostic::warning(Code::UnknownSource, pointer, message).hint(hint));
    }
    for (j, id) in finding.raised_by.iter().flatten().enumerate() {
        if reviewers.contains(&id.as_str()) {
            continue;
        }
        let message = format!("`raisedBy` names {}, who is not in the council", quoted(id));
        let all = reviewers.iter().map(|reviewer| quoted(reviewer)).collect::<Vec<_>>().join(", ");
        let hint = match nearest(id, reviewers) {
            Some(near) => format!("did you mean {}? the council is {all}", quoted(near)),
            None => format!("the council is {all}; name reviewers with --council NAME=FILE"),
        };
        let pointer = format!("/findings/{i}/raisedBy/{j}");
        warnings.push(Diagnostic::warning(Code::UnknownReviewer, pointer, message).hint(hint));
    }
}

/// Location preservation, and the warning about a line finding that leaves lines of its sources out.
fn restore(i: usize, finding: &mut Finding, sources: &[Option<&Finding>], warnings: &mut Vec<Diagnostic>) {
    let pointer = format!("/findings/{i}/location");
    match &finding.location {
        Some(Location::File { file }) => {
            let Some((start, end, side)) = common_lines(file, sources) else { return };
            let (file, lines) = (file.clone(), range(start, end));
            let message = format!(
                "{} becomes its lines {lines}, {} side, where all its sources point",
                quoted(&file),
                side.as_str()
            );
            warnings.push(
                Diagnostic::warning(Code::LocationRestored, pointer, message).hint(
                    "keep the lines of the sources; use {\"kind\": \"global\"} for what concerns the whole change",
                ),
            );
            finding.location = Some(Location::Line { file, start, end, side });
        }
        Some(Location::Line { file, start, end, side }) => {
            let lines = sources.iter().flatten().filter_map(|source| lines_in(file, source));
            let same_side = lines.filter(|(_, _, of)| *of == side.posted());
            let Some((first, last)) =
                same_side.map(|(start, end, _)| (start, end)).reduce(|a, b| (a.0.min(b.0), a.1.max(b.1)))
            else {
                return;
            };
            if *start > first || *end < last {
                let message = format!(
                    "lines {} of {} leave out some of its sources' lines {}",
                    range(*start, *end),
                    quoted(file),
                    range(first, last)
                );
                let hint = "widen the range, or drop the source that is about other lines";
                warnings.push(Diagnostic::warning(Code::SourcesNotCovered, pointer, message).hint(hint));
            }
        }
        _ => {}
    }
}

/// The range over all sources, if every one of them is known and is lines of this file on one side.
fn common_lines(file: &str, sources: &[Option<&Finding>]) -> Option<(u64, u64, Side)> {
    let lines: Vec<(u64, u64, Side)> =
        sources.iter().map(|source| lines_in(file, (*source)?)).collect::<Option<_>>()?;
    let (_, _, side) = *lines.first()?;
    lines.iter().all(|(_, _, other)| *other == side).then_some(())?;
    Some((lines.iter().map(|l| l.0).min()?, lines.iter().map(|l| l.1).max()?, side))
}

/// A finding's lines, if it points at lines of this file; `both` counts as new.
fn lines_in(file: &str, finding: &Finding) -> Option<(u64, u64, Side)> {
    match &finding.location {
        Some(Location::Line { file: own, start, end, side }) if own == file => Some((*start, *end, side.posted())),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::{Council, consolidate};
    use crate::contract::{Finding, Location, Reply, Side};
    use crate::diagnostic::Code;

    fn line(file: &str, start: u64, end: u64, side: Side) -> Location {
        Location::Line { file: file.into(), start, end, side }
    }

    fn file(name: &str) -> Location {
        Location::File { file: name.into() }
    }

    fn judged(location: Location, ids: &[u64], sources: Vec<Location>) -> (Location, Vec<Code>) {
        let of = |location| Finding { location: Some(location), ..Finding::default() };
        let councils = [Council { reviewer: "a".into(), findings: sources.into_iter().map(of).collect() }];
        let finding = Finding { source_finding_ids: Some(ids.to_vec()), ..of(location) };
        let mut reply = Reply { findings: vec![finding], ..Reply::default() };
        let warnings = consolidate(&mut reply, &councils);
        (reply.findings[0].location.clone().unwrap(), warnings.iter().map(|w| w.code).collect())
    }

    #[test]
    fn a_file_finding_gets_its_sources_lines_back() {
        let sources = || vec![line("a", 8, 9, Side::New), line("a", 3, 4, Side::Both)];
        let restored = (line("a", 3, 9, Side::New), vec![Code::LocationRestored]);
        assert_eq!(judged(file("a"), &[1, 2], sources()), restored);
        let old = vec![line("a", 8, 9, Side::Old)];
        assert_eq!(judged(file("a"), &[1], old), (line("a", 8, 9, Side::Old), vec![Code::LocationRestored]));
    }

    #[test]
    fn any_doubt_leaves_the_location_alone() {
        for other in [line("b", 1, 1, Side::New), line("a", 1, 1, Side::Old), file("a"), Location::Global] {
            let sources = vec![line("a", 8, 9, Side::New), other];
            assert_eq!(judged(file("a"), &[1, 2], sources), (file("a"), vec![]));
        }
        let one = || vec![line("a", 8, 9, Side::New)];
        assert_eq!(judged(file("a"), &[1, 2], one()), (file("a"), vec![Code::UnknownSource]));
        assert_eq!(judged(file("a"), &[], one()), (file("a"), vec![]));
        assert_eq!(judged(Location::Global, &[1], one()), (Location::Global, vec![]));
    }

    #[test]
    fn a_line_finding_that_does_not_cover_its_sources_is_warned_of_and_stays() {
        let sources = || vec![line("a", 8, 9, Side::New), line("a", 3, 4, Side::Both)];
        let narrow = line("a", 8, 9, Side::New);
        assert_eq!(judged(narrow.clone(), &[1, 2], sources()), (narrow, vec![Code::SourcesNotCovered]));
        let wide = line("a", 2, 9, Side::New);
        assert_eq!(judged(wide.clone(), &[1, 2], sources()), (wide, vec![]));
    }
}
