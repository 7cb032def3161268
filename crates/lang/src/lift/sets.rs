//! Sets of a loop's members, put together.

use std::collections::HashSet;

use crate::graph::{Graph, NodeId, Op};
use crate::prim::Prim;
use crate::types::Type;

impl Graph {
    /// All cells, digits or units.
    pub(crate) fn everything(&mut self, set_type: Type) -> NodeId {
        match set_type {
            Type::Cells => self.cells((1 << 81) - 1),
            Type::Digits => self.word(0x1FF, set_type),
            _ => self.word((1 << 27) - 1, set_type),
        }
    }

    /// The empty set.
    pub(crate) fn nobody(&mut self, set_type: Type) -> NodeId {
        match set_type {
            Type::Cells => self.cells(0),
            _ => self.word(0, set_type),
        }
    }

    /// Whether a set is known to have every cell, digit or unit.
    pub(crate) fn is_everything(&self, set: NodeId) -> bool {
        match (self.node(set).op, self.ty(set)) {
            (Op::Cells(bits), _) => bits.count_ones() == 81,
            (Op::Word(bits), Type::Digits) => bits == 0x1FF,
            (Op::Word(bits), Type::Units) => bits == (1 << 27) - 1,
            _ => false,
        }
    }

    /// The set of one member.
    pub(crate) fn single(&mut self, set_type: Type, member: NodeId) -> NodeId {
        let one = match set_type {
            Type::Cells => Prim::OneCell,
            Type::Digits => Prim::OneDigit,
            _ => Prim::OneUnit,
        };
        self.prim(one, &[member], set_type)
    }

    /// The members of both.
    pub(crate) fn meet(&mut self, set_type: Type, a: NodeId, b: NodeId) -> NodeId {
        match set_type {
            Type::Cells => self.prim(Prim::AndC, &[a, b], set_type),
            _ => self.prim(Prim::AndW, &[a, b], set_type),
        }
    }

    /// The members of either.
    pub(crate) fn join(&mut self, set_type: Type, a: NodeId, b: NodeId) -> NodeId {
        match set_type {
            Type::Cells => self.prim(Prim::OrC, &[a, b], set_type),
            _ => self.prim(Prim::OrW, &[a, b], set_type),
        }
    }

    /// The members of the first that the second lacks.
    pub(crate) fn without(&mut self, set_type: Type, a: NodeId, b: NodeId) -> NodeId {
        match set_type {
            Type::Cells => self.prim(Prim::DiffC, &[a, b], set_type),
            _ => self.prim(Prim::DiffW, &[a, b], set_type),
        }
    }

    /// What the set lacks.
    pub(crate) fn all_but(&mut self, set_type: Type, set: NodeId) -> NodeId {
        let all = self.everything(set_type);
        self.without(set_type, all, set)
    }

    /// One of two sets.
    pub(super) fn select(
        &mut self,
        set_type: Type,
        condition: NodeId,
        then: NodeId,
        otherwise: NodeId,
    ) -> NodeId {
        let select = match set_type {
            Type::Cells => Prim::SelectC,
            _ => Prim::SelectW,
        };
        self.prim(select, &[condition, then, otherwise], set_type)
    }

    /// How many members a set has.
    pub(crate) fn size(&mut self, set: NodeId) -> NodeId {
        let count = match self.ty(set) {
            Type::Cells => Prim::CountC,
            _ => Prim::CountW,
        };
        self.prim(count, &[set], Type::Int)
    }

    /// The sets whose common members are those of a set.
    pub(crate) fn parts(&self, set: NodeId) -> Vec<NodeId> {
        let (mut parts, mut seen, mut left) = (Vec::new(), HashSet::new(), vec![set]);
        while let Some(id) = left.pop() {
            if !seen.insert(id) {
                continue;
            }
            match self.prim_of(id) {
                Some((Prim::AndC | Prim::AndW, args)) => left.extend([args[1], args[0]]),
                _ => parts.push(id),
            }
        }
        parts
    }

    /// Whether it is likely that a set has far less members than there are: that it pays to narrow a loop to it
    /// where nothing else says so.
    pub(crate) fn narrows(&self, set: NodeId) -> bool {
        match self.prim_of(set) {
            // Nearly every digit is a candidate somewhere in many cells.
            Some((Prim::CandOfCells | Prim::DigitsByCount, args)) => self.range(args[0]).hi <= 9.0,
            Some((Prim::UnitsOfCells, args)) => !matches!(
                self.prim_of(args[0]),
                Some((Prim::Open | Prim::SpotsOfDigits, _))
            ),
            Some((Prim::SpotsOfDigits, args)) => !self.is_everything(args[0]),
            _ => true,
        }
    }

    /// Open cells or spots of a unit as two sets: those everywhere, and the cells of the unit.
    pub(crate) fn of_unit(&mut self, cells: NodeId) -> Vec<NodeId> {
        let (unit, everywhere) = match self.prim_of(cells) {
            Some((Prim::OpenInUnit, args)) => (args[0], self.prim(Prim::Open, &[], Type::Cells)),
            Some((Prim::SpotsInUnit, args)) => {
                let spots = self.prim(Prim::SpotsOfDigit, &args[..1], Type::Cells);
                (args[1], spots)
            }
            _ => return vec![cells],
        };
        let within = self.prim(Prim::CellsOfUnit, &[unit], Type::Cells);
        vec![everywhere, within]
    }

    /// The members of a set that are in all of the others.
    pub(crate) fn narrowed(&mut self, set: NodeId, others: Vec<NodeId>) -> NodeId {
        let set_type = self.ty(set);
        let mut kept: Vec<NodeId> = Vec::new();
        'parts: for part in self.parts(set).into_iter().chain(others) {
            for known in &mut kept {
                if let Some(both) = self.both_spans(set_type, *known, part) {
                    *known = both;
                    continue 'parts;
                }
            }
            kept.push(part);
        }
        let all = kept.into_iter().reduce(|a, b| self.meet(set_type, a, b));
        all.unwrap_or(set)
    }
}
