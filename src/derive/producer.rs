//! Keys that a producer must not set ("Consistency warnings", producer stage).

use crate::derive::finding_pointer;
use crate::diagnostic::{Code, Diagnostic, child_pointer, quoted};
use crate::model::{Category, Finding, Report};
use std::collections::HashSet;

/// Warns of every key in a producer's findings that only a later stage may set.
pub fn check(report: &Report, warnings: &mut Vec<Diagnostic>) {
    for (s, f, finding) in report.findings() {
        let category = report.sections[s].category;
        for key in keys_set(finding).filter(|key| !may_set(category, key)) {
            let message = format!("{} sets `{key}`, which is not a producer's to set", quoted(&finding.id));
            warnings.push(
                Diagnostic::warning(Code::ProducerKey, child_pointer(&finding_pointer(s, f), key), message)
                    .hint(format!("leave it out: {}", owner(key)))
                    .at_key(),
            );
        }
    }
}

/// A key that is not a producer's to set needs no second warning about what it holds.
pub fn keep_one_word_a_key(warnings: &mut Vec<Diagnostic>) {
    let overstepped: HashSet<String> =
        warnings.iter().filter(|w| w.code == Code::ProducerKey).map(|w| w.pointer.clone()).collect();
    warnings.retain(|w| w.code == Code::ProducerKey || !overstepped.contains(&w.pointer));
}

/// Every key that only a later stage may set.
pub const DERIVED_KEYS: [&str; 8] = [
    "severity",
    "overall_severity",
    "location_permalink",
    "merge_class",
    "intent_basis",
    "ai_assessment",
    "ai_verdict",
    "ai_verdict_confidence",
];

fn keys_set(finding: &Finding) -> impl Iterator<Item = &'static str> {
    let set = [
        finding.severity.is_some(),
        finding.overall_severity.is_some(),
        finding.location_permalink.is_some(),
        finding.merge_class.is_some(),
        finding.intent_basis.is_some(),
        finding.ai_assessment.is_some(),
        finding.ai_verdict.is_some(),
        finding.ai_verdict_confidence.is_some(),
    ];
    DERIVED_KEYS.into_iter().zip(set).filter_map(|(key, set)| set.then_some(key))
}

/// Whether a producer may set a derived key in a section of this category.
#[must_use]
pub fn may_set(category: Category, key: &str) -> bool {
    match key {
        "merge_class" | "intent_basis" => {
            matches!(category, Category::PrPromises | Category::PrComments | Category::Dependencies)
        }
        "location_permalink" => category == Category::PrComments,
        _ => false,
    }
}

fn owner(key: &str) -> &'static str {
    match key {
        "severity" | "overall_severity" => "it is derived from likelihood and impact",
        "location_permalink" => "it is derived from the location",
        "merge_class" | "intent_basis" => "the coordinator sets it",
        _ => "the validator sets it",
    }
}
