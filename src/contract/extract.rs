//! Finds the JSON object of a reply: alone, in a fenced block, in prose, or inside a JSON string.
//!
//! `serde_json` does the balancing, so braces and fences inside strings never end an object. Candidates are parsed to
//! values, not ignored: only then it gives up at 128 levels, which bounds the work on hostile nesting.

use crate::contract::surroundings::surroundings;
use crate::diagnostic::{Code, Diagnostic};
use serde_json::Value;
use serde_json::error::Category;
use std::borrow::Cow;
use std::ops::Range;

/// The object that was found.
#[derive(Debug, Clone)]
pub struct Found<'a> {
    /// Its JSON.
    pub text: Cow<'a, str>,
    /// What the contract would have had otherwise: text around it, a second block, quotes.
    pub warnings: Vec<Diagnostic>,
    start: usize,
    /// Where each byte of a decoded string stands in the input, one more for the end; empty for a plain block.
    decoded: Vec<usize>,
}

impl Found<'_> {
    /// Where a range of the JSON stands in the input.
    #[must_use]
    pub fn in_input(&self, span: &Range<usize>) -> Range<usize> {
        let at = |offset: usize| {
            let offset = self.start + offset;
            if self.decoded.is_empty() { offset } else { self.decoded.get(offset).copied().unwrap_or(0) }
        };
        at(span.start)..at(span.end)
    }
}

/// Why there is no object.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Missing {
    /// The input is empty.
    Empty,
    /// No brace opens anything that is JSON.
    Nothing,
    /// A list stands where the object should.
    List {
        /// Byte offset of its bracket.
        at: usize,
    },
    /// The object starts and never ends.
    CutOff {
        /// Byte offset of its brace.
        at: usize,
    },
    /// Something starts like a JSON object and is none.
    Unparsable {
        /// Byte offset of its brace.
        at: usize,
    },
}

impl Missing {
    /// What to tell the writer. For [`Missing::Unparsable`] the JSON parser knows better.
    #[must_use]
    pub fn diagnostic(self) -> Diagnostic {
        let (code, message, hint) = match self {
            Self::Empty => (Code::NoJson, "the reply is empty", "end it with one ```json block: {\"findings\": […]}"),
            Self::Nothing => (
                Code::NoJson,
                "the reply holds no JSON object",
                "end it with one ```json block; a reply without findings is {\"findings\": []}",
            ),
            Self::List { .. } => {
                (Code::TopLevelType, "the reply is a list, not an object", "wrap the findings: {\"findings\": […]}")
            }
            Self::CutOff { .. } => (
                Code::CutOff,
                "the reply is cut off: its JSON object is never closed",
                "send it again in full; shorten the discussions if there is a limit on its length",
            ),
            Self::Unparsable { .. } => {
                (Code::JsonSyntax, "the JSON object of the reply does not parse", "check it with a JSON parser")
            }
        };
        Diagnostic::error(code, "", message).hint(hint)
    }
}

/// Finds the object of a reply.
///
/// # Errors
/// Which of the things in [`Missing`] it is.
pub fn extract(text: &str) -> Result<Found<'_>, Missing> {
    let trimmed = text.trim_start();
    let lead = text.len() - trimmed.len();
    if trimmed.is_empty() {
        return Err(Missing::Empty);
    }
    if trimmed.starts_with('"') {
        match serde_json::from_str::<String>(trimmed) {
            Ok(inner) => return inside(trimmed, lead, &inner),
            Err(error) if error.classify() == Category::Eof => return Err(Missing::CutOff { at: lead }),
            Err(_) => {}
        }
    }
    let block = locate(text, lead)?;
    let warnings = surroundings(text, &block);
    Ok(Found { text: Cow::Borrowed(&text[block.clone()]), warnings, start: block.start, decoded: Vec::new() })
}

/// The object inside a JSON string.
fn inside<'a>(literal: &str, lead: usize, inner: &str) -> Result<Found<'a>, Missing> {
    let decoded = offsets(literal, lead);
    let back = |at: usize| decoded.get(at).copied().unwrap_or(lead);
    let start = inner.len() - inner.trim_start().len();
    if inner.trim().is_empty() {
        return Err(Missing::Empty);
    }
    let block = locate(inner, start).map_err(|missing| match missing {
        Missing::CutOff { at } => Missing::CutOff { at: back(at) },
        Missing::List { at } => Missing::List { at: back(at) },
        // Its place is inside an escaped string, where a parser of the outer text can't follow.
        Missing::Unparsable { .. } => Missing::Nothing,
        other => other,
    })?;
    let mut warnings = vec![
        Diagnostic::warning(Code::ReplyInString, "", "the reply is a JSON string that holds the object")
            .hint("write the object itself, without quotes and backslashes around it"),
    ];
    warnings.extend(surroundings(inner, &block));
    Ok(Found { text: Cow::Owned(inner[block.clone()].to_owned()), warnings, start: block.start, decoded })
}

/// Where each byte of a JSON string's value stands in its literal.
fn offsets(literal: &str, lead: usize) -> Vec<usize> {
    let bytes = literal.as_bytes();
    let mut offsets = Vec::with_capacity(literal.len());
    let mut at = 1;
    while at < bytes.len() && bytes[at] != b'"' {
        let (taken, made) = match (bytes[at], bytes.get(at + 1)) {
            (b'\\', Some(b'u')) => {
                let unit = literal.get(at + 2..at + 6).and_then(|hex| u32::from_str_radix(hex, 16).ok()).unwrap_or(0);
                match unit {
                    // Two escapes make one character beyond the first plane.
                    0xd800..=0xdbff => (12, 4),
                    0..=0x7f => (6, 1),
                    0x80..=0x7ff => (6, 2),
                    _ => (6, 3),
                }
            }
            (b'\\', _) => (2, 1),
            _ => (1, 1),
        };
        offsets.extend(std::iter::repeat_n(lead + at, made));
        at += taken;
    }
    offsets.push(lead + at.min(bytes.len()));
    offsets
}

