//! The file as such: what qpdf says, fonts, links, outline, metadata, attachment.

use super::support::{INPUTS, input, options, pdf, tool, try_pdf, view};
use lopdf::{Dictionary, Document, Object};
use prreport::highlight::Highlighting;
use prreport::render::pdf::{PageSize, PdfError, PdfOptions};

/// The dictionaries of a file that satisfy a condition.
fn dictionaries(file: &Document, wanted: impl Fn(&Dictionary) -> bool) -> Vec<&Dictionary> {
    file.objects.values().filter_map(|object| object.as_dict().ok()).filter(|dictionary| wanted(dictionary)).collect()
}

fn has_name(dictionary: &Dictionary, key: &[u8], name: &[u8]) -> bool {
    dictionary.get(key).and_then(Object::as_name).is_ok_and(|value| value == name)
}

#[test]
fn qpdf_finds_nothing_wrong() {
    for name in INPUTS {
        for page_size in [PageSize::A4, PageSize::Letter] {
            let json = input(name);
            let options = PdfOptions { page_size, attach_source: Some(&json), ..options() };
            tool("qpdf", &["--check"], &try_pdf(&json, &options).unwrap().bytes);
        }
    }
}

#[test]
fn the_paper_is_as_asked() {
    let json = input("review-v4");
    assert!(tool("pdfinfo", &[], &pdf(&json).bytes).contains("(A4)"));
    let options = PdfOptions { page_size: PageSize::Letter, ..options() };
    assert!(tool("pdfinfo", &[], &try_pdf(&json, &options).unwrap().bytes).contains("(letter)"));
}

#[test]
fn fonts_are_embedded_subsets_that_give_back_their_text() {
    for name in INPUTS {
        let list = tool("pdffonts", &[], &pdf(&input(name)).bytes);
        let fonts: Vec<&str> = list.lines().skip(2).collect();
        assert!(fonts.len() >= 3, "{name}: {list}");
        for font in fonts {
            assert_eq!(font.as_bytes()[6], b'+', "{name}: {font}");
            assert!(font.contains(" yes yes yes "), "{name}: {font}");
        }
    }
}

/// Fails unless every font of a file is an embedded subset that gives back its text.
pub fn fonts_are_whole(name: &str, file: &Document) {
    let fonts = dictionaries(file, |d| has_name(d, b"Subtype", b"Type0"));
    assert!(!fonts.is_empty(), "{name}");
    for font in fonts {
        let base = font.get(b"BaseFont").and_then(Object::as_name).unwrap();
        assert_eq!(base[6], b'+', "{name}: {font:?}");
        let map = font.get(b"ToUnicode").and_then(Object::as_reference).unwrap();
        assert!(file.get_object(map).and_then(Object::as_stream).is_ok(), "{name}: {font:?}");
    }
    for descriptor in dictionaries(file, |d| has_name(d, b"Type", b"FontDescriptor")) {
        let embedded = [&b"FontFile2"[..], b"FontFile3"].into_iter().find_map(|key| descriptor.get(key).ok());
        let embedded = embedded.and_then(|file| file.as_reference().ok()).unwrap();
        assert!(file.get_object(embedded).and_then(Object::as_stream).is_ok(), "{name}: {descriptor:?}");
    }
}

#[test]
fn links_lead_to_the_web_or_to_pages_and_say_where() {
    for name in INPUTS {
        let file = Document::load_mem(&pdf(&input(name)).bytes).unwrap();
        let links = dictionaries(&file, |d| has_name(d, b"Subtype", b"Link"));
        assert!(!links.is_empty(), "{name}");
        for link in links {
            for key in [&b"Contents"[..], b"StructParent", b"Rect"] {
                assert!(link.has(key), "{name}: {link:?}");
            }
            match link.get(b"A").and_then(Object::as_dict) {
                Ok(action) => {
                    let uri = action.get(b"URI").and_then(Object::as_str).unwrap();
                    let safe = [&b"https://"[..], b"http://", b"mailto:"].iter().any(|scheme| uri.starts_with(scheme));
                    assert!(safe, "{name}: {}", String::from_utf8_lossy(uri));
                }
                Err(_) => assert!(link.has(b"Dest"), "{name}: {link:?}"),
            }
        }
        let bytes = format!("{:?}", file.objects.values().collect::<Vec<_>>());
        assert!(!bytes.contains("JavaScript") && !bytes.contains("Launch"), "{name}");
    }
}

