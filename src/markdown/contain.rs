//! Markdown inside Markdown: a text passes through byte by byte, yet changes nothing around it.
//!
//! Only insertions are made, and only where the text would act beyond its place: a backslash before raw HTML and
//! before links that may not be links, hash signs that push headings below the field's own, and the fence that a text
//! forgot to close. A heading with a line under it becomes one with hash signs, since such lines know two levels only,
//! and the line goes into a comment. A text that does none of this comes out unchanged.

use crate::markdown::disarm::{self, BACKSLASH, insert};
use crate::markdown::links::is_safe_destination;
use crate::markdown::parser;
use crate::markdown::plain::longest_run;
use memchr::{memchr2_iter, memchr3_iter, memmem};
use pulldown_cmark::{CodeBlockKind, Event, Parser, Tag};
use std::borrow::Cow;
use std::ops::Range;

/// A text that keeps to its place.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Contained<'a> {
    /// The text, without trailing line breaks.
    pub text: Cow<'a, str>,
    /// Whether it defines link references, which act on the whole document.
    pub defines_links: bool,
}

/// How often insertions may uncover new ones before the text is shown as code instead.
const ROUNDS: usize = 12;

/// Contains a Markdown text whose headings are to start at `heading_level`, 1 to 6.
#[must_use]
pub fn contain(source: &str, heading_level: u8) -> Contained<'_> {
    let text = source.trim_end_matches(['\n', '\r']);
    if keeps_to_itself(text) {
        return Contained { text: Cow::Borrowed(text), defines_links: false };
    }
    disarmed(text, heading_level)
}

/// The same for any text.
fn disarmed(source: &str, heading_level: u8) -> Contained<'_> {
    let mut text = Cow::Borrowed(source);
    let mut defines_links = false;
    for _ in 0..ROUNDS {
        let mut insertions = Vec::new();
        let mut look = |reader: Parser<'_>| {
            let definitions = reader.reference_definitions();
            defines_links |= definitions.iter().next().is_some();
            // A definition acts on the whole document, so an unsafe one must go even if nothing here uses it.
            let unsafe_definitions = definitions.iter().filter(|(_, def)| !is_safe_destination(&def.dest));
            insertions.extend(unsafe_definitions.map(|(_, def)| (def.span.start, BACKSLASH.to_owned())));
            let events: Vec<_> = reader.into_offset_iter().collect();
            insertions.extend(disarm::insertions(&text, &events, heading_level));
            last_fence(&events)
        };
        let fence = look(parser(&text));
        // A reader without tables takes their lines for a paragraph, in which other things act.
        if text.contains('|') {
            look(Parser::new(&text));
        }
        if insertions.is_empty() {
            if let Some(closing) = fence.and_then(|fence| left_open(&text, &fence)) {
                text = Cow::Owned(format!("{text}\n{closing}"));
            }
            return Contained { text, defines_links };
        }
        insertions.sort();
        insertions.dedup();
        text = Cow::Owned(insert(&text, insertions));
    }
    Contained { text: Cow::Owned(fenced(source, "")), defines_links }
}

/// Whether a text has none of the signs that insertions answer to: most texts, which then need no parsing.
fn keeps_to_itself(text: &str) -> bool {
    let bytes = text.as_bytes();
    let blank = |at: usize| bytes.get(at).is_none_or(u8::is_ascii_whitespace);
    let begins = |at: usize| at == 0 || bytes[at - 1] == b'>' || blank(at - 1);
    let behind_run = |at: usize| at + bytes[at..].iter().take_while(|b| **b == bytes[at]).count();
    let acts = |at: usize| match bytes[at] {
        // A tag, a comment, an autolink.
        b'<' => bytes.get(at + 1).is_some_and(|b| b.is_ascii_alphabetic() || b"/!?".contains(b)),
        // The end of a link's text or label. Without a definition no other brackets are a link.
        b']' => matches!(bytes.get(at + 1), Some(b'(' | b':')),
        // A heading: a run of hash signs behind nothing but the marks of quotes and lists.
        b'#' => begins(at) && blank(behind_run(at)),
        // The line under a heading.
        _ => {
            begins(at) && {
                let rest = bytes[behind_run(at)..].iter();
                rest.take_while(|b| **b != b'\n').all(u8::is_ascii_whitespace)
            }
        }
    };
    let is_fenced = memmem::find(bytes, b"```").is_some() || memmem::find(bytes, b"~~~").is_some();
    !is_fenced && !memchr3_iter(b'<', b']', b'#', bytes).chain(memchr2_iter(b'=', b'-', bytes)).any(acts)
}

