//! A finding with everything it says.

use super::phrase::{self, QUIET, shown, visible};
use crate::render::pdf::block::code::Heads;
use crate::render::pdf::block::paragraph::Setting;
use crate::render::pdf::block::{Flow, Mark, Paint, Shape, Strip};
use crate::render::pdf::style::{BODY, Ink, LEADING, SMALL, SMALL_LEADING, Style};
use crate::render::pdf::text::{Rich, Target};
use crate::view::{Comment, FindingView, Validation, line_numbers};

/// Sets a finding.
pub fn finding(flow: &mut Flow<'_, '_>, f: &FindingView<'_>) {
    head(flow, f);
    if let Some(basis) = f.intent_basis {
        let mut rich = Rich::plain(
            if f.blocking { "Why it blocks" } else { "Basis" },
            SMALL.bold().ink(if f.blocking { Ink::CRITICAL } else { Ink::SOFT }),
        );
        rich.push("  ", SMALL);
        let prose = phrase::prose(basis, SMALL);
        rich.push(&prose.text, SMALL);
        flow.gap(5.0);
        flow.paragraph("P", &rich, Setting::new(SMALL_LEADING));
    }
    flow.gap(6.0);
    flow.markdown(f.description, 4);
    if let Some(impact) = f.impact {
        flow.field(4, "Impact", Ink::SOFT);
        flow.markdown(impact, 5);
    }
    if !f.recommendation.trim().is_empty() {
        recommendation(flow, f.recommendation);
    }
    for (i, snippet) in f.snippets.iter().enumerate() {
        let soft = SMALL.ink(Ink::SOFT);
        let mut caption = Rich::plain("Code", soft);
        if let Some(text) = snippet.caption.as_deref().filter(|text| !text.trim().is_empty()) {
            caption.push(" · ", soft);
            caption.push(&shown(text), Style::mono(7.8, Ink::SOFT));
        }
        let language = snippet.language.as_deref().unwrap_or_default();
        if !language.trim().is_empty() {
            caption.push("  ", soft);
            caption.push(&shown(language), Style { size: 7.2, ..soft });
        }
        flow.gap(9.0);
        let numbers = line_numbers(snippet, i == 0, f.location);
        let heads = Heads { caption: &caption, numbers: numbers.as_deref() };
        flow.together(130.0, |flow| flow.code(&snippet.content, language, Some(heads)));
    }
    if let Some(validation) = &f.validation {
        self::validation(flow, validation);
    }
    if let Some(comment) = &f.comment {
        self::comment(flow, comment);
    }
    if !f.decisions.is_empty() {
        flow.field(4, "Triage", Ink::SOFT);
        for decision in &f.decisions {
            let mut rich = Rich::default();
            phrase::decision(&mut rich, decision, BODY);
            flow.line(&rich);
            flow.gap(3.0);
        }
    }
}

/// Marks, title, place and ratings: all on one page with the first lines of what follows.
fn head(flow: &mut Flow<'_, '_>, f: &FindingView<'_>) {
    flow.gap(20.0);
    flow.place(&f.anchor, Some((2, format!("{} {}", visible(f.id), visible(f.title)))));
    let line = Shape::Fill { x: flow.x, y: 0.0, width: flow.width, height: 1.6, radius: 0.0, ink: Ink::of(f.severity) };
    flow.push(Strip { height: 1.6, keep: true, marks: vec![Mark { node: None, shape: line }], ..Strip::default() });
    flow.gap(7.0);
    let mut marks = Rich::default();
    marks.push(&shown(f.id), Style::mono(8.2, Ink::SOFT).bold());
    marks.push("  ", SMALL);
    phrase::severity(&mut marks, f.severity);
    if let Some(class) = f.merge_class {
        marks.push(" ", SMALL);
        let label = f.gate.map_or_else(|| class.to_owned(), |gate| format!("{class} · {}", visible(gate)));
        phrase::merge_class(&mut marks, &label, f.blocking);
    }
    if f.re_rate {
        marks.push(" ", SMALL);
        let ink = Ink::of(crate::model::Severity::High);
        marks.push("re-rate required", Style::chip(ink, ink));
    }
    if let Some(note) = f.note {
        for text in [&note.agreement, &note.confidence, &note.relation].into_iter().flatten() {
            marks.push(" ", SMALL);
            marks.push(&shown(text), Style::chip(Ink::SOFT, Ink::LINE));
        }
    }
    for tag in &f.tags {
        marks.push(" ", SMALL);
        marks.push(&shown(tag), Style::chip(Ink::SOFT, Ink::LINE));
    }
    flow.paragraph("P", &marks, Setting::new(15.0).keep());
    flow.gap(3.0);
    flow.paragraph(
        "H3",
        &Rich::plain(&visible(f.title), Style::sans(11.0, Ink::TEXT).bold()),
        Setting::new(15.0).keep().balanced(),
    );
    if !f.location.trim().is_empty() {
        let mut place = Rich::default();
        phrase::location(&mut place, f.location, f.permalink, 8.0);
        flow.gap(1.0);
        flow.paragraph("P", &place, Setting::new(SMALL_LEADING).keep());
    }
    if let Some(posting) = f.note.and_then(|note| note.posting.as_ref()) {
        let text = format!("On the pull request: {}", visible(posting));
        flow.paragraph("P", &Rich::plain(&text, SMALL.ink(Ink::SOFT)), Setting::new(SMALL_LEADING).keep());
    }
    flow.gap(4.0);
    #[expect(clippy::cast_possible_truncation, reason = "a share of a bar")]
    let values: Vec<_> =
        f.ratings.iter().map(|rating| (rating.label, rating.value.map(|value| value as f32), rating.text())).collect();
    flow.small_bars(&values);
}

