//! Severities from the ratings ("Derive").

use crate::derive::finding_pointer;
use crate::diagnostic::{Code, Diagnostic, child_pointer, quoted};
use crate::model::{Finding, Report, Severity};

/// Sets `overall_severity` and `severity` of every finding, and warns where the file said otherwise.
pub fn derive(report: &mut Report, warnings: &mut Vec<Diagnostic>) {
    for (s, section) in report.sections.iter_mut().enumerate() {
        for (f, finding) in section.findings.iter_mut().enumerate() {
            let (overall, severity) = rate(finding);
            warn_overridden(finding, overall, severity, || finding_pointer(s, f), warnings);
            finding.overall_severity = overall;
            finding.severity = Some(severity);
        }
    }
}

/// The mean of likelihood and impact, and its band.
///
/// A rating can be missing only after lenient reading. Then there is no mean, and the higher of what the surviving
/// dimension and the given severity say holds: under-reporting is the failure to avoid.
fn rate(finding: &Finding) -> (Option<f64>, Severity) {
    if let (Some(likelihood), Some(impact)) = (finding.likelihood, finding.impact) {
        let overall = tidy(f64::midpoint(likelihood, impact));
        return (Some(overall), Severity::from_overall(overall));
    }
    let surviving = finding.likelihood.or(finding.impact).map(Severity::from_overall);
    (None, surviving.max(finding.severity).unwrap_or(Severity::Info))
}

/// A mean of two-digit ratings is written as people would: 0.575, not 0.5750000000000001.
fn tidy(overall: f64) -> f64 {
    let rounded = (overall * 1e9).round() / 1e9;
    if (rounded - overall).abs() < 1e-12 { rounded } else { overall }
}

fn warn_overridden(
    finding: &Finding,
    overall: Option<f64>,
    severity: Severity,
    pointer: impl Fn() -> String,
    warnings: &mut Vec<Diagnostic>,
) {
    /// What producers that write two digits round away; see `docs/decisions.md`.
    const ROUNDING: f64 = 0.005;
    let Some(overall) = overall else { return };
    if let Some(given) = finding.severity.filter(|given| *given != severity) {
        let message = format!(
            "{} is given as {} ({}), but its ratings make {overall:.2}, which is {} ({})",
            quoted(&finding.id),
            given.label(),
            given.level(),
            severity.label(),
            severity.level()
        );
        warnings.push(overridden(child_pointer(&pointer(), "severity"), message));
    } else if let Some(given) = finding.overall_severity.filter(|given| (given - overall).abs() > ROUNDING) {
        let id = quoted(&finding.id);
        let message = format!("{id} is given an overall severity of {given}, but its ratings make {overall:.2}");
        warnings.push(overridden(child_pointer(&pointer(), "overall_severity"), message));
    }
}

fn overridden(pointer: String, message: String) -> Diagnostic {
    Diagnostic::warning(Code::SeverityOverridden, pointer, message)
        .hint("the ratings are the one source of severity; leave the derived key out, or mend the ratings")
}

#[cfg(test)]
mod tests {
    use super::rate;
    use crate::model::{Finding, Severity};

    #[test]
    fn without_a_mean_the_highest_survivor_holds() {
        let finding = |likelihood, impact, severity| Finding { severity, likelihood, impact, ..Finding::default() };
        assert_eq!(rate(&finding(Some(0.7), None, None)), (None, Severity::High));
        assert_eq!(rate(&finding(None, Some(0.1), Some(Severity::Critical))), (None, Severity::Critical));
        assert_eq!(rate(&finding(None, Some(0.9), Some(Severity::Low))), (None, Severity::Critical));
        assert_eq!(rate(&finding(None, None, None)), (None, Severity::Info));
        assert_eq!(rate(&finding(Some(0.65), Some(0.5), None)).0, Some(0.575));
    }
}
