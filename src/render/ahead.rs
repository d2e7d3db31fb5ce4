//! Findings rendered in parallel, a stretch ahead of the document that takes them one after the other.
//!
//! A document of a hundred megabytes then holds its findings once, not once as parts and once as the whole.

use rayon::prelude::*;
use std::cell::{Cell, RefCell};
use std::collections::VecDeque;

/// How many findings are rendered at a time: enough for any number of cores, few enough to be small beside the rest.
const STRETCH: usize = 512;

/// Renders a finding, by its number in the document.
type Render<'d> = Box<dyn Fn(usize) -> Result<String, askama::Error> + Sync + 'd>;

/// The findings of a document in their order.
pub(super) struct Ahead<'d> {
    render: Render<'d>,
    count: usize,
    begun: Cell<usize>,
    ready: RefCell<VecDeque<String>>,
}

impl<'d> Ahead<'d> {
    /// Renders the first stretch of `count` findings.
    ///
    /// # Errors
    /// What `render` says of one of them.
    pub(super) fn new(
        count: usize,
        render: impl Fn(usize) -> Result<String, askama::Error> + Sync + 'd,
    ) -> Result<Self, askama::Error> {
        let ahead =
            Self { render: Box::new(render), count, begun: Cell::default(), ready: RefCell::new(VecDeque::new()) };
        ahead.fetch()?;
        Ok(ahead)
    }

    /// The next finding; nothing behind the last.
    ///
    /// # Errors
    /// What rendering says of one of them.
    pub(super) fn next(&self) -> Result<String, askama::Error> {
        if self.ready.borrow().is_empty() {
            self.fetch()?;
        }
        Ok(self.ready.borrow_mut().pop_front().unwrap_or_default())
    }

    /// How many bytes all of them may take, by those that are ready; rather too many, which costs only addresses.
    pub(super) fn expected_size(&self) -> usize {
        let ready = self.ready.borrow();
        let size: usize = ready.iter().map(String::len).sum();
        if ready.len() == self.count { size } else { size / ready.len().max(1) * self.count / 4 * 5 }
    }

    fn fetch(&self) -> Result<(), askama::Error> {
        let begin = self.begun.get();
        let end = self.count.min(begin + STRETCH);
        let rendered = (begin..end).into_par_iter().map(&self.render).collect::<Result<Vec<_>, _>>()?;
        self.ready.borrow_mut().extend(rendered);
        self.begun.set(end);
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::{Ahead, STRETCH};

    #[test]
    fn every_finding_comes_once_and_in_order() {
        for count in [0, 1, STRETCH, STRETCH + 1, 3 * STRETCH - 1] {
            let ahead = Ahead::new(count, |i| Ok(format!("{i};"))).unwrap();
            let size = ahead.expected_size();
            let whole: String = (0..count).map(|_| ahead.next().unwrap()).collect();
            assert_eq!(whole, (0..count).fold(String::new(), |all, i| all + &format!("{i};")));
            assert!(count > STRETCH || size == whole.len());
            assert_eq!(ahead.next().unwrap(), "");
        }
    }

    #[test]
    fn an_error_is_passed_on() {
        let fails = |i: usize| if i == STRETCH { Err(askama::Error::Fmt) } else { Ok(String::new()) };
        let ahead = Ahead::new(STRETCH + 1, fails).unwrap();
        let results: Vec<bool> = (0..=STRETCH).map(|_| ahead.next().is_ok()).collect();
        assert_eq!(results.iter().filter(|ok| !**ok).count(), 1);
    }
}
