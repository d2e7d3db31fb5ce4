//! Content streams: what a page draws, every bit of it either content of the structure or an artifact.

use crate::render::pdf::block::{LinkBox, Mark, Node, Paint, Shape};
use crate::render::pdf::file::fonts::{Fonts, SPACE_FACE};
use crate::render::pdf::file::number::{colour, operator};
use crate::render::pdf::file::pictures::Pictures;
use crate::render::pdf::file::tags::Area;
use crate::render::pdf::file::{glyphs, path};
use crate::render::pdf::page::{Ground, Page};
use crate::render::pdf::style::Measure;
use crate::render::pdf::text::Atom;
use std::collections::BTreeMap;

/// A page as drawn.
pub struct Drawn {
    /// The operators.
    pub stream: Vec<u8>,
    /// The node of every marked-content sequence, by its id.
    pub marked: Vec<u32>,
    /// The page's links, with nodes of the whole document and positions of the page.
    pub links: Vec<LinkBox>,
    /// Where the page's figures stand.
    pub figures: Vec<(u32, Area)>,
}

/// Draws a page.
pub fn draw(page: &Page, nodes: &[Node], fonts: &Fonts, pictures: &Pictures, measure: Measure) -> Drawn {
    let mut pen = Pen {
        out: Vec::with_capacity(16 * 1024),
        fonts,
        pictures,
        height: measure.height,
        marked: Vec::new(),
        open: Open::Nothing,
        opened_in_text: false,
        in_text: false,
        state: glyphs::State::default(),
    };
    pen.ornaments(page);
    for set in &page.sets {
        for mark in &set.strip.marks {
            if mark.node.is_some() {
                pen.enter(mark.node.map(|node| node + set.base), nodes);
                pen.shape(&mark.shape, set.y);
            }
        }
    }
    for mark in &page.running {
        pen.enter(None, nodes);
        pen.shape(&mark.shape, 0.0);
    }
    pen.end_text();
    pen.leave();
    let links = page.sets.iter().flat_map(|set| {
        set.strip.links.iter().map(|link| LinkBox { y: link.y + set.y, node: link.node + set.base, ..link.clone() })
    });
    let figures = figures(page, nodes, measure);
    Drawn { stream: pen.out, marked: pen.marked, links: links.collect(), figures }
}

/// The areas of figures, which are made of filled rectangles.
fn figures(page: &Page, nodes: &[Node], measure: Measure) -> Vec<(u32, Area)> {
    let mut figures: BTreeMap<u32, Area> = BTreeMap::new();
    for set in &page.sets {
        for mark in &set.strip.marks {
            let (Some(node), Shape::Fill { x, y, width, height, .. }) = (mark.node, &mark.shape) else { continue };
            let node = node + set.base;
            if nodes.get(node as usize).is_none_or(|node| node.tag != "Figure") {
                continue;
            }
            let top = measure.height - set.y - y;
            let [left, bottom, right, above] = figures.entry(node).or_insert([*x, top - height, x + width, top]);
            (*left, *bottom) = (left.min(*x), bottom.min(top - height));
            (*right, *above) = (right.max(x + width), above.max(top));
        }
    }
    figures.into_iter().collect()
}

/// Which marked-content sequence is open.
#[derive(Clone, Copy, PartialEq)]
enum Open {
    Nothing,
    Artifact,
    Node(u32),
}

struct Pen<'a> {
    out: Vec<u8>,
    fonts: &'a Fonts,
    pictures: &'a Pictures,
    height: f32,
    marked: Vec<u32>,
    open: Open,
    /// The marked content was opened inside a text object, so that it has to end inside it.
    opened_in_text: bool,
    in_text: bool,
    state: glyphs::State,
}

