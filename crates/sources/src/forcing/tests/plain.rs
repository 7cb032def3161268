//! The same implications by plain loops over cells and digits.

use std::collections::{HashMap, HashSet};

use undoku_grid::{Cell, Digit, Position, Unit};

use super::super::net::{DEEPEST, Follow, NEVER, Spread, Statement};
use super::super::web::{Need, Web};
use super::{Dice, place_singles, puzzles};

type Fact = (Cell, Digit, bool);

/// All candidates of an open cell, or all spots of a digit in a unit.
fn needs(position: &Position) -> Vec<Vec<(Cell, Digit)>> {
    let mut all = Vec::new();
    for cell in position.open() {
        all.push(position.cand(cell).iter().map(|d| (cell, d)).collect());
    }
    for unit in Unit::ALL {
        for digit in position.missing(unit) {
            let cells = unit.cells().iter();
            let spots = cells.filter(|&c| position.cand(c).contains(digit));
            all.push(spots.map(|c| (c, digit)).collect());
        }
    }
    all
}

/// The level of every fact, up to and including the first level with a contradiction; and whether there is one.
fn levels(position: &Position, start: Fact, dynamic: bool) -> (HashMap<Fact, u8>, bool) {
    let needs = needs(position);
    let mut known = HashMap::from([(start, 0)]);
    for level in 0.. {
        let is = |(cell, digit), holds| known.contains_key(&(cell, digit, holds));
        let unmet = needs.iter().any(|need| need.iter().all(|&m| is(m, false)));
        let both = known.keys().any(|&(c, d, holds)| is((c, d), !holds));
        if unmet || both {
            return (known, true);
        }
        let mut new = HashSet::new();
        for need in &needs {
            for &member in need {
                if is(member, true) {
                    let others = need.iter().filter(|&&other| other != member);
                    new.extend(others.map(|&(c, d)| (c, d, false)));
                }
                let rest_false = need
                    .iter()
                    .all(|&other| other == member || is(other, false));
                if rest_false && (need.len() == 2 || dynamic && need.len() > 2) {
                    new.insert((member.0, member.1, true));
                }
            }
        }
        new.retain(|fact| !known.contains_key(fact));
        if new.is_empty() {
            return (known, false);
        }
        known.extend(new.into_iter().map(|fact| (fact, level + 1)));
    }
    unreachable!("levels end");
}

#[test]
fn levels_are_those_of_plain_loops() {
    let mut dice = Dice(7);
    let (mut conflicts, mut deepest) = (0, 0);
    for puzzle in puzzles("exchange-diabolical", 80)
        .into_iter()
        .chain(puzzles("top1465-12", 3))
    {
        let mut position = puzzle.position();
        place_singles(&mut position);
        let Some(web) = Web::new(&position) else {
            continue;
        };
        let mut row = vec![NEVER; 2 * web.len()];
        for dynamic in [false, true] {
            let follow = Follow {
                dynamic,
                singles: false,
                one_digit: false,
                needs: 3,
                longest: DEEPEST,
            };
            let mut spread = Spread::new(&web, follow);
            for _ in 0..12 {
                let start = Statement::at(dice.below(2 * web.len()), web.len());
                spread.run(start, &mut row);
                let fact = |slot| {
                    let statement = Statement::at(slot, web.len());
                    let (cell, digit) = web.candidate(statement.candidate);
                    (cell, digit, statement.holds)
                };
                let found: HashMap<Fact, u8> = row
                    .iter()
                    .enumerate()
                    .filter(|&(_, &level)| level != NEVER)
                    .map(|(slot, &level)| (fact(slot), level))
                    .collect();
                let start = fact(start.slot(web.len()));
                let (expected, conflict) = levels(&position, start, dynamic);
                assert_eq!(found, expected, "{start:?} in {position:?}");
                assert_eq!(conflict, !spread.conflicts().is_empty(), "{start:?}");
                conflicts += u32::from(conflict);
                deepest = deepest.max(*found.values().max().unwrap());
            }
        }
    }
    assert!(conflicts > 20, "{conflicts}");
    assert!(deepest > 8, "{deepest}");
}

#[test]
fn a_web_has_every_candidate_and_every_need() {
    for puzzle in puzzles("exchange-hard-mixed", 50) {
        let position = puzzle.position();
        let web = Web::new(&position).unwrap();
        let of_cells = Cell::ALL.map(|c| position.cand(c).len());
        assert_eq!(web.len() as u32, of_cells.iter().sum::<u32>());
        let expected = needs(&position);
        let found: Vec<Vec<(Cell, Digit)>> = web
            .needs()
            .map(|need| {
                web.members(need)
                    .iter()
                    .map(|&m| web.candidate(m))
                    .collect()
            })
            .collect();
        assert_eq!(found, expected);
    }
}

#[test]
fn needs_have_numbers() {
    let cells = Cell::ALL.map(Need::Cell);
    let spots = Unit::ALL.map(|unit| Digit::ALL.map(|digit| Need::Spot(unit, digit)));
    let all: Vec<Need> = cells.into_iter().chain(spots.concat()).collect();
    for (code, need) in (0..).zip(&all) {
        assert_eq!(need.code(), code);
        assert_eq!(Need::from_code(code).as_ref(), Some(need));
    }
    assert_eq!(Need::from_code(all.len() as u16), None);
    assert_eq!(Need::from_code(u16::MAX), None);
}
