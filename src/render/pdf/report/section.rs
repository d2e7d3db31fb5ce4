//! A section's heading, subtitle, verdict and what is good in it.

use super::phrase::{self, CHAPTER, QUIET, counted, shown, visible};
use crate::render::pdf::block::paragraph::Setting;
use crate::render::pdf::block::{Flow, Paint};
use crate::render::pdf::style::{BODY, Ink, LEADING, SMALL, Style};
use crate::render::pdf::text::Rich;
use crate::view::SectionView;

/// Sets what stands above a section's findings.
pub fn section(flow: &mut Flow<'_, '_>, section: &SectionView<'_>) {
    flow.place(&section.anchor, Some((1, visible(section.title).into_owned())));
    let mut title = Rich::plain(&shown(section.title), CHAPTER);
    title.push(&format!("  {}", counted(section.findings.len(), "finding")), SMALL.ink(Ink::SOFT));
    if let (Some(verdict), Some(tone)) = (section.verdict, section.tone) {
        let ink = Ink::of_tone(tone);
        title.push("  ", SMALL);
        title.push(verdict, Style::chip(ink, ink).bold());
    }
    // The line of the first finding follows at once: two lines would be one too many.
    let ruled = section.subtitle.is_some() || section.positives.is_some() || section.findings.is_empty();
    flow.chapter(&title, ruled);
    if let Some(subtitle) = section.subtitle {
        flow.exact_gap(4.0);
        flow.paragraph("P", &Rich::plain(&visible(subtitle), QUIET), Setting::new(LEADING).keep());
    }
    if let Some(positives) = section.positives {
        flow.gap(8.0);
        flow.within("Div", |flow| {
            flow.on_ground(Paint::Bar(Ink::GOOD), 0.0, |flow| {
                flow.indented(11.0, 0.0, |flow| {
                    flow.field(3, "What is good", Ink::GOOD);
                    flow.line(&phrase::prose(positives, BODY));
                });
            });
        });
    }
    if section.findings.is_empty() {
        flow.gap(7.0);
        flow.line(&Rich::plain("No findings in this section.", QUIET));
    } else {
        flow.keep_last();
        if !ruled {
            flow.exact_gap(6.0);
        }
    }
}
