//! A Markdown document as its reader's program sees it: headings, live HTML, links, and what stands where it may not.

use prreport::invisible::reveal;
use prreport::model::Report;
use pulldown_cmark::{Event, Options, Parser, Tag, TagEnd};
use serde_json::Value;

/// What matters of a Markdown document.
#[derive(Debug, Default)]
pub struct Outline {
    /// Level and text of each heading that stands in nothing else, in order.
    pub headings: Vec<(usize, String)>,
    /// What a field of a report must not be able to do to a document.
    pub faults: Vec<String>,
    /// How many disclosures are open.
    details: isize,
}

/// HTML that may be live: the program's own, and the harmless tags of the policy, all without attributes of others.
fn is_harmless(tag: &str) -> bool {
    let ours = tag.strip_prefix("<a id=\"").and_then(|rest| rest.strip_suffix("\">"));
    if tag == "</a>" || ours.is_some_and(|id| id.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'-')) {
        return true;
    }
    // The line under a former heading, put away in a comment.
    let line = tag.strip_prefix("<!-- ").and_then(|rest| rest.strip_suffix(" -->")).unwrap_or_default();
    if !line.is_empty() && (line.bytes().all(|b| b == b'=') || line.bytes().all(|b| b == b'-')) {
        return true;
    }
    let lower = tag.to_ascii_lowercase();
    let name =
        lower.trim_start_matches("</").trim_start_matches('<').trim_end_matches('>').trim_end_matches([' ', '/']);
    matches!(name, "details" | "details open" | "summary" | "br" | "kbd" | "sub" | "sup" | "code" | "em" | "strong")
}

/// The tags in a piece of raw HTML.
fn tags(html: &str) -> impl Iterator<Item = &str> {
    html.match_indices('<').map(|(start, _)| {
        let rest = &html[start..];
        &rest[..rest.find('>').map_or(rest.len(), |end| end + 1)]
    })
}

impl Outline {
    /// Reads a document as GitHub does.
    pub fn of(markdown: &str) -> Self {
        let options = Options::ENABLE_TABLES | Options::ENABLE_STRIKETHROUGH | Options::ENABLE_TASKLISTS;
        let mut outline = Self::default();
        let mut depth = 0_usize;
        let mut heading: Option<(usize, String)> = None;
        for event in Parser::new_ext(markdown, options) {
            match event {
                Event::Start(tag) => {
                    match &tag {
                        Tag::Heading { level, .. } if depth == 0 => heading = Some((*level as usize, String::new())),
                        Tag::Link { dest_url, .. } => outline.judge_link(dest_url),
                        Tag::Image { dest_url, .. } => outline.faults.push(format!("an image of {dest_url}")),
                        _ => {}
                    }
                    depth += 1;
                }
                Event::End(tag) => {
                    depth -= 1;
                    if let (TagEnd::Heading(_), Some((level, text))) = (tag, heading.take_if(|_| depth == 0)) {
                        outline.heading(level, &text);
                    }
                }
                Event::Text(text) | Event::Code(text) => {
                    if let Some((_, heading)) = &mut heading {
                        heading.push_str(&text);
                    }
                }
                Event::SoftBreak | Event::HardBreak => {
                    if let Some((_, heading)) = &mut heading {
                        heading.push(' ');
                    }
                }
                Event::Html(html) | Event::InlineHtml(html) => outline.judge_html(&html),
                _ => {}
            }
        }
        outline.ended()
    }

    /// Takes over what `tests/tools/commonmark.mjs` tells about a document.
    pub fn of_reference(told: &Value) -> Self {
        let mut outline = Self::default();
        let text = |value: &Value, key: &str| value[key].as_str().unwrap_or_default().to_owned();
        for block in told["blocks"].as_array().unwrap() {
            if block["type"] == "html_block" {
                outline.judge_html(&text(block, "literal"));
            }
            for html in block["html"].as_array().into_iter().flatten() {
                outline.judge_html(&text(html, "literal"));
            }
            if block["type"] == "heading" && block["depth"] == 0 {
                outline.heading(usize::try_from(block["level"].as_u64().unwrap()).unwrap(), &text(block, "text"));
            }
        }
        for link in told["links"].as_array().unwrap() {
            match link["kind"].as_str() {
                Some("link") => outline.judge_link(&text(link, "destination")),
                _ => outline.faults.push(format!("an image of {}", link["destination"])),
            }
        }
        outline.ended()
    }

