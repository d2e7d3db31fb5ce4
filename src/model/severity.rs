//! The five severity bands and the one formula that leads to them ("Derive").

use crate::model::Count;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// A severity band; ordered, so that `max` is the worst.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Severity {
    /// 1: praise, resolved comments, nothing to do.
    Info = 1,
    /// 2.
    Low,
    /// 3.
    Medium,
    /// 4.
    High,
    /// 5.
    Critical,
}

/// How far a mean may miss a band's limit and still reach it: 0.7 computed as (0.6 + 0.8) / 2 must count as 0.7.
const TOLERANCE: f64 = 1e-9;

impl Severity {
    /// All bands, the worst first, which is the order of every table and chart.
    pub const ALL: [Self; 5] = [Self::Critical, Self::High, Self::Medium, Self::Low, Self::Info];

    /// The band of an overall severity in [0, 1].
    #[must_use]
    pub fn from_overall(overall: f64) -> Self {
        let reaches = |limit: f64| overall >= limit - TOLERANCE;
        if reaches(0.9) {
            Self::Critical
        } else if reaches(0.7) {
            Self::High
        } else if reaches(0.4) {
            Self::Medium
        } else if reaches(0.1) {
            Self::Low
        } else {
            Self::Info
        }
    }

    /// The format's number for the band, 1 (INFO) to 5 (CRITICAL).
    #[must_use]
    pub fn level(self) -> u8 {
        self as u8
    }

    /// The band of a format number, if it is one.
    #[must_use]
    pub fn from_level(level: u64) -> Option<Self> {
        Self::ALL.into_iter().find(|band| u64::from(band.level()) == level)
    }

    /// The format's label: `CRITICAL`, `HIGH`, `MEDIUM`, `LOW` or `INFO`.
    #[must_use]
    pub fn label(self) -> &'static str {
        match self {
            Self::Critical => "CRITICAL",
            Self::High => "HIGH",
            Self::Medium => "MEDIUM",
            Self::Low => "LOW",
            Self::Info => "INFO",
        }
    }

    /// The label in running text.
    #[must_use]
    pub fn word(self) -> &'static str {
        match self {
            Self::Critical => "critical",
            Self::High => "high",
            Self::Medium => "medium",
            Self::Low => "low",
            Self::Info => "info",
        }
    }
}

impl Serialize for Severity {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_u8(self.level())
    }
}

impl<'de> Deserialize<'de> for Severity {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let Count(level) = Count::deserialize(deserializer)?;
        Self::from_level(level).ok_or_else(|| serde::de::Error::custom("a severity is a whole number from 1 to 5"))
    }
}

#[cfg(test)]
mod tests {
    use super::Severity;

    #[test]
    fn a_band_starts_at_its_limit_even_when_arithmetic_falls_short() {
        assert_eq!(Severity::from_overall(f64::midpoint(0.6, 0.8)), Severity::High);
        assert_eq!(Severity::from_overall(0.7 - 5e-10), Severity::High);
        assert_eq!(Severity::from_overall(0.699_99), Severity::Medium);
        for (overall, band) in [(1.0, 5), (0.9, 5), (0.89, 4), (0.4, 3), (0.39, 2), (0.1, 2), (0.09, 1), (0.0, 1)] {
            assert_eq!(Severity::from_overall(overall).level(), band, "{overall}");
        }
    }
}
