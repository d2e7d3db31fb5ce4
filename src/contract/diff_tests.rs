//! What the diff parser takes, and what it says of the rest.

use super::Diff;

fn table(diff: &str) -> String {
    Diff::parse(diff.as_bytes()).unwrap().table()
}

const ONE: &str = "--- a/x.rs\n+++ b/x.rs\n@@ -5,3 +5,4 @@ fn f() {\n a\n-b\n+c\n+d\n e\n";

#[test]
fn what_git_prints_is_read() {
    let expected = "x.rs: new 5-8 | old 5-7\n";
    let git = format!("diff --git a/x.rs b/x.rs\nindex 1..2 100644\n{ONE}");
    assert_eq!(table(ONE), expected);
    assert_eq!(table(&git), expected);
    assert_eq!(table(&git.replace('\n', "\r\n")), expected);
    assert_eq!(table(&format!("\u{feff}{git}")), expected);
    assert_eq!(table(&git.replace("a/x.rs", "i/x.rs").replace("b/x.rs", "w/x.rs")), expected);
    assert_eq!(table(&git.replace("a/x.rs", "x.rs").replace("b/x.rs", "x.rs")), expected);
    let show = format!("commit 123\nAuthor: A <a@b>\n\n    --- a rule\n    @@ -1 +1 @@\n\n{git}");
    assert_eq!(table(&show), expected);
    let patch =
        format!("From 1 Mon Sep 17\nSubject: [PATCH] x\n\n---\n x.rs | 2 +-\n 1 file changed\n\n{git}-- \n2.43.0\n\n");
    assert_eq!(table(&patch), expected);
}

#[test]
fn files_without_lines_have_no_row() {
    let renamed = "diff --git a/a.rs b/b.rs\nsimilarity index 100%\nrename from a.rs\nrename to b.rs\n";
    let mode = "diff --git a/run.sh b/run.sh\nold mode 100644\nnew mode 100755\n";
    let binary = "diff --git a/l.png b/l.png\nindex 1..2 100644\nBinary files a/l.png and b/l.png differ\n";
    let patch = "diff --git a/m.png b/m.png\nindex 1..2 100644\nGIT binary patch\nliteral 3\nKcmZ-A00031000\n\nliteral 0\nHcmV?d00001\n\n";
    let all = [renamed, mode, binary, patch].concat();
    assert_eq!(table(&all), "(no anchorable lines)\n");
    assert_eq!(table(""), "(no anchorable lines)\n");
    let diff = Diff::parse(all.as_bytes()).unwrap();
    assert_eq!(diff.files.keys().collect::<Vec<_>>(), ["b.rs", "l.png", "m.png", "run.sh"]);
    assert_eq!(diff.files["b.rs"].renamed_from.as_deref(), Some("a.rs"));
}

#[test]
fn names_with_blanks_and_quotes_are_undone() {
    let diff = "diff --git a/old name.md \"b/docs/\\303\\274.md\"\nrename from old name.md\nrename to \"docs/\\303\\274.md\"\n--- a/old name.md\t\n+++ \"b/docs/\\303\\274.md\"\n@@ -1 +1 @@\n-a\n+b\n\\ No newline at end of file\n";
    assert_eq!(table(diff), "docs/ü.md: new 1 | old 1\n");
    let plain =
        "diff --git a/ü ß.md b/ü ß.md\nnew file mode 100644\n--- /dev/null\n+++ b/ü ß.md\t\n@@ -0,0 +1,2 @@\n+a\n+b\n";
    assert_eq!(table(plain), "ü ß.md: new 1-2\n");
    let hostile = "--- a/x\n+++ \"b/x\\n\\033[31m\"\n@@ -0,0 +1 @@\n+a\n";
    assert_eq!(table(hostile), "xU+000AU+001B[31m: new 1\n");
}

#[test]
fn the_text_of_lines_means_nothing() {
    let diff = "--- a/x\n+++ b/x\n@@ -1,5 +1,5 @@\n--- a/y\n+++ b/y\n-diff --git a/z b/z\n+@@@ -1 @@@\n\n x\n \\\n@@ -9 +9 @@\n-a\n\\ No newline at end of file\n+b\n";
    assert_eq!(table(diff), "x: new 1-5, 9 | old 1-5, 9\n");
}

#[test]
fn a_series_of_patches_is_one_table_and_says_so() {
    let second = ONE.replace("-5,3 +5,4", "-20,3 +21,4");
    let diff = Diff::parse(format!("{ONE}{second}").as_bytes()).unwrap();
    assert_eq!(diff.table(), "x.rs: new 5-8, 21-24 | old 5-7, 20-22\n");
    assert_eq!(diff.repeated, ["x.rs"]);
}

#[test]
fn what_is_no_diff_is_told() {
    for (text, line, said) in [
        ("hello\nworld\n", 1, "not a unified diff"),
        ("{\"findings\": []}", 1, "looks like JSON"),
        ("\u{1b}[1mdiff --git a/x b/x\u{1b}[m\n", 1, "--no-color"),
        ("--- a/x\nhello\n", 1, "not a unified diff"),
        ("diff --cc x.rs\nindex 1,2..3\n", 1, "combined diff"),
        ("--- a/x\n+++ b/x\n@@@ -1 -1 +1 @@@\n", 3, "combined diff"),
        ("--- a/x\n+++ b/x\n@@ -1,3 +1,3 @@\n a\n", 4, "ends inside the hunk that starts at line 3"),
        ("--- a/x\n+++ b/x\n@@ -1,3 +1,3 @@\n a\nhello\n", 5, "does not fit"),
        ("--- a/x\n+++ b/x\n@@ -x +1 @@\n", 3, "head of this hunk"),
        ("--- a/x\n+++ b/x\n@@ -99999999999999999999 +1 @@\n", 3, "head of this hunk"),
        ("@@ -1 +1 @@\n-a\n+b\n", 1, "without a file"),
    ] {
        let error = Diff::parse(text.as_bytes()).unwrap_err();
        assert_eq!(error.line, line, "{text}");
        assert!(error.to_string().contains(said), "{error}");
    }
}

#[test]
fn a_diff_cut_off_anywhere_never_panics() {
    let diff = format!("diff --git \"a/\\303\\274\" b/x\nrename from a\nrename to b\n{ONE}");
    for end in 0..=diff.len() {
        let _ = Diff::parse(&diff.as_bytes()[..end]);
    }
}
