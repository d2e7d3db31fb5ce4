//! Which destinations may become links ("Text safety, by sink", row "links").

/// Whether a destination may become a link: http, https, mailto, or a place on the page itself.
#[must_use]
pub fn is_safe_destination(destination: &str) -> bool {
    if destination.chars().any(|c| c.is_control() || c.is_whitespace()) {
        return false;
    }
    if destination.starts_with('#') {
        return destination.len() > 1;
    }
    let Some((scheme, rest)) = destination.split_once(':') else { return false };
    match scheme.to_ascii_lowercase().as_str() {
        "http" | "https" => rest.strip_prefix("//").is_some_and(|rest| !rest.is_empty() && !rest.starts_with('/')),
        "mailto" => rest.contains('@'),
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::is_safe_destination;

    #[test]
    fn four_kinds_pass_and_nothing_else() {
        for good in ["http://a.b", "HTTPS://a.b/c?d#e", "mailto:a@b.c", "#SEC-001"] {
            assert!(is_safe_destination(good), "{good}");
        }
        for bad in [
            "javascript:alert(1)",
            "JaVaScRiPt:x",
            "java\tscript:x",
            "data:text/html,x",
            "vbscript:x",
            "file:///etc/passwd",
            "//evil.example",
            "docs/a.md",
            "/a",
            "",
            "#",
            "https:/a",
            "https:///a",
            "http:a",
            "mailto:",
            "https://a b",
            "\u{1}javascript:x",
            "ftp://a",
        ] {
            assert!(!is_safe_destination(bad), "{bad}");
        }
    }
}
