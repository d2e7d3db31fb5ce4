//! Lines: units between break opportunities, filled greedily, in visual order.

use crate::render::pdf::style::{Backing, Style};
use crate::render::pdf::text::bidi::{self, Levels};
use crate::render::pdf::text::itemise::{Item, Itemiser, is_solid, script_of};
use crate::render::pdf::text::rich::Rich;
use crate::render::pdf::text::shape::{Atom, Shaper};
use std::borrow::Cow;
use std::sync::Arc;
use unicode_bidi::{BidiInfo, Level};
use unicode_linebreak::{BreakOpportunity, linebreaks};
use unicode_segmentation::UnicodeSegmentation;

/// A shaped piece on a line.
#[derive(Debug, Clone)]
pub struct Placed {
    /// The glyphs.
    pub atom: Arc<Atom>,
    /// From the line's beginning.
    pub x: f32,
    /// How it looks.
    pub style: Style,
    /// Index into the text's links.
    pub link: Option<usize>,
}

/// A ground or an outline on a line.
#[derive(Debug, Clone, Copy)]
pub struct Ground {
    /// From the line's beginning.
    pub x: f32,
    /// How wide.
    pub width: f32,
    /// What it is.
    pub backing: Backing,
    /// The size of the text on it.
    pub size: f32,
}

/// One line.
#[derive(Debug, Clone, Default)]
pub struct Line {
    /// From left to right.
    pub placed: Vec<Placed>,
    /// Behind the text.
    pub grounds: Vec<Ground>,
    /// Without white space at the right end.
    pub width: f32,
    /// Its paragraph runs from right to left.
    pub rtl: bool,
}

/// Lays out a text; every line fits into the width, however long its words are. The first line starts further right
/// by the indent.
pub fn lay_out(shaper: &mut Shaper<'_>, rich: &Rich, width: f32, indent: f32) -> Vec<Line> {
    if rich.text.is_empty() {
        return Vec::new();
    }
    let (rich, levels) = if bidi::is_needed(&rich.text) {
        let isolated = bidi::isolate_code(rich);
        let levels = bidi::levels(&isolated.text);
        (isolated, Some(levels))
    } else {
        (Cow::Borrowed(rich), None)
    };
    let mut filler =
        Filler { rich: &rich, levels: levels.as_ref(), width, indent, lines: Vec::new(), items: Vec::new(), used: 0.0 };
    let mut itemiser = Itemiser::new(&rich, levels.as_ref());
    let mut unit = Vec::new();
    let mut start = 0;
    let mut span = 0;
    for (end, opportunity) in linebreaks(&rich.text) {
        if is_held(&rich, &mut span, end, opportunity) {
            continue;
        }
        unit.clear();
        itemiser.items(shaper, start..end, &mut unit);
        filler.add(shaper, &mut unit);
        if opportunity == BreakOpportunity::Mandatory {
            filler.break_line(end < rich.text.len());
        }
        start = end;
    }
    filler.break_line(false);
    filler.lines
}

/// Whether a break would go through a text that is not broken, or put a dash between words at the beginning of a line;
/// `span` walks along.
fn is_held(rich: &Rich, span: &mut usize, at: usize, opportunity: BreakOpportunity) -> bool {
    while *span + 1 < rich.spans.len() && rich.spans[*span].end < at {
        *span += 1;
    }
    opportunity == BreakOpportunity::Allowed
        && ((rich.spans[*span].end > at && is_solid(rich, *span))
            || rich.text.get(at..).is_some_and(|rest| rest.starts_with("— ") || rest.starts_with("– ")))
}

/// Whether a long word is best broken behind what it has here: names in paths and addresses stay whole, and so do
/// numbers with a sign or a range.
fn is_seam(cluster: &str, rest: &str) -> bool {
    match cluster {
        "/" | "\\" | "_" | "." | "," | ";" | "&" | "?" | "=" | "|" | "@" | ")" => true,
        "-" | ":" => !rest.starts_with(|c: char| c.is_ascii_digit()),
        _ => false,
    }
}

/// The width of the longest unbreakable unit and of the whole on one line.
pub fn widths(shaper: &mut Shaper<'_>, rich: &Rich) -> (f32, f32) {
    let mut itemiser = Itemiser::new(rich, None);
    let (mut longest, mut line, mut widest, mut start) = (0.0_f32, 0.0_f32, 0.0_f32, 0);
    let (mut unit, mut span) = (Vec::new(), 0);
    if rich.text.is_empty() {
        return (0.0, 0.0);
    }
    for (end, opportunity) in linebreaks(&rich.text) {
        if is_held(rich, &mut span, end, opportunity) {
            continue;
        }
        unit.clear();
        itemiser.items(shaper, start..end, &mut unit);
        let whole: f32 = unit.iter().map(|item| item.width(&rich.spans[item.span].style)).sum();
        let trailing = unit.last().map_or(0.0, |item| item.atom.trailing * rich.spans[item.span].style.size);
        longest = longest.max(whole - trailing);
        widest = widest.max(line + whole - trailing);
        line = if opportunity == BreakOpportunity::Mandatory { 0.0 } else { line + whole };
        start = end;
    }
    (longest, widest)
}

/// How full a line is at least when a long word is broken at a seam.
const NEAR: f32 = 0.6;

struct Filler<'a> {
    rich: &'a Rich,
    levels: Option<&'a Levels>,
    width: f32,
    indent: f32,
    lines: Vec<Line>,
    items: Vec<Item>,
    used: f32,
}

