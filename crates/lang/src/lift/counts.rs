//! Conditions on a number: how many candidates a cell has among some digits, how many cells a unit has among
//! some cells, how many spots a digit has among them.

use std::collections::{HashMap, HashSet};

use undoku_grid::UnitSet;

use crate::graph::{Graph, NodeId, VarId};
use crate::prim::Prim;
use crate::types::Type;

/// More than any such number.
const ANY_NUMBER: i64 = 127;

impl Graph {
    /// What a set is that a loop's variable shares with others: the candidates of a cell, the cells of a unit
    /// or the spots of a digit that are also in the set which this gives.
    pub(super) fn share(&mut self, var: VarId, set_type: Type, set: NodeId) -> Option<NodeId> {
        if self.is_free_of(set, var) {
            return None;
        }
        // Sets are made of the same parts again and again.
        if let Some(known) = self.shares.get(&(var, set)) {
            return *known;
        }
        let shared = self.share_anew(var, set_type, set);
        self.shares.insert((var, set), shared);
        shared
    }

    fn share_anew(&mut self, var: VarId, set_type: Type, set: NodeId) -> Option<NodeId> {
        let (prim, args) = self.prim_of(set)?;
        let ty = self.ty(set);
        match (prim, set_type) {
            (Prim::CandOfCell, Type::Cells)
            | (Prim::CellsOfUnit, Type::Units)
            | (Prim::SpotsOfDigit, Type::Digits) => {
                self.is_var(args[0], var).then(|| self.everything(ty))
            }
            (Prim::OpenInUnit, Type::Units) => self
                .is_var(args[0], var)
                .then(|| self.prim(Prim::Open, &[], ty)),
            (Prim::SpotsInUnit, Type::Units) => (self.is_var(args[1], var)
                && self.is_free_of(args[0], var))
            .then(|| self.prim(Prim::SpotsOfDigit, &args[..1], ty)),
            (Prim::SpotsInUnit, Type::Digits) => (self.is_var(args[0], var)
                && self.is_free_of(args[1], var))
            .then(|| self.prim(Prim::CellsOfUnit, &args[1..], ty)),
            (Prim::AndC | Prim::AndW, _) if ty != Type::Bool => {
                let a = self.share_or_free(var, set_type, args[0])?;
                let b = self.share_or_free(var, set_type, args[1])?;
                Some(self.meet(ty, a, b))
            }
            (Prim::DiffC | Prim::DiffW, _) => {
                let a = self.share(var, set_type, args[0])?;
                let b = self.share_or_free(var, set_type, args[1])?;
                Some(self.without(ty, a, b))
            }
            (Prim::OrC | Prim::OrW, _) if ty != Type::Bool => {
                let a = self.share(var, set_type, args[0])?;
                let b = self.share(var, set_type, args[1])?;
                Some(self.join(ty, a, b))
            }
            _ => None,
        }
    }

    fn share_or_free(&mut self, var: VarId, set_type: Type, set: NodeId) -> Option<NodeId> {
        if self.is_free_of(set, var) {
            return Some(set);
        }
        self.share(var, set_type, set)
    }

    /// Of which set a number counts the members that the variable shares.
    fn counted(&mut self, var: VarId, set_type: Type, count: NodeId) -> Option<NodeId> {
        let (prim, args) = self.prim_of(count)?;
        match (prim, set_type) {
            (Prim::CountW, Type::Units) => {
                let cells = self.one_for_each_cell(var, args[0])?;
                self.share(var, set_type, cells)
            }
            (Prim::CountW | Prim::CountC, _) => self.share(var, set_type, args[0]),
            (Prim::SpotCount, Type::Units) => (self.is_var(args[1], var)
                && self.is_free_of(args[0], var))
            .then(|| self.prim(Prim::SpotsOfDigit, &args[..1], Type::Cells)),
            (Prim::SpotCount, Type::Digits) => (self.is_var(args[0], var)
                && self.is_free_of(args[1], var))
            .then(|| self.prim(Prim::CellsOfUnit, &args[1..], Type::Cells)),
            (Prim::OpenCount, Type::Units) => self
                .is_var(args[0], var)
                .then(|| self.prim(Prim::Open, &[], Type::Cells)),
            _ => None,
        }
    }

