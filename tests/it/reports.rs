//! Strategies: reports that are valid, and as nasty as a valid report can be.

use crate::texts::{some_text, text};
use proptest::collection::vec;
use proptest::option;
use proptest::prelude::*;
use proptest::sample::select;
use serde_json::{Map, Value, json};

fn location() -> impl Strategy<Value = String> {
    let lines = prop_oneof![Just(""), Just(":7"), Just(":7-9"), Just(":7:12"), Just(":9-7"), Just(":1, b.rs:2")];
    let path = prop_oneof![Just("src/a.rs".to_owned()), Just("./a (b)/c.rs".to_owned()), some_text()];
    (path, lines).prop_map(|(path, lines)| path + lines)
}

fn address() -> impl Strategy<Value = String> {
    select(&["https://e.org/a_(b)?c=\"d\"&e=<f>'", "HTTP://E.ORG/`|*_[]\\", "https://e.org/\u{202e}x", "http://é.org#x"][..])
        .prop_map(str::to_owned)
}

fn rating() -> impl Strategy<Value = f64> {
    prop_oneof![(0..=100_u32).prop_map(|percent| f64::from(percent) / 100.0), 0.0..=1.0]
}

fn choice(values: &'static [&'static str]) -> impl Strategy<Value = String> + Clone {
    select(values).prop_map(str::to_owned)
}

/// Adds what is there to an object.
fn with(object: &mut Value, key: &str, value: Option<impl Into<Value>>) {
    if let Some(value) = value {
        object[key] = value.into();
    }
}

fn id() -> impl Strategy<Value = String> {
    let prefix = choice(&["SEC", "PROJ", "CODE", "RUST", "PY", "GO", "FE", "QA", "CALL", "DOC", "CMT", "DEP", "PPM"]);
    (prefix, 0..4).prop_map(|(prefix, number)| format!("{prefix}-{number:03}"))
}

/// A finding with any of its keys.
fn finding() -> impl Strategy<Value = Value> {
    let required = (id(), some_text(), location(), some_text(), some_text(), [rating(), rating(), rating()]);
    let class = choice(&["blocking", "non_blocking", "out_of_scope_follow_up", "disputed"]);
    let verdict = choice(&["valid", "false_positive", "needs_investigation", "out_of_scope", "duplicate"]);
    let snippet = (option::of(text()), option::of(text()), text());
    let review = (option::of(class), option::of(text()), option::of(text()), option::of(verdict), option::of(rating()));
    let more =
        (option::of(text()), option::of(vec(text(), 0..3)), option::of(vec(snippet, 1..3)), option::of(address()));
    let comment = (option::of(text()), option::of(0..99_u64), option::of(address()), option::of(text()));
    (required, review, more, comment).prop_map(|(required, review, more, comment)| {
        let (id, title, location, description, recommendation, [likelihood, impact, relevance]) = required;
        let mut finding = json!({
            "id": id, "title": title, "location": location, "description": description,
            "recommendation": recommendation, "likelihood": likelihood, "impact": impact, "relevance": relevance,
        });
        with(&mut finding, "merge_class", review.0);
        with(&mut finding, "intent_basis", review.1);
        with(&mut finding, "ai_assessment", review.2);
        with(&mut finding, "ai_verdict", review.3);
        with(&mut finding, "ai_verdict_confidence", review.4);
        with(&mut finding, "impact_description", more.0);
        with(&mut finding, "tags", more.1);
        with(&mut finding, "location_permalink", more.3);
        let snippets = more.2.map(|snippets| {
            let snippets = snippets.into_iter().map(|(language, caption, content)| {
                let mut snippet = json!({ "content": content });
                with(&mut snippet, "language", language);
                with(&mut snippet, "caption", caption);
                snippet
            });
            snippets.collect::<Vec<_>>()
        });
        with(&mut finding, "code_snippets", snippets);
        with(&mut finding, "reviewer", comment.0);
        with(&mut finding, "comment_id", comment.1);
        with(&mut finding, "comment_url", comment.2);
        with(&mut finding, "thread_id", comment.3);
        finding
    })
}

fn section() -> impl Strategy<Value = Value> {
    let category = choice(&["security", "project", "code_quality", "dependencies", "documentation", "pr_comments"]);
    let verdict = option::of(choice(&["PASS", "FAIL", "NEEDS_REVIEW"]));
    (text(), category, option::of(text()), option::of(text()), verdict, vec(finding(), 0..3)).prop_map(
        |(title, category, subtitle, positives, verdict, findings)| {
            let mut section = json!({ "title": title, "category": category, "findings": findings });
            with(&mut section, "subtitle", subtitle);
            with(&mut section, "positives", positives);
            with(&mut section, "verdict", verdict);
            section
        },
    )
}

