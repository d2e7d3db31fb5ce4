//! Pages compared with accepted pictures of them: the samples at three widths in both themes; and what colours change.
//!
//! `ACCEPT=1 cargo test --test it pictures` accepts what comes out; look at the pages first (`tests/browser/shot.mjs`).

use crate::support::{Desk, files_of, node, root, samples};
use prreport::highlight::Kind;
use std::collections::BTreeSet;
use std::ffi::OsStr;
use std::path::{Path, PathBuf};
use std::process::Command;

/// How far a colour may be off before its place counts: versions of Chromium smooth letters a little differently.
const FAINT: u8 = 24;
/// How many rows of a picture may differ. A row is 16 px of the page: another word changes the lines of its paragraph, and
/// of the places that quote it; another layout moves what stands below.
const ROWS: usize = 8;

fn accepted() -> PathBuf {
    root().join("tests/cases-page")
}

/// Takes the pictures of pages into a folder, and says what they are called.
fn take(pages: &[PathBuf], into: &Path) -> BTreeSet<String> {
    let arguments = [into.as_os_str()].into_iter().chain(pages.iter().map(|page| page.as_os_str()));
    let answer = node("browser/pictures.mjs", arguments);
    answer["pictures"].as_array().unwrap().iter().map(|name| name.as_str().unwrap().to_owned()).collect()
}

/// The samples' pages, the one to decide on, and the index over all of them.
fn pages(desk: &Desk) -> Vec<PathBuf> {
    let site = desk.folder().join("site");
    let samples = samples();
    let run = |inputs: &[PathBuf], options: &[&OsStr]| {
        let inputs = inputs.iter().map(|path| path.as_os_str());
        crate::support::run(["render".as_ref()].into_iter().chain(inputs).chain(options.iter().copied())).expect(0);
    };
    run(&samples, &["--html".as_ref(), "-o".as_ref(), site.as_os_str()]);
    let triage = desk.folder().join("triage.html");
    run(&[root().join("samples/review.json")], &["--triage".as_ref(), "-o".as_ref(), triage.as_os_str()]);
    files_of(&site).into_iter().chain([triage]).collect()
}

#[test]
fn the_samples_look_as_accepted() {
    let desk = Desk::new();
    let taken = take(&pages(&desk), desk.folder());
    assert_eq!(taken.len(), 8 * 3 * 2);
    if std::env::var_os("ACCEPT").is_some() {
        std::fs::create_dir_all(accepted()).unwrap();
        for old in files_of(&accepted()) {
            std::fs::remove_file(old).unwrap();
        }
        for name in &taken {
            std::fs::copy(desk.folder().join(name), accepted().join(name)).unwrap();
        }
    }
    let known: BTreeSet<String> =
        files_of(&accepted()).iter().map(|path| path.file_name().unwrap().to_string_lossy().into_owned()).collect();
    assert_eq!(known, taken, "each picture has its golden and each golden its picture; accept with ACCEPT=1");
    let off = |name: &String| {
        let rows = differing(&desk.folder().join(name), &accepted().join(name));
        (rows > ROWS).then(|| format!("{name}: {rows} rows differ"))
    };
    let off: Vec<String> = taken.iter().filter_map(off).collect();
    assert!(off.is_empty(), "look at the pages, and accept with ACCEPT=1 if they are right: {}", off.join(", "));
}

#[test]
fn another_word_passes_and_another_layout_does_not() {
    let report = std::fs::read_to_string(root().join("samples/review.json")).unwrap();
    let word = "Any signed-in user can append";
    assert!(report.contains(word));
    let desk = Desk::with(report.as_bytes());
    desk.put("word.json", report.replace(word, "All signed-in users can append"));
    desk.put("padding.css", ".finding{padding:0}");
    desk.put("colour.css", ":root:root{--critical:#1a7f37}");
    desk.put("column.css", ".page{grid-template-columns:1fr}");
    for options in [
        &["report.json", "--html=as-it-is.html"][..],
        &["word.json", "--html=word.html"],
        &["report.json", "--css=padding.css", "--html=padding.html"],
        &["report.json", "--css=colour.css", "--html=colour.html"],
        &["report.json", "--css=column.css", "--html=column.html"],
    ] {
        desk.run(&[&["render"], options].concat()).expect(0);
    }
    let names = ["as-it-is", "word", "padding", "colour", "column"];
    take(&names.map(|name| desk.folder().join(format!("{name}.html"))), desk.folder());
    let rows = |name: &str| {
        let picture = |name: &str| desk.folder().join(format!("{name}-1280-light.png"));
        differing(&picture(name), &picture("as-it-is"))
    };
    assert!((1..=ROWS).contains(&rows("word")), "another word: {} rows", rows("word"));
    for broken in ["padding", "colour", "column"] {
        assert!(rows(broken) > 2 * ROWS, "{broken}: {} rows", rows(broken));
    }
}

/// How many rows of two pictures differ; all of them if their sizes do.
fn differing(now: &Path, before: &Path) -> usize {
    let ((width, now), (other, before)) = (pixels(now), pixels(before));
    if width != other || now.len() != before.len() {
        return usize::MAX;
    }
    let off = |(a, b): (&[u8], &[u8])| a.iter().zip(b).any(|(a, b)| a.abs_diff(*b) > FAINT);
    now.chunks(width).zip(before.chunks(width)).filter(|rows| off(*rows)).count()
}

/// The bytes in a row of a picture, and all its bytes.
fn pixels(path: &Path) -> (usize, Vec<u8>) {
    let file = std::fs::File::open(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    let mut reader = png::Decoder::new(std::io::BufReader::new(file)).read_info().unwrap();
    let mut pixels = vec![0; reader.output_buffer_size().unwrap()];
    let info = reader.next_frame(&mut pixels).unwrap();
    pixels.truncate(info.buffer_size());
    (info.line_size, pixels)
}

#[test]
fn code_without_colours_is_the_same_code() {
    let sample = root().join("samples/review.json");
    let sample = sample.to_str().unwrap();
    let desk = Desk::new();
    for (name, colours) in [("on", &[][..]), ("off", &["--no-highlight"])] {
        let (html, pdf) = (format!("--html={name}.html"), format!("--pdf={name}.pdf"));
        desk.run(&[&["render", sample, &html, &pdf, "--no-system-fonts"], colours].concat()).expect(0);
    }
    let token = |kind: Kind| format!("<span class=\"{}\">", kind.class());
    let (on, off) = (desk.get("on.html"), desk.get("off.html"));
    let coloured = |page: &str| page.contains(&token(Kind::Keyword)) || page.contains(&token(Kind::Comment));
    assert!(coloured(&on) && !coloured(&off));
    // The spans are all there is between the two.
    let plain = |page: &str| Kind::ALL.map(token).iter().fold(page.replace("</span>", ""), |p, t| p.replace(t, ""));
    assert_eq!(plain(&on), plain(&off));
    let text = |pdf: &str| {
        let out = Command::new("pdftotext").arg(desk.folder().join(pdf)).arg("-").output().unwrap();
        String::from_utf8(out.stdout).unwrap()
    };
    assert_eq!(text("on.pdf"), text("off.pdf"));
    let pictures = |pdf: &str| std::fs::read(desk.folder().join(pdf)).unwrap();
    assert_ne!(pictures("on.pdf"), pictures("off.pdf"));
}
