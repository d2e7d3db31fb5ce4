//! The stable names of everything that can be wrong; `docs/diagnostics.md` has an entry for each.

macro_rules! codes {
    ($($(#[doc = $doc:literal])+ $variant:ident => $name:literal),+ $(,)?) => {
        /// What kind of problem a diagnostic reports. The names never change their meaning.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub enum Code { $($(#[doc = $doc])+ $variant),+ }

        impl Code {
            /// Every code, in the order of the documentation.
            pub const ALL: &'static [Self] = &[$(Self::$variant),+];

            /// The stable name, as printed and as `--allow` takes it.
            #[must_use]
            pub fn as_str(self) -> &'static str {
                match self { $(Self::$variant => $name),+ }
            }
        }
    };
}

codes! {
    /// A file could not be read.
    Unreadable => "unreadable",
    /// The bytes are no text in UTF-8 or UTF-16.
    Encoding => "encoding",
    /// The text is no JSON.
    JsonSyntax => "json-syntax",
    /// Arrays and objects are nested deeper than 128.
    TooDeep => "too-deep",
    /// A number that no double can hold.
    NumberRange => "number-range",
    /// A key stands twice in one object.
    DuplicateKey => "duplicate-key",
    /// The format version is missing or not one that is read.
    Version => "version",
    /// The document is neither a report object nor an array of sections.
    TopLevelType => "top-level-type",
    /// `--strict-v4` met a report that had to be migrated.
    NeedsMigration => "needs-migration",
    /// A value of another type than the format asks for.
    WrongType => "wrong-type",
    /// A key that must be there is not.
    MissingKey => "missing-key",
    /// A key the format does not know.
    UnknownKey => "unknown-key",
    /// A value that is none of those allowed.
    UnknownValue => "unknown-value",
    /// A number outside its range.
    OutOfRange => "out-of-range",
    /// A text that must hold something and does not.
    EmptyText => "empty-text",
    /// A list that must hold something and does not.
    EmptyList => "empty-list",
    /// An id that is not prefix, hyphen, three digits.
    BadId => "bad-id",
    /// A commit that is not 40 lower-case hex digits.
    BadCommit => "bad-commit",
    /// A date that is not YYYY-MM-DD.
    BadDate => "bad-date",
    /// A moment that is not RFC 3339.
    BadDateTime => "bad-date-time",
    /// An address that is not http or https.
    BadAddress => "bad-address",
    /// Any other rule of a schema that was broken.
    Schema => "schema",
    /// Ratings were carried over from format 3.
    Migrated => "migrated",
    /// A given severity disagreed with the ratings.
    SeverityOverridden => "severity-overridden",
    /// A given permalink disagreed with the location.
    PermalinkOverridden => "permalink-overridden",
    /// A given figure disagreed with the findings.
    StatisticsDiffer => "statistics-differ",
    /// Merge classes in a report that is older than they are.
    MergeClassTooEarly => "merge-class-too-early",
    /// A blocking finding that cites no gate.
    BlockingWithoutGate => "blocking-without-gate",
    /// A gate nobody knows.
    UnknownGate => "unknown-gate",
    /// A gate with nothing behind the colon.
    GateWithoutEvidence => "gate-without-evidence",
    /// A gate on a finding that does not block.
    GateNotBlocking => "gate-not-blocking",
    /// A finding called false or duplicate that is not disputed.
    VerdictContradicts => "verdict-contradicts",
    /// One value of an axis holds for nearly all findings.
    UnratedAxis => "unrated-axis",
    /// An id that no finding has.
    UnknownFinding => "unknown-finding",
    /// Decisions about another report than the one named.
    OtherReport => "other-report",
    /// Two findings with one id.
    DuplicateId => "duplicate-id",
    /// An id whose prefix belongs to another category.
    IdPrefix => "id-prefix",
    /// A key that producers must not set.
    ProducerKey => "producer-key",
    /// A character that a reader can't see.
    InvisibleCharacter => "invisible-character",
    /// No date was given.
    NoDate => "no-date",
    /// The working copy says otherwise than the report.
    WorkingCopyDiffers => "working-copy-differs",
    /// An option that has nothing to act on.
    UnusedOption => "unused-option",
    /// A character that no font has.
    MissingFont => "missing-font",
    /// Markdown link definitions reach beyond their field.
    LinkDefinition => "link-definition",
    /// Nothing in a reply is a JSON object.
    NoJson => "no-json",
    /// The JSON object of a reply is never closed.
    CutOff => "cut-off",
    /// More findings of a category than three digits can number.
    TooManyFindings => "too-many-findings",
    /// A diff that is none, is damaged, or combines several parents.
    BadDiff => "bad-diff",
    /// Text around the JSON block of a reply.
    TextAroundReply => "text-around-reply",
    /// Another JSON object in a reply.
    SecondBlock => "second-block",
    /// A reply that is a JSON string holding the object.
    ReplyInString => "reply-in-string",
    /// Severity aliases that were mapped.
    SeverityMapped => "severity-mapped",
    /// A severity that nobody knows.
    SeverityDropped => "severity-dropped",
    /// A thread relation that does not say why.
    MissingRationale => "missing-rationale",
    /// Lines that no comment can be posted on.
    NotAnchorable => "not-anchorable",
    /// Lines that were moved into their hunk.
    AnchorMoved => "anchor-moved",
    /// A diff that shows a file more than once.
    SeveralPatches => "several-patches",
    /// A council finding that does not exist.
    UnknownSource => "unknown-source",
    /// A reviewer who is not in the council.
    UnknownReviewer => "unknown-reviewer",
    /// A file finding that got its sources' lines back.
    LocationRestored => "location-restored",
    /// A line finding that leaves lines of its sources out.
    SourcesNotCovered => "sources-not-covered",
    /// A council reply that does not keep to the contract itself.
    CouncilInvalid => "council-invalid",
    /// A finding that a review can't hold.
    LeftOut => "left-out",
}

impl std::fmt::Display for Code {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.as_str())
    }
}

/// A name that no code has, and the one it may stand for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error(
    "no diagnostic has that code; {}",
    near.map_or_else(|| "they are listed in docs/diagnostics.md".to_owned(), |near| format!("did you mean `{near}`?"))
)]
pub struct UnknownCode {
    /// The name that comes nearest, if one comes near.
    pub near: Option<&'static str>,
}

impl std::str::FromStr for Code {
    type Err = UnknownCode;

    /// Reads a stable name; the error says which code comes nearest.
    fn from_str(name: &str) -> Result<Self, UnknownCode> {
        Self::ALL.iter().copied().find(|code| code.as_str() == name).ok_or_else(|| {
            let names: Vec<&str> = Self::ALL.iter().map(|code| code.as_str()).collect();
            UnknownCode { near: crate::diagnostic::nearest(name, &names) }
        })
    }
}

#[cfg(test)]
mod tests {
    use super::Code;

    #[test]
    fn every_code_is_documented_and_can_be_named() {
        let documentation = include_str!("../../docs/diagnostics.md");
        for code in Code::ALL {
            assert!(documentation.contains(&format!("| `{code}` |")), "{code} has no entry in docs/diagnostics.md");
            assert_eq!(code.as_str().parse(), Ok(*code));
        }
        let said = |name: &str| name.parse::<Code>().unwrap_err().to_string();
        assert_eq!(said("unknwon-key"), "no diagnostic has that code; did you mean `unknown-key`?");
        assert_eq!(said("?"), "no diagnostic has that code; they are listed in docs/diagnostics.md");
    }
}
