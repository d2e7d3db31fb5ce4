//! Numbers as content streams write them: short, and the same on every machine.

use crate::render::pdf::style::Ink;
use std::io::Write;

/// A number in hundredths.
#[expect(clippy::cast_possible_truncation, reason = "a page is small, and casts saturate")]
pub fn hundredths(value: f32) -> i64 {
    (value * 100.0).round() as i64
}

/// Writes a number with at most two decimals and a space.
pub fn write(out: &mut Vec<u8>, value: f32) {
    hundredths_of(out, hundredths(value));
}

/// Writes a number given in hundredths and a space.
pub fn hundredths_of(out: &mut Vec<u8>, hundredths: i64) {
    if hundredths < 0 {
        out.push(b'-');
    }
    let size = hundredths.unsigned_abs();
    whole(out, size / 100);
    let (tenths, rest) = (size / 10 % 10, size % 10);
    if tenths + rest > 0 {
        out.extend_from_slice(&[b'.', digit(tenths)]);
        if rest > 0 {
            out.push(digit(rest));
        }
    }
    out.push(b' ');
}

/// Writes a whole number; the formatting machinery takes a good part of the time that a page takes.
fn whole(out: &mut Vec<u8>, mut number: u64) {
    let mut digits = [0; 20];
    let mut first = digits.len();
    loop {
        first -= 1;
        digits[first] = digit(number % 10);
        number /= 10;
        if number == 0 {
            break;
        }
    }
    out.extend_from_slice(&digits[first..]);
}

fn digit(value: u64) -> u8 {
    b"0123456789"[usize::try_from(value % 10).unwrap_or(0)]
}

/// Writes a glyph's number inside a string: two bytes, which is half of what hexadecimal digits take.
pub fn glyph(out: &mut Vec<u8>, number: u16) {
    for byte in number.to_be_bytes() {
        match byte {
            b'(' | b')' | b'\\' => out.extend_from_slice(&[b'\\', byte]),
            // A reader takes it for the end of a line.
            b'\r' => out.extend_from_slice(b"\\r"),
            _ => out.push(byte),
        }
    }
}

/// Writes a colour in thousandths, which tells all 256 steps apart, and an operator.
pub fn colour(out: &mut Vec<u8>, ink: Ink, operator: &str) {
    for part in ink.rgb() {
        // Writing to a vector does not fail.
        let _ = match (part * 1000.0).round() {
            part if part >= 1000.0 => write!(out, "1 "),
            part if part <= 0.0 => write!(out, "0 "),
            part => write!(out, ".{part:03} "),
        };
    }
    out.extend_from_slice(operator.as_bytes());
    out.push(b'\n');
}

/// Writes several numbers and an operator.
pub fn operator(out: &mut Vec<u8>, values: &[f32], operator: &str) {
    for value in values {
        write(out, *value);
    }
    out.extend_from_slice(operator.as_bytes());
    out.push(b'\n');
}

#[cfg(test)]
mod tests {
    use super::{glyph, operator};

    #[test]
    fn numbers_are_short() {
        let mut out = Vec::new();
        operator(&mut out, &[0.0, -0.001, 12.5, -3.049, 0.06], "x");
        assert_eq!(out, b"0 0 12.5 -3.05 0.06 x\n");
    }

    #[test]
    fn glyphs_in_strings_read_back_as_they_were() {
        let mut out = vec![b'('];
        (0..=u16::MAX).for_each(|number| glyph(&mut out, number));
        out.extend_from_slice(b") Tj");
        let read = lopdf::content::Content::decode(&out).unwrap().operations;
        let bytes: Vec<u8> = (0..=u16::MAX).flat_map(u16::to_be_bytes).collect();
        assert_eq!(read[0].operands[0].as_str().unwrap(), bytes);
    }
}