impl Filler<'_> {
    /// What the current line offers.
    fn room(&self) -> f32 {
        (if self.lines.is_empty() { self.width - self.indent } else { self.width }).max(1.0)
    }

    fn style(&self, item: &Item) -> &Style {
        &self.rich.spans[item.span].style
    }

    fn add(&mut self, shaper: &mut Shaper<'_>, unit: &mut Vec<Item>) {
        let width: f32 = unit.iter().map(|item| item.width(self.style(item))).sum();
        let trailing = unit.last().map_or(0.0, |item| item.atom.trailing * self.style(item).size);
        if self.used + width - trailing > self.room() + 0.01 && !self.items.is_empty() {
            self.break_line(false);
        }
        if width - trailing > self.room() + 0.01 {
            for item in unit.drain(..) {
                self.add_in_parts(shaper, item);
            }
        } else {
            self.used += width;
            self.items.append(unit);
        }
    }

    /// Breaks where a line is full: behind the last seam, if that leaves no ragged edge, else anywhere.
    fn add_in_parts(&mut self, shaper: &mut Shaper<'_>, item: Item) {
        let style = *self.style(&item);
        if self.used + item.width(&style) <= self.room() {
            self.used += item.width(&style);
            self.items.push(item);
            return;
        }
        let text = &self.rich.text[item.range.clone()];
        let script = script_of(text);
        let (face, rtl) = (item.atom.face, item.level.is_rtl());
        let part = |shaper: &mut Shaper<'_>, start: usize, end: usize| Item {
            atom: shaper.shape(face, rtl, script, &text[start..end]),
            range: item.range.start + start..item.range.start + end,
            before: if start == 0 { item.before } else { 0.0 },
            after: if end == text.len() { item.after } else { 0.0 },
            ..item.clone()
        };
        let mut start = 0;
        loop {
            let mut end = self.reach(shaper, &item, start);
            let mut done = part(shaper, start, end);
            // Kerning may make letters wider together than they are apart.
            while end > start && self.used + done.visible_width(&style) > self.room() + 0.01 {
                let last = text[start..end].grapheme_indices(true).next_back().map_or(0, |(last, _)| last);
                if last == 0 && self.items.is_empty() {
                    break;
                }
                end = start + last;
                done = part(shaper, start, end);
            }
            if end > start {
                self.used += done.width(&style);
                self.items.push(done);
            }
            if end == text.len() {
                return;
            }
            self.break_line(false);
            start = end;
        }
    }

    /// How far the current line goes with the text of an item from `start` on, letter by letter.
    fn reach(&self, shaper: &mut Shaper<'_>, item: &Item, start: usize) -> usize {
        let text = &self.rich.text[item.range.clone()];
        let (script, size) = (script_of(text), self.style(item).size);
        let mut taken = self.used + if start == 0 { item.before } else { 0.0 };
        let mut seam: Option<usize> = None;
        for (offset, cluster) in text[start..].grapheme_indices(true) {
            let at = start + offset;
            let step = shaper.shape(item.atom.face, item.level.is_rtl(), script, cluster).advance * size;
            if taken + step > self.room() && !(cluster == " " || at == start && self.items.is_empty()) {
                return seam.unwrap_or(at);
            }
            taken += step;
            let behind = at + cluster.len();
            if taken > self.room() * NEAR && is_seam(cluster, &text[behind..]) {
                seam = Some(behind);
            }
        }
        text.len()
    }

    /// Ends the line; an empty one only where the text asks for it.
    fn break_line(&mut self, even_empty: bool) {
        if self.items.is_empty() && !even_empty {
            return;
        }
        let items = std::mem::take(&mut self.items);
        self.used = 0.0;
        self.lines.push(self.in_visual_order(items));
    }

    fn in_visual_order(&self, mut items: Vec<Item>) -> Line {
        let paragraph = self.levels.map_or(Level::ltr(), |levels| levels.paragraph);
        // White space at the end of a line stands at the end of the paragraph's direction.
        for item in items.iter_mut().rev().take_while(|item| item.atom.text.trim().is_empty()) {
            item.level = paragraph;
        }
        let trailing = items.last().map_or(0.0, |item| item.atom.trailing * self.style(item).size);
        let order: Vec<usize> = if items.iter().all(|item| item.level == Level::ltr()) {
            (0..items.len()).collect()
        } else {
            let levels: Vec<Level> = items.iter().map(|item| item.level).collect();
            BidiInfo::reorder_visual(&levels)
        };
        let mut line = Line { rtl: paragraph.is_rtl(), ..Line::default() };
        // The white space at the end hangs over, from the right on the left. Behind a word that runs against its
        // paragraph it is on the wrong side of the word, and takes no room there.
        let against = items.last().is_some_and(|item| item.level.is_rtl() != line.rtl);
        let mut x = if line.rtl && !against { -trailing } else { 0.0 };
        let mut before: Option<usize> = None;
        for index in order {
            let item = &items[index];
            let style = *self.style(item);
            let (first, last) = if item.level.is_rtl() { (item.after, item.before) } else { (item.before, item.after) };
            let hidden = if against && index + 1 == items.len() { trailing } else { 0.0 };
            let width = first + item.atom.advance * style.size + last - hidden;
            let start = x + first - if item.level.is_rtl() { hidden } else { 0.0 };
            if style.padding() > 0.0 {
                match line.grounds.last_mut().filter(|_| before == Some(item.span)) {
                    Some(ground) => ground.width += width,
                    None => line.grounds.push(Ground { x, width, backing: style.backing, size: style.size }),
                }
            }
            before = Some(item.span);
            line.placed.push(Placed {
                atom: Arc::clone(&item.atom),
                x: start,
                style,
                link: self.rich.spans[item.span].link,
            });
            x += width;
        }
        line.width = if line.rtl || against { x } else { x - trailing }.max(0.0);
        line
    }
}