    /// The cells that some units are those of, one for each: columns of cells in a row, rows of cells in a
    /// column.
    fn one_for_each_cell(&self, line: VarId, units: NodeId) -> Option<NodeId> {
        let among = self.vars[usize::from(line.0)].units;
        let (Prim::AndW, args) = self.prim_of(units)? else {
            return None;
        };
        [(0, 1), (1, 0)].into_iter().find_map(|(one, other)| {
            let crossing = UnitSet::from_bits(self.constant_word(args[other])? as u32);
            let crosses =
                |kind: UnitSet, others: UnitSet| among.is_subset(kind) && crossing == others;
            let (Prim::UnitsOfCells, of) = self.prim_of(args[one])? else {
                return None;
            };
            let lines = crosses(UnitSet::ROWS, UnitSet::COLUMNS)
                || crosses(UnitSet::COLUMNS, UnitSet::ROWS);
            lines.then_some(of[0])
        })
    }

    /// The members that share so many, from `low` to `high`, with a set.
    pub(super) fn with_span(
        &mut self,
        set_type: Type,
        shared: NodeId,
        low: i64,
        high: i64,
    ) -> NodeId {
        let most = self.most_shared(set_type, shared);
        let (low, high) = (low.max(0), if high >= most { ANY_NUMBER } else { high });
        if low > high || low > most {
            return self.nobody(set_type);
        }
        match (low, high) {
            (0, ANY_NUMBER) => self.everything(set_type),
            (0, 0) => {
                let some = self.with_span(set_type, shared, 1, ANY_NUMBER);
                self.all_but(set_type, some)
            }
            (1, ANY_NUMBER) => {
                let some = match set_type {
                    Type::Cells => Prim::SpotsOfDigits,
                    Type::Units => Prim::UnitsOfCells,
                    _ => Prim::CandOfCells,
                };
                self.prim(some, &[shared], set_type)
            }
            _ => {
                if low == high {
                    let number = self.int(low);
                    if let Some(kept) = self.kept_by_number(set_type, shared, number) {
                        return kept;
                    }
                }
                let (low, high) = (self.int(low), self.int(high));
                self.with_numbers(set_type, shared, low, high)
            }
        }
    }

    /// The most that a member can share with a set.
    fn most_shared(&self, set_type: Type, shared: NodeId) -> i64 {
        let most = if set_type == Type::Digits { 81.0 } else { 9.0 };
        self.range(shared).hi.clamp(0.0, most) as i64
    }

    fn with_numbers(
        &mut self,
        set_type: Type,
        shared: NodeId,
        low: NodeId,
        high: NodeId,
    ) -> NodeId {
        let by_count = match set_type {
            Type::Cells => Prim::CellsByCount,
            Type::Units => Prim::UnitsByCount,
            _ => Prim::DigitsByCount,
        };
        let span = self.prim(Prim::Span, &[low, high], Type::Int);
        self.prim(by_count, &[shared, span], set_type)
    }

    /// The members of which a number that the position keeps has a value, which is not 0.
    ///
    /// The position keeps the numbers of open cells and missing digits; filled cells and held digits share
    /// nothing with any set, and so no number but 0.
    fn kept_by_number(&mut self, set_type: Type, shared: NodeId, number: NodeId) -> Option<NodeId> {
        match (set_type, self.prim_of(shared)) {
            (Type::Cells, _) if self.is_everything(shared) => {
                Some(self.prim(Prim::CellsWithCount, &[number], set_type))
            }
            (Type::Digits, Some((Prim::CellsOfUnit, of))) => {
                Some(self.prim(Prim::DigitsWithSpots, &[of[0], number], set_type))
            }
            (Type::Units, Some((Prim::SpotsOfDigit, of))) => {
                Some(self.prim(Prim::UnitsWithSpots, &[of[0], number], set_type))
            }
            _ => None,
        }
    }

