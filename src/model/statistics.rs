//! The counted part of a report ("Statistics").

use crate::model::{Category, Count, Severity};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// Figures over all findings; the derive pass counts them afresh, whatever the file says.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct SummaryStatistics {
    /// All findings.
    pub total_findings: Count,
    /// Findings a band.
    pub severity_counts: SeverityCounts,
    /// Rounded share of redundant findings over all agents, such as `51%`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub redundancy_ratio: Option<String>,
    /// Findings in the band CRITICAL.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub critical_count: Option<Count>,
    /// One row a band, one column a category.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub severity_category_matrix: Option<Vec<MatrixRow>>,
    /// How pull-request comments stand.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub verdict_counts: Option<VerdictCounts>,
    /// Findings a merge class.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub merge_class_counts: Option<BTreeMap<String, Count>>,
}

/// Findings a band.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(default, rename_all = "UPPERCASE")]
pub struct SeverityCounts {
    /// Band 5.
    pub critical: Count,
    /// Band 4.
    pub high: Count,
    /// Band 3.
    pub medium: Count,
    /// Band 2.
    pub low: Count,
    /// Band 1.
    pub info: Count,
}

impl SeverityCounts {
    /// The figure of one band.
    #[must_use]
    pub fn get(&self, band: Severity) -> u64 {
        match band {
            Severity::Critical => self.critical.0,
            Severity::High => self.high.0,
            Severity::Medium => self.medium.0,
            Severity::Low => self.low.0,
            Severity::Info => self.info.0,
        }
    }

    /// Counts one more finding of a band.
    pub fn add(&mut self, band: Severity) {
        *match band {
            Severity::Critical => &mut self.critical,
            Severity::High => &mut self.high,
            Severity::Medium => &mut self.medium,
            Severity::Low => &mut self.low,
            Severity::Info => &mut self.info,
        } += 1;
    }
}

/// One band's findings a category.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct MatrixRow {
    /// The band's label.
    pub severity: String,
    /// Findings of category security.
    pub security: Count,
    /// Findings of category project.
    pub project: Count,
    /// Findings of category `code_quality`.
    pub code_quality: Count,
    /// Findings of category `call_tree`.
    pub call_tree: Count,
    /// Findings of category dependencies.
    pub dependencies: Count,
    /// Findings of category documentation.
    pub documentation: Count,
    /// Findings of category `pr_comments`.
    pub pr_comments: Count,
    /// Findings of category `pr_promises`.
    pub pr_promises: Count,
    /// The row's sum.
    pub total: Count,
}

impl MatrixRow {
    /// The figure of one category.
    #[must_use]
    pub fn get(&self, category: Category) -> u64 {
        match category {
            Category::Security => self.security,
            Category::Project => self.project,
            Category::CodeQuality => self.code_quality,
            Category::CallTree => self.call_tree,
            Category::Dependencies => self.dependencies,
            Category::Documentation => self.documentation,
            Category::PrComments => self.pr_comments,
            Category::PrPromises => self.pr_promises,
        }
        .0
    }

    /// Counts one more finding of a category, and in the total.
    pub fn add(&mut self, category: Category) {
        *match category {
            Category::Security => &mut self.security,
            Category::Project => &mut self.project,
            Category::CodeQuality => &mut self.code_quality,
            Category::CallTree => &mut self.call_tree,
            Category::Dependencies => &mut self.dependencies,
            Category::Documentation => &mut self.documentation,
            Category::PrComments => &mut self.pr_comments,
            Category::PrPromises => &mut self.pr_promises,
        } += 1;
        self.total += 1;
    }
}

/// How pull-request comments stand.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(default, rename_all = "UPPERCASE")]
pub struct VerdictCounts {
    /// Dealt with.
    pub resolved: Count,
    /// Not dealt with.
    pub unresolved: Count,
}
