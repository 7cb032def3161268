//! From a rated match into the columns of a path.

use super::program::{Output, Scratch, TechniqueProgram};
use super::saved::{Reading, SavedSteps};

use crate::column::Column;
use crate::machine::Frame;
use crate::path::{ColumnUse, PathProgram, PathScratch};
use crate::prim::Bank;

/// Writes a technique's steps into columns.
#[derive(Clone, Debug)]
pub struct Recorder {
    /// Which of the columns index, kind, technique and rung are wanted.
    pub(super) wanted: [bool; 4],
    pub(super) labels: Labels,
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
    /// The columns that want every value and where it comes from, in ascending order.
    pub(super) values: Vec<(usize, Reading)>,
}

/// The texts that say what every step of a kind is, by their numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Labels {
    /// The kind's name.
    pub kind: i64,
    /// The technique's id.
    pub technique: i64,
    /// The name of the rung that the kind stands on.
    pub rung: i64,
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
    pub(super) fn value(self, frame: &Frame) -> i64 {
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
        if let [_, assertions, score, ..] = columns {
            if let Some(register) = self.score {
                score.put(step, frame.float(register));
            }
            if let Some(register) = self.assertions {
                assertions.put(step, frame.word(register) as f64);
            }
        }
        self.label(step, columns);
    }

    /// Writes what is the same for every step of the kind, and the step's number.
    #[inline]
    fn label(&self, step: usize, columns: &mut [Column]) {
        let [index, _, _, kind, technique, rung, ..] = columns else {
            return;
        };
        let [with_index, with_kind, with_technique, with_rung] = self.wanted;
        if with_kind {
            kind.put(step, self.labels.kind as f64);
        }
        if with_technique {
            technique.put(step, self.labels.technique as f64);
        }
        if with_rung {
            rung.put(step, self.labels.rung as f64);
        }
        if with_index {
            index.put(step, step as f64 + 1.0);
        }
    }

    /// Keeps what [`record`](Self::record) would write of the match rated last, to be written when it is known
    /// which step it is; returns its number among those that were kept, from 0.
    pub fn save(&self, scratch: &Scratch, saved: &mut SavedSteps) -> usize {
        let frame = &scratch.frame;
        saved
            .numbers
            .extend(self.values.iter().map(|(_, from)| from.value(frame)));
        let taken = self
            .taken
            .iter()
            .map(|&(_, register)| -frame.word(register));
        let added = self.added.iter().map(|&(_, register)| frame.word(register));
        saved.totals.extend(taken.chain(added));
        saved.close()
    }

    /// Writes a match that this recorder kept as the step of this number, from 0.
    pub fn record_saved(
        &self,
        step: usize,
        number: usize,
        saved: &SavedSteps,
        path: &mut PathScratch,
    ) {
        let path = path.frame_mut();
        let summed = self.taken.iter().chain(&self.added);
        for (&(column, _), &value) in summed.zip(saved.totals(number)) {
            path.add(column, value);
        }
        let columns = path.columns_mut();
        for (&(column, _), &value) in self.values.iter().zip(saved.numbers(number)) {
            if let Some(column) = columns.get_mut(column) {
                column.put(step, value);
            }
        }
        self.label(step, columns);
    }
}

impl TechniqueProgram {
    /// How a step's values get into the columns of a path, for those that the path's formulas use.
    ///
    /// The columns are index, assertions, score, kind, technique, rung, and the system's own.
    #[must_use]
    pub fn recorder(&self, path: &PathProgram, labels: Labels) -> Recorder {
        let mut recorder = Recorder {
            wanted: [0, 3, 4, 5].map(|column| path.use_of(column) != ColumnUse::None),
            labels,
            assertions: None,
            score: None,
            floats: Vec::new(),
            words: Vec::new(),
            added: Vec::new(),
            taken: Vec::new(),
            constants: Vec::new(),
            values: Vec::new(),
        };
        let own = self.step.iter().zip(6..);
        for (output, column) in [(&self.assertions, 1), (&self.score, 2)]
            .into_iter()
            .chain(own)
        {
            let whole = output.register.bank == Bank::Word;
            let word = word(output, column);
            let used = path.use_of(column);
            if used == ColumnUse::Values || used == ColumnUse::Sum && !whole {
                let from = if whole {
                    Reading::Word(word)
                } else {
                    Reading::Float(output.register.number)
                };
                recorder.values.push((column, from));
            }
            match used {
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
                _ if whole => recorder.words.push(word),
                _ => recorder.floats.push((column, output.register.number)),
            }
        }
        recorder
    }
}

const fn word(output: &Output, column: usize) -> Word {
    let (add, sign) = match output.from {
        Some(from) => (from, -1),
        None => (0, 1),
    };
    Word {
        column,
        register: output.register.number,
        add,
        sign,
    }
}
