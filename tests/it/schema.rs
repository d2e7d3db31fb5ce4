//! The JSON Schema and the serde model, held together: a walk over the schema beside a report that uses every key.

use crate::support::root;
use prreport::diagnostic::{Code, Diagnostic, Level};
use prreport::input::{self, Reading, Refusal, schema::REPORT_SCHEMA, source::Source};
use serde_json::{Map, Value, json};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::LazyLock;

static SCHEMA: LazyLock<Value> = LazyLock::new(|| serde_json::from_str(REPORT_SCHEMA).unwrap());

/// `samples/review.json`, which uses every key of the format.
static MAXIMAL: LazyLock<Value> =
    LazyLock::new(|| serde_json::from_slice(&std::fs::read(root().join("samples/review.json")).unwrap()).unwrap());

/// A key of the format: the schema of its value, and one place in the maximal report where it stands.
#[derive(Clone, Copy)]
struct Key<'s> {
    schema: &'s Value,
    required: bool,
}

/// Every key of the format by the address of its object's schema and its name.
type Keys<'s> = BTreeMap<(String, String), (Key<'s>, Option<String>)>;

/// Follows a `$ref`; the address tells equal objects from different ones.
fn resolved(node: &Value, address: &str) -> (&'static Value, String) {
    match node.get("$ref").and_then(Value::as_str) {
        Some(target) => {
            let pointer = target.trim_start_matches('#');
            (SCHEMA.pointer(pointer).unwrap_or_else(|| panic!("{target} leads nowhere")), pointer.to_owned())
        }
        None => (SCHEMA.pointer(address).unwrap(), address.to_owned()),
    }
}

/// Walks a schema beside a value and notes each key with the first place where it stands.
fn walk(address: &str, value: &Value, pointer: &str, keys: &mut Keys<'static>) {
    let (node, address) = resolved(SCHEMA.pointer(address).unwrap(), address);
    if let Some(properties) = node.get("properties").and_then(Value::as_object) {
        let required = node.get("required").and_then(Value::as_array);
        for (name, schema) in properties {
            let required = required.is_some_and(|names| names.iter().any(|n| n == name));
            let (schema, _) = resolved(schema, &format!("{address}/properties/{name}"));
            let entry = keys.entry((address.clone(), name.clone())).or_insert((Key { schema, required }, None));
            if let Some(inner) = value.get(name) {
                entry.1.get_or_insert_with(|| pointer.to_owned());
                walk(&format!("{address}/properties/{name}"), inner, &format!("{pointer}/{name}"), keys);
            }
        }
        for name in value.as_object().into_iter().flat_map(Map::keys) {
            assert!(properties.contains_key(name), "{pointer}/{name} is in the report, but not in the schema");
        }
    }
    if node.get("items").is_some() {
        for (at, item) in value.as_array().into_iter().flatten().enumerate() {
            walk(&format!("{address}/items"), item, &format!("{pointer}/{at}"), keys);
        }
    }
}

/// Each key with the pointer of an object that holds it.
fn keys() -> Vec<(String, Key<'static>, String)> {
    let mut keys = Keys::new();
    walk("", &MAXIMAL, "", &mut keys);
    keys.into_iter()
        .map(|((address, name), (key, place))| {
            (name.clone(), key, place.unwrap_or_else(|| panic!("samples/review.json lacks {address}/{name}")))
        })
        .collect()
}

/// The errors of reading a report.
fn errors(report: &Value) -> Vec<Diagnostic> {
    let source = Source::new("report.json", report.to_string().into_bytes()).unwrap();
    match input::load(&source, &Reading::default()) {
        Ok(_) => Vec::new(),
        Err(Refusal::Invalid(found)) => found.into_iter().filter(|d| d.level == Level::Error).collect(),
        Err(Refusal::Unparsable(error)) => panic!("{}", error.message),
    }
}

