//! The structure tree: which content is a heading, a paragraph, a cell, a link.

use crate::render::pdf::block::strip::{NUMBERED, ROW_HEAD};
use crate::render::pdf::block::{LinkBox, Node};
use crate::render::pdf::file::arena::{self, Arena, reference};
use crate::render::pdf::file::number;
use lopdf::{Document, Object, ObjectId, dictionary};
use std::collections::BTreeMap;

/// A page's marked content and links.
pub type Contents = (Vec<u32>, Vec<LinkBox>);

#[derive(Clone, Copy)]
enum Kid {
    Node(u32),
    Marked { page: usize, id: usize },
    Annotation { page: usize, index: usize },
}

/// The tree as it grows: a node hangs under its parent from its first content on, which makes reading order of it.
pub struct Tree {
    nodes: Vec<Node>,
    kids: Vec<Vec<Kid>>,
    hangs: Vec<bool>,
    areas: BTreeMap<u32, Area>,
}

/// Left, bottom, right and top of something on its page.
pub type Area = [f32; 4];

/// An annotation with its key in the parent tree.
pub struct Annotation {
    /// Its object.
    pub id: ObjectId,
    /// Its key.
    pub key: i64,
}

impl Tree {
    /// A tree that nothing hangs in yet.
    pub fn new(nodes: Vec<Node>) -> Self {
        let count = nodes.len();
        let mut hangs = vec![false; count];
        if let Some(root) = hangs.first_mut() {
            *root = true;
        }
        Self { kids: vec![Vec::new(); count], hangs, areas: BTreeMap::new(), nodes }
    }

    /// Says where figures stand.
    pub fn place(&mut self, areas: impl IntoIterator<Item = (u32, Area)>) {
        self.areas.extend(areas);
    }

    /// A link that leads nowhere is plain text.
    pub fn unlink(&mut self, node: u32) {
        if self.nodes[node as usize].tag == "Link" {
            self.nodes[node as usize].tag = "Span";
        }
    }

    fn hang(&mut self, node: u32) {
        let mut path = Vec::new();
        let mut at = node;
        while !self.hangs[at as usize] {
            self.hangs[at as usize] = true;
            path.push(at);
            at = self.nodes[at as usize].parent;
        }
        for node in path.into_iter().rev() {
            let parent = self.nodes[node as usize].parent;
            self.kids[parent as usize].push(Kid::Node(node));
        }
    }

    /// Writes the tree, the parent tree and the marks in the catalog and the pages.
    pub fn write(
        mut self,
        pdf: &mut Document,
        arena: &mut Arena,
        pages: &[ObjectId],
        contents: &[Contents],
        annotations: &[Vec<Option<Annotation>>],
    ) {
        for (page, (marked, _)) in contents.iter().enumerate() {
            for (id, node) in marked.iter().enumerate() {
                self.hang(*node);
                self.kids[*node as usize].push(Kid::Marked { page, id });
            }
        }
        for (page, (_, links)) in contents.iter().enumerate() {
            for (index, link) in links.iter().enumerate() {
                if annotations[page][index].is_some() {
                    self.hang(link.node);
                    self.kids[link.node as usize].push(Kid::Annotation { page, index });
                }
            }
        }
        let root = pdf.new_object_id();
        let ids: Vec<Option<ObjectId>> = self.hangs.iter().map(|hangs| hangs.then(|| pdf.new_object_id())).collect();
        let id_of = |node: u32| ids[node as usize].unwrap_or(root);
        for (number, node) in self.nodes.iter().enumerate() {
            let Some(id) = ids[number] else { continue };
            let parent = if number == 0 { root } else { id_of(node.parent) };
            let place = self.areas.get(&u32::try_from(number).unwrap_or(0));
            arena.add(id, |out| {
                element(out, node, parent, &self.kids[number], pages, annotations, id_of);
                attributes(out, node, place);
                out.extend_from_slice(b">>");
            });
        }
        let mut numbers: Vec<Object> = Vec::with_capacity(2 * pages.len());
        for (page, (marked, _)) in contents.iter().enumerate() {
            let key = i64::try_from(page).unwrap_or(0);
            let parents = pdf.new_object_id();
            arena.add(parents, |out| {
                out.push(b'[');
                for node in marked {
                    reference(out, id_of(*node));
                }
                out.push(b']');
            });
            numbers.extend([key.into(), parents.into()]);
            if let Ok(page) = pdf.get_dictionary_mut(pages[page]) {
                page.set("StructParents", key);
                page.set("Tabs", "S");
            }
        }
        let mut next = i64::try_from(pages.len()).unwrap_or(0);
        for ((_, links), annotations) in contents.iter().zip(annotations) {
            for (link, annotation) in links.iter().zip(annotations) {
                if let Some(annotation) = annotation {
                    numbers.extend([annotation.key.into(), id_of(link.node).into()]);
                    next = next.max(annotation.key + 1);
                }
            }
        }
        let parents = pdf.add_object(dictionary! { "Nums" => numbers });
        let document = id_of(0);
        let tree = dictionary! { "Type" => "StructTreeRoot", "K" => vec![Object::Reference(document)], "ParentTree" => parents, "ParentTreeNextKey" => next };
        pdf.objects.insert(root, tree.into());
        if let Ok(catalog) = pdf.catalog_mut() {
            catalog.set("StructTreeRoot", root);
            catalog.set("MarkInfo", dictionary! { "Marked" => true });
        }
    }
}

