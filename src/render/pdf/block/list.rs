//! Lists: a mark in the margin of each item, and the item's blocks beside it.

use crate::render::pdf::block::flow::Flow;
use crate::render::pdf::block::paragraph::baseline;
use crate::render::pdf::block::strip::{Mark, Shape, Strip};
use crate::render::pdf::style::{Ink, Style};
use crate::render::pdf::text::{Rich, lay_out};
use std::sync::Arc;

/// The space between a mark and the item.
const BESIDE: f32 = 5.0;

/// An item of a list.
#[derive(Debug, Clone, Copy)]
pub struct Item {
    /// What stands in front of it.
    pub bullet: Bullet,
    /// The width of the margin for the marks of its list.
    pub gutter: f32,
    /// Whether it begins on the right.
    pub rtl: bool,
}

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
    /// Sets an item whose first words have this style.
    pub fn item(&mut self, item: Item, style: Style, leading: f32, body: impl FnOnce(&mut Self)) {
        self.within("LI", |flow| {
            let label = flow.add_node("Lbl");
            let marks = flow.bullet(label, item, style, leading);
            flow.pend(marks);
            let (left, right) = if item.rtl { (0.0, item.gutter) } else { (item.gutter, 0.0) };
            flow.indented(left, right, |flow| {
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

    fn bullet(&mut self, node: u32, item: Item, style: Style, leading: f32) -> Vec<Mark> {
        let y = baseline(leading, style.size);
        let (text, style) = match item.bullet {
            Bullet::Dot => ("•".to_owned(), style),
            Bullet::Number(number) => (format!("{number}."), style),
            // Real characters, so that the state of a task can be heard and copied.
            Bullet::Task(false) => ("☐".to_owned(), style.ink(Ink::SOFT)),
            Bullet::Task(true) => ("☑".to_owned(), style.ink(Ink::GOOD)),
        };
        let lines = lay_out(self.shaper, &Rich::plain(&text, style), f32::MAX, 0.0);
        let Some(line) = lines.first() else { return Vec::new() };
        let left = if item.rtl {
            self.x + self.width - item.gutter + BESIDE
        } else {
            self.x + item.gutter - BESIDE - line.width
        };
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
