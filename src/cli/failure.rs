//! How a command ends: the exit codes of `docs/exit-codes.md`, and the errors behind them.

use std::ffi::OsString;
use std::path::PathBuf;

/// How a command that ran to its end ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Outcome {
    /// All is well.
    Done,
    /// The input is invalid; what is wrong has been said.
    Invalid,
    /// The input could not be parsed; what is wrong has been said.
    Unparsable,
    /// A gate tripped; the outputs were written.
    Gate,
}

impl Outcome {
    /// The exit code of usage, file and parse errors.
    pub const USAGE: u8 = 2;

    /// The exit code.
    pub fn code(self) -> u8 {
        match self {
            Self::Done => 0,
            Self::Invalid => 1,
            Self::Unparsable => Self::USAGE,
            Self::Gate => 3,
        }
    }

    /// The worse of two outcomes: what could not be parsed beats what is invalid.
    pub fn worst(self, other: Self) -> Self {
        let rank = |outcome| match outcome {
            Self::Done => 0,
            Self::Gate => 1,
            Self::Invalid => 2,
            Self::Unparsable => 3,
        };
        if rank(other) > rank(self) { other } else { self }
    }
}

/// Why a command could not run to its end.
#[derive(Debug, thiserror::Error)]
pub enum Failure {
    /// The command line asks for something that makes no sense.
    #[error("{message}")]
    Usage {
        /// What, and what to do instead.
        message: String,
    },
    /// A file could not be read.
    #[error("can't read {path}: {reason}")]
    Read {
        /// Which.
        path: String,
        /// Why, and what to do.
        reason: String,
    },
    /// A file could not be written.
    #[error("can't write {path}: {reason}")]
    Write {
        /// Which.
        path: String,
        /// Why, and what to do.
        reason: String,
    },
    /// The working copy could not be used.
    #[error(transparent)]
    Git(#[from] prreport::derive::git::GitError),
    /// A renderer failed.
    #[error("can't render the document: {0}")]
    Render(String),
}

impl Failure {
    /// A usage error.
    pub fn usage(message: impl Into<String>) -> Self {
        Self::Usage { message: message.into() }
    }

    /// A failed write, in words.
    pub fn write(path: &std::path::Path, error: &std::io::Error) -> Self {
        Self::Write { path: shown(path), reason: in_words(error) }
    }

    /// A failed read, in words.
    pub fn read(path: &std::path::Path, error: &std::io::Error) -> Self {
        Self::Read { path: shown(path), reason: in_words(error) }
    }
}

/// A path as messages show it.
pub fn shown(path: &std::path::Path) -> String {
    prreport::invisible::on_one_line(&path.to_string_lossy()).into_owned()
}

/// What an operating system error means to the person who got it.
fn in_words(error: &std::io::Error) -> String {
    use std::io::ErrorKind as Kind;
    match error.kind() {
        Kind::NotFound => "there is no such file or folder".into(),
        Kind::PermissionDenied => "permission denied; check who owns it and its mode".into(),
        Kind::StorageFull => "the disk is full; free some space and run again".into(),
        Kind::IsADirectory => "it is a folder; name a file".into(),
        Kind::NotADirectory => "a part of the path is a file, not a folder".into(),
        Kind::ReadOnlyFilesystem => "the file system is read-only".into(),
        Kind::QuotaExceeded => "your disk quota is used up".into(),
        _ => error.to_string(),
    }
}

/// An input named on the command line.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum InputPath {
    /// `-`.
    Stdin,
    /// A file.
    File(PathBuf),
}

impl InputPath {
    /// Whether it names a folder.
    pub fn is_folder(&self) -> bool {
        matches!(self, Self::File(path) if path.is_dir())
    }
}

impl From<OsString> for InputPath {
    fn from(path: OsString) -> Self {
        if path == "-" { Self::Stdin } else { Self::File(PathBuf::from(path)) }
    }
}
