//! What is known only when all pages are: page numbers in the contents, running heads and feet.

use crate::render::pdf::block::{Mark, Shape};
use crate::render::pdf::page::Layout;
use crate::render::pdf::style::{Ink, Measure, RUNNING, Style};
use crate::render::pdf::text::{Line, Rich, Shaper, lay_out};
use std::sync::Arc;
use unicode_segmentation::UnicodeSegmentation;

/// Fills in page numbers and adds heads and feet.
pub fn finish(layout: &mut Layout, shaper: &mut Shaper<'_>, measure: Measure, project: &str, title: &str, kind: &str) {
    number(layout, shaper);
    let count = layout.pages.len();
    let (left, right) = (Measure::LEFT, Measure::LEFT + measure.text_width());
    // The title has the larger half of the head, and neither touches the other.
    let project = if project == title { "" } else { project };
    let project = fitted(shaper, project, measure.text_width() * 0.32);
    let title = fitted(shaper, title, measure.text_width() * 0.62);
    let kind = fitted(shaper, kind, measure.text_width() * 0.6);
    for (i, page) in layout.pages.iter_mut().enumerate() {
        if i > 0 {
            page.running.extend(runs(&project, left, Measure::HEAD, None));
            page.running.extend(runs(&title, right - title.width, Measure::HEAD, None));
            let y = Measure::HEAD + 6.0;
            let shape = Shape::Stroke { from: (left, y), to: (right, y), width: 0.5, ink: Ink::LINE, dotted: false };
            page.running.push(Mark { node: None, shape });
        }
        let number = line(shaper, &format!("Page {} of {count}", i + 1), RUNNING);
        page.running.extend(runs(&kind, left, measure.foot(), None));
        page.running.extend(runs(&number, right - number.width, measure.foot(), None));
    }
}

fn number(layout: &mut Layout, shaper: &mut Shaper<'_>) {
    for page in &mut layout.pages {
        for set in &mut page.sets {
            if !set.strip.marks.iter().any(|mark| matches!(mark.shape, Shape::PageNumber { .. })) {
                continue;
            }
            for mark in std::mem::take(&mut set.strip.marks) {
                let Shape::PageNumber { place, right, y, style } = &mark.shape else {
                    set.strip.marks.push(mark);
                    continue;
                };
                if let Some(spot) = layout.places.get(place) {
                    let number = line(shaper, &(spot.page + 1).to_string(), *style);
                    set.strip.marks.extend(runs(&number, right - number.width, *y, mark.node));
                }
            }
        }
    }
}

fn line(shaper: &mut Shaper<'_>, text: &str, style: Style) -> Line {
    lay_out(shaper, &Rich::plain(text, style), f32::MAX, 0.0).into_iter().next().unwrap_or_default()
}

/// A line that is cut with an ellipsis where it does not fit; the whole text is on the first page.
fn fitted(shaper: &mut Shaper<'_>, text: &str, width: f32) -> Line {
    let whole = line(shaper, text, RUNNING);
    if whole.width <= width {
        return whole;
    }
    let ends: Vec<usize> = text.grapheme_indices(true).map(|(at, _)| at).collect();
    let (mut fits, mut too_long) = (0, ends.len());
    while fits + 1 < too_long {
        let middle = usize::midpoint(fits, too_long);
        let cut = line(shaper, &format!("{}…", text[..ends[middle]].trim_end()), RUNNING);
        if cut.width <= width { fits = middle } else { too_long = middle }
    }
    line(shaper, &format!("{}…", text[..ends.get(fits).copied().unwrap_or(0)].trim_end()), RUNNING)
}

fn runs(line: &Line, x: f32, y: f32, node: Option<u32>) -> Vec<Mark> {
    let shape = |p: &crate::render::pdf::text::Placed| Shape::Run {
        atom: Arc::clone(&p.atom),
        x: x + p.x,
        y,
        size: p.style.size,
        ink: p.style.ink,
    };
    line.placed.iter().map(|placed| Mark { node, shape: shape(placed) }).collect()
}
