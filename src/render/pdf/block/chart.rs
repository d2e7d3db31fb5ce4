//! Charts, drawn as vectors: bars of parts, small bars of ratings, the matrix, the reviewers' bars.

use crate::markdown::Alignment;
use crate::render::pdf::block::flow::Flow;
use crate::render::pdf::block::paragraph::{LinkNodes, Position, baseline};
use crate::render::pdf::block::strip::{Mark, ROW_HEAD, Shape, Strip};
use crate::render::pdf::style::{Ink, SMALL, SMALL_LEADING, Style};
use crate::render::pdf::text::{Rich, lay_out};

/// A part of a bar.
#[derive(Debug, Clone)]
pub struct Part {
    /// Its share of the whole, 0 to 1.
    pub share: f32,
    /// Its colour.
    pub ink: Ink,
}

/// A cell of a chart that is a table.
#[derive(Debug, Clone)]
pub struct Cell {
    /// Its text.
    pub text: Rich,
    /// Its ground.
    pub ground: Option<Ink>,
    /// Where the text stands.
    pub align: Alignment,
}

/// A name with a bar of parts and figures.
#[derive(Debug, Clone)]
pub struct NamedBar {
    /// Whose bar it is.
    pub name: Rich,
    /// The shares of the longest bar, with their colours.
    pub parts: Vec<(f32, Ink)>,
    /// What the parts are in figures.
    pub figures: Rich,
}

/// A name of more lines goes on below its bar.
const MOST_LINES: usize = 12;

impl Flow<'_, '_> {
    /// A bar of parts, with what it shows in words.
    pub fn parts_bar(&mut self, in_words: &str, parts: &[Part]) {
        const HEIGHT: f32 = 8.0;
        const GAP: f32 = 1.4;
        let node = self.add_node("Figure");
        self.out.nodes[node as usize].alt = Some(in_words.to_owned());
        let mut strip = Strip { height: HEIGHT, keep: true, ..Strip::default() };
        let mut x = self.x;
        for (i, part) in parts.iter().enumerate() {
            let whole = self.width * part.share;
            let width = (whole - if i + 1 < parts.len() { GAP } else { 0.0 }).max(0.8);
            let shape =
                Shape::Fill { x, y: 0.0, width, height: HEIGHT, radius: 2.0_f32.min(width / 2.0), ink: part.ink };
            strip.marks.push(Mark { node: Some(node), shape });
            x += whole;
        }
        self.push(strip);
    }

    /// Names of colours side by side, in as many lines as they need.
    pub fn legend(&mut self, entries: &[(Ink, Rich)]) {
        const SQUARE: f32 = 6.0;
        let node = self.add_node("P");
        let mut strip = Strip { height: SMALL_LEADING, ..Strip::default() };
        let mut x = 0.0;
        for (ink, rich) in entries {
            let Some(line) = lay_out(self.shaper, rich, self.width - SQUARE - 4.0, 0.0).into_iter().next() else {
                continue;
            };
            if x > 0.0 && x + SQUARE + 4.0 + line.width > self.width {
                let full = std::mem::replace(&mut strip, Strip { height: SMALL_LEADING, ..Strip::default() });
                self.push(Strip { keep: true, ..full });
                x = 0.0;
            }
            let y = baseline(SMALL_LEADING, SMALL.size) - SQUARE + 0.2;
            strip.marks.push(Mark {
                node: None,
                shape: Shape::Fill { x: self.x + x, y, width: SQUARE, height: SQUARE, radius: 1.2, ink: *ink },
            });
            let at = Position {
                x: self.x + x + SQUARE + 4.0,
                width: line.width,
                top: 0.0,
                leading: SMALL_LEADING,
                align: Alignment::Left,
            };
            self.draw(&mut strip, &line, rich, Some(&mut LinkNodes::new(node)), at);
            x += SQUARE + 4.0 + line.width + 15.0;
        }
        self.push(strip);
    }

    /// Values between 0 and 1 as small bars side by side: label, share, number.
    pub fn small_bars(&mut self, values: &[(&str, Option<f32>, String)]) {
        const TRACK: f32 = 34.0;
        let node = self.add_node("P");
        let mut strip = Strip { height: SMALL_LEADING, keep: true, ..Strip::default() };
        let mut x = self.x;
        let label = Style { size: 7.8, ..SMALL.ink(Ink::SOFT) };
        for (name, share, number) in values {
            let place = |flow: &mut Self, strip: &mut Strip, x: f32, text: &str, style: Style| -> f32 {
                let rich = Rich::plain(text, style);
                let Some(line) = lay_out(flow.shaper, &rich, flow.width, 0.0).into_iter().next() else { return 0.0 };
                let at = Position { x, width: flow.width, top: 0.0, leading: SMALL_LEADING, align: Alignment::Left };
                flow.draw(strip, &line, &rich, Some(&mut LinkNodes::new(node)), at);
                line.width
            };
            x += place(self, &mut strip, x, &format!("{name} "), label) + 4.5;
            let y = SMALL_LEADING / 2.0 - 0.9;
            let bar = |width: f32, ink| Mark {
                node: None,
                shape: Shape::Fill { x, y, width, height: 2.6, radius: 1.0_f32.min(width / 2.0), ink },
            };
            strip.marks.push(bar(TRACK, Ink::LINE));
            if let Some(share) = share.filter(|share| *share > 0.0) {
                strip.marks.push(bar((TRACK * share.min(1.0)).max(1.0), Ink::SOFT));
            }
            x += TRACK + 4.5;
            x += place(self, &mut strip, x, &format!("{number} "), label.ink(Ink::TEXT)) + 14.0;
        }
        self.push(strip);
    }

