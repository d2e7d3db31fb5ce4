//! Documents out of the view.

pub mod pdf;
