//! Markdown that calls nobody: what GitHub would take for a mention or a reference ("Text safety, by sink").

use crate::markdown::parser;
use pulldown_cmark::{Event, Tag, TagEnd};

/// Markdown in which `@name`, `#12` and `org/repo#2` neither call nor link; code stays as it is.
pub fn without_mentions(markdown: &str) -> String {
    let mut places = Vec::new();
    let mut in_code = false;
    for (event, range) in parser(markdown).into_offset_iter() {
        match event {
            Event::Start(Tag::CodeBlock(_)) => in_code = true,
            Event::End(TagEnd::CodeBlock) => in_code = false,
            Event::Text(_) if !in_code => {
                let bytes = markdown.as_bytes();
                places.extend(range.filter(|at| match bytes[*at] {
                    b'@' => bytes.get(at + 1).is_some_and(u8::is_ascii_alphanumeric),
                    b'#' => bytes.get(at + 1).is_some_and(u8::is_ascii_digit),
                    _ => false,
                }));
            }
            _ => {}
        }
    }
    places.sort_unstable();
    places.dedup();
    let mut out = String::with_capacity(markdown.len());
    let mut done = 0;
    for at in places {
        // An empty comment between sign and name shows as nothing and breaks the mention.
        out.push_str(&markdown[done..=at]);
        out.push_str("<!-- -->");
        done = at + 1;
    }
    out.push_str(&markdown[done..]);
    out
}

#[cfg(test)]
mod tests {
    use super::without_mentions;

    #[test]
    fn mentions_are_defused_outside_code() {
        assert_eq!(without_mentions("@a `@b` a#1 #x\n\n    @c"), "@<!-- -->a `@b` a#<!-- -->1 #x\n\n    @c");
    }
}
