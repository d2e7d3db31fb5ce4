//! Paths as git writes them in diffs: quoted, prefixed, with a tab behind.

use std::borrow::Cow;

/// Undoes git's C-style quotes (`core.quotePath`): `"docs/\303\274.md"`. An unquoted name ends at a tab.
pub(super) fn unquote(name: &[u8]) -> Cow<'_, [u8]> {
    let Some(inner) = name.strip_prefix(b"\"") else {
        let end = name.iter().position(|b| *b == b'\t').unwrap_or(name.len());
        return Cow::Borrowed(&name[..end]);
    };
    let mut out = Vec::with_capacity(inner.len());
    let mut bytes = inner.iter().copied().peekable();
    while let Some(byte) = bytes.next() {
        match byte {
            b'"' => break,
            b'\\' => match bytes.next() {
                Some(digit @ b'0'..=b'7') => {
                    let mut value = u32::from(digit - b'0');
                    for _ in 0..2 {
                        if let Some(digit) = bytes.next_if(|b| matches!(b, b'0'..=b'7')) {
                            value = value * 8 + u32::from(digit - b'0');
                        }
                    }
                    out.push(u8::try_from(value & 0xff).unwrap_or_default());
                }
                Some(letter) => out.push(match letter {
                    b'a' => 7,
                    b'b' => 8,
                    b't' => b'\t',
                    b'n' => b'\n',
                    b'v' => 11,
                    b'f' => 12,
                    b'r' => b'\r',
                    other => other,
                }),
                None => {}
            },
            other => out.push(other),
        }
    }
    Cow::Owned(out)
}

/// The prefixes that git puts before old and new names, `diff.mnemonicPrefix` and `-R` included.
const PREFIXES: [(&[u8], &[u8]); 12] = [
    (b"a/", b"b/"),
    (b"b/", b"a/"),
    (b"i/", b"w/"),
    (b"w/", b"i/"),
    (b"c/", b"i/"),
    (b"i/", b"c/"),
    (b"c/", b"w/"),
    (b"w/", b"c/"),
    (b"o/", b"w/"),
    (b"w/", b"o/"),
    (b"1/", b"2/"),
    (b"2/", b"1/"),
];

/// The old and the new name of a `diff --git` line, without their prefixes. A space may be part of a name, so unquoted
/// names are told apart by being the same; the lines below say better for renames.
pub(super) fn of_header(rest: &[u8]) -> Option<(Vec<u8>, Vec<u8>)> {
    let (old, new) = if rest.starts_with(b"\"") {
        let end = closing_quote(rest)?;
        (unquote(&rest[..=end]), unquote(rest.get(end + 2..)?))
    } else if let Some(at) = rest.windows(2).position(|pair| pair == b" \"") {
        (Cow::Borrowed(&rest[..at]), unquote(&rest[at + 1..]))
    } else {
        let same = |at: usize| {
            let (old, new) = (&rest[..at], &rest[at + 1..]);
            old == new
                || PREFIXES.iter().any(|(a, b)| old.strip_prefix(*a).is_some_and(|o| new.strip_prefix(*b) == Some(o)))
        };
        let blanks = || rest.iter().enumerate().filter(|(_, b)| **b == b' ').map(|(at, _)| at);
        // The same name on both sides has the blank in the very middle.
        let at =
            Some(rest.len() / 2).filter(|at| rest.get(*at) == Some(&b' ') && same(*at)).or_else(|| blanks().next())?;
        (Cow::Borrowed(&rest[..at]), Cow::Borrowed(&rest[at + 1..]))
    };
    Some(without_prefixes(&old, &new))
}

fn closing_quote(text: &[u8]) -> Option<usize> {
    let mut at = 1;
    while at < text.len() {
        match text[at] {
            b'\\' => at += 2,
            b'"' => return Some(at),
            _ => at += 1,
        }
    }
    None
}

/// Takes the prefixes off a pair of names, if both bear a pair that git writes.
pub(super) fn without_prefixes(old: &[u8], new: &[u8]) -> (Vec<u8>, Vec<u8>) {
    for (a, b) in PREFIXES {
        if let (Some(old), Some(new)) = (old.strip_prefix(a), new.strip_prefix(b)) {
            return (old.to_vec(), new.to_vec());
        }
    }
    (old.to_vec(), new.to_vec())
}

/// Takes the prefix off one name whose other side is `/dev/null`. `bare` is the header's name for it.
pub(super) fn without_prefix(name: &[u8], bare: Option<&[u8]>) -> Vec<u8> {
    match bare {
        Some(bare) if name.ends_with(bare) => bare.to_vec(),
        _ => match name {
            [b'a' | b'b' | b'c' | b'i' | b'o' | b'w' | b'1' | b'2', b'/', rest @ ..] => rest.to_vec(),
            other => other.to_vec(),
        },
    }
}

#[cfg(test)]
mod tests {
    use super::{of_header, unquote, without_prefix};

    fn header(rest: &str) -> (String, String) {
        let (old, new) = of_header(rest.as_bytes()).unwrap();
        (String::from_utf8(old).unwrap(), String::from_utf8(new).unwrap())
    }

    #[test]
    fn quotes_and_tabs_are_undone() {
        assert_eq!(&*unquote(br#""docs/\303\274bersicht \"x\"\t\\.md""#), "docs/übersicht \"x\"\t\\.md".as_bytes());
        assert_eq!(&*unquote(b"a/old name.md\t2026-01-01"), b"a/old name.md");
        assert_eq!(&*unquote(b"\"open"), b"open");
    }

    #[test]
    fn headers_name_both_sides() {
        assert_eq!(header("a/x.rs b/x.rs"), ("x.rs".into(), "x.rs".into()));
        assert_eq!(header("a/old name b b/old name b"), ("old name b".into(), "old name b".into()));
        assert_eq!(header("a/dir b/dir/f b/dir b/dir/f"), ("dir b/dir/f".into(), "dir b/dir/f".into()));
        assert_eq!(header("x.rs x.rs"), ("x.rs".into(), "x.rs".into()));
        assert_eq!(header("a/a.rs a/a.rs"), ("a/a.rs".into(), "a/a.rs".into()));
        assert_eq!(header("i/x.rs w/x.rs"), ("x.rs".into(), "x.rs".into()));
        assert_eq!(header(r#"a/old name.md "b/\303\274.md""#), ("old name.md".into(), "ü.md".into()));
        assert_eq!(header(r#""a/\303\274.md" b/new"#), ("ü.md".into(), "new".into()));
        assert_eq!(without_prefix(b"b/b/x", Some(b"b/x")), b"b/x");
        assert_eq!(without_prefix(b"b/x", None), b"x");
    }
}
