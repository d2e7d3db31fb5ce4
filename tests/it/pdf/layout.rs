//! What poppler says about where text stands, as lines to read.

use std::fmt::Write as _;

/// A line of text on a page, in points from the top left.
pub struct TextLine {
    /// Left end.
    pub left: f64,
    /// Right end.
    pub right: f64,
    /// Top.
    pub top: f64,
    /// Its words.
    pub text: String,
}

/// The lines of each page, from the output of `pdftotext -bbox-layout`.
pub fn pages(bbox: &str) -> Vec<Vec<TextLine>> {
    let mut pages: Vec<Vec<TextLine>> = Vec::new();
    for element in bbox.lines().map(str::trim) {
        if element.starts_with("<page ") {
            pages.push(Vec::new());
        } else if element.starts_with("<line ") {
            let at = |key| value(element, key);
            let line = TextLine { left: at("xMin"), right: at("xMax"), top: at("yMin"), text: String::new() };
            pages.last_mut().unwrap().push(line);
        } else if element.starts_with("<word ") {
            let word = element.split_once('>').unwrap().1.strip_suffix("</word>").unwrap();
            let line = pages.last_mut().and_then(|page| page.last_mut()).unwrap();
            if !line.text.is_empty() {
                line.text.push(' ');
            }
            line.text.push_str(&plain(word));
        }
    }
    pages
}

/// Page by page from top to bottom: left end, right end and top of each line to half a point, and its text.
pub fn positions(bbox: &str) -> String {
    let mut out = String::new();
    for (number, mut lines) in pages(bbox).into_iter().enumerate() {
        let _ = writeln!(out, "page {}", number + 1);
        lines.sort_by(|a, b| half(a.top).total_cmp(&half(b.top)).then(half(a.left).total_cmp(&half(b.left))));
        for line in lines {
            let text = line.text.replace(concat!("prreport ", env!("CARGO_PKG_VERSION")), "prreport VERSION");
            let _ = writeln!(out, "{:5.1} {:5.1} {:5.1}  {text}", half(line.left), half(line.right), half(line.top));
        }
    }
    out
}

/// Rounded, so that what nobody sees is no difference.
fn half(value: f64) -> f64 {
    (value * 2.0).round() / 2.0
}

fn value(element: &str, key: &str) -> f64 {
    let (_, rest) = element.split_once(&format!("{key}=\"")).unwrap();
    rest.split_once('"').unwrap().0.parse().unwrap()
}

fn plain(text: &str) -> String {
    text.replace("&lt;", "<").replace("&gt;", ">").replace("&quot;", "\"").replace("&apos;", "'").replace("&amp;", "&")
}
