//! What is known of the units that values are about, and how much of each other they can share.

use undoku_grid::UnitSet;

use super::{Graph, NodeId, Op};
use crate::prim::Prim;
use crate::types::Type;

/// Where the parts of a value stand on the grid. It is worked out with the value, from that of its arguments,
/// so that values that share their parts are looked at part by part.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Place {
    /// The units that a unit, or the members of a set of units, can be among.
    among: UnitSet,
    /// The units one of which holds all the cells of a set, as far as that is known.
    inside: Option<UnitSet>,
}

impl Graph {
    /// The units that a unit, or the members of a set of units, can be among.
    pub(crate) fn units_among(&self, id: NodeId) -> UnitSet {
        self.node(id).place.among
    }

    /// The units one of which holds all the cells of a set, as far as that is known.
    fn inside(&self, id: NodeId) -> Option<UnitSet> {
        self.node(id).place.inside
    }

    /// Where a value stands that is about to be made.
    pub(super) fn place_of(&self, op: Op, args: &[NodeId], ty: Type) -> Place {
        Place {
            among: self.among_of(op, args, ty),
            inside: self.inside_of(op, args),
        }
    }

    fn among_of(&self, op: Op, args: &[NodeId], ty: Type) -> UnitSet {
        let of = |at: usize| self.units_among(args[at]);
        match op {
            Op::Word(bits) if ty == Type::Units => UnitSet::from_bits(bits as u32),
            Op::Var(var) => self.vars[usize::from(var.0)].units,
            Op::Filter(_) => of(0),
            Op::Prim(prim) => match prim {
                Prim::AndW => of(0) & of(1),
                Prim::OrW => of(0) | of(1),
                Prim::DiffW | Prim::AfterW => of(0),
                Prim::FirstUnit | Prim::LastUnit | Prim::OnlyUnit | Prim::OneUnit => of(0),
                Prim::RowOf => UnitSet::ROWS,
                Prim::ColumnOf => UnitSet::COLUMNS,
                Prim::BoxOf => UnitSet::BOXES,
                _ => UnitSet::ALL,
            },
            _ => UnitSet::ALL,
        }
    }

    fn inside_of(&self, op: Op, args: &[NodeId]) -> Option<UnitSet> {
        let Op::Prim(prim) = op else {
            return None;
        };
        match prim {
            Prim::CellsOfUnit | Prim::OpenInUnit => Some(self.units_among(args[0])),
            Prim::SpotsInUnit => Some(self.units_among(args[1])),
            Prim::DiffC => self.inside(args[0]),
            Prim::AndC => self.inside(args[0]).or_else(|| self.inside(args[1])),
            _ => None,
        }
    }

    /// The most members that a value can have for where its parts stand on the grid; `None` where that says
    /// nothing.
    pub(super) fn most_by_geometry(&self, prim: Prim, args: &[NodeId]) -> Option<f64> {
        match prim {
            // Cells that two units share: one for a row and a column, three for a box and a line.
            Prim::AndC => {
                let (a, b) = (self.inside(args[0])?, self.inside(args[1])?);
                let shares = |kind: UnitSet, other: UnitSet| {
                    (a.is_subset(kind) && b.is_subset(other))
                        || (b.is_subset(kind) && a.is_subset(other))
                };
                if shares(UnitSet::ROWS, UnitSet::COLUMNS) {
                    Some(1.0)
                } else if shares(UnitSet::BOXES, UnitSet::LINES) {
                    Some(3.0)
                } else {
                    None
                }
            }
            // Units that a unit meets: a box three rows and three columns, a line nine of the other kind and
            // three boxes.
            Prim::AndW => {
                let of = |all: NodeId, some: NodeId| {
                    let node = self.node(all);
                    if node.op != Op::Prim(Prim::UnitsOfCells) {
                        return None;
                    }
                    let (unit, some) = (self.inside(node.args[0])?, self.units_among(some));
                    if unit.is_subset(UnitSet::BOXES) && some.is_subset(UnitSet::LINES) {
                        Some(6.0)
                    } else if unit.is_subset(UnitSet::LINES) && some.is_subset(UnitSet::BOXES) {
                        Some(3.0)
                    } else {
                        None
                    }
                };
                of(args[0], args[1]).or_else(|| of(args[1], args[0]))
            }
            _ => None,
        }
    }
}
