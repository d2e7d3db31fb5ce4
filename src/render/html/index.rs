//! The page over several reports: a row each, with the way to its documents. Like them it fetches nothing and is whole
//! without script.

use super::{GENERATOR, INDEX_SCRIPT, INDEX_STYLE, Options, STYLE, compact, css, filters, policy};
use crate::view::Index;
use askama::Template;

#[derive(Template)]
#[template(path = "html/index.html")]
struct Page<'d> {
    d: &'d Index<'d>,
    language: &'d str,
    policy: String,
    style: String,
    own_style: Option<&'d str>,
    script: String,
    generator: &'static str,
}

/// Renders the page. Of the options, language and style apply.
///
/// # Errors
/// Only if a template fails to write into memory.
pub fn render(index: &Index<'_>, options: &Options) -> Result<String, askama::Error> {
    let own_style = options.style.as_deref().filter(|style| css::refusal(style).is_none());
    let script = compact(INDEX_SCRIPT);
    let style = [STYLE, INDEX_STYLE].concat();
    let page = Page {
        d: index,
        language: &options.language,
        policy: policy(&style, own_style, &script),
        style,
        own_style,
        script,
        generator: GENERATOR,
    };
    let mut out = String::with_capacity(32_768 + index.entries.len() * 1024);
    page.render_into(&mut out)?;
    out.push('\n');
    Ok(out)
}
