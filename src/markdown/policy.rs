//! The policy: which events of a Markdown text a document may show, and what the others become.
//!
//! - Links lead to http, https, mailto or into the page; any other destination becomes text behind the link's text.
//! - Images are never fetched: a link with the alternative text.
//! - Raw HTML is text, but for a few balanced tags.
//! - Headings count from 1 and never skip a level; bare web addresses become links.

use crate::markdown::event::{Container, Event, Inline};
use crate::markdown::links::is_safe_destination;
use crate::markdown::{parser, raw_html};
use linkify::{LinkFinder, LinkKind};
use pulldown_cmark::{CodeBlockKind, CowStr, Event as Parsed, LinkType, Tag, TagEnd};
use std::ops::Range;

/// Parses a Markdown text and applies the policy.
#[must_use]
pub fn events(source: &str) -> Vec<Event<'_>> {
    let parsed: Vec<_> = parser(source).into_offset_iter().collect();
    let acts = raw_html::acting(source, &parsed);
    let mut policy = Policy {
        source,
        out: Vec::with_capacity(parsed.len()),
        links: Vec::new(),
        headings: Vec::new(),
        headings_before: Vec::new(),
        flattened: Vec::new(),
    };
    let mut at = 0;
    while at < parsed.len() {
        at = policy.take(&parsed, &acts, at);
    }
    merge_and_autolink(policy.out)
}

/// How deep quotes, lists and emphasis nest. What reads the result takes time by the square of it.
const DEEPEST: usize = 64;

/// A link or an image that is open.
struct OpenLink<'a> {
    destination: CowStr<'a>,
    /// Whether a `Start(Link)` was written for it.
    live: bool,
    /// How many events had been written when its text began.
    begun: usize,
    /// Images inside a link, to be linked behind it.
    images: Vec<CowStr<'a>>,
}

struct Policy<'a> {
    source: &'a str,
    out: Vec<Event<'a>>,
    links: Vec<OpenLink<'a>>,
    /// The source levels of the headings above the present one.
    headings: Vec<u8>,
    /// The same before the latest heading.
    headings_before: Vec<u8>,
    /// For each open container, whether it is passed over.
    flattened: Vec<bool>,
}

