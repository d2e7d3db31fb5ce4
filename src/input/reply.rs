//! Council and judge replies out of files: extraction, parsing, verification, and the way back to lines and columns.

use crate::contract::{self, Adopted, Council, Diff, Found, Kind, Missing, Reply};
use crate::diagnostic::{Code, Diagnostic, Level, Place, named, quoted};
use crate::input::source::{Source, place_at, places_at};
use crate::input::{Loaded, Reading, Refusal, json};
use crate::model::{SCHEMA_VERSION, Stage};

/// What a reply is read with.
#[derive(Debug, Clone, Default)]
pub struct Evidence {
    /// Whose reply it is; told by its keys when `None`.
    pub kind: Option<Kind>,
    /// The pull request's diff.
    pub diff: Option<Diff>,
    /// The council's replies, in the order in which ids are handed out.
    pub councils: Vec<Council>,
    /// Move ranges that are off by a few lines.
    pub fix_anchors: bool,
    /// What has to be said about diff and council themselves.
    pub warnings: Vec<Diagnostic>,
}

/// A reply that was verified.
#[derive(Debug, Clone)]
pub struct Checked {
    /// The reply with severities mapped and locations restored, as far as it could be read.
    pub reply: Reply,
    /// Errors and warnings, located, in document order.
    pub diagnostics: Vec<Diagnostic>,
}

impl Checked {
    /// Whether the reply keeps to the contract.
    #[must_use]
    pub fn ok(&self) -> bool {
        !self.diagnostics.iter().any(|diagnostic| diagnostic.level == Level::Error)
    }
}

/// A reply beside the report that was made of it.
#[derive(Debug, Clone)]
pub struct Origin {
    /// Whose it is.
    pub kind: Kind,
    /// The reply.
    pub reply: Reply,
    /// Which findings became which; its report has been moved out.
    pub adopted: Adopted,
}

/// Verifies a reply: finds its JSON, checks it, and holds it against council and diff.
#[must_use]
pub fn check(source: &Source, kind: Kind, evidence: &Evidence) -> Checked {
    let refused = |diagnostic| Checked { reply: Reply::default(), diagnostics: vec![diagnostic] };
    let found = match contract::extract(&source.text) {
        Ok(found) => found,
        Err(missing) => return refused(explain(&source.text, missing)),
    };
    let (tree, duplicates) = match json::parse(&found.text) {
        Ok(parsed) => parsed,
        Err(diagnostic) => {
            let mut diagnostics = vec![*diagnostic];
            to_input(&source.text, &found, &mut diagnostics);
            return Checked { reply: Reply::default(), diagnostics };
        }
    };
    let verified = contract::verify(kind, &tree);
    let (mut reply, mut diagnostics) = (verified.reply, verified.diagnostics);
    diagnostics.extend(found.warnings.iter().cloned());
    // The contract does not forbid it, and the last one counts.
    diagnostics.extend(duplicates.into_iter().map(|duplicate| Diagnostic { level: Level::Warning, ..duplicate }));
    if kind == Kind::Judge && !evidence.councils.is_empty() {
        diagnostics.extend(contract::consolidate(&mut reply, &evidence.councils));
    }
    if let Some(diff) = &evidence.diff {
        diagnostics.extend(contract::anchor(&mut reply, diff, evidence.fix_anchors));
        if !diff.repeated.is_empty() {
            diagnostics.push(repeated(diff));
        }
    }
    locate(source, &found, &mut diagnostics);
    diagnostics.extend(evidence.warnings.iter().cloned());
    Checked { reply, diagnostics }
}

/// The warning about a diff that shows a file more than once.
#[must_use]
pub fn repeated(diff: &Diff) -> Diagnostic {
    const NAMED: usize = 10;
    let files = named(diff.repeated.iter().map(|path| quoted(path)), NAMED);
    let message = format!("the diff shows {files} more than once, as a series of patches does");
    Diagnostic::warning(Code::SeveralPatches, "", message)
        .hint("lines of earlier patches may have moved since; use one diff: git diff BASE...HEAD")
}

