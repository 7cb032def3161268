//! Trials: what becomes of a position when a candidate is assumed and a limited ladder goes on from there.

use undoku_grid::{Cell, CellSet, DigitSet, Position};
use undoku_lang::{Field, Look, Outcome, Record, Records, Source, Type, Value};

use crate::forcing::net::{DEEPEST, Follow, NEVER, Spread, Statement};
use crate::forcing::sources::{eliminate, show_record};
use crate::forcing::trail::Trail;
use crate::forcing::web::{Need, Web};

/// `trials(widest, level)`: cells whose candidates were all tried, and what came of it.
///
/// A candidate that leads to a contradiction goes; where one candidate is left, it is placed. If a candidate fills the
/// grid, all of it is placed. `length` counts the digits that the trials placed, together, and `longest` those of the
/// longest.
pub const TRIALS: Source = Source {
    name: "trials",
    summary: "cells of two to so many candidates that are assumed one after the other, each followed by naked singles (level 1), also hidden ones of boxes (2) and of lines (3), until something is contradicted, the grid is full or nothing follows; those of which some candidate is contradicted or fills the grid",
    params: &[
        Field::new("widest", Type::Int),
        Field::new("level", Type::Int),
    ],
    fields: &[
        Field::new("cell", Type::Cell),
        Field::new("tried", Type::Digits),
        Field::new("refuted", Type::Digits),
        Field::new("fills", Type::Bool),
        Field::new("length", Type::Int),
        Field::new("longest", Type::Int),
    ],
    most: 81,
    concludes: true,
    make,
    show: Some(show_record),
};

fn make(look: &Look<'_>, records: &mut Records) {
    let &[Value::Int(widest), Value::Int(level)] = look.arguments else {
        return;
    };
    let widest = usize::try_from(widest).unwrap_or(0);
    let level = level.clamp(1, 3) as u8;
    for trial in trials(look.position, widest, level) {
        let values = vec![
            Value::Cell(Some(trial.cell)),
            Value::Digits(trial.tried),
            Value::Digits(trial.refuted),
            Value::Bool(trial.full.is_some()),
            Value::Int(trial.length.into()),
            Value::Int(trial.longest.into()),
        ];
        let outcome = match (trial.full, (trial.tried - trial.refuted).only()) {
            (Some(board), _) => Outcome::PlaceAll(board),
            (None, Some(digit)) => Outcome::Place(trial.cell, digit),
            (None, None) => eliminate(trial.cell.into(), trial.refuted),
        };
        records.push(Record {
            values,
            outcome: Some(outcome),
            trail: trial.trail,
        });
    }
}

/// What trying all candidates of a cell led to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Trial {
    /// The cell.
    pub(crate) cell: Cell,
    /// Its candidates, all tried.
    pub(crate) tried: DigitSet,
    /// Those that led to a contradiction.
    pub(crate) refuted: DigitSet,
    /// For each digit the cells it goes into, where a candidate filled the grid.
    pub(crate) full: Option<Box<[CellSet; 9]>>,
    /// How many digits the trials placed, all together, the assumed ones included.
    pub(crate) length: u32,
    /// How many digits the longest of the trials placed.
    pub(crate) longest: u32,
    /// The trials that decided, for [`show`](crate::forcing::trail::show).
    pub(crate) trail: Vec<u16>,
}

