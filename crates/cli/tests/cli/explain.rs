//! `undoku explain`.

use serde_json::Value;

use crate::run::{
    SOLVABLE, STUCK, below, command, data, data_text, directory, finish, run, run_with, shown,
};

#[test]
fn every_step_and_every_metric_is_shown() {
    let reference = data_text("reference/undoku-default.jsonl");
    let row: Value = reference
        .lines()
        .map(|line| serde_json::from_str::<Value>(line).unwrap())
        .find(|row| row["status"] == "solved" && row["steps"].as_array().unwrap().len() > 40)
        .unwrap();
    let puzzle = row["puzzle"].as_str().unwrap();
    let run = run(&["explain", puzzle]);
    assert_eq!((run.code, run.err.as_str()), (0, ""));
    assert!(!run.out.contains('\u{1b}'), "no colours in a pipe");
    let lines = run.lines();
    assert_eq!(lines[0], "┌───────┬───────┬───────┐");
    let digits: String = lines[1..12]
        .iter()
        .flat_map(|line| line.chars())
        .filter(|c| ".123456789".contains(*c))
        .collect();
    assert_eq!(digits, puzzle.replace('0', "."));
    let first = lines
        .iter()
        .position(|line| line.starts_with("step "))
        .unwrap()
        + 1;
    for (at, step) in row["steps"].as_array().unwrap().iter().enumerate() {
        let words: Vec<&str> = lines[first + at].split_whitespace().collect();
        let conclusion = format!("{}={}", step["cell"].as_str().unwrap(), step["digit"]);
        let expected = [
            &*(at + 1).to_string(),
            step["technique"].as_str().unwrap(),
            &conclusion,
            &step["assertions"].to_string(),
        ];
        assert_eq!(words[..4], expected);
        let score: f64 = words[4].parse().unwrap();
        assert!(
            (score - step["score"].as_f64().unwrap()).abs() <= 0.5e-4,
            "{}",
            lines[first + at]
        );
        assert!(words.len() > 5, "a text: {}", lines[first + at]);
    }
    for (name, value) in row["metrics"].as_object().unwrap() {
        let line = lines
            .iter()
            .find(|line| line.split_whitespace().next() == Some(name))
            .unwrap();
        let shown = line.trim_start()[name.len()..].trim();
        match value {
            Value::String(text) => assert_eq!(shown, text),
            Value::Null => assert_eq!(shown, "-"),
            number => {
                let shown: f64 = shown.parse().unwrap();
                assert!((shown - number.as_f64().unwrap()).abs() < 1e-9, "{line}");
            }
        }
    }
    for domain in [
        "complexity",
        "scoring",
        "trajectory",
        "search space",
        "topology",
        "techniques",
        "constraints",
    ] {
        assert!(lines.contains(&domain), "{domain}");
    }
    let summary = |key: &str| {
        lines
            .iter()
            .find(|line| line.starts_with(&format!("{key} ")))
            .unwrap()
            .to_string()
    };
    assert!(summary("status").ends_with(" solved"));
    assert!(summary("tier").ends_with(row["metrics"]["granular_tier"].as_str().unwrap()));
    assert!(
        summary("profile").contains("blanks ") && summary("profile").contains("peak_assertions ")
    );
    assert!(summary("system").contains("undoku, version 1, rules "));
}

#[test]
fn clues_are_bold_where_there_are_colours() {
    let run = finish(command(&["explain", SOLVABLE]).env("CLICOLOR_FORCE", "1"));
    let board: String = run.lines()[..13].join("\n");
    let clues = SOLVABLE.chars().filter(|c| *c != '.').count();
    assert_eq!(board.matches("\u{1b}[1m").count(), clues);
}

#[test]
fn a_stuck_puzzle_shows_where() {
    let run = run(&["explain", STUCK]);
    assert_eq!(run.code, 3);
    let boards = run.out.matches('┌').count();
    assert_eq!(boards, 2, "{}", run.out);
    assert!(
        run.out.contains("61 open cells") || run.out.contains("62 open cells"),
        "{}",
        run.out
    );
    assert!(run.out.contains("stuck"), "{}", run.out);
    // Row 1 holds 4 and 3, box 1 and column 2 only the 8 and 7 besides.
    assert!(
        run.out.contains(" 12569 "),
        "the candidates of r1c2: {}",
        run.out
    );
}

#[test]
fn a_refused_puzzle_is_shown_with_the_reason() {
    let conflict = format!("11{}", ".".repeat(79));
    let run = run(&["explain", &conflict, SOLVABLE]);
    assert_eq!(run.code, 3);
    assert!(run.out.contains("│ 1 1 . │"), "{}", run.out);
    assert!(run.out.contains("r1c1 and r1c2"), "{}", run.out);
    assert!(
        run.out.contains("solved"),
        "the other is explained: {}",
        run.out
    );
}

#[test]
fn puzzles_of_a_file_are_named() {
    let file = shown(&data("tiers-48.txt"));
    let run = run(&["explain", &file]);
    assert_eq!(run.code, 0);
    assert!(
        run.out.starts_with(&format!("{file}:1  easy-1-a\n")),
        "{}",
        &run.out[..200]
    );
    assert_eq!(
        run.lines()
            .iter()
            .filter(|line| line.starts_with(&file))
            .count(),
        48
    );
    let unreadable = run_with(&["explain", "-"], "12345\n");
    assert_eq!(unreadable.code, 3);
    assert!(
        unreadable.out.contains("12345") && unreadable.out.contains("line 1, column 1"),
        "{}",
        unreadable.out
    );
}

#[test]
fn a_complete_grid_has_no_steps() {
    let run = run(&[
        "explain",
        "123456789457189236689237145214573698376918452598624371731892564842365917965741823",
    ]);
    assert_eq!(run.code, 0);
    assert!(!run.out.contains("\nstep "), "{}", run.out);
    assert!(run.out.contains("Easy (Tier 1 - Casual)"));
}

#[test]
fn a_search_that_stopped_at_its_limit_is_named() {
    let text = data_text("puzzles/exchange-diabolical.txt");
    let puzzles: String = text
        .lines()
        .take(40)
        .map(|line| format!("{line}\n"))
        .collect();
    let few = directory(&[("puzzles.txt", &puzzles)]);
    let file = below(&few, "puzzles.txt");
    let told = run(&[
        "explain",
        "--boards",
        "none",
        "--system",
        "undoku_plus",
        "--set",
        "aic.work=10",
        &file,
    ]);
    let line = "limits   the search for aic_loop, aic_discontinuous, aic_open stopped at a limit: steps may be missing";
    assert!(told.out.contains(line), "{}", told.err);
    let all = run(&[
        "explain",
        "--boards",
        "none",
        "--system",
        "undoku_plus",
        &file,
    ]);
    assert!(!all.out.contains("aic_open stopped"), "{}", all.out);
}
