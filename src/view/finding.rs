//! A finding as documents show it.

use crate::derive::permalink::is_web_address;
use crate::model::{CodeSnippet, CommentVerdict, Decision, Finding, LineRange, RE_RATE_REQUIRED, Severity};
use crate::view::labels::Label;

/// A finding with everything a document needs to say about it. Texts named *Markdown* go through the policy.
#[derive(Debug)]
pub struct FindingView<'a> {
    /// Unique in the document; the id, with a number behind it where the id is taken.
    pub anchor: String,
    /// Plain.
    pub id: &'a str,
    /// Plain.
    pub title: &'a str,
    /// The band.
    pub severity: Severity,
    /// The merge class in words.
    pub merge_class: Option<&'static str>,
    /// Whether it holds up the merge.
    pub blocking: bool,
    /// The gate it cites, such as `G-DATA`; plain.
    pub gate: Option<&'a str>,
    /// The whole `intent_basis`; plain.
    pub intent_basis: Option<&'a str>,
    /// Whether its ratings were carried over from format 3.
    pub re_rate: bool,
    /// Plain, without the re-rate tag.
    pub tags: Vec<&'a str>,
    /// Plain.
    pub location: &'a str,
    /// The file that the location names, else the whole location; plain.
    pub file: &'a str,
    /// An http(s) address.
    pub permalink: Option<&'a str>,
    /// Likelihood, impact, relevance and the overall severity.
    pub ratings: [Rating; 4],
    /// Markdown.
    pub description: &'a str,
    /// Markdown.
    pub impact: Option<&'a str>,
    /// Markdown.
    pub recommendation: &'a str,
    /// Verbatim code.
    pub snippets: &'a [CodeSnippet],
    /// What the validator says.
    pub validation: Option<Validation<'a>>,
    /// Where it comes from, when it comes from a comment.
    pub comment: Option<Comment<'a>>,
    /// What people decided about it.
    pub decisions: Vec<DecisionView<'a>>,
    /// What a council or judge reply says about it.
    pub note: Option<&'a crate::view::FindingNote>,
}

/// One axis.
#[derive(Debug, Clone, Copy)]
pub struct Rating {
    /// Its name.
    pub label: &'static str,
    /// [0, 1]; absent only after lenient reading.
    pub value: Option<f64>,
}

impl Rating {
    /// The value with two digits, or a dash.
    #[must_use]
    pub fn text(&self) -> String {
        self.value.map_or_else(|| "–".to_owned(), two_digits)
    }

    /// The length of its bar in hundredths, an even number: a bar of 48 pixels shows no less.
    #[must_use]
    pub fn bar(&self) -> String {
        format!("{:.0}", (self.value.unwrap_or(0.0).clamp(0.0, 1.0) * 50.0).round() * 2.0)
    }
}

/// What the validator says.
#[derive(Debug)]
pub struct Validation<'a> {
    /// Its verdict in words.
    pub verdict: Option<&'static str>,
    /// Its confidence with two digits.
    pub confidence: Option<String>,
    /// Markdown.
    pub assessment: Option<&'a str>,
}

/// A pull-request comment.
#[derive(Debug)]
pub struct Comment<'a> {
    /// Resolved or not, in words.
    pub verdict: Option<&'static str>,
    /// Whether it is resolved.
    pub resolved: bool,
    /// Who wrote it; plain.
    pub reviewer: Option<&'a str>,
    /// Bot or person.
    pub author_type: Option<&'static str>,
    /// Its number.
    pub id: Option<u64>,
    /// An http(s) address.
    pub url: Option<&'a str>,
    /// Its thread; plain.
    pub thread: Option<&'a str>,
}

/// A triage decision.
#[derive(Debug, Clone, Copy)]
pub struct DecisionView<'a> {
    /// The finding it names; plain.
    pub id: &'a str,
    /// What will be done, in words.
    pub action: &'static str,
    /// Plain.
    pub rationale: Option<&'a str>,
    /// Plain.
    pub assignee: Option<&'a str>,
    /// Plain.
    pub due: Option<&'a str>,
    /// Plain.
    pub ticket: Option<&'a str>,
    /// Whether the thread is to be resolved, where the decision says.
    pub resolve_thread: Option<bool>,
}

impl<'a> FindingView<'a> {
    /// Looks at a finding; its anchor and the decisions about it are the document's business.
    #[must_use]
    pub fn new(finding: &'a Finding, anchor: String, decisions: Vec<DecisionView<'a>>) -> Self {
        let intent_basis = finding.intent_basis().filter(|basis| !basis.trim().is_empty());
        Self {
            anchor,
            id: or_else(&finding.id, "no id"),
            title: or_else(&finding.title, "Title missing in the input"),
            severity: finding.severity.unwrap_or(Severity::Info),
            merge_class: finding.merge_class.map(Label::label),
            blocking: finding.is_blocking(),
            gate: intent_basis.and_then(gate),
            intent_basis,
            re_rate: finding.tags().iter().any(|tag| tag == RE_RATE_REQUIRED),
            tags: finding.tags().iter().map(String::as_str).filter(|tag| *tag != RE_RATE_REQUIRED).collect(),
            location: or_else(&finding.location, "no location"),
            file: LineRange::parse(&finding.location)
                .map_or_else(|| or_else(&finding.location, "no location"), |r| r.path),
            permalink: finding.location_permalink.as_deref().filter(|url| is_web_address(url)),
            ratings: [
                Rating { label: "Likelihood", value: finding.likelihood },
                Rating { label: "Impact", value: finding.impact },
                Rating { label: "Relevance", value: finding.relevance },
                Rating { label: "Overall", value: finding.overall_severity },
            ],
            description: or_else(&finding.description, MISSING),
            impact: said(finding.impact_description.as_ref()),
            recommendation: or_else(&finding.recommendation, MISSING),
            snippets: finding.code_snippets(),
            validation: validation(finding),
            comment: comment(finding),
            decisions,
            note: None,
        }
    }

