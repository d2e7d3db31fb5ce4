//! Several reports at once: a folder of documents and an index over them.

use crate::support::{Desk, REPORT, files_of, node, prreport, root, samples};
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::path::Path;

/// A report with this many findings of one overall severity; without a date, the bare array of a producer.
fn report(project: &str, date: &str, findings: usize, rating: f64, merge_class: Option<&str>) -> String {
    let mut report: Value =
        serde_json::from_slice(&std::fs::read(root().join("samples/minimal.json")).unwrap()).unwrap();
    report["metadata"]["project"] = json!(project);
    report["metadata"]["date"] = json!(date);
    report["summary_statistics"]["total_findings"] = json!(findings);
    let finding = report["findings"][0]["findings"][0].clone();
    let one = |nth: usize| {
        let mut finding = finding.clone();
        let id = finding["id"].as_str().unwrap().rsplit_once('-').unwrap().0.to_owned();
        finding["id"] = json!(format!("{id}-{nth:03}"));
        for key in ["likelihood", "impact", "relevance"] {
            finding[key] = json!(rating);
        }
        if let Some(class) = merge_class {
            finding["merge_class"] = json!(class);
            finding["intent_basis"] = json!("security: any user can do it.");
        }
        finding
    };
    report["findings"][0]["findings"] = (1..=findings).map(one).collect();
    if date.is_empty() { report["findings"].to_string() } else { report.to_string() }
}

#[test]
fn what_is_long_folds_and_is_there_in_full() {
    let desk = Desk::new();
    let mut long: Value = serde_json::from_str(&report("alpha", "2026-02-01", 130, 0.8, None)).unwrap();
    let code = |lines: usize| json!([{ "content": "x\n".repeat(lines) }]);
    long["findings"][0]["findings"][0]["code_snippets"] = code(41);
    long["findings"][0]["findings"][1]["code_snippets"] = code(40);
    desk.put("long.json", long.to_string());
    desk.run(&["render", "long.json", "--html=long.html"]).expect(0);
    let page = desk.get("long.html");
    let (_, first) = page.split_once("id=\"first\"").unwrap();
    let (first, _) = first.split_once("</section>").unwrap();
    let (in_sight, folded) = first.split_once("<details><summary>80 more</summary>").unwrap();
    let rows = |part: &str| part.matches("class=\"ref\"").count();
    assert_eq!((rows(in_sight), rows(folded)), (50, 80));
    assert_eq!(page.matches("<details class=\"code\" open>").count(), 1, "of code, what has more than 40 lines");
    assert_eq!(page.matches("<figure class=\"code\">").count(), 1);
    // A list that can be taken in at a glance is whole.
    desk.put("short.json", report("alpha", "2026-02-01", 120, 0.8, None));
    desk.run(&["render", "short.json", "--html=short.html"]).expect(0);
    assert!(!desk.get("short.html").contains(" more</summary>"));
}

/// Four reports, one of them cut off.
fn desk() -> Desk {
    let desk = Desk::new();
    std::fs::create_dir(desk.folder().join("in")).unwrap();
    desk.put("in/b.json", report("beta", "2026-02-01", 2, 0.8, None));
    desk.put("in/a.json", report("alpha", "", 10, 0.3, None));
    desk.put("in/bad.json", "{\"schema_version\": ");
    desk.put("in/c.json", report("gamma", "2026-03-01", 1, 0.95, Some("blocking")));
    desk
}

const FOUR: [&str; 4] = ["in/b.json", "in/a.json", "in/bad.json", "in/c.json"];

/// What is below a folder, by name.
fn contents(folder: &Path) -> BTreeMap<String, Vec<u8>> {
    let name = |path: &Path| path.file_name().unwrap().to_string_lossy().into_owned();
    files_of(folder).iter().map(|path| (name(path), std::fs::read(path).unwrap())).collect()
}

fn render(desk: &Desk, inputs: &[&str], options: &[&str]) -> crate::support::Run {
    desk.run(&[&["render"], inputs, options].concat())
}

/// Where the links of an index lead, decoded.
fn links(page: &str) -> Vec<String> {
    let decode = |link: &str| {
        let mut bytes = Vec::new();
        let mut rest = link.bytes();
        while let Some(byte) = rest.next() {
            bytes.push(if byte == b'%' {
                let digits: Vec<u8> = rest.by_ref().take(2).collect();
                u8::from_str_radix(std::str::from_utf8(&digits).unwrap(), 16).unwrap()
            } else {
                byte
            });
        }
        String::from_utf8(bytes).unwrap()
    };
    let hrefs = page.split("href=\"").skip(1).map(|rest| rest.split('"').next().unwrap());
    hrefs.filter(|href| !href.starts_with('#')).map(decode).collect()
}

