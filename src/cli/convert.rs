//! `prreport convert`: the input in another format, for programs.

use crate::cli::failure::{Failure, InputPath, Outcome};
use crate::cli::input::{self, Read};
use crate::cli::target;
use crate::cli::terminal::Terminal;
use clap::{Args, ValueEnum};
use prreport::contract;
use prreport::diagnostic::{Code, Diagnostic};
use std::path::PathBuf;

const EXAMPLES: &str = "\
Examples:
  prreport convert judge.md --to v4 -o report.json
  prreport convert judge.md --to github-review --diff pr.diff -o review.json
  gh api repos/OWNER/REPO/pulls/12/reviews --input review.json";

/// Convert a report or a reply to another format
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub struct Arguments {
    /// The report, producer array, council or judge reply, or - for standard input
    input: InputPath,
    /// The format
    #[arg(long, value_enum, value_name = "FORMAT")]
    to: Format,
    /// Where to write [default: standard output]
    #[arg(short, long, value_name = "FILE|-")]
    output: Option<PathBuf>,
    #[command(flatten)]
    options: input::Options,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Format {
    /// The review report 4.0.0, derived
    V4,
    /// The payload of a pull-request review on GitHub; of council and judge replies only
    GithubReview,
}

/// Runs the command.
pub fn execute(arguments: Arguments, terminal: &mut Terminal) -> Result<Outcome, Failure> {
    let target = target::single(arguments.output, &arguments.input)?;
    let mut read = match arguments.options.read(&arguments.input, terminal)? {
        Ok(read) => read,
        Err(outcome) => return Ok(outcome),
    };
    let json = match arguments.to {
        Format::V4 => prreport::render::json::render(&read.loaded.report),
        Format::GithubReview => review(&mut read)?,
    };
    let reporting = &arguments.options.reporting;
    read.warnings.retain(|warning| !reporting.allow.contains(&warning.code));
    if reporting.deny_warnings && !read.warnings.is_empty() {
        return Ok(terminal.denied(&read.warnings, &read.source, reporting.max_errors));
    }
    let json = json.map_err(|error| Failure::Render(error.to_string()))?;
    target::write(vec![(target, json.into())], terminal)?;
    terminal.warnings(&read.warnings, &read.source, reporting.max_errors);
    Ok(terminal.unread(&read))
}

/// The payload of a review, with a warning for each thing it can't hold.
fn review(read: &mut Read) -> Result<serde_json::Result<String>, Failure> {
    let Some(origin) = &read.loaded.reply else {
        return Err(Failure::usage(
            "--to github-review takes a council or judge reply; a report has no sides of a diff",
        ));
    };
    // A review is dated by its host.
    read.warnings.retain(|warning| warning.code != Code::NoDate);
    let commit = read.loaded.report.metadata.commit.clone();
    let evidence = &read.evidence;
    let made = contract::review(&origin.reply, evidence.diff.as_ref(), &evidence.councils, commit);
    read.warnings.extend(made.left_out.iter().map(|left_out| {
        let said = prreport::invisible::reveal(left_out);
        Diagnostic::warning(Code::LeftOut, "", format!("not in the review: {said}"))
    }));
    if evidence.diff.is_none() {
        let message = "no diff was given, so every finding goes into the body of the review";
        read.warnings.push(Diagnostic::warning(Code::LeftOut, "", message).hint("pass --diff FILE"));
    }
    Ok(serde_json::to_string_pretty(&made).map(|json| json + "\n"))
}
