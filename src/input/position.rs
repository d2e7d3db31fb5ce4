//! Where the value or the key behind a JSON Pointer stands in the text.
//!
//! A second walk over text that has been parsed already, made only when there is something to report: positions cost
//! a valid report nothing, neither time nor memory.

use crate::diagnostic::{Target, child_pointer};
use memchr::memchr2;
use std::collections::{BTreeMap, HashSet};
use std::ops::Range;

/// A value in the text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Found {
    /// The key before it, quotes included, if it is a member of an object.
    pub key: Option<Range<usize>>,
    /// All of it, from the first to the last character.
    pub value: Range<usize>,
    /// Whether it is what was asked for, not the nearest enclosing value.
    pub exact: bool,
}

/// The values at the wanted pointers, in their order.
///
/// A pointer to something that is not there gets the nearest enclosing value that is. `text` must be valid JSON.
#[must_use]
pub fn find(text: &str, wanted: &[&str]) -> Vec<Option<Found>> {
    let mut root = Node::default();
    for (index, pointer) in wanted.iter().enumerate() {
        let node = pointer.split('/').skip(1).fold(&mut root, |node, step| {
            let step = step.replace("~1", "/").replace("~0", "~");
            node.children.entry(step).or_default()
        });
        node.wants.push(index);
    }
    let mut walk = Walk { text, at: 0, found: vec![None; wanted.len()] };
    walk.value(Some(&root), None);
    walk.found
}

/// The tokens to underline for the wanted pointers, in their order: a key, a scalar, or the bracket that opens a list
/// or an object.
#[must_use]
pub fn spans(text: &str, wanted: &[(&str, Target)]) -> Vec<Option<Range<usize>>> {
    let pointers: Vec<&str> = wanted.iter().map(|(pointer, _)| *pointer).collect();
    let token = |(found, target): (Option<Found>, Target)| {
        let Found { key, value, exact } = found?;
        let opened = matches!(text.as_bytes().get(value.start), Some(b'{' | b'['));
        Some(match key {
            Some(key) if exact && target == Target::Key => key,
            _ if opened => value.start..value.start + 1,
            _ => value,
        })
    };
    find(text, &pointers).into_iter().zip(wanted.iter().map(|(_, target)| *target)).map(token).collect()
}

/// The pointers and key spans of every key that stands twice in its object, in document order.
#[must_use]
pub fn duplicate_keys(text: &str) -> Vec<(String, Range<usize>)> {
    let mut found = Vec::new();
    Walk { text, at: 0, found: Vec::new() }.duplicates("", &mut found);
    found
}

/// The v3 name under which a v4 key may stand in the source ("v3 → v4 on load").
fn former_name(key: &str) -> Option<&'static str> {
    match key {
        "likelihood" => Some("risk"),
        "relevance" => Some("scope"),
        _ => None,
    }
}

#[derive(Default)]
struct Node {
    wants: Vec<usize>,
    children: BTreeMap<String, Node>,
}

impl Node {
    /// Gives every want below this node that has found nothing yet this value.
    fn settle(&self, enclosing: &Found, found: &mut [Option<Found>]) {
        for child in self.children.values() {
            for index in &child.wants {
                found[*index].get_or_insert_with(|| Found { exact: false, ..enclosing.clone() });
            }
            child.settle(enclosing, found);
        }
    }
}

struct Walk<'a> {
    text: &'a str,
    at: usize,
    found: Vec<Option<Found>>,
}

