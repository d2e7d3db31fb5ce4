//! Mends what is safe and unambiguous in a report's own text, and leaves the rest, layout included, as it is.
//!
//! What is mended: misspelt keys that can mean one thing only, numbers and severity labels written as texts, ids without
//! three digits (references follow), keys that a producer must not set, and the names and version of format 3.

mod edit;
mod repair;

use crate::diagnostic::Diagnostic;
use crate::input::json;
use crate::input::source::places_at;
use edit::{Edit, Origins};

/// One thing that was mended.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Change {
    /// Line in the text as it was given, from 1.
    pub line: usize,
    /// Column in characters, from 1.
    pub column: usize,
    /// What was done, in the past tense.
    pub what: String,
}

/// A mended text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Fixed {
    /// The text; what was not mended stands as it did.
    pub text: String,
    /// What was done, in order.
    pub changes: Vec<Change>,
}

/// How often repairs may open the way for others: a renamed key may hold a number written as a text.
const ROUNDS: usize = 8;

/// Mends a report or a producer's array.
///
/// # Errors
/// The text is no JSON; nothing can be mended then.
pub fn fix(text: &str) -> Result<Fixed, Box<Diagnostic>> {
    let mut fixed = Fixed { text: text.to_owned(), changes: Vec::new() };
    let mut rounds: Vec<Origins> = Vec::new();
    for _ in 0..ROUNDS {
        let (tree, _) = json::parse(&fixed.text)?;
        let edits = Edit::locate(&fixed.text, repair::find(&tree));
        if edits.is_empty() {
            break;
        }
        let (mended, changes, origins) = edit::apply(&fixed.text, edits);
        fixed.text = mended;
        let origin = |at: usize| rounds.iter().rev().fold(at, |at, round: &Origins| round.of(at));
        let places = places_at(text, &changes.iter().map(|(at, _)| origin(*at)).collect::<Vec<_>>());
        fixed.changes.extend(changes.into_iter().zip(places).map(|((_, what), (line, column))| Change {
            line,
            column,
            what,
        }));
        rounds.push(origins);
    }
    Ok(fixed)
}

#[cfg(test)]
mod tests {
    use super::fix;

    fn fixed(text: &str) -> String {
        fix(text).unwrap().text
    }

    const FINDING: &str = r#""title": "t", "location": "a.rs:1", "description": "d", "recommendation": "r""#;

    fn array(members: &str) -> String {
        format!(
            "[\n  {{\"title\": \"s\", \"category\": \"security\", \"findings\": [\n    {{{members}, {FINDING}}}\n  ]}}\n]\n"
        )
    }

    #[test]
    fn keys_numbers_and_ids_are_mended_in_place() {
        let text = array(r#""id": "SEC-1", "likelyhood": "0.5", "impact": "1", "relevance": 0.25"#);
        let mended = array(r#""id": "SEC-001", "likelihood": 0.5, "impact": 1, "relevance": 0.25"#);
        assert_eq!(fixed(&text), mended);
        assert_eq!(fixed(&mended), mended);
    }

    #[test]
    fn what_a_producer_must_not_set_goes_with_its_comma() {
        let text = array(
            r#""id": "SEC-001", "severity": "HIGH", "likelihood": 0.5, "impact": 1, "relevance": 0.25, "ai_verdict": "valid""#,
        );
        let mended = array(r#""id": "SEC-001", "likelihood": 0.5, "impact": 1, "relevance": 0.25"#);
        assert_eq!(fixed(&text), mended);
    }

    #[test]
    fn format_three_becomes_four() {
        let text = array(r#""id": "SEC-001", "risk": 0.5, "impact": 1, "scope": 0.2, "severity": 3"#);
        let mended = fixed(&text);
        assert!(mended.contains(r#""likelihood": 0.5, "impact": 1"#), "{mended}");
        assert!(
            mended.contains(r#""relevance": 0.5"#) && mended.contains(r#""tags": ["re-rate-required"]"#),
            "{mended}"
        );
        assert!(!mended.contains("scope") && !mended.contains("severity"), "{mended}");
        assert_eq!(fixed(&mended), mended);
    }

    #[test]
    fn what_is_in_doubt_stays() {
        for members in [
            // Both spellings are there: which one counts?
            r#""id": "SEC-001", "likelihood": 0.5, "likelyhood": 0.7, "impact": 1, "relevance": 0.25"#,
            r#""id": "SEC-1000", "likelihood": "high", "impact": 1.5, "relevance": 0.25"#,
        ] {
            let text = array(members);
            assert_eq!(fixed(&text), text);
        }
    }
}
