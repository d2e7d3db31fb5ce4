//! Addresses of the lines a finding points at ("Permalink").

use crate::derive::finding_pointer;
use crate::diagnostic::{Code, Diagnostic, child_pointer, quoted};
use crate::model::{Finding, LineRange, Metadata, Report};
use rayon::prelude::*;
use std::borrow::Cow;
use std::fmt::Write as _;

/// The host that permalinks lead to unless the caller names another.
pub const DEFAULT_HOST: &str = "github.com";

/// Sets the permalink of every finding that can have one. A given one stays where none can be computed, or where the
/// computed one differs in nothing but the host.
pub fn derive(report: &mut Report, host: &str, warnings: &mut Vec<Diagnostic>) {
    let Some(base) = blob_base(&report.metadata, host) else { return };
    let sections = report.sections.par_iter_mut().enumerate();
    let base = base.as_str();
    warnings.par_extend(sections.flat_map(|(s, section)| {
        let set = move |(f, finding)| set(finding, base, || finding_pointer(s, f));
        section.findings.par_iter_mut().enumerate().filter_map(set)
    }));
}

/// Sets a finding's permalink, and returns a warning if that overrides a given one.
fn set(finding: &mut Finding, base: &str, pointer: impl Fn() -> String) -> Option<Diagnostic> {
    let computed = of_location(base, &finding.location)?;
    let overridden = match &finding.location_permalink {
        Some(given) if *given == computed || differ_in_host_only(given, &computed) => return None,
        Some(given) => {
            let (id, given) = (quoted(&finding.id), quoted(given));
            let message = format!("{id} is given the permalink {given}, but its location says otherwise");
            let hint = format!("it becomes {computed}; leave the key out, or mend the location");
            let pointer = child_pointer(&pointer(), "location_permalink");
            Some(Diagnostic::warning(Code::PermalinkOverridden, pointer, message).hint(hint))
        }
        None => None,
    };
    finding.location_permalink = Some(computed);
    overridden
}

/// `https://host/owner/repo/blob/commit/`, when repository and full commit are known.
fn blob_base(metadata: &Metadata, host: &str) -> Option<String> {
    let commit = metadata.commit.as_deref().filter(|commit| is_full_commit(commit))?;
    Some(format!("{}/blob/{commit}/", repository_address(metadata, host)?))
}

/// The repository's address on the host.
#[must_use]
pub fn repository_address(metadata: &Metadata, host: &str) -> Option<String> {
    let repository = metadata.repository.as_ref()?;
    let (owner, repo) = (repository.owner.trim(), repository.repo.trim());
    if owner.is_empty() || repo.is_empty() {
        return None;
    }
    let mut address = format!("https://{host}/");
    encode_segment(owner, &mut address);
    address.push('/');
    encode_segment(repo, &mut address);
    Some(address)
}

/// Whether a text is 40 lower-case hex digits.
#[must_use]
pub fn is_full_commit(commit: &str) -> bool {
    commit.len() == 40 && commit.bytes().all(|b| matches!(b, b'0'..=b'9' | b'a'..=b'f'))
}

/// Whether a text is an http or https address, and so may become a link.
#[must_use]
pub fn is_web_address(address: &str) -> bool {
    let scheme_end = address.find("://").unwrap_or(0);
    let scheme = &address[..scheme_end];
    (scheme.eq_ignore_ascii_case("http") || scheme.eq_ignore_ascii_case("https"))
        && address.len() > scheme_end + 3
        // Nearly all addresses are ASCII, of which only the graphic ones are neither blank nor invisible.
        && (address.bytes().all(|b| b.is_ascii_graphic())
            || !address.chars().any(|c| c.is_whitespace() || crate::invisible::is_invisible(c)))
}

fn of_location(base: &str, location: &str) -> Option<String> {
    let LineRange { path, start, end } = LineRange::parse(location)?;
    let path = match path.trim() {
        path if path.contains('\\') => Cow::Owned(path.replace('\\', "/")),
        path => Cow::Borrowed(path),
    };
    let path = path.strip_prefix("./").unwrap_or(&path);
    let drive = path.as_bytes().get(1) == Some(&b':') && path.starts_with(|c: char| c.is_ascii_alphabetic());
    if path.is_empty()
        || path.starts_with('/')
        || drive
        || path.contains("://")
        || path.chars().any(char::is_control)
        || path.split('/').any(|segment| segment == "..")
    {
        return None;
    }
    let mut address = String::with_capacity(base.len() + path.len() + 24);
    address.push_str(base);
    for (i, segment) in path.split('/').enumerate() {
        if i > 0 {
            address.push('/');
        }
        encode_segment(segment, &mut address);
    }
    let _ = write!(address, "#L{start}");
    if end != start {
        let _ = write!(address, "-L{end}");
    }
    Some(address)
}

/// Percent-encodes all but the unreserved characters of RFC 3986 and a few signs that no reader takes for an end.
fn encode_segment(segment: &str, out: &mut String) {
    let kept = |c: char| {
        c.is_ascii_alphanumeric()
            || matches!(c, '-' | '.' | '_' | '~' | '@' | '+' | '=' | ',' | ';' | ':' | '$' | '&' | '!')
    };
    let mut rest = segment;
    while let Some((at, c)) = rest.char_indices().find(|(_, c)| !kept(*c)) {
        out.push_str(&rest[..at]);
        for byte in c.encode_utf8(&mut [0; 4]).bytes() {
            let _ = write!(out, "%{byte:02X}");
        }
        rest = &rest[at + c.len_utf8()..];
    }
    out.push_str(rest);
}

fn differ_in_host_only(a: &str, b: &str) -> bool {
    let behind_host = |address: &str| {
        let rest = address.split_once("://")?.1;
        Some(rest[rest.find('/')?..].to_owned())
    };
    behind_host(a).is_some_and(|a| Some(a) == behind_host(b))
}

#[cfg(test)]
mod tests {
    use super::{differ_in_host_only, is_web_address, of_location};

    #[test]
    fn paths_are_encoded_segment_by_segment() {
        let link = |location| of_location("B/", location);
        assert_eq!(link("./src\\a b/#?%(é).rs:12-19").as_deref(), Some("B/src/a%20b/%23%3F%25%28%C3%A9%29.rs#L12-L19"));
        assert_eq!(link("src/[id]/page.tsx:4:9, b.rs:1").as_deref(), Some("B/src/%5Bid%5D/page.tsx#L4"));
        assert_eq!(link("a.rs:7-7").as_deref(), Some("B/a.rs#L7"));
        for none in
            ["/etc/passwd:1", "../a:1", "a/../b:1", "C:\\a.rs:1", "a\u{1}.rs:1", "PR-title", "file:///a:1", "./:1"]
        {
            assert_eq!(link(none), None, "{none}");
        }
    }

    #[test]
    fn a_mirror_is_the_same_link() {
        assert!(differ_in_host_only("https://git.example/o/r/blob/c/a#L1", "https://github.com/o/r/blob/c/a#L1"));
        assert!(!differ_in_host_only("https://github.com/o/r/blob/c/b#L1", "https://github.com/o/r/blob/c/a#L1"));
    }

    #[test]
    fn only_http_and_https_are_web_addresses() {
        assert!(is_web_address("https://a.b/c") && is_web_address("HTTP://a"));
        for bad in [
            "javascript:alert(1)//://",
            "https://",
            "http:/a",
            " https://a",
            "https://a b",
            "https://a\u{202e}",
            "ftp://a",
            "",
        ] {
            assert!(!is_web_address(bad), "{bad}");
        }
    }
}
