//! What an index over several reports shows: a row each, and what they come to together.

use crate::model::Severity;
use crate::view::chart::SeverityBar;
use crate::view::{Document, heat};

/// One report of an index.
#[derive(Debug, Clone)]
pub struct IndexEntry {
    /// The name of its documents without extension, which no other report has; plain.
    pub name: String,
    /// Its documents: what each is, and the name of its file beside the index. The first is what the row leads to.
    pub documents: Vec<(&'static str, String)>,
    /// What it says, or why it has no documents.
    pub report: Result<IndexReport, String>,
}

/// What an index shows of a report that could be read.
#[derive(Debug, Clone)]
pub struct IndexReport {
    /// Plain.
    pub title: String,
    /// Plain.
    pub project: String,
    /// Plain, `None` if none was given.
    pub date: Option<String>,
    /// What to do; plain.
    pub headline: String,
    /// Blocking findings.
    pub blocking: u64,
    /// The colour of the verdict, as in the document itself.
    pub tone: Option<Severity>,
    /// Findings a band, the worst first.
    pub counts: [u64; 5],
    /// How many problems lenient reading left out; none for a report that is whole.
    pub left_out: usize,
}

impl IndexReport {
    /// What there is to say about a document.
    #[must_use]
    pub fn new(document: &Document<'_>) -> Self {
        let mut counts = [0; 5];
        for (count, band) in counts.iter_mut().zip(&document.severities.bands) {
            *count = band.count;
        }
        Self {
            title: document.title.to_owned(),
            project: document.project.to_owned(),
            date: document.date.map(str::to_owned),
            headline: document.verdict.headline.to_owned(),
            blocking: document.verdict.blocking,
            tone: document.verdict.tone,
            counts,
            left_out: document.provenance.unread.len(),
        }
    }

    /// The bands with their figures.
    pub fn bands(&self) -> impl Iterator<Item = (Severity, u64)> {
        Severity::ALL.into_iter().zip(self.counts)
    }

    /// All findings.
    #[must_use]
    pub fn total(&self) -> u64 {
        self.counts.iter().sum()
    }

    /// Where the verdict stands when verdicts are sorted: more blocking findings are worse, then a worse tone is.
    #[must_use]
    pub fn rank(&self) -> u64 {
        self.blocking.saturating_mul(10).saturating_add(self.tone.map_or(0, |tone| u64::from(tone.level())))
    }
}

/// An index over reports, in the order they were given.
#[derive(Debug)]
pub struct Index<'a> {
    /// The project that all of them are about, else a word for them; plain.
    pub title: &'a str,
    /// The rows.
    pub entries: &'a [IndexEntry],
    /// How many projects they are about.
    pub projects: usize,
    /// The first and the last day.
    pub dates: Option<(&'a str, &'a str)>,
    /// May these merge? In words.
    pub headline: String,
    /// The colour of that.
    pub tone: Option<Severity>,
    /// How many have no documents.
    pub unread: usize,
    /// Findings a band, over all.
    pub severities: SeverityBar,
    most: u64,
}

impl<'a> Index<'a> {
    /// Looks at all entries.
    #[must_use]
    pub fn new(entries: &'a [IndexEntry]) -> Self {
        let reports = || entries.iter().filter_map(|entry| entry.report.as_ref().ok());
        let mut projects: Vec<&str> = reports().map(|report| report.project.as_str()).collect();
        projects.sort_unstable();
        projects.dedup();
        let days = || reports().filter_map(|report| report.date.as_deref());
        let read = reports().count();
        let blocked = reports().filter(|report| report.blocking > 0).count();
        let headline = match (blocked, entries.len()) {
            _ if read == 0 => "No report could be read".to_owned(),
            (0, _) => "Nothing is marked as blocking".to_owned(),
            (1, 1) => "The report has blocking findings".to_owned(),
            (blocked, all) if blocked == all => format!("All {all} reports have blocking findings"),
            (1, all) => format!("1 of {all} reports has blocking findings"),
            (blocked, all) => format!("{blocked} of {all} reports have blocking findings"),
        };
        let mut counts = [0_u64; 5];
        for report in reports() {
            for (sum, count) in counts.iter_mut().zip(report.counts) {
                *sum = sum.saturating_add(count);
            }
        }
        Self {
            title: match projects.as_slice() {
                [project] if !project.trim().is_empty() => project,
                _ => "Code reviews",
            },
            entries,
            projects: projects.len(),
            dates: days().min().zip(days().max()),
            headline,
            tone: if read == 0 { Some(Severity::Critical) } else { reports().filter_map(|report| report.tone).max() },
            unread: entries.len() - read,
            severities: SeverityBar::of(counts),
            most: reports().flat_map(|report| report.counts).max().unwrap_or(0),
        }
    }

    /// How warm a figure is among all of the table.
    #[must_use]
    pub fn heat(&self, figure: &u64) -> u64 {
        heat(*figure, self.most)
    }
}

#[cfg(test)]
mod tests {
    use super::{Index, IndexEntry, IndexReport};
    use crate::model::Severity;

    fn entry(project: &str, date: Option<&str>, blocking: u64, tone: Option<Severity>) -> IndexEntry {
        let report = IndexReport {
            title: "t".into(),
            project: project.into(),
            date: date.map(str::to_owned),
            headline: "h".into(),
            blocking,
            tone,
            counts: [blocking, 1, 0, 0, 2],
            left_out: 0,
        };
        IndexEntry { name: "n".into(), documents: Vec::new(), report: Ok(report) }
    }

    #[test]
    fn the_index_sums_up_what_could_be_read() {
        let lost = IndexEntry { name: "x".into(), documents: Vec::new(), report: Err("no JSON".into()) };
        let entries = [
            entry("a", Some("2026-02-01"), 0, None),
            lost.clone(),
            entry("b", None, 3, Some(Severity::Critical)),
            entry("a", Some("2026-01-31"), 0, Some(Severity::High)),
        ];
        let index = Index::new(&entries);
        assert_eq!((index.title, index.projects, index.unread), ("Code reviews", 2, 1));
        assert_eq!(index.headline, "1 of 4 reports has blocking findings");
        assert_eq!(index.dates, Some(("2026-01-31", "2026-02-01")));
        assert_eq!(index.severities.in_words(), "3 critical, 3 high, 6 info");
        assert_eq!(index.tone, Some(Severity::Critical));
        assert_eq!(Index::new(&entries[..1]).title, "a");
        let nothing = [lost];
        assert_eq!(Index::new(&nothing).headline, "No report could be read");
        assert_eq!(Index::new(&nothing).tone, Some(Severity::Critical));
    }
}
