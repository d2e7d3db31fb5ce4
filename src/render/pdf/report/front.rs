//! The first page: what was reviewed, may it merge, how bad is it, what to fix first.

use super::phrase::{self, counted, shown, visible};
use crate::render::pdf::block::chart::Part;
use crate::render::pdf::block::paragraph::Setting;
use crate::render::pdf::block::table::{HEAD, Table};
use crate::render::pdf::block::{Flow, Paint};
use crate::render::pdf::style::{BODY, Ink, LEADING, SMALL, SMALL_LEADING, Style};
use crate::render::pdf::text::{Rich, Target};
use crate::view::Document;

/// Sets the first page.
pub fn front(flow: &mut Flow<'_, '_>, d: &Document<'_>) {
    title(flow, d);
    verdict(flow, d);
    notices(flow, d);
    if !d.assessment.trim().is_empty() {
        flow.gap(11.0);
        flow.line(&phrase::prose(d.assessment, BODY));
    }
    figures(flow, d);
    top(flow, d);
}

fn title(flow: &mut Flow<'_, '_>, d: &Document<'_>) {
    let soft = SMALL.ink(Ink::SOFT);
    let mut kind = Rich::plain(d.kind, soft);
    if d.project != d.title && !d.project.trim().is_empty() {
        kind.push(" · ", soft);
        kind.push(&shown(d.project), soft);
    }
    flow.place("§top", Some((1, visible(d.title).into_owned())));
    flow.paragraph("P", &kind, Setting::new(SMALL_LEADING).keep());
    flow.gap(2.0);
    flow.paragraph(
        "H1",
        &Rich::plain(&visible(d.title), Style::sans(18.0, Ink::TEXT).bold()),
        Setting::new(23.0).keep().balanced(),
    );
    flow.gap(5.0);
    let mut facts = Rich::default();
    let mut fact = |label: &str, set: &mut dyn FnMut(&mut Rich)| {
        if !facts.text.is_empty() {
            facts.push("     ", SMALL);
        }
        // The label stays with the beginning of what it labels.
        facts.push(label, soft.solid());
        facts.push("\u{a0}\u{a0}", soft);
        set(&mut facts);
    };
    fact("Date", &mut |rich| rich.push(&shown(d.date.unwrap_or("no date given")), SMALL));
    if let Some((number, url)) = &d.pull_request {
        fact("Pull request", &mut |rich| phrase::linked(rich, &format!("#{number}"), url.as_deref(), SMALL));
    }
    if let Some(branch) = d.branch {
        fact("Branch", &mut |rich| rich.push(&shown(branch), phrase::unbroken(branch, SMALL)));
    }
    if let Some(commit) = &d.commit {
        fact("Commit", &mut |rich| {
            phrase::linked(rich, short(commit.text), commit.url.as_deref(), Style::mono(7.8, Ink::TEXT));
        });
    }
    if let Some((name, url)) = &d.repository {
        fact("Repository", &mut |rich| phrase::linked(rich, name, url.as_deref(), phrase::unbroken(name, SMALL)));
    }
    if !d.reviewers.is_empty() {
        fact("Reviewers", &mut |rich| {
            for (i, reviewer) in d.reviewers.iter().enumerate() {
                rich.push(if i > 0 { ", " } else { "" }, SMALL);
                rich.push(&shown(reviewer), phrase::unbroken(reviewer, SMALL));
            }
        });
    }
    flow.paragraph("P", &facts, Setting::new(13.0));
}

/// The beginning of a commit; the whole of it stands on the last page.
fn short(commit: &str) -> &str {
    if commit.len() == 40 && commit.is_ascii() { &commit[..10] } else { commit }
}

fn verdict(flow: &mut Flow<'_, '_>, d: &Document<'_>) {
    let ink = d.verdict.tone.map_or(Ink::GOOD, Ink::of);
    flow.gap(16.0);
    flow.within("Div", |flow| {
        flow.on_ground(Paint::Marked(Ink::PANEL, ink), 9.0, |flow| {
            flow.indented(15.0, 12.0, |flow| {
                let mut headline = Rich::plain(&visible(d.verdict.headline), Style::sans(12.5, Ink::TEXT).bold());
                if d.verdict.blocking > 0 {
                    headline.push("  ", BODY);
                    headline.push(
                        &format!("{} blocking", d.verdict.blocking),
                        Style::chip(Ink::CRITICAL, Ink::CRITICAL).bold(),
                    );
                }
                flow.paragraph(
                    "H2",
                    &headline,
                    Setting { keep_with_next: d.verdict.text.is_some(), ..Setting::new(17.0) },
                );
                if let Some(text) = d.verdict.text {
                    flow.exact_gap(1.0);
                    flow.markdown(text, 3);
                }
            });
        });
    });
}

