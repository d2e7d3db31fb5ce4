//! What a verdict or a priority says at first sight, for whoever gives it a colour.

use crate::model::{Priority, SectionVerdict};

/// How urgent something looks. The words beside it say the same: colour is never the only carrier.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Tone {
    /// All is well.
    Good,
    /// It holds things up.
    Alarm,
    /// Somebody has to look at it.
    Caution,
    /// It can wait.
    Calm,
}

impl From<SectionVerdict> for Tone {
    fn from(verdict: SectionVerdict) -> Self {
        match verdict {
            SectionVerdict::Pass => Self::Good,
            SectionVerdict::Fail => Self::Alarm,
            SectionVerdict::NeedsReview => Self::Caution,
        }
    }
}

impl From<Priority> for Tone {
    fn from(priority: Priority) -> Self {
        match priority {
            Priority::BeforeMerge => Self::Alarm,
            Priority::BeforeProduction => Self::Caution,
            Priority::PostDeployment => Self::Calm,
        }
    }
}
