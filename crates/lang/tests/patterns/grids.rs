//! Random grids, puzzles and positions, the same in every run.

use undoku_grid::{Cell, Digit, DigitSet, Position};

use super::support::digit;

/// A linear congruential generator.
pub(crate) struct Dice(u64);

impl Dice {
    pub(crate) fn new(seed: u64) -> Self {
        let mut dice = Self(seed ^ 0x9E37_79B9_7F4A_7C15);
        dice.next();
        dice
    }

    fn next(&mut self) -> u64 {
        self.0 = self
            .0
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        self.0 >> 33
    }

    /// A number below `n`.
    pub(crate) fn below(&mut self, n: usize) -> usize {
        self.next() as usize % n
    }

    /// Whether something happens that does so `percent` times of a hundred.
    pub(crate) fn chance(&mut self, percent: usize) -> bool {
        self.below(100) < percent
    }

    pub(crate) fn shuffle<T>(&mut self, items: &mut [T]) {
        for last in (1..items.len()).rev() {
            items.swap(last, self.below(last + 1));
        }
    }
}

/// A complete grid.
pub(crate) type Grid = [Digit; 81];

/// Lines in a random order that keeps bands together.
fn lines(dice: &mut Dice) -> Vec<usize> {
    let mut bands = [0, 1, 2];
    dice.shuffle(&mut bands);
    let mut all = Vec::new();
    for band in bands {
        let mut three = [0, 1, 2];
        dice.shuffle(&mut three);
        all.extend(three.map(|line| 3 * band + line));
    }
    all
}

/// A complete grid that follows the rules.
pub(crate) fn solution(dice: &mut Dice) -> Grid {
    let mut names = Digit::ALL;
    dice.shuffle(&mut names);
    let (rows, columns) = (lines(dice), lines(dice));
    let transposed = dice.chance(50);
    std::array::from_fn(|at| {
        let (row, column) = if transposed {
            (at % 9, at / 9)
        } else {
            (at / 9, at % 9)
        };
        let (row, column) = (rows[row], columns[column]);
        names[(row * 3 + row / 3 + column) % 9]
    })
}

/// The same grid with two rows of a band exchanged in parts, where that keeps the rules: such grids have
/// fewer regularities than those that [`solution`] makes.
pub(crate) fn mixed_solution(dice: &mut Dice) -> Grid {
    let mut grid = solution(dice);
    for _ in 0..20 {
        let band = dice.below(3);
        let (one, two) = (3 * band + dice.below(3), 3 * band + dice.below(3));
        let start = dice.below(9);
        // Exchange columns until both rows have their digits again.
        let mut columns = vec![start];
        let mut wanted = grid[9 * two + start];
        while wanted != grid[9 * one + start] {
            let column = (0..9)
                .find(|&column| grid[9 * one + column] == wanted)
                .expect("each digit is in the row");
            columns.push(column);
            wanted = grid[9 * two + column];
        }
        for column in columns {
            grid.swap(9 * one + column, 9 * two + column);
        }
    }
    grid
}

/// A position on the way to a grid: some cells filled, some of the other candidates excluded.
pub(crate) fn position(dice: &mut Dice, grid: &Grid, filled: usize, excluded: usize) -> Position {
    let mut position = Position::empty();
    let mut all = Cell::ALL;
    dice.shuffle(&mut all);
    for &cell in &all[..filled] {
        position.place(cell, grid[cell.index()]);
    }
    exclude(dice, &mut position, Some(grid), excluded);
    position
}

/// Takes so many of a hundred candidates away, but none of a grid's digits.
pub(crate) fn exclude(
    dice: &mut Dice,
    position: &mut Position,
    grid: Option<&Grid>,
    excluded: usize,
) {
    for cell in Cell::ALL {
        for digit in position.cand(cell) {
            let kept = grid.is_some_and(|grid| grid[cell.index()] == digit);
            if !kept && dice.chance(excluded) {
                position.eliminate(cell, digit);
            }
        }
    }
}

/// A grid's position in which all cells of three digits are open, each with its own digit and the next of the
/// three, and a few more candidates: at a chance's mercy, a bivalue universal grave plus one.
pub(crate) fn near_grave(dice: &mut Dice, grid: &Grid) -> Position {
    let mut names: Vec<u8> = (1..=9).collect();
    dice.shuffle(&mut names);
    let three = [digit(names[0]), digit(names[1]), digit(names[2])];
    let mut position = Position::empty();
    for cell in Cell::ALL {
        let value = grid[cell.index()];
        if !three.contains(&value) {
            position.place(cell, value);
        }
    }
    let mut odd = vec![dice.below(27)];
    if dice.chance(30) {
        odd.push(dice.below(27));
    }
    for (number, cell) in position.open().iter().enumerate() {
        let at = three
            .iter()
            .position(|&digit| digit == grid[cell.index()])
            .expect("one of the three");
        if !odd.contains(&number) {
            position.eliminate(cell, three[(at + 2) % 3]);
        }
    }
    if dice.chance(20) {
        let cell = position.open().first().expect("open cells");
        position.eliminate(cell, three[dice.below(3)]);
    }
    position
}

/// A position in which three corners of a rectangle in two boxes have one pair, and the fourth may have more.
pub(crate) fn near_rectangle(dice: &mut Dice, grid: &Grid) -> Position {
    let mut position = position(dice, grid, 0, 0);
    let (band, row, column) = (dice.below(3), dice.below(3), dice.below(9));
    let (rows, columns) = (
        [3 * band + row, 3 * band + (row + 1) % 3],
        [column, (column + 3 + dice.below(4)) % 9],
    );
    let transposed = dice.chance(50);
    let mut corners = Vec::new();
    for row in rows {
        for column in columns {
            let (row, column) = if transposed {
                (column, row)
            } else {
                (row, column)
            };
            corners.push(Cell::ALL[9 * row + column]);
        }
    }
    dice.shuffle(&mut corners);
    let mut names = Digit::ALL;
    dice.shuffle(&mut names);
    for (at, &corner) in corners.iter().enumerate() {
        let spoilt = dice.chance(if at == 3 { 80 } else { 5 });
        let kept = if spoilt { &names[..3] } else { &names[..2] };
        let kept: DigitSet = kept.iter().copied().collect();
        position.eliminate_all(!kept, corner.into());
    }
    position
}
