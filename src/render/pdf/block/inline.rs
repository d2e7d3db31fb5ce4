//! Policy events to text with styles and links.

use crate::invisible;
use crate::markdown::{Container, Event, Inline};
use crate::render::pdf::block::markdown::{DEEPEST, Reader, is_block};
use crate::render::pdf::style::{Ink, Style};
use crate::render::pdf::text::{Rich, Target};

impl Reader<'_> {
    /// Takes inline events until a block or the end of the container.
    pub(super) fn inline(&mut self, rich: &mut Rich, style: Style, link: Option<usize>) {
        self.depth += 1;
        self.inline_here(rich, style, link);
        self.depth -= 1;
    }

    fn inline_here(&mut self, rich: &mut Rich, style: Style, link: Option<usize>) {
        let mut flattened = 0_usize;
        while let Some(event) = self.events.get(self.at) {
            match event {
                Event::End if flattened > 0 => {
                    flattened -= 1;
                    self.at += 1;
                    continue;
                }
                Event::End | Event::Rule => return,
                Event::Start(container) if is_block(container) => return,
                _ => self.at += 1,
            }
            match event {
                Event::Text(text) => push_body(rich, text, style, link),
                Event::Code(code) => push_code(rich, code, style, link),
                Event::SoftBreak => rich.push_linked(" ", style, link),
                Event::HardBreak => rich.push_linked("\n", style, link),
                Event::Start(_) if self.depth >= 2 * DEEPEST => flattened += 1,
                Event::Start(container) => {
                    let (style, link) = match container {
                        Container::Emphasis | Container::Inline(Inline("em")) => {
                            (Style { italic: true, ..style }, link)
                        }
                        Container::Strong | Container::Inline(Inline("strong")) => (style.bold(), link),
                        Container::Strikethrough => (Style { struck: true, ..style }, link),
                        Container::Inline(Inline("code" | "kbd")) => (style.as_code(), link),
                        Container::Inline(Inline("sup")) => {
                            (Style { rise: style.size * 0.33, size: style.size * 0.7, ..style }, link)
                        }
                        Container::Inline(Inline("sub")) => {
                            (Style { rise: style.size * -0.15, size: style.size * 0.7, ..style }, link)
                        }
                        Container::Link(destination) => {
                            (style.ink(Ink::LINK), Some(rich.open_link(target(destination))))
                        }
                        _ => (style, link),
                    };
                    self.inline(rich, style, link);
                    self.skip_to_end();
                }
                Event::Task(_) | Event::End | Event::Rule => {}
            }
        }
    }
}

fn target(destination: &str) -> Target {
    match destination.strip_prefix('#') {
        Some(place) => Target::Place(place.into()),
        None => Target::Web(destination.into()),
    }
}

/// Running text: controls are shown by name, what orders text stays.
pub fn push_body(rich: &mut Rich, text: &str, style: Style, link: Option<usize>) {
    if !text.bytes().any(|b| b < 0x20 || b == 0x7f) {
        rich.push_linked(text, style, link);
        return;
    }
    for part in text.split_inclusive(|c: char| c.is_ascii_control()) {
        let control = part.chars().next_back().filter(char::is_ascii_control);
        let visible = part.strip_suffix(|c: char| c.is_ascii_control()).unwrap_or(part);
        rich.push_linked(visible, style, link);
        match control {
            None => {}
            Some('\t' | '\n' | '\r') => rich.push_linked(" ", style, link),
            Some(c) => rich.push_linked(&invisible::escape(c), style, link),
        }
    }
}

/// A code span: everything in it is shown by name.
fn push_code(rich: &mut Rich, code: &str, style: Style, link: Option<usize>) {
    rich.push_linked(&invisible::reveal(code).replace(['\n', '\r', '\t'], " "), style.as_code(), link);
}