fn recommendation(flow: &mut Flow<'_, '_>, text: &str) {
    flow.gap(10.0);
    flow.within("Div", |flow| {
        flow.together(120.0, |flow| {
            flow.on_ground(Paint::Ground(Ink::PANEL), 8.0, |flow| {
                flow.indented(11.0, 11.0, |flow| {
                    let title = Rich::plain("Recommendation", SMALL.bold().ink(Ink::GOOD));
                    flow.paragraph("H4", &title, Setting::new(12.5).keep());
                    flow.exact_gap(1.5);
                    flow.markdown(text, 5);
                });
            });
        });
    });
    flow.gap(6.0);
}

fn validation(flow: &mut Flow<'_, '_>, validation: &Validation<'_>) {
    flow.field(4, "Validation", Ink::SOFT);
    if validation.verdict.is_some() || validation.confidence.is_some() {
        let mut rich = Rich::plain(validation.verdict.unwrap_or("No verdict"), BODY.bold());
        if let Some(confidence) = &validation.confidence {
            rich.push(&format!("  confidence {confidence}"), QUIET);
        }
        flow.paragraph(
            "P",
            &rich,
            Setting { keep_with_next: validation.assessment.is_some(), ..Setting::new(LEADING) },
        );
        flow.gap(2.0);
    }
    if let Some(assessment) = validation.assessment {
        flow.markdown(assessment, 5);
    }
}

fn comment(flow: &mut Flow<'_, '_>, comment: &Comment<'_>) {
    flow.field(4, "Comment", Ink::SOFT);
    let mut rich = Rich::default();
    let mut parts = 0;
    let mut separate = |rich: &mut Rich| {
        if parts > 0 {
            rich.push(" · ", QUIET);
        }
        parts += 1;
    };
    if let Some(verdict) = comment.verdict {
        separate(&mut rich);
        rich.push(
            verdict,
            BODY.bold().ink(if comment.resolved { Ink::GOOD } else { Ink::of(crate::model::Severity::High) }),
        );
    }
    if comment.reviewer.is_some() || comment.author_type.is_some() {
        separate(&mut rich);
        if let Some(reviewer) = comment.reviewer {
            rich.push("by ", BODY);
            rich.push(&shown(reviewer), BODY);
        }
        if let Some(kind) = comment.author_type {
            rich.push(&if comment.reviewer.is_some() { format!(" ({kind})") } else { format!("by a {kind}") }, QUIET);
        }
    }
    let name = comment.id.map_or_else(|| "comment".to_owned(), |id| format!("comment {id}"));
    if let Some(url) = comment.url {
        separate(&mut rich);
        rich.link(&name, BODY.ink(Ink::LINK), Target::Web(url.into()));
    } else if comment.id.is_some() {
        separate(&mut rich);
        rich.push(&name, BODY);
    }
    if let Some(thread) = comment.thread {
        separate(&mut rich);
        rich.push("thread ", BODY);
        rich.push(&shown(thread), Style::mono(8.4, Ink::TEXT));
    }
    flow.line(&rich);
}
