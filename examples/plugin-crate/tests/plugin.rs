//! The plugin is linked, its source finds what it says, and what is missing or there twice is a clear error.

#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use undoku::grid::{Cell, CellSet, Digit, Position, Puzzle, Solution, Solutions, solve};
use undoku::rules::RuleSet;
use undoku::{Bundle, Engine, Finder, Loader, Options, PluginError, bundles, registry};
use undoku_guardians::{GUARDED_LOOPS, GuardedLoop, bundle, guarded_loops, rule_files};

fn rules() -> RuleSet {
    let loaded = Loader::new().unwrap().load();
    loaded.unwrap_or_else(|problems| panic!("{}", problems.render(Default::default())))
}

fn puzzles(file: &str) -> Vec<(Puzzle, Solution)> {
    let path: PathBuf = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/data/puzzles");
    let text = fs::read_to_string(path.join(file)).unwrap();
    let puzzles = text.lines().filter(|line| !line.is_empty());
    puzzles
        .map(|line| {
            let puzzle: Puzzle = line[..81].parse().unwrap();
            match solve(&puzzle) {
                Solutions::One(solution) => (puzzle, solution),
                other => panic!("{puzzle}: {other:?}"),
            }
        })
        .collect()
}

/// Every position on the way that the whole ladder goes through a puzzle.
fn positions(engine: &Engine, puzzle: &Puzzle) -> Vec<Position> {
    let mut position = puzzle.position();
    let mut all = vec![position.clone()];
    for step in engine.rate(puzzle).steps() {
        for &(cell, digit) in &step.eliminations {
            position.eliminate(cell, digit);
        }
        for &(cell, digit) in &step.placements {
            if position.cand(cell).contains(digit) {
                position.place(cell, digit);
            }
        }
        all.push(position.clone());
    }
    all
}

fn ladder() -> Engine {
    let options = Options {
        steps: true,
        ..Options::default()
    };
    Engine::with_system(rules(), "undoku_plus")
        .unwrap()
        .options(options)
}

fn cells(text: &str) -> CellSet {
    text.split(' ')
        .map(|cell| cell.parse::<Cell>().unwrap())
        .collect()
}

/// A position in which 1 can stand in these cells only.
fn only_spots(spots: CellSet) -> (Position, Digit) {
    let one = Digit::from_number(1).unwrap();
    let mut position = Position::empty();
    position.eliminate_all(one.into(), !spots);
    (position, one)
}

#[test]
fn the_plugin_is_linked_and_adds_no_warning() {
    let names: Vec<&str> = bundles().iter().map(|bundle| bundle.name).collect();
    assert_eq!(names, ["built-in", "guardians"]);
    let rules = rules();
    assert!(
        rules
            .techniques
            .iter()
            .any(|technique| technique.id == "broken_wing")
    );
    let alone: Vec<&Bundle> = bundles()
        .into_iter()
        .filter(|b| b.name == "built-in")
        .collect();
    let alone = Loader::with_bundles(&alone).unwrap().load().unwrap();
    assert_eq!(rules.warnings, alone.warnings);
    assert_eq!(rules.techniques.len(), alone.techniques.len() + 1);
}

#[test]
fn a_loop_by_hand() {
    // r1c1 – r1c5 (row 1) – r5c5 (column 5) – r5c2 (row 5) – r2c2 (column 2) – r1c1 (box 1): five cells.
    let ring = cells("r1c1 r1c5 r5c5 r5c2 r2c2");
    // Row 5 has a third spot, column 8 another one, and box 9 a third, which sees nothing of the loop.
    let (position, one) = only_spots(ring | cells("r5c8 r7c8 r9c9"));
    let expected = GuardedLoop {
        cells: ring,
        guardians: cells("r5c8"),
    };
    assert_eq!(guarded_loops(&position, one, 5, 1), (vec![expected], false));
    assert_eq!(guarded_loops(&position, one, 7, 3).0[0], expected);
    // Without room for the guardian, or for the loop, there is none.
    for (longest, guardians) in [(5, 0), (4, 1), (3, 9), (0, 9)] {
        assert_eq!(
            guarded_loops(&position, one, longest, guardians),
            (Vec::new(), false)
        );
    }
    // One cell less, and the loop is open.
    let (open, one) = only_spots((ring | cells("r5c8 r7c8 r9c9")) - cells("r2c2"));
    assert_eq!(guarded_loops(&open, one, 9, 3).0, []);
    // Each of two units adds its guardians.
    let (two, one) = only_spots(ring | cells("r5c8 r1c9"));
    let found = guarded_loops(&two, one, 5, 2).0;
    assert!(found.contains(&GuardedLoop {
        cells: ring,
        guardians: cells("r5c8 r1c9")
    }));
}

