//! Where the documents of several reports go: a folder, each document written as soon as it is made.

use super::{Content, Format, Requested, ends_in_separator, fill, obstacle, or_here, stage};
use crate::cli::failure::{Failure, InputPath, shown};
use std::collections::HashSet;
use std::path::{Path, PathBuf};

/// A folder for documents. Thousands of them can't all stay open until the last is made, so each is whole by itself:
/// written beside its place and moved there.
#[derive(Debug)]
pub struct Folder {
    path: PathBuf,
    /// What is made of every report, in the order of the flags.
    pub formats: Vec<Format>,
}

impl Folder {
    /// Finds out where several reports are to go.
    pub fn of(requested: Requested, reports: usize) -> Result<Self, Failure> {
        let Requested { formats, output } = requested;
        if let Some((format, Some(path))) = formats.iter().find(|(_, path)| path.is_some()) {
            let (flag, path) = (format.flag(), shown(path));
            return Err(Failure::usage(format!(
                "{flag}={path} names one file, but there are several reports ({reports}); write {flag} -o FOLDER/"
            )));
        }
        let formats: Vec<Format> = formats.into_iter().map(|(format, _)| format).collect();
        let advice = if formats.is_empty() { "--html -o FOLDER/" } else { "-o FOLDER/" };
        let Some(path) = output.filter(|_| !formats.is_empty()) else {
            return Err(Failure::usage(format!(
                "several reports ({reports}) need a format and a folder to go to: add {advice}"
            )));
        };
        if path == Path::new("-") {
            return Err(Failure::usage("several reports can't go to standard output; name a folder: -o FOLDER/"));
        }
        if !path.is_dir() {
            if path.exists() {
                let reason = "it is a file, and several reports need a folder; name another place".into();
                return Err(Failure::Write { path: shown(&path), reason });
            }
            if !ends_in_separator(&path) && Format::of_extension(&path).is_ok() {
                return Err(Failure::usage(format!(
                    "-o {} names one file, but there are several reports ({reports}); name a folder: -o FOLDER/",
                    shown(&path)
                )));
            }
        }
        Ok(Self { path, formats })
    }

    /// Makes sure that files of these names can be written and that none of them is an input.
    pub fn check<'n>(&self, names: impl Iterator<Item = &'n str>, inputs: &[InputPath]) -> Result<(), Failure> {
        let existing = self.path.ancestors().map(or_here).find(|ancestor| ancestor.exists());
        // Dropped at once: it only shows that something can be written there.
        stage(existing.unwrap_or(Path::new(".")), None).map_err(|error| Failure::write(&self.path, &error))?;
        let resolved = |input: &InputPath| match input {
            InputPath::Stdin => None,
            InputPath::File(path) => std::fs::canonicalize(path).ok(),
        };
        let inputs: HashSet<PathBuf> = inputs.iter().filter_map(resolved).collect();
        for name in names {
            let path = self.path.join(name);
            let Ok(resolved) = std::fs::canonicalize(&path) else { continue };
            if inputs.contains(&resolved) {
                let reason = "it is an input, which is never overwritten; name another folder".into();
                return Err(Failure::Write { path: shown(&path), reason });
            }
            obstacle(&path, std::fs::metadata(&resolved).ok().as_ref())?;
        }
        Ok(())
    }

    /// Writes a file into the folder, which is made if there is none, and returns its path as messages show it.
    pub fn write(&self, name: &str, content: &Content) -> Result<String, Failure> {
        std::fs::create_dir_all(&self.path).map_err(|error| Failure::write(&self.path, &error))?;
        let path = self.path.join(name);
        // Through a link the file it leads to is replaced, not the link.
        let place = std::fs::canonicalize(&path).unwrap_or_else(|_| path.clone());
        let folder = or_here(place.parent().unwrap_or(Path::new(".")));
        let existing = std::fs::metadata(&place).ok();
        let mut staged = stage(folder, existing.as_ref()).map_err(|error| Failure::write(&path, &error))?;
        fill(&mut staged, &content.parts(), &path)?;
        staged.persist(&place).map_err(|error| Failure::write(&path, &error.error))?;
        Ok(shown(&path))
    }
}
