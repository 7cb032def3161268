//! What cells and units have to do with each other, worked out at compile time.

use crate::cell::Cell;
use crate::cell_set::CellSet;
use crate::unit::Unit;
use crate::unit_set::UnitSet;

/// The row, column and box of each cell.
pub(crate) static UNITS_OF: [[Unit; 3]; 81] = {
    let mut table = [[Unit::at(0); 3]; 81];
    let mut i = 0;
    while i < 81 {
        let (row, column) = (i / 9, i % 9);
        let block = row / 3 * 3 + column / 3;
        table[i] = [
            Unit::at(row as u8),
            Unit::at(9 + column as u8),
            Unit::at(18 + block as u8),
        ];
        i += 1;
    }
    table
};

/// The same as sets.
pub(crate) static UNIT_SET_OF: [UnitSet; 81] = {
    let mut table = [UnitSet::EMPTY; 81];
    let mut i = 0;
    while i < 81 {
        let [row, column, block] = UNITS_OF[i];
        table[i] = UnitSet::EMPTY.with(row).with(column).with(block);
        i += 1;
    }
    table
};

/// The nine cells of each unit.
pub(crate) static CELLS_OF: [CellSet; 27] = {
    let mut table = [CellSet::EMPTY; 27];
    let mut i = 0;
    while i < 81 {
        let mut k = 0;
        while k < 3 {
            let unit = UNITS_OF[i][k].index();
            table[unit] = table[unit].with(Cell::at(i as u8));
            k += 1;
        }
        i += 1;
    }
    table
};

/// The nine cells of each unit in ascending order.
pub(crate) static CELL_OF: [[Cell; 9]; 27] = {
    let mut table = [[Cell::at(0); 9]; 27];
    let mut found = [0; 27];
    let mut i = 0;
    while i < 81 {
        let mut k = 0;
        while k < 3 {
            let unit = UNITS_OF[i][k].index();
            table[unit][found[unit]] = Cell::at(i as u8);
            found[unit] += 1;
            k += 1;
        }
        i += 1;
    }
    table
};

/// Each cell alone.
pub(crate) static SINGLE: [CellSet; 81] = {
    let mut table = [CellSet::EMPTY; 81];
    let mut cell = 0;
    while cell < 81 {
        table[cell] = CellSet(1 << cell);
        cell += 1;
    }
    table
};

/// The 20 peers of each cell.
pub(crate) static PEERS: [CellSet; 81] = {
    let mut table = [CellSet::EMPTY; 81];
    let mut i = 0;
    while i < 81 {
        let [row, column, block] = UNITS_OF[i];
        table[i] = CELLS_OF[row.index()]
            .union(CELLS_OF[column.index()])
            .union(CELLS_OF[block.index()])
            .without(Cell::at(i as u8));
        i += 1;
    }
    table
};

/// The 486 rectangles that stand in two boxes: four cells in two rows and two columns, by rows and then
/// columns. Filled with two digits crosswise, one could exchange the two.
pub static RECTANGLES: [CellSet; 486] = {
    let mut table = [CellSet::EMPTY; 486];
    let mut found = 0;
    let mut rows = 0;
    while rows < 81 {
        let (top, bottom) = (rows / 9, rows % 9);
        let mut columns = 0;
        while columns < 81 {
            let (left, right) = (columns / 9, columns % 9);
            // In one band and two stacks, or in two bands and one stack.
            if top < bottom && left < right && (top / 3 == bottom / 3) != (left / 3 == right / 3) {
                table[found] = CellSet::EMPTY
                    .with(Cell::at((9 * top + left) as u8))
                    .with(Cell::at((9 * top + right) as u8))
                    .with(Cell::at((9 * bottom + left) as u8))
                    .with(Cell::at((9 * bottom + right) as u8));
                found += 1;
            }
            columns += 1;
        }
        rows += 1;
    }
    table
};

/// The three bands (rows 1–3, 4–6, 7–9) and the three stacks (columns 1–3, 4–6, 7–9).
pub const CHUTES: [CellSet; 6] = {
    let mut table = [CellSet::EMPTY; 6];
    let mut i = 0;
    while i < 81 {
        let (band, stack) = (i / 27, 3 + i % 9 / 3);
        table[band] = table[band].with(Cell::at(i as u8));
        table[stack] = table[stack].with(Cell::at(i as u8));
        i += 1;
    }
    table
};

/// For the nine cells of a row as bits: how many of them are set in each column (nibbles 0 to 8),
/// in each of the three boxes (nibbles 9 to 11) and altogether (nibble 12). Added up over rows, the
/// nibbles never overflow, as no unit has more than nine cells.
pub(crate) static ROW_COUNTS: [u64; 512] = {
    let mut table = [0; 512];
    let mut row = 0;
    while row < 512 {
        let mut column = 0;
        while column < 9 {
            if row >> column & 1 != 0 {
                table[row] += 1 << (4 * column) | 1 << (36 + 4 * (column / 3)) | 1 << 48;
            }
            column += 1;
        }
        row += 1;
    }
    table
};

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn chutes_are_three_units_each() {
        for rectangle in RECTANGLES {
            let units: Vec<usize> = [UnitSet::ROWS, UnitSet::COLUMNS, UnitSet::BOXES]
                .into_iter()
                .map(|kind| {
                    let touched = rectangle
                        .iter()
                        .fold(UnitSet::EMPTY, |all, cell| all | cell.unit_set());
                    (touched & kind).len() as usize
                })
                .collect();
            assert_eq!((rectangle.len(), &units[..]), (4, &[2, 2, 2][..]));
        }
        // Nine pairs of rows of one band, 27 pairs of columns of two stacks; and the other way round.
        assert_eq!(RECTANGLES.len(), 2 * 9 * 27);
        assert!(RECTANGLES.windows(2).all(|two| two[0] != two[1]));
        for (i, chute) in CHUTES.into_iter().enumerate() {
            let lines = if i < 3 {
                3 * i..3 * i + 3
            } else {
                9 + 3 * (i - 3)..12 + 3 * (i - 3)
            };
            let expected = lines.fold(CellSet::EMPTY, |set, unit| set | CELLS_OF[unit]);
            assert_eq!(chute, expected);
        }
    }

    #[test]
    fn row_counts_of_one_row() {
        // Columns 1, 3 and 9: two in the left box, one in the right.
        assert_eq!(ROW_COUNTS[0b1_0000_0101], 0x3_1021_0000_0101);
    }
}
