//! Diagnostics as GitHub workflow commands, which show them on the lines of the file.

use crate::diagnostic::{Diagnostic, Level};
use std::fmt::Write as _;

/// GitHub shows ten errors and ten warnings a step ("GitHub limits").
const SHOWN: usize = 10;

/// The workflow commands for the problems of one file, a line each, the last saying how many were left out.
#[must_use]
pub fn annotations(diagnostics: &[Diagnostic], file: &str) -> String {
    let mut out = String::new();
    for (level, command) in [(Level::Error, "error"), (Level::Warning, "warning")] {
        let all: Vec<&Diagnostic> = diagnostics.iter().filter(|d| d.level == level).collect();
        // The line that counts the rest takes a place of its own.
        let shown = if all.len() > SHOWN { SHOWN - 1 } else { all.len() };
        for diagnostic in &all[..shown] {
            let place = diagnostic.place.as_ref();
            let place = place.map(|p| format!(",line={},col={}", p.line, p.column)).unwrap_or_default();
            let hint = diagnostic.hint.as_ref().map(|hint| format!("\n{hint}")).unwrap_or_default();
            let message = data(&format!("{}{hint}", diagnostic.message));
            // Writing to a String does not fail.
            let _ = writeln!(out, "::{command} file={}{place},title={}::{message}", property(file), diagnostic.code);
        }
        if shown < all.len() {
            let _ = writeln!(out, "::{command} file={}::{} more {command}s", property(file), all.len() - shown);
        }
    }
    out
}

fn data(text: &str) -> String {
    text.replace('%', "%25").replace('\r', "%0D").replace('\n', "%0A")
}

fn property(text: &str) -> String {
    data(text).replace(':', "%3A").replace(',', "%2C")
}

#[cfg(test)]
mod tests {
    use super::annotations;
    use crate::diagnostic::{Code, Diagnostic, Place};

    #[test]
    fn what_would_end_a_command_is_escaped_and_the_rest_is_counted() {
        let problem =
            Diagnostic::error(Code::BadId, "/a", "100%").hint("do\nit").at(Place { span: 0..1, line: 3, column: 4 });
        let text = annotations(&vec![problem; 12], "a,b:c.json");
        let lines: Vec<&str> = text.lines().collect();
        assert_eq!(lines.len(), 10);
        assert_eq!(lines[0], "::error file=a%2Cb%3Ac.json,line=3,col=4,title=bad-id::100%25%0Ado%0Ait");
        assert_eq!(lines[9], "::error file=a%2Cb%3Ac.json::3 more errors");
    }
}
