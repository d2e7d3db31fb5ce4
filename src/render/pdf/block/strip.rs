//! What layout hands to the pages: strips, with what to draw, and the structure they belong to.

use crate::render::pdf::style::{Ink, Style};
use crate::render::pdf::text::installed::Wanted;
use crate::render::pdf::text::{Atom, Target};
use std::collections::BTreeSet;
use std::sync::Arc;

/// A horizontal strip of a page: no page break goes through it.
#[derive(Debug, Default)]
pub struct Strip {
    /// Space above, dropped at the top of a page.
    pub gap: f32,
    /// Its height.
    pub height: f32,
    /// Whether the next strip has to stand on the same page.
    pub keep: bool,
    /// The innermost ground it stands on.
    pub band: Option<u32>,
    /// What is repeated above it at the top of a page.
    pub head: Option<u32>,
    /// What is drawn, in reading order; positions from the page's left edge and the strip's top.
    pub marks: Vec<Mark>,
    /// What leads somewhere.
    pub links: Vec<LinkBox>,
    /// What others lead to.
    pub places: Vec<Place>,
}

/// Something drawn.
#[derive(Debug, Clone)]
pub struct Mark {
    /// The structure node it is the content of; none for ornaments.
    pub node: Option<u32>,
    /// What.
    pub shape: Shape,
}

impl Mark {
    /// An ornament: a pale line of `length`, so many points thick.
    pub fn hairline(x: f32, y: f32, length: f32, width: f32) -> Self {
        let shape = Shape::Stroke { from: (x, y), to: (x + length, y), width, ink: Ink::LINE, dotted: false };
        Self { node: None, shape }
    }
}

/// What can be drawn.
#[derive(Debug, Clone)]
pub enum Shape {
    /// Glyphs on a baseline.
    Run {
        /// The glyphs.
        atom: Arc<Atom>,
        /// Left end.
        x: f32,
        /// Baseline.
        y: f32,
        /// In points.
        size: f32,
        /// Colour.
        ink: Ink,
    },
    /// A filled rectangle.
    Fill {
        /// Left.
        x: f32,
        /// Top.
        y: f32,
        /// Width.
        width: f32,
        /// Height.
        height: f32,
        /// Radius of its corners.
        radius: f32,
        /// Colour.
        ink: Ink,
    },
    /// The outline of a rounded rectangle.
    Outline {
        /// Left.
        x: f32,
        /// Top.
        y: f32,
        /// Width.
        width: f32,
        /// Height.
        height: f32,
        /// Colour.
        ink: Ink,
    },
    /// A straight line.
    Stroke {
        /// Both ends.
        from: (f32, f32),
        /// Both ends.
        to: (f32, f32),
        /// How thick.
        width: f32,
        /// Colour.
        ink: Ink,
        /// Drawn as dots.
        dotted: bool,
    },
    /// The number of the page where a place is, ending at `right`.
    PageNumber {
        /// The place.
        place: Arc<str>,
        /// Right end.
        right: f32,
        /// Baseline.
        y: f32,
        /// How it looks.
        style: Style,
    },
}

/// A rectangle that leads somewhere.
#[derive(Debug, Clone)]
pub struct LinkBox {
    /// Left.
    pub x: f32,
    /// Top.
    pub y: f32,
    /// Width.
    pub width: f32,
    /// Height.
    pub height: f32,
    /// Where it leads.
    pub target: Target,
    /// Its node.
    pub node: u32,
}

/// A place that links and the outline lead to.
#[derive(Debug, Clone)]
pub struct Place {
    /// Its name.
    pub name: Arc<str>,
    /// Its level and title in the outline.
    pub outline: Option<(u8, String)>,
}

/// A ground behind several strips.
#[derive(Debug, Clone, Copy)]
pub struct Band {
    /// The ground that this one lies on.
    pub parent: Option<u32>,
    /// Left.
    pub x: f32,
    /// Width.
    pub width: f32,
    /// What it is.
    pub paint: Paint,
}

/// How a ground looks.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Paint {
    /// A filled rectangle with rounded corners.
    Ground(Ink),
    /// The same with a bar of a second colour at its left edge.
    Marked(Ink, Ink),
    /// A bar at the left.
    Bar(Ink),
}

/// A node of the structure tree.
#[derive(Debug, Clone)]
pub struct Node {
    /// The standard structure type.
    pub tag: &'static str,
    /// Its parent; a root node is its own.
    pub parent: u32,
    /// Alternative text.
    pub alt: Option<String>,
}

/// The tag of a cell that is the head of its row; the file knows heads by their scope.
pub const ROW_HEAD: &str = "TH row";

/// The tag of a list whose items are numbered; the file knows it by an attribute.
pub const NUMBERED: &str = "L numbered";

impl Node {
    /// The structure type that the file uses.
    pub fn standard_tag(&self) -> &'static str {
        match self.tag {
            ROW_HEAD => "TH",
            NUMBERED => "L",
            tag => tag,
        }
    }
}

/// The layout of one part of the document.
#[derive(Debug, Default)]
pub struct Fragment {
    /// From top to bottom.
    pub strips: Vec<Strip>,
    /// The structure; node 0 is the part itself.
    pub nodes: Vec<Node>,
    /// The grounds.
    pub bands: Vec<Band>,
    /// What is repeated.
    pub heads: Vec<Vec<Strip>>,
    /// Characters that no face at hand has, and emoji without colour.
    pub wanted: BTreeSet<Wanted>,
}
