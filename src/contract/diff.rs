//! Which lines of which files a unified diff shows, in what git and GitHub print.
//!
//! Written here because no crate covers what comes in: of a combined diff, of colours and of prose diffy 0.5 says the
//! same "no valid patches", its errors count bytes where people need lines, prefixes are left to its caller, and it
//! keeps every line of 50 MB where only the heads of the hunks are asked for.

use crate::contract::Side;
use crate::contract::diff_path::{of_header, unquote, without_prefix, without_prefixes};
use crate::contract::shape::range;
use std::collections::BTreeMap;
use std::fmt::Write as _;

/// Lines of one hunk on one side, both ends included.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Lines {
    /// First, from 1.
    pub start: u64,
    /// Last.
    pub end: u64,
}

impl Lines {
    /// Whether a line is among them.
    #[must_use]
    pub fn contains(self, line: u64) -> bool {
        (self.start..=self.end).contains(&line)
    }
}

/// What a diff shows of one file. Both sides hold one range a hunk, in order.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct FileLines {
    /// The name before a rename.
    pub renamed_from: Option<String>,
    /// Context and removed lines.
    pub old: Vec<Lines>,
    /// Context and added lines.
    pub new: Vec<Lines>,
}

impl FileLines {
    /// The ranges of a side; `both` is judged on the new one.
    #[must_use]
    pub fn side(&self, side: Side) -> &[Lines] {
        if side == Side::Old { &self.old } else { &self.new }
    }
}

/// A diff, by path: a renamed file under its new one, a deleted file under its old one.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Diff {
    /// The files.
    pub files: BTreeMap<String, FileLines>,
    /// Files that stand in it more than once, as in a series of patches.
    pub repeated: Vec<String>,
}

/// Why a text is no diff that can be used.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("line {line}: {message}; {hint}")]
pub struct DiffError {
    /// From 1.
    pub line: usize,
    /// What is wrong.
    pub message: String,
    /// What to do.
    pub hint: &'static str,
}

impl Diff {
    /// Reads what `git diff`, `git show`, `git format-patch`, `gh pr diff` and `diff -u` print.
    ///
    /// # Errors
    /// The text is none of these, is cut off, or holds a combined diff.
    pub fn parse(bytes: &[u8]) -> Result<Self, DiffError> {
        let mut parser = Parser { diff: Self::default(), file: None, lines: Numbered::new(bytes), seen: false };
        parser.run()?;
        if !parser.seen && !bytes.trim_ascii().is_empty() {
            return Err(no_diff(bytes));
        }
        Ok(parser.diff)
    }

    /// The anchorable ranges: one row a file, by path.
    #[must_use]
    pub fn table(&self) -> String {
        let mut out = String::new();
        for (path, file) in &self.files {
            let sides: Vec<String> = [("new", &file.new), ("old", &file.old)]
                .into_iter()
                .filter(|(_, lines)| !lines.is_empty())
                .map(|(name, lines)| {
                    let ranges: Vec<String> = lines.iter().map(|l| range(l.start, l.end)).collect();
                    format!("{name} {}", ranges.join(", "))
                })
                .collect();
            if !sides.is_empty() {
                // Writing to a String does not fail.
                let _ =
                    writeln!(out, "{}: {}", crate::invisible::reveal(path).replace('\n', "U+000A"), sides.join(" | "));
            }
        }
        if out.is_empty() { "(no anchorable lines)\n".to_owned() } else { out }
    }
}

fn no_diff(bytes: &[u8]) -> DiffError {
    let start = bytes.trim_ascii_start();
    let hint = if start.starts_with(b"{") || start.starts_with(b"[") {
        "it looks like JSON; name the output of git diff here"
    } else if bytes.starts_with(b"\x1b[") || bytes.windows(2).any(|pair| pair == b"\x1b[") {
        "it holds terminal colours; run git diff with --no-color"
    } else if bytes.contains(&0) {
        "it is a binary file; name the output of git diff here"
    } else {
        "name the output of git diff, git show, git format-patch or gh pr diff here"
    };
    DiffError { line: 1, message: "this is not a unified diff".to_owned(), hint }
}

/// Lines without their ends, with their numbers.
struct Numbered<'a> {
    rest: &'a [u8],
    number: usize,
}

impl<'a> Numbered<'a> {
    fn new(bytes: &'a [u8]) -> Self {
        Self { rest: bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes), number: 0 }
    }

    fn peek(&self) -> Option<&'a [u8]> {
        if self.rest.is_empty() {
            return None;
        }
        let end = self.rest.iter().position(|b| *b == b'\n').unwrap_or(self.rest.len());
        let line = &self.rest[..end];
        Some(line.strip_suffix(b"\r").unwrap_or(line))
    }

    fn next(&mut self) -> Option<&'a [u8]> {
        let line = self.peek()?;
        let end = self.rest.iter().position(|b| *b == b'\n').map_or(self.rest.len(), |at| at + 1);
        self.rest = &self.rest[end..];
        self.number += 1;
        Some(line)
    }
}

/// The file whose hunks are being read.
#[derive(Default)]
struct Current {
    header: Option<(Vec<u8>, Vec<u8>)>,
    rename_from: Option<Vec<u8>>,
    rename_to: Option<Vec<u8>>,
    names: Option<(Vec<u8>, Vec<u8>)>,
    lines: FileLines,
}

struct Parser<'a> {
    diff: Diff,
    file: Option<Current>,
    lines: Numbered<'a>,
    seen: bool,
}

const DEV_NULL: &[u8] = b"/dev/null";