    fn heading(&mut self, level: usize, text: &str) {
        if self.details == 0 {
            self.headings.push((level, squeezed(text)));
        }
    }

    fn judge_html(&mut self, html: &str) {
        for tag in tags(html) {
            if !is_harmless(tag) {
                self.faults.push(format!("live HTML: {tag}"));
            }
            self.details += isize::from(tag.to_ascii_lowercase().starts_with("<details"));
            self.details -= isize::from(tag.eq_ignore_ascii_case("</details>"));
            if self.details < 0 {
                self.faults.push("a </details> that closes nothing".into());
            }
        }
    }

    fn judge_link(&mut self, destination: &str) {
        let lower = destination.to_ascii_lowercase();
        // What stands in angle brackets and is an e-mail's address may come without its scheme.
        let safe = ["http://", "https://", "mailto:", "#"].iter().any(|start| lower.starts_with(start))
            || (destination.contains('@') && !destination.contains(':'));
        if !safe {
            self.faults.push(format!("a link to {destination:?}"));
        }
    }

    fn ended(mut self) -> Self {
        if self.details != 0 {
            self.faults.push(format!("{} <details> are left open", self.details));
        }
        self
    }

    /// The texts of the headings of a level.
    pub fn of_level(&self, level: usize) -> Vec<&str> {
        self.headings.iter().filter(|(own, _)| *own == level).map(|(_, text)| text.as_str()).collect()
    }

    /// What is wrong with the outline of a report's document: every finding has its heading, in order, and below it one
    /// for its recommendation, and neither stands in anything else.
    pub fn faults_for(&self, report: &Report) -> Vec<String> {
        let mut faults = self.faults.clone();
        let findings: Vec<_> = report.findings().map(|(_, _, finding)| finding).collect();
        let expected: Vec<String> =
            findings.iter().map(|f| squeezed(&format!("{}: {}", f.id, reveal(&f.title).trim()))).collect();
        // The summary stands before the findings and may have headings of their level.
        let found = self.of_level(3);
        if !found.ends_with(&expected.iter().map(String::as_str).collect::<Vec<_>>()) {
            faults.push(format!("the headings are {found:?}, not {expected:?}"));
            return faults;
        }
        let first = self.headings.iter().enumerate().filter(|(_, (level, _))| *level == 3);
        let places: Vec<usize> = first.map(|(at, _)| at).skip(found.len() - expected.len()).collect();
        for (number, start) in places.iter().enumerate() {
            let end = places.get(number + 1).copied().unwrap_or(self.headings.len());
            let below = &self.headings[*start..end];
            if !below.iter().any(|(level, text)| *level == 4 && text == "Recommendation") {
                faults.push(format!("{} has no recommendation of its own", expected[number]));
            }
        }
        faults
    }
}

/// A text with every run of white space as one blank, as far as a reader can tell.
pub fn squeezed(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

#[test]
fn the_judge_of_markdown_sees_what_it_must() {
    for bad in [
        "<script>",
        "x <img src=x>",
        "<div>\n\n</div>",
        "<a href=\"javascript:x\">",
        "<details>",
        "</details>",
        "[x](javascript:x)",
        "[x](data:text/html,x)",
        "[x](relative.md)",
        "![x](https://e.org/i.png)",
        "[x]\n\n[x]: vbscript:x",
        "<!-- x -->",
        "<kbd onclick=x>",
    ] {
        assert!(!Outline::of(bad).faults.is_empty(), "{bad}");
    }
    let good =
        "<a id=\"SEC-001\"></a>\n\n# A\n\n<details open><summary>x</summary>\n\n# B\n\n</details>\n\n> # C\n\n# D";
    let outline = Outline::of(good);
    assert_eq!((outline.of_level(1), outline.faults.len()), (vec!["A", "D"], 0));
}
