//! A pattern's statements, and the end of a part of a program.

use std::collections::HashSet;

use super::{Block, Choice, Lowered, Lowering, Pending, Target, TooLarge, fuse_placing, plain};

use crate::graph::{NodeId, Op, VarId, bank};
use crate::prim::{Bank, Code, Prim};
use crate::program::{Entry, Filling, Instruction, Register};

/// About the machine instructions of one that does little.
const CHEAP: u32 = 20;

impl Lowering {
    /// A value as the register of another and what that is taken from: `9 - open` needs no code of its own
    /// where it is only read out.
    pub(crate) fn read_out(&mut self, id: NodeId) -> Lowered<(Register, Option<i64>)> {
        if !self.ready.contains_key(&id)
            && let Op::Prim(Prim::SubW) = self.graph.node(id).op
        {
            let args = self.graph.node(id).args.clone();
            if let Some(whole) = self.graph.constant_word(args[0]) {
                return Ok((self.value(args[1])?, Some(whole)));
            }
        }
        Ok((self.value(id)?, None))
    }

    // A pattern's statements.

    /// Opens a loop that stays open: the statements that follow are its body.
    pub(crate) fn open_loop(&mut self, var: VarId, set: NodeId) -> Lowered<()> {
        let out = self.register(bank(self.graph.vars[usize::from(var.0)].ty))?;
        let home = self.blocks.len() - 1;
        let set = self.in_parts(set)?;
        let (enter, next) = self.loop_over(home, set, out)?;
        self.open(var, out, enter, next);
        Ok(())
    }

    fn open(&mut self, var: VarId, out: Register, enter: Vec<Pending>, next: Vec<Pending>) {
        self.vars.insert(var, out);
        self.blocks.push(Block {
            var: Some(var),
            enter,
            next,
            code: Vec::new(),
        });
    }

    /// Opens a loop over the subsets whose members' values have a small union, which is ready inside.
    ///
    /// The values are worked out where nothing that they depend on changes any more.
    pub(crate) fn open_choice(&mut self, var: VarId, choice: &Choice) -> Lowered<()> {
        let Choice { value, bound, .. } = *choice;
        let graph = &self.graph;
        let changed_by = graph.vars_of(choice.from)
            | graph.vars_of(bound.limit)
            | graph.vars_of(value) & !choice.member.bit();
        let home = self.home(changed_by);
        let from = self.in_parts(choice.from)?;
        let limit = self.value(bound.limit)?;
        let mut filling = Filling {
            sizes: choice.sizes,
            exact: choice.exact,
            fits: choice.fits,
            limit: limit.number,
            ..Filling::default()
        };
        let chooser;
        if let Some((code, among, wanted)) = self.graph.values_at_once(choice.member, value) {
            // The cells of a unit are found while they are filled in, unless they are known.
            let of_unit = (code == Code::FillCells && !self.ready.contains_key(&from))
                .then(|| self.in_unit(from))
                .flatten();
            let members = match of_unit {
                Some((cells, unit)) => (self.value(cells)?.number, self.value(unit)?.number, 1),
                None => (self.value(from)?.number, 0, 0),
            };
            filling.among = self.value(among)?.number;
            if let Some(wanted) = wanted {
                filling.wanted = self.value(wanted)?.number;
            }
            chooser = self.chooser(filling)?;
            let fill = Instruction::new(code)
                .out(chooser)
                .args(members.0, members.1, members.2);
            self.push(home, fill, Target::Next(home));
        } else {
            let at = self.register(Bank::Word)?;
            let (enter, next) = self.loop_over(home, from, at)?;
            chooser = self.chooser(filling)?;
            self.push(
                home,
                Instruction::new(Code::Fill).out(chooser),
                Target::None,
            );
            self.inside(home, choice.member, at, enter, next, |l, level| {
                let value = l.value(value)?;
                let add = match value.bank {
                    Bank::Cells => Code::AddChoiceC,
                    _ => Code::AddChoiceW,
                };
                let add = Instruction::new(add)
                    .out(chooser)
                    .args(at.number, value.number, 0);
                l.push(level, add, Target::Next(level));
                Ok(())
            })?;
        }
        let out = self.register(bank(self.graph.ty(choice.from)))?;
        let union = self.register(bank(self.graph.ty(value)))?;
        let next = match union.bank {
            Bank::Cells => Code::NextWithinC,
            _ => Code::NextWithinW,
        };
        let of_cells = u8::from(out.bank == Bank::Cells);
        let next = Instruction::new(next)
            .out(out.number)
            .args(chooser, union.number, of_cells);
        // Where the values stay the same for a while, the subsets still start over each time.
        let mut enter = Vec::new();
        if home < self.blocks.len() - 1 {
            let restart = Instruction::new(Code::Restart).out(chooser);
            enter.push(plain(restart.args(limit.number, 0, 0)));
        }
        self.ready.insert(bound.union, union);
        self.open(var, out, enter, vec![plain(next)]);
        Ok(())
    }

