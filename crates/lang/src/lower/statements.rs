//! A pattern's statements, and the end of a part of a program.

use super::{Block, Lowered, Lowering, Pending, Target, TooLarge, fuse_placing, plain};

use crate::graph::{NodeId, Op, VarId, bank};
use crate::prim::{Bank, Code, Prim};
use crate::program::{Entry, Instruction, Register};

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
        let (enter, next) = self.loop_over(home, set, out)?;
        self.vars.insert(var, out);
        self.blocks.push(Block {
            var: Some(var),
            enter,
            next,
            code: Vec::new(),
        });
        Ok(())
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
