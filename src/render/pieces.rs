//! A document in pieces: its findings are rendered on all cores while one of them renders the frame around them, and
//! nothing puts them together but the writing.
//!
//! A document of a hundred megabytes is then held once, and never copied.

use rayon::prelude::*;
use std::cell::{Cell, RefCell};
use std::fmt;

/// How many findings make one piece: enough to be worth a write, few enough for any number of cores.
const STRETCH: usize = 32;

/// A text document, in the order of its pieces.
#[derive(Debug)]
pub struct Pieces {
    frame: String,
    /// Where in the frame each finding belongs, ascending.
    slots: Vec<usize>,
    stretches: Vec<Stretch>,
}

/// Some findings, one after the other.
#[derive(Debug)]
struct Stretch {
    text: String,
    /// Where each of them ends.
    ends: Vec<usize>,
}

/// What a frame's template marks the places of findings with.
#[derive(Debug, Default)]
pub(super) struct Slots {
    written: Cell<usize>,
    at: RefCell<Vec<usize>>,
}

impl Slots {
    /// Says that the next finding stands here; writes nothing.
    pub(super) fn next(&self) -> &'static str {
        self.at.borrow_mut().push(self.written.get());
        ""
    }
}

/// What a frame is written into.
pub(super) struct Frame<'s> {
    text: String,
    slots: &'s Slots,
}

impl fmt::Write for Frame<'_> {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        self.text.push_str(text);
        self.slots.written.set(self.text.len());
        Ok(())
    }
}

impl Pieces {
    /// Renders `count` findings by their numbers, and the frame, which marks a slot for each of them in their order.
    /// `size` is about how many bytes a finding takes.
    ///
    /// # Errors
    /// What one of the two says.
    pub(super) fn render(
        count: usize,
        size: usize,
        finding: impl Fn(usize, &mut String) -> Result<(), askama::Error> + Sync,
        frame: impl FnOnce(&Slots, &mut Frame<'_>) -> Result<(), askama::Error> + Send,
    ) -> Result<Self, askama::Error> {
        let stretch = |nth: usize| -> Result<Stretch, askama::Error> {
            let numbers = nth * STRETCH..count.min((nth + 1) * STRETCH);
            let mut stretch = Stretch { text: String::with_capacity(size * numbers.len()), ends: Vec::new() };
            for number in numbers {
                finding(number, &mut stretch.text)?;
                stretch.ends.push(stretch.text.len());
            }
            if stretch.text.len() < stretch.text.capacity() / 2 {
                stretch.text.shrink_to_fit();
            }
            Ok(stretch)
        };
        let framed = || -> Result<(String, Vec<usize>), askama::Error> {
            let slots = Slots::default();
            let mut out = Frame { text: String::new(), slots: &slots };
            frame(&slots, &mut out)?;
            let text = out.text;
            Ok((text, slots.at.into_inner()))
        };
        let (stretches, framed) = rayon::join(
            || (0..count.div_ceil(STRETCH)).into_par_iter().map(stretch).collect::<Result<Vec<_>, _>>(),
            framed,
        );
        let ((frame, slots), stretches) = (framed?, stretches?);
        debug_assert_eq!(slots.len(), count, "a template marks a slot for each finding");
        Ok(Self { frame, slots, stretches })
    }

    /// The document, cut into as few parts as it stands in memory.
    #[must_use]
    pub fn parts(&self) -> Vec<&str> {
        let mut parts = Vec::new();
        let mut done = 0;
        // Findings of one stretch with nothing between them.
        let mut run: Option<(usize, usize, usize)> = None;
        let flush = |run: Option<(usize, usize, usize)>, parts: &mut Vec<_>| {
            parts.extend(run.map(|(stretch, start, end)| &self.stretches[stretch].text[start..end]));
        };
        for (number, slot) in self.slots.iter().enumerate() {
            let (nth, at) = (number / STRETCH, number % STRETCH);
            let Some(stretch) = self.stretches.get(nth) else { break };
            let (start, end) = (if at == 0 { 0 } else { stretch.ends[at - 1] }, stretch.ends[at]);
            let before = &self.frame[done..*slot];
            done = *slot;
            run = match run {
                Some((same, first, _)) if same == nth && before.is_empty() => Some((nth, first, end)),
                run => {
                    flush(run, &mut parts);
                    parts.push(before);
                    Some((nth, start, end))
                }
            };
        }
        flush(run, &mut parts);
        parts.push(&self.frame[done..]);
        parts.retain(|part| !part.is_empty());
        parts
    }
}

impl From<&Pieces> for String {
    fn from(pieces: &Pieces) -> Self {
        pieces.parts().concat()
    }
}

#[cfg(test)]
mod tests {
    use super::{Pieces, STRETCH};
    use std::fmt::Write as _;

    fn pieces(count: usize, between: &str) -> Pieces {
        let finding = |number: usize, out: &mut String| Ok(write!(out, "{number};")?);
        Pieces::render(count, 2, finding, |slots, out| {
            out.write_str("[")?;
            for _ in 0..count {
                out.write_str(slots.next())?;
                out.write_str(between)?;
            }
            Ok(out.write_str("]")?)
        })
        .unwrap()
    }

    #[test]
    fn every_finding_stands_in_its_slot() {
        for count in [0, 1, STRETCH - 1, STRETCH, STRETCH * 2 + 1] {
            for between in ["", "\n"] {
                let expected = (0..count).fold(String::new(), |all, number| all + &format!("{number};{between}"));
                assert_eq!(String::from(&pieces(count, between)), format!("[{expected}]"));
            }
        }
    }

    #[test]
    fn findings_side_by_side_are_one_part() {
        assert_eq!(pieces(STRETCH * 2, "").parts().len(), 4);
        assert_eq!(pieces(STRETCH * 2, "\n").parts().len(), STRETCH * 4 + 1);
    }

    #[test]
    fn an_error_is_passed_on() {
        let fails = |number: usize, _: &mut String| if number == STRETCH { Err(askama::Error::Fmt) } else { Ok(()) };
        assert!(Pieces::render(STRETCH + 1, 2, fails, |_, _| Ok(())).is_err());
        assert!(Pieces::render(1, 2, |_, _| Ok(()), |_, _| Err(askama::Error::Fmt)).is_err());
    }
}
