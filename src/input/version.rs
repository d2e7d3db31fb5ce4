//! Which version of the format a document declares, and whether it is read.

use crate::diagnostic::{Code, Diagnostic, quoted};
use crate::model::SCHEMA_VERSION;
use serde_json::Value;

/// Versions that are read and migrated, never written.
pub const MIGRATED: [&str; 3] = ["3.0.0", "3.1.0", "3.2.0"];

const ACCEPTED: &str = "4.0.0, and 3.0.0, 3.1.0 and 3.2.0 by migration";

/// The declared version of a report object.
///
/// # Errors
/// The version is missing, not a text, or not one that is read; the message names what was found, what is accepted
/// and the remedy.
pub fn declared(report: &Value) -> Result<String, Diagnostic> {
    let Some(version) = report.get("schema_version") else {
        let looks_like_report =
            ["metadata", "findings", "executive_summary"].iter().any(|key| report.get(key).is_some());
        let message = if looks_like_report {
            "the report does not say which version of the format it is written in: `schema_version` is missing"
        } else {
            "this object is not a review report: it has no `schema_version`"
        };
        return Err(Diagnostic::error(Code::Version, "", message).hint(format!(
            "add \"schema_version\": \"{SCHEMA_VERSION}\" if it is a review report; accepted: {ACCEPTED}"
        )));
    };
    let refuse =
        |message: String, hint: String| Err(Diagnostic::error(Code::Version, "/schema_version", message).hint(hint));
    match version {
        Value::String(version) if version == SCHEMA_VERSION || MIGRATED.contains(&version.as_str()) => {
            Ok(version.clone())
        }
        Value::String(version) if version.starts_with("1.") || version.starts_with("2.") => refuse(
            format!("reports of version {} are no longer read", quoted(version)),
            format!("run the producer again with its current version; accepted: {ACCEPTED}"),
        ),
        Value::String(version) => refuse(
            format!("the format has no version `{}`, or this program is older than it", quoted(version)),
            format!("accepted: {ACCEPTED}"),
        ),
        other => refuse(
            format!("`schema_version` is {}, not a text", crate::input::plain::described(other)),
            format!("write \"schema_version\": \"{SCHEMA_VERSION}\"; accepted: {ACCEPTED}"),
        ),
    }
}
