//! Cells and digits by how much they have of each other.

use super::Position;

use crate::cell_set::CellSet;
use crate::digit::Digit;
use crate::digit_set::DigitSet;

impl Position {
    /// The cells that have between `low` and `high` candidates among the digits, both included. Filled
    /// cells have none.
    #[must_use = "this only reads the position"]
    #[inline]
    pub fn cells_by_count(&self, digits: DigitSet, low: u32, high: u32) -> CellSet {
        if low > high {
            return CellSet::EMPTY;
        }
        let planes = if digits == DigitSet::ALL {
            self.counts
        } else if high <= 1 {
            // What is asked of most sets of digits.
            let (mut once, mut more) = (CellSet::EMPTY, CellSet::EMPTY);
            for digit in digits {
                let spots = self.spots[digit.index()];
                more |= once & spots;
                once |= spots;
            }
            return match (low, high) {
                (0, 0) => !once,
                (0, _) => !more,
                _ => once - more,
            };
        } else {
            let mut planes = [CellSet::EMPTY; 4];
            for digit in digits {
                let mut carry = self.spots[digit.index()];
                for plane in &mut planes {
                    let sum = *plane ^ carry;
                    carry &= *plane;
                    *plane = sum;
                }
            }
            planes
        };
        let mut cells = CellSet::ALL;
        if high < 9 {
            cells -= more_than(&planes, high);
        }
        if low > 0 {
            cells &= more_than(&planes, low - 1);
        }
        cells
    }

    /// The cells that have all the digits as candidates, perhaps others as well; all cells for no digits.
    #[must_use = "this only reads the position"]
    #[inline]
    pub fn cells_with_all(&self, digits: DigitSet) -> CellSet {
        digits
            .iter()
            .fold(CellSet::ALL, |cells, digit| cells & self.spots(digit))
    }

    /// The cells that have exactly these candidates; for no digits, filled cells among them.
    #[must_use = "this only reads the position"]
    #[inline]
    pub fn cells_with_exactly(&self, digits: DigitSet) -> CellSet {
        // Those that have so many candidates, and all of these.
        match digits.len() {
            0 => CellSet::ALL - self.cells_by_count(DigitSet::ALL, 1, 9),
            n => self.cells_with_count(n) & self.cells_with_all(digits),
        }
    }

    /// The digits that have between `low` and `high` spots among the cells, both included.
    #[must_use = "this only reads the position"]
    #[inline]
    pub fn digits_by_count(&self, cells: CellSet, low: u32, high: u32) -> DigitSet {
        if low > high {
            return DigitSet::EMPTY;
        }
        if low > 15 || (15..81).contains(&high) {
            let within =
                |digit: &Digit| (low..=high).contains(&(self.spots[digit.index()] & cells).len());
            return Digit::ALL.into_iter().filter(within).collect();
        }
        // Counted cell by cell, in four bits; `many` are the digits whose number does not fit them.
        let (mut planes, mut many) = ([0_u16; 4], 0);
        (cells & self.open).for_each_index(|cell| {
            let mut carry = self.cand[cell].bits();
            for plane in &mut planes {
                let sum = *plane ^ carry;
                carry &= *plane;
                *plane = sum;
            }
            many |= carry;
        });
        let more_than = |n: u32| {
            let (mut more, mut equal) = (0, 0x1FF);
            for (k, plane) in planes.iter().enumerate().rev() {
                if n >> k & 1 == 0 {
                    more |= equal & plane;
                    equal &= !plane;
                } else {
                    equal &= plane;
                }
            }
            more | many
        };
        let mut digits = 0x1FF;
        if high < 15 {
            digits &= !more_than(high);
        }
        if low > 0 {
            digits &= more_than(low - 1);
        }
        DigitSet::from_bits(digits)
    }
}

/// The cells whose number, spread over the planes, is greater than `n`, which is below 16.
#[inline]
fn more_than(planes: &[CellSet; 4], n: u32) -> CellSet {
    let (mut more, mut equal) = (CellSet::EMPTY, CellSet::ALL);
    for (k, &plane) in planes.iter().enumerate().rev() {
        if n >> k & 1 == 0 {
            more |= equal & plane;
            equal -= plane;
        } else {
            equal &= plane;
        }
    }
    more
}
