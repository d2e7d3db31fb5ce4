//! Any report makes a valid document, and what the fonts can draw can be read out of it, in order.

use super::extraction::{A4, all_is_inside_the_margins};
use super::file::fonts_are_whole;
use super::structure::{all_is_painted_inside_marked_content, content_and_structure_agree};
use super::support::{dense, pdf, tool, view, with_description};
use crate::property::config;
use crate::reports::report;
use proptest::prelude::*;
use prreport::invisible::reveal;
use prreport::markdown::{Event, events};
use prreport::view::{Document, FindingView};

/// Characters that the bundled fonts draw, and those that Markdown acts on.
fn drawable() -> impl Strategy<Value = String> {
    "([a-zA-Z0-9äöüßéøñčşẽ]{1,12}|[а-яА-ЯёЁ]{1,9}|[α-ωΆΈ]{1,9}|[-*_`#>|~\\[\\]()!.,;:+=<&\"'/\\\\]{1,4}|[ \n]{1,3}|[→≤≥≠∞✓•…–—“”„«»€£§]){0,60}"
}

/// Whether text with this character may be drawn in another order.
fn reorders(c: char) -> bool {
    matches!(c, '\u{590}'..='\u{8ff}' | '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}'
        | '\u{fb1d}'..='\u{fdff}' | '\u{fe70}'..='\u{feff}' | '\u{10800}'..='\u{10fff}' | '\u{1e800}'..='\u{1efff}')
}

/// The words of a text whose letters the bundled fonts draw; none of a text that is reordered when it is drawn.
fn words(text: &str, out: &mut Vec<String>) {
    if text.contains(reorders) {
        return;
    }
    let drawn = |c: char| c.is_ascii_alphanumeric() || matches!(c, 'à'..='ž' | 'α'..='ω' | 'а'..='я');
    out.extend(text.split(|c| !drawn(c)).filter(|word| !word.is_empty()).map(str::to_owned));
}

/// The same for a Markdown text.
fn words_of_markdown(text: &str, out: &mut Vec<String>) {
    if text.contains(reorders) {
        return;
    }
    for event in events(text) {
        if let Event::Text(text) | Event::Code(text) = event {
            words(&text, out);
        }
    }
}

fn words_of_finding(f: &FindingView<'_>, out: &mut Vec<String>) {
    let plain = |text: &str, out: &mut Vec<String>| words(&reveal(text), out);
    plain(f.id, out);
    f.tags.iter().for_each(|tag| plain(tag, out));
    plain(f.title, out);
    plain(f.location, out);
    f.intent_basis.into_iter().for_each(|basis| words(basis, out));
    words_of_markdown(f.description, out);
    f.impact.into_iter().for_each(|impact| words_of_markdown(impact, out));
    words_of_markdown(f.recommendation, out);
    for snippet in f.snippets {
        snippet.caption.iter().chain(&snippet.language).for_each(|text| plain(text, out));
        plain(&snippet.content, out);
    }
    if let Some(validation) = &f.validation {
        validation.assessment.into_iter().for_each(|assessment| words_of_markdown(assessment, out));
    }
    if let Some(comment) = &f.comment {
        comment.reviewer.into_iter().chain(comment.thread).for_each(|text| plain(text, out));
    }
    f.decisions.iter().filter_map(|decision| decision.rationale).for_each(|text| words(text, out));
}

/// What a reader of the document meets one after the other.
fn words_of(d: &Document<'_>) -> Vec<String> {
    let mut out = Vec::new();
    words(&reveal(d.title), &mut out);
    words(&reveal(d.verdict.headline), &mut out);
    d.verdict.text.into_iter().for_each(|text| words_of_markdown(text, &mut out));
    words(d.assessment, &mut out);
    d.summary.into_iter().for_each(|text| words_of_markdown(text, &mut out));
    for section in &d.sections {
        words(&reveal(section.title), &mut out);
        section.subtitle.into_iter().for_each(|text| words(&reveal(text), &mut out));
        section.positives.into_iter().for_each(|text| words(text, &mut out));
        section.findings.iter().for_each(|finding| words_of_finding(finding, &mut out));
    }
    for dependency in d.dependencies {
        words(&reveal(&dependency.package), &mut out);
        words(&reveal(&dependency.version), &mut out);
        [&dependency.advisories, &dependency.applicable].into_iter().flatten().for_each(|text| words(text, &mut out));
    }
    d.agents.iter().for_each(|agent| words(&reveal(agent.agent), &mut out));
    words(d.provenance.digest, &mut out);
    out
}

/// The first word that does not come behind all those before it.
fn missing<'w>(words: &'w [String], read: &str) -> Option<&'w str> {
    let mut rest = read;
    words.iter().map(String::as_str).find(|word| match rest.find(*word) {
        Some(at) => {
            rest = &rest[at + word.len()..];
            false
        }
        None => true,
    })
}

proptest! {
    #![proptest_config(config(32))]

    #[test]
    fn any_report_makes_a_valid_document_with_all_of_its_text(report in report()) {
        let json = report.to_string().into_bytes();
        let bytes = pdf(&json).bytes;
        prop_assert!(bytes == pdf(&json).bytes, "other bytes the second time");
        tool("qpdf", &["--check"], &bytes);
        let file = lopdf::Document::load_mem(&bytes).unwrap();
        fonts_are_whole("a report", &file);
        content_and_structure_agree("a report", &file);
        all_is_painted_inside_marked_content("a report", &file);
        all_is_inside_the_margins("a report", &bytes, A4);
        let read = dense(&tool("pdftotext", &["-raw"], &bytes));
        let words = view(&json, words_of);
        let missing = missing(&words, &read);
        prop_assert!(missing.is_none(), "{:?} of {:?} is not in its place in\n{}", missing, words, read);
    }
}

proptest! {
    #![proptest_config(config(48))]

    #[test]
    fn what_can_be_drawn_can_be_read(text in drawable()) {
        let bytes = pdf(&with_description(&format!("x\n\n{text}"))).bytes;
        let read = dense(&tool("pdftotext", &["-raw"], &bytes));
        let mut at = 0;
        for event in events(&text) {
            let (Event::Text(text) | Event::Code(text)) = event else { continue };
            for word in text.split_whitespace() {
                // Breaking long words and columns of tables leave single characters as what surely follows each other.
                for c in word.chars() {
                    let found = read[at..].find(c);
                    prop_assert!(found.is_some(), "{c} of {word} in {read}");
                    at += found.unwrap_or(0);
                }
            }
        }
    }

    #[test]
    fn any_text_makes_a_valid_file(text in "\\PC{0,200}|.{0,200}") {
        // A description may not be empty.
        let bytes = pdf(&with_description(&format!("x{text}"))).bytes;
        let file = lopdf::Document::load_mem(&bytes);
        prop_assert!(file.is_ok_and(|file| !file.get_pages().is_empty()));
    }
}
