//! Text operators: runs of one font joined as long as they stand on one line.

use crate::render::pdf::file::fonts::{Drawn, Embedded, is_alone};
use crate::render::pdf::file::number::{colour, glyph, hundredths, hundredths_of, operator, write};
use crate::render::pdf::file::utf16;
use crate::render::pdf::style::Ink;
use crate::render::pdf::text::Atom;
use std::fmt::Write as _;

/// What the operators of a text object have set so far.
#[derive(Debug, Default)]
pub struct State {
    font: Option<(usize, f32)>,
    ink: Option<Ink>,
    /// The array of an open `TJ`.
    shown: Option<Shown>,
    /// Where the present line of the text object begins, in hundredths.
    line: (i64, i64),
}

/// Glyphs that have been shown on a line.
#[derive(Debug)]
struct Shown {
    /// Where the line began.
    origin: (f32, f32),
    /// How far a reader's pen is, in thousandths of the size.
    pen: f32,
    /// Whether a string of glyphs is open.
    string: bool,
}

/// A jump further than this begins anew.
const JUMP: f32 = 20_000.0;

impl State {
    /// Draws a run with its left end at a point.
    pub fn run(&mut self, out: &mut Vec<u8>, font: &Embedded, atom: &Atom, at: (f32, f32), size: f32, ink: Ink) {
        if self.font.as_ref().is_none_or(|(id, before)| *id != font.number || (*before - size).abs() > f32::EPSILON) {
            self.close(out);
            out.extend_from_slice(format!("/{} ", font.id).as_bytes());
            operator(out, &[size], "Tf");
            self.font = Some((font.number, size));
        }
        if self.ink != Some(ink) {
            self.close(out);
            colour(out, ink, "rg");
            self.ink = Some(ink);
        }
        let actual = needs_actual_text(font, atom);
        if actual {
            self.close(out);
            begin_actual_text(out, &atom.text);
        }
        let mut x = at.0;
        for glyph in &atom.glyphs {
            self.glyph(out, font.drawn(glyph.id), (x + glyph.x * size, at.1 + glyph.y * size), size);
            x += glyph.advance * size;
        }
        if actual {
            self.close(out);
            out.extend_from_slice(b"EMC\n");
        }
    }

    fn glyph(&mut self, out: &mut Vec<u8>, drawn: Drawn, (x, y): (f32, f32), size: f32) {
        let goes_on = self.shown.as_ref().is_some_and(|shown| {
            (shown.origin.1 - y).abs() < 0.005 && ((x - shown.origin.0) / size * 1000.0 - shown.pen).abs() < JUMP
        });
        if !goes_on {
            self.close(out);
            // Moves are relative to the line before, and rounded, so the pen starts where they really lead.
            let line = (hundredths(x), hundredths(y));
            hundredths_of(out, line.0 - self.line.0);
            hundredths_of(out, line.1 - self.line.1);
            out.extend_from_slice(b"Td\n[");
            self.line = line;
            #[expect(clippy::cast_precision_loss, reason = "a page is small")]
            let origin = (line.0 as f32 / 100.0, y);
            self.shown = Some(Shown { origin, pen: 0.0, string: false });
        }
        let Some(shown) = &mut self.shown else { return };
        let wanted = (x - shown.origin.0) / size * 1000.0;
        let adjust = (shown.pen - wanted).round();
        if adjust.abs() >= 1.0 {
            if shown.string {
                out.push(b')');
                shown.string = false;
            }
            write(out, adjust);
            out.pop();
            shown.pen -= adjust;
        }
        if !shown.string {
            out.push(b'(');
            shown.string = true;
        }
        glyph(out, drawn.new);
        shown.pen += f32::from(drawn.width);
    }

    /// Something else has set a font.
    pub fn forget_font(&mut self) {
        self.font = None;
    }

    /// Something else has set a colour.
    pub fn forget_ink(&mut self) {
        self.ink = None;
    }

    /// Ends what is open inside a text object.
    pub fn close(&mut self, out: &mut Vec<u8>) {
        if let Some(shown) = self.shown.take() {
            out.extend_from_slice(if shown.string { b")] TJ\n" } else { b"] TJ\n" });
        }
    }

    /// Ends the text object; the next one begins at the origin, with the same font and colour.
    pub fn end(&mut self, out: &mut Vec<u8>) {
        self.close(out);
        self.line = (0, 0);
    }
}

/// Opens a span that says what its glyphs stand for.
pub fn begin_actual_text(out: &mut Vec<u8>, text: &str) {
    let hex = utf16(text).iter().fold(String::new(), |mut hex, byte| {
        let _ = write!(hex, "{byte:02X}");
        hex
    });
    out.extend_from_slice(format!("/Span <</ActualText <{hex}>>> BDC\n").as_bytes());
}

/// Whether the glyphs alone would not give back the text: several for one character, or one that elsewhere stands for
/// another.
fn needs_actual_text(font: &Embedded, atom: &Atom) -> bool {
    if atom.glyphs.is_empty() {
        return false;
    }
    let told = |i: usize| {
        let glyph = &atom.glyphs[i];
        let text = &atom.text[glyph.start as usize..glyph.end as usize];
        is_alone(atom, i) && font.text(glyph.id) == Some(text)
    };
    // Right-to-left text is told by its glyphs too, from right to left.
    !(0..atom.glyphs.len()).all(told)
}
