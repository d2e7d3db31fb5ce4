//! From blocks to strips: everything that a page break can't go through, one below the other.

pub mod chart;
pub mod code;
pub mod flow;
pub mod inline;
mod list;
pub mod markdown;
pub mod paragraph;
pub mod strip;
pub mod table;

pub use flow::Flow;
pub use strip::{Band, Fragment, LinkBox, Mark, Node, Paint, Shape, Strip};
