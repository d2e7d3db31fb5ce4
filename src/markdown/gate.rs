//! The last gate: ammonia, with nothing on its list but what [`super::html`] writes.

use ammonia::{Builder, UrlRelative};
use std::borrow::Cow;
use std::collections::{HashMap, HashSet};
use std::sync::LazyLock;

/// One builder for the whole run: making it costs more than cleaning a finding.
static GATE: LazyLock<Builder<'static>> = LazyLock::new(|| {
    let set = |words: &[&'static str]| words.iter().copied().collect::<HashSet<_>>();
    let mut builder = Builder::empty();
    builder
        .tags(set(&[
            "a",
            "blockquote",
            "br",
            "code",
            "del",
            "details",
            "div",
            "em",
            "h3",
            "h4",
            "h5",
            "h6",
            "hr",
            "kbd",
            "li",
            "ol",
            "p",
            "pre",
            "span",
            "strong",
            "sub",
            "summary",
            "sup",
            "table",
            "tbody",
            "td",
            "th",
            "thead",
            "tr",
            "ul",
        ]))
        .tag_attributes(HashMap::from([
            ("a", set(&["href"])),
            ("ol", set(&["start"])),
            ("th", set(&["scope"])),
            ("pre", set(&["tabindex"])),
            ("div", set(&["tabindex"])),
            ("span", set(&["role", "aria-label"])),
        ]))
        .generic_attributes(set(&["dir"]))
        .allowed_classes(HashMap::from([
            ("td", set(&["center", "right"])),
            ("th", set(&["center", "right"])),
            ("div", set(&["wide"])),
            ("span", set(&["task", "unseen", "k", "s", "c", "n", "f", "t", "i", "d"])),
        ]))
        .url_schemes(set(&["http", "https", "mailto"]))
        .url_relative(UrlRelative::Custom(Box::new(within_page)))
        .link_rel(Some("noopener noreferrer"));
    builder
});

/// Of the addresses without a scheme only those on the page itself may stay.
fn within_page(url: &str) -> Option<Cow<'_, str>> {
    url.starts_with('#').then_some(Cow::Borrowed(url))
}

/// Cleans HTML; what the policy let through comes out as it went in.
pub fn clean(html: &str) -> String {
    GATE.clean(html).to_string()
}
