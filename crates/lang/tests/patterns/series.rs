//! Formulas that give a number for each step.

use undoku_lang::{FragmentId, PathValue, codes};

use super::path_harness::{Path, Row, STEPS, only_problem, path, pointed_at};
use super::support::{fragment, named};

fn with(mut path: Path, all: &[(&str, &str)]) -> Path {
    for (at, (name, formula)) in (0..).zip(all) {
        let formula = fragment(FragmentId(500 + at), formula);
        path.text
            .values
            .push(named(name, PathValue::Series(formula)));
    }
    path
}

fn series(all: &[(&str, &str)], steps: &[Row]) -> Vec<(String, Vec<f64>)> {
    let (program, scratch) = with(path(), all).run(steps);
    let series = program.series(&scratch);
    series
        .map(|(name, values)| (name.to_owned(), values.to_vec()))
        .collect()
}

fn values(formula: &str, steps: &[Row]) -> Vec<f64> {
    series(&[("x", formula)], steps).remove(0).1
}

#[test]
fn every_step_has_a_value() {
    // Scores 1.5, 2, 1, 2 and assertions 4, 10, 2, 10.
    assert_eq!(values("score", &STEPS), [1.5, 2.0, 1.0, 2.0]);
    assert_eq!(values("assertions", &STEPS), [4.0, 10.0, 2.0, 10.0]);
    assert_eq!(values("score * 2 - 1", &STEPS), [2.0, 3.0, 1.0, 3.0]);
    assert_eq!(
        values("score - mean(score)", &STEPS),
        [-0.125, 0.375, -0.625, 0.375]
    );
    assert_eq!(
        values("clamp(assertions, 3, 8)", &STEPS),
        [4.0, 8.0, 3.0, 8.0]
    );
    assert_eq!(
        values("if kind == \"naked\" then 1 else 0", &STEPS),
        [0.0, 1.0, 1.0, 0.0]
    );
}

#[test]
fn one_number_is_that_of_every_step() {
    assert_eq!(values("2", &STEPS), [2.0; 4]);
    assert_eq!(values("steps / 8", &STEPS), [0.5; 4]);
    assert_eq!(values("sum(assertions)", &STEPS), [26.0; 4]);
    assert!(values("2", &[]).is_empty() && values("score", &[]).is_empty());
}

#[test]
fn series_use_one_another_in_any_order() {
    let all = series(
        &[("b", "a * 10"), ("a", "score + 1"), ("c", "max(b)")],
        &STEPS,
    );
    let expected = [
        ("b", [25.0, 30.0, 20.0, 30.0]),
        ("a", [2.5, 3.0, 2.0, 3.0]),
        ("c", [30.0; 4]),
    ];
    let expected = expected.map(|(name, values)| (name.to_owned(), values.to_vec()));
    assert_eq!(all, expected);
}

#[test]
fn series_stand_beside_other_values() {
    let mut path = with(
        path().value("total", "sum(score)"),
        &[("part", "score / total")],
    );
    path = path.value("again", "sum(part)");
    let (program, scratch) = path.run(&STEPS);
    let values: Vec<f64> = program
        .values(&scratch)
        .filter_map(|v| v.number())
        .collect();
    assert!((values[0] - 6.5).abs() < 1e-12 && (values[1] - 1.0).abs() < 1e-12);
    assert_eq!(values.len(), 2);
    let (_, part) = program.series(&scratch).next().expect("one series");
    assert!((part[0] - 1.5 / 6.5).abs() < 1e-12);
}

#[test]
fn what_is_no_number_is_refused() {
    for (formula, found) in [
        ("kind", "kind"),
        ("score > 1", "score > 1"),
        ("open", "open"),
        ("\"naked\"", "\"naked\""),
    ] {
        let problem = only_problem(&mut with(path(), &[("x", formula)]));
        assert_eq!(problem.code, codes::TYPE, "{formula}");
        assert_eq!(pointed_at(&problem, formula), found);
        assert!(
            problem.message.contains("a number for each step"),
            "{problem:?}"
        );
    }
    let mut circle = with(path(), &[("a", "b + 1"), ("b", "a * 2")]);
    assert_eq!(only_problem(&mut circle).code, codes::CYCLE);
}
