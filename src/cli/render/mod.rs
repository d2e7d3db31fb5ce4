//! `prreport render`: reports as documents for people.

mod gate;
mod names;
mod several;
mod single;
mod work;

use crate::cli::failure::{Failure, InputPath, Outcome, shown};
use crate::cli::target::{Format, Requested};
use crate::cli::terminal::Terminal;
use crate::cli::{input, paper};
use clap::Args;
use gate::Gate;
use std::ffi::OsString;
use std::path::PathBuf;

const EXAMPLES: &str = "\
Examples:
  prreport render report.json --html               write report.html beside the input
  prreport render report.json -o page.html         the format by the extension
  prreport render report.json --html --pdf -o out/ several formats into a folder
  prreport render - --md=- < report.json           Markdown to standard output
  prreport render reports/*.json --html -o site/   a page each, and an index.html over them
  prreport render report.json                      a short overview on the terminal";

/// Turn reports into documents: HTML, PDF, Markdown; without a format, a short overview
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub struct Arguments {
    /// Reports, producer arrays, council or judge replies, folders of them, or - for standard input
    #[arg(required = true, value_name = "INPUT")]
    inputs: Vec<InputPath>,
    /// One self-contained HTML page; without a path, beside the input
    #[arg(long, value_name = "FILE", num_args = 0..=1, require_equals = true, default_missing_value = "", value_parser = clap::builder::OsStringValueParser::new())]
    html: Option<OsString>,
    /// A PDF document; without a path, beside the input
    #[arg(long, value_name = "FILE", num_args = 0..=1, require_equals = true, default_missing_value = "", value_parser = clap::builder::OsStringValueParser::new())]
    pdf: Option<OsString>,
    /// Markdown; without a path, beside the input
    #[arg(long, value_name = "FILE", num_args = 0..=1, require_equals = true, default_missing_value = "", value_parser = clap::builder::OsStringValueParser::new())]
    md: Option<OsString>,
    /// Where to write: a file (its extension names the format), a folder, or - for standard output;
    /// for several reports a folder
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
    /// Show code without colours: faster, and smaller documents
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

/// Runs the command.
pub fn execute(arguments: &Arguments, terminal: &mut Terminal) -> Result<Outcome, Failure> {
    if let Some(failure) = arguments.path_taken_for_a_report() {
        return Err(failure);
    }
    match arguments.inputs.as_slice() {
        // All of it on one of the pool's threads: a step that is shared then begins without waking another one first.
        [input] if !input.is_folder() => rayon::scope(|_| single::execute(arguments, input, terminal)),
        _ => several::execute(arguments, terminal),
    }
}

impl Arguments {
    /// A format's path needs a sign between; behind a blank it is one more report, which nobody means.
    fn path_taken_for_a_report(&self) -> Option<Failure> {
        let bare = |format| {
            let flags = [(Format::Html, &self.html), (Format::Pdf, &self.pdf), (Format::Markdown, &self.md)];
            flags.iter().any(|(of, path)| *of == format && path.as_ref().is_some_and(|path| path.is_empty()))
        };
        self.inputs.iter().find_map(|input| {
            let InputPath::File(path) = input else { return None };
            let format = Format::of_extension(path).ok().filter(|format| bare(*format))?;
            // A reply may well stand in a Markdown file.
            (format != Format::Markdown || !path.exists()).then(|| {
                let (path, flag) = (shown(path), format.flag());
                Failure::usage(format!("{path} stands where a report is expected; to write to it: {flag}={path}"))
            })
        })
    }

    /// What is asked for in which format.
    fn requested(&self) -> Requested {
        // A flag without a value stands for "beside the input".
        let given = |path: &OsString| (!path.is_empty()).then(|| PathBuf::from(path));
        let formats = [(Format::Html, &self.html), (Format::Pdf, &self.pdf), (Format::Markdown, &self.md)];
        let formats = formats.into_iter().filter_map(|(format, path)| Some((format, given(path.as_ref()?)))).collect();
        Requested { formats, output: self.output.clone() }
    }
}
