//! Decisions that people made about a report's findings, checked and merged into it.

mod check;

pub use check::read;

use crate::model::{Decision, Report, Triage, TriageAction};
use std::collections::{HashMap, HashSet};

/// What merging did about one decision.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Effect {
    /// There was none about its finding.
    Added,
    /// It took the place of an earlier one that said something else.
    Changed,
    /// It says what was said before.
    Same,
}

/// A decision that was merged, and what that did.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Merged {
    /// The finding.
    pub id: String,
    /// What it did.
    pub effect: Effect,
}

/// Merges decisions into a report: later ones win, the others stay, and each finding has one at most.
pub fn merge(report: &mut Report, decisions: Triage) -> Vec<Merged> {
    let triage = report.triage.get_or_insert_default();
    if decisions.triaged_by.is_some() {
        triage.triaged_by = decisions.triaged_by;
    }
    if decisions.triaged_at.is_some() {
        triage.triaged_at = decisions.triaged_at;
    }
    let kept = triage.decisions.get_or_insert_default();
    let mut effects: Vec<Merged> = Vec::new();
    for decision in decisions.decisions.unwrap_or_default() {
        let id = decision.finding_id.clone();
        let effect = put(kept, decision);
        match effects.iter_mut().find(|merged| merged.id == id) {
            Some(before) if effect == Effect::Changed && before.effect == Effect::Same => before.effect = effect,
            Some(_) => {}
            None => effects.push(Merged { id, effect }),
        }
    }
    effects
}

/// Takes the findings out whose last decision accepts their risk, and their mentions in the tables of what to do.
///
/// The decisions stay, so that a reader sees what was left out and why. Figures have to be derived again.
pub fn leave_out_accepted(report: &mut Report) -> usize {
    let mut last = HashMap::new();
    for decision in report.triage.iter().flat_map(Triage::decisions) {
        last.insert(decision.finding_id.clone(), decision.action);
    }
    last.retain(|_, action| *action == TriageAction::AcceptRisk);
    let mut left_out = HashSet::new();
    for section in &mut report.sections {
        // A decision is about the first finding with its id.
        section.findings.retain(|finding| !(last.contains_key(&finding.id) && left_out.insert(finding.id.clone())));
    }
    if let Some(top) = &mut report.top_findings {
        top.retain(|entry| !left_out.contains(&entry.id));
    }
    for row in report.remediation.iter_mut().flatten() {
        if let Some(ids) = &mut row.finding_ids {
            let before = ids.len();
            ids.retain(|id| !left_out.contains(id));
            row.count.0 = row.count.0.saturating_sub((before - ids.len()) as u64);
        }
    }
    left_out.len()
}

/// Puts a decision in the place of the last one about its finding, and takes the earlier ones away.
fn put(kept: &mut Vec<Decision>, decision: Decision) -> Effect {
    let Some(last) = kept.iter().rposition(|one| one.finding_id == decision.finding_id) else {
        kept.push(decision);
        return Effect::Added;
    };
    let effect = if kept[last] == decision { Effect::Same } else { Effect::Changed };
    let id = decision.finding_id.clone();
    kept[last] = decision;
    let mut at = 0;
    kept.retain(|one| {
        at += 1;
        at - 1 == last || one.finding_id != id
    });
    effect
}

#[cfg(test)]
mod tests {
    use super::{Effect, merge};
    use crate::model::{Decision, Report, Triage, TriageAction};

    fn triage(decisions: &[(&str, TriageAction)]) -> Triage {
        let decision = |(id, action): &(&str, TriageAction)| Decision {
            finding_id: (*id).into(),
            action: *action,
            ..Decision::default()
        };
        Triage { decisions: Some(decisions.iter().map(decision).collect()), ..Triage::default() }
    }

    #[test]
    fn later_decisions_win_and_the_others_stay() {
        use TriageAction::{Defer, Fix};
        let before = triage(&[("A-001", Fix), ("B-001", Fix), ("A-001", Defer)]);
        let mut report = Report { triage: Some(before), ..Report::default() };
        let merged = merge(&mut report, triage(&[("A-001", Fix), ("C-001", Fix), ("C-001", Defer), ("B-001", Fix)]));
        let effects: Vec<_> = merged.iter().map(|m| (m.id.as_str(), m.effect)).collect();
        assert_eq!(effects, [("A-001", Effect::Changed), ("C-001", Effect::Added), ("B-001", Effect::Same)]);
        let kept = report.triage.unwrap();
        let kept: Vec<_> = kept.decisions().iter().map(|d| (d.finding_id.as_str(), d.action)).collect();
        assert_eq!(kept, [("B-001", Fix), ("A-001", Fix), ("C-001", Defer)]);
    }
}
