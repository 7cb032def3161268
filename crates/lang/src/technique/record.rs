//! From a rated match into the columns of a path.

use super::program::{Scratch, TechniqueProgram};

use crate::machine::Frame;
use crate::path::{ColumnUse, PathProgram, PathScratch};
use crate::prim::Bank;

/// Writes a technique's steps into columns.
#[derive(Clone, Debug)]
pub struct Recorder {
    /// Which of the columns index, kind and technique are wanted.
    pub(super) wanted: [bool; 3],
    pub(super) kind: f64,
    pub(super) technique: f64,
    /// The registers of assertions and score, where those columns are wanted and the values are such.
    pub(super) assertions: Option<u8>,
    pub(super) score: Option<u8>,
    pub(super) floats: Vec<(usize, u8)>,
    pub(super) words: Vec<Word>,
    /// For columns of which only the sum is asked: column and register, of what is added and of what is taken.
    pub(super) added: Vec<(u8, u8)>,
    pub(super) taken: Vec<(u8, u8)>,
    /// And what every step adds besides.
    pub(super) constants: Vec<(u8, i64)>,
}

/// A column's value as `add + sign * register`.
#[derive(Clone, Copy, Debug)]
pub(super) struct Word {
    pub(super) column: usize,
    pub(super) register: u8,
    pub(super) add: i64,
    pub(super) sign: i64,
}

impl Word {
    fn value(self, frame: &Frame) -> i64 {
        self.add + self.sign * frame.word(self.register)
    }
}

impl Recorder {
    /// Adds to the sums what is the same for each of so many steps that were recorded.
    pub fn finish(&self, steps: usize, path: &mut PathScratch) {
        for &(column, each) in &self.constants {
            path.frame_mut()
                .add(column, each.saturating_mul(steps as i64));
        }
    }

    /// Writes the match rated last as the step of this number, from 0.
    #[inline]
    pub fn record(&self, step: usize, scratch: &Scratch, path: &mut PathScratch) {
        let frame = &scratch.frame;
        let path = path.frame_mut();
        for &(column, register) in &self.taken {
            path.add(column, -frame.word(register));
        }
        for &(column, register) in &self.added {
            path.add(column, frame.word(register));
        }
        let columns = path.columns_mut();
        for &(column, register) in &self.floats {
            if let Some(column) = columns.get_mut(column) {
                column.put(step, frame.float(register));
            }
        }
        for word in &self.words {
            if let Some(column) = columns.get_mut(word.column) {
                column.put(step, word.value(frame) as f64);
            }
        }
        let [index, assertions, score, kind, technique, ..] = columns else {
            return;
        };
        if let Some(register) = self.score {
            score.put(step, frame.float(register));
        }
        if let Some(register) = self.assertions {
            assertions.put(step, frame.word(register) as f64);
        }
        let [with_index, with_kind, with_technique] = self.wanted;
        if with_kind {
            kind.put(step, self.kind);
        }
        if with_technique {
            technique.put(step, self.technique);
        }
        if with_index {
            index.put(step, step as f64 + 1.0);
        }
    }
}

impl TechniqueProgram {
    /// How a step's values get into the columns of a path, for those that the path's formulas use.
    ///
    /// The columns are index, assertions, score, kind, technique, and the system's own; the kind and technique
    /// are those numbers.
    #[must_use]
    pub fn recorder(&self, path: &PathProgram, kind: i64, technique: i64) -> Recorder {
        let mut recorder = Recorder {
            wanted: [0, 3, 4].map(|column| path.use_of(column) != ColumnUse::None),
            kind: kind as f64,
            technique: technique as f64,
            assertions: None,
            score: None,
            floats: Vec::new(),
            words: Vec::new(),
            added: Vec::new(),
            taken: Vec::new(),
            constants: Vec::new(),
        };
        let own = self.step.iter().zip(5..);
        for (output, column) in [(&self.assertions, 1), (&self.score, 2)]
            .into_iter()
            .chain(own)
        {
            let whole = output.register.bank == Bank::Word;
            let word = || Word {
                column,
                register: output.register.number,
                add: output.from.unwrap_or(0),
                sign: if output.from.is_some() { -1 } else { 1 },
            };
            match path.use_of(column) {
                ColumnUse::None => {}
                ColumnUse::Sum if whole => {
                    let sum = (column as u8, output.register.number);
                    match output.from {
                        None => recorder.added.push(sum),
                        Some(from) => {
                            recorder.taken.push(sum);
                            recorder.constants.push((column as u8, from));
                        }
                    }
                }
                _ if column == 1 && whole && output.from.is_none() => {
                    recorder.assertions = Some(output.register.number);
                }
                _ if column == 2 && !whole => recorder.score = Some(output.register.number),
                _ if whole => recorder.words.push(word()),
                _ => recorder.floats.push((column, output.register.number)),
            }
        }
        recorder
    }
}
