//! Bytes to text: UTF-8 and UTF-16 in both byte orders, with or without a byte order mark.

use crate::diagnostic::{Code, Diagnostic};

/// What a file without a byte order mark in UTF-8 is in.
pub const PLAIN: &str = "UTF-8";

/// The decoded text, without a byte order mark, and the name of what it was in.
///
/// # Errors
/// A diagnostic with the place of the first byte that is no text, and what the bytes look like.
pub fn decode(bytes: Vec<u8>) -> Result<(String, &'static str), Diagnostic> {
    match guess(&bytes) {
        Encoding::Utf8 => {
            let name = if bytes.starts_with(MARK) { "UTF-8 with a byte order mark" } else { PLAIN };
            utf8(bytes).map(|text| (text, name))
        }
        Encoding::Utf16 { big_endian, mark } => utf16(&bytes[mark..], big_endian).map(|text| (text, "UTF-16")),
        Encoding::Utf32 => Err(Diagnostic::error(Code::Encoding, "", "the file is UTF-32, which JSON does not allow")
            .hint("save it as UTF-8, for example with: iconv -f UTF-32 -t UTF-8")),
    }
}

/// Whether the bytes are those of the text: UTF-8 without a byte order mark.
#[must_use]
pub fn is_plain(bytes: &[u8]) -> bool {
    matches!(guess(bytes), Encoding::Utf8) && !bytes.starts_with(MARK)
}

/// The byte order mark in UTF-8.
const MARK: &[u8] = b"\xef\xbb\xbf";

enum Encoding {
    Utf8,
    Utf16 { big_endian: bool, mark: usize },
    Utf32,
}

/// A byte order mark decides; without one, the zero bytes beside an ASCII first character do (RFC 4627, section 3).
fn guess(bytes: &[u8]) -> Encoding {
    match bytes {
        [0xff, 0xfe, 0, 0, ..] | [0, 0, 0xfe, 0xff, ..] => Encoding::Utf32,
        [0xff, 0xfe, ..] => Encoding::Utf16 { big_endian: false, mark: 2 },
        [0xfe, 0xff, ..] => Encoding::Utf16 { big_endian: true, mark: 2 },
        [0, 0, 0, b, ..] | [b, 0, 0, 0, ..] if *b != 0 => Encoding::Utf32,
        [0, b, ..] if b.is_ascii_graphic() || b.is_ascii_whitespace() => Encoding::Utf16 { big_endian: true, mark: 0 },
        [b, 0, ..] if b.is_ascii_graphic() || b.is_ascii_whitespace() => Encoding::Utf16 { big_endian: false, mark: 0 },
        _ => Encoding::Utf8,
    }
}

fn utf8(mut bytes: Vec<u8>) -> Result<String, Diagnostic> {
    if bytes.starts_with(MARK) {
        bytes.drain(..3);
    }
    String::from_utf8(bytes).map_err(|error| {
        let valid = error.utf8_error().valid_up_to();
        let bytes = error.as_bytes();
        let text = String::from_utf8_lossy(&bytes[..valid]);
        let place = crate::input::source::place_at(&text, text.len());
        let byte = bytes.get(valid).copied().unwrap_or_default();
        let binary = bytes.iter().take(1024).filter(|b| **b < 9).count() > 0;
        let hint = if binary {
            "this looks like a binary file; prreport reads JSON"
        } else {
            "save the file as UTF-8; from Latin-1 for example with: iconv -f ISO-8859-1 -t UTF-8"
        };
        let (line, column) = (place.line, place.column);
        Diagnostic::error(Code::Encoding, "", format!("byte 0x{byte:02X} at line {line}, column {column} is not UTF-8"))
            .hint(hint)
            .at(place)
    })
}

fn utf16(bytes: &[u8], big_endian: bool) -> Result<String, Diagnostic> {
    let unit = |pair: &[u8]| {
        let pair = [pair[0], pair[1]];
        if big_endian { u16::from_be_bytes(pair) } else { u16::from_le_bytes(pair) }
    };
    let broken = |text: &str, what: &str| {
        let place = crate::input::source::place_at(text, text.len());
        let (line, column) = (place.line, place.column);
        Diagnostic::error(
            Code::Encoding,
            "",
            format!("the UTF-16 text is broken at line {line}, column {column}: {what}"),
        )
        .hint("save the file as UTF-8")
        .at(place)
    };
    let mut text = String::with_capacity(bytes.len() / 2);
    for decoded in char::decode_utf16(bytes.chunks_exact(2).map(unit)) {
        match decoded {
            Ok(c) => text.push(c),
            Err(error) => {
                let what = format!("the surrogate {:04X} stands alone", error.unpaired_surrogate());
                return Err(broken(&text, &what));
            }
        }
    }
    if bytes.len() % 2 == 1 {
        return Err(broken(&text, "it ends with half a character"));
    }
    Ok(text)
}

#[cfg(test)]
mod tests {
    use super::{PLAIN, decode};

    fn utf16_bytes(text: &str, big_endian: bool, mark: bool) -> Vec<u8> {
        let units = mark.then_some(0xfeff).into_iter().chain(text.encode_utf16());
        units.flat_map(|u| if big_endian { u.to_be_bytes() } else { u.to_le_bytes() }).collect()
    }

    #[test]
    fn every_encoding_gives_the_same_text() {
        let text = "{\"é\": \"🦄\"}";
        for (big_endian, mark) in [(true, true), (false, true), (true, false), (false, false)] {
            assert_eq!(decode(utf16_bytes(text, big_endian, mark)), Ok((text.to_owned(), "UTF-16")));
        }
        assert_eq!(decode(format!("\u{feff}{text}").into_bytes()).map(|d| d.0).as_deref(), Ok(text));
        assert_eq!(decode(text.into()), Ok((text.to_owned(), PLAIN)));
    }

    #[test]
    fn what_is_no_text_is_refused_with_its_place() {
        let message = |bytes: Vec<u8>| decode(bytes).map_err(|d| d.message).unwrap_err();
        assert_eq!(message(b"{\n \"a\": \"\xe9\"}".to_vec()), "byte 0xE9 at line 2, column 8 is not UTF-8");
        assert!(message(b"{\0\"\0\x3d\xd8\"\0".to_vec()).contains("D83D stands alone"));
        assert!(message(b"{\0\0\0".to_vec()).contains("UTF-32"));
    }
}
