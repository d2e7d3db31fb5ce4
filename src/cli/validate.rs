//! `prreport validate`: whether reports keep to the format, and what to mend if not.

use crate::cli::failure::{Failure, InputPath, Outcome};
use crate::cli::input::{self, Reporting};
use crate::cli::terminal::{Terminal, tally};
use crate::cli::{files, fix};
use clap::{Args, ValueEnum};
use prreport::diagnostic::{Code, Diagnostic, annotations, to_json};
use prreport::input::Reading;
use prreport::input::envelope::Envelope;
use prreport::input::schema::HouseSchema;
use prreport::input::source::Source;
use prreport::model::Stage;
use rayon::prelude::*;
use std::path::PathBuf;

const EXAMPLES: &str = "\
Examples:
  prreport validate report.json            every problem at its place, with the repair
  prreport validate reports/               all *.json in a folder and below
  prreport validate --json report.json     for programs, such as the model that wrote the report
  prreport validate --annotations report.json   on the lines of the file, in a GitHub job";

/// Check reports and producer arrays against the format
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
#[expect(clippy::struct_excessive_bools, reason = "each is a flag of the command line")]
pub struct Arguments {
    /// Reports or producer arrays, folders of them, or - for standard input
    #[arg(required = true, value_name = "FILE")]
    inputs: Vec<InputPath>,
    /// The stage the files must be of [default: told by the file]
    #[arg(long, value_enum)]
    stage: Option<StageName>,
    /// Refuse reports that need migration from format 3
    #[arg(long)]
    strict_v4: bool,
    /// A stricter JSON Schema that the files must keep to as well
    #[arg(long, value_name = "FILE")]
    schema: Option<PathBuf>,
    /// Mend what is safe first, in place, as `prreport fix` does
    #[arg(long, conflicts_with = "json")]
    fix: bool,
    /// Print the outcome as JSON: one object, or an array for several files
    #[arg(long)]
    json: bool,
    /// Print the problems as GitHub workflow commands
    #[arg(long, conflicts_with = "json")]
    annotations: bool,
    #[command(flatten)]
    reporting: Reporting,
}

#[derive(Debug, Clone, Copy, ValueEnum)]
enum StageName {
    Report,
    Producer,
}

/// What became of one file.
pub struct Checked {
    /// The file.
    pub source: Source,
    /// How it fared.
    pub outcome: Outcome,
    /// Its findings; 0 when it could not be read.
    pub count: usize,
    /// Its problems.
    pub diagnostics: Vec<Diagnostic>,
}

impl Checked {
    /// The line that sums it up.
    pub fn line(&self) -> String {
        let findings = if self.count == 1 { "1 finding".to_owned() } else { format!("{} findings", self.count) };
        let problems = tally(&self.diagnostics);
        match self.outcome {
            Outcome::Done => format!("{}: valid, {findings}, {problems}", self.source.name),
            _ => format!("{}: not valid, {problems}", self.source.name),
        }
    }
}

/// Runs the command.
pub fn execute(arguments: &Arguments, terminal: &mut Terminal) -> Result<Outcome, Failure> {
    let inputs = files::expand(&arguments.inputs)?;
    let reading = arguments.reading()?;
    if arguments.fix {
        if inputs.contains(&InputPath::Stdin) {
            return Err(Failure::usage("--fix mends files in place; for standard input use: prreport fix -"));
        }
        for path in &inputs {
            fix::in_place(path, terminal)?;
        }
    }
    let checked: Vec<Checked> =
        inputs.par_iter().map(|path| check(path, &reading, &arguments.reporting)).collect::<Result<_, _>>()?;
    if arguments.json {
        terminal.result(&json(&checked)?)?;
    } else {
        for checked in &checked {
            if arguments.annotations {
                terminal.result(&annotations(&checked.diagnostics, &checked.source.name))?;
            } else {
                terminal.diagnostics(&checked.diagnostics, &checked.source, arguments.reporting.max_errors);
            }
            terminal.line(&checked.line())?;
        }
        if checked.len() > 1 {
            terminal.line(&summary(&checked))?;
        }
    }
    Ok(checked.iter().fold(Outcome::Done, |worst, checked| worst.worst(checked.outcome)))
}

fn json(checked: &[Checked]) -> Result<String, Failure> {
    let several = checked.len() > 1;
    let verdicts: Vec<_> = checked
        .iter()
        .map(|c| {
            let name = several.then_some(c.source.name.as_str());
            to_json(name, c.outcome == Outcome::Done, c.count, &c.diagnostics)
        })
        .collect();
    let json = match verdicts.as_slice() {
        [one] => serde_json::to_string_pretty(one),
        several => serde_json::to_string_pretty(several),
    };
    json.map(|json| json + "\n").map_err(|error| Failure::Render(error.to_string()))
}

fn summary(checked: &[Checked]) -> String {
    let valid = checked.iter().filter(|c| c.outcome == Outcome::Done).count();
    match checked.len() - valid {
        0 => format!("all {valid} files are valid"),
        bad => format!("{bad} of {} files {} not valid", checked.len(), if bad == 1 { "is" } else { "are" }),
    }
}

impl Arguments {
    fn reading(&self) -> Result<Reading, Failure> {
        Ok(Reading {
            strict_v4: self.strict_v4,
            stage: self.stage.map(|stage| match stage {
                StageName::Report => Stage::Report,
                StageName::Producer => Stage::Producer,
            }),
            house: self.schema.as_ref().map(|path| house_schema(path)).transpose()?,
            ..for_validation()
        })
    }
}

/// How a document is read that is only to be checked.
pub fn for_validation() -> Reading {
    // A missing date concerns documents, not validity.
    let envelope = Envelope { epoch_day: Some(prreport::model::NO_DATE.to_owned()), ..Envelope::default() };
    Reading { envelope, ..Reading::default() }
}

fn house_schema(path: &std::path::Path) -> Result<HouseSchema, Failure> {
    let (name, bytes) = input::bytes_of(&InputPath::File(path.to_owned()))?;
    let unusable = |reason: String| Failure::usage(format!("--schema {name} is not a usable JSON Schema: {reason}"));
    let schema = serde_json::from_slice(&bytes).map_err(|error| unusable(error.to_string()))?;
    HouseSchema::new(schema).map_err(|error| unusable(error.to_string()))
}

/// Checks one file. That it can't be read is one of the things that can be wrong with it.
pub fn check(path: &InputPath, reading: &Reading, reporting: &Reporting) -> Result<Checked, Failure> {
    let options = input::Options {
        reporting: reporting.clone(),
        host: prreport::derive::permalink::DEFAULT_HOST.to_owned(),
        ..input::Options::default()
    };
    Ok(match options.read_with(path, reading) {
        Ok(Ok(read)) => {
            let denied = reporting.deny_warnings && !read.warnings.is_empty();
            Checked {
                outcome: if denied { Outcome::Invalid } else { Outcome::Done },
                count: read.loaded.report.findings().count(),
                source: read.source,
                diagnostics: read.warnings,
            }
        }
        Ok(Err(refused)) => {
            let outcome = refused.outcome();
            let diagnostics = refused.diagnostics().to_vec();
            Checked { source: refused.source, outcome, count: 0, diagnostics }
        }
        Err(Failure::Read { path, reason }) => Checked {
            source: Source::of_text(path, String::new()),
            outcome: Outcome::Unparsable,
            count: 0,
            diagnostics: vec![Diagnostic::error(Code::Unreadable, "", format!("the file can't be read: {reason}"))],
        },
        Err(other) => return Err(other),
    })
}
