//! prreport from the outside: the real program on real files, and properties that hold for every input.
//!
//! One binary, so that everything links once. `support` runs the program; each other module is a subject.

#![allow(clippy::unwrap_used, clippy::expect_used, reason = "in a test a panic is the report")]

mod browser;
mod cases;
mod changed;
mod command_line;
mod commonmark;
mod contract;
mod contract_rules;
mod facts;
mod loading;
mod mending;
mod outline;
mod outputs;
mod page;
mod page_script;
mod pdf;
mod pictures;
mod properties;
#[path = "../../src/property.rs"]
mod property;
mod reports;
mod schema;
mod several;
mod shell;
mod support;
mod texts;
mod working_copy;
