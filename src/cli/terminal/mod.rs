//! Everything that is printed, and nothing else prints: results to standard output, the rest to standard error.

mod progress;

use crate::cli::Colour;
use crate::cli::failure::{Failure, Outcome};
use crate::cli::input::Read;
use anstream::adapter::strip_str;
use anstream::{AutoStream, ColorChoice};
use prreport::diagnostic::{self, Diagnostic, Level, Palette};
use prreport::input::source::Source;
use prreport::invisible::{on_one_line, reveal};
use std::fmt::Write as _;
use std::io::{self, IsTerminal, Write};

/// Standard output and standard error, with colours where they are wanted.
pub struct Terminal {
    out: AutoStream<io::Stdout>,
    err: AutoStream<io::Stderr>,
}

const BOLD: anstyle::Style = anstyle::Style::new().bold();
const RED: anstyle::Style = anstyle::AnsiColor::Red.on_default().bold();
const YELLOW: anstyle::Style = anstyle::AnsiColor::Yellow.on_default().bold();

impl Terminal {
    /// Decides on colours: by the terminal, `NO_COLOR` and `TERM=dumb`, unless the reader has decided.
    pub fn new(colour: Colour) -> Self {
        let choice = match colour {
            Colour::Auto => ColorChoice::Auto,
            Colour::Always => ColorChoice::AlwaysAnsi,
            Colour::Never => ColorChoice::Never,
        };
        Self { out: AutoStream::new(io::stdout(), choice), err: AutoStream::new(io::stderr(), choice) }
    }

    /// Writes a result. A reader who has seen enough and closed the pipe is no error.
    pub fn result(&mut self, text: &str) -> Result<(), Failure> {
        // Styles pass or are stripped by what stands at the other end.
        match self.out.write_all(text.as_bytes()).and_then(|()| self.out.flush()) {
            Err(error) if error.kind() == io::ErrorKind::BrokenPipe => Ok(()),
            written => written.map_err(|error| Failure::write(std::path::Path::new("standard output"), &error)),
        }
    }

    /// Writes a result of one line.
    pub fn line(&mut self, line: &str) -> Result<(), Failure> {
        self.result(&format!("{}\n", on_one_line(line)))
    }

    /// Writes a result of several lines that hold text of the input.
    pub fn lines(&mut self, lines: &str) -> Result<(), Failure> {
        self.result(&format!("{}\n", reveal(lines)))
    }

    /// Writes a document as it is, byte for byte.
    pub fn document(&self, parts: &[&[u8]]) -> Result<(), Failure> {
        let mut out = self.out.as_inner().lock();
        // A file keeps every byte; a terminal would obey the controls among them.
        let shown = out.is_terminal().then(|| String::from_utf8(parts.concat()).ok()).flatten();
        let written = match shown.as_deref().map(reveal) {
            Some(text) => out.write_all(text.as_bytes()),
            None => parts.iter().try_for_each(|part| out.write_all(part)),
        };
        match written.and_then(|()| out.flush()) {
            Err(error) if error.kind() == io::ErrorKind::BrokenPipe => Ok(()),
            written => written.map_err(|error| Failure::write(std::path::Path::new("standard output"), &error)),
        }
    }

    /// Says something on the way, a line.
    pub fn note(&mut self, line: &str) {
        self.say(&format!("{}\n", on_one_line(line)));
    }

    /// One write for all of it: others may be writing as well, and a terminal is slow.
    fn say(&mut self, text: &str) {
        // Where nobody listens nothing can be reported either.
        let _ = match self.err.current_choice() {
            ColorChoice::Never => self.err.as_inner().write_all(strip_str(text).to_string().as_bytes()),
            _ => self.err.write_all(text.as_bytes()),
        };
    }

    /// Draws problems with their source lines: errors first, at most `most`, then how many more there are.
    pub fn diagnostics(&mut self, diagnostics: &[Diagnostic], source: &Source, most: usize) {
        if diagnostics.is_empty() {
            return;
        }
        let palette = self.palette();
        for diagnostic in by_weight(diagnostics).take(most) {
            let drawn = diagnostic::render(diagnostic, &source.name, &source.text, palette);
            self.say(&format!("{drawn}\n\n"));
        }
        if diagnostics.len() > most {
            let more = diagnostics.len() - most;
            self.say(&format!("{}: {more} more not shown (--max-errors)\n\n", on_one_line(&source.name)));
        }
    }

    /// Warnings that the reader does not accept, and how the command ends for it.
    pub fn denied(&mut self, warnings: &[Diagnostic], source: &Source, most: usize) -> Outcome {
        self.diagnostics(warnings, source, most);
        self.note(&format!("{}: {}, denied by --deny-warnings; nothing was written", source.name, tally(warnings)));
        Outcome::Invalid
    }

    /// Warnings beside a document that was written: a line each.
    pub fn warnings(&mut self, warnings: &[Diagnostic], source: &Source, most: usize) {
        let mut lines = String::new();
        for warning in warnings.iter().take(most) {
            let place = warning.place.as_ref().map(|p| format!(":{}:{}", p.line, p.column)).unwrap_or_default();
            let (code, message) = (warning.code, on_one_line(&warning.message));
            let name = on_one_line(&source.name);
            // Writing to a String does not fail.
            let _ = writeln!(lines, "{YELLOW}warning[{code}]{YELLOW:#} {name}{place}: {message}");
        }
        if warnings.len() > most {
            let _ = writeln!(lines, "{} more warnings (--max-errors)", warnings.len() - most);
        }
        self.say(&lines);
    }

    /// Says what lenient reading left out, and how the command ends for it.
    pub fn unread(&mut self, read: &Read) -> Outcome {
        let unread = &read.loaded.unread;
        if unread.is_empty() {
            return Outcome::Done;
        }
        let noun = if unread.len() == 1 { "problem" } else { "problems" };
        let lister = match &read.loaded.reply {
            Some(origin) => format!("verify {}", origin.kind.as_str()),
            None => "validate".to_owned(),
        };
        self.note(&format!(
            "{}: {} {noun} in what could not be read; prreport {lister} lists them",
            read.source.name,
            unread.len()
        ));
        Outcome::Invalid
    }

    /// Says why a command could not run to its end.
    pub fn failure(&mut self, failure: &Failure) {
        self.say(&format!("{RED}error{RED:#}{BOLD}:{BOLD:#} {}\n", on_one_line(&failure.to_string())));
    }

    fn palette(&self) -> Palette {
        if self.err.current_choice() == ColorChoice::Never { Palette::Plain } else { Palette::Coloured }
    }
}

fn by_weight(diagnostics: &[Diagnostic]) -> impl Iterator<Item = &Diagnostic> {
    let of = |level| diagnostics.iter().filter(move |d| d.level == level);
    of(Level::Error).chain(of(Level::Warning))
}

/// "7 errors, 1 warning".
pub fn tally(diagnostics: &[Diagnostic]) -> String {
    let count = |level, one: &str| match diagnostics.iter().filter(|d| d.level == level).count() {
        0 => None,
        1 => Some(format!("1 {one}")),
        n => Some(format!("{n} {one}s")),
    };
    let parts: Vec<String> =
        [count(Level::Error, "error"), count(Level::Warning, "warning")].into_iter().flatten().collect();
    if parts.is_empty() { "no problems".to_owned() } else { parts.join(", ") }
}
