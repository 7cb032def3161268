//! What holds for every position that nets lead to on the way to a solution.

use std::collections::{BTreeMap, HashSet};

use undoku_grid::{Cell, Digit, Position, Puzzle, Solution, Solutions, Unit, solve};

use super::super::find::Forced;
use super::super::web::Need;
use super::{Dice, SEARCHES, Symmetry, place_singles, puzzles};

fn sample() -> Vec<Puzzle> {
    let mut all = puzzles("exchange-diabolical", 40);
    all.extend(puzzles("exchange-hard-mixed", 100));
    all.extend(puzzles("top1465-12", 3));
    all.extend(puzzles("hardest-375-12", 6));
    all
}

/// The positions of a path that takes the conclusions of one search a time, the simplest that finds anything.
fn walk(puzzle: &Puzzle, mut visit: impl FnMut(&Position, &[Vec<Forced>], &Solution)) {
    let Solutions::One(solution) = solve(puzzle) else {
        panic!("{puzzle} has not one solution");
    };
    let mut position = puzzle.position();
    for round in 0.. {
        if round > 0 {
            place_singles(&mut position);
        }
        let found = SEARCHES.map(|(_, search)| search(&position));
        visit(&position, &found, &solution);
        // The first position is that of the puzzle itself, with its singles.
        let Some(first) = found.iter().find(|found| !found.is_empty()) else {
            if round > 0 {
                return;
            }
            continue;
        };
        for forced in first {
            match forced.conclusion {
                (cell, digit, true) if position.cand(cell).contains(digit) => {
                    position.place(cell, digit);
                }
                (cell, digit, false) => _ = position.eliminate(cell, digit),
                _ => {}
            }
        }
    }
}

#[test]
fn conclusions_are_true_and_nets_hold_together() {
    let mut fired = [0; SEARCHES.len()];
    for puzzle in sample() {
        walk(&puzzle, |position, found, solution| {
            for (found, (fired, (name, _))) in found.iter().zip(fired.iter_mut().zip(SEARCHES)) {
                *fired += found.len();
                for forced in found {
                    let (cell, digit, holds) = forced.conclusion;
                    assert!(position.cand(cell).contains(digit), "{name} {forced:?}");
                    assert_eq!(solution.digit(cell) == digit, holds, "{name} {forced:?}");
                    check_trail(position, forced, name);
                }
                let lengths = found.iter().map(|forced| forced.length);
                assert!(lengths.is_sorted(), "{name}");
                let different: HashSet<_> = found.iter().map(|f| f.conclusion).collect();
                assert_eq!(different.len(), found.len(), "{name}");
            }
        });
    }
    assert!(fired.iter().all(|&count| count > 20), "{fired:?}");
}

type Fact = (Cell, Digit, bool);

fn fact(word: u16) -> Fact {
    let cell = Cell::from_index((word / 18) as u8).unwrap();
    let digit = Digit::from_index((word / 2 % 9) as u8).unwrap();
    (cell, digit, word % 2 == 1)
}

fn beside(a: Fact, b: Fact) -> bool {
    let ((cell, digit, _), (at, other, _)) = (a, b);
    if cell == at {
        digit != other
    } else {
        digit == other && cell.sees(at)
    }
}

/// Whether these are all others that could meet some need in place of the candidate.
fn leaves_only(position: &Position, from: &[Fact], (cell, digit, _): Fact) -> bool {
    let from: HashSet<Fact> = from.iter().copied().collect();
    let in_cell = position.cand(cell).without(digit).iter();
    let in_cell: HashSet<Fact> = in_cell.map(|other| (cell, other, false)).collect();
    let in_units = cell.units().map(|unit: Unit| {
        let spots = position.spots_in(digit, unit).without(cell).iter();
        spots
            .map(|other| (other, digit, false))
            .collect::<HashSet<Fact>>()
    });
    from == in_cell || in_units.contains(&from)
}

