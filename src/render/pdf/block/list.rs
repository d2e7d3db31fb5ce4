//! Lists: a mark in the margin of each item, and the item's blocks beside it.

use crate::render::pdf::block::flow::Flow;
use crate::render::pdf::block::paragraph::baseline;
use crate::render::pdf::block::strip::{Mark, Shape, Strip};
use crate::render::pdf::style::{Ink, Style};
use crate::render::pdf::text::{Rich, lay_out};
use std::sync::Arc;

/// What stands in front of an item.
#[derive(Debug, Clone, Copy)]
pub enum Bullet {
    /// A dot.
    Dot,
    /// A number.
    Number(u64),
    /// A box, ticked or not.
    Task(bool),
}

impl Flow<'_, '_> {
    /// Sets an item. `gutter` is the width of the margin for the marks of its list.
    pub fn item(&mut self, bullet: Bullet, gutter: f32, style: Style, leading: f32, body: impl FnOnce(&mut Self)) {
        self.within("LI", |flow| {
            let label = flow.add_node("Lbl");
            let marks = flow.bullet(label, bullet, gutter, style, leading);
            flow.pend(marks);
            flow.indented(gutter, 0.0, |flow| {
                flow.within("LBody", |flow| {
                    let before = flow.out.strips.len();
                    body(flow);
                    if flow.out.strips.len() == before {
                        // An item without content still has its mark.
                        flow.push(Strip { height: leading, ..Strip::default() });
                    }
                });
            });
        });
    }

    fn bullet(&mut self, node: u32, bullet: Bullet, gutter: f32, style: Style, leading: f32) -> Vec<Mark> {
        let y = baseline(leading, style.size);
        match bullet {
            Bullet::Dot => self.label("•", node, style, self.x + gutter - 5.0, y),
            Bullet::Number(number) => self.label(&format!("{number}."), node, style, self.x + gutter - 5.0, y),
            // Real characters, so that the state of a task can be heard and copied.
            Bullet::Task(ticked) => {
                let style = style.ink(if ticked { Ink::GOOD } else { Ink::SOFT });
                self.label(if ticked { "☑" } else { "☐" }, node, style, self.x + gutter - 5.0, y)
            }
        }
    }

    fn label(&mut self, text: &str, node: u32, style: Style, right: f32, y: f32) -> Vec<Mark> {
        let lines = lay_out(self.shaper, &Rich::plain(text, style), f32::MAX, 0.0);
        let Some(line) = lines.first() else { return Vec::new() };
        let left = right - line.width;
        let run = |p: &crate::render::pdf::text::Placed| Shape::Run {
            atom: Arc::clone(&p.atom),
            x: left + p.x,
            y,
            size: p.style.size,
            ink: p.style.ink,
        };
        line.placed.iter().map(|placed| Mark { node: Some(node), shape: run(placed) }).collect()
    }
}
