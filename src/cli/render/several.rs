//! Several reports: rendered side by side into a folder, with an index over the pages.

use super::work::{Rendered, Work};
use super::{Arguments, names};
use crate::cli::failure::{Failure, InputPath, Outcome};
use crate::cli::files;
use crate::cli::input::{Read, Refused};
use crate::cli::target::{Folder, Format};
use crate::cli::terminal::{Terminal, tally};
use prreport::diagnostic::named;
use prreport::render;
use prreport::view::{Index, IndexEntry, IndexReport};
use rayon::prelude::*;

/// How many reports a thread takes before what was found is said and let go: enough to keep all threads at work, few
/// enough that thousands of reports do not stand in memory at once.
const SHARE: usize = 4;

/// How many reports the summary names.
const NAMED: usize = 5;

/// What became of one report.
enum Fate {
    /// Its documents are written.
    Written(Box<Read>, Rendered<IndexReport>, Vec<String>),
    /// It has warnings, and they are denied.
    Denied(Box<Read>, Rendered<IndexReport>),
    /// It does not keep to the format, or is no JSON.
    Refused(Refused),
    /// There is nothing to be read.
    Unreadable(Failure),
}

/// Renders all reports of the command line.
pub fn execute(arguments: &Arguments, terminal: &mut Terminal) -> Result<Outcome, Failure> {
    let inputs = files::distinct(files::expand(&arguments.inputs)?);
    let folder = Folder::of(arguments.requested(), inputs.len())?;
    let names = names::distinct(&inputs);
    let with_index = folder.formats.contains(&Format::Html);
    let jobs: Vec<Job> = inputs.iter().zip(names).map(|(input, name)| Job::new(input, name, &folder.formats)).collect();
    let index = with_index.then_some("index.html");
    folder.check(jobs.iter().flat_map(|job| &job.files).map(|(_, file)| file.as_str()).chain(index), &inputs)?;
    let work = match Work::prepare(arguments, &folder.formats, terminal)? {
        Ok(work) => work,
        Err(outcome) => return Ok(outcome),
    };

    let mut run = Run { arguments, outcome: Outcome::Done, entries: Vec::new(), lost: Vec::new(), tripped: Vec::new() };
    let progress = terminal.progress(inputs.len());
    for share in jobs.chunks(SHARE * rayon::current_num_threads()) {
        let fates: Vec<_> = share
            .par_iter()
            .map(|job| {
                let fate = job.run(&work, &folder);
                progress.step();
                fate
            })
            .collect();
        for (job, fate) in share.iter().zip(fates) {
            let fate = fate?;
            progress.aside(|| run.tell(job, fate, terminal));
        }
    }
    drop(progress);
    if let Some(index) = index {
        let options =
            render::html::Options { language: arguments.lang.clone(), style: work.style, ..Default::default() };
        let page = render::html::index::render(&Index::new(&run.entries), &options);
        let page = page.map_err(|error| Failure::Render(error.to_string()))?;
        terminal.note(&format!("wrote {}", folder.write(index, &page.into())?));
    }
    Ok(run.end(terminal))
}

/// One report and where it goes.
struct Job<'a> {
    input: &'a InputPath,
    /// What its documents are called, without extension.
    name: String,
    files: Vec<(Format, String)>,
}

impl<'a> Job<'a> {
    fn new(input: &'a InputPath, name: String, formats: &[Format]) -> Self {
        let files = formats.iter().map(|format| (*format, format!("{name}.{}", format.extension()))).collect();
        Self { input, name, files }
    }

