//! From bytes to a validated report: encoding, JSON, kind, migration, schema, model.

pub mod encoding;
pub mod envelope;
pub mod json;
pub mod lenient;
pub mod migrate;
pub mod plain;
pub mod position;
pub mod reply;
pub mod schema;
pub mod source;
mod syntax;
pub mod version;

use crate::contract;
use crate::diagnostic::{Code, Diagnostic, Level};
use crate::model::{Metadata, Report, SCHEMA_VERSION, Stage};
use envelope::Envelope;
use migrate::Migration;
use serde_json::{Value, json};
use source::Source;

/// How to read.
#[derive(Debug, Clone, Default)]
pub struct Reading {
    /// Show what can be read and list the rest.
    pub lenient: bool,
    /// Refuse what needs migration.
    pub strict_v4: bool,
    /// What a document without an envelope gets around it.
    pub envelope: Envelope,
    /// A short commit is let through, for a working copy to expand.
    pub short_commit: bool,
    /// A stricter schema that the document must keep to as well.
    pub house: Option<schema::HouseSchema>,
    /// Refuse the other stage.
    pub stage: Option<Stage>,
    /// Council and judge replies are read as well, with this beside them; `None` takes reports and arrays only.
    pub replies: Option<reply::Evidence>,
}

/// A report that was read. It is validated and not yet derived.
#[derive(Debug)]
pub struct Loaded {
    /// The report.
    pub report: Report,
    /// Whether it came with an envelope.
    pub stage: Stage,
    /// The version it declared; that of the format for an array.
    pub version: String,
    /// What the migration did, if anything.
    pub migration: Option<Migration>,
    /// What lenient reading left out, with the reasons; empty otherwise.
    pub unread: Vec<Diagnostic>,
    /// Warnings of reading, located.
    pub warnings: Vec<Diagnostic>,
    /// The council or judge reply that the report was made of.
    pub reply: Option<Box<reply::Origin>>,
}

/// Why an input is refused.
#[derive(Debug)]
pub enum Refusal {
    /// It is no JSON text at all.
    Unparsable(Box<Diagnostic>),
    /// It is JSON, and not a valid document: all errors and warnings, located.
    Invalid(Vec<Diagnostic>),
}

/// Reads one document.
///
/// # Errors
/// See [`Refusal`].
pub fn load(source: &Source, reading: &Reading) -> Result<Loaded, Refusal> {
    let (parsed, model) = rayon::join(|| json::parse(&source.text), || beside(&source.text));
    if let Some(evidence) = &reading.replies {
        let kind = evidence.kind.or_else(|| match &parsed {
            Ok((tree, _)) if !tree.is_string() => contract::Kind::detect(tree),
            _ => reply::detect(&source.text),
        });
        if let Some(kind) = kind {
            return reply::load(source, kind, evidence, reading);
        }
    }
    let (tree, duplicates) = parsed.map_err(Refusal::Unparsable)?;
    let invalid = |mut diagnostics: Vec<Diagnostic>, stage| {
        source.locate(&mut diagnostics, base(stage));
        Refusal::Invalid(diagnostics)
    };
    let (mut document, stage) = frame(tree, reading.stage).map_err(|d| invalid(vec![d], Stage::Report))?;
    let version = match stage {
        Stage::Producer => SCHEMA_VERSION.to_owned(),
        Stage::Report => version::declared(&document).map_err(|d| invalid(vec![d], stage))?,
    };
    let migration = document.get_mut("findings").and_then(migrate::migrate);
    if reading.strict_v4 && (migration.is_some() || version != SCHEMA_VERSION) {
        return Err(invalid(vec![needs_migration(&version, migration.as_ref())], stage));
    }
    if stage == Stage::Report {
        document["schema_version"] = json!(SCHEMA_VERSION);
    }
    // What was changed on the way has to be read again.
    let model = model.filter(|_| stage == Stage::Report && version == SCHEMA_VERSION && migration.is_none());
    let mut errors = schema::check(&document, stage);
    if let Some(house) = &reading.house {
        errors.extend(house_errors(house, &document, stage, &errors));
    }
    if reading.short_commit {
        errors.retain(|error| error.code != Code::BadCommit);
    }
    errors.extend(duplicates);
    let mut warnings: Vec<_> = migration.as_ref().map(Migration::diagnostic).into_iter().collect();
    if !errors.is_empty() {
        if reading.lenient {
            lenient::prune(&mut document, &errors);
        }
        if let Some(migration) = &migration {
            migration.name_as_written(&mut errors);
        }
        if !reading.lenient {
            errors.extend(warnings);
            return Err(invalid(errors, stage));
        }
        source.locate(&mut errors, base(stage));
    }
    let report = match model.filter(|_| errors.is_empty()) {
        Some(report) => {
            // To free it takes as long as to make the model did, and nobody waits for it.
            rayon::spawn(move || drop(document));
            Ok(report)
        }
        None => serde_json::from_value(document),
    };
    let mut report: Report = report.map_err(|error| {
        let message = format!("the document can't be read: {}", crate::diagnostic::quoted(&error.to_string()));
        invalid(vec![Diagnostic::error(Code::Schema, "", message)], stage)
    })?;
    match stage {
        Stage::Report => reading.envelope.fill(&mut report.metadata, &mut warnings),
        Stage::Producer => {
            SCHEMA_VERSION.clone_into(&mut report.schema_version);
            reading.envelope.wrap(&mut report, source.stem(), &mut warnings);
        }
    }
    source.locate(&mut warnings, base(stage));
    Ok(Loaded { report, stage, version, migration, unread: errors, warnings, reply: None })
}

