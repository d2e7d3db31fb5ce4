//! What the contract's replies hold, as plain data with the contract's names and key order.

use serde::{Serialize, Serializer};
use serde_json::{Map, Value};

/// A council or judge reply.
#[derive(Debug, Clone, PartialEq, Default, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Reply {
    /// How sure the judge is of itself.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub self_signal: Option<SelfSignal>,
    /// The findings, in the order of the reply.
    pub findings: Vec<Finding>,
    /// Keys the contract does not know; kept.
    #[serde(flatten)]
    pub extra: Map<String, Value>,
}

/// How sure the judge is of itself.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct SelfSignal {
    /// In a word; `None` only after lenient reading.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub confidence: Option<SelfConfidence>,
    /// Why; plain.
    pub rationale: String,
}

/// One finding. The last five fields are the judge's.
#[derive(Debug, Clone, PartialEq, Default, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Finding {
    /// Where; `None` only after lenient reading.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub location: Option<Location>,
    /// What kind of remark it is; `None` only after lenient reading.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub label: Option<Label>,
    /// Conventional Comments decorations.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub decorations: Vec<String>,
    /// One line.
    pub subject: String,
    /// Markdown.
    pub discussion: String,
    /// After alias mapping.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub severity: Option<Severity>,
    /// [0, 1].
    #[serde(skip_serializing_if = "Option::is_none")]
    pub confidence: Option<f64>,
    /// How it relates to a thread that is there already.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub thread_relation: Option<Relation>,
    /// What to do.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub recommendation: Option<String>,
    /// What happens otherwise.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub impact: Option<String>,
    /// Findings of one cluster are shown together.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cluster: Option<String>,
    /// Ids of the reviewers who had it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub raised_by: Option<Vec<String>>,
    /// The council findings it stands on, by the ids that are handed out from 1.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub source_finding_ids: Option<Vec<u64>>,
    /// Keys the contract does not know; kept.
    #[serde(flatten)]
    pub extra: Map<String, Value>,
}

impl Finding {
    /// Whether it says what a thread says already, and so is never posted.
    #[must_use]
    pub fn is_duplicate(&self) -> bool {
        self.thread_relation.as_ref().is_some_and(|relation| relation.kind == RelationKind::DuplicatesExisting)
    }
}

/// Where a finding points.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(tag = "kind", rename_all = "lowercase")]
pub enum Location {
    /// Lines of a file.
    Line {
        /// Path in the repository.
        file: String,
        /// First line, from 1.
        start: u64,
        /// Last line, not before `start`.
        end: u64,
        /// Which version of the file the lines count in.
        side: Side,
    },
    /// A whole file.
    File {
        /// Path in the repository.
        file: String,
    },
    /// The whole pull request.
    Global,
}

macro_rules! words {
    ($(#[doc = $doc:literal])+ $name:ident { $($(#[doc = $variant_doc:literal])+ $variant:ident => $word:literal),+ $(,)? }) => {
        $(#[doc = $doc])+
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub enum $name { $($(#[doc = $variant_doc])+ $variant),+ }

        impl $name {
            /// All of them, in the contract's order.
            pub const ALL: &'static [Self] = &[$(Self::$variant),+];

            /// All of their words, in the contract's order.
            pub const WORDS: &'static [&'static str] = &[$($word),+];

            /// The contract's word.
            #[must_use]
            pub fn as_str(self) -> &'static str {
                match self { $(Self::$variant => $word),+ }
            }

            /// The one with this very word.
            #[must_use]
            pub fn from_word(word: &str) -> Option<Self> {
                Self::ALL.iter().copied().find(|known| known.as_str() == word)
            }
        }

        impl Serialize for $name {
            fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serializer.serialize_str(self.as_str())
            }
        }
    };
}

words! {
    /// Which version of a file lines count in.
    Side {
        /// Before the change.
        Old => "old",
        /// After it.
        New => "new",
        /// In both; posted on the new side.
        Both => "both",
    }
}

impl Side {
    /// The side that comments are posted on: `both` is judged on the new one.
    #[must_use]
    pub fn posted(self) -> Self {
        if self == Self::Both { Self::New } else { self }
    }
}

words! {
    /// The labels of Conventional Comments.
    Label {
        /// Something good.
        Praise => "praise",
        /// A trifle of taste.
        Nitpick => "nitpick",
        /// An improvement.
        Suggestion => "suggestion",
        /// A defect.
        Issue => "issue",
        /// A small necessary change.
        Todo => "todo",
        /// Something unclear.
        Question => "question",
        /// An idea, nothing to do now.
        Thought => "thought",
        /// A process task.
        Chore => "chore",
        /// Something to know.
        Note => "note",
    }
}

words! {
    /// The contract's severities.
    Severity {
        /// Must not be merged.
        Critical => "critical",
        /// Should be mended.
        Medium => "medium",
        /// May be mended.
        Minor => "minor",
    }
}

words! {
    /// How sure the judge is of itself.
    SelfConfidence {
        /// Check everything.
        Low => "low",
        /// Check what matters.
        Medium => "medium",
        /// Rely on it.
        High => "high",
    }
}

words! {
    /// What a finding is to a thread that is there already.
    RelationKind {
        /// Nothing: it is new.
        New => "new",
        /// The same; never posted.
        DuplicatesExisting => "duplicates-existing",
        /// More evidence for it.
        SupportsExisting => "supports-existing",
        /// Evidence against it.
        DisputesExisting => "disputes-existing",
        /// It reaches further than the thread says.
        AmplifiesExisting => "amplifies-existing",
    }
}

impl RelationKind {
    /// The relation as a verb of a sentence about the finding.
    #[must_use]
    pub fn verb(self) -> &'static str {
        match self {
            Self::New => "is new",
            Self::DuplicatesExisting => "duplicates",
            Self::SupportsExisting => "supports",
            Self::DisputesExisting => "disputes",
            Self::AmplifiesExisting => "amplifies",
        }
    }
}

/// How a finding relates to a thread.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Relation {
    /// What it is to the thread.
    pub kind: RelationKind,
    /// The thread's number, from 1; `None` for new findings, and after lenient reading.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub thread_index: Option<u64>,
    /// Why; plain.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rationale: Option<String>,
}

/// A range of lines as warnings and tables write it: `8-9`, and `8` for one line.
#[must_use]
pub(super) fn range(start: u64, end: u64) -> String {
    if start == end { start.to_string() } else { format!("{start}-{end}") }
}
