//! A page as a browser's parser sees it, and what may stand on one.

use html5ever::tendril::TendrilSink;
use markup5ever_rcdom::{Handle, NodeData, RcDom};
use std::collections::HashSet;

/// An element of a page.
#[derive(Debug)]
pub struct Element {
    /// Its name.
    pub name: String,
    /// The index of what it stands in.
    pub parent: Option<usize>,
    /// Names and values.
    pub attributes: Vec<(String, String)>,
    /// All text in it.
    pub text: String,
}

/// A parsed page, its elements in document order.
#[derive(Debug)]
pub struct Page {
    /// What the parser had to mend.
    pub errors: Vec<String>,
    /// The elements.
    pub elements: Vec<Element>,
}

/// Every element that the program itself writes, or lets Markdown write.
const ELEMENTS: &[&str] = &[
    "html",
    "head",
    "meta",
    "title",
    "style",
    "body",
    "a",
    "article",
    "aside",
    "b",
    "bdi",
    "blockquote",
    "br",
    "button",
    "code",
    "dd",
    "del",
    "details",
    "div",
    "dl",
    "dt",
    "em",
    "figcaption",
    "figure",
    "footer",
    "h1",
    "h2",
    "h3",
    "h4",
    "h5",
    "h6",
    "header",
    "hr",
    "kbd",
    "li",
    "main",
    "nav",
    "ol",
    "p",
    "pre",
    "rect",
    "section",
    "span",
    "strong",
    "sub",
    "summary",
    "sup",
    "svg",
    "table",
    "tbody",
    "td",
    "tfoot",
    "th",
    "thead",
    "tr",
    "ul",
    "wbr",
];

/// Every attribute, likewise.
const ATTRIBUTES: &[&str] = &[
    "aria-hidden",
    "aria-label",
    "aria-labelledby",
    "charset",
    "class",
    "content",
    "data-ai",
    "data-category",
    "data-comment",
    "data-file",
    "data-lang",
    "data-lines",
    "data-merge",
    "data-narrow",
    "data-overall",
    "data-relevance",
    "data-severity",
    "data-triage",
    "dir",
    "height",
    "href",
    "http-equiv",
    "id",
    "lang",
    "name",
    "open",
    "preserveAspectRatio",
    "rel",
    "role",
    "scope",
    "start",
    "tabindex",
    "title",
    "type",
    "viewBox",
    "width",
    "x",
];

impl Page {
    /// Parses a page.
    pub fn parse(html: &str) -> Self {
        let html = &*without_tools(html);
        let dom = html5ever::parse_document(RcDom::default(), html5ever::ParseOpts::default()).one(html);
        let errors = dom.errors.borrow().iter().map(ToString::to_string).collect();
        let mut page = Self { errors, elements: Vec::new() };
        // Without recursion: what strangers write may be nested deeply.
        let mut waiting: Vec<(Handle, Option<usize>)> = vec![(dom.document.clone(), None)];
        while let Some((node, parent)) = waiting.pop() {
            let mut inside = parent;
            match &node.data {
                NodeData::Element { name, attrs, .. } => {
                    let attributes =
                        attrs.borrow().iter().map(|a| (a.name.local.to_string(), a.value.to_string())).collect();
                    page.elements.push(Element {
                        name: name.local.to_string(),
                        parent,
                        attributes,
                        text: String::new(),
                    });
                    inside = Some(page.elements.len() - 1);
                }
                NodeData::Text { contents } => {
                    let mut around = parent;
                    while let Some(at) = around {
                        page.elements[at].text.push_str(&contents.borrow());
                        around = page.elements[at].parent;
                    }
                }
                _ => {}
            }
            waiting.extend(node.children.borrow().iter().rev().map(|child| (child.clone(), inside)));
        }
        page
    }

    /// All elements of this name.
    pub fn named<'p>(&'p self, name: &'p str) -> impl Iterator<Item = &'p Element> {
        self.elements.iter().filter(move |element| element.name == name)
    }

    /// What stands on the page and may not: live markup out of somebody's text, or tags that do not fit together.
    pub fn faults(&self) -> Vec<String> {
        let mut faults: Vec<String> = self.errors.iter().map(|error| format!("the parser says: {error}")).collect();
        let mut ids = HashSet::new();
        for element in &self.elements {
            if !ELEMENTS.contains(&element.name.as_str()) {
                faults.push(format!("<{}> has no business here", element.name));
            }
            for (name, value) in &element.attributes {
                if !ATTRIBUTES.contains(&name.as_str()) {
                    faults.push(format!("<{} {name}={value:?}>", element.name));
                }
                if name == "href" && !leads_somewhere_safe(value) {
                    faults.push(format!("a link to {value:?}"));
                }
                if name == "id" && !ids.insert(value) {
                    faults.push(format!("two elements with the id {value:?}"));
                }
            }
        }
        for once in ["html", "head", "body", "main", "title", "style", "h1", "nav", "footer"] {
            if self.named(once).count() != 1 {
                faults.push(format!("{} <{once}>", self.named(once).count()));
            }
        }
        faults
    }
}

fn leads_somewhere_safe(address: &str) -> bool {
    let lower = address.to_ascii_lowercase();
    ["http://", "https://", "mailto:", "#"].iter().any(|start| lower.starts_with(start))
        && !address.contains(|c: char| c.is_control() || c.is_whitespace())
}

/// The page without the program's own tools: scripts that its policy names by digest, the toolbar and the help.
fn without_tools(page: &str) -> String {
    let mut out = page.to_owned();
    let mut from = 0;
    while let Some(start) = out[from..].find("<script>").map(|at| from + at) {
        let Some(end) = out[start..].find("</script>").map(|at| start + at) else { break };
        let digest = prreport::fingerprint::sha256_base64(&out.as_bytes()[start + "<script>".len()..end]);
        if out[..start].contains(&format!("sha256-{digest}")) {
            out.replace_range(start..end + "</script>".len(), "");
        } else {
            from = end;
        }
    }
    for (open, close) in [("<search class=\"tools\" id=\"tools\"", "</search>"), ("<dialog id=\"help\"", "</dialog>")] {
        if let Some(start) = out.find(open)
            && let Some(length) = out[start..].find(close)
        {
            out.replace_range(start..start + length + close.len(), "");
        }
    }
    out
}

#[test]
fn the_judge_of_pages_sees_what_it_must() {
    let page = |inside: &str| {
        let html = format!(
            "<!doctype html><html><head><title>t</title><style></style></head><body><nav></nav><main><h1>t</h1>{inside}</main>\
             <footer></footer></body></html>"
        );
        Page::parse(&html).faults()
    };
    assert_eq!(page("<p>fine <a href=\"#x\" id=\"x\">y</a></p>"), Vec::<String>::new());
    for bad in [
        "<script></script>",
        "<img alt=x>",
        "<p onclick=x></p>",
        "<p style=x></p>",
        "<a href=\"javascript:x\">y</a>",
        "<a href=\"relative\">y</a>",
        "<p></div></p>",
        "<p id=a></p><p id=a></p>",
        "</main><main>",
        "<b>",
    ] {
        assert!(!page(bad).is_empty(), "{bad}");
    }
}
