//! What all commands that read a report share: the options, and the way from a path to a derived report.

use crate::cli::evidence;
use crate::cli::failure::{Failure, InputPath, Outcome, shown};
use crate::cli::terminal::{Terminal, tally};
use clap::Args;
use prreport::derive::{self, Deriving, git, permalink};
use prreport::diagnostic::{Code, Diagnostic};
use prreport::input::envelope::{Envelope, day_of_epoch};
use prreport::input::reply::Evidence;
use prreport::input::source::Source;
use prreport::input::{self, Loaded, Reading, Refusal, schema};
use prreport::model::Stage;
use serde_json::json;
use std::path::{Path, PathBuf};

/// How a report is read and derived.
#[derive(Debug, Clone, Default, Args)]
#[command(next_help_heading = "Reading")]
pub struct Options {
    /// Show what can be read, list the rest under "Could not be read", and exit with 1
    #[arg(long)]
    pub lenient: bool,
    /// Refuse reports that need migration from format 3
    #[arg(long)]
    pub strict_v4: bool,
    /// Name of the project, where the input has no envelope [default: the file's name]
    #[arg(long, value_name = "NAME")]
    pub project: Option<String>,
    /// Day of the review, where the input has no envelope [default: the day of `SOURCE_DATE_EPOCH`]
    #[arg(long, value_name = "YYYY-MM-DD")]
    pub date: Option<String>,
    /// A JSON object with keys of `metadata`, to fill what the input leaves open
    #[arg(long, value_name = "FILE")]
    pub metadata: Option<PathBuf>,
    /// Fill repository and commit from this git working copy
    #[arg(long, value_name = "DIR")]
    pub repo: Option<PathBuf>,
    /// The GitHub host that permalinks lead to
    #[arg(long, value_name = "HOST", default_value = permalink::DEFAULT_HOST, value_parser = parse_host)]
    pub host: String,
    /// What the input is [default: told by its keys]
    #[arg(long, value_enum, value_name = "KIND")]
    pub from: Option<evidence::From>,
    #[command(flatten)]
    pub evidence: evidence::Options,
    #[command(flatten)]
    pub reporting: Reporting,
}

/// What is said about problems.
#[derive(Debug, Clone, Default, Args)]
#[command(next_help_heading = "Problems")]
pub struct Reporting {
    /// Treat warnings as errors
    #[arg(long)]
    pub deny_warnings: bool,
    /// Pass over warnings of this code; repeats
    #[arg(long, value_name = "CODE")]
    pub allow: Vec<Code>,
    /// How many problems are printed before the rest is only counted
    #[arg(long, value_name = "N", default_value_t = 50)]
    pub max_errors: usize,
}

/// A host is what may stand between `https://` and the next slash.
fn parse_host(host: &str) -> Result<String, String> {
    let fits = |c: char| c.is_ascii_alphanumeric() || matches!(c, '.' | '-' | ':');
    if !host.is_empty() && host.chars().all(fits) {
        Ok(host.to_ascii_lowercase())
    } else {
        Err("write the host's name alone, for example github.example.com".into())
    }
}

/// A report that was read and derived, with all warnings.
pub struct Read {
    /// Where it came from.
    pub source: Source,
    /// The report, derived.
    pub loaded: Loaded,
    /// Warnings of reading and deriving that are not allowed, located.
    pub warnings: Vec<Diagnostic>,
    /// Warnings of deriving that nobody has looked up the places of yet, see [`Options::read_and_derive`].
    unplaced: Vec<Diagnostic>,
    /// What a council or judge reply was read with.
    pub evidence: Evidence,
}

impl Read {
    /// Looks up where the report makes deriving warn.
    fn place(&mut self) {
        self.source.locate(&mut self.unplaced, input::base(self.loaded.stage));
        self.warnings.append(&mut self.unplaced);
    }

    /// Whether there is a warning.
    pub fn warns(&self) -> bool {
        !self.warnings.is_empty() || !self.unplaced.is_empty()
    }

    /// The warnings of reading and deriving, and behind them those of rendering; located.
    pub fn warnings_with(&mut self, mut rendering: Vec<Diagnostic>) -> Vec<Diagnostic> {
        self.place();
        let mut warnings = std::mem::take(&mut self.warnings);
        warnings.append(&mut rendering);
        warnings
    }
}

