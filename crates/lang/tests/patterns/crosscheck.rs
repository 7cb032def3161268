//! Every pattern against plain loops on random positions, and against the grids these come from.

use std::collections::BTreeMap;

use undoku_grid::{Cell, Position};

use super::grids::{self, Dice, Grid};
use super::naive::Plain;
use super::support::{Found, Technique};
use super::texts;

pub(crate) type Definition = fn(&Plain) -> Found;

/// Each pattern with the same thing in plain loops.
pub(crate) fn pairs() -> Vec<(&'static str, Technique, Definition)> {
    let pair =
        |name, draft: super::support::Draft, plain: Definition| (name, draft.compile(), plain);
    vec![
        pair("naked single", texts::naked_single(), Plain::naked_single),
        pair(
            "hidden single",
            texts::hidden_single("all_units"),
            Plain::hidden_single,
        ),
        pair(
            "hidden single by cell",
            texts::one_look_per_cell(),
            Plain::look_per_cell,
        ),
        pair("pointing", texts::locked("boxes", "lines"), |p| {
            p.locked(18..27, 0..18)
        }),
        pair("claiming", texts::locked("lines", "boxes"), |p| {
            p.locked(0..18, 18..27)
        }),
        pair(
            "direct pointing",
            texts::direct_pointing(),
            Plain::direct_pointing,
        ),
        pair("naked pair", texts::naked_subset(2), |p| p.naked_subset(2)),
        pair("naked triple", texts::naked_subset(3), |p| {
            p.naked_subset(3)
        }),
        pair("naked quad", texts::naked_subset(4), |p| p.naked_subset(4)),
        pair("hidden pair", texts::hidden_subset(2), |p| {
            p.hidden_subset(2)
        }),
        pair("hidden triple", texts::hidden_subset(3), |p| {
            p.hidden_subset(3)
        }),
        pair(
            "x-wing of rows",
            texts::basic_fish(2, "rows", "columns"),
            |p| p.fish(2, 0),
        ),
        pair(
            "x-wing of columns",
            texts::basic_fish(2, "columns", "rows"),
            |p| p.fish(2, 9),
        ),
        pair(
            "swordfish of columns",
            texts::basic_fish(3, "columns", "rows"),
            |p| p.fish(3, 9),
        ),
        pair(
            "finned x-wing of rows",
            texts::finned_fish(2, "rows", "columns"),
            |p| p.finned_x_wing(0),
        ),
        pair("xy-wing", texts::xy_wing(), Plain::xy_wing),
        pair("w-wing", texts::w_wing(), Plain::w_wing),
        pair(
            "unique rectangle",
            texts::unique_rectangle(),
            Plain::unique_rectangle,
        ),
        pair("bug plus one", texts::bug_plus_one(), Plain::bug_plus_one),
    ]
}

/// The patterns that rely on the puzzle having one solution.
pub(crate) const BY_UNIQUENESS: [&str; 2] = ["unique rectangle", "bug plus one"];

/// Positions on the way to a grid, from sparse to dense in candidates.
fn sound_positions() -> Vec<(Grid, Position)> {
    let mut all = Vec::new();
    for seed in 0..200 {
        let mut dice = Dice::new(seed);
        let grid = if dice.chance(50) {
            grids::mixed_solution(&mut dice)
        } else {
            grids::solution(&mut dice)
        };
        let filled = dice.below(61);
        let excluded = [0, 20, 40, 60, 75, 85, 92][dice.below(7)];
        all.push((grid, grids::position(&mut dice, &grid, filled, excluded)));
    }
    all
}

/// Positions that follow no grid: cells without candidates, units without spots.
fn unsound_positions() -> Vec<Position> {
    let mut all = Vec::new();
    for seed in 1000..1040 {
        let mut dice = Dice::new(seed);
        let grid = grids::solution(&mut dice);
        let filled = dice.below(50);
        let mut position = grids::position(&mut dice, &grid, filled, 0);
        grids::exclude(&mut dice, &mut position, None, 30 + (seed as usize % 8) * 8);
        all.push(position);
    }
    all
}

/// Positions with a grave or a rectangle, exact and spoilt.
fn deadly_positions() -> Vec<Position> {
    (2000..2060)
        .map(|seed| {
            let mut dice = Dice::new(seed);
            let grid = grids::mixed_solution(&mut dice);
            if seed % 2 == 0 {
                grids::near_grave(&mut dice, &grid)
            } else {
                grids::near_rectangle(&mut dice, &grid)
            }
        })
        .collect()
}

#[test]
fn patterns_find_what_plain_loops_find() {
    let mut positions: Vec<Position> = sound_positions().into_iter().map(|(_, p)| p).collect();
    positions.extend(unsound_positions());
    positions.extend(deadly_positions());
    let pairs = pairs();
    let mut matches: BTreeMap<&str, usize> = BTreeMap::new();
    for (number, position) in positions.iter().enumerate() {
        position
            .check_consistency()
            .expect("the position's indexes are right");
        let plain = Plain::of(position);
        for (name, technique, definition) in &pairs {
            let found = technique.look(position);
            let expected = definition(&plain);
            assert_eq!(found, expected, "{name} in position {number}{position:?}");
            *matches.entry(name).or_default() += found.matches.len();
        }
    }
    // A comparison of nothing with nothing would show nothing.
    for (name, _, _) in &pairs {
        assert!(matches[name] >= 10, "{name}: {} matches", matches[name]);
    }
}

/// The conclusions of a match that a grid contradicts.
pub(crate) fn errors(grid: &Grid, conclusion: &str) -> Vec<String> {
    let is_right = |text: &&str| {
        let (cell, number) = text.split_at(4);
        let cell: Cell = cell.parse().expect("a cell");
        let value = grid[cell.index()].to_string();
        match number.split_at(1) {
            ("=", digit) => digit == value,
            (_, digit) => digit != value,
        }
    };
    conclusion
        .split(' ')
        .filter(|text| !is_right(text))
        .map(str::to_owned)
        .collect()
}

#[test]
fn no_pattern_contradicts_the_grid() {
    for (number, (grid, position)) in sound_positions().iter().enumerate() {
        for (name, technique, _) in &pairs() {
            if BY_UNIQUENESS.contains(name) {
                continue;
            }
            for conclusion in technique.matches(position) {
                let wrong = errors(grid, &conclusion);
                assert!(
                    wrong.is_empty(),
                    "{name} in position {number}: {wrong:?}{position:?}"
                );
            }
        }
    }
}
