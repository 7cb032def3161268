//! Formulas over a whole path: metrics, classes and tiers.

mod compile;

pub use compile::{compile_path, names_in};

use std::collections::HashSet;

use undoku_grid::{CellSet, Position};

use crate::machine::{self, Frame, World};
use crate::plugin::Registry;
use crate::prim::Bank;
use crate::program::{Entry, Program, Register};
use crate::range::Range;
use crate::span::{Fragment, FragmentId, Span};
use crate::technique::{ConstantValue, Named};
use crate::types::{Element, Type};

/// A value that every step has.
#[derive(Clone, Debug, PartialEq)]
pub struct Column {
    /// Its name in formulas.
    pub name: String,
    /// Whole numbers, numbers or texts.
    pub element: Element,
    /// What one step's value can be.
    pub range: Range,
    /// Of texts: the numbers of those that a step can have. What is compared with the column must be one
    /// of them.
    pub texts: Vec<i64>,
}

/// A name that means something in other formulas and could be expected in these.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Absent {
    /// The name.
    pub name: String,
    /// Why it means nothing, to go on behind the name: `is about steps`.
    pub why: String,
    /// What to write instead.
    pub instead: String,
}

/// One row of a class: its name, and when it applies.
#[derive(Clone, Debug, PartialEq)]
pub struct ClassRow {
    /// The class; none for "no class".
    pub name: Option<String>,
    /// The condition; none for "otherwise".
    pub when: Option<Fragment>,
    /// Where the row's name stands, to point at it.
    pub place: (FragmentId, Span),
}

/// How a value of the path is given.
#[derive(Clone, Debug, PartialEq)]
pub enum PathValue {
    /// By a formula.
    Formula(Fragment),
    /// By the first row of several that applies.
    Class(Vec<ClassRow>),
    /// By a formula that gives a number for each step, or one number for all of them.
    Series(Fragment),
}

/// A table of tiers: half-open bands of one value.
#[derive(Clone, Debug, PartialEq)]
pub struct TierText {
    /// The value that decides.
    pub by: Fragment,
    /// The upper ends of all bands but the last, ascending.
    pub bounds: Vec<f64>,
    /// Per text metric of the table: its name and the text in each row.
    pub names: Vec<(Named<()>, Vec<String>)>,
    /// What the rows' profiles are about.
    pub profile: Vec<Named<Fragment>>,
    /// Where each row stands, to point at it.
    pub rows: Vec<(FragmentId, Span)>,
}

/// The texts of a system's path formulas.
#[derive(Clone, Debug, PartialEq)]
pub struct PathText {
    /// The system's constants.
    pub constants: Vec<Named<ConstantValue>>,
    /// Names that formulas elsewhere in the system use.
    pub used_elsewhere: HashSet<String>,
    /// The columns, in the order in which the caller fills them.
    pub columns: Vec<Column>,
    /// Names that could be expected and stand for nothing.
    pub absent: Vec<Absent>,
    /// The number of values that each column has, by its name in formulas, where it is known.
    pub rows: Option<(String, usize)>,
    /// The most steps that a path can have, up to [`MOST_STEPS`](crate::MOST_STEPS).
    pub most_steps: usize,
    /// The values, in any order; they may use one another.
    pub values: Vec<Named<PathValue>>,
    /// The tiers.
    pub tiers: Option<TierText>,
}

/// A value of a path.
#[derive(Clone, Debug, PartialEq)]
pub enum PathResult {
    /// A whole number.
    Int(i64),
    /// A number.
    Number(f64),
    /// A condition.
    Bool(bool),
    /// The number of a text; -1 for none.
    Text(i64),
}

impl PathResult {
    /// As a number; texts have none.
    #[must_use]
    pub fn number(&self) -> Option<f64> {
        match *self {
            Self::Int(value) => Some(value as f64),
            Self::Number(value) => Some(value),
            Self::Bool(value) => Some(f64::from(u8::from(value))),
            Self::Text(_) => None,
        }
    }
}

/// What no path of a ladder can get.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Unreachable {
    /// Classes: the name of the value, and that of the class; none for "no class".
    pub classes: Vec<(String, Option<String>)>,
    /// Rows of the tier table, from 0.
    pub tiers: Vec<usize>,
}

#[derive(Clone, Debug, PartialEq)]
struct Output {
    name: String,
    register: Register,
    ty: Type,
    range: Range,
}

/// What a path's formulas use a column for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum ColumnUse {
    /// Nothing: it need not be filled.
    None,
    /// Its sum and mean alone.
    Sum,
    /// Every value.
    Values,
}

/// Compiled path formulas.
#[derive(Clone, Debug)]
pub struct PathProgram {
    program: Program,
    uses: Vec<ColumnUse>,
    values: Vec<Output>,
    /// The columns of the series, and their names.
    series: Vec<(String, u8)>,
    tier: Option<Register>,
    /// What can decide the tier.
    decides: Option<Range>,
    profile: Vec<Output>,
    unreachable: Unreachable,
}

