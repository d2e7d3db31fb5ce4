//! What is wrong with an input, where, and how to mend it: data first, text and JSON after.

mod annotation;
mod code;
mod json;
mod spelling;
mod text;

pub use annotation::annotations;
pub use code::{Code, UnknownCode};
pub use json::{Verdict, to_json};
pub use spelling::{nearest, unmistakable};
pub use text::{Palette, render};

use std::ops::Range;

/// How much a diagnostic weighs.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Level {
    /// The input is used all the same.
    Warning,
    /// The input is refused.
    Error,
}

/// Which token of the source a diagnostic underlines.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Target {
    /// The value at the pointer.
    Value,
    /// The key at the pointer.
    Key,
}

/// A place in the decoded source.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Place {
    /// Bytes of the decoded text, UTF-8, without a byte order mark.
    pub span: Range<usize>,
    /// From 1.
    pub line: usize,
    /// From 1, in characters.
    pub column: usize,
}

/// One problem.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Diagnostic {
    /// What kind it is; stable.
    pub code: Code,
    /// Error or warning.
    pub level: Level,
    /// What is wrong, with what was received; one line, nothing invisible in it.
    pub message: String,
    /// How to repair it.
    pub hint: Option<String>,
    /// What to write instead, where that is beyond doubt: a key's name, or a value as JSON.
    pub replacement: Option<String>,
    /// JSON Pointer (RFC 6901); of an unknown key that key's own, of a missing key the object that lacks it.
    pub pointer: String,
    /// What to underline.
    pub target: Target,
    /// Where it stands, once somebody looked it up.
    pub place: Option<Place>,
}

impl Diagnostic {
    /// An error at the value of `pointer`.
    pub fn error(code: Code, pointer: impl Into<String>, message: impl Into<String>) -> Self {
        Self::new(Level::Error, code, pointer.into(), message.into())
    }

    /// A warning at the value of `pointer`.
    pub fn warning(code: Code, pointer: impl Into<String>, message: impl Into<String>) -> Self {
        Self::new(Level::Warning, code, pointer.into(), message.into())
    }

    fn new(level: Level, code: Code, pointer: String, message: String) -> Self {
        Self { code, level, message, hint: None, replacement: None, pointer, target: Target::Value, place: None }
    }

    /// Says how to repair it.
    #[must_use]
    pub fn hint(mut self, hint: impl Into<String>) -> Self {
        self.hint = Some(hint.into());
        self
    }

    /// Says what to write instead, for a repair that needs no thought.
    #[must_use]
    pub fn replace_by(mut self, replacement: Option<String>) -> Self {
        self.replacement = replacement;
        self
    }

    /// Underlines the key instead of the value.
    #[must_use]
    pub fn at_key(mut self) -> Self {
        self.target = Target::Key;
        self
    }

    /// Sets the place, for problems found before there is a JSON tree.
    #[must_use]
    pub fn at(mut self, place: Place) -> Self {
        self.place = Some(place);
        self
    }
}

/// A JSON Pointer to `key` below `parent`, with the escapes of RFC 6901, section 3.
#[must_use]
pub fn child_pointer(parent: &str, key: impl std::fmt::Display) -> String {
    let key = key.to_string();
    if key.contains(['~', '/']) {
        format!("{parent}/{}", key.replace('~', "~0").replace('/', "~1"))
    } else {
        format!("{parent}/{key}")
    }
}

/// A value of the input inside a message: nothing invisible, at most 60 characters.
#[must_use]
pub fn quoted(text: &str) -> String {
    const LONGEST: usize = 60;
    let mut shown: String = text.chars().take(LONGEST + 1).collect();
    if shown.chars().count() > LONGEST {
        shown = shown.chars().take(LONGEST - 1).chain(['…']).collect();
    }
    crate::invisible::on_one_line(&shown).into_owned()
}

/// Things named in a sentence, at most `most` of them, and how many more there are: `a, b, +3 more`.
#[must_use]
pub fn named(things: impl ExactSizeIterator<Item = String>, most: usize) -> String {
    let more = things.len().saturating_sub(most);
    let mut named: Vec<String> = things.take(most).collect();
    if more > 0 {
        named.push(format!("+{more} more"));
    }
    named.join(", ")
}

#[cfg(test)]
mod tests {
    use super::{child_pointer, named, quoted};

    #[test]
    fn a_quoted_value_is_short_and_visible() {
        assert_eq!(quoted("a\nb\u{202e}"), "a\\nbU+202E");
        assert_eq!(quoted(&"x".repeat(61)).chars().count(), 60);
        assert_eq!(quoted(&"x".repeat(60)), "x".repeat(60));
    }

    #[test]
    fn the_first_are_named_and_the_rest_is_counted() {
        let things = |count: usize| (0..count).map(|n| n.to_string());
        assert_eq!(named(things(3), 3), "0, 1, 2");
        assert_eq!(named(things(5), 3), "0, 1, 2, +2 more");
        assert_eq!(named(things(0), 3), "");
    }

    #[test]
    fn pointers_escape_their_own_signs() {
        assert_eq!(child_pointer("/a", "b~c/d"), "/a/b~0c~1d");
    }
}
