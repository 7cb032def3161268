//! A set of cells.

use std::fmt;

use crate::cell::Cell;
use crate::set_algebra::set_algebra;
use crate::tables;
use crate::unit_set::UnitSet;

/// A set of cells, one bit a cell; ordered by its bits.
#[derive(Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct CellSet(pub(crate) u128);

set_algebra!(CellSet, CellIter, Cell, u128, 81, "cell");

impl CellSet {
    /// The nine cells of row `row` (0 to 8) as bits, lowest for the first column.
    #[inline]
    pub(crate) const fn row_bits(self, row: usize) -> usize {
        (self.0 >> (9 * row)) as usize & 0o777
    }

    /// The cells that see every member. No member is among them; of the empty set there are none.
    #[must_use = "this returns a new set and leaves the old one"]
    #[inline]
    pub fn peers(self) -> CellSet {
        if self.is_empty() {
            return CellSet::EMPTY;
        }
        self.iter().fold(CellSet::ALL, |common, cell| {
            common.intersection(cell.peers())
        })
    }

    /// Calls `f` with the index of each member, in ascending order.
    ///
    /// Faster than the iterator where members are few: it walks two words in place of one double word.
    #[inline]
    pub fn for_each_index<T>(self, mut f: impl FnMut(usize) -> T) {
        let mut low = self.0 as u64;
        while low != 0 {
            f(low.trailing_zeros() as usize);
            low &= low - 1;
        }
        let mut high = (self.0 >> 64) as u64;
        while high != 0 {
            f(64 + high.trailing_zeros() as usize);
            high &= high - 1;
        }
    }

    /// Calls `f` with the number of members in each of these units, in their order.
    #[inline]
    pub fn for_each_count(self, units: UnitSet, mut f: impl FnMut(u8)) {
        let mut wanted = units.bits();
        for counts in crate::position::count_by_unit(self) {
            for i in 0..9 {
                if wanted >> i & 1 != 0 {
                    f((counts >> (4 * i) & 0xF) as u8);
                }
            }
            wanted >>= 9;
        }
    }

    /// The number of members in each of the 27 units.
    #[must_use = "this only reads the set"]
    #[inline]
    pub(crate) fn counts_in_units(self) -> [u8; 27] {
        let counts = crate::position::count_by_unit(self);
        std::array::from_fn(|unit| (counts[unit / 9] >> (4 * (unit % 9)) & 0xF) as u8)
    }

    /// The units that have at least one member.
    #[must_use = "this only reads the set"]
    pub const fn units(self) -> UnitSet {
        let (mut rows, mut columns, mut boxes) = (0, 0, 0);
        let mut band = 0;
        while band < 3 {
            let (a, b, c) = (
                self.row_bits(3 * band),
                self.row_bits(3 * band + 1),
                self.row_bits(3 * band + 2),
            );
            rows |=
                ((a != 0) as u32 | ((b != 0) as u32) << 1 | ((c != 0) as u32) << 2) << (3 * band);
            let any = (a | b | c) as u32;
            columns |= any;
            let boxed = (any | any >> 1 | any >> 2) & 0o111;
            boxes |= ((boxed | boxed >> 2 | boxed >> 4) & 0o7) << (3 * band);
            band += 1;
        }
        UnitSet::from_bits(rows | columns << 9 | boxes << 18)
    }

    /// The units that hold between `low` and `high` members, both included.
    #[must_use = "this only reads the set"]
    #[inline]
    pub fn units_by_count(self, low: u32, high: u32) -> UnitSet {
        if low > high || low > 9 {
            return UnitSet::EMPTY;
        }
        let [rows, columns, boxes] = crate::position::count_by_unit(self)
            .map(|counts| nibbles_within(counts, u64::from(low), u64::from(high.min(9))));
        UnitSet::from_bits(rows | columns << 9 | boxes << 18)
    }

    /// The units that every member is in; of the empty set all.
    #[must_use = "this only reads the set"]
    #[inline]
    pub fn common_units(self) -> UnitSet {
        let mut common = UnitSet::ALL.bits();
        self.for_each_index(|cell| common &= tables::UNIT_SET_OF[cell].bits());
        UnitSet::from_bits(common)
    }

