//! The PDF's tests, until the one integration binary takes them in.

#![allow(clippy::unwrap_used, clippy::expect_used, reason = "in a test a panic is the report")]

#[path = "it/pdf/mod.rs"]
mod pdf;
