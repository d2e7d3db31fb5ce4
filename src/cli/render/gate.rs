//! `--fail-on`: what a gate watches for and what it says when it trips.

use clap::ValueEnum;
use prreport::model::{Report, Severity};

/// What `--fail-on` watches for.
#[derive(Debug, Clone, Copy, ValueEnum)]
pub enum Gate {
    Critical,
    High,
    Medium,
    Low,
    Blocking,
}

impl Gate {
    /// How many findings of a derived report trip it.
    pub fn tripped_by(self, report: &Report) -> usize {
        let threshold = match self {
            Self::Critical => Severity::Critical,
            Self::High => Severity::High,
            Self::Medium => Severity::Medium,
            Self::Low => Severity::Low,
            Self::Blocking => return report.findings().filter(|(_, _, f)| f.is_blocking()).count(),
        };
        report.findings().filter(|(_, _, f)| f.severity >= Some(threshold)).count()
    }

    /// What it says of so many findings; `of` names where they are, if that is not plain.
    pub fn words(self, count: usize, of: &str) -> String {
        let findings = if count == 1 { "finding" } else { "findings" };
        let are = if count == 1 { "is" } else { "are" };
        let level = match self {
            Self::Critical => "critical",
            Self::High => "high or above",
            Self::Medium => "medium or above",
            Self::Low => "low or above",
            Self::Blocking => "blocking",
        };
        format!("gate: {count} {findings}{of} {are} {level}")
    }
}
