//! What the documents of several reports are called: a name each, the same on every run and in every file system.

use crate::cli::failure::InputPath;
use std::collections::HashMap;
use std::path::Component;

/// The page over all others has this name.
const INDEX: &str = "index";

/// A name for each input: that of its file, with as many of its folders before it as are needed to tell it from the
/// others; a number where the folders do not.
///
/// Names that differ only in case are one file on many systems, so they count as the same here.
pub fn distinct(inputs: &[InputPath]) -> Vec<String> {
    let parts: Vec<Vec<String>> = inputs.iter().map(parts).collect();
    let mut depths = vec![1; inputs.len()];
    let name = |parts: &[String], depth: usize| parts[parts.len() - depth..].join("-");
    loop {
        let names: Vec<String> = parts.iter().zip(&depths).map(|(parts, depth)| name(parts, *depth)).collect();
        let mut uses: HashMap<String, usize> = HashMap::from([(INDEX.to_owned(), 1)]);
        for name in &names {
            *uses.entry(name.to_lowercase()).or_default() += 1;
        }
        let mut deeper = false;
        for ((name, depth), parts) in names.iter().zip(&mut depths).zip(&parts) {
            if uses[&name.to_lowercase()] > 1 && *depth < parts.len() {
                *depth += 1;
                deeper = true;
            }
        }
        if !deeper {
            return numbered(names);
        }
    }
}

/// The first of a name keeps it, the others get a number that makes them differ.
fn numbered(names: Vec<String>) -> Vec<String> {
    let mut taken: HashMap<String, usize> = HashMap::from([(INDEX.to_owned(), 1)]);
    let mut out = Vec::with_capacity(names.len());
    for name in names {
        let mut candidate = name.clone();
        while taken.contains_key(&candidate.to_lowercase()) {
            let number = taken.entry(name.to_lowercase()).or_insert(1);
            *number += 1;
            candidate = format!("{name}-{number}");
        }
        taken.insert(candidate.to_lowercase(), 1);
        out.push(candidate);
    }
    out
}

/// The folders of an input and its name without extension. Where the path begins is no part of it: documents do not
/// depend on the folder the program runs in.
fn parts(input: &InputPath) -> Vec<String> {
    let InputPath::File(path) = input else { return vec!["stdin".to_owned()] };
    let stem = path.file_stem().unwrap_or(path.as_os_str()).to_string_lossy().into_owned();
    let folders = path.parent().into_iter().flat_map(std::path::Path::components).filter_map(|part| match part {
        Component::Normal(name) => Some(name.to_string_lossy().into_owned()),
        _ => None,
    });
    folders.chain([stem]).collect()
}

#[cfg(test)]
mod tests {
    use super::distinct;
    use crate::cli::failure::InputPath;
    use std::ffi::OsString;

    fn names(paths: &[&str]) -> Vec<String> {
        let inputs: Vec<_> = paths.iter().map(|path| InputPath::from(OsString::from(path))).collect();
        distinct(&inputs)
    }

    #[test]
    fn names_are_short_and_folders_tell_equal_ones_apart() {
        assert_eq!(names(&["r/a.json", "r/b.json", "-"]), ["a", "b", "stdin"]);
        assert_eq!(names(&["x/r/a.json", "y/r/a.json", "b.json"]), ["x-r-a", "y-r-a", "b"]);
        assert_eq!(names(&["r/A.json", "s/a.json"]), ["r-A", "s-a"]);
        assert_eq!(names(&["a.json", "r/a.json"]), ["a", "r-a"]);
    }

    #[test]
    fn the_index_keeps_its_name() {
        assert_eq!(names(&["r/index.json", "a.json"]), ["r-index", "a"]);
        assert_eq!(names(&["Index.json"]), ["Index-2"]);
    }

    #[test]
    fn what_folders_do_not_tell_apart_is_numbered() {
        assert_eq!(names(&["a.json", "../a.json", "/a.JSON"]), ["a", "a-2", "a-3"]);
        assert_eq!(names(&["a.json", "a-2.json", "../a.json"]), ["a", "a-2", "a-3"]);
        // A name made of folders may be another's own.
        assert_eq!(names(&["x/a.json", "y/a.json", "x-a.json"]), ["x-a", "y-a", "x-a-2"]);
    }
}
