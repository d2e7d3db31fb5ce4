//! The numbers behind the charts.

use crate::model::{AgentStats, Category, Report, Severity};
use crate::view::labels::Label;

/// The findings a band, as parts of a bar of 1,000 units.
#[derive(Debug)]
pub struct SeverityBar {
    /// All bands, the worst first.
    pub bands: Vec<Band>,
    /// All findings.
    pub total: u64,
}

/// One band of the bar.
#[derive(Debug)]
pub struct Band {
    /// Which.
    pub severity: Severity,
    /// Its findings.
    pub count: u64,
    /// Where it starts, 0 to 1,000.
    pub start: u64,
    /// How long it is; 0 for an empty band, else at least enough to be seen.
    pub length: u64,
}

/// No band with a finding in it is shorter, so that one critical finding among thousands stays visible.
const SHORTEST: u64 = 8;
/// The whole bar.
const WHOLE: u64 = 1000;

impl SeverityBar {
    /// Counts a derived report.
    #[must_use]
    pub fn new(report: &Report) -> Self {
        Self::of(Severity::ALL.map(|band| report.summary_statistics.severity_counts.get(band)))
    }

    /// The bar of these figures, the worst band first.
    #[must_use]
    pub fn of(counts: [u64; 5]) -> Self {
        let total: u64 = counts.iter().sum();
        let lengths = counts.map(|count| match count {
            0 => 0,
            count => (count * WHOLE / total.max(1)).max(SHORTEST),
        });
        let drawn: u64 = lengths.iter().sum();
        // The longest band pays for what rounding and the shortest ones took.
        let longest = (0..lengths.len()).max_by_key(|i| lengths[*i]).unwrap_or(0);
        let mut start = 0;
        let bands = Severity::ALL
            .into_iter()
            .zip(counts.into_iter().zip(lengths))
            .enumerate()
            .map(|(i, (severity, (count, length)))| {
                let length = if i == longest && drawn > 0 { (length + WHOLE).saturating_sub(drawn) } else { length };
                let band = Band { severity, count, start, length };
                start += length;
                band
            })
            .collect();
        Self { bands, total }
    }

    /// The bar in words: "2 critical, 4 high, 1 info".
    #[must_use]
    pub fn in_words(&self) -> String {
        let words: Vec<String> = self
            .bands
            .iter()
            .filter(|band| band.count > 0)
            .map(|band| format!("{} {}", band.count, band.severity.word()))
            .collect();
        if words.is_empty() { "no findings".to_owned() } else { words.join(", ") }
    }
}

/// Findings a category and band; only categories that have findings are columns.
#[derive(Debug)]
pub struct Matrix {
    /// The columns' names.
    pub columns: Vec<&'static str>,
    /// A row a band, the worst first.
    pub rows: Vec<MatrixRowView>,
    /// The columns' sums.
    pub totals: Vec<u64>,
    /// All findings.
    pub total: u64,
}

/// A band's row.
#[derive(Debug)]
pub struct MatrixRowView {
    /// The band.
    pub severity: Severity,
    /// A figure a column.
    pub cells: Vec<u64>,
    /// Their sum.
    pub total: u64,
}

impl Matrix {
    /// The matrix of a derived report; `None` with fewer than two categories, where it would say nothing new.
    #[must_use]
    pub fn new(report: &Report) -> Option<Self> {
        let rows = report.summary_statistics.severity_category_matrix.as_deref().unwrap_or_default();
        let sum = |category: Category| rows.iter().map(|row| row.get(category)).sum::<u64>();
        let used: Vec<Category> = Category::ALL.into_iter().filter(|category| sum(*category) > 0).collect();
        let totals: Vec<u64> = used.iter().map(|category| sum(*category)).collect();
        (used.len() > 1).then(|| Self {
            columns: used.iter().map(|category| category.label()).collect(),
            rows: Severity::ALL
                .into_iter()
                .zip(rows)
                .map(|(severity, row)| MatrixRowView {
                    severity,
                    cells: used.iter().map(|category| row.get(*category)).collect(),
                    total: row.total.0,
                })
                .collect(),
            total: totals.iter().sum(),
            totals,
        })
    }

    /// How warm a figure is among the others: 0 for none, then four steps up to the largest.
    #[must_use]
    pub fn heat(&self, figure: u64) -> u64 {
        let most = self.rows.iter().flat_map(|row| &row.cells).copied().max().unwrap_or(0);
        heat(figure, most)
    }
}

/// How warm a figure is where the largest is `most`: 0 for none, then four steps.
#[must_use]
pub fn heat(figure: u64, most: u64) -> u64 {
    figure.saturating_mul(4).div_ceil(most.max(1)).min(4)
}

/// What each reviewer contributed, as bars of at most 100 units.
#[derive(Debug)]
pub struct AgentBar<'a> {
    /// Plain.
    pub agent: &'a str,
    /// Findings only it had.
    pub unique: u64,
    /// Findings another had as well.
    pub redundant: u64,
    /// Length of the part for unique findings.
    pub unique_length: u64,
    /// Length of the part for redundant ones.
    pub redundant_length: u64,
}

/// The bars of all agents on one scale.
#[must_use]
pub fn agent_bars(stats: &[AgentStats]) -> Vec<AgentBar<'_>> {
    let most = stats.iter().map(|a| a.unique.0.saturating_add(a.redundant.0)).max().unwrap_or(0).max(1);
    let length = |count: u64| u64::try_from(u128::from(count) * 100 / u128::from(most)).unwrap_or(100);
    stats
        .iter()
        .map(|a| AgentBar {
            agent: &a.agent,
            unique: a.unique.0,
            redundant: a.redundant.0,
            unique_length: length(a.unique.0),
            redundant_length: length(a.redundant.0),
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::SeverityBar;
    use crate::model::{Count, Report, Severity};

    #[test]
    fn the_bar_is_whole_and_one_finding_among_thousands_is_seen() {
        let mut report = Report::default();
        report.summary_statistics.severity_counts.critical = Count(1);
        report.summary_statistics.severity_counts.info = Count(99_999);
        let bar = SeverityBar::new(&report);
        assert_eq!(bar.bands.iter().map(|b| b.length).sum::<u64>(), 1000);
        assert_eq!(bar.bands[0].length, 8);
        assert_eq!(bar.bands[4].start, 8);
        assert_eq!(bar.in_words(), "1 critical, 99999 info");
        assert_eq!(bar.bands[0].severity, Severity::Critical);
        assert_eq!(SeverityBar::new(&Report::default()).in_words(), "no findings");
    }
}
