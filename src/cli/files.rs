//! The files that a command line means: named ones, and the `*.json` of named folders.

use crate::cli::failure::{Failure, InputPath, shown};
use crate::cli::target;
use std::collections::HashSet;
use std::path::{Path, PathBuf};

/// The inputs in the order of the command line; a folder stands for the `*.json` in it and below, by name.
///
/// # Errors
/// A folder can't be read, or has no report in it.
pub fn expand(inputs: &[InputPath]) -> Result<Vec<InputPath>, Failure> {
    let mut out = Vec::new();
    for input in inputs {
        match input {
            InputPath::File(folder) if folder.is_dir() => {
                let mut files = Vec::new();
                collect(folder, &mut files)?;
                if files.is_empty() {
                    let reason = "the folder holds no *.json file".to_owned();
                    return Err(Failure::Read { path: shown(folder), reason });
                }
                files.sort();
                out.extend(files.into_iter().map(InputPath::File));
            }
            other => out.push(other.clone()),
        }
    }
    Ok(out)
}

/// The inputs without those that are named twice: a folder and a file in it are often given together. A link is a name
/// of its own.
pub fn distinct(inputs: Vec<InputPath>) -> Vec<InputPath> {
    let mut seen = HashSet::new();
    let spelt_out = |input: &InputPath| match input {
        InputPath::Stdin => None,
        InputPath::File(path) => Some(target::spelt_out(path).unwrap_or_else(|| path.clone())),
    };
    inputs.into_iter().filter(|input| seen.insert(spelt_out(input))).collect()
}

/// Folders behind links are passed over, so that a link to a parent does not lead around in circles.
fn collect(folder: &Path, files: &mut Vec<PathBuf>) -> Result<(), Failure> {
    let entries = std::fs::read_dir(folder).map_err(|error| Failure::read(folder, &error))?;
    for entry in entries {
        let entry = entry.map_err(|error| Failure::read(folder, &error))?;
        let kind = entry.file_type().map_err(|error| Failure::read(&entry.path(), &error))?;
        let path = entry.path();
        if kind.is_dir() {
            collect(&path, files)?;
        } else if path.extension().is_some_and(|extension| extension.eq_ignore_ascii_case("json")) && path.is_file() {
            files.push(path);
        }
    }
    Ok(())
}
