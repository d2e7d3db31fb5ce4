//! The report itself, as canonical JSON: keys in the order of the format, two-space indent, a final newline.

use crate::model::Report;

/// Writes a report. Reading it back gives the same report, and writing that gives the same bytes.
///
/// # Errors
/// Only if a value can't be written as JSON, which no report that was read holds.
pub fn render(report: &Report) -> Result<String, serde_json::Error> {
    let mut json = serde_json::to_string_pretty(report)?;
    json.push('\n');
    Ok(json)
}
