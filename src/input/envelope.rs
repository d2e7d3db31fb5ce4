//! What stands around the sections of a document that has no envelope of its own ("Missing envelope").

use crate::diagnostic::{Code, Diagnostic};
use crate::model::{Metadata, NO_DATE, Report};

/// What the caller knows about the review. Everything only fills what the document leaves open.
#[derive(Debug, Clone, Default)]
pub struct Envelope {
    /// `--project`.
    pub project: Option<String>,
    /// `--date`, `YYYY-MM-DD`.
    pub date: Option<String>,
    /// `--metadata`: an object with the keys of `metadata`, read.
    pub metadata: Option<Metadata>,
    /// The day of `SOURCE_DATE_EPOCH`, `YYYY-MM-DD`.
    pub epoch_day: Option<String>,
}

impl Envelope {
    /// Fills what a report leaves open in its metadata.
    pub fn fill(&self, metadata: &mut Metadata, warnings: &mut Vec<Diagnostic>) {
        let given = self.metadata.clone().unwrap_or_default();
        metadata.branch = metadata.branch.take().or(given.branch);
        metadata.commit = metadata.commit.take().or(given.commit);
        metadata.repository = metadata.repository.take().or(given.repository);
        metadata.scope = metadata.scope.take().or(given.scope);
        metadata.reviewers = metadata.reviewers.take().or(given.reviewers);
        metadata.report_type = metadata.report_type.or(given.report_type);
        metadata.pr_number = metadata.pr_number.or(given.pr_number);
        for (option, given, own) in
            [("--project", &self.project, &metadata.project), ("--date", &self.date, &metadata.date)]
        {
            if given.as_ref().is_some_and(|given| given != own) {
                let message = format!("{option} has no effect: the report says {}", crate::diagnostic::quoted(own));
                warnings.push(Diagnostic::warning(Code::UnusedOption, "/metadata", message));
            }
        }
    }

    /// Puts an envelope around bare sections: the caller's facts, else the format's defaults.
    pub fn wrap(&self, report: &mut Report, stem: &str, warnings: &mut Vec<Diagnostic>) {
        let mut metadata = self.metadata.clone().unwrap_or_default();
        let own = |text: &str| (!text.is_empty()).then(|| text.to_owned());
        metadata.project = self.project.clone().or_else(|| own(&metadata.project)).unwrap_or_else(|| stem.to_owned());
        let date = self.date.clone().or_else(|| own(&metadata.date)).or_else(|| self.epoch_day.clone());
        metadata.date = date.unwrap_or_else(|| {
            warnings.push(
                Diagnostic::warning(Code::NoDate, "", "the input has no date, and none was given: documents say so")
                    .hint("pass --date YYYY-MM-DD, or set SOURCE_DATE_EPOCH"),
            );
            NO_DATE.to_owned()
        });
        report.metadata = metadata;
    }
}

/// The UTC day of a count of seconds since 1970, `YYYY-MM-DD`; `None` outside the years 0 to 9999.
#[must_use]
pub fn day_of_epoch(seconds: i64) -> Option<String> {
    // Days to civil date: counted from 0000-03-01 in eras of 400 years, so that the leap day comes last.
    let days = seconds.div_euclid(86_400) + 719_468;
    let era = days.div_euclid(146_097);
    let day_of_era = days.rem_euclid(146_097);
    let year_of_era = (day_of_era - day_of_era / 1460 + day_of_era / 36_524 - day_of_era / 146_096) / 365;
    let day_of_year = day_of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    let shifted_month = (5 * day_of_year + 2) / 153;
    let day = day_of_year - (153 * shifted_month + 2) / 5 + 1;
    let month = if shifted_month < 10 { shifted_month + 3 } else { shifted_month - 9 };
    let year = year_of_era + era * 400 + i64::from(month <= 2);
    (0..=9999).contains(&year).then(|| format!("{year:04}-{month:02}-{day:02}"))
}

#[cfg(test)]
mod tests {
    use super::day_of_epoch;

    #[test]
    fn seconds_become_days() {
        for (seconds, day) in [
            (0, "1970-01-01"),
            (86_399, "1970-01-01"),
            (-1, "1969-12-31"),
            (951_782_400, "2000-02-29"),
            (1_767_225_599, "2025-12-31"),
            (4_107_542_400, "2100-03-01"),
        ] {
            assert_eq!(day_of_epoch(seconds).as_deref(), Some(day));
        }
        assert_eq!(day_of_epoch(i64::MAX / 2), None);
    }
}