/// Why there is no object, at its place.
fn explain(text: &str, missing: Missing) -> Diagnostic {
    let diagnostic = missing.diagnostic();
    match missing {
        Missing::Empty | Missing::Nothing => diagnostic,
        Missing::List { at } => diagnostic.at(place_at(text, at)),
        Missing::CutOff { .. } => diagnostic.at(place_at(text, text.trim_end().len())),
        Missing::Unparsable { at } => match json::parse(&text[at..]) {
            Err(said) => {
                let span = said.place.as_ref().map_or(at..at, |place| place.span.start + at..place.span.end + at);
                let place = Place { span: span.clone(), ..place_at(text, span.start) };
                said.at(place)
            }
            Ok(_) => diagnostic.at(place_at(text, at)),
        },
    }
}

/// Looks up where diagnostics about the object stand in the input, and puts them in document order.
fn locate(source: &Source, found: &Found<'_>, diagnostics: &mut [Diagnostic]) {
    let block = Source::of_text("", found.text.clone().into_owned());
    block.locate(diagnostics, "");
    to_input(&source.text, found, diagnostics);
}

/// Turns places in the object, in ascending order, into places in the input.
fn to_input(text: &str, found: &Found<'_>, diagnostics: &mut [Diagnostic]) {
    diagnostics.sort_by_key(|d| d.place.as_ref().map_or(usize::MAX, |place| place.span.start));
    let spans: Vec<_> =
        diagnostics.iter().filter_map(|d| d.place.as_ref()).map(|place| found.in_input(&place.span)).collect();
    let starts: Vec<usize> = spans.iter().map(|span| span.start).collect();
    let places = spans.into_iter().zip(places_at(text, &starts));
    for (diagnostic, (span, (line, column))) in diagnostics.iter_mut().filter(|d| d.place.is_some()).zip(places) {
        diagnostic.place = Some(Place { span, line, column });
    }
}

/// Tells whether a text that is no JSON document of its own holds a reply, and whose.
#[must_use]
pub fn detect(text: &str) -> Option<Kind> {
    let found = contract::extract(text).ok()?;
    Kind::detect(&serde_json::from_str(&found.text).ok()?)
}

/// Reads a reply as a report.
///
/// # Errors
/// See [`Refusal`].
pub(super) fn load(source: &Source, kind: Kind, evidence: &Evidence, reading: &Reading) -> Result<Loaded, Refusal> {
    let checked = check(source, kind, evidence);
    if !checked.ok() && !reading.lenient {
        return Err(Refusal::Invalid(checked.diagnostics));
    }
    let (unread, mut warnings): (Vec<_>, Vec<_>) =
        checked.diagnostics.into_iter().partition(|d| d.level == Level::Error);
    // Standard input names nobody.
    let reviewer = if source.name == "stdin" { "" } else { source.stem() };
    let mut adopted = contract::adopt(kind, &checked.reply, reviewer, &evidence.councils).map_err(|error| {
        let hint = "split the reply in two, or let reviewers of several categories raise the findings";
        Refusal::Invalid(vec![Diagnostic::error(Code::TooManyFindings, "/findings", error.to_string()).hint(hint)])
    })?;
    let mut report = std::mem::take(&mut adopted.report);
    SCHEMA_VERSION.clone_into(&mut report.schema_version);
    reading.envelope.wrap(&mut report, source.stem(), &mut warnings);
    Ok(Loaded {
        report,
        stage: Stage::Producer,
        version: SCHEMA_VERSION.to_owned(),
        migration: None,
        unread,
        warnings,
        reply: Some(Box::new(Origin { kind, reply: checked.reply, adopted })),
    })
}

impl Origin {
    /// Turns diagnostics about the report into located ones about the reply.
    pub fn locate(&self, source: &Source, diagnostics: &mut Vec<Diagnostic>) {
        self.adopted.translate(diagnostics);
        if let Ok(found) = contract::extract(&source.text) {
            locate(source, &found, diagnostics);
        }
    }
}
