//! Golden cases: what the program makes of each folder of `tests/cases`, held against the files that stand there.
//!
//! `ACCEPT=1 cargo test --test it cases` writes them anew; `tests/cases/README.md` tells more.

use crate::support::{Run, file_called_input, files_of, prreport, root, samples};
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

/// Everything a reader or a program gets, for whole reports.
const ALL: &[&str] = &["derived.json", "report.html", "report.md", "overview.txt", "validate.txt", "validate.json"];
/// What shows a rule of the format, for small reports that are about one.
const RULE: &[&str] = &["derived.json", "validate.txt"];
/// The goldens that only an input has that is not refused.
const OF_ACCEPTED: &[&str] = &["derived.json", "report.html", "report.md", "overview.txt"];

/// One input and what is expected of it.
struct Case {
    goldens: PathBuf,
    input: PathBuf,
    wanted: &'static [&'static str],
}

#[test]
fn inputs_with_known_outcomes() {
    check(folders("inputs").map(|folder| Case { input: file_called_input(&folder), goldens: folder, wanted: ALL }));
}

#[test]
fn rules_of_the_format() {
    check(folders("rules").map(|folder| Case { input: file_called_input(&folder), goldens: folder, wanted: RULE }));
}

#[test]
fn samples_of_the_project() {
    let goldens = |sample: &Path| root().join("tests/cases/samples").join(sample.file_stem().unwrap());
    check(samples().into_iter().map(|input| Case { goldens: goldens(&input), input, wanted: ALL }));
}

#[test]
fn no_case_stands_where_nothing_reads_it() {
    let groups: Vec<_> = files_of(&root().join("tests/cases")).iter().map(|path| name_of(path)).collect();
    assert_eq!(groups, ["README.md", "inputs", "rules", "samples"]);
    let cases: BTreeSet<_> = folders("samples").map(|folder| name_of(&folder)).collect();
    let samples: BTreeSet<_> =
        samples().iter().map(|path| path.file_stem().unwrap().to_str().unwrap().into()).collect();
    assert_eq!(cases, samples, "each sample has its folder in tests/cases/samples");
}

fn folders(group: &str) -> impl Iterator<Item = PathBuf> {
    files_of(&root().join("tests/cases").join(group)).into_iter()
}

fn name_of(path: &Path) -> String {
    path.file_name().unwrap().to_str().unwrap().to_owned()
}

fn check(cases: impl Iterator<Item = Case>) {
    let problems: Vec<String> = cases.flat_map(|case| case.problems()).collect();
    assert!(
        problems.is_empty(),
        "{}\n\n{} differ. If what comes out is right: ACCEPT=1 cargo test --test it cases",
        problems.join("\n"),
        problems.len()
    );
}

impl Case {
    fn problems(&self) -> Vec<String> {
        let validated = self.run("validate", &[]);
        let accepted = validated.code == 0;
        let derived = if accepted { self.text("derive", &[]) } else { String::new() };
        if accepted {
            derives_to_itself(&self.input, &derived);
        } else {
            self.is_refused_everywhere(validated.code);
        }
        let expected = self.wanted.iter().copied().filter(|golden| accepted || !OF_ACCEPTED.contains(golden));
        let expected: Vec<&str> = expected.collect();
        let output = |golden: &str| match golden {
            "derived.json" => derived.clone(),
            "report.html" => without_style(&self.text("render", &["--html=-"])),
            "report.md" => without_version(&self.text("render", &["--md=-"])),
            "overview.txt" => self.text("render", &[]),
            "validate.json" => self.run("validate", &["--json"]).text().to_owned(),
            "validate.txt" => format!("{}{}exit code {}\n", validated.err, validated.text(), validated.code),
            other => panic!("{other} is not a golden file"),
        };
        let differences = expected.iter().filter_map(|golden| settle(&self.goldens.join(golden), &output(golden)));
        differences.chain(self.strays(&expected)).collect()
    }

    /// Files in the case's folder that no test reads.
    fn strays(&self, expected: &[&str]) -> impl Iterator<Item = String> {
        let read = |path: &Path| {
            let name = name_of(path);
            *path == self.input || name == "options.txt" || expected.contains(&name.as_str())
        };
        let strays: Vec<_> = files_of(&self.goldens).into_iter().filter(|path| !read(path)).collect();
        strays.into_iter().map(|path| format!("{}: nothing reads this file; delete it", path.display()))
    }

    fn text(&self, command: &str, options: &[&str]) -> String {
        self.run(command, options).expect(0).text().to_owned()
    }

    /// Runs a command on the input, beside it, so that paths in messages are the same everywhere.
    fn run(&self, command: &str, options: &[&str]) -> Run {
        let own = std::fs::read_to_string(self.goldens.join("options.txt")).unwrap_or_default();
        let own = own.lines().filter_map(|line| line.strip_prefix(command)).flat_map(str::split_whitespace);
        let name = name_of(&self.input);
        let arguments = [command, &name].into_iter().chain(options.iter().copied()).chain(own);
        prreport(arguments).within(self.input.parent().unwrap()).run()
    }

    fn is_refused_everywhere(&self, code: i32) {
        for (command, options) in [("derive", &[][..]), ("render", &["--html=-", "--md=out.md"])] {
            let run = self.run(command, options).expect(code);
            assert_eq!(run.text(), "", "{}: {command} printed something", self.input.display());
            assert!(!self.input.with_file_name("out.md").exists(), "{command} wrote a file");
        }
    }
}

fn derives_to_itself(input: &Path, derived: &str) {
    let again = prreport(["derive", "-"]).reading(derived.as_bytes()).run().expect(0);
    assert_eq!(again.text(), derived, "{}: deriving twice is not deriving once", input.display());
}

/// Compares a golden file, or writes it when accepting.
pub fn settle(path: &Path, actual: &str) -> Option<String> {
    let expected = std::fs::read_to_string(path).ok();
    if expected.as_deref() == Some(actual) {
        return None;
    }
    if std::env::var_os("ACCEPT").is_some_and(|accept| accept == "1") {
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(path, actual).unwrap();
        return None;
    }
    let shown = path.strip_prefix(root()).unwrap().display();
    let Some(expected) = expected else { return Some(format!("{shown}: missing")) };
    let (mut old, mut new) = (expected.lines(), actual.lines());
    for number in 1.. {
        let (old, new) = (old.next(), new.next());
        if old != new || old.is_none() {
            let line = |line: Option<&str>| line.unwrap_or("(the end)").to_owned();
            return Some(format!("{shown}:{number}\n  - {}\n  + {}", line(old), line(new)));
        }
    }
    None
}

/// A page whose style and the style's digest are left out, so that work on the looks leaves the goldens alone.
fn without_style(page: &str) -> String {
    let (head, rest) = page.split_once("<style>").expect("the page has its style");
    let (_, rest) = rest.split_once("</style>").expect("the style ends");
    let mut parts = head.split("sha256-");
    let mut out = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        out.push_str("sha256-DIGEST");
        out.push_str(part.trim_start_matches(|c: char| c.is_ascii_alphanumeric() || "+/=".contains(c)));
    }
    let rest = match rest.split_once("<script>") {
        Some((before, script)) => {
            let (_, after) = script.split_once("</script>").expect("the script ends");
            format!("{before}<script>SCRIPT</script>{after}")
        }
        None => rest.to_owned(),
    };
    without_version(&format!("{out}<style>STYLE</style>{rest}"))
}

/// A document that does not say which version made it.
fn without_version(document: &str) -> String {
    document.replace(concat!("prreport ", env!("CARGO_PKG_VERSION")), "prreport VERSION")
}
