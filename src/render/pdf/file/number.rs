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
    let (whole, rest) = (hundredths.abs() / 100, hundredths.abs() % 100);
    if hundredths < 0 {
        out.push(b'-');
    }
    // Writing to a vector does not fail.
    let _ = match rest {
        0 => write!(out, "{whole} "),
        rest if rest % 10 == 0 => write!(out, "{whole}.{} ", rest / 10),
        rest => write!(out, "{whole}.{rest:02} "),
    };
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
    use super::operator;

    #[test]
    fn numbers_are_short() {
        let mut out = Vec::new();
        operator(&mut out, &[0.0, -0.001, 12.5, -3.049, 0.06], "x");
        assert_eq!(out, b"0 0 12.5 -3.05 0.06 x\n");
    }
}
