//! What the format's names are called in documents.

use crate::model::{
    AiVerdict, AuthorType, Category, CommentVerdict, MergeClass, Priority, ReportType, SectionVerdict, TriageAction,
};

/// A name of the format in words.
pub trait Label {
    /// The words, capitalised as at the start of a sentence.
    fn label(self) -> &'static str;
}

macro_rules! labels {
    ($($type:ident { $($variant:ident => $words:literal),+ $(,)? })+) => {
        $(impl Label for $type {
            fn label(self) -> &'static str {
                match self { $(Self::$variant => $words),+ }
            }
        })+
    };
}

labels! {
    Category {
        Security => "Security", Project => "Project", CodeQuality => "Code quality", CallTree => "Call tree",
        Dependencies => "Dependencies", Documentation => "Documentation", PrComments => "PR comments",
        PrPromises => "PR promises",
    }
    MergeClass {
        Blocking => "Blocking", NonBlocking => "Non-blocking", OutOfScopeFollowUp => "Follow-up, out of scope",
        Disputed => "Disputed",
    }
    AiVerdict {
        Valid => "Valid", FalsePositive => "False positive", NeedsInvestigation => "Needs investigation",
        OutOfScope => "Out of scope", Duplicate => "Duplicate",
    }
    AuthorType { Bot => "bot", Human => "person" }
    CommentVerdict { Resolved => "Resolved", Unresolved => "Unresolved" }
    SectionVerdict { Pass => "Pass", Fail => "Fail", NeedsReview => "Needs review" }
    Priority {
        BeforeMerge => "Before merge", BeforeProduction => "Before production", PostDeployment => "After deployment",
    }
    ReportType { CodeReview => "Code review", CommentCheck => "Comment check", PrAudit => "Pull request audit" }
    TriageAction {
        Fix => "Fix", AcceptRisk => "Accept the risk", Defer => "Defer", FalsePositive => "False positive",
        Duplicate => "Duplicate",
    }
}
