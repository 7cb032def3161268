//! Loops inside values: folds and filters.

use super::{Block, Lowered, Lowering, Pending, Target, TooLarge, plain};

use crate::graph::{NodeId, Op, VarId, bank};
use crate::prim::{Bank, Code, FoldKind, Prim, ReduceKind};
use crate::program::{Constant, Filling, Instruction, Register};
use crate::types::Type;

impl Lowering {
    // Loops.

    /// Whether a set is not known yet, and would be computed in the block that its loop stands in.
    pub(super) fn is_for_here(&self, set: NodeId, home: usize) -> bool {
        !self.ready.contains_key(&set) && self.home(self.graph.vars_of(set)) == home
    }

    /// The number of a chooser of its own.
    pub(super) fn chooser(&mut self, filling: Filling) -> Lowered<u8> {
        let number = self.program.choosers;
        self.program.choosers = number.checked_add(1).ok_or(TooLarge)?;
        self.program.fillings.push(filling);
        Ok(number)
    }

    /// What starts a loop over a set or list, and what takes its next value; the first instruction of
    /// `next` is the one that leaves the loop.
    pub(super) fn loop_over(
        &mut self,
        home: usize,
        set: NodeId,
        out: Register,
    ) -> Lowered<(Vec<Pending>, Vec<Pending>)> {
        let node = self.graph.node(set).clone();
        match node.op {
            Op::Choose(_) | Op::ChooseSpan(..) => {
                let (low, high) = match node.op {
                    Op::ChooseSpan(low, high) => (low, high),
                    Op::Choose(k) => (k, k),
                    _ => return Err(TooLarge),
                };
                let from = self.value(node.args[0])?;
                let chooser = self.chooser(Filling::default())?;
                let (start, next) = if from.bank == Bank::Cells {
                    (Code::ChooseC, Code::NextChoiceC)
                } else {
                    (Code::ChooseW, Code::NextChoiceW)
                };
                Ok((
                    vec![plain(Instruction::new(start).out(chooser).args(
                        from.number,
                        low,
                        high,
                    ))],
                    vec![plain(
                        Instruction::new(next).out(out.number).args(chooser, 0, 0),
                    )],
                ))
            }
            Op::List => {
                let mut items = Vec::with_capacity(node.args.len());
                for &item in &node.args {
                    items.push(self.value(item)?);
                }
                let mut enter = Vec::new();
                let mut base = None;
                let copy = match out.bank {
                    Bank::Word => Code::CopyW,
                    Bank::Cells => Code::CopyC,
                    Bank::Float => Code::CopyF,
                };
                for item in items {
                    let place = self.register(out.bank)?;
                    base = base.or(Some(place));
                    enter.push(plain(Instruction::new(copy).out(place.number).args(
                        item.number,
                        0,
                        0,
                    )));
                }
                let base = base.ok_or(TooLarge)?;
                let at = self.register(Bank::Word)?;
                let minus_one = self.word(-1)?;
                let length = self.word(node.args.len() as i64)?;
                enter.push(plain(Instruction::new(Code::CopyW).out(at.number).args(
                    minus_one.number,
                    0,
                    0,
                )));
                let pick = match out.bank {
                    Bank::Word => Code::PickW,
                    Bank::Cells => Code::PickC,
                    Bank::Float => Code::PickF,
                };
                Ok((
                    enter,
                    vec![
                        plain(Instruction::new(Code::NextIndex).out(at.number).args(
                            0,
                            length.number,
                            0,
                        )),
                        plain(Instruction::new(pick).out(out.number).args(
                            base.number,
                            at.number,
                            0,
                        )),
                    ],
                ))
            }
            Op::Rectangles => {
                let within = match node.args.first() {
                    Some(&within) => self.value(within)?,
                    None => self.constant(Constant::Cells((1 << 81) - 1))?,
                };
                let at = self.register(Bank::Word)?;
                let minus_one = self.word(-1)?;
                Ok((
                    vec![plain(Instruction::new(Code::CopyW).out(at.number).args(
                        minus_one.number,
                        0,
                        0,
                    ))],
                    vec![plain(
                        Instruction::new(Code::NextRectangle).out(out.number).args(
                            at.number,
                            within.number,
                            0,
                        ),
                    )],
                ))
            }
            Op::Source(_) | Op::AfterRecord => {
                let list = self.value(self.source_of(set))?;
                let start = match node.op {
                    Op::AfterRecord => self.value(node.args[1])?,
                    _ => self.word(-1)?,
                };
                Ok((
                    vec![plain(Instruction::new(Code::CopyW).out(out.number).args(
                        start.number,
                        0,
                        0,
                    ))],
                    vec![plain(
                        Instruction::new(Code::NextRecord)
                            .out(out.number)
                            .args(list.number, 0, 0),
                    )],
                ))
            }
            // A set made for this loop alone, just before it, is used up by it; any other is copied first.
            Op::Prim(_) | Op::Filter(_) | Op::Fold(..) if self.is_for_here(set, home) => {
                let from = self.value(set)?;
                self.ready.remove(&set);
                let next = if from.bank == Bank::Cells {
                    Code::NextCell
                } else {
                    Code::NextBit
                };
                Ok((
                    Vec::new(),
                    vec![plain(Instruction::new(next).out(out.number).args(
                        from.number,
                        0,
                        0,
                    ))],
                ))
            }
            _ => {
                let from = self.value(set)?;
                let state = self.register(from.bank)?;
                let (copy, next) = if from.bank == Bank::Cells {
                    (Code::CopyC, Code::NextCell)
                } else {
                    (Code::CopyW, Code::NextBit)
                };
                Ok((
                    vec![plain(Instruction::new(copy).out(state.number).args(
                        from.number,
                        0,
                        0,
                    ))],
                    vec![plain(Instruction::new(next).out(out.number).args(
                        state.number,
                        0,
                        0,
                    ))],
                ))
            }
        }
    }

