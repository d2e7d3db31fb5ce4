//! The report as a PDF: layout of our own over shaping, bidi and line-breaking crates, written through printpdf and
//! lopdf.
//!
//! ```text
//! view ─▶ report (parts) ─▶ block (strips) ─▶ page (pages) ─▶ file (bytes)
//!                             └ text (glyphs)
//! ```

mod block;
mod file;
mod page;
mod report;
mod style;
mod text;

use crate::highlight::Highlighting;
use crate::view::Document;
use block::Fragment;
use rayon::prelude::*;
use report::Part;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Mutex;
use style::Measure;
use text::installed::Wanted;
use text::{Faces, Shaper};

/// The size of the paper.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum PageSize {
    /// 210 × 297 mm.
    #[default]
    A4,
    /// 8.5 × 11 inches.
    Letter,
}

impl PageSize {
    fn measure(self) -> Measure {
        match self {
            Self::A4 => Measure { width: 595.276, height: 841.89 },
            Self::Letter => Measure { width: 612.0, height: 792.0 },
        }
    }
}

/// How to make the document.
#[derive(Debug, Clone, Default)]
pub struct PdfOptions<'a> {
    /// The paper.
    pub page_size: PageSize,
    /// Font files that stand in where the bundled ones lack a character, with the names to call them in errors.
    pub extra_fonts: Vec<(String, Vec<u8>)>,
    /// Whether fonts of this machine may stand in as well. The bytes then depend on the machine.
    pub system_fonts: bool,
    /// Whether code has its colours.
    pub highlighting: Highlighting,
    /// The report's JSON, to be attached as `report.json`.
    pub attach_source: Option<&'a [u8]>,
    /// The language of the text as a BCP 47 tag; English if it is none.
    pub language: &'a str,
    /// When the document was made: `YYYY-MM-DD`, optionally with `THH:MM:SSZ`. Anything else leaves the dates out.
    pub created: Option<&'a str>,
}

/// A finished document.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Pdf {
    /// The file.
    pub bytes: Vec<u8>,
    /// Characters that no font at hand has. They are drawn as boxes; their text can still be copied.
    pub missing: Vec<MissingCharacter>,
}

/// A character that no font at hand has.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MissingCharacter {
    /// Which.
    pub character: char,
    /// The ids of the findings it stands in, in report order; empty if it stands elsewhere in the report.
    pub findings: Vec<String>,
}

/// Why there is no document.
#[derive(Debug, thiserror::Error)]
pub enum PdfError {
    /// A font file handed in can't be used.
    #[error(
        "{name} is not a font that can be embedded; name a TrueType or OpenType file (.ttf, .otf, .ttc) with a Unicode character map"
    )]
    BrokenFont {
        /// The name it was handed in by.
        name: String,
    },
    /// The subsetter refuses a font.
    #[error("the font {name} can't be embedded ({reason}); leave it out of --font, or render with --no-system-fonts")]
    Embedding {
        /// The face.
        name: String,
        /// What the subsetter says.
        reason: String,
    },
    /// The file could not be put together.
    #[error("the PDF could not be written: {0}; please report this with the input that causes it")]
    Writing(#[from] std::io::Error),
}

/// Renders a document.
///
/// # Errors
/// See [`PdfError`].
pub fn render(document: &Document<'_>, options: &PdfOptions<'_>) -> Result<Pdf, PdfError> {
    let measure = options.page_size.measure();
    let mut faces = Faces::new(&options.extra_fonts)?;
    let parts = report::parts(document);
    let mut fragments = lay_out(&faces, &parts, document, options);
    if options.system_fonts {
        let wanted: BTreeSet<Wanted> = fragments.iter().flat_map(|fragment| fragment.wanted.iter().copied()).collect();
        if !wanted.is_empty() {
            text::installed::add(&mut faces, &wanted);
            // Only what lacked something can look different now.
            let again: Vec<usize> = (0..parts.len()).filter(|i| !fragments[*i].wanted.is_empty()).collect();
            let lacking: Vec<_> = again.iter().map(|i| parts[*i]).collect();
            for (i, fragment) in again.into_iter().zip(lay_out(&faces, &lacking, document, options)) {
                fragments[i] = fragment;
            }
        }
    }
    let missing = missing(&parts, &fragments);
    let owned = fragments.into_iter().zip(&parts).map(|(fragment, (_, owner))| (fragment, *owner)).collect();
    let mut layout = page::paginate(owned, measure);
    let mut shaper = Shaper::new(&faces);
    let kind = document.date.map_or_else(|| document.kind.to_owned(), |date| format!("{} · {date}", document.kind));
    let (project, title) = (crate::invisible::reveal(document.project), crate::invisible::reveal(document.title));
    page::finish(&mut layout, &mut shaper, measure, &project, &title, &kind);
    let bytes = file::write(layout, &faces, measure, document, options)?;
    Ok(Pdf { bytes, missing })
}

/// Lays parts out side by side; each thread remembers what it has shaped.
fn lay_out(
    faces: &Faces,
    parts: &[(Part<'_>, Option<usize>)],
    document: &Document<'_>,
    options: &PdfOptions<'_>,
) -> Vec<Fragment> {
    let (measure, highlighting) = (options.page_size.measure(), options.highlighting);
    let shapers: Mutex<Vec<Shaper<'_>>> = Mutex::new(Vec::new());
    let idle = || shapers.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
    parts
        .par_chunks(8)
        .flat_map_iter(|parts| {
            let taken = idle().pop();
            let mut shaper = taken.unwrap_or_else(|| Shaper::new(faces));
            let fragments: Vec<Fragment> = parts
                .iter()
                .map(|(part, _)| report::lay_out(*part, document, &mut shaper, measure, highlighting))
                .collect();
            idle().push(shaper);
            fragments
        })
        .collect()
}

fn missing(parts: &[(Part<'_>, Option<usize>)], fragments: &[Fragment]) -> Vec<MissingCharacter> {
    let mut found: BTreeMap<char, Vec<String>> = BTreeMap::new();
    for ((part, _), fragment) in parts.iter().zip(fragments) {
        for wanted in fragment.wanted.iter().filter(|wanted| !wanted.emoji) {
            let findings = found.entry(wanted.character).or_default();
            if let Part::Finding(finding) = part
                && findings.last().is_none_or(|last| last != finding.id)
            {
                findings.push(finding.id.to_owned());
            }
        }
    }
    found.into_iter().map(|(character, findings)| MissingCharacter { character, findings }).collect()
}
