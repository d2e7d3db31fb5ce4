//! Characters that a reader can't see, in paths, ids, titles and code ("Text safety, by sink").

use crate::derive::finding_pointer;
use crate::diagnostic::{Code, Diagnostic, child_pointer, quoted};
use crate::invisible::{escape, first_deceptive, first_invisible};
use crate::model::{Finding, Report};

/// Warns of each field of a finding that hides something; documents show it as an escape.
pub fn check(report: &Report, warnings: &mut Vec<Diagnostic>) {
    for (s, f, finding) in report.findings() {
        for (key, c) in hidden_fields(finding) {
            let message = format!("`{key}` of {} holds {}, which readers can't see", quoted(&finding.id), escape(c));
            warnings.push(
                Diagnostic::warning(Code::InvisibleCharacter, child_pointer(&finding_pointer(s, f), key), message)
                    .hint("documents show it as an escape; check what the text quotes, it may be meant to deceive"),
            );
        }
    }
}

fn hidden_fields(finding: &Finding) -> Vec<(&'static str, char)> {
    let plain = [("id", &finding.id), ("title", &finding.title), ("location", &finding.location)]
        .into_iter()
        .filter_map(|(key, text)| Some((key, first_invisible(text)?)));
    // Running text may need joiners and marks; only what can disguise code in it is worth a word.
    let markdown = [
        ("description", Some(&finding.description)),
        ("impact_description", finding.impact_description.as_ref()),
        ("recommendation", Some(&finding.recommendation)),
        ("ai_assessment", finding.ai_assessment.as_ref()),
    ]
    .into_iter()
    .filter_map(|(key, text)| Some((key, first_deceptive(text?)?)));
    let code = finding
        .code_snippets()
        .iter()
        .find_map(|snippet| first_invisible(&snippet.content))
        .map(|c| ("code_snippets", c));
    plain.chain(markdown).chain(code).collect()
}