impl Options {
    /// Reads and derives one input.
    ///
    /// `Ok(Err(…))` means that the input is refused and the terminal has said why.
    pub fn read(&self, path: &InputPath, terminal: &mut Terminal) -> Result<Result<Read, Outcome>, Failure> {
        let reading = self.reading(terminal)?;
        let reading = match reading {
            Ok(reading) => reading,
            Err(outcome) => return Ok(Err(outcome)),
        };
        match self.read_with(path, &reading)? {
            Ok(read) => Ok(Ok(read)),
            Err(refused) => Ok(Err(refused.report(&self.reporting, terminal))),
        }
    }

    /// Reads and derives one input, and leaves it to the caller to say what is wrong with it.
    pub fn read_with(&self, path: &InputPath, reading: &Reading) -> Result<Result<Read, Refused>, Failure> {
        let mut read = self.read_and_derive(path, reading)?;
        if let Ok(read) = &mut read {
            read.place();
        }
        Ok(read)
    }

    /// Does the same, but leaves the places of warnings to [`Read::warnings_with`]: to find them is another walk over
    /// the input, and documents can do without.
    pub fn read_and_derive(&self, path: &InputPath, reading: &Reading) -> Result<Result<Read, Refused>, Failure> {
        let source = match source_of(path)? {
            Ok(source) => source,
            Err(refused) => return Ok(Err(refused)),
        };
        let mut loaded = match input::load(&source, reading) {
            Ok(loaded) => loaded,
            Err(refusal) => return Ok(Err(Refused { source, refusal })),
        };
        let mut warnings = std::mem::take(&mut loaded.warnings);
        let mut found = Vec::new();
        if let Some(directory) = &self.repo {
            let copy = git::Directory(directory.clone());
            let filled = git::fill(&mut loaded.report.metadata, &copy, &shown(directory), &self.host, &mut found);
            if let Err(git::GitError::UnknownCommit(commit)) = &filled {
                let message = format!(
                    "`commit` is \"{commit}\", which is not 40 hex digits, and the working copy does not know it"
                );
                let hint = "write all 40 hex digits, as `git rev-parse HEAD` prints them, or fetch the commit";
                let mut refused = vec![Diagnostic::error(Code::BadCommit, "/metadata/commit", message).hint(hint)];
                source.locate(&mut refused, input::base(loaded.stage));
                return Ok(Err(Refused { source, refusal: Refusal::Invalid(refused) }));
            }
            filled?;
        }
        let deriving = Deriving { declared: &loaded.version, stage: loaded.stage, host: &self.host };
        // Documents name the digest. Here it costs no time: reading keeps all cores busy, deriving does not.
        let (derived, _) = rayon::join(|| derive::derive(&mut loaded.report, &deriving), || source.digest());
        found.extend(derived);
        if let Some(origin) = &loaded.reply {
            origin.locate(&source, &mut found);
            warnings.append(&mut found);
        } else if self.evidence.given() {
            let message = "--diff and --council have no effect: the input is no council or judge reply";
            warnings.push(Diagnostic::warning(Code::UnusedOption, "", message));
        }
        for warnings in [&mut warnings, &mut found] {
            warnings.retain(|warning| !self.reporting.allow.contains(&warning.code));
        }
        let evidence = reading.replies.clone().unwrap_or_default();
        Ok(Ok(Read { source, loaded, warnings, unplaced: found, evidence }))
    }

