//! Nothing that follows from a structure removes a digit of the solution.

use std::collections::BTreeMap;

use undoku_grid::{CellSet, Digit, Position, Solution};
use undoku_lang::{Look, Outcome, Records, Source, Value};
use undoku_sources::als::{ALS_BLOSSOMS, ALS_CHAINS, ALS_PAIRS};
use undoku_sources::chains::{BIVALUE_CHAINS, CHAINS, SINGLE_DIGIT_CHAINS};
use undoku_sources::coloring::color_groups;

use crate::support::{Eliminations, apply, help, is_sound, plain_step, puzzles};

/// What the records of a source eliminate.
fn conclusions(source: &Source, position: &Position, arguments: &[Value]) -> Vec<Eliminations> {
    let look = Look {
        position,
        clues: CellSet::EMPTY,
        arguments,
    };
    let mut records = Records::new(source.most);
    (source.make)(&look, &mut records);
    assert!(!records.is_cut_short(), "{} was cut short", source.name);
    let outcomes = records.all().iter().map(|record| match &record.outcome {
        Some(Outcome::Eliminate(eliminations)) => **eliminations,
        other => panic!("{} concludes {other:?}", source.name),
    });
    outcomes.collect()
}

/// All of one side of a group, or none of it, is true.
fn groups_hold(position: &Position, solution: &Solution) -> u32 {
    let mut count = 0;
    for digit in Digit::ALL {
        for group in color_groups(position, digit) {
            count += 1;
            let truth: CellSet = (group.a | group.b)
                .iter()
                .filter(|&cell| solution.digit(cell) == digit)
                .collect();
            assert!(truth == group.a || truth == group.b, "{digit} {position:?}");
        }
    }
    count
}

#[test]
fn no_conclusion_removes_a_digit_of_the_solution() {
    use Value::{Bool, Int};
    let work = Int(20_000_000);
    let searches: [(&str, Source, &[Value]); 9] = [
        ("pairs", ALS_PAIRS, &[Int(8)]),
        ("wings", ALS_CHAINS, &[Int(8), Int(3), Int(3), work]),
        ("blossoms", ALS_BLOSSOMS, &[Int(8), Int(9)]),
        ("chains", ALS_CHAINS, &[Int(8), Int(4), Int(7), work]),
        ("one digit", SINGLE_DIGIT_CHAINS, &[Int(31)]),
        ("bivalue", BIVALUE_CHAINS, &[Int(31)]),
        ("alternating", CHAINS, &[Bool(false), Int(0), Int(31), work]),
        ("grouped", CHAINS, &[Bool(true), Int(0), Int(31), work]),
        ("with sets", CHAINS, &[Bool(true), Int(8), Int(31), work]),
    ];
    let mut counts = BTreeMap::new();
    let lists = [
        ("exchange-diabolical.txt", 60),
        ("exchange-hard-mixed.txt", 20),
        ("hardest-375-12.txt", 12),
        ("top1465-12.txt", 12),
        ("17clue-12.txt", 12),
    ];
    for (list, most) in lists {
        for (puzzle, solution) in puzzles(list, most) {
            let mut position = puzzle.position();
            while !position.is_solved() {
                let mut moved = false;
                // Where there is a plain step, it is taken; all searches go over what is left.
                while plain_step(&mut position) {}
                *counts.entry("groups").or_insert(0) += groups_hold(&position, &solution);
                let before = position.clone();
                for (name, source, arguments) in &searches {
                    let found = conclusions(source, &before, arguments);
                    *counts.entry(name).or_insert(0) += found.len() as u32;
                    for gone in found {
                        assert!(is_sound(&gone, &solution), "{name} in {before:?}");
                        if !moved {
                            moved = apply(&mut position, &gone);
                            assert!(moved, "{name} takes nothing in {before:?}");
                        }
                    }
                }
                if !moved {
                    help(&mut position, &solution);
                }
            }
        }
    }
    assert_eq!(counts.len(), 1 + searches.len());
    assert!(counts.values().all(|count| *count > 100), "{counts:?}");
}