#[test]
fn the_outline_has_every_section_and_finding() {
    let json = input("review-v4");
    let file = Document::load_mem(&pdf(&json).bytes).unwrap();
    let titles: Vec<String> = dictionaries(&file, |d| d.has(b"Title") && d.has(b"Dest"))
        .into_iter()
        .map(|item| lopdf::decode_text_string(item.get(b"Title").unwrap()).unwrap())
        .collect();
    view(&json, |document| {
        for section in &document.sections {
            assert!(titles.iter().any(|title| title == section.title), "{titles:?}");
        }
        for finding in document.findings() {
            assert!(titles.contains(&format!("{} {}", finding.id, finding.title)), "{titles:?}");
        }
    });
}

#[test]
fn the_file_says_what_it_is() {
    let bytes = pdf(&input("review-v4")).bytes;
    let info = tool("pdfinfo", &[], &bytes);
    for line in [
        "Title:           PR #318: retry queue for bank exports",
        "Author:          security-engineer, qa-engineer, project-reviewer",
        "Tagged:          yes",
        "JavaScript:      no",
        "PDF version:     1.7",
    ] {
        assert!(info.contains(line), "{line} in {info}");
    }
    let file = Document::load_mem(&bytes).unwrap();
    let catalog = file.catalog().unwrap();
    assert_eq!(catalog.get(b"Lang").unwrap().as_str().unwrap(), b"en");
    assert!(has_name(catalog, b"PageMode", b"UseOutlines"));
    let metadata = tool("pdfinfo", &["-meta"], &bytes);
    assert!(metadata.contains("<xmp:CreateDate>2026-06-12T00:00:00Z</xmp:CreateDate>"), "{metadata}");
    let hostile = tool("pdfinfo", &["-meta"], &pdf(&input("hostile")).bytes);
    assert!(hostile.contains("&lt;/script&gt;"), "{hostile}");
}

#[test]
fn code_has_its_colours_unless_it_is_not_to() {
    let coloured = |highlighting| {
        let options = PdfOptions { highlighting, ..options() };
        let file = Document::load_mem(&try_pdf(&input("layout"), &options).unwrap().bytes).unwrap();
        let content: Vec<u8> = file.page_iter().flat_map(|page| file.get_page_content(page)).collect();
        // The colour of keywords.
        content.windows(17).any(|part| part == b".043 .310 .612 rg")
    };
    assert!(coloured(Highlighting::On) && !coloured(Highlighting::Off));
}

#[test]
fn the_report_travels_along_if_asked() {
    let json = input("review-v4");
    let options = PdfOptions { attach_source: Some(&json), ..options() };
    let file = Document::load_mem(&try_pdf(&json, &options).unwrap().bytes).unwrap();
    let attached = file.objects.values().filter_map(|object| object.as_stream().ok());
    let attached: Vec<_> = attached.filter(|stream| has_name(&stream.dict, b"Type", b"EmbeddedFile")).collect();
    assert_eq!(attached.len(), 1);
    assert_eq!(attached[0].decompressed_content().unwrap(), json);
}

#[test]
fn a_file_that_is_no_font_is_named() {
    for bytes in [b"no font".to_vec(), Vec::new(), vec![0; 4096]] {
        let options = PdfOptions { extra_fonts: vec![("my/font.ttf".into(), bytes)], ..options() };
        let error = try_pdf(&input("review-v4"), &options).unwrap_err();
        assert!(matches!(&error, PdfError::BrokenFont { name } if name == "my/font.ttf"), "{error}");
    }
    // A font cut short anywhere is refused or does its best.
    let whole = std::fs::read(concat!(env!("CARGO_MANIFEST_DIR"), "/assets/fonts/NotoSansHebrew-Regular.ttf")).unwrap();
    for length in (0..whole.len()).step_by(1499) {
        let options = PdfOptions { extra_fonts: vec![("cut.ttf".into(), whole[..length].to_vec())], ..options() };
        let _ = try_pdf(&input("unicode"), &options);
    }
}