/// The tables beside the findings.
fn tables() -> impl Strategy<Value = Map<String, Value>> {
    let dependency = (text(), text(), option::of(text()), option::of(text()));
    let decision = (id(), choice(&["fix", "accept_risk", "defer", "false_positive", "duplicate"]), text(), text());
    let remediation =
        (text(), 0..9_u64, choice(&["before_merge", "before_production", "post_deployment"]), vec(text(), 0..3));
    let agent = (text(), 0..9_u64, 0..9_u64);
    let top = (prop_oneof![id(), text()], 1..=5_u8, text(), text());
    let some = |items: Vec<Value>| (!items.is_empty()).then(|| Value::from(items));
    (vec(dependency, 0..2), vec(decision, 0..3), vec(remediation, 0..2), vec(agent, 0..3), vec(top, 0..2)).prop_map(
        move |(dependencies, decisions, remediation, agents, top)| {
            let mut tables = json!({});
            let dependencies = dependencies.into_iter().map(|(package, version, advisories, applicable)| {
                let mut dependency = json!({ "package": package, "version": version });
                with(&mut dependency, "advisories", advisories);
                with(&mut dependency, "applicable", applicable);
                dependency
            });
            with(&mut tables, "dependencies", some(dependencies.collect()));
            let decisions = decisions.into_iter().map(|(id, action, rationale, ticket)| {
                json!({ "finding_id": id, "action": action, "rationale": rationale, "ticket": ticket })
            });
            with(&mut tables, "triage", some(decisions.collect()).map(|decisions| json!({ "decisions": decisions })));
            let rows = remediation.into_iter().map(|(label, count, priority, ids)| {
                json!({ "label": label, "count": count, "priority": priority, "finding_ids": ids })
            });
            with(&mut tables, "remediation", some(rows.collect()));
            let agents = agents.into_iter();
            let agents = agents
                .map(|(agent, unique, redundant)| json!({ "agent": agent, "unique": unique, "redundant": redundant }));
            with(&mut tables, "agent_stats", some(agents.collect()));
            let top = top.into_iter().map(|(id, severity, title, location)| {
                json!({ "id": id, "severity": severity, "title": title, "location": location })
            });
            with(&mut tables, "top_findings", some(top.collect()));
            let Value::Object(tables) = tables else { unreachable!() };
            tables
        },
    )
}

/// A whole valid report.
pub fn report() -> impl Strategy<Value = Value> {
    let commit = option::of(Just("9f2c4e6a8b0d1f3e5a7c9b1d3f5e7a9c0b2d4f6e"));
    let metadata = (text(), option::of(text()), option::of(text()), commit, option::of((some_text(), some_text())));
    let summary = (text(), option::of(text()), option::of(text()), option::of(text()));
    (metadata, summary, vec(section(), 0..4), tables()).prop_map(|(metadata, summary, sections, tables)| {
        let mut report = json!({
            "schema_version": "4.0.0",
            "metadata": { "project": metadata.0, "date": "2026-06-12" },
            "executive_summary": { "overall_assessment": summary.0 },
            "summary_statistics": { "total_findings": 0, "severity_counts": {} },
            "findings": sections,
        });
        with(&mut report["metadata"], "scope", metadata.1);
        with(&mut report["metadata"], "branch", metadata.2);
        with(&mut report["metadata"], "commit", metadata.3);
        let repository = metadata.4.map(|(owner, repo)| json!({ "owner": owner, "repo": repo }));
        with(&mut report["metadata"], "repository", repository);
        with(&mut report["executive_summary"], "summary_text", summary.1);
        with(&mut report["executive_summary"], "verdict_text", summary.2);
        with(&mut report["executive_summary"], "verdict_action", summary.3);
        report.as_object_mut().unwrap().extend(tables);
        report
    })
}

/// Any JSON at all, with the format's own names and values among the rest.
pub fn json_value() -> impl Strategy<Value = Value> {
    let key = choice(&[
        "schema_version",
        "metadata",
        "findings",
        "title",
        "category",
        "id",
        "risk",
        "scope",
        "impact",
        "likelihood",
        "relevance",
        "tags",
        "description",
        "recommendation",
        "location",
        "severity",
        "triage",
        "decisions",
        "code_snippets",
        "content",
        "top_findings",
        "summary_statistics",
        "severity_counts",
        "merge_class",
        "date",
        "a/b~c",
        "",
    ]);
    let leaf = prop_oneof![
        Just(Value::Null),
        any::<bool>().prop_map(Value::from),
        any::<f64>().prop_map(Value::from),
        any::<i64>().prop_map(Value::from),
        rating().prop_map(Value::from),
        text().prop_map(Value::from),
        choice(&["4.0.0", "3.2.0", "security", "SEC-001", "blocking", "2026-06-12", "src/a.rs:1"])
            .prop_map(Value::from),
    ];
    leaf.prop_recursive(6, 96, 8, move |inner| {
        prop_oneof![
            vec(inner.clone(), 0..6).prop_map(Value::from),
            vec((key.clone(), inner), 0..12).prop_map(|members| Value::Object(members.into_iter().collect())),
        ]
    })
}
