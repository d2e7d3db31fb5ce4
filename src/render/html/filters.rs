//! How the page's templates write a string: one filter a sink, each escaping on its own.

#![expect(
    clippy::inline_always,
    clippy::unnecessary_wraps,
    clippy::unused_self,
    reason = "askama's attribute macro sets the shape of a filter"
)]

use crate::highlight::Highlighting;
use crate::invisible;
use crate::markdown::{Html, escape_into, write_body, write_code, write_visible};
use crate::view::Tone;
use askama::filters::Safe;
use askama::{Result, Values};
use std::borrow::Borrow;
use std::fmt::Write as _;

/// The name under which the templates' values hold [`Highlighting`].
pub const HIGHLIGHTING: &str = "highlighting";

fn highlighting(values: &dyn Values) -> Result<Highlighting> {
    askama::get_value(values, HIGHLIGHTING).copied()
}

/// Paths, ids, titles, code: escaped, and what can't be seen is marked.
#[askama::filter_fn]
pub fn visible(text: impl AsRef<str>, _: &dyn Values) -> Result<Safe<String>> {
    let text = text.as_ref();
    let mut out = String::with_capacity(text.len() + 16);
    write_visible(&mut out, text);
    Ok(Safe(out))
}

/// A JSON Pointer, which may break behind its slashes.
#[askama::filter_fn]
pub fn pointer(text: impl AsRef<str>, _: &dyn Values) -> Result<Safe<String>> {
    let mut out = String::new();
    for part in text.as_ref().split_inclusive('/') {
        write_visible(&mut out, part);
        if part.len() > 1 && part.ends_with('/') {
            out.push_str("<wbr>");
        }
    }
    Ok(Safe(out))
}

/// What the program says about a problem: what stands between backticks is code. Ticks that do not pair stay.
#[askama::filter_fn]
pub fn message(text: impl AsRef<str>, _: &dyn Values) -> Result<Safe<String>> {
    let text = text.as_ref();
    let mut out = String::with_capacity(text.len() + 32);
    if text.matches('`').count() % 2 == 1 {
        write_visible(&mut out, text);
        return Ok(Safe(out));
    }
    for (nth, part) in text.split('`').enumerate() {
        let code = nth % 2 == 1;
        out.push_str(if code { "<code>" } else { "" });
        write_visible(&mut out, part);
        out.push_str(if code { "</code>" } else { "" });
    }
    Ok(Safe(out))
}

/// Code, highlighted where its language is known.
#[askama::filter_fn]
pub fn code(text: impl AsRef<str>, values: &dyn Values, language: &Option<String>) -> Result<Safe<String>> {
    let text = text.as_ref();
    let mut out = String::with_capacity(text.len() * 2);
    write_code(&mut out, language.as_deref().unwrap_or_default(), text, highlighting(values)?);
    Ok(Safe(out))
}

/// Plain running text.
#[askama::filter_fn]
pub fn prose(text: impl AsRef<str>, _: &dyn Values) -> Result<Safe<String>> {
    let mut out = String::new();
    write_body(&mut out, text.as_ref());
    Ok(Safe(out))
}

/// Attributes and the title, where no element can mark what can't be seen.
#[askama::filter_fn]
pub fn attribute(text: impl AsRef<str>, _: &dyn Values) -> Result<Safe<String>> {
    let mut out = String::new();
    escape_into(&mut out, &invisible::reveal(text.as_ref()));
    Ok(Safe(out))
}

/// Markdown whose highest heading is to be of the given level.
#[askama::filter_fn]
pub fn markdown(text: impl AsRef<str>, values: &dyn Values, level: u8) -> Result<Safe<String>> {
    Ok(Safe(Html::from_markdown(text.as_ref(), level, highlighting(values)?).0))
}

/// The first ten digits of a commit; anything else stays whole.
#[askama::filter_fn]
pub fn short(commit: impl AsRef<str>, _: &dyn Values) -> Result<String> {
    let commit = commit.as_ref();
    Ok(commit.get(..10).unwrap_or(commit).to_owned())
}

/// "1 finding", "3 findings".
#[askama::filter_fn]
pub fn findings(count: usize, _: &dyn Values) -> Result<String> {
    Ok(if count == 1 { "1 finding".to_owned() } else { format!("{count} findings") })
}

/// The class of a chip with a tone.
#[askama::filter_fn]
pub fn tone(tone: impl Borrow<Option<Tone>>, _: &dyn Values) -> Result<&'static str> {
    Ok(match tone.borrow() {
        Some(Tone::Alarm) => "block",
        Some(Tone::Caution) => "warn",
        Some(Tone::Good) => "ok",
        Some(Tone::Calm) | None => "",
    })
}

/// A label as the end of a class name.
#[askama::filter_fn]
pub fn slug(label: impl AsRef<str>, _: &dyn Values) -> Result<String> {
    Ok(super::facets::slug(label.as_ref()))
}

/// The name of a file beside the page, as an address: everything that could mean something in one is encoded.
#[askama::filter_fn]
pub fn sibling(name: impl AsRef<str>, _: &dyn Values) -> Result<String> {
    let mut out = String::new();
    for byte in name.as_ref().bytes() {
        if byte.is_ascii_alphanumeric() || b"-._~".contains(&byte) {
            out.push(char::from(byte));
        } else {
            // Writing to a String does not fail.
            let _ = write!(out, "%{byte:02X}");
        }
    }
    Ok(out)
}
