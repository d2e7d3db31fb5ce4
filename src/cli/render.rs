//! `prreport render`: the report as documents for people.

use crate::cli::failure::{Failure, InputPath, Outcome};
use crate::cli::target::{Format, Requested, Target};
use crate::cli::terminal::Terminal;
use crate::cli::{input, overview, paper, target};
use clap::{Args, ValueEnum};
use prreport::derive::{self, Deriving};
use prreport::diagnostic::{Code, Diagnostic};
use prreport::highlight::Highlighting;
use prreport::model::{Report, Severity};
use prreport::render;
use prreport::render::pdf::{Pdf, PdfOptions};
use prreport::triage;
use prreport::view::{Document, Provenance, ReplyNotes};
use rayon::prelude::*;
use std::ffi::OsString;
use std::path::{Path, PathBuf};

const EXAMPLES: &str = "\
Examples:
  prreport render report.json --html               write report.html beside the input
  prreport render report.json -o page.html         the format by the extension
  prreport render report.json --html --pdf -o out/ several formats into a folder
  prreport render - --md=- < report.json           Markdown to standard output
  prreport render report.json                      a short overview on the terminal";

/// Turn a report into documents: HTML, PDF, Markdown; without a format, a short overview
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub struct Arguments {
    /// The report, producer array, council or judge reply, or - for standard input
    input: InputPath,
    /// One self-contained HTML page; without a path, beside the input
    #[arg(long, value_name = "FILE", num_args = 0..=1, require_equals = true, default_missing_value = "", value_parser = clap::builder::OsStringValueParser::new())]
    html: Option<OsString>,
    /// A PDF document; without a path, beside the input
    #[arg(long, value_name = "FILE", num_args = 0..=1, require_equals = true, default_missing_value = "", value_parser = clap::builder::OsStringValueParser::new())]
    pdf: Option<OsString>,
    /// Markdown; without a path, beside the input
    #[arg(long, value_name = "FILE", num_args = 0..=1, require_equals = true, default_missing_value = "", value_parser = clap::builder::OsStringValueParser::new())]
    md: Option<OsString>,
    /// Where to write: a file (its extension names the format), a folder, or - for standard output
    #[arg(short, long, value_name = "FILE|DIR|-")]
    output: Option<PathBuf>,
    /// Exit with 3 if a finding is at or above this severity, or blocking; the outputs are written all the same
    #[arg(long, value_enum, value_name = "LEVEL")]
    fail_on: Option<Gate>,
    /// Language of the report's texts, for the page's readers
    #[arg(long, value_name = "TAG", default_value = "en")]
    lang: String,
    /// Make the HTML page one to decide on: decisions stay in the browser, and `prreport triage apply` takes its export
    #[arg(long)]
    triage: bool,
    /// Add a stylesheet to the page; refused if it could reach the network
    #[arg(long, value_name = "FILE")]
    css: Option<PathBuf>,
    /// Show code without colours; the page is made faster and is smaller
    #[arg(long)]
    no_highlight: bool,
    /// Leave out findings whose risk was accepted; gates still see them
    #[arg(long)]
    hide_triaged: bool,
    #[command(flatten)]
    paper: paper::Arguments,
    #[command(flatten)]
    options: input::Options,
}

/// What `--fail-on` watches for.
#[derive(Debug, Clone, Copy, ValueEnum)]
enum Gate {
    Critical,
    High,
    Medium,
    Low,
    Blocking,
}

impl Gate {
    fn tripped_by(self, report: &Report) -> usize {
        let threshold = match self {
            Self::Critical => Severity::Critical,
            Self::High => Severity::High,
            Self::Medium => Severity::Medium,
            Self::Low => Severity::Low,
            Self::Blocking => return report.findings().filter(|(_, _, f)| f.is_blocking()).count(),
        };
        report.findings().filter(|(_, _, f)| f.severity >= Some(threshold)).count()
    }

    fn in_words(self) -> &'static str {
        match self {
            Self::Critical => "critical",
            Self::High => "high or above",
            Self::Medium => "medium or above",
            Self::Low => "low or above",
            Self::Blocking => "blocking",
        }
    }
}