    /// The set and the constant span of members that were found by number.
    fn span_of(&mut self, members: NodeId) -> Option<(NodeId, i64, i64)> {
        let (prim, args) = self.prim_of(members)?;
        match prim {
            Prim::CellsWithCount => {
                let number = self.constant_word(args[0]).filter(|&n| n > 0)?;
                Some((self.everything(Type::Digits), number, number))
            }
            Prim::UnitsWithSpots => {
                let number = self.constant_word(args[1]).filter(|&n| n > 0)?;
                let spots = self.prim(Prim::SpotsOfDigit, &args[..1], Type::Cells);
                Some((spots, number, number))
            }
            Prim::DigitsWithSpots => {
                let number = self.constant_word(args[1]).filter(|&n| n > 0)?;
                let cells = self.prim(Prim::CellsOfUnit, &args[..1], Type::Cells);
                Some((cells, number, number))
            }
            Prim::CellsByCount | Prim::UnitsByCount | Prim::DigitsByCount => {
                let span = self.constant_word(args[1])?;
                Some((args[0], span & 0xFF, span >> 8))
            }
            Prim::SpotsOfDigits | Prim::UnitsOfCells | Prim::CandOfCells => {
                Some((args[0], 1, ANY_NUMBER))
            }
            _ => None,
        }
    }

    /// The members of two sets found by number, as one that is found so.
    pub(super) fn both_spans(&mut self, set_type: Type, a: NodeId, b: NodeId) -> Option<NodeId> {
        if a == b {
            return Some(a);
        }
        let (shared, low, high) = self.span_of(a)?;
        let (other, least, most) = self.span_of(b)?;
        (shared == other).then(|| self.with_span(set_type, shared, low.max(least), high.min(most)))
    }

    /// A condition that depends on the variable through one such number only, whatever it asks of it.
    pub(super) fn lift_by_count(
        &mut self,
        var: VarId,
        set_type: Type,
        condition: NodeId,
    ) -> Option<NodeId> {
        let (count, shared) = self.find_count(var, set_type, condition)?;
        let most = self.most_shared(set_type, shared);
        let mut all: Option<NodeId> = None;
        let mut first = None;
        for n in 0..=most + 1 {
            let holds = n <= most && {
                let number = self.int(n);
                let truth = self.replace(condition, &mut HashMap::from([(count, number)]));
                self.constant_word(truth)? != 0
            };
            match first {
                None if holds => first = Some(n),
                Some(low) if !holds => {
                    let members = self.with_span(set_type, shared, low, n - 1);
                    all = Some(match all {
                        Some(all) => self.join(set_type, all, members),
                        None => members,
                    });
                    first = None;
                }
                _ => {}
            }
        }
        Some(all.unwrap_or_else(|| self.nobody(set_type)))
    }

    fn find_count(
        &mut self,
        var: VarId,
        set_type: Type,
        condition: NodeId,
    ) -> Option<(NodeId, NodeId)> {
        let (mut seen, mut left) = (HashSet::new(), vec![condition]);
        while let Some(id) = left.pop() {
            if self.is_free_of(id, var) || !seen.insert(id) {
                continue;
            }
            if let Some(shared) = self.counted(var, set_type, id) {
                return Some((id, shared));
            }
            left.extend(self.node(id).args.iter().rev());
        }
        None
    }

