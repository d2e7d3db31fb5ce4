//! Any text makes a valid document, and what the fonts can draw can be read out of it.

use super::support::{dense, pdf, tool, with_description};
use proptest::prelude::*;
use prreport::markdown::{Event, events};

/// Characters that the bundled fonts draw, and those that Markdown acts on.
fn drawable() -> impl Strategy<Value = String> {
    "([a-zA-Z0-9äöüßéøñčşẽ]{1,12}|[а-яА-ЯёЁ]{1,9}|[α-ωΆΈ]{1,9}|[-*_`#>|~\\[\\]()!.,;:+=<&\"'/\\\\]{1,4}|[ \n]{1,3}|[→≤≥≠∞✓•…–—“”„«»€£§]){0,60}"
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 48, failure_persistence: None, ..ProptestConfig::default() })]

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
