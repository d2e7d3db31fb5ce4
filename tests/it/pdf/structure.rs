//! The structure tree: every bit of content in it, and in one place only.

use super::support::{INPUTS, input, pdf};
use lopdf::content::Content;
use lopdf::{Dictionary, Document, Object, ObjectId};
use std::collections::BTreeMap;

fn tree(file: &Document) -> &Dictionary {
    let root = file.catalog().unwrap().get(b"StructTreeRoot").unwrap();
    file.get_dictionary(root.as_reference().unwrap()).unwrap()
}

/// The parent tree: what hangs at each key.
fn parents(file: &Document) -> BTreeMap<i64, Object> {
    let numbers = file.get_dictionary(tree(file).get(b"ParentTree").unwrap().as_reference().unwrap()).unwrap();
    let numbers = numbers.get(b"Nums").unwrap().as_array().unwrap();
    numbers.chunks(2).map(|pair| (pair[0].as_i64().unwrap(), pair[1].clone())).collect()
}

/// The marked-content ids that an element claims on a page.
fn claims(element: &Dictionary, page: ObjectId) -> Vec<i64> {
    let own = element.get(b"Pg").and_then(Object::as_reference).ok();
    let kids = element.get(b"K").unwrap();
    let kids = kids.as_array().map_or_else(|_| vec![kids.clone()], Clone::clone);
    kids.iter()
        .filter_map(|kid| match kid {
            Object::Integer(id) if own == Some(page) => Some(*id),
            Object::Dictionary(reference) if reference.has(b"MCID") => {
                let on = reference.get(b"Pg").unwrap().as_reference().unwrap();
                (on == page).then(|| reference.get(b"MCID").unwrap().as_i64().unwrap())
            }
            _ => None,
        })
        .collect()
}

/// Fails unless every marked content is named by the one structure element that the parent tree has for it, and every
/// annotation by a link.
pub fn content_and_structure_agree(name: &str, file: &Document) {
    let parents = parents(file);
    for page in file.page_iter() {
        let dictionary = file.get_dictionary(page).unwrap();
        let key = dictionary.get(b"StructParents").unwrap().as_i64().unwrap();
        let owners = file.get_object(parents[&key].as_reference().unwrap()).unwrap().as_array().unwrap();
        let content = Content::decode(&file.get_page_content(page)).unwrap();
        let ids: Vec<i64> = content
            .operations
            .iter()
            .filter(|operation| operation.operator == "BDC")
            .filter_map(|operation| operation.operands[1].as_dict().ok()?.get(b"MCID").ok()?.as_i64().ok())
            .collect();
        assert_eq!(ids, (0..i64::try_from(owners.len()).unwrap()).collect::<Vec<_>>(), "{name}");
        for (id, owner) in ids.iter().zip(owners) {
            let element = file.get_dictionary(owner.as_reference().unwrap()).unwrap();
            assert!(claims(element, page).contains(id), "{name}: {id} of {page:?} is not in {element:?}");
        }
        for annotation in dictionary.get(b"Annots").and_then(Object::as_array).into_iter().flatten() {
            let annotation = file.get_dictionary(annotation.as_reference().unwrap()).unwrap();
            let key = annotation.get(b"StructParent").unwrap().as_i64().unwrap();
            let element = file.get_dictionary(parents[&key].as_reference().unwrap()).unwrap();
            assert_eq!(element.get(b"S").unwrap().as_name().unwrap(), b"Link", "{name}");
        }
    }
}

