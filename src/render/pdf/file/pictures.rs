//! Glyphs that are pictures: the strikes of a colour emoji font as images.

use crate::render::pdf::block::Shape;
use crate::render::pdf::page::Page;
use crate::render::pdf::text::{Face, Faces};
use harfrust::GlyphId;
use harfrust::font::glyph::bitmap::{Origin, Pixels};
use lopdf::{Document, Object, ObjectId, Stream, dictionary};
use std::collections::BTreeMap;

/// A picture with its place beside the pen.
pub struct Picture {
    /// Its name in the resources.
    pub name: String,
    /// Left, bottom, width and height in em.
    pub area: [f32; 4],
    width: u32,
    height: u32,
    colours: Vec<u8>,
    opacity: Vec<u8>,
}

/// The pictures of a document by face and glyph.
pub type Pictures = BTreeMap<(usize, u16), Picture>;

/// Largest side that is taken; a strike is about 130 pixels high.
const LARGEST: u32 = 1024;

/// Reads the pictures that the pages use. A glyph without one stays blank, and its text is there all the same.
pub fn read(pages: &[Page], faces: &Faces) -> Pictures {
    let mut pictures = Pictures::new();
    for mark in pages.iter().flat_map(|page| page.sets.iter().flat_map(|set| &set.strip.marks).chain(&page.running)) {
        let Shape::Run { atom, .. } = &mark.shape else { continue };
        let face = faces.get(atom.face);
        if !face.colour {
            continue;
        }
        for glyph in &atom.glyphs {
            let key = (atom.face, glyph.id);
            if !pictures.contains_key(&key)
                && let Some(picture) = picture(face, key)
            {
                pictures.insert(key, picture);
            }
        }
    }
    pictures
}

fn picture(face: &Face, (number, glyph): (usize, u16)) -> Option<Picture> {
    let strikes = face.font.bitmap_strikes();
    let bitmap = strikes.select_bitmap(GlyphId::new(u32::from(glyph)), None)?;
    let Pixels::Png(data) = bitmap.pixels() else { return None };
    let mut decoder = png::Decoder::new(std::io::Cursor::new(data));
    decoder.set_transformations(
        png::Transformations::EXPAND | png::Transformations::STRIP_16 | png::Transformations::ALPHA,
    );
    let mut reader = decoder.read_info().ok()?;
    let (width, height) = (reader.info().width, reader.info().height);
    if width == 0 || height == 0 || width > LARGEST || height > LARGEST {
        return None;
    }
    let mut pixels = vec![0; reader.output_buffer_size()?];
    let info = reader.next_frame(&mut pixels).ok()?;
    pixels.truncate(info.buffer_size());
    let (colours, opacity) = match info.color_type {
        png::ColorType::Rgba => (
            pixels.chunks_exact(4).flat_map(|p| [p[0], p[1], p[2]]).collect(),
            pixels.chunks_exact(4).map(|p| p[3]).collect(),
        ),
        png::ColorType::GrayscaleAlpha => {
            (pixels.chunks_exact(2).flat_map(|p| [p[0]; 3]).collect(), pixels.chunks_exact(2).map(|p| p[1]).collect())
        }
        _ => return None,
    };
    #[expect(clippy::cast_precision_loss, reason = "pictures are small")]
    let em = |pixels: i64| pixels as f32 / f32::from(bitmap.ppem().max(1));
    let below = match bitmap.origin() {
        Origin::TopLeft => i64::from(height),
        Origin::BottomLeft => 0,
    };
    let (left, bottom) = (i64::from(bitmap.inner_x_bearing()), i64::from(bitmap.inner_y_bearing()) - below);
    let area = [em(left), em(bottom), em(i64::from(width)), em(i64::from(height))];
    Some(Picture { name: format!("E{number}x{glyph}"), area, width, height, colours, opacity })
}

/// Adds the pictures to the resources that all pages share.
pub fn add(pdf: &mut Document, pages: &[ObjectId], pictures: &Pictures) {
    if pictures.is_empty() {
        return;
    }
    let image = |picture: &Picture, space: &str, bytes: &[u8]| {
        let (width, height) = (i64::from(picture.width), i64::from(picture.height));
        let dictionary = dictionary! {
            "Type" => "XObject", "Subtype" => "Image", "Width" => width, "Height" => height, "ColorSpace" => space, "BitsPerComponent" => 8, "Interpolate" => true,
        };
        Stream::new(dictionary, bytes.to_vec())
    };
    let mut entries = Vec::with_capacity(pictures.len());
    for picture in pictures.values() {
        let opacity = pdf.add_object(image(picture, "DeviceGray", &picture.opacity));
        let mut colours = image(picture, "DeviceRGB", &picture.colours);
        colours.dict.set("SMask", opacity);
        entries.push((picture.name.clone(), pdf.add_object(colours)));
    }
    let resources = |pdf: &Document, page: &ObjectId| {
        let resources =
            pdf.get_dictionary(*page).and_then(|page| page.get(b"Resources")).and_then(Object::as_reference).ok()?;
        pdf.get_dictionary(resources)
            .and_then(|resources| resources.get(b"XObject"))
            .and_then(Object::as_reference)
            .ok()
    };
    let mut shared: Vec<ObjectId> = pages.iter().filter_map(|page| resources(pdf, page)).collect();
    shared.dedup();
    for id in shared {
        if let Ok(dictionary) = pdf.get_dictionary_mut(id) {
            for (name, picture) in &entries {
                dictionary.set(name.as_str(), *picture);
            }
        }
    }
}
