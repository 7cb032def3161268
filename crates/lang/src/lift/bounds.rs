//! What a condition says before all of its loops have a value: bounds from above on sets that only grow with
//! the members of a subset, and weaker conditions on the loops outside.

use std::collections::{HashMap, HashSet};

use crate::graph::{Graph, NodeId, Op, VarId};
use crate::prim::{Code, FoldKind, Prim};
use crate::types::Type;

/// The most members of a set that is the union of its values for the single members of a subset.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Bound {
    /// The set, of the variable that the subsets run through.
    pub(crate) union: NodeId,
    /// The number.
    pub(crate) limit: NodeId,
    /// Whether the number is the condition's own, and not the most that it can be.
    pub(crate) says_all: bool,
}

/// What was found of nodes before.
type Seen<T = bool> = HashMap<NodeId, T>;

/// Sets that lie in others, or that others lie in, whatever the hidden variables are.
#[derive(Default)]
struct Limits {
    hidden: u64,
    least: Seen<Option<NodeId>>,
    most: Seen<Option<NodeId>>,
}

impl Graph {
    /// Whether a set for a subset is the union of what it is for each member of the subset, of which there is
    /// one at least.
    fn is_union_over(&self, set: NodeId, subset: VarId, seen: &mut Seen) -> bool {
        if self.is_free_of(set, subset) || self.is_var(set, subset) {
            return true;
        }
        if let Some(&known) = seen.get(&set) {
            return known;
        }
        let is_union = self.is_union_of_parts(set, subset, seen);
        seen.insert(set, is_union);
        is_union
    }

    fn is_union_of_parts(&self, set: NodeId, subset: VarId, seen: &mut Seen) -> bool {
        let node = self.node(set);
        let args = &node.args;
        let mut union = |at: usize| self.is_union_over(args[at], subset, seen);
        let free = |at: usize| self.is_free_of(args[at], subset);
        if !node.ty.is_set() {
            return false;
        }
        match node.op {
            Op::Fold(FoldKind::Union, _) => (free(0) || free(1)) && union(0) && union(1),
            Op::Prim(prim) => match prim {
                Prim::CandOfCells
                | Prim::UnitsOfCells
                | Prim::SpotsOfDigits
                | Prim::CellsOfUnits
                | Prim::HalfTurn
                | Prim::MirrorColumns
                | Prim::MirrorRows
                | Prim::Transpose
                | Prim::AntiTranspose => union(0),
                Prim::OrC | Prim::OrW => union(0) && union(1),
                Prim::AndC | Prim::AndW => (free(0) || free(1)) && union(0) && union(1),
                Prim::DiffC | Prim::DiffW => free(1) && union(0),
                Prim::SelectC | Prim::SelectW => free(0) && union(1) && union(2),
                _ => false,
            },
            _ => false,
        }
    }

    /// What a condition bounds from above, for the subsets that a variable runs through.
    pub(crate) fn bound(&mut self, subset: VarId, condition: NodeId) -> Option<Bound> {
        let (prim, args) = self.prim_of(condition)?;
        match prim {
            Prim::NotW => {
                let turned = self.turned(args[0])?;
                self.bound(subset, turned)
            }
            Prim::EqW if self.ty(args[0]) == Type::Int => {
                [(0, 1), (1, 0)].into_iter().find_map(|(one, other)| {
                    let set = self.counted_set(args[one])?;
                    self.bound_on(subset, set, args[other])
                })
            }
            Prim::LeW => {
                let set = self.counted_set(args[0])?;
                self.bound_on(subset, set, args[1])
            }
            Prim::LtW => {
                let minus_one = self.int(-1);
                let set = self.counted_set(args[0])?;
                let limit = self.prim(Prim::AddW, &[args[1], minus_one], Type::Int);
                self.bound_on(subset, set, limit)
            }
            Prim::IsEmptyC | Prim::IsEmptyW => {
                let none = self.int(0);
                self.bound_on(subset, args[0], none)
            }
            Prim::SubsetC | Prim::SubsetW if self.is_free_of(args[1], subset) => {
                let (ty, none) = (self.ty(args[0]), self.int(0));
                let outside = self.without(ty, args[0], args[1]);
                self.bound_on(subset, outside, none)
            }
            _ => None,
        }
    }

    /// The bound that a number is on a set.
    fn bound_on(&mut self, subset: VarId, set: NodeId, limit: NodeId) -> Option<Bound> {
        let says_all = self.is_free_of(limit, subset);
        let most = self.range(limit).hi;
        let limit = match says_all {
            true => limit,
            false if most.is_finite() => self.int(most.floor() as i64),
            false => return None,
        };
        let bounds = !self.is_free_of(set, subset)
            && self.is_union_over(set, subset, &mut Seen::new())
            && self.range(set).hi > self.range(limit).lo;
        bounds.then_some(Bound {
            union: set,
            limit,
            says_all,
        })
    }