impl<'a> Policy<'a> {
    /// Takes the event at `at` and returns the index of the next one to take.
    fn take(&mut self, parsed: &[(Parsed<'a>, Range<usize>)], acts: &[bool], at: usize) -> usize {
        let (event, _) = &parsed[at];
        match event {
            Parsed::Start(Tag::HtmlBlock) => return self.html_block(parsed, acts[at], at),
            Parsed::Start(tag) => self.start(tag),
            Parsed::End(end) => self.end(*end),
            Parsed::Text(text) | Parsed::Html(text) => self.out.push(Event::Text(text.clone())),
            Parsed::InlineHtml(raw) => match raw_html::inline_tag(raw).filter(|_| acts[at]) {
                Some(raw_html::Inline::Break) => self.out.push(Event::HardBreak),
                Some(raw_html::Inline::Open(name)) => self.open(Container::Inline(Inline(name))),
                Some(raw_html::Inline::Close(_)) => self.close(),
                None => self.out.push(Event::Text(raw.clone())),
            },
            Parsed::Code(code) => self.out.push(Event::Code(code.clone())),
            Parsed::SoftBreak => self.out.push(Event::SoftBreak),
            Parsed::HardBreak => self.out.push(Event::HardBreak),
            Parsed::Rule => self.out.push(Event::Rule),
            Parsed::TaskListMarker(ticked) => self.out.push(Event::Task(*ticked)),
            Parsed::FootnoteReference(text) | Parsed::InlineMath(text) | Parsed::DisplayMath(text) => {
                self.out.push(Event::Text(text.clone()));
            }
        }
        at + 1
    }

    /// Raw HTML that may not act is shown line by line.
    fn html_block(&mut self, parsed: &[(Parsed<'a>, Range<usize>)], acts: bool, at: usize) -> usize {
        let text = raw_html::block_text(self.source, parsed, at);
        match raw_html::block_tag(text).filter(|_| acts) {
            Some(raw_html::Block::OpenDetails(summary)) => {
                self.open(Container::Details(summary.into()));
            }
            Some(raw_html::Block::CloseDetails) => self.close(),
            None => {
                let lines: Vec<&str> = text.lines().collect();
                for paragraph in lines.split(|line| line.trim().is_empty()).filter(|lines| !lines.is_empty()) {
                    self.out.push(Event::Start(Container::Paragraph));
                    for (i, line) in paragraph.iter().enumerate() {
                        if i > 0 {
                            self.out.push(Event::HardBreak);
                        }
                        self.out.push(Event::Text((*line).into()));
                    }
                    self.out.push(Event::End);
                }
            }
        }
        let block = parsed[at..].iter().position(|(event, _)| matches!(event, Parsed::End(TagEnd::HtmlBlock)));
        block.map_or(parsed.len(), |length| at + length + 1)
    }

    fn start(&mut self, tag: &Tag<'a>) {
        let container = match tag {
            Tag::Heading { level, .. } => Container::Heading(self.heading(*level as u8)),
            Tag::BlockQuote(_) => Container::Quote,
            Tag::CodeBlock(CodeBlockKind::Fenced(info)) => Container::CodeBlock(language(info)),
            Tag::CodeBlock(CodeBlockKind::Indented) => Container::CodeBlock("".into()),
            Tag::List(first) => Container::List(*first),
            Tag::Item => Container::Item,
            Tag::Table(alignments) => Container::Table(alignments.clone()),
            Tag::TableHead => Container::TableHead,
            Tag::TableRow => Container::TableRow,
            Tag::TableCell => Container::TableCell,
            Tag::Emphasis => Container::Emphasis,
            Tag::Strong => Container::Strong,
            Tag::Strikethrough => Container::Strikethrough,
            Tag::Link { dest_url, link_type, .. } => {
                let destination = match link_type {
                    LinkType::Email => format!("mailto:{dest_url}").into(),
                    _ => dest_url.clone(),
                };
                return self.open_link(destination);
            }
            Tag::Image { dest_url, .. } => return self.open_link(dest_url.clone()),
            // The extensions that would give rise to the others are off; their text is a paragraph's.
            _ => Container::Paragraph,
        };
        self.open(container);
    }

    /// Opens a container, unless it would nest deeper than anybody reads; then only its content is shown.
    fn open(&mut self, container: Container<'a>) {
        let nests = !matches!(
            container,
            Container::Paragraph
                | Container::Heading(_)
                | Container::CodeBlock(_)
                | Container::Table(_)
                | Container::TableHead
                | Container::TableRow
                | Container::TableCell
        );
        let flattened = nests && self.flattened.len() >= DEEPEST;
        self.flattened.push(flattened);
        if !flattened {
            self.out.push(Event::Start(container));
        } else if container == Container::Item {
            self.out.push(Event::HardBreak);
        }
    }

    fn close(&mut self) {
        if self.flattened.pop() == Some(false) {
            self.out.push(Event::End);
        }
    }

    fn end(&mut self, end: TagEnd) {
        match end {
            TagEnd::Link | TagEnd::Image => self.close_link(),
            TagEnd::Heading(_) if matches!(self.out.last(), Some(Event::Start(Container::Heading(_)))) => {
                // A heading without text would be a stop for screen readers that says nothing.
                self.out.pop();
                self.flattened.pop();
                self.headings = std::mem::take(&mut self.headings_before);
            }
            _ => self.close(),
        }
    }

    fn open_link(&mut self, destination: CowStr<'a>) {
        let inside = self.links.iter().any(|link| link.live);
        let live = !inside && is_safe_destination(&destination);
        if live {
            self.out.push(Event::Start(Container::Link(destination.clone())));
        }
        self.links.push(OpenLink { destination, live, begun: self.out.len(), images: Vec::new() });
    }

    fn close_link(&mut self) {
        let Some(link) = self.links.pop() else { return };
        let text: String = self.out[link.begun..]
            .iter()
            .filter_map(|event| match event {
                Event::Text(text) | Event::Code(text) => Some(&**text),
                _ => None,
            })
            .collect();
        if link.live {
            if text.trim().is_empty() {
                self.out.push(Event::Text(link.destination));
            }
            self.out.push(Event::End);
            for image in link.images {
                self.out.push(Event::Text(" ".into()));
                self.link_or_text(image);
            }
        } else if let Some(outer) = self.links.iter_mut().rev().find(|outer| outer.live) {
            if is_safe_destination(&link.destination) {
                outer.images.push(link.destination);
            } else {
                self.out.push(Event::Text(format!(" ({})", link.destination).into()));
            }
        } else if text.trim().is_empty() {
            self.out.push(Event::Text(link.destination));
        } else if *text != *link.destination && !link.destination.is_empty() {
            self.out.push(Event::Text(format!(" ({})", link.destination).into()));
        }
    }

    fn link_or_text(&mut self, destination: CowStr<'a>) {
        self.out.push(Event::Start(Container::Link(destination)));
        self.out.push(Event::Text("(image)".into()));
        self.out.push(Event::End);
    }

    /// The level that a heading gets: one below the nearest heading above it in the text.
    fn heading(&mut self, level: u8) -> u8 {
        self.headings_before.clone_from(&self.headings);
        while self.headings.last().is_some_and(|above| *above >= level) {
            self.headings.pop();
        }
        self.headings.push(level);
        u8::try_from(self.headings.len()).unwrap_or(6)
    }
}

/// The first word of a fence's info string.
fn language<'a>(info: &CowStr<'a>) -> CowStr<'a> {
    let word = info.split([' ', ',', '\t', '{']).next().unwrap_or_default();
    if word.len() == info.len() { info.clone() } else { word.to_owned().into() }
}

/// Joins neighbouring texts and turns the web addresses in them into links, outside code and links.
fn merge_and_autolink(events: Vec<Event<'_>>) -> Vec<Event<'_>> {
    let mut finder = LinkFinder::new();
    finder.kinds(&[LinkKind::Url]).url_must_have_scheme(true);
    let mut out = Vec::with_capacity(events.len());
    let mut stack: Vec<bool> = Vec::new();
    let mut events = events.into_iter().peekable();
    while let Some(event) = events.next() {
        match event {
            Event::Text(first) => {
                let mut text = first;
                if matches!(events.peek(), Some(Event::Text(_))) {
                    let mut joined = text.into_string();
                    while let Some(Event::Text(next)) = events.next_if(|event| matches!(event, Event::Text(_))) {
                        joined.push_str(&next);
                    }
                    text = joined.into();
                }
                let verbatim = stack.iter().any(|v| *v);
                if !verbatim && text.contains("://") {
                    autolink(&finder, &text, &mut out);
                } else {
                    out.push(Event::Text(text));
                }
            }
            Event::Start(container) => {
                stack.push(matches!(
                    container,
                    Container::CodeBlock(_) | Container::Link(_) | Container::Inline(Inline("code"))
                ));
                out.push(Event::Start(container));
            }
            Event::End => {
                stack.pop();
                out.push(Event::End);
            }
            other => out.push(other),
        }
    }
    out
}

fn autolink(finder: &LinkFinder, text: &str, out: &mut Vec<Event<'_>>) {
    for span in finder.spans(text) {
        let part = span.as_str().to_owned();
        if span.kind().is_some() && is_safe_destination(&part) {
            out.push(Event::Start(Container::Link(part.clone().into())));
            out.push(Event::Text(part.into()));
            out.push(Event::End);
        } else {
            out.push(Event::Text(part.into()));
        }
    }
}
