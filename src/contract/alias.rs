//! Words that reviewers use for severities, and what the contract calls them.

use crate::contract::Severity;
use crate::diagnostic::{Code, Diagnostic, quoted};
use std::collections::BTreeMap;

const ALIASES: [(&str, Severity); 13] = [
    ("required", Severity::Critical),
    ("blocking", Severity::Critical),
    ("block", Severity::Critical),
    ("high", Severity::Critical),
    ("moderate", Severity::Medium),
    ("normal", Severity::Medium),
    ("low", Severity::Minor),
    ("optional", Severity::Minor),
    ("non-blocking", Severity::Minor),
    ("nonblocking", Severity::Minor),
    ("nice-to-have", Severity::Minor),
    ("info", Severity::Minor),
    ("informational", Severity::Minor),
];

/// The severity that a word stands for: the contract's own or an alias, in any case, with blanks around it.
#[must_use]
pub fn mapped(word: &str) -> Option<Severity> {
    let word = word.trim().to_lowercase();
    Severity::from_word(&word)
        .or_else(|| ALIASES.iter().find(|(alias, _)| *alias == word).map(|(_, severity)| *severity))
}

/// Counts the aliases of one reply for the one warning about them.
#[derive(Debug, Default)]
pub(super) struct Tally {
    counts: BTreeMap<(String, Severity), usize>,
}

impl Tally {
    /// Maps a word and remembers it if it was no word of the contract.
    pub(super) fn map(&mut self, word: &str) -> Option<Severity> {
        let severity = mapped(word)?;
        let plain = word.trim().to_lowercase();
        if plain != severity.as_str() {
            *self.counts.entry((plain, severity)).or_default() += 1;
        }
        Some(severity)
    }

    /// The one warning: `high→critical (×3)`.
    pub(super) fn warning(self) -> Option<Diagnostic> {
        let parts: Vec<String> = self
            .counts
            .into_iter()
            .map(|((word, severity), count)| format!("{word}→{} (×{count})", severity.as_str()))
            .collect();
        (!parts.is_empty()).then(|| {
            let message = format!("severities were mapped: {}", parts.join(", "));
            Diagnostic::warning(Code::SeverityMapped, "/findings", message)
                .hint("write critical, medium or minor yourself; the mapping is a courtesy")
        })
    }
}

/// The warning about a severity that nobody can map.
pub(super) fn dropped(pointer: &str, received: &str) -> Diagnostic {
    let message = format!("the severity {} is none of critical, medium or minor; it was dropped", quoted(received));
    Diagnostic::warning(Code::SeverityDropped, pointer, message)
        .hint("the finding stays without one; write critical, medium or minor")
}

#[cfg(test)]
mod tests {
    use super::{Tally, mapped};
    use crate::contract::Severity;

    #[test]
    fn every_alias_of_the_contract_is_mapped_in_any_case() {
        for (words, severity) in [
            ("required blocking block high critical CRITICAL High", Severity::Critical),
            ("moderate normal medium", Severity::Medium),
            ("low optional non-blocking nonblocking nice-to-have info informational minor", Severity::Minor),
        ] {
            for word in words.split(' ') {
                assert_eq!(mapped(&format!(" {word}\n")), Some(severity), "{word}");
            }
        }
        for unknown in ["spicy", "", "nice to have", "hi gh"] {
            assert_eq!(mapped(unknown), None, "{unknown}");
        }
    }

    #[test]
    fn one_warning_sums_all_aliases_up() {
        let mut tally = Tally::default();
        for word in ["high", "High", "low", "critical", " HIGH "] {
            tally.map(word);
        }
        let warning = tally.warning().unwrap();
        assert_eq!(warning.message, "severities were mapped: high→critical (×3), low→minor (×1)");
        assert!(Tally::default().warning().is_none());
    }
}