#[test]
fn a_search_that_would_be_long_is_cut_short() {
    let one = Digit::from_number(1).unwrap();
    let (_, cut_short) = guarded_loops(&Position::empty(), one, 81, 81);
    assert!(cut_short);
}

/// Of each loop one of the guardians has the digit in the solution.
#[test]
fn one_of_the_guardians_is_true() {
    let engine = ladder();
    let mut loops = 0;
    for (puzzle, solution) in puzzles("exchange-diabolical.txt").iter().take(60) {
        for position in positions(&engine, puzzle) {
            for digit in Digit::ALL {
                for found in guarded_loops(&position, digit, 7, 3).0 {
                    loops += 1;
                    let is_true = |cell: Cell| solution.digit(cell) == digit;
                    assert!(
                        found.guardians.iter().any(is_true),
                        "{puzzle}: {digit} {found:?}"
                    );
                    assert!(found.cells.len() % 2 == 1 && found.cells.len() >= 5);
                    assert!(found.guardians.is_disjoint(found.cells));
                    assert!(found.cells.is_subset(position.spots(digit)));
                }
            }
        }
    }
    assert!(loops > 500, "only {loops} loops");
}

#[test]
fn the_examples_are_found() {
    let rules = Arc::new(rules());
    let mut finder = Finder::new(Arc::clone(&rules));
    let (at, technique) = rules
        .techniques
        .iter()
        .enumerate()
        .find(|(_, technique)| technique.id == "broken_wing")
        .unwrap();
    assert!(
        technique
            .examples
            .iter()
            .any(|example| example.finds.is_some())
    );
    assert!(
        technique
            .examples
            .iter()
            .any(|example| example.finds.is_none())
    );
    for example in &technique.examples {
        let verdict = finder.judge_example(at, example);
        assert!(verdict.is_good(), "{verdict:?}");
    }
}

#[test]
fn without_the_source_its_technique_is_refused_with_the_reason() {
    let alone: Vec<&Bundle> = bundles()
        .into_iter()
        .filter(|b| b.name == "built-in")
        .collect();
    let mut loader = Loader::with_bundles(&alone).unwrap();
    loader.files(rule_files());
    let problems = loader.load().unwrap_err();
    let errors: Vec<_> = problems
        .iter()
        .filter(|p| p.code.to_string() == "U0201")
        .collect();
    let [problem] = errors[..] else {
        panic!("{}", problems.render(Default::default()));
    };
    assert_eq!(problem.message, "unknown function `guarded_loops`");
    assert!(
        problem
            .help
            .as_ref()
            .unwrap()
            .contains("registered by a plugin")
    );
    assert_eq!(problem.place.file(), "guardians/broken_wing.yaml");
}

#[test]
fn one_name_twice_is_refused() {
    let (first, again) = (bundle(), bundle());
    let twice = registry(&[&first, &again]).unwrap_err();
    assert_eq!(twice, PluginError::BundleTwice("guardians"));
    assert!(
        twice
            .to_string()
            .contains("rename one, or link only one of them")
    );

    let other = Bundle {
        name: "other",
        files: Vec::new,
        ..bundle()
    };
    let taken = registry(&[&first, &other]).unwrap_err();
    assert_eq!(
        taken,
        PluginError::NameTaken {
            bundle: "other",
            name: GUARDED_LOOPS.name
        }
    );
    assert!(taken.to_string().contains("`guarded_loops`"), "{taken}");

    // A technique that two plugins bring along.
    let other = Bundle {
        name: "other",
        files: rule_files,
        sources: &[],
        functions: &[],
    };
    let problems = Loader::with_bundles(&[&first, &other])
        .unwrap()
        .load()
        .unwrap_err();
    let codes: Vec<String> = problems.iter().map(|p| p.code.to_string()).collect();
    assert!(codes.contains(&"U0801".to_owned()), "{codes:?}");
}
