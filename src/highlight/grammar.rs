//! syntect's grammars, and what their scopes mean to a reader.

use super::{Kind, Token};
use std::sync::LazyLock;
use syntect::parsing::{BasicScopeStackOp, ParseState, Scope, ScopeStack, SyntaxSet};

/// The grammars, read on first use.
static GRAMMARS: LazyLock<SyntaxSet> = LazyLock::new(SyntaxSet::load_defaults_newlines);

/// What a scope means; of several that fit the first one. A scope that nothing fits means what is around it.
static MEANINGS: LazyLock<Vec<(Scope, Option<Kind>)>> = LazyLock::new(|| {
    let meanings = [
        ("comment", Some(Kind::Comment)),
        ("constant", Some(Kind::Constant)),
        ("string", Some(Kind::String)),
        // Operators are punctuation to the eye.
        ("keyword.operator", None),
        ("keyword", Some(Kind::Keyword)),
        ("storage", Some(Kind::Keyword)),
        ("variable.language", Some(Kind::Keyword)),
        ("entity.name.function", Some(Kind::Function)),
        ("support.function", Some(Kind::Function)),
        ("support.macro", Some(Kind::Function)),
        ("variable.function", Some(Kind::Function)),
        ("entity.name.tag", Some(Kind::Keyword)),
        ("entity.other.attribute-name", Some(Kind::Type)),
        ("entity.name", Some(Kind::Type)),
        ("entity.other.inherited-class", Some(Kind::Type)),
        ("support.type", Some(Kind::Type)),
        ("support.class", Some(Kind::Type)),
        ("markup.inserted", Some(Kind::Inserted)),
        ("markup.deleted", Some(Kind::Deleted)),
        ("markup.heading", Some(Kind::Keyword)),
        ("meta.diff", Some(Kind::Comment)),
        ("meta.separator", Some(Kind::Comment)),
        // Code inside a string is code again.
        ("meta.interpolation", None),
        ("source", None),
    ];
    let scope = |name| Scope::new(name).ok();
    meanings.into_iter().filter_map(|(name, kind)| Some((scope(name)?, kind))).collect()
});

/// The tokens of some code, `None` if no grammar has that name or the grammar gives up.
pub(super) fn tokens(name: &str, code: &str) -> Option<Vec<Token>> {
    let grammar = GRAMMARS.find_syntax_by_token(name)?;
    if grammar.name == "Plain Text" {
        return None;
    }
    let mut reader = Reader { scopes: ScopeStack::new(), kinds: Vec::new(), tokens: Vec::new(), done: 0 };
    let mut state = ParseState::new(grammar);
    let mut start = 0;
    for line in code.split_inclusive('\n') {
        // The grammars were made for lines that end.
        let ended = if line.ends_with('\n') { line.into() } else { std::borrow::Cow::from(format!("{line}\n")) };
        for (at, op) in state.parse_line(&ended, &GRAMMARS).ok()? {
            reader.reach(start + at.min(line.len()));
            let kinds = &mut reader.kinds;
            reader
                .scopes
                .apply_with_hook(&op, |op, _| match op {
                    BasicScopeStackOp::Push(scope) => kinds.push(meaning(scope, kinds.last().copied().flatten())),
                    BasicScopeStackOp::Pop => {
                        kinds.pop();
                    }
                })
                .ok()?;
        }
        start += line.len();
        reader.reach(start);
    }
    Some(reader.tokens)
}

fn meaning(scope: Scope, around: Option<Kind>) -> Option<Kind> {
    MEANINGS.iter().find(|(prefix, _)| prefix.is_prefix_of(scope)).map_or(around, |(_, kind)| *kind)
}

struct Reader {
    scopes: ScopeStack,
    /// What each scope on the stack means.
    kinds: Vec<Option<Kind>>,
    tokens: Vec<Token>,
    done: usize,
}

impl Reader {
    /// Everything up to `end` is of the present kind; what goes on in the same kind is one token.
    fn reach(&mut self, end: usize) {
        if end <= self.done {
            return;
        }
        let kind = self.kinds.last().copied().flatten();
        match self.tokens.last_mut() {
            Some(last) if last.kind == kind => last.end = end,
            _ => self.tokens.push(Token { end, kind }),
        }
        self.done = end;
    }
}