/// Reads a trail as its format is described, and checks each implication against the position.
fn check_trail(position: &Position, forced: &Forced, name: &str) {
    let mut words = forced.trail.iter().copied();
    let mut branches: Vec<(Fact, HashSet<Fact>)> = Vec::new();
    let (mut last, mut contradicted) = (None, false);
    let mut length = 0;
    while let Some(word) = words.next() {
        match word >> 12 {
            1 => {
                let start = fact(words.next().unwrap());
                branches.push((start, HashSet::from([start])));
            }
            2 => {
                let from: Vec<Fact> = (0..word & 0xFFF)
                    .map(|_| fact(words.next().unwrap()))
                    .collect();
                let to = fact(words.next().unwrap());
                let (_, told) = branches.last_mut().unwrap();
                assert!(
                    from.iter().all(|premise| told.contains(premise)),
                    "{name} {forced:?}"
                );
                if to.2 {
                    assert!(leaves_only(position, &from, to), "{name} {to:?} {forced:?}");
                    assert!(name.starts_with("dynamic") || name == "one digit" || from.len() == 1);
                } else {
                    assert!(matches!(*from, [premise] if premise.2 && beside(premise, to)));
                }
                assert!(told.insert(to), "told once: {name} {forced:?}");
                length += 1;
                last = Some(to);
            }
            3 => {
                let (_, told) = branches.last().unwrap();
                let is_false = |cell, digit| told.contains(&(cell, digit, false));
                assert!(match Need::from_code(word & 0xFFF).unwrap() {
                    Need::Cell(cell) => position.cand(cell).iter().all(|d| is_false(cell, d)),
                    Need::Spot(unit, digit) => {
                        let mut spots = position.spots_in(digit, unit).iter();
                        spots.all(|cell| is_false(cell, digit))
                    }
                });
                contradicted = true;
            }
            4 => {
                let (cell, digit, _) = fact(2 * (word & 0xFFF));
                let (_, told) = branches.last().unwrap();
                assert!(
                    [true, false]
                        .iter()
                        .all(|&holds| told.contains(&(cell, digit, holds)))
                );
                contradicted = true;
            }
            _ => panic!("{word:x} in {forced:?}"),
        }
    }
    assert_eq!(length, forced.length, "{name} {forced:?}");
    assert_eq!(branches.len() as u32, forced.branches);
    let facts = branches.iter().flat_map(|(_, told)| told);
    assert_eq!(forced.cells, facts.clone().map(|fact| fact.0).collect());
    assert_eq!(forced.digits, facts.map(|fact| fact.1).collect());
    let starts: HashSet<Fact> = branches.iter().map(|&(start, _)| start).collect();
    assert_eq!(forced.start, starts.iter().map(|fact| fact.0).collect());
    assert_eq!(forced.tried, starts.iter().map(|fact| fact.1).collect());
    let (cell, digit, holds) = forced.conclusion;
    if contradicted {
        assert_eq!(starts, HashSet::from([(cell, digit, !holds)]));
    } else {
        assert_eq!(last, Some(forced.conclusion));
        assert!(
            branches
                .iter()
                .all(|(_, told)| told.contains(&forced.conclusion))
        );
        let all: HashSet<Fact> = starts.clone();
        let some = *starts.iter().next().unwrap();
        let mut rest = all;
        rest.remove(&some);
        let rest: Vec<Fact> = rest.into_iter().map(|(c, d, _)| (c, d, false)).collect();
        assert!(
            leaves_only(position, &rest, some),
            "all ways are tried: {forced:?}"
        );
    }
}

/// All that rules can score by, for each conclusion.
fn figures(
    found: &[Forced],
    image: impl Fn(Cell, Digit) -> (Cell, Digit),
) -> BTreeMap<Fact, [u32; 4]> {
    let figures = found.iter().map(|forced| {
        let (cell, digit, holds) = forced.conclusion;
        let (cell, digit) = image(cell, digit);
        let counts = [
            forced.length,
            forced.branches,
            forced.cells.len(),
            forced.digits.len(),
        ];
        ((cell, digit, holds), counts)
    });
    figures.collect()
}

#[test]
fn equivalent_positions_have_equivalent_conclusions_of_the_same_lengths() {
    let mut dice = Dice(11);
    let mut compared = 0;
    for puzzle in sample() {
        walk(&puzzle, |position, found, _| {
            let symmetry = Symmetry::random(&mut dice);
            let image = symmetry.position(position);
            for (found, (name, search)) in found.iter().zip(SEARCHES) {
                let expected = figures(found, |c, d| (symmetry.cell(c), symmetry.digit(d)));
                assert_eq!(
                    figures(&search(&image), |c, d| (c, d)),
                    expected,
                    "{name} {position:?}"
                );
                compared += expected.len();
            }
        });
    }
    assert!(compared > 1000, "{compared}");
}
