//! Code: on a pale ground, coloured, its long lines wrapped with a mark.

use crate::highlight::{Highlighting, Token, tokens};
use crate::invisible::{self, with_plain_breaks};
use crate::markdown::Alignment;
use crate::render::pdf::block::flow::Flow;
use crate::render::pdf::block::paragraph::{LinkNodes, Position, Setting, baseline, keeps};
use crate::render::pdf::block::strip::{Mark, Paint, Shape, Strip};
use crate::render::pdf::style::{CODE, CODE_LEADING, Ink, SMALL, SMALL_LEADING, Style};
use crate::render::pdf::text::{Line, Rich, lay_out};

const PADDING: f32 = 6.0;
/// Wrapped lines begin this much further right.
const HANGING: f32 = 12.0;
/// Columns between tab stops.
const TAB: usize = 4;

/// The numbers of lines.
const NUMBER: Style = Style::mono(6.6, Ink::SOFT);
/// Between the numbers of lines and the lines.
const GUTTER: f32 = 9.0;

/// What a snippet has around its code.
#[derive(Debug, Clone, Copy)]
pub struct Heads<'c> {
    /// Stands above, and is repeated where the code goes on.
    pub caption: &'c Rich,
    /// The numbers of its lines, one a line.
    pub numbers: Option<&'c str>,
}

impl Flow<'_, '_> {
    /// Sets code, with what a snippet has around it.
    pub fn code(&mut self, source: &str, language: &str, heads: Option<Heads<'_>>) {
        self.gap(6.0);
        let outer = self.head;
        if let Some(Heads { caption, .. }) = heads {
            self.paragraph("P", caption, Setting::new(SMALL_LEADING).keep());
            self.exact_gap(3.0);
            self.head = self.repeated_caption(caption);
        }
        let source = with_plain_breaks(source);
        // What can't be seen is judged by what stands around it, so such code stays in one colour, as on the page.
        let plain = self.highlighting == Highlighting::Off || invisible::first_invisible(&source).is_some();
        let tokens = if plain { None } else { tokens(language, &source) };
        let text = invisible::reveal(source.trim_end_matches('\n'));
        let numbers = heads.and_then(|heads| heads.numbers).map(|numbers| self.numbers(numbers)).unwrap_or_default();
        let widest = numbers.iter().map(|number| number.width).fold(0.0, f32::max);
        let right = PADDING + 2.0;
        let left = right + if numbers.is_empty() { 0.0 } else { widest + GUTTER };
        self.within("P", |flow| {
            flow.within("Code", |flow| {
                flow.on_ground(Paint::Ground(Ink::CODE), PADDING, |flow| {
                    flow.indented(left, right, |flow| {
                        flow.code_lines(&text, tokens.as_deref().unwrap_or_default(), &numbers);
                    });
                });
            });
        });
        self.head = outer;
        self.gap(8.0);
    }

    fn code_lines(&mut self, text: &str, mut tokens: &[Token], numbers: &[Line]) {
        let node = self.node;
        let count = text.split('\n').count();
        let mut offset = 0;
        for (number, line) in text.split('\n').enumerate() {
            let rich = coloured(line, offset, &mut tokens);
            offset += line.len() + 1;
            self.want(&rich);
            // Wrapping starts at the second line, so the room is that of the others and the first one's is larger.
            let lines = lay_out(self.shaper, &rich, self.width - HANGING, -HANGING);
            let wrapped = lines.len().max(1);
            for part in 0..wrapped {
                let mut strip = Strip {
                    height: CODE_LEADING,
                    keep: keeps(number, count) && part + 1 == wrapped,
                    ..Strip::default()
                };
                if let (0, Some(line)) = (part, numbers.get(number)) {
                    let x = self.x - GUTTER - line.width;
                    // Smaller, and on the same line all the same.
                    let top = baseline(CODE_LEADING, CODE.size) - baseline(CODE_LEADING, NUMBER.size);
                    let at = Position { x, width: line.width, top, leading: CODE_LEADING, align: Alignment::Left };
                    self.draw(&mut strip, line, &Rich::default(), None, at);
                }
                if let Some(laid) = lines.get(part) {
                    let hanging = if part == 0 { 0.0 } else { HANGING };
                    let at = Position {
                        x: self.x + hanging,
                        width: self.width - hanging,
                        top: 0.0,
                        leading: CODE_LEADING,
                        align: Alignment::Left,
                    };
                    self.draw(&mut strip, laid, &rich, Some(&mut LinkNodes::new(node)), at);
                    if part > 0 {
                        strip.marks.extend(wrap_mark(self.x + 1.5));
                    }
                }
                self.push(strip);
            }
        }
    }

    /// The numbers of lines, each laid out. They are no content: who hears or copies code wants the code.
    fn numbers(&mut self, numbers: &str) -> Vec<Line> {
        let line = |number| lay_out(self.shaper, &Rich::plain(number, NUMBER), f32::MAX, 0.0).into_iter().next();
        numbers.lines().filter_map(line).collect()
    }

    fn repeated_caption(&mut self, caption: &Rich) -> Option<u32> {
        let mut rich = caption.clone();
        for span in &mut rich.spans {
            span.link = None;
        }
        rich.push(" (continued)", SMALL.ink(Ink::SOFT));
        let line = lay_out(self.shaper, &rich, self.width, 0.0).into_iter().next()?;
        let mut strip = Strip { height: SMALL_LEADING + 3.0, ..Strip::default() };
        let at = Position { x: self.x, width: self.width, top: 0.0, leading: SMALL_LEADING, align: Alignment::None };
        self.draw(&mut strip, &line, &rich, None, at);
        self.out.heads.push(vec![strip]);
        u32::try_from(self.out.heads.len() - 1).ok()
    }
}

/// A hook that says the line above goes on here; drawn, so that copying leaves it out.
fn wrap_mark(x: f32) -> [Mark; 4] {
    let y = CODE_LEADING * 0.5;
    let line =
        |from, to| Mark { node: None, shape: Shape::Stroke { from, to, width: 0.6, ink: Ink::SOFT, dotted: false } };
    [
        line((x, y - 3.0), (x, y + 1.0)),
        line((x, y + 1.0), (x + 6.0, y + 1.0)),
        line((x + 6.0, y + 1.0), (x + 4.2, y - 0.6)),
        line((x + 6.0, y + 1.0), (x + 4.2, y + 2.6)),
    ]
}

/// A line of code that begins at `offset`, with its colours and with spaces for tabs. Tokens that end in it are taken.
fn coloured(line: &str, offset: usize, tokens: &mut &[Token]) -> Rich {
    let mut rich = Rich::default();
    let mut column = 0;
    let mut push = |rich: &mut Rich, text: &str, style: Style| {
        for (i, part) in text.split('\t').enumerate() {
            if i > 0 {
                let stop = TAB - column % TAB;
                rich.push(&"    "[..stop], style);
                column += stop;
            }
            rich.push(part, style);
            column += part.chars().count();
        }
    };
    let (mut at, line_end) = (offset, offset + line.len());
    while let Some((token, rest)) = tokens.split_first().filter(|_| at < line_end) {
        let end = token.end.min(line_end);
        push(&mut rich, &line[at - offset..end - offset], token.kind.map_or(CODE, |kind| CODE.ink(Ink::of_code(kind))));
        at = end;
        if token.end > line_end {
            break;
        }
        *tokens = rest;
    }
    push(&mut rich, &line[at - offset..], CODE);
    rich
}
