//! The `prreport` program: parse the command line, run, exit.

mod cli;

use std::process::ExitCode;

fn main() -> ExitCode {
    cli::run()
}
