//! Embedded fonts: the glyphs that are used, their widths, and the text they stand for.

use crate::render::pdf::PdfError;
use crate::render::pdf::block::{Mark, Shape};
use crate::render::pdf::page::Page;
use crate::render::pdf::text::{Atom, Face, Faces};
use lopdf::{Dictionary, Document, Object, ObjectId, Stream};
use rayon::prelude::*;
use sha2::{Digest, Sha256};
use std::collections::{BTreeMap, HashSet};
use std::fmt::Write as _;
use std::sync::Arc;
use subsetter::GlyphRemapper;

/// A font as the file holds it.
pub struct Embedded {
    /// Its name in the resources.
    pub id: String,
    /// Its name in the file, with the tag of a subset.
    pub name: String,
    /// The number of its face.
    pub number: usize,
    /// By the face's glyphs: the subset's, and where among them its text is.
    glyphs: Vec<Drawn>,
    /// Advances of the subset's glyphs in thousandths.
    pub widths: BTreeMap<u16, u16>,
    /// What the subset's glyphs stand for.
    pub texts: BTreeMap<u16, String>,
    /// The subset.
    pub bytes: Vec<u8>,
    /// Above and below the baseline, in thousandths.
    pub extent: (i16, i16),
    /// 100 to 900.
    pub weight: u16,
    /// Slanted.
    pub italic: bool,
}

/// The face whose space stands behind pictures.
pub const SPACE_FACE: usize = 0;

/// A glyph as the file has it.
#[derive(Debug, Clone, Copy, Default)]
pub struct Drawn {
    /// Its number in the subset.
    pub new: u16,
    /// Its advance in thousandths.
    pub width: u16,
}

impl Embedded {
    /// A glyph of the face.
    pub fn drawn(&self, glyph: u16) -> Drawn {
        self.glyphs.get(usize::from(glyph)).copied().unwrap_or_default()
    }

    /// What a glyph of the face stands for.
    pub fn text(&self, glyph: u16) -> Option<&str> {
        self.texts.get(&self.drawn(glyph).new).map(String::as_str)
    }
}

/// The fonts of a document by the number of their face.
pub type Fonts = Vec<Option<Embedded>>;

/// Subsets every face that is used.
///
/// # Errors
/// A face that can't be subset.
pub fn embed(pages: &[Page], faces: &Faces) -> Result<Fonts, PdfError> {
    let used = used(pages, faces);
    used.into_par_iter()
        .enumerate()
        .map(|(i, glyphs)| (!glyphs.is_empty()).then(|| subset(faces.get(i), i, &glyphs)).transpose())
        .collect()
}

/// The used glyphs of every face with the text they stand for, the first one in reading order.
fn used(pages: &[Page], faces: &Faces) -> Vec<BTreeMap<u16, String>> {
    let mut whole: Vec<BTreeMap<u16, String>> = vec![BTreeMap::new(); faces.len()];
    let mut parts = whole.clone();
    let mut seen: HashSet<*const Atom> = HashSet::new();
    let marks = pages.iter().flat_map(|page| page.sets.iter().flat_map(|set| &set.strip.marks).chain(&page.running));
    for Mark { shape, .. } in marks {
        let Shape::Run { atom, .. } = shape else { continue };
        if !seen.insert(Arc::as_ptr(atom)) {
            continue;
        }
        if faces.get(atom.face).colour {
            // Behind a picture stands a space that nobody sees, for the text to have a place.
            whole[SPACE_FACE].entry(faces.get(SPACE_FACE).glyph(' ')).or_insert_with(|| " ".to_owned());
            continue;
        }
        for (i, glyph) in atom.glyphs.iter().enumerate() {
            // A glyph that shares its text with others tells less about itself than one that stands alone.
            let alone = is_alone(atom, i) && glyph.id != 0;
            let texts = if alone { &mut whole[atom.face] } else { &mut parts[atom.face] };
            texts
                .entry(glyph.id)
                .or_insert_with(|| told(&atom.text[glyph.start as usize..glyph.end as usize]).to_owned());
        }
    }
    for (whole, parts) in whole.iter_mut().zip(parts) {
        for (glyph, text) in parts {
            whole.entry(glyph).or_insert(text);
        }
    }
    whole
}

