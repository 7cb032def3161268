//! Detectors for three patterns of elimination, written by hand: all matches, each with what it takes.

use super::search::{CELL, CELLS_OF, SEEN, cells};

/// A position in the forms that the detectors ask for.
#[derive(Clone)]
pub(crate) struct Candidates {
    pub(crate) open: u128,
    /// Per digit, the cells that may hold it.
    pub(crate) spots: [u128; 9],
    /// Per cell, the digits that it may hold.
    pub(crate) of: [u16; 81],
    /// The cells that may hold two digits.
    pub(crate) pairs: u128,
}

/// What a match takes: per digit, the cells.
pub(crate) type Gone = [u128; 9];

impl Candidates {
    /// From the digits that each cell may hold; none for filled cells.
    pub(crate) fn new(of: [u16; 81], open: u128) -> Self {
        let mut spots = [0; 9];
        let mut pairs = 0;
        for (cell, &digits) in of.iter().enumerate() {
            for (digit, spots) in spots.iter_mut().enumerate() {
                if digits >> digit & 1 != 0 {
                    *spots |= CELL[cell];
                }
            }
            if digits.count_ones() == 2 {
                pairs |= CELL[cell];
            }
        }
        Self {
            open,
            spots,
            of,
            pairs,
        }
    }

    /// Takes the digits from the cells, if any of them has any of these.
    fn take(&self, mut digits: u16, from: u128, found: &mut Vec<Gone>) {
        let mut gone = [0; 9];
        let mut any = 0;
        while digits != 0 {
            let digit = digits.trailing_zeros() as usize;
            digits &= digits - 1;
            gone[digit] = self.spots[digit] & from;
            any |= gone[digit];
        }
        if any != 0 {
            found.push(gone);
        }
    }

    /// Two cells of a unit with the same two candidates; by unit, then cells.
    pub(crate) fn naked_pairs(&self, found: &mut Vec<Gone>) {
        for unit in CELLS_OF {
            let mut left = self.pairs & unit;
            while left != 0 {
                let first = left.trailing_zeros() as usize;
                left &= left - 1;
                for second in cells(left) {
                    if self.of[first] == self.of[second] {
                        let rest = self.open & unit & !CELL[first] & !CELL[second];
                        self.take(self.of[first], rest, found);
                    }
                }
            }
        }
    }

    /// Two rows, or two columns, with two spots each that lie in the same two columns, or rows; by digit.
    pub(crate) fn x_wings(&self, found: &mut Vec<Gone>) {
        for (digit, &spots) in self.spots.iter().enumerate() {
            for (lines, across) in [(0, 9), (9, 0)] {
                let mut with_two = [(0, 0); 9];
                let mut count = 0;
                for (line, cells) in CELLS_OF.iter().enumerate().skip(lines).take(9) {
                    let here = spots & cells;
                    if here.count_ones() == 2 {
                        with_two[count] = (line, places(here, across));
                        count += 1;
                    }
                }
                let with_two = &with_two[..count];
                for (at, &(first, these)) in with_two.iter().enumerate() {
                    for &(second, others) in &with_two[at + 1..] {
                        if these == others {
                            let crossing = (0..9).filter(|place| these >> place & 1 != 0);
                            let cover = crossing.fold(0, |all, at| all | CELLS_OF[across + at]);
                            let rest = cover & !CELLS_OF[first] & !CELLS_OF[second];
                            self.take(1 << digit, rest, found);
                        }
                    }
                }
            }
        }
    }

    /// A pivot with two candidates that sees two pincers, one with either of them and the same third; by cells.
    pub(crate) fn xy_wings(&self, found: &mut Vec<Gone>) {
        for pivot in cells(self.pairs) {
            let xy = self.of[pivot];
            let mut left = self.pairs & SEEN[pivot] & !CELL[pivot];
            while left != 0 {
                let first = left.trailing_zeros() as usize;
                left &= left - 1;
                let xz = self.of[first];
                if (xz & xy).count_ones() != 1 {
                    continue;
                }
                for second in cells(left) {
                    if self.of[second] == xy ^ xz {
                        let both = SEEN[first] & SEEN[second] & !CELL[first] & !CELL[second];
                        self.take(xz & !xy, both, found);
                    }
                }
            }
        }
    }
}

/// The numbers of the columns (from unit 9 on) or rows (from unit 0 on) that cells are in, as bits.
fn places(set: u128, across: usize) -> u16 {
    cells(set).fold(0, |all, cell| {
        all | 1 << if across == 9 { cell % 9 } else { cell / 9 }
    })
}
