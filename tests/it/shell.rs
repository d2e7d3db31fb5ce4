//! What shells and man are told about the command line.

use crate::support::{Desk, run};

#[test]
fn a_shell_completes_what_the_program_takes() {
    for (shell, sign) in [("bash", "complete -F"), ("zsh", "#compdef prreport"), ("fish", "complete -c prreport")] {
        assert!(run(["completions", shell]).expect(0).text().contains(sign), "{shell}");
    }
    let desk = Desk::new();
    desk.put("completions.bash", run(["completions", "bash"]).expect(0).out);
    let complete = |words: &str| {
        let script = format!(
            "source completions.bash; COMP_WORDS=({words}); COMP_CWORD=$((${{#COMP_WORDS[@]}} - 1)); \
             _prreport prreport \"${{COMP_WORDS[-1]}}\" \"${{COMP_WORDS[-2]}}\"; echo \"${{COMPREPLY[@]}}\""
        );
        let run = std::process::Command::new("bash").args(["-c", &script]).current_dir(desk.folder()).output().unwrap();
        assert!(run.status.success(), "{}", String::from_utf8_lossy(&run.stderr));
        String::from_utf8(run.stdout).unwrap().trim().to_owned()
    };
    assert_eq!(complete("prreport ren"), "render");
    assert_eq!(complete("prreport render --fail"), "--fail-on");
    assert_eq!(complete("prreport render --fail-on b"), "blocking");
    run(["completions", "cmd"]).expect(2);
}

#[test]
fn every_command_has_its_manual_page() {
    let whole = run(["man"]).expect(0);
    for part in [".TH prreport 1", "prreport\\-render(1)", "Exit codes"] {
        assert!(whole.text().contains(part), "{part} is not in\n{}", whole.text());
    }
    assert!(
        run(["man", "render"])
            .expect(0)
            .text()
            .contains(concat!(".TH prreport-render 1  \"prreport ", env!("CARGO_PKG_VERSION")))
    );
    assert!(run(["man", "triage", "apply"]).expect(0).text().contains("prreport\\-triage\\-apply"));
    run(["man", "nothing"]).expect(2).says(&["prreport has no command nothing; it has render, validate"]);
    run(["man", "render", "x"]).expect(2).says(&["no commands of its own"]);
}