/// Fails if a page paints anything that is neither content of the structure nor an artifact.
pub fn all_is_painted_inside_marked_content(name: &str, file: &Document) {
    for page in file.page_iter() {
        let content = Content::decode(&file.get_page_content(page)).unwrap();
        let (mut open, mut text) = (Vec::new(), false);
        for operation in &content.operations {
            match operation.operator.as_str() {
                "BDC" | "BMC" => open.push(text),
                // What begins inside a text object ends inside it.
                "EMC" => assert_eq!(open.pop(), Some(text), "{name}"),
                "BT" => {
                    assert!(!text, "{name}");
                    text = true;
                }
                "ET" => {
                    assert!(text, "{name}");
                    text = false;
                }
                "TJ" | "Tj" => assert!(text && !open.is_empty(), "{name}"),
                "f" | "B" | "S" | "s" | "Do" => assert!(!text && !open.is_empty(), "{name}"),
                _ => {}
            }
        }
        assert!(open.is_empty() && !text, "{name}");
    }
}

#[test]
fn content_and_structure_name_each_other() {
    for name in INPUTS {
        content_and_structure_agree(name, &Document::load_mem(&pdf(&input(name)).bytes).unwrap());
    }
}

#[test]
fn nothing_is_painted_outside_marked_content() {
    for name in INPUTS {
        all_is_painted_inside_marked_content(name, &Document::load_mem(&pdf(&input(name)).bytes).unwrap());
    }
}

#[test]
fn headings_do_not_skip_a_level_and_tables_have_heads() {
    for name in INPUTS {
        let file = Document::load_mem(&pdf(&input(name)).bytes).unwrap();
        let mut order = Vec::new();
        walk(&file, tree(&file), &mut order);
        let mut before = 0;
        for tag in
            order.iter().filter(|tag| tag.len() == 2 && tag.starts_with('H') && tag.as_bytes()[1].is_ascii_digit())
        {
            let level = tag.as_bytes()[1] - b'0';
            assert!(level <= before + 1, "{name}: H{before}, then {tag}");
            before = level;
        }
        assert_eq!(order.iter().filter(|tag| *tag == "H1").count(), 1, "{name}");
        assert!(order.iter().any(|tag| tag == "TH"), "{name}");
    }
}

#[test]
fn lists_say_how_they_are_marked_and_figures_what_and_where_they_are() {
    let file = Document::load_mem(&pdf(&input("review-v4")).bytes).unwrap();
    let with_tag = |tag: &[u8]| {
        let elements = file.objects.values().filter_map(|object| object.as_dict().ok());
        let tagged = |element: &&Dictionary| element.get(b"S").and_then(Object::as_name).is_ok_and(|name| name == tag);
        elements.filter(tagged).collect::<Vec<_>>()
    };
    let attribute = |element: &Dictionary, key: &[u8]| {
        let attributes = element.get(b"A").and_then(Object::as_dict).unwrap();
        attributes.get(key).unwrap().clone()
    };
    let marks: Vec<_> = with_tag(b"L").into_iter().map(|list| attribute(list, b"ListNumbering")).collect();
    assert!(marks.contains(&Object::Name(b"Disc".to_vec())) && marks.contains(&Object::Name(b"Decimal".to_vec())));
    let figures = with_tag(b"Figure");
    assert_eq!(figures.len(), 2);
    for figure in figures {
        assert!(figure.has(b"Alt"));
        let area = attribute(figure, b"BBox");
        let [left, bottom, right, top] = [0, 1, 2, 3].map(|i| area.as_array().unwrap()[i].as_float().unwrap());
        assert!(left > 56.0 && right < 540.0 && right - left > 400.0, "{area:?}");
        assert!(bottom > 50.0 && top < 800.0 && (7.0..9.0).contains(&(top - bottom)), "{area:?}");
    }
}

fn walk(file: &Document, element: &Dictionary, order: &mut Vec<String>) {
    if let Ok(tag) = element.get(b"S").and_then(Object::as_name) {
        order.push(String::from_utf8_lossy(tag).into_owned());
    }
    let Ok(kids) = element.get(b"K") else { return };
    let kids = kids.as_array().map_or_else(|_| vec![kids.clone()], Clone::clone);
    for kid in kids.iter().filter_map(|kid| kid.as_reference().ok()) {
        if let Ok(kid) = file.get_dictionary(kid) {
            walk(file, kid, order);
        }
    }
}
