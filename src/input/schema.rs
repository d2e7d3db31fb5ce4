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

/// A stricter schema of the house, checked beside the format's own.
#[derive(Clone)]
pub struct HouseSchema(std::sync::Arc<Compiled>);

impl std::fmt::Debug for HouseSchema {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("HouseSchema")
    }
}

impl HouseSchema {
    /// Compiles a schema. It may refer to the format's by its `$id`; nothing is fetched.
    ///
    /// # Errors
    /// What is wrong with the schema, in the words of the validator.
    pub fn new(schema: Value) -> Result<Self, String> {
        let said = |error: &dyn std::fmt::Display| crate::diagnostic::quoted(&error.to_string());
        let report = embedded();
        let id = report["$id"].as_str().unwrap_or_default().to_owned();
        let registry = jsonschema::Registry::new()
            .add(id, report)
            .map_err(|error| said(&error))?
            .prepare()
            .map_err(|error| said(&error))?;
        let validator = jsonschema::options()
            .should_validate_formats(true)
            .offline()
            .with_registry(&registry)
            .build(&schema)
            .map_err(|error| said(&error))?;
        Ok(Self(std::sync::Arc::new(Compiled { schema, validator })))
    }

    /// Checks a document as it stands in its file: an object, or a producer's array.
    #[must_use]
    pub fn check(&self, document: &Value) -> Vec<Diagnostic> {
        plain::explain_all(self.0.validator.iter_errors(document), document, &self.0.schema)
    }
}

/// Compiles the format's schema, which the first check of a report would do otherwise.
pub fn prepare() {
    LazyLock::force(&REPORT);
}

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
