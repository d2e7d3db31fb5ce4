//! A reply as a v4 report ("As a report"): the table of ratings, tags, locations, categories and ids.

use crate::contract::category::{category, prefix, title};
use crate::contract::posting::agreement;
use crate::contract::{Council, Finding, Kind, Label, Location, Reply, Severity, Side};
use crate::diagnostic::{Diagnostic, child_pointer};
use crate::markdown::open_fence;
use crate::markdown::plain::inline_as_it_is;
use crate::model::{Category, Finding as ReportFinding, RE_RATE_REQUIRED, Report, Section};
use std::collections::BTreeMap;

/// The most findings of one category that three digits can number.
const MOST: usize = 999;

/// A reply that became a report.
#[derive(Debug, Clone, PartialEq)]
pub struct Adopted {
    /// The report; its envelope and what is derived are still missing.
    pub report: Report,
    /// For each section the indices of its findings in the reply.
    pub origin: Vec<Vec<usize>>,
}

/// A category holds more findings than ids can be given to.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("{count} findings fall into the category {category}; ids have three digits, so 999 is the most", category = .category.as_str())]
pub struct TooMany {
    /// Which.
    pub category: Category,
    /// How many.
    pub count: usize,
}

/// Makes a report of a reply. `reviewer` is whose reply it is, empty where nobody knows; a judge's
/// findings name their own.
///
/// Findings of one cluster become a section of their own, so that every format shows them together.
///
/// # Errors
/// More than 999 findings in a category.
pub fn adopt(kind: Kind, reply: &Reply, reviewer: &str, councils: &[Council]) -> Result<Adopted, TooMany> {
    let mut groups: Vec<(Option<&str>, Category, Vec<usize>)> = Vec::new();
    for (i, finding) in reply.findings.iter().enumerate() {
        let cluster = finding.cluster.as_deref().map(str::trim).filter(|cluster| !cluster.is_empty());
        let category = category(kind, finding, reviewer, councils);
        if let Some(group) = groups.iter_mut().find(|group| group.0 == cluster && group.1 == category) {
            group.2.push(i);
        } else {
            // The parts of a cluster stand side by side even when its findings are of several categories.
            let behind = groups.iter().rposition(|group| cluster.is_some() && group.0 == cluster);
            groups.insert(behind.map_or(groups.len(), |at| at + 1), (cluster, category, vec![i]));
        }
    }
    let mut numbers: BTreeMap<Category, usize> = BTreeMap::new();
    let mut adopted = Adopted { report: Report::default(), origin: Vec::new() };
    for (cluster, category, members) in groups {
        let number = numbers.entry(category).or_default();
        let findings = members
            .iter()
            .map(|i| {
                *number += 1;
                let id = format!("{}-{:03}", prefix(category), *number);
                finding(kind, &reply.findings[*i], id, reply, reviewer, councils)
            })
            .collect();
        let title = cluster.map_or_else(|| title(category).to_owned(), str::to_owned);
        adopted.report.sections.push(Section { title, category, findings, ..Section::default() });
        adopted.origin.push(members);
    }
    match numbers.into_iter().find(|(_, count)| *count > MOST) {
        Some((category, count)) => Err(TooMany { category, count }),
        None => Ok(adopted),
    }
}

impl Adopted {
    /// Turns pointers into the report into pointers into the reply. What is about the report as a whole, and what comes
    /// of the ratings that the table gave, is dropped: the writer of the reply could mend none of it.
    pub fn translate(&self, diagnostics: &mut Vec<Diagnostic>) {
        diagnostics.retain_mut(|diagnostic| {
            let steps: Vec<&str> = diagnostic.pointer.split('/').collect();
            let ["", "findings", section, "findings", finding, rest @ ..] = steps.as_slice() else { return false };
            let index = |text: &str| text.parse::<usize>().ok();
            let origin = index(section).zip(index(finding)).and_then(|(s, f)| self.origin.get(s)?.get(f));
            let Some(origin) = origin else { return false };
            let key = match rest.first().copied() {
                Some("title") => Some("subject"),
                Some("description") => Some("discussion"),
                Some("impact_description") => Some("impact"),
                Some(key @ ("recommendation" | "location")) => Some(key),
                _ => None,
            };
            let pointer = format!("/findings/{origin}");
            diagnostic.pointer = key.map_or(pointer.clone(), |key| child_pointer(&pointer, key));
            true
        });
    }
}