/// Runs the command.
pub fn execute(arguments: Arguments, terminal: &mut Terminal) -> Result<Outcome, Failure> {
    // A flag without a value stands for "beside the input".
    let given = |path: OsString| (!path.is_empty()).then(|| PathBuf::from(path));
    let formats = [(Format::Html, arguments.html), (Format::Pdf, arguments.pdf), (Format::Markdown, arguments.md)];
    let formats = formats.into_iter().filter_map(|(format, path)| Some((format, given(path?)))).collect();
    let targets = Requested { formats, output: arguments.output }.prepare(&arguments.input)?;
    let style = arguments.css.as_deref().map(own_style).transpose()?;
    let mut read = match arguments.options.read(&arguments.input, terminal)? {
        Ok(read) => read,
        Err(outcome) => return Ok(outcome),
    };
    let tripped = arguments.fail_on.map(|gate| (gate, gate.tripped_by(&read.loaded.report)));
    if arguments.hide_triaged {
        let left_out = triage::leave_out_accepted(&mut read.loaded.report);
        let deriving =
            Deriving { declared: &read.loaded.version, stage: read.loaded.stage, host: &arguments.options.host };
        // What there is to say about the report was said when it was read.
        let _ = derive::derive(&mut read.loaded.report, &deriving);
        if left_out > 0 {
            terminal.note(&format!("left out: {left_out} with an accepted risk (--hide-triaged)"));
        }
    }
    let loaded = &read.loaded;
    let source = Path::new(&read.source.name)
        .file_name()
        .map_or_else(|| read.source.name.as_str().into(), |n| n.to_string_lossy());
    let provenance = Provenance {
        source: &source,
        digest: read.source.digest(),
        migrated_from: loaded.migration.as_ref().map(|_| loaded.version.as_str()),
        host: &arguments.options.host,
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
    let mut warnings = read.warnings.clone();
    if targets.iter().any(|target| target.format == Format::Markdown) {
        warnings.extend(leaking_definitions(&document));
        warnings.retain(|warning| !arguments.options.reporting.allow.contains(&warning.code));
    }
    let reporting = &arguments.options.reporting;
    if reporting.deny_warnings && !warnings.is_empty() {
        return Ok(terminal.denied(&warnings, &read.source, reporting.max_errors));
    }
    if targets.is_empty() {
        terminal.result(overview::render(&document).as_bytes())?;
    } else {
        let page = render::html::Options {
            language: arguments.lang.clone(),
            style,
            highlighting: if arguments.no_highlight { Highlighting::Off } else { Highlighting::On },
            triage: arguments.triage.then(|| loaded.report.triage.clone().unwrap_or_default()),
        };
        let epoch = input::epoch_day()?;
        let paper = PdfOptions {
            attach_source: arguments.paper.attach_source.then_some(read.source.text.as_bytes()),
            language: &arguments.lang,
            created: epoch.as_deref().or(document.date),
            ..arguments.paper.options(&targets)?
        };
        let documents = targets
            .into_par_iter()
            .map(|target| {
                let (bytes, found) = render_one(&target, &document, &page, &paper)?;
                Ok((target, bytes, found))
            })
            .collect::<Result<Vec<_>, Failure>>()?;
        let mut written = Vec::new();
        for (target, bytes, found) in documents {
            warnings.extend(found);
            written.push((target, bytes));
        }
        warnings.retain(|warning| !arguments.options.reporting.allow.contains(&warning.code));
        if reporting.deny_warnings && !warnings.is_empty() {
            return Ok(terminal.denied(&warnings, &read.source, reporting.max_errors));
        }
        target::write(written, terminal)?;
    }
    terminal.warnings(&warnings, &read.source, reporting.max_errors);
    let outcome = terminal.unread(&read);
    // The process ends here: to free a big report string by string would take time and give nothing back.
    std::mem::forget(document);
    std::mem::forget(read);
    if let Some((gate, count)) = tripped.filter(|(_, count)| *count > 0) {
        let findings = if count == 1 { "finding is" } else { "findings are" };
        terminal.note(&format!("gate: {count} {findings} {}", gate.in_words()));
        return Ok(if outcome == Outcome::Done { Outcome::Gate } else { outcome });
    }
    Ok(outcome)
}

/// Reads a stylesheet that may stand in a page. A browser reads line breaks in one way, and so does the policy's digest.
fn own_style(path: &Path) -> Result<String, Failure> {
    let style = std::fs::read_to_string(path).map_err(|error| Failure::read(path, &error))?;
    let style =
        style.trim_start_matches('\u{feff}').replace("\r\n", "\n").replace(['\r', '\u{c}'], "\n").replace('\0', "");
    match render::html::css::refusal(&style) {
        None => Ok(style),
        Some(reason) => Err(Failure::usage(format!("--css {}: {reason}", crate::cli::failure::shown(path)))),
    }
}

/// A document's bytes, and warnings that only its renderer could find.
fn render_one(
    target: &Target,
    document: &Document<'_>,
    page: &render::html::Options,
    paper: &PdfOptions<'_>,
) -> Result<(Vec<u8>, Vec<Diagnostic>), Failure> {
    let failed = |error: &dyn std::fmt::Display| Failure::Render(error.to_string());
    match target.format {
        Format::Html => Ok((render::html::render(document, page).map_err(|e| failed(&e))?.into_bytes(), Vec::new())),
        Format::Markdown => Ok((render::markdown::render(document).map_err(|e| failed(&e))?.into_bytes(), Vec::new())),
        Format::Pdf => {
            let Pdf { bytes, missing } = render::pdf::render(document, paper).map_err(|e| failed(&e))?;
            Ok((bytes, missing.iter().map(paper::without_font).collect()))
        }
    }
}

/// One warning for all findings whose link definitions act on the whole Markdown document.
fn leaking_definitions(document: &Document<'_>) -> Option<Diagnostic> {
    const NAMED: usize = 10;
    let ids = render::markdown::link_definitions(document);
    let named = ids.iter().take(NAMED).map(|id| prreport::diagnostic::quoted(id)).collect::<Vec<_>>().join(", ");
    let more = ids.len().saturating_sub(NAMED);
    let more = if more > 0 { format!(", +{more} more") } else { String::new() };
    (!ids.is_empty()).then(|| {
        let message = format!("link definitions in {named}{more} act on the whole Markdown document");
        Diagnostic::warning(Code::LinkDefinition, "", message).hint("write links inline: [text](https://…)")
    })
}
