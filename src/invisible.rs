//! Characters that a reader can't see, or that reorder what he sees: which ones they are, and how they are shown.
//!
//! The rule is the row "bidirectional controls and zero-width characters" of the text-safety table: in paths, ids,
//! titles and code they appear as `U+202E`; zero-width joiners stay where a script or an emoji needs them.

use memchr::memchr2;
use std::borrow::Cow;
use unicode_properties::{GeneralCategory, UnicodeEmoji, UnicodeGeneralCategory};
use unicode_script::{Script, UnicodeScript};

const ZERO_WIDTH_NON_JOINER: char = '\u{200c}';
const ZERO_WIDTH_JOINER: char = '\u{200d}';

/// Whether the character itself is invisible or reorders text, whatever surrounds it; controls included, but not the
/// tab and the line breaks.
#[must_use]
pub fn is_invisible(c: char) -> bool {
    match c {
        '\t' | '\n' | '\r' => false,
        _ if c.is_ascii() => c.is_ascii_control(),
        '\u{ad}'
        | '\u{34f}'
        | '\u{115f}'
        | '\u{1160}'
        | '\u{17b4}'
        | '\u{17b5}'
        | '\u{3164}'
        | '\u{ffa0}'
        | '\u{180b}'..='\u{180f}'
        | '\u{2028}'
        | '\u{2029}'
        | '\u{fff9}'..='\u{fffb}' => true,
        _ => matches!(c.general_category(), GeneralCategory::Control | GeneralCategory::Format) && !is_shown_format(c),
    }
}

/// Format characters that have a glyph: the Arabic number signs and their kin.
fn is_shown_format(c: char) -> bool {
    matches!(c, '\u{600}'..='\u{605}' | '\u{6dd}' | '\u{70f}' | '\u{890}'..='\u{891}' | '\u{8e2}' | '\u{110bd}' | '\u{110cd}')
}

/// The bidirectional embeddings, overrides and isolates, and the spaces of no width: never innocent inside code.
#[must_use]
pub fn is_deceptive(c: char) -> bool {
    matches!(c, '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}' | '\u{200b}' | '\u{2060}' | '\u{feff}')
}

/// The first character of `text` that [`is_deceptive`]. All of them start with one of two bytes in UTF-8.
#[must_use]
pub fn first_deceptive(text: &str) -> Option<char> {
    let mut from = 0;
    while let Some(at) = memchr2(0xe2, 0xef, &text.as_bytes()[from..]) {
        let c = text[from + at..].chars().next()?;
        if is_deceptive(c) {
            return Some(c);
        }
        from += at + c.len_utf8();
    }
    None
}

/// The first character of `text` that [`reveal`] would show as an escape.
#[must_use]
pub fn first_invisible(text: &str) -> Option<char> {
    hidden(text).next().map(|(_, c)| c)
}

/// `text` with every invisible character replaced by its escape, such as `U+202E`; borrowed when there is none.
#[must_use]
pub fn reveal(text: &str) -> Cow<'_, str> {
    if first_invisible(text).is_none() {
        return Cow::Borrowed(text);
    }
    let mut out = String::with_capacity(text.len() + 16);
    for (plain, hidden) in pieces(text) {
        out.push_str(plain);
        out.extend(hidden.map(escape));
    }
    Cow::Owned(out)
}

/// `text` as a part of one line: [`reveal`]ed, and its line breaks and tabs written as `\n`, `\r` and `\t`.
#[must_use]
pub fn on_one_line(text: &str) -> Cow<'_, str> {
    let shown = reveal(text);
    if !shown.contains(['\n', '\r', '\t']) {
        return shown;
    }
    Cow::Owned(shown.replace('\n', "\\n").replace('\r', "\\r").replace('\t', "\\t"))
}

/// `text` with the line breaks of documents: a browser would read the others so anyway.
#[must_use]
pub fn with_plain_breaks(text: &str) -> Cow<'_, str> {
    if text.contains('\r') { Cow::Owned(text.replace("\r\n", "\n").replace('\r', "\n")) } else { Cow::Borrowed(text) }
}

/// `text` cut behind each invisible character: what is before it, and the character; the last piece has none.
pub fn pieces(text: &str) -> impl Iterator<Item = (&str, Option<char>)> {
    let mut done = 0;
    let ends = hidden(text).map(|(at, c)| (at, Some(c))).chain([(text.len(), None)]);
    ends.map(move |(at, c)| {
        let plain = &text[done..at];
        done = at + c.map_or(0, char::len_utf8);
        (plain, c)
    })
}

