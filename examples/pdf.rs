//! Renders a report: `cargo run --example pdf -- report.json report.pdf [--letter] [--no-system-fonts] [--attach-source] [--font FILE]`.

use prreport::derive::{Deriving, derive, permalink::DEFAULT_HOST};
use prreport::input::{Reading, load, source::Source};
use prreport::render::pdf::{PageSize, PdfOptions, render};
use prreport::view::{Document, Provenance};

#[expect(clippy::print_stderr, reason = "an example tells what it did")]
fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut paths = Vec::new();
    let mut options = PdfOptions { system_fonts: true, language: "en", ..PdfOptions::default() };
    let mut attach = false;
    let mut arguments = std::env::args().skip(1);
    while let Some(argument) = arguments.next() {
        match argument.as_str() {
            "--letter" => options.page_size = PageSize::Letter,
            "--no-system-fonts" => options.system_fonts = false,
            "--attach-source" => attach = true,
            "--font" => {
                let path = arguments.next().ok_or("--font needs a file")?;
                options.extra_fonts.push((path.clone(), std::fs::read(path)?));
            }
            _ => paths.push(argument),
        }
    }
    let [input, output] = paths.as_slice() else { return Err("name an input and an output".into()) };
    let bytes = std::fs::read(input)?;
    let name = std::path::Path::new(input).file_name().unwrap_or_default().to_string_lossy().into_owned();
    let source = Source::new(name, bytes.clone()).map_err(|diagnostic| diagnostic.message.clone())?;
    let loaded = load(&source, &Reading::default()).map_err(|refusal| format!("{refusal:?}"))?;
    let mut report = loaded.report;
    derive(&mut report, &Deriving { declared: &loaded.version, stage: loaded.stage, host: DEFAULT_HOST });
    let migrated_from = loaded.migration.is_some().then_some(loaded.version.as_str());
    let provenance = Provenance {
        source: &source.name,
        digest: &source.digest,
        migrated_from,
        host: DEFAULT_HOST,
        unread: &loaded.unread,
    };
    let document = Document::new(&report, provenance);
    options.attach_source = attach.then_some(bytes.as_slice());
    options.created = document.date;
    let pdf = render(&document, &options)?;
    for missing in &pdf.missing {
        eprintln!("no font for U+{:04X} in {}", u32::from(missing.character), missing.findings.join(", "));
    }
    std::fs::write(output, pdf.bytes)?;
    Ok(())
}
