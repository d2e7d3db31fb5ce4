//! From strips to pages: breaking, grounds, running heads, page numbers.

mod ground;
mod paginate;
mod running;

pub use ground::Ground;
pub use paginate::paginate;
pub use running::finish;

use crate::render::pdf::block::{Mark, Node, Strip};
use std::collections::HashMap;
use std::sync::Arc;

/// A strip on a page.
#[derive(Debug)]
pub struct Set {
    /// Its top, from the page's.
    pub y: f32,
    /// What is added to its nodes' numbers.
    pub base: u32,
    /// The strip.
    pub strip: Strip,
}

/// A page.
#[derive(Debug, Default)]
pub struct Page {
    /// Behind everything.
    pub grounds: Vec<Ground>,
    /// The text, from top to bottom.
    pub sets: Vec<Set>,
    /// Head and foot.
    pub running: Vec<Mark>,
}

/// Where something is.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Spot {
    /// Counted from 0.
    pub page: usize,
    /// From the page's top.
    pub y: f32,
}

/// An entry of the outline.
#[derive(Debug, Clone)]
pub struct Entry {
    /// 1 or 2.
    pub level: u8,
    /// What it is called.
    pub title: String,
    /// Where it leads.
    pub spot: Spot,
}

/// The whole document on pages.
#[derive(Debug, Default)]
pub struct Layout {
    /// The pages.
    pub pages: Vec<Page>,
    /// The structure; node 0 is the document.
    pub nodes: Vec<Node>,
    /// Where the places are.
    pub places: HashMap<Arc<str>, Spot>,
    /// The outline in reading order.
    pub outline: Vec<Entry>,
}
