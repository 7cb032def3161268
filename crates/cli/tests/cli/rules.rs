//! Ratings by rules that were changed without a build.

use std::fs;

use serde_json::Value;
use undoku::grid::{Cell, Digit, Puzzle, Unit, UnitKind};

use crate::run::{SOLVABLE, below, data, directory, run, shown};

/// A puzzle that needs one elimination besides singles.
const POINTING: &str =
    "8.26....9....58.....6...4.1.9.4.6..5.2.....4.6..2.3.9.2.5...9.....97....1....28.4";

const TECHNIQUE: &str = "\
technique: my_pointing
title: Pointing
summary: A digit of a box that is confined to one line goes from the rest of the line.
pattern: |
  for b in boxes
  for d in missing(b)
  for l in units(cells(b)) & lines
  check spots(d, b) in cells(l)
  eliminate d from spots(d, l) - cells(b)
assertions: 20
score: 2.5
range: [2.5, 2.5]
explain: \"{d} is confined to {l} in {b}\"
";

fn rate(args: &[&str]) -> Value {
    let mut all = vec!["rate", "--format", "jsonl", "--steps"];
    all.extend(args);
    let run = run(&all);
    assert!(run.code == 0 || run.code == 3, "{}", run.err);
    run.json().remove(0)
}

#[test]
fn a_changed_constant_changes_ratings() {
    // The first step puts 3 into r3c7. The other open cells of box 3 are r1c7, r1c8, r2c8 and r2c9; rows 1 and 2
    // hold a 3 already, columns 7, 8 and 9 do not: 4 eliminations by peers. Row 3 has 3 cells filled, column 7 has
    // 2, box 3 has 4: 9 reasons.
    // A = round(8 + 0.40 * 4 + 0.30 * 9) = round(12.3) = 12; with 0.5: round(8 + 2 + 2.7) = round(12.7) = 13.
    let step = |args: &[&str]| {
        let report = rate(args);
        let step = report["steps"][0].clone();
        assert_eq!(step["kind"], "hidden_single_box");
        assert_eq!((&step["cell"], &step["digit"]), (&"r3c7".into(), &3.into()));
        let numbers = (
            step["assertions"].as_u64().unwrap(),
            step["score"].as_f64().unwrap(),
        );
        (
            numbers,
            report["system"]["rules"].clone(),
            report["metrics"]["score_total"].as_f64().unwrap(),
        )
    };
    let (old, old_hash, old_total) = step(&[SOLVABLE]);
    let (new, new_hash, new_total) =
        step(&["--set", "hidden_single_box.peer_weight=0.5", SOLVABLE]);
    assert_eq!(old, (12, 1.625)); // 1.40 + 12 / 24 * 0.45
    assert_eq!(new, (13, 1.64375)); // 1.40 + 13 / 24 * 0.45
    assert!(new_total > old_total);
    assert_ne!(old_hash, new_hash, "ratings by other rules are told apart");
}

#[test]
fn later_changes_win() {
    let report = rate(&[
        "--set",
        "hidden_single_box.peer_weight=5",
        "--set",
        "hidden_single_box.peer_weight=0.5",
        SOLVABLE,
    ]);
    assert_eq!(report["steps"][0]["assertions"], 13);
}

/// Whether `digit` can go nowhere in the box of `cell` but into the line of that kind through `cell`, and into `cell`
/// itself, in a grid of clues. Nothing here but looking at all cells.
fn is_pointed_at(grid: &Puzzle, digit: Digit, cell: Cell) -> bool {
    let sees = |at: Cell| at.peers().iter().any(|peer| grid.clue(peer) == Some(digit));
    let fits = |at: Cell| grid.clue(at).is_none() && !sees(at);
    if !fits(cell) {
        return false;
    }
    let units = || {
        Cell::ALL
            .into_iter()
            .flat_map(|c| c.units())
            .filter(|unit: &Unit| unit.kind() == UnitKind::Box)
    };
    units().any(|unit| {
        let spots: Vec<Cell> = unit.cells().iter().filter(|at| fits(*at)).collect();
        let in_line = |line: Unit| spots.iter().all(|at| line.cells().contains(*at));
        let lines = cell
            .units()
            .into_iter()
            .filter(|line| line.kind() != UnitKind::Box);
        !unit.cells().contains(cell) && !spots.is_empty() && lines.into_iter().any(in_line)
    })
}

