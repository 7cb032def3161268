//! Rated matches that are kept until it is known which steps they are.

use super::record::Word;

use crate::machine::Frame;

/// What the columns of a path want of matches, kept in one piece of memory that is used again and again.
#[derive(Clone, Debug, Default)]
pub struct SavedSteps {
    pub(super) numbers: Vec<f64>,
    pub(super) totals: Vec<i64>,
    /// Where the numbers and totals of each match end.
    ends: Vec<(usize, usize)>,
}

/// The register that a value stands in once a match was rated.
#[derive(Clone, Copy, Debug)]
pub(super) enum Reading {
    Float(u8),
    Word(Word),
}

impl Reading {
    pub(super) fn value(self, frame: &Frame) -> f64 {
        match self {
            Self::Float(register) => frame.float(register),
            Self::Word(word) => word.value(frame) as f64,
        }
    }
}

impl SavedSteps {
    /// Forgets all of them.
    pub fn clear(&mut self) {
        self.numbers.clear();
        self.totals.clear();
        self.ends.clear();
    }

    /// The values of a match that columns want one by one, in the order of the columns; of those that are only
    /// summed up there is none. Empty for a number that no match has.
    #[must_use]
    pub fn numbers(&self, number: usize) -> &[f64] {
        let end = self.ends.get(number).map_or(0, |end| end.0);
        self.numbers
            .get(self.start(number).0..end)
            .unwrap_or_default()
    }

    pub(super) fn totals(&self, number: usize) -> &[i64] {
        let end = self.ends.get(number).map_or(0, |end| end.1);
        self.totals
            .get(self.start(number).1..end)
            .unwrap_or_default()
    }

    fn start(&self, number: usize) -> (usize, usize) {
        let before = number
            .checked_sub(1)
            .and_then(|before| self.ends.get(before));
        before.copied().unwrap_or_default()
    }

    /// Ends a match; returns its number.
    pub(super) fn close(&mut self) -> usize {
        self.ends.push((self.numbers.len(), self.totals.len()));
        self.ends.len() - 1
    }
}
