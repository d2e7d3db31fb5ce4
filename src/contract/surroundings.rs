//! What stands around the JSON block of a reply, where the contract asks for the block alone.

use crate::contract::extract::object;
use crate::diagnostic::{Code, Diagnostic};
use std::ops::Range;

/// Warns of what stands around the block.
pub(super) fn surroundings(text: &str, block: &Range<usize>) -> Vec<Diagnostic> {
    let mut warnings = Vec::new();
    let (before, after) = (&text[..block.start], &text[block.end..]);
    let another =
        |part: &str| object(part, 0).ok().filter(|range| part[range.start + 1..].trim_start().starts_with('"'));
    let (first, second) = (another(before), another(after));
    let is_prose = |part: &str, cut: Option<&Range<usize>>| {
        let plain = |text: &str| {
            text.lines().map(str::trim).any(|line| {
                let bare = line.trim_matches('`');
                let is_fence = line.starts_with("```") && bare.chars().all(char::is_alphanumeric);
                !bare.is_empty() && !is_fence
            })
        };
        cut.map_or_else(|| plain(part), |range| plain(&part[..range.start]) || plain(&part[range.end..]))
    };
    if is_prose(before, first.as_ref()) || is_prose(after, second.as_ref()) {
        warnings.push(
            Diagnostic::warning(Code::TextAroundReply, "", "text stands around the JSON block; it is not read")
                .hint("reply with the block alone; what matters belongs into a finding"),
        );
    }
    if first.is_some() || second.is_some() {
        warnings.push(
            Diagnostic::warning(Code::SecondBlock, "", "there is another JSON object in the reply; it is not read")
                .hint("put all findings into one block"),
        );
    }
    warnings
}
