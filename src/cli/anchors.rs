//! `prreport anchors`: the lines of a diff that comments can be posted on.

use crate::cli::evidence::parse_diff;
use crate::cli::failure::{Failure, InputPath, Outcome};
use crate::cli::input::bytes_of;
use crate::cli::terminal::Terminal;
use clap::Args;
use prreport::contract::{Diff, Lines};
use prreport::diagnostic::{Code, Diagnostic, Verdict, to_json};
use prreport::input::reply::repeated;
use prreport::input::source::Source;
use serde::Serialize;

const EXAMPLES: &str = "\
Examples:
  gh pr diff 12 > pr.diff && prreport anchors pr.diff
  git diff main...HEAD | prreport anchors -";

/// Print which lines of a diff a comment can be posted on, one row a file
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub struct Arguments {
    /// The unified diff, or - for standard input
    #[arg(value_name = "FILE.diff")]
    input: InputPath,
    /// Print the ranges as JSON
    #[arg(long)]
    json: bool,
}

/// What `--json` prints.
#[derive(Serialize)]
struct Table<'a> {
    #[serde(flatten)]
    verdict: Verdict<'a>,
    files: Vec<Row<'a>>,
}

#[derive(Serialize)]
struct Row<'a> {
    path: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    renamed_from: Option<&'a str>,
    new: Vec<Range>,
    old: Vec<Range>,
}

#[derive(Serialize)]
struct Range {
    start: u64,
    end: u64,
}

impl From<&Lines> for Range {
    fn from(lines: &Lines) -> Self {
        Self { start: lines.start, end: lines.end }
    }
}

/// Runs the command.
pub fn execute(arguments: &Arguments, terminal: &mut Terminal) -> Result<Outcome, Failure> {
    let (name, bytes) = bytes_of(&arguments.input)?;
    let source = Source::of_text(name, String::new());
    let diff = match parse_diff(&bytes) {
        Ok(diff) => diff,
        Err(error) => {
            let message = format!("line {}: {}", error.line, error.message);
            let diagnostics = [Diagnostic::error(Code::BadDiff, "", message).hint(error.hint)];
            if arguments.json {
                print(&Table { verdict: to_json(None, false, 0, &diagnostics), files: Vec::new() }, terminal)?;
            } else {
                terminal.diagnostics(&diagnostics, &source, 1);
            }
            return Ok(Outcome::Unparsable);
        }
    };
    let warnings = if diff.repeated.is_empty() { Vec::new() } else { vec![repeated(&diff)] };
    if arguments.json {
        let files = rows(&diff);
        print(&Table { verdict: to_json(None, true, files.len(), &warnings), files }, terminal)?;
    } else {
        terminal.result(&diff.table())?;
        terminal.warnings(&warnings, &source, 1);
    }
    Ok(Outcome::Done)
}

fn rows(diff: &Diff) -> Vec<Row<'_>> {
    let anchorable = diff.files.iter().filter(|(_, file)| !file.new.is_empty() || !file.old.is_empty());
    anchorable
        .map(|(path, file)| Row {
            path,
            renamed_from: file.renamed_from.as_deref(),
            new: file.new.iter().map(Range::from).collect(),
            old: file.old.iter().map(Range::from).collect(),
        })
        .collect()
}

fn print(table: &Table<'_>, terminal: &mut Terminal) -> Result<(), Failure> {
    let json = serde_json::to_string_pretty(table).map_err(|error| Failure::Render(error.to_string()))?;
    terminal.result(&(json + "\n"))
}
