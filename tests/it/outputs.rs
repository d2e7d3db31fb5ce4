//! Where documents go: every way to name a target, and what is left when something fails.

use crate::support::{Desk, REPORT, root};
use std::path::Path;

/// A report that is refused, for runs that must fail after the targets were checked.
const INVALID: &str = "{\"schema_version\": \"2.0.0\"}";

#[test]
fn every_way_to_name_a_target_writes_what_it_says() {
    for (arguments, written) in [
        (&["--html"][..], &["report.html"][..]),
        (&["--md"], &["report.md"]),
        (&["--html", "--md"], &["report.html", "report.md"]),
        (&["--html=a.html", "--md=b.txt"], &["a.html", "b.txt"]),
        (&["-o", "page.html"], &["page.html"]),
        (&["-o", "PAGE.HTM"], &["PAGE.HTM"]),
        (&["-o", "page.markdown"], &["page.markdown"]),
        (&["--md", "-o", "notes"], &["notes"]),
        (&["--html=a.html", "--md", "-o", "b.md"], &["a.html", "b.md"]),
        (&["--html", "-o", "out/"], &["out/report.html"]),
        (&["--html", "--md", "-o", "out/deep/"], &["out/deep/report.html", "out/deep/report.md"]),
        (&["--html=x.html", "--md", "-o", "out/"], &["x.html", "out/report.md"]),
        (&["--html", "-o", "."], &["report.html"]),
    ] {
        let desk = Desk::new();
        let run = desk.run(&[&["render", REPORT], arguments].concat()).expect(0);
        assert_eq!(run.text(), "", "{arguments:?}");
        for name in written {
            let document = desk.get(name);
            let html = name.to_ascii_lowercase().contains(".htm");
            assert_eq!(document.starts_with("<!doctype html>"), html, "{name} of {arguments:?}");
            assert_eq!(document.starts_with("# "), !html, "{name} of {arguments:?}");
            assert!(run.err.contains(&format!("{name}\n")), "{name} is not listed in {:?}", run.err);
        }
        assert_eq!(run.err.lines().count(), written.len(), "{}", run.err);
    }
}

#[test]
fn a_dash_is_standard_input_and_standard_output() {
    let desk = Desk::new();
    let report = desk.get(REPORT);
    let stdin = |arguments: &[&str]| desk.prreport(arguments).reading(report.as_bytes()).run();
    let html = stdin(&["render", "-", "--html=-"]).expect(0);
    assert!(html.text().starts_with("<!doctype html>") && html.text().trim_end().ends_with("</html>"));
    assert_eq!(html.err, "");
    assert_eq!(stdin(&["render", "-", "--html", "-o", "-"]).expect(0).out, html.out);
    assert!(stdin(&["render", "-", "--md=-"]).expect(0).text().starts_with("# tinytally\n"));
    assert_eq!(stdin(&["derive", "-"]).expect(0).out, desk.run(&["derive", REPORT]).expect(0).out);
    assert!(stdin(&["validate", "-"]).expect(0).text().starts_with("stdin: valid"));
    stdin(&["render", "-", "--html", "-o", "out/"]).expect(0);
    assert!(desk.folder().join("out/stdin.html").is_file());
    desk.run(&["render", REPORT, "--html=-", "--md=notes.md"]).expect(0).says(&["wrote notes.md"]);
}

#[test]
fn what_names_no_target_is_refused_with_the_way_out() {
    for (arguments, words) in [
        (&["report.json", "-o", "page.txt"][..], &["page.txt", ".html, .pdf or .md"][..]),
        (&["report.json", "-o", "page"], &["page", "--html"]),
        (&["report.json", "-o", "-"], &["-o -", "--html, --pdf or --md"]),
        (&["report.json", "-o", "."], &["folder", "--html, --pdf or --md"]),
        (&["report.json", "--html", "--md", "-o", "page.html"], &["several formats", "folder"]),
        (&["report.json", "--html=a.html", "-o", "b.html"], &["-o"]),
        (&["report.json", "--html=-", "--md=-"], &["standard output"]),
        (&["-", "--html"], &["--html=FILE", "-o FILE"]),
        (&["report.json", "--html=no/such/folder/a.html"], &["no folder no/such/folder"]),
        (&["report.json", "--html=report.json/a.html"], &["no folder report.json"]),
        (&["report.json", "--html", "page.html"], &["page.html", "--html=page.html"]),
        (&["report.json", "--md", "notes.md"], &["notes.md", "--md=notes.md"]),
        (&["report.json", "--html=here"], &["here", "it is a folder; name a file in it"]),
    ] {
        let desk = Desk::new();
        std::fs::create_dir(desk.folder().join("here")).unwrap();
        let run = desk.run(&[&["render"], arguments].concat()).expect(2).says(words);
        assert_eq!(run.err.lines().count(), 1, "one sentence: {}", run.err);
        assert_eq!(desk.names(), ["here", REPORT], "{arguments:?} left something");
    }
}

