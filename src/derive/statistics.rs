//! The figures, counted from the findings ("Statistics").

use crate::diagnostic::{Code, Diagnostic};
use crate::model::{
    CommentVerdict, Count, MatrixRow, MergeClass, Report, Severity, SeverityCounts, SummaryStatistics, VerdictCounts,
};
use std::collections::BTreeMap;

/// Replaces the statistics by counted ones, and warns of every given figure that is not zero and differs.
pub fn derive(report: &mut Report, warnings: &mut Vec<Diagnostic>) {
    let given = std::mem::take(&mut report.summary_statistics);
    let counted = count(report, &given);
    for Difference { path, name, given, counted } in differences(&given, &counted) {
        let pointer = format!("/summary_statistics/{path}");
        let (counters, hint) = if path == "redundancy_ratio" {
            ("agents' statistics", "it is worked out from `agent_stats`; a producer may leave it out")
        } else {
            ("findings", "figures are counted from the findings; a producer may write 0")
        };
        let message = format!("{name} is given as {given}, but the {counters} make {counted}");
        warnings.push(Diagnostic::warning(Code::StatisticsDiffer, pointer, message).hint(hint));
    }
    report.summary_statistics = counted;
}

fn count(report: &Report, given: &SummaryStatistics) -> SummaryStatistics {
    let mut severity_counts = SeverityCounts::default();
    let mut matrix = Severity::ALL.map(|band| MatrixRow { severity: band.label().to_owned(), ..MatrixRow::default() });
    let mut verdicts = VerdictCounts::default();
    let mut classes: BTreeMap<String, Count> = BTreeMap::new();
    let (mut total, mut judged, mut classified) = (0, false, false);
    for (s, _, finding) in report.findings() {
        total += 1;
        let band = finding.severity.unwrap_or(Severity::Info);
        severity_counts.add(band);
        if let Some(row) = Severity::ALL.iter().position(|b| *b == band).and_then(|row| matrix.get_mut(row)) {
            row.add(report.sections[s].category);
        }
        match finding.verdict {
            Some(CommentVerdict::Resolved) => verdicts.resolved += 1,
            Some(CommentVerdict::Unresolved) => verdicts.unresolved += 1,
            None => {}
        }
        judged |= finding.verdict.is_some();
        if let Some(class) = finding.merge_class {
            classified = true;
            *classes.entry(class.as_str().to_owned()).or_default() += 1;
        }
    }
    // Names that are given and counted nowhere stay, at 0: nothing of the input is dropped.
    let named = MergeClass::ALL.iter().map(|class| (*class).as_str().to_owned());
    let given_names = given.merge_class_counts.iter().flatten().map(|(name, _)| name.clone());
    for name in named.chain(given_names) {
        classes.entry(name).or_default();
    }
    SummaryStatistics {
        total_findings: Count(total),
        severity_counts,
        redundancy_ratio: redundancy(report).or_else(|| given.redundancy_ratio.clone()),
        critical_count: Some(severity_counts.critical),
        severity_category_matrix: Some(matrix.into()),
        verdict_counts: (judged || given.verdict_counts.is_some()).then_some(verdicts),
        merge_class_counts: (classified || given.merge_class_counts.is_some()).then_some(classes),
    }
}

/// The rounded share of redundant findings over all agents; `None` when they found nothing.
fn redundancy(report: &Report) -> Option<String> {
    let stats = report.agent_stats.as_deref().unwrap_or_default();
    let sum =
        |figure: fn(&crate::model::AgentStats) -> Count| stats.iter().map(|a| u128::from(figure(a).0)).sum::<u128>();
    let (unique, redundant) = (sum(|a| a.unique), sum(|a| a.redundant));
    let all = unique + redundant;
    // Half up, in whole numbers.
    (all > 0).then(|| format!("{}%", (redundant * 200 + all) / (all * 2)))
}

/// A given figure that is not what was counted.
struct Difference {
    /// Where it stands below the statistics, a piece of a JSON Pointer.
    path: String,
    /// What it is called in a sentence.
    name: String,
    given: String,
    counted: String,
}

/// Given figures that are not zero and not what was counted.
fn differences(given: &SummaryStatistics, counted: &SummaryStatistics) -> Vec<Difference> {
    let mut out = Vec::new();
    let mut compare_as = |path: String, name: String, said: u64, found: u64| {
        if said != 0 && said != found {
            out.push(Difference { path, name, given: said.to_string(), counted: found.to_string() });
        }
    };
    for (at, row) in given.severity_category_matrix.iter().flatten().enumerate() {
        let same = counted.severity_category_matrix.iter().flatten().find(|c| c.severity == row.severity);
        let mut cell = |key: &str, said: u64, found: u64| {
            let name = format!("`{key}` in the {} row of the matrix", crate::diagnostic::quoted(&row.severity));
            compare_as(format!("severity_category_matrix/{at}/{key}"), name, said, found);
        };
        for category in crate::model::Category::ALL {
            cell(category.as_str(), row.get(category), same.map_or(0, |same| same.get(category)));
        }
        cell("total", row.total.0, same.map_or(0, |same| same.total.0));
    }
    let mut compare = |path: String, said: u64, found: u64| {
        let name = format!("`{}`", path.replace('/', "."));
        compare_as(path, name, said, found);
    };
    compare("total_findings".into(), given.total_findings.0, counted.total_findings.0);
    for band in Severity::ALL {
        let name = format!("severity_counts/{}", band.label());
        compare(name, given.severity_counts.get(band), counted.severity_counts.get(band));
    }
    let optional = |count: Option<Count>| count.unwrap_or_default().0;
    compare("critical_count".into(), optional(given.critical_count), optional(counted.critical_count));
    let verdicts = |s: &SummaryStatistics| s.verdict_counts.unwrap_or_default();
    compare("verdict_counts/RESOLVED".into(), verdicts(given).resolved.0, verdicts(counted).resolved.0);
    compare("verdict_counts/UNRESOLVED".into(), verdicts(given).unresolved.0, verdicts(counted).unresolved.0);
    for (name, said) in given.merge_class_counts.iter().flatten() {
        let found = counted.merge_class_counts.as_ref().and_then(|classes| classes.get(name)).copied();
        let path = crate::diagnostic::child_pointer("merge_class_counts", name);
        compare(path, said.0, optional(found));
    }
    if let (Some(said), Some(found)) = (&given.redundancy_ratio, &counted.redundancy_ratio)
        && !said.trim_matches(['0', '%', ' ', '.']).is_empty()
        && said != found
    {
        out.push(Difference {
            path: "redundancy_ratio".into(),
            name: "`redundancy_ratio`".into(),
            given: crate::diagnostic::quoted(said),
            counted: found.clone(),
        });
    }
    out
}
