//! Puzzles, and ways through them by plain rules that know nothing of what is tested.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

use std::path::Path;

use undoku_grid::{
    Cell, CellSet, Digit, DigitSet, Position, Puzzle, Solution, Solutions, Unit, solve,
};

/// For each digit, by its index, the cells that lose it.
pub(crate) type Eliminations = [CellSet; 9];

/// The first puzzles of a list below `tests/data/puzzles`, with their solutions.
pub(crate) fn puzzles(list: &str, most: usize) -> Vec<(Puzzle, Solution)> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("../../tests/data/puzzles")
        .join(list);
    let text = std::fs::read_to_string(path).unwrap();
    let puzzles = text.lines().filter_map(|line| line.get(..81)?.parse().ok());
    puzzles
        .filter_map(|puzzle: Puzzle| match solve(&puzzle) {
            Solutions::One(solution) => Some((puzzle, solution)),
            _ => None,
        })
        .take(most)
        .collect()
}

/// Does one plain step: a single, else locked candidates, else a naked subset of up to four cells. Says whether
/// there was one.
pub(crate) fn plain_step(position: &mut Position) -> bool {
    single(position) || locked(position) || subset(position)
}

fn single(position: &mut Position) -> bool {
    for cell in position.open() {
        if let Some(digit) = position.cand(cell).only() {
            position.place(cell, digit);
            return true;
        }
    }
    for unit in Unit::ALL {
        for digit in position.missing(unit) {
            if let Some(cell) = position.spots_in(digit, unit).only() {
                position.place(cell, digit);
                return true;
            }
        }
    }
    false
}

fn locked(position: &mut Position) -> bool {
    for unit in Unit::ALL {
        for digit in position.missing(unit) {
            let spots = position.spots_in(digit, unit);
            if position.eliminate_all(digit.into(), spots.peers()) > 0 {
                return true;
            }
        }
    }
    false
}

fn subset(position: &mut Position) -> bool {
    for size in 2..=4 {
        for unit in Unit::ALL {
            let open: Vec<Cell> = position.open_in(unit).iter().collect();
            for bits in 0_u32..1 << open.len() {
                if bits.count_ones() != size {
                    continue;
                }
                let cells: CellSet = (0..open.len())
                    .filter(|at| bits >> at & 1 != 0)
                    .map(|at| open[at])
                    .collect();
                let digits = cells
                    .iter()
                    .fold(DigitSet::EMPTY, |all, cell| all | position.cand(cell));
                let rest = position.open_in(unit) - cells;
                if digits.len() == size && position.eliminate_all(digits, rest) > 0 {
                    return true;
                }
            }
        }
    }
    false
}

/// Takes these candidates out; says whether there were any.
pub(crate) fn apply(position: &mut Position, eliminations: &Eliminations) -> bool {
    let gone =
        Digit::ALL.map(|digit| position.eliminate_all(digit.into(), eliminations[digit.index()]));
    gone.iter().sum::<u32>() > 0
}

/// Places one digit of the solution.
pub(crate) fn help(position: &mut Position, solution: &Solution) {
    if let Some(cell) = position.open().first() {
        position.place(cell, solution.digit(cell));
    }
}

/// Whether no digit of the solution goes.
pub(crate) fn is_sound(eliminations: &Eliminations, solution: &Solution) -> bool {
    Digit::ALL.into_iter().all(|digit| {
        let mut cells = eliminations[digit.index()].iter();
        cells.all(|cell| solution.digit(cell) != digit)
    })
}

/// Where the plain steps come to an end: each time one digit of the solution helps on.
pub(crate) fn stuck_positions(puzzle: &Puzzle, solution: &Solution) -> Vec<Position> {
    let mut position = puzzle.position();
    let mut stuck = Vec::new();
    loop {
        while plain_step(&mut position) {}
        if position.is_solved() {
            return stuck;
        }
        stuck.push(position.clone());
        help(&mut position, solution);
    }
}

/// Some such positions of hard puzzles.
pub(crate) fn sample(most: usize) -> Vec<Position> {
    let puzzles = puzzles("exchange-diabolical.txt", 40);
    let stuck = puzzles
        .iter()
        .flat_map(|(puzzle, solution)| stuck_positions(puzzle, solution).into_iter().take(2));
    stuck.take(most).collect()
}

/// Cells by their names.
pub(crate) fn cells(names: &str) -> CellSet {
    let names = names.split_whitespace();
    names.map(|name| name.parse::<Cell>().unwrap()).collect()
}

/// Digits by their figures.
pub(crate) fn digits(figures: &str) -> DigitSet {
    figures.chars().map(digit).collect()
}

pub(crate) fn digit(figure: char) -> Digit {
    Digit::from_number(figure.to_digit(10).unwrap() as u8).unwrap()
}

/// The empty grid with these candidates alone in these cells.
pub(crate) fn with_candidates(of: &[(&str, &str)]) -> Position {
    let mut position = Position::empty();
    for (names, figures) in of {
        position.eliminate_all(!digits(figures), cells(names));
    }
    position
}
