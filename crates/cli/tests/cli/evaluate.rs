//! Ratings held against a column of a table.

use std::collections::HashSet;
use std::fs;
use std::io::{Read, Write};
use std::process::Stdio;

use serde_json::Value;

use crate::run::{Run, SOLVABLE, STUCK, below, command, data_text, directory, run, run_with};

/// Shipped puzzles, six of each of eight tiers in ascending order, with their tier's label.
fn puzzles() -> Vec<(String, String)> {
    let text = data_text("tiers-48.txt");
    let split = |line: &str| {
        let (puzzle, label) = line.split_once(' ').unwrap();
        let (tier, _) = label.rsplit_once('-').unwrap();
        (puzzle.to_owned(), tier.to_owned())
    };
    text.lines().map(split).collect()
}

/// Made-up minutes: they rise with the row, but not evenly.
fn minutes(row: usize) -> f64 {
    1.5 + (row as f64) / 4.0 + ((row * 37) % 48) as f64 / 8.0
}

/// The puzzles with a date, their tier and minutes.
fn table() -> String {
    let mut text = "date,puzzle,tier,minutes\n".to_owned();
    for (row, (puzzle, tier)) in puzzles().into_iter().enumerate() {
        let (year, month) = (2005 + row / 12, 1 + row % 12);
        text += &format!("{year}-{month:02}-15,{puzzle},{tier},{}\n", minutes(row));
    }
    text
}

fn evaluate(args: &[&str], table: &str) -> Run {
    run_with(&[&["evaluate", "-"], args].concat(), table)
}

/// The objects that are written.
fn figures(args: &[&str], table: &str) -> Vec<Value> {
    let run = evaluate(&[args, &["--format", "json"]].concat(), table);
    assert_eq!(run.code, 0, "{}", run.err);
    run.json()
}

/// Pearson's correlation, over all pairs of rows.
fn pearson(x: &[f64], y: &[f64]) -> f64 {
    let (mut xx, mut yy, mut xy) = (0.0, 0.0, 0.0);
    for i in 0..x.len() {
        for j in 0..i {
            xx += (x[i] - x[j]).powi(2);
            yy += (y[i] - y[j]).powi(2);
            xy += (x[i] - x[j]) * (y[i] - y[j]);
        }
    }
    xy / (xx * yy).sqrt()
}

/// For each value, how many are less and half of how many others are equal.
fn ranks(values: &[f64]) -> Vec<f64> {
    let rank = |a: &f64| {
        let less = values.iter().filter(|b| *b < a).count() as f64;
        less + values.iter().filter(|b| *b == a).count() as f64 / 2.0
    };
    values.iter().map(rank).collect()
}

fn close(found: &Value, expected: f64) {
    let found = found.as_f64().unwrap();
    assert!((found - expected).abs() < 1e-9, "{found} is not {expected}");
}

#[test]
fn figures_are_those_of_the_ratings() {
    let text: String = puzzles()
        .into_iter()
        .map(|(puzzle, _)| puzzle + "\n")
        .collect();
    let reports = run_with(&["rate", "--format", "jsonl", "-"], text).json();
    let times: Vec<f64> = (0..48).map(minutes).collect();
    let logs = |values: &[f64]| values.iter().map(|value| value.ln()).collect::<Vec<f64>>();
    let metrics = ["score_total", "tech_naked_singles"];
    let found = figures(
        &["--against", "minutes", "--metric", &metrics.join(",")],
        &table(),
    );
    assert_eq!(found.len(), 2);
    for (name, found) in metrics.iter().zip(&found) {
        let of = |report: &Value| report["metrics"][name].as_f64().unwrap();
        let values: Vec<f64> = reports.iter().map(of).collect();
        assert_eq!(
            (&found["metric"], &found["n"]),
            (&(*name).into(), &48.into())
        );
        close(&found["pearson"]["value"], pearson(&values, &times));
        close(
            &found["spearman"]["value"],
            pearson(&ranks(&values), &ranks(&times)),
        );
        // The number of naked singles is 0 nowhere.
        close(
            &found["pearson_of_logarithms"]["value"],
            pearson(&logs(&values), &logs(&times)),
        );
        assert_eq!(found["pearson_of_logarithms"]["n"], 48);
        for figure in ["pearson", "pearson_of_logarithms", "spearman"] {
            let end = |name: &str| found[figure][name].as_f64().unwrap();
            assert!(
                end("low") < end("value") && end("value") < end("high"),
                "{found}"
            );
        }
        assert_eq!(found["system"]["id"], "undoku");
        assert_eq!(found["against"], "minutes");
    }
}

