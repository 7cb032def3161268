//! Ratings, and puzzles that have none.

use serde_json::{Value, json};
use undoku::{Engine, Loader, Options};

use crate::support::{SERVER, SOLVABLE, STUCK};

/// The line of a rating by the library.
fn line(puzzle: &str, system: Option<&str>, steps: bool) -> String {
    let rules = Loader::new().unwrap().load().unwrap();
    let engine = match system {
        Some(id) => Engine::with_system(rules, id).unwrap(),
        None => Engine::new(rules).unwrap(),
    };
    let engine = engine.options(Options {
        steps,
        ..Options::default()
    });
    let report = engine.rate(&puzzle.parse().unwrap());
    format!("{}\n", serde_json::to_string(&report).unwrap())
}

#[test]
fn a_rating_is_the_line_of_the_library() {
    for (puzzle, system, steps) in [
        (SOLVABLE, None, false),
        (SOLVABLE, Some("undoku"), true),
        (STUCK, None, true),
        (SOLVABLE, Some("undoku_plus"), true),
    ] {
        let mut ask = json!({"puzzle": puzzle, "steps": steps});
        if let Some(system) = system {
            ask["system"] = system.into();
        }
        let answer = SERVER.post("/api/rate", &ask);
        assert_eq!(answer.status, 200, "{}", answer.body);
        assert_eq!(answer.header("content-type"), Some("application/json"));
        assert_eq!(answer.body, line(puzzle, system, steps));
    }
}

#[test]
fn a_list_has_a_line_for_each_text() {
    let ask = json!({"puzzles": [format!("{SOLVABLE} first"), "no puzzle", "", format!("{STUCK}\n{STUCK}"), STUCK]});
    let answer = SERVER.post("/api/rate", &ask);
    assert_eq!(answer.status, 200, "{}", answer.body);
    assert_eq!(answer.header("content-type"), Some("application/x-ndjson"));
    let lines: Vec<Value> = answer
        .body
        .lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect();
    let shown: Vec<(&str, Option<&str>)> = lines
        .iter()
        .map(|line| {
            (
                line["status"].as_str().unwrap(),
                line["error"]["code"].as_str(),
            )
        })
        .collect();
    assert_eq!(
        shown,
        [
            ("solved", None),
            ("invalid", Some("not_a_puzzle")),
            ("invalid", Some("empty")),
            ("invalid", Some("several")),
            ("stuck", None),
        ]
    );
    assert_eq!(lines[0]["label"], "first");
    let empty = SERVER.post("/api/rate", &json!({"puzzles": []}));
    assert_eq!((empty.status, empty.body.as_str()), (200, ""));
}

#[test]
fn puzzles_without_rating_are_answers_and_not_errors() {
    let conflict = format!("11{}", ".".repeat(79));
    let short = &SOLVABLE[1..];
    for (puzzle, status, code) in [
        (conflict.as_str(), "invalid", "conflict"),
        (&".".repeat(81), "multiple_solutions", "multiple_solutions"),
        (short, "invalid", "length"),
    ] {
        let answer = SERVER.post("/api/rate", &json!({"puzzle": puzzle}));
        assert_eq!(answer.status, 200, "{}", answer.body);
        let report = answer.json();
        assert_eq!(
            (&report["status"], &report["error"]["code"]),
            (&json!(status), &json!(code))
        );
        assert_eq!(report["error"]["place"]["line"], 1);
    }
}

#[test]
fn what_cannot_be_rated_at_all_is_refused() {
    let two = format!("{SOLVABLE}\n{SOLVABLE}\n");
    for (ask, code) in [
        (json!({"puzzle": ""}), "no_puzzle"),
        (json!({"puzzle": two}), "no_puzzle"),
        (json!({}), "shape"),
        (json!({"puzzle": SOLVABLE, "puzzles": []}), "shape"),
        (json!({"puzzle": 3}), "shape"),
        (json!([SOLVABLE]), "shape"),
        (json!({"puzle": SOLVABLE}), "shape"),
        (json!({"puzzle": SOLVABLE, "system": "undokku"}), "system"),
    ] {
        let answer = SERVER.post("/api/rate", &ask);
        assert_eq!(
            (answer.status, answer.code().as_str()),
            (422, code),
            "{ask}: {}",
            answer.body
        );
    }
    let unknown = SERVER.post(
        "/api/rate",
        &json!({"puzzle": SOLVABLE, "system": "undokku"}),
    );
    assert!(
        unknown.body.contains("did you mean `undoku`?"),
        "{}",
        unknown.body
    );
}

#[test]
fn texts_are_read_as_files_are() {
    let grid = "53. | .7. | ...\n6.. | 195 | ...\n.98 | ... | .6.\n---\n8.. | .6. | ..3\n4.. | 8.3 | ..1\n7.. | .2. | ..6\n\
                ---\n.6. | ... | 28.\n... | 419 | ..5\n... | .8. | .79\n";
    let ask = json!({"text": format!("{SOLVABLE} <b>one</b>\nnonsense\n")});
    let answer = SERVER.post("/api/read", &ask);
    let entries = answer.json()["entries"].clone();
    assert_eq!(
        entries[0],
        json!({"puzzle": SOLVABLE, "label": "<b>one</b>", "line": 1, "column": 1})
    );
    assert_eq!(entries[1]["error"]["code"], "not_a_puzzle");
    assert_eq!(
        (&entries[1]["line"], &entries[1]["text"]),
        (&json!(2), &json!("nonsense"))
    );
    let answer = SERVER.post("/api/read", &json!({"text": grid}));
    assert_eq!(
        answer.json()["entries"][0]["puzzle"],
        "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
    );
    let table = format!("id,grid\n1,{SOLVABLE}\n");
    let answer = SERVER.post("/api/read", &json!({"text": table, "column": "grid"}));
    assert_eq!(answer.json()["entries"][0]["puzzle"], SOLVABLE);
}
