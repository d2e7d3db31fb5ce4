//! The PDF: as programs read it (qpdf, poppler, lopdf), and for any report.

mod cases;
mod determinism;
mod extraction;
mod file;
mod hard;
mod layout;
mod property;
mod structure;
mod support;
