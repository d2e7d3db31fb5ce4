//! The command line: one file a subcommand, and what they share.

mod anchors;
mod convert;
mod derive;
mod evidence;
mod failure;
mod files;
mod fix;
mod input;
mod overview;
mod paper;
mod render;
mod schema;
mod shell;
mod target;
mod terminal;
mod triage;
mod validate;
mod verify;

use clap::{CommandFactory, Parser, Subcommand, ValueEnum};
use failure::Outcome;
use std::process::ExitCode;
use terminal::Terminal;

const EXIT_CODES: &str = "\
Exit codes:
  0  done
  1  the input is invalid
  2  usage, file or parse error
  3  a gate (--fail-on) tripped; the outputs were written";

/// Checks code-review reports and turns them into documents people act on
#[derive(Debug, Parser)]
#[command(name = "prreport", version, after_help = EXIT_CODES, max_term_width = 100)]
struct Cli {
    #[command(subcommand)]
    command: Command,
    /// When to colour what goes to a terminal
    #[arg(long, global = true, value_enum, value_name = "WHEN", default_value_t = Colour::Auto)]
    color: Colour,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Colour {
    Auto,
    Always,
    Never,
}

#[derive(Debug, Subcommand)]
enum Command {
    Render(render::Arguments),
    Validate(validate::Arguments),
    Fix(fix::Arguments),
    Derive(derive::Arguments),
    Verify(verify::Arguments),
    Anchors(anchors::Arguments),
    Convert(convert::Arguments),
    Schema(schema::Arguments),
    Triage(triage::Arguments),
    Completions(shell::Completions),
    Man(shell::Man),
}

/// Runs the program and returns its exit code.
pub fn run() -> ExitCode {
    let cli = match Cli::try_parse() {
        Ok(cli) => cli,
        Err(error) => {
            // Help and version are results; anything else is a usage error. A closed pipe is nobody's fault.
            let _ = error.print();
            return ExitCode::from(if error.use_stderr() { Outcome::USAGE } else { 0 });
        }
    };
    let mut terminal = Terminal::new(cli.color);
    let result = match cli.command {
        Command::Render(arguments) => render::execute(&arguments, &mut terminal),
        Command::Validate(arguments) => validate::execute(&arguments, &mut terminal),
        Command::Fix(arguments) => fix::execute(&arguments, &mut terminal),
        Command::Derive(arguments) => derive::execute(arguments, &mut terminal),
        Command::Verify(arguments) => verify::execute(arguments, &mut terminal),
        Command::Anchors(arguments) => anchors::execute(&arguments, &mut terminal),
        Command::Convert(arguments) => convert::execute(arguments, &mut terminal),
        Command::Schema(arguments) => schema::execute(&arguments, &mut terminal),
        Command::Triage(arguments) => triage::execute(arguments, &mut terminal),
        Command::Completions(arguments) => shell::complete(&arguments, Cli::command(), &mut terminal),
        Command::Man(arguments) => shell::man(&arguments, Cli::command(), &mut terminal),
    };
    match result {
        Ok(outcome) => ExitCode::from(outcome.code()),
        Err(failure) => {
            terminal.failure(&failure);
            ExitCode::from(Outcome::USAGE)
        }
    }
}
