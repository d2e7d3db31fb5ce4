//! One report: its documents are written when all of them are made, or an overview is shown.

use super::Arguments;
use super::work::{Rendered, Work};
use crate::cli::failure::{Failure, InputPath, Outcome};
use crate::cli::overview;
use crate::cli::target::{self, Format};
use crate::cli::terminal::Terminal;
use prreport::view::Document;

/// Renders one report.
pub fn execute(arguments: &Arguments, input: &InputPath, terminal: &mut Terminal) -> Result<Outcome, Failure> {
    let targets = arguments.requested().prepare(input)?;
    let formats: Vec<Format> = targets.iter().map(|target| target.format).collect();
    let reporting = &arguments.options.reporting;
    let work = match Work::prepare(arguments, &formats, terminal)? {
        Ok(work) => work,
        Err(outcome) => return Ok(outcome),
    };
    let mut read = match arguments.options.read_and_derive(input, &work.reading)? {
        Ok(read) => read,
        Err(refused) => return Ok(refused.report(reporting, terminal)),
    };
    let shown = |document: &Document<'_>| formats.is_empty().then(|| overview::render(document));
    let rendered = work.render(&mut read, &formats, shown)?;
    if rendered.left_out > 0 {
        terminal.note(&format!("left out: {} with an accepted risk (--hide-triaged)", rendered.left_out));
    }
    if reporting.deny_warnings && (read.warns() || !rendered.warnings.is_empty()) {
        let warnings = read.warnings_with(rendered.warnings);
        return Ok(terminal.denied(&warnings, &read.source, reporting.max_errors));
    }
    let Rendered { documents, seen, warnings, tripped, .. } = rendered;
    let write = || match seen {
        Some(overview) => terminal.result(&overview),
        None => target::write(
            targets.into_iter().zip(documents.into_iter().map(|(_, content)| content)).collect(),
            terminal,
        ),
    };
    // While the documents are on their way to the disk, the other core looks up what the warnings are about.
    let (written, warnings) = rayon::join(write, || read.warnings_with(warnings));
    written?;
    terminal.warnings(&warnings, &read.source, reporting.max_errors);
    let outcome = terminal.unread(&read);
    // The process ends here: to free a big report string by string would take time and give nothing back.
    std::mem::forget(read);
    if let Some(gate) = arguments.fail_on.filter(|_| tripped > 0) {
        terminal.note(&gate.words(tripped, ""));
        return Ok(outcome.worst(Outcome::Gate));
    }
    Ok(outcome)
}
