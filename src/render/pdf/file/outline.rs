//! The outline: chapters, and the findings of each.

use crate::render::pdf::file::links::view;
use crate::render::pdf::page::Entry;
use crate::render::pdf::style::Measure;
use lopdf::{Document, ObjectId, dictionary};

/// A chapter with more findings is shown closed.
const OPEN: usize = 30;

/// Writes the outline.
pub fn write(pdf: &mut Document, pages: &[ObjectId], entries: &[Entry], measure: Measure) {
    // A finding without a chapter before it does not come; should one, it is a chapter.
    let mut chapters: Vec<(&Entry, Vec<&Entry>)> = Vec::new();
    for entry in entries {
        match chapters.last_mut() {
            Some((_, findings)) if entry.level > 1 => findings.push(entry),
            _ => chapters.push((entry, Vec::new())),
        }
    }
    if chapters.is_empty() {
        return;
    }
    let root = pdf.new_object_id();
    let ids: Vec<ObjectId> = chapters.iter().map(|_| pdf.new_object_id()).collect();
    let mut shown = chapters.len();
    for (i, (chapter, findings)) in chapters.iter().enumerate() {
        let below: Vec<ObjectId> = findings.iter().map(|_| pdf.new_object_id()).collect();
        for (k, finding) in findings.iter().enumerate() {
            let item = item(finding, ids[i], &below, k, pages, measure);
            pdf.objects.insert(below[k], item.into());
        }
        let mut item = item(chapter, root, &ids, i, pages, measure);
        if let (Some(first), Some(last)) = (below.first(), below.last()) {
            let open = below.len() <= OPEN;
            let count = i64::try_from(below.len()).unwrap_or(0);
            item.set("First", *first);
            item.set("Last", *last);
            item.set("Count", if open { count } else { -count });
            shown += if open { below.len() } else { 0 };
        }
        pdf.objects.insert(ids[i], item.into());
    }
    let count = i64::try_from(shown).unwrap_or(0);
    let outline =
        dictionary! { "Type" => "Outlines", "First" => ids[0], "Last" => ids[ids.len() - 1], "Count" => count };
    pdf.objects.insert(root, outline.into());
    if let Ok(catalog) = pdf.catalog_mut() {
        catalog.set("Outlines", root);
    }
}

fn item(
    entry: &Entry,
    parent: ObjectId,
    siblings: &[ObjectId],
    at: usize,
    pages: &[ObjectId],
    measure: Measure,
) -> lopdf::Dictionary {
    let mut item = dictionary! { "Title" => super::text(&entry.title), "Parent" => parent, "Dest" => view(entry.spot, pages, measure) };
    if at > 0 {
        item.set("Prev", siblings[at - 1]);
    }
    if let Some(next) = siblings.get(at + 1) {
        item.set("Next", *next);
    }
    item
}
