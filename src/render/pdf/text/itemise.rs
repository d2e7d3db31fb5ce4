//! Splitting a piece of text where style, level, face or script change.

use crate::render::pdf::style::{Backing, Style};
use crate::render::pdf::text::bidi::Levels;
use crate::render::pdf::text::faces::Faces;
use crate::render::pdf::text::rich::Rich;
use crate::render::pdf::text::shape::{Atom, Shaper};
use std::ops::Range;
use std::sync::Arc;
use unicode_bidi::Level;
use unicode_script::{Script, UnicodeScript};
use unicode_segmentation::UnicodeSegmentation;

/// A shaped piece with its place in the text.
#[derive(Debug, Clone)]
pub struct Item {
    /// The glyphs.
    pub atom: Arc<Atom>,
    /// Bidi level.
    pub level: Level,
    /// Which span it is of.
    pub span: usize,
    /// Which bytes.
    pub range: Range<usize>,
    /// Space before it.
    pub before: f32,
    /// Space behind it.
    pub after: f32,
}

impl Item {
    /// How wide it is with its padding.
    pub fn width(&self, style: &Style) -> f32 {
        self.before + self.atom.advance * style.size + self.after
    }

    /// The same without the white space at its end.
    pub fn visible_width(&self, style: &Style) -> f32 {
        self.width(style) - self.atom.trailing * style.size
    }
}

/// What a run has in common.
#[derive(Clone, Copy, PartialEq)]
struct Kind {
    span: usize,
    face: usize,
    level: Level,
    script: Script,
}

/// Walks through the text piece by piece.
pub struct Itemiser<'a> {
    rich: &'a Rich,
    levels: Option<&'a Levels>,
    span: usize,
}

impl<'a> Itemiser<'a> {
    /// Starts at the first byte.
    pub fn new(rich: &'a Rich, levels: Option<&'a Levels>) -> Self {
        Self { rich, levels, span: 0 }
    }

    /// The items of the next unit; units have to come in order.
    pub fn items(&mut self, shaper: &mut Shaper<'_>, unit: Range<usize>, out: &mut Vec<Item>) {
        while self.rich.spans[self.span].end <= unit.start {
            self.span += 1;
        }
        let text = &self.rich.text[unit.clone()];
        let style = &self.rich.spans[self.span].style;
        // Nearly everything: plain letters of one style.
        if self.levels.is_none() && self.rich.spans[self.span].end >= unit.end && is_plain(text) {
            let kind = Kind { span: self.span, face: Faces::own(style), level: Level::ltr(), script: Script::Latin };
            self.emit(shaper, out, unit, kind);
            return;
        }
        let mut span = self.span;
        let mut start = unit.start;
        let mut open: Option<Kind> = None;
        for (offset, cluster) in text.grapheme_indices(true) {
            let at = unit.start + offset;
            while self.rich.spans[span].end <= at {
                span += 1;
            }
            let style = &self.rich.spans[span].style;
            if matches!(cluster, "\u{2066}" | "\u{2067}" | "\u{2068}" | "\u{2069}") {
                // Isolates have done their work; most are this renderer's own and no text of the report.
                if let Some(kind) = open.take() {
                    self.emit(shaper, out, start..at, kind);
                }
                start = at + cluster.len();
                continue;
            }
            let level = self.levels.map_or(Level::ltr(), |levels| levels.bytes[at]);
            let face = face_of(shaper.faces, style, cluster, open.filter(|kind| kind.span == span));
            let own = script_of(cluster);
            let script = if own == Script::Common { open.map_or(own, |kind| kind.script) } else { own };
            let kind = Kind { span, face, level, script };
            match open {
                Some(before) if before == kind => {}
                // Digits and dots before the first letter belong to its run.
                Some(before) if before.script == Script::Common && (Kind { script, ..before }) == kind => {
                    open = Some(kind);
                }
                Some(before) => {
                    self.emit(shaper, out, start..at, before);
                    start = at;
                    open = Some(kind);
                }
                None => {
                    start = at;
                    open = Some(kind);
                }
            }
        }
        if let Some(kind) = open {
            self.emit(shaper, out, start..unit.end, kind);
        }
    }

    fn emit(&self, shaper: &mut Shaper<'_>, out: &mut Vec<Item>, range: Range<usize>, kind: Kind) {
        let text = self.rich.text[range.clone()]
            .trim_end_matches(['\n', '\r', '\u{2028}', '\u{2029}', '\u{85}', '\u{b}', '\u{c}']);
        if text.is_empty() {
            return;
        }
        let span = &self.rich.spans[kind.span];
        let span_start = kind.span.checked_sub(1).map_or(0, |before| self.rich.spans[before].end);
        let isolate = if self.levels.is_some() && span.style.mono { '\u{2066}'.len_utf8() } else { 0 };
        let padding = span.style.padding();
        out.push(Item {
            atom: shaper.shape(kind.face, kind.level.is_rtl(), kind.script, text),
            level: kind.level,
            span: kind.span,
            before: if range.start <= span_start + isolate { padding } else { 0.0 },
            after: if range.end + isolate >= span.end { padding } else { 0.0 },
            range: range.start..range.start + text.len(),
        });
    }
}

/// Whether breaks inside this span are out of the question.
pub fn is_solid(rich: &Rich, span: usize) -> bool {
    matches!(rich.spans[span].style.backing, Backing::Chip(_) | Backing::Solid)
}

/// The script of the first character that has one.
pub fn script_of(text: &str) -> Script {
    let scripts = text.chars().map(|c| c.script());
    scripts
        .into_iter()
        .find(|s| !matches!(s, Script::Common | Script::Inherited | Script::Unknown))
        .unwrap_or(Script::Common)
}

/// Printable ASCII, which every bundled face of the two families has.
fn is_plain(text: &str) -> bool {
    text.bytes().all(|b| (b' '..0x7f).contains(&b) || b == b'\n' || b == b'\r')
}

fn face_of(faces: &Faces, style: &Style, cluster: &str, open: Option<Kind>) -> usize {
    let blank = cluster.chars().all(|c| c == ' ' || c == '\n' || c == '\r');
    // A space stays in the run that it follows; an emoji face would make an emoji of it.
    if let Some(kind) = open.filter(|_| blank) {
        let face = faces.get(kind.face);
        if !face.colour && face.covers(' ') {
            return kind.face;
        }
    }
    faces.pick(style, cluster).unwrap_or_else(|| Faces::own(style))
}