#[test]
fn a_target_that_ends_in_a_slash_is_a_folder_that_is_not_there() {
    let run = Desk::new().run(&["render", REPORT, "--html=new/"]).expect(2);
    assert!(!run.err.contains("is a file"), "{}", run.err);
}

#[test]
fn two_documents_never_share_a_path() {
    // Also by two spellings of a path that does not exist yet.
    for (first, second) in [("--html=x", "--md=x"), ("--html=x", "--md=./x"), ("--html=here/../x", "--md=x")] {
        for exists in [true, false] {
            let desk = Desk::new();
            std::fs::create_dir(desk.folder().join("here")).unwrap();
            if exists {
                desk.put("x", "old");
            }
            let run = desk.run(&["render", REPORT, first, second]);
            assert_eq!(run.code, 2, "{first} {second} with the file {exists}: {}", run.err);
            assert_eq!(desk.names().contains(&"x".to_owned()), exists);
        }
    }
}

#[test]
fn targets_are_checked_before_the_input_is_parsed() {
    let desk = Desk::with(b"no JSON at all");
    for arguments in [&["render", REPORT, "--html=no/a.html"][..], &["derive", REPORT, "-o", "no/a.json"]] {
        let run = desk.run(arguments).expect(2).says(&["no folder no"]);
        assert!(!run.err.contains("json-syntax"), "{}", run.err);
    }
}

#[test]
fn the_path_is_named_as_the_caller_wrote_it() {
    let desk = Desk::new();
    let first = desk.run(&["render", REPORT, "--html=page.html"]).expect(0).err;
    assert_eq!(first, "wrote page.html\n");
    assert_eq!(desk.run(&["render", REPORT, "--html=page.html"]).expect(0).err, first);
}

#[test]
fn whatever_fails_the_old_files_stay_and_nothing_new_appears() {
    let v3 = std::fs::read(crate::support::input("review-v3")).unwrap();
    for (report, arguments, code) in [
        (INVALID.as_bytes(), &["--html", "--md"][..], 1),
        (b"{", &["--html", "--md"], 2),
        (&v3, &["--html", "--md", "--deny-warnings"], 1),
        (&v3, &["--html", "--md", "--strict-v4"], 1),
        (&v3, &["--html", "--md=no/such/folder.md"], 2),
        (&v3, &["--html", "--md=/dev/full"], 2),
        (&v3, &["--md", "--html=/dev/full"], 2),
        (&v3, &["--html", "--metadata", "nowhere.json"], 2),
        (&v3, &["--html", "--repo", "."], 2),
    ] {
        let desk = Desk::with(report);
        desk.put("report.html", "old page");
        desk.run(&[&["render", REPORT], arguments].concat()).expect(code);
        assert_eq!(desk.get("report.html"), "old page", "{arguments:?}");
        assert_eq!(desk.names(), ["report.html", REPORT], "{arguments:?} left something");
        assert_eq!(desk.get(REPORT).as_bytes(), report);
    }
}

#[test]
fn a_failed_run_leaves_no_folder_behind() {
    // `-o DIR/` makes the folder, but only when there is something to put into it.
    let desk = Desk::with(INVALID.as_bytes());
    desk.run(&["render", REPORT, "--html", "-o", "out/"]).expect(1);
    assert_eq!(desk.names(), [REPORT]);
}

#[test]
#[cfg(unix)]
fn the_input_is_never_overwritten() {
    let desk = Desk::new();
    let report = desk.get(REPORT);
    std::os::unix::fs::symlink(REPORT, desk.folder().join("link.md")).unwrap();
    std::fs::hard_link(desk.folder().join(REPORT), desk.folder().join("hard.md")).unwrap();
    std::fs::create_dir(desk.folder().join("here")).unwrap();
    let absolute = desk.folder().join(REPORT).to_string_lossy().into_owned();
    for target in [REPORT, "./report.json", "here/../report.json", "link.md", "hard.md", &absolute] {
        for input in [REPORT, "./report.json", "link.md", "hard.md"] {
            let md = format!("--md={target}");
            for arguments in [
                &["render", input, &md][..],
                &["render", input, "--md", "-o", target],
                &["derive", input, "-o", target],
            ] {
                desk.run(arguments).expect(2).says(&["is the input, which is never overwritten"]);
                assert_eq!(desk.get(REPORT), report, "{arguments:?}");
            }
        }
    }
    desk.put("page.md", &report);
    desk.run(&["render", "page.md", "--md"]).expect(2).says(&["never overwritten"]);
    assert_eq!(desk.get("page.md"), report);
}