    /// The set of a loop that is about to be opened, made of its parts step by step: those that change the
    /// least first, then the cheap ones, and no further where nothing is left.
    fn in_parts(&mut self, set: NodeId) -> Lowered<NodeId> {
        let ty = self.graph.ty(set);
        if self.ready.contains_key(&set) || !ty.is_set() {
            return Ok(set);
        }
        let mut parts = self.graph.parts(set);
        let level = |l: &Self, part: NodeId| l.home(l.graph.vars_of(part));
        if parts.len() < 2 {
            return Ok(set);
        }
        // What of a unit changes with the unit only by its cells.
        let first = parts.iter().filter(|&&part| !self.graph.is_constant(part));
        let first = first.map(|&part| level(self, part)).min().unwrap_or(0);
        parts = parts
            .into_iter()
            .flat_map(|part| match self.graph.node(part).op {
                Op::Prim(Prim::OpenInUnit | Prim::SpotsInUnit)
                    if level(self, part) > first && !self.ready.contains_key(&part) =>
                {
                    self.graph.of_unit(part)
                }
                _ => vec![part],
            })
            .collect();
        let mut sorted: Vec<(usize, u32, NodeId)> = Vec::with_capacity(parts.len());
        for part in parts {
            let level = level(self, part);
            sorted.push((level, self.cost(part, level, &mut HashSet::new()), part));
        }
        sorted.sort_by_key(|&(level, cost, _)| (level, cost));
        let mut sorted = sorted.into_iter();
        let Some((mut at, _, mut all)) = sorted.next() else {
            return Ok(set);
        };
        for (level, cost, part) in sorted {
            let outer = level > at;
            if (outer || cost > 2 * CHEAP) && !self.graph.is_constant(all) {
                let value = self.value(all)?;
                let code = match value.bank {
                    Bank::Cells => Code::JumpIfEmptyC,
                    _ => Code::JumpIfEmptyW,
                };
                self.push(
                    at,
                    Instruction::new(code).args(value.number, 0, 0),
                    Target::Next(at),
                );
            }
            all = self.graph.meet(ty, all, part);
            at = level;
        }
        Ok(all)
    }

    /// About how many machine instructions a value takes that is not known yet, those left out that run in
    /// outer blocks.
    fn cost(&self, id: NodeId, level: usize, seen: &mut HashSet<NodeId>) -> u32 {
        let node = self.graph.node(id);
        let known = self.ready.contains_key(&id) || self.home(node.vars) < level;
        if known || !seen.insert(id) {
            return 0;
        }
        let own = match node.op {
            Op::Prim(prim) => match prim {
                Prim::UnitsOfCells => 3 * CHEAP,
                Prim::CommonUnits | Prim::CellsWithAll | Prim::SpotsOfDigits => 2 * CHEAP,
                Prim::CellsOfUnits | Prim::CellsWithExactly => 3 * CHEAP,
                Prim::PeersOfCells => 4 * CHEAP,
                Prim::CandOfCells => {
                    let cells = self.graph.range(node.args[0]).hi.min(81.0);
                    CHEAP / 2 * cells as u32
                }
                Prim::CellsByCount
                | Prim::UnitsByCount
                | Prim::DigitsByCount
                | Prim::UnitsWithSpots
                | Prim::DigitsWithSpots => 6 * CHEAP,
                _ => CHEAP,
            },
            Op::Filter(_) | Op::Fold(..) => 20 * CHEAP,
            _ => 0,
        };
        let args = node.args.iter().map(|&arg| self.cost(arg, level, seen));
        args.fold(own, u32::saturating_add)
    }

