//! A compiled technique and how it is run.

use undoku_grid::{Cell, CellSet, Digit};

use crate::machine::{self, Frame, World};
use crate::plugin::Value;
use crate::prim::Bank;
use crate::program::{Entry, Program, Register};
use crate::range::Range;
use crate::types::Type;

/// A value that stands in a register once a match was rated.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Output {
    pub(super) name: String,
    pub(super) register: Register,
    /// What the register is taken from to give the value; none where it is the value.
    pub(super) from: Option<i64>,
    pub(super) ty: Type,
    pub(super) range: Range,
}

#[derive(Clone, Debug, PartialEq)]
pub(super) enum Piece {
    Text(String),
    /// A value; whether it is the cells that lose candidates.
    Value {
        register: Register,
        ty: Type,
        loses: bool,
    },
    /// A record of a list, and the number of the source that tells it.
    Record {
        list: u8,
        record: u8,
        source: u16,
    },
}

#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Concluded {
    Place { cell: u8, digit: u8 },
    Eliminate,
    Record,
}

/// How many bindings are tried in a position.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Tried {
    /// Run this and read the counter.
    Counted,
    /// Run this and read the register.
    Formula(Register),
}

/// A compiled technique of one kind.
#[derive(Clone, Debug)]
pub struct TechniqueProgram {
    pub(super) program: Program,
    pub(super) find: Entry,
    pub(super) rate: Entry,
    pub(super) text: Entry,
    pub(super) concluded: Concluded,
    pub(super) assertions: Output,
    pub(super) score: Output,
    pub(super) evidence: Vec<Output>,
    pub(super) step: Vec<Output>,
    pub(super) explain: Vec<Piece>,
    pub(super) count: Program,
    pub(super) tried: Tried,
    pub(super) cost: f64,
}

