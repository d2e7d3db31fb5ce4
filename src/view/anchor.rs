//! Where findings stand in a document, and how they are named elsewhere in it.

use crate::model::Report;
use std::collections::{HashMap, HashSet};

/// A finding named by its id.
#[derive(Debug, Clone)]
pub struct Reference<'a> {
    /// Plain.
    pub id: &'a str,
    /// Where it stands in the document, if it does.
    pub anchor: Option<String>,
}

/// Where findings stand: a unique anchor each, found again by id.
pub(super) struct Anchors<'a> {
    by_place: Vec<Vec<String>>,
    by_id: HashMap<&'a str, Vec<(usize, usize)>>,
}

impl<'a> Anchors<'a> {
    pub(super) fn new(report: &'a Report) -> Self {
        let mut taken = HashSet::new();
        let mut seen: HashMap<String, usize> = HashMap::new();
        let mut by_place: Vec<Vec<String>> = report.sections.iter().map(|_| Vec::new()).collect();
        let mut by_id: HashMap<&str, Vec<(usize, usize)>> = HashMap::new();
        for (s, f, finding) in report.findings() {
            let slug = slug(&finding.id);
            let mut anchor = slug.clone();
            while !taken.insert(anchor.clone()) {
                let taken_before = seen.entry(slug.clone()).or_default();
                *taken_before += 1;
                anchor = format!("{slug}-{}", *taken_before + 1);
            }
            by_place[s].push(anchor);
            by_id.entry(&finding.id).or_default().push((s, f));
        }
        Self { by_place, by_id }
    }

    /// The anchor of a finding by the indices of its section and its own.
    pub(super) fn of(&self, section: usize, finding: usize) -> String {
        self.by_place[section][finding].clone()
    }

    /// Whether a finding is the first with its id.
    pub(super) fn is_first(&self, id: &str, section: usize, finding: usize) -> bool {
        self.by_id.get(id).and_then(|places| places.first()) == Some(&(section, finding))
    }

    /// The n-th finding with an id, else the first.
    pub(super) fn reference<'b>(&self, id: &'b str, nth: usize) -> Reference<'b> {
        let places = self.by_id.get(id);
        let place = places.and_then(|places| places.get(nth).or_else(|| places.first()));
        Reference { id, anchor: place.map(|(s, f)| self.by_place[*s][*f].clone()) }
    }
}

/// An id as an anchor: what is safe in a URL fragment and in an attribute, never empty.
fn slug(id: &str) -> String {
    let slug: String = id.chars().map(|c| if c.is_ascii_alphanumeric() || c == '-' { c } else { '-' }).collect();
    if slug.bytes().any(|b| b.is_ascii_alphanumeric()) { slug } else { "finding".to_owned() }
}
