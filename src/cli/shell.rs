//! `prreport completions` and `prreport man`: the command line, told to shells and to man. Both come from the same
//! declaration that parses it, so they can't fall behind.

use crate::cli::failure::{Failure, Outcome};
use crate::cli::terminal::Terminal;
use clap::Args;
use clap_complete::Shell;

/// Print completions for a shell
#[derive(Debug, Args)]
#[command(after_help = COMPLETIONS)]
pub struct Completions {
    /// Which shell
    #[arg(value_enum)]
    shell: Shell,
}

const COMPLETIONS: &str = "\
Examples:
  prreport completions bash > ~/.local/share/bash-completion/completions/prreport
  prreport completions zsh > ~/.zfunc/_prreport
  prreport completions fish > ~/.config/fish/completions/prreport.fish";

/// Print the manual page, or that of a command
#[derive(Debug, Args)]
#[command(after_help = MAN)]
pub struct Man {
    /// A command, such as render or triage apply
    #[arg(value_name = "COMMAND")]
    of: Vec<String>,
}

const MAN: &str = "\
Examples:
  prreport man | man -l -
  prreport man render > prreport-render.1";

/// Runs `prreport completions`.
pub fn complete(
    arguments: &Completions,
    mut command: clap::Command,
    terminal: &mut Terminal,
) -> Result<Outcome, Failure> {
    let mut script = Vec::new();
    clap_complete::generate(arguments.shell, &mut command, "prreport", &mut script);
    terminal.document(&[&script])?;
    Ok(Outcome::Done)
}

/// Runs `prreport man`.
pub fn man(arguments: &Man, mut command: clap::Command, terminal: &mut Terminal) -> Result<Outcome, Failure> {
    // Names of subcommands are whole only after this.
    command.build();
    let mut page = &command;
    for name in &arguments.of {
        page = page.find_subcommand(name).ok_or_else(|| {
            let known: Vec<&str> = page.get_subcommands().map(clap::Command::get_name).collect();
            let of = page.get_name();
            Failure::usage(match known.as_slice() {
                [] => format!("{of} has no commands of its own; leave out {name}"),
                known => format!("{of} has no command {name}; it has {}", known.join(", ")),
            })
        })?;
    }
    // Pages are found by the whole name, with hyphens.
    let name = page.get_bin_name().unwrap_or("prreport").replace(' ', "-");
    let page =
        clap_mangen::Man::new(page.clone().display_name(name)).source(concat!("prreport ", env!("CARGO_PKG_VERSION")));
    let mut roff = Vec::new();
    page.render(&mut roff).map_err(|error| Failure::Render(error.to_string()))?;
    terminal.document(&[&roff])?;
    Ok(Outcome::Done)
}
