//! Sets of candidates: digits in cells.

use std::fmt;

use crate::cell::Cell;
use crate::cell_set::CellSet;
use crate::digit::Digit;
use crate::digit_set::DigitSet;

/// A set of candidates, each a digit in a cell; of any cells, whether they are open or not.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct CandidateSet {
    /// By the digit's index, the cells.
    cells: [CellSet; 9],
}

impl CandidateSet {
    /// The set without members.
    pub const EMPTY: CandidateSet = CandidateSet {
        cells: [CellSet::EMPTY; 9],
    };

    /// The set that has, for each digit by its index, these cells.
    #[must_use = "this makes a set and has no other effect"]
    pub const fn from_cells(cells: [CellSet; 9]) -> CandidateSet {
        CandidateSet { cells }
    }

    /// For each digit by its index, its cells.
    #[must_use = "this only reads the set"]
    pub const fn cells(&self) -> &[CellSet; 9] {
        &self.cells
    }

    /// The cells that the set has the digit in.
    #[must_use = "this only reads the set"]
    pub const fn cells_of(&self, digit: Digit) -> CellSet {
        self.cells[digit.index()]
    }

    /// The digits that the set has in the cell.
    #[must_use = "this only reads the set"]
    pub fn digits_of(&self, cell: Cell) -> DigitSet {
        Digit::ALL
            .into_iter()
            .filter(|&digit| self.contains(cell, digit))
            .collect()
    }

    /// The cells that the set has any digit in.
    #[must_use = "this only reads the set"]
    pub fn all_cells(&self) -> CellSet {
        self.cells
            .iter()
            .fold(CellSet::EMPTY, |all, &cells| all | cells)
    }

    /// Whether the digit in the cell is a member.
    #[must_use = "this only reads the set"]
    pub const fn contains(&self, cell: Cell, digit: Digit) -> bool {
        self.cells[digit.index()].contains(cell)
    }

    /// Adds the digit in the cell; says whether it is new.
    pub const fn insert(&mut self, cell: Cell, digit: Digit) -> bool {
        self.cells[digit.index()].insert(cell)
    }

    /// Takes the digit in the cell out; says whether it was a member.
    pub const fn remove(&mut self, cell: Cell, digit: Digit) -> bool {
        self.cells[digit.index()].remove(cell)
    }

    /// Whether there is no member.
    #[must_use = "this only reads the set"]
    pub fn is_empty(&self) -> bool {
        self.cells.iter().all(|cells| cells.is_empty())
    }

    /// The number of members, 0 to 729.
    #[must_use = "this only reads the set"]
    pub fn len(&self) -> u32 {
        self.cells.iter().map(|cells| cells.len()).sum()
    }

    /// The members that both sets have.
    #[must_use = "this returns a new set and leaves the old one"]
    pub fn intersection(&self, other: &CandidateSet) -> CandidateSet {
        CandidateSet {
            cells: std::array::from_fn(|d| self.cells[d] & other.cells[d]),
        }
    }

    /// The members that the other set does not have.
    #[must_use = "this returns a new set and leaves the old one"]
    pub fn difference(&self, other: &CandidateSet) -> CandidateSet {
        CandidateSet {
            cells: std::array::from_fn(|d| self.cells[d] - other.cells[d]),
        }
    }

    /// The members by cell, then by digit.
    pub fn iter(&self) -> impl Iterator<Item = (Cell, Digit)> + '_ {
        self.all_cells()
            .iter()
            .flat_map(|cell| self.digits_of(cell).iter().map(move |digit| (cell, digit)))
    }
}

impl FromIterator<(Cell, Digit)> for CandidateSet {
    fn from_iter<I: IntoIterator<Item = (Cell, Digit)>>(iter: I) -> CandidateSet {
        let mut set = CandidateSet::EMPTY;
        set.extend(iter);
        set
    }
}

impl Extend<(Cell, Digit)> for CandidateSet {
    fn extend<I: IntoIterator<Item = (Cell, Digit)>>(&mut self, iter: I) {
        for (cell, digit) in iter {
            self.insert(cell, digit);
        }
    }
}

/// The members cell by cell, as in `{r1c2: 34, r5c5: 9}`.
impl fmt::Debug for CandidateSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let all = self.all_cells();
        f.debug_map()
            .entries(all.iter().map(|cell| (cell, self.digits_of(cell))))
            .finish()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn candidate(cell: &str, digit: u8) -> (Cell, Digit) {
        (cell.parse().unwrap(), Digit::from_number(digit).unwrap())
    }

    #[test]
    fn members_come_by_cell_then_digit() {
        let members = [
            candidate("r9c9", 1),
            candidate("r1c2", 9),
            candidate("r1c2", 3),
        ];
        let set: CandidateSet = members.into_iter().chain(members).collect();
        assert_eq!(set.len(), 3);
        let sorted: Vec<_> = set.iter().collect();
        assert_eq!(sorted, [members[2], members[1], members[0]]);
        assert_eq!(set.digits_of(members[1].0).len(), 2);
        assert_eq!(set.all_cells().len(), 2);
    }

    #[test]
    fn sets_are_cut_and_taken_from_each_other() {
        let [a, b, c] = [("r1c1", 1), ("r1c1", 2), ("r2c2", 1)].map(|(c, d)| candidate(c, d));
        let set = |members: &[(Cell, Digit)]| members.iter().copied().collect::<CandidateSet>();
        assert_eq!(set(&[a, b]).intersection(&set(&[b, c])), set(&[b]));
        assert_eq!(set(&[a, b]).difference(&set(&[b, c])), set(&[a]));
    }

    #[test]
    fn what_is_inserted_can_be_removed() {
        let (cell, digit) = candidate("r5c5", 5);
        let mut set = CandidateSet::EMPTY;
        set.insert(cell, digit);
        assert!(set.contains(cell, digit) && !set.is_empty());
        assert_eq!(set.cells_of(digit), CellSet::from(cell));
        set.remove(cell, digit);
        assert_eq!(set, CandidateSet::EMPTY);
        assert!(set.is_empty());
    }
}