/// Writes an element up to its attributes.
fn element(
    out: &mut Vec<u8>,
    node: &Node,
    parent: ObjectId,
    kids: &[Kid],
    pages: &[ObjectId],
    annotations: &[Vec<Option<Annotation>>],
    id_of: impl Fn(u32) -> ObjectId,
) {
    let own_page = kids.iter().find_map(|kid| if let Kid::Marked { page, .. } = kid { Some(*page) } else { None });
    out.extend_from_slice(format!("<</S/{}/P", node.standard_tag()).as_bytes());
    reference(out, parent);
    out.extend_from_slice(b"/K[");
    for kid in kids {
        match *kid {
            Kid::Node(node) => reference(out, id_of(node)),
            Kid::Marked { page, id } if Some(page) == own_page => out.extend_from_slice(format!(" {id}").as_bytes()),
            Kid::Marked { page, id } => {
                out.extend_from_slice(b"<</Type/MCR/Pg");
                reference(out, pages[page]);
                out.extend_from_slice(format!("/MCID {id}>>").as_bytes());
            }
            Kid::Annotation { page, index } => {
                if let Some(annotation) = &annotations[page][index] {
                    out.extend_from_slice(b"<</Type/OBJR/Obj");
                    reference(out, annotation.id);
                    out.extend_from_slice(b"/Pg");
                    reference(out, pages[page]);
                    out.extend_from_slice(b">>");
                }
            }
        }
    }
    out.push(b']');
    if let Some(page) = own_page {
        out.extend_from_slice(b"/Pg");
        reference(out, pages[page]);
    }
    if let Some(alt) = &node.alt {
        out.extend_from_slice(b"/Alt");
        arena::object(out, &super::text(alt));
    }
}

/// What a reader can't know from the type alone.
fn attributes(out: &mut Vec<u8>, node: &Node, place: Option<&Area>) {
    match (node.tag, place) {
        ("TH", _) => out.extend_from_slice(b"/A<</O/Table/Scope/Column>>"),
        (ROW_HEAD, _) => out.extend_from_slice(b"/A<</O/Table/Scope/Row>>"),
        ("L", _) => out.extend_from_slice(b"/A<</O/List/ListNumbering/Disc>>"),
        (NUMBERED, _) => out.extend_from_slice(b"/A<</O/List/ListNumbering/Decimal>>"),
        ("Figure", Some(place)) => {
            out.extend_from_slice(b"/A<</O/Layout/Placement/Block/BBox[");
            for value in place {
                number::write(out, *value);
            }
            out.extend_from_slice(b"]>>");
        }
        _ => {}
    }
}
