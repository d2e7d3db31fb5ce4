//! `prreport validate`: whether a report keeps to the format, and what to mend if not.

use crate::cli::failure::{Failure, InputPath, Outcome};
use crate::cli::input::{self, Reporting};
use crate::cli::terminal::{Terminal, tally};
use clap::{Args, ValueEnum};
use prreport::diagnostic::{Diagnostic, to_json};
use prreport::input::source::Source;
use prreport::model::Stage;

/// Check reports and producer arrays against the format
#[derive(Debug, Args)]
pub struct Arguments {
    /// Reports or producer arrays, or - for standard input
    #[arg(required = true, value_name = "FILE")]
    inputs: Vec<InputPath>,
    /// The stage the files must be of [default: told by the file]
    #[arg(long, value_enum)]
    stage: Option<StageName>,
    /// Refuse reports that need migration from format 3
    #[arg(long)]
    strict_v4: bool,
    /// Print the outcome as JSON: one object, or an array for several files
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    reporting: Reporting,
}

#[derive(Debug, Clone, Copy, ValueEnum)]
enum StageName {
    Report,
    Producer,
}

/// What became of one file.
struct Checked {
    source: Source,
    outcome: Outcome,
    count: usize,
    diagnostics: Vec<Diagnostic>,
}

/// Runs the command.
pub fn execute(arguments: &Arguments, terminal: &mut Terminal) -> Result<Outcome, Failure> {
    let checked = arguments.inputs.iter().map(|path| check(path, arguments)).collect::<Result<Vec<_>, _>>()?;
    if arguments.json {
        let several = checked.len() > 1;
        let verdicts: Vec<_> = checked
            .iter()
            .map(|c| {
                let name = several.then_some(c.source.name.as_str());
                to_json(name, c.outcome == Outcome::Done, c.count, &c.diagnostics)
            })
            .collect();
        let json =
            if several { serde_json::to_string_pretty(&verdicts) } else { serde_json::to_string_pretty(&verdicts[0]) };
        let json = json.map_err(|error| Failure::Render(error.to_string()))?;
        terminal.result(format!("{json}\n").as_bytes())?;
    } else {
        for c in &checked {
            if !c.diagnostics.is_empty() {
                terminal.diagnostics(&c.diagnostics, &c.source, arguments.reporting.max_errors);
            }
            let verdict = if c.outcome == Outcome::Done { "valid" } else { "not valid" };
            let findings = if c.count == 1 { "1 finding".to_owned() } else { format!("{} findings", c.count) };
            let line = match c.outcome {
                Outcome::Done => format!("{}: {verdict}, {findings}, {}\n", c.source.name, tally(&c.diagnostics)),
                _ => format!("{}: {verdict}, {}\n", c.source.name, tally(&c.diagnostics)),
            };
            terminal.result(prreport::invisible::reveal(&line).as_bytes())?;
        }
    }
    Ok(checked.iter().fold(Outcome::Done, |worst, c| worst.worst(c.outcome)))
}

fn check(path: &InputPath, arguments: &Arguments) -> Result<Checked, Failure> {
    let options = input::Options {
        reporting: arguments.reporting.clone(),
        host: prreport::derive::permalink::DEFAULT_HOST.to_owned(),
        ..input::Options::default()
    };
    let reading = prreport::input::Reading {
        strict_v4: arguments.strict_v4,
        stage: arguments.stage.map(|stage| match stage {
            StageName::Report => Stage::Report,
            StageName::Producer => Stage::Producer,
        }),
        envelope: prreport::input::envelope::Envelope {
            // A missing date concerns documents, not validity.
            epoch_day: Some(prreport::model::NO_DATE.to_owned()),
            ..prreport::input::envelope::Envelope::default()
        },
        lenient: false,
    };
    Ok(match options.read_with(path, &reading)? {
        Ok(read) => {
            let denied = arguments.reporting.deny_warnings && !read.warnings.is_empty();
            Checked {
                outcome: if denied { Outcome::Invalid } else { Outcome::Done },
                count: read.loaded.report.findings().count(),
                source: read.source,
                diagnostics: read.warnings,
            }
        }
        Err(refused) => {
            let outcome = refused.outcome();
            let diagnostics = refused.diagnostics().to_vec();
            Checked { source: refused.source, outcome, count: 0, diagnostics }
        }
    })
}