#[test]
fn every_report_gets_a_page_and_the_index_leads_to_it() {
    let desk = Desk::new();
    let reports = samples();
    let inputs: Vec<&str> = reports.iter().map(|path| path.to_str().unwrap()).collect();
    let run = render(&desk, &inputs, &["--html", "-o", "site"]).expect(0);
    assert_eq!(run.text(), "");
    let site = contents(&desk.folder().join("site"));
    let index = String::from_utf8(site["index.html"].clone()).unwrap();
    let pages: Vec<String> =
        reports.iter().map(|path| format!("{}.html", path.file_stem().unwrap().to_string_lossy())).collect();
    assert_eq!(links(&index), pages, "in the order they were given");
    assert_eq!(site.len(), pages.len() + 1);
    for (report, page) in inputs.iter().zip(&pages) {
        let alone = prreport(["render", report, "--html=-"]).run().expect(0);
        assert_eq!(site[page], alone.out, "{page} is the page that the report alone makes");
        assert!(run.err.contains(&format!("wrote site/{page}\n")), "{}", run.err);
    }
    run.says(&["wrote site/index.html\n", &format!("all {} reports are rendered", pages.len())]);
}

#[test]
fn a_report_that_cannot_be_read_leaves_the_others_be() {
    let desk = desk();
    let run = render(&desk, &FOUR, &["--html", "--md", "-o", "site/"]).expect(2);
    let run = run.says(&[
        "in/bad.json:1:19",
        "in/bad.json: left out, not valid: 1 error\n",
        "1 of 4 reports is left out: in/bad.json\n",
    ]);
    assert!(!run.err.contains('\u{1b}') && !run.err.contains('\r'), "no bar where nobody watches: {:?}", run.err);
    let site = contents(&desk.folder().join("site"));
    let names: Vec<&str> = site.keys().map(String::as_str).collect();
    assert_eq!(names, ["a.html", "a.md", "b.html", "b.md", "c.html", "c.md", "index.html"]);
    let index = String::from_utf8(site["index.html"].clone()).unwrap();
    assert_eq!(links(&index), ["b.html", "b.md", "a.html", "a.md", "c.html", "c.md"]);
    for said in
        ["1 of 4 reports has blocking findings", "1 report has no documents.", "<bdi>bad</bdi>", "Not valid: 1 error"]
    {
        assert!(index.contains(said), "{said}");
    }

    desk.put("in/bad.json", "{\"schema_version\": \"2.0.0\"}");
    let missing = [FOUR.as_slice(), &["in/none.json"]].concat();
    render(&desk, &FOUR, &["--html", "-o", "site"]).expect(1).says(&["in/bad.json: left out, not valid: 1 error"]);
    render(&desk, &missing, &["--html", "-o", "site"]).expect(2).says(&[
        "can't read in/none.json: there is no such file",
        "2 of 5 reports are left out: in/bad.json, in/none.json",
    ]);
    render(&desk, &["in/b.json", "in/a.json"], &["--html", "--deny-warnings", "-o", "strict"])
        .expect(1)
        .says(&["in/a.json: left out for 4 warnings (--deny-warnings)"]);
    assert!(!desk.folder().join("strict/a.html").exists() && desk.folder().join("strict/b.html").exists());
}

#[test]
fn the_index_says_of_which_report_a_part_is_missing() {
    let desk = desk();
    desk.put("in/part.json", report("delta", "2026-04-01", 1, 0.8, None).replace("0.8", "1.8"));
    let inputs = ["in/b.json", "in/part.json"];
    render(&desk, &inputs, &["--html", "-o", "site/", "--lenient"]).expect(1);
    let index = desk.get("site/index.html");
    let row =
        |name: &str| index.lines().find(|line| line.contains(&format!("href=\"{name}.html\""))).unwrap().to_owned();
    assert!(row("part").contains("incomplete") && !row("b").contains("incomplete"));
}

#[test]
fn a_gate_watches_all_reports() {
    let desk = desk();
    let inputs = ["in/b.json", "in/a.json", "in/c.json"];
    let run = render(&desk, &inputs, &["--html", "--fail-on", "high", "-o", "site"]).expect(3);
    run.says(&[
        "gate: 3 findings in 2 of 3 reports are high or above: in/b.json, in/c.json\n",
        "wrote site/index.html",
    ]);
    render(&desk, &inputs[..2], &["--html", "--fail-on", "critical", "-o", "site"]).expect(0);
    render(&desk, &FOUR, &["--html", "--fail-on", "high", "-o", "site"])
        .expect(2)
        .says(&["gate: 3 findings in 2 of 4"]);
}

#[test]
fn inputs_of_one_name_stay_apart_and_twice_is_once() {
    let desk = desk();
    for folder in ["x", "y"] {
        std::fs::create_dir(desk.folder().join(folder)).unwrap();
        desk.put(&format!("{folder}/r.json"), report(folder, "2026-01-01", 1, 0.5, None));
    }
    desk.put("x/index.json", report("index", "2026-01-01", 1, 0.5, None));
    desk.put("x/a b#?%\"é&.json", report("odd", "2026-01-01", 1, 0.5, None));
    render(&desk, &["x", "y/r.json", "x/r.json", "./y/r.json"], &["--html", "-o", "site"]).expect(0);
    let site = contents(&desk.folder().join("site"));
    let names: Vec<&str> = site.keys().map(String::as_str).collect();
    assert_eq!(names, ["a b#?%\"é&.html", "index.html", "x-index.html", "x-r.html", "y-r.html"]);
    let index = String::from_utf8(site["index.html"].clone()).unwrap();
    assert_eq!(links(&index), ["a b#?%\"é&.html", "x-index.html", "x-r.html", "y-r.html"]);

    let stdin = desk.prreport(&["render", "-", "x/r.json", "-", "--md", "-o", "notes"]);
    stdin.reading(report("in", "2026-01-01", 1, 0.5, None).as_bytes()).run().expect(0);
    let names: Vec<String> = contents(&desk.folder().join("notes")).into_keys().collect();
    assert_eq!(names, ["r.md", "stdin.md"], "an index is a page, and no page is asked for");
}

