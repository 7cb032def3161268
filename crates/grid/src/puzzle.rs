//! The clues of a puzzle, and the grid that solves it.

use std::fmt;
use std::str::FromStr;

use crate::cell::Cell;
use crate::cell_set::CellSet;
use crate::digit::Digit;
use crate::format::{self, ReadError};
use crate::position::Position;
use crate::unit_set::UnitSet;

/// The clues of a puzzle. Any clues: they may conflict, and may allow no solution or several.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Puzzle {
    /// The clues as binary numbers, 0 where there is none: `planes[k]` has the cells where bit `k` of
    /// the number is 1. So the cells of one digit take a few operations to find, not 81 steps.
    planes: [CellSet; 4],
}

impl Puzzle {
    /// The puzzle without clues.
    pub const EMPTY: Puzzle = Puzzle {
        planes: [CellSet::EMPTY; 4],
    };

    /// The puzzle with these clues, in the order of the cells' indexes.
    #[must_use = "this makes a new puzzle"]
    pub fn from_clues(clues: &[Option<Digit>; 81]) -> Puzzle {
        Puzzle::from_numbers(&clues.map(|clue| clue.map_or(0, Digit::number)))
    }

    /// The puzzle with clues that the caller knows to be 1 to 9, or 0 for none.
    pub(crate) fn from_numbers(numbers: &[u8; 81]) -> Puzzle {
        let mut padded = [0; 88];
        padded[..81].copy_from_slice(numbers);
        let mut planes = [0; 4];
        for (i, eight) in padded.as_chunks::<8>().0.iter().enumerate() {
            let word = u64::from_le_bytes(*eight);
            for (k, plane) in planes.iter_mut().enumerate() {
                // The product moves the lowest bit of byte j to bit 56 + j.
                let lowest = word >> k & 0x0101_0101_0101_0101;
                let bits = lowest.wrapping_mul(0x0102_0408_1020_4080) >> 56;
                *plane |= u128::from(bits) << (8 * i);
            }
        }
        Puzzle {
            planes: planes.map(CellSet::from_bits),
        }
    }

    /// The clue in the cell, if there is one.
    #[must_use = "this only reads the puzzle"]
    #[inline]
    pub const fn clue(&self, cell: Cell) -> Option<Digit> {
        Digit::from_number(self.number(cell))
    }

    /// The clue in the cell as it is shown, or 0.
    const fn number(&self, cell: Cell) -> u8 {
        let [ones, twos, fours, eights] = self.planes;
        ones.contains(cell) as u8
            | (twos.contains(cell) as u8) << 1
            | (fours.contains(cell) as u8) << 2
            | (eights.contains(cell) as u8) << 3
    }

    /// The puzzle with this clue in the cell instead of what is there; `None` takes the clue out.
    #[must_use = "this returns a new puzzle and leaves the old one"]
    pub const fn with_clue(mut self, cell: Cell, clue: Option<Digit>) -> Puzzle {
        let number = match clue {
            Some(digit) => digit.number(),
            None => 0,
        };
        let mut k = 0;
        while k < 4 {
            let plane = self.planes[k].without(cell);
            self.planes[k] = if number >> k & 1 != 0 {
                plane.with(cell)
            } else {
                plane
            };
            k += 1;
        }
        self
    }

    /// The cells that have a clue.
    #[must_use = "this only reads the puzzle"]
    #[inline]
    pub const fn clues(&self) -> CellSet {
        let [ones, twos, fours, eights] = self.planes;
        ones.union(twos).union(fours).union(eights)
    }

    /// The cells that have this digit as their clue.
    #[must_use = "this only reads the puzzle"]
    #[inline]
    pub const fn cells_of(&self, digit: Digit) -> CellSet {
        let mut cells = CellSet::ALL;
        let mut k = 0;
        while k < 4 {
            let plane = self.planes[k];
            let set = digit.number() >> k & 1 != 0;
            cells = if set {
                cells.intersection(plane)
            } else {
                cells.difference(plane)
            };
            k += 1;
        }
        cells
    }

    /// For each digit, the cells that have it as their clue and the cells that see one of those.
    #[inline]
    pub(crate) fn boards(&self) -> [(CellSet, CellSet); 9] {
        Digit::ALL.map(|digit| {
            let cells = self.cells_of(digit);
            (
                cells,
                cells
                    .iter()
                    .fold(CellSet::EMPTY, |seen, cell| seen | cell.peers()),
            )
        })
    }

    /// Whether every cell has a clue.
    #[must_use = "this only reads the puzzle"]
    pub fn is_complete(&self) -> bool {
        self.clues() == CellSet::ALL
    }

    /// The position that solving starts from.
    #[must_use = "this makes a new position"]
    pub fn position(&self) -> Position {
        Position::from_puzzle(self)
    }

    /// Every pair of cells that hold the same digit in a common unit, in ascending order; each pair
    /// once, even if it shares two units. Empty for a puzzle that keeps to the rules.
    #[must_use = "this only reads the puzzle"]
    pub fn conflicts(&self) -> Vec<Conflict> {
        if !self.has_conflict() {
            return Vec::new();
        }
        let mut conflicts = Vec::new();
        for first in Cell::ALL {
            let Some(digit) = self.clue(first) else {
                continue;
            };
            for second in first.peers().after(first) {
                if self.clue(second) == Some(digit) {
                    let units = first.unit_set() & second.unit_set();
                    conflicts.push(Conflict {
                        first,
                        second,
                        digit,
                        units,
                    });
                }
            }
        }
        conflicts
    }

