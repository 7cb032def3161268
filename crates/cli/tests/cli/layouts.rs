//! Tables, JSON lines and CSV.

use serde_json::Value;

use crate::run::{SOLVABLE, STUCK, data, data_text, run, run_with, shown};

const INVALID: &str = "12345";

fn keys(value: &Value) -> Vec<&str> {
    value
        .as_object()
        .unwrap()
        .keys()
        .map(String::as_str)
        .collect()
}

#[test]
fn json_lines_keep_the_contract() {
    let input = format!("{SOLVABLE} a label\n{STUCK}\n{}\n", &SOLVABLE[1..]);
    let run = run_with(&["rate", "--format", "jsonl", "-"], input);
    assert_eq!(run.code, 3);
    let reports = run.json();
    assert_eq!(
        keys(&reports[0]),
        [
            "puzzle",
            "label",
            "status",
            "system",
            "metrics",
            "tier_profile"
        ]
    );
    assert_eq!(
        keys(&reports[1]),
        ["puzzle", "status", "system", "remaining"]
    );
    assert_eq!(keys(&reports[2]), ["puzzle", "status", "system", "error"]);
    assert_eq!(reports[0]["label"], "a label");
    assert_eq!(keys(&reports[0]["system"]), ["id", "version", "rules"]);
    assert_eq!(
        keys(&reports[0]["tier_profile"]),
        ["blanks", "clues", "peak_assertions"]
    );
    assert_eq!(keys(&reports[2]["error"]), ["code", "message", "place"]);
    // 19 clues, one of 62 blanks filled.
    let clues = STUCK.chars().filter(|c| *c != '.').count();
    assert_eq!(reports[1]["remaining"], 81 - clues - 1);
}

#[test]
fn json_lines_have_the_metrics_of_the_reference() {
    let reference = data_text("reference/undoku-default.jsonl");
    let expected: Vec<Value> = reference
        .lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect();
    let input: String = expected
        .iter()
        .map(|row| format!("{}\n", row["puzzle"].as_str().unwrap()))
        .collect();
    let reports = run_with(&["rate", "--format", "jsonl", "--steps", "-"], input).json();
    assert_eq!(reports.len(), expected.len());
    for (report, expected) in reports.iter().zip(&expected) {
        let text = &expected["puzzle"];
        assert_eq!(
            (&report["puzzle"], &report["status"]),
            (text, &expected["status"])
        );
        if let Some(metrics) = expected["metrics"]
            .as_object()
            .filter(|_| report["status"] == "solved")
        {
            for (name, expected) in metrics {
                let value = &report["metrics"][name];
                match (value.as_f64(), expected.as_f64()) {
                    (Some(a), Some(b)) => assert!((a - b).abs() < 1e-9, "{text} {name}: {a} {b}"),
                    _ => assert_eq!(value, expected, "{text} {name}"),
                }
            }
        }
        let steps = expected["steps"].as_array().unwrap();
        let found = report["steps"]
            .as_array()
            .map_or(&[] as &[Value], Vec::as_slice);
        assert_eq!(found.len(), steps.len(), "{text}");
        for (step, expected) in found.iter().zip(steps) {
            assert_eq!(step["kind"], expected["technique"], "{text}");
            for key in ["cell", "digit", "assertions"] {
                assert_eq!(step[key], expected[key], "{text} {key}");
            }
        }
    }
}

#[test]
fn steps_say_what_the_contract_lists() {
    let run = run(&["rate", "--format", "jsonl", "--steps", SOLVABLE]);
    let report = &run.json()[0];
    let steps = report["steps"].as_array().unwrap();
    assert_eq!(steps.len(), SOLVABLE.matches('.').count());
    let expected = [
        "index",
        "technique",
        "kind",
        "cell",
        "digit",
        "eliminations",
        "assertions",
        "score",
        "evidence",
        "text",
    ];
    for (at, step) in steps.iter().enumerate() {
        assert_eq!(keys(step), expected);
        assert_eq!(step["index"], at + 1);
    }
}

