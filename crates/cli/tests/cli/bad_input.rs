//! What is no puzzle, or none with exactly one solution.

use serde_json::Value;

use crate::run::{SOLVABLE, below, directory, run, run_with};

fn rate(input: &str) -> (i32, Vec<Value>) {
    let run = run_with(&["rate", "--format", "jsonl", "-"], input);
    (run.code, run.json())
}

fn one(puzzle: &str) -> Value {
    let (code, mut reports) = rate(puzzle);
    assert_eq!((code, reports.len()), (3, 1), "{puzzle}");
    assert!(
        reports[0].get("metrics").is_none(),
        "never a rating: {puzzle}"
    );
    reports.remove(0)
}

fn message(report: &Value) -> &str {
    report["error"]["message"].as_str().unwrap()
}

#[test]
fn lines_that_are_no_puzzles_keep_their_place_and_the_others_are_rated() {
    let short = "00004500103000069409000005061470302035020407602010954304000006016300008070042000";
    assert_eq!(short.len(), 80);
    let long = format!("{SOLVABLE}.");
    let letter = format!("{}a{}", &SOLVABLE[..40], &SOLVABLE[41..]);
    let files = directory(&[(
        "puzzles.txt",
        &[SOLVABLE, short, &long, &letter, SOLVABLE, ""].join("\n"),
    )]);
    let path = below(&files, "puzzles.txt");
    let run = run(&["rate", "--format", "jsonl", &path]);
    assert_eq!(run.code, 3);
    let reports = run.json();
    let statuses: Vec<&str> = reports
        .iter()
        .map(|r| r["status"].as_str().unwrap())
        .collect();
    assert_eq!(
        statuses,
        ["solved", "invalid", "invalid", "invalid", "solved"]
    );
    let places: Vec<(u64, u64)> = reports[1..4]
        .iter()
        .map(|report| {
            let place = &report["error"]["place"];
            assert_eq!(place["file"], *path);
            (
                place["line"].as_u64().unwrap(),
                place["column"].as_u64().unwrap(),
            )
        })
        .collect();
    assert_eq!((places[0].0, places[1].0), (2, 3));
    assert_eq!(places[2], (4, 41));
    assert!(
        message(&reports[1]).contains("80 characters"),
        "{}",
        message(&reports[1])
    );
    assert!(
        message(&reports[2]).contains("82 characters"),
        "{}",
        message(&reports[2])
    );
    assert!(
        message(&reports[3]).contains("'a'"),
        "{}",
        message(&reports[3])
    );
    assert_eq!(reports[1]["puzzle"], short);
    assert!(
        run.err.contains("2 rated, 0 stuck, 3 refused (3 invalid)"),
        "{}",
        run.err
    );
}

#[test]
fn every_pair_of_conflicting_cells_is_listed() {
    let report =
        one("000000000000000000000000000000000000000000000000000000000000000900900000900900000");
    assert_eq!(report["status"], "invalid");
    let message = message(&report);
    for (first, second) in [
        ("r8c1", "r8c4"),
        ("r9c1", "r9c4"),
        ("r8c1", "r9c1"),
        ("r8c4", "r9c4"),
    ] {
        assert!(
            message.contains(&format!("{first} and {second}")),
            "{message}"
        );
    }
    assert_eq!(message.matches(" and r").count(), 4, "{message}");
    let place = &report["error"]["place"];
    assert_eq!((&place["line"], &place["column"]), (&1.into(), &1.into()));
}

#[test]
fn no_solution() {
    let report =
        one("874630251195247836263581479342718695758396142916054783431865927629473518587129364");
    assert_eq!(report["status"], "no_solution");
    assert_eq!(report["error"]["code"], "no_solution");
}

