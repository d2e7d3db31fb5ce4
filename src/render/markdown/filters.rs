//! How the Markdown templates write a string: one filter a sink, each escaping on its own.

#![expect(
    clippy::inline_always,
    clippy::unnecessary_wraps,
    clippy::unused_self,
    reason = "askama's attribute macro sets the shape of a filter"
)]

use crate::markdown::plain;
use crate::markdown::{contain, fenced};
use crate::model::{CodeSnippet, Severity};
use askama::{Result, Values};
use std::borrow::Borrow;

/// Plain text on one line.
#[askama::filter_fn]
pub fn inline(text: impl AsRef<str>, _: &dyn Values) -> Result<String> {
    Ok(plain::inline(text.as_ref()))
}

/// Plain prose with its line breaks.
#[askama::filter_fn]
pub fn lines(text: impl AsRef<str>, _: &dyn Values) -> Result<String> {
    Ok(plain::lines(text.as_ref()))
}

/// A code span.
#[askama::filter_fn]
pub fn code(text: impl AsRef<str>, _: &dyn Values) -> Result<String> {
    Ok(plain::code(text.as_ref()))
}

/// A code span in a table cell.
#[askama::filter_fn]
pub fn code_in_cell(text: impl AsRef<str>, _: &dyn Values) -> Result<String> {
    Ok(plain::code_in_cell(text.as_ref()))
}

/// The address of a link.
#[askama::filter_fn]
pub fn destination(address: impl AsRef<str>, _: &dyn Values) -> Result<String> {
    Ok(plain::destination(address.as_ref()))
}

/// Text inside our own HTML.
#[askama::filter_fn]
pub fn html(text: impl AsRef<str>, _: &dyn Values) -> Result<String> {
    Ok(plain::html(text.as_ref()))
}

/// Markdown, verbatim but contained; its headings start at the given level.
#[askama::filter_fn]
pub fn verbatim(text: impl AsRef<str>, _: &dyn Values, level: u8) -> Result<String> {
    Ok(contain(text.as_ref(), level).text.into_owned())
}

/// A snippet in a fence that nothing inside can close.
#[askama::filter_fn]
pub fn fence(snippet: &CodeSnippet, _: &dyn Values) -> Result<String> {
    Ok(fenced(&snippet.content, plain::language(snippet.language.as_deref().unwrap_or_default())))
}

/// A sign that helps the eye; the severity always stands beside it in words.
#[askama::filter_fn]
pub fn signal(severity: impl Borrow<Severity>, _: &dyn Values) -> Result<&'static str> {
    Ok(match severity.borrow() {
        Severity::Critical => "🔴",
        Severity::High => "🟠",
        Severity::Medium => "🟡",
        Severity::Low => "🔵",
        Severity::Info => "⚪",
    })
}