#[test]
fn csv_has_a_column_for_each_metric() {
    let input = format!("{SOLVABLE} one, \"two\", three\n{STUCK} three\n{INVALID}\n");
    let csv = run_with(&["rate", "--format", "csv", "-"], &input);
    assert_eq!(csv.code, 3);
    let report = &run_with(&["rate", "--format", "jsonl", "-"], &input).json()[0];
    let mut reader = csv::Reader::from_reader(csv.out.as_bytes());
    let header: Vec<String> = reader
        .headers()
        .unwrap()
        .iter()
        .map(str::to_owned)
        .collect();
    let metrics = keys(&report["metrics"]);
    let mut expected = vec!["puzzle", "label", "status"];
    expected.extend(&metrics);
    expected.extend([
        "profile_blanks",
        "profile_clues",
        "profile_peak_assertions",
        "error",
    ]);
    assert_eq!(header, expected);
    let records: Vec<csv::StringRecord> = reader.records().map(Result::unwrap).collect();
    assert_eq!(records.len(), 3);
    let field = |record: usize, name: &str| {
        let column = header.iter().position(|known| known == name).unwrap();
        records[record][column].to_owned()
    };
    assert_eq!(field(0, "puzzle"), SOLVABLE);
    assert_eq!(field(0, "label"), "one, \"two\", three");
    for name in metrics {
        let value = match &report["metrics"][name] {
            Value::String(text) => text.clone(),
            Value::Null => String::new(),
            number => number.as_f64().unwrap().to_string(),
        };
        assert_eq!(field(0, name), value, "{name}");
    }
    assert_eq!(
        field(0, "profile_blanks"),
        report["tier_profile"]["blanks"].as_str().unwrap()
    );
    assert_eq!(
        (field(0, "error"), field(1, "error")),
        (String::new(), String::new())
    );
    assert_eq!(
        (field(1, "status"), field(1, "score_total")),
        ("stuck".to_owned(), String::new())
    );
    assert_eq!(
        (field(2, "status"), field(2, "puzzle")),
        ("invalid".to_owned(), INVALID.to_owned())
    );
    assert!(
        field(2, "error").starts_with("line 3, column 1: "),
        "{}",
        field(2, "error")
    );
}

#[test]
fn a_csv_file_without_puzzles_has_its_header() {
    let run = run_with(&["rate", "--format", "csv", "-"], "# nothing\n");
    assert_eq!((run.code, run.lines().len()), (0, 1));
    assert!(run.out.starts_with("puzzle,label,status,"));
}

#[test]
fn the_table_shows_the_tier_of_each_puzzle() {
    let tiers = [
        ("easy-1", "Easy (Tier 1 - Casual)"),
        ("easy-2", "Easy (Tier 2 - Novice)"),
        ("medium-1", "Medium (Tier 1 - Moderate)"),
        ("medium-2", "Medium (Tier 2 - Intermediate)"),
        ("hard-1", "Hard (Tier 1 - Advanced)"),
        ("hard-2", "Hard (Tier 2 - Master)"),
        ("expert-1", "Expert (Tier 1 - Grandmaster)"),
        ("expert-2", "Expert (Tier 2 - Extreme)"),
    ];
    let run = run(&["rate", &shown(&data("tiers-48.txt"))]);
    let lines = run.lines();
    assert_eq!(lines.len(), 49);
    let header: Vec<&str> = lines[0].split_whitespace().collect();
    assert_eq!(
        header,
        [
            "puzzle",
            "status",
            "steps",
            "score_total",
            "difficulty_rating",
            "granular_tier"
        ]
    );
    for (at, line) in lines[1..].iter().enumerate() {
        let (label, tier) = tiers[at / 6];
        assert!(line.contains(tier), "{line}");
        assert!(line.contains(label), "{line}");
        assert!(
            line.trim_start().starts_with(&format!("{} ", at + 1)),
            "{line}"
        );
        assert_eq!(line.find("solved"), lines[0].find("status"), "{line}");
        assert_eq!(line.find(tier), lines[0].find("granular_tier"), "{line}");
    }
    assert!(
        run.err.starts_with("48 rated, 0 stuck, 0 refused in "),
        "{}",
        run.err
    );
}

#[test]
fn the_table_says_where_a_puzzle_of_several_files_stands() {
    let file = shown(&data("tiers-48.txt"));
    let run = run(&["rate", SOLVABLE, &file]);
    let lines = run.lines();
    assert!(
        lines[1].trim_start().starts_with("1  solved"),
        "{}",
        lines[1]
    );
    assert!(
        lines[3]
            .trim_start()
            .starts_with(&format!("{file}:2  solved")),
        "{}",
        lines[3]
    );
}

#[test]
fn the_table_lists_steps_below_the_puzzle() {
    let reference = data_text("reference/undoku-default.jsonl");
    let row: Value = serde_json::from_str(reference.lines().next().unwrap()).unwrap();
    let run = run(&["rate", "--steps", row["puzzle"].as_str().unwrap()]);
    let lines = run.lines();
    let steps = row["steps"].as_array().unwrap();
    assert_eq!(lines.len(), 2 + steps.len());
    for (line, step) in lines[2..].iter().zip(steps) {
        let (cell, digit) = (step["cell"].as_str().unwrap(), &step["digit"]);
        assert!(line.contains(&format!(" {cell}={digit} ")), "{line}");
        assert!(line.contains(step["technique"].as_str().unwrap()), "{line}");
    }
}

#[test]
fn labels_cannot_steer_a_terminal() {
    let run = run_with(&["rate", "-"], format!("{SOLVABLE} \u{1b}[2J\u{7}name\n"));
    assert!(
        run.out.contains("name") && !run.out.contains(['\u{1b}', '\u{7}']),
        "{:?}",
        run.out
    );
}