    /// Bars of parts, one a row of a table, each with its name before and figures behind it.
    pub fn named_bars(&mut self, bars: &[NamedBar]) {
        self.within("Table", |flow| {
            for bar in bars {
                flow.within("TR", |flow| flow.named_bar(bar));
            }
        });
    }

    fn named_bar(&mut self, bar: &NamedBar) {
        const HEIGHT: f32 = 6.0;
        let (name_width, figures_width) = (self.width * 0.3, self.width * 0.28);
        let track = self.width - name_width - figures_width - 24.0;
        self.want(&bar.name);
        let (name, figures) = (self.add_node(ROW_HEAD), self.add_node("TD"));
        let lines = lay_out(self.shaper, &bar.name, name_width, 0.0);
        let at = |x, width, top| Position { x, width, top, leading: SMALL_LEADING, align: Alignment::Left };
        // The whole name comes before the figures for those who hear or copy it, so it stands on one strip with them.
        let (whole, rest) = lines.split_at(lines.len().min(MOST_LINES));
        #[expect(clippy::cast_precision_loss, reason = "a few lines")]
        let mut strip = Strip { height: SMALL_LEADING * whole.len().max(1) as f32 + 2.0, ..Strip::default() };
        let mut nodes = LinkNodes::new(name);
        let mut top = 0.0;
        for line in whole {
            self.draw(&mut strip, line, &bar.name, Some(&mut nodes), at(self.x, name_width, top));
            top += SMALL_LEADING;
        }
        let mut x = self.x + name_width + 12.0;
        for (share, ink) in bar.parts.iter().filter(|(share, _)| *share > 0.0) {
            let width = (track * share).max(1.0);
            let y = (SMALL_LEADING - HEIGHT) / 2.0 + 0.5;
            let shape = Shape::Fill { x, y, width, height: HEIGHT, radius: 1.2_f32.min(width / 2.0), ink: *ink };
            strip.marks.push(Mark { node: None, shape });
            x += width + 1.0;
        }
        if let Some(line) = lay_out(self.shaper, &bar.figures, figures_width, 0.0).first() {
            let right = at(self.x + self.width - figures_width, figures_width, 0.0);
            self.draw(&mut strip, line, &bar.figures, Some(&mut LinkNodes::new(figures)), right);
        }
        self.push(strip);
        for line in rest {
            let mut strip = Strip { height: SMALL_LEADING, ..Strip::default() };
            self.draw(&mut strip, line, &bar.name, Some(&mut nodes), at(self.x, name_width, 0.0));
            self.push(strip);
        }
    }

    /// A table whose cells have grounds: heads in the first row and the first column.
    pub fn heat_table(&mut self, rows: &[Vec<Cell>], first: f32) {
        let columns = rows.first().map_or(0, Vec::len);
        if columns < 2 {
            return;
        }
        #[expect(clippy::cast_precision_loss, reason = "there are at most nine columns")]
        let each = ((self.width - first) / (columns - 1) as f32).min(58.0);
        self.within("Table", |flow| {
            for (r, row) in rows.iter().enumerate() {
                flow.within("TR", |flow| flow.heat_row(row, r == 0, first, each, r + 1 < rows.len()));
            }
        });
    }

    fn heat_row(&mut self, row: &[Cell], head: bool, first: f32, each: f32, keep: bool) {
        let laid: Vec<_> = row
            .iter()
            .enumerate()
            .map(|(i, cell)| {
                let node = self.add_node(if head {
                    "TH"
                } else if i == 0 {
                    ROW_HEAD
                } else {
                    "TD"
                });
                (lay_out(self.shaper, &cell.text, if i == 0 { first } else { each - 2.0 }, 0.0), node)
            })
            .collect();
        let lines = laid.iter().map(|(lines, _)| lines.len()).max().unwrap_or(1).max(1);
        let leading = if head { 9.5 } else { 15.0 };
        #[expect(clippy::cast_precision_loss, reason = "a few lines")]
        let height = leading * lines as f32 + 1.5;
        let mut strip = Strip { height, keep, ..Strip::default() };
        let mut x = self.x;
        for (i, (cell, (lines, node))) in row.iter().zip(&laid).enumerate() {
            let width = if i == 0 { first } else { each };
            if let Some(ink) = cell.ground {
                strip.marks.push(Mark {
                    node: None,
                    shape: Shape::Fill { x, y: 0.0, width: width - 1.5, height: height - 1.5, radius: 1.5, ink },
                });
            }
            #[expect(clippy::cast_precision_loss, reason = "a few lines")]
            for (n, line) in lines.iter().enumerate() {
                let at = Position { x, width: width - 1.5, top: leading * n as f32, leading, align: cell.align };
                self.draw(&mut strip, line, &cell.text, Some(&mut LinkNodes::new(*node)), at);
            }
            x += width;
        }
        self.push(strip);
    }
}
