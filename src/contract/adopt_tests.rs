//! The spec's table, line by line.

use super::{TooMany, adopt, location};
use crate::contract::{Council, Finding, Kind, Label, Location, Relation, RelationKind, Reply, Severity, Side};
use crate::model::{Category, LineRange};

fn finding() -> Finding {
    Finding {
        location: Some(Location::Global),
        label: Some(Label::Issue),
        subject: "S".into(),
        discussion: "D".into(),
        ..Finding::default()
    }
}

fn adopted(kind: Kind, findings: Vec<Finding>) -> crate::model::Report {
    let reply = Reply { findings, ..Reply::default() };
    adopt(kind, &reply, "fast", &[]).unwrap().report
}

#[test]
fn ratings_follow_the_table() {
    for (severity, label, expected) in [
        (Some(Severity::Critical), Label::Praise, (0.9, 0.9, 0.5)),
        (Some(Severity::Medium), Label::Issue, (0.5, 0.5, 0.5)),
        (Some(Severity::Minor), Label::Note, (0.2, 0.2, 0.5)),
        (None, Label::Praise, (0.0, 0.0, 0.0)),
        (None, Label::Thought, (0.0, 0.0, 0.0)),
        (None, Label::Note, (0.0, 0.0, 0.0)),
        (None, Label::Question, (0.2, 0.2, 0.5)),
    ] {
        let report = adopted(Kind::Council, vec![Finding { severity, label: Some(label), ..finding() }]);
        let f = &report.sections[0].findings[0];
        assert_eq!((f.likelihood, f.impact, f.relevance), (Some(expected.0), Some(expected.1), Some(expected.2)));
    }
}

#[test]
fn an_old_line_never_turns_into_a_permalink() {
    let at = |side| location(Some(&Location::Line { file: "a.rs".into(), start: 3, end: 4, side }));
    assert_eq!(at(Side::New), "a.rs:3-4");
    assert_eq!(at(Side::Both), "a.rs:3-4");
    assert_eq!(at(Side::Old), "a.rs:3-4 (old)");
    assert!(LineRange::parse(&at(Side::Old)).is_none());
    assert_eq!(location(Some(&Location::File { file: "a.rs".into() })), "a.rs");
    assert_eq!(location(Some(&Location::Global)), "PR");
}

#[test]
fn texts_tags_and_the_last_paragraph() {
    let judged = Finding {
        decorations: vec!["blocking".into(), "issue".into()],
        cluster: Some("c".into()),
        raised_by: Some(vec!["fast_a".into(), "x*y".into()]),
        confidence: Some(0.92),
        impact: Some("I".into()),
        thread_relation: Some(Relation {
            kind: RelationKind::SupportsExisting,
            thread_index: Some(2),
            rationale: Some("Same\n`symbol`.".into()),
        }),
        discussion: "D\n```rust\nlet x".into(),
        ..finding()
    };
    let report = adopted(Kind::Judge, vec![judged, Finding { raised_by: Some(vec!["z".into()]), ..finding() }]);
    let f = &report.sections[0].findings[0];
    assert_eq!((f.title.as_str(), f.impact_description.as_deref()), ("S", Some("I")));
    assert_eq!(f.tags(), ["issue", "blocking", "c", "re-rate-required"]);
    assert_eq!(f.recommendation, "Resolve this issue.");
    assert_eq!(
        f.description,
        "D\n```rust\nlet x\n```\n\nRaised by fast_a, x\\*y (2 of 3). Confidence 0.92. \
         It supports thread [T2]: Same \\`symbol\\`."
    );
    assert!(f.severity.is_none() && f.merge_class.is_none() && f.location_permalink.is_none());
}

#[test]
fn clusters_are_sections_and_ids_count_through_a_category() {
    let of = |cluster: Option<&str>, by: &str| Finding {
        cluster: cluster.map(Into::into),
        raised_by: Some(vec![by.into()]),
        ..finding()
    };
    let findings = vec![
        of(Some("x"), "fast"),
        of(None, "docs-reviewer"),
        of(Some("x"), "security"),
        of(Some("x"), "deep"),
        of(None, "fast"),
    ];
    let report = adopted(Kind::Judge, findings);
    let seen: Vec<_> = report
        .sections
        .iter()
        .map(|s| (s.title.as_str(), s.category, s.findings.iter().map(|f| f.id.as_str()).collect::<Vec<_>>()))
        .collect();
    assert_eq!(
        seen,
        [
            ("x", Category::CodeQuality, vec!["CODE-001", "CODE-002"]),
            ("x", Category::Security, vec!["SEC-001"]),
            ("Documentation", Category::Documentation, vec!["DOC-001"]),
            ("Code quality", Category::CodeQuality, vec!["CODE-003"]),
        ]
    );
}

#[test]
fn the_sources_reviewer_names_the_category_where_raised_by_does_not() {
    let councils = [
        Council { reviewer: "fast".into(), findings: vec![finding()] },
        Council { reviewer: "security".into(), findings: vec![finding()] },
    ];
    let reply =
        Reply { findings: vec![Finding { source_finding_ids: Some(vec![9, 2]), ..finding() }], ..Reply::default() };
    let report = adopt(Kind::Judge, &reply, "judge", &councils).unwrap().report;
    assert_eq!(report.sections[0].category, Category::Security);
}

#[test]
fn a_thousandth_finding_of_a_category_is_an_error() {
    let reply = Reply { findings: vec![finding(); 1000], ..Reply::default() };
    let refused = adopt(Kind::Council, &reply, "fast", &[]);
    assert_eq!(refused, Err(TooMany { category: Category::CodeQuality, count: 1000 }));
}
