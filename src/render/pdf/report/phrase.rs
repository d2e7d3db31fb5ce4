//! Pieces of text that several parts use.

use crate::invisible;
use crate::model::Severity;
use crate::render::pdf::block::inline::push_body;
use crate::render::pdf::block::paragraph::Setting;
use crate::render::pdf::block::{Flow, Mark, Strip};
use crate::render::pdf::style::{BODY, Ink, LEADING, SMALL, Style};
use crate::render::pdf::text::{Rich, Target, is_bidirectional};
use crate::view::{DecisionView, Reference};
use std::borrow::Cow;

/// A plain field on one line, with what is invisible shown by name.
pub fn visible(text: &str) -> Cow<'_, str> {
    match invisible::reveal(text) {
        shown if shown.contains(['\n', '\r', '\t']) => {
            Cow::Owned(shown.replace("\r\n", " ").replace(['\n', '\r', '\t'], " "))
        }
        shown => shown,
    }
}

/// The same amid other text: what runs from right to left in it keeps to itself.
pub fn shown(text: &str) -> Cow<'_, str> {
    let text = visible(text);
    if is_bidirectional(&text) { Cow::Owned(format!("\u{2068}{text}\u{2069}")) } else { text }
}

/// Plain prose whose line breaks are kept.
pub fn prose(text: &str, style: Style) -> Rich {
    let mut rich = Rich::default();
    for (i, line) in text.trim_end().lines().enumerate() {
        if i > 0 {
            rich.push("\n", style);
        }
        push_body(&mut rich, line, style, None);
    }
    rich
}

/// A finding's id that leads to the finding.
pub fn reference(rich: &mut Rich, reference: &Reference<'_>, size: f32) {
    let style = Style::mono(size * 0.94, Ink::SOFT).bold();
    match &reference.anchor {
        Some(anchor) => rich.link(&shown(reference.id), style.ink(Ink::LINK), Target::Place(anchor.as_str().into())),
        None => rich.push(&shown(reference.id), style),
    }
}

/// A place in the code that leads to its lines.
pub fn location(rich: &mut Rich, location: &str, permalink: Option<&str>, size: f32) {
    let style = Style::mono(size, Ink::SOFT);
    match permalink {
        Some(url) => rich.link(&shown(location), style.ink(Ink::LINK), Target::Web(url.into())),
        None => rich.push(&shown(location), style),
    }
}

/// A text that may lead somewhere.
pub fn linked(rich: &mut Rich, text: &str, url: Option<&str>, style: Style) {
    match url {
        Some(url) => rich.link(&shown(text), style.ink(Ink::LINK), Target::Web(url.into())),
        None => rich.push(&shown(text), style),
    }
}

/// A style for a text that is not broken, unless it is too long for that.
pub fn unbroken(text: &str, style: Style) -> Style {
    if text.len() < 48 { style.solid() } else { style }
}

/// The mark of a band.
pub fn severity(rich: &mut Rich, severity: Severity) {
    let ink = Ink::of(severity);
    rich.push(severity.label(), Style::chip(ink, ink).bold());
}

/// The mark of a merge class.
pub fn merge_class(rich: &mut Rich, label: &str, blocking: bool) {
    let style =
        if blocking { Style::chip(Ink::CRITICAL, Ink::CRITICAL).bold() } else { Style::chip(Ink::SOFT, Ink::LINE) };
    rich.push(label, style);
}

/// A triage decision in a line, its rationale below.
pub fn decision(rich: &mut Rich, decision: &DecisionView<'_>, style: Style) {
    let soft = style.ink(Ink::SOFT);
    rich.push(decision.action, style.bold());
    let mut also = |label: &str, text: &str, style: Style| {
        rich.push(&format!(" · {label}"), soft);
        rich.push(&shown(text), style);
    };
    if let Some(due) = decision.due {
        also("due ", due, style);
    }
    if let Some(assignee) = decision.assignee {
        also("", assignee, style);
    }
    if let Some(ticket) = decision.ticket {
        also("", ticket, Style::mono(style.size * 0.94, style.ink));
    }
    match decision.resolve_thread {
        Some(true) => also("", "resolve the thread", soft),
        Some(false) => also("", "leave the thread open", soft),
        None => {}
    }
    if let Some(rationale) = decision.rationale {
        rich.push("\n", style);
        for (i, line) in rationale.trim_end().lines().enumerate() {
            if i > 0 {
                rich.push("\n", style);
            }
            push_body(rich, line, style, None);
        }
    }
}

/// "1 finding", "2 findings".
pub fn counted(count: usize, noun: &str) -> String {
    format!("{count} {noun}{}", if count == 1 { "" } else { "s" })
}

impl Flow<'_, '_> {
    /// A heading of the second level, with a hairline below.
    pub fn chapter(&mut self, title: &Rich, ruled: bool) {
        self.gap(26.0);
        self.paragraph("H2", title, Setting::new(17.0).keep());
        if !ruled {
            return;
        }
        let line = Mark::hairline(self.x, 2.5, self.width, 0.6);
        self.push(Strip { height: 3.0, keep: true, marks: vec![line], ..Strip::default() });
        self.exact_gap(7.0);
    }

    /// A chapter of its own name that the contents and the outline lead to.
    pub fn named_chapter(&mut self, place: &str, title: &str) {
        self.place(place, Some((1, title.to_owned())));
        self.chapter(&Rich::plain(title, CHAPTER), true);
    }

    /// A small heading over a field of a finding.
    pub fn field(&mut self, level: usize, title: &str, ink: Ink) {
        self.gap(8.0);
        let tag = crate::render::pdf::block::markdown::heading_tag(level);
        self.paragraph(tag, &Rich::plain(title, SMALL.bold().ink(ink)), Setting::new(12.5).keep());
        self.exact_gap(1.5);
    }

    /// A line of body text.
    pub fn line(&mut self, rich: &Rich) {
        self.paragraph("P", rich, Setting::new(LEADING));
    }
}

/// Titles of chapters.
pub const CHAPTER: Style = Style::sans(13.0, Ink::TEXT).bold();
/// Text that stands back.
pub const QUIET: Style = BODY.ink(Ink::SOFT);
