//! Objects as bytes, one behind the other, ready for object streams.

use lopdf::{Dictionary, Object, ObjectId, StringFormat};
use std::io::Write;
use std::ops::Range;

/// Objects that are no streams.
#[derive(Debug, Default)]
pub struct Arena {
    /// All bytes.
    pub bytes: Vec<u8>,
    /// The number of each object and which bytes it is.
    pub objects: Vec<(u32, Range<usize>)>,
}

impl Arena {
    /// Adds an object.
    pub fn add(&mut self, (number, _): ObjectId, write: impl FnOnce(&mut Vec<u8>)) {
        let start = self.bytes.len();
        write(&mut self.bytes);
        self.objects.push((number, start..self.bytes.len()));
    }
}

/// Writes a reference with a space before it.
pub fn reference(out: &mut Vec<u8>, (number, generation): ObjectId) {
    // Writing to a vector does not fail.
    let _ = write!(out, " {number} {generation} R");
}

/// Writes an object.
pub fn object(out: &mut Vec<u8>, value: &Object) {
    match value {
        // Streams are objects of their own and never inside others.
        Object::Null | Object::Stream(_) => out.extend_from_slice(b" null"),
        Object::Boolean(value) => out.extend_from_slice(if *value { b" true" } else { b" false" }),
        // Writing to a vector does not fail.
        Object::Integer(value) => drop(write!(out, " {value}")),
        Object::Real(value) => {
            out.push(b' ');
            super::number::write(out, *value);
            out.pop();
        }
        Object::Name(value) => name(out, value),
        Object::String(value, format) => string(out, value, *format),
        Object::Array(values) => {
            out.push(b'[');
            for value in values {
                object(out, value);
            }
            out.push(b']');
        }
        Object::Dictionary(value) => dictionary(out, value),
        Object::Reference(id) => reference(out, *id),
    }
}

/// Writes a dictionary.
pub fn dictionary(out: &mut Vec<u8>, dictionary: &Dictionary) {
    out.extend_from_slice(b"<<");
    for (key, value) in dictionary {
        name(out, key);
        object(out, value);
    }
    out.extend_from_slice(b">>");
}

/// Writes a string: in brackets where it is readable, else in hex.
pub fn string(out: &mut Vec<u8>, value: &[u8], format: StringFormat) {
    if format == StringFormat::Literal && value.iter().all(|b| (b' '..0x7f).contains(b)) {
        out.push(b'(');
        for byte in value {
            if matches!(byte, b'(' | b')' | b'\\') {
                out.push(b'\\');
            }
            out.push(*byte);
        }
        out.push(b')');
    } else {
        out.push(b'<');
        for byte in value {
            let _ = write!(out, "{byte:02X}");
        }
        out.push(b'>');
    }
}

fn name(out: &mut Vec<u8>, value: &[u8]) {
    out.push(b'/');
    for byte in value {
        if byte.is_ascii_alphanumeric() || b"+-_.*".contains(byte) {
            out.push(*byte);
        } else {
            let _ = write!(out, "#{byte:02X}");
        }
    }
}

#[cfg(test)]
mod tests {
    use super::object;
    use lopdf::{Object, StringFormat, dictionary};

    #[test]
    fn objects_are_written_as_the_standard_has_them() {
        let mut out = Vec::new();
        let value = dictionary! {
            "A b" => Object::Array(vec![1.into(), Object::Real(-0.5), Object::Null, Object::Reference((7, 0))]),
            "S" => Object::String(b"a(b)\\".to_vec(), StringFormat::Literal),
            "H" => Object::String(vec![0, 255], StringFormat::Literal),
            "T" => true,
        };
        object(&mut out, &value.into());
        assert_eq!(String::from_utf8_lossy(&out), r"<</A#20b[ 1 -0.5 null 7 0 R]/S(a\(b\)\\)/H<00FF>/T true>>");
    }
}