/// The working memory of a path's formulas, the columns included; make one for each thread.
#[derive(Clone, Debug)]
pub struct PathScratch(Frame);

impl PathScratch {
    /// Forgets the path before.
    pub fn start(&mut self) {
        self.0.start();
    }

    pub(crate) fn frame_mut(&mut self) -> &mut Frame {
        &mut self.0
    }

    /// Writes a step's values, once for each step: one value for each column in the order of their declaration;
    /// texts by their numbers.
    pub fn put(&mut self, step: usize, values: &[f64]) {
        for (at, &value) in (0_u8..).zip(values) {
            if let Some(column) = self.0.columns_mut().get_mut(usize::from(at)) {
                column.put(step, value);
            }
            // For columns of which only the sum is asked; those hold whole numbers.
            self.0.add(at, value as i64);
        }
    }
}

impl PathProgram {
    /// What the formulas use the column of this number for.
    pub(crate) fn use_of(&self, column: usize) -> ColumnUse {
        self.uses.get(column).copied().unwrap_or(ColumnUse::None)
    }

    /// Working memory for this program.
    #[must_use]
    pub fn scratch(&self) -> PathScratch {
        PathScratch(Frame::new(&self.program))
    }

    /// Evaluates all formulas for a path of so many steps from a start position.
    pub fn run(
        &self,
        start: &Position,
        clues: CellSet,
        steps: usize,
        registry: &Registry,
        scratch: &mut PathScratch,
    ) {
        scratch.0.set_steps(steps, &self.uses);
        let world = World {
            position: start,
            clues,
            registry,
        };
        machine::run(&self.program, Entry(0), world, &mut scratch.0);
    }

    /// The values that are no series, in the order they were given.
    pub fn values<'a>(&'a self, scratch: &'a PathScratch) -> impl Iterator<Item = PathResult> + 'a {
        self.values.iter().map(|output| result(output, &scratch.0))
    }

    /// The series with their names, in the order they were given: a number for each step.
    pub fn series<'a>(
        &'a self,
        scratch: &'a PathScratch,
    ) -> impl Iterator<Item = (&'a str, &'a [f64])> + 'a {
        let all = self.series.iter();
        all.map(|(name, column)| (name.as_str(), scratch.0.column(*column)))
    }

    /// What the values can be, with their names and types, in order.
    pub fn ranges(&self) -> impl Iterator<Item = (&str, Type, Range)> {
        self.values.iter().map(|o| (o.name.as_str(), o.ty, o.range))
    }

    /// What the value can be that decides the tier; none without a tier table.
    #[must_use]
    pub const fn decides(&self) -> Option<Range> {
        self.decides
    }

    /// What the values can be that tier profiles are about, with their names and types, in order.
    pub fn profile_ranges(&self) -> impl Iterator<Item = (&str, Type, Range)> {
        self.profile
            .iter()
            .map(|o| (o.name.as_str(), o.ty, o.range))
    }

    /// The classes and tiers that no path can get.
    #[must_use]
    pub const fn unreachable(&self) -> &Unreachable {
        &self.unreachable
    }

    /// Whether another program gives the same values for every path: it has the same code and the same names. Where
    /// this is false they may still do so.
    #[must_use]
    pub fn same_as(&self, other: &Self) -> bool {
        self.program == other.program
            && self.values == other.values
            && self.series == other.series
            && self.tier == other.tier
            && self.profile == other.profile
            && self.unreachable == other.unreachable
    }

    /// The program as text, one instruction a line.
    #[must_use]
    pub fn listing(&self) -> String {
        self.program.listing()
    }

    /// The row of the tier table, from 0.
    #[must_use]
    pub fn tier(&self, scratch: &PathScratch) -> Option<usize> {
        let register = self.tier?;
        usize::try_from(scratch.0.word(register.number)).ok()
    }

    /// The values that tier profiles are about, in order.
    pub fn profile<'a>(
        &'a self,
        scratch: &'a PathScratch,
    ) -> impl Iterator<Item = (&'a str, f64)> + 'a {
        let number = |output| result(output, &scratch.0).number().unwrap_or(0.0);
        self.profile
            .iter()
            .map(move |output| (output.name.as_str(), number(output)))
    }
}

fn result(output: &Output, frame: &Frame) -> PathResult {
    match (output.register.bank, output.ty) {
        (Bank::Float, _) => PathResult::Number(frame.float(output.register.number)),
        (_, Type::Text) => PathResult::Text(frame.word(output.register.number)),
        (_, Type::Bool) => PathResult::Bool(frame.word(output.register.number) != 0),
        _ => PathResult::Int(frame.word(output.register.number)),
    }
}
