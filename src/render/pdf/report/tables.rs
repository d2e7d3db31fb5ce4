//! What stands behind the sections: dependencies, triage, reviewers, and where all this comes from.

use super::phrase::{self, QUIET, counted, shown, visible};
use crate::model::Dependency;
use crate::render::pdf::block::Flow;
use crate::render::pdf::block::chart::NamedBar;
use crate::render::pdf::block::paragraph::Setting;
use crate::render::pdf::block::table::{HEAD, Table};
use crate::render::pdf::style::{BODY, Ink, LEADING, SMALL, Style};
use crate::render::pdf::text::Rich;
use crate::view::{AgentBar, Document, TriageView};

/// Sets the tables.
pub fn tables(flow: &mut Flow<'_, '_>, d: &Document<'_>) {
    if !d.dependencies.is_empty() {
        flow.named_chapter("§dependencies", "Dependencies");
        dependencies(flow, d.dependencies);
    }
    if let Some(triage) = &d.triage {
        flow.named_chapter("§triage", "Triage");
        self::triage(flow, triage);
    }
    if !d.agents.is_empty() {
        flow.named_chapter("§agents", "Reviewers");
        agents(flow, d);
    }
}

fn heads(titles: &[&str]) -> Vec<Rich> {
    titles.iter().map(|title| Rich::plain(title, HEAD)).collect()
}

fn dependencies(flow: &mut Flow<'_, '_>, dependencies: &[Dependency]) {
    let said = |text: Option<&String>| {
        text.filter(|text| !text.trim().is_empty())
            .map_or_else(|| Rich::plain("–", SMALL.ink(Ink::SOFT)), |text| phrase::prose(text, SMALL))
    };
    let rows = dependencies
        .iter()
        .map(|dependency| {
            let mut package = Rich::plain(&visible(&dependency.package), Style::mono(8.0, Ink::TEXT).bold());
            package.push(" ", SMALL);
            package.push(&shown(&dependency.version), Style::mono(8.0, Ink::SOFT));
            let verdict = match dependency.ok {
                Some(true) => Rich::plain("OK", Style::chip(Ink::GOOD, Ink::GOOD).bold()),
                Some(false) => Rich::plain("Not OK", Style::chip(Ink::CRITICAL, Ink::CRITICAL).bold()),
                None => Rich::plain("–", SMALL.ink(Ink::SOFT)),
            };
            vec![package, said(dependency.advisories.as_ref()), said(dependency.applicable.as_ref()), verdict]
        })
        .collect();
    flow.exact_gap(0.0);
    flow.table(&Table {
        full: true,
        alignments: Vec::new(),
        head: heads(&["Package", "Advisories", "Applies", "Verdict"]),
        rows,
    });
}

fn triage(flow: &mut Flow<'_, '_>, triage: &TriageView<'_>) {
    let count = triage.decisions.len();
    let mut line = Rich::plain(&if count == 0 { "No decisions".to_owned() } else { counted(count, "decision") }, QUIET);
    if let Some(by) = triage.by {
        line.push(" by ", QUIET);
        line.push(&shown(by), BODY);
    }
    if let Some(at) = triage.at {
        line.push(&format!(", {}", visible(at)), QUIET);
    }
    line.push(".", QUIET);
    flow.paragraph("P", &line, Setting { keep_with_next: count > 0, ..Setting::new(LEADING) });
    if count > 0 {
        let rows = triage
            .decisions
            .iter()
            .map(|(decision, target)| {
                let (mut id, mut what) = (Rich::default(), Rich::default());
                phrase::reference(&mut id, target, SMALL.size);
                phrase::decision(&mut what, decision, SMALL);
                vec![id, what]
            })
            .collect();
        flow.gap(2.0);
        flow.table(&Table { full: false, alignments: Vec::new(), head: heads(&["Finding", "Decision"]), rows });
    }
}