/// The visible name of a character: `U+` and at least four hex digits.
#[must_use]
pub fn escape(c: char) -> String {
    format!("U+{:04X}", u32::from(c))
}

/// Only a control before the space, a delete, or a byte beyond ASCII can be hidden: lets plain text pass at once.
fn may_hide(text: &str) -> bool {
    let hides = |b: &u8| *b >= 0x7f || (*b < 0x20 && !matches!(b, b'\t' | b'\n' | b'\r'));
    // Without a way out in the middle a stretch is judged in a few instructions.
    text.as_bytes().chunks(64).any(|stretch| stretch.iter().fold(false, |any, b| any | hides(b)))
}

fn hidden(text: &str) -> impl Iterator<Item = (usize, char)> + '_ {
    let suspect = if may_hide(text) { text } else { "" };
    suspect.char_indices().filter(move |&(at, c)| is_invisible(c) && !belongs(text, at, c))
}

/// Whether a joiner or a tag character stands where writing needs it.
fn belongs(text: &str, at: usize, c: char) -> bool {
    let before = || text[..at].chars().next_back();
    let after = || text[at + c.len_utf8()..].chars().next();
    match c {
        ZERO_WIDTH_JOINER | ZERO_WIDTH_NON_JOINER => match (before(), after()) {
            (Some(a), Some(b)) => (joins(a) && joins(b)) || (c == ZERO_WIDTH_JOINER && in_emoji(a) && in_emoji(b)),
            _ => false,
        },
        // A subdivision flag: the black flag, then tag characters.
        '\u{e0020}'..='\u{e007f}' => {
            before().is_some_and(|a| a == '\u{1f3f4}' || matches!(a, '\u{e0020}'..='\u{e007e}'))
        }
        _ => false,
    }
}

fn in_emoji(c: char) -> bool {
    matches!(c, '\u{fe0f}' | '\u{1f3fb}'..='\u{1f3ff}') || (!c.is_ascii() && c.is_emoji_char())
}

/// Scripts in which the joiners change how letters are drawn.
fn joins(c: char) -> bool {
    let script = match c.script() {
        Script::Inherited => c.script_extension().iter().next().unwrap_or(Script::Inherited),
        script => script,
    };
    matches!(
        script,
        Script::Arabic
            | Script::Syriac
            | Script::Mandaic
            | Script::Mongolian
            | Script::Nko
            | Script::Devanagari
            | Script::Bengali
            | Script::Gurmukhi
            | Script::Gujarati
            | Script::Oriya
            | Script::Tamil
            | Script::Telugu
            | Script::Kannada
            | Script::Malayalam
            | Script::Sinhala
            | Script::Khmer
            | Script::Myanmar
            | Script::Tibetan
            | Script::Thai
            | Script::Lao
    )
}

#[cfg(test)]
mod tests {
    use super::{on_one_line, reveal};

    #[test]
    fn overrides_and_controls_become_visible() {
        assert_eq!(reveal("src/\u{202e}gnp.exe"), "src/U+202Egnp.exe");
        assert_eq!(reveal("Zero\u{200b}width \u{2066}x\u{2069}"), "ZeroU+200Bwidth U+2066xU+2069");
        assert_eq!(reveal("\u{1b}[31mred\u{7}\u{0}"), "U+001B[31mredU+0007U+0000");
        assert_eq!(reveal("x\u{ad}y\u{e0041}"), "xU+00ADyU+E0041");
    }

    #[test]
    fn a_line_stays_one() {
        assert_eq!(on_one_line("a\r\n::error::b\tc\u{85}\u{2028}"), "a\\r\\n::error::b\\tcU+0085U+2028");
        assert_eq!(on_one_line("plain"), "plain");
    }

    #[test]
    fn joiners_stay_where_writing_needs_them() {
        for text in
            ["می‌خواهم", "क्‍ष", "👩‍👩‍👧", "🏴\u{e0067}\u{e0062}\u{e0065}\u{e006e}\u{e0067}\u{e007f}", "a\tb\nc", "⚠️ 1️⃣ 🇩🇰"]
        {
            assert_eq!(reveal(text), text);
        }
        assert_eq!(reveal("pay\u{200d}pal"), "payU+200Dpal");
    }
}
