//! `prreport verify`: whether a council or judge reply keeps to its contract, and what its writer has to mend.

use crate::cli::evidence;
use crate::cli::failure::{Failure, InputPath, Outcome};
use crate::cli::input::{Refused, Reporting, source_of};
use crate::cli::target;
use crate::cli::terminal::{Terminal, tally};
use clap::{Args, ValueEnum};
use prreport::contract::Kind;
use prreport::diagnostic::{Code, Diagnostic, Level, to_json};
use prreport::input::reply::{self, Checked};
use prreport::input::source::Source;
use std::path::PathBuf;

const EXAMPLES: &str = "\
Examples:
  prreport verify council reply.md                       the JSON block of a raw reply
  prreport verify judge - --json < reply.md              for the program that asked for the reply
  prreport verify council reply.md --diff pr.diff        which lines can be commented inline
  prreport verify judge reply.md --council fast=a.json --council deep=b.json --normalized judge.json";

/// Check a council or judge reply, and say everything its writer has to mend
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub struct Arguments {
    /// Whose reply it is
    #[arg(value_enum)]
    kind: KindName,
    /// The reply: a JSON file, or prose with a JSON block; - for standard input
    #[arg(value_name = "FILE")]
    input: InputPath,
    /// Write the reply as the contract has it: severities mapped, locations restored
    #[arg(long, value_name = "FILE")]
    normalized: Option<PathBuf>,
    /// Print the outcome as JSON
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    evidence: evidence::Options,
    #[command(flatten)]
    reporting: Reporting,
}

#[derive(Debug, Clone, Copy, ValueEnum)]
enum KindName {
    /// A reviewer's of round 1
    Council,
    /// The consolidation of round 2
    Judge,
}

impl KindName {
    fn kind(self) -> Kind {
        match self {
            Self::Council => Kind::Council,
            Self::Judge => Kind::Judge,
        }
    }
}

/// Runs the command.
pub fn execute(arguments: Arguments, terminal: &mut Terminal) -> Result<Outcome, Failure> {
    let kind = arguments.kind.kind();
    let to_stdout = arguments.normalized.as_deref() == Some(std::path::Path::new("-"));
    if to_stdout && arguments.json {
        return Err(Failure::usage("--json and --normalized - can't both go to standard output; give one a path"));
    }
    if kind == Kind::Council && !arguments.evidence.council.is_empty() {
        return Err(Failure::usage("--council is for verifying a judge; a council reply stands alone"));
    }
    let normalized = arguments.normalized.map(|path| target::single(Some(path), &arguments.input)).transpose()?;
    let evidence = arguments.evidence.read(Some(kind))?;
    let source = match read(&arguments.input) {
        Ok(source) => source,
        Err(refused) => {
            if arguments.json {
                let verdict = to_json(None, false, 0, refused.diagnostics());
                terminal.result(&json(&verdict)?)?;
            } else {
                refused.report(&arguments.reporting, terminal);
            }
            return Ok(Outcome::Unparsable);
        }
    };
    let mut checked = reply::check(&source, kind, &evidence);
    let reporting = &arguments.reporting;
    checked.diagnostics.retain(|d| d.level == Level::Error || !reporting.allow.contains(&d.code));
    let denied = reporting.deny_warnings && !checked.diagnostics.is_empty();
    let ok = checked.ok() && !denied;
    let count = checked.reply.findings.len();
    if arguments.json {
        let verdict = to_json(None, ok, count, &checked.diagnostics);
        terminal.result(&json(&verdict)?)?;
    } else {
        terminal.diagnostics(&checked.diagnostics, &source, reporting.max_errors);
        let line = advice(kind, &source, &checked, ok);
        if to_stdout {
            terminal.note(&line);
        } else {
            terminal.line(&line)?;
        }
    }
    match normalized {
        Some(target) if ok => target::write(vec![(target, json(&checked.reply)?.into())], terminal)?,
        Some(_) => terminal.note("--normalized: nothing is written until the reply keeps to the contract"),
        None => {}
    }
    Ok(if ok { Outcome::Done } else { Outcome::Invalid })
}

fn json(value: &impl serde::Serialize) -> Result<String, Failure> {
    serde_json::to_string_pretty(value).map(|json| json + "\n").map_err(|error| Failure::Render(error.to_string()))
}

/// Reads the reply. That it can't be read is an outcome as well, for programs that wait for JSON.
fn read(path: &InputPath) -> Result<Source, Refused> {
    match source_of(path) {
        Ok(read) => read,
        Err(failure) => {
            let (name, reason) = match failure {
                Failure::Read { path, reason } => (path, reason),
                other => (String::new(), other.to_string()),
            };
            let message = format!("the reply can't be read: {reason}");
            Err(Refused::undecodable(name, Diagnostic::error(Code::Unreadable, "", message)))
        }
    }
}

/// The last line: what came of it, and what to do next.
fn advice(kind: Kind, source: &Source, checked: &Checked, ok: bool) -> String {
    let count = checked.reply.findings.len();
    let findings = if count == 1 { "1 finding".to_owned() } else { format!("{count} findings") };
    let (name, kind) = (&source.name, kind.as_str());
    let problems = tally(&checked.diagnostics);
    let nothing_read = checked.diagnostics.iter().any(|d| matches!(d.code, Code::NoJson | Code::CutOff));
    match (ok, checked.ok()) {
        (true, _) => format!("{name}: the {kind} reply keeps to the contract: {findings}, {problems}"),
        (false, true) => format!("{name}: the {kind} reply keeps to the contract, but warnings are denied: {problems}"),
        _ if nothing_read => format!("{name}: no {kind} reply could be read; send it as one ```json block, whole"),
        _ => format!("{name}: not yet a {kind} reply: {problems}; mend all of them and send the whole block again"),
    }
}
