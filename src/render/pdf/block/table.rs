//! Tables: measured columns, wrapped cells, a head that is repeated, rows that may go through a page break.

use crate::markdown::Alignment;
use crate::render::pdf::block::flow::Flow;
use crate::render::pdf::block::paragraph::{LinkNodes, Position};
use crate::render::pdf::block::strip::{Mark, ROW_HEAD, Strip};
use crate::render::pdf::style::{Ink, SMALL, SMALL_LEADING, Style};
use crate::render::pdf::text::{Line, Rich, lay_out, widths};

/// The style of column heads.
pub const HEAD: Style = SMALL.ink(Ink::SOFT).bold();
/// Space above and below a cell's text.
const PADDING: f32 = 3.2;
/// Space between two columns.
const GUTTER: f32 = 10.0;
/// A column is never narrower, as long as there are not too many.
const NARROWEST: f32 = 34.0;
/// Rows of up to this many lines are not broken.
const WHOLE_ROW: usize = 10;

/// A table.
#[derive(Debug, Default)]
pub struct Table {
    /// How each column is set.
    pub alignments: Vec<Alignment>,
    /// The column heads.
    pub head: Vec<Rich>,
    /// The rows; short ones are filled up.
    pub rows: Vec<Vec<Rich>>,
    /// Whether it is as wide as the text, however little is in it.
    pub full: bool,
}

impl Flow<'_, '_> {
    /// Sets a table; one that is too wide in several parts, each with the first column.
    pub fn table(&mut self, table: &Table) {
        let columns = table.head.len().max(table.rows.iter().map(Vec::len).max().unwrap_or(0));
        if columns == 0 {
            return;
        }
        let measured: Vec<(f32, f32)> = (0..columns).map(|column| self.measure(table, column)).collect();
        for part in parts(&measured, self.width) {
            let measured: Vec<_> = part.iter().map(|column| measured[*column]).collect();
            let columns = columns_of(&measured, self.width, table.full);
            self.part(table, &part, &columns);
            self.gap(8.0);
        }
    }

    /// The widths of a column's longest word and longest line. Later rows of a long table are like the first ones.
    fn measure(&mut self, table: &Table, column: usize) -> (f32, f32) {
        let cells = table.rows.iter().take(200).filter_map(|row| row.get(column)).chain(table.head.get(column));
        let all: Vec<(f32, f32)> = cells.map(|cell| widths(self.shaper, cell)).collect();
        all.into_iter().fold((0.0, 0.0), |(word, line), (w, l)| (f32::max(word, w), f32::max(line, l)))
    }

    fn part(&mut self, table: &Table, part: &[usize], columns: &[(f32, f32)]) {
        let empty = Rich::plain(" ", SMALL);
        let pick = |row: &[Rich]| {
            part.iter()
                .map(|column| row.get(*column).filter(|cell| !cell.is_blank()).unwrap_or(&empty).clone())
                .collect::<Vec<_>>()
        };
        let alignments: Vec<Alignment> =
            part.iter().map(|column| table.alignments.get(*column).copied().unwrap_or(Alignment::None)).collect();
        self.within("Table", |flow| {
            let outer = flow.head;
            if !table.head.is_empty() {
                let head = pick(&table.head);
                flow.within("THead", |flow| flow.row(["TH", "TH"], &head, &alignments, columns));
                flow.keep_last();
                flow.head = flow.repeated_head(&head, &alignments, columns);
            }
            flow.within("TBody", |flow| {
                // Without heads above, the first column says what the others are about.
                let first = if table.head.is_empty() { ROW_HEAD } else { "TD" };
                for row in &table.rows {
                    flow.row([first, "TD"], &pick(row), &alignments, columns);
                }
            });
            flow.head = outer;
        });
    }

