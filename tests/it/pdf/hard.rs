//! Reports that ask for trouble: a good document all the same.

use super::extraction::{A4, all_is_inside_the_margins};
use super::layout::{TextLine, pages as laid_out};
use super::support::{pdf, picture, pictures, tool, with_description};

fn pages(description: &str) -> usize {
    let bytes = pdf(&with_description(description)).bytes;
    tool("qpdf", &["--check"], &bytes);
    lopdf::Document::load_mem(&bytes).unwrap().get_pages().len()
}

fn layout_of(bytes: &[u8]) -> Vec<TextLine> {
    laid_out(&tool("pdftotext", &["-bbox-layout"], bytes)).into_iter().flatten().collect()
}

#[test]
fn the_least_there_can_be() {
    let json = br#"{"schema_version":"4.0.0","metadata":{"project":"p","date":"2026-06-12"},"executive_summary":{"overall_assessment":""},"summary_statistics":{"total_findings":0,"severity_counts":{}},"findings":[]}"#;
    let bytes = pdf(json).bytes;
    assert_eq!(lopdf::Document::load_mem(&bytes).unwrap().get_pages().len(), 1);
    assert!(tool("pdftotext", &[], &bytes).contains("No findings"));
}

#[test]
fn long_words_many_columns_tall_cells() {
    assert!(pages(&"x".repeat(300)) <= 2);
    let columns = |cell: &str| format!("|{}\n", format!("{cell}|").repeat(40));
    let table = columns("head") + &columns("--") + &columns("some cell").repeat(3);
    assert!((2..=4).contains(&pages(&table)), "{}", pages(&table));
    let tall = format!("| a | b |\n|---|---|\n| x | {} |\n", "word ".repeat(6000));
    assert!((4..=14).contains(&pages(&tall)), "{}", pages(&tall));
}

#[test]
fn five_thousand_lines_of_code() {
    let code = format!("```rust\n{}```", "let a = 1; // one\n".repeat(5000));
    assert!((80..=100).contains(&pages(&code)), "{}", pages(&code));
}

#[test]
fn deep_nesting() {
    let list: Vec<String> = (0..12).map(|level| format!("{}- level {level}\n", "  ".repeat(level))).collect();
    let list = list.concat();
    assert!(pages(&list) <= 3);
    assert!(pages(&format!("{} deep", "> ".repeat(3000))) <= 3);
    assert!(pages(&format!("{}deep{}", "*a ".repeat(500), "*".repeat(500))) <= 3);
}

#[test]
fn controls_and_reordering() {
    let bytes =
        pdf(&with_description("a\u{202e}b\u{200b}c\u{0}\u{7}d\u{feff}\u{fff9}e\u{2028}f\u{e000}\u{10ffff}")).bytes;
    tool("qpdf", &["--check"], &bytes);
    assert!(tool("pdftotext", &[], &bytes).contains("U+0000U+0007"));
}

#[test]
fn a_private_character_is_a_box_with_its_text() {
    let pdf = pdf(&with_description("before \u{e123} after"));
    assert_eq!(pdf.missing.len(), 1);
    assert_eq!(
        (pdf.missing[0].character, pdf.missing[0].findings.as_slice()),
        ('\u{e123}', &["SEC-001".to_owned()][..])
    );
    assert!(tool("pdftotext", &[], &pdf.bytes).contains('\u{e123}'));
}

#[test]
fn long_paths_break_behind_their_parts_and_dashes_stay_with_what_they_follow() {
    let path = "crate_7/module".repeat(40);
    let words: Vec<String> = (0..60).map(|i| "word".repeat(i % 4 + 1)).collect();
    let text = format!("`{path}` several {}", words.join(" — "));
    let read = tool("pdftotext", &["-raw"], &pdf(&with_description(&text)).bytes);
    let lines: Vec<&str> = read.lines().map(str::trim_end).collect();
    let first = lines.iter().position(|line| line.starts_with("crate_7/")).unwrap();
    let broken: Vec<_> = lines[first..].iter().take_while(|line| !line.contains("several")).collect();
    assert!(broken.len() > 3 && broken.iter().all(|line| line.ends_with(['/', '_'])), "{broken:?}");
    assert!(lines.iter().any(|line| line.ends_with('—')) && !lines.iter().any(|line| line.starts_with('—')), "{read}");
}

#[test]
fn long_words_of_every_letter_stay_inside_the_margins() {
    for letter in ('!'..='~').chain(['é', 'Ж', 'Ω', '漢', 'ع']) {
        let word = letter.to_string().repeat(300);
        let mut report: serde_json::Value = serde_json::from_slice(&with_description("d")).unwrap();
        let finding = &mut report["findings"][0]["findings"][0];
        for key in ["title", "location", "intent_basis", "reviewer"] {
            finding[key] = word.clone().into();
        }
        finding["tags"] = vec![word.clone()].into();
        finding["description"] = format!("| a | b |\n|---|---|\n| x | `{0}` |\n\n- {0}", word.replace('|', "x")).into();
        report["metadata"]["scope"] = word.into();
        let bytes = pdf(&serde_json::to_vec(&report).unwrap()).bytes;
        all_is_inside_the_margins(&letter.to_string(), &bytes, A4);
    }
}

#[test]
fn stacked_marks_write_over_nothing_above_them() {
    let upper_half = |description: &str| {
        let drawn = pictures(&pdf(&with_description(description)).bytes, "36");
        let (pixels, width) = picture(&drawn.folder().join("page-1.png"));
        pixels[..pixels.len() / width / 2 * width].to_vec()
    };
    let marks = "e".to_owned() + &"\u{301}".repeat(200);
    assert!(upper_half("e") == upper_half(&marks));
    assert!(tool("pdftotext", &[], &pdf(&with_description(&marks)).bytes).contains(&"\u{301}".repeat(200)));
}

#[test]
fn the_marks_of_a_list_stand_where_its_text_begins() {
    let mark = |description: &str| {
        let lines = layout_of(&pdf(&with_description(description)).bytes);
        let line = lines.into_iter().find(|line| line.text.contains('•')).unwrap();
        (line.left, line.right)
    };
    assert!(mark("- plain").0 < 70.0);
    assert!(mark("- שלום").1 > 520.0);
}

#[test]
fn a_short_cell_beside_a_long_one_stays_on_its_line() {
    let table = format!("| a | b | c |\n|---|---|---|\n| short | {} | `let x = 1` |\n", "some more words ".repeat(700));
    let read = tool("pdftotext", &["-layout"], &pdf(&with_description(&table)).bytes);
    assert!(read.contains("let x = 1"), "{read}");
}

#[test]
fn text_of_both_directions_stays_inside_the_margins() {
    // Lines of every length end in words of either direction, in paragraphs of either.
    let word = |i: usize| ["word", "שלום", "long-word", "العربية"][i * i % 7 % 4].repeat(1 + i % 3);
    let words = |from: usize| (from..from + 40).map(word).collect::<Vec<_>>().join(" ");
    let paragraphs =
        (0..120).flat_map(|i| ["start", "שלום"].map(|start| format!("{start}{} {}", "i".repeat(i), words(i))));
    let text = paragraphs.collect::<Vec<_>>().join("\n\n");
    all_is_inside_the_margins("both directions", &pdf(&with_description(&text)).bytes, (593.4, A4.1));
}
