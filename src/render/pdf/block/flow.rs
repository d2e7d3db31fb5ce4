//! The pen that walks down a part of the document and leaves strips behind.

use crate::highlight::Highlighting;
use crate::render::pdf::block::strip::{Band, Fragment, Mark, Node, Paint, Place, Strip};
use crate::render::pdf::text::Shaper;
use std::sync::Arc;

/// Nothing is set narrower, however deep it is nested.
const NARROWEST: f32 = 150.0;

/// Where layout stands.
pub struct Flow<'s, 'f> {
    /// Shapes its texts.
    pub shaper: &'s mut Shaper<'f>,
    /// What has been laid out.
    pub out: Fragment,
    /// Left end of lines.
    pub x: f32,
    /// Length of lines.
    pub width: f32,
    /// The structure node that new ones go under.
    pub node: u32,
    /// What is repeated at the top of a page while this lasts.
    pub head: Option<u32>,
    /// Whether code has its colours.
    pub highlighting: Highlighting,
    band: Option<u32>,
    gap: f32,
    /// Space that wins over what others ask for.
    exact: Option<f32>,
    /// What goes onto the next strip, such as the bullet of an item.
    pending: Vec<Mark>,
    places: Vec<Place>,
}

impl<'s, 'f> Flow<'s, 'f> {
    /// Starts a part whose root node has this type.
    pub fn new(shaper: &'s mut Shaper<'f>, x: f32, width: f32, tag: &'static str) -> Self {
        let out = Fragment { nodes: vec![Node { tag, parent: 0, alt: None }], ..Fragment::default() };
        Self {
            shaper,
            out,
            x,
            width,
            node: 0,
            head: None,
            highlighting: Highlighting::On,
            band: None,
            gap: 0.0,
            exact: None,
            pending: Vec::new(),
            places: Vec::new(),
        }
    }

    /// Leaves at least this much space before the next strip.
    pub fn gap(&mut self, gap: f32) {
        self.gap = self.gap.max(gap);
    }

    /// Leaves exactly this much, whatever else is asked for.
    pub fn exact_gap(&mut self, gap: f32) {
        self.exact = Some(gap);
    }

    /// The space that the next strip would get.
    pub fn asked_gap(&self) -> f32 {
        self.exact.unwrap_or(self.gap)
    }

    /// Names the place of the next strip.
    pub fn place(&mut self, name: &str, outline: Option<(u8, String)>) {
        self.places.push(Place { name: Arc::from(name), outline });
    }

    /// Draws these marks with the next strip.
    pub fn pend(&mut self, marks: Vec<Mark>) {
        self.pending.extend(marks);
    }

    /// Adds a strip.
    pub fn push(&mut self, mut strip: Strip) {
        let asked = std::mem::take(&mut self.gap).max(strip.gap);
        strip.gap = self.exact.take().unwrap_or(asked);
        strip.band = self.band;
        strip.head = self.head;
        if !self.pending.is_empty() {
            self.pending.append(&mut strip.marks);
            strip.marks = std::mem::take(&mut self.pending);
        }
        strip.places.append(&mut self.places);
        self.out.strips.push(strip);
    }

    /// An empty strip that stays with the next one.
    pub fn space(&mut self, height: f32) {
        self.push(Strip { height, keep: true, ..Strip::default() });
    }

    /// Keeps what was added last with what comes next.
    pub fn keep_last(&mut self) {
        if let Some(last) = self.out.strips.last_mut() {
            last.keep = true;
        }
    }

    /// Adds a structure node under the present one.
    pub fn add_node(&mut self, tag: &'static str) -> u32 {
        self.add_node_under(self.node, tag)
    }

    /// Adds a structure node under another.
    pub fn add_node_under(&mut self, parent: u32, tag: &'static str) -> u32 {
        self.out.nodes.push(Node { tag, parent, alt: None });
        u32::try_from(self.out.nodes.len() - 1).unwrap_or(0)
    }

    /// Lays out inside a structure node.
    pub fn within<R>(&mut self, tag: &'static str, inner: impl FnOnce(&mut Self) -> R) -> R {
        let outer = self.node;
        self.node = self.add_node(tag);
        let result = inner(self);
        self.node = outer;
        result
    }

    /// Keeps what is added in here on one page, if it is not higher than this.
    pub fn together<R>(&mut self, highest: f32, inner: impl FnOnce(&mut Self) -> R) -> R {
        let first = self.out.strips.len();
        let result = inner(self);
        let added = &mut self.out.strips[first..];
        if added.iter().map(|strip| strip.gap + strip.height).sum::<f32>() <= highest {
            let last = added.len().saturating_sub(1);
            added[..last].iter_mut().for_each(|strip| strip.keep = true);
        }
        result
    }

    /// Lays out further right.
    pub fn indented<R>(&mut self, left: f32, right: f32, inner: impl FnOnce(&mut Self) -> R) -> R {
        let (x, width) = (self.x, self.width);
        if width - left - right >= NARROWEST {
            self.x += left;
            self.width -= left + right;
        }
        let result = inner(self);
        (self.x, self.width) = (x, width);
        result
    }

    /// Lays out on a ground, with this much space inside it above and below.
    pub fn on_ground<R>(&mut self, paint: Paint, padding: f32, inner: impl FnOnce(&mut Self) -> R) -> R {
        let outer = self.band;
        self.out.bands.push(Band { parent: outer, x: self.x, width: self.width, paint });
        self.band = u32::try_from(self.out.bands.len() - 1).ok();
        if padding > 0.0 {
            self.space(padding);
            self.exact_gap(0.0);
        }
        let result = inner(self);
        self.gap = 0.0;
        self.exact = None;
        if padding > 0.0 {
            self.keep_last();
            self.push(Strip { height: padding, ..Strip::default() });
        }
        self.band = outer;
        result
    }
}
