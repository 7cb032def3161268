//! The hand-written rater of `benches/baseline` against independently computed ratings, and its
//! formulas against hand calculation, so that it can serve as a yardstick and an oracle.

#[path = "../benches/baseline/mod.rs"]
mod baseline;

#[path = "baseline/by_hand.rs"]
mod by_hand;

use baseline::Baseline;
use baseline::formulas::TIERS;
use baseline::metrics::Metrics;
use serde_json::{Value, json};

fn data(name: &str) -> String {
    let path = format!("{}/tests/data/{name}", env!("CARGO_MANIFEST_DIR"));
    std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{path}: {error}"))
}

fn clues(puzzle: &str) -> [u8; 81] {
    let text = puzzle.as_bytes();
    std::array::from_fn(|cell| match text[cell] {
        b'.' => 0,
        digit => digit - b'0',
    })
}

fn close(left: f64, right: f64, tolerance: f64) -> bool {
    (left - right).abs() <= tolerance
}

#[track_caller]
fn assert_close(left: f64, right: f64) {
    assert!(close(left, right, 1e-12), "{left} is not {right}");
}

/// The 40 metrics under their names.
fn named(m: &Metrics) -> Vec<(&'static str, Value)> {
    macro_rules! fields {
        ($($name:ident)*) => { vec![$((stringify!($name), json!(m.$name))),*] };
    }
    fields! {
        complexity_total_assertions complexity_max_step_assertions
        complexity_avg_assertions_per_step complexity_assertion_density complexity_rating
        score_total score_composite difficulty_rating granular_tier
        trajectory_min_step_score trajectory_max_step_score trajectory_score_spread
        trajectory_score_variance trajectory_score_std_dev trajectory_score_divergence
        trajectory_suddenness trajectory_bottleneck_step trajectory_pacing_slope
        trajectory_difficulty_pacing
        search_avg_candidates search_peak_ambiguity search_constrainedness
        topology_clue_count topology_blanks_count topology_clue_symmetry
        topology_distribution_variance topology_box_congestion_max topology_band_congestion_max
        tech_naked_singles tech_hidden_singles_box tech_hidden_singles_row_col tech_diversity
        tech_max_streak tech_max_streak_technique tech_most_frequent_technique
        tech_least_frequent_technique
        constraint_cross_horizontal constraint_cross_vertical constraint_box_3x3
        constraint_total_reasons
    }
}

#[test]
fn agrees_with_the_reference_in_every_step_and_metric() {
    let mut baseline = Baseline::new();
    let mut rows = 0;
    for line in data("reference/undoku-default.jsonl").lines() {
        let row: Value = serde_json::from_str(line).unwrap();
        let puzzle = row["puzzle"].as_str().unwrap();
        let rating = baseline.rate(&clues(puzzle));
        assert_eq!(rating.solved, row["status"] == "solved", "{puzzle}");

        let expected = row["steps"].as_array().unwrap();
        assert_eq!(rating.steps.len(), expected.len(), "{puzzle}");
        for (i, (step, expected)) in rating.steps.iter().zip(expected).enumerate() {
            let found = json!({
                "technique": step.kind.name(),
                "cell": format!("r{}c{}", step.cell / 9 + 1, step.cell % 9 + 1),
                "digit": step.digit, "assertions": step.assertions, "score": expected["score"],
                "h": step.h, "v": step.v, "b": step.b,
            });
            assert_eq!(&found, expected, "step {} of {puzzle}", i + 1);
            assert_close(step.score, expected["score"].as_f64().unwrap());
        }
        let blanks = puzzle.bytes().filter(|&byte| byte == b'.').count();
        assert_eq!(
            rating.remaining as usize,
            blanks - expected.len(),
            "{puzzle}"
        );

        if rating.solved {
            let expected = row["metrics"].as_object().unwrap();
            let found = named(&rating.metrics);
            assert_eq!((found.len(), expected.len()), (40, 40));
            for (name, value) in found {
                let equal = match (value.as_f64(), expected[name].as_f64()) {
                    (Some(left), Some(right)) => close(left, right, 1e-9),
                    _ => value == expected[name],
                };
                assert!(equal, "{name} of {puzzle}: {value}, not {}", expected[name]);
            }
        }
        rows += 1;
    }
    assert_eq!(rows, 110);
}

#[test]
fn solves_the_bench_puzzles_with_the_three_singles() {
    let mut baseline = Baseline::new();
    let text = data("mixed-500.txt");
    for puzzle in text.lines() {
        let mut cells = clues(puzzle);
        let rating = baseline.rate(&cells);
        assert!(rating.solved, "{puzzle}");
        for step in &rating.steps {
            assert_eq!(cells[usize::from(step.cell)], 0, "{puzzle}");
            cells[usize::from(step.cell)] = step.digit;
        }
        let mut units = [0u16; 27];
        for (cell, digit) in cells.into_iter().enumerate() {
            for unit in [cell / 9, 9 + cell % 9, 18 + cell / 27 * 3 + cell % 9 / 3] {
                units[unit] |= 1 << digit;
            }
        }
        assert_eq!(units, [0b11_1111_1110; 27], "{puzzle}");
    }
    assert_eq!(text.lines().count(), 500);
}

#[test]
fn puts_the_labelled_puzzles_into_their_tiers() {
    let mut baseline = Baseline::new();
    let mut found = [0; 8];
    for line in data("tiers-48.txt").lines() {
        let (puzzle, label) = line.split_once(' ').unwrap();
        let rating = baseline.rate(&clues(puzzle));
        assert!(rating.solved, "{label}");
        let tier = TIERS
            .iter()
            .position(|t| t.name == rating.metrics.granular_tier)
            .unwrap();
        // "easy-1-a" is the first of its rating's two tiers.
        let expected = format!("{}-{}-", TIERS[tier].rating.to_lowercase(), tier % 2 + 1);
        assert!(
            label.starts_with(&expected),
            "{label} is in tier {expected}"
        );
        found[tier] += 1;
    }
    assert_eq!(found, [6; 8]);
}
