//! The skeleton of a file: fonts, resources and empty pages. The one place that knows printpdf.

use crate::render::pdf::PdfError;
use crate::render::pdf::file::fonts::{Embedded, Fonts};
use crate::render::pdf::style::Measure;
use lopdf::{Document, Object, ObjectId, Stream};
use printpdf::{
    Codepoint, FontId, FontMetrics, Op, ParsedFont, PdfDocument, PdfFont, PdfFontHandle, PdfPage, PdfSaveOptions, Pt,
    Rect, TextItem, to_lopdf_doc,
};
use std::collections::BTreeMap;

/// What makes a document with these fonts in its resources and so many empty pages.
pub trait Skeleton {
    /// Makes it.
    ///
    /// # Errors
    /// A document that lacks a page.
    fn make(&self, fonts: &Fonts, pages: usize, measure: Measure) -> Result<Document, PdfError>;
}

/// The back end over printpdf.
pub struct Printpdf;

impl Skeleton for Printpdf {
    fn make(&self, fonts: &Fonts, pages: usize, measure: Measure) -> Result<Document, PdfError> {
        let mut document = PdfDocument::new("");
        let mut mentions = vec![Op::StartTextSection];
        for font in fonts.iter().flatten() {
            document.resources.fonts.map.insert(FontId(font.id.clone()), PdfFont::new(parsed(font)));
            mentions.extend(mention(font));
        }
        mentions.push(Op::EndTextSection);
        document.pages = (0..pages).map(|_| page(measure, Vec::new())).collect();
        // printpdf leaves out fonts that no page uses.
        if let Some(first) = document.pages.first_mut() {
            first.ops = mentions;
        }
        let pdf = to_lopdf_doc(&document, &PdfSaveOptions::default(), &mut Vec::new());
        if pdf.page_iter().count() == pages {
            Ok(pdf)
        } else {
            Err(PdfError::Writing(std::io::Error::other("pages are missing")))
        }
    }
}

fn page(measure: Measure, ops: Vec<Op>) -> PdfPage {
    let paper = || Rect {
        x: Pt(0.0),
        y: Pt(0.0),
        width: Pt(measure.width),
        height: Pt(measure.height),
        mode: None,
        winding_order: None,
    };
    PdfPage { media_box: paper(), trim_box: paper(), crop_box: paper(), ops }
}

fn parsed(font: &Embedded) -> ParsedFont {
    let (ascent, descent) = font.extent;
    let metrics = FontMetrics { ascent, descent };
    let mut parsed = ParsedFont::with_glyph_data(
        font.bytes.clone(),
        0,
        Some(font.name.clone()),
        BTreeMap::new(),
        font.widths.clone(),
        1000,
        metrics,
    );
    let box_of = &mut parsed.pdf_font_metrics;
    (box_of.x_min, box_of.x_max, box_of.y_min, box_of.y_max) = (-500, 2000, descent, ascent);
    box_of.us_weight_class = font.weight;
    // Twelve degrees, as good as all slanted faces have it.
    (box_of.caret_slope_rise, box_of.caret_slope_run) = if font.italic { (1000, 213) } else { (1, 0) };
    parsed
}

fn mention(font: &Embedded) -> [Op; 2] {
    let glyph = |(glyph, text): (&u16, &String)| Codepoint { gid: *glyph, offset: 0.0, cid: Some(text.clone()) };
    [
        Op::SetFont { font: PdfFontHandle::External(FontId(font.id.clone())), size: Pt(1.0) },
        Op::ShowText { items: vec![TextItem::GlyphIds(font.texts.iter().map(glyph).collect())] },
    ]
}

/// Gives a page its content.
pub fn set_contents(pdf: &mut Document, page: ObjectId, content: Stream) {
    let place = pdf.get_dictionary(page).and_then(|page| page.get(b"Contents")).and_then(Object::as_reference);
    if let Ok(id) = place {
        pdf.objects.insert(id, content.into());
        return;
    }
    let id = pdf.add_object(content);
    if let Ok(page) = pdf.get_dictionary_mut(page) {
        page.set("Contents", id);
    }
}
