//! What the parts cost: reading, validating, deriving, the two renderers. `cargo bench`.

#![expect(clippy::expect_used, reason = "a sample that can't be read must stop the measurement")]

use divan::{Bencher, black_box};
use prreport::derive::{Deriving, derive};
use prreport::input::source::Source;
use prreport::input::{Loaded, Reading, json, load, schema};
use prreport::model::Stage;
use prreport::render;
use prreport::view::{Document, Provenance};

fn main() {
    divan::main();
}

/// The sample report: real text, every field.
fn source() -> Source {
    let bytes = include_bytes!("../samples/review.json").to_vec();
    Source::new("review.json", bytes).expect("the sample is UTF-8")
}

fn loaded() -> Loaded {
    let mut loaded = load(&source(), &Reading::default()).expect("the sample is valid");
    derive(&mut loaded.report, &Deriving { declared: "4.0.0", stage: Stage::Report, host: "github.com" });
    loaded
}

fn provenance() -> Provenance<'static> {
    Provenance { source: "review.json", digest: "", migrated_from: None, host: "github.com", unread: &[] }
}

#[divan::bench]
fn parse(bencher: Bencher<'_, '_>) {
    let source = source();
    bencher.bench(|| json::parse(black_box(&source.text)).expect("JSON"));
}

#[divan::bench]
fn validate(bencher: Bencher<'_, '_>) {
    let (tree, _) = json::parse(&source().text).expect("JSON");
    bencher.bench(|| schema::check(black_box(&tree), Stage::Report));
}

#[divan::bench]
fn derive_again(bencher: Bencher<'_, '_>) {
    let loaded = loaded();
    let deriving = Deriving { declared: "4.0.0", stage: Stage::Report, host: "github.com" };
    bencher.with_inputs(|| loaded.report.clone()).bench_values(|mut report| derive(&mut report, &deriving));
}

#[divan::bench]
fn html(bencher: Bencher<'_, '_>) {
    let loaded = loaded();
    let document = Document::new(&loaded.report, provenance());
    bencher.bench(|| render::html::pieces(black_box(&document), &render::html::Options::default()));
}

#[divan::bench]
fn markdown(bencher: Bencher<'_, '_>) {
    let loaded = loaded();
    let document = Document::new(&loaded.report, provenance());
    bencher.bench(|| render::markdown::pieces(black_box(&document)));
}
