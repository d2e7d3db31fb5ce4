//! GFM that renders on GitHub and in any `CommonMark` reader.
//!
//! Long texts pass through verbatim, contained by [`crate::markdown::contain`]; plain texts are escaped.

mod filters;

use crate::markdown::contain;
use crate::render::ahead::Ahead;
use crate::view::{Document, FindingView};
use askama::Template;

const GENERATOR: &str = concat!("prreport ", env!("CARGO_PKG_VERSION"));

#[derive(Template)]
#[template(path = "markdown/report.md", escape = "none")]
struct Report<'d, 'a> {
    d: &'d Document<'a>,
    findings: Ahead<'d>,
    generator: &'static str,
}

#[derive(Template)]
#[template(path = "markdown/finding.md", escape = "none")]
struct Finding<'d, 'a> {
    f: &'d FindingView<'a>,
}

/// Renders the document. Findings are rendered in parallel; the bytes do not depend on it.
///
/// # Errors
/// Only if a template fails to write into memory.
pub fn render(document: &Document<'_>) -> Result<String, askama::Error> {
    let listed: Vec<_> = document.findings().collect();
    let findings = Ahead::new(listed.len(), move |i| Finding { f: listed[i] }.render())?;
    let mut out = String::with_capacity(findings.expected_size() + 16_384);
    Report { d: document, findings, generator: GENERATOR }.render_into(&mut out)?;
    out.push('\n');
    Ok(out)
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
