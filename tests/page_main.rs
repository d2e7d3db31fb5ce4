//! The page's script alone, until `tests/it/main.rs` takes it in.

#![allow(clippy::unwrap_used, reason = "in a test a panic is the report")]

#[path = "it/page_script.rs"]
mod page_script;
