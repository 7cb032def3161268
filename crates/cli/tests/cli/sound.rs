//! `undoku check --sound`.

use serde_json::Value;
use tempfile::TempDir;
use undoku::grid::{Puzzle, Solutions, solve};

use crate::run::{STUCK, below, data_text, directory, run, run_with, shown};

/// It takes the first of two candidates for the right one.
const GUESS: &str = "\
technique: guess
title: Guess
pattern: |
  for c in bivalue
  check true
  place first(cand(c)) at c
assertions: 1
score: 3.0
explain: \"{target} might be {target_digit}\"
";

/// A directory with two puzzles and the rules that guess.
fn files() -> TempDir {
    let puzzles = data_text("tiers-48.txt");
    let two: Vec<&str> = puzzles.lines().take(2).collect();
    directory(&[
        ("puzzles.txt", &two.join("\n")),
        ("rules/guess.yaml", GUESS),
    ])
}

#[test]
fn sound_rules_are_said_to_be_sound() {
    let files = files();
    let found = run(&["check", "--sound", &below(&files, "puzzles.txt")]);
    assert_eq!((found.code, found.err.as_str()), (0, ""), "{}", found.out);
    let built_in = undoku::Loader::new().unwrap().load().unwrap();
    let lines = found.lines();
    // A header, a line for each kind, a blank line and the sum.
    assert_eq!(lines.len(), built_in.kinds().count() + 3, "{}", found.out);
    let last = lines.last().unwrap();
    assert!(last.contains("of 2 proper puzzles: "), "{last}");
    assert!(last.ends_with(" matches, 0 violations"), "{last}");
}

#[test]
fn a_violation_is_shown_with_the_smallest_situation_and_counted() {
    let files = files();
    let (puzzles, path) = (below(&files, "puzzles.txt"), below(&files, "rules"));
    let found = run(&["check", "--sound", &puzzles, &path]);
    assert_eq!(found.code, 1, "{}", found.err);
    assert_eq!(
        found
            .out
            .matches("violation by guess (technique guess)")
            .count(),
        1
    );
    assert!(
        found.out.contains("the solution has another digit there"),
        "{}",
        found.out
    );
    assert!(found.out.contains("might be"), "{}", found.out);
    assert!(found.out.contains('┌'), "a board: {}", found.out);

    let json = run(&[
        "check", "--format", "json", "--sound", &puzzles, "--rules", &path,
    ]);
    assert_eq!(json.code, 1);
    let objects = json.json();
    let violations: Vec<&Value> = objects
        .iter()
        .filter(|o| !o["violation"].is_null())
        .collect();
    let [violation] = violations[..] else {
        panic!("{}", json.out)
    };
    assert_eq!(violation["kind"], "guess");
    for of in ["violation", "smallest"] {
        let one = &violation[of];
        let puzzle: Puzzle = one["position"]["puzzle"].as_str().unwrap().parse().unwrap();
        let Solutions::One(solution) = solve(&puzzle) else {
            panic!("not a proper puzzle")
        };
        let wrong = one["wrong"].as_str().unwrap();
        assert_eq!(one["concludes"], wrong);
        let (cell, digit) = wrong.split_once('=').unwrap();
        let right = solution.digit(cell.parse().unwrap());
        assert_ne!(right.to_string(), digit, "{wrong}");
    }
    // The first puzzle has a cell with two candidates at its start, so nothing needs to be placed.
    assert!(violation["smallest"]["position"]["placed"].is_null());
    let tally = objects
        .iter()
        .find(|o| o["kind"] == "guess" && !o["matches"].is_null())
        .unwrap();
    let number = |key: &str| tally[key].as_u64().unwrap();
    assert!(number("violations") > 0 && number("violations") < number("matches"));
    let others = objects.iter().filter(|o| o["kind"] != "guess");
    assert!(others.clone().count() > 3);
    assert!(others.clone().all(|o| o["violations"] == 0));
}

#[test]
fn results_do_not_depend_on_the_number_of_threads() {
    let files = files();
    let (puzzles, path) = (below(&files, "puzzles.txt"), below(&files, "rules"));
    let by = |jobs: &str| run(&["check", "--sound", &puzzles, "-q", "--jobs", jobs, &path]).out;
    let one = by("1");
    assert!(one.contains("violation by guess"));
    assert_eq!(one, by("3"));
}

#[test]
fn only_proper_puzzles_are_walked() {
    let input = format!(
        "{STUCK}\n{}\nno puzzle\n{}\n",
        ".".repeat(81),
        "1".repeat(81)
    );
    let found = run_with(&["check", "--sound", "-"], input);
    assert_eq!(found.code, 0, "{}", found.err);
    let last = *found.lines().last().unwrap();
    assert!(last.contains(" of 1 proper puzzle: "), "{last}");
    assert!(
        last.ends_with("2 without a single solution passed over, 1 unreadable passed over"),
        "{last}"
    );
}

#[test]
fn wrong_usage() {
    let files = files();
    let puzzles = below(&files, "puzzles.txt");
    let faulty = directory(&[("guess.yaml", &GUESS.replace("title", "tilte"))]);
    let broken = run(&["check", "--sound", &puzzles, &shown(faulty.path())]);
    assert_eq!((broken.code, broken.out.as_str()), (1, ""));
    assert!(
        broken.err.contains("did you mean `title`?"),
        "{}",
        broken.err
    );
    let missing = run(&["check", "--sound", &below(&files, "none.txt")]);
    assert_eq!(missing.code, 2);
    assert!(missing.err.contains("cannot be read"), "{}", missing.err);
    let system = run(&["check", "--sound", &puzzles, "--system", "undokku"]);
    assert_eq!((system.code, system.out.as_str()), (2, ""));
    assert!(system.err.contains("did you mean"), "{}", system.err);
    for args in [
        &["check", "--system", "undoku"] as &[&str],
        &["check", "--jobs", "2"],
        &["check", "--sound"],
    ] {
        assert_eq!(run(args).code, 2, "{args:?}");
    }
}
