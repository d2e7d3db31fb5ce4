//! Rendering inputs and asking other programs about the result.

use prreport::derive::permalink::DEFAULT_HOST;
use prreport::derive::{Deriving, derive};
use prreport::input::{Reading, load, source::Source};
use prreport::render::pdf::{Pdf, PdfError, PdfOptions, render};
use prreport::view::{Document, Provenance};
use std::path::{Path, PathBuf};
use std::process::Command;

/// The inputs that every test of the file goes through.
pub const INPUTS: [&str; 5] = ["review-v4", "review-v3", "hostile", "unicode", "layout"];

/// Options that give the same bytes on every machine.
pub fn options() -> PdfOptions<'static> {
    PdfOptions { language: "en", created: Some("2026-06-12"), ..PdfOptions::default() }
}

/// The bytes of an input.
pub fn input(name: &str) -> Vec<u8> {
    std::fs::read(Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/inputs").join(format!("{name}.json"))).unwrap()
}

/// Looks at a report.
pub fn view<R>(json: &[u8], look: impl FnOnce(&Document<'_>) -> R) -> R {
    let source = Source::new("report.json", json.to_vec()).unwrap();
    let loaded = load(&source, &Reading::default()).unwrap();
    let mut report = loaded.report;
    derive(&mut report, &Deriving { declared: &loaded.version, stage: loaded.stage, host: DEFAULT_HOST });
    let migrated_from = loaded.migration.is_some().then_some(loaded.version.as_str());
    let provenance = Provenance {
        source: "report.json",
        digest: source.digest(),
        migrated_from,
        host: DEFAULT_HOST,
        unread: &loaded.unread,
    };
    look(&Document::new(&report, provenance))
}

/// Renders a report.
pub fn try_pdf(json: &[u8], options: &PdfOptions<'_>) -> Result<Pdf, PdfError> {
    view(json, |document| render(document, options))
}

/// Renders a report that can be rendered.
pub fn pdf(json: &[u8]) -> Pdf {
    try_pdf(json, &options()).unwrap()
}

/// A report with one finding of this description.
pub fn with_description(description: &str) -> Vec<u8> {
    serde_json::to_vec(&serde_json::json!({
        "schema_version": "4.0.0",
        "metadata": { "project": "p", "date": "2026-06-12" },
        "executive_summary": { "overall_assessment": "a" },
        "summary_statistics": { "total_findings": 0, "severity_counts": {} },
        "findings": [{ "title": "t", "category": "security", "findings": [{
            "id": "SEC-001", "title": "t", "location": "a.rs:1", "likelihood": 0.5, "impact": 0.5, "relevance": 0.5,
            "description": description, "recommendation": "r",
        }] }],
    }))
    .unwrap()
}

/// A file that goes when it is dropped.
pub struct Scratch(tempfile::TempDir, PathBuf);

impl Scratch {
    /// A file with this content.
    pub fn new(bytes: &[u8]) -> Self {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("report.pdf");
        std::fs::write(&path, bytes).unwrap();
        Self(folder, path)
    }

    /// Where it is.
    pub fn path(&self) -> &Path {
        &self.1
    }

    /// The folder it is in.
    pub fn folder(&self) -> &Path {
        self.0.path()
    }
}

/// Runs a program of poppler or qpdf on a file and returns what it prints.
pub fn tool(program: &str, arguments: &[&str], bytes: &[u8]) -> String {
    let file = Scratch::new(bytes);
    let mut command = Command::new(program);
    command.args(arguments).arg(file.path());
    if program == "pdftotext" {
        command.arg("-");
    }
    let output = command.output().unwrap_or_else(|error| panic!("{program}: {error}; install poppler-utils and qpdf"));
    assert!(
        output.status.success(),
        "{program}: {}{}",
        String::from_utf8_lossy(&output.stdout),
        String::from_utf8_lossy(&output.stderr)
    );
    // What poppler only warns of would be an error to a stricter reader.
    assert!(output.stderr.is_empty(), "{program}: {}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8_lossy(&output.stdout).into_owned()
}

/// The grey levels of a page, line by line from the top, and the length of a line.
pub fn picture(page: &Path) -> (Vec<u8>, usize) {
    let file = std::fs::File::open(page).unwrap_or_else(|error| panic!("{}: {error}", page.display()));
    let mut reader = png::Decoder::new(std::io::BufReader::new(file)).read_info().unwrap();
    let mut pixels = vec![0; reader.output_buffer_size().unwrap()];
    let info = reader.next_frame(&mut pixels).unwrap();
    pixels.truncate(info.buffer_size());
    (pixels, info.width as usize)
}

/// Draws every page at a resolution; `page-1.png` and so on are in the folder of what is returned.
pub fn pictures(bytes: &[u8], resolution: &str) -> Scratch {
    let file = Scratch::new(bytes);
    let mut command = Command::new("pdftoppm");
    command.args(["-r", resolution, "-gray", "-png"]).arg(file.path()).arg(file.folder().join("page"));
    assert!(command.status().unwrap().success());
    file
}

/// A text without white space and without the marks that poppler puts around right-to-left text.
pub fn dense(text: &str) -> String {
    text.chars()
        .filter(|c| {
            !c.is_whitespace()
                && !c.is_control()
                && !matches!(c, '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
        })
        .collect()
}
