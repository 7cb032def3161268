//! What follows from one of two nodes being true.

use undoku_grid::{Cell, CellSet, Digit, DigitSet, Position};

use super::node::Node;

/// Candidates to eliminate: one digit from some cells, some digits from one cell, or one digit from one cell and
/// another from another.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) struct Conclusion {
    cells: CellSet,
    digits: DigitSet,
    /// Of two digits in two cells, whether the lower digit goes from the cell with the higher index.
    crossed: bool,
}

impl Conclusion {
    pub(super) const fn is_empty(&self) -> bool {
        self.cells.is_empty()
    }

    /// The one cell that it is about.
    pub(super) const fn only_cell(&self) -> Option<Cell> {
        self.cells.only()
    }

    fn one_digit(digit: Digit, cells: CellSet) -> Conclusion {
        if cells.is_empty() {
            return Conclusion::default();
        }
        Conclusion {
            cells,
            digits: digit.into(),
            crossed: false,
        }
    }

    fn one_cell(cell: Cell, digits: DigitSet) -> Conclusion {
        if digits.is_empty() {
            return Conclusion::default();
        }
        Conclusion {
            cells: cell.into(),
            digits,
            crossed: false,
        }
    }

    /// Puts the candidates into a set for each digit.
    pub(super) fn add_to(&self, cells_of: &mut [CellSet; 9]) {
        if self.cells.has_several() && self.digits.has_several() {
            let (low, high) = (self.digits.first(), self.digits.last());
            let (mut first, mut second) = (self.cells.first(), self.cells.last());
            if self.crossed {
                std::mem::swap(&mut first, &mut second);
            }
            for (digit, cell) in [(low, first), (high, second)] {
                if let (Some(digit), Some(cell)) = (digit, cell) {
                    cells_of[digit.index()].insert(cell);
                }
            }
        } else {
            for digit in self.digits {
                cells_of[digit.index()] |= self.cells;
            }
        }
    }
}

/// The candidates that are false if `a` is true and if `b` is.
///
/// In a single cell, any other digit is; with `in_cells` unset, cells are not looked into.
pub(super) fn seen_by_both(position: &Position, a: &Node, b: &Node, in_cells: bool) -> Conclusion {
    if a.digit == b.digit {
        if in_cells
            && a.cells == b.cells
            && let Some(cell) = a.cells.only()
        {
            // The digit's peers follow when it is placed.
            return Conclusion::one_cell(cell, position.cand(cell).without(a.digit));
        }
        return Conclusion::one_digit(a.digit, position.spots(a.digit) & a.peers() & b.peers());
    }
    if !in_cells {
        return Conclusion::default();
    }
    let (x, y) = (a.cells.only(), b.cells.only());
    if let (Some(x), Some(y)) = (x, y)
        && x == y
    {
        return Conclusion::one_cell(x, position.cand(x).without(a.digit).without(b.digit));
    }
    let loses = |cell: Option<Cell>, other: &Node| {
        cell.filter(|&c| position.cand(c).contains(other.digit) && other.peers().contains(c))
    };
    match (loses(x, b), loses(y, a)) {
        (None, None) => Conclusion::default(),
        (Some(x), None) => Conclusion::one_digit(b.digit, x.into()),
        (None, Some(y)) => Conclusion::one_digit(a.digit, y.into()),
        (Some(x), Some(y)) => Conclusion {
            cells: CellSet::from(x) | y.into(),
            digits: DigitSet::from(a.digit) | b.digit.into(),
            // `x` loses the digit of `b`.
            crossed: (x < y) != (b.digit < a.digit),
        },
    }
}
