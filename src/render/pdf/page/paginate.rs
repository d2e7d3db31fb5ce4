//! Page breaks: between strips, and not where one has to stay with the next.

use crate::render::pdf::block::{Band, Fragment, Node, Strip};
use crate::render::pdf::page::ground::Grounds;
use crate::render::pdf::page::{Entry, Layout, Page, Set, Spot};
use crate::render::pdf::style::Measure;
use std::sync::Arc;

/// Puts parts on pages. Each comes with the index of the part whose structure it belongs to.
pub fn paginate(parts: Vec<(Fragment, Option<usize>)>, measure: Measure) -> Layout {
    let mut breaker = Breaker {
        layout: Layout { nodes: vec![Node { tag: "Document", parent: 0, alt: None }], ..Layout::default() },
        measure,
        page: Page::default(),
        grounds: Grounds::default(),
        y: Measure::TOP,
    };
    let (mut bases, mut sources, mut strips) = (Vec::new(), Vec::new(), Vec::new());
    for (i, (fragment, owner)) in parts.into_iter().enumerate() {
        let base = u32::try_from(breaker.layout.nodes.len()).unwrap_or(0);
        let owner = owner.and_then(|owner| bases.get(owner).copied()).unwrap_or(0);
        breaker.layout.nodes.extend(
            fragment
                .nodes
                .into_iter()
                .enumerate()
                .map(|(n, node)| Node { parent: if n == 0 { owner } else { node.parent + base }, ..node }),
        );
        bases.push(base);
        sources.push(Source { part: i, base, bands: fragment.bands, heads: fragment.heads });
        strips.extend(fragment.strips.into_iter().map(|strip| (i, strip)));
    }
    let mut queue = strips.into_iter().peekable();
    let mut chain = Vec::new();
    while let Some((source, strip)) = queue.next() {
        let more = strip.keep && queue.peek().is_some();
        chain.push((source, strip));
        if !more {
            breaker.chain(&mut chain, &sources);
        }
    }
    breaker.end_page();
    breaker.layout
}

/// What the strips of a part refer to.
struct Source {
    part: usize,
    base: u32,
    bands: Vec<Band>,
    heads: Vec<Vec<Strip>>,
}

struct Breaker {
    layout: Layout,
    measure: Measure,
    page: Page,
    grounds: Grounds,
    y: f32,
}

impl Breaker {
    /// Sets strips that want to stay together; a chain longer than a page breaks anywhere.
    fn chain(&mut self, chain: &mut Vec<(usize, Strip)>, sources: &[Source]) {
        let height: f32 = chain.iter().map(|(_, strip)| strip.gap + strip.height).sum();
        let first_gap = chain.first().map_or(0.0, |(_, strip)| strip.gap);
        let at_top = self.page.sets.is_empty();
        let needed = if at_top { height - first_gap } else { height };
        let fits = self.y + needed <= self.measure.bottom() + 0.01;
        let whole = self.measure.bottom() - Measure::TOP;
        if !at_top && !fits && height - first_gap <= whole {
            self.break_before(chain.first(), sources);
        }
        for (source, strip) in chain.drain(..) {
            let at_top = self.page.sets.is_empty();
            let gap = if at_top { 0.0 } else { strip.gap };
            if !at_top && self.y + gap + strip.height > self.measure.bottom() + 0.01 {
                let next = (source, strip);
                self.break_before(Some(&next), sources);
                self.set(next.1, 0.0, &sources[source]);
            } else {
                self.set(strip, gap, &sources[source]);
            }
        }
    }

    /// Ends the page and repeats on the next one what belongs above the strip.
    fn break_before(&mut self, next: Option<&(usize, Strip)>, sources: &[Source]) {
        self.end_page();
        let Some((source, next)) = next else { return };
        let source = &sources[*source];
        let Some(head) = next.head.and_then(|head| source.heads.get(head as usize)) else { return };
        let height: f32 = head.iter().map(|strip| strip.height).sum();
        if self.y + height + next.height > self.measure.bottom() {
            return;
        }
        for strip in head {
            let repeated =
                Strip { height: strip.height, band: strip.band, marks: strip.marks.clone(), ..Strip::default() };
            self.set(repeated, 0.0, source);
        }
    }

    fn set(&mut self, mut strip: Strip, gap: f32, source: &Source) {
        let top = self.y + gap;
        self.grounds.add(source.part, &source.bands, strip.band, top, top + strip.height);
        for place in std::mem::take(&mut strip.places) {
            let spot = Spot { page: self.layout.pages.len(), y: top };
            self.layout.places.entry(Arc::clone(&place.name)).or_insert(spot);
            if let Some((level, title)) = place.outline {
                self.layout.outline.push(Entry { level, title, spot });
            }
        }
        self.y = top + strip.height;
        self.page.sets.push(Set { y: top, base: source.base, strip });
    }

    fn end_page(&mut self) {
        if self.page.sets.is_empty() && !self.layout.pages.is_empty() {
            return;
        }
        self.page.grounds = self.grounds.take();
        self.layout.pages.push(std::mem::take(&mut self.page));
        self.y = Measure::TOP;
    }
}
