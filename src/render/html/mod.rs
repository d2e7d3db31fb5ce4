//! One self-contained HTML page: opens from disk, fetches nothing, is readable without script.

pub mod css;
mod facets;
mod filters;
pub mod index;

use crate::fingerprint::sha256_base64;
use crate::highlight::Highlighting;
use crate::model::{CodeSnippet, Triage};
use crate::render::pieces::{Pieces, Slots};
use crate::view::{Document, FindingView, TopRow, line_count, line_numbers};
use askama::Template;
use facets::Facet;
use std::any::Any;
use std::fmt::Write as _;
use std::sync::LazyLock;

/// The page's own style; its digest is the first that the page's policy lets through, that of `--css` the second.
const STYLE: &str = include_str!("../../../assets/page/style.css");

/// The page's own script; it only acts on what is there, and the page is whole without it.
const SCRIPT: &str = include_str!("../../../assets/page/script.js");

/// What deciding on findings adds to it.
const TRIAGE: &str = include_str!("../../../assets/page/triage.js");

/// What the page over several reports looks like beyond that.
const INDEX_STYLE: &str = include_str!("../../../assets/page/index.css");

/// The script of the page over several reports.
const INDEX_SCRIPT: &str = include_str!("../../../assets/page/index.js");

/// A script as a page carries it: without what only its writers need.
fn compact(script: &str) -> String {
    // It refuses nothing that browsers take; were it otherwise, the whole script does the same.
    minifier::js::minify(script).map_or_else(|_| script.to_owned(), |minified| minified.to_string())
}

/// The script as a page carries it; made once, however many pages there are.
static PAGE_SCRIPT: LazyLock<String> = LazyLock::new(|| compact(SCRIPT));

/// The script of a page to decide on.
static DECIDING_SCRIPT: LazyLock<String> = LazyLock::new(|| [PAGE_SCRIPT.as_str(), &compact(TRIAGE)].concat());

/// What the footer names.
const GENERATOR: &str = concat!("prreport ", env!("CARGO_PKG_VERSION"));

/// Up to this many findings the contents list each of them, and a row of the plan shows them without a click; beyond, a
/// list of hundreds helps nobody.
const LISTED_FINDINGS: usize = 120;

/// How many of the findings to fix first are in sight when there are more than [`LISTED_FINDINGS`].
const FIRST_OF_MANY: usize = 50;

/// Code of more lines can be folded by itself. Shorter code, which is nearly all, goes with its finding: thousands of
/// folds were a tenth of opening a page.
const LINES_IN_SIGHT: usize = 40;

#[derive(Template)]
#[template(path = "html/page.html")]
struct Page<'d, 'a> {
    d: &'d Document<'a>,
    /// What to fix first: the rows in sight, and those behind a click.
    top: (&'d [TopRow<'a>], &'d [TopRow<'a>]),
    findings: &'d Slots,
    list_findings: bool,
    listed: usize,
    language: &'d str,
    policy: String,
    style: &'static str,
    own_style: Option<&'d str>,
    script: &'static str,
    has_findings: bool,
    decisions: Option<String>,
    facets: Vec<Facet>,
    tags: Vec<(&'a str, usize)>,
    generator: &'static str,
}

#[derive(Template)]
#[template(path = "html/finding.html")]
struct Finding<'d, 'a> {
    f: &'d FindingView<'a>,
    category: &'static str,
    /// Each with its line numbers and whether it folds.
    snippets: Vec<(&'a CodeSnippet, Option<String>, bool)>,
}

impl<'d, 'a> Finding<'d, 'a> {
    fn new(f: &'d FindingView<'a>, category: &'static str) -> Self {
        let numbered = |(i, snippet): (usize, &'a CodeSnippet)| {
            let folds = line_count(&snippet.content) > LINES_IN_SIGHT;
            (snippet, line_numbers(snippet, i == 0, f.location), folds)
        };
        Self { f, category, snippets: f.snippets.iter().enumerate().map(numbered).collect() }
    }
}

/// How the page is made.
#[derive(Debug, Clone)]
pub struct Options {
    /// The language of the report, a BCP 47 tag for `<html lang>`.
    pub language: String,
    /// Makes a page to decide on, with these decisions to begin with.
    pub triage: Option<Triage>,
    /// A style to stand behind the page's own, which [`css::refusal`] has let through.
    pub style: Option<String>,
    /// Whether code has colours.
    pub highlighting: Highlighting,
}

impl Default for Options {
    fn default() -> Self {
        Self { language: "en".to_owned(), triage: None, style: None, highlighting: Highlighting::On }
    }
}

/// What filters need to know beside their text.
impl askama::Values for Options {
    fn get_value<'v>(&'v self, key: &str) -> Option<&'v dyn Any> {
        (key == filters::HIGHLIGHTING).then_some(&self.highlighting as &dyn Any)
    }
}

