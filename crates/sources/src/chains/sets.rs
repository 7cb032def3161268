//! Almost locked sets.

use undoku_grid::{Cell, CellSet, Digit, DigitSet, Position, Unit};

/// Some cells of a unit with one candidate more between them than they are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct AlmostLocked {
    pub(super) cells: CellSet,
    pub(super) digits: DigitSet,
}

impl AlmostLocked {
    /// Those of its cells that have the digit as a candidate.
    pub(super) fn spots(&self, position: &Position, digit: Digit) -> CellSet {
        self.cells & position.spots(digit)
    }
}

/// All almost locked sets of two to `largest` cells, each once, the smaller ones first.
pub(super) fn almost_locked_sets(position: &Position, largest: u32) -> Vec<AlmostLocked> {
    let mut found = Vec::new();
    for unit in Unit::ALL {
        let cells: Vec<Cell> = position.open_in(unit).iter().collect();
        // The candidates of each subset: those of its last cell and those of the rest.
        let mut digits = vec![DigitSet::EMPTY; 1 << cells.len()];
        for subset in 1_usize..digits.len() {
            let last = subset.ilog2() as usize;
            digits[subset] = digits[subset ^ 1 << last] | position.cand(cells[last]);
            let size = subset.count_ones();
            if (2..=largest).contains(&size) && digits[subset].len() == size + 1 {
                let members = (0..cells.len()).filter(|i| subset >> i & 1 != 0);
                found.push(AlmostLocked {
                    cells: members.map(|i| cells[i]).collect(),
                    digits: digits[subset],
                });
            }
        }
    }
    found.sort_unstable_by_key(|set| (set.cells.len(), set.cells));
    found.dedup_by_key(|set| set.cells);
    found
}
