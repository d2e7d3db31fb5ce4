//! One report: its documents are written when all of them are made, or an overview is shown.

use super::Arguments;
use super::work::Work;
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
    let mut read = match arguments.options.read_with(input, &work.reading)? {
        Ok(read) => read,
        Err(refused) => return Ok(refused.report(reporting, terminal)),
    };
    let shown = |document: &Document<'_>| formats.is_empty().then(|| overview::render(document));
    let rendered = work.render(&mut read, &formats, shown)?;
    if rendered.left_out > 0 {
        terminal.note(&format!("left out: {} with an accepted risk (--hide-triaged)", rendered.left_out));
    }
    if reporting.deny_warnings && !rendered.warnings.is_empty() {
        return Ok(terminal.denied(&rendered.warnings, &read.source, reporting.max_errors));
    }
    if let Some(overview) = rendered.seen {
        terminal.result(overview.as_bytes())?;
    } else {
        let bytes = rendered.documents.into_iter().map(|(_, bytes)| bytes);
        target::write(targets.into_iter().zip(bytes).collect(), terminal)?;
    }
    terminal.warnings(&rendered.warnings, &read.source, reporting.max_errors);
    let outcome = terminal.unread(&read);
    // The process ends here: to free a big report string by string would take time and give nothing back.
    std::mem::forget(read);
    if let Some(gate) = arguments.fail_on.filter(|_| rendered.tripped > 0) {
        terminal.note(&gate.words(rendered.tripped, ""));
        return Ok(outcome.worst(Outcome::Gate));
    }
    Ok(outcome)
}
