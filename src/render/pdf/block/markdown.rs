//! Policy events to blocks.

use crate::markdown::{Alignment, Container, Event, events};
use crate::render::pdf::block::flow::Flow;
use crate::render::pdf::block::inline::push_body;
use crate::render::pdf::block::list::{Bullet, Item};
use crate::render::pdf::block::paragraph::Setting;
use crate::render::pdf::block::strip::{Mark, NUMBERED, Paint, Strip};
use crate::render::pdf::block::table::{HEAD, Table};
use crate::render::pdf::style::{BODY, Ink, LEADING, PARAGRAPH_GAP, SMALL, Style};
use crate::render::pdf::text::{Rich, is_rtl};

/// Structure types of headings by level.
const HEADINGS: [&str; 6] = ["H1", "H2", "H3", "H4", "H5", "H6"];

/// The structure type of a heading.
pub fn heading_tag(level: usize) -> &'static str {
    HEADINGS[level.clamp(1, 6) - 1]
}

impl Flow<'_, '_> {
    /// Sets a Markdown text whose highest heading has this level.
    pub fn markdown(&mut self, source: &str, heading_level: usize) {
        let events = events(source);
        Reader { events: &events, at: 0, heading_level, style: BODY, depth: 0 }.blocks(self);
    }
}

/// Walks through the events.
pub(super) struct Reader<'e> {
    pub(super) events: &'e [Event<'e>],
    pub(super) at: usize,
    pub(super) depth: usize,
    heading_level: usize,
    style: Style,
}

/// Tables and code of up to this height are not broken.
const SHORT: f32 = 110.0;
/// What is nested deeper is set at this depth: nobody could tell the levels apart, and the stack has an end.
pub(super) const DEEPEST: usize = 48;

impl<'e> Reader<'e> {
    /// Sets blocks up to the end of the container they are in, and takes that end.
    fn blocks(&mut self, flow: &mut Flow<'_, '_>) {
        self.depth += 1;
        self.blocks_here(flow);
        self.depth -= 1;
    }

    fn blocks_here(&mut self, flow: &mut Flow<'_, '_>) {
        let mut flattened = 0_usize;
        while let Some(event) = self.events.get(self.at) {
            match event {
                Event::End => {
                    self.at += 1;
                    if flattened == 0 {
                        return;
                    }
                    flattened -= 1;
                }
                Event::Start(Container::Quote | Container::List(_) | Container::Item | Container::Details(_))
                    if self.depth >= DEEPEST =>
                {
                    self.at += 1;
                    flattened += 1;
                }
                Event::Rule => {
                    self.at += 1;
                    rule(flow);
                }
                Event::Start(container) if is_block(container) => {
                    self.at += 1;
                    self.block(flow, container);
                }
                // The text of a tight list's item, without a paragraph around it.
                _ => self.paragraph(flow, 2.0),
            }
        }
    }

    fn block(&mut self, flow: &mut Flow<'_, '_>, container: &'e Container<'e>) {
        match container {
            Container::Heading(level) => {
                let level = usize::from(*level);
                let size = if level == 1 { 10.5 } else { self.style.size };
                flow.gap(9.0);
                let style = Style { size, ..self.style.bold() };
                self.heading(flow, heading_tag(self.heading_level + level - 1), style);
                flow.exact_gap(2.5);
            }
            Container::Quote => {
                let outer = self.style;
                self.style = outer.ink(Ink::SOFT);
                flow.gap(PARAGRAPH_GAP);
                flow.within("BlockQuote", |flow| {
                    flow.on_ground(Paint::Bar(Ink::LINE), 0.0, |flow| {
                        flow.indented(11.0, 0.0, |flow| self.blocks(flow));
                    });
                });
                flow.gap(PARAGRAPH_GAP);
                self.style = outer;
            }
            Container::List(first) => self.list(flow, *first),
            Container::CodeBlock(language) => {
                let mut source = String::new();
                while let Some(Event::Text(text)) = self.events.get(self.at) {
                    source.push_str(text);
                    self.at += 1;
                }
                self.skip_to_end();
                flow.together(SHORT, |flow| flow.code(&source, language, None));
            }
            Container::Table(alignments) => {
                let table = self.table(alignments);
                flow.gap(6.0);
                flow.together(SHORT, |flow| flow.table(&table));
            }
            Container::Details(summary) => {
                flow.gap(PARAGRAPH_GAP);
                flow.within("Div", |flow| {
                    flow.on_ground(Paint::Bar(Ink::LINE), 0.0, |flow| {
                        flow.indented(11.0, 0.0, |flow| {
                            let mut title = Rich::default();
                            push_body(&mut title, summary, self.style.bold(), None);
                            flow.paragraph("P", &title, Setting::new(LEADING).keep());
                            flow.exact_gap(2.0);
                            self.blocks(flow);
                        });
                    });
                });
                flow.gap(PARAGRAPH_GAP);
            }
            Container::Item => self.item(flow, Bullet::Dot, 14.0),
            _ => {
                // A paragraph; and table parts outside a table, which do not come.
                self.paragraph(flow, PARAGRAPH_GAP);
                self.skip_to_end();
            }
        }
    }

