//! Where documents go: checked before work starts, written beside their place, moved there when all are whole.

mod folder;
mod requested;

pub use folder::Folder;
pub use requested::Requested;

use crate::cli::failure::{Failure, InputPath, shown};
use crate::cli::terminal::Terminal;
use prreport::render::Pieces;
use std::io::Write;
use std::path::{Path, PathBuf};
use tempfile::NamedTempFile;

/// A kind of document.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Format {
    /// One HTML page.
    Html,
    /// Markdown.
    Markdown,
    /// A PDF document.
    Pdf,
}

impl Format {
    /// The flag that asks for it.
    pub fn flag(self) -> &'static str {
        match self {
            Self::Html => "--html",
            Self::Markdown => "--md",
            Self::Pdf => "--pdf",
        }
    }

    /// What it is called.
    pub fn word(self) -> &'static str {
        match self {
            Self::Html => "HTML",
            Self::Markdown => "Markdown",
            Self::Pdf => "PDF",
        }
    }

    /// The extension of its files.
    pub fn extension(self) -> &'static str {
        match self {
            Self::Html => "html",
            Self::Markdown => "md",
            Self::Pdf => "pdf",
        }
    }

    /// The format that a path's extension names.
    pub fn of_extension(path: &Path) -> Result<Self, Failure> {
        let extension = path.extension().and_then(|e| e.to_str()).unwrap_or_default().to_ascii_lowercase();
        match extension.as_str() {
            "html" | "htm" => Ok(Self::Html),
            "md" | "markdown" => Ok(Self::Markdown),
            "pdf" => Ok(Self::Pdf),
            _ => Err(Failure::usage(format!(
                "can't tell the format of {} by its name; end it in .html, .pdf or .md, or add --html, --pdf or --md",
                shown(path)
            ))),
        }
    }
}

/// What a document is written from.
#[derive(Debug)]
pub enum Content {
    /// A text document as it was rendered.
    Pieces(Pieces),
    /// A whole document.
    Bytes(Vec<u8>),
}

impl Content {
    /// Its bytes, in order.
    pub fn parts(&self) -> Vec<&[u8]> {
        match self {
            Self::Pieces(pieces) => pieces.parts().into_iter().map(str::as_bytes).collect(),
            Self::Bytes(bytes) => vec![bytes],
        }
    }
}

impl From<String> for Content {
    fn from(text: String) -> Self {
        Self::Bytes(text.into_bytes())
    }
}

/// One document's place.
#[derive(Debug)]
pub struct Target {
    /// What goes there.
    pub format: Format,
    place: Place,
}

#[derive(Debug)]
enum Place {
    Stdout,
    /// Written beside its place, then moved there.
    File {
        shown: PathBuf,
        path: PathBuf,
        staged: NamedTempFile,
    },
    /// In a folder that is made when there is something to put into it.
    NewFolder(PathBuf),
    /// A device or a pipe, which can only be written into.
    Special(PathBuf),
}

fn ends_in_separator(path: &Path) -> bool {
    path.to_string_lossy().ends_with(std::path::MAIN_SEPARATOR)
}

/// Opens one place, so that what can't be written fails before any work is done.
fn place(path: PathBuf, input: &InputPath, may_make_folder: bool) -> Result<Place, Failure> {
    if path == Path::new("-") {
        return Ok(Place::Stdout);
    }
    if let InputPath::File(input) = input
        && same_file(input, &path)
    {
        return Err(Failure::Write {
            path: shown(&path),
            reason: "it is the input, which is never overwritten; name another file".into(),
        });
    }
    let folder = |path: &Path| or_here(path.parent().unwrap_or(Path::new("."))).to_owned();
    if ends_in_separator(&path) && !path.is_dir() {
        let reason = "it names a folder, and there is none; name a file, or use -o for a folder".into();
        return Err(Failure::Write { path: shown(&path), reason });
    }
    if may_make_folder && !folder(&path).exists() {
        let existing = path.ancestors().skip(1).map(or_here).find(|ancestor| ancestor.exists());
        let existing = existing.unwrap_or(Path::new("."));
        // Dropped at once: it only shows that the folder can be made.
        stage(existing, None).map_err(|error| Failure::write(&path, &error))?;
        return Ok(Place::NewFolder(path));
    }
    // Through a link the file it leads to is replaced, not the link.
    let given = path.clone();
    let path = std::fs::canonicalize(&path).unwrap_or(path);
    let existing = std::fs::metadata(&path).ok();
    obstacle(&path, existing.as_ref())?;
    if existing.as_ref().is_some_and(|file| !file.is_file()) {
        return Ok(Place::Special(path));
    }
    let folder = folder(&path);
    if !folder.is_dir() {
        return Err(Failure::Write {
            path: shown(&path),
            reason: format!("there is no folder {}; create it first", shown(&folder)),
        });
    }
    let staged = stage(&folder, existing.as_ref()).map_err(|error| Failure::write(&path, &error))?;
    Ok(Place::File { shown: given, path, staged })
}

