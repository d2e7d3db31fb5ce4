//! Raw HTML inside Markdown: a few harmless tags act when they are balanced, everything else is text.

use pulldown_cmark::{Event, Tag, TagEnd};
use std::ops::Range;

/// Inline tags that may act.
const INLINE: [&str; 6] = ["kbd", "sub", "sup", "code", "em", "strong"];

/// A tag that may act, as it stands in the text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Inline {
    /// `<br>`.
    Break,
    /// An opening tag of the allow-list.
    Open(&'static str),
    /// A closing tag of the allow-list.
    Close(&'static str),
}

/// Reads an inline tag of the allow-list; one with attributes is not on it.
pub fn inline_tag(raw: &str) -> Option<Inline> {
    let inner = raw.strip_prefix('<')?.strip_suffix('>')?;
    if matches!(inner.trim_end_matches([' ', '/']).to_ascii_lowercase().as_str(), "br") {
        return Some(Inline::Break);
    }
    let known = |name: &str| INLINE.into_iter().find(|tag| tag.eq_ignore_ascii_case(name.trim_end()));
    match inner.strip_prefix('/') {
        Some(name) => known(name).map(Inline::Close),
        None => known(inner).map(Inline::Open),
    }
}

/// What an HTML block may do.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Block<'a> {
    /// Opens a disclosure with this summary, which is plain text.
    OpenDetails(&'a str),
    /// Closes one.
    CloseDetails,
}

/// Reads an HTML block that is nothing but the start or the end of a disclosure.
pub fn block_tag(raw: &str) -> Option<Block<'_>> {
    let raw = raw.trim();
    if raw.eq_ignore_ascii_case("</details>") {
        return Some(Block::CloseDetails);
    }
    let rest = strip_tag(raw, "<details>").or_else(|| strip_tag(raw, "<details open>"))?.trim_start();
    if rest.is_empty() {
        return Some(Block::OpenDetails("Details"));
    }
    let summary = strip_tag(rest, "<summary>")?;
    let at = summary.find('<')?;
    let (text, end) = summary.split_at(at);
    let text = text.trim();
    (end.eq_ignore_ascii_case("</summary>") && !text.is_empty()).then_some(Block::OpenDetails(text))
}

fn strip_tag<'a>(text: &'a str, tag: &str) -> Option<&'a str> {
    text.get(..tag.len()).filter(|start| start.eq_ignore_ascii_case(tag)).map(|_| &text[tag.len()..])
}

/// The raw text of the HTML block that starts at event `at`.
pub fn block_text<'a>(source: &'a str, events: &[(Event<'a>, Range<usize>)], at: usize) -> &'a str {
    let mut lines = events[at + 1..].iter().take_while(|(event, _)| matches!(event, Event::Html(_) | Event::Text(_)));
    let Some((_, first)) = lines.next() else { return "" };
    let end = lines.last().map_or(first.end, |(_, last)| last.end);
    &source[first.start..end]
}

/// For each event, whether it is raw HTML that may act. Openings count only with their closing in the same block and
/// at the same depth, so that nothing is ever left open.
pub fn acting<'a>(source: &'a str, events: &[(Event<'a>, Range<usize>)]) -> Vec<bool> {
    let mut acts = vec![false; events.len()];
    let mut inline: Vec<(&str, usize, usize)> = Vec::new();
    let mut details: Vec<(usize, usize)> = Vec::new();
    let mut depth = 0usize;
    for (at, (event, _)) in events.iter().enumerate() {
        match event {
            Event::Start(Tag::HtmlBlock) => {
                depth += 1;
                match block_tag(block_text(source, events, at)) {
                    Some(Block::OpenDetails(_)) => details.push((at, depth)),
                    Some(Block::CloseDetails) if details.last().is_some_and(|(_, d)| *d == depth) => {
                        if let Some((start, _)) = details.pop() {
                            acts[start] = true;
                            acts[at] = true;
                        }
                    }
                    _ => {}
                }
            }
            Event::Start(_) => depth += 1,
            Event::End(end) => {
                depth -= 1;
                inline.retain(|(_, _, d)| *d <= depth);
                if !matches!(end, TagEnd::HtmlBlock) {
                    details.retain(|(_, d)| *d <= depth + 1);
                }
            }
            Event::InlineHtml(raw) => match inline_tag(raw) {
                Some(Inline::Break) => acts[at] = true,
                // Beyond this nobody nests on purpose, and looking for the partner would take ever longer.
                Some(Inline::Open(name)) if inline.len() < 64 => inline.push((name, at, depth)),
                Some(Inline::Close(name)) => {
                    if let Some(found) = inline.iter().rposition(|(open, _, d)| *open == name && *d == depth) {
                        acts[inline[found].1] = true;
                        acts[at] = true;
                        inline.truncate(found);
                    }
                }
                Some(Inline::Open(_)) | None => {}
            },
            _ => {}
        }
    }
    acts
}
