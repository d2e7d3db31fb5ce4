//! Text to a JSON tree: `serde_json` reads it; duplicate keys and depth are watched on the way.

use crate::diagnostic::{Code, Diagnostic, Place};
use crate::input::source::places_at;
use crate::input::{position, syntax};
use serde::de::{DeserializeSeed, Deserializer, Error as _, MapAccess, SeqAccess, Visitor};
use serde_json::{Map, Number, Value};
use std::cell::Cell;

/// The deepest nesting that is read, the outermost array or object counted as 1.
pub const MAX_DEPTH: usize = 128;

/// What depth errors start with, so that they can be told from syntax errors.
const TOO_DEEP: &str = "nested deeper than";

/// Parses one JSON document.
///
/// Returns the tree and an error for each key that stands twice in one object (of these the last value is kept).
///
/// # Errors
/// The text is no JSON, too deep, or holds a number that no double can: one diagnostic with its place.
pub fn parse(text: &str) -> Result<(Value, Vec<Diagnostic>), Box<Diagnostic>> {
    let duplicates = Cell::new(false);
    let mut deserializer = serde_json::Deserializer::from_str(text);
    // Its own limit is one short of 128 and can't be set; the seed keeps ours.
    deserializer.disable_recursion_limit();
    let tree = Seed { duplicates: &duplicates, depth: 0 }
        .deserialize(&mut deserializer)
        .and_then(|tree| deserializer.end().map(|()| tree))
        .map_err(|error| Box::new(syntax::explain(text, &error)))?;
    let duplicates = if duplicates.get() { report_duplicates(text) } else { Vec::new() };
    Ok((tree, duplicates))
}

/// Whether `serde_json`'s error is the seed's about depth.
pub(super) fn is_too_deep(error: &serde_json::Error) -> bool {
    error.to_string().starts_with(TOO_DEEP)
}

fn report_duplicates(text: &str) -> Vec<Diagnostic> {
    let found = position::duplicate_keys(text);
    let starts: Vec<usize> = found.iter().map(|(_, span)| span.start).collect();
    found
        .into_iter()
        .zip(places_at(text, &starts))
        .map(|((pointer, span), (line, column))| {
            let key = crate::diagnostic::quoted(text[span.clone()].trim_matches('"'));
            Diagnostic::error(Code::DuplicateKey, pointer, format!("the key `{key}` stands twice in this object"))
                .hint("keep one of the two; JSON readers disagree on which one counts")
                .at_key()
                .at(Place { span, line, column })
        })
        .collect()
}

#[derive(Clone, Copy)]
struct Seed<'a> {
    duplicates: &'a Cell<bool>,
    depth: usize,
}

impl Seed<'_> {
    fn deeper<E: serde::de::Error>(self) -> Result<Self, E> {
        if self.depth == MAX_DEPTH {
            return Err(E::custom(format_args!("{TOO_DEEP} {MAX_DEPTH} levels")));
        }
        Ok(Self { depth: self.depth + 1, ..self })
    }
}

impl<'de> DeserializeSeed<'de> for Seed<'_> {
    type Value = Value;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<Value, D::Error> {
        deserializer.deserialize_any(self)
    }
}

impl<'de> Visitor<'de> for Seed<'_> {
    type Value = Value;

    fn expecting(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("a JSON value")
    }

    fn visit_bool<E>(self, value: bool) -> Result<Value, E> {
        Ok(Value::Bool(value))
    }

    fn visit_i64<E>(self, value: i64) -> Result<Value, E> {
        Ok(Value::Number(value.into()))
    }

    fn visit_u64<E>(self, value: u64) -> Result<Value, E> {
        Ok(Value::Number(value.into()))
    }

    fn visit_f64<E: serde::de::Error>(self, value: f64) -> Result<Value, E> {
        Number::from_f64(value).map(Value::Number).ok_or_else(|| E::custom("number out of range"))
    }

    fn visit_str<E>(self, value: &str) -> Result<Value, E> {
        Ok(Value::String(value.to_owned()))
    }

    fn visit_string<E>(self, value: String) -> Result<Value, E> {
        Ok(Value::String(value))
    }

    fn visit_unit<E>(self) -> Result<Value, E> {
        Ok(Value::Null)
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut items: A) -> Result<Value, A::Error> {
        let inner = self.deeper()?;
        let mut list = Vec::new();
        while let Some(item) = items.next_element_seed(inner)? {
            list.push(item);
        }
        Ok(Value::Array(list))
    }

    fn visit_map<A: MapAccess<'de>>(self, mut members: A) -> Result<Value, A::Error> {
        let inner = self.deeper().map_err(|error: A::Error| A::Error::custom(error))?;
        let mut map = Map::new();
        while let Some(key) = members.next_key::<String>()? {
            if map.insert(key, members.next_value_seed(inner)?).is_some() {
                self.duplicates.set(true);
            }
        }
        Ok(Value::Object(map))
    }
}

#[cfg(test)]
mod tests {
    use super::{MAX_DEPTH, parse};
    use crate::diagnostic::Code;

    #[test]
    fn a_hundred_and_twenty_eight_levels_are_read_and_one_more_is_not() {
        let nested = |levels: usize| "[".repeat(levels) + &"]".repeat(levels);
        assert!(parse(&nested(MAX_DEPTH)).is_ok());
        assert_eq!(parse(&nested(MAX_DEPTH + 1)).map_err(|d| d.code).unwrap_err(), Code::TooDeep);
        assert_eq!(parse(&"[".repeat(1_000_000)).map_err(|d| d.code).unwrap_err(), Code::TooDeep);
        assert_eq!(parse(&"{\"a\":".repeat(1_000_000)).map_err(|d| d.code).unwrap_err(), Code::TooDeep);
    }

    #[test]
    fn numbers_survive_a_round_trip() {
        let text = "[0.1,0.30000000000000004,1e-7,5e-324,0.123456789012345678]";
        let (tree, _) = parse(text).unwrap();
        let again = serde_json::to_string(&tree).unwrap();
        assert_eq!(parse(&again).unwrap().0, tree);
    }
}
