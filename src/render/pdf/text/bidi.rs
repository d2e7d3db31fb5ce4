//! The order of mixed left-to-right and right-to-left text.

use crate::render::pdf::text::rich::{Rich, Span};
use std::borrow::Cow;
use unicode_bidi::{BidiInfo, Level};

/// Opens a left-to-right isolate.
const OPEN: char = '\u{2066}';
/// Closes it.
const CLOSE: char = '\u{2069}';

/// Whether a text needs reordering at all.
pub fn is_needed(text: &str) -> bool {
    // Nothing below the Hebrew block runs from right to left, and no control that could reorder stands there.
    text.chars().any(|c| {
        matches!(c, '\u{590}'..='\u{8ff}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}'
            | '\u{fb1d}'..='\u{fdff}' | '\u{fe70}'..='\u{feff}' | '\u{10800}'..='\u{10fff}' | '\u{1e800}'..='\u{1efff}')
    })
}

/// The embedding level of every byte and of the paragraph.
pub struct Levels {
    /// A level a byte.
    pub bytes: Vec<Level>,
    /// The paragraph's own.
    pub paragraph: Level,
}

/// Resolves the levels of one paragraph.
pub fn levels(text: &str) -> Levels {
    let info = BidiInfo::new(text, None);
    let paragraph = info.paragraphs.first().map_or(Level::ltr(), |paragraph| paragraph.level);
    Levels { bytes: info.levels, paragraph }
}

/// Whether a text begins on the right.
pub fn is_rtl(text: &str) -> bool {
    is_needed(text) && levels(text).paragraph.is_rtl()
}

/// Puts code into isolates, so that its punctuation keeps its place in right-to-left text.
pub fn isolate_code(rich: &Rich) -> Cow<'_, Rich> {
    if !rich.spans.iter().any(|span| span.style.mono) {
        return Cow::Borrowed(rich);
    }
    let mut text = String::with_capacity(rich.text.len() + 12);
    let mut spans = Vec::with_capacity(rich.spans.len());
    let mut start = 0;
    for span in &rich.spans {
        let code = span.style.mono;
        if code {
            text.push(OPEN);
        }
        text.push_str(&rich.text[start..span.end]);
        if code {
            text.push(CLOSE);
        }
        spans.push(Span { end: text.len(), ..span.clone() });
        start = span.end;
    }
    Cow::Owned(Rich { text, spans, links: rich.links.clone() })
}
