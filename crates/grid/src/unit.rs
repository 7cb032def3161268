//! One of the 27 units: a row, a column or a box.

use std::fmt;

use crate::cell::Cell;
use crate::cell_set::CellSet;
use crate::tables;

/// A row, a column or a box: rows have the indexes 0 to 8, columns 9 to 17, boxes 18 to 26.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Unit(u8);

/// The three kinds of unit.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum UnitKind {
    /// Nine cells side by side.
    Row,
    /// Nine cells one below the other.
    Column,
    /// Three by three cells.
    Box,
}

impl UnitKind {
    /// Rows, columns, boxes.
    pub const ALL: [UnitKind; 3] = [UnitKind::Row, UnitKind::Column, UnitKind::Box];

    /// The word for one unit of this kind.
    #[must_use = "this only reads the kind"]
    pub const fn name(self) -> &'static str {
        match self {
            UnitKind::Row => "row",
            UnitKind::Column => "column",
            UnitKind::Box => "box",
        }
    }
}

impl fmt::Display for UnitKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl Unit {
    /// The 27 units in ascending order: rows, columns, boxes.
    pub const ALL: [Unit; 27] = {
        let mut all = [Unit(0); 27];
        let mut i = 0;
        while i < 27 {
            all[i] = Unit(i as u8);
            i += 1;
        }
        all
    };

    /// The unit of this kind with this number; `None` unless the number is 1 to 9. Boxes are
    /// numbered row by row.
    #[must_use = "this makes a unit and has no other effect"]
    #[inline]
    pub const fn new(kind: UnitKind, number: u8) -> Option<Unit> {
        if number >= 1 && number <= 9 {
            Some(Unit(kind as u8 * 9 + number - 1))
        } else {
            None
        }
    }

    /// The unit with this index; `None` unless that is 0 to 26.
    #[must_use = "this makes a unit and has no other effect"]
    #[inline]
    pub const fn from_index(index: u8) -> Option<Unit> {
        if index < 27 { Some(Unit(index)) } else { None }
    }

    /// The unit with an index that the caller knows to be 0 to 26.
    #[inline]
    pub(crate) const fn at(index: u8) -> Unit {
        debug_assert!(index < 27);
        Unit(index)
    }

    /// The unit as an index, 0 to 26.
    #[must_use = "this only reads the unit"]
    #[inline]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// Whether it is a row, a column or a box.
    #[must_use = "this only reads the unit"]
    #[inline]
    pub const fn kind(self) -> UnitKind {
        match self.0 / 9 {
            0 => UnitKind::Row,
            1 => UnitKind::Column,
            _ => UnitKind::Box,
        }
    }

    /// Its number among the units of its kind, 1 to 9.
    #[must_use = "this only reads the unit"]
    #[inline]
    pub const fn number(self) -> u8 {
        self.0 % 9 + 1
    }

    /// Its nine cells.
    #[must_use = "this only reads the unit"]
    #[inline]
    pub const fn cells(self) -> CellSet {
        tables::CELLS_OF[self.index()]
    }

    /// Its `i`-th cell in ascending order.
    ///
    /// # Panics
    ///
    /// Unless `i` is 0 to 8.
    #[must_use = "this only reads the unit"]
    #[inline]
    pub const fn cell(self, i: usize) -> Cell {
        tables::CELL_OF[self.index()][i]
    }

    /// Its nine cells in ascending order, as an array.
    #[inline]
    pub(crate) const fn cell_array(self) -> &'static [Cell; 9] {
        &tables::CELL_OF[self.index()]
    }
}

impl fmt::Display for Unit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.kind(), self.number())
    }
}

impl fmt::Debug for Unit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn cell(text: &str) -> Cell {
        text.parse().unwrap()
    }

    #[test]
    fn names_and_indexes() {
        assert_eq!(Unit::from_index(27), None);
        assert_eq!(Unit::new(UnitKind::Row, 0), None);
        assert_eq!(Unit::new(UnitKind::Box, 10), None);
        let named = |index| Unit::from_index(index).unwrap().to_string();
        assert_eq!(named(0), "row 1");
        assert_eq!(named(8), "row 9");
        assert_eq!(named(11), "column 3");
        assert_eq!(named(22), "box 5");
        for unit in Unit::ALL {
            assert_eq!(Unit::new(unit.kind(), unit.number()), Some(unit));
        }
    }

    #[test]
    fn cells_are_in_reading_order() {
        let row = Unit::new(UnitKind::Row, 2).unwrap();
        let column = Unit::new(UnitKind::Column, 3).unwrap();
        let block = Unit::new(UnitKind::Box, 6).unwrap();
        assert_eq!([row.cell(0), row.cell(8)], [cell("r2c1"), cell("r2c9")]);
        assert_eq!(
            [column.cell(0), column.cell(8)],
            [cell("r1c3"), cell("r9c3")]
        );
        assert_eq!(
            [block.cell(0), block.cell(2), block.cell(3), block.cell(8)],
            [cell("r4c7"), cell("r4c9"), cell("r5c7"), cell("r6c9")]
        );
        for unit in Unit::ALL {
            let listed: Vec<Cell> = (0..9).map(|i| unit.cell(i)).collect();
            assert_eq!(unit.cells().iter().collect::<Vec<_>>(), listed);
            assert!(listed.iter().all(|c| c.unit_set().contains(unit)));
        }
    }
}
