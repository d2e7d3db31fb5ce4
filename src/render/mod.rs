//! Documents. Those for people read the view and nothing else; JSON is the model itself.

mod ahead;
pub mod html;
pub mod json;
pub mod markdown;
pub mod pdf;