    fn row(
        &mut self,
        [first, others]: [&'static str; 2],
        cells: &[Rich],
        alignments: &[Alignment],
        columns: &[(f32, f32)],
    ) {
        self.within("TR", |flow| {
            let mut laid: Vec<(Vec<Line>, LinkNodes)> = Vec::with_capacity(cells.len());
            for (cell, (_, width)) in cells.iter().zip(columns) {
                let node = flow.add_node(if laid.is_empty() { first } else { others });
                flow.want(cell);
                laid.push((lay_out(flow.shaper, cell, *width, 0.0), LinkNodes::new(node)));
            }
            let count = laid.iter().map(|(lines, _)| lines.len()).max().unwrap_or(0).max(1);
            if count <= WHOLE_ROW {
                flow.whole_row(cells, &mut laid, alignments, columns, count);
            } else {
                flow.long_row(cells, &mut laid, alignments, columns, count);
            }
        });
    }

    /// A row on one strip: cell by cell, so that whoever copies it does not get the lines of its cells mixed.
    fn whole_row(
        &mut self,
        cells: &[Rich],
        laid: &mut [(Vec<Line>, LinkNodes)],
        alignments: &[Alignment],
        columns: &[(f32, f32)],
        count: usize,
    ) {
        #[expect(clippy::cast_precision_loss, reason = "a few lines")]
        let height = SMALL_LEADING * count as f32 + 2.0 * PADDING;
        let mut strip = Strip { height, ..Strip::default() };
        for (i, (lines, nodes)) in laid.iter_mut().enumerate() {
            let (left, width) = columns[i];
            let mut top = PADDING;
            for line in lines {
                let at = Position { x: self.x + left, width, top, leading: SMALL_LEADING, align: alignments[i] };
                self.draw(&mut strip, line, &cells[i], Some(nodes), at);
                top += SMALL_LEADING;
            }
        }
        strip.marks.push(Mark::hairline(self.x, height, ruled(columns), HAIRLINE));
        self.push(strip);
    }

    /// A row that may go through a page break, line by line.
    fn long_row(
        &mut self,
        cells: &[Rich],
        laid: &mut [(Vec<Line>, LinkNodes)],
        alignments: &[Alignment],
        columns: &[(f32, f32)],
        count: usize,
    ) {
        for line in 0..count {
            let (first, last) = (line == 0, line + 1 == count);
            let top = if first { PADDING } else { 0.0 };
            let height = top + SMALL_LEADING + if last { PADDING } else { 0.0 };
            let mut strip = Strip { height, keep: !last && (first || line + 2 == count), ..Strip::default() };
            for (i, (lines, nodes)) in laid.iter_mut().enumerate() {
                let (left, width) = columns[i];
                let at = Position { x: self.x + left, width, top, leading: SMALL_LEADING, align: alignments[i] };
                if let Some(line) = lines.get(line) {
                    self.draw(&mut strip, line, &cells[i], Some(nodes), at);
                }
            }
            if last {
                strip.marks.push(Mark::hairline(self.x, height, ruled(columns), HAIRLINE));
            }
            self.push(strip);
        }
    }

    fn repeated_head(&mut self, cells: &[Rich], alignments: &[Alignment], columns: &[(f32, f32)]) -> Option<u32> {
        let laid: Vec<Vec<Line>> =
            cells.iter().zip(columns).map(|(cell, (_, width))| lay_out(self.shaper, cell, *width, 0.0)).collect();
        let count = laid.iter().map(Vec::len).max().unwrap_or(0);
        // A head that takes a good part of a page is not worth repeating.
        if count == 0 || count > WHOLE_ROW {
            return None;
        }
        let mut strips = Vec::new();
        for line in 0..count {
            let top = if line == 0 { PADDING } else { 0.0 };
            let height = top + SMALL_LEADING + if line + 1 == count { PADDING } else { 0.0 };
            let mut strip = Strip { height, ..Strip::default() };
            for (i, (left, width)) in columns.iter().enumerate() {
                let at =
                    Position { x: self.x + left, width: *width, top, leading: SMALL_LEADING, align: alignments[i] };
                if let Some(laid) = laid[i].get(line) {
                    self.draw(&mut strip, laid, &cells[i], None, at);
                }
            }
            if line + 1 == count {
                strip.marks.push(Mark::hairline(self.x, height, ruled(columns), HAIRLINE));
            }
            strip.links.clear();
            strips.push(strip);
        }
        self.out.heads.push(strips);
        u32::try_from(self.out.heads.len() - 1).ok()
    }
}

/// How thick the hairlines below rows are.
const HAIRLINE: f32 = 0.5;

/// How far they go.
fn ruled(columns: &[(f32, f32)]) -> f32 {
    columns.last().map_or(0.0, |(left, width)| left + width)
}

/// What a column needs at least: its longest word, unless that is very long.
fn least(word: f32, width: f32) -> f32 {
    word.clamp(NARROWEST, (width * 0.3).max(NARROWEST))
}

/// Which columns stand side by side.
fn parts(measured: &[(f32, f32)], width: f32) -> Vec<Vec<usize>> {
    let needs: Vec<f32> = measured.iter().map(|(word, _)| least(*word, width) + GUTTER).collect();
    if needs.iter().sum::<f32>() - GUTTER <= width || needs.len() < 3 {
        return vec![(0..measured.len()).collect()];
    }
    let mut parts = Vec::new();
    let mut part = vec![0];
    let mut used = needs[0];
    for (column, need) in needs.iter().enumerate().skip(1) {
        if used + need - GUTTER > width && part.len() > 1 {
            parts.push(std::mem::replace(&mut part, vec![0]));
            used = needs[0];
        }
        part.push(column);
        used += need;
    }
    parts.push(part);
    parts
}

/// Left end and width of each column: every one gets what it needs, and what is left goes to those that want more.
fn columns_of(measured: &[(f32, f32)], width: f32, full: bool) -> Vec<(f32, f32)> {
    #[expect(clippy::cast_precision_loss, reason = "tables have few columns")]
    let room = (width - GUTTER * (measured.len() as f32 - 1.0)).max(1.0);
    let least: Vec<f32> = measured.iter().map(|(word, _)| least(*word, width)).collect();
    // What is short stays on one line, if that leaves the others their longest words.
    #[expect(clippy::cast_precision_loss, reason = "tables have few columns")]
    let short = room / (measured.len() as f32 * 2.0);
    let whole = |(need, (_, line)): (&f32, &(f32, f32))| if *line <= short { need.max(*line) } else { *need };
    let whole: Vec<f32> = least.iter().zip(measured).map(whole).collect();
    let needs = if whole.iter().sum::<f32>() <= room { whole } else { least };
    let wants: Vec<f32> = measured.iter().zip(&needs).map(|((_, line), need)| line.max(*need) + 0.5).collect();
    let (needed, wanted): (f32, f32) = (needs.iter().sum(), wants.iter().sum());
    let given: Vec<f32> = if wanted <= room {
        // Room to spare: the same for every column.
        #[expect(clippy::cast_precision_loss, reason = "tables have few columns")]
        let spare = if full { (room - wanted) / wants.len() as f32 } else { 0.0 };
        wants.iter().map(|want| want + spare).collect()
    } else if needed <= room {
        let share = (room - needed) / (wanted - needed).max(0.001);
        needs.iter().zip(&wants).map(|(need, want)| need + (want - need) * share).collect()
    } else {
        needs.iter().map(|need| need * room / needed).collect()
    };
    let mut x = 0.0;
    given
        .into_iter()
        .map(|width| {
            let column = (x, width);
            x += width + GUTTER;
            column
        })
        .collect()
}
