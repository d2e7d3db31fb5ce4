//! Documents compared with those that were accepted: their text with its layout, and their pages as small pictures.
//!
//! `ACCEPT=1 cargo test golden` accepts what comes out.

use super::support::{INPUTS, Scratch, input, pdf, tool};
use std::path::{Path, PathBuf};
use std::process::Command;

/// How far a page's mean grey level may be off at any place, of 255: poppler's versions differ by less.
const TOLERANCE: f64 = 6.0;

fn folder(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/cases-pdf").join(name)
}

fn accepts() -> bool {
    std::env::var_os("ACCEPT").is_some()
}

#[test]
fn text_is_laid_out_as_accepted() {
    for name in INPUTS {
        let text = tool("pdftotext", &["-layout"], &pdf(&input(name)).bytes);
        let path = folder(name).join("text.txt");
        if accepts() {
            std::fs::create_dir_all(folder(name)).unwrap();
            std::fs::write(&path, &text).unwrap();
        }
        let accepted = std::fs::read_to_string(&path)
            .unwrap_or_else(|error| panic!("{}: {error}; accept it with ACCEPT=1", path.display()));
        let differs = accepted.lines().zip(text.lines()).position(|(a, b)| a != b);
        assert!(accepted == text, "{name}: line {:?} differs from {}", differs.map(|line| line + 1), path.display());
    }
}

#[test]
fn pages_look_as_accepted() {
    for name in INPUTS {
        let file = Scratch::new(&pdf(&input(name)).bytes);
        let status = Command::new("pdftoppm")
            .args(["-r", "18", "-gray", "-png"])
            .arg(file.path())
            .arg(file.folder().join("page"))
            .status()
            .unwrap();
        assert!(status.success());
        let mut pages: Vec<PathBuf> = std::fs::read_dir(file.folder())
            .unwrap()
            .map(|entry| entry.unwrap().path())
            .filter(|path| path.extension().is_some_and(|e| e == "png"))
            .collect();
        pages.sort();
        for page in pages {
            let accepted = folder(name).join(page.file_name().unwrap());
            if accepts() {
                std::fs::create_dir_all(folder(name)).unwrap();
                std::fs::copy(&page, &accepted).unwrap();
            }
            let (now, before) = (grey(&page), grey(&accepted));
            assert_eq!(now.len(), before.len(), "{}", accepted.display());
            // Averages over small tiles, so that antialiasing does not count and a moved line does.
            let worst =
                now.chunks(60).zip(before.chunks(60)).map(|(a, b)| (mean(a) - mean(b)).abs()).fold(0.0, f64::max);
            assert!(worst <= TOLERANCE, "{}: off by {worst:.1}", accepted.display());
        }
    }
}

fn grey(path: &Path) -> Vec<u8> {
    let file = std::fs::File::open(path)
        .unwrap_or_else(|error| panic!("{}: {error}; accept it with ACCEPT=1", path.display()));
    let mut reader = png::Decoder::new(std::io::BufReader::new(file)).read_info().unwrap();
    let mut pixels = vec![0; reader.output_buffer_size().unwrap()];
    let info = reader.next_frame(&mut pixels).unwrap();
    pixels.truncate(info.buffer_size());
    pixels
}

fn mean(values: &[u8]) -> f64 {
    values.iter().map(|value| f64::from(*value)).sum::<f64>() / f64::from(u32::try_from(values.len()).unwrap())
}
