//! The evaluator: runs a program against a position.

mod calculator;
mod execute;
mod fill;
mod outcome;
mod rare;

pub(crate) use calculator::Calculator;
pub(crate) use execute::{reset_tried, run, run_through};

use undoku_grid::{Cell, CellSet, Digit, DigitSet, Position, Unit, UnitSet};

use crate::choose::Chooser;
use crate::column::Column;
use crate::path::ColumnUse;
use crate::plugin::{Record, Records, Registry, Value};
use crate::prim::Bank;
use crate::program::{Constant, Program, Register};
use crate::types::Type;

/// What stands for "nothing" among cells, digits and units.
pub(crate) const NO_CELL: i64 = 81;
pub(crate) const NO_DIGIT: i64 = 9;
pub(crate) const NO_UNIT: i64 = 27;

/// What a program looks at while it runs.
#[derive(Clone, Copy, Debug)]
pub struct World<'a> {
    /// The position.
    pub position: &'a Position,
    /// The cells whose digit was given.
    pub clues: CellSet,
    /// The sources and functions; those that the program was compiled with.
    pub registry: &'a Registry,
}

/// The registers of one program, kept between runs so that nothing is allocated while it runs.
#[derive(Clone, Debug)]
pub(crate) struct Frame {
    w: [i64; 256],
    c: [u128; 256],
    f: [f64; 256],
    choosers: Vec<Chooser>,
    records: Vec<Records>,
    /// Whether a source left something unseen since this was last asked.
    cut_short: bool,
    columns: Vec<Column>,
    arguments: Vec<Value>,
    steps: usize,
    /// Sums of the columns of which nothing else is asked.
    totals: [i64; 32],
    /// Whether the part run last found a match.
    matched: bool,
    eliminations: [CellSet; 9],
    removed: u32,
    /// What a concluded record places.
    placements: [CellSet; 9],
    tried: u64,
}

impl Frame {
    pub(crate) fn new(program: &Program) -> Self {
        let mut frame = Self {
            w: [0; 256],
            c: [0; 256],
            f: [0.0; 256],
            choosers: vec![Chooser::default(); usize::from(program.choosers)],
            records: vec![Records::default(); usize::from(program.record_lists)],
            cut_short: false,
            columns: vec![Column::default(); usize::from(program.columns)],
            arguments: Vec::new(),
            steps: 0,
            totals: [0; 32],
            matched: false,
            eliminations: [CellSet::EMPTY; 9],
            removed: 0,
            placements: [CellSet::EMPTY; 9],
            tried: 0,
        };
        for (register, constant) in &program.constants {
            let at = usize::from(register.number);
            match *constant {
                Constant::Word(value) => frame.w[at] = value,
                Constant::Cells(bits) => frame.c[at] = bits,
                Constant::Float(value) => frame.f[at] = value,
            }
        }
        frame
    }

    pub(crate) fn word(&self, number: u8) -> i64 {
        self.w[usize::from(number)]
    }

    /// Puts a word into a register that a program takes for given.
    pub(crate) fn set_word(&mut self, number: u8, value: i64) {
        self.w[usize::from(number)] = value;
    }

    pub(crate) fn float(&self, number: u8) -> f64 {
        self.f[usize::from(number)]
    }

    /// The eliminations of the last match, per digit.
    pub(crate) const fn eliminations(&self) -> &[CellSet; 9] {
        &self.eliminations
    }

    /// What the last match, a record's, places: for each digit the cells.
    pub(crate) const fn placements(&self) -> &[CellSet; 9] {
        &self.placements
    }

    pub(crate) fn placed_cells(&self) -> CellSet {
        let all = self.placements.iter().copied();
        all.fold(CellSet::EMPTY, |all, cells| all | cells)
    }

    /// A record of a list, by the register that holds its number.
    pub(crate) fn record(&self, list: u8, register: u8) -> Option<&Record> {
        let number = usize::try_from(self.word(register)).ok()?;
        self.records.get(usize::from(list))?.all().get(number)
    }

    /// Whether a source left something unseen since this was last asked.
    pub(crate) const fn take_cut_short(&mut self) -> bool {
        std::mem::replace(&mut self.cut_short, false)
    }

    /// Bindings tried by the last count.
    pub(crate) const fn tried(&self) -> u64 {
        self.tried
    }

    /// The columns of a path; the caller fills those that the program expects.
    pub(crate) fn columns_mut(&mut self) -> &mut [Column] {
        &mut self.columns
    }

    /// The values of a column.
    pub(crate) fn column(&self, number: u8) -> &[f64] {
        let column = self.columns.get(usize::from(number));
        column.map_or(&[], Column::values)
    }

    /// Adds a whole number to the sum of a column of which nothing but the sum is asked.
    #[inline]
    pub(crate) fn add(&mut self, column: u8, value: i64) {
        if let Some(total) = self.totals.get_mut(usize::from(column)) {
            *total += value;
        }
    }

    /// Forgets the path before.
    pub(crate) fn start(&mut self) {
        self.totals = [0; 32];
        self.columns.iter_mut().for_each(Column::clear);
    }

    /// Says how many steps the columns hold.
    pub(crate) fn set_steps(&mut self, steps: usize, uses: &[ColumnUse]) {
        self.steps = steps;
        for (at, (column, used)) in self.columns.iter_mut().zip(uses).enumerate() {
            let sum = (*used == ColumnUse::Sum).then(|| self.totals[at % 32] as f64);
            column.set_len(steps, sum);
        }
    }

    /// The value in a register as one of a type.
    pub(crate) fn value(&self, register: Register, ty: Type) -> Value {
        let at = usize::from(register.number);
        match register.bank {
            Bank::Cells => Value::Cells(CellSet::from_bits(self.c[at])),
            Bank::Float => Value::Number(self.f[at]),
            Bank::Word => {
                let word = self.w[at];
                match ty {
                    Type::Bool => Value::Bool(word != 0),
                    Type::Cell => Value::Cell(cell(word)),
                    Type::Digit => Value::Digit(digit(word)),
                    Type::Unit => Value::Unit(unit(word)),
                    Type::Digits => Value::Digits(digits(word)),
                    Type::Units => Value::Units(units(word)),
                    _ => Value::Int(word),
                }
            }
        }
    }
}

fn cell(word: i64) -> Option<Cell> {
    Cell::from_index(word as u8)
}

fn digit(word: i64) -> Option<Digit> {
    Digit::from_index(word as u8)
}

fn unit(word: i64) -> Option<Unit> {
    Unit::from_index(word as u8)
}

fn digits(word: i64) -> DigitSet {
    DigitSet::from_bits(word as u16)
}

fn units(word: i64) -> UnitSet {
    UnitSet::from_bits(word as u32)
}

/// The word that stands for nothing, zero, false or the empty set.
pub(crate) const fn nothing(ty: Type) -> i64 {
    match ty {
        Type::Cell => NO_CELL,
        Type::Digit => NO_DIGIT,
        Type::Unit => NO_UNIT,
        _ => 0,
    }
}
