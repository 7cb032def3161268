//! Ratings of shipped puzzles against figures that an independent program computed from the published
//! formulas: every step, and every metric.

#![allow(clippy::unwrap_used, reason = "a helper that fails is a failed test")]

use std::fs;

use serde_json::Value as Json;
use undoku::lang::Value;
use undoku::{Engine, Loader, MetricValue, Options, Status};

fn engine() -> Engine {
    let rules = Loader::new()
        .unwrap()
        .load()
        .unwrap_or_else(|problems| panic!("{}", problems.render(Default::default())));
    Engine::new(rules).unwrap().options(Options {
        steps: true,
        ..Options::default()
    })
}

fn rows() -> Vec<Json> {
    let path = concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/tests/data/reference/undoku-default.jsonl"
    );
    let text = fs::read_to_string(path).unwrap();
    text.lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect()
}

#[test]
fn every_step_and_every_metric_of_the_reference() {
    let engine = engine();
    let rows = rows();
    assert_eq!(rows.len(), 110);
    let mut stuck = 0;
    for row in &rows {
        let text = row["puzzle"].as_str().unwrap();
        let report = engine.rate(&text.parse().unwrap());
        assert_eq!(report.status.as_str(), row["status"], "{text}");
        let steps = row["steps"].as_array().unwrap();
        assert_eq!(report.steps().len(), steps.len(), "{text}");
        for (step, expected) in report.steps().iter().zip(steps) {
            let kind = &report.system.kinds[step.kind];
            let (cell, digit) = step.placement().unwrap();
            let at = format!("{text} step {}", step.index);
            assert_eq!(kind.name, expected["technique"], "{at}");
            assert_eq!(cell.to_string(), expected["cell"], "{at}");
            assert_eq!(u64::from(digit.number()), expected["digit"], "{at}");
            assert_eq!(
                step.assertions,
                expected["assertions"].as_f64().unwrap(),
                "{at}"
            );
            assert!(
                (step.score - expected["score"].as_f64().unwrap()).abs() < 1e-12,
                "{at}"
            );
            for (name, key) in [
                ("reasons_row", "h"),
                ("reasons_column", "v"),
                ("reasons_box", "b"),
            ] {
                let value = step
                    .evidence
                    .iter()
                    .find(|(known, _)| known == name)
                    .map(|(_, value)| *value);
                assert_eq!(
                    value,
                    Some(Value::Int(expected[key].as_i64().unwrap())),
                    "{at} {name}"
                );
            }
        }
        if report.status == Status::Stuck {
            stuck += 1;
            assert_eq!(report.metrics().count(), 0);
            continue;
        }
        let expected = row["metrics"].as_object().unwrap();
        assert_eq!(expected.len(), 40);
        for (name, expected) in expected {
            let value = report
                .metric(name)
                .unwrap_or_else(|| panic!("no metric {name}"));
            let same = match value {
                MetricValue::Int(x) => (x as f64 - expected.as_f64().unwrap()).abs() < 1e-9,
                MetricValue::Number(x) => (x - expected.as_f64().unwrap()).abs() < 1e-9,
                MetricValue::Bool(x) => expected == x,
                MetricValue::Text(x) => expected == x,
                MetricValue::Null => expected.is_null(),
            };
            assert!(same, "{text} {name}: {value:?}, expected {expected}");
        }
    }
    assert_eq!(stuck, 17);
}
