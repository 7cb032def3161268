//! The examples of the built-in techniques are true, and each technique has what shows it at work.

#![allow(clippy::unwrap_used, reason = "a helper that fails is a failed test")]

mod support;

use std::collections::{BTreeSet, HashSet};
use std::ops::ControlFlow;
use std::sync::Arc;

use support::naive::{Single, singles};
use support::{rules, shipped};
use undoku::Finder;
use undoku::grid::{CandidateSet, Cell, Deduction, Situation, Solution, Solutions, solve};
use undoku::rules::{Example, KindId, TechniqueInfo};

/// The solution of an example's givens; none where they are no proper puzzle.
fn solution(example: &Example) -> Option<Solution> {
    match solve(example.situation.puzzle()) {
        Solutions::One(solution) => Some(solution),
        _ => None,
    }
}

/// Where an example stands.
fn at(example: &Example) -> String {
    let start = example.place.start();
    format!("{}:{}", example.place.file(), start.line)
}

/// The examples whose givens are a shipped puzzle.
fn of_shipped<'a>(
    technique: &'a TechniqueInfo,
    shipped: &HashSet<String>,
) -> impl Iterator<Item = &'a Example> {
    let is_shipped = |e: &&Example| shipped.contains(&e.situation.puzzle().to_string());
    technique.examples.iter().filter(is_shipped)
}

#[test]
fn every_example_is_what_its_technique_finds() {
    let rules = Arc::new(rules(&[]));
    let mut finder = Finder::new(Arc::clone(&rules));
    for (technique, info) in rules.techniques.iter().enumerate() {
        for example in &info.examples {
            let verdict = finder.judge_example(technique, example);
            assert!(verdict.is_good(), "{}: {verdict:?}", at(example));
        }
    }
}

#[test]
fn every_technique_shows_each_kind_and_a_near_miss_in_shipped_puzzles() {
    let rules = rules(&[]);
    let shipped: HashSet<String> = shipped().into_iter().collect();
    for technique in &rules.techniques {
        let of_puzzles: Vec<&Example> = of_shipped(technique, &shipped).collect();
        assert!(
            of_puzzles.len() >= 2,
            "{} has {} examples from shipped puzzles",
            technique.id,
            of_puzzles.len()
        );
        let misses = of_puzzles.iter().filter(|example| example.finds.is_none());
        assert!(misses.count() >= 1, "{} has no near miss", technique.id);
        for kind in &technique.kinds {
            let shows = |example: &Example| {
                let only = technique.kinds.len() == 1;
                example.finds.is_some() && (only || example.kind.as_ref() == Some(&kind.name))
            };
            assert!(
                of_puzzles.iter().any(|example| shows(example)),
                "no shipped puzzle shows {}",
                kind.name
            );
        }
    }
}

/// Also those that were made by hand, if their givens have one solution.
#[test]
fn no_example_contradicts_the_solution_of_its_puzzle() {
    let rules = rules(&[]);
    let (mut placed, mut eliminated) = (0, 0);
    for example in rules.techniques.iter().flat_map(|t| &t.examples) {
        let Some(solution) = solution(example) else {
            continue;
        };
        let digits = example.situation.placed();
        for cell in digits.clues() {
            let digit = Some(solution.digit(cell));
            assert_eq!(digits.clue(cell), digit, "{} {cell}", at(example));
        }
        let gone = Deduction::Eliminate(example.situation.without());
        for deduction in [Some(gone), example.finds].iter().flatten() {
            for (cell, digit) in deduction.candidates().iter() {
                let needed = solution.digit(cell);
                match deduction {
                    Deduction::Place(_) => assert_eq!(digit, needed, "{} {cell}", at(example)),
                    Deduction::Eliminate(_) => assert_ne!(digit, needed, "{} {cell}", at(example)),
                }
            }
        }
        match example.finds {
            Some(Deduction::Place(set)) => placed += set.len(),
            Some(Deduction::Eliminate(set)) => eliminated += set.len(),
            None => {}
        }
    }
    assert!(placed > 5 && eliminated > 50, "{placed}, {eliminated}");
}

/// One candidate less, one digit more or one given that is none, and there would be something to find.
#[test]
fn near_misses_in_shipped_puzzles_are_one_change_away_from_a_find() {
    let rules = Arc::new(rules(&[]));
    let mut finder = Finder::new(Arc::clone(&rules));
    let shipped: HashSet<String> = shipped().into_iter().collect();
    for (technique, info) in rules.techniques.iter().enumerate() {
        let kinds: Vec<KindId> = (0..info.kinds.len())
            .map(|kind| KindId { technique, kind })
            .collect();
        for example in of_shipped(info, &shipped).filter(|example| example.finds.is_none()) {
            let solution = solution(example).unwrap();
            let near = changed(&example.situation, &solution)
                .iter()
                .any(|situation| {
                    kinds.iter().any(|&kind| {
                        let first = finder.each(kind, situation, |_| ControlFlow::Break(()));
                        first.is_some()
                    })
                });
            assert!(near, "{}", at(example));
        }
    }
}

/// The situations that one change of a candidate, a cell or a given makes, and that agree with the solution.
fn changed(from: &Situation, solution: &Solution) -> Vec<Situation> {
    let (puzzle, placed, without) = (from.puzzle(), from.placed(), from.without());
    let mut all = Vec::new();
    let position = from.position();
    for cell in position.open() {
        for digit in position.cand(cell) {
            let one: CandidateSet = [(cell, digit)].into_iter().collect();
            let mut with = from.clone();
            with.apply(&if digit == solution.digit(cell) {
                Deduction::Place(one)
            } else {
                Deduction::Eliminate(one)
            });
            all.push(with);
        }
    }
    for cell in puzzle.clues() {
        let digit = puzzle.clue(cell);
        let (puzzle, placed) = (puzzle.with_clue(cell, None), placed.with_clue(cell, digit));
        all.push(Situation::new(&puzzle, &placed, &without).unwrap());
    }
    all
}

#[test]
fn the_examples_of_the_default_ladder_are_true_by_plain_loops() {
    let rules = rules(&[]);
    let system = rules.default_system().unwrap();
    let mut tried = 0;
    for technique in &rules.techniques {
        if !system
            .kinds
            .iter()
            .any(|kind| kind.technique == technique.id)
        {
            continue;
        }
        let ours = |single: &&Single| technique.kinds.iter().any(|kind| kind.name == single.kind);
        let mut shown = BTreeSet::new();
        for example in &technique.examples {
            // The loops know filled cells and nothing else.
            assert!(example.situation.without().is_empty(), "{}", at(example));
            let all = singles(&filled(&example.situation));
            let found: Vec<String> = (all.iter().filter(ours))
                .map(|s| format!("r{}c{}={}", s.cell / 9 + 1, s.cell % 9 + 1, s.digit))
                .collect();
            shown.extend(all.iter().filter(ours).map(|single| single.kind));
            match &example.finds {
                Some(finds) => assert!(found.contains(&finds.to_string()), "{finds}: {found:?}"),
                None => assert!(found.is_empty(), "{found:?}"),
            }
            tried += 1;
        }
        // Every kind has an example of its own.
        for kind in &technique.kinds {
            assert!(
                shown.contains(kind.name.as_str()),
                "{} has no example",
                kind.name
            );
        }
    }
    assert!(tried >= 8, "{tried}");
}

/// The filled cells of a situation, 0 for an open one.
fn filled(situation: &Situation) -> [u8; 81] {
    Cell::ALL.map(|cell| {
        let value = situation.position().value(cell);
        value.map_or(0, |digit| digit.number())
    })
}
