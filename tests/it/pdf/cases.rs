//! Documents compared with those that were accepted: their text with its positions, and their pages as small pictures.
//!
//! `ACCEPT=1 cargo test --test it cases` accepts what comes out; `tests/cases-pdf/README.md` tells more.

use super::layout::positions;
use super::support::{INPUTS, input, pdf, picture, pictures, tool};
use crate::cases::settle;
use crate::support::{files_of, prreport, root, samples};
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

/// How far a page's mean grey level may be off at any place, of 255: poppler's versions differ by less.
const TOLERANCE: f64 = 6.0;

fn folder(name: &str) -> PathBuf {
    root().join("tests/cases-pdf").join(name)
}

fn accepts() -> bool {
    std::env::var_os("ACCEPT").is_some_and(|accept| accept == "1")
}

/// The samples by name, each as the program renders it.
fn rendered_samples() -> impl Iterator<Item = (String, Vec<u8>)> {
    samples().into_iter().map(|path| {
        let name = path.file_stem().unwrap().to_str().unwrap();
        let file = path.file_name().unwrap().to_str().unwrap();
        let run = prreport(["render", file, "--pdf=-", "--no-system-fonts"]).within(path.parent().unwrap()).run();
        (format!("sample-{name}"), run.expect(0).out)
    })
}

#[test]
fn text_stands_where_it_was_accepted() {
    let inputs = INPUTS.into_iter().map(|name| (name.to_owned(), pdf(&input(name)).bytes));
    let settled = inputs.chain(rendered_samples()).filter_map(|(name, bytes)| {
        let read = positions(&tool("pdftotext", &["-bbox-layout"], &bytes));
        settle(&folder(&name).join("text.txt"), &read)
    });
    let problems: Vec<String> = settled.collect();
    assert!(
        problems.is_empty(),
        "{}\n\nIf the pages are right: ACCEPT=1 cargo test --test it cases",
        problems.join("\n")
    );
}

#[test]
fn pages_look_as_accepted() {
    for name in INPUTS {
        let file = pictures(&pdf(&input(name)).bytes, "18");
        let pages = pages_in(file.folder());
        if accepts() {
            std::fs::create_dir_all(folder(name)).unwrap();
            for old in pages_in(&folder(name)) {
                std::fs::remove_file(old).unwrap();
            }
            for page in &pages {
                std::fs::copy(page, folder(name).join(page.file_name().unwrap())).unwrap();
            }
        }
        let names =
            |pages: &[PathBuf]| pages.iter().map(|page| page.file_name().unwrap().to_owned()).collect::<Vec<_>>();
        assert_eq!(names(&pages), names(&pages_in(&folder(name))), "{name} has other pages");
        for page in pages {
            let accepted = folder(name).join(page.file_name().unwrap());
            let ((now, _), (before, _)) = (picture(&page), picture(&accepted));
            assert_eq!(now.len(), before.len(), "{}", accepted.display());
            // Averages over small tiles, so that antialiasing does not count and a moved line does.
            let worst =
                now.chunks(60).zip(before.chunks(60)).map(|(a, b)| (mean(a) - mean(b)).abs()).fold(0.0, f64::max);
            assert!(worst <= TOLERANCE, "{}: off by {worst:.1}", accepted.display());
        }
    }
}

#[test]
fn no_accepted_document_stands_where_nothing_reads_it() {
    let names = samples().into_iter().map(|path| format!("sample-{}", path.file_stem().unwrap().to_str().unwrap()));
    let read: BTreeSet<String> = names.chain(INPUTS.map(str::to_owned)).chain(["README.md".to_owned()]).collect();
    let there: BTreeSet<String> = files_of(&root().join("tests/cases-pdf"))
        .iter()
        .map(|path| path.file_name().unwrap().to_str().unwrap().to_owned())
        .collect();
    assert_eq!(there, read);
    for name in there.iter().filter(|name| *name != "README.md") {
        for file in files_of(&folder(name)) {
            let is_picture = INPUTS.contains(&name.as_str()) && file.extension().is_some_and(|e| e == "png");
            assert!(is_picture || file.ends_with("text.txt"), "{}: nothing reads this file", file.display());
        }
    }
}

/// The pages in a folder, in order.
fn pages_in(folder: &Path) -> Vec<PathBuf> {
    files_of(folder).into_iter().filter(|path| path.extension().is_some_and(|e| e == "png")).collect()
}

fn mean(values: &[u8]) -> f64 {
    values.iter().map(|value| f64::from(*value)).sum::<f64>() / f64::from(u32::try_from(values.len()).unwrap())
}
