//! Our Markdown as the reference `CommonMark` parser reads it: a second opinion beside the parser that made it.

use crate::outline::Outline;
use crate::properties::{derived, markdown};
use crate::property::config;
use crate::reports::report;
use crate::support::{Desk, input, node, prreport, run, samples};
use proptest::strategy::{Strategy, ValueTree};
use proptest::test_runner::TestRunner;
use prreport::model::Report;
use std::path::Path;

/// The inputs that are accepted.
const INPUTS: [&str; 9] = [
    "review-v4",
    "review-v3",
    "hostile",
    "unicode",
    "layout",
    "producer-oversteps",
    "producer-quality",
    "producer-security",
    "encoding-utf16le-bom",
];

/// Reads a document with the reference parser.
fn reference(markdown: &Path) -> Outline {
    Outline::of_reference(&node("tools/commonmark.mjs", [markdown]))
}

#[test]
fn samples_and_inputs_keep_their_outline() {
    let desk = Desk::new();
    for path in samples().into_iter().chain(INPUTS.map(input)) {
        let report = run(["derive".as_ref(), path.as_os_str()]).expect(0);
        let report: Report = serde_json::from_slice(&report.out).unwrap();
        let document = prreport(["render".as_ref(), path.as_os_str(), "--md=-".as_ref()]).run().expect(0);
        desk.put("report.md", &document.out);
        let outline = reference(&desk.folder().join("report.md"));
        assert_eq!(outline.faults_for(&report), Vec::<String>::new(), "{}", path.display());
        assert_eq!(outline.headings, Outline::of(document.text()).headings, "{}", path.display());
        assert_eq!(outline.of_level(1).len(), 1, "{}", path.display());
    }
}

#[test]
fn a_table_is_contained_for_readers_without_tables() {
    // To them the indented line is more of the paragraph, so that what stands in it would be live.
    let desk = Desk::new();
    let contained = prreport::markdown::contain("| a |\n|--|\n| 1 |\n    </details> ![i](https://e.org/i.png)", 4);
    desk.put("table.md", &*contained.text);
    assert_eq!(reference(&desk.folder().join("table.md")).faults, Vec::<String>::new());
}

#[test]
fn nasty_reports_keep_their_outline() {
    let desk = Desk::new();
    // A process each, so only a few here; `properties` tries many more with the other parser.
    let config = config(40);
    let cases = config.cases;
    let mut runner = TestRunner::new(config);
    for _ in 0..cases {
        let report = report().new_tree(&mut runner).unwrap().current();
        // In the reference parser's own patterns these end a line; in CommonMark they do not.
        let text = report.to_string();
        if text.contains(['\u{2028}', '\u{2029}']) {
            continue;
        }
        let report = derived(&report);
        desk.put("report.md", markdown(&report));
        let faults = reference(&desk.folder().join("report.md")).faults_for(&report);
        assert_eq!(faults, Vec::<String>::new(), "{}", desk.get("report.md"));
    }
}