#[test]
fn a_table_for_people() {
    let run = evaluate(
        &[
            "--against",
            "minutes",
            "--metric",
            "score_total,difficulty_rating",
        ],
        &table(),
    );
    assert_eq!(run.code, 0, "{}", run.err);
    let lines = run.lines();
    assert_eq!(lines.len(), 3, "{}", run.out);
    let words = |line: &str| {
        line.split_whitespace()
            .map(str::to_owned)
            .collect::<Vec<_>>()
    };
    assert_eq!(words(lines[0])[..4], ["system", "metric", "n", "pearson"]);
    assert_eq!(words(lines[1])[..3], ["undoku", "score_total", "48"]);
    assert_eq!(
        lines[1].matches('[').count(),
        3,
        "an interval each: {}",
        lines[1]
    );
    // The distances between tiers mean nothing, their order does.
    assert_eq!(
        words(lines[2])[..5],
        ["undoku", "difficulty_rating", "48", "-", "-"]
    );
    assert_eq!(lines[2].matches('[').count(), 1);
    assert!(
        run.err.contains("undoku: 48 rated, 0 stuck, 0 refused"),
        "{}",
        run.err
    );
    // What decides the tier is evaluated where nothing is named.
    let short = evaluate(
        &["--against", "minutes", "--resamples", "0", "--quiet"],
        &table(),
    );
    assert!(
        short.out.contains(" score_total ") && !short.out.contains('['),
        "{}",
        short.out
    );
    assert_eq!((short.lines().len(), short.err.as_str()), (2, ""));
}

#[test]
fn stars_name_several_metrics() {
    let names = |pattern: &str| -> HashSet<String> {
        let args = [
            "--against",
            "minutes",
            "--metric",
            pattern,
            "--resamples",
            "0",
        ];
        let all = figures(&args, &table());
        all.iter()
            .map(|found| found["metric"].as_str().unwrap().to_owned())
            .collect()
    };
    assert_eq!(names("constraint_cross_*").len(), 2);
    let all = names("*");
    assert!(all.contains("score_total") && all.contains("granular_tier"));
    assert!(
        !all.contains("trajectory_difficulty_pacing"),
        "a text without an order"
    );
}

#[test]
fn labels_in_order() {
    // The tiers are made of the total: both put all pairs of rows in one order.
    let labels = "easy-1,easy-2,medium-1,medium-2,hard-1,hard-2,expert-1,expert-2";
    let args = [
        "--against",
        "tier",
        "--labels",
        labels,
        "--metric",
        "score_total,granular_tier,difficulty_rating",
    ];
    let found = figures(&args, &table());
    for found in &found {
        close(&found["gamma"]["value"], 1.0);
    }
    // Of the 48 * 47 / 2 pairs, the labels tell apart all but 8 * 15, the total tells apart all.
    let (all, by_label) = (1128.0, 1008.0_f64);
    close(
        &found[0]["tau_b"]["value"],
        by_label / (all * by_label).sqrt(),
    );
    close(&found[1]["tau_b"]["value"], 1.0);
    // Each rating is that of two tiers: it does not tell apart 4 * 66 pairs.
    close(
        &found[2]["tau_b"]["value"],
        864.0 / (by_label * 864.0_f64).sqrt(),
    );
    // Eight classes of six rows each are the eight tiers.
    let counts = found[0]["cross_table"]["counts"].as_array().unwrap();
    for (at, row) in counts.iter().enumerate() {
        let expected: Vec<i32> = (0..8)
            .map(|class| if class == at { 6 } else { 0 })
            .collect();
        assert_eq!(row, &Value::from(expected));
    }
    assert_eq!(found[2]["cross_table"]["classes"][1]["name"], "Medium");
    assert_eq!(
        found[2]["cross_table"]["counts"][3],
        serde_json::json!([0, 6, 0, 0])
    );

    let text = evaluate(&args, &table());
    assert!(
        text.out.contains("\ntier by undoku difficulty_rating\n"),
        "{}",
        text.out
    );
    assert!(
        text.out
            .contains("\nhard-2         0       0       6       0\n"),
        "{}",
        text.out
    );
}

