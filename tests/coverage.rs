//! How far the whole ladder reaches, and whether what it concludes is true.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on fails")]

mod support;

use support::{puzzle, puzzles, rules};
use undoku::grid::{Solutions, solve};
use undoku::{Engine, Options, Status};

/// The system of the whole ladder.
fn whole(changes: &[&str], steps: bool) -> Engine {
    let options = Options {
        steps,
        ..Options::default()
    };
    Engine::with_system(rules(changes), "undoku_plus")
        .unwrap()
        .options(options)
}

/// How many puzzles of a shipped file it does not solve.
fn stuck(engine: &Engine, file: &str) -> (usize, usize) {
    let mut rater = engine.rater();
    let all = puzzles(file);
    let left = all
        .iter()
        .filter(|text| match rater.rate(&puzzle(text)).status {
            Status::Solved => false,
            Status::Stuck => true,
            other => panic!("{text}: {other:?}"),
        })
        .count();
    (left, all.len())
}

#[test]
fn all_but_one_in_a_hundred_of_the_hardest_grade_are_solved() {
    let engine = whole(&[], false);
    let (left, all) = stuck(&engine, "puzzles/exchange-diabolical.txt");
    assert_eq!(all, 800);
    assert!(left * 100 <= all, "{left} of {all} are stuck");
}

#[test]
fn all_puzzles_of_the_other_grades_are_solved() {
    let engine = whole(&[], false);
    for file in [
        "exchange-easy",
        "exchange-medium",
        "exchange-hard-mixed",
        "qqwing-expert",
    ] {
        let (left, all) = stuck(&engine, &format!("puzzles/{file}.txt"));
        assert!(all >= 300);
        assert_eq!(left, 0, "{file}");
    }
}

#[test]
fn no_step_of_a_path_takes_the_solutions_digit() {
    for change in ["undoku_plus.path.pick=all", "undoku_plus.path.pick=first"] {
        let engine = whole(&[change], true);
        let mut rater = engine.rater();
        for text in puzzles("puzzles/exchange-diabolical.txt").iter().step_by(8) {
            let puzzle = puzzle(text);
            let Solutions::One(solution) = solve(&puzzle) else {
                panic!("{text} is no proper puzzle");
            };
            for step in rater.rate(&puzzle).steps() {
                for &(cell, digit) in &step.placements {
                    assert_eq!(solution.digit(cell), digit, "{text} {}", step.text);
                }
                for &(cell, digit) in &step.eliminations {
                    assert_ne!(solution.digit(cell), digit, "{text} {}", step.text);
                }
            }
        }
    }
}

#[test]
fn over_the_ladder_of_the_default_system_its_metrics_are_the_same() {
    let plus = whole(
        &[
            "undoku_plus.path.pick=first",
            "undoku_plus.ladder=[naked_single, hidden_single_box, hidden_single_line]",
        ],
        false,
    );
    let default = Engine::new(rules(&[])).unwrap();
    let mut compared = 0;
    for text in puzzles("puzzles/qqwing-easy.txt").iter().step_by(3) {
        let puzzle = puzzle(text);
        let (a, b) = (default.rate(&puzzle), plus.rate(&puzzle));
        assert_eq!(a.status, b.status, "{text}");
        // Streaks and diversity are of rungs there, not of kinds.
        let by_rung = [
            "tech_max_streak",
            "tech_max_streak_technique",
            "tech_diversity",
        ];
        let ours = b.metrics().filter(|(name, _)| !by_rung.contains(name));
        for (name, value) in ours {
            assert_eq!(a.metric(name), Some(value), "{text} {name}");
            compared += 1;
        }
        assert_eq!(a.metrics().count(), b.metrics().count());
    }
    assert!(compared > 1000, "{compared}");
}
