//! Diagnostics for programs: the object that `--json` prints.

use crate::diagnostic::{Diagnostic, Level};
use serde::Serialize;

/// The outcome for one input, as `--json` prints it.
#[derive(Debug, Serialize)]
pub struct Verdict<'a> {
    /// The input's name; only in an array over several files.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub file: Option<&'a str>,
    /// Whether the input is accepted.
    pub ok: bool,
    /// Findings in it; 0 when it could not be read.
    pub count: usize,
    /// What has to be mended.
    pub errors: Vec<Entry<'a>>,
    /// What should be looked at.
    pub warnings: Vec<Entry<'a>>,
}

/// One problem. Line and column count from 1; both are absent where no place is known.
#[derive(Debug, Serialize)]
pub struct Entry<'a> {
    code: &'a str,
    path: &'a str,
    line: Option<usize>,
    column: Option<usize>,
    message: &'a str,
    hint: Option<&'a str>,
}

/// Sorts diagnostics into the shape for programs.
#[must_use]
pub fn to_json<'a>(file: Option<&'a str>, ok: bool, count: usize, diagnostics: &'a [Diagnostic]) -> Verdict<'a> {
    let of = |level| {
        diagnostics
            .iter()
            .filter(move |d| d.level == level)
            .map(|d| Entry {
                code: d.code.as_str(),
                path: &d.pointer,
                line: d.place.as_ref().map(|p| p.line),
                column: d.place.as_ref().map(|p| p.column),
                message: &d.message,
                hint: d.hint.as_deref(),
            })
            .collect()
    };
    Verdict { file, ok, count, errors: of(Level::Error), warnings: of(Level::Warning) }
}
