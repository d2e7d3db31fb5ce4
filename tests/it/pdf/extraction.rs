//! The text as poppler reads it: all there, in order, inside the margins.

use super::support::{INPUTS, dense, input, options, pdf, tool, try_pdf, view};
use prreport::render::pdf::{PageSize, PdfOptions};

#[test]
fn every_finding_is_there_in_order() {
    for name in INPUTS {
        let json = input(name);
        let text = dense(&tool("pdftotext", &["-raw"], &pdf(&json).bytes));
        view(&json, |document| {
            // The first mention of each is in the contents, so the search starts behind them.
            let mut at = text.find("Contents").unwrap();
            for finding in document.findings() {
                let id = dense(finding.id);
                at += text[at..].find(&id).unwrap_or_else(|| panic!("{name}: {id} is missing"));
            }
        });
    }
}

#[test]
fn what_is_written_can_be_copied() {
    let text = dense(&tool("pdftotext", &["-raw"], &pdf(&input("unicode")).bytes));
    for piece in [
        "съешьжеещёэтихмягкихфранцузскихбулок",
        "ξεσκεπάζωτηνψυχοφθόραβδελυγμία",
        "KýtựcódấuZażółćgęśląjaźń",
        "∀x∈ℝ:⌈x⌉≥x",
        "┌─┐",
        "这是一个没有空格的长句子",
        "✅⚠️👩‍👩‍👧1️⃣🇩🇰",
    ] {
        let piece = dense(piece);
        let found = text.replace(['.', ','], "").contains(&piece.replace(['.', ','], ""));
        assert!(found, "{piece} in {text}");
    }
    // Words that run from right to left come out in their own order.
    for word in ["العربية", "اليمين", "שלום", "עולם"] {
        assert!(text.contains(word), "{word} in {text}");
    }
}

#[test]
fn what_no_font_has_is_named_with_its_findings() {
    let pdf = pdf(&input("unicode"));
    let missing = |c: char| pdf.missing.iter().find(|missing| missing.character == c);
    assert_eq!(missing('漢').unwrap().findings, ["DOC-001"]);
    assert!(
        missing('я').is_none()
            && missing('ש').is_none()
            && missing('ع').is_none()
            && missing('∀').is_none()
            && missing('✅').is_none()
    );
}

#[test]
fn fonts_of_the_machine_only_help() {
    let json = input("unicode");
    let without = pdf(&json);
    let with = try_pdf(&json, &PdfOptions { system_fonts: true, ..options() }).unwrap();
    tool("qpdf", &["--check"], &with.bytes);
    assert!(with.missing.iter().all(|missing| without.missing.contains(missing)), "{:?}", with.missing);
}

#[test]
fn a_font_handed_in_is_used() {
    // The bundled Hebrew is left alone: a font that has nothing new changes nothing.
    let hebrew =
        std::fs::read(concat!(env!("CARGO_MANIFEST_DIR"), "/assets/fonts/NotoSansHebrew-Regular.ttf")).unwrap();
    let json = input("unicode");
    let with =
        try_pdf(&json, &PdfOptions { extra_fonts: vec![("fonts/My Hebrew.ttf".into(), hebrew)], ..options() }).unwrap();
    assert_eq!(with.missing, pdf(&json).missing);
}

/// Fails if a word stands outside the margins of a page of this size.
pub fn all_is_inside_the_margins(name: &str, bytes: &[u8], (width, height): (f64, f64)) {
    let boxes = tool("pdftotext", &["-bbox"], bytes);
    for line in boxes.lines().filter(|line| line.contains("<word ")) {
        let value = |key: &str| -> f64 {
            let rest = &line[line.find(key).unwrap() + key.len() + 2..];
            rest[..rest.find('"').unwrap()].parse().unwrap()
        };
        let inside = value("xMin") > 54.0
            && value("xMax") < width - 54.0
            && value("yMin") > 20.0
            && value("yMax") < height - 24.0;
        assert!(inside, "{name}: {line}");
    }
}

/// The paper that documents have unless another is asked for.
pub const A4: (f64, f64) = (595.276, 841.89);

#[test]
fn nothing_leaves_the_margins() {
    for name in INPUTS {
        for (page_size, size) in [(PageSize::A4, A4), (PageSize::Letter, (612.0, 792.0))] {
            let options = PdfOptions { page_size, ..options() };
            all_is_inside_the_margins(name, &try_pdf(&input(name), &options).unwrap().bytes, size);
        }
    }
}
