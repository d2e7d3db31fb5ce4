//! What every document shows, computed once: templates and the other renderers read a report through this.

mod anchor;
mod chart;
mod document;
mod finding;
mod index;
mod labels;
mod reply;
mod rows;
mod section;
mod snippet;
mod tone;
mod verdict;

pub use anchor::Reference;
pub use chart::{AgentBar, Band, Matrix, MatrixRowView, SeverityBar, agent_bars, heat};
pub use document::{Document, Linked, Provenance, TriageView};
pub use finding::{Comment, DecisionView, FindingView, Rating, Validation};
pub use index::{Index, IndexEntry, IndexReport};
pub use labels::Label;
pub use reply::{FindingNote, ReplyNotes};
pub use rows::{RemediationRow, TopRow};
pub use section::SectionView;
pub use snippet::{line_count, line_numbers};
pub use tone::Tone;
pub use verdict::Verdict;
