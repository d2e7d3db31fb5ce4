//! Changes to the text of a JSON document that touch nothing else.

use crate::fix::repair::{Action, Repair};
use crate::input::position::{self, Found};
use std::ops::Range;

/// A range of the text and what stands there afterwards.
#[derive(Debug)]
pub(super) struct Edit {
    range: Range<usize>,
    text: String,
    what: String,
    /// Where the reader is sent.
    at: usize,
}

impl Edit {
    /// Finds the places of repairs in the text; one whose place is gone falls away.
    pub(super) fn locate(text: &str, repairs: Vec<Repair>) -> Vec<Self> {
        let pointers: Vec<&str> = repairs.iter().map(|repair| repair.pointer.as_str()).collect();
        let places = position::find(text, &pointers);
        repairs.into_iter().zip(places).filter_map(|(repair, place)| Self::new(text, repair, place?)).collect()
    }

    fn new(text: &str, repair: Repair, place: Found) -> Option<Self> {
        if !place.exact {
            return None;
        }
        let Repair { action, what, .. } = repair;
        let at = place.key.as_ref().map_or(place.value.start, |key| key.start);
        let (range, text) = match action {
            Action::Rename(name) => (place.key?, serde_json::Value::String(name).to_string()),
            Action::Replace(value) => (place.value, value),
            Action::Remove => (removal(text, &place)?, String::new()),
            Action::Insert(members) => insertion(text, &place.value, &members)?,
        };
        Some(Self { range, text, what, at })
    }
}

/// A member with the comma that separated it from its neighbour.
fn removal(text: &str, place: &Found) -> Option<Range<usize>> {
    let start = place.key.as_ref()?.start;
    let blanks = |text: &str| text.len() - text.trim_start_matches([' ', '\t', '\n', '\r']).len();
    let behind = place.value.end + blanks(&text[place.value.end..]);
    if text[behind..].starts_with(',') {
        let next = behind + 1;
        return Some(start..next + blanks(&text[next..]));
    }
    let before = text[..start].trim_end_matches([' ', '\t', '\n', '\r']);
    before.ends_with(',').then(|| before.len() - 1..place.value.end)
}

/// New members behind the last one of an object, laid out like the first.
fn insertion(text: &str, object: &Range<usize>, members: &[(String, String)]) -> Option<(Range<usize>, String)> {
    let inner = text.get(object.start + 1..object.end - 1)?;
    let layout = &inner[..inner.len() - inner.trim_start().len()];
    let layout = if layout.is_empty() { " " } else { layout };
    let end = object.start + 1 + inner.trim_end().len();
    let members: Vec<String> =
        members.iter().map(|(key, value)| format!("{}: {value}", serde_json::Value::from(key.as_str()))).collect();
    let comma = if inner.trim().is_empty() { "" } else { "," };
    Some((end..end, format!("{comma}{layout}{}", members.join(&format!(",{layout}")))))
}

/// Leads offsets of a mended text back to the text it was made from.
#[derive(Debug, Default)]
pub(super) struct Origins(Vec<(usize, usize)>);

impl Origins {
    /// The offset that an offset of the mended text had; within something new, where that stands.
    pub(super) fn of(&self, offset: usize) -> usize {
        let after = self.0.partition_point(|(new, _)| *new <= offset);
        match after.checked_sub(1).map(|i| self.0[i]) {
            Some((new, old)) => old + (offset - new),
            None => offset,
        }
    }
}

/// Makes the edits that don't get in each other's way; the others are for the next round.
pub(super) fn apply(text: &str, mut edits: Vec<Edit>) -> (String, Vec<(usize, String)>, Origins) {
    edits.sort_by_key(|edit| (edit.range.start, edit.range.end));
    let mut out = String::with_capacity(text.len());
    let mut changes = Vec::new();
    let mut origins = Origins::default();
    let mut done = 0;
    for edit in edits {
        if edit.range.start < done {
            continue;
        }
        out.push_str(&text[done..edit.range.start]);
        out.push_str(&edit.text);
        done = edit.range.end;
        origins.0.push((out.len(), done));
        changes.push((edit.at, edit.what));
    }
    out.push_str(&text[done..]);
    (out, changes, origins)
}
