//! Operations on constants, when rules are loaded.

use super::{Frame, World, run};
use undoku_grid::{CellSet, Position};

use crate::graph::Op;
use crate::plugin::Registry;
use crate::prim::{Bank, Prim};
use crate::program::{Entry, Instruction, Program};

/// Applies pure operations to constants.
pub(crate) struct Calculator {
    program: Program,
    frame: Frame,
    position: Position,
    registry: Registry,
}

impl Calculator {
    pub(crate) fn new() -> Self {
        Self {
            program: Program::default(),
            frame: Frame::new(&Program::default()),
            position: Position::empty(),
            registry: Registry::new(),
        }
    }

    /// The result of an operation on constants, as a constant.
    pub(crate) fn apply(&mut self, prim: Prim, operands: &[Op]) -> Op {
        const OUT: u8 = 3;
        for (number, operand) in operands.iter().enumerate().take(usize::from(OUT)) {
            match *operand {
                Op::Word(value) => self.frame.w[number] = value,
                Op::Cells(bits) => self.frame.c[number] = bits,
                Op::Float(bits) => self.frame.f[number] = f64::from_bits(bits),
                _ => {}
            }
        }
        let world = World {
            position: &self.position,
            clues: CellSet::EMPTY,
            registry: &self.registry,
        };
        self.program
            .code
            .set(0, Instruction::new(prim.code()).out(OUT).args(0, 1, 2));
        run(&self.program, Entry(0), world, &mut self.frame);
        let out = usize::from(OUT);
        match prim.result() {
            Bank::Word => Op::Word(self.frame.w[out]),
            Bank::Cells => Op::Cells(self.frame.c[out]),
            Bank::Float => Op::Float(self.frame.f[out].to_bits()),
        }
    }
}