/// Tries all candidates of each cell that has two to `widest` of them, and gives the cells where something came of it.
///
/// A trial places the assumed digit and goes on with singles until one candidate is neither true nor false any more,
/// some cell or unit cannot get what it needs, the grid is full, or nothing follows. Singles of level 1 are those of
/// cells with one candidate, level 2 adds boxes with one spot for a digit, level 3 rows and columns. All singles that
/// there are at a time are placed together, so that what a trial places does not depend on the order of cells.
pub(crate) fn trials(position: &Position, widest: usize, level: u8) -> Vec<Trial> {
    let Some(web) = Web::new(position) else {
        return Vec::new();
    };
    let follow = Follow {
        dynamic: true,
        singles: true,
        one_digit: false,
        needs: level,
        longest: DEEPEST,
    };
    let mut spread = Spread::new(&web, follow);
    let mut levels = vec![NEVER; 2 * web.len()];
    let mut found = Vec::new();
    for need in web.needs() {
        let (Need::Cell(cell), members) = (web.need(need), web.members(need)) else {
            continue;
        };
        if !(2..=widest).contains(&members.len()) {
            continue;
        }
        let mut trial = Trial {
            cell,
            tried: position.cand(cell),
            refuted: DigitSet::EMPTY,
            full: None,
            length: 0,
            longest: 0,
            trail: Vec::new(),
        };
        let (mut refuting, mut filling) = (Trail::new(&web), Trail::new(&web));
        for &member in members {
            spread.run(Statement::is(member), &mut levels);
            let mut placed = placements(&levels[..web.len()]);
            trial.length += placed.len() as u32;
            trial.longest = trial.longest.max(placed.len() as u32);
            let (_, digit) = web.candidate(member);
            let conflict = spread.conflicts().first();
            let full = conflict.is_none() && placed.len() as u32 == position.open().len();
            if conflict.is_none() && !full {
                continue;
            }
            let mut board = [CellSet::EMPTY; 9];
            for &candidate in &placed {
                let (cell, digit) = web.candidate(candidate);
                board[digit.index()] |= cell.into();
            }
            let following = placed.split_off(1).into_iter().map(Statement::is);
            if let Some(&conflict) = conflict {
                trial.refuted |= digit.into();
                refuting.list(Statement::is(member), following);
                refuting.conflict(conflict);
            } else if trial.full.is_none() {
                filling.list(Statement::is(member), following);
                filling.full();
                trial.full = Some(Box::new(board));
            }
        }
        // Where every candidate is refuted, an earlier step was wrong, and nothing can be said.
        if trial.full.is_some() || (!trial.refuted.is_empty() && trial.refuted != trial.tried) {
            let decided = if trial.full.is_some() {
                filling
            } else {
                refuting
            };
            trial.trail = decided.done();
            found.push(trial);
        }
    }
    found
}

/// The candidates that are true, in the order in which they become so; the assumed one is first.
fn placements(truths: &[u8]) -> Vec<u16> {
    let mut placed: Vec<u16> = (0..truths.len() as u16)
        .filter(|&candidate| truths[usize::from(candidate)] != NEVER)
        .collect();
    placed.sort_by_key(|&candidate| truths[usize::from(candidate)]);
    placed
}

#[cfg(test)]
mod tests {
    use undoku_grid::{Digit, Solutions, Unit, solve};

    use super::*;
    use crate::forcing::tests::{Dice, Symmetry, cell, digit, grid, place_singles, puzzles};
    use crate::forcing::trail::show;

    fn about(found: &[Trial], at: &str) -> Option<Trial> {
        found.iter().find(|trial| trial.cell == cell(at)).cloned()
    }

    #[test]
    fn a_cell_that_neither_value_suits_is_found_by_hand() {
        // 1 in r1c1 makes r1c5 2 and r5c1 3, and r5c5 has nothing left; 9 makes nothing.
        let position = grid(&[
            ("r1c1", &[1, 9]),
            ("r1c5", &[1, 2]),
            ("r5c1", &[1, 3]),
            ("r5c5", &[2, 3]),
        ]);
        let found = trials(&position, 2, 1);
        let trial = about(&found, "r1c1").unwrap();
        assert_eq!(trial.tried, [1, 9].into_iter().map(digit).collect());
        assert_eq!(trial.refuted, digit(1).into());
        assert_eq!(trial.full, None);
        // r1c1=1, r1c5=2, r5c1=3 and r1c1=9.
        assert_eq!((trial.length, trial.longest), (4, 3));
        assert_eq!(
            show(&trial.trail),
            "r1c1=1, r1c5=2, r5c1=3; r5c5 has no candidate left"
        );
        // r1c5=1 and r5c1=1 make r1c1 9; 2 in r5c5 makes r1c5 1 and so r1c1 9: nothing is wrong with any of them.
        assert_eq!(found.len(), 1);
    }

