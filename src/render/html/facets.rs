//! What the page's reader can filter by: the values that occur, each with its count.

use crate::view::{Document, FindingView};
use std::collections::HashMap;

/// One way to filter.
#[derive(Debug)]
pub struct Facet {
    /// The key in the address and in the finding's `data-` attribute.
    pub key: &'static str,
    /// What the reader calls it.
    pub label: &'static str,
    /// The values in the order of the format.
    pub options: Vec<Choice>,
}

/// One value of a facet.
#[derive(Debug)]
pub struct Choice {
    /// The value in the address and in the attribute.
    pub slug: String,
    /// The value in words.
    pub label: String,
    /// Findings that have it.
    pub count: usize,
}

/// A label as part of a class name, an attribute or an address: lower-case letters and single hyphens.
#[must_use]
pub fn slug(label: &str) -> String {
    let words = label.split(|c: char| !c.is_ascii_alphanumeric()).filter(|word| !word.is_empty());
    words.map(str::to_ascii_lowercase).collect::<Vec<_>>().join("-")
}

/// The facets that tell findings apart. Severity and category always stand, since the charts lead to them.
#[must_use]
pub fn facets(document: &Document<'_>, triage_mode: bool) -> Vec<Facet> {
    let all = || document.sections.iter().flat_map(|s| s.findings.iter().map(move |f| (s.category, f)));
    let facet = |key, label, order: &[&'static str], value: &dyn Fn(&str, &FindingView<'_>) -> &'static str| {
        let mut counts: HashMap<&'static str, usize> = HashMap::new();
        for (category, finding) in all() {
            *counts.entry(value(category, finding)).or_default() += 1;
        }
        let keep = |name: &&&'static str| counts.contains_key(**name) || (triage_mode && key == "triage");
        let options = order.iter().filter(keep).map(|name| Choice {
            slug: slug(name),
            label: (*name).to_owned(),
            count: counts.get(name).copied().unwrap_or_default(),
        });
        Facet { key, label, options: options.collect() }
    };
    let categories = |category: &str, _: &FindingView<'_>| {
        CATEGORIES.iter().find(|name| **name == category).copied().unwrap_or_default()
    };
    let mut facets = vec![
        facet("severity", "Severity", &SEVERITIES, &|_, f| SEVERITIES[5 - usize::from(f.severity.level())]),
        facet("merge", "Merge class", &MERGE, &|_, f| f.merge_class.unwrap_or(MERGE[4])),
        facet("category", "Category", &CATEGORIES, &categories),
        facet("ai", "Validation", &AI, &|_, f| f.verdict()),
        facet("comment", "Comment", &COMMENT, &|_, f| f.comment_verdict()),
        facet("triage", "Triage", &TRIAGE, &|_, f| f.decided()),
    ];
    facets.retain(|facet| facet.options.len() > usize::from(!matches!(facet.key, "severity" | "category")));
    facets
}

/// The tags, the most used first.
#[must_use]
pub fn tags<'a>(document: &Document<'a>) -> Vec<(&'a str, usize)> {
    let mut counts: HashMap<&str, usize> = HashMap::new();
    for finding in document.findings() {
        for tag in &finding.tags {
            *counts.entry(tag).or_default() += 1;
        }
    }
    let mut tags: Vec<_> = counts.into_iter().collect();
    tags.sort_by(|a, b| b.1.cmp(&a.1).then(a.0.cmp(b.0)));
    tags
}

const SEVERITIES: [&str; 5] = ["Critical", "High", "Medium", "Low", "Info"];
const MERGE: [&str; 5] = ["Blocking", "Non-blocking", "Follow-up, out of scope", "Disputed", "Not classified"];
const CATEGORIES: [&str; 8] =
    ["Security", "Project", "Code quality", "Call tree", "Dependencies", "Documentation", "PR comments", "PR promises"];
const AI: [&str; 6] = ["Valid", "False positive", "Needs investigation", "Out of scope", "Duplicate", "Not validated"];
const COMMENT: [&str; 3] = ["Resolved", "Unresolved", "No verdict"];
const TRIAGE: [&str; 6] = ["Fix", "Accept the risk", "Defer", "False positive", "Duplicate", "Undecided"];

#[cfg(test)]
mod tests {
    use super::{AI, CATEGORIES, COMMENT, MERGE, SEVERITIES, TRIAGE, slug};
    use crate::model::{Category, MergeClass, Severity};
    use crate::view::Label;

    #[test]
    fn the_words_are_those_of_the_view() {
        assert_eq!(CATEGORIES, Category::ALL.map(Label::label));
        assert_eq!(MERGE[..4], MergeClass::ALL.map(Label::label));
        assert_eq!(SEVERITIES.map(slug).as_slice(), Severity::ALL.map(Severity::word));
    }

    #[test]
    fn slugs_are_words_of_an_address_and_differ_within_a_facet() {
        assert_eq!(slug("Follow-up, out of scope"), "follow-up-out-of-scope");
        for names in [&AI[..], &COMMENT, &TRIAGE, &MERGE] {
            let slugs: std::collections::HashSet<_> = names.iter().map(|name| slug(name)).collect();
            assert_eq!(slugs.len(), names.len());
        }
    }
}
