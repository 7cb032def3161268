//! Pipes that are closed, and input that comes slowly.

use std::io::{BufRead, BufReader, Read, Write};
use std::process::Stdio;

use crate::run::{SOLVABLE, command, data, shown};

/// Enough output that no pipe holds it.
fn much() -> String {
    format!("{SOLVABLE}\n").repeat(3000)
}

fn reader_that_leaves(args: &[&str]) -> (Option<i32>, String) {
    let files = crate::run::directory(&[("puzzles.txt", &much())]);
    let path = crate::run::below(&files, "puzzles.txt");
    let mut child = command(args)
        .arg(path)
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut first = String::new();
    let mut out = BufReader::new(child.stdout.take().unwrap());
    out.read_line(&mut first).unwrap();
    assert!(first.ends_with('\n'));
    drop(out);
    let mut err = String::new();
    child
        .stderr
        .take()
        .unwrap()
        .read_to_string(&mut err)
        .unwrap();
    (child.wait().unwrap().code(), err)
}

#[test]
fn a_reader_that_has_enough_ends_the_run_quietly() {
    for args in [
        &["rate"] as &[&str],
        &["rate", "--format", "jsonl", "--steps"],
        &["rate", "--format", "csv", "--jobs", "8"],
        &["explain"],
    ] {
        assert_eq!(
            reader_that_leaves(args),
            (Some(0), String::new()),
            "{args:?}"
        );
    }
}

#[test]
fn a_reader_that_has_enough_is_noticed_while_input_is_still_to_come() {
    let mut child = command(&["rate", "-"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    drop(child.stdout.take());
    let mut input = child.stdin.take().unwrap();
    input.write_all(format!("{SOLVABLE}\n").as_bytes()).unwrap();
    // The input stays open.
    assert_eq!(child.wait().unwrap().code(), Some(0));
    drop(input);
}

#[test]
fn results_come_although_nobody_hears_the_messages() {
    let mut child = command(&["rate", "--format", "jsonl", "missing.txt"])
        .arg(data("tiers-48.txt"))
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    drop(child.stderr.take());
    let mut out = String::new();
    child
        .stdout
        .take()
        .unwrap()
        .read_to_string(&mut out)
        .unwrap();
    assert_eq!(out.lines().count(), 48);
    assert_eq!(child.wait().unwrap().code(), Some(2));
}

#[test]
fn each_puzzle_is_answered_before_the_next_is_asked() {
    for args in [
        &["rate", "--format", "jsonl", "-"] as &[&str],
        &["explain", "-"],
    ] {
        let mut child = command(args)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        let mut input = child.stdin.take().unwrap();
        let mut out = BufReader::new(child.stdout.take().unwrap());
        for _ in 0..3 {
            input.write_all(format!("{SOLVABLE}\n").as_bytes()).unwrap();
            // This would wait for ever if the puzzle were kept until more of them came.
            let mut line = String::new();
            while !line.contains("rules") {
                line.clear();
                assert!(out.read_line(&mut line).unwrap() > 0);
            }
        }
        drop(input);
        let mut rest = Vec::new();
        out.read_to_end(&mut rest).unwrap();
        assert_eq!(child.wait().unwrap().code(), Some(0));
    }
}

#[test]
fn the_order_is_that_of_the_input_whatever_the_number_of_threads() {
    let puzzles = crate::run::data_text("mixed-500.txt");
    let hard = crate::run::data_text("puzzles/several-solutions-12.txt");
    // Lines that take very different times, numbered by their labels.
    let lines: Vec<&str> = puzzles.lines().chain(hard.lines()).collect();
    let text: String = (0..5000)
        .map(|at| {
            let line = lines[at * 7 % lines.len()];
            format!("{} {at}\n", &line[..81])
        })
        .collect();
    let files = crate::run::directory(&[("a.txt", &text)]);
    let path = crate::run::below(&files, "a.txt");
    let mixed = shown(&data("mixed-500.txt"));
    let rate = |jobs: &str| {
        crate::run::run(&[
            "rate", "-q", "--format", "jsonl", "--jobs", jobs, &path, &mixed, &path,
        ])
        .out
    };
    let many = rate("16");
    let labels: Vec<usize> = many
        .lines()
        .filter_map(|line| {
            let report: serde_json::Value = serde_json::from_str(line).unwrap();
            report["label"].as_str().map(|label| label.parse().unwrap())
        })
        .collect();
    let expected: Vec<usize> = (0..5000).chain(0..5000).collect();
    assert_eq!(labels, expected);
    assert_eq!(many.lines().count(), 10_500);
    assert!(many == rate("1"), "the same bytes with one thread");
}
