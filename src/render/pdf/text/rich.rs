//! Text with styles and links, before it is laid out.

use crate::render::pdf::style::Style;
use std::sync::Arc;

/// Where a link leads.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum Target {
    /// An http, https or mailto address.
    Web(Arc<str>),
    /// An anchor of this document.
    Place(Arc<str>),
}

/// A stretch of one style.
#[derive(Debug, Clone)]
pub struct Span {
    /// Where it ends; it begins where the one before ends.
    pub end: usize,
    /// How it looks.
    pub style: Style,
    /// Index into the links.
    pub link: Option<usize>,
}

/// Text with styles and links.
#[derive(Debug, Clone, Default)]
pub struct Rich {
    /// All of it.
    pub text: String,
    /// Which part looks how.
    pub spans: Vec<Span>,
    /// What the spans' links lead to.
    pub links: Vec<Target>,
}

impl Rich {
    /// Text of one style.
    pub fn plain(text: &str, style: Style) -> Self {
        let mut rich = Self::default();
        rich.push(text, style);
        rich
    }

    /// Adds text.
    pub fn push(&mut self, text: &str, style: Style) {
        self.push_linked(text, style, None);
    }

    /// Adds text that leads somewhere.
    pub fn link(&mut self, text: &str, style: Style, target: Target) {
        let link = self.open_link(target);
        self.push_linked(text, style, Some(link));
    }

    /// Registers a link for [`Self::push_linked`].
    pub fn open_link(&mut self, target: Target) -> usize {
        self.links.push(target);
        self.links.len() - 1
    }

    /// Adds text that belongs to a link.
    pub fn push_linked(&mut self, text: &str, style: Style, link: Option<usize>) {
        if text.is_empty() {
            return;
        }
        self.text.push_str(text);
        let end = self.text.len();
        match self.spans.last_mut() {
            // Neighbouring chips stay two chips.
            Some(last) if last.style == style && last.link == link && style.padding() == 0.0 => last.end = end,
            _ => self.spans.push(Span { end, style, link }),
        }
    }

    /// Whether nothing would be seen.
    pub fn is_blank(&self) -> bool {
        self.text.trim().is_empty()
    }
}
