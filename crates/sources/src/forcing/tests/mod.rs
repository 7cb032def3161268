//! Nets against plain loops, hand-made positions, and what must hold for every position of a path.

mod by_hand;
mod paths;
mod plain;
mod records;

use undoku_grid::{Cell, Digit, DigitSet, Position, Puzzle};

use super::find::{Forced, Nets, Over, contradictions, verities};

/// A puzzle file of the repository, every `step`-th puzzle.
pub(crate) fn puzzles(name: &str, step: usize) -> Vec<Puzzle> {
    let path = format!(
        "{}/../../tests/data/puzzles/{name}.txt",
        env!("CARGO_MANIFEST_DIR")
    );
    let text = std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{path}: {error}"));
    let lines = text.lines().step_by(step);
    lines.map(|line| line[..81].parse().unwrap()).collect()
}

/// The cell of a text such as `r1c2`.
pub(crate) fn cell(text: &str) -> Cell {
    text.parse().unwrap()
}

/// The digit with this number.
pub(crate) fn digit(number: u8) -> Digit {
    Digit::from_number(number).unwrap()
}

/// An empty grid but for some cells that have only these candidates.
pub(crate) fn grid(cells: &[(&str, &[u8])]) -> Position {
    let mut position = Position::empty();
    for &(at, digits) in cells {
        let kept: DigitSet = digits.iter().map(|&number| digit(number)).collect();
        position.eliminate_all(DigitSet::ALL - kept, cell(at).into());
    }
    position
}

/// Places all singles there are; a position of a path before the next harder step.
pub(crate) fn place_singles(position: &mut Position) {
    loop {
        let naked = position.cells_with_count(1).first();
        let hidden = || {
            undoku_grid::Unit::ALL.into_iter().find_map(|unit| {
                let digit = position.digits_with_spots(unit, 1).first()?;
                Some((position.spots_in(digit, unit).only()?, digit))
            })
        };
        let single = naked.map_or_else(hidden, |cell| Some((cell, position.cand(cell).first()?)));
        let Some((cell, digit)) = single else {
            return;
        };
        position.place(cell, digit);
    }
}

/// One way to look for conclusions.
type Search = fn(&Position) -> Vec<Forced>;

/// The kinds of search, with a name for messages.
pub(crate) const SEARCHES: [(&str, Search); 7] = [
    ("one digit", |p| contradictions(p, nets(true, true))),
    ("static", |p| contradictions(p, nets(false, false))),
    ("static cells", |p| {
        verities(p, nets(false, false), Over::Cells, 9)
    }),
    ("static units", |p| {
        verities(p, nets(false, false), Over::Units, 9)
    }),
    ("dynamic", |p| contradictions(p, nets(true, false))),
    ("dynamic cells", |p| {
        verities(p, nets(true, false), Over::Cells, 9)
    }),
    ("dynamic units", |p| {
        verities(p, nets(true, false), Over::Units, 9)
    }),
];

/// Nets as long as they come.
pub(crate) const fn nets(dynamic: bool, one_digit: bool) -> Nets {
    Nets {
        dynamic,
        one_digit,
        longest: super::net::DEEPEST,
    }
}

/// A small generator of numbers, for reproducible choices.
pub(crate) struct Dice(pub(crate) u64);

impl Dice {
    pub(crate) fn below(&mut self, end: usize) -> usize {
        self.0 = self
            .0
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % end
    }

    fn shuffled<const N: usize>(&mut self) -> [usize; N] {
        let mut order = std::array::from_fn(|i| i);
        for i in (1..N).rev() {
            order.swap(i, self.below(i + 1));
        }
        order
    }
}

/// A way to turn, permute and relabel a grid.
pub(crate) struct Symmetry {
    cells: [Cell; 81],
    digits: [Digit; 9],
}

impl Symmetry {
    pub(crate) fn random(dice: &mut Dice) -> Self {
        let mut lines = || {
            let bands: [usize; 3] = dice.shuffled();
            let within: [[usize; 3]; 3] = [dice.shuffled(), dice.shuffled(), dice.shuffled()];
            let line = |i: usize| (3 * bands[i / 3] + within[i / 3][i % 3]) as u8;
            std::array::from_fn::<u8, 9, _>(line)
        };
        let (rows, columns) = (lines(), lines());
        let turned = dice.below(2) == 1;
        let cells = Cell::ALL.map(|cell| {
            let (row, column) = (rows[cell.index() / 9], columns[cell.index() % 9]);
            if turned {
                Cell::new(column, row)
            } else {
                Cell::new(row, column)
            }
            .unwrap()
        });
        let digits = dice.shuffled::<9>().map(|i| Digit::ALL[i]);
        Self { cells, digits }
    }

    pub(crate) fn cell(&self, cell: Cell) -> Cell {
        self.cells[cell.index()]
    }

    pub(crate) fn digit(&self, digit: Digit) -> Digit {
        self.digits[digit.index()]
    }

    pub(crate) fn position(&self, position: &Position) -> Position {
        let mut image = Position::empty();
        for cell in position.filled() {
            let digit = position.value(cell).unwrap();
            image.place(self.cell(cell), self.digit(digit));
        }
        for cell in position.open() {
            let kept: DigitSet = position.cand(cell).iter().map(|d| self.digit(d)).collect();
            image.eliminate_all(DigitSet::ALL - kept, self.cell(cell).into());
        }
        image
    }
}
