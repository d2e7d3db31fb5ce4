//! The three colours of code: keywords, strings and comments, by what most languages have in common.

use crate::render::pdf::style::Ink;
use std::ops::Range;

const KEYWORD: Ink = Ink(0x001a_6aa8);
const STRING: Ink = Ink::GOOD;
const COMMENT: Ink = Ink(0x005b_6570);

/// Coloured stretches of a code block, in order.
#[derive(Debug, Default)]
pub struct Colours(Vec<(Range<usize>, Ink)>);

impl Colours {
    /// The stretches within a line, cut to it.
    pub fn within(&self, line: Range<usize>) -> impl Iterator<Item = (Range<usize>, Ink)> + '_ {
        let first = self.0.partition_point(|(range, _)| range.end <= line.start);
        self.0[first..]
            .iter()
            .take_while(move |(range, _)| range.start < line.end)
            .map(move |(range, ink)| (range.start.max(line.start)..range.end.min(line.end), *ink))
    }
}

/// What a family of languages looks like.
struct Lexicon {
    line_comments: &'static [&'static str],
    block_comment: Option<(&'static str, &'static str)>,
    quotes: &'static [char],
    keywords: &'static str,
    ignore_case: bool,
}

const C_LIKE: Lexicon = Lexicon {
    line_comments: &["//"],
    block_comment: Some(("/*", "*/")),
    quotes: &['"', '`'],
    keywords: " abstract as async auto await bool boolean break case catch char class const constexpr continue crate default defer delete do dyn else enum export extends extern false final finally float fn for from func function go goto if impl implements import in instanceof int interface internal let long loop match mod module move mut namespace new nil null nullptr override package private protected pub public range ref return self Self short signed sizeof static string struct super switch template this throw throws trait true try type typedef typeof union unsafe unsigned use using var virtual void volatile where while with yield ",
    ignore_case: false,
};

const SCRIPTS: Lexicon = Lexicon {
    line_comments: &["#"],
    block_comment: None,
    quotes: &['"', '\'', '`'],
    keywords: " and as assert async await begin break case class continue def del do done elif else elsif end ensure esac except export False fi finally for from function global if import in is lambda local module nil None nonlocal not or pass raise require rescue return self then True try unless until while with yield ",
    ignore_case: false,
};

const SQL: Lexicon = Lexicon {
    line_comments: &["--"],
    block_comment: Some(("/*", "*/")),
    quotes: &['\'', '"'],
    keywords: " add all alter and as asc begin between by case check column commit constraint create cross default delete desc distinct drop else end exists foreign from full group having if in index inner insert into is join key left like limit not null offset on or order outer primary references returning right rollback select set table then transaction union unique update using values view when where with ",
    ignore_case: true,
};

const DATA: Lexicon = Lexicon {
    line_comments: &["#"],
    block_comment: None,
    quotes: &['"', '\''],
    keywords: " true false null yes no ",
    ignore_case: false,
};

fn lexicon(language: &str) -> Option<&'static Lexicon> {
    Some(match language.to_ascii_lowercase().as_str() {
        "rust" | "rs" | "c" | "h" | "cpp" | "c++" | "cc" | "cs" | "csharp" | "go" | "golang" | "java" | "js"
        | "javascript" | "jsx" | "ts" | "typescript" | "tsx" | "kotlin" | "kt" | "swift" | "scala" | "php" | "dart"
        | "zig" | "proto" => &C_LIKE,
        "python" | "py" | "ruby" | "rb" | "sh" | "bash" | "shell" | "zsh" | "perl" | "pl" | "dockerfile" | "make"
        | "makefile" => &SCRIPTS,
        "sql" | "postgres" | "postgresql" | "mysql" | "sqlite" => &SQL,
        "json" | "jsonc" | "yaml" | "yml" | "toml" | "ini" => &DATA,
        _ => return None,
    })
}

/// Finds what is coloured; nothing in a language that is not known.
pub fn colours(language: &str, code: &str) -> Colours {
    let Some(lexicon) = lexicon(language) else { return diff(language, code) };
    let mut found = Vec::new();
    let mut at = 0;
    while let Some(c) = code[at..].chars().next() {
        let rest = &code[at..];
        let (length, ink) = if let Some(comment) = comment(lexicon, rest) {
            (comment, Some(COMMENT))
        } else if lexicon.quotes.contains(&c) {
            (string(rest, c), Some(STRING))
        } else if c.is_alphanumeric() || c == '_' {
            let length = rest.find(|c: char| !c.is_alphanumeric() && c != '_').unwrap_or(rest.len());
            (length, is_keyword(lexicon, &rest[..length]).then_some(KEYWORD))
        } else {
            (c.len_utf8(), None)
        };
        if let Some(ink) = ink {
            found.push((at..at + length, ink));
        }
        at += length;
    }
    Colours(found)
}

/// Added and removed lines of a patch.
fn diff(language: &str, code: &str) -> Colours {
    let mut found = Vec::new();
    if matches!(language.to_ascii_lowercase().as_str(), "diff" | "patch") {
        let mut at = 0;
        for line in code.split('\n') {
            match line.as_bytes().first() {
                Some(b'+') => found.push((at..at + line.len(), Ink::GOOD)),
                Some(b'-') => found.push((at..at + line.len(), Ink::CRITICAL)),
                Some(b'@') => found.push((at..at + line.len(), COMMENT)),
                _ => {}
            }
            at += line.len() + 1;
        }
    }
    Colours(found)
}

fn comment(lexicon: &Lexicon, rest: &str) -> Option<usize> {
    if lexicon.line_comments.iter().any(|mark| rest.starts_with(mark)) {
        return Some(rest.find('\n').unwrap_or(rest.len()));
    }
    let (open, close) = lexicon.block_comment?;
    let inside = rest.strip_prefix(open)?;
    Some(inside.find(close).map_or(rest.len(), |end| open.len() + end + close.len()))
}

/// A string ends at its quote or, so that a stray one does no harm, at the end of its line.
fn string(rest: &str, quote: char) -> usize {
    let mut escaped = false;
    for (at, c) in rest.char_indices().skip(1) {
        match c {
            _ if escaped => escaped = false,
            '\\' => escaped = true,
            '\n' if quote != '`' => return at,
            _ if c == quote => return at + c.len_utf8(),
            _ => {}
        }
    }
    rest.len()
}

fn is_keyword(lexicon: &Lexicon, word: &str) -> bool {
    let padded = format!(" {} ", if lexicon.ignore_case { word.to_ascii_lowercase() } else { word.to_owned() });
    lexicon.keywords.contains(&padded)
}

#[cfg(test)]
mod tests {
    use super::{KEYWORD, STRING, colours};

    #[test]
    fn keywords_strings_and_comments_are_found() {
        let code = "let sql = \"SELECT\"; // why";
        let found: Vec<_> = colours("rust", code).0.into_iter().map(|(range, _)| &code[range]).collect();
        assert_eq!(found, ["let", "\"SELECT\"", "// why"]);
        assert_eq!(colours("SQL", "select 'ü'").0, [(0..6, KEYWORD), (7..11, STRING)]);
        assert!(colours("brainfuck", code).0.is_empty());
        assert_eq!(colours("rust", "\"open\nlet").0.len(), 2);
    }
}
