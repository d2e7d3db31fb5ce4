//! Code as tokens of a few kinds, for every language that the grammars know; anything else is left alone.
//!
//! Tokens are places in the source and cover all of it in order: who writes them can't lose a character, and escapes as
//! always. Identical code is looked at once; nothing is loaded before the first code that has a grammar.

mod grammar;

use std::collections::HashMap;
use std::sync::{Arc, LazyLock, Mutex, OnceLock, PoisonError};

/// What a token is, in the eyes of a reader.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    /// A keyword or a modifier.
    Keyword,
    /// A string or a character.
    String,
    /// A comment.
    Comment,
    /// A number, a constant, an escape in a string.
    Constant,
    /// The name of a function or a macro.
    Function,
    /// The name of a type, a tag or an attribute.
    Type,
    /// An added line of a diff.
    Inserted,
    /// A removed line of a diff.
    Deleted,
}

impl Kind {
    /// All kinds.
    pub const ALL: [Self; 8] = [
        Self::Keyword,
        Self::String,
        Self::Comment,
        Self::Constant,
        Self::Function,
        Self::Type,
        Self::Inserted,
        Self::Deleted,
    ];

    /// The class of the page's style.
    #[must_use]
    pub fn class(self) -> &'static str {
        match self {
            Self::Keyword => "k",
            Self::String => "s",
            Self::Comment => "c",
            Self::Constant => "n",
            Self::Function => "f",
            Self::Type => "t",
            Self::Inserted => "i",
            Self::Deleted => "d",
        }
    }
}

/// Whether a document shows code in its colours.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum Highlighting {
    /// Where the language is known.
    #[default]
    On,
    /// All code is plain; no grammar is loaded.
    Off,
}

/// A stretch of code that ends before the byte `end`; it starts where the one before it ends.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Token {
    /// Where it ends.
    pub end: usize,
    /// What it is, if it is anything.
    pub kind: Option<Kind>,
}

/// Longer code is shown plain: nobody reads it for its colours, and a grammar may take its time.
const LONGEST: usize = 32 * 1024;
/// The same for a line, which is what a grammar's expressions run over.
const LONGEST_LINE: usize = 1024;
/// How much is remembered; more is only met in thousands of different snippets.
const REMEMBERED: usize = 8192;

type Slot = Arc<OnceLock<Option<Arc<[Token]>>>>;
type Known = HashMap<(String, String), Slot>;

static KNOWN: LazyLock<Mutex<Known>> = LazyLock::new(Mutex::default);

/// The tokens of some code, `None` where its language is unknown or it is too long to look at.
///
/// Any number of threads may ask for the same code; one of them works it out.
#[must_use]
pub fn tokens(language: &str, code: &str) -> Option<Arc<[Token]>> {
    let name = name(language);
    if name.is_empty() || code.len() > LONGEST || code.lines().any(|line| line.len() > LONGEST_LINE) {
        return None;
    }
    let slot = {
        let mut known = KNOWN.lock().unwrap_or_else(PoisonError::into_inner);
        if known.len() >= REMEMBERED {
            known.clear();
        }
        Arc::clone(known.entry((name.clone(), code.to_owned())).or_default())
    };
    slot.get_or_init(|| grammar::tokens(&name, code).map(Arc::from)).clone()
}

