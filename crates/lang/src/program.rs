//! Linear code over typed registers.

use crate::graph::Table;
use crate::prim::{Bank, Code};
use crate::types::Type;

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
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Call {
    pub(crate) id: u16,
    pub(crate) args: Vec<(Register, Type)>,
    pub(crate) out: Register,
    pub(crate) out_type: Type,
}

/// How a chooser of subsets with a small union is filled.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) struct Filling {
    /// The fewest and the most members of a subset.
    pub(crate) sizes: (u8, u8),
    /// Whether the union has to have just as many members as its limit.
    pub(crate) exact: bool,
    /// Whether no single value is larger than the limit.
    pub(crate) fits: bool,
    /// The register of the limit.
    pub(crate) limit: u8,
    /// The register of the set that values are shared with.
    pub(crate) among: u8,
    /// The register of the units that are looked at.
    pub(crate) wanted: u8,
}

/// A part of a program: its first instruction.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub(crate) struct Entry(pub(crate) u16);

/// Instructions, in a block of fixed size whose rest is `Halt`: wherever a program goes, there is one.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Listing {
    all: Box<[Instruction; Listing::MOST]>,
    len: usize,
}

impl Listing {
    /// The most instructions of a program.
    pub(crate) const MOST: usize = 4096;

    pub(crate) fn all(&self) -> &[Instruction; Self::MOST] {
        &self.all
    }

    pub(crate) const fn len(&self) -> usize {
        self.len
    }

    /// Adds an instruction; `false` if there is no room for it and a `Halt` behind it.
    pub(crate) fn push(&mut self, instruction: Instruction) -> bool {
        let fits = self.len + 1 < Self::MOST;
        if fits {
            self.all[self.len] = instruction;
            self.len += 1;
        }
        fits
    }

    /// Replaces an instruction.
    pub(crate) fn set(&mut self, at: usize, instruction: Instruction) {
        self.all[at % Self::MOST] = instruction;
    }
}

impl Default for Listing {
    fn default() -> Self {
        Self {
            all: Box::new([Instruction::new(Code::Halt); Self::MOST]),
            len: 0,
        }
    }
}

/// Code with all it needs to run: constants, tables, calls, and how many of everything.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Program {
    pub(crate) code: Listing,
    pub(crate) constants: Vec<(Register, Constant)>,
    pub(crate) tables: Vec<Table>,
    pub(crate) calls: Vec<Call>,
    pub(crate) choosers: u8,
    /// By the number of the chooser; choosers of all subsets have an empty one.
    pub(crate) fillings: Vec<Filling>,
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
        for (at, i) in self.code.all().iter().take(self.code.len()).enumerate() {
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
