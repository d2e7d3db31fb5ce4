//! `--repo`: repository and commit from a git working copy. Needs the program `git`.

use crate::support::{Desk, REPORT, input};
use std::path::Path;
use std::process::Command;

/// Runs git in a folder, without the settings of the machine.
fn git(folder: &Path, arguments: &[&str]) -> String {
    let output = Command::new("git")
        .arg("-C")
        .arg(folder)
        .args(arguments)
        .env("GIT_CONFIG_GLOBAL", "/dev/null")
        .env("GIT_CONFIG_NOSYSTEM", "1")
        .envs([("GIT_AUTHOR_NAME", "a"), ("GIT_AUTHOR_EMAIL", "a@b"), ("GIT_COMMITTER_NAME", "a")])
        .env("GIT_COMMITTER_EMAIL", "a@b")
        .output()
        .expect("git is installed (Debian's package git)");
    assert!(output.status.success(), "git {arguments:?}: {}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).unwrap().trim().to_owned()
}

/// A desk whose folder is a working copy of `acme/tool` with one commit.
fn working_copy(report: &[u8]) -> (Desk, String) {
    let desk = Desk::with(report);
    git(desk.folder(), &["init", "--quiet", "--initial-branch", "main"]);
    git(desk.folder(), &["remote", "add", "origin", "git@github.com:acme/tool.git"]);
    git(desk.folder(), &["commit", "--quiet", "--allow-empty", "--message", "one"]);
    let head = git(desk.folder(), &["rev-parse", "HEAD"]);
    (desk, head)
}

fn minimal(metadata: &str) -> Vec<u8> {
    let text = std::fs::read_to_string(crate::support::root().join("samples/minimal.json")).unwrap();
    let mut report: serde_json::Value = serde_json::from_str(&text).unwrap();
    let more: serde_json::Value = serde_json::from_str(metadata).unwrap();
    report["metadata"].as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
    report.to_string().into_bytes()
}

#[test]
fn repository_and_commit_come_from_the_working_copy() {
    let (desk, head) = working_copy(&std::fs::read(input("producer-security")).unwrap());
    let report = desk.run(&["derive", REPORT, "--repo", ".", "--date", "2026-01-02"]).expect(0).json();
    assert_eq!(report["metadata"]["commit"], head.as_str());
    assert_eq!(report["metadata"]["repository"], serde_json::json!({"owner": "acme", "repo": "tool"}));
    let permalink = report["findings"][0]["findings"][0]["location_permalink"].as_str().unwrap();
    assert_eq!(permalink, format!("https://github.com/acme/tool/blob/{head}/src/export/query.rs#L88-L94"));
}

#[test]
fn the_upstream_commit_goes_before_the_local_one() {
    let (desk, first) = working_copy(&minimal("{}"));
    git(desk.folder(), &["update-ref", "refs/remotes/origin/main", &first]);
    git(desk.folder(), &["config", "branch.main.remote", "origin"]);
    git(desk.folder(), &["config", "branch.main.merge", "refs/heads/main"]);
    git(desk.folder(), &["commit", "--quiet", "--allow-empty", "--message", "two"]);
    let report = desk.run(&["derive", REPORT, "--repo", "."]).expect(0).json();
    assert_eq!(report["metadata"]["commit"], first.as_str());
}

#[test]
fn what_the_report_says_stays_and_a_difference_is_a_warning() {
    let commit = "9f2c4e6a8b0d1f3e5a7c9b1d3f5e7a9c0b2d4f6e";
    let said = format!(r#"{{"commit": "{commit}", "repository": {{"owner": "acme-pay", "repo": "ledger"}}}}"#);
    let (desk, _) = working_copy(&minimal(&said));
    let run = desk.run(&["derive", REPORT, "--repo", "."]).expect(0);
    assert_eq!(run.json()["metadata"]["commit"], commit);
    assert_eq!(run.json()["metadata"]["repository"]["owner"], "acme-pay");
    assert_eq!(run.err.matches("warning[working-copy-differs]").count(), 2, "{}", run.err);
}

#[test]
fn a_short_commit_is_expanded_in_the_working_copy() {
    // Without --repo the schema refuses it.
    let (desk, head) = working_copy(&minimal("{}"));
    desk.put(REPORT, minimal(&format!(r#"{{"commit": "{}"}}"#, &head[..10])));
    let report = desk.run(&["derive", REPORT, "--repo", "."]).expect(0).json();
    assert_eq!(report["metadata"]["commit"], head.as_str());
    desk.put(REPORT, minimal(r#"{"commit": "0000000"}"#));
    let unknown = desk.run(&["derive", REPORT, "--repo", "."]);
    assert_ne!(unknown.code, 0);
    unknown.says(&["0000000", "40 hex digits"]);
    desk.run(&["derive", REPORT]).expect(1).says(&["40 hex digits"]);
}

#[test]
fn another_host_gives_permalinks_only_when_it_is_named() {
    let (desk, head) = working_copy(&std::fs::read(input("producer-security")).unwrap());
    git(desk.folder(), &["remote", "set-url", "origin", "https://github.example.com/acme/tool"]);
    let arguments = ["derive", REPORT, "--repo", ".", "--date", "2026-01-02"];
    let report = desk.run(&arguments).expect(0).json();
    assert_eq!(report["metadata"].get("repository"), None);
    let named = desk.run(&[&arguments[..], &["--host", "github.example.com"]].concat()).expect(0).json();
    let permalink = named["findings"][0]["findings"][0]["location_permalink"].as_str().unwrap();
    assert!(permalink.starts_with(&format!("https://github.example.com/acme/tool/blob/{head}/")), "{permalink}");
}

#[test]
fn a_folder_without_a_repository_is_refused() {
    let desk = Desk::new();
    desk.prreport(&["derive", REPORT, "--repo", "."])
        .with("GIT_CEILING_DIRECTORIES", desk.folder().parent().unwrap().to_str().unwrap())
        .run()
        .expect(2)
        .says(&["not a git working copy"]);
    desk.run(&["derive", REPORT, "--repo", "missing"]).expect(2).says(&["missing", "not a git working copy"]);
}
