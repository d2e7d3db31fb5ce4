//! Lines of text as strips.

use crate::markdown::Alignment;
use crate::render::pdf::block::flow::Flow;
use crate::render::pdf::block::strip::{LinkBox, Mark, Shape, Strip};
use crate::render::pdf::style::{Backing, Ink, Style};
use crate::render::pdf::text::{Line, Rich, lay_out};
use std::collections::BTreeMap;
use std::sync::Arc;

/// How a paragraph is set.
#[derive(Debug, Clone, Copy)]
pub struct Setting {
    /// Distance of baselines.
    pub leading: f32,
    /// Whether it stays with what follows.
    pub keep_with_next: bool,
    /// How much further left than the others the first line begins.
    pub hanging: f32,
    /// Whether its lines are about equally long, as those of a title are.
    pub balanced: bool,
}

impl Setting {
    /// Plain text with this leading.
    pub const fn new(leading: f32) -> Self {
        Self { leading, keep_with_next: false, hanging: 0.0, balanced: false }
    }

    /// The same, staying with what follows.
    pub const fn keep(self) -> Self {
        Self { keep_with_next: true, ..self }
    }

    /// The same with lines of about equal length.
    pub const fn balanced(self) -> Self {
        Self { balanced: true, ..self }
    }
}

/// Titles of more lines are no titles any more, and not balanced.
const MANY: usize = 4;

/// Where the baseline of text of a size stands in a line of a leading.
pub fn baseline(leading: f32, size: f32) -> f32 {
    leading * 0.5 + size * 0.36
}

/// Lets at most one line of two stand alone: the first two stay together and so do the last two.
pub fn keeps(line: usize, lines: usize) -> bool {
    line + 1 < lines && (line == 0 || line + 2 == lines || lines <= 3)
}

impl Flow<'_, '_> {
    /// Sets a text under a new node.
    pub fn paragraph(&mut self, tag: &'static str, rich: &Rich, setting: Setting) {
        if !rich.is_blank() {
            let node = self.add_node(tag);
            self.text(node, rich, setting);
        }
    }

    /// Sets a text as the content of a node.
    pub fn text(&mut self, node: u32, rich: &Rich, setting: Setting) {
        self.want(rich);
        let mut lines = lay_out(self.shaper, rich, self.width, -setting.hanging);
        if setting.balanced && (2..=MANY).contains(&lines.len()) {
            lines = self.balance(rich, lines);
        }
        let count = lines.len();
        let mut link_nodes = LinkNodes::new(node);
        for (i, line) in lines.iter().enumerate() {
            let x = self.x - if i == 0 { setting.hanging } else { 0.0 };
            let mut strip = Strip {
                height: setting.leading,
                keep: keeps(i, count) || (setting.keep_with_next && i + 1 == count),
                ..Strip::default()
            };
            let at = Position { x, width: self.width, top: 0.0, leading: setting.leading, align: Alignment::None };
            self.draw(&mut strip, line, rich, Some(&mut link_nodes), at);
            self.push(strip);
        }
    }

    /// The narrowest lines that are no more than these.
    fn balance(&mut self, rich: &Rich, lines: Vec<Line>) -> Vec<Line> {
        let (mut best, mut narrow, mut wide) = (lines, 0.0, self.width);
        while wide - narrow > 4.0 {
            let middle = f32::midpoint(narrow, wide);
            let lines = lay_out(self.shaper, rich, middle, 0.0);
            if lines.len() > best.len() {
                narrow = middle;
            } else {
                (best, wide) = (lines, middle);
            }
        }
        best
    }

