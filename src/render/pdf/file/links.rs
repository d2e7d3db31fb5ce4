//! Link annotations.

use crate::markdown::is_safe_destination;
use crate::render::pdf::file::tags::{Annotation, Contents, Tree};
use crate::render::pdf::page::{Layout, Spot};
use crate::render::pdf::style::Measure;
use crate::render::pdf::text::Target;
use lopdf::{Dictionary, Document, Object, ObjectId, StringFormat, dictionary};

/// Adds the links of all pages; those that lead nowhere become text and have none.
pub fn add(
    pdf: &mut Document,
    pages: &[ObjectId],
    contents: &[Contents],
    tree: &mut Tree,
    layout: &Layout,
    measure: &Measure,
) -> Vec<Vec<Option<Annotation>>> {
    let mut key = i64::try_from(pages.len()).unwrap_or(0);
    let mut all = Vec::with_capacity(pages.len());
    for (page, (_, links)) in pages.iter().zip(contents) {
        let mut annotations = Vec::with_capacity(links.len());
        for link in links {
            let Some((mut annotation, says)) = destination(&link.target, pages, layout, measure) else {
                tree.unlink(link.node);
                annotations.push(None);
                continue;
            };
            let bottom = measure.height - link.y - link.height;
            let rectangle = [link.x, bottom, link.x + link.width, bottom + link.height];
            annotation.set("Type", "Annot");
            annotation.set("Subtype", "Link");
            annotation.set("Rect", rectangle.map(|value| Object::Real((value * 100.0).round() / 100.0)).to_vec());
            annotation.set("Border", vec![Object::Integer(0); 3]);
            // Printed, as far as there is anything to print.
            annotation.set("F", 4);
            annotation.set("Contents", super::text(&says));
            annotation.set("StructParent", key);
            annotations.push(Some(Annotation { id: pdf.add_object(annotation), key }));
            key += 1;
        }
        let references: Vec<Object> = annotations.iter().flatten().map(|annotation| annotation.id.into()).collect();
        if let Ok(page) = pdf.get_dictionary_mut(*page) {
            if references.is_empty() {
                page.remove(b"Annots");
            } else {
                page.set("Annots", references);
            }
        }
        all.push(annotations);
    }
    all
}

/// Where a link leads, and what it says about that.
fn destination(target: &Target, pages: &[ObjectId], layout: &Layout, measure: &Measure) -> Option<(Dictionary, String)> {
    match target {
        Target::Web(url) => {
            // The policy has looked at those of Markdown; permalinks and addresses of comments come straight from the report.
            let safe = is_safe_destination(url) && !url.starts_with('#');
            let uri = Object::String(ascii(url).into_bytes(), StringFormat::Literal);
            let action = dictionary! { "Type" => "Action", "S" => "URI", "URI" => uri };
            safe.then(|| (dictionary! { "A" => action }, url.to_string()))
        }
        Target::Place(place) => {
            let spot = layout.places.get(place)?;
            let says = format!("page {}", spot.page + 1);
            Some((dictionary! { "Dest" => view(*spot, pages, measure) }, says))
        }
    }
}

/// A page at a height, at the zoom the reader has.
pub fn view(spot: Spot, pages: &[ObjectId], measure: &Measure) -> Object {
    let top = (measure.height - spot.y + 6.0).min(measure.height);
    Object::Array(vec![pages[spot.page].into(), "XYZ".into(), Object::Null, Object::Real((top * 100.0).round() / 100.0), Object::Null])
}

/// URI actions are ASCII: everything else is percent-encoded.
fn ascii(url: &str) -> String {
    url.bytes().fold(String::with_capacity(url.len()), |mut out, byte| {
        use std::fmt::Write as _;
        if byte.is_ascii_graphic() {
            out.push(char::from(byte));
        } else {
            let _ = write!(out, "%{byte:02X}");
        }
        out
    })
}