    /// Puts a whole loop into a block; `body` adds to the block on top, whose number it is given.
    pub(super) fn inside(
        &mut self,
        home: usize,
        var: VarId,
        out: Register,
        enter: Vec<Pending>,
        next: Vec<Pending>,
        body: impl FnOnce(&mut Self, usize) -> Lowered<()>,
    ) -> Lowered<()> {
        // Values of an earlier loop with this variable are stale in here, and those made in here after it.
        let stale = self.with_var(var);
        self.forget(&stale);
        let outer = self.vars.insert(var, out);
        self.blocks.push(Block {
            var: Some(var),
            ..Block::default()
        });
        let level = self.blocks.len() - 1;
        body(self, level)?;
        let block = self.blocks.pop().ok_or(TooLarge)?;
        let made = self.with_var(var);
        self.forget(&made);
        self.ready.extend(stale);
        match outer {
            Some(outer) => self.vars.insert(var, outer),
            None => self.vars.remove(&var),
        };

        let code = &mut self.blocks[home].code;
        code.extend(enter);
        let head = next.len() as i32;
        let length = block.code.len() as i32;
        for (i, mut pending) in next.into_iter().enumerate() {
            if i == 0 {
                pending.target = Target::By(head + length + 1);
            }
            code.push(pending);
        }
        for (i, mut pending) in block.code.into_iter().enumerate() {
            let i = i as i32;
            match pending.target {
                Target::Next(to) if to == level => pending.target = Target::By(-(head + i)),
                Target::Leave => pending.target = Target::By(length + 1 - i),
                _ => {}
            }
            code.push(pending);
        }
        code.push(Pending {
            instruction: Instruction::new(Code::Jump),
            target: Target::By(-(head + length)),
        });
        Ok(())
    }

    pub(super) fn with_var(&self, var: VarId) -> Vec<(NodeId, Register)> {
        let depends = |id: &NodeId| self.graph.vars_of(*id) & var.bit() != 0;
        self.ready
            .iter()
            .filter(|(id, _)| depends(id))
            .map(|(id, r)| (*id, *r))
            .collect()
    }

    pub(super) fn forget(&mut self, values: &[(NodeId, Register)]) {
        for (id, _) in values {
            self.ready.remove(id);
        }
    }