    /// Whether a condition that bounds a set from above wants it as large as that.
    pub(crate) fn is_exact(&self, condition: NodeId) -> bool {
        matches!(self.prim_of(condition), Some((Prim::EqW, _)))
    }

    /// How the values of single members are added to a chooser all at once: the instruction, the set that
    /// they share members with, and the units that are looked at.
    pub(crate) fn values_at_once(
        &mut self,
        member: VarId,
        value: NodeId,
    ) -> Option<(Code, NodeId, Option<NodeId>)> {
        let set_type = self.vars[usize::from(member.0)].ty.set_of()?;
        if let Some(shared) = self.share(member, set_type, value) {
            let code = match set_type {
                Type::Cells => Code::FillCells,
                Type::Digits => Code::FillDigits,
                _ => Code::FillUnits,
            };
            return Some((code, shared, None));
        }
        let (cells, wanted) = match self.prim_of(value)? {
            (Prim::UnitsOfCells, args) => (args[0], self.everything(Type::Units)),
            (Prim::AndW, args) => [(0, 1), (1, 0)].into_iter().find_map(|(one, other)| {
                let (Prim::UnitsOfCells, of) = self.prim_of(args[one])? else {
                    return None;
                };
                self.is_free_of(args[other], member)
                    .then_some((of[0], args[other]))
            })?,
            _ => return None,
        };
        let shared = self.share(member, set_type, cells)?;
        (set_type == Type::Units).then_some((Code::FillCrossings, shared, Some(wanted)))
    }

    fn counted_set(&self, count: NodeId) -> Option<NodeId> {
        match self.prim_of(count)? {
            (Prim::CountC | Prim::CountW, args) => Some(args[0]),
            _ => None,
        }
    }

    /// A set that lies in another whatever the hidden variables are, and does not depend on them.
    fn at_least(&mut self, set: NodeId, limits: &mut Limits) -> Option<NodeId> {
        if self.vars_of(set) & limits.hidden == 0 {
            return Some(set);
        }
        if let Some(&known) = limits.least.get(&set) {
            return known;
        }
        let found = self.at_least_of_parts(set, limits);
        limits.least.insert(set, found);
        found
    }

    fn at_least_of_parts(&mut self, set: NodeId, limits: &mut Limits) -> Option<NodeId> {
        let (prim, args) = self.prim_of(set)?;
        let ty = self.ty(set);
        match prim {
            Prim::OrC | Prim::OrW if ty.is_set() => {
                match (
                    self.at_least(args[0], limits),
                    self.at_least(args[1], limits),
                ) {
                    (Some(a), Some(b)) => Some(self.join(ty, a, b)),
                    (a, b) => a.or(b),
                }
            }
            Prim::AndC | Prim::AndW if ty.is_set() => {
                let a = self.at_least(args[0], limits)?;
                let b = self.at_least(args[1], limits)?;
                Some(self.meet(ty, a, b))
            }
            Prim::DiffC | Prim::DiffW => {
                let a = self.at_least(args[0], limits)?;
                let b = self.at_most(args[1], limits)?;
                Some(self.without(ty, a, b))
            }
            Prim::CandOfCells | Prim::UnitsOfCells | Prim::SpotsOfDigits | Prim::CellsOfUnits => {
                let of = self.at_least(args[0], limits)?;
                Some(self.prim(prim, &[of], ty))
            }
            _ => None,
        }
    }

    /// A set in which another lies whatever the hidden variables are, and which does not depend on them.
    fn at_most(&mut self, set: NodeId, limits: &mut Limits) -> Option<NodeId> {
        if self.vars_of(set) & limits.hidden == 0 {
            return Some(set);
        }
        if let Some(&known) = limits.most.get(&set) {
            return known;
        }
        let found = self.at_most_of_parts(set, limits);
        limits.most.insert(set, found);
        found
    }

    fn at_most_of_parts(&mut self, set: NodeId, limits: &mut Limits) -> Option<NodeId> {
        let (prim, args) = self.prim_of(set)?;
        let ty = self.ty(set);
        match prim {
            Prim::OrC | Prim::OrW if ty.is_set() => {
                let a = self.at_most(args[0], limits)?;
                let b = self.at_most(args[1], limits)?;
                Some(self.join(ty, a, b))
            }
            Prim::AndC | Prim::AndW if ty.is_set() => {
                match (self.at_most(args[0], limits), self.at_most(args[1], limits)) {
                    (Some(a), Some(b)) => Some(self.meet(ty, a, b)),
                    (a, b) => a.or(b),
                }
            }
            Prim::DiffC | Prim::DiffW => {
                let a = self.at_most(args[0], limits)?;
                Some(match self.at_least(args[1], limits) {
                    Some(b) => self.without(ty, a, b),
                    None => a,
                })
            }
            Prim::SpotsInUnit if self.vars_of(args[0]) & limits.hidden == 0 => {
                Some(self.prim(Prim::SpotsOfDigit, &args[..1], ty))
            }
            Prim::SpotsInUnit if self.vars_of(args[1]) & limits.hidden == 0 => {
                Some(self.prim(Prim::OpenInUnit, &args[1..], ty))
            }
            Prim::CandOfCells | Prim::UnitsOfCells | Prim::SpotsOfDigits | Prim::CellsOfUnits => {
                let of = self.at_most(args[0], limits)?;
                Some(self.prim(prim, &[of], ty))
            }
            _ => None,
        }
    }

