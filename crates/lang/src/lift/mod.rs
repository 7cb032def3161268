//! Lifting: a condition on a loop's variable becomes one set of all values that satisfy it.
//!
//! `count(cand(c)) == 1` for a cell `c` is the set of cells with one candidate, which the position
//! keeps; a loop over it visits what satisfies the condition and nothing else.

mod bounds;
mod counts;
mod sets;

pub(crate) use bounds::Bound;

use std::collections::{HashMap, HashSet};

use crate::graph::{Graph, NodeId, Op, VarId};
use crate::prim::Prim;
use crate::types::Type;

impl Graph {
    pub(super) fn prim_of(&self, id: NodeId) -> Option<(Prim, Box<[NodeId]>)> {
        match self.node(id).op {
            Op::Prim(prim) => Some((prim, self.node(id).args.clone())),
            _ => None,
        }
    }

    pub(crate) fn is_var(&self, id: NodeId, var: VarId) -> bool {
        self.node(id).op == Op::Var(var)
    }

    pub(crate) fn is_free_of(&self, id: NodeId, var: VarId) -> bool {
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
        if let Some((prim, args)) = self.prim_of(condition) {
            match prim {
                Prim::AndW | Prim::OrW if self.ty(condition) == Type::Bool => {
                    let a = self.lift(var, set_type, args[0])?;
                    let b = self.lift(var, set_type, args[1])?;
                    return Some(if prim == Prim::AndW {
                        self.meet(set_type, a, b)
                    } else {
                        self.join(set_type, a, b)
                    });
                }
                Prim::NotW => {
                    if let Some(turned) = self.turned(args[0]) {
                        return self.lift(var, set_type, turned);
                    }
                    if let Some(positive) = self.lift(var, set_type, args[0]) {
                        return Some(self.all_but(set_type, positive));
                    }
                }
                Prim::HasC | Prim::HasW | Prim::Sees | Prim::EqW | Prim::LtW => {
                    if let Some(set) = self.lift_of_member(var, set_type, prim, &args) {
                        return Some(set);
                    }
                }
                Prim::SubsetC | Prim::SubsetW | Prim::IsEmptyC | Prim::IsEmptyW => {
                    if let Some(set) = self.lift_of_sets(var, set_type, prim, &args) {
                        return Some(set);
                    }
                }
                _ => {}
            }
        }
        self.lift_by_count(var, set_type, condition)
            .or_else(|| self.lift_by_comparison(var, set_type, condition))
    }

    /// `not a < b` and `not a <= b`, turned around.
    pub(super) fn turned(&mut self, compared: NodeId) -> Option<NodeId> {
        let (prim, args) = self.prim_of(compared)?;
        let other = match prim {
            Prim::LtW => Prim::LeW,
            Prim::LeW => Prim::LtW,
            _ => return None,
        };
        Some(self.prim(other, &[args[1], args[0]], Type::Bool))
    }

    /// Conditions on the variable itself, or on a member of a set that it has.
    fn lift_of_member(
        &mut self,
        var: VarId,
        set_type: Type,
        prim: Prim,
        args: &[NodeId],
    ) -> Option<NodeId> {
        let member = set_type.member()?;
        match prim {
            Prim::HasC | Prim::HasW => {
                if !self.is_free_of(args[0], var) {
                    let is_in = self.is_var(args[0], var) && self.is_free_of(args[1], var);
                    return is_in.then_some(args[1]);
                }
                let (set, within) = match self.prim_of(args[1])? {
                    (Prim::PeersOfCell, of) if self.is_var(of[0], var) => {
                        (self.prim(Prim::PeersOfCell, &args[..1], set_type), None)
                    }
                    (Prim::UnitsOfCell, of) if self.is_var(of[0], var) => {
                        (self.prim(Prim::CellsOfUnit, &args[..1], set_type), None)
                    }
                    _ => {
                        let within = self.share(var, set_type, args[1])?;
                        let having = match set_type {
                            Type::Cells => Prim::SpotsOfDigit,
                            Type::Units => Prim::UnitsOfCell,
                            _ => Prim::CandOfCell,
                        };
                        (self.prim(having, &args[..1], set_type), Some(within))
                    }
                };
                let Some(within) = within.filter(|&within| !self.is_everything(within)) else {
                    return Some(set);
                };
                let possible = self.prim(prim, &[args[0], within], Type::Bool);
                let none = self.nobody(set_type);
                Some(self.select(set_type, possible, set, none))
            }
            Prim::Sees => [(0, 1), (1, 0)].into_iter().find_map(|(one, other)| {
                (self.is_var(args[one], var) && self.is_free_of(args[other], var))
                    .then(|| self.prim(Prim::PeersOfCell, &[args[other]], set_type))
            }),
            Prim::EqW => [(0, 1), (1, 0)].into_iter().find_map(|(one, other)| {
                let (it, value) = (args[one], args[other]);
                if !self.is_free_of(value, var) {
                    return None;
                }
                if self.is_var(it, var) && self.ty(it) == member {
                    return Some(self.single(set_type, value));
                }
                let (kind, of) = self.prim_of(it)?;
                if !self.is_var(*of.first()?, var) {
                    return None;
                }
                match kind {
                    // Of one row no cell is in another.
                    Prim::RowOf | Prim::ColumnOf | Prim::BoxOf
                        if self.prim_of(value).is_some_and(|(other, _)| other == kind) =>
                    {
                        Some(self.prim(Prim::CellsOfUnit, &[value], set_type))
                    }
                    Prim::CandOfCell => Some(self.prim(Prim::CellsWithExactly, &[value], set_type)),
                    _ => None,
                }
            }),
            // `x > a`
            _ if self.is_var(args[1], var) && self.ty(args[1]) == member => {
                let all = self.everything(set_type);
                let after = if set_type == Type::Cells {
                    Prim::AfterC
                } else {
                    Prim::AfterW
                };
                self.is_free_of(args[0], var)
                    .then(|| self.prim(after, &[all, args[0]], set_type))
            }
            _ => None,
        }
    }