/// What stands in a place and can't be replaced.
fn obstacle(path: &Path, existing: Option<&std::fs::Metadata>) -> Result<(), Failure> {
    let reason = match existing {
        Some(existing) if existing.is_dir() => "it is a folder; name a file in it",
        Some(existing) if existing.is_file() && existing.permissions().readonly() => {
            "it is read-only; change its mode or name another file"
        }
        _ => return Ok(()),
    };
    Err(Failure::Write { path: shown(path), reason: reason.into() })
}

/// The folder that an empty path means.
fn or_here(path: &Path) -> &Path {
    if path.as_os_str().is_empty() { Path::new(".") } else { path }
}

/// A temporary file in the target's folder, with the mode the target has or would get.
fn stage(folder: &Path, existing: Option<&std::fs::Metadata>) -> std::io::Result<NamedTempFile> {
    let mut builder = tempfile::Builder::new();
    builder.prefix(".prreport-");
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        builder.permissions(std::fs::Permissions::from_mode(0o666));
    }
    let staged = builder.tempfile_in(folder)?;
    if let Some(existing) = existing {
        staged.as_file().set_permissions(existing.permissions())?;
    }
    Ok(staged)
}

/// A path with its folder resolved, so that two spellings of a file that is not there yet are one.
pub fn spelt_out(path: &Path) -> Option<PathBuf> {
    let folder = std::fs::canonicalize(or_here(path.parent()?)).ok()?;
    Some(folder.join(path.file_name()?))
}

fn same_file(a: &Path, b: &Path) -> bool {
    if a == b || spelt_out(a).is_some_and(|a| Some(a) == spelt_out(b)) {
        return true;
    }
    let (Ok(a), Ok(b)) = (std::fs::metadata(a), std::fs::metadata(b)) else { return false };
    #[cfg(unix)]
    {
        use std::os::unix::fs::MetadataExt;
        a.is_file() && (a.dev(), a.ino()) == (b.dev(), b.ino())
    }
    #[cfg(not(unix))]
    {
        let _ = (a, b);
        false
    }
}

/// Writes all documents. Files appear only when every document has been written in full.
pub fn write(documents: Vec<(Target, Content)>, terminal: &mut Terminal) -> Result<(), Failure> {
    let mut ready = Vec::new();
    for (target, content) in documents {
        let parts = content.parts();
        match target.place {
            Place::Stdout => terminal.document(&parts)?,
            Place::Special(path) => {
                let written = std::fs::OpenOptions::new().write(true).open(&path);
                let written = written.and_then(|mut file| parts.iter().try_for_each(|part| file.write_all(part)));
                match written {
                    Err(error) if error.kind() != std::io::ErrorKind::BrokenPipe => {
                        return Err(Failure::write(&path, &error));
                    }
                    _ => terminal.note(&format!("wrote {}", shown(&path))),
                }
            }
            Place::NewFolder(path) => {
                let folder = path.parent().unwrap_or(Path::new("."));
                std::fs::create_dir_all(folder).map_err(|error| Failure::write(folder, &error))?;
                let mut staged = stage(folder, None).map_err(|error| Failure::write(&path, &error))?;
                fill(&mut staged, &parts, &path)?;
                ready.push((path.clone(), path, staged));
            }
            Place::File { shown, path, mut staged } => {
                fill(&mut staged, &parts, &shown)?;
                ready.push((shown, path, staged));
            }
        }
    }
    for (given, path, staged) in ready {
        staged.persist(&path).map_err(|error| Failure::write(&given, &error.error))?;
        terminal.note(&format!("wrote {}", shown(&given)));
    }
    Ok(())
}

fn fill(staged: &mut NamedTempFile, parts: &[&[u8]], path: &Path) -> Result<(), Failure> {
    let written = parts.iter().try_for_each(|part| staged.write_all(part));
    written.and_then(|()| staged.flush()).map_err(|error| Failure::write(path, &error))
}

/// Prepares the one output of a command that writes JSON: `-o FILE` or standard output.
pub fn single(output: Option<PathBuf>, input: &InputPath) -> Result<Target, Failure> {
    // The format decides nothing here: the path is given in full.
    let path = output.unwrap_or_else(|| PathBuf::from("-"));
    Ok(Target { format: Format::Markdown, place: place(path, input, false)? })
}