impl Walk<'_> {
    fn peek(&self) -> u8 {
        self.text.as_bytes().get(self.at).copied().unwrap_or_default()
    }

    fn blank(&mut self) {
        while matches!(self.peek(), b' ' | b'\n' | b'\r' | b'\t') {
            self.at += 1;
        }
    }

    /// Walks over the value at hand; `key` is the span of the key before it.
    fn value(&mut self, node: Option<&Node>, key: Option<&Range<usize>>) {
        self.blank();
        if node.is_none() {
            return self.skip();
        }
        let start = self.at;
        match self.peek() {
            b'{' => self.members(|walk, name, name_span| {
                let child = node.and_then(|node| {
                    node.children.get(name).or_else(|| {
                        node.children
                            .iter()
                            .find(|(wanted, _)| former_name(wanted) == Some(name))
                            .map(|(_, child)| child)
                    })
                });
                walk.value(child, Some(&name_span));
            }),
            b'[' => self.items(|walk, index| {
                let child = node
                    .filter(|node| !node.children.is_empty())
                    .and_then(|node| node.children.get(&index.to_string()));
                walk.value(child, None);
            }),
            _ => self.scalar(),
        }
        if let Some(node) = node {
            let own = Found { key: key.cloned(), value: start..self.at, exact: true };
            for index in &node.wants {
                self.found[*index].get_or_insert_with(|| own.clone());
            }
            node.settle(&own, &mut self.found);
        }
    }

    fn duplicates(&mut self, pointer: &str, found: &mut Vec<(String, Range<usize>)>) {
        self.blank();
        match self.peek() {
            b'{' => {
                let mut seen = HashSet::new();
                self.members(|walk, name, span| {
                    let here = child_pointer(pointer, name);
                    if !seen.insert(name.to_owned()) {
                        found.push((here.clone(), span));
                    }
                    walk.duplicates(&here, found);
                });
            }
            b'[' => self.items(|walk, index| walk.duplicates(&child_pointer(pointer, index), found)),
            _ => self.scalar(),
        }
    }

    fn members(&mut self, mut visit: impl FnMut(&mut Self, &str, Range<usize>)) {
        self.at += 1;
        loop {
            self.blank();
            match self.peek() {
                b'"' => {
                    let start = self.at;
                    self.string();
                    let raw = &self.text[start..self.at];
                    let unescaped: Option<String> =
                        raw.contains('\\').then(|| serde_json::from_str(raw).unwrap_or_default());
                    let name = unescaped.as_deref().unwrap_or_else(|| raw.trim_matches('"'));
                    let span = start..self.at;
                    self.blank();
                    self.at += 1;
                    visit(self, name, span);
                }
                b',' => self.at += 1,
                _ => break,
            }
        }
        self.at += 1;
    }

    fn items(&mut self, mut visit: impl FnMut(&mut Self, usize)) {
        self.at += 1;
        let mut index = 0;
        loop {
            self.blank();
            match self.peek() {
                b',' => self.at += 1,
                b']' | 0 => break,
                _ => {
                    visit(self, index);
                    index += 1;
                }
            }
        }
        self.at += 1;
    }

    /// Goes behind the value at hand, in which nothing is wanted.
    fn skip(&mut self) {
        let mut depth = 0usize;
        loop {
            match self.peek() {
                b'{' | b'[' => depth += 1,
                b'}' | b']' => depth = depth.saturating_sub(1),
                b'"' => {
                    self.string();
                    if depth == 0 {
                        return;
                    }
                    continue;
                }
                0 if self.at >= self.text.len() => return,
                _ if depth == 0 => return self.scalar(),
                _ => {}
            }
            self.at += 1;
            if depth == 0 {
                return;
            }
        }
    }

    fn scalar(&mut self) {
        if self.peek() == b'"' {
            self.string();
        } else {
            while !matches!(self.peek(), b',' | b']' | b'}' | b' ' | b'\n' | b'\r' | b'\t' | 0) {
                self.at += 1;
            }
        }
    }

    fn string(&mut self) {
        self.at += 1;
        while let Some(next) = self.text.as_bytes().get(self.at..).and_then(|rest| memchr2(b'"', b'\\', rest)) {
            self.at += next;
            if self.peek() == b'"' {
                self.at += 1;
                return;
            }
            self.at += 2;
        }
        self.at = self.text.len();
    }
}

#[cfg(test)]
mod tests {
    use super::{duplicate_keys, spans};
    use crate::diagnostic::Target::{Key, Value};

    #[test]
    fn a_pointer_leads_to_its_token() {
        let text = r#"{"a": [1, {"b/c": "x\"y"}], "risk": 0.5, "t": {"k": {}}}"#;
        let wanted = [
            ("/a/1/b~1c", Value),
            ("/a/1/b~1c", Key),
            ("/likelihood", Value),
            ("/t", Value),
            ("/a/9/z", Value),
            ("", Value),
        ];
        let found: Vec<&str> = spans(text, &wanted).into_iter().map(|s| s.map_or("-", |s| &text[s])).collect();
        assert_eq!(found, [r#""x\"y""#, r#""b/c""#, "0.5", "{", "[", "{"]);
    }

    #[test]
    fn duplicate_keys_are_found_through_their_escapes() {
        let text = r#"{"a": 1, "b": [{"x": 1, "\u0078": 2}], "a": 3}"#;
        let found: Vec<(String, &str)> = duplicate_keys(text).into_iter().map(|(p, s)| (p, &text[s])).collect();
        assert_eq!(found, [("/b/0/x".to_owned(), r#""\u0078""#), ("/a".to_owned(), r#""a""#)]);
    }
}
