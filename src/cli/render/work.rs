//! How every report of a run becomes documents: what all of them share, and the way of one.

use super::Arguments;
use crate::cli::failure::{Failure, Outcome, shown};
use crate::cli::input::{self, Read};
use crate::cli::paper;
use crate::cli::target::{Content, Format};
use crate::cli::terminal::Terminal;
use prreport::derive::{self, Deriving};
use prreport::diagnostic::{Code, Diagnostic, named, quoted};
use prreport::highlight::Highlighting;
use prreport::input::Reading;
use prreport::render;
use prreport::render::pdf::{Pdf, PdfOptions};
use prreport::triage;
use prreport::view::{Document, Provenance, ReplyNotes};
use rayon::prelude::*;
use std::path::Path;

/// What all reports of a run share.
pub struct Work<'a> {
    /// The command line.
    pub arguments: &'a Arguments,
    /// How they are read.
    pub reading: Reading,
    /// The reader's own style.
    pub style: Option<String>,
    paper: PdfOptions<'a>,
    epoch: Option<String>,
}

/// What one report has become.
pub struct Rendered<T> {
    /// The documents, in the order they were asked for.
    pub documents: Vec<(Format, Content)>,
    /// Warnings of rendering; once the documents are written, all warnings.
    pub warnings: Vec<Diagnostic>,
    /// How many findings trip the gate.
    pub tripped: usize,
    /// How many findings `--hide-triaged` left out.
    pub left_out: usize,
    /// What the caller wanted to know of the document.
    pub seen: T,
}

impl<'a> Work<'a> {
    /// Reads what the command line names beside the reports.
    ///
    /// `Ok(Err(…))` means that some of it is refused and the terminal has said why.
    pub fn prepare(
        arguments: &'a Arguments,
        formats: &[Format],
        terminal: &mut Terminal,
    ) -> Result<Result<Self, Outcome>, Failure> {
        let style = arguments.css.as_deref().map(own_style).transpose()?;
        let reading = match arguments.options.reading(terminal)? {
            Ok(reading) => reading,
            Err(outcome) => return Ok(Err(outcome)),
        };
        let paper =
            PdfOptions { language: &arguments.lang, ..arguments.paper.options(formats.contains(&Format::Pdf))? };
        Ok(Ok(Self { arguments, reading, style, paper, epoch: input::epoch_day()? }))
    }

    /// Whether code has its colours.
    pub fn highlighting(&self) -> Highlighting {
        if self.arguments.no_highlight { Highlighting::Off } else { Highlighting::On }
    }

    /// Makes the documents of one report.
    pub fn render<T>(
        &self,
        read: &mut Read,
        formats: &[Format],
        look: impl FnOnce(&Document<'_>) -> T,
    ) -> Result<Rendered<T>, Failure> {
        let Arguments { options, fail_on, .. } = self.arguments;
        let tripped = fail_on.map_or(0, |gate| gate.tripped_by(&read.loaded.report));
        let mut left_out = 0;
        if self.arguments.hide_triaged {
            left_out = triage::leave_out_accepted(&mut read.loaded.report);
            let deriving = Deriving { declared: &read.loaded.version, stage: read.loaded.stage, host: &options.host };
            // What there is to say about the report was said when it was read.
            let _ = derive::derive(&mut read.loaded.report, &deriving);
        }
        let loaded = &read.loaded;
        let source = Path::new(&read.source.name)
            .file_name()
            .map_or_else(|| read.source.name.as_str().into(), |n| n.to_string_lossy());
        let provenance = Provenance {
            source: &source,
            digest: read.source.digest(),
            migrated_from: loaded.migration.as_ref().map(|_| loaded.version.as_str()),
            host: &options.host,
            unread: &loaded.unread,
        };
        let notes = loaded.reply.as_ref().map(|origin| {
            let evidence = &read.evidence;
            ReplyNotes::new(&origin.reply, &origin.adopted.origin, evidence.diff.as_ref(), &evidence.councils)
        });
        let mut document = Document::new(&loaded.report, provenance);
        if let Some(notes) = &notes {
            document = document.with_reply(notes);
        }
        let mut warnings = Vec::new();
        if formats.contains(&Format::Markdown) {
            warnings.extend(leaking_definitions(&document));
        }
        let page = render::html::Options {
            language: self.arguments.lang.clone(),
            style: self.style.clone(),
            highlighting: self.highlighting(),
            triage: self.arguments.triage.then(|| loaded.report.triage.clone().unwrap_or_default()),
        };
        let attach = self.arguments.paper.attach_source;
        let paper = PdfOptions {
            highlighting: self.highlighting(),
            attach_source: attach.then_some(read.source.text.as_bytes()),
            created: self.epoch.as_deref().or(document.date),
            ..self.paper.clone()
        };
        let rendered = formats
            .par_iter()
            .map(|format| Ok((*format, render_one(*format, &document, &page, &paper)?)))
            .collect::<Result<Vec<_>, Failure>>()?;
        let mut documents = Vec::new();
        for (format, (content, found)) in rendered {
            warnings.extend(found);
            documents.push((format, content));
        }
        warnings.retain(|warning| !options.reporting.allow.contains(&warning.code));
        Ok(Rendered { documents, warnings, tripped, left_out, seen: look(&document) })
    }
}

/// Reads a stylesheet that may stand in a page. A browser reads line breaks in one way, and so does the policy's digest.
fn own_style(path: &Path) -> Result<String, Failure> {
    let style = std::fs::read_to_string(path).map_err(|error| Failure::read(path, &error))?;
    let style =
        style.trim_start_matches('\u{feff}').replace("\r\n", "\n").replace(['\r', '\u{c}'], "\n").replace('\0', "");
    match render::html::css::refusal(&style) {
        None => Ok(style),
        Some(reason) => Err(Failure::usage(format!("--css {}: {reason}", shown(path)))),
    }
}

/// A document, and warnings that only its renderer could find.
fn render_one(
    format: Format,
    document: &Document<'_>,
    page: &render::html::Options,
    paper: &PdfOptions<'_>,
) -> Result<(Content, Vec<Diagnostic>), Failure> {
    let failed = |error: &dyn std::fmt::Display| Failure::Render(error.to_string());
    match format {
        Format::Html => {
            Ok((Content::Pieces(render::html::pieces(document, page).map_err(|e| failed(&e))?), Vec::new()))
        }
        Format::Markdown => {
            Ok((Content::Pieces(render::markdown::pieces(document).map_err(|e| failed(&e))?), Vec::new()))
        }
        Format::Pdf => {
            let Pdf { bytes, missing } = render::pdf::render(document, paper).map_err(|e| failed(&e))?;
            Ok((Content::Bytes(bytes), missing.iter().map(paper::without_font).collect()))
        }
    }
}

/// One warning for all findings whose link definitions act on the whole Markdown document.
fn leaking_definitions(document: &Document<'_>) -> Option<Diagnostic> {
    const NAMED: usize = 10;
    let ids = render::markdown::link_definitions(document);
    (!ids.is_empty()).then(|| {
        let ids = named(ids.iter().map(|id| quoted(id)), NAMED);
        let message = format!("link definitions in {ids} act on the whole Markdown document");
        Diagnostic::warning(Code::LinkDefinition, "", message).hint("write links inline: [text](https://…)")
    })
}
