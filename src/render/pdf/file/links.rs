//! Link annotations.

use crate::markdown::is_safe_destination;
use crate::render::pdf::file::arena::{self, Arena};
use crate::render::pdf::file::number;
use crate::render::pdf::file::tags::{Annotation, Contents, Tree};
use crate::render::pdf::page::{Layout, Spot};
use crate::render::pdf::style::Measure;
use crate::render::pdf::text::Target;
use lopdf::{Document, Object, ObjectId, StringFormat};

/// Adds the links of all pages; those that lead nowhere become text and have none.
pub fn add(
    pdf: &mut Document,
    arena: &mut Arena,
    pages: &[ObjectId],
    contents: &[Contents],
    tree: &mut Tree,
    layout: &Layout,
    measure: Measure,
) -> Vec<Vec<Option<Annotation>>> {
    let mut key = i64::try_from(pages.len()).unwrap_or(0);
    let mut all = Vec::with_capacity(pages.len());
    for (page, (_, links)) in pages.iter().zip(contents) {
        let mut annotations = Vec::with_capacity(links.len());
        for link in links {
            let Some((action, says)) = destination(&link.target, pages, layout, measure) else {
                tree.unlink(link.node);
                annotations.push(None);
                continue;
            };
            let bottom = measure.height - link.y - link.height;
            let id = pdf.new_object_id();
            arena.add(id, |out| {
                // Flag 4 has it printed, as far as there is anything to print.
                out.extend_from_slice(b"<</Type/Annot/Subtype/Link/Border[0 0 0]/F 4/Rect[");
                for value in [link.x, bottom, link.x + link.width, bottom + link.height] {
                    number::write(out, value);
                }
                out.extend_from_slice(format!("]/StructParent {key}/Contents").as_bytes());
                arena::object(out, &super::text(&says));
                out.extend_from_slice(&action);
                out.extend_from_slice(b">>");
            });
            annotations.push(Some(Annotation { id, key }));
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
fn destination(target: &Target, pages: &[ObjectId], layout: &Layout, measure: Measure) -> Option<(Vec<u8>, String)> {
    match target {
        Target::Web(url) => {
            // The policy has looked at those of Markdown; permalinks and addresses of comments come straight from the report.
            let safe = is_safe_destination(url) && !url.starts_with('#');
            let mut action = b"/A<</S/URI/URI".to_vec();
            arena::string(&mut action, ascii(url).as_bytes(), StringFormat::Literal);
            action.extend_from_slice(b">>");
            safe.then(|| (action, url.to_string()))
        }
        Target::Place(place) => {
            let spot = layout.places.get(place)?;
            let says = format!("page {}", spot.page + 1);
            let mut action = b"/Dest".to_vec();
            arena::object(&mut action, &view(*spot, pages, measure));
            Some((action, says))
        }
    }
}

/// A page at a height, at the zoom the reader has.
pub fn view(spot: Spot, pages: &[ObjectId], measure: Measure) -> Object {
    let top = (measure.height - spot.y + 6.0).min(measure.height);
    Object::Array(vec![
        pages[spot.page].into(),
        "XYZ".into(),
        Object::Null,
        Object::Real((top * 100.0).round() / 100.0),
        Object::Null,
    ])
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
