//! Columns and what is made of them.

use super::{Lowered, Lowering, Target, TooLarge, plain};

use crate::graph::{NodeId, Op, VarId, bank};
use crate::path::ColumnUse;
use crate::prim::{Bank, Code, Prim, ReduceKind};
use crate::program::{Instruction, Register};
use crate::types::{Element, Type};

impl Lowering {
    // Columns.

    /// The number of a column as a word register's; expressions over all steps are written out into one.
    pub(super) fn column(&mut self, id: NodeId) -> Lowered<Register> {
        if let Some(register) = self.ready.get(&id) {
            return Ok(*register);
        }
        let node = self.graph.node(id).clone();
        let number = match node.op {
            Op::Column(number) => number,
            Op::Each(step) => {
                let column = self.fresh_column()?;
                let home = self.home(node.vars);
                self.push(
                    home,
                    Instruction::new(Code::ClearColumn).out(column),
                    Target::None,
                );
                let minus_one = self.word(-1)?;
                let at = self.register(Bank::Word)?;
                let enter = vec![plain(Instruction::new(Code::CopyW).out(at.number).args(
                    minus_one.number,
                    0,
                    0,
                ))];
                let next = vec![plain(Instruction::new(Code::NextStep).out(at.number))];
                let body = match bank(self.graph.ty(node.args[0])) {
                    Bank::Float => node.args[0],
                    _ => self.graph.prim(Prim::ToF, &node.args, Type::Number),
                };
                self.inside(home, step, at, enter, next, |l, level| {
                    let value = l.value(body)?;
                    l.push(
                        level,
                        Instruction::new(Code::Push)
                            .out(column)
                            .args(value.number, 0, 0),
                        Target::None,
                    );
                    Ok(())
                })?;
                column
            }
            Op::UnitCounts => {
                let (set, units, _) = self.operands(&node.args)?;
                let column = self.fresh_column()?;
                let home = self.home(node.vars);
                let count = Instruction::new(Code::UnitCounts)
                    .out(column)
                    .args(set, units, 0);
                self.push(home, count, Target::None);
                column
            }
            _ => return Err(TooLarge),
        };
        let register = Register {
            bank: Bank::Word,
            number,
        };
        self.ready.insert(id, register);
        Ok(register)
    }

    /// What the code made so far reads of a column that the caller fills.
    pub(crate) fn use_of_column(&self, number: u8) -> ColumnUse {
        let is_it = |id: &NodeId| self.graph.node(*id).op == Op::Column(number);
        let sum = |op: Op| matches!(op, Op::Reduce(ReduceKind::Sum | ReduceKind::Mean));
        if !self.ready.keys().any(is_it) {
            return ColumnUse::None;
        }
        // Only whole numbers are added up while a path is recorded.
        let whole = Type::Column(Element::Int);
        if number >= 32
            || !self
                .graph
                .nodes()
                .any(|node| node.op == Op::Column(number) && node.ty == whole)
        {
            return ColumnUse::Values;
        }
        // A loop over the steps reads single values, whatever is ready behind it.
        let mut readers = self
            .graph
            .nodes()
            .filter(|node| node.args.iter().any(is_it));
        if readers.all(|node| sum(node.op)) {
            ColumnUse::Sum
        } else {
            ColumnUse::Values
        }
    }

    pub(super) fn fresh_column(&mut self) -> Lowered<u8> {
        let column = self.program.columns;
        self.program.columns = column.checked_add(1).ok_or(TooLarge)?;
        Ok(column)
    }

    pub(super) fn at(
        &mut self,
        home: usize,
        step: VarId,
        column: NodeId,
        ty: Type,
    ) -> Lowered<Register> {
        let column = self.column(column)?;
        let step = *self.vars.get(&step).ok_or(TooLarge)?;
        let out = self.register(bank(ty))?;
        let code = if out.bank == Bank::Float {
            Code::AtF
        } else {
            Code::AtW
        };
        self.push(
            home,
            Instruction::new(code)
                .out(out.number)
                .args(column.number, step.number, 0),
            Target::None,
        );
        Ok(out)
    }

    pub(super) fn reduce(
        &mut self,
        home: usize,
        kind: ReduceKind,
        column: NodeId,
        ty: Type,
    ) -> Lowered<Register> {
        if kind == ReduceKind::Count
            && let Some((column, value)) = self.equal_to_constant(column)
        {
            let column = self.column(column)?;
            let value = self.value(value)?;
            let out = self.register(Bank::Word)?;
            self.push(
                home,
                Instruction::new(Code::CountEqual).out(out.number).args(
                    column.number,
                    value.number,
                    0,
                ),
                Target::None,
            );
            return Ok(out);
        }
        let column = self.column(column)?;
        self.reduce_column(home, kind, column.number, bank(ty))
    }

    pub(super) fn reduce_column(
        &mut self,
        home: usize,
        kind: ReduceKind,
        column: u8,
        bank: Bank,
    ) -> Lowered<Register> {
        let out = self.register(bank)?;
        let code = if bank == Bank::Float {
            Code::ReduceF
        } else {
            Code::ReduceW
        };
        let reduce = Instruction::new(code)
            .out(out.number)
            .args(column, 0, 0)
            .to(kind as u16);
        self.push(home, reduce, Target::None);
        Ok(out)
    }

    /// `column == constant` on every step.
    pub(super) fn equal_to_constant(&self, column: NodeId) -> Option<(NodeId, NodeId)> {
        let each = self.graph.node(column);
        let Op::Each(_) = each.op else { return None };
        let body = self.graph.node(each.args[0]);
        if body.op != Op::Prim(Prim::EqW) {
            return None;
        }
        [(0, 1), (1, 0)].into_iter().find_map(|(one, other)| {
            let at = self.graph.node(body.args[one]);
            let is_at = matches!(at.op, Op::At(_));
            (is_at && self.graph.is_constant(body.args[other]))
                .then(|| (at.args[0], body.args[other]))
        })
    }
}
