//! Inputs that are known to lead programs astray.

use serde_json::Value;

use crate::run::{data_text, run, run_with};

/// The input of a case.
fn input(id: &str) -> String {
    let cases = data_text("cases.jsonl");
    let cases = cases
        .lines()
        .map(|line| serde_json::from_str::<Value>(line).unwrap());
    let case = cases.into_iter().find(|case| case["id"] == id).unwrap();
    case["input"].as_str().unwrap().to_owned()
}

/// The reports on an input, which are the same for a file and for an argument.
fn reports(id: &str) -> Vec<Value> {
    let input = input(id);
    let piped = run_with(&["rate", "--format", "jsonl", "-"], &input).json();
    let argument = run(&["rate", "--format", "jsonl", "--", &input]).json();
    assert_eq!(piped.len(), argument.len(), "{id}");
    for (piped, argument) in piped.iter().zip(&argument) {
        for key in ["puzzle", "status", "metrics"] {
            assert_eq!(piped.get(key), argument.get(key), "{id}");
        }
    }
    piped
}

fn statuses(id: &str) -> Vec<String> {
    let text = |report: &Value| report["status"].as_str().unwrap().to_owned();
    reports(id).iter().map(text).collect()
}

#[test]
fn conflicts_in_grids_are_listed() {
    for (id, pairs) in [
        (
            "gs3",
            &[
                "r8c1 and r8c4",
                "r9c1 and r9c4",
                "r8c1 and r9c1",
                "r8c4 and r9c4",
            ] as &[&str],
        ),
        ("tdoku10", &["r4c5 and r6c5"]),
    ] {
        let reports = reports(id);
        assert_eq!(
            (reports.len(), &reports[0]["status"]),
            (1, &"invalid".into()),
            "{id}"
        );
        let message = reports[0]["error"]["message"].as_str().unwrap();
        assert!(
            pairs.iter().all(|pair| message.contains(pair)),
            "{id}: {message}"
        );
        assert_eq!(
            message.matches(" and r").count(),
            pairs.len(),
            "{id}: {message}"
        );
    }
}

#[test]
fn both_ways_to_write_blanks_give_the_same_rating() {
    let reports = reports("secuso89b");
    assert_eq!(reports.len(), 2);
    assert_eq!(reports[0], reports[1]);
}

#[test]
fn one_clue_makes_a_hard_puzzle_easy() {
    assert_eq!(statuses("untouch"), ["stuck", "solved"]);
}

#[test]
fn refusals() {
    assert_eq!(statuses("secuso118"), ["no_solution"]);
    for id in ["twosol", "ky810", "nudoku75", "sx4"] {
        assert_eq!(statuses(id), ["multiple_solutions"], "{id}");
    }
    for id in ["len80", "rg153"] {
        assert_eq!(statuses(id), ["invalid"], "{id}");
    }
}

#[test]
fn forms_of_puzzles() {
    let blanks = |text: &str| text.replace(['0', '-', '\n', '.'], ".");
    let link = input("dh413");
    let expected = blanks(link.split_once("bd=").unwrap().1);
    assert_eq!(reports("dh413")[0]["puzzle"], expected);
    let hyphens: String = input("kermalis4").lines().map(blanks).collect();
    assert_eq!(reports("kermalis4")[0]["puzzle"], hyphens);
    assert_eq!(reports("sadman").len(), 1);
    assert_eq!(reports("sadman")[0]["status"], "solved");
    assert_eq!(reports("se53")[0]["status"], "solved");
}
