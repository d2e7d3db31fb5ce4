//! Summary, findings by category, and the plan.

use super::phrase::{self, shown};
use crate::markdown::Alignment;
use crate::render::pdf::block::Flow;
use crate::render::pdf::block::chart::{Cell, Part};
use crate::render::pdf::block::table::{HEAD, Table};
use crate::render::pdf::style::{Ink, SMALL, Style};
use crate::render::pdf::text::Rich;
use crate::view::{Document, Matrix, RemediationRow};

/// Sets what stands between the contents and the sections.
pub fn overview(flow: &mut Flow<'_, '_>, d: &Document<'_>) {
    if let Some(summary) = d.summary {
        flow.named_chapter("§summary", "Summary");
        flow.markdown(summary, 3);
    }
    if let Some(matrix) = &d.matrix {
        flow.named_chapter("§categories", "By category");
        categories(flow, matrix);
    }
    if !d.remediation.is_empty() {
        flow.named_chapter("§plan", "Plan");
        plan(flow, &d.remediation);
    }
}

fn categories(flow: &mut Flow<'_, '_>, matrix: &Matrix) {
    // The names of all eight categories just fit side by side.
    let many = matrix.columns.len() > 6;
    let label = Style { size: if many { 6.3 } else { 6.9 }, ..SMALL.ink(Ink::SOFT) };
    let head = |text: &str, align| Cell { text: Rich::plain(text, label), ground: None, align };
    let most = matrix.rows.iter().flat_map(|row| &row.cells).copied().max().unwrap_or(0).max(1);
    let mut rows = vec![Vec::new()];
    rows[0].push(head("Severity", Alignment::Left));
    rows[0].extend(matrix.columns.iter().map(|column| head(column, Alignment::Center)));
    rows[0].push(head("All", Alignment::Center));
    for row in &matrix.rows {
        let ink = Ink::of(row.severity);
        let mut cells = vec![Cell {
            text: Rich::plain(row.severity.label(), Style { size: 7.2, ..SMALL.bold().ink(ink) }),
            ground: None,
            align: Alignment::Left,
        }];
        cells.extend(
            row.cells.iter().map(|count| figure(*count, if *count > 0 { tint(ink, *count, most) } else { Ink::PANEL })),
        );
        cells.push(Cell { ground: None, ..figure(row.total, Ink::PANEL) });
        rows.push(cells);
    }
    let mut totals = vec![head("All", Alignment::Left)];
    totals.extend(
        matrix.totals.iter().chain([&matrix.total]).map(|count| Cell { ground: None, ..figure(*count, Ink::PANEL) }),
    );
    rows.push(totals);
    flow.heat_table(&rows, if many { 46.0 } else { 58.0 });
}

fn figure(count: u64, ground: Ink) -> Cell {
    let style = if count == 0 { SMALL.ink(Ink(0x0094_9ca5)) } else { SMALL };
    Cell { text: Rich::plain(&count.to_string(), style), ground: Some(ground), align: Alignment::Center }
}

/// A colour mixed with white: the more, the fuller, and always light enough for dark figures.
fn tint(ink: Ink, count: u64, most: u64) -> Ink {
    // In hundredths, so that no rounding of floats decides a colour.
    let share = 12 + u32::try_from(count * 28 / most).unwrap_or(28);
    let mix = |shift: u32| {
        let part = (ink.0 >> shift) & 0xff;
        ((part * share + 255 * (100 - share)) / 100) << shift
    };
    Ink(mix(16) | mix(8) | mix(0))
}

fn plan(flow: &mut Flow<'_, '_>, rows: &[RemediationRow<'_>]) {
    let total: u64 = rows.iter().map(|row| row.count).fold(0, u64::saturating_add);
    if total > 0 && rows.len() > 1 {
        #[expect(clippy::cast_precision_loss, reason = "a share of a bar")]
        let parts: Vec<Part> = rows
            .iter()
            .filter(|row| row.count > 0)
            .map(|row| Part { share: row.count as f32 / total as f32, ink: Ink::of_tone(row.tone) })
            .collect();
        let words: Vec<String> =
            rows.iter().map(|row| format!("{} {}", row.count, row.priority.to_lowercase())).collect();
        flow.parts_bar(&format!("Findings by when they are due: {}", words.join(", ")), &parts);
        flow.gap(6.0);
    } else {
        flow.exact_gap(0.0);
    }
    let table = Table {
        full: false,
        alignments: vec![Alignment::Left, Alignment::Right, Alignment::Left],
        head: vec![Rich::plain("When", HEAD), Rich::plain("Count", HEAD), Rich::plain("What", HEAD)],
        rows: rows
            .iter()
            .map(|row| {
                let mut what = Rich::default();
                if row.label != row.priority {
                    what.push(&shown(row.label), SMALL);
                }
                if !row.findings.is_empty() && !what.text.is_empty() {
                    what.push("\n", SMALL);
                }
                for (i, finding) in row.findings.iter().enumerate() {
                    what.push(if i > 0 { "  " } else { "" }, SMALL);
                    phrase::reference(&mut what, finding, SMALL.size);
                }
                vec![
                    Rich::plain(row.priority, SMALL.bold().ink(Ink::of_tone(row.tone)).solid()),
                    Rich::plain(&row.count.to_string(), SMALL),
                    what,
                ]
            })
            .collect(),
    };
    flow.table(&table);
}
