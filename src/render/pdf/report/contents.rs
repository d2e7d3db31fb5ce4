//! The contents: sections and findings with leaders and page numbers.

use super::phrase::{counted, shown, visible};
use crate::markdown::Alignment;
use crate::render::pdf::block::paragraph::{LinkNodes, Position, baseline, keeps};
use crate::render::pdf::block::{Flow, LinkBox, Mark, Shape, Strip};
use crate::render::pdf::style::{Ink, SMALL, Style};
use crate::render::pdf::text::{Rich, Target, lay_out};
use crate::view::Document;

/// Room for the page number.
const NUMBER: f32 = 30.0;
const LEADING: f32 = 13.0;

/// Sets the contents; a report without findings needs none.
pub fn contents(flow: &mut Flow<'_, '_>, d: &Document<'_>) {
    if d.sections.iter().all(|section| section.findings.is_empty()) {
        return;
    }
    flow.named_chapter("§contents", "Contents");
    flow.exact_gap(4.0);
    flow.within("TOC", |flow| {
        for (shown, place, title) in chapters_before(d) {
            if shown {
                entry(flow, 0.0, &Rich::plain(title, SMALL), None, place);
                // The heading does not stand above these few alone.
                flow.keep_last();
            }
        }
        for section in &d.sections {
            flow.gap(4.0);
            let mut title = Rich::plain(&shown(section.title), SMALL.bold());
            title.push(&format!("  {}", counted(section.findings.len(), "finding")), SMALL.ink(Ink::SOFT));
            entry(flow, 0.0, &title, None, &section.anchor);
            if !section.findings.is_empty() {
                flow.keep_last();
            }
            for finding in &section.findings {
                let mut title = Rich::plain(&visible(finding.id), Style::mono(7.6, Ink::SOFT));
                title.push("  ", SMALL);
                title.push(&shown(finding.title), SMALL);
                entry(flow, 12.0, &title, Some(Ink::of(finding.severity)), &finding.anchor);
            }
        }
        flow.gap(4.0);
        for (shown, place, title) in chapters_behind(d) {
            if shown {
                entry(flow, 0.0, &Rich::plain(title, SMALL), None, place);
            }
        }
    });
}

/// Chapters before the sections: whether they are there, their place and title.
fn chapters_before(d: &Document<'_>) -> [(bool, &'static str, &'static str); 3] {
    [
        (d.summary.is_some(), "§summary", "Summary"),
        (d.matrix.is_some(), "§categories", "By category"),
        (!d.remediation.is_empty(), "§plan", "Plan"),
    ]
}

/// Chapters behind them.
fn chapters_behind(d: &Document<'_>) -> [(bool, &'static str, &'static str); 5] {
    [
        (!d.dependencies.is_empty(), "§dependencies", "Dependencies"),
        (d.triage.is_some(), "§triage", "Triage"),
        (!d.agents.is_empty(), "§agents", "Reviewers"),
        (!d.provenance.unread.is_empty(), "§unread", "Could not be read"),
        (true, "§about", "About this document"),
    ]
}

fn entry(flow: &mut Flow<'_, '_>, indent: f32, title: &Rich, dot: Option<Ink>, place: &str) {
    flow.want(title);
    let mut title = title.clone();
    // Parts the page number from it for those who hear it.
    title.push(" ", SMALL);
    let title = &title;
    let lines = lay_out(flow.shaper, title, flow.width - indent - NUMBER, 0.0);
    let count = lines.len();
    let item = flow.add_node("TOCI");
    let node = flow.add_node_under(item, "Reference");
    let node = flow.add_node_under(node, "Link");
    let y = baseline(LEADING, SMALL.size);
    let x = flow.x + indent;
    for (i, line) in lines.iter().enumerate() {
        let mut strip = Strip { height: LEADING, keep: keeps(i, count), ..Strip::default() };
        if let (0, Some(ink)) = (i, dot) {
            let shape = Shape::Fill { x: flow.x + 2.0, y: y - 4.9, width: 4.0, height: 4.0, radius: 1.5, ink };
            strip.marks.push(Mark { node: None, shape });
        }
        let at =
            Position { x, width: flow.width - indent - NUMBER, top: 0.0, leading: LEADING, align: Alignment::Left };
        flow.draw(&mut strip, line, title, Some(&mut LinkNodes::new(node)), at);
        if i + 1 == count {
            let (from, to) = (x + line.width + 5.0, flow.x + flow.width - 20.0);
            if from < to {
                strip.marks.push(Mark {
                    node: None,
                    shape: Shape::Stroke {
                        from: (from, y - 0.4),
                        to: (to, y - 0.4),
                        width: 0.7,
                        ink: Ink(0x00a3_abb4),
                        dotted: true,
                    },
                });
            }
            let right = flow.x + flow.width;
            strip.marks.push(Mark {
                node: Some(node),
                shape: Shape::PageNumber { place: place.into(), right, y, style: SMALL },
            });
        }
        let target = Target::Place(place.into());
        strip.links.push(LinkBox { x, y: 0.0, width: flow.width - indent, height: LEADING, target, node });
        flow.push(strip);
    }
}