/// What a match does to the position.
#[derive(Clone, Copy, Debug)]
pub enum Conclusion<'a> {
    /// A digit goes into a cell.
    Place {
        /// The cell.
        cell: Cell,
        /// The digit.
        digit: Digit,
    },
    /// Digits go into cells: for each digit, by its index, the cells it goes into.
    PlaceAll(&'a [CellSet; 9]),
    /// Candidates go: for each digit, by its index, the cells it goes from.
    Eliminate(&'a [CellSet; 9]),
}

/// The working memory of one technique's program; make one for each thread.
#[derive(Clone, Debug)]
pub struct Scratch {
    pub(super) frame: Frame,
    pub(super) count: Frame,
}

/// A place in the search for matches, from which it goes on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Resume(Entry);

impl TechniqueProgram {
    /// Working memory for this program.
    #[must_use]
    pub fn scratch(&self) -> Scratch {
        Scratch {
            frame: Frame::new(&self.program),
            count: Frame::new(&self.count),
        }
    }

    /// The first match in a position, in the order of the pattern's loops, rated at once.
    #[inline]
    pub fn first_rated(&self, world: World<'_>, scratch: &mut Scratch) -> bool {
        machine::run_through(
            &self.program,
            self.find,
            self.rate,
            world,
            &mut scratch.frame,
        )
    }

    /// The first match in a position, in the order of the pattern's loops.
    pub fn first(&self, world: World<'_>, scratch: &mut Scratch) -> Option<Resume> {
        machine::run(&self.program, self.find, world, &mut scratch.frame).map(Resume)
    }

    /// The match after another; the position must be the same.
    pub fn next(&self, after: Resume, world: World<'_>, scratch: &mut Scratch) -> Option<Resume> {
        machine::run(&self.program, after.0, world, &mut scratch.frame).map(Resume)
    }

    /// What the match found last concludes.
    #[must_use]
    pub fn conclusion<'a>(&self, scratch: &'a Scratch) -> Option<Conclusion<'a>> {
        match self.concluded {
            Concluded::Eliminate => Some(Conclusion::Eliminate(scratch.frame.eliminations())),
            Concluded::Record => Some(recorded(&scratch.frame)),
            Concluded::Place { cell, digit } => Some(Conclusion::Place {
                cell: Cell::from_index(scratch.frame.word(cell) as u8)?,
                digit: Digit::from_index(scratch.frame.word(digit) as u8)?,
            }),
        }
    }

    /// Computes assertions, score, evidence and step values of the match found last, before it is applied.
    #[inline]
    pub fn rate(&self, world: World<'_>, scratch: &mut Scratch) {
        machine::run(&self.program, self.rate, world, &mut scratch.frame);
    }

    /// The assertions of the match rated last.
    #[must_use]
    pub fn assertions(&self, scratch: &Scratch) -> f64 {
        number(&self.assertions, &scratch.frame)
    }

    /// Whether assertions are whole numbers.
    #[must_use]
    pub fn assertions_are_whole(&self) -> bool {
        self.assertions.ty == Type::Int
    }

    /// The score of the match rated last.
    #[must_use]
    pub fn score(&self, scratch: &Scratch) -> f64 {
        number(&self.score, &scratch.frame)
    }

    /// The system's values of the match rated last, in their order.
    pub fn step_values<'a>(&'a self, scratch: &'a Scratch) -> impl Iterator<Item = f64> + 'a {
        self.step
            .iter()
            .map(|output| number(output, &scratch.frame))
    }

    /// The evidence of the match explained last: the technique's own, then the system's values of the step.
    pub fn evidence<'a>(
        &'a self,
        scratch: &'a Scratch,
    ) -> impl Iterator<Item = (&'a str, Value)> + 'a {
        self.evidence.iter().chain(&self.step).map(|output| {
            let value = match (scratch.frame.value(output.register, output.ty), output.from) {
                (Value::Int(word), Some(whole)) => Value::Int(whole - word),
                (value, _) => value,
            };
            (output.name.as_str(), value)
        })
    }

    /// The names of the evidence, in order.
    pub fn evidence_names(&self) -> impl Iterator<Item = &str> {
        self.evidence
            .iter()
            .chain(&self.step)
            .map(|output| output.name.as_str())
    }

    /// The explanation of the match rated last, in the position before it is applied.
    #[must_use]
    pub fn explain(&self, world: World<'_>, scratch: &mut Scratch) -> String {
        machine::run(&self.program, self.text, world, &mut scratch.frame);
        let mut text = String::new();
        for piece in &self.explain {
            match piece {
                Piece::Text(words) => text.push_str(words),
                Piece::Value { register, ty, .. } => {
                    text.push_str(&scratch.frame.value(*register, *ty).to_string())
                }
                Piece::Record {
                    list,
                    record,
                    source,
                } => {
                    let source = world.registry.sources().get(usize::from(*source));
                    let show = source.and_then(|source| source.show);
                    let record = scratch.frame.record(*list, *record);
                    text.extend(show.zip(record).map(|(show, record)| show(record)));
                }
            }
        }
        text
    }

    /// The cells that the explanation of the match explained last names: those it prints, without `eliminated`,
    /// and those of the records it prints.
    #[must_use]
    pub fn named_cells(&self, scratch: &Scratch) -> CellSet {
        let of = |value: &Value| match value {
            Value::Cell(Some(cell)) => (*cell).into(),
            Value::Cells(cells) => *cells,
            _ => CellSet::EMPTY,
        };
        let mut all = CellSet::EMPTY;
        for piece in &self.explain {
            match piece {
                Piece::Text(_) | Piece::Value { loses: true, .. } => {}
                Piece::Value { register, ty, .. } => {
                    all |= of(&scratch.frame.value(*register, *ty))
                }
                Piece::Record { list, record, .. } => {
                    let record = scratch.frame.record(*list, *record);
                    let values = record.into_iter().flat_map(|record| &record.values);
                    all = values.map(of).fold(all, |all, cells| all | cells);
                }
            }
        }
        all
    }

    /// Whether a source left something unseen, for a limit of its work, since this was last asked.
    pub fn was_cut_short(&self, scratch: &mut Scratch) -> bool {
        scratch.frame.take_cut_short()
    }

    /// How many bindings a solver who looks for this technique tries in a position.
    #[must_use]
    pub fn possible(&self, world: World<'_>, scratch: &mut Scratch) -> u64 {
        machine::reset_tried(&mut scratch.count);
        machine::run(&self.count, Entry(0), world, &mut scratch.count);
        match &self.tried {
            Tried::Counted => scratch.count.tried(),
            Tried::Formula(register) => {
                u64::try_from(scratch.count.word(register.number)).unwrap_or(0)
            }
        }
    }

    /// What assertions can be.
    #[must_use]
    pub fn assertions_range(&self) -> Range {
        self.assertions.range
    }

    /// What the score can be.
    #[must_use]
    pub fn score_range(&self) -> Range {
        self.score.range
    }

    /// What the system's values can be, with their types, in order.
    pub fn step_ranges(&self) -> impl Iterator<Item = (Type, Range)> + '_ {
        self.step.iter().map(|output| (output.ty, output.range))
    }

    /// What the technique's own evidence can be, with names and types, in order; of a set, how many members it has.
    pub fn evidence_ranges(&self) -> impl Iterator<Item = (&str, Type, Range)> {
        self.evidence
            .iter()
            .map(|output| (output.name.as_str(), output.ty, output.range))
    }

    /// The names of the system's values of a step, in order.
    pub fn step_names(&self) -> impl Iterator<Item = &str> {
        self.step.iter().map(|output| output.name.as_str())
    }

    /// Whether another program finds, rates and tells every match alike: it has the same code and the same names.
    /// Where this is false it may still do so.
    #[must_use]
    pub fn same_as(&self, other: &Self) -> bool {
        self.program == other.program
            && self.count == other.count
            && self.tried == other.tried
            && self.concluded == other.concluded
            && self.assertions == other.assertions
            && self.score == other.score
            && self.evidence == other.evidence
            && self.step == other.step
            && self.explain == other.explain
    }

    /// The most bindings its loops can visit in one position, by an estimate from above.
    #[must_use]
    pub fn cost(&self) -> f64 {
        self.cost
    }

    /// The program as text, one instruction a line: the search, then the rating, then the explanation.
    #[must_use]
    pub fn listing(&self) -> String {
        self.program.listing()
    }
}

/// What a record concluded: one digit in one cell, several, or eliminations.
fn recorded(frame: &Frame) -> Conclusion<'_> {
    let mut placed = Digit::ALL
        .into_iter()
        .zip(frame.placements())
        .flat_map(|(digit, cells)| cells.iter().map(move |cell| (cell, digit)));
    match (placed.next(), placed.next()) {
        (None, _) => Conclusion::Eliminate(frame.eliminations()),
        (Some((cell, digit)), None) => Conclusion::Place { cell, digit },
        _ => Conclusion::PlaceAll(frame.placements()),
    }
}

pub(super) fn number(output: &Output, frame: &Frame) -> f64 {
    match output.register.bank {
        Bank::Float => frame.float(output.register.number),
        _ => {
            let word = frame.word(output.register.number);
            output.from.map_or(word, |whole| whole - word) as f64
        }
    }
}