    /// A comparison of such a number, or of the size of a union with what is shared, with a value that the
    /// variable does not change.
    pub(super) fn lift_by_comparison(
        &mut self,
        var: VarId,
        set_type: Type,
        condition: NodeId,
    ) -> Option<NodeId> {
        let (prim, args) = self.prim_of(condition)?;
        if !matches!(prim, Prim::EqW | Prim::LeW | Prim::LtW) || self.ty(args[0]) != Type::Int {
            return None;
        }
        for (one, other) in [(0, 1), (1, 0)] {
            let (count, mut value) = (args[one], args[other]);
            if !self.is_free_of(value, var) {
                continue;
            }
            let mut one = one;
            let (shared, more) =
                if let Some((shared, size)) = self.counted_left(var, set_type, count) {
                    // As many less as are shared: whatever is less than a number is more than the rest.
                    value = self.prim(Prim::SubW, &[size, value], Type::Int);
                    one = 1 - one;
                    (shared, None)
                } else if let Some(beside) = self.counted_beside(var, set_type, count) {
                    beside
                } else {
                    continue;
                };
            if let Some(more) = more {
                value = self.prim(Prim::SubW, &[value, more], Type::Int);
            } else if prim == Prim::EqW
                && self.range(value).lo > 0.0
                && let Some(kept) = self.kept_by_number(set_type, shared, value)
            {
                return Some(kept);
            }
            let step = |g: &mut Self, by: i64| {
                let by = g.int(by);
                g.prim(Prim::AddW, &[value, by], Type::Int)
            };
            let (low, high) = match (prim, one) {
                (Prim::EqW, _) => (value, value),
                (Prim::LeW, 0) => (self.int(0), value),
                (Prim::LeW, _) => (value, self.int(ANY_NUMBER)),
                (_, 0) => (self.int(0), step(self, -1)),
                _ => (step(self, 1), self.int(ANY_NUMBER)),
            };
            return Some(match (self.constant_word(low), self.constant_word(high)) {
                (Some(low), Some(high)) => self.with_span(set_type, shared, low, high),
                _ => self.with_numbers(set_type, shared, low, high),
            });
        }
        None
    }

    /// Of which set a number counts the members that the variable does not share, and how many there are.
    fn counted_left(
        &mut self,
        var: VarId,
        set_type: Type,
        count: NodeId,
    ) -> Option<(NodeId, NodeId)> {
        let (Prim::CountW | Prim::CountC, of) = self.prim_of(count)? else {
            return None;
        };
        let (Prim::DiffW | Prim::DiffC, args) = self.prim_of(of[0])? else {
            return None;
        };
        if !self.is_free_of(args[0], var) {
            return None;
        }
        let ty = self.ty(args[0]);
        let shared = self.share(var, set_type, args[1])?;
        let shared = self.meet(ty, args[0], shared);
        Some((shared, self.size(args[0])))
    }

    /// Of which set a number counts the members that the variable shares, and the number that it counts beside
    /// them.
    fn counted_beside(
        &mut self,
        var: VarId,
        set_type: Type,
        count: NodeId,
    ) -> Option<(NodeId, Option<NodeId>)> {
        if let Some(shared) = self.counted(var, set_type, count) {
            return Some((shared, None));
        }
        let (Prim::CountW | Prim::CountC, of) = self.prim_of(count)? else {
            return None;
        };
        let ty = self.ty(of[0]);
        let (mut shared, mut beside): (Option<NodeId>, Option<NodeId>) = (None, None);
        let (mut seen, mut left) = (HashSet::new(), vec![of[0]]);
        while let Some(id) = left.pop() {
            if !seen.insert(id) {
                continue;
            }
            let into = if self.is_free_of(id, var) {
                &mut beside
            } else if let Some((Prim::OrC | Prim::OrW, args)) = self.prim_of(id) {
                left.extend([args[1], args[0]]);
                continue;
            } else {
                let part = self.share(var, set_type, id)?;
                shared = Some(match shared {
                    Some(shared) => self.join(ty, shared, part),
                    None => part,
                });
                continue;
            };
            *into = Some(match *into {
                Some(beside) => self.join(ty, beside, id),
                None => id,
            });
        }
        let (shared, beside) = (shared?, beside?);
        let shared = self.without(ty, shared, beside);
        let size = self.size(beside);
        let size = match self.facts.get(&size) {
            Some(&known) => self.int(known),
            None => size,
        };
        Some((shared, Some(size)))
    }
}