fn finding(
    kind: Kind,
    finding: &Finding,
    id: String,
    reply: &Reply,
    reviewer: &str,
    councils: &[Council],
) -> ReportFinding {
    let (rating, relevance) = rating(finding);
    let said = |text: &Option<String>| text.clone().filter(|text| !text.trim().is_empty());
    let stand_in =
        |text: &str, instead: &str| if text.trim().is_empty() { instead.to_owned() } else { text.to_owned() };
    let mut description = stand_in(&finding.discussion, "(no discussion)");
    let note = note(kind, finding, reply, reviewer, councils);
    if !note.is_empty() {
        // A fence that the discussion leaves open would swallow the note; everything else ends at the blank line.
        let open = open_fence(&description).map_or_else(String::new, |fence| format!("\n{fence}"));
        description = format!("{}{open}\n\n{note}", description.trim_end());
    }
    ReportFinding {
        id,
        title: stand_in(&finding.subject, "(no subject)"),
        likelihood: Some(rating),
        impact: Some(rating),
        relevance: Some(relevance),
        location: location(finding.location.as_ref()),
        tags: Some(tags(finding)),
        description,
        impact_description: said(&finding.impact),
        recommendation: said(&finding.recommendation).unwrap_or_else(|| what_to_do(finding.label).to_owned()),
        ..ReportFinding::default()
    }
}

/// Likelihood and impact, which are the same here, and relevance.
fn rating(finding: &Finding) -> (f64, f64) {
    match (finding.severity, finding.label) {
        (Some(Severity::Critical), _) => (0.9, 0.5),
        (Some(Severity::Medium), _) => (0.5, 0.5),
        (None, Some(Label::Praise | Label::Thought | Label::Note)) => (0.0, 0.0),
        (Some(Severity::Minor) | None, _) => (0.2, 0.5),
    }
}

fn location(location: Option<&Location>) -> String {
    match location {
        Some(Location::Line { file, start, end, side }) => {
            let old = if *side == Side::Old { " (old)" } else { "" };
            format!("{file}:{start}-{end}{old}")
        }
        Some(Location::File { file }) => file.clone(),
        Some(Location::Global) | None => "PR".to_owned(),
    }
}

fn tags(finding: &Finding) -> Vec<String> {
    let label = finding.label.map(|label| label.as_str().to_owned());
    let cluster = finding.cluster.clone().filter(|cluster| !cluster.trim().is_empty());
    let mut tags: Vec<String> = Vec::new();
    for tag in label.into_iter().chain(finding.decorations.iter().cloned()).chain(cluster) {
        if !tags.contains(&tag) && tag != RE_RATE_REQUIRED {
            tags.push(tag);
        }
    }
    tags.push(RE_RATE_REQUIRED.to_owned());
    tags
}

fn what_to_do(label: Option<Label>) -> &'static str {
    match label {
        Some(Label::Praise) => "Keep it that way.",
        Some(Label::Nitpick) => "Consider this nitpick.",
        Some(Label::Suggestion) => "Consider this suggestion.",
        Some(Label::Issue) | None => "Resolve this issue.",
        Some(Label::Todo) => "Do this.",
        Some(Label::Question) => "Answer this question.",
        Some(Label::Thought) => "Consider this thought.",
        Some(Label::Chore) => "Do this chore.",
        Some(Label::Note) => "Take note of this.",
    }
}

/// The description's last paragraph: who said it, how sure they are, and what it is to a thread.
fn note(kind: Kind, finding: &Finding, reply: &Reply, reviewer: &str, councils: &[Council]) -> String {
    let mut sentences = Vec::new();
    if kind == Kind::Council {
        sentences.extend((!reviewer.is_empty()).then(|| format!("Raised by {}.", inline_as_it_is(reviewer))));
    } else if let Some(agreement) = agreement(finding, reply, councils) {
        let names: Vec<String> = finding.raised_by.iter().flatten().map(|name| inline_as_it_is(name)).collect();
        sentences.push(format!("Raised by {} ({} of {}).", names.join(", "), agreement.raised, agreement.of));
    }
    if let Some(confidence) = finding.confidence {
        sentences.push(format!("Confidence {confidence}."));
    }
    if let Some(relation) = &finding.thread_relation {
        let verb = relation.kind.verb();
        let said = match relation.thread_index {
            Some(thread) => format!("It {verb} thread [T{thread}]"),
            None if relation.kind == crate::contract::RelationKind::New => format!("It {verb}"),
            None => format!("It {verb} a thread"),
        };
        sentences.push(match &relation.rationale {
            Some(why) => format!("{said}: {}", inline_as_it_is(why)),
            None => format!("{said}."),
        });
    }
    sentences.join(" ")
}

#[cfg(test)]
#[path = "adopt_tests.rs"]
mod tests;