/// The errors of the maximal report with one object changed.
fn errors_with(pointer: &str, change: impl FnOnce(&mut Value)) -> Vec<Diagnostic> {
    let mut report = MAXIMAL.clone();
    change(report.pointer_mut(pointer).unwrap());
    errors(&report)
}

#[test]
fn the_model_writes_every_key_of_the_schema_and_no_other() {
    assert_eq!(errors(&MAXIMAL).len(), 0);
    let source = Source::new("report.json", MAXIMAL.to_string().into_bytes()).unwrap();
    let report = input::load(&source, &Reading::default()).unwrap_or_else(|_| panic!("it is valid")).report;
    let written = serde_json::to_value(&report).unwrap();
    let (mut of_file, mut of_model) = (Keys::new(), Keys::new());
    walk("", &MAXIMAL, "", &mut of_file);
    walk("", &written, "", &mut of_model);
    let missing: Vec<_> = of_model.iter().filter(|(_, (_, place))| place.is_none()).map(|(key, _)| key).collect();
    assert!(missing.is_empty(), "the model does not write {missing:?}");
    let places = |keys: Keys| keys.into_values().map(|(_, place)| place).collect::<Vec<_>>();
    assert_eq!(places(of_file), places(of_model));
    assert_eq!(written, *MAXIMAL, "reading and writing changes nothing");
}

#[test]
fn the_walk_reaches_every_object_of_the_schema() {
    let mut keys = Keys::new();
    walk("", &MAXIMAL, "", &mut keys);
    let reached: BTreeSet<&str> = keys.keys().map(|(address, _)| address.as_str()).collect();
    for (name, definition) in SCHEMA["$defs"].as_object().unwrap() {
        if definition.get("properties").is_some() {
            assert!(reached.contains(format!("/$defs/{name}").as_str()), "{name}");
            assert_eq!(definition["additionalProperties"], false, "{name} takes unknown keys");
        }
    }
}

#[test]
fn each_required_key_that_is_missing_is_one_error() {
    for (name, key, place) in keys() {
        let found = errors_with(&place, |object| {
            object.as_object_mut().unwrap().remove(&name);
        });
        if !key.required {
            assert!(found.is_empty(), "{place}/{name} is optional: {found:?}");
            continue;
        }
        let [error] = &found[..] else { panic!("{place}/{name}: {found:?}") };
        let code = if name == "schema_version" { Code::Version } else { Code::MissingKey };
        assert_eq!((error.code, error.pointer.as_str()), (code, place.as_str()), "{name}");
        assert!(error.message.contains(&format!("`{name}`")) && error.hint.is_some(), "{error:?}");
    }
}

/// Whether a schema takes values of this kind.
fn takes(schema: &Value, value: &Value) -> bool {
    let kinds: Vec<&str> = match &schema["type"] {
        Value::String(kind) => vec![kind],
        Value::Array(kinds) => kinds.iter().filter_map(Value::as_str).collect(),
        // `enum` and `const` of this schema hold texts alone.
        _ => vec!["string"],
    };
    kinds.iter().any(|kind| match *kind {
        "string" => value.is_string(),
        "number" => value.is_number(),
        "integer" => value.as_f64().is_some_and(|number| number.fract() == 0.0),
        "boolean" => value.is_boolean(),
        "array" => value.is_array(),
        "object" => value.is_object(),
        "null" => value.is_null(),
        other => panic!("unknown type {other}"),
    })
}

#[test]
fn each_value_of_a_wrong_type_is_one_error_at_its_place() {
    let candidates = [json!(null), json!(true), json!(1.5), json!("text"), json!(["a"]), json!({"a": 1})];
    let check = |place: &str, schema: &Value| {
        for wrong in candidates.iter().filter(|value| !takes(schema, value)) {
            let found = errors_with(place, |value| *value = wrong.clone());
            let [error] = &found[..] else { panic!("{place} = {wrong}: {found:?}") };
            assert_eq!(error.pointer, place, "{wrong}");
            assert!(error.place.is_some() && error.hint.is_some(), "{error:?}");
        }
    };
    for (name, key, place) in keys() {
        let place = format!("{place}/{name}");
        check(&place, key.schema);
        if let Some(items) = key.schema.get("items") {
            check(&format!("{place}/0"), resolved_value(items));
        }
    }
    check("/summary_statistics/merge_class_counts/blocking", &SCHEMA["$defs"]["count"]);
}

