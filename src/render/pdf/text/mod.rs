//! From text with styles to lines of positioned glyphs: faces, fallback, shaping, bidi, line breaking.

mod bidi;
pub mod faces;
pub mod installed;
mod itemise;
pub mod line;
pub mod rich;
pub mod shape;

pub use bidi::{is_needed as is_bidirectional, is_rtl};
pub use faces::{Face, Faces};
pub use line::{Line, Placed, lay_out, widths};
pub use rich::{Rich, Target};
pub use shape::{Atom, Shaper};
