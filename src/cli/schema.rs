//! `prreport schema`: the JSON Schemas, for editors and other validators.

use crate::cli::failure::{Failure, Outcome};
use crate::cli::terminal::Terminal;
use clap::{Args, ValueEnum};

/// Print a JSON Schema
#[derive(Debug, Args)]
pub struct Arguments {
    /// Which one
    #[arg(value_enum)]
    which: Which,
}

#[derive(Debug, Clone, Copy, ValueEnum)]
enum Which {
    /// The review report 4.0.0
    Report,
    /// The reply of a council reviewer
    Council,
    /// The reply of the judge
    Judge,
}

/// Runs the command.
pub fn execute(arguments: &Arguments, terminal: &mut Terminal) -> Result<Outcome, Failure> {
    let schema = match arguments.which {
        Which::Report => prreport::input::schema::REPORT_SCHEMA,
        Which::Council => prreport::contract::COUNCIL_SCHEMA,
        Which::Judge => prreport::contract::JUDGE_SCHEMA,
    };
    terminal.result(schema)?;
    Ok(Outcome::Done)
}