impl Parser<'_> {
    fn run(&mut self) -> Result<(), DiffError> {
        while let Some(line) = self.lines.next() {
            if let Some(rest) = line.strip_prefix(b"diff --git ") {
                self.finish();
                self.seen = true;
                self.file = Some(Current { header: of_header(rest), ..Current::default() });
            } else if line.starts_with(b"diff --cc ")
                || line.starts_with(b"diff --combined ")
                || line.starts_with(b"@@@ ")
            {
                return Err(self.error(
                    "this is a combined diff, as git prints it for a merge commit",
                    "compare with one parent: git diff BASE...HEAD, or git show --first-parent -m",
                ));
            } else if let Some(old) = line.strip_prefix(b"--- ") {
                self.names(old);
            } else if let Some(rest) = line.strip_prefix(b"@@ -") {
                self.hunk(rest)?;
            } else if let Some(file) = &mut self.file {
                if let Some(name) = line.strip_prefix(b"rename from ") {
                    file.rename_from = Some(unquote(name).into_owned());
                } else if let Some(name) = line.strip_prefix(b"rename to ") {
                    file.rename_to = Some(unquote(name).into_owned());
                }
            }
        }
        self.finish();
        Ok(())
    }

    fn error(&self, message: impl Into<String>, hint: &'static str) -> DiffError {
        DiffError { line: self.lines.number, message: message.into(), hint }
    }

    /// The pair `---`, `+++`; a dashed line of a commit message has no second one behind it.
    fn names(&mut self, old: &[u8]) {
        let Some(new) = self.lines.peek().and_then(|line| line.strip_prefix(b"+++ ")) else { return };
        let (old, new) = (unquote(old).into_owned(), unquote(new).into_owned());
        self.lines.next();
        self.seen = true;
        // Without a `diff --git` line before it, the pair itself begins a file.
        if self.file.as_ref().is_none_or(|file| file.names.is_some()) {
            self.finish();
            self.file = Some(Current::default());
        }
        let Some(file) = &mut self.file else { return };
        let header = file.header.as_ref();
        file.names = Some(match (old == DEV_NULL, new == DEV_NULL) {
            (true, _) => (old, without_prefix(&new, header.map(|(_, new)| new.as_slice()))),
            (_, true) => (without_prefix(&old, header.map(|(old, _)| old.as_slice())), new),
            _ => without_prefixes(&old, &new),
        });
    }

    fn hunk(&mut self, head: &[u8]) -> Result<(), DiffError> {
        let at = self.lines.number;
        let Some((old, new)) = hunk_head(head) else {
            return Err(self.error("the head of this hunk is not @@ -line,count +line,count @@", "make the diff again"));
        };
        let (mut old_left, mut new_left) = (old.1, new.1);
        while old_left > 0 || new_left > 0 {
            let Some(line) = self.lines.next() else {
                let message = format!("the diff ends inside the hunk that starts at line {at}");
                return Err(self.error(message, "it was cut off; make it again"));
            };
            // Some tools strip the blank that an empty context line consists of.
            match line.first().copied().unwrap_or(b' ') {
                b' ' if old_left > 0 && new_left > 0 => (old_left, new_left) = (old_left - 1, new_left - 1),
                b'-' if old_left > 0 => old_left -= 1,
                b'+' if new_left > 0 => new_left -= 1,
                b'\\' => {}
                _ => {
                    let message = format!("this line does not fit into the hunk that starts at line {at}");
                    return Err(self.error(message, "the diff was edited or damaged; make it again"));
                }
            }
        }
        let Some(file) = self.file.as_mut().filter(|file| file.names.is_some()) else {
            let hint = "a hunk needs the lines --- and +++ before it; make the diff again";
            return Err(DiffError { line: at, message: "a hunk stands here without a file".to_owned(), hint });
        };
        for ((start, count), side) in [(old, &mut file.lines.old), (new, &mut file.lines.new)] {
            if count > 0 {
                side.push(Lines { start, end: start.saturating_add(count - 1) });
            }
        }
        Ok(())
    }

    /// Files the current file under its path.
    fn finish(&mut self) {
        let Some(Current { header, rename_from, rename_to, names, mut lines }) = self.file.take() else { return };
        let by_lines = rename_from.zip(rename_to);
        let Some((old, new)) = names.or(by_lines).or(header) else { return };
        let text = |name: &[u8]| String::from_utf8_lossy(name).into_owned();
        if old != new && old != DEV_NULL && new != DEV_NULL {
            lines.renamed_from = Some(text(&old));
        }
        let path = text(if new == DEV_NULL { &old } else { &new });
        if let Some(known) = self.diff.files.get_mut(&path) {
            for (side, more) in [(&mut known.old, lines.old), (&mut known.new, lines.new)] {
                side.extend(more);
                side.sort_unstable();
                side.dedup();
            }
            if !self.diff.repeated.contains(&path) {
                self.diff.repeated.push(path);
            }
        } else {
            self.diff.files.insert(path, lines);
        }
    }
}

/// `5,7 +5,9 @@ …` as two pairs of line and count; a count left out is 1.
fn hunk_head(head: &[u8]) -> Option<((u64, u64), (u64, u64))> {
    let head = std::str::from_utf8(&head[..head.windows(3).position(|three| three == b" @@")?]).ok()?;
    let (old, new) = head.split_once(" +")?;
    let pair = |text: &str| match text.split_once(',') {
        Some((line, count)) => Some((line.parse().ok()?, count.parse().ok()?)),
        None => Some((text.parse().ok()?, 1)),
    };
    Some((pair(old)?, pair(new)?))
}

#[cfg(test)]
#[path = "diff_tests.rs"]
mod tests;
