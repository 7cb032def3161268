//! Colourings: clusters of candidates of one digit that strong links join.

use undoku_grid::{Cell, CellSet, Digit, Position};
use undoku_lang::{Field, Look, Record, Records, Source, Type, Value};

/// Cells joined by conjugate pairs of one digit, in two sides: the digit stands in all cells of one side and in
/// none of the other.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ColorGroup {
    /// The side with the least cell; never empty.
    pub a: CellSet,
    /// The other side; never empty.
    pub b: CellSet,
}

/// The groups of cells that conjugate pairs of the digit join, by their least cells.
///
/// A conjugate pair are the only two spots of a unit for the digit. Each spot is in one group at most. In a
/// position without a solution a cycle of conjugate pairs can be odd; then its last pair stands on one side.
#[must_use]
pub fn color_groups(position: &Position, digit: Digit) -> Vec<ColorGroup> {
    let mut partners = [CellSet::EMPTY; 81];
    let mut left = CellSet::EMPTY;
    for unit in position.units_with_spots(digit, 2) {
        let pair = position.spots_in(digit, unit);
        left |= pair;
        for cell in pair {
            partners[cell.index()] |= pair.without(cell);
        }
    }
    let joined = |side: CellSet| -> CellSet {
        let all = side.iter().map(|cell| partners[cell.index()]);
        all.fold(CellSet::EMPTY, CellSet::union)
    };
    let mut groups = Vec::new();
    while let Some(least) = left.first() {
        let mut sides = [CellSet::single(least), CellSet::EMPTY];
        let mut newest = sides[0];
        for other in [1, 0].into_iter().cycle() {
            newest = joined(newest) - sides[0] - sides[1];
            if newest.is_empty() {
                break;
            }
            sides[other] |= newest;
        }
        let [a, b] = sides;
        groups.push(ColorGroup { a, b });
        left -= a | b;
    }
    groups
}

/// `color_groups(digit)`: the groups of a digit.
pub const COLOR_GROUPS: Source = Source {
    name: "color_groups",
    summary: "cells joined by conjugate pairs of a digit, in two sides, one of which has the digit in all its cells",
    params: &[Field::new("digit", Type::Digit)],
    fields: &[
        Field::new("a", Type::Cells),
        Field::new("b", Type::Cells),
        Field::new("both", Type::Cells),
        Field::new("sees_a", Type::Cells),
        Field::new("sees_b", Type::Cells),
    ],
    most: 27,
    concludes: false,
    make,
    show: None,
};

fn make(look: &Look<'_>, records: &mut Records) {
    let Some(&Value::Digit(Some(digit))) = look.arguments.first() else {
        return;
    };
    for ColorGroup { a, b } in color_groups(look.position, digit) {
        let values = [a, b, a | b, seen_by_any(a), seen_by_any(b)];
        let record = Record {
            values: values.map(Value::Cells).to_vec(),
            outcome: None,
            trail: Vec::new(),
        };
        if !records.push(record) {
            return;
        }
    }
}

/// The cells that see one of these.
fn seen_by_any(cells: CellSet) -> CellSet {
    let peers = cells.iter().map(Cell::peers);
    peers.fold(CellSet::EMPTY, CellSet::union)
}
