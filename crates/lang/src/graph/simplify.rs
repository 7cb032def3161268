//! Values that are plainly simpler ones.

use super::{Graph, NodeId};

use crate::prim::Prim;
use crate::types::Type;

impl Graph {
    pub(super) fn simplify(&mut self, prim: Prim, args: &[NodeId], ty: Type) -> Option<NodeId> {
        let first = *args.first()?;
        let inner = self.op_prim(first);
        let inner_args = self.node(first).args.clone();
        let is_itself = matches!(prim, Prim::AndW | Prim::OrW | Prim::AndC | Prim::OrC);
        if is_itself && args[0] == args[1] {
            return Some(first);
        }
        match (prim, inner) {
            // What is one member only is that member.
            (Prim::OnlyC | Prim::FirstC, Some(Prim::OneCell))
            | (Prim::OnlyDigit | Prim::FirstDigit, Some(Prim::OneDigit))
            | (Prim::OnlyUnit | Prim::FirstUnit, Some(Prim::OneUnit)) => {
                return Some(inner_args[0]);
            }
            (Prim::CellsOfUnits, Some(Prim::OneUnit)) => {
                return Some(self.prim(Prim::CellsOfUnit, &inner_args, ty));
            }
            (Prim::UnitsOfCells, Some(Prim::OneCell)) => {
                return Some(self.prim(Prim::UnitsOfCell, &inner_args, ty));
            }
            (Prim::PeersOfCells, Some(Prim::OneCell)) => {
                return Some(self.prim(Prim::PeersOfCell, &inner_args, ty));
            }
            (Prim::PeersOfCells, Some(Prim::OrC)) => {
                // Of members alone: what is nothing would see nothing.
                let members: Option<Vec<NodeId>> = inner_args
                    .iter()
                    .map(|&one| {
                        let member = *self.node(one).args.first()?;
                        let is_one = self.op_prim(one) == Some(Prim::OneCell);
                        (is_one && self.is_certain(member)).then_some(member)
                    })
                    .collect();
                if let Some([a, b]) = members.as_deref() {
                    let a = self.prim(Prim::PeersOfCell, &[*a], ty);
                    let b = self.prim(Prim::PeersOfCell, &[*b], ty);
                    return Some(self.prim(Prim::AndC, &[a, b], ty));
                }
            }
            (Prim::OnlyDigit, Some(Prim::CandOfCell)) => {
                return Some(self.prim(Prim::OnlyCand, &inner_args, ty));
            }
            (Prim::CandOfCells, Some(Prim::OneCell)) => {
                return Some(self.prim(Prim::CandOfCell, &inner_args, ty));
            }
            (Prim::SpotsOfDigits, Some(Prim::OneDigit)) => {
                return Some(self.prim(Prim::SpotsOfDigit, &inner_args, ty));
            }
            // Counts that the position keeps.
            (Prim::CountC, Some(Prim::OpenInUnit)) => {
                return Some(self.prim(Prim::OpenCount, &inner_args, ty));
            }
            // The filled cells of a unit: nine less the open ones.
            (Prim::CountC, Some(Prim::DiffC))
                if self.op_prim(inner_args[0]) == Some(Prim::CellsOfUnit)
                    && self.is_certain(self.node(inner_args[0]).args[0])
                    && self.op_prim(inner_args[1]) == Some(Prim::Open) =>
            {
                let unit = self.node(inner_args[0]).args.clone();
                let open = self.prim(Prim::OpenCount, &unit, ty);
                let nine = self.int(9);
                return Some(self.prim(Prim::SubW, &[nine, open], ty));
            }
            (Prim::CountC, Some(Prim::SpotsInUnit)) => {
                return Some(self.prim(Prim::SpotCount, &inner_args, ty));
            }
            (Prim::OpenCount, Some(Prim::RowOf)) => {
                return Some(self.prim(Prim::OpenInRowOf, &inner_args, ty));
            }
            (Prim::OpenCount, Some(Prim::ColumnOf)) => {
                return Some(self.prim(Prim::OpenInColumnOf, &inner_args, ty));
            }
            (Prim::OpenCount, Some(Prim::BoxOf)) => {
                return Some(self.prim(Prim::OpenInBoxOf, &inner_args, ty));
            }
            (Prim::NotW, Some(Prim::NotW)) => return Some(inner_args[0]),
            (Prim::AddF | Prim::SubF, _) if self.constant_float(args[1]) == Some(0.0) => {
                return Some(first);
            }
            (Prim::MulF | Prim::DivF, _) if self.constant_float(args[1]) == Some(1.0) => {
                return Some(first);
            }
            (Prim::MulF, _) if self.constant_float(first) == Some(1.0) => return Some(args[1]),
            (Prim::AndW, _) if self.ty(first) == Type::Bool => {
                for (one, other) in [(0, 1), (1, 0)] {
                    match self.constant_word(args[one]) {
                        Some(0) => return Some(args[one]),
                        Some(_) => return Some(args[other]),
                        None => {}
                    }
                }
            }
            (Prim::OrW, _) if self.ty(first) == Type::Bool => {
                for (one, other) in [(0, 1), (1, 0)] {
                    match self.constant_word(args[one]) {
                        Some(0) => return Some(args[other]),
                        Some(_) => return Some(args[one]),
                        None => {}
                    }
                }
            }
            (Prim::SelectW | Prim::SelectC | Prim::SelectF, _) => {
                if let Some(condition) = self.constant_word(first) {
                    return Some(if condition != 0 { args[1] } else { args[2] });
                }
            }
            (Prim::AndW, _) if matches!(ty, Type::Digits | Type::Units) => {
                for (one, other) in [(0, 1), (1, 0)] {
                    let all = if ty == Type::Digits {
                        0x1FF
                    } else {
                        (1 << 27) - 1
                    };
                    match self.constant_word(args[one]) {
                        Some(0) => return Some(args[one]),
                        Some(bits) if bits == all => return Some(args[other]),
                        _ => {}
                    }
                }
                // Digits with so many spots in a unit are missing there anyway.
                for (one, other) in [(0, 1), (1, 0)] {
                    if self.op_prim(args[one]) == Some(Prim::Missing)
                        && self.op_prim(args[other]) == Some(Prim::DigitsWithSpots)
                        && self.node(args[one]).args[0] == self.node(args[other]).args[0]
                    {
                        return Some(args[other]);
                    }
                }
            }
            // What the complement of a set lacks is the set.
            (Prim::DiffC | Prim::DiffW, _)
                if self.is_everything(first) && self.op_prim(args[1]) == Some(prim) =>
            {
                let inside = self.node(args[1]).args.clone();
                if inside[0] == first {
                    return Some(inside[1]);
                }
            }
            (Prim::AndC, _) => {
                for (one, other) in [(0, 1), (1, 0)] {
                    match self.constant_cells(args[one]) {
                        Some(0) => return Some(args[one]),
                        Some(bits) if bits.count_ones() == 81 => return Some(args[other]),
                        _ => {}
                    }
                }
                return self.meet_open(args, ty);
            }
            _ => {}
        }
        None
    }

    /// `open & cells(u)` is `open(u)`, and sets that lie in `open` anyway need no `open`.
    pub(super) fn meet_open(&mut self, args: &[NodeId], ty: Type) -> Option<NodeId> {
        for (one, other) in [(0, 1), (1, 0)] {
            let (one, other) = (args[one], args[other]);
            match (self.op_prim(one)?, self.op_prim(other)) {
                (Prim::Open, Some(Prim::CellsOfUnit)) => {
                    let unit = self.node(other).args.clone();
                    return Some(self.prim(Prim::OpenInUnit, &unit, ty));
                }
                (
                    Prim::Open,
                    Some(
                        Prim::SpotsOfDigit
                        | Prim::SpotsOfDigits
                        | Prim::SpotsInUnit
                        | Prim::OpenInUnit
                        | Prim::CellsWithCount,
                    ),
                ) => return Some(other),
                (Prim::SpotsOfDigit, Some(Prim::CellsOfUnit)) => {
                    let operands = [self.node(one).args[0], self.node(other).args[0]];
                    return Some(self.prim(Prim::SpotsInUnit, &operands, ty));
                }
                _ => {}
            }
            if self.op_prim(other).is_none() {
                break;
            }
        }
        None
    }
}