fn notices(flow: &mut Flow<'_, '_>, d: &Document<'_>) {
    if let Some(reply) = d.reply {
        if let Some((confidence, rationale)) = &reply.self_signal {
            let mut notice = Rich::plain(&format!("The judge's confidence: {confidence}."), BODY.bold());
            notice.push(" ", BODY);
            notice.push(&phrase::prose(rationale, BODY).text, BODY);
            remark(flow, &notice);
        }
        let mut notice = Rich::plain("Severities are estimated, re-rate required.", BODY.bold());
        notice.push(
            " The reply says critical, medium or minor; the ratings behind the findings stand for these words and nothing more.",
            BODY,
        );
        remark(flow, &notice);
    } else if d.re_rate > 0 {
        let mut notice = Rich::default();
        let needs = if d.re_rate == 1 { "finding needs" } else { "findings need" };
        notice.push(&format!("{} {needs} a re-rate.", d.re_rate), BODY.bold());
        notice.push(" ", BODY);
        if let Some(version) = d.provenance.migrated_from {
            notice.push(&format!("The report was written in format {}. ", visible(version)), BODY);
        }
        notice.push("Ratings that bear the tag ", BODY);
        notice.push("re-rate required", Style { italic: true, ..BODY });
        notice.push(
            " were carried over: their impact was rated without blast radius, and their relevance was defaulted.",
            BODY,
        );
        remark(flow, &notice);
    }
    if !d.provenance.unread.is_empty() {
        let mut notice = Rich::plain("Parts of the input could not be read.", BODY.bold());
        notice.push(" They are listed ", BODY);
        notice.link("at the end", BODY.ink(Ink::LINK), Target::Place("§unread".into()));
        notice.push(".", BODY);
        remark(flow, &notice);
    }
}

fn remark(flow: &mut Flow<'_, '_>, notice: &Rich) {
    flow.gap(11.0);
    flow.on_ground(Paint::Bar(Ink::of(crate::model::Severity::High)), 0.0, |flow| {
        flow.indented(11.0, 0.0, |flow| flow.paragraph("Note", notice, Setting::new(LEADING)));
    });
}

fn figures(flow: &mut Flow<'_, '_>, d: &Document<'_>) {
    let bands = &d.severities.bands;
    flow.gap(13.0);
    if d.severities.total > 0 {
        #[expect(clippy::cast_precision_loss, reason = "at most 1,000")]
        let parts: Vec<Part> = bands
            .iter()
            .filter(|band| band.length > 0)
            .map(|band| Part { share: band.length as f32 / 1000.0, ink: Ink::of(band.severity) })
            .collect();
        flow.parts_bar(&format!("Findings by severity: {}", d.severities.in_words()), &parts);
        flow.gap(6.0);
    }
    let entries: Vec<(Ink, Rich)> = bands
        .iter()
        .map(|band| {
            let soft = if band.count == 0 { Ink::SOFT } else { Ink::TEXT };
            let mut rich = Rich::plain(&band.count.to_string(), SMALL.bold().ink(soft));
            // The space at the end parts it from the next one for those who hear it.
            rich.push(&format!(" {} ", band.severity.word()), SMALL.ink(soft));
            (if band.count == 0 { Ink::LINE } else { Ink::of(band.severity) }, rich)
        })
        .collect();
    flow.legend(&entries);
    flow.gap(4.0);
    let counts = |flow: &mut Flow<'_, '_>, what: &str, counts: &[(String, u64)]| {
        let mut rich = Rich::plain(&format!("{what}  "), SMALL.ink(Ink::SOFT));
        for (i, (label, count)) in counts.iter().enumerate() {
            rich.push(if i > 0 { " · " } else { "" }, SMALL.ink(Ink::SOFT));
            rich.push(&count.to_string(), SMALL.bold());
            rich.push(&format!(" {label}"), SMALL);
        }
        flow.paragraph("P", &rich, Setting::new(13.0));
    };
    if !d.merge_classes.is_empty() {
        let classes: Vec<_> = d.merge_classes.iter().map(|(label, count)| (label.to_lowercase(), *count)).collect();
        counts(flow, "Merge class", &classes);
    }
    if let Some((resolved, unresolved)) = d.comment_verdicts {
        counts(flow, "Comments", &[("resolved".to_owned(), resolved), ("unresolved".to_owned(), unresolved)]);
    }
}

fn top(flow: &mut Flow<'_, '_>, d: &Document<'_>) {
    if d.top.is_empty() {
        return;
    }
    flow.named_chapter("§first", "Fix first");
    let head = |text: &str| Rich::plain(text, HEAD);
    let rows = d
        .top
        .iter()
        .map(|row| {
            let mut finding = Rich::default();
            phrase::reference(&mut finding, &row.reference, SMALL.size);
            finding.push(" ", SMALL);
            finding.push(&shown(row.title), SMALL);
            let mut marks = Rich::default();
            phrase::severity(&mut marks, row.severity);
            if let Some(class) = row.merge_class {
                // A long class may go below the severity, a short one stands beside it.
                marks.push(if class.len() > 12 { " " } else { "\u{a0}" }, SMALL);
                phrase::merge_class(&mut marks, class, row.blocking);
            }
            let mut place = Rich::default();
            phrase::location(&mut place, row.location, row.permalink, 7.6);
            vec![finding, marks, place]
        })
        .collect();
    let table = Table {
        full: true,
        alignments: Vec::new(),
        head: vec![head("Finding"), head("Severity"), head("Where")],
        rows,
    };
    flow.exact_gap(0.0);
    flow.table(&table);
    let total: usize = d.sections.iter().map(|section| section.findings.len()).sum();
    if total > d.top.len() {
        flow.gap(5.0);
        flow.paragraph(
            "P",
            &Rich::plain(&format!("{} of {}.", d.top.len(), counted(total, "finding")), SMALL.ink(Ink::SOFT)),
            Setting::new(SMALL_LEADING),
        );
    }
}
