//! What chains lead from and to.

use undoku_grid::{CellSet, Digit};

/// The statement that one of some cells takes a digit.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Node {
    /// The digit.
    pub digit: Digit,
    /// The cells, at least one.
    pub cells: CellSet,
}

impl Node {
    /// Whether it is a single candidate.
    #[must_use]
    pub const fn is_single(&self) -> bool {
        !self.cells.has_several()
    }

    /// Whether it is a candidate or a group: up to three cells of a box and a line.
    #[must_use]
    pub fn is_compact(&self) -> bool {
        self.is_single() || is_group(self.cells)
    }

    /// The cells that cannot take the digit if the node is true.
    #[must_use]
    pub fn peers(&self) -> CellSet {
        self.cells.peers()
    }
}

/// Whether these are two or three cells that lie in one box and one line.
fn is_group(cells: CellSet) -> bool {
    let Some(first) = cells.first() else {
        return false;
    };
    let in_line = cells.is_subset(first.row().cells()) || cells.is_subset(first.column().cells());
    cells.has_several() && in_line && cells.is_subset(first.box_unit().cells())
}
