//! Content streams: what a page draws, every bit of it either content of the structure or an artifact.

use crate::render::pdf::block::{LinkBox, Mark, Node, Paint, Shape};
use crate::render::pdf::file::fonts::{Fonts, SPACE_FACE};
use crate::render::pdf::file::number::{colour, operator};
use crate::render::pdf::file::pictures::Pictures;
use crate::render::pdf::file::{glyphs, path};
use crate::render::pdf::page::{Ground, Page};
use crate::render::pdf::style::Measure;
use crate::render::pdf::text::Atom;

/// A page as drawn.
pub struct Drawn {
    /// The operators.
    pub stream: Vec<u8>,
    /// The node of every marked-content sequence, by its id.
    pub marked: Vec<u32>,
    /// The page's links, with nodes of the whole document and positions of the page.
    pub links: Vec<LinkBox>,
}

/// Draws a page.
pub fn draw(page: &Page, nodes: &[Node], fonts: &Fonts, pictures: &Pictures, measure: &Measure) -> Drawn {
    let mut pen = Pen { out: Vec::with_capacity(16 * 1024), fonts, pictures, height: measure.height, marked: Vec::new(), open: Open::Nothing, text: None };
    pen.ornaments(page);
    for set in &page.sets {
        for mark in &set.strip.marks {
            if mark.node.is_some() || matches!(mark.shape, Shape::Run { .. }) {
                pen.enter(mark.node.map(|node| node + set.base), nodes);
                pen.shape(&mark.shape, set.y);
            }
        }
    }
    for mark in &page.running {
        pen.enter(None, nodes);
        pen.shape(&mark.shape, 0.0);
    }
    pen.leave();
    let links = page.sets.iter().flat_map(|set| {
        set.strip.links.iter().map(|link| LinkBox { y: link.y + set.y, node: link.node + set.base, ..link.clone() })
    });
    Drawn { stream: pen.out, marked: pen.marked, links: links.collect() }
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
    /// A text object is open, in this state.
    text: Option<glyphs::State>,
}

impl Pen<'_> {
    /// Grounds, hairlines and whatever else is no content comes first, so that content is not interrupted by it.
    fn ornaments(&mut self, page: &Page) {
        let mut shapes = page.sets.iter().flat_map(|set| {
            let ornaments = set.strip.marks.iter().filter(|mark| mark.node.is_none() && !matches!(mark.shape, Shape::Run { .. }));
            ornaments.map(|mark: &Mark| (&mark.shape, set.y))
        });
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
        self.open = wanted;
        match node {
            None => self.out.extend_from_slice(b"/Artifact BMC\n"),
            Some(node) => {
                let tag = nodes.get(node as usize).map_or("P", Node::standard_tag);
                self.out.extend_from_slice(format!("/{tag} <</MCID {}>> BDC\n", self.marked.len()).as_bytes());
                self.marked.push(node);
            }
        }
    }

    fn leave(&mut self) {
        self.end_text();
        if self.open != Open::Nothing {
            self.out.extend_from_slice(b"EMC\n");
            self.open = Open::Nothing;
        }
    }

    fn end_text(&mut self) {
        if let Some(state) = self.text.take() {
            state.end(&mut self.out);
            self.out.extend_from_slice(b"ET\n");
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
        let up = |y: f32| self.height - top - y;
        match shape {
            Shape::Run { atom, x, y, size, ink } => {
                let at = (*x, up(*y));
                let Some(font) = &self.fonts[atom.face] else { return self.pictures(atom, at, *size) };
                if self.text.is_none() {
                    self.out.extend_from_slice(b"BT\n");
                }
                let state = self.text.get_or_insert_with(glyphs::State::default);
                state.run(&mut self.out, font, atom, at, *size, *ink);
            }
            Shape::Fill { x, y, width, height, radius, ink } => {
                let bottom = up(*y + *height);
                self.end_text();
                colour(&mut self.out, *ink, "rg");
                path::rectangle(&mut self.out, (*x, bottom), (*width, *height), *radius);
                self.out.extend_from_slice(b"f\n");
            }
            Shape::Outline { x, y, width, height, ink } => {
                let bottom = up(*y + *height);
                self.end_text();
                colour(&mut self.out, *ink, "RG");
                operator(&mut self.out, &[0.6], "w");
                path::rectangle(&mut self.out, (*x, bottom), (*width, *height), 2.2);
                self.out.extend_from_slice(b"S\n");
            }
            Shape::Stroke { from, to, width, ink, dotted } => {
                let (start, end) = ((from.0, up(from.1)), (to.0, up(to.1)));
                self.end_text();
                colour(&mut self.out, *ink, "RG");
                operator(&mut self.out, &[*width], "w");
                if *dotted {
                    self.out.extend_from_slice(b"1 J [0 3] 0 d\n");
                }
                operator(&mut self.out, &[start.0, start.1], "m");
                operator(&mut self.out, &[end.0, end.1], "l");
                self.out.extend_from_slice(b"S\n");
                if *dotted {
                    self.out.extend_from_slice(b"0 J [] 0 d\n");
                }
            }
            // Those left over lead to no page.
            Shape::PageNumber { .. } => {}
        }
    }
}