/// The name a grammar is found by: the first word, in lower case, with other names of a language led to one.
fn name(language: &str) -> String {
    let word =
        language.split(|c: char| c.is_whitespace() || matches!(c, ',' | '{' | ';')).find(|word| !word.is_empty());
    let word = word.unwrap_or_default().trim_start_matches(['.', '{']).to_ascii_lowercase();
    match word.as_str() {
        "text" | "txt" | "plain" | "plaintext" | "none" | "output" | "log" => String::new(),
        // Close enough for keywords, strings and comments, which is what there is to see.
        "typescript" | "ts" | "tsx" | "mts" | "cts" | "jsx" | "mjs" | "cjs" | "node" => "js".to_owned(),
        "shell" | "zsh" | "ksh" | "shellscript" | "docker" | "dockerfile" => "sh".to_owned(),
        "golang" => "go".to_owned(),
        "c++" | "cc" | "hpp" => "cpp".to_owned(),
        "csharp" | "c#" => "cs".to_owned(),
        "objc" | "objectivec" | "objective-c" => "m".to_owned(),
        "json5" | "jsonc" | "ndjson" => "json".to_owned(),
        "python3" | "py3" => "py".to_owned(),
        "postgresql" | "postgres" | "psql" | "mysql" | "sqlite" | "plsql" => "sql".to_owned(),
        "kotlin" | "kt" | "kts" => "java".to_owned(),
        "svg" | "xsd" | "xslt" => "xml".to_owned(),
        "vue" | "svelte" | "xhtml" => "html".to_owned(),
        "toml" | "ini" | "env" | "dotenv" => "properties".to_owned(),
        "patch" => "diff".to_owned(),
        _ => word,
    }
}

#[cfg(test)]
mod tests {
    use super::{Kind, name, tokens};
    use crate::property::config;
    use proptest::prelude::*;

    const LANGUAGES: [&str; 32] = [
        "rust",
        "python",
        "go",
        "javascript",
        "typescript",
        "tsx",
        "java",
        "kotlin",
        "c",
        "cpp",
        "csharp",
        "ruby",
        "php",
        "sql",
        "bash",
        "sh",
        "html",
        "css",
        "json",
        "yaml",
        "xml",
        "markdown",
        "makefile",
        "diff",
        "lua",
        "perl",
        "scala",
        "haskell",
        "r",
        "clojure",
        "erlang",
        "toml",
    ];

    #[test]
    fn the_usual_languages_are_known_and_others_are_not() {
        for language in LANGUAGES {
            assert!(tokens(language, "x = 1\n").is_some(), "{language}");
        }
        for language in ["", "text", "brainfuck", "no such language", "🦀"] {
            assert!(tokens(language, "x = 1\n").is_none(), "{language}");
        }
        assert_eq!(name(" Rust,ignore"), "rust");
    }

    #[test]
    fn a_reader_sees_what_is_what() {
        let code = "// why\nfn open(path: &str) -> u8 { \"x\"; 7 }";
        let tokens = tokens("rust", code).unwrap();
        let mut start = 0;
        let mut seen = Vec::new();
        for token in tokens.iter() {
            seen.push((&code[start..token.end], token.kind));
            start = token.end;
        }
        for wanted in [("fn", Kind::Keyword), ("open", Kind::Function), ("7", Kind::Constant), ("\"x\"", Kind::String)]
        {
            assert!(seen.contains(&(wanted.0, Some(wanted.1))), "{wanted:?} in {seen:?}");
        }
        assert!(seen[0].0.starts_with("// why") && seen[0].1 == Some(Kind::Comment), "{seen:?}");
    }

    #[test]
    fn long_code_is_left_alone() {
        assert!(tokens("rust", &"x".repeat(2000)).is_none());
        assert!(tokens("rust", &"x\n".repeat(20_000)).is_none());
    }

    proptest! {
        #![proptest_config(config(256))]

        #[test]
        fn tokens_cover_all_of_the_code_in_order(
            language in proptest::sample::select(&LANGUAGES[..]),
            code in "([a-z(){};:=<>/*'\"#!&\\\\ \t\n\r0-9_.,|`$@é日-]|fn |let |/\\*|\\*/|\"\"\"|<!--){0,60}",
        ) {
            let tokens = tokens(language, &code).unwrap();
            let mut start = 0;
            let mut whole = String::new();
            for token in tokens.iter() {
                prop_assert!(token.end > start);
                whole.push_str(&code[start..token.end]);
                start = token.end;
            }
            prop_assert_eq!(whole, code);
        }
    }
}
