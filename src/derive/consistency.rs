//! What looks wrong though every rule holds ("Consistency warnings"). Never an error by itself.

use crate::derive::finding_pointer;
use crate::diagnostic::{Code, Diagnostic, child_pointer, named, nearest, quoted};
use crate::model::{AiVerdict, Finding, MergeClass, Report, category_of_prefix, prefix_of};
use std::collections::{BTreeMap, HashSet};

/// The gates of the format, in its order.
pub const GATES: [&str; 16] = [
    "G-INTENT",
    "G-DATA",
    "G-FUNDS",
    "G-CRYPTO",
    "G-SECRET",
    "G-UI-BROKEN",
    "G-UI-TEXT",
    "G-WYSIWYS",
    "G-AMOUNT",
    "G-DOUBLE",
    "G-PHISH",
    "G-BRICK",
    "G-SILENT",
    "G-PRIVACY",
    "G-GROWTH",
    "G-DEFAULTS",
];

/// Checks a report as it was read, before anything is derived. `declared` is the version it said it was.
pub fn check(report: &Report, declared: &str, warnings: &mut Vec<Diagnostic>) {
    let too_early = matches!(declared, "3.0.0" | "3.1.0");
    if too_early && report.findings().any(|(_, _, f)| f.merge_class.is_some()) {
        let message = format!("the report says it is {declared}, but carries merge classes, which came with 3.2.0");
        warnings.push(
            Diagnostic::warning(Code::MergeClassTooEarly, "/schema_version", message)
                .hint("have the producer write 4.0.0"),
        );
    }
    for (s, f, finding) in report.findings() {
        let at = |key: &str| child_pointer(&finding_pointer(s, f), key);
        check_gate(finding, at, warnings);
        check_verdict(finding, at, warnings);
        let prefix = prefix_of(&finding.id);
        if let Some(category) = category_of_prefix(prefix).filter(|c| *c != report.sections[s].category) {
            let own = report.sections[s].category.as_str();
            let message = format!(
                "{} stands in a section of category {own}, but {prefix} belongs to {}",
                quoted(&finding.id),
                category.as_str()
            );
            warnings.push(
                Diagnostic::warning(Code::IdPrefix, at("id"), message)
                    .hint("move the finding, or give it an id of the section's category"),
            );
        }
    }
    check_duplicates(report, warnings);
    check_axes(report, warnings);
    check_references(report, warnings);
}

/// `at` gives the pointer of a key of the finding; it is asked only when there is something to say.
fn check_gate(finding: &Finding, at: impl Fn(&str) -> String, warnings: &mut Vec<Diagnostic>) {
    let id = quoted(&finding.id);
    let gates = || format!("the gates are {}", GATES.join(" "));
    let Some(basis) = finding.intent_basis().map(str::trim).filter(|basis| !basis.is_empty()) else {
        if finding.is_blocking() {
            let message = format!("{id} is blocking, but cites no gate");
            warnings.push(
                Diagnostic::warning(Code::BlockingWithoutGate, at("merge_class"), message)
                    .hint(format!("add \"intent_basis\": \"GATE: evidence\"; {}", gates())),
            );
        }
        return;
    };
    let (gate, evidence) = match basis.split_once(':') {
        Some((gate, evidence)) => (gate.trim(), Some(evidence.trim())),
        None => (basis, None),
    };
    let known = GATES.contains(&gate);
    let named = known || gate.get(..2).is_some_and(|start| start.eq_ignore_ascii_case("G-"));
    if !named {
        if finding.is_blocking() {
            let message = format!("{id} is blocking, but its intent_basis is not of the form `GATE: evidence`");
            warnings.push(Diagnostic::warning(Code::BlockingWithoutGate, at("intent_basis"), message).hint(gates()));
        }
        return;
    }
    if !known {
        let message = format!("{id} cites the gate {}, which does not exist", quoted(gate));
        let hint = nearest(gate, &GATES).map_or_else(gates, |near| format!("did you mean {near}? {}", gates()));
        warnings.push(Diagnostic::warning(Code::UnknownGate, at("intent_basis"), message).hint(hint));
    }
    if evidence.is_none_or(str::is_empty) {
        let message = format!("{id} cites the gate {} without evidence", quoted(gate));
        warnings.push(
            Diagnostic::warning(Code::GateWithoutEvidence, at("intent_basis"), message)
                .hint(format!("write what shows it behind a colon: \"{}: …\"", quoted(gate))),
        );
    }
    if known && !finding.is_blocking() {
        let class = finding.merge_class.map_or("not classified", MergeClass::as_str);
        let message = format!("{id} cites the gate {gate}, but is {class}");
        warnings.push(
            Diagnostic::warning(Code::GateNotBlocking, at("intent_basis"), message)
                .hint("a gate is the reason to block: make it blocking, or leave the gate out"),
        );
    }
}