    /// The image under a turn by 180°.
    #[must_use = "this returns a new set and leaves the old one"]
    pub const fn half_turn(self) -> CellSet {
        CellSet(self.0.reverse_bits() >> (128 - 81))
    }

    /// The image with left and right exchanged.
    #[must_use = "this returns a new set and leaves the old one"]
    pub const fn mirror_columns(self) -> CellSet {
        self.half_turn().mirror_rows()
    }

    /// The image with top and bottom exchanged.
    #[must_use = "this returns a new set and leaves the old one"]
    pub const fn mirror_rows(self) -> CellSet {
        let mut image = 0;
        let mut row = 0;
        while row < 9 {
            image |= (self.row_bits(row) as u128) << (9 * (8 - row));
            row += 1;
        }
        CellSet(image)
    }

    /// The image with rows and columns exchanged: mirrored at the diagonal from r1c1 to r9c9.
    #[must_use = "this returns a new set and leaves the old one"]
    pub const fn transpose(self) -> CellSet {
        // All cells that are k to the right of the diagonal move by 8k, those to the left by -8k.
        let mut image = self.0 & DIAGONALS[0].0;
        let mut k = 1;
        while k < 9 {
            image |= (self.0 & DIAGONALS[k].0) << (8 * k);
            image |= self.0 >> (8 * k) & DIAGONALS[k].0;
            k += 1;
        }
        CellSet(image)
    }

    /// The image mirrored at the diagonal from r1c9 to r9c1.
    #[must_use = "this returns a new set and leaves the old one"]
    pub const fn anti_transpose(self) -> CellSet {
        self.transpose().half_turn()
    }
}

/// The cells that are `k` columns to the right of the diagonal from r1c1 to r9c9.
static DIAGONALS: [CellSet; 9] = {
    let mut table = [CellSet::EMPTY; 9];
    let mut i = 0;
    while i < 81 {
        let (row, column) = (i / 9, i % 9);
        if column >= row {
            table[column - row] = table[column - row].with(Cell::at(i as u8));
        }
        i += 1;
    }
    table
};

impl From<UnitSet> for CellSet {
    /// The cells that are in at least one of the units.
    fn from(units: UnitSet) -> CellSet {
        units.cells()
    }
}

/// A picture of the grid, `X` for members.
impl fmt::Debug for CellSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("\n")?;
        for cell in Cell::ALL {
            f.write_str(if self.contains(cell) { "X" } else { "." })?;
            f.write_str(match cell.index() % 9 {
                8 => "\n",
                2 | 5 => "  ",
                _ => " ",
            })?;
        }
        Ok(())
    }
}

/// The set of a picture: nine rows of nine, `X` for members and `.` for the other cells.
/// Which of the lowest nine nibbles, none above 9, are between `low` and `high`, as nine bits.
#[inline]
fn nibbles_within(nibbles: u64, low: u64, high: u64) -> u32 {
    const BYTES: u64 = 0x01_0101_0101;
    // Every other nibble as a byte has room to carry into.
    let within = |bytes: u64| {
        (bytes + (0x80 - low) * BYTES) & ((0x80 + high) * BYTES - bytes) & (0x80 * BYTES)
    };
    let even = within(nibbles & (0x0F * BYTES)) >> 7;
    let odd = within((nibbles >> 4) & (0x0F * BYTES)) >> 3;
    // One bit in each nibble, moved together.
    let within = (even | odd) & 0x1_1111_1111;
    let pairs = (within | within >> 3) & 0x1_0303_0303;
    let fours = (pairs | pairs >> 6) & 0x1_000F_000F;
    let eights = (fours | fours >> 12) & 0x1_0000_00FF;
    ((eights | eights >> 24) & 0x1FF) as u32
}

#[cfg(test)]
macro_rules! cells {
    ($($picture:tt)*) => {
        $crate::cell_set::from_picture(stringify!($($picture)*))
    };
}

