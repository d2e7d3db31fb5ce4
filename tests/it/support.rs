//! Running the program in a clean environment, and the folders the tests use.

use serde_json::Value;
use std::ffi::OsStr;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// The project's folder.
pub fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// A file below `tests/cases/inputs`, which are the inputs with known outcomes.
pub fn input(name: &str) -> PathBuf {
    let folder = root().join("tests/cases/inputs").join(name);
    file_called_input(&folder)
}

/// The one file of a case's folder that is called `input.*`.
pub fn file_called_input(folder: &Path) -> PathBuf {
    let mut found = files_of(folder);
    found.retain(|path| path.file_stem().is_some_and(|stem| stem == "input"));
    assert_eq!(found.len(), 1, "{} must hold one input.*, but holds {found:?}", folder.display());
    found.remove(0)
}

/// Every report of `samples/`, in order.
pub fn samples() -> Vec<PathBuf> {
    let mut found = files_of(&root().join("samples"));
    found.retain(|path| path.extension().is_some_and(|extension| extension == "json"));
    found
}

/// What a folder holds, in order.
pub fn files_of(folder: &Path) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(folder).unwrap_or_else(|error| panic!("{}: {error}", folder.display()));
    let mut found: Vec<PathBuf> = entries.map(|entry| entry.unwrap().path()).collect();
    found.sort();
    found
}

/// A run of the program that is being prepared.
pub struct Prreport {
    command: Command,
    input: Vec<u8>,
}

/// A run that has ended.
pub struct Run {
    /// The exit code.
    pub code: i32,
    /// Standard output.
    pub out: Vec<u8>,
    /// Standard error.
    pub err: String,
}

/// `prreport` with these arguments, in an environment that holds nothing but a path and a plain locale.
pub fn prreport<S: AsRef<OsStr>>(arguments: impl IntoIterator<Item = S>) -> Prreport {
    let mut command = Command::new(env!("CARGO_BIN_EXE_prreport"));
    command.args(arguments).env_clear().env("LANG", "C");
    command.env("PATH", std::env::var_os("PATH").unwrap_or_default());
    command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
    Prreport { command, input: Vec::new() }
}

/// Runs `prreport` with these arguments.
pub fn run<S: AsRef<OsStr>>(arguments: impl IntoIterator<Item = S>) -> Run {
    prreport(arguments).run()
}

impl Prreport {
    /// In this folder.
    pub fn within(mut self, folder: &Path) -> Self {
        self.command.current_dir(folder);
        self
    }

    /// With this variable set.
    pub fn with(mut self, name: &str, value: &str) -> Self {
        self.command.env(name, value);
        self
    }

    /// With these bytes on standard input.
    pub fn reading(mut self, bytes: &[u8]) -> Self {
        self.input = bytes.to_vec();
        self.command.stdin(Stdio::piped());
        self
    }

    /// With standard output going somewhere else than to the test.
    pub fn writing_to(mut self, out: impl Into<Stdio>) -> Self {
        self.command.stdout(out);
        self
    }

    /// Runs it to its end. A panic or a signal fails the test.
    pub fn run(mut self) -> Run {
        let mut child = self.command.spawn().expect("the program starts");
        // In a thread: both sides would wait for each other over a full pipe.
        let stdin = child.stdin.take();
        let writer = std::thread::spawn(move || stdin.map(|mut stdin| stdin.write_all(&self.input)));
        let output = child.wait_with_output().expect("the program ends");
        // The program may stop reading early; that is its business.
        let _ = writer.join().expect("writing does not panic");
        let err = String::from_utf8(output.stderr).expect("messages are UTF-8");
        let code = output.status.code().unwrap_or_else(|| panic!("killed: {}\n{err}", output.status));
        assert!(!err.contains("panicked at"), "the program panicked:\n{err}");
        Run { code, out: output.stdout, err }
    }
}

impl Run {
    /// Standard output as text.
    pub fn text(&self) -> &str {
        std::str::from_utf8(&self.out).expect("the output is UTF-8")
    }

    /// Standard output as JSON.
    pub fn json(&self) -> Value {
        serde_json::from_slice(&self.out)
            .unwrap_or_else(|error| panic!("not JSON: {error}\n{}\n{}", self.text(), self.err))
    }

    /// Fails unless it ended with this code.
    #[track_caller]
    pub fn expect(self, code: i32) -> Self {
        assert_eq!(self.code, code, "exit code\n{}\n{}", String::from_utf8_lossy(&self.out), self.err);
        self
    }

    /// Fails unless standard error holds each of these.
    #[track_caller]
    pub fn says(self, words: &[&str]) -> Self {
        for word in words {
            assert!(self.err.contains(word), "{word:?} is not in\n{}", self.err);
        }
        self
    }
}

/// A folder of its own for one test, with one report in it.
pub struct Desk(tempfile::TempDir);

/// The name of the report on a desk.
pub const REPORT: &str = "report.json";

impl Desk {
    /// A desk with `samples/minimal.json`.
    pub fn new() -> Self {
        Self::with(&std::fs::read(root().join("samples/minimal.json")).unwrap())
    }

    /// A desk with a report of these bytes.
    pub fn with(report: &[u8]) -> Self {
        let desk = Self(tempfile::TempDir::new().unwrap());
        desk.put(REPORT, report);
        desk
    }

    /// Where it is.
    pub fn folder(&self) -> &Path {
        self.0.path()
    }

    /// Writes a file.
    pub fn put(&self, name: &str, bytes: impl AsRef<[u8]>) {
        std::fs::write(self.folder().join(name), bytes).unwrap();
    }

    /// Reads a file.
    #[track_caller]
    pub fn get(&self, name: &str) -> String {
        let path = self.folder().join(name);
        std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
    }

    /// The names of all files and folders, hidden ones too.
    pub fn names(&self) -> Vec<String> {
        files_of(self.folder()).iter().map(|path| path.file_name().unwrap().to_string_lossy().into_owned()).collect()
    }

    /// Prepares `prreport` in this folder.
    pub fn prreport(&self, arguments: &[&str]) -> Prreport {
        prreport(arguments).within(self.folder())
    }

    /// Runs `prreport` in this folder.
    pub fn run(&self, arguments: &[&str]) -> Run {
        self.prreport(arguments).run()
    }
}

/// What a script of `tests/browser` or `tests/tools` prints as JSON.
#[track_caller]
pub fn node<S: AsRef<OsStr>>(script: &str, arguments: impl IntoIterator<Item = S>) -> Value {
    const REMEDY: &str = "`tests/run` installs what this test needs, or says it: Node.js 20.19 or later with npm, Chromium \
        (Debian: apt-get install nodejs npm chromium; elsewhere set CHROMIUM to the browser), and `npm ci` in tests/tools";
    let output =
        Command::new("node").arg(root().join("tests").join(script)).args(arguments).stdin(Stdio::null()).output();
    let output = output.unwrap_or_else(|error| panic!("node does not start: {error}\n{REMEDY}"));
    let err = String::from_utf8_lossy(&output.stderr);
    match output.status.code() {
        Some(0) => serde_json::from_slice(&output.stdout).expect("the scripts print JSON"),
        Some(2) => panic!("{err}{REMEDY}"),
        _ => panic!("{script}: {err}"),
    }
}
