//! How far a long run is, for a person who waits at a terminal.

use super::Terminal;
use anstream::ColorChoice;
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use std::io::{self, IsTerminal};
use std::sync::Once;
use std::time::{Duration, Instant};

/// Work that is done sooner needs no bar.
const PATIENCE: Duration = Duration::from_secs(1);
/// How often a second it is drawn.
const REFRESH: u8 = 8;

/// A bar that shows itself when the work lasts, and never where nobody watches.
pub struct Progress {
    bar: ProgressBar,
    watched: bool,
    begun: Instant,
    shown: Once,
}

impl Terminal {
    /// Begins work of so many steps.
    pub fn progress(&self, steps: usize) -> Progress {
        let bar = ProgressBar::with_draw_target(Some(steps as u64), ProgressDrawTarget::hidden());
        // The template is a constant; were it wrong, the plain bar would do.
        if let Ok(style) = ProgressStyle::with_template("{bar:40} {pos} of {len}") {
            bar.set_style(style);
        }
        let variable = |name| std::env::var_os(name).is_some_and(|value| !value.is_empty());
        let dumb = std::env::var_os("TERM").is_none_or(|term| term == "dumb");
        let plain = self.err.current_choice() == ColorChoice::Never;
        let watched = watched(io::stderr().is_terminal(), dumb || plain, variable("CI"));
        Progress { bar, watched, begun: Instant::now(), shown: Once::new() }
    }
}

/// Whether somebody could see a bar. Machines that build things offer a terminal at times, and keep all it is sent.
fn watched(terminal: bool, plain: bool, machine: bool) -> bool {
    terminal && !plain && !machine
}

impl Progress {
    /// One step is done; any thread may say so.
    pub fn step(&self) {
        if self.watched && self.begun.elapsed() > PATIENCE {
            self.shown.call_once(|| self.bar.set_draw_target(ProgressDrawTarget::stderr_with_hz(REFRESH)));
        }
        self.bar.inc(1);
    }

    /// Prints something while the bar stands back.
    pub fn aside<T>(&self, print: impl FnOnce() -> T) -> T {
        self.bar.suspend(print)
    }
}

/// The work is done or has failed: the bar leaves nothing behind.
impl Drop for Progress {
    fn drop(&mut self) {
        self.bar.finish_and_clear();
    }
}

#[cfg(test)]
mod tests {
    use super::watched;

    #[test]
    fn a_bar_is_for_a_person_at_a_terminal() {
        assert!(watched(true, false, false));
        for (terminal, plain, machine) in [(false, false, false), (true, true, false), (true, false, true)] {
            assert!(!watched(terminal, plain, machine));
        }
    }
}
