//! Repository and commit from a working copy ("Permalink").

use crate::derive::permalink::is_full_commit;
use crate::diagnostic::{Code, Diagnostic, quoted};
use crate::model::{Metadata, Repository};
use std::path::PathBuf;
use std::process::Command;

/// What a working copy can tell. Behind a trait, so that the pass can be tried without a repository.
pub trait WorkingCopy {
    /// The output of `git` with these arguments, trimmed; `None` when it fails.
    fn git(&self, arguments: &[&str]) -> Option<String>;
}

/// A working copy on disk, asked through the `git` program.
#[derive(Debug, Clone)]
pub struct Directory(pub PathBuf);

impl WorkingCopy for Directory {
    fn git(&self, arguments: &[&str]) -> Option<String> {
        let output = Command::new("git").arg("-C").arg(&self.0).args(arguments).output().ok()?;
        let text = String::from_utf8(output.stdout).ok()?;
        output.status.success().then(|| text.trim().to_owned()).filter(|text| !text.is_empty())
    }
}

/// Why a working copy could not be used.
#[derive(Debug, thiserror::Error)]
pub enum GitError {
    /// No repository, or no `git`.
    #[error("--repo {0} is not a git working copy, or git is not installed")]
    NoWorkingCopy(String),
    /// A short commit that names nothing there.
    #[error("the commit {0} is not 40 hex digits, and the working copy does not know it")]
    UnknownCommit(String),
}

/// Fills repository and commit from a working copy. What the report says stays; a difference is a warning.
///
/// # Errors
/// There is no working copy, or the report's short commit can't be expanded there.
pub fn fill(
    metadata: &mut Metadata,
    copy: &dyn WorkingCopy,
    name: &str,
    host: &str,
    warnings: &mut Vec<Diagnostic>,
) -> Result<(), GitError> {
    let head = copy.git(&["rev-parse", "@{u}"]).or_else(|| copy.git(&["rev-parse", "HEAD"]));
    if head.is_none() && copy.git(&["rev-parse", "--git-dir"]).is_none() {
        return Err(GitError::NoWorkingCopy(quoted(name)));
    }
    match &metadata.commit {
        Some(said) if !is_full_commit(said) => metadata.commit = Some(expand(said, copy)?),
        Some(said) => {
            if let Some(head) = head.filter(|head| head != said) {
                let message = format!("the report was made at {said}, but the working copy is at {head}");
                warnings.push(differs("/metadata/commit", message));
            }
        }
        None => metadata.commit = head.filter(|head| is_full_commit(head)),
    }
    let origin = copy.git(&["remote", "get-url", "origin"]).and_then(|url| parse_remote(&url, host));
    match (&metadata.repository, origin) {
        (Some(said), Some(origin)) if *said != origin => {
            let message = format!(
                "the report is about {}/{}, but the working copy's origin is {}/{}",
                quoted(&said.owner),
                quoted(&said.repo),
                origin.owner,
                origin.repo
            );
            warnings.push(differs("/metadata/repository", message));
        }
        (None, Some(origin)) => metadata.repository = Some(origin),
        _ => {}
    }
    Ok(())
}

fn differs(pointer: &str, message: String) -> Diagnostic {
    Diagnostic::warning(Code::WorkingCopyDiffers, pointer, message)
        .hint("what the report says stays; check that --repo is the working copy that was reviewed")
}

/// Only hex digits may reach `git`, so that a report can't name a branch, an option or a range.
fn expand(short: &str, copy: &dyn WorkingCopy) -> Result<String, GitError> {
    let unknown = || GitError::UnknownCommit(quoted(short));
    if !(4..40).contains(&short.len()) || !short.bytes().all(|b| b.is_ascii_hexdigit()) {
        return Err(unknown());
    }
    let query = format!("{short}^{{commit}}");
    copy.git(&["rev-parse", "--verify", "--quiet", &query]).filter(|full| is_full_commit(full)).ok_or_else(unknown)
}

/// Owner and name out of the https, ssh and scp-like forms of a remote on `host`, with `.git` or without.
#[must_use]
pub fn parse_remote(url: &str, host: &str) -> Option<Repository> {
    let with_scheme = ["https://", "http://", "ssh://", "git://"].iter().find_map(|scheme| url.strip_prefix(scheme));
    let (authority, path) = match with_scheme {
        Some(rest) => rest.split_once('/')?,
        None => url.split_once(':')?,
    };
    let authority = authority.rsplit('@').next().unwrap_or(authority);
    let name = authority.split(':').next().unwrap_or(authority);
    if !name.eq_ignore_ascii_case(host) && !authority.eq_ignore_ascii_case(host) {
        return None;
    }
    let path = path.trim_matches('/');
    let (owner, repo) = path.strip_suffix(".git").unwrap_or(path).split_once('/')?;
    (!owner.is_empty() && !repo.is_empty() && !repo.contains('/'))
        .then(|| Repository { owner: owner.to_owned(), repo: repo.to_owned() })
}

#[cfg(test)]
mod tests {
    use super::{GitError, WorkingCopy, fill, parse_remote};
    use crate::model::Metadata;

    #[test]
    fn every_form_of_a_remote_is_read() {
        for url in [
            "https://github.com/o/r.git",
            "https://github.com/o/r/",
            "https://user:token@github.com/o/r",
            "git@github.com:o/r.git",
            "ssh://git@github.com/o/r.git",
            "ssh://git@github.com:22/o/r",
        ] {
            let repository = parse_remote(url, "github.com").unwrap();
            assert_eq!((repository.owner.as_str(), repository.repo.as_str()), ("o", "r"), "{url}");
        }
        for url in [
            "https://gitlab.com/o/r",
            "https://github.com/o",
            "/srv/git/r.git",
            "https://github.com/o/r/x",
            "https://evil.com/github.com/r",
        ] {
            assert_eq!(parse_remote(url, "github.com"), None, "{url}");
        }
        assert!(parse_remote("git@ghe.example:o/r.git", "ghe.example").is_some());
    }

    struct Fake;

    impl WorkingCopy for Fake {
        fn git(&self, arguments: &[&str]) -> Option<String> {
            match arguments {
                ["rev-parse", "HEAD"] => Some("a".repeat(40)),
                ["rev-parse", "--verify", "--quiet", "bbbb^{commit}"] => Some("b".repeat(40)),
                ["remote", ..] => Some("git@github.com:o/r.git".into()),
                _ => None,
            }
        }
    }

    #[test]
    fn a_short_commit_is_expanded_or_refused_and_the_report_wins() {
        let mut warnings = Vec::new();
        let mut with = |commit: Option<&str>| {
            let mut metadata = Metadata { commit: commit.map(str::to_owned), ..Metadata::default() };
            fill(&mut metadata, &Fake, "dir", "github.com", &mut warnings).map(|()| metadata.commit)
        };
        assert_eq!(with(None).unwrap(), Some("a".repeat(40)));
        assert_eq!(with(Some("bbbb")).unwrap(), Some("b".repeat(40)));
        let own = "c".repeat(40);
        assert_eq!(with(Some(&own)).unwrap(), Some(own.clone()));
        assert!(matches!(with(Some("cccc")), Err(GitError::UnknownCommit(_))));
        assert!(matches!(with(Some("--output=x")), Err(GitError::UnknownCommit(_))));
        assert_eq!(warnings.len(), 1);
    }
}
