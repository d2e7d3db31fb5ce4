//! Paths.

use crate::render::pdf::file::number::{colour, operator};
use crate::render::pdf::style::Ink;

/// Corners of outlines.
const RADIUS: f32 = 2.3;

/// Fills a rectangle from its lower left corner. Round corners come from a line with round joins around a smaller
/// rectangle, which is a third of the bytes that curves take.
pub fn rectangle(out: &mut Vec<u8>, (x, y): (f32, f32), (width, height): (f32, f32), radius: f32, ink: Ink) {
    // Something has to be left for the line to go around.
    let r = radius.min(width * 0.4).min(height * 0.4);
    colour(out, ink, "rg");
    if r <= 0.3 {
        operator(out, &[x, y, width, height], "re f");
        return;
    }
    colour(out, ink, "RG");
    operator(out, &[2.0 * r], "w 1 j");
    operator(out, &[x + r, y + r, width - 2.0 * r, height - 2.0 * r], "re B");
}

/// The outline of a rectangle with rounded corners: a line, so that every viewer draws its four sides alike. It is drawn
/// from an origin of its own, so that most of it is the same for all and compresses to nothing.
pub fn outline(out: &mut Vec<u8>, (x, y): (f32, f32), (width, height): (f32, f32), ink: Ink) {
    const LINE: f32 = 0.6;
    // How far the handles of a quarter of a circle are from its corner.
    const HANDLE: f32 = RADIUS * 0.448;
    let (right, top) = (width - LINE, height - LINE);
    out.extend_from_slice(b"q ");
    operator(out, &[1.0, 0.0, 0.0, 1.0, x + LINE / 2.0, y + LINE / 2.0], "cm");
    colour(out, ink, "RG");
    operator(out, &[LINE], "w");
    operator(out, &[RADIUS, top], "m");
    operator(out, &[HANDLE, top, 0.0, top - HANDLE, 0.0, top - RADIUS], "c");
    operator(out, &[0.0, RADIUS], "l");
    operator(out, &[0.0, HANDLE, HANDLE, 0.0, RADIUS, 0.0], "c");
    operator(out, &[right - RADIUS, 0.0], "l");
    operator(out, &[right - HANDLE, 0.0, right, HANDLE, right, RADIUS], "c");
    operator(out, &[right, top - RADIUS], "l");
    operator(out, &[right, top - HANDLE, right - HANDLE, top, right - RADIUS, top], "c s Q");
}
