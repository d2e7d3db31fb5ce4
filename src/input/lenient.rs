//! What lenient reading leaves out, so that the rest of a broken report can be shown.
//!
//! The smallest broken thing goes: one rating, one unknown key. Texts that break a pattern stay, because a reader can
//! still read them and every renderer guards its own links.

use crate::diagnostic::{Code, Diagnostic};
use crate::model::{Category, category_of_prefix, prefix_of};
use serde_json::{Value, json};

/// Removes from a document what the errors point at. Pointers are those of the document.
pub fn prune(document: &mut Value, errors: &[Diagnostic]) {
    let mut removals: Vec<Vec<&str>> = errors
        .iter()
        .filter(|error| {
            matches!(
                error.code,
                Code::UnknownKey | Code::WrongType | Code::UnknownValue | Code::OutOfRange | Code::Schema
            )
        })
        .map(|error| error.pointer.split('/').skip(1).collect())
        .collect();
    // From the back, so that the indices of what is still to go stay right.
    removals.sort_by(|a, b| index_order(b, a));
    removals.dedup();
    for steps in removals {
        remove(document, &steps);
    }
    name_categories(document);
}

/// Orders pointers with list indices as numbers.
fn index_order(a: &[&str], b: &[&str]) -> std::cmp::Ordering {
    a.iter()
        .zip(b)
        .map(|(a, b)| match (a.parse::<usize>(), b.parse::<usize>()) {
            (Ok(a), Ok(b)) => a.cmp(&b),
            _ => a.cmp(b),
        })
        .find(|order| order.is_ne())
        .unwrap_or_else(|| a.len().cmp(&b.len()))
}

fn remove(document: &mut Value, steps: &[&str]) {
    let Some((last, parents)) = steps.split_last() else { return };
    let unescape = |step: &str| step.replace("~1", "/").replace("~0", "~");
    let parent = parents.iter().try_fold(document, |value, step| match value {
        Value::Array(items) => step.parse::<usize>().ok().and_then(|i| items.get_mut(i)),
        Value::Object(map) => map.get_mut(&unescape(step)),
        _ => None,
    });
    match parent {
        Some(Value::Object(map)) => {
            map.remove(&unescape(last));
        }
        Some(Value::Array(items)) => {
            if let Some(index) = last.parse::<usize>().ok().filter(|i| *i < items.len()) {
                items.remove(index);
            }
        }
        _ => {}
    }
}

/// A section without a readable category takes the one its first id belongs to.
fn name_categories(document: &mut Value) {
    for section in document.get_mut("findings").and_then(Value::as_array_mut).into_iter().flatten() {
        let known = section.get("category").is_some();
        if let (false, Some(section)) = (known, section.as_object_mut()) {
            let id = section.get("findings").and_then(|f| f.get(0)?.get("id")?.as_str());
            let category = id.and_then(|id| category_of_prefix(prefix_of(id))).unwrap_or(Category::CodeQuality);
            section.insert("category".into(), json!(category.as_str()));
        }
    }
}