    fn heading(&mut self, flow: &mut Flow<'_, '_>, tag: &'static str, style: Style) {
        let mut rich = Rich::default();
        self.inline(&mut rich, style, None);
        self.skip_to_end();
        flow.paragraph(tag, &rich, Setting::new(style.size * 1.36).keep());
    }

    fn paragraph(&mut self, flow: &mut Flow<'_, '_>, gap: f32) {
        let mut rich = Rich::default();
        self.inline(&mut rich, self.style, None);
        if rich.is_blank() {
            return;
        }
        flow.gap(gap);
        // What a colon announces stands on the same page.
        let announces = rich.text.trim_end().ends_with(':');
        flow.paragraph("P", &rich, Setting { keep_with_next: announces, ..Setting::new(LEADING) });
        flow.gap(gap);
    }

    fn list(&mut self, flow: &mut Flow<'_, '_>, first: Option<u64>) {
        let items = self.events[self.at..].iter();
        // Wide enough for the last number, counted over all items below; a few too many do no harm.
        let count = items.take(100_000).filter(|event| matches!(event, Event::Start(Container::Item))).count() as u64;
        let gutter = first.map_or(14.0, |first| {
            if first.saturating_add(count) > 99 {
                30.0
            } else if first.saturating_add(count) > 9 {
                21.0
            } else {
                17.0
            }
        });
        let mut number = first;
        let mut ends = Vec::new();
        flow.gap(PARAGRAPH_GAP);
        flow.within(if first.is_some() { NUMBERED } else { "L" }, |flow| {
            while let Some(Event::Start(Container::Item)) = self.events.get(self.at) {
                self.at += 1;
                let bullet = number.map_or(Bullet::Dot, Bullet::Number);
                self.item(flow, bullet, gutter);
                ends.push(flow.out.strips.len());
                number = number.map(|n| n.saturating_add(1));
                flow.gap(2.5);
            }
        });
        // No item stands alone on a page, neither the first one nor the last.
        if let [first, .., before_last, _] | [first @ before_last, _] = ends[..] {
            for end in [first, before_last] {
                if let Some(strip) = flow.out.strips.get_mut(end.saturating_sub(1)) {
                    strip.keep = true;
                }
            }
        }
        self.skip_to_end();
        flow.gap(PARAGRAPH_GAP);
    }

    fn item(&mut self, flow: &mut Flow<'_, '_>, bullet: Bullet, gutter: f32) {
        // The box of a task stands at the item's beginning, or in its first paragraph.
        let task = match self.events.get(self.at..) {
            Some([Event::Task(ticked), ..] | [Event::Start(Container::Paragraph), Event::Task(ticked), ..]) => {
                Some(*ticked)
            }
            _ => None,
        };
        let bullet = task.map_or(bullet, Bullet::Task);
        let style = self.style;
        let first = self.events[self.at..]
            .iter()
            .take_while(|event| !matches!(event, Event::End))
            .find_map(|event| if let Event::Text(text) = event { Some(is_rtl(text)) } else { None });
        let item = Item { bullet, gutter, rtl: first.unwrap_or(false) };
        flow.item(item, style, LEADING, |flow| {
            // The first line of an item stands beside its mark, whatever the block asks for.
            let (before, gap) = (flow.out.strips.len(), flow.asked_gap());
            self.blocks(flow);
            if let Some(first) = flow.out.strips.get_mut(before) {
                first.gap = gap;
            }
        });
    }

    fn table(&mut self, alignments: &[Alignment]) -> Table {
        let mut table = Table { alignments: alignments.to_vec(), ..Table::default() };
        while let Some(Event::Start(row)) = self.events.get(self.at) {
            self.at += 1;
            let head = *row == Container::TableHead;
            let style = if head { HEAD } else { SMALL };
            let mut cells = Vec::new();
            while let Some(Event::Start(Container::TableCell)) = self.events.get(self.at) {
                self.at += 1;
                let mut cell = Rich::default();
                self.inline(&mut cell, style, None);
                self.skip_to_end();
                cells.push(cell);
            }
            self.skip_to_end();
            if head { table.head = cells } else { table.rows.push(cells) }
        }
        self.skip_to_end();
        table
    }

    /// Takes events up to and with the end of the present container.
    pub(super) fn skip_to_end(&mut self) {
        let mut depth = 0_usize;
        while let Some(event) = self.events.get(self.at) {
            self.at += 1;
            match event {
                Event::Start(_) => depth += 1,
                Event::End if depth == 0 => return,
                Event::End => depth -= 1,
                _ => {}
            }
        }
    }
}

/// Whether a container holds blocks or stands among them.
pub(super) fn is_block(container: &Container<'_>) -> bool {
    !matches!(
        container,
        Container::Emphasis | Container::Strong | Container::Strikethrough | Container::Link(_) | Container::Inline(_)
    )
}

fn rule(flow: &mut Flow<'_, '_>) {
    flow.gap(8.0);
    let line = Mark::hairline(flow.x, 0.5, flow.width, 0.6);
    flow.push(Strip { height: 1.0, marks: vec![line], ..Strip::default() });
    flow.gap(8.0);
}
