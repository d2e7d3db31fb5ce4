//! What the command line says about outputs, made into places for the documents of one report.

use super::{Format, Target, ends_in_separator, place, same_file};
use crate::cli::failure::{Failure, InputPath, shown};
use std::path::{Path, PathBuf};

/// What the command line says about outputs.
#[derive(Debug, Default)]
pub struct Requested {
    /// Formats asked for by flag, with the path where the flag gives one.
    pub formats: Vec<(Format, Option<PathBuf>)>,
    /// `-o`.
    pub output: Option<PathBuf>,
}

impl Requested {
    /// Decides on every document's place and makes sure that it can be written.
    pub fn prepare(self, input: &InputPath) -> Result<Vec<Target>, Failure> {
        if let InputPath::File(path) = input
            && path.is_dir()
        {
            return Err(Failure::Read { path: shown(path), reason: "it is a folder; name a file in it".into() });
        }
        let mut places = self.places(input)?;
        let stdouts = places.iter().filter(|(_, place)| place == Path::new("-")).count();
        if stdouts > 1 {
            return Err(Failure::usage("two documents can't both go to standard output; give one of them a path"));
        }
        for (i, (_, path)) in places.iter().enumerate() {
            if places[..i].iter().any(|(_, other)| same_file(other, path)) {
                return Err(Failure::usage(format!("two documents can't both be written to {}", shown(path))));
            }
        }
        let into_folder = self.output.as_ref().is_some_and(|output| ends_in_separator(output));
        places.drain(..).map(|(format, path)| Ok(Target { format, place: place(path, input, into_folder)? })).collect()
    }

    fn places(&self, input: &InputPath) -> Result<Vec<(Format, PathBuf)>, Failure> {
        let open: Vec<Format> = self.formats.iter().filter(|(_, path)| path.is_none()).map(|(f, _)| *f).collect();
        let folder = self.output.as_ref().filter(|output| output.is_dir() || ends_in_separator(output));
        if let Some(output) = &self.output
            && folder.is_none()
            && open.len() != 1
        {
            return match (open.len(), self.formats.len()) {
                (0, 0) if output == Path::new("-") => {
                    Err(Failure::usage("-o - needs the format: add --html, --pdf or --md"))
                }
                (0, 0) => Ok(vec![(Format::of_extension(output)?, output.clone())]),
                (0, _) => Err(Failure::usage("-o has nothing to name: every format has its own path")),
                _ => Err(Failure::usage(
                    "-o names one file, but several formats are asked for; name a folder, or give each its path: --html=FILE",
                )),
            };
        }
        if folder.is_some() && self.formats.is_empty() {
            return Err(Failure::usage("-o names a folder, which does not tell the format: add --html, --pdf or --md"));
        }
        self.formats
            .iter()
            .map(|(format, path)| {
                let path = match (path, &self.output, folder) {
                    (Some(path), _, _) => path.clone(),
                    (None, _, Some(folder)) => {
                        let mut name = stem(input).into_os_string();
                        name.push(".");
                        name.push(format.extension());
                        folder.join(name)
                    }
                    (None, Some(output), None) => output.clone(),
                    (None, None, None) => match input {
                        InputPath::File(input) => input.with_extension(format.extension()),
                        InputPath::Stdin => {
                            return Err(Failure::usage(format!(
                                "{0} with - as input needs a path: {0}=FILE, or -o FILE",
                                format.flag()
                            )));
                        }
                    },
                };
                Ok((*format, path))
            })
            .collect()
    }
}

fn stem(input: &InputPath) -> PathBuf {
    match input {
        InputPath::Stdin => PathBuf::from("stdin"),
        InputPath::File(path) => PathBuf::from(path.file_stem().unwrap_or(path.as_os_str())),
    }
}
