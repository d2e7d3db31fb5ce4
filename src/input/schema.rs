//! The JSON Schema of the format and its validators.

use crate::diagnostic::Diagnostic;
use crate::input::plain;
use crate::model::Stage;
use jsonschema::Validator;
use serde_json::{Value, json};
use std::sync::LazyLock;

/// The JSON Schema of the review report 4.0.0, as `prreport schema report` prints it.
pub const REPORT_SCHEMA: &str = include_str!("../../assets/schema/report.schema.json");

/// A schema together with its compiled form.
struct Compiled {
    schema: Value,
    validator: Validator,
}

#[expect(clippy::expect_used, reason = "the schema is part of the program, and every test compiles it")]
fn compile(schema: Value) -> Compiled {
    let validator = jsonschema::options()
        .should_validate_formats(true)
        .offline()
        .build(&schema)
        .expect("the embedded schema is valid");
    Compiled { schema, validator }
}

#[expect(clippy::expect_used, reason = "the schema is part of the program, and every test parses it")]
fn embedded() -> Value {
    serde_json::from_str(REPORT_SCHEMA).expect("the embedded schema is JSON")
}

static REPORT: LazyLock<Compiled> = LazyLock::new(|| compile(embedded()));

/// A producer's array stands under `findings` of an envelope that needs nothing else.
static PRODUCER: LazyLock<Compiled> = LazyLock::new(|| {
    let mut schema = embedded();
    schema["required"] = json!(["findings"]);
    compile(schema)
});

/// Checks a document, and returns every rule it breaks, in no particular order.
///
/// A producer's array is to be passed as `{"findings": array}`.
#[must_use]
pub fn check(document: &Value, stage: Stage) -> Vec<Diagnostic> {
    let Compiled { schema, validator } = match stage {
        Stage::Report => &*REPORT,
        Stage::Producer => &*PRODUCER,
    };
    if validator.is_valid(document) {
        return Vec::new();
    }
    plain::explain_all(validator.iter_errors(document), document, schema)
}