    /// The library's reading options out of the command line's, with the files they name read.
    pub fn reading(&self, terminal: &mut Terminal) -> Result<Result<Reading, Outcome>, Failure> {
        if let Some(date) = &self.date {
            let document = json!({"metadata": {"project": "", "date": date}, "findings": []});
            if !schema::check(&document, Stage::Producer).is_empty() {
                let date = prreport::diagnostic::quoted(date);
                return Err(Failure::usage(format!("--date {date} is not a date; write it as YYYY-MM-DD")));
            }
        }
        let metadata = match &self.metadata {
            None => None,
            Some(path) => {
                let source = match source_of(&InputPath::File(path.clone()))? {
                    Ok(source) => source,
                    Err(refused) => return Ok(Err(refused.report(&self.reporting, terminal))),
                };
                match input::load_metadata(&source) {
                    Ok(metadata) => Some(metadata),
                    Err(refusal) => {
                        return Ok(Err(Refused { source, refusal }.report(&self.reporting, terminal)));
                    }
                }
            }
        };
        let envelope =
            Envelope { project: self.project.clone(), date: self.date.clone(), metadata, epoch_day: epoch_day()? };
        let (stage, replies) = match self.from {
            Some(evidence::From::Report) => (Some(Stage::Report), None),
            Some(evidence::From::Producer) => (Some(Stage::Producer), None),
            from => (None, Some(self.evidence.read(from.and_then(evidence::From::kind))?)),
        };
        let (lenient, strict_v4) = (self.lenient, self.strict_v4);
        let short_commit = self.repo.is_some();
        Ok(Ok(Reading { lenient, strict_v4, short_commit, envelope, stage, replies, ..Reading::default() }))
    }
}

/// An input that was refused.
pub struct Refused {
    /// The input.
    pub source: Source,
    /// Why.
    pub refusal: Refusal,
}

impl Refused {
    /// An input whose bytes are no text.
    pub fn undecodable(name: String, diagnostic: Diagnostic) -> Self {
        Self { source: Source::of_text(name, String::new()), refusal: Refusal::Unparsable(Box::new(diagnostic)) }
    }

    /// The problems, errors and warnings.
    pub fn diagnostics(&self) -> &[Diagnostic] {
        match &self.refusal {
            Refusal::Unparsable(diagnostic) => std::slice::from_ref(diagnostic),
            Refusal::Invalid(diagnostics) => diagnostics,
        }
    }

    /// How a command ends that was given this input.
    pub fn outcome(&self) -> Outcome {
        match self.refusal {
            Refusal::Unparsable(_) => Outcome::Unparsable,
            Refusal::Invalid(_) => Outcome::Invalid,
        }
    }

    /// Says what is wrong.
    pub fn report(&self, reporting: &Reporting, terminal: &mut Terminal) -> Outcome {
        terminal.diagnostics(self.diagnostics(), &self.source, reporting.max_errors);
        terminal.note(&format!("{}: not valid, {}; nothing was written", self.source.name, tally(self.diagnostics())));
        self.outcome()
    }
}

/// An input, decoded.
pub fn source_of(path: &InputPath) -> Result<Result<Source, Refused>, Failure> {
    let (name, bytes) = bytes_of(path)?;
    Ok(Source::new(&name, bytes).map_err(|diagnostic| Refused::undecodable(name, *diagnostic)))
}

/// The name and the bytes of an input.
pub fn bytes_of(path: &InputPath) -> Result<(String, Vec<u8>), Failure> {
    match path {
        InputPath::Stdin => {
            let mut bytes = Vec::new();
            std::io::Read::read_to_end(&mut std::io::stdin().lock(), &mut bytes)
                .map_err(|error| Failure::read(Path::new("standard input"), &error))?;
            Ok(("stdin".into(), bytes))
        }
        InputPath::File(path) if path.is_dir() => {
            Err(Failure::Read { path: shown(path), reason: "it is a folder; name a file in it".into() })
        }
        InputPath::File(path) => {
            let bytes = std::fs::read(path).map_err(|error| Failure::read(path, &error))?;
            Ok((path.to_string_lossy().into_owned(), bytes))
        }
    }
}

/// The day of `SOURCE_DATE_EPOCH` (reproducible-builds.org).
pub fn epoch_day() -> Result<Option<String>, Failure> {
    let Ok(seconds) = std::env::var("SOURCE_DATE_EPOCH") else { return Ok(None) };
    if seconds.trim().is_empty() {
        return Ok(None);
    }
    let day = seconds.trim().parse().ok().and_then(day_of_epoch);
    day.map(Some)
        .ok_or_else(|| Failure::usage("SOURCE_DATE_EPOCH is not a number of seconds since 1970; mend or unset it"))
}