/// What comes after the tree, made at the same time: the model of a report that turns out to be valid and in no need of
/// migration, as nearly all are, or the schema that a producer's array is checked by.
fn beside(text: &str) -> Option<Report> {
    match text.trim_start().as_bytes().first() {
        Some(b'{') => serde_json::from_str(text).ok(),
        Some(b'[') => {
            schema::prepare_producer();
            None
        }
        _ => None,
    }
}

/// What the pointers of a stage's model have in front of those of its source.
#[must_use]
pub fn base(stage: Stage) -> &'static str {
    match stage {
        Stage::Report => "",
        Stage::Producer => "/findings",
    }
}

/// Decides the stage and puts an array under `findings`.
fn frame(tree: Value, wanted: Option<Stage>) -> Result<(Value, Stage), Diagnostic> {
    let refuse = |message: &str, hint: &str| Err(Diagnostic::error(Code::TopLevelType, "", message).hint(hint));
    match (tree, wanted) {
        (tree @ Value::Object(_), None | Some(Stage::Report)) => Ok((tree, Stage::Report)),
        (sections @ Value::Array(_), None | Some(Stage::Producer)) => {
            Ok((json!({ "findings": sections }), Stage::Producer))
        }
        (Value::Object(_), _) => {
            refuse("this is an object; a producer's output is a list of sections", "validate it with --stage report")
        }
        (Value::Array(_), _) => refuse("this is a list; a report is an object", "validate it with --stage producer"),
        (other, _) => refuse(
            &format!("the document is {}, not a report", plain::described(&other)),
            "a report is an object; a producer's output is a list of sections",
        ),
    }
}

/// What the house's schema says beyond the format's own, with pointers into the framed document.
fn house_errors(house: &schema::HouseSchema, document: &Value, stage: Stage, known: &[Diagnostic]) -> Vec<Diagnostic> {
    let bare = match stage {
        Stage::Report => document,
        Stage::Producer => &document["findings"],
    };
    let mut errors = house.check(bare);
    for error in &mut errors {
        error.pointer.insert_str(0, base(stage));
    }
    errors.retain(|error| !known.iter().any(|k| k.pointer == error.pointer && k.code == error.code));
    errors
}

fn needs_migration(version: &str, migration: Option<&Migration>) -> Diagnostic {
    let message = if version == SCHEMA_VERSION {
        let count = migration.map_or(0, |m| m.migrated.len());
        format!("{count} of the findings still carry the v3 names `risk` or `scope`")
    } else {
        format!("the report is written in version {version}")
    };
    Diagnostic::error(Code::NeedsMigration, if version == SCHEMA_VERSION { "" } else { "/schema_version" }, message)
        .hint("have the producer write 4.0.0, or read it without --strict-v4")
}

/// Reads the file of `--metadata`: an object with any of the keys of `metadata`.
///
/// # Errors
/// See [`Refusal`]; the errors' pointers are those of the file.
pub fn load_metadata(source: &Source) -> Result<Metadata, Refusal> {
    let (tree, mut errors) = json::parse(&source.text).map_err(Refusal::Unparsable)?;
    let mut document = json!({ "metadata": tree, "findings": [] });
    errors.extend(
        schema::check(&document, Stage::Producer)
            .into_iter()
            // Any key may be left to another source.
            .filter(|d| !(d.code == Code::MissingKey && d.pointer == "/metadata")),
    );
    if errors.iter().any(|d| d.level == Level::Error) {
        source.locate(&mut errors, "/metadata");
        return Err(Refusal::Invalid(errors));
    }
    serde_json::from_value(document["metadata"].take())
        .map_err(|error| Refusal::Invalid(vec![Diagnostic::error(Code::Schema, "", error.to_string())]))
}