impl Pen<'_> {
    /// Grounds, hairlines, numbers of lines and whatever else is no content comes first, so that content is not
    /// interrupted by it.
    fn ornaments(&mut self, page: &Page) {
        let no_content = |wanted: fn(&Shape) -> bool| {
            page.sets.iter().flat_map(move |set| {
                let marks = set.strip.marks.iter().filter(move |mark| mark.node.is_none() && wanted(&mark.shape));
                marks.map(|mark: &Mark| (&mark.shape, set.y))
            })
        };
        let shapes = no_content(|shape| !matches!(shape, Shape::Run { .. }));
        // Text behind all of them, so that it is one text object.
        let mut shapes = shapes.chain(no_content(|shape| matches!(shape, Shape::Run { .. })));
        let first = shapes.next();
        if page.grounds.is_empty() && first.is_none() {
            return;
        }
        self.enter(None, &[]);
        for ground in &page.grounds {
            self.ground(ground);
        }
        for (shape, y) in first.into_iter().chain(shapes) {
            self.shape(shape, y);
        }
    }

    fn ground(&mut self, ground: &Ground) {
        let Ground { x, y, width, height, paint, .. } = *ground;
        let fill = |x, width, radius, ink| Shape::Fill { x, y, width, height, radius, ink };
        match paint {
            Paint::Ground(ink) => self.shape(&fill(x, width, 3.0, ink), 0.0),
            Paint::Marked(ink, bar) => {
                self.shape(&fill(x, width, 0.0, ink), 0.0);
                self.shape(&fill(x, 2.4, 0.0, bar), 0.0);
            }
            Paint::Bar(ink) => self.shape(&fill(x, 1.6, 0.0, ink), 0.0),
        }
    }

    /// Opens the marked content that something belongs to, unless it is open.
    fn enter(&mut self, node: Option<u32>, nodes: &[Node]) {
        let wanted = node.map_or(Open::Artifact, Open::Node);
        if self.open == wanted {
            return;
        }
        self.leave();
        self.open(wanted, node.and_then(|node| nodes.get(node as usize)).map_or("P", Node::standard_tag));
    }

    fn open(&mut self, wanted: Open, tag: &str) {
        self.state.close(&mut self.out);
        self.open = wanted;
        self.opened_in_text = self.in_text;
        match wanted {
            Open::Nothing => {}
            Open::Artifact => self.out.extend_from_slice(b"/Artifact BMC\n"),
            Open::Node(node) => {
                self.out.extend_from_slice(format!("/{tag} <</MCID {}>> BDC\n", self.marked.len()).as_bytes());
                self.marked.push(node);
            }
        }
    }

    fn leave(&mut self) {
        if self.open == Open::Nothing {
            return;
        }
        if self.in_text && !self.opened_in_text {
            self.close_text();
        }
        self.state.close(&mut self.out);
        self.out.extend_from_slice(b"EMC\n");
        self.open = Open::Nothing;
    }

    fn close_text(&mut self) {
        self.state.end(&mut self.out);
        self.out.extend_from_slice(b"ET\n");
        self.in_text = false;
    }

    /// Ends the text object, and with it the marked content that began in it; what is going on goes on outside.
    fn end_text(&mut self) {
        if !self.in_text {
            return;
        }
        let open = self.open;
        if self.opened_in_text {
            self.leave();
        }
        self.close_text();
        if self.open != open {
            self.open(open, "Span");
        }
    }

    /// Pictures of a colour face, with a space that nobody sees for their text.
    fn pictures(&mut self, atom: &Atom, (x, y): (f32, f32), size: f32) {
        self.end_text();
        glyphs::begin_actual_text(&mut self.out, &atom.text);
        if let Some(font) = &self.fonts[SPACE_FACE]
            && let Some((glyph, _)) = font.texts.iter().find(|(_, text)| *text == " ")
        {
            let width = f32::from(font.widths.get(glyph).copied().unwrap_or(1).max(1));
            self.out.extend_from_slice(format!("BT\n3 Tr /{} ", font.id).as_bytes());
            operator(&mut self.out, &[size], "Tf");
            operator(&mut self.out, &[100_000.0 * atom.advance / width], "Tz");
            operator(&mut self.out, &[1.0, 0.0, 0.0, 1.0, x, y], "Tm");
            self.out.extend_from_slice(format!("<{glyph:04X}> Tj 0 Tr 100 Tz\nET\n").as_bytes());
            self.state.forget_font();
        }
        let mut pen = x;
        for glyph in &atom.glyphs {
            if let Some(picture) = self.pictures.get(&(atom.face, glyph.id)) {
                let [left, bottom, width, height] = picture.area.map(|em| em * size);
                self.out.extend_from_slice(b"q ");
                operator(&mut self.out, &[width, 0.0, 0.0, height, pen + left, y + bottom], "cm");
                self.out.extend_from_slice(format!("/{} Do Q\n", picture.name).as_bytes());
            }
            pen += glyph.advance * size;
        }
        self.out.extend_from_slice(b"EMC\n");
    }

    fn shape(&mut self, shape: &Shape, top: f32) {
        let height = self.height - top;
        if !matches!(shape, Shape::Run { .. }) {
            self.end_text();
            self.state.forget_ink();
        }
        match shape {
            Shape::Run { atom, x, y, size, ink } => {
                let at = (*x, height - y);
                let Some(font) = &self.fonts[atom.face] else { return self.pictures(atom, at, *size) };
                if !self.in_text {
                    self.out.extend_from_slice(b"BT\n");
                    self.in_text = true;
                }
                self.state.run(&mut self.out, font, atom, at, *size, *ink);
            }
            Shape::Fill { x, y, width, height: high, radius, ink } => {
                path::rectangle(&mut self.out, (*x, height - y - high), (*width, *high), *radius, *ink);
            }
            Shape::Outline { x, y, width, height: high, ink } => {
                path::outline(&mut self.out, (*x, height - y - high), (*width, *high), *ink);
            }
            Shape::Stroke { from, to, width, ink, dotted } => {
                colour(&mut self.out, *ink, "RG");
                operator(&mut self.out, &[*width], if *dotted { "w 1 J [0 3] 0 d" } else { "w" });
                operator(&mut self.out, &[from.0, height - from.1], "m");
                operator(&mut self.out, &[to.0, height - to.1], if *dotted { "l S 0 J [] 0 d" } else { "l S" });
            }
            // Those left over lead to no page.
            Shape::PageNumber { .. } => {}
        }
    }
}
