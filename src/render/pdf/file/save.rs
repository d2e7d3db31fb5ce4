//! The bytes of the file: streams, object streams packed side by side, and the table that finds them.

use crate::render::pdf::file::arena::{self, Arena};
use crate::render::pdf::file::deflate;
use lopdf::{Dictionary, Document, Object, dictionary};
use rayon::prelude::*;
use std::io::Write;

/// Objects in one object stream.
const TOGETHER: usize = 500;
/// Bytes of a row of the cross-reference table: kind, place, index.
const ROW: [usize; 3] = [1, 4, 2];

/// Where an object is.
#[derive(Clone, Copy)]
enum Place {
    Free,
    At(usize),
    Packed { stream: u32, index: u16 },
}

/// Writes a document and the objects of the arena, which belong to it.
///
/// # Errors
/// Compression that fails, which it does not in memory.
pub fn save(pdf: Document, mut arena: Arena) -> std::io::Result<Vec<u8>> {
    let Document { objects, trailer, max_id, .. } = pdf;
    let mut streams = Vec::new();
    for (id, object) in objects {
        match object {
            Object::Stream(stream) => streams.push((id.0, stream)),
            other => arena.add(id, |out| arena::object(out, &other)),
        }
    }
    arena.objects.sort_unstable_by_key(|(number, _)| *number);
    let chunks: Vec<&[(u32, std::ops::Range<usize>)]> = arena.objects.chunks(TOGETHER).collect();
    let packed: Vec<(Dictionary, Vec<u8>)> =
        chunks.par_iter().map(|chunk| pack(chunk, &arena.bytes)).collect::<std::io::Result<_>>()?;
    let size = max_id as usize + 2 + packed.len();
    let mut places = vec![Place::Free; size];
    let mut out = Vec::with_capacity(
        streams.iter().map(|(_, stream)| stream.content.len() + 200).sum::<usize>()
            + packed.iter().map(|(_, bytes)| bytes.len() + 200).sum::<usize>(),
    );
    // The bytes behind the comment sign tell transport programs that the file is binary.
    out.extend_from_slice(b"%PDF-1.7\n%\xe2\xe3\xcf\xd3\n");
    for (number, stream) in streams {
        places[number as usize] = Place::At(out.len());
        write_stream(&mut out, number, stream.dict, &stream.content);
    }
    let mut number = max_id;
    for (chunk, (dictionary, bytes)) in chunks.iter().zip(packed) {
        number += 1;
        places[number as usize] = Place::At(out.len());
        for (index, (object, _)) in (0..).zip(*chunk) {
            places[*object as usize] = Place::Packed { stream: number, index };
        }
        write_stream(&mut out, number, dictionary, &bytes);
    }
    number += 1;
    let start = out.len();
    places[number as usize] = Place::At(start);
    let integer = |value: usize| Object::Integer(i64::try_from(value).unwrap_or(0));
    let mut table = dictionary! {
        "Type" => "XRef", "Size" => integer(size), "W" => ROW.map(integer).to_vec(), "Filter" => "FlateDecode",
        "DecodeParms" => dictionary! { "Predictor" => 12, "Columns" => integer(ROW.iter().sum()) },
    };
    for key in [&b"Root"[..], b"Info", b"ID"] {
        if let Ok(value) = trailer.get(key) {
            table.set(key, value.clone());
        }
    }
    let rows = deflate(&rows(&places))?;
    write_stream(&mut out, number, table, &rows);
    write!(out, "startxref\n{start}\n%%EOF\n")?;
    Ok(out)
}

fn pack(chunk: &[(u32, std::ops::Range<usize>)], bytes: &[u8]) -> std::io::Result<(Dictionary, Vec<u8>)> {
    let (mut index, mut body) = (Vec::new(), Vec::new());
    for (number, range) in chunk {
        write!(index, "{number} {} ", body.len())?;
        body.extend_from_slice(&bytes[range.clone()]);
        body.push(b'\n');
    }
    let integer = |value: usize| Object::Integer(i64::try_from(value).unwrap_or(0));
    let dictionary = dictionary! { "Type" => "ObjStm", "N" => integer(chunk.len()), "First" => integer(index.len()), "Filter" => "FlateDecode" };
    index.append(&mut body);
    Ok((dictionary, deflate(&index)?))
}

fn write_stream(out: &mut Vec<u8>, number: u32, mut dictionary: Dictionary, content: &[u8]) {
    dictionary.set("Length", i64::try_from(content.len()).unwrap_or(0));
    out.extend_from_slice(format!("{number} 0 obj\n").as_bytes());
    arena::dictionary(out, &dictionary);
    out.extend_from_slice(b"\nstream\n");
    out.extend_from_slice(content);
    out.extend_from_slice(b"\nendstream\nendobj\n");
}

/// The table's rows, each as its difference to the one above, which makes them nearly all alike.
fn rows(places: &[Place]) -> Vec<u8> {
    let width = ROW.iter().sum::<usize>();
    let mut out = Vec::with_capacity(places.len() * (width + 1));
    let mut above = vec![0_u8; width];
    for (number, place) in places.iter().enumerate() {
        let (kind, at, index) = match *place {
            Place::Free => (0, 0, if number == 0 { u16::MAX } else { 0 }),
            Place::At(at) => (1, u32::try_from(at).unwrap_or(0), 0),
            Place::Packed { stream, index } => (2, stream, index),
        };
        let row: Vec<u8> = [kind].into_iter().chain(at.to_be_bytes()).chain(index.to_be_bytes()).collect();
        out.push(2);
        out.extend(row.iter().zip(&above).map(|(now, before)| now.wrapping_sub(*before)));
        above = row;
    }
    out
}