    #[test]
    fn levels_add_singles_of_boxes_and_of_lines() {
        // 1 in r1c1 leaves the unit one of two spots for 1, and then one cell has to be 2, which two others need.
        let cases: [(usize, [&str; 2], [&str; 3], u8); 2] = [
            (21, ["r5c1", "r6c2"], ["r6c9", "r6c4", "r6c5"], 2),
            (4, ["r5c1", "r5c5"], ["r8c5", "r8c8", "r8c9"], 3),
        ];
        for (unit, spots, [last, a, b], level) in cases {
            let mut position = grid(&[
                ("r1c1", &[1, 9]),
                (last, &[1, 2]),
                (a, &[2, 3]),
                (b, &[2, 3]),
            ]);
            let spots = spots.into_iter().map(cell).collect();
            position.eliminate_all(digit(1).into(), Unit::ALL[unit].cells() - spots);
            for tried in 1..=3 {
                let trial = about(&trials(&position, 2, tried), "r1c1");
                let refuted = trial.map(|trial| trial.refuted);
                let expected = (tried >= level).then(|| digit(1).into());
                assert_eq!(refuted, expected, "level {tried}, unit {unit}");
            }
        }
    }

    /// Places singles one at a time from a position with one candidate assumed; `None` if that contradicts itself.
    fn one_at_a_time(position: &Position, cell: Cell, digit: Digit) -> Option<Position> {
        let mut position = position.clone();
        position.place(cell, digit);
        loop {
            if position.is_dead() {
                return None;
            }
            let single = position.cells_with_count(1).first().map_or_else(
                || {
                    Unit::ALL.into_iter().find_map(|unit| {
                        let digit = position.digits_with_spots(unit, 1).first()?;
                        Some((position.spots_in(digit, unit).only()?, digit))
                    })
                },
                |cell| Some((cell, position.cand(cell).first()?)),
            );
            let Some((cell, digit)) = single else {
                return Some(position);
            };
            position.place(cell, digit);
        }
    }

    #[test]
    fn trials_end_as_placing_singles_one_at_a_time_does() {
        let (mut refuted, mut full, mut neither) = (0, 0, 0);
        let mut dice = Dice(3);
        let all = [
            puzzles("exchange-hard-mixed", 20),
            puzzles("exchange-diabolical", 20),
            puzzles("hardest-375-12", 4),
        ];
        for puzzle in all.concat() {
            let Solutions::One(solution) = solve(&puzzle) else {
                panic!("{puzzle} has not one solution");
            };
            let mut position = puzzle.position();
            place_singles(&mut position);
            let found = trials(&position, 3, 3);
            for at in position.cells_with_count(2) | position.cells_with_count(3) {
                let ends: Vec<(Digit, Option<Position>)> = position
                    .cand(at)
                    .iter()
                    .map(|digit| (digit, one_at_a_time(&position, at, digit)))
                    .collect();
                let dead = ends.iter().filter(|(_, end)| end.is_none());
                let dead: DigitSet = dead.map(|&(digit, _)| digit).collect();
                let mut ends = ends.iter().filter_map(|(_, end)| end.as_ref());
                let solves = ends.any(Position::is_solved);
                match found.iter().find(|trial| trial.cell == at) {
                    None => {
                        assert!(dead.is_empty() && !solves, "{at} {position:?}");
                        neither += 1;
                    }
                    Some(trial) => {
                        assert_eq!(trial.tried, position.cand(at));
                        assert_eq!(trial.refuted, dead, "{at} {position:?}");
                        assert_eq!(trial.full.is_some(), solves, "{at} {position:?}");
                        assert!(!dead.contains(solution.digit(at)));
                        if let Some(board) = &trial.full {
                            for cell in position.open() {
                                let digit = solution.digit(cell).index();
                                assert!(board[digit].contains(cell));
                            }
                            assert!(show(&trial.trail).ends_with("; the grid is full"));
                        }
                        refuted += dead.len();
                        full += u32::from(solves);
                    }
                }
            }
            let symmetry = Symmetry::random(&mut dice);
            let figures = |trial: &Trial| {
                (
                    trial.cell,
                    trial.refuted.len(),
                    trial.full.is_some(),
                    trial.length,
                    trial.longest,
                )
            };
            let mut expected: Vec<_> = found.iter().map(figures).collect();
            expected
                .iter_mut()
                .for_each(|figures| figures.0 = symmetry.cell(figures.0));
            expected.sort();
            let image = trials(&symmetry.position(&position), 3, 3);
            assert_eq!(image.iter().map(figures).collect::<Vec<_>>(), expected);
        }
        assert!(
            refuted > 50 && full > 20 && neither > 50,
            "{refuted} {full} {neither}"
        );
    }
}
