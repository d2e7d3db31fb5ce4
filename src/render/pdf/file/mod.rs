//! From pages to the bytes of a PDF: printpdf makes the skeleton, lopdf everything that printpdf has no word for.

mod arena;
mod content;
mod fonts;
mod glyphs;
mod links;
mod metadata;
mod number;
mod outline;
mod path;
mod pictures;
mod save;
mod skeleton;
mod tags;

use crate::render::pdf::page::{Layout, Page};
use crate::render::pdf::style::Measure;
use crate::render::pdf::text::Faces;
use crate::render::pdf::{PdfError, PdfOptions};
use crate::view::Document;
use arena::Arena;
use flate2::Compression;
use flate2::write::ZlibEncoder;
use lopdf::{Dictionary, Object, Stream, StringFormat};
use rayon::prelude::*;
use sha2::{Digest, Sha256};
use skeleton::{Printpdf, Skeleton};
use std::io::Write;

/// Writes the file.
///
/// # Errors
/// A font that can't be subset, or a file that can't be put together.
pub fn write(
    mut layout: Layout,
    faces: &Faces,
    measure: Measure,
    document: &Document<'_>,
    options: &PdfOptions<'_>,
) -> Result<Vec<u8>, PdfError> {
    let fonts = fonts::embed(&layout.pages, faces)?;
    let pictures = pictures::read(&layout.pages, faces);
    let mut pdf = Printpdf.make(&fonts, layout.pages.len(), measure)?;
    let pages: Vec<lopdf::ObjectId> = pdf.page_iter().collect();
    let drawn: Vec<content::Drawn> = layout
        .pages
        .par_iter()
        .map(|page: &Page| {
            let mut drawn = content::draw(page, &layout.nodes, &fonts, &pictures, measure);
            drawn.stream = deflate(&drawn.stream)?;
            Ok(drawn)
        })
        .collect::<std::io::Result<_>>()?;
    let mut identity = Sha256::new();
    identity.update(document.provenance.digest);
    let mut contents = Vec::with_capacity(drawn.len());
    let mut tree = tags::Tree::new(std::mem::take(&mut layout.nodes));
    for (page, drawn) in pages.iter().zip(drawn) {
        identity.update(&drawn.stream);
        let mut stream = Stream::new(Dictionary::new(), drawn.stream);
        stream.dict.set("Filter", "FlateDecode");
        stream.allows_compression = false;
        skeleton::set_contents(&mut pdf, *page, stream);
        tree.place(drawn.figures);
        contents.push((drawn.marked, drawn.links));
    }
    fonts::set_text_maps(&mut pdf, &fonts);
    pictures::add(&mut pdf, &pages, &pictures);
    let mut arena = Arena::default();
    let annotations = links::add(&mut pdf, &mut arena, &pages, &contents, &mut tree, &layout, measure);
    tree.write(&mut pdf, &mut arena, &pages, &contents, &annotations);
    outline::write(&mut pdf, &pages, &layout.outline, measure);
    metadata::write(&mut pdf, document, options);
    if let Some(source) = options.attach_source {
        metadata::attach(&mut pdf, source, options);
        identity.update(source);
    }
    compress(&mut pdf)?;
    let id = Object::String(identity.finalize()[..16].to_vec(), StringFormat::Hexadecimal);
    pdf.trailer.set("ID", vec![id.clone(), id]);
    Ok(save::save(pdf, arena)?)
}

fn deflate(bytes: &[u8]) -> std::io::Result<Vec<u8>> {
    let mut encoder = ZlibEncoder::new(Vec::with_capacity(bytes.len() / 3), Compression::new(6));
    encoder.write_all(bytes)?;
    encoder.finish()
}

/// Compresses what is not compressed yet; metadata stays readable for programs that do not know PDF.
fn compress(pdf: &mut lopdf::Document) -> std::io::Result<()> {
    let mut streams: Vec<&mut Stream> =
        pdf.objects.values_mut().filter_map(|object| object.as_stream_mut().ok()).collect();
    streams.par_iter_mut().try_for_each(|stream| {
        let metadata = stream.dict.get(b"Subtype").and_then(Object::as_name).is_ok_and(|name| name == b"XML");
        if stream.dict.has(b"Filter") || metadata || stream.content.len() < 64 {
            return Ok(());
        }
        let compressed = deflate(&stream.content)?;
        stream.dict.set("Filter", "FlateDecode");
        stream.set_content(compressed);
        Ok(())
    })
}

/// A text string: in UTF-16, unless it is all ASCII.
fn text(text: &str) -> Object {
    if text.bytes().all(|b| (b' '..0x7f).contains(&b)) {
        Object::string_literal(text)
    } else {
        Object::String(utf16(text), StringFormat::Hexadecimal)
    }
}

/// UTF-16 with a byte order mark.
fn utf16(text: &str) -> Vec<u8> {
    [0xfe, 0xff].into_iter().chain(text.encode_utf16().flat_map(u16::to_be_bytes)).collect()
}
