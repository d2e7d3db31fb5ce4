//! The `prreport` program: parse the command line, run, exit.

mod cli;

use std::process::ExitCode;

/// Findings are rendered on all cores and are made of many small strings: the system's allocator was a fifth of the run.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn main() -> ExitCode {
    cli::run()
}