    pub(super) fn fold(
        &mut self,
        home: usize,
        kind: FoldKind,
        var: VarId,
        set: NodeId,
        body: NodeId,
        ty: Type,
    ) -> Lowered<Register> {
        let member = self.register(bank(self.graph.vars[usize::from(var.0)].ty))?;
        let (enter, next) = self.loop_over(home, set, member)?;
        if matches!(kind, FoldKind::Mean | FoldKind::Variance | FoldKind::StdDev) {
            return self.gather(home, kind, var, (member, enter, next), body);
        }
        let acc = self.register(bank(ty))?;
        let (zero, one) = (self.word(0)?, self.word(1)?);
        let nothing = match acc.bank {
            Bank::Word => zero,
            Bank::Cells => self.constant(Constant::Cells(0))?,
            Bank::Float => self.constant(Constant::Float(0.0))?,
        };
        let copy = match acc.bank {
            Bank::Word => Code::CopyW,
            Bank::Cells => Code::CopyC,
            Bank::Float => Code::CopyF,
        };
        let from = if kind == FoldKind::All { one } else { nothing };
        self.push(
            home,
            Instruction::new(copy)
                .out(acc.number)
                .args(from.number, 0, 0),
            Target::None,
        );
        let float = acc.bank == Bank::Float;
        match kind {
            FoldKind::Any | FoldKind::All => {
                let (go_on, found) = match kind {
                    FoldKind::Any => (Code::JumpUnless, one),
                    _ => (Code::JumpIf, zero),
                };
                self.inside(home, var, member, enter, next, |l, level| {
                    let value = l.value(body)?;
                    l.push(
                        level,
                        Instruction::new(go_on).args(value.number, 0, 0),
                        Target::Next(level),
                    );
                    l.push(
                        level,
                        Instruction::new(copy)
                            .out(acc.number)
                            .args(found.number, 0, 0),
                        Target::None,
                    );
                    l.push(level, Instruction::new(Code::Jump), Target::Leave);
                    Ok(())
                })?;
            }
            FoldKind::Min | FoldKind::Max => {
                // The first value stands for itself; later ones are compared with the best so far.
                let have = self.register(Bank::Word)?;
                self.push(
                    home,
                    Instruction::new(Code::CopyW)
                        .out(have.number)
                        .args(zero.number, 0, 0),
                    Target::None,
                );
                let better = match (kind, float) {
                    (FoldKind::Min, false) => Prim::MinW,
                    (FoldKind::Min, true) => Prim::MinF,
                    (_, false) => Prim::MaxW,
                    (_, true) => Prim::MaxF,
                };
                self.inside(home, var, member, enter, next, |l, level| {
                    let value = l.value(body)?.number;
                    l.push(
                        level,
                        Instruction::new(Code::JumpIf).args(have.number, 0, 0),
                        Target::By(4),
                    );
                    l.push(
                        level,
                        Instruction::new(copy).out(acc.number).args(value, 0, 0),
                        Target::None,
                    );
                    l.push(
                        level,
                        Instruction::new(Code::CopyW)
                            .out(have.number)
                            .args(one.number, 0, 0),
                        Target::None,
                    );
                    l.push(level, Instruction::new(Code::Jump), Target::Next(level));
                    let compare = Instruction::new(better.code())
                        .out(acc.number)
                        .args(acc.number, value, 0);
                    l.push(level, compare, Target::None);
                    Ok(())
                })?;
            }
            _ => {
                let join = match (kind, acc.bank) {
                    (FoldKind::Sum, Bank::Float) => Prim::AddF,
                    (FoldKind::Sum, _) => Prim::AddW,
                    (_, Bank::Cells) => Prim::OrC,
                    _ => Prim::OrW,
                };
                self.inside(home, var, member, enter, next, |l, level| {
                    let value = l.value(body)?.number;
                    let add = Instruction::new(join.code())
                        .out(acc.number)
                        .args(acc.number, value, 0);
                    l.push(level, add, Target::None);
                    Ok(())
                })?;
            }
        }
        Ok(acc)
    }

    /// A fold that needs all values before it can say anything: they are gathered in a column.
    pub(super) fn gather(
        &mut self,
        home: usize,
        kind: FoldKind,
        var: VarId,
        (member, enter, next): (Register, Vec<Pending>, Vec<Pending>),
        body: NodeId,
    ) -> Lowered<Register> {
        let column = self.fresh_column()?;
        self.push(
            home,
            Instruction::new(Code::ClearColumn).out(column),
            Target::None,
        );
        self.inside(home, var, member, enter, next, |l, level| {
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
        let kind = match kind {
            FoldKind::Mean => ReduceKind::Mean,
            FoldKind::Variance => ReduceKind::Variance,
            _ => ReduceKind::StdDev,
        };
        self.reduce_column(home, kind, column, Bank::Float)
    }

    pub(super) fn filter(
        &mut self,
        home: usize,
        var: VarId,
        set: NodeId,
        condition: NodeId,
        ty: Type,
    ) -> Lowered<Register> {
        let member = self.register(bank(self.graph.vars[usize::from(var.0)].ty))?;
        let (enter, next) = self.loop_over(home, set, member)?;
        let acc = self.register(bank(ty))?;
        let (copy, empty, one, join) = match ty {
            Type::Cells => (
                Code::CopyC,
                self.constant(Constant::Cells(0))?,
                Prim::OneCell,
                Prim::OrC,
            ),
            Type::Digits => (Code::CopyW, self.word(0)?, Prim::OneDigit, Prim::OrW),
            _ => (Code::CopyW, self.word(0)?, Prim::OneUnit, Prim::OrW),
        };
        self.push(
            home,
            Instruction::new(copy)
                .out(acc.number)
                .args(empty.number, 0, 0),
            Target::None,
        );
        self.inside(home, var, member, enter, next, |l, level| {
            for condition in l.graph.conjuncts(condition) {
                let value = l.value(condition)?;
                l.push(
                    level,
                    Instruction::new(Code::JumpUnless).args(value.number, 0, 0),
                    Target::Next(level),
                );
            }
            let single = l.register(bank(ty))?;
            let make = Instruction::new(one.code())
                .out(single.number)
                .args(member.number, 0, 0);
            l.push(level, make, Target::None);
            let add =
                Instruction::new(join.code())
                    .out(acc.number)
                    .args(acc.number, single.number, 0);
            l.push(level, add, Target::None);
            Ok(())
        })?;
        Ok(acc)
    }
}
