//! `prreport fix`: mends what is safe in a report's own text, and says each change.

use crate::cli::failure::{Failure, InputPath, Outcome};
use crate::cli::input::{self, Reporting};
use crate::cli::terminal::{Terminal, tally};
use crate::cli::{target, validate};
use clap::Args;
use prreport::fix::{Change, Fixed};
use prreport::input::encoding;
use prreport::input::source::Source;
use similar::TextDiff;
use std::path::PathBuf;

/// Mend what is safe and unambiguous in a report: encoding, misspelt keys, numbers in quotes, ids, format 3
#[derive(Debug, Args)]
pub struct Arguments {
    /// The report or producer array, or - for standard input
    input: InputPath,
    /// Where to write [default: the file itself; standard output for -]
    #[arg(short, long, value_name = "FILE|-")]
    output: Option<PathBuf>,
    /// Write nothing; print the changes as a unified diff
    #[arg(long, conflicts_with = "output")]
    dry_run: bool,
    #[command(flatten)]
    reporting: Reporting,
}

/// Runs the command.
pub fn execute(arguments: &Arguments, terminal: &mut Terminal) -> Result<Outcome, Failure> {
    let target = match &arguments.output {
        Some(_) => Some(target::single(arguments.output.clone(), &arguments.input)?),
        None => None,
    };
    let (source, fixed) = match mend(&arguments.input)? {
        Ok(mended) => mended,
        Err(refused) => return Ok(refused.report(&arguments.reporting, terminal)),
    };
    say(&source, &fixed, terminal);
    if arguments.dry_run {
        let diff = TextDiff::from_lines(&source.text, &fixed.text);
        let mended = format!("{} (mended)", source.name);
        let diff = diff.unified_diff().header(&source.name, &mended).to_string();
        if !diff.is_empty() {
            terminal.lines(diff.trim_end_matches('\n'))?;
        }
    } else {
        match (target, &arguments.input) {
            (Some(target), _) => target::write(vec![(target, fixed.text.clone().into())], terminal)?,
            (None, InputPath::Stdin) => terminal.document(&[fixed.text.as_bytes()])?,
            (None, InputPath::File(path)) => replace(path, &source, &fixed, terminal)?,
        }
    }
    Ok(remaining(source, fixed, &arguments.reporting, terminal))
}

/// Mends one file in place; says what was done, and leaves what remains to the caller.
pub fn in_place(path: &InputPath, terminal: &mut Terminal) -> Result<(), Failure> {
    if let (InputPath::File(file), Ok((source, fixed))) = (path, mend(path)?) {
        say(&source, &fixed, terminal);
        replace(file, &source, &fixed, terminal)?;
    }
    Ok(())
}

fn mend(path: &InputPath) -> Result<Result<(Source, Fixed), input::Refused>, Failure> {
    let source = match input::source_of(path)? {
        Ok(source) => source,
        Err(refused) => return Ok(Err(refused)),
    };
    Ok(match prreport::fix::fix(&source.text) {
        Ok(mut fixed) => {
            if source.encoding != encoding::PLAIN {
                let what = format!("made {} plain UTF-8", source.encoding);
                fixed.changes.insert(0, Change { line: 1, column: 1, what });
            }
            Ok((source, fixed))
        }
        Err(diagnostic) => Err(input::Refused { source, refusal: prreport::input::Refusal::Unparsable(diagnostic) }),
    })
}

fn say(source: &Source, fixed: &Fixed, terminal: &mut Terminal) {
    for Change { line, column, what } in &fixed.changes {
        terminal.note(&format!("{}:{line}:{column}: {what}", source.name));
    }
    if fixed.changes.is_empty() {
        terminal.note(&format!("{}: nothing to mend", source.name));
    }
}

fn replace(path: &std::path::Path, source: &Source, fixed: &Fixed, terminal: &mut Terminal) -> Result<(), Failure> {
    if fixed.changes.is_empty() {
        return Ok(());
    }
    // Mending a file is the one case in which a command writes where it read.
    let target = target::single(Some(path.to_owned()), &InputPath::Stdin)?;
    target::write(vec![(target, fixed.text.clone().into())], terminal)?;
    let changes = if fixed.changes.len() == 1 { "change" } else { "changes" };
    terminal.note(&format!("{}: {} {changes}", source.name, fixed.changes.len()));
    Ok(())
}

/// Says what is left to mend by hand.
fn remaining(source: Source, fixed: Fixed, reporting: &Reporting, terminal: &mut Terminal) -> Outcome {
    let mended = Source::of_text(source.name, fixed.text);
    match prreport::input::load(&mended, &validate::for_validation()) {
        Ok(_) => Outcome::Done,
        Err(refusal) => {
            let left = input::Refused { source: mended, refusal };
            terminal.diagnostics(left.diagnostics(), &left.source, reporting.max_errors);
            terminal.note(&format!("{}: {} left to mend by hand", left.source.name, tally(left.diagnostics())));
            left.outcome()
        }
    }
}
