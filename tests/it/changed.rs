//! Properties of reports that were changed at any place: what the schema says of them, and what the messages show.

use crate::property::config;
use crate::reports::{json_value, report};
use crate::texts::text;
use proptest::prelude::*;
use prreport::derive::{Deriving, derive, permalink::DEFAULT_HOST};
use prreport::input::{self, Reading, Refusal, schema, source::Source};
use prreport::invisible::on_one_line;
use prreport::model::{Report, Stage};
use serde_json::Value;
use std::sync::LazyLock;

/// The schema as its library reads it at run time, which is what code made of it has to agree with.
static SCHEMA: LazyLock<jsonschema::Validator> = LazyLock::new(|| {
    let schema = serde_json::from_str(schema::REPORT_SCHEMA).unwrap();
    jsonschema::options().should_validate_formats(true).build(&schema).unwrap()
});

/// Pointers to every value below a tree's top, without escapes: the format's keys need none.
fn pointers(tree: &Value) -> Vec<String> {
    let children: Vec<(String, &Value)> = match tree {
        Value::Array(items) => items.iter().enumerate().map(|(i, item)| (i.to_string(), item)).collect(),
        Value::Object(members) => members.iter().map(|(key, value)| (key.clone(), value)).collect(),
        _ => Vec::new(),
    };
    let below = |(step, child): (String, &Value)| {
        let inner: Vec<String> = pointers(child).into_iter().map(|inner| format!("/{step}{inner}")).collect();
        [vec![format!("/{step}")], inner].concat()
    };
    children.into_iter().flat_map(below).collect()
}

proptest! {
    #![proptest_config(config(160))]

    #[test]
    fn what_the_compiled_schema_and_the_model_beside_the_tree_say_is_what_the_tree_says(
        report in report(),
        at in any::<prop::sample::Index>(),
        value in json_value(),
        valid in any::<bool>(),
    ) {
        let mut report = report;
        if !valid {
            *at.get(&pointers(&report)).split('/').skip(1).fold(&mut report, |inner, step| match inner {
                Value::Array(items) => &mut items[step.parse::<usize>().unwrap()],
                inner => &mut inner[step],
            }) = value;
        }
        prop_assert_eq!(schema::check(&report, Stage::Report).is_empty(), SCHEMA.is_valid(&report));
        let beside = serde_json::from_str::<Report>(&report.to_string());
        prop_assert_eq!(beside.ok(), serde_json::from_value(report).ok());
    }

    #[test]
    fn what_is_said_about_a_report_is_one_line_and_visible(
        report in report(),
        at in prop::collection::vec(any::<prop::sample::Index>(), 0..6),
        with in prop::collection::vec(text(), 6),
    ) {
        let mut report = report;
        let all = pointers(&report);
        for (at, text) in at.iter().zip(with) {
            // An earlier text may have taken the place of what a pointer led into.
            if let Some(value) = report.pointer_mut(&all[at.index(all.len())]) {
                *value = text.into();
            }
        }
        let source = Source::new("report.json", report.to_string().into_bytes()).unwrap();
        for lenient in [false, true] {
            let said = match input::load(&source, &Reading { lenient, ..Reading::default() }) {
                Err(Refusal::Invalid(said)) => said,
                Err(Refusal::Unparsable(said)) => vec![*said],
                Ok(mut loaded) => {
                    let deriving = Deriving { declared: &loaded.version, stage: loaded.stage, host: DEFAULT_HOST };
                    let derived = derive(&mut loaded.report, &deriving);
                    [loaded.warnings, loaded.unread, derived].concat()
                }
            };
            for diagnostic in said {
                for words in [Some(&diagnostic.message), diagnostic.hint.as_ref()].into_iter().flatten() {
                    prop_assert_eq!(&*on_one_line(words), words);
                }
            }
        }
    }
}
