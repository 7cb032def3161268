//! Ratings of 48 labelled puzzles, six in each tier, as they are on record in `snapshots/`.
//!
//! Every number is checked against the hand-written rater first, so that a wrong one cannot go on record.
//! Where a change of ratings is meant, `INSTA_UPDATE=always cargo test --test snapshots` records it.

#![allow(clippy::unwrap_used, reason = "a helper that fails is a failed test")]

mod support;

use std::collections::BTreeSet;

use insta::{Settings, assert_yaml_snapshot};
use serde_json::{Map, Value, json};
use support::oracle::assert_same;
use support::oracle::baseline::Baseline;
use support::{clues, data, engine, kind, puzzle, text};
use undoku::{Report, Step};

/// The tiers: the beginning of their labels, and their two names.
const TIERS: [(&str, &str, &str); 8] = [
    ("easy-1", "Easy", "Easy (Tier 1 - Casual)"),
    ("easy-2", "Easy", "Easy (Tier 2 - Novice)"),
    ("medium-1", "Medium", "Medium (Tier 1 - Moderate)"),
    ("medium-2", "Medium", "Medium (Tier 2 - Intermediate)"),
    ("hard-1", "Hard", "Hard (Tier 1 - Advanced)"),
    ("hard-2", "Hard", "Hard (Tier 2 - Master)"),
    ("expert-1", "Expert", "Expert (Tier 1 - Grandmaster)"),
    ("expert-2", "Expert", "Expert (Tier 2 - Extreme)"),
];

fn line(report: &Report, step: &Step) -> String {
    format!(
        "{}. {} · {} assertions · score {:.4} · {}",
        step.index,
        kind(report, step),
        step.assertions,
        step.score,
        step.text
    )
}

/// The report as it goes on record: what a reader compares, without the long list of steps.
fn record(report: &Report) -> Value {
    let whole = serde_json::to_value(report).unwrap();
    let steps = report.steps();
    let mut kinds = Map::new();
    for known in &report.system.kinds {
        let count = steps
            .iter()
            .filter(|step| kind(report, step) == known.name)
            .count();
        kinds.insert(known.name.clone(), json!(count));
    }
    let few = steps.len().min(3);
    let lines =
        |steps: &[Step]| -> Vec<String> { steps.iter().map(|step| line(report, step)).collect() };
    json!({
        "label": report.label,
        "puzzle": whole["puzzle"],
        "status": whole["status"],
        "difficulty_rating": whole["metrics"]["difficulty_rating"],
        "granular_tier": whole["metrics"]["granular_tier"],
        "tier_profile": whole["tier_profile"],
        "kinds": kinds,
        "metrics": whole["metrics"],
        "first_steps": lines(&steps[..few]),
        "last_steps": lines(&steps[steps.len() - few..]),
    })
}

#[test]
fn ratings_are_as_recorded() {
    let engine = engine(&[]);
    let mut baseline = Baseline::new();
    let mut settings = Settings::clone_current();
    settings.set_snapshot_path("../snapshots");
    settings.set_prepend_module_to_snapshot(false);
    settings.set_omit_expression(true);

    let all = data("tiers-48.txt");
    let mut recorded = 0;
    for (prefix, rating, tier) in TIERS {
        let mut records = Vec::new();
        for line in all.lines() {
            let (cells, label) = line.split_once(' ').unwrap();
            if label.rsplit_once('-').map(|(tier, _)| tier) != Some(prefix) {
                continue;
            }
            let mut report = engine.rate(&puzzle(cells));
            report.label = Some(label.to_owned());
            assert_same(&report, baseline.rate(&clues(cells)), label);
            assert_eq!(text(&report, "difficulty_rating"), rating, "{label}");
            assert_eq!(text(&report, "granular_tier"), tier, "{label}");
            records.push(record(&report));
        }
        assert!(records.len() >= 5, "{prefix} has {}", records.len());
        recorded += records.len();
        settings.bind(|| assert_yaml_snapshot!(prefix, records));
    }
    assert_eq!(recorded, all.lines().count(), "a label names no tier");
}

#[test]
fn no_record_is_left_over() {
    let directory = concat!(env!("CARGO_MANIFEST_DIR"), "/snapshots");
    let files = std::fs::read_dir(directory).unwrap();
    let found: BTreeSet<String> = files
        .map(|file| file.unwrap().file_name().into_string().unwrap())
        // A record that waits for review.
        .filter(|name| !name.ends_with(".snap.new"))
        // Those of other tests.
        .filter(|name| name != "pictures" && name != "broken")
        .collect();
    let expected = TIERS.map(|(prefix, ..)| format!("{prefix}.snap"));
    assert_eq!(found, BTreeSet::from(expected));
}