#[test]
fn several_solutions_are_counted_up_to_a_limit() {
    for (puzzle, count) in [
        (
            "1.....58.8....1..6.6..2.......59........7.....93..2....1....8.4...9.7.5.6..2..71.",
            2,
        ),
        (
            "92..8.65.6..2.43..3..5.9.72.7.953.......7.......6..5....142..3.....31..6.6.7..1..",
            6,
        ),
        (
            "895.....7..79...6...65..3.....34.6.9.....81...2.....4..7...5.....8......9..6....5",
            4,
        ),
    ] {
        let report = one(puzzle);
        assert_eq!(report["status"], "multiple_solutions");
        assert!(
            message(&report).contains(&format!(" {count} solutions")),
            "{}",
            message(&report)
        );
    }
    let six = "92..8.65.6..2.43..3..5.9.72.7.953.......7.......6..5....142..3.....31..6.6.7..1..";
    let run = run(&["rate", "--solutions", "5", six]);
    assert_eq!(run.code, 3);
    assert!(run.out.contains("at least 5 solutions"), "{}", run.out);
}

#[test]
fn hardly_any_clues_are_answered_at_once() {
    let none = ".".repeat(81);
    let fifteen =
        "001000000200000000003000000400000005005000600600000040007103000800000000009020000";
    for puzzle in [&*none, fifteen] {
        let report = one(puzzle);
        assert_eq!(report["status"], "multiple_solutions");
        assert!(
            message(&report).contains("at least 1000"),
            "{}",
            message(&report)
        );
    }
}

#[test]
fn a_complete_grid_is_rated() {
    let (code, reports) =
        rate("123456789457189236689237145214573698376918452598624371731892564842365917965741823");
    assert_eq!(code, 0);
    let report = &reports[0];
    assert_eq!(report["status"], "solved");
    let metrics = &report["metrics"];
    for name in [
        "complexity_total_assertions",
        "score_total",
        "complexity_avg_assertions_per_step",
    ] {
        assert_eq!(metrics[name].as_f64(), Some(0.0), "{name}");
    }
    for name in [
        "tech_max_streak_technique",
        "tech_most_frequent_technique",
        "trajectory_difficulty_pacing",
    ] {
        assert!(metrics[name].is_null(), "{name}");
    }
    assert_eq!(metrics["granular_tier"], "Easy (Tier 1 - Casual)");
    assert_eq!(metrics["topology_blanks_count"], 0);
}

#[test]
fn other_sizes_and_pencil_marks_are_refused_in_words() {
    let small = one("_ _ _ _\n_ 1 _ _\n1 _ 4 3\n_ 3 1 _");
    assert!(message(&small).contains("4x4"), "{}", message(&small));
}

#[test]
fn files_without_puzzles_are_said_to_have_none() {
    let files = directory(&[("empty.txt", ""), ("comments.txt", "# nothing\n\n# here\n")]);
    for name in ["empty.txt", "comments.txt"] {
        let path = below(&files, name);
        let run = run(&["rate", &path]);
        assert_eq!((run.code, run.out.as_str()), (0, ""));
        assert!(
            run.err.contains(&format!("no puzzles found in {path}")),
            "{}",
            run.err
        );
    }
    let explained = run(&["explain"]);
    assert_eq!(explained.code, 0);
    assert!(
        explained.err.contains("no puzzles found in standard input"),
        "{}",
        explained.err
    );
}

#[test]
fn missing_files_and_directories_do_not_keep_others_from_being_rated() {
    let files = directory(&[("good.txt", SOLVABLE), ("sub/other.txt", SOLVABLE)]);
    let (good, missing) = (below(&files, "good.txt"), below(&files, "missing.txt"));
    let sub = below(&files, "sub");
    for command in ["rate", "explain"] {
        let run = run(&[command, &missing, &good, &sub]);
        assert_eq!(run.code, 2, "{command}");
        assert!(run.out.contains("solved"), "{command}: {}", run.out);
        assert!(
            run.err.contains(&format!("{missing} cannot be read")),
            "{}",
            run.err
        );
        assert!(
            run.err.contains(&format!("{sub} is a directory")),
            "{}",
            run.err
        );
    }
}

#[test]
fn binary_junk_is_refused() {
    let junk: Vec<u8> = (0..200_000_u32)
        .map(|i| (i.wrapping_mul(2_654_435_761) >> 13) as u8)
        .collect();
    for command in ["rate", "explain"] {
        let run = run_with(&[command, "-"], &junk);
        assert_eq!(run.code, 3, "{command}");
        assert!(run.out.contains("invalid"), "{}", run.out);
        assert!(
            !run.out.contains('\u{1b}') && !run.err.contains("panicked"),
            "{}",
            run.err
        );
    }
}