/// Wraps verbatim text in a fence longer than any run of backticks in it.
#[must_use]
pub fn fenced(content: &str, language: &str) -> String {
    let fence = "`".repeat(longest_run(content).max(2) + 1);
    let end = if content.ends_with('\n') { "" } else { "\n" };
    format!("{fence}{language}\n{content}{end}{fence}")
}

/// The closing line of the fence that a text leaves open at its end.
pub(crate) fn open_fence(text: &str) -> Option<String> {
    let events: Vec<_> = parser(text).into_offset_iter().collect();
    left_open(text, &last_fence(&events)?)
}

/// The place of the last fenced code.
fn last_fence(events: &[(Event<'_>, Range<usize>)]) -> Option<Range<usize>> {
    let fenced = |event: &Event<'_>| matches!(event, Event::Start(Tag::CodeBlock(CodeBlockKind::Fenced(_))));
    events.iter().rfind(|(event, _)| fenced(event)).map(|(_, range)| range.clone())
}

/// The closing line of the last fence of a text, if the end of the text leaves it open.
fn left_open(text: &str, fence: &Range<usize>) -> Option<String> {
    const SENTINEL: &str = "x";
    if fence.end < text.trim_end().len() {
        // Something stands behind it, so it was closed.
        return None;
    }
    let probe = format!("{text}\n\n{SENTINEL}");
    let (mut depth, mut in_paragraph) = (0usize, false);
    for (event, place) in parser(&probe).into_offset_iter() {
        match event {
            Event::Start(tag) => {
                depth += 1;
                in_paragraph = matches!(tag, Tag::Paragraph);
            }
            Event::End(_) => depth -= 1,
            Event::Text(_) if depth == 1 && in_paragraph && place.start > text.len() => return None,
            _ => {}
        }
    }
    let opening = text[fence.start..].trim_start();
    let sign = opening.chars().next().filter(|c| matches!(c, '`' | '~'))?;
    Some(opening.chars().take_while(|c| *c == sign).collect())
}

#[cfg(test)]
mod tests {
    use super::{contain, disarmed, fenced, keeps_to_itself, open_fence};
    use crate::property::config;
    use proptest::prelude::*;
    use pulldown_cmark::Event;

    fn contained(source: &str) -> String {
        contain(source, 5).text.into_owned()
    }

    #[test]
    fn what_acts_only_on_itself_is_untouched() {
        for text in [
            "Plain *text* with `code`, Vec\\<T> and a [link](https://example.org).",
            "Text:\n\n1. one\n2. two\n\n| a |\n|---|\n| b |",
            "```rust\nlet v: Vec<T> = x;\n```",
            "H<sub>2</sub>O and <kbd>q</kbd><br>next",
            "<details>\n<summary>More</summary>\n\ninside\n\n</details>",
            "##### Deep enough\n\n- [x] done",
        ] {
            assert_eq!(contained(text), text);
        }
    }

    #[test]
    fn raw_html_and_unsafe_links_are_disarmed() {
        assert_eq!(contained("Vec<T> and </div>"), "Vec\\<T> and \\</div>");
        assert_eq!(contained("<script>alert(1)</script>"), "\\<script>alert(1)\\</script>");
        assert_eq!(contained("[x](javascript:a) <javascript:b>"), "\\[x](javascript:a) \\<javascript:b>");
        assert_eq!(contained("![a](https://e.org/t.png)"), "\\![a](https://e.org/t.png)");
        assert_eq!(contained("![a](javascript:x)"), "\\!\\[a](javascript:x)");
        assert_eq!(contained("[x]: javascript:alert(1)"), "\\[x]: javascript:alert(1)");
        assert_eq!(contained("<!-- never\n\nclosed"), "\\<!-- never\n\nclosed");
    }

    #[test]
    fn headings_go_below_the_field_and_fences_are_closed() {
        assert_eq!(contained("# H1\n\n## H2"), "##### H1\n\n###### H2");
        assert_eq!(contained("Title\n====="), "##### Title\n<!-- ===== -->");
        assert_eq!(contained("Title\n---\n\ntext"), "###### Title\n<!-- --- -->\n\ntext");
        assert_eq!(contained("> quoted\n> twice\n> ===\n> text"), "> ##### quoted\n> twice\n> <!-- === -->\n> text");
        assert_eq!(contained("<!-- a === -->"), "\\<!-- a === -->");
        assert_eq!(contained("Text\n\n````md\n```\ncode"), "Text\n\n````md\n```\ncode\n````");
        assert_eq!(contained("~~~~\ncode"), "~~~~\ncode\n~~~~");
        assert_eq!(contained("- ```\n  in a list"), "- ```\n  in a list");
        assert_eq!(contained("```\nclosed\n```"), "```\nclosed\n```");
    }

    #[test]
    fn fences_are_found_open() {
        assert_eq!(open_fence("a\n~~~~\nb\n~~~").as_deref(), Some("~~~~"));
        assert_eq!(open_fence("```\na\n```"), None);
        assert_eq!(open_fence("use ``` inline ``` here\n``` a`b\n"), None);
    }

    #[test]
    fn a_fence_is_longer_than_any_run_inside() {
        assert_eq!(fenced("a\n````\nb", "md"), "`````md\na\n````\nb\n`````");
        assert_eq!(fenced("a\n", ""), "```\na\n```");
    }

    fn piece() -> impl Strategy<Value = &'static str> {
        prop::sample::select(vec![
            "a",
            " ",
            "\n",
            "\n\n",
            "*",
            "_",
            "`",
            "```",
            "~~~",
            "- ",
            "1. ",
            "> ",
            "# ",
            "---",
            "--",
            "===",
            "    ",
            "<",
            ">",
            "<b>",
            "</div>",
            "<div>",
            "<script>",
            "<!--",
            "-->",
            "<?",
            "<![CDATA[",
            "[x]",
            "[x]: javascript:y",
            "](javascript:z)",
            "![",
            "\\",
            "|---|",
            "\r\n",
        ])
    }

    /// Mostly pieces that open nothing, so that many texts have none of the signs.
    fn mild_piece() -> impl Strategy<Value = &'static str> {
        let mild =
            ["a", " ", "b c", "\n", "*", "_", "`", "- ", "1. ", "> ", " > ", "<", "]", "-", "=", "#", "\\", "|", "é"];
        prop_oneof![8 => prop::sample::select(mild.to_vec()), 1 => piece()]
    }

    proptest! {
        #![proptest_config(config(1024))]

        #[test]
        fn a_text_without_the_signs_would_come_out_unchanged(pieces in prop::collection::vec(mild_piece(), 3..12)) {
            let source = pieces.concat();
            // Refuses the whole test when too few texts keep to themselves.
            prop_assume!(keeps_to_itself(&source));
            let contained = disarmed(&source, 5);
            prop_assert!(!contained.defines_links);
            prop_assert_eq!(&contained.text, &source);
        }

        #[test]
        fn a_contained_text_keeps_every_byte_and_leaves_nothing_open(pieces in prop::collection::vec(piece(), 0..30)) {
            let source = pieces.concat();
            let text = contained(&source);
            let mut rest = text.bytes();
            for byte in source.trim_end_matches(['\n', '\r']).bytes() {
                prop_assert!(rest.any(|b| b == byte), "a byte of {:?} is missing in {:?}", source, text);
            }
            let whole = format!("{text}\n\nbehind");
            let mut depth = 0usize;
            let mut behind = false;
            for (event, range) in super::parser(&whole).into_offset_iter() {
                match event {
                    Event::Start(_) => depth += 1,
                    Event::End(_) => depth -= 1,
                    Event::Text(_) if range.start > text.len() => behind = depth == 1,
                    _ => {}
                }
            }
            prop_assert!(behind, "what follows {:?} is swallowed", text);
        }
    }
}