/// About how many bytes a finding takes.
const SIZE: usize = 4_096;

/// Renders the page. Findings are rendered in parallel; the bytes do not depend on it.
///
/// # Errors
/// Only if a template fails to write into memory.
pub fn render(document: &Document<'_>, options: &Options) -> Result<String, askama::Error> {
    Ok(String::from(&pieces(document, options)?))
}

/// Renders the page in pieces, which together are what [`render`] returns.
///
/// # Errors
/// Only if a template fails to write into memory.
pub fn pieces(document: &Document<'_>, options: &Options) -> Result<Pieces, askama::Error> {
    let listed: Vec<_> = document.sections.iter().flat_map(|s| s.findings.iter().map(|f| (f, s.category))).collect();
    let finding = |number: usize, out: &mut String| {
        let (finding, category) = listed[number];
        Finding::new(finding, category).render_into_with_values(out, options)
    };
    Pieces::render(listed.len(), SIZE, finding, |findings, out| {
        let count = listed.len();
        let own_style = options.style.as_deref().filter(|style| css::refusal(style).is_none());
        let decisions = options.triage.as_ref().filter(|_| count > 0).map(|triage| decisions(document, triage));
        let script = if decisions.is_some() { &*DECIDING_SCRIPT } else { &*PAGE_SCRIPT };
        let in_sight = if document.top.len() > LISTED_FINDINGS { FIRST_OF_MANY } else { document.top.len() };
        let page = Page {
            d: document,
            top: document.top.split_at(in_sight),
            list_findings: count <= LISTED_FINDINGS,
            listed: LISTED_FINDINGS,
            language: &options.language,
            policy: policy(STYLE, own_style, script),
            style: STYLE,
            own_style,
            script,
            has_findings: count > 0,
            findings,
            decisions,
            facets: facets::facets(document, options.triage.is_some()),
            tags: facets::tags(document),
            generator: GENERATOR,
        };
        page.render_into_with_values(out, options)?;
        Ok(out.write_char('\n')?)
    })
}

/// A policy that lets a page's own styles and script through, and nothing else.
fn policy(style: &str, own_style: Option<&str>, script: &str) -> String {
    format!(
        "default-src 'none'; style-src 'sha256-{}'{}; script-src 'sha256-{}'; base-uri 'none'; form-action 'none'",
        sha256_base64(style.as_bytes()),
        own_style.map(|style| format!(" 'sha256-{}'", sha256_base64(style.as_bytes()))).unwrap_or_default(),
        sha256_base64(script.as_bytes())
    )
}

/// What the script for decisions begins with, as JSON that may stand in a script element.
fn decisions(document: &Document<'_>, triage: &Triage) -> String {
    let ids: Vec<&str> = document.findings().map(|finding| finding.id).collect();
    let data = serde_json::json!({
        "report_sha256": document.provenance.digest,
        "ids": ids,
        "triaged_by": triage.triaged_by,
        "decisions": triage.decisions(),
    });
    let mut out = String::new();
    for c in data.to_string().chars() {
        match c {
            '<' | '>' | '&' | '\u{2028}' | '\u{2029}' => {
                // Writing to a String does not fail.
                let _ = write!(out, "\\u{:04x}", u32::from(c));
            }
            _ => out.push(c),
        }
    }
    out
}