/// The first balanced object; at or after a fence if the text does not start with one.
fn locate(text: &str, lead: usize) -> Result<Range<usize>, Missing> {
    let rest = &text[lead..];
    if rest.starts_with('{') {
        return object(text, lead).map_err(|missing| missing.unwrap_or(Missing::Nothing));
    }
    if let Some(missing) = list(text, lead) {
        return Err(missing);
    }
    let fence = json_fence(text);
    let behind = fence.map(|behind| {
        let start = behind + (text[behind..].len() - text[behind..].trim_start().len());
        if start == text.len() {
            return Err(Some(Missing::CutOff { at: behind }));
        }
        match list(text, start) {
            Some(missing) => Err(Some(missing)),
            None => object(text, behind),
        }
    });
    match behind {
        Some(Ok(block)) => Ok(block),
        Some(Err(Some(missing))) => {
            let before = object(&text[..fence.unwrap_or(0)], 0).ok();
            before.filter(|block| is_reply(&text[block.clone()])).ok_or(missing)
        }
        Some(Err(None)) | None => object(text, 0).map_err(|missing| missing.unwrap_or(Missing::Nothing)),
    }
}

/// A list at this very place, whole or cut off.
fn list(text: &str, at: usize) -> Option<Missing> {
    if !text[at..].starts_with('[') {
        return None;
    }
    let mut values = serde_json::Deserializer::from_str(&text[at..]).into_iter::<Value>();
    match values.next() {
        // A bracket in prose, such as [1], is no reply.
        Some(Ok(_)) if text[at + 1..].trim_start().starts_with(['{', '[', ']']) => Some(Missing::List { at }),
        Some(Err(error)) if error.classify() == Category::Eof => Some(Missing::CutOff { at }),
        _ => None,
    }
}

/// The first object from an offset on that parses; why there is none, as far as anything looked like one.
pub(super) fn object(text: &str, from: usize) -> Result<Range<usize>, Option<Missing>> {
    let mut failed = None;
    let mut at = from;
    while let Some(found) = text[at..].find('{') {
        let start = at + found;
        at = start + 1;
        match parse(&text[start..]) {
            // What stands inside an object that failed is a part of it, unless it is a whole reply itself.
            Ok(len) if failed.is_none() || is_reply(&text[start..start + len]) => return Ok(start..start + len),
            Err(Failed::CutOff) => {
                failed.get_or_insert(Missing::CutOff { at: start });
                break;
            }
            Err(Failed::TooDeep) => {
                failed.get_or_insert(Missing::Unparsable { at: start });
                break;
            }
            Err(Failed::Syntax) if text[at..].trim_start().starts_with('"') => {
                failed.get_or_insert(Missing::Unparsable { at: start });
            }
            Ok(_) | Err(Failed::Syntax) => {}
        }
    }
    Err(failed)
}

fn is_reply(text: &str) -> bool {
    serde_json::from_str::<Value>(text).is_ok_and(|tree| tree.get("findings").is_some())
}

/// Why a candidate is no object.
enum Failed {
    /// The text ends in it.
    CutOff,
    /// Nobody reads so many levels; looking at each of them would take for ever.
    TooDeep,
    /// It is no JSON.
    Syntax,
}

/// How long the JSON object at the start of a text is.
fn parse(text: &str) -> Result<usize, Failed> {
    let mut values = serde_json::Deserializer::from_str(text).into_iter::<Value>();
    match values.next() {
        Some(Ok(_)) => Ok(values.byte_offset()),
        Some(Err(error)) if error.classify() == Category::Eof || only_a_fence_follows(text, &error) => {
            Err(Failed::CutOff)
        }
        Some(Err(error)) if error.to_string().starts_with("recursion limit") => Err(Failed::TooDeep),
        Some(Err(_)) => Err(Failed::Syntax),
        None => Err(Failed::CutOff),
    }
}

/// Whether all that stands behind an error is the fence that closes a block whose object was cut off. Looks no further
/// than the parser did, so that many candidates stay cheap.
fn only_a_fence_follows(text: &str, error: &serde_json::Error) -> bool {
    let line = match error.line() {
        0 | 1 => return false,
        number => text.match_indices('\n').nth(number - 2).map_or(text.len(), |(at, _)| at + 1),
    };
    text[line..].starts_with("```") && text[line + 3..].trim().is_empty()
}

/// Where the text behind the first ```` ```json ```` begins: one that opens a line, else any.
fn json_fence(text: &str) -> Option<usize> {
    const FENCE: &str = "```json";
    let is_fence = |at: &usize| text.get(*at..at + FENCE.len()).is_some_and(|t| t.eq_ignore_ascii_case(FENCE));
    let opens_line =
        |at: &usize| text[..*at].lines().next_back().is_none_or(|l| l.trim().is_empty()) || text[..*at].ends_with('\n');
    let fences: Vec<usize> = text.match_indices("```").map(|(at, _)| at).filter(is_fence).collect();
    let first = fences.iter().copied().find(opens_line).or_else(|| fences.first().copied())?;
    Some(first + FENCE.len())
}

#[cfg(test)]
#[path = "extract_tests.rs"]
mod tests;