fn check_verdict(finding: &Finding, at: impl Fn(&str) -> String, warnings: &mut Vec<Diagnostic>) {
    let verdict = match finding.ai_verdict {
        Some(AiVerdict::FalsePositive) => "a false positive",
        Some(AiVerdict::Duplicate) => "a duplicate",
        _ => return,
    };
    if let Some(class) = finding.merge_class.filter(|class| *class != MergeClass::Disputed) {
        let message =
            format!("{} is called {verdict} by its validator, but is {}", quoted(&finding.id), class.as_str());
        warnings.push(
            Diagnostic::warning(Code::VerdictContradicts, at("merge_class"), message)
                .hint("such a finding is `disputed`, or the verdict is wrong"),
        );
    }
}

/// One line for all duplicates, however many.
fn check_duplicates(report: &Report, warnings: &mut Vec<Diagnostic>) {
    const NAMED: usize = 5;
    let mut seen = HashSet::new();
    let mut first: Option<String> = None;
    let mut doubled: Vec<&str> = Vec::new();
    let mut extra = 0usize;
    let mut listed = HashSet::new();
    for (s, f, finding) in report.findings() {
        if !seen.insert(finding.id.as_str()) {
            extra += 1;
            first.get_or_insert_with(|| child_pointer(&finding_pointer(s, f), "id"));
            if listed.insert(finding.id.as_str()) {
                doubled.push(&finding.id);
            }
        }
    }
    let Some(pointer) = first else { return };
    let ids = named(doubled.iter().map(|id| quoted(id)), NAMED);
    let (noun, verb) = if extra == 1 { ("finding", "has") } else { ("findings", "have") };
    let message = format!("{extra} {noun} {verb} an id that stands on another one before: {ids}");
    warnings.push(
        Diagnostic::warning(Code::DuplicateId, pointer, message)
            .hint("give every finding its own id; until then links and decisions reach the first one"),
    );
}

/// An axis that looks unrated: one value for at least 80 % of at least five findings.
fn check_axes(report: &Report, warnings: &mut Vec<Diagnostic>) {
    const FEWEST: usize = 5;
    let informational = |f: &Finding| [f.likelihood, f.impact, f.relevance].iter().all(|axis| *axis == Some(0.0));
    let rated: Vec<&Finding> = report.findings().map(|(_, _, f)| f).filter(|f| !informational(f)).collect();
    let axis_of = |axis: &str, f: &Finding| match axis {
        "likelihood" => f.likelihood,
        "impact" => f.impact,
        _ => f.relevance,
    };
    for axis in ["likelihood", "impact", "relevance"] {
        let mut values: BTreeMap<u64, usize> = BTreeMap::new();
        for value in rated.iter().filter_map(|f| axis_of(axis, f)) {
            // Adding zero makes −0 and 0 one value.
            *values.entry((value + 0.0).to_bits()).or_default() += 1;
        }
        let Some((value, count)) = values.into_iter().max_by_key(|(_, count)| *count) else { continue };
        if rated.len() >= FEWEST && count * 5 >= rated.len() * 4 {
            let message = format!(
                "{count} of {} findings have {axis} {}: the axis looks unrated",
                rated.len(),
                f64::from_bits(value)
            );
            warnings.push(
                Diagnostic::warning(Code::UnratedAxis, "/findings", message)
                    .hint("rate each finding by itself; a default on every finding makes severities meaningless"),
            );
        }
    }
}

/// Ids that no finding has, in `top_findings`, `remediation` and `triage`.
fn check_references(report: &Report, warnings: &mut Vec<Diagnostic>) {
    let known: HashSet<&str> = report.findings().map(|(_, _, f)| f.id.as_str()).collect();
    let mut check = |id: &str, pointer: String, whose: &str| {
        if !known.contains(id) {
            let message = format!("{whose} names {}, which no finding has", quoted(id));
            warnings.push(
                Diagnostic::warning(Code::UnknownFinding, pointer, message)
                    .hint("mend the id, or remove the entry; it is kept and leads nowhere"),
            );
        }
    };
    for (i, top) in report.top_findings.iter().flatten().enumerate() {
        check(&top.id, format!("/top_findings/{i}/id"), "top_findings");
    }
    for (i, row) in report.remediation.iter().flatten().enumerate() {
        for (j, id) in row.finding_ids.iter().flatten().enumerate() {
            check(id, format!("/remediation/{i}/finding_ids/{j}"), "remediation");
        }
    }
    for (i, decision) in report.triage.iter().flat_map(crate::model::Triage::decisions).enumerate() {
        check(&decision.finding_id, format!("/triage/decisions/{i}/finding_id"), "triage");
    }
}
