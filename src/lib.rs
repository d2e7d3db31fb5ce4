//! Reads code-review reports, derives what they leave open, and turns them into documents people act on.
//!
//! Data flows one way: [`input`] → [`model`] → [`mod@derive`] → [`view`] → [`render`]. Nothing here prints, reads the clock,
//! the environment or the current folder; the binary hands those in.

pub mod contract;
pub mod derive;
pub mod diagnostic;
pub mod fingerprint;
pub mod fix;
pub mod highlight;
pub mod input;
pub mod invisible;
pub mod markdown;
pub mod model;
#[cfg(test)]
mod property;
pub mod render;
pub mod triage;
pub mod view;
