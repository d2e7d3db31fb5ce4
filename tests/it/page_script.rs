//! The page's script in a real browser: `tests/browser/page.mjs` acts as a reader, this judges what it saw.

use crate::support::node;
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
fn decisions_are_made_kept_undone_and_go_back_into_the_report() {
    let page = rendered("samples/review.json", "script-triage.html", &["--triage"]);
    driven(&page, &["--triage"]);
    let export = page.with_file_name("script-triage.html.decisions.json");
    let report = Path::new(env!("CARGO_MANIFEST_DIR")).join("samples/review.json");
    let decided = page.with_file_name("script-decided.json");
    let apply = |decisions: &Path| {
        let program = Command::new(env!("CARGO_BIN_EXE_prreport"))
            .args(["triage", "apply"])
            .args([&report, decisions])
            .arg("-o")
            .arg(&decided)
            .output()
            .unwrap();
        (program.status.code(), String::from_utf8_lossy(&program.stderr).into_owned())
    };
    let (code, said) = apply(&export);
    assert_eq!(code, Some(0), "{said}");
    assert!(said.contains("decided: 1 (DOC-001)") && said.contains("changed: 1 (SEC-001)"), "{said}");
    let whole: serde_json::Value = serde_json::from_slice(&std::fs::read(&decided).unwrap()).unwrap();
    let decision = |id: &str| {
        let all = whole["triage"]["decisions"].as_array().unwrap().clone();
        all.into_iter().filter(|decision| decision["finding_id"] == id).collect::<Vec<_>>()
    };
    assert_eq!(decision("DOC-001")[0]["due_date"], "2026-04-01");
    assert_eq!(decision("SEC-001").len(), 1);
    assert_eq!(decision("SEC-001")[0]["action"], "accept_risk");

    // What the report says then: the accepted one can be left out, and nothing else is.
    let all = std::fs::read_to_string(rendered(decided.to_str().unwrap(), "script-all.html", &[])).unwrap();
    let left =
        std::fs::read_to_string(rendered(decided.to_str().unwrap(), "script-left.html", &["--hide-triaged"])).unwrap();
    let count = |page: &str| page.matches("<article class=\"finding").count();
    assert!(all.contains("id=\"SEC-001\"") && !left.contains("id=\"SEC-001\""));
    assert!(count(&left) < count(&all) && left.contains("Accept the risk"));

    let other = page.with_file_name("script-other.json");
    let text = std::fs::read_to_string(&export).unwrap();
    let (_, rest) = text.split_once("\"report_sha256\": \"").unwrap();
    std::fs::write(&other, format!("{{\"report_sha256\": \"00{}", &rest[2..])).unwrap();
    let (code, said) = apply(&other);
    assert!(code == Some(1) && said.contains("another report"), "{said}");
}

#[test]
fn the_page_is_for_keyboards_zoom_and_screen_readers_in_every_state() {
    driven(&rendered("samples/review.json", "script-access.html", &["--triage"]), &["--access"]);
}

#[test]
fn a_page_to_decide_on_is_valid_and_lets_no_other_script_run() {
    let page = rendered("samples/review.json", "script-valid.html", &["--triage"]);
    let answer = node("browser/validate.mjs", [&page]);
    assert_eq!(answer["errors"], 0, "{:#}", answer["files"]);
    let answer = node("browser/check.mjs", ["--inject".as_ref(), page.as_os_str()]);
    assert_eq!((&answer["control"], &answer["ran"]), (&true.into(), &false.into()), "{answer:#}");
}

#[test]
fn a_style_of_ones_own_applies_and_one_that_fetches_is_refused() {
    let style = Path::new(env!("CARGO_TARGET_TMPDIR")).join("own.css");
    std::fs::write(&style, "body{background:rgb(1,2,3)}\r\n").unwrap();
    let flag = format!("--css={}", style.display());
    let page = rendered("samples/minimal.json", "script-css.html", &[&flag]);
    let check = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/browser/check.mjs");
    let run = Command::new("node").arg(check).arg("--no-axe").arg(&page).output().unwrap();
    let seen: serde_json::Value = serde_json::from_slice(&run.stdout).unwrap();
    let first = &seen["pages"][0];
    assert_eq!(first["background"], "rgb(1, 2, 3)");
    assert_eq!((&first["liveMarkup"], &first["cspViolations"]), (&serde_json::json!([]), &serde_json::json!([])));

    std::fs::write(&style, "body{background:\\75rl(https://e.org/x)}").unwrap();
    let report = Path::new(env!("CARGO_MANIFEST_DIR")).join("samples/minimal.json");
    let mut program = Command::new(env!("CARGO_BIN_EXE_prreport"));
    let run = program.arg("render").arg(report).args(["--html=-", &flag]).output().unwrap();
    assert_eq!(run.status.code(), Some(2));
    assert!(run.stdout.is_empty() && String::from_utf8_lossy(&run.stderr).contains("could reach the network"));
}

#[test]
fn script_and_style_of_every_page_stay_small() {
    let page =
        |name: &str, more: &[&str]| std::fs::read_to_string(rendered("samples/review.json", name, more)).unwrap();
    let plain = page("script-size.html", &[]);
    let triage = page("script-size-triage.html", &["--triage"]);
    let site = Path::new(env!("CARGO_TARGET_TMPDIR")).join("script-size");
    let samples = [Path::new(env!("CARGO_MANIFEST_DIR")).join("samples")];
    let options = ["--html".as_ref(), "-o".as_ref(), site.as_os_str()];
    crate::support::run(["render".as_ref(), samples[0].as_os_str()].into_iter().chain(options)).expect(0);
    let index = std::fs::read_to_string(site.join("index.html")).unwrap();
    for (name, page) in [("a page", plain), ("a page to decide on", triage), ("an index", index)] {
        for (element, most) in [("script", 20_480), ("style", 20_480)] {
            let (_, rest) = page.split_once(&format!("<{element}>")).unwrap();
            let (body, _) = rest.split_once(&format!("</{element}>")).unwrap();
            assert!(body.len() <= most, "{element} of {name}: {} bytes", body.len());
            assert!(body.len() > 1000, "{element} of {name} is not there");
        }
    }
}