#[cfg(test)]
fn from_picture(picture: &str) -> CellSet {
    let marks: Vec<char> = picture.chars().filter(|c| !c.is_whitespace()).collect();
    assert_eq!(marks.len(), 81, "a picture has 81 cells");
    Cell::ALL
        .into_iter()
        .filter(|cell| match marks[cell.index()] {
            'X' => true,
            '.' => false,
            other => panic!("{other:?} in a picture"),
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn letter_f() -> CellSet {
        cells! {
            X X X  X . .  . . .
            X . .  . . .  . . .
            X X X  . . .  . . .

            X . .  . . .  . . .
            X . .  . . .  . . .
            . . .  . . .  . . .

            . . .  . . .  . . .
            . . .  . . .  . . .
            . . .  . . .  . X .
        }
    }

    #[test]
    fn images() {
        assert_eq!(
            letter_f().half_turn(),
            cells! {
                . X .  . . .  . . .
                . . .  . . .  . . .
                . . .  . . .  . . .

                . . .  . . .  . . .
                . . .  . . .  . . X
                . . .  . . .  . . X

                . . .  . . .  X X X
                . . .  . . .  . . X
                . . .  . . X  X X X
            }
        );
        assert_eq!(
            letter_f().mirror_columns(),
            cells! {
                . . .  . . X  X X X
                . . .  . . .  . . X
                . . .  . . .  X X X

                . . .  . . .  . . X
                . . .  . . .  . . X
                . . .  . . .  . . .

                . . .  . . .  . . .
                . . .  . . .  . . .
                . X .  . . .  . . .
            }
        );
        assert_eq!(
            letter_f().mirror_rows(),
            cells! {
                . . .  . . .  . X .
                . . .  . . .  . . .
                . . .  . . .  . . .

                . . .  . . .  . . .
                X . .  . . .  . . .
                X . .  . . .  . . .

                X X X  . . .  . . .
                X . .  . . .  . . .
                X X X  X . .  . . .
            }
        );
        assert_eq!(
            letter_f().transpose(),
            cells! {
                X X X  X X .  . . .
                X . X  . . .  . . .
                X . X  . . .  . . .

                X . .  . . .  . . .
                . . .  . . .  . . .
                . . .  . . .  . . .

                . . .  . . .  . . .
                . . .  . . .  . . X
                . . .  . . .  . . .
            }
        );
        assert_eq!(
            letter_f().anti_transpose(),
            cells! {
                . . .  . . .  . . .
                X . .  . . .  . . .
                . . .  . . .  . . .

                . . .  . . .  . . .
                . . .  . . .  . . .
                . . .  . . .  . . X

                . . .  . . .  X . X
                . . .  . . .  X . X
                . . .  . X X  X X X
            }
        );
    }

    #[test]
    fn peers_see_every_member() {
        assert_eq!(CellSet::EMPTY.peers(), CellSet::EMPTY);
        let two = cells! {
            X . .  . . .  . . .
            . . .  . . .  . . .
            . . .  . . .  . . .

            . . .  . . .  . . .
            . . .  . X .  . . .
            . . .  . . .  . . .

            . . .  . . .  . . .
            . . .  . . .  . . .
            . . .  . . .  . . .
        };
        assert_eq!(
            two.peers(),
            cells! {
                . . .  . X .  . . .
                . . .  . . .  . . .
                . . .  . . .  . . .

                . . .  . . .  . . .
                X . .  . . .  . . .
                . . .  . . .  . . .

                . . .  . . .  . . .
                . . .  . . .  . . .
                . . .  . . .  . . .
            }
        );
        assert_eq!(CellSet::ALL.peers(), CellSet::EMPTY);
    }

    #[test]
    fn units_touched() {
        assert_eq!(
            letter_f().units().to_string(),
            "row 1, row 2, row 3, row 4, row 5, row 9, \
             column 1, column 2, column 3, column 4, column 8, box 1, box 2, box 4, box 9"
        );
        assert_eq!(CellSet::ALL.units(), UnitSet::ALL);
        assert_eq!(CellSet::EMPTY.units(), UnitSet::EMPTY);
    }

    #[test]
    fn shown_as_list_and_as_picture() {
        let set: CellSet = ["r9c8", "r1c2"]
            .map(|c| c.parse::<Cell>().unwrap())
            .into_iter()
            .collect();
        assert_eq!(set.to_string(), "r1c2, r9c8");
        let picture = format!("{set:?}");
        assert_eq!(picture.lines().nth(1), Some(". X .  . . .  . . ."));
        assert_eq!(picture.lines().nth(9), Some(". . .  . . .  . X ."));
        assert_eq!(from_picture(&picture), set);
    }
}
