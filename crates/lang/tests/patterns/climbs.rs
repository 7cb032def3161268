//! Whole puzzles solved by the patterns: no conclusion on the way contradicts the solution.

use std::collections::BTreeMap;

use undoku_grid::{Cell, Position, Puzzle, Solutions, solve};

use super::crosscheck::{BY_UNIQUENESS, errors, pairs};
use super::grids::Grid;
use super::support::{cell, digit};

fn apply(position: &mut Position, conclusion: &str) {
    for text in conclusion.split(' ') {
        let (at, rest) = text.split_at(4);
        let (sign, number) = rest.split_at(1);
        let number = digit(number.parse().expect("a digit"));
        if sign == "=" {
            position.place(cell(at), number);
        } else {
            assert!(
                position.eliminate(cell(at), number),
                "{text} changes nothing"
            );
        }
    }
}

/// How often each pattern concluded something on the way to the end of a puzzle, and whether it was solved.
fn climb(line: &str) -> (BTreeMap<&'static str, usize>, bool) {
    let puzzle: Puzzle = line.parse().expect("a puzzle");
    let Solutions::One(solution) = solve(&puzzle) else {
        panic!("not a proper puzzle: {line}");
    };
    let grid: Grid = Cell::ALL.map(|cell| solution.digit(cell));
    let ladder = pairs();
    let mut used = BTreeMap::new();
    let mut position = puzzle.position();
    'steps: while !position.is_solved() {
        for (name, technique, _) in &ladder {
            let matches = technique.matches(&position);
            for conclusion in &matches {
                let wrong = errors(&grid, conclusion);
                assert!(wrong.is_empty(), "{name}: {wrong:?} in {line}{position:?}");
            }
            if let Some(conclusion) = matches.first() {
                apply(&mut position, conclusion);
                *used.entry(*name).or_default() += 1;
                continue 'steps;
            }
        }
        return (used, false);
    }
    (used, true)
}

/// Public-domain puzzles that need more than singles; the first twelve lead into a grave plus one, the others
/// past a unique rectangle.
const PUZZLES: [&str; 24] = [
    ".486..1..2..9.15.8.9.....3....7.......52168.......8....3.....2.1.94.7..6..6..395.",
    "65.....2...81.7.36.2..........7..8.9....3....9.6..8..........1.31.5.49...7.....64",
    ".........16.7.2.54..24.13...598.614...89.56..31.....95.........6..5.8..7.2..7..6.",
    "...916.5.24.8......16.......35.9...1..1...4..6...8.93.......16......1.43.7.639...",
    "..3....1.1....87...2.19...4.3.7.54....1...8....96.2.5.7...49.3...43....7.9....6..",
    "...4.6....182.749.....9....5.......1..6.1.5...73...84.3..1.5..4.2.3.9.5.7.......6",
    "........17..6...28...5...6.94.1....6.6.3.9.4.2....7.39.5...8...82...5..41........",
    "983...751.2.5.7.4..7.....2.....3.....3.1.4.7....2.8.............16...39...27936..",
    "324..9..5..1...2.3.5...2.894.8.3.......7.4.......9.4.181.4...5.5.6...8..7..8..614",
    ".9.2.76....7..3..41....6.2.239.6...8...8.9...7...3.965.7.6....94..7..5....63.8.7.",
    "....9....4...5...75..4.6..1.9.....3.1.......676.9.2.58..1.7.2...4.1.9.7...83456..",
    ".41....59.82.1.......5..81.9......4..5.7.4.2..7......6.25..7.......2.73.71....46.",
    "24.9....1..5.74..9.......8..1..2...5.3.4.5.6.8...1..4..2.......7..34.5..4....2.78",
    "..84...6.5..9.38...1......3.2..9..54...732...89..4..1.9......3...12.7..9.8...97..",
    ".3..5..1..2.....6.5...4...2....8....8..6.4..34..321..7.........1.87.24.6692...375",
    ".6.4..5.1..359....4.5.7...6.3......71.6...2.55......4.7...6.8.3....591..3.1..7.6.",
    "..9.3..2..7......88..2...7.....417....67.92....538.....5...4..94......1..2..6.4..",
    "2.6..3..8....8......51..3.94...1.8...5.437.9...9.5...46.2..57......2....9..6..4.5",
    "...8........6...35....72.1.8...5......7.....2.....4...31..8..4..521....76...43.51",
    "8......656.1.978.4..94...2..1....2.9.....2......18.......64.1.....8..4....6.21...",
    "7.49.6.....3.1.....2.8...17..8....92..1...3.....34...1......7......74.3.9......6.",
    "..5....9..687..3..1.9.8.......2....1.5.1..6.83......79.1.3.....7..516........8...",
    "..4.2.6.3...6...8..69.3..412.......87....1.....6.8......394....14.........82.....",
    "...2.........85..1....61....8.159.3...23......69..8...8...4...5..4..2.1...5...69.",
];

#[test]
fn whole_puzzles_are_solved_without_contradicting_their_solution() {
    let mut all: BTreeMap<&str, usize> = BTreeMap::new();
    for (number, line) in PUZZLES.iter().enumerate() {
        let (used, solved) = climb(line);
        assert!(solved, "{line}");
        let wanted = BY_UNIQUENESS[usize::from(number < 12)];
        assert!(used.contains_key(wanted), "{line} without {wanted}");
        for (name, times) in used {
            *all.entry(name).or_default() += times;
        }
    }
    for name in [
        "naked single",
        "hidden single",
        "pointing",
        "claiming",
        "naked pair",
        "naked triple",
        "x-wing of rows",
        "x-wing of columns",
        "finned x-wing of rows",
        "xy-wing",
        "w-wing",
    ] {
        assert!(all.contains_key(name), "{name} was never needed: {all:?}");
    }
}
