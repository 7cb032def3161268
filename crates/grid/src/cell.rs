//! One of the 81 cells.

use std::fmt;
use std::str::FromStr;

use crate::cell_set::CellSet;
use crate::tables;
use crate::unit::Unit;
use crate::unit_set::UnitSet;

/// A cell, numbered 0 to 80 row by row and shown as `r1c1` to `r9c9`.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Cell(u8);

impl Cell {
    /// The 81 cells in ascending order: row by row, left to right.
    pub const ALL: [Cell; 81] = {
        let mut all = [Cell(0); 81];
        let mut i = 0;
        while i < 81 {
            all[i] = Cell(i as u8);
            i += 1;
        }
        all
    };

    /// The cell in this row and column, both counted from 0; `None` unless both are 0 to 8.
    #[must_use = "this makes a cell and has no other effect"]
    #[inline]
    pub const fn new(row: u8, column: u8) -> Option<Cell> {
        if row < 9 && column < 9 {
            Some(Cell(row * 9 + column))
        } else {
            None
        }
    }

    /// The cell with this index; `None` unless that is 0 to 80.
    #[must_use = "this makes a cell and has no other effect"]
    #[inline]
    pub const fn from_index(index: u8) -> Option<Cell> {
        if index < 81 { Some(Cell(index)) } else { None }
    }

    /// The cell with an index that the caller knows to be 0 to 80.
    #[inline]
    pub(crate) const fn at(index: u8) -> Cell {
        debug_assert!(index < 81);
        Cell(index)
    }

    /// The cell as an index, 0 to 80.
    #[must_use = "this only reads the cell"]
    #[inline]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// The row that the cell is in.
    #[must_use = "this only reads the cell"]
    #[inline]
    pub const fn row(self) -> Unit {
        tables::UNITS_OF[self.index()][0]
    }

    /// The column that the cell is in.
    #[must_use = "this only reads the cell"]
    #[inline]
    pub const fn column(self) -> Unit {
        tables::UNITS_OF[self.index()][1]
    }

    /// The box that the cell is in.
    #[must_use = "this only reads the cell"]
    #[inline]
    pub const fn box_unit(self) -> Unit {
        tables::UNITS_OF[self.index()][2]
    }

    /// The row, column and box that the cell is in, in this order.
    #[must_use = "this only reads the cell"]
    #[inline]
    pub const fn units(self) -> [Unit; 3] {
        tables::UNITS_OF[self.index()]
    }

    /// The same three units as a set.
    #[must_use = "this only reads the cell"]
    #[inline]
    pub const fn unit_set(self) -> UnitSet {
        tables::UNIT_SET_OF[self.index()]
    }

    /// The set of the cell alone; from a table, as shifting a double word takes longer.
    #[inline]
    pub(crate) const fn as_set(self) -> CellSet {
        tables::SINGLE[self.index()]
    }

    /// The 20 other cells that share a unit with this one.
    #[must_use = "this only reads the cell"]
    #[inline]
    pub const fn peers(self) -> CellSet {
        tables::PEERS[self.index()]
    }

    /// Whether the two are different cells that share a unit.
    #[must_use = "this only reads the cell"]
    #[inline]
    pub const fn sees(self, other: Cell) -> bool {
        self.peers().contains(other)
    }
}

impl fmt::Display for Cell {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "r{}c{}", self.0 / 9 + 1, self.0 % 9 + 1)
    }
}

impl fmt::Debug for Cell {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// The text is not a cell: `r`, a row 1 to 9, `c`, a column 1 to 9.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ParseCellError;

impl fmt::Display for ParseCellError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("not a cell: write r1c1 to r9c9")
    }
}

impl std::error::Error for ParseCellError {}

impl FromStr for Cell {
    type Err = ParseCellError;

    /// Reads `r1c1` to `r9c9`; the letters may be capitals.
    fn from_str(text: &str) -> Result<Cell, ParseCellError> {
        match *text.as_bytes() {
            [
                b'r' | b'R',
                row @ b'1'..=b'9',
                b'c' | b'C',
                column @ b'1'..=b'9',
            ] => Cell::new(row - b'1', column - b'1').ok_or(ParseCellError),
            _ => Err(ParseCellError),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::unit::UnitKind;

    #[test]
    fn only_81_cells_exist() {
        assert_eq!(Cell::new(9, 0), None);
        assert_eq!(Cell::new(0, 9), None);
        assert_eq!(Cell::from_index(81), None);
        assert_eq!(Cell::new(8, 8), Cell::from_index(80));
        assert_eq!(Cell::new(4, 6).map(Cell::index), Some(42));
    }

    #[test]
    fn text_and_cell_correspond() {
        for cell in Cell::ALL {
            assert_eq!(cell.to_string().parse(), Ok(cell));
        }
        assert_eq!("R4C7".parse::<Cell>().unwrap().to_string(), "r4c7");
        for wrong in ["", "r1", "r0c1", "r1c0", "r10c1", "c1r1", "r1c1 ", "r1c١"] {
            assert_eq!(wrong.parse::<Cell>(), Err(ParseCellError), "{wrong:?}");
        }
    }

    #[test]
    fn units_of_the_middle_and_the_edge() {
        let cell: Cell = "r5c7".parse().unwrap();
        assert_eq!(
            cell.units().map(|u| (u.kind(), u.number())),
            [
                (UnitKind::Row, 5),
                (UnitKind::Column, 7),
                (UnitKind::Box, 6)
            ]
        );
        assert_eq!([cell.row(), cell.column(), cell.box_unit()], cell.units());
        assert_eq!(cell.unit_set(), cell.units().into_iter().collect());
    }

    #[test]
    fn peers_share_a_row_a_column_or_a_box() {
        for a in Cell::ALL {
            assert_eq!(a.peers().len(), 20);
            for b in Cell::ALL {
                let (ra, ca, rb, cb) = (a.index() / 9, a.index() % 9, b.index() / 9, b.index() % 9);
                let share = ra == rb || ca == cb || (ra / 3 == rb / 3 && ca / 3 == cb / 3);
                assert_eq!(a.sees(b), a != b && share, "{a} {b}");
            }
        }
    }
}
