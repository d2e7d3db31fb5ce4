//! Line numbers of a snippet, where the report says which lines it shows.

use crate::invisible::with_plain_breaks;
use crate::model::{CodeSnippet, LineRange};
use std::fmt::Write as _;

/// How many lines a snippet has as documents show it.
#[must_use]
pub fn line_count(code: &str) -> usize {
    with_plain_breaks(code).lines().count()
}

/// The numbers, one a line, for the gutter; `None` where they would be a guess.
///
/// A caption that names lines says which; any other caption may be about something else altogether. Without one the
/// finding's location is about the first snippet, unless that has more lines: where these start nobody knows.
#[must_use]
pub fn line_numbers(snippet: &CodeSnippet, first: bool, location: &str) -> Option<String> {
    let count = line_count(&snippet.content) as u64;
    let caption = snippet.caption.as_deref().map(str::trim).filter(|caption| !caption.is_empty());
    let start = match caption {
        Some(caption) => LineRange::parse(caption)?.start,
        None if first => {
            let range = LineRange::parse(location)?;
            let length = range.end - range.start + 1;
            (length == 1 || count <= length).then_some(range.start)?
        }
        None => return None,
    };
    let last = start.checked_add(count)?;
    let mut out = String::new();
    for line in start..last {
        // Writing to a String does not fail.
        let _ = writeln!(out, "{line}");
    }
    out.pop();
    Some(out)
}

#[cfg(test)]
mod tests {
    use super::{line_count, line_numbers};
    use crate::model::CodeSnippet;

    #[test]
    fn numbers_come_from_the_caption_or_the_location_or_not_at_all() {
        let snippet = |caption: Option<&str>| CodeSnippet {
            caption: caption.map(Into::into),
            content: "a\nb\n".into(),
            ..CodeSnippet::default()
        };
        let of = |caption, first, location| line_numbers(&snippet(caption), first, location);
        assert_eq!(of(Some("src/a.rs:9-10"), false, "src/b.rs:1"), Some("9\n10".into()));
        assert_eq!(of(None, true, "src/b.rs:7"), Some("7\n8".into()));
        assert_eq!(of(Some("src/a.rs:9, the query"), true, "src/b.rs:7"), Some("9\n10".into()));
        assert_eq!(of(Some("what comes back"), true, "src/b.rs:7-9"), None);
        assert_eq!(of(None, true, "src/b.rs"), None);
        assert_eq!(of(None, false, "src/b.rs:7"), None);
        assert_eq!(of(None, true, "src/b.rs:18446744073709551615"), None);
        assert_eq!(["a\rb\r\nc", "a\r", "", "\n"].map(line_count), [3, 1, 0, 1]);
        let long = CodeSnippet { content: "a\n".repeat(9), ..CodeSnippet::default() };
        assert_eq!(line_numbers(&long, true, "src/b.rs:7-9"), None);
    }
}
