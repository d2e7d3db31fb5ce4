//! `prreport triage apply`: decisions made on the page go back into the report.

use crate::cli::failure::{Failure, InputPath, Outcome};
use crate::cli::terminal::Terminal;
use crate::cli::{input, target};
use clap::{Args, Subcommand};
use prreport::triage::{self, Effect};
use std::path::PathBuf;

const EXAMPLES: &str = "\
Examples:
  prreport render report.json --html --triage             a page to decide on; export there
  prreport triage apply report.json decisions.json -o decided.json";

/// Work with decisions about findings
#[derive(Debug, Args)]
pub struct Arguments {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    Apply(Apply),
}

/// Check decisions exported by the page and merge them into the report; later ones win
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub struct Apply {
    /// The report or producer array
    report: InputPath,
    /// The exported decisions: the `triage` object
    decisions: InputPath,
    /// Where to write [default: standard output]
    #[arg(short, long, value_name = "FILE|-")]
    output: Option<PathBuf>,
    #[command(flatten)]
    options: input::Options,
}

/// Runs the command.
pub fn execute(arguments: Arguments, terminal: &mut Terminal) -> Result<Outcome, Failure> {
    let Command::Apply(apply) = arguments.command;
    if apply.report == InputPath::Stdin && apply.decisions == InputPath::Stdin {
        return Err(Failure::usage("the report and the decisions can't both be standard input; name a file for one"));
    }
    let target = target::single(apply.output, &apply.report)?;
    let mut read = match apply.options.read(&apply.report, terminal)? {
        Ok(read) => read,
        Err(outcome) => return Ok(outcome),
    };
    let reporting = &apply.options.reporting;
    if reporting.deny_warnings && !read.warnings.is_empty() {
        return Ok(terminal.denied(&read.warnings, &read.source, reporting.max_errors));
    }
    let source = match input::source_of(&apply.decisions)? {
        Ok(source) => source,
        Err(refused) => return Ok(refused.report(reporting, terminal)),
    };
    let report = &mut read.loaded.report;
    let decisions = match triage::read(&source, report, read.source.digest()) {
        Ok(decisions) => decisions,
        Err(refusal) => return Ok(input::Refused { source, refusal }.report(reporting, terminal)),
    };
    let merged = triage::merge(report, decisions);
    let json = prreport::render::json::render(report).map_err(|error| Failure::Render(error.to_string()))?;
    target::write(vec![(target, json.into())], terminal)?;
    let of = |effect| merged.iter().filter(|one| one.effect == effect).map(|one| one.id.as_str()).collect::<Vec<_>>();
    for (effect, words) in [(Effect::Added, "decided"), (Effect::Changed, "changed"), (Effect::Same, "as before")] {
        let ids = of(effect);
        if !ids.is_empty() {
            terminal.note(&format!("{words}: {} ({})", ids.len(), ids.join(", ")));
        }
    }
    terminal.warnings(&read.warnings, &read.source, reporting.max_errors);
    Ok(terminal.unread(&read))
}