#[test]
fn labels_without_a_given_order() {
    let first_appearance = evaluate(&["--against", "tier"], &table());
    assert_eq!(first_appearance.code, 0);
    assert!(
        first_appearance.err.contains("first appear"),
        "{}",
        first_appearance.err
    );
    assert!(
        first_appearance.err.contains("--labels 'easy-1,easy-2,"),
        "{}",
        first_appearance.err
    );
    // Grades as numbers have an order of their own; taken for labels, 10 comes after 9.
    let mut graded = "grade,puzzle\n".to_owned();
    for (row, (puzzle, _)) in puzzles().into_iter().enumerate().rev() {
        graded += &format!("{},{puzzle}\n", 3 + row / 6);
    }
    let found = figures(&["--against", "grade", "--label"], &graded);
    close(&found[0]["gamma"]["value"], 1.0);
    assert_eq!(found[0]["cross_table"]["labels"][7], "10");
    assert!(
        figures(&["--against", "grade"], &graded)[0]
            .get("spearman")
            .is_some()
    );
}

#[test]
fn labels_that_are_not_given_are_left_out() {
    let some = evaluate(
        &[
            "--against",
            "tier",
            "--labels",
            "easy-2, hard-1",
            "-f",
            "json",
        ],
        &table(),
    );
    assert_eq!(some.json()[0]["n"], 12);
    assert!(
        some.err.contains("left out: `easy-1`, `medium-1`"),
        "{}",
        some.err
    );
    assert!(
        some.err.contains("36 rows without a label in `tier`"),
        "{}",
        some.err
    );
    let wrong = evaluate(
        &["--against", "tier", "--labels", "easy-1,heard-1"],
        &table(),
    );
    assert_eq!((wrong.code, wrong.out.as_str()), (2, ""));
    assert!(
        wrong.err.contains("did you mean `hard-1`?"),
        "{}",
        wrong.err
    );
    let twice = evaluate(
        &["--against", "tier", "--labels", "easy-1,easy-1"],
        &table(),
    );
    assert!(
        twice.code == 2 && twice.err.contains("twice"),
        "{}",
        twice.err
    );
}

#[test]
fn only_rows_that_fulfil_the_conditions() {
    let n = |conditions: &[&str]| {
        let mut args = vec!["--against", "minutes", "--resamples", "0"];
        conditions
            .iter()
            .for_each(|condition| args.extend(["--where", condition]));
        figures(&args, &table())[0]["n"].as_u64().unwrap()
    };
    assert_eq!(n(&[]), 48);
    assert_eq!(n(&["date >= 2006-01-01"]), 36);
    assert_eq!(n(&["date>=2006", "date<2007-02"]), 13);
    assert_eq!(n(&["tier = easy-1"]), 6);
    assert_eq!(n(&["tier != easy-1", "minutes > 0"]), 42);
    let below_ten = (0..48).filter(|&row| minutes(row) < 10.0).count() as u64;
    assert!((5..45).contains(&below_ten));
    assert_eq!(n(&["minutes < 10"]), below_ten);
    let said = evaluate(
        &["--against", "minutes", "--where", "tier = easy-1"],
        &table(),
    );
    assert!(
        said.err.contains("6 of 48 rows fulfil the conditions"),
        "{}",
        said.err
    );
}

#[test]
fn what_has_no_row_has_no_figures() {
    let none = evaluate(
        &["--against", "minutes", "--where", "tier = brutal"],
        &table(),
    );
    assert_eq!(none.code, 0);
    assert!(none.err.contains("none of 48 rows"), "{}", none.err);
    let header = evaluate(&["--against", "minutes"], "puzzle,minutes\n");
    assert_eq!(header.code, 0, "{}", header.err);
    assert!(
        header.err.contains("no puzzles found in standard input"),
        "{}",
        header.err
    );
    for run in [none, header] {
        let words: Vec<&str> = run.lines()[1].split_whitespace().collect();
        assert_eq!(words, ["undoku", "score_total", "0", "-", "-", "-"]);
    }
    let json = figures(
        &["--against", "minutes", "--where", "tier = brutal"],
        &table(),
    );
    assert_eq!(
        json[0]["spearman"],
        serde_json::json!({"value": null, "low": null, "high": null})
    );
}