    /// What the validator says, in words, also where it says nothing.
    #[must_use]
    pub fn verdict(&self) -> &'static str {
        self.validation.as_ref().and_then(|validation| validation.verdict).unwrap_or("Not validated")
    }

    /// What became of the comment, in words, also where there is none.
    #[must_use]
    pub fn comment_verdict(&self) -> &'static str {
        self.comment.as_ref().and_then(|comment| comment.verdict).unwrap_or("No verdict")
    }

    /// What was decided last, in words, also where nothing was.
    #[must_use]
    pub fn decided(&self) -> &'static str {
        self.decisions.last().map_or("Undecided", |decision| decision.action)
    }
}

impl<'a> DecisionView<'a> {
    /// Looks at a decision.
    #[must_use]
    pub fn new(decision: &'a Decision) -> Self {
        Self {
            id: &decision.finding_id,
            action: decision.action.label(),
            rationale: said(decision.rationale.as_ref()),
            assignee: said(decision.assignee.as_ref()),
            due: said(decision.due_date.as_ref()),
            ticket: said(decision.ticket.as_ref()),
            resolve_thread: decision.resolve_thread,
        }
    }
}

/// Stands for a required text that lenient reading did not find; Markdown.
const MISSING: &str = "*Missing in the input.*";

fn or_else<'a>(text: &'a str, missing: &'a str) -> &'a str {
    if text.trim().is_empty() { missing } else { text }
}

/// What stands before the colon, if it looks like a gate.
fn gate(basis: &str) -> Option<&str> {
    let name = basis.split(':').next().unwrap_or_default().trim();
    (name.starts_with("G-") && !name.contains(char::is_whitespace)).then_some(name)
}

/// A number with two digits behind the point.
#[expect(clippy::float_cmp, reason = "whether the number is a whole count of hundredths is an exact question")]
fn two_digits(value: f64) -> String {
    let hundredths = (value * 100.0).round();
    // Nearly all ratings have no more than two digits. Writing those takes no rounding of a long decimal, which was
    // a tenth of making a Markdown document.
    if (0.0..=100.0).contains(&hundredths) && hundredths / 100.0 == value {
        #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "a whole number of at most 100")]
        let hundredths = hundredths as u8;
        let digit = |value: u8| char::from(b'0' + value % 10);
        return [digit(hundredths / 100), '.', digit(hundredths / 10), digit(hundredths)].iter().collect();
    }
    // Adding zero makes −0 read as 0.
    format!("{:.2}", value + 0.0)
}

/// A text that says something.
pub(super) fn said(text: Option<&String>) -> Option<&str> {
    text.map(String::as_str).filter(|text| !text.trim().is_empty())
}

fn validation(finding: &Finding) -> Option<Validation<'_>> {
    let validation = Validation {
        verdict: finding.ai_verdict.map(Label::label),
        confidence: finding.ai_verdict_confidence.map(two_digits),
        assessment: said(finding.ai_assessment.as_ref()),
    };
    (validation.verdict.is_some() || validation.confidence.is_some() || validation.assessment.is_some())
        .then_some(validation)
}

fn comment(finding: &Finding) -> Option<Comment<'_>> {
    let comment = Comment {
        verdict: finding.verdict.map(Label::label),
        resolved: finding.verdict == Some(CommentVerdict::Resolved),
        reviewer: said(finding.reviewer.as_ref()),
        author_type: finding.author_type.map(Label::label),
        id: finding.comment_id.map(|id| id.0),
        url: finding.comment_url.as_deref().filter(|url| is_web_address(url)),
        thread: said(finding.thread_id.as_ref()),
    };
    let says_something = comment.verdict.is_some()
        || comment.reviewer.is_some()
        || comment.author_type.is_some()
        || comment.id.is_some()
        || comment.url.is_some()
        || comment.thread.is_some();
    says_something.then_some(comment)
}

#[cfg(test)]
mod tests {
    use super::two_digits;

    #[test]
    fn two_digits_are_those_of_the_standard_library() {
        for thousandths in 0..=1100_u32 {
            for off in [0.0, 1e-12, -1e-12] {
                let value = (f64::from(thousandths) / 1000.0 + off).max(0.0);
                assert_eq!(two_digits(value), format!("{value:.2}"), "{value:?}");
            }
        }
        assert_eq!(two_digits(-0.0), "0.00");
    }
}
