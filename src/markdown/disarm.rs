//! What has to be inserted into a Markdown text so that it acts only on itself.

use crate::markdown::links::is_safe_destination;
use crate::markdown::raw_html;
use pulldown_cmark::{Event, HeadingLevel, LinkType, Tag};
use std::ops::Range;

/// What keeps a sign from acting.
pub(super) const BACKSLASH: &str = "\\";

/// What hides the line under a heading that has become one with hash signs.
const COMMENT: (&str, &str) = ("<!-- ", " -->");

/// What has to be inserted into a text of which a reader sees these events, by byte offset.
pub(super) fn insertions(text: &str, events: &[(Event<'_>, Range<usize>)], heading_level: u8) -> Vec<(usize, String)> {
    let acts = raw_html::acting(text, events);
    let mut out = Vec::new();
    let mut in_acting_block = false;
    for (at, (event, range)) in events.iter().enumerate() {
        match event {
            Event::Start(Tag::HtmlBlock) => in_acting_block = acts[at],
            Event::Html(html) if !in_acting_block && !is_put_away(html) => {
                let line = &text[range.clone()];
                let opens =
                    |i: usize| line[i + 1..].starts_with(|c: char| c.is_ascii_alphabetic() || "/!?".contains(c));
                let tags = line.match_indices('<').map(|(i, _)| i).filter(|i| opens(*i));
                out.extend(tags.map(|i| (range.start + i, BACKSLASH.to_owned())));
            }
            Event::InlineHtml(_) if !acts[at] => out.push((range.start, BACKSLASH.to_owned())),
            Event::Start(Tag::Heading { level, .. }) => {
                lower_heading(text, &events[at..], *level, heading_level, &mut out);
            }
            Event::Start(Tag::Link { dest_url, link_type, .. }) => {
                let safe = *link_type == LinkType::Email || is_safe_destination(dest_url);
                if !safe {
                    out.push((range.start, BACKSLASH.to_owned()));
                }
            }
            // Behind the backslash the exclamation mark is text and the rest a link with the alternative text.
            Event::Start(Tag::Image { .. }) => out.push((range.start, BACKSLASH.to_owned())),
            _ => {}
        }
    }
    out
}

/// Hash signs that bring the heading that `events` begin with down to the field's level.
fn lower_heading(
    text: &str,
    events: &[(Event<'_>, Range<usize>)],
    level: HeadingLevel,
    heading_level: u8,
    out: &mut Vec<(usize, String)>,
) {
    let wanted = usize::from(heading_level).min(6);
    let range = &events[0].1;
    let heading = &text[range.clone()];
    let hashes = heading.bytes().take_while(|b| *b == b'#').count();
    let is_atx = hashes > 0 && (heading.len() == hashes || heading[hashes..].starts_with([' ', '\t', '\n', '\r']));
    if is_atx {
        let below = (hashes + wanted - 1).min(6);
        if hashes < wanted {
            out.push((range.start, "#".repeat(below - hashes)));
        }
        return;
    }
    out.push((range.start, format!("{} ", "#".repeat((level as usize + wanted - 1).min(6)))));
    let end = range.start + heading.trim_end().len();
    let start = range.start + heading.trim_end().trim_end_matches(['=', '-']).len();
    // The heading's last line may be of the same signs, which are its own.
    let start = text[..end].rfind(['\n', '\r']).map_or(start, |line| start.max(line + 1));
    out.push((start, COMMENT.0.to_owned()));
    out.push((end, COMMENT.1.to_owned()));
}

/// Makes the insertions, which are in order.
pub(super) fn insert(text: &str, insertions: Vec<(usize, String)>) -> String {
    let mut out = String::with_capacity(text.len() + insertions.len() * 4);
    let mut done = 0;
    for (at, what) in insertions {
        out.push_str(&text[done..at]);
        out.push_str(&what);
        done = at;
    }
    out.push_str(&text[done..]);
    out
}

/// Whether raw HTML is nothing but the line under a former heading.
fn is_put_away(html: &str) -> bool {
    let line = html.trim().strip_prefix(COMMENT.0).and_then(|rest| rest.strip_suffix(COMMENT.1));
    line.is_some_and(|line| {
        !line.is_empty() && line.bytes().all(|b| Some(&b) == line.as_bytes().first() && b"=-".contains(&b))
    })
}