#[test]
fn what_several_reports_can_not_be_written_to_is_said_before_work_starts() {
    for (options, words) in [
        (&["-o", "site"][..], &["need a format and a folder", "add --html -o FOLDER/"][..]),
        (&["--html"], &["need a format and a folder", "add -o FOLDER/"]),
        (&[], &["several reports (4)", "--html -o FOLDER/"]),
        (&["--html=page.html"], &["--html=page.html names one file", "--html -o FOLDER/"]),
        (&["--html", "-o", "page.html"], &["-o page.html names one file", "-o FOLDER/"]),
        (&["--html", "-o", "-"], &["can't go to standard output", "-o FOLDER/"]),
        (&["--html", "-o", REPORT], &["it is a file, and several reports need a folder"]),
        (&["--html", "-o", "report.json/site"], &["report.json/site", "not a folder"]),
        (&["--html", "-o", "taken"], &["taken/c.html", "it is a folder"]),
        (&["--html", "-o", "over"], &["over/index.html", "it is a folder"]),
    ] {
        let desk = desk();
        for folder in ["taken/c.html", "over/index.html"] {
            std::fs::create_dir_all(desk.folder().join(folder)).unwrap();
        }
        let before = desk.names();
        render(&desk, &FOUR, options).expect(2).says(words);
        assert_eq!(desk.names(), before, "{options:?} left something");
        assert_eq!(files_of(&desk.folder().join("taken")).len(), 1);
    }
    let desk = desk();
    // Behind a link an input may stand where a document is to go.
    std::fs::create_dir(desk.folder().join("site")).unwrap();
    desk.put("site/c.html", report("html", "2026-01-01", 1, 0.5, None));
    std::os::unix::fs::symlink("../site/c.html", desk.folder().join("in/link.json")).unwrap();
    let run = render(&desk, &["in/link.json", "in/c.json"], &["--html", "-o", "site"]).expect(2);
    run.says(&["site/c.html", "it is an input, which is never overwritten"]);
    render(&desk, &["here"], &["--html", "-o", "site"]).expect(2).says(&["can't read here"]);
}

#[test]
fn the_number_of_threads_changes_nothing() {
    let desk = desk();
    for at in 0..40 {
        desk.put(&format!("in/r{at}.json"), report("many", "2026-01-01", at % 7, 0.5, None));
    }
    let run = |threads: &str, out: &str| {
        let arguments = ["render", "in", "--html", "--md", "-o", out];
        let run = desk.prreport(&arguments).with("RAYON_NUM_THREADS", threads).run().expect(2);
        (contents(&desk.folder().join(out)), run.err.replace(&format!("{out}/"), ""))
    };
    let (files, said) = run("1", "one");
    assert_eq!(files.len(), 2 * 43 + 1);
    for threads in ["2", "7"] {
        let (others, said_then) = run(threads, threads);
        assert!(files == others, "{threads} threads write other bytes");
        assert_eq!(said, said_then);
    }
}

#[test]
fn the_index_is_accessible_quiet_valid_and_sorts() {
    let desk = desk();
    render(&desk, &FOUR, &["--html", "--md", "-o", "site/"]).expect(2);
    let four = desk.folder().join("site/index.html");
    let inputs = ["hostile", "unicode", "layout", "invalid-seven-errors"].map(crate::support::input);
    let inputs: Vec<&str> = inputs.iter().map(|path| path.to_str().unwrap()).collect();
    render(&desk, &inputs, &["--html", "-o", "hard"]).expect(1);
    let hard = desk.folder().join("hard/index.html");
    let checked = node("browser/check.mjs", ["--index".as_ref(), four.as_os_str(), hard.as_os_str()]);
    assert_eq!(crate::browser::faults(&checked), Vec::<String>::new());
    let valid = node("browser/validate.mjs", [&four, &hard]);
    assert_eq!(valid["errors"], 0, "{:#}", valid["files"]);
    let driven = node("browser/index.mjs", [&four]);
    assert!(driven["checks"].as_u64() > Some(30));
    for problem in ["failures", "cspViolations", "consoleErrors", "requests", "dialogs"] {
        assert_eq!(driven[problem], json!([]), "{problem}");
    }
    let injected = node("browser/check.mjs", ["--inject".as_ref(), four.as_os_str()]);
    assert_eq!((&injected["control"], &injected["ran"]), (&json!(true), &json!(false)), "{injected:#}");
}