    /// What has to hold of the other variables for a condition to hold at all, as far as that is plain.
    pub(crate) fn weakened(&mut self, condition: NodeId, hidden: u64) -> Vec<NodeId> {
        if self.vars_of(condition) & hidden == 0 {
            return vec![condition];
        }
        let Some((prim, args)) = self.prim_of(condition) else {
            return Vec::new();
        };
        let free = |g: &Self, at: usize| g.vars_of(args[at]) & hidden == 0;
        let mut weaker = Vec::new();
        let limits = &mut Limits {
            hidden,
            ..Limits::default()
        };
        match prim {
            Prim::NotW => {
                if let Some(turned) = self.turned(args[0]) {
                    return self.weakened(turned, hidden);
                }
                if let Some((empty @ (Prim::IsEmptyC | Prim::IsEmptyW), of)) = self.prim_of(args[0])
                    && let Some(set) = self.at_most(of[0], limits)
                {
                    let none = self.prim(empty, &[set], Type::Bool);
                    weaker.push(self.prim(Prim::NotW, &[none], Type::Bool));
                }
            }
            Prim::EqW | Prim::LeW | Prim::LtW if self.ty(args[0]) == Type::Int => {
                for (one, other) in [(0, 1), (1, 0)] {
                    let (Some(set), true) = (self.counted_set(args[one]), free(self, other)) else {
                        continue;
                    };
                    // The counted set is the smaller side, the larger side or both.
                    let smaller = prim == Prim::EqW || one == 0;
                    let larger = prim == Prim::EqW || one == 1;
                    let bound = if prim == Prim::LtW {
                        Prim::LtW
                    } else {
                        Prim::LeW
                    };
                    if smaller && let Some(set) = self.at_least(set, limits) {
                        let size = self.size(set);
                        weaker.push(self.prim(bound, &[size, args[other]], Type::Bool));
                    }
                    if larger && let Some(set) = self.at_most(set, limits) {
                        let size = self.size(set);
                        weaker.push(self.prim(bound, &[args[other], size], Type::Bool));
                    }
                }
            }
            Prim::IsEmptyC | Prim::IsEmptyW => {
                if let Some(set) = self.at_least(args[0], limits) {
                    weaker.push(self.prim(prim, &[set], Type::Bool));
                }
            }
            Prim::SubsetC | Prim::SubsetW => {
                if let (Some(a), Some(b)) = (
                    self.at_least(args[0], limits),
                    self.at_most(args[1], limits),
                ) {
                    weaker.push(self.prim(prim, &[a, b], Type::Bool));
                }
            }
            Prim::HasC | Prim::HasW if free(self, 0) => {
                if let Some(set) = self.at_most(args[1], limits) {
                    weaker.push(self.prim(prim, &[args[0], set], Type::Bool));
                }
            }
            _ => {}
        }
        weaker
    }

    /// The cells that a condition wants a variable, a set of cells itself, to lie within.
    pub(crate) fn lies_within(&self, var: VarId, condition: NodeId) -> Option<NodeId> {
        let (Prim::SubsetC, args) = self.prim_of(condition)? else {
            return None;
        };
        (self.is_var(args[0], var) && self.is_free_of(args[1], var)).then(|| args[1])
    }

    /// Whether a set plainly lies in another.
    fn lies_in(&self, set: NodeId, other: NodeId) -> bool {
        let (mut seen, mut left) = (HashSet::new(), vec![set]);
        while let Some(id) = left.pop() {
            if id == other {
                return true;
            }
            if !seen.insert(id) {
                continue;
            }
            match (self.prim_of(id), self.prim_of(other)) {
                (Some((Prim::AndC | Prim::AndW, args)), _) => left.extend(args),
                (Some((Prim::DiffC | Prim::DiffW, args)), _) => left.push(args[0]),
                (Some((Prim::SpotsInUnit, args)), Some((Prim::SpotsOfDigit, of)))
                    if args[0] == of[0] =>
                {
                    return true;
                }
                _ => {}
            }
        }
        false
    }

    /// Whether an elimination takes anything.
    pub(crate) fn takes_something(&mut self, digits: NodeId, cells: NodeId) -> NodeId {
        let spots = self.prim(Prim::SpotsOfDigits, &[digits], Type::Cells);
        let gone = if self.lies_in(cells, spots) {
            cells
        } else {
            self.meet(Type::Cells, spots, cells)
        };
        let none = self.prim(Prim::IsEmptyC, &[gone], Type::Bool);
        self.prim(Prim::NotW, &[none], Type::Bool)
    }
}
