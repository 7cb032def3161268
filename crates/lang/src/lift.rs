//! Lifting: a condition on a loop's variable becomes one set of all values that satisfy it.
//!
//! `count(cand(c)) == 1` for a cell `c` is the set of cells with one candidate, which the position
//! keeps; a loop over it visits what satisfies the condition and nothing else.

use std::collections::{HashMap, HashSet};

use crate::graph::{Graph, NodeId, Op, VarId};
use crate::prim::Prim;
use crate::types::Type;

impl Graph {
    fn prim_of(&self, id: NodeId) -> Option<(Prim, Box<[NodeId]>)> {
        match self.node(id).op {
            Op::Prim(prim) => Some((prim, self.node(id).args.clone())),
            _ => None,
        }
    }

    fn is_var(&self, id: NodeId, var: VarId) -> bool {
        self.node(id).op == Op::Var(var)
    }

    fn is_free_of(&self, id: NodeId, var: VarId) -> bool {
        self.vars_of(id) & var.bit() == 0
    }

    /// The operands of a chain of `and`s, each once.
    pub(crate) fn conjuncts(&self, condition: NodeId) -> Vec<NodeId> {
        let (mut all, mut seen, mut left) = (Vec::new(), HashSet::new(), vec![condition]);
        while let Some(id) = left.pop() {
            if !seen.insert(id) {
                continue;
            }
            match self.prim_of(id) {
                Some((Prim::AndW, args)) if self.ty(id) == Type::Bool => {
                    left.extend([args[1], args[0]])
                }
                _ => all.push(id),
            }
        }
        all
    }

    /// The set of all values of a variable, of a set's member type, for which a condition holds.
    /// It may have members that the loop's set lacks.
    pub(crate) fn lift(&mut self, var: VarId, set_type: Type, condition: NodeId) -> Option<NodeId> {
        if self.is_free_of(condition, var) || !set_type.is_set() {
            return None;
        }
        // Conditions share their parts; what was tried once is not tried again.
        if let Some(known) = self.lifted.get(&(var, condition)) {
            return *known;
        }
        let lifted = self.lift_anew(var, set_type, condition);
        self.lifted.insert((var, condition), lifted);
        lifted
    }

    fn lift_anew(&mut self, var: VarId, set_type: Type, condition: NodeId) -> Option<NodeId> {
        let cells = set_type == Type::Cells;
        if let Some((prim, args)) = self.prim_of(condition) {
            match prim {
                Prim::AndW | Prim::OrW if self.ty(condition) == Type::Bool => {
                    let a = self.lift(var, set_type, args[0])?;
                    let b = self.lift(var, set_type, args[1])?;
                    let join = match (prim, cells) {
                        (Prim::AndW, true) => Prim::AndC,
                        (_, true) => Prim::OrC,
                        (prim, false) => prim,
                    };
                    return Some(self.prim(join, &[a, b], set_type));
                }
                Prim::HasC | Prim::HasW
                    if self.is_var(args[0], var) && self.is_free_of(args[1], var) =>
                {
                    return Some(args[1]);
                }
                Prim::HasW if cells => {
                    if let Some((Prim::CandOfCell, of)) = self.prim_of(args[1])
                        && self.is_var(of[0], var)
                        && self.is_free_of(args[0], var)
                    {
                        return Some(self.prim(Prim::SpotsOfDigit, &args[..1], Type::Cells));
                    }
                }
                Prim::Sees => {
                    for (one, other) in [(0, 1), (1, 0)] {
                        if self.is_var(args[one], var) && self.is_free_of(args[other], var) {
                            return Some(self.prim(Prim::PeersOfCell, &[args[other]], Type::Cells));
                        }
                    }
                }
                Prim::NotW => {
                    if let Some(positive) = self.lift(var, set_type, args[0]) {
                        let (all, difference) = match set_type {
                            Type::Cells => (self.cells((1 << 81) - 1), Prim::DiffC),
                            Type::Digits => (self.word(0x1FF, set_type), Prim::DiffW),
                            _ => (self.word((1 << 27) - 1, set_type), Prim::DiffW),
                        };
                        return Some(self.prim(difference, &[all, positive], set_type));
                    }
                }
                Prim::EqW => {
                    for (one, other) in [(0, 1), (1, 0)] {
                        if self.is_free_of(args[other], var)
                            && self.ty(args[one]) == Type::Int
                            && let Some(set) = self.members_with(var, args[one], args[other])
                        {
                            return Some(set);
                        }
                    }
                }
                _ => {}
            }
        }
        self.lift_by_count(var, set_type, condition)
    }

