//! Reads fields out of a JSON object and collects what is wrong with them, with what was received and how to repair it.

use crate::diagnostic::{Code, Diagnostic, child_pointer, nearest, quoted};
use serde_json::{Map, Value};

/// The largest whole number that every JSON reader keeps exactly.
const LARGEST: f64 = 9_007_199_254_740_991.0;

/// An object at a pointer, with the list that problems go to.
pub(super) struct Object<'v, 'd> {
    pub(super) map: &'v Map<String, Value>,
    pub(super) pointer: String,
    pub(super) problems: &'d mut Vec<Diagnostic>,
}

impl<'v> Object<'v, '_> {
    /// The pointer of a key.
    pub(super) fn at(&self, key: &str) -> String {
        child_pointer(&self.pointer, key)
    }

    pub(super) fn error(&mut self, code: Code, key: &str, message: String, hint: impl Into<String>) {
        let pointer = self.at(key);
        self.problems.push(Diagnostic::error(code, pointer, message).hint(hint));
    }

    /// A value that must be there; its absence is an error at the object.
    pub(super) fn required(&mut self, key: &str, hint: &str) -> Option<&'v Value> {
        let value = self.map.get(key);
        if value.is_none() {
            let message = format!("`{key}` is missing");
            self.problems.push(Diagnostic::error(Code::MissingKey, self.pointer.clone(), message).hint(hint));
        }
        value
    }

    /// Says that a value has another type than the contract asks for.
    pub(super) fn wrong_type(&mut self, key: &str, expected: &str, received: &Value) {
        let hint = match received {
            Value::Null => format!("leave `{key}` out if there is nothing to say"),
            Value::String(text) if expected.contains("number") && text.trim().parse::<f64>().is_ok() => {
                format!("write it without quotes: {}", quoted(text.trim()))
            }
            Value::String(text) if expected.starts_with("a list") => {
                format!("write a list, even of one: [\"{}\"]", quoted(text))
            }
            _ => format!("write {expected}"),
        };
        let message = format!("{} must be {expected}, not {}", name(key), described(received));
        self.error(Code::WrongType, key, message, hint);
    }

    /// A text that must hold something.
    pub(super) fn text(&mut self, key: &str, value: &Value, hint: &str) -> Option<String> {
        match value {
            Value::String(text) if text.trim().is_empty() => {
                let held = if text.is_empty() { "is empty" } else { "holds nothing but white space" };
                self.error(Code::EmptyText, key, format!("`{key}` {held}"), hint);
                None
            }
            Value::String(text) => Some(text.clone()),
            other => {
                self.wrong_type(key, "a text", other);
                None
            }
        }
    }

    /// A text that may be left out, and is not empty otherwise.
    pub(super) fn optional_text(&mut self, key: &str) -> Option<String> {
        match self.map.get(key)? {
            Value::String(text) if text.is_empty() => {
                let hint = format!("write something, or leave `{key}` out");
                self.error(Code::EmptyText, key, format!("`{key}` is empty"), hint);
                None
            }
            Value::String(text) => Some(text.clone()),
            other => {
                self.wrong_type(key, "a text", other);
                None
            }
        }
    }

    /// One of some words.
    pub(super) fn word(&mut self, key: &str, value: &Value, words: &[&str], what: &str) -> Option<&'v str>
    where
        Self: 'v,
    {
        let Some(word) = self.map.get(key).and_then(Value::as_str) else {
            self.wrong_type(key, &format!("one of {}", words.join(", ")), value);
            return None;
        };
        if words.contains(&word) {
            return Some(word);
        }
        let all = format!("a {what} is one of {}", words.join(", "));
        let hint = match nearest(word, words) {
            Some(near) => format!("did you mean `{near}`? {all}"),
            None => all,
        };
        self.error(Code::UnknownValue, key, format!("`{key}` is \"{}\", which is no {what}", quoted(word)), hint);
        None
    }

    /// A whole number from 1.
    pub(super) fn whole(&mut self, key: &str, value: &Value) -> Option<u64> {
        match whole_number(value) {
            Ok(number) => Some(number),
            Err(Unfit::Type) => {
                self.wrong_type(key, "a whole number from 1", value);
                None
            }
            Err(Unfit::Range) => {
                let message = format!("{} must be a whole number from 1, not {}", name(key), described(value));
                let hint = if key == "threadIndex" || key.parse::<usize>().is_ok() {
                    "numbers count from 1"
                } else {
                    "lines count from 1"
                };
                self.error(Code::OutOfRange, key, message, hint);
                None
            }
        }
    }

    /// A list, each of whose items is read by `item`; its pointer is the list's.
    pub(super) fn list<T>(
        &mut self,
        key: &str,
        of: &str,
        mut item: impl FnMut(&mut Object<'_, '_>, &str, &Value) -> Option<T>,
    ) -> Option<Vec<T>> {
        let value = self.map.get(key)?;
        let Some(items) = value.as_array() else {
            self.wrong_type(key, &format!("a list of {of}"), value);
            return None;
        };
        let none = Map::new();
        let mut list = Object { map: &none, pointer: self.at(key), problems: &mut *self.problems };
        Some(items.iter().enumerate().filter_map(|(i, value)| item(&mut list, &i.to_string(), value)).collect())
    }
}

/// A key, or the place in a list, as the subject of a sentence.
fn name(key: &str) -> String {
    if key.bytes().all(|b| b.is_ascii_digit()) { format!("entry {key}") } else { format!("`{key}`") }
}

enum Unfit {
    Type,
    Range,
}

#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "the guard leaves only whole numbers that fit"
)]
fn whole_number(value: &Value) -> Result<u64, Unfit> {
    let number = value.as_f64().ok_or(Unfit::Type)?;
    // JSON knows one kind of number: 3.0 is the line 3.
    if number.fract() != 0.0 {
        return Err(Unfit::Type);
    }
    if (1.0..=LARGEST).contains(&number) { Ok(number as u64) } else { Err(Unfit::Range) }
}

/// A value in a message: what type it is and what it holds.
pub(super) fn described(value: &Value) -> String {
    match value {
        Value::Null => "null".to_owned(),
        Value::Bool(flag) => format!("{flag}"),
        Value::Number(number) => format!("the number {}", quoted(&number.to_string())),
        Value::String(text) => format!("the text \"{}\"", quoted(text)),
        Value::Array(_) => "a list".to_owned(),
        Value::Object(_) => "an object".to_owned(),
    }
}