#[test]
fn wrong_usage_says_what_is_meant() {
    let usage = |args: &[&str], table: &str, message: &str| {
        let run = evaluate(args, table);
        assert_eq!((run.code, run.out.as_str()), (2, ""), "{args:?}");
        assert!(run.err.contains(message), "{args:?}: {}", run.err);
    };
    let table = table();
    usage(&[], &table, "--against");
    usage(&["--against", "minute"], &table, "did you mean `minutes`?");
    usage(
        &["--against", "time"],
        &table,
        "its columns are date, puzzle, tier, minutes",
    );
    usage(
        &["--against", "minutes", "--where", "tear = a"],
        &table,
        "did you mean `tier`?",
    );
    usage(
        &["--against", "minutes", "--where", "tier"],
        &table,
        "is no condition",
    );
    usage(
        &["--against", "minutes", "--column", "puzle"],
        &table,
        "did you mean `puzzle`?",
    );
    usage(
        &["--against", "minutes", "--metric", "score_totl"],
        &table,
        "did you mean `score_total`?",
    );
    usage(
        &["--against", "minutes", "--metric", "nothing_*"],
        &table,
        "there are ",
    );
    usage(
        &[
            "--against",
            "minutes",
            "--metric",
            "trajectory_difficulty_pacing",
        ],
        &table,
        "texts without an order",
    );
    usage(
        &["--against", "minutes", "--system", "undoku,undokku"],
        &table,
        "did you mean `undoku`?",
    );
    usage(
        &[
            "--against",
            "minutes",
            "--metric",
            "score_*",
            "--scatter",
            "x.svg",
        ],
        &table,
        "one metric of one system",
    );
    usage(
        &["--against", "date", "--where", "date < 2008"],
        &table,
        "different texts",
    );
    usage(&["--against", "minutes"], "", "is empty");
    usage(&["--against", "b"], "a,b\n1,2\n", "--column");
    usage(
        &["--against", "minutes"],
        &format!("puzzle,minutes\n{SOLVABLE},3\n{SOLVABLE},n/a\n"),
        "in line 3 it has `n/a`",
    );
    let missing = run(&["evaluate", "missing.csv", "--against", "minutes"]);
    assert_eq!(missing.code, 2);
    assert!(
        missing.err.contains("missing.csv cannot be read"),
        "{}",
        missing.err
    );
    let files = directory(&[]);
    let latin = files.path().join("latin.csv");
    fs::write(&latin, b"puzzle,grade\n1,sch\xf6n\n").unwrap();
    let latin = run(&["evaluate", latin.to_str().unwrap(), "--against", "grade"]);
    assert!(
        latin.code == 2 && latin.err.contains("line 2 is no UTF-8"),
        "{}",
        latin.err
    );
    let rules = run(&[
        "evaluate",
        "missing.csv",
        "--against",
        "minutes",
        "--set",
        "nothing=1",
    ]);
    assert_eq!(rules.code, 1);
}

#[test]
fn puzzles_without_a_rating_are_left_out_and_counted() {
    let mut table = table();
    let several = ".".repeat(81);
    for (puzzle, minutes) in [
        (STUCK, "9"),
        ("no puzzle", "9"),
        (several.as_str(), "9"),
        (SOLVABLE, ""),
    ] {
        table += &format!("2012-01-01,{puzzle},extra,{minutes}\n");
    }
    table += "2012-01-01,too short\n";
    let run = evaluate(&["--against", "minutes", "--format", "json"], &table);
    assert_eq!(run.code, 3);
    let found = &run.json()[0];
    assert_eq!(found["n"], 48);
    let expected = serde_json::json!({
        "rated": 48, "stuck": 1, "invalid": 1, "no_solution": 0, "multiple_solutions": 1
    });
    assert_eq!(found["puzzles"], expected);
    assert!(
        run.err
            .contains("undoku: 48 rated, 1 stuck, 2 refused (1 invalid, 1 with several solutions)"),
        "{}",
        run.err
    );
    assert!(
        run.err
            .contains("1 row without a value in `minutes` left out"),
        "{}",
        run.err
    );
    assert!(
        run.err
            .contains("1 row without as many fields as the header left out, the first in line 54"),
        "{}",
        run.err
    );
    let uneven = evaluate(
        &["--against", "minutes", "--where", "tier != extra"],
        &table,
    );
    assert_eq!(uneven.code, 3);
    assert!(!uneven.err.contains("1 stuck"));
}