#[test]
fn a_fourth_technique_is_used() {
    assert_eq!(rate(&[POINTING])["status"], "stuck");
    let rules = directory(&[("my_pointing.yaml", TECHNIQUE)]);
    let path = shown(rules.path());
    // It is known, and no ladder has it yet.
    assert_eq!(rate(&["--rules", &path, POINTING])["status"], "stuck");
    let init = run(&["init", &path]);
    assert_eq!(init.code, 0, "{}", init.err);
    let system = below(&rules, "systems/undoku.yaml");
    let text = fs::read_to_string(&system).unwrap();
    let ladder = "ladder: [naked_single, hidden_single_box, hidden_single_line";
    assert!(text.contains(ladder));
    fs::write(
        &system,
        text.replace(ladder, &format!("{ladder}, my_pointing")),
    )
    .unwrap();
    let report = rate(&["--rules", &path, POINTING]);
    assert_eq!(report["status"], "solved");

    let mut grid: Puzzle = POINTING.parse().unwrap();
    let mut pointed = 0;
    for step in report["steps"].as_array().unwrap() {
        if step["kind"] == "my_pointing" {
            assert_eq!(
                (step["assertions"].as_f64(), step["score"].as_f64()),
                (Some(20.0), Some(2.5))
            );
            assert!(step["cell"].is_null() && step["digit"].is_null());
            for gone in step["eliminations"].as_array().unwrap() {
                let cell = gone["cell"].as_str().unwrap().parse().unwrap();
                let digit = Digit::from_number(gone["digit"].as_u64().unwrap() as u8).unwrap();
                assert!(is_pointed_at(&grid, digit, cell), "{step}");
                pointed += 1;
            }
        } else {
            let cell = step["cell"].as_str().unwrap().parse().unwrap();
            grid = grid.with_clue(
                cell,
                Digit::from_number(step["digit"].as_u64().unwrap() as u8),
            );
        }
    }
    assert!(pointed > 0);
    assert!(grid.is_complete() && !grid.has_conflict());

    let explained = run(&["explain", "--rules", &path, POINTING]);
    assert!(explained.out.contains(" my_pointing "), "{}", explained.out);
    assert!(explained.out.contains("<>"), "{}", explained.out);
}

#[test]
fn a_second_system_is_named() {
    let system = "\
system: plain
version: 3
title: Plain
ladder: [naked_single, hidden_single_box, hidden_single_line]
path: {pick: easiest}
metrics:
  effort:
    effort_total: sum(assertions)
";
    let rules = directory(&[("plain.yaml", system)]);
    let path = shown(rules.path());
    let report = rate(&["--rules", &path, "--system", "plain", SOLVABLE]);
    assert_eq!(
        (&report["system"]["id"], &report["system"]["version"]),
        (&"plain".into(), &3.into())
    );
    let sum: u64 = report["steps"]
        .as_array()
        .unwrap()
        .iter()
        .map(|s| s["assertions"].as_u64().unwrap())
        .sum();
    assert_eq!(report["metrics"]["effort_total"], sum);
    assert_eq!(
        rate(&["--rules", &path, SOLVABLE])["system"]["id"],
        "undoku",
        "the default stays"
    );
    let table = run(&["rate", "--rules", &path, "--system", "plain", SOLVABLE]);
    assert!(table.lines()[0].ends_with("effort_total"), "{}", table.out);
    assert!(
        table.lines()[1].ends_with(&format!(" {sum}")),
        "{}",
        table.out
    );
}

#[test]
fn warnings_are_counted_only_for_rules_that_were_given() {
    let file = shown(&data("tiers-48.txt"));
    let own = run(&["rate", &file]);
    assert!(!own.err.contains("warning"), "{}", own.err);
    // The built-in rules have a warning, too; it is not this change's.
    let harmless = run(&["rate", "--set", "naked_single.ceiling=22", &file]);
    assert!(!harmless.err.contains("warning"), "{}", harmless.err);
    // No slope of singles is as steep as that.
    let given = run(&["rate", "--set", "undoku.escalating_above=9", &file]);
    assert!(
        given.err.contains("1 warning in the rules"),
        "{}",
        given.err
    );
    assert_eq!(given.code, 0);
}