#[test]
fn a_fraction_where_a_whole_number_belongs_is_one_error() {
    for place in ["/findings/0/findings/0/severity", "/top_findings/0/severity", "/metadata/pr_number"] {
        let found = errors_with(place, |value| *value = json!(0.5));
        assert_eq!(found.len(), 1, "{place}: {found:?}");
    }
}

fn resolved_value(node: &'static Value) -> &'static Value {
    match node["$ref"].as_str() {
        Some(target) => SCHEMA.pointer(target.trim_start_matches('#')).unwrap(),
        None => node,
    }
}

#[test]
fn every_value_of_an_enumeration_is_accepted_and_a_near_one_is_not() {
    for (name, key, place) in keys() {
        let place = format!("{place}/{name}");
        for allowed in key.schema["enum"].as_array().into_iter().flatten() {
            let found = errors_with(&place, |value| *value = allowed.clone());
            assert!(found.is_empty(), "{place} = {allowed}: {found:?}");
            let misspelt = format!("{}x", allowed.as_str().unwrap());
            let found = errors_with(&place, |value| *value = json!(misspelt));
            let [error] = &found[..] else { panic!("{place} = {misspelt}: {found:?}") };
            assert_eq!((error.code, &error.pointer), (Code::UnknownValue, &place));
            let meant = format!("did you mean `{}`?", allowed.as_str().unwrap());
            assert!(error.hint.as_ref().is_some_and(|hint| hint.contains(&meant)), "{error:?}");
        }
    }
}

/// Ways to get a key wrong.
fn misspellings(key: &str) -> Vec<String> {
    let mut out = vec![key.to_uppercase(), key.to_lowercase()];
    let letters: Vec<char> = key.chars().collect();
    let middle = letters.len() / 2;
    if letters.len() >= 4 {
        let mut swapped = letters.clone();
        swapped.swap(middle - 1, middle);
        out.push(swapped.into_iter().collect());
        out.push(letters.iter().enumerate().filter(|(at, _)| *at != middle).map(|(_, c)| c).collect());
        out.push(format!("{key}x"));
    }
    let mut camel = String::new();
    for (at, word) in key.split('_').enumerate() {
        let head = word.get(..1).unwrap_or_default();
        camel.push_str(&if at == 0 { head.to_owned() } else { head.to_uppercase() });
        camel.push_str(word.get(1..).unwrap_or_default());
    }
    out.extend([camel, key.replace('_', "-"), key.replace('_', "")]);
    out.retain(|wrong| wrong != key);
    out.sort();
    out.dedup();
    out
}

#[test]
fn each_misspelt_key_is_one_error_that_names_the_right_one() {
    let mut names: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
    for (name, _, place) in keys() {
        names.entry(place).or_default().insert(name);
    }
    for (name, _, place) in keys() {
        for wrong in misspellings(&name).into_iter().filter(|wrong| !names[&place].contains(wrong)) {
            let found = errors_with(&place, |object| {
                let object = object.as_object_mut().unwrap();
                let value = object.remove(&name).unwrap();
                object.insert(wrong.clone(), value);
            });
            let [error] = &found[..] else { panic!("{place}: {wrong} for {name}: {found:#?}") };
            if name == "schema_version" {
                assert!(error.message.contains("`schema_version`"), "{error:?}");
                continue;
            }
            assert_eq!((error.code, &error.pointer), (Code::UnknownKey, &format!("{place}/{wrong}")));
            assert_eq!(error.hint.as_deref(), Some(&*format!("did you mean `{name}`?")), "{wrong} in {place}");
        }
    }
}