    /// Goes on only where a condition holds; it is tested as far outside as it can be.
    pub(crate) fn require(&mut self, condition: NodeId) -> Lowered<()> {
        if self
            .graph
            .constant_word(condition)
            .is_some_and(|truth| truth != 0)
        {
            return Ok(());
        }
        let value = self.value(condition)?;
        let home = self.home(self.graph.vars_of(condition));
        self.push(
            home,
            Instruction::new(Code::JumpUnless).args(value.number, 0, 0),
            Target::Next(home),
        );
        Ok(())
    }

    /// Concludes with a digit in a cell, as a match.
    pub(crate) fn place(&mut self, cell: NodeId, digit: NodeId) -> Lowered<(u8, u8)> {
        let at = self.value(cell)?.number;
        let only = self.graph.node(digit).op == Op::Prim(Prim::OnlyCand)
            && self.graph.node(digit).args[..] == [cell];
        if only && !self.ready.contains_key(&digit) {
            let out = self.register(Bank::Word)?;
            self.ready.insert(digit, out);
            self.innermost(
                Instruction::new(Code::PlaceOnly)
                    .out(out.number)
                    .args(at, 0, 0),
                true,
            );
            return Ok((at, out.number));
        }
        let digit = self.value(digit)?.number;
        self.innermost(Instruction::new(Code::Place).args(at, digit, 0), true);
        Ok((at, digit))
    }

    /// Adds an instruction to the innermost loop; one that `fails` goes on with the loop's next value.
    pub(crate) fn innermost(&mut self, instruction: Instruction, fails: bool) {
        let top = self.blocks.len() - 1;
        let target = if fails {
            Target::Next(top)
        } else {
            Target::None
        };
        self.push(top, instruction, target);
    }

    /// Ends the open loops and makes their code; values made in them stay where they are.
    ///
    /// What is lowered next starts a part of its own, in which all of them are known.
    pub(crate) fn finish(&mut self) -> Lowered<Entry> {
        self.sunk = false;
        let mut blocks = std::mem::replace(&mut self.blocks, vec![Block::default()]);
        let start = self.program.code.len();
        let mut all: Vec<Pending> = Vec::new();
        // Where each block's loop takes its next value; the outermost block has none and ends.
        let mut heads = Vec::with_capacity(blocks.len());
        let mut exits: Vec<(usize, usize)> = Vec::new();
        let last = blocks.len() - 1;
        if let Some(block) = blocks.last_mut() {
            fuse_placing(block);
        }
        for (level, block) in blocks.into_iter().enumerate() {
            all.extend(block.enter);
            heads.push(all.len());
            if level > 0 {
                exits.push((all.len(), level - 1));
            }
            all.extend(block.next);
            all.extend(block.code);
        }
        if last > 0 {
            all.push(Pending {
                instruction: Instruction::new(Code::Jump),
                target: Target::Next(last),
            });
        }
        let end = all.len();
        if let Some(ending) = all
            .last_mut()
            .filter(|ending| ending.instruction.code == Code::TableAround)
        {
            ending.instruction.b = 1;
        }
        all.push(plain(Instruction::new(Code::Halt)));
        for (at, outer) in exits {
            all[at].target = Target::Next(outer);
        }
        for (at, pending) in all.into_iter().enumerate() {
            let target = match pending.target {
                Target::None => None,
                Target::By(by) => Some(at as i64 + i64::from(by)),
                Target::Next(0) => Some(end as i64),
                Target::Next(level) => Some(heads[level] as i64),
                Target::Leave => return Err(TooLarge),
            };
            let mut instruction = pending.instruction;
            if let Some(target) = target {
                instruction.to = u16::try_from(target + start as i64).map_err(|_| TooLarge)?;
            }
            if !self.program.code.push(instruction) {
                return Err(TooLarge);
            }
        }
        Ok(Entry(u16::try_from(start).map_err(|_| TooLarge)?))
    }
}
