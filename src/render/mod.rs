//! Documents. Those for people read the view and nothing else; JSON is the model itself.

pub mod html;
pub mod json;
pub mod markdown;
pub mod pdf;
mod pieces;

pub use pieces::Pieces;