    /// Draws a line onto a strip; without link nodes, as an ornament.
    pub fn draw(
        &mut self,
        strip: &mut Strip,
        line: &Line,
        rich: &Rich,
        mut nodes: Option<&mut LinkNodes>,
        at: Position,
    ) {
        let free = (at.width - line.width).max(0.0);
        let left = at.x
            + match (at.align, line.rtl) {
                (Alignment::Right, _) | (Alignment::None, true) => free,
                (Alignment::Center, _) => free / 2.0,
                (Alignment::Left | Alignment::None, _) => 0.0,
            };
        // The largest text decides, so that what is small stands on the same line.
        let size = line.placed.iter().filter(|p| p.style.rise == 0.0).map(|p| p.style.size).fold(0.0, f32::max);
        let y = at.top + baseline(at.leading, size);
        for ground in &line.grounds {
            let (x, width, middle) = (left + ground.x, ground.width, y - ground.size * 0.36);
            let shape = match ground.backing {
                Backing::None | Backing::Solid => continue,
                Backing::Pale => Shape::Fill {
                    x: x - 1.0,
                    y: middle - ground.size * 0.72,
                    width: width + 2.0,
                    height: ground.size * 1.44,
                    radius: 1.8,
                    ink: Ink::CODE,
                },
                Backing::Chip(ink) => {
                    Shape::Outline { x, y: middle - ground.size * 0.82, width, height: ground.size * 1.64, ink }
                }
            };
            strip.marks.push(Mark { node: None, shape });
        }
        let mut open: Option<(usize, LinkBox)> = None;
        for placed in &line.placed {
            let (x, width) = (left + placed.x, placed.atom.advance * placed.style.size);
            let node = nodes.as_deref_mut().map(|nodes| nodes.of(self, placed.link));
            let baseline = y - placed.style.rise;
            let shape = Shape::Run {
                atom: Arc::clone(&placed.atom),
                x,
                y: baseline,
                size: placed.style.size,
                ink: placed.style.ink,
            };
            strip.marks.push(Mark { node, shape });
            if placed.style.struck {
                strip.marks.push(Mark {
                    node: None,
                    shape: stroke(x, width, baseline - placed.style.size * 0.28, placed.style.ink),
                });
            }
            open = open.and_then(|(index, mut link)| {
                if Some(index) == placed.link {
                    link.width = x + width - link.x;
                    return Some((index, link));
                }
                finish(strip, link, y);
                None
            });
            if let (None, Some(index), Some(node)) = (&open, placed.link, node) {
                let target = rich.links[index].clone();
                open = Some((index, LinkBox { x, y: at.top, width, height: at.leading, target, node }));
            }
        }
        if let Some((_, link)) = open {
            finish(strip, link, y);
        }
    }

    /// Notes the characters that no face at hand draws as they should be.
    pub fn want(&mut self, rich: &Rich) {
        let mut start = 0;
        for span in &rich.spans {
            let text = &rich.text[start..span.end];
            start = span.end;
            if !text.is_ascii() {
                self.want_in(text, &span.style);
            }
        }
    }

    fn want_in(&mut self, text: &str, style: &Style) {
        crate::render::pdf::text::installed::wanted(self.shaper.faces, text, style, &mut self.out.wanted);
    }
}

/// Where a line is drawn on a strip.
#[derive(Debug, Clone, Copy)]
pub struct Position {
    /// Left end of the room for it.
    pub x: f32,
    /// The room's width.
    pub width: f32,
    /// Its top, from the strip's.
    pub top: f32,
    /// Its height.
    pub leading: f32,
    /// Where in the room it stands.
    pub align: Alignment,
}

/// The nodes of a text: its own, and one a link.
pub struct LinkNodes {
    own: u32,
    links: BTreeMap<usize, u32>,
}

impl LinkNodes {
    /// Starts with the text's own node.
    pub fn new(own: u32) -> Self {
        Self { own, links: BTreeMap::new() }
    }

    fn of(&mut self, flow: &mut Flow<'_, '_>, link: Option<usize>) -> u32 {
        let own = self.own;
        link.map_or(own, |link| *self.links.entry(link).or_insert_with(|| flow.add_node_under(own, "Link")))
    }
}

fn stroke(x: f32, width: f32, y: f32, ink: Ink) -> Shape {
    Shape::Stroke { from: (x, y), to: (x + width, y), width: 0.6, ink, dotted: false }
}

/// A link is underlined, so that its colour is not the only sign of it.
fn finish(strip: &mut Strip, link: LinkBox, baseline: f32) {
    let underline = Shape::Stroke {
        from: (link.x, baseline + 1.5),
        to: (link.x + link.width, baseline + 1.5),
        width: 0.4,
        ink: Ink::LINK,
        dotted: false,
    };
    strip.marks.push(Mark { node: None, shape: underline });
    strip.links.push(link);
}
