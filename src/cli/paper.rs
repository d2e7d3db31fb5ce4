//! What the command line says about the PDF, and what is said about its fonts.

use crate::cli::failure::{Failure, InputPath};
use crate::cli::input;
use clap::{Args, ValueEnum};
use prreport::diagnostic::{Code, Diagnostic, named, quoted};
use prreport::render::pdf::{MissingCharacter, PageSize, PdfOptions};
use std::path::PathBuf;

/// How the PDF is made.
#[derive(Debug, Args)]
#[command(next_help_heading = "PDF")]
// The group of the command's own arguments has this struct's name otherwise.
#[group(id = "paper")]
pub struct Arguments {
    /// The size of the pages
    #[arg(long, value_enum, value_name = "SIZE", default_value_t = PageName::A4)]
    page_size: PageName,
    /// A font file for characters that the bundled fonts lack; repeats
    #[arg(long, value_name = "FILE")]
    font: Vec<PathBuf>,
    /// Never look for installed fonts: the same bytes on every machine
    #[arg(long)]
    no_system_fonts: bool,
    /// Embed the input in the PDF as report.json
    #[arg(long)]
    pub attach_source: bool,
}

#[derive(Debug, Clone, Copy, ValueEnum)]
enum PageName {
    A4,
    Letter,
}

impl Arguments {
    /// The options of the renderer, as far as the command line has them; fonts are read only for a PDF.
    pub fn options(&self, wanted: bool) -> Result<PdfOptions<'static>, Failure> {
        let fonts = if wanted { self.font.as_slice() } else { &[] };
        let read = |path: &PathBuf| input::bytes_of(&InputPath::File(path.clone()));
        Ok(PdfOptions {
            page_size: match self.page_size {
                PageName::A4 => PageSize::A4,
                PageName::Letter => PageSize::Letter,
            },
            extra_fonts: fonts.iter().map(read).collect::<Result<_, _>>()?,
            system_fonts: !self.no_system_fonts,
            ..PdfOptions::default()
        })
    }
}

/// One warning for a character that no font has, with the findings that hold it.
pub fn without_font(missing: &MissingCharacter) -> Diagnostic {
    const NAMED: usize = 5;
    let MissingCharacter { character, findings } = missing;
    let ids = named(findings.iter().map(|id| quoted(id)), NAMED);
    let place = if findings.is_empty() { "outside the findings".to_owned() } else { format!("in {ids}") };
    let escape = prreport::invisible::escape(*character);
    let message = format!("no font has {escape} ({character}), {place}; the PDF shows a box");
    Diagnostic::warning(Code::MissingFont, "", message).hint("pass a font that has it: --font FILE")
}
