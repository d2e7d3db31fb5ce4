//! Where a finding points: `path:line`, `path:start-end`, `path:line:column`, or several joined by commas ("Permalink").

/// Lines of one file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct LineRange<'a> {
    /// The path as written, before any clean-up.
    pub path: &'a str,
    /// First line, from 1.
    pub start: u64,
    /// Last line, not before `start`.
    pub end: u64,
}

impl<'a> LineRange<'a> {
    /// Reads the first location of a `location` text.
    ///
    /// Returns `None` for synthetic locations (`PR-title`) and anything else that names no lines; those stay plain text.
    #[must_use]
    pub fn parse(location: &'a str) -> Option<Self> {
        let first = location.split(',').next()?.trim();
        let (rest, last) = first.rsplit_once(':')?;
        if let Some((start, end)) = last.split_once('-') {
            return Self::new(rest, number(start)?, number(end)?);
        }
        let last = number(last)?;
        if let Some((path, line)) = rest.rsplit_once(':')
            && let Some(line) = number(line)
        {
            return Self::new(path, line, line);
        }
        // A range with a column behind it is none of the forms, and no path ends like that.
        let is_range =
            |tail: &str| tail.split_once('-').is_some_and(|(a, b)| number(a).is_some() && number(b).is_some());
        if rest.rsplit_once(':').is_some_and(|(_, tail)| is_range(tail)) {
            return None;
        }
        Self::new(rest, last, last)
    }

    fn new(path: &'a str, start: u64, end: u64) -> Option<Self> {
        (!path.trim().is_empty() && start >= 1 && start <= end).then_some(Self { path, start, end })
    }
}

/// ASCII digits only: other scripts' digits and signs are not line numbers.
fn number(digits: &str) -> Option<u64> {
    (!digits.is_empty() && digits.bytes().all(|b| b.is_ascii_digit())).then(|| digits.parse().ok()).flatten()
}

#[cfg(test)]
mod tests {
    use super::LineRange;

    fn parsed(location: &str) -> Option<(&str, u64, u64)> {
        LineRange::parse(location).map(|r| (r.path, r.start, r.end))
    }

    #[test]
    fn the_forms_of_the_format_are_read() {
        assert_eq!(parsed("src/a.rs:7"), Some(("src/a.rs", 7, 7)));
        assert_eq!(parsed("src/a.rs:7-9"), Some(("src/a.rs", 7, 9)));
        assert_eq!(parsed("src/a.rs:7:12"), Some(("src/a.rs", 7, 7)));
        assert_eq!(parsed("src/a.rs:7-9, src/b.rs:1"), Some(("src/a.rs", 7, 9)));
        assert_eq!(parsed("a:b.rs:3"), Some(("a:b.rs", 3, 3)));
    }

    #[test]
    fn everything_else_stays_text() {
        for text in [
            "PR-title",
            "PR-body:summary-bullet-2",
            "src/a.rs",
            "src/a.rs:0",
            "src/a.rs:9-7",
            "src/a.rs:٣",
            ":3",
            "",
            "src/a.rs:+3",
            "src/a.rs:7-9:3",
            "src/a.rs:1-3 (old)",
            "src/a.rs:99999999999999999999",
            "PR-title, src/a.rs:1",
        ] {
            assert_eq!(parsed(text), None, "{text}");
        }
    }
}
