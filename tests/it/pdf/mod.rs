//! The PDF: as programs read it (qpdf, poppler, lopdf), and for any report.

mod determinism;
mod extraction;
mod file;
mod golden;
mod hard;
mod property;
mod structure;
mod support;