/// The part of a cluster that a text map can hold; the rest of a longer one is told where it is drawn.
fn told(cluster: &str) -> &str {
    // The standard allows 512 bytes a glyph, poppler reads a quarter of that.
    match cluster.char_indices().nth(30) {
        Some((end, _)) => &cluster[..end],
        None => cluster,
    }
}

/// Whether a glyph is the only one of its cluster.
pub fn is_alone(atom: &Atom, glyph: usize) -> bool {
    let start = atom.glyphs[glyph].start;
    let same =
        |other: Option<usize>| other.and_then(|other| atom.glyphs.get(other)).is_some_and(|other| other.start == start);
    !same(glyph.checked_sub(1)) && !same(Some(glyph + 1))
}

fn subset(face: &Face, number: usize, used: &BTreeMap<u16, String>) -> Result<Embedded, PdfError> {
    let glyphs: Vec<u16> = used.keys().copied().collect();
    let map = GlyphRemapper::new_from_glyphs_sorted(&glyphs);
    let refused = |error: subsetter::Error| PdfError::Embedding { name: face.name.clone(), reason: error.to_string() };
    let bytes = subsetter::subset(face.data.bytes(), face.index, &map).map_err(refused)?;
    let new = |glyph: &u16| map.get(*glyph).unwrap_or(0);
    let mut drawn = vec![Drawn::default(); usize::from(glyphs.last().copied().unwrap_or(0)) + 1];
    for glyph in &glyphs {
        drawn[usize::from(*glyph)] = Drawn { new: new(glyph), width: face.advance(*glyph) };
    }
    let attributes = face.font.default_attributes();
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "clamped")]
    let (thousandths, weight) = (
        |em: f32| (em * 1000.0).round().clamp(-4000.0, 4000.0) as i16,
        attributes.weight.value().clamp(100.0, 900.0) as u16,
    );
    Ok(Embedded {
        id: format!("F{number}"),
        name: format!("{}+{}", tag(&bytes), face.name),
        widths: used.keys().map(|glyph| (new(glyph), face.advance(*glyph))).collect(),
        texts: used.iter().map(|(glyph, text)| (new(glyph), text.clone())).collect(),
        extent: (thousandths(face.ascent), thousandths(face.descent)),
        weight,
        italic: face.name.contains("Italic") || face.name.contains("Oblique"),
        number,
        glyphs: drawn,
        bytes,
    })
}

/// The six letters in front of a subset's name, from its content.
fn tag(bytes: &[u8]) -> String {
    Sha256::digest(bytes).iter().take(6).map(|byte| char::from(b'A' + byte % 26)).collect()
}

/// Puts the texts of the glyphs into the file.
pub fn set_text_maps(pdf: &mut Document, fonts: &Fonts) {
    let maps: Vec<(ObjectId, Vec<u8>)> = pdf
        .objects
        .values()
        .filter_map(|object| {
            let font = object.as_dict().ok()?;
            let name = font.get(b"BaseFont").and_then(Object::as_name).ok()?;
            let map = font.get(b"ToUnicode").and_then(Object::as_reference).ok()?;
            let font = fonts.iter().flatten().find(|font| font.name.as_bytes() == name)?;
            Some((map, text_map(&font.texts)))
        })
        .collect();
    for (id, map) in maps {
        pdf.objects.insert(id, Stream::new(Dictionary::new(), map).into());
    }
}

fn text_map(texts: &BTreeMap<u16, String>) -> Vec<u8> {
    let mut out = String::from(
        "/CIDInit /ProcSet findresource begin\n12 dict begin\nbegincmap\n/CIDSystemInfo << /Registry (Adobe) /Ordering (UCS) /Supplement 0 >> def\n\
         /CMapName /Adobe-Identity-UCS def\n/CMapType 2 def\n1 begincodespacerange\n<0000> <FFFF>\nendcodespacerange\n",
    );
    let entries: Vec<_> = texts.iter().collect();
    // Writing to a String does not fail.
    for entries in entries.chunks(100) {
        let _ = writeln!(out, "{} beginbfchar", entries.len());
        for (glyph, text) in entries {
            let _ = write!(out, "<{glyph:04X}> <");
            for unit in text.encode_utf16() {
                let _ = write!(out, "{unit:04X}");
            }
            out.push_str(">\n");
        }
        out.push_str("endbfchar\n");
    }
    out.push_str("endcmap\nCMapName currentdict /CMap defineresource pop\nend\nend\n");
    out.into_bytes()
}
