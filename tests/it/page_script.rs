//! The page's script in a real browser: `tests/browser/page.mjs` acts as a reader, this judges what it saw.

use std::path::{Path, PathBuf};
use std::process::Command;

fn rendered(report: &str, name: &str, more: &[&str]) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR"));
    let page = folder.join(name);
    let report = Path::new(env!("CARGO_MANIFEST_DIR")).join(report);
    let run = Command::new(env!("CARGO_BIN_EXE_prreport"))
        .arg("render")
        .arg(report)
        .arg(format!("--html={}", page.display()))
        .args(more)
        .output()
        .unwrap();
    assert!(run.status.success(), "{}", String::from_utf8_lossy(&run.stderr));
    page
}

fn driven(page: &Path, flags: &[&str]) {
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/browser/page.mjs");
    let run = Command::new("node").arg(script).arg(page).args(flags).output().unwrap();
    assert!(run.status.success(), "{}", String::from_utf8_lossy(&run.stderr));
    let seen: serde_json::Value = serde_json::from_slice(&run.stdout).unwrap();
    assert!(seen["checks"].as_u64() > Some(0));
    for problem in ["failures", "cspViolations", "consoleErrors", "requests", "dialogs"] {
        assert_eq!(seen[problem], serde_json::json!([]), "{problem}");
    }
}

#[test]
fn filters_search_order_links_keys_and_print_do_what_they_say() {
    driven(&rendered("samples/review.json", "script-review.html", &[]), &[]);
}

#[test]
fn a_hostile_report_stays_text_under_every_control() {
    driven(&rendered("tests/page/hostile.json", "script-hostile.html", &[]), &["--hostile"]);
}

#[test]
fn script_and_style_of_a_page_stay_small() {
    let page = std::fs::read_to_string(rendered("samples/minimal.json", "script-size.html", &[])).unwrap();
    for (element, most) in [("script", 20_480), ("style", 20_480)] {
        let (_, rest) = page.split_once(&format!("<{element}>")).unwrap();
        let (body, _) = rest.split_once(&format!("</{element}>")).unwrap();
        assert!(body.len() <= most, "{element}: {} bytes", body.len());
        assert!(!body.contains("//  ") && body.lines().all(|line| line == line.trim()));
    }
    let source = include_str!("../../assets/page/script.js");
    let odd = source
        .lines()
        .filter(|line| line.matches('`').count() % 2 == 1 && !line.contains("\"`\"") && !line.contains("/["));
    assert_eq!(odd.collect::<Vec<_>>(), Vec::<&str>::new(), "a text over several lines would lose its indentation");
}
