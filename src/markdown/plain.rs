//! Plain text inside Markdown: it can open nothing.

use crate::invisible::reveal;
use std::borrow::Cow;
use std::fmt::Write as _;

/// Plain text on one line, safe in a paragraph, a heading and a table cell; what can't be seen in it is shown.
pub fn inline(text: &str) -> String {
    inline_as_it_is(&reveal(text))
}

/// The same for a text that goes into a report, where nothing is shown yet.
pub fn inline_as_it_is(text: &str) -> String {
    // What is never escaped below but at the start of a text.
    let passes = |b: u8| {
        b.is_ascii_alphanumeric()
            || matches!(
                b,
                b' ' | b'!'
                    | b'"'
                    | b'%'
                    | b'\''
                    | b'('
                    | b')'
                    | b'+'
                    | b','
                    | b'-'
                    | b'.'
                    | b'/'
                    | b':'
                    | b';'
                    | b'='
                    | b'?'
                    | b'@'
            )
    };
    // Most titles are words.
    if text.starts_with(|c: char| c.is_ascii_alphabetic()) && !text.ends_with(' ') && text.bytes().all(passes) {
        return text.to_owned();
    }
    escaped(text)
}

/// What [`inline_as_it_is`] does where a text is more than words.
fn escaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len() + 8);
    let mut before = ' ';
    let mut characters = text.trim().chars().peekable();
    while let Some(c) = characters.next() {
        let at_start = out.is_empty();
        match c {
            '\n' | '\r' | '\t' => {
                if before != ' ' {
                    out.push(' ');
                }
                before = ' ';
                continue;
            }
            '\\' | '`' | '*' | '[' | ']' | '<' | '>' | '|' | '~' | '$' => out.push('\\'),
            // Inside a word the underscore means nothing, and names are full of them.
            '_' if !(before.is_alphanumeric() && characters.peek().is_some_and(|next| next.is_alphanumeric())) => {
                out.push('\\');
            }
            '&' if characters.peek().is_some_and(|next| *next == '#' || next.is_ascii_alphabetic()) => out.push('\\'),
            '#' if at_start || characters.peek().is_none() => out.push('\\'),
            '+' | '-' | '=' if at_start => out.push('\\'),
            '.' | ')' if !at_start && out.len() <= 9 && out.bytes().all(|b| b.is_ascii_digit()) => out.push('\\'),
            _ => {}
        }
        out.push(c);
        before = c;
    }
    out
}

/// Plain prose whose line breaks are kept, outside tables.
pub fn lines(text: &str) -> String {
    let lines: Vec<String> = text.trim().lines().map(inline).collect();
    let mut out = String::with_capacity(text.len() + 16);
    for (i, line) in lines.iter().enumerate() {
        if i > 0 {
            // A blank line would end the paragraph; within one a backslash breaks the line.
            let within = !line.is_empty() && !lines[i - 1].is_empty();
            out.push_str(if within { "\\\n" } else { "\n" });
        }
        out.push_str(line);
    }
    out
}

/// A code span around any text, on one line.
pub fn code(text: &str) -> String {
    let text = one_line(text);
    if text.is_empty() {
        return String::new();
    }
    let fence = "`".repeat(longest_run(&text) + 1);
    let pad = if text.starts_with('`') || text.ends_with('`') || (text.starts_with(' ') && text.ends_with(' ')) {
        " "
    } else {
        ""
    };
    format!("{fence}{pad}{text}{pad}{fence}")
}

/// A code span inside a table cell, where even code can't hold a bare pipe (GFM, section 4.10).
pub fn code_in_cell(text: &str) -> String {
    code(text).replace('|', "\\|")
}

/// The length of the longest run of backticks.
pub(super) fn longest_run(text: &str) -> usize {
    let (mut longest, mut run) = (0, 0);
    for byte in text.bytes() {
        run = if byte == b'`' { run + 1 } else { 0 };
        longest = longest.max(run);
    }
    longest
}

