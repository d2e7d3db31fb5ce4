//! The short overview for a person at a prompt: verdict, counts, what to fix first.

use anstyle::{AnsiColor, Style};
use prreport::invisible::reveal;
use prreport::model::Severity;
use prreport::view::Document;
use std::fmt::Write as _;

/// How many of the top findings are listed.
const LISTED: usize = 10;

fn style(severity: Severity) -> Style {
    match severity {
        Severity::Critical => AnsiColor::Red.on_default().bold(),
        Severity::High => AnsiColor::Yellow.on_default().bold(),
        Severity::Medium => AnsiColor::Yellow.on_default(),
        Severity::Low => AnsiColor::Blue.on_default(),
        Severity::Info => Style::new().dimmed(),
    }
}

/// The overview, with ANSI styles for the terminal to keep or strip.
pub fn render(document: &Document<'_>) -> String {
    let bold = Style::new().bold();
    let dim = Style::new().dimmed();
    let one_line = |text: &str| reveal(&text.split_whitespace().collect::<Vec<_>>().join(" ")).into_owned();
    let mut out = String::new();
    // Writing to a String does not fail.
    let _ = writeln!(out, "{bold}{}{bold:#}", one_line(document.title));
    let date = document.date.map_or("no date given".into(), one_line);
    let _ = writeln!(out, "{dim}{} · {} · {date}{dim:#}\n", document.kind, one_line(document.project));
    let tone = document.verdict.tone.map_or(AnsiColor::Green.on_default().bold(), style);
    let blocking = match document.verdict.blocking {
        0 => String::new(),
        n => format!(" ({n} blocking)"),
    };
    let _ = writeln!(out, "{tone}{}{tone:#}{blocking}", one_line(document.verdict.headline));
    if !document.assessment.trim().is_empty() {
        let _ = writeln!(out, "{}", one_line(document.assessment));
    }
    out.push('\n');
    for band in &document.severities.bands {
        let style = if band.count == 0 { dim } else { style(band.severity) };
        let _ = write!(out, "{style}{} {}{style:#}  ", band.count, band.severity.word());
    }
    let _ = writeln!(out, "{dim}{} in all{dim:#}", document.severities.total);
    if let Some(reply) = document.reply {
        if let Some((confidence, rationale)) = &reply.self_signal {
            let _ = writeln!(out, "the judge's confidence: {confidence}. {}", one_line(rationale));
        }
        let _ = writeln!(out, "severities are estimated, re-rate required");
    } else if document.re_rate > 0 {
        let _ = writeln!(out, "{} need a re-rate", document.re_rate);
    }
    if !document.top.is_empty() {
        let _ = writeln!(out, "\n{bold}Fix first{bold:#}");
        let width = document.top.iter().take(LISTED).map(|row| row.reference.id.chars().count()).max().unwrap_or(0);
        let any_blocking = document.top.iter().take(LISTED).any(|row| row.blocking);
        for row in document.top.iter().take(LISTED) {
            let style = style(row.severity);
            let mark = match (any_blocking, row.blocking) {
                (true, true) => " blocking",
                (true, false) => "         ",
                (false, _) => "",
            };
            let _ = writeln!(
                out,
                "  {:width$}  {style}{:8}{style:#}{mark}  {}",
                one_line(row.reference.id),
                row.severity.label(),
                one_line(row.title)
            );
            let _ = writeln!(out, "  {:width$}  {dim}{}{dim:#}", "", one_line(row.location));
        }
        if document.top.len() > LISTED {
            let _ = writeln!(out, "  and {} more", document.top.len() - LISTED);
        }
    }
    let _ = writeln!(out, "\n{dim}For the whole report: --html or --md{dim:#}");
    out
}
