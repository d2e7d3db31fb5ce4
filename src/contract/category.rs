//! Which category a finding belongs to: the one that its reviewers' ids name, else code quality.

use crate::contract::{Council, Finding, Kind};
use crate::model::Category;

/// The category that the reviewers' ids name, else code quality.
pub(super) fn category(kind: Kind, finding: &Finding, reviewer: &str, councils: &[Council]) -> Category {
    let named = |id: &str| id.split(|c: char| !c.is_alphanumeric()).find_map(of_word);
    if kind == Kind::Council {
        return named(reviewer).unwrap_or_default();
    }
    let by_name = finding.raised_by.iter().flatten().find_map(|id| named(id));
    by_name.or_else(|| sources(finding, councils).find_map(named)).unwrap_or_default()
}

/// The reviewers whose findings a judge's finding stands on.
fn sources<'c>(finding: &'c Finding, councils: &'c [Council]) -> impl Iterator<Item = &'c str> {
    finding.source_finding_ids.iter().flatten().filter_map(|id| {
        let mut left = usize::try_from(id.checked_sub(1)?).ok()?;
        councils.iter().find_map(|council| {
            if left < council.findings.len() {
                return Some(council.reviewer.as_str());
            }
            left -= council.findings.len();
            None
        })
    })
}

fn of_word(word: &str) -> Option<Category> {
    Some(match word.to_lowercase().as_str() {
        "security" | "sec" | "appsec" => Category::Security,
        "project" | "proj" | "conventions" => Category::Project,
        "calltree" | "call" | "calls" => Category::CallTree,
        "dependencies" | "dependency" | "deps" => Category::Dependencies,
        "documentation" | "docs" | "doc" => Category::Documentation,
        "comments" | "comment" => Category::PrComments,
        "promises" | "promise" => Category::PrPromises,
        "code" | "quality" => Category::CodeQuality,
        _ => return None,
    })
}

/// What the ids of a category start with.
pub(super) fn prefix(category: Category) -> &'static str {
    match category {
        Category::Security => "SEC",
        Category::Project => "PROJ",
        Category::CodeQuality => "CODE",
        Category::CallTree => "CALL",
        Category::Dependencies => "DEP",
        Category::Documentation => "DOC",
        Category::PrComments => "CMT",
        Category::PrPromises => "PPM",
    }
}

/// The heading of findings without a cluster.
pub(super) fn title(category: Category) -> &'static str {
    match category {
        Category::Security => "Security",
        Category::Project => "Project",
        Category::CodeQuality => "Code quality",
        Category::CallTree => "Call tree",
        Category::Dependencies => "Dependencies",
        Category::Documentation => "Documentation",
        Category::PrComments => "PR comments",
        Category::PrPromises => "PR promises",
    }
}
