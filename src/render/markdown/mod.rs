//! GFM that renders on GitHub and in any `CommonMark` reader.
//!
//! Long texts pass through verbatim, contained by [`crate::markdown::contain`]; plain texts are escaped.

mod filters;

use crate::markdown::contain;
use crate::render::pieces::{Pieces, Slots};
use crate::view::{Document, FindingView};
use askama::Template;
use std::fmt::Write as _;

const GENERATOR: &str = concat!("prreport ", env!("CARGO_PKG_VERSION"));

#[derive(Template)]
#[template(path = "markdown/report.md", escape = "none")]
struct Report<'d, 'a> {
    d: &'d Document<'a>,
    findings: &'d Slots,
    generator: &'static str,
}

#[derive(Template)]
#[template(path = "markdown/finding.md", escape = "none")]
struct Finding<'d, 'a> {
    f: &'d FindingView<'a>,
}

/// About how many bytes a finding takes.
const SIZE: usize = 2_048;

/// Renders the document. Findings are rendered in parallel; the bytes do not depend on it.
///
/// # Errors
/// Only if a template fails to write into memory.
pub fn render(document: &Document<'_>) -> Result<String, askama::Error> {
    Ok(String::from(&pieces(document)?))
}

/// Renders the document in pieces, which together are what [`render`] returns.
///
/// # Errors
/// Only if a template fails to write into memory.
pub fn pieces(document: &Document<'_>) -> Result<Pieces, askama::Error> {
    let listed: Vec<_> = document.findings().collect();
    let finding = |number: usize, out: &mut String| {
        out.push('\n');
        Finding { f: listed[number] }.render_into(out)
    };
    Pieces::render(listed.len(), SIZE, finding, |findings, out| {
        Report { d: document, findings, generator: GENERATOR }.render_into(out)?;
        Ok(out.write_char('\n')?)
    })
}

/// The findings whose texts define link references. Those act on the whole Markdown document, so they may reach into
/// other findings' texts.
#[must_use]
pub fn link_definitions<'a>(document: &'a Document<'_>) -> Vec<&'a str> {
    let texts = |f: &FindingView<'a>| {
        let assessment = f.validation.as_ref().and_then(|validation| validation.assessment);
        [Some(f.description), f.impact, Some(f.recommendation), assessment]
    };
    document
        .findings()
        .filter(|f| texts(f).into_iter().flatten().any(|text| text.contains("]:") && contain(text, 1).defines_links))
        .map(|f| f.id)
        .collect()
}
