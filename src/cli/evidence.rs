//! What council and judge replies are read with: the options, and the files they name.

use crate::cli::failure::{Failure, InputPath, shown};
use crate::cli::input::bytes_of;
use clap::{Args, ValueEnum};
use prreport::contract::{Council, Diff, Kind};
use prreport::diagnostic::{Code, Diagnostic, Level, quoted};
use prreport::input::reply::{self, Evidence};
use prreport::input::source::Source;
use std::path::{Path, PathBuf};

/// What a reply is held against.
#[derive(Debug, Clone, Default, Args)]
#[command(next_help_heading = "Council and judge replies")]
#[group(id = "evidence")]
pub struct Options {
    /// The pull request's unified diff: which lines can be commented inline
    #[arg(long, value_name = "FILE")]
    pub diff: Option<PathBuf>,
    /// Move line ranges that are up to three lines off into their hunk, and say so
    #[arg(long, requires = "diff")]
    pub fix_anchors: bool,
    /// A council reply that the judge consolidates, in the order of the ids; the reviewer is NAME, else the file's stem; repeats
    #[arg(long, value_name = "[NAME=]FILE")]
    pub council: Vec<String>,
}

/// What an input is, where its keys do not tell.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum From {
    /// A review report
    Report,
    /// A producer's array of sections
    Producer,
    /// A council reviewer's reply
    Council,
    /// The judge's reply
    Judge,
}

impl From {
    /// Whose reply it is, if it is one.
    pub fn kind(self) -> Option<Kind> {
        match self {
            Self::Council => Some(Kind::Council),
            Self::Judge => Some(Kind::Judge),
            Self::Report | Self::Producer => None,
        }
    }
}

impl Options {
    /// Whether any of them was given.
    pub fn given(&self) -> bool {
        self.diff.is_some() || !self.council.is_empty()
    }

    /// Reads the files.
    pub fn read(&self, kind: Option<Kind>) -> Result<Evidence, Failure> {
        let mut warnings = Vec::new();
        let councils = self.council.iter().map(|named| council(named, &mut warnings)).collect::<Result<Vec<_>, _>>()?;
        for (i, council) in councils.iter().enumerate() {
            if councils[..i].iter().any(|other| other.reviewer == council.reviewer) {
                let message = format!("two council files are of a reviewer called {}", quoted(&council.reviewer));
                warnings.push(
                    Diagnostic::warning(Code::CouncilInvalid, "", message).hint("tell them apart: --council NAME=FILE"),
                );
            }
        }
        let diff = self.diff.as_ref().map(|path| diff(path)).transpose()?;
        Ok(Evidence { kind, diff, councils, fix_anchors: self.fix_anchors, warnings })
    }
}

/// Reads a diff that a reply is held against.
fn diff(path: &Path) -> Result<Diff, Failure> {
    let (_, bytes) = bytes_of(&InputPath::File(path.to_owned()))?;
    parse_diff(&bytes).map_err(|error| Failure::Read { path: shown(path), reason: error.to_string() })
}

/// Parses a diff in UTF-8 or, as Windows shells redirect it, UTF-16; file contents may be in anything.
pub fn parse_diff(bytes: &[u8]) -> Result<Diff, prreport::contract::DiffError> {
    let utf16 = bytes.starts_with(b"\xff\xfe") || bytes.starts_with(b"\xfe\xff");
    match utf16.then(|| Source::new("", bytes.to_vec())) {
        Some(Ok(source)) => Diff::parse(source.text.as_bytes()),
        _ => Diff::parse(bytes),
    }
}

/// `NAME=FILE`, or a file whose stem is the name.
fn council(named: &str, warnings: &mut Vec<Diagnostic>) -> Result<Council, Failure> {
    let (name, path) = match named.split_once('=') {
        // A path may hold the sign itself.
        Some((name, path)) if !Path::new(named).exists() && !name.is_empty() => (Some(name), path),
        _ => (None, named),
    };
    let (file, bytes) = bytes_of(&InputPath::File(PathBuf::from(path)))?;
    let unusable = |reason: &str| Failure::Read { path: shown(Path::new(path)), reason: reason.to_owned() };
    let source = Source::new(&file, bytes).map_err(|diagnostic| unusable(&diagnostic.message))?;
    let checked = reply::check(&source, Kind::Council, &Evidence::default());
    let errors: Vec<&Diagnostic> = checked.diagnostics.iter().filter(|d| d.level == Level::Error).collect();
    if let Some(error) = errors.first() {
        if checked.reply.findings.is_empty() {
            return Err(unusable(&format!("{}; it can't serve as a council reply", error.message)));
        }
        let noun = if errors.len() == 1 { "error" } else { "errors" };
        let message =
            format!("the council reply {} does not keep to the contract: {} {noun}", quoted(&file), errors.len());
        let hint = format!("its findings are numbered all the same; see prreport verify council {}", quoted(&file));
        warnings.push(Diagnostic::warning(Code::CouncilInvalid, "", message).hint(hint));
    }
    let reviewer = name.map_or_else(|| source.stem().to_owned(), str::to_owned);
    Ok(Council { reviewer, findings: checked.reply.findings })
}