    /// Whether some unit holds a digit twice.
    #[must_use = "this only reads the puzzle"]
    pub fn has_conflict(&self) -> bool {
        self.boards()
            .iter()
            .any(|&(cells, seen)| !cells.is_disjoint(seen))
    }
}

/// The clues as 81 characters, row by row, with `.` for blanks.
impl fmt::Display for Puzzle {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let text = Cell::ALL.map(|cell| match self.number(cell) {
            0 => '.',
            number => char::from(b'0' + number),
        });
        f.pad(&String::from_iter(text))
    }
}

impl fmt::Debug for Puzzle {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl FromStr for Puzzle {
    type Err = ReadError;

    /// Reads one puzzle in any of the forms that [`format`](crate::format) lists.
    fn from_str(text: &str) -> Result<Puzzle, ReadError> {
        format::parse_puzzle(text)
    }
}

/// Two clues that cannot both be right.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Conflict {
    /// The cell with the lower index.
    pub first: Cell,
    /// The other cell.
    pub second: Cell,
    /// The digit that both hold.
    pub digit: Digit,
    /// The units that both are in: one, or a line and a box.
    pub units: UnitSet,
}

/// `r4c5 and r6c5 both hold 1 in column 5`.
impl fmt::Display for Conflict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "{} and {} both hold {} in ",
            self.first, self.second, self.digit
        )?;
        for (i, unit) in self.units.iter().enumerate() {
            write!(f, "{}{unit}", if i > 0 { " and " } else { "" })?;
        }
        Ok(())
    }
}

/// A completed grid.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Solution {
    /// As they are shown, 1 to 9.
    numbers: [u8; 81],
}

impl Solution {
    /// The grid of numbers that the caller knows to be 1 to 9.
    pub(crate) const fn from_numbers(numbers: [u8; 81]) -> Solution {
        Solution { numbers }
    }

    /// The digit in the cell.
    #[must_use = "this only reads the grid"]
    #[inline]
    pub const fn digit(&self, cell: Cell) -> Digit {
        Digit::at(self.numbers[cell.index()] - 1)
    }

    /// The grid as a puzzle without blanks.
    #[must_use = "this makes a new puzzle"]
    pub fn to_puzzle(self) -> Puzzle {
        Puzzle::from_numbers(&self.numbers)
    }
}

/// The digits as 81 characters, row by row.
impl fmt::Display for Solution {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(&self.to_puzzle(), f)
    }
}

impl fmt::Debug for Solution {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn puzzle(text: &str) -> Puzzle {
        let mut puzzle = Puzzle::EMPTY;
        for (cell, mark) in Cell::ALL
            .into_iter()
            .zip(text.chars().filter(|c| !c.is_whitespace()))
        {
            puzzle = puzzle.with_clue(
                cell,
                mark.to_digit(10).and_then(|n| Digit::from_number(n as u8)),
            );
        }
        puzzle
    }

    #[test]
    fn clues_by_cell_and_as_a_set() {
        let one = puzzle(
            "..3......  ......... ......... ......... ......... ......... ......... ......... ........7",
        );
        assert_eq!(one.clues().to_string(), "r1c3, r9c9");
        assert_eq!(one.clue("r1c3".parse().unwrap()), Digit::from_number(3));
        assert_eq!(one.clue("r1c1".parse().unwrap()), None);
        assert!(!one.is_complete());
        assert_eq!(Puzzle::EMPTY.clues(), CellSet::EMPTY);
        let text = one.to_string();
        assert_eq!(
            (&text[..9], &text[72..], text.len()),
            ("..3......", "........7", 81)
        );
        assert_eq!(
            Puzzle::from_clues(&Cell::ALL.map(|cell| one.clue(cell))),
            one
        );
        assert_eq!(one.position().open().len(), 79);
    }

    #[test]
    fn two_ones_in_a_column() {
        let lines: Vec<String> = puzzle(
            "....................1..6.9...841...7..2.5.6..6...124...2.5..9....................",
        )
        .conflicts()
        .iter()
        .map(ToString::to_string)
        .collect();
        assert_eq!(lines, ["r4c5 and r6c5 both hold 1 in column 5 and box 5"]);
    }

    #[test]
    fn every_pair_is_listed_once() {
        let text =
            "000000000000000000000000000000000000000000000000000000000000000900900000900900000";
        let lines: Vec<String> = puzzle(text)
            .conflicts()
            .iter()
            .map(ToString::to_string)
            .collect();
        assert_eq!(
            lines,
            [
                "r8c1 and r8c4 both hold 9 in row 8",
                "r8c1 and r9c1 both hold 9 in column 1 and box 7",
                "r8c4 and r9c4 both hold 9 in column 4 and box 8",
                "r9c1 and r9c4 both hold 9 in row 9",
            ]
        );
    }

    #[test]
    fn no_conflict_in_a_proper_grid() {
        let grid =
            "123456789457189236689237145214573698376918452598624371731892564842365917965741823";
        assert!(puzzle(grid).is_complete());
        assert_eq!(puzzle(grid).conflicts(), []);
        // Only the box is shared.
        let box_only = Puzzle::EMPTY
            .with_clue("r1c1".parse().unwrap(), Digit::from_number(4))
            .with_clue("r3c2".parse().unwrap(), Digit::from_number(4));
        assert_eq!(box_only.conflicts()[0].units.to_string(), "box 1");
    }
}
