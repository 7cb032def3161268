//! Linear code over typed registers.

use crate::graph::Table;
use crate::prim::{Bank, Prim, ReduceKind};
use crate::types::Type;

/// What an instruction does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Code {
    /// `out = prim(a, b, c)`
    Prim(Prim),
    /// Goes to `to`.
    Jump,
    /// Goes to `to` unless the condition `a` holds.
    JumpUnless,
    /// Goes to `to` if the condition `a` holds.
    JumpIf,
    /// `out = a`, words.
    CopyW,
    /// `out = a`, sets of cells.
    CopyC,
    /// `out = a`, numbers.
    CopyF,
    /// Takes the least cell out of the set `a` into `out`; goes to `to` when there is none.
    NextCell,
    /// Takes the least member out of the set of digits or units `a` into `out`; likewise.
    NextBit,
    /// Sets chooser `out` to the `b`-subsets of the set of cells `a`.
    ChooseC,
    /// Sets chooser `out` to the `b`-subsets of the set of digits or units `a`.
    ChooseW,
    /// The next subset of chooser `a` into `out`; goes to `to` when there is none.
    NextChoiceC,
    /// Likewise for sets of digits or units.
    NextChoiceW,
    /// Counts `out` up; goes to `to` when it reaches `b`, a number.
    NextIndex,
    /// `out` = the word in the register `a` plus the number in register `b`.
    PickW,
    /// Likewise for sets of cells.
    PickC,
    /// Likewise for numbers.
    PickF,
    /// Fills the record list `out` by call number `to`.
    CallSource,
    /// `out` = the value of call number `to`.
    CallFunction,
    /// Counts `out` up; goes to `to` when record list `a` has no such record.
    NextRecord,
    /// `out` = field `c` of record number `b` of list `a`.
    FieldW,
    /// Likewise, a set of cells.
    FieldC,
    /// Likewise, a number.
    FieldF,
    /// `out` = table `to` at `a`, `b`, `c`.
    TableW,
    /// Likewise, a number.
    TableF,
    /// Empties column `out`.
    ClearColumn,
    /// Puts the number `a` behind column `out`.
    Push,
    /// Counts `out` up; goes to `to` when it reaches the number of steps.
    NextStep,
    /// `out` = column `a` at step `b`, a number.
    AtF,
    /// `out` = column `a` at step `b`, a word.
    AtW,
    /// `out` = the reduction of column `a`, a number.
    ReduceF(ReduceKind),
    /// `out` = the reduction of column `a`, a word.
    ReduceW(ReduceKind),
    /// `out` = for how many steps column `a` equals the word `b`.
    CountEqual,
    /// `out` = the number of steps.
    Steps,
    /// Goes to `to` unless digit `b` can go into cell `a`.
    TestPlace,
    /// Forgets the eliminations noted so far.
    ClearEliminations,
    /// Notes that the digits `a` go from the cells `b`, where they are candidates.
    Eliminate,
    /// `out` = the cells of the noted eliminations; goes to `to` when there are none.
    Eliminated,
    /// `out` = the number of noted eliminations.
    Removed,
    /// Adds one to the number of bindings tried.
    Tried,
    /// Adds the word `a` to the number of bindings tried.
    TriedMany,
    /// A match: stops, to be resumed at the next instruction.
    Emit,
    /// The end.
    Halt,
}

/// One instruction.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Instruction {
    pub(crate) code: Code,
    pub(crate) out: u8,
    pub(crate) a: u8,
    pub(crate) b: u8,
    pub(crate) c: u8,
    pub(crate) to: u16,
}

impl Instruction {
    pub(crate) const fn new(code: Code) -> Self {
        Self {
            code,
            out: 0,
            a: 0,
            b: 0,
            c: 0,
            to: 0,
        }
    }

    pub(crate) const fn out(mut self, out: u8) -> Self {
        self.out = out;
        self
    }

    pub(crate) const fn args(mut self, a: u8, b: u8, c: u8) -> Self {
        self.a = a;
        self.b = b;
        self.c = c;
        self
    }

    pub(crate) const fn to(mut self, to: u16) -> Self {
        self.to = to;
        self
    }
}

/// Where a value stands when the code that makes it has run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Register {
    pub(crate) bank: Bank,
    pub(crate) number: u8,
}

/// A call of a source or function: which, and its arguments.
#[derive(Clone, Debug)]
pub(crate) struct Call {
    pub(crate) id: u16,
    pub(crate) args: Vec<(Register, Type)>,
    pub(crate) out: Register,
    pub(crate) out_type: Type,
}

/// A part of a program: its first instruction.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub(crate) struct Entry(pub(crate) u16);

/// Code with all it needs to run: constants, tables, calls, and how many of everything.
#[derive(Clone, Debug, Default)]
pub(crate) struct Program {
    pub(crate) code: Vec<Instruction>,
    pub(crate) constants: Vec<(Register, Constant)>,
    pub(crate) tables: Vec<Table>,
    pub(crate) calls: Vec<Call>,
    pub(crate) choosers: u8,
    pub(crate) record_lists: u8,
    pub(crate) columns: u8,
}

/// A constant that a register is set to before the program first runs.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Constant {
    Word(i64),
    Cells(u128),
    Float(f64),
}

impl Program {
    /// The code as text, one instruction a line, for tests and for the curious.
    pub(crate) fn listing(&self) -> String {
        use std::fmt::Write as _;
        let mut text = String::new();
        for (at, i) in self.code.iter().enumerate() {
            // Writing to a string cannot fail.
            let _ = writeln!(
                text,
                "{at:4}  {:<28} out {:3}  a {:3}  b {:3}  c {:3}  to {}",
                format!("{:?}", i.code),
                i.out,
                i.a,
                i.b,
                i.c,
                i.to
            );
        }
        text
    }
}
