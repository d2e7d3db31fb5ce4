//! Paths.

use crate::render::pdf::file::number::operator;

/// How far the control points of a quarter circle are from its ends, in radii.
const QUARTER: f32 = 0.5523;

/// A rectangle from its lower left corner, with rounded corners if there is a radius.
pub fn rectangle(out: &mut Vec<u8>, (x, y): (f32, f32), (width, height): (f32, f32), radius: f32) {
    let r = radius.min(width / 2.0).min(height / 2.0);
    if r <= 0.05 {
        operator(out, &[x, y, width, height], "re");
        return;
    }
    let (right, top) = (x + width, y + height);
    let k = r * (1.0 - QUARTER);
    operator(out, &[x + r, y], "m");
    operator(out, &[right - r, y], "l");
    operator(out, &[right - k, y, right, y + k, right, y + r], "c");
    operator(out, &[right, top - r], "l");
    operator(out, &[right, top - k, right - k, top, right - r, top], "c");
    operator(out, &[x + r, top], "l");
    operator(out, &[x + k, top, x, top - k, x, top - r], "c");
    operator(out, &[x, y + r], "l");
    operator(out, &[x, y + k, x + k, y, x + r, y], "c");
    out.extend_from_slice(b"h\n");
}