#[test]
#[cfg(unix)]
fn a_target_behind_a_link_is_replaced_and_the_link_stays() {
    let desk = Desk::new();
    desk.put("real.md", "old");
    std::os::unix::fs::symlink("real.md", desk.folder().join("link.md")).unwrap();
    desk.run(&["render", REPORT, "--md=link.md"]).expect(0);
    assert!(desk.folder().join("link.md").is_symlink());
    assert!(desk.get("real.md").starts_with("# "));
}

#[test]
#[cfg(unix)]
fn a_file_keeps_its_mode_and_a_read_only_one_is_refused() {
    use std::os::unix::fs::PermissionsExt;
    let desk = Desk::new();
    let page = desk.folder().join("page.md");
    let mode = |mode| std::fs::set_permissions(&page, std::fs::Permissions::from_mode(mode)).unwrap();
    desk.put("page.md", "old");
    mode(0o640);
    desk.run(&["render", REPORT, "--md=page.md"]).expect(0);
    assert_eq!(std::fs::metadata(&page).unwrap().permissions().mode() & 0o777, 0o640);
    let before = desk.get("page.md");
    mode(0o440);
    desk.run(&["render", REPORT, "--md=page.md"]).expect(2).says(&["read-only"]);
    assert_eq!(desk.get("page.md"), before);
}

#[test]
#[cfg(unix)]
fn a_folder_that_may_not_be_written_is_refused_in_words() {
    use std::os::unix::fs::PermissionsExt;
    let desk = Desk::new();
    let folder = desk.folder().join("locked");
    std::fs::create_dir(&folder).unwrap();
    std::fs::set_permissions(&folder, std::fs::Permissions::from_mode(0o555)).unwrap();
    if std::fs::write(folder.join("probe"), "").is_ok() {
        return; // root may write everywhere
    }
    desk.run(&["render", REPORT, "--md=locked/a.md"]).expect(2).says(&["locked/a.md", "permission denied"]);
}

#[test]
#[cfg(target_os = "linux")]
fn a_full_disk_is_told_in_words() {
    let desk = Desk::new();
    let full = || std::fs::OpenOptions::new().write(true).open("/dev/full").unwrap();
    for arguments in [
        &["render", REPORT][..],
        &["render", REPORT, "--html=-"],
        &["render", REPORT, "--md=-", "--html"],
        &["derive", REPORT],
        &["validate", REPORT],
        &["validate", REPORT, "--json"],
        &["schema", "report"],
    ] {
        desk.prreport(arguments).writing_to(full()).run().expect(2).says(&["standard output", "disk is full"]);
        assert_eq!(desk.names(), [REPORT], "{arguments:?} left something");
    }
    desk.run(&["render", REPORT, "--html=/dev/full"]).expect(2).says(&["/dev/full", "disk is full"]);
    desk.run(&["derive", REPORT, "-o", "/dev/full"]).expect(2).says(&["/dev/full", "disk is full"]);
}

#[test]
fn a_closed_pipe_ends_quietly() {
    let desk = Desk::with(&std::fs::read(root().join("samples/review.json")).unwrap());
    for arguments in [
        &["render", REPORT][..],
        &["render", REPORT, "--html=-"],
        &["render", REPORT, "--md=-"],
        &["derive", REPORT],
        &["validate", REPORT],
        &["schema", "report"],
        &["--help"],
    ] {
        let (reader, writer) = std::io::pipe().unwrap();
        drop(reader);
        let run = desk.prreport(arguments).writing_to(writer).run().expect(0);
        assert_eq!(run.err, "", "{arguments:?}");
    }
}

#[test]
fn the_bytes_are_the_same_on_every_run_and_everywhere() {
    let sample = root().join("samples/review.json");
    let sample = sample.to_str().unwrap();
    let elsewhere = Desk::new();
    for output in [&["render", "--html=-"][..], &["render", "--md=-"], &["render"], &["derive"]] {
        let arguments = [&output[..1], &[sample], &output[1..]].concat();
        let first = crate::support::run(&arguments).expect(0);
        let variants = [
            crate::support::prreport(&arguments),
            crate::support::prreport(&arguments).within(Path::new("/")),
            elsewhere.prreport(&arguments).with("TZ", "Pacific/Kiritimati").with("LANG", "tr_TR.UTF-8"),
            crate::support::prreport(&arguments).with("LC_ALL", "ar_EG.UTF-8").with("SOURCE_DATE_EPOCH", "1"),
            crate::support::prreport(&arguments).with("RAYON_NUM_THREADS", "1").with("CI", "1").with("COLUMNS", "20"),
        ];
        for variant in variants {
            assert_eq!(variant.run().expect(0).out, first.out, "{output:?}");
        }
    }
}