    /// The members of which a count that the position keeps has a value.
    ///
    /// The position keeps the counts of open cells and missing digits. Filled cells and held digits count
    /// nothing: where the value is 0 they are among the members, which are all but those that count something.
    fn members_with(&mut self, var: VarId, count: NodeId, value: NodeId) -> Option<NodeId> {
        let zero = match self.constant_word(value) {
            Some(value) => value == 0,
            None if self.range(value).lo > 0.0 => false,
            None => return None,
        };
        match self.prim_of(count)? {
            (Prim::CountW, args) => match self.prim_of(args[0])? {
                (Prim::CandOfCell, of) if self.is_var(of[0], var) => {
                    if !zero {
                        return Some(self.prim(Prim::CellsWithCount, &[value], Type::Cells));
                    }
                    let all = self.cells((1 << 81) - 1);
                    let digits = self.word(0x1FF, Type::Digits);
                    let some = self.prim(Prim::SpotsOfDigits, &[digits], Type::Cells);
                    Some(self.prim(Prim::DiffC, &[all, some], Type::Cells))
                }
                _ => None,
            },
            (Prim::SpotCount, args)
                if self.is_var(args[0], var) && self.is_free_of(args[1], var) =>
            {
                if !zero {
                    return Some(self.prim(Prim::DigitsWithSpots, &[args[1], value], Type::Digits));
                }
                let all = self.word(0x1FF, Type::Digits);
                let cells = self.prim(Prim::CellsOfUnit, &args[1..], Type::Cells);
                let some = self.prim(Prim::CandOfCells, &[cells], Type::Digits);
                Some(self.prim(Prim::DiffW, &[all, some], Type::Digits))
            }
            (Prim::SpotCount, args)
                if self.is_var(args[1], var) && self.is_free_of(args[0], var) =>
            {
                if !zero {
                    return Some(self.prim(Prim::UnitsWithSpots, &[args[0], value], Type::Units));
                }
                let all = self.word((1 << 27) - 1, Type::Units);
                let spots = self.prim(Prim::SpotsOfDigit, &args[..1], Type::Cells);
                let some = self.prim(Prim::UnitsOfCells, &[spots], Type::Units);
                Some(self.prim(Prim::DiffW, &[all, some], Type::Units))
            }
            _ => None,
        }
    }

    /// A condition that depends on the variable through one such count only, whatever it asks of it.
    fn lift_by_count(&mut self, var: VarId, set_type: Type, condition: NodeId) -> Option<NodeId> {
        let count = self.find_count(var, condition)?;
        let mut all: Option<NodeId> = None;
        for n in 0..=9 {
            let n = self.int(n);
            let truth = self.replace(condition, &mut HashMap::from([(count, n)]));
            match self.constant_word(truth)? {
                0 => {}
                _ => {
                    let members = self.members_with(var, count, n)?;
                    let join = if set_type == Type::Cells {
                        Prim::OrC
                    } else {
                        Prim::OrW
                    };
                    all = Some(match all {
                        Some(all) => self.prim(join, &[all, members], set_type),
                        None => members,
                    });
                }
            }
        }
        all
    }

    fn find_count(&mut self, var: VarId, condition: NodeId) -> Option<NodeId> {
        let zero = self.int(0);
        let (mut seen, mut left) = (HashSet::new(), vec![condition]);
        while let Some(id) = left.pop() {
            if self.is_free_of(id, var) || !seen.insert(id) {
                continue;
            }
            if self.members_with(var, id, zero).is_some() {
                return Some(id);
            }
            left.extend(self.node(id).args.iter().rev());
        }
        None
    }

    /// The same value with some nodes replaced; `done` says by what, and learns what becomes of others.
    fn replace(&mut self, id: NodeId, done: &mut HashMap<NodeId, NodeId>) -> NodeId {
        if let Some(&known) = done.get(&id) {
            return known;
        }
        let node = self.node(id).clone();
        let Op::Prim(prim) = node.op else {
            return id;
        };
        let args: Vec<NodeId> = node
            .args
            .iter()
            .map(|&arg| self.replace(arg, done))
            .collect();
        let replaced = if args[..] == node.args[..] {
            id
        } else {
            self.prim(prim, &args, node.ty)
        };
        done.insert(id, replaced);
        replaced
    }

    /// Splits a condition on the members of a set: the set narrowed by what can be lifted, and the rest.
    pub(crate) fn narrow(
        &mut self,
        var: VarId,
        set: NodeId,
        conditions: &[NodeId],
    ) -> (NodeId, Vec<NodeId>) {
        let set_type = self.ty(set);
        let meet = if set_type == Type::Cells {
            Prim::AndC
        } else {
            Prim::AndW
        };
        let (mut set, mut rest) = (set, Vec::new());
        for &condition in conditions {
            match self.lift(var, set_type, condition) {
                Some(lifted) => set = self.prim(meet, &[set, lifted], set_type),
                None => rest.push(condition),
            }
        }
        (set, rest)
    }

    /// For a loop over units with a loop over digits inside: the units for which the inner set has a member,
    /// where that is a set the position can give at once.
    pub(crate) fn units_worth_visiting(
        &mut self,
        unit: VarId,
        units: NodeId,
        digits: NodeId,
    ) -> Option<NodeId> {
        match self.prim_of(digits)? {
            (Prim::DigitsWithSpots, args)
                if self.is_var(args[0], unit) && self.constant_word(args[1])? > 0 =>
            {
                Some(self.prim(Prim::UnitsWithAnySpots, &[units, args[1]], Type::Units))
            }
            _ => None,
        }
    }
}