#[test]
fn systems_side_by_side() {
    // One knows more techniques than the other.
    let hard = data_text("puzzles/exchange-hard-mixed.txt");
    let hard = hard.lines().take(12).map(str::to_owned);
    let all = puzzles().into_iter().map(|(puzzle, _)| puzzle).chain(hard);
    let mut table = "puzzle;minutes\n".to_owned();
    for (row, line) in all.enumerate() {
        let puzzle = line.split_whitespace().next().unwrap();
        table += &format!("{puzzle};{}\n", minutes(row));
    }
    let args = [
        "--against",
        "minutes",
        "--system",
        "undoku,undoku_plus",
        "-f",
        "json",
    ];
    let each = evaluate(&args, &table).json();
    let n = |found: &[Value]| -> Vec<u64> {
        found
            .iter()
            .map(|found| found["n"].as_u64().unwrap())
            .collect()
    };
    let ids: Vec<&str> = each
        .iter()
        .map(|found| found["system"]["id"].as_str().unwrap())
        .collect();
    assert_eq!(ids, ["undoku", "undoku_plus"]);
    assert_eq!(n(&each), [48, 60]);
    let common = evaluate(&[&args[..], &["--common"]].concat(), &table).json();
    assert_eq!(n(&common), [48, 48]);
    assert_eq!(common[0]["spearman"], each[0]["spearman"]);
}

#[test]
fn logarithms_need_positive_values() {
    let mut table = "puzzle,minutes\n".to_owned();
    for (row, (puzzle, _)) in puzzles().into_iter().enumerate() {
        table += &format!("{puzzle},{}\n", if row < 3 { 0.0 } else { minutes(row) });
    }
    let run = evaluate(&["--against", "minutes", "--format", "json"], &table);
    assert_eq!(run.json()[0]["pearson_of_logarithms"]["n"], 45);
    assert!(
        run.err.contains("3 rows with a value that is not positive"),
        "{}",
        run.err
    );
}

#[test]
fn the_seed_and_nothing_else_decides_the_intervals() {
    let written = |more: &[&str]| {
        evaluate(
            &[&["--against", "minutes", "--metric", "*"], more].concat(),
            &table(),
        )
        .out
    };
    let one = written(&["--jobs", "1"]);
    assert_eq!(one, written(&["--jobs", "7"]));
    assert_ne!(one, written(&["--seed", "2"]));
}

#[test]
fn a_picture_of_one_metric() {
    let files = directory(&[("games.csv", &table())]);
    let (games, svg) = (below(&files, "games.csv"), below(&files, "minutes.svg"));
    let plain = run(&["evaluate", &games, "--against", "minutes"]).out;
    let drawn = run(&[
        "evaluate",
        &games,
        "--against",
        "minutes",
        "--scatter",
        &svg,
    ]);
    assert_eq!((drawn.code, drawn.out), (0, plain));
    let picture = fs::read_to_string(&svg).unwrap();
    assert!(picture.contains("<title>score_total and minutes</title>"));
    assert!(picture.contains("<desc>48 puzzles: score_total of "));
    assert_eq!(picture.matches("<circle").count(), 48);
    let tiers = [
        "--against",
        "tier",
        "--metric",
        "difficulty_rating",
        "--scatter",
        &svg,
    ];
    assert_eq!(run(&[&["evaluate", &games], &tiers[..]].concat()).code, 0);
    let picture = fs::read_to_string(&svg).unwrap();
    assert!(picture.contains(">Medium<") && picture.contains(">expert-1<"));
    let nowhere = below(&files, "no/such/place.svg");
    let unwritten = run(&[
        "evaluate",
        &games,
        "--against",
        "minutes",
        "--scatter",
        &nowhere,
    ]);
    assert_eq!(unwritten.code, 2);
    assert!(
        unwritten.err.contains("cannot be written"),
        "{}",
        unwritten.err
    );
}

#[test]
fn a_reader_that_has_left_is_no_error() {
    let mut child = command(&["evaluate", "-", "--against", "minutes", "--quiet"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    drop(child.stdout.take());
    let mut input = child.stdin.take().unwrap();
    input.write_all(table().as_bytes()).unwrap();
    drop(input);
    let mut err = String::new();
    child
        .stderr
        .take()
        .unwrap()
        .read_to_string(&mut err)
        .unwrap();
    assert_eq!((child.wait().unwrap().code(), err.as_str()), (Some(0), ""));
}