    /// Whether a set that the variable has lies in another, holds another, or is empty.
    fn lift_of_sets(
        &mut self,
        var: VarId,
        set_type: Type,
        prim: Prim,
        args: &[NodeId],
    ) -> Option<NodeId> {
        if let Some(shared) = self.share(var, set_type, args[0]) {
            let outside = match args.get(1) {
                None => shared,
                Some(&other) if self.is_free_of(other, var) => {
                    let ty = self.ty(shared);
                    self.without(ty, shared, other)
                }
                Some(_) => return None,
            };
            return Some(self.with_span(set_type, outside, 0, 0));
        }
        if matches!(prim, Prim::IsEmptyC | Prim::IsEmptyW) {
            // Units of a cell, among others.
            let (Prim::AndW, of) = self.prim_of(args[0])? else {
                return None;
            };
            let others = [(0, 1), (1, 0)].into_iter().find_map(|(one, other)| {
                let (Prim::UnitsOfCell, cell) = self.prim_of(of[one])? else {
                    return None;
                };
                (self.is_var(cell[0], var) && self.is_free_of(of[other], var)).then_some(of[other])
            })?;
            let cells = self.prim(Prim::CellsOfUnits, &[others], set_type);
            return Some(self.all_but(set_type, cells));
        }
        let (&[inner, outer], true) = (args, self.is_free_of(args[0], var)) else {
            return None;
        };
        if let Some((Prim::PeersOfCell, of)) = self.prim_of(outer)
            && self.is_var(of[0], var)
        {
            let none = self.prim(Prim::IsEmptyC, &[inner], Type::Bool);
            let all = self.everything(set_type);
            let peers = self.prim(Prim::PeersOfCells, &[inner], set_type);
            return Some(self.select(set_type, none, all, peers));
        }
        let within = self.share(var, set_type, outer)?;
        let having_all = match set_type {
            Type::Cells => Prim::CellsWithAll,
            Type::Units => Prim::CommonUnits,
            _ => return None,
        };
        let set = self.prim(having_all, &[inner], set_type);
        if self.is_everything(within) {
            return Some(set);
        }
        let possible = self.prim(prim, &[inner, within], Type::Bool);
        let none = self.nobody(set_type);
        Some(self.select(set_type, possible, set, none))
    }

    /// The same value with some nodes replaced; `done` says by what, and learns what becomes of others.
    pub(super) fn replace(&mut self, id: NodeId, done: &mut HashMap<NodeId, NodeId>) -> NodeId {
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
        let (mut lifted, mut rest) = (Vec::new(), Vec::new());
        for &condition in conditions {
            match self.lift(var, set_type, condition) {
                Some(members) => lifted.push(members),
                None => rest.push(condition),
            }
        }
        (self.narrowed(set, lifted), rest)
    }

    /// Notes what a loop's set says of its members.
    pub(crate) fn learn(&mut self, var: VarId, set: NodeId) {
        let (mut seen, mut left) = (HashSet::new(), vec![set]);
        while let Some(id) = left.pop() {
            if !seen.insert(id) {
                continue;
            }
            match self.prim_of(id) {
                Some((Prim::AndC | Prim::AndW, args)) => left.extend(args),
                Some((Prim::AfterC | Prim::AfterW | Prim::DiffC | Prim::DiffW, args)) => {
                    left.push(args[0]);
                }
                Some((Prim::CellsWithCount, args)) => {
                    if let (Some(number), Some(it)) = (
                        self.constant_word(args[0]),
                        self.find(Op::Var(var), &[], Type::Cell),
                    ) {
                        let candidates = self.prim(Prim::CandOfCell, &[it], Type::Digits);
                        let count = self.size(candidates);
                        self.facts.insert(count, number);
                    }
                }
                _ => {}
            }
        }
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