fn one_line(text: &str) -> Cow<'_, str> {
    match reveal(text) {
        revealed if revealed.contains(['\n', '\r', '\t']) => Cow::Owned(revealed.replace(['\n', '\r', '\t'], " ")),
        revealed => revealed,
    }
}

/// An address inside the parentheses of a link.
pub fn destination(address: &str) -> String {
    // What `encoded` lets through of ASCII, as far as it is common: nearly all addresses hold nothing else.
    let passes = |b: u8| {
        b.is_ascii_alphanumeric()
            || matches!(
                b,
                b':' | b'/'
                    | b'?'
                    | b'#'
                    | b'%'
                    | b'-'
                    | b'.'
                    | b'_'
                    | b'~'
                    | b'@'
                    | b'&'
                    | b'='
                    | b'+'
                    | b','
                    | b';'
                    | b'!'
                    | b'$'
            )
    };
    if address.bytes().all(passes) {
        return address.to_owned();
    }
    encoded(address)
}

/// What [`destination`] does where an address has more than the usual signs.
fn encoded(address: &str) -> String {
    let mut out = String::with_capacity(address.len());
    for c in address.chars() {
        if c.is_control() || c.is_whitespace() || crate::invisible::is_invisible(c) || "()<>\\`|*[]\"'".contains(c) {
            for byte in c.encode_utf8(&mut [0; 4]).bytes() {
                let _ = write!(out, "%{byte:02X}");
            }
        } else {
            out.push(c);
        }
    }
    out
}

/// Text inside our own HTML, on one line.
pub fn html(text: &str) -> String {
    let mut out = String::new();
    crate::markdown::escape_into(&mut out, &one_line(text));
    out
}

/// A language as a fence's info string: one word of what languages are named with.
pub fn language(name: &str) -> &str {
    let end = name.find(|c: char| !(c.is_ascii_alphanumeric() || "+-#._".contains(c))).unwrap_or(name.len());
    &name[..end]
}

#[cfg(test)]
mod tests {
    use super::{code, code_in_cell, destination, encoded, escaped, inline, inline_as_it_is, language, lines};
    use crate::property::config;
    use proptest::prelude::*;

    #[test]
    fn plain_text_opens_nothing() {
        assert_eq!(inline("Pipes | and `ticks` and\nnewline"), "Pipes \\| and \\`ticks\\` and newline");
        assert_eq!(inline("# no heading"), "\\# no heading");
        assert_eq!(inline("1. no list"), "1\\. no list");
        assert_eq!(inline("- no list"), "\\- no list");
        assert_eq!(inline("<b>, Vec<T> &amp; &c. & co"), "\\<b\\>, Vec\\<T\\> \\&amp; \\&c. & co");
        assert_eq!(inline("snake_case _emphasis_ ${x}"), "snake_case \\_emphasis\\_ \\${x}");
        assert_eq!(inline("a\u{202e}b"), "aU+202Eb");
    }

    #[test]
    fn line_breaks_of_prose_are_kept() {
        assert_eq!(lines("one\ntwo\n\nthree"), "one\\\ntwo\n\nthree");
    }

    #[test]
    fn code_spans_hold_anything() {
        assert_eq!(code("a`b"), "``a`b``");
        assert_eq!(code("`"), "`` ` ``");
        assert_eq!(code_in_cell("p|pe"), "`p\\|pe`");
        assert_eq!(destination("https://e.org/a_(b)|c"), "https://e.org/a_%28b%29%7Cc");
        assert_eq!(language("md\n```\n<script>"), "md");
        assert_eq!(language("c++"), "c++");
    }

    proptest! {
        #![proptest_config(config(4096))]

        #[test]
        fn what_is_passed_at_once_is_what_the_long_way_makes(
            words in "[a-zA-Z][ -~é]{0,4}",
            address in "[ -~é]{0,4}",
        ) {
            prop_assert_eq!(inline_as_it_is(&words), escaped(&words));
            prop_assert_eq!(destination(&address), encoded(&address));
        }
    }
}
