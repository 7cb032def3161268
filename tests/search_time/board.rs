//! A position as plain arrays, for counts by plain loops.

use std::sync::LazyLock;

use undoku::grid::{Cell, CellSet, Digit, DigitSet, Position, Unit};

/// The candidates of each cell; none of a filled one.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Board {
    pub(crate) candidates: [Vec<u8>; 81],
    pub(crate) filled: [u8; 81],
}

static UNITS: LazyLock<Vec<Vec<usize>>> = LazyLock::new(all_units);

/// The cells of the 27 units: rows, columns, boxes.
pub(crate) fn units() -> &'static [Vec<usize>] {
    &UNITS
}

fn all_units() -> Vec<Vec<usize>> {
    let row = |r: usize| (0..9).map(|c| 9 * r + c).collect();
    let column = |c: usize| (0..9).map(|r| 9 * r + c).collect();
    let one_box = |b: usize| (0..9).map(move |i| 27 * (b / 3) + 3 * (b % 3) + 9 * (i / 3) + i % 3);
    let rows = (0..9).map(row);
    let all = rows.chain((0..9).map(column));
    all.chain((0..9).map(|b| one_box(b).collect())).collect()
}

/// All ways to take `k` of some things.
pub(crate) fn choices<T: Clone>(k: usize, of: &[T]) -> Vec<Vec<T>> {
    if k == 0 {
        return vec![Vec::new()];
    }
    let mut all = Vec::new();
    for (at, first) in of.iter().enumerate() {
        for mut rest in choices(k - 1, &of[at + 1..]) {
            rest.insert(0, first.clone());
            all.push(rest);
        }
    }
    all
}

impl Board {
    pub(crate) fn of(position: &Position) -> Self {
        let digits = |cell: Cell| position.cand(cell).iter().map(Digit::number).collect();
        Self {
            candidates: Cell::ALL.map(digits),
            filled: Cell::ALL.map(|cell| position.value(cell).map_or(0, Digit::number)),
        }
    }

    pub(crate) fn is_open(&self, cell: usize) -> bool {
        self.filled[cell] == 0
    }

    pub(crate) fn open(&self) -> Vec<usize> {
        (0..81).filter(|&cell| self.is_open(cell)).collect()
    }

    pub(crate) fn has(&self, cell: usize, digit: u8) -> bool {
        self.candidates[cell].contains(&digit)
    }

    /// The cells of some that have a digit as a candidate.
    pub(crate) fn spots(&self, digit: u8, cells: &[usize]) -> Vec<usize> {
        let with = |cell: &usize| self.has(*cell, digit);
        cells.iter().copied().filter(with).collect()
    }

    /// The digits that are candidates of some cells, in order.
    pub(crate) fn union(&self, cells: &[usize]) -> Vec<u8> {
        let any = |digit: &u8| cells.iter().any(|&cell| self.has(cell, *digit));
        (1..=9).filter(any).collect()
    }

    pub(crate) fn place(&mut self, cell: usize, digit: u8) {
        self.filled[cell] = digit;
        self.candidates[cell].clear();
        for unit in units() {
            if unit.contains(&cell) {
                for &other in unit {
                    self.candidates[other].retain(|&c| c != digit);
                }
            }
        }
    }

    /// Fills in naked and hidden singles one after the other; whether that contradicts itself.
    pub(crate) fn contradicts_itself(&mut self) -> bool {
        loop {
            let open = self.open();
            if open.iter().any(|&cell| self.candidates[cell].is_empty()) {
                return true;
            }
            let mut next = open
                .iter()
                .find(|&&cell| self.candidates[cell].len() == 1)
                .map(|&cell| (cell, self.candidates[cell][0]));
            for unit in units() {
                for digit in 1..=9 {
                    if unit.iter().any(|&cell| self.filled[cell] == digit) {
                        continue;
                    }
                    match self.spots(digit, unit)[..] {
                        [] => return true,
                        [cell] => next = next.or(Some((cell, digit))),
                        _ => {}
                    }
                }
            }
            match next {
                Some((cell, digit)) => self.place(cell, digit),
                None => return false,
            }
        }
    }
}

/// The empty grid with candidates that are `digits` in some cells of a unit.
pub(crate) fn position(cells: &[(usize, &[u8])]) -> Position {
    let mut position = Position::empty();
    for &(cell, digits) in cells {
        let keep: DigitSet = digits
            .iter()
            .filter_map(|&digit| Digit::from_number(digit))
            .collect();
        let cell: CellSet = Cell::from_index(cell as u8).unwrap().into();
        position.eliminate_all(!keep, cell);
    }
    position
}

/// Takes a digit from all cells of a unit but some.
pub(crate) fn only_at(position: &mut Position, digit: u8, unit: usize, cells: &[usize]) {
    let digit = Digit::from_number(digit).unwrap();
    let keep: CellSet = cells
        .iter()
        .filter_map(|&cell| Cell::from_index(cell as u8))
        .collect();
    position.eliminate_all(digit.into(), Unit::ALL[unit].cells() - keep);
}
