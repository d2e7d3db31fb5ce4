//! `prreport derive`: the report with everything derived, as canonical JSON.

use crate::cli::failure::{Failure, InputPath, Outcome};
use crate::cli::terminal::Terminal;
use crate::cli::{input, target};
use clap::Args;
use std::path::PathBuf;

/// Write the report with severities, permalinks, statistics, top findings and plan derived, as canonical v4 JSON
#[derive(Debug, Args)]
pub struct Arguments {
    /// The report or producer array, or - for standard input
    input: InputPath,
    /// Where to write [default: standard output]
    #[arg(short, long, value_name = "FILE|-")]
    output: Option<PathBuf>,
    #[command(flatten)]
    options: input::Options,
}

/// Runs the command.
pub fn execute(arguments: Arguments, terminal: &mut Terminal) -> Result<Outcome, Failure> {
    let target = target::single(arguments.output, &arguments.input)?;
    let read = match arguments.options.read(&arguments.input, terminal)? {
        Ok(read) => read,
        Err(outcome) => return Ok(outcome),
    };
    let reporting = &arguments.options.reporting;
    if reporting.deny_warnings && !read.warnings.is_empty() {
        return Ok(terminal.denied(&read.warnings, &read.source, reporting.max_errors));
    }
    let json =
        prreport::render::json::render(&read.loaded.report).map_err(|error| Failure::Render(error.to_string()))?;
    target::write(vec![(target, json.into())], terminal)?;
    terminal.warnings(&read.warnings, &read.source, reporting.max_errors);
    Ok(terminal.unread(&read))
}