fn agents(flow: &mut Flow<'_, '_>, d: &Document<'_>) {
    // On the longest bar both parts together are 100 units.
    #[expect(clippy::cast_precision_loss, reason = "at most 100")]
    let share = |length: u64| length as f32 / 100.0;
    let bar = |agent: &AgentBar<'_>| {
        let mut figures = Rich::plain(&agent.unique.to_string(), SMALL.bold());
        figures.push(" unique", SMALL);
        figures.push(" · ", SMALL.ink(Ink::SOFT));
        figures.push(&agent.redundant.to_string(), SMALL.bold());
        figures.push(" redundant", SMALL);
        NamedBar {
            name: Rich::plain(&visible(agent.agent), SMALL),
            parts: vec![(share(agent.unique_length), Ink::LINK), (share(agent.redundant_length), Ink(0x00a9_b4c0))],
            figures,
        }
    };
    let bars: Vec<NamedBar> = d.agents.iter().map(bar).collect();
    flow.named_bars(&bars);
    if let Some(ratio) = d.redundancy {
        flow.gap(5.0);
        let mut line = Rich::plain(&visible(ratio), QUIET);
        line.push(" of what they found was found by more than one.", QUIET);
        flow.line(&line);
    }
}

/// Sets where the document comes from.
pub fn provenance(flow: &mut Flow<'_, '_>, d: &Document<'_>) {
    if !d.provenance.unread.is_empty() {
        flow.named_chapter("§unread", "Could not be read");
        let rows = d
            .provenance
            .unread
            .iter()
            .map(|problem| {
                let mut place = Rich::plain(&visible(&problem.pointer), Style::mono(7.8, Ink::TEXT));
                if let Some(at) = &problem.place {
                    place.push(&format!("\nline {}, column {}", at.line, at.column), SMALL.ink(Ink::SOFT));
                }
                let mut what = Rich::plain(&visible(&problem.message), SMALL);
                if let Some(hint) = &problem.hint {
                    what.push("\n", SMALL);
                    what.push(&shown(hint), SMALL.ink(Ink::SOFT));
                }
                vec![place, what]
            })
            .collect();
        flow.exact_gap(0.0);
        flow.table(&Table { full: false, alignments: Vec::new(), head: heads(&["Where", "What"]), rows });
    }
    flow.together(260.0, |flow| about(flow, d));
}

fn about(flow: &mut Flow<'_, '_>, d: &Document<'_>) {
    flow.named_chapter("§about", "About this document");
    let fact = |label: &str, value: &str, mono: bool| {
        let style = if mono { Style::mono(7.8, Ink::TEXT) } else { SMALL };
        vec![Rich::plain(label, SMALL.ink(Ink::SOFT)), Rich::plain(&visible(value), style)]
    };
    let mut rows = vec![
        fact("Made from", d.provenance.source, false),
        fact("SHA-256", d.provenance.digest, true),
        fact("Made with", concat!("prreport ", env!("CARGO_PKG_VERSION")), false),
    ];
    if let Some(commit) = &d.commit {
        rows.push(fact("Commit", commit.text, true));
    }
    if let Some(version) = d.provenance.migrated_from {
        rows.push(fact("Migrated from", &format!("format {version}"), false));
    }
    if d.re_rate > 0 {
        let needs = if d.re_rate == 1 { "1 finding bears" } else { "findings bear" };
        let count = if d.re_rate == 1 { String::new() } else { format!("{} ", d.re_rate) };
        rows.push(fact(
            "Estimated",
            &format!("{count}{needs} ratings that were carried over and need a re-rate"),
            false,
        ));
    }
    flow.exact_gap(0.0);
    flow.table(&Table { full: false, alignments: Vec::new(), head: Vec::new(), rows });
    flow.gap(6.0);
    let note = "Severity is the mean of likelihood and impact: critical from 0.90, high from 0.70, medium from 0.40, low from 0.10, info below. Relevance is not part of it.";
    flow.paragraph("P", &Rich::plain(note, SMALL.ink(Ink::SOFT)), Setting::new(12.0));
}
