//! Operations on constants, when rules are loaded.

use std::cell::RefCell;

use super::{Frame, World, run};
use undoku_grid::{CellSet, Position};

use crate::graph::Op;
use crate::plugin::Registry;
use crate::prim::{Bank, Prim};
use crate::program::{Entry, Instruction, Program, Register};

/// Applies pure operations to constants: one, or many in a row, again and again.
pub(crate) struct Calculator {
    program: Program,
    frame: Frame,
    position: Position,
    registry: Registry,
}

thread_local! {
    /// For single operations, which are many while rules are loaded.
    static SINGLE: RefCell<Calculator> = RefCell::new(Calculator::new());
}

impl Calculator {
    pub(crate) fn new() -> Self {
        let program = Program::default();
        Self {
            frame: Frame::new(&program),
            program,
            position: Position::empty(),
            registry: Registry::new(),
        }
    }

    /// The result of an operation on constants, as a constant.
    pub(crate) fn apply(prim: Prim, operands: &[Op]) -> Op {
        const OUT: u8 = 3;
        SINGLE.with_borrow_mut(|calculator| {
            for (number, (&bank, &operand)) in (0..OUT).zip(prim.operands().iter().zip(operands)) {
                calculator.set(Register { bank, number }, operand);
            }
            let instruction = Instruction::new(prim.code()).out(OUT).args(0, 1, 2);
            calculator.program.code.set(0, instruction);
            calculator.run();
            calculator.get(Register {
                bank: prim.result(),
                number: OUT,
            })
        })
    }

    /// Adds an operation to those that `run` runs, in this order; `false` if there is no room for it.
    pub(crate) fn push(&mut self, prim: Prim, out: u8, operands: &[u8]) -> bool {
        let at = |i: usize| operands.get(i).copied().unwrap_or(0);
        let instruction = Instruction::new(prim.code()).out(out);
        self.program
            .code
            .push(instruction.args(at(0), at(1), at(2)))
    }

    pub(crate) fn set(&mut self, register: Register, value: Op) {
        let at = usize::from(register.number);
        match value {
            Op::Word(value) => self.frame.w[at] = value,
            Op::Cells(bits) => self.frame.c[at] = bits,
            Op::Float(bits) => self.frame.f[at] = f64::from_bits(bits),
            _ => {}
        }
    }

    pub(crate) fn get(&self, register: Register) -> Op {
        let at = usize::from(register.number);
        match register.bank {
            Bank::Word => Op::Word(self.frame.w[at]),
            Bank::Cells => Op::Cells(self.frame.c[at]),
            Bank::Float => Op::Float(self.frame.f[at].to_bits()),
        }
    }

    pub(crate) fn run(&mut self) {
        let world = World {
            position: &self.position,
            clues: CellSet::EMPTY,
            registry: &self.registry,
        };
        run(&self.program, Entry(0), world, &mut self.frame);
    }
}
