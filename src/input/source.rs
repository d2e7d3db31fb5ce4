//! A decoded input with its name and digest, and the way from byte offsets to lines and columns.

use crate::diagnostic::{Diagnostic, Place, Target};
use crate::fingerprint::sha256_hex;
use crate::input::{encoding, position};
use memchr::memchr_iter;
use std::sync::OnceLock;

/// An input that has been read and decoded.
#[derive(Debug)]
pub struct Source {
    /// The name that messages use: a path, or `stdin`.
    pub name: String,
    /// What the bytes were in: [`encoding::PLAIN`] or another encoding that was decoded.
    pub encoding: &'static str,
    /// The decoded text, without a byte order mark.
    pub text: String,
    /// The bytes as they came, where they are not those of the text.
    raw: Option<Vec<u8>>,
    digest: OnceLock<String>,
}

impl Source {
    /// Decodes an input.
    ///
    /// # Errors
    /// The diagnostic of [`encoding::decode`].
    pub fn new(name: impl Into<String>, bytes: Vec<u8>) -> Result<Self, Box<Diagnostic>> {
        let raw = (!encoding::is_plain(&bytes)).then(|| bytes.clone());
        let (text, encoding) = encoding::decode(bytes)?;
        Ok(Self { encoding, raw, ..Self::of_text(name, text) })
    }

    /// A text that needs no decoding.
    #[must_use]
    pub fn of_text(name: impl Into<String>, text: String) -> Self {
        Self { name: name.into(), encoding: encoding::PLAIN, text, raw: None, digest: OnceLock::new() }
    }

    /// SHA-256 of the bytes as they came, in hex; worked out when it is first asked for.
    pub fn digest(&self) -> &str {
        self.digest.get_or_init(|| sha256_hex(self.raw.as_deref().unwrap_or(self.text.as_bytes())))
    }

    /// The last part of the name without its extension: what a missing project name falls back to.
    #[must_use]
    pub fn stem(&self) -> &str {
        std::path::Path::new(&self.name).file_stem().and_then(|stem| stem.to_str()).unwrap_or(&self.name)
    }

    /// Looks up where each diagnostic stands and puts them in document order. Those that have a place keep it.
    ///
    /// `base` is what the model calls `/findings` and the source does not: empty for a report, `/findings` for an
    /// array of sections, whose pointers lose it here.
    pub fn locate(&self, diagnostics: &mut [Diagnostic], base: &str) {
        for diagnostic in diagnostics.iter_mut() {
            if let Some(rest) = diagnostic.pointer.strip_prefix(base) {
                diagnostic.pointer = rest.to_owned();
            }
        }
        let wanted: Vec<(&str, Target)> =
            diagnostics.iter().filter(|d| d.place.is_none()).map(|d| (d.pointer.as_str(), d.target)).collect();
        if wanted.is_empty() {
            return;
        }
        let spans = position::spans(&self.text, &wanted);
        let mut found: Vec<usize> = spans.iter().flatten().map(|span| span.start).collect();
        found.sort_unstable();
        found.dedup();
        let places = places_at(&self.text, &found);
        for (diagnostic, span) in diagnostics.iter_mut().filter(|d| d.place.is_none()).zip(spans) {
            diagnostic.place = span.and_then(|span| {
                let at = found.binary_search(&span.start).ok()?;
                let (line, column) = places[at];
                Some(Place { span, line, column })
            });
        }
        diagnostics.sort_by_key(|d| d.place.as_ref().map_or(usize::MAX, |p| p.span.start));
    }
}

/// The place of a byte offset; the span is empty.
#[must_use]
pub fn place_at(text: &str, offset: usize) -> Place {
    let (line, column) = places_at(text, &[offset])[0];
    Place { span: offset..offset, line, column }
}

/// Lines and columns of offsets in any order, in one walk over the text. An offset inside a character counts as its start.
#[must_use]
pub fn places_at(text: &str, offsets: &[usize]) -> Vec<(usize, usize)> {
    let mut order: Vec<usize> = (0..offsets.len()).collect();
    order.sort_by_key(|i| offsets[*i]);
    let mut places = vec![(1, 1); offsets.len()];
    let (mut line, mut column, mut done) = (1, 1, 0);
    for i in order {
        let mut offset = offsets[i].min(text.len());
        while !text.is_char_boundary(offset) {
            offset -= 1;
        }
        let between = &text[done..offset.max(done)];
        match between.rfind('\n') {
            Some(last) => {
                line += memchr_iter(b'\n', between.as_bytes()).count();
                column = between[last + 1..].chars().count() + 1;
            }
            None => column += between.chars().count(),
        }
        done = offset.max(done);
        places[i] = (line, column);
    }
    places
}