    /// Reads, renders and writes the report.
    fn run(&self, work: &Work<'_>, folder: &Folder) -> Result<Fate, Failure> {
        let options = &work.arguments.options;
        let mut read = match options.read_and_derive(self.input, &work.reading) {
            Ok(Ok(read)) => read,
            Ok(Err(refused)) => return Ok(Fate::Refused(refused)),
            Err(failure @ Failure::Read { .. }) => return Ok(Fate::Unreadable(failure)),
            Err(failure) => return Err(failure),
        };
        let mut rendered = work.render(&mut read, &folder.formats, IndexReport::new)?;
        rendered.warnings = read.warnings_with(std::mem::take(&mut rendered.warnings));
        if options.reporting.deny_warnings && !rendered.warnings.is_empty() {
            return Ok(Fate::Denied(Box::new(read), rendered));
        }
        let documents = std::mem::take(&mut rendered.documents);
        let written = documents.iter().zip(&self.files).map(|((_, content), (_, file))| folder.write(file, content));
        let written = written.collect::<Result<_, _>>()?;
        Ok(Fate::Written(Box::new(read), rendered, written))
    }
}

/// What is known of the run so far.
struct Run<'a> {
    arguments: &'a Arguments,
    outcome: Outcome,
    entries: Vec<IndexEntry>,
    lost: Vec<String>,
    tripped: Vec<(String, usize)>,
}

impl Run<'_> {
    /// Says what became of a report, and remembers it for the index.
    fn tell(&mut self, job: &Job<'_>, fate: Fate, terminal: &mut Terminal) {
        let most = self.arguments.options.reporting.max_errors;
        let name = match job.input {
            InputPath::Stdin => "stdin".to_owned(),
            InputPath::File(path) => path.to_string_lossy().into_owned(),
        };
        let (report, outcome) = match fate {
            Fate::Written(read, rendered, written) => {
                for path in written {
                    terminal.note(&format!("wrote {path}"));
                }
                if rendered.left_out > 0 {
                    let count = rendered.left_out;
                    terminal.note(&format!("{name}: left out: {count} with an accepted risk (--hide-triaged)"));
                }
                terminal.warnings(&rendered.warnings, &read.source, most);
                if rendered.tripped > 0 {
                    self.tripped.push((name.clone(), rendered.tripped));
                }
                (Ok(rendered.seen), terminal.unread(&read))
            }
            Fate::Denied(read, rendered) => {
                terminal.diagnostics(&rendered.warnings, &read.source, most);
                let warnings = tally(&rendered.warnings);
                terminal.note(&format!("{name}: left out for {warnings} (--deny-warnings)"));
                (Err(format!("Left out: {warnings}")), Outcome::Invalid)
            }
            Fate::Refused(refused) => {
                terminal.diagnostics(refused.diagnostics(), &refused.source, most);
                let problems = tally(refused.diagnostics());
                terminal.note(&format!("{name}: left out, not valid: {problems}"));
                (Err(format!("Not valid: {problems}")), refused.outcome())
            }
            Fate::Unreadable(failure) => {
                terminal.failure(&failure);
                (Err("Could not be read".to_owned()), Outcome::Unparsable)
            }
        };
        if report.is_err() {
            self.lost.push(name);
        }
        let documents = job.files.iter().map(|(format, file)| (format.word(), file.clone())).collect();
        self.outcome = self.outcome.worst(outcome);
        self.entries.push(IndexEntry { name: job.name.clone(), documents, report });
    }

    /// Sums up.
    fn end(self, terminal: &mut Terminal) -> Outcome {
        let all = self.entries.len();
        let mut outcome = self.outcome;
        if let Some(gate) = self.arguments.fail_on.filter(|_| !self.tripped.is_empty()) {
            let findings = self.tripped.iter().map(|(_, count)| count).sum();
            let reports = self.tripped.len();
            let names = named(self.tripped.iter().map(|(name, _)| name.clone()), NAMED);
            let of = format!(" in {reports} of {all} reports");
            terminal.note(&format!("{}: {names}", gate.words(findings, &of)));
            outcome = outcome.worst(Outcome::Gate);
        }
        let names = named(self.lost.iter().cloned(), NAMED);
        terminal.note(&match (self.lost.len(), all) {
            (0, 1) => "the report is rendered".to_owned(),
            (0, _) => format!("all {all} reports are rendered"),
            (1, _) => format!("1 of {all} reports is left out: {names}"),
            (lost, _) => format!("{lost} of {all} reports are left out: {names}"),
        });
        outcome
    }
}
