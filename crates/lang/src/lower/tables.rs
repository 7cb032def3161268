//! Look-ups that take the place of arithmetic.

use super::{Lowered, Lowering, OPEN_AROUND, Target, TooLarge};

use crate::coded::Coded;
use crate::graph::{NodeId, Op, Table, TableValues};
use crate::prim::{Bank, Code, Prim};
use crate::program::{Instruction, Register};
use crate::tabulate;
use crate::types::Type;

impl Lowering {
    pub(super) fn table(&mut self, table: Table) -> Lowered<u16> {
        let number = u16::try_from(self.program.tables.len()).map_err(|_| TooLarge)?;
        self.program.tables.push(table);
        Ok(number)
    }

    /// Two values, a whole number and a number, by one look-up if they are functions of the same operands.
    pub(crate) fn values(&mut self, word: NodeId, float: NodeId) -> Lowered<(Register, Register)> {
        let known = |l: &Self, id| l.ready.contains_key(&id);
        if !known(self, word)
            && !known(self, float)
            && let Some((words, inputs)) = tabulate::table(&self.graph, word)
            && let Some((floats, others)) = tabulate::table(&self.graph, float)
            && inputs == others
            && let (TableValues::Word(w), TableValues::Float(f)) = (&words.values, floats.values)
        {
            let second = self.register(Bank::Float)?;
            let values = TableValues::Pair(
                Coded::new(
                    w.iter().zip(f.iter()).collect(),
                    |a: (i64, f64), b: (i64, f64)| a.0 == b.0 && a.1.to_bits() == b.1.to_bits(),
                ),
                second.number,
            );
            let table = Table { values, ..words };
            let home = self.home(self.graph.vars_of(word));
            let first = match self.is_around(&inputs) {
                Some(cell) => self.table_around(home, cell, table)?,
                None => {
                    let (a, b, c) = self.operands(&inputs)?;
                    let first = self.register(Bank::Word)?;
                    let number = self.table(table)?;
                    let pair = Instruction::new(Code::TablePair)
                        .out(first.number)
                        .args(a, b, c)
                        .to(number);
                    self.push(home, pair, Target::None);
                    first
                }
            };
            self.ready.insert(word, first);
            self.ready.insert(float, second);
        }
        Ok((self.value(word)?, self.value(float)?))
    }

    /// The cell whose row's, column's and box's open cells these are, in this order, none of them known yet.
    pub(super) fn is_around(&self, inputs: &[NodeId]) -> Option<NodeId> {
        let &[first, _, _] = inputs else { return None };
        let cell = *self.graph.node(first).args.first()?;
        let is_one = |(&id, prim): (&NodeId, Prim)| {
            let node = self.graph.node(id);
            node.op == Op::Prim(prim) && node.args[..] == [cell] && !self.ready.contains_key(&id)
        };
        inputs.iter().zip(OPEN_AROUND).all(is_one).then_some(cell)
    }

    /// The open cells around a cell, and a table at their numbers, by one instruction.
    pub(super) fn table_around(
        &mut self,
        home: usize,
        cell: NodeId,
        table: Table,
    ) -> Lowered<Register> {
        let (first, at) = self.around(cell)?;
        let out = self.register(Bank::Word)?;
        let number = self.table(table)?;
        self.push(
            home,
            Instruction::new(Code::TableAround)
                .out(first.number)
                .args(at, 0, 0)
                .to(number),
            Target::None,
        );
        Ok(out)
    }

    /// The open cells of a cell's row, column or box; all three by one instruction.
    pub(super) fn open_around(
        &mut self,
        home: usize,
        wanted: Prim,
        cell: NodeId,
    ) -> Lowered<Register> {
        let (first, at) = self.around(cell)?;
        self.push(
            home,
            Instruction::new(Code::OpenAround)
                .out(first.number)
                .args(at, 0, 0),
            Target::None,
        );
        let place = OPEN_AROUND
            .iter()
            .position(|&prim| prim == wanted)
            .unwrap_or(0);
        Ok(Register {
            bank: Bank::Word,
            number: first.number + place as u8,
        })
    }

    /// Registers in a row for the open cells around a cell, and the register of the cell.
    pub(super) fn around(&mut self, cell: NodeId) -> Lowered<(Register, u8)> {
        let at = self.value(cell)?.number;
        let first = self.register(Bank::Word)?;
        let all = [
            first,
            self.register(Bank::Word)?,
            self.register(Bank::Word)?,
        ];
        for (prim, register) in OPEN_AROUND.into_iter().zip(all) {
            if let Some(id) = self.graph.find(Op::Prim(prim), &[cell], Type::Int) {
                self.ready.entry(id).or_insert(register);
            }
        }
        Ok((first, at))
    }
}
