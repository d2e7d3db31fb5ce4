//! The JSON Schema of the format and its validators.
//!
//! Nearly every report is valid: whether it is, code says that is made of the schema when the program is compiled. The
//! schema itself is compiled at run time only for those that are not, to say why.

use crate::diagnostic::Diagnostic;
use crate::input::plain;
use crate::model::Stage;
use jsonschema::Validator;
use serde_json::{Value, json};
use std::sync::LazyLock;

/// The JSON Schema of the review report 4.0.0, as `prreport schema report` prints it.
pub const REPORT_SCHEMA: &str = include_str!("../../assets/schema/report.schema.json");

/// Whether a report keeps to [`REPORT_SCHEMA`], by the options of [`compile`].
#[jsonschema::validator(
    path = "assets/schema/report.schema.json",
    validate_formats = true,
    methods = { is_valid = true, validate = false, iter_errors = false }
)]
struct ValidReport;

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

/// What is wrong with a schema of the house, in the words of the validator: mend it there.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct SchemaError(String);

impl std::fmt::Debug for HouseSchema {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("HouseSchema")
    }
}

impl HouseSchema {
    /// Compiles a schema. It may refer to the format's by its `$id`; nothing is fetched.
    ///
    /// # Errors
    /// The schema is none, or refers to something else; see [`SchemaError`].
    pub fn new(schema: Value) -> Result<Self, SchemaError> {
        let said = |error: &dyn std::fmt::Display| SchemaError(crate::diagnostic::quoted(&error.to_string()));
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

/// Compiles what the first check of a producer's array would compile otherwise.
pub fn prepare_producer() {
    LazyLock::force(&PRODUCER);
}

/// Checks a document, and returns every rule it breaks, in no particular order.
///
/// A producer's array is to be passed as `{"findings": array}`.
#[must_use]
pub fn check(document: &Value, stage: Stage) -> Vec<Diagnostic> {
    let (valid, compiled) = match stage {
        Stage::Report => (ValidReport::is_valid(document), &REPORT),
        Stage::Producer => (PRODUCER.validator.is_valid(document), &PRODUCER),
    };
    if valid {
        return Vec::new();
    }
    plain::explain_all(compiled.validator.iter_errors(document), document, &compiled.schema)
}
