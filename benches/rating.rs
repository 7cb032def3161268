//! The compiled default rules against a hand-written rater of the same system, on the same puzzles.
//!
//! Both see puzzles that are known to have one solution, and compute the same steps and metrics; this is
//! asserted before anything is timed. Besides criterion's own figures, the ratio of the two is measured in
//! pairs, round by round, so that it holds on a machine whose speed drifts.

#![allow(
    clippy::expect_used,
    reason = "a bench that cannot start has nothing to measure"
)]

#[path = "baseline/mod.rs"]
mod baseline;

use std::hint::black_box;

use baseline::Baseline;
use baseline::timing::{ROUNDS, median, pairs};
use criterion::{Criterion, Throughput};
use undoku::grid::Puzzle;
use undoku::{Engine, Loader, MetricValue, Rater, Status};

fn puzzles() -> Vec<Puzzle> {
    let text = include_str!("../tests/data/mixed-500.txt");
    let lines = text.lines().filter(|line| !line.starts_with('#'));
    lines
        .map(|line| line.parse().expect("shipped puzzles are puzzles"))
        .collect()
}

fn clues(puzzle: &Puzzle) -> [u8; 81] {
    let mut numbers = [0; 81];
    for (number, cell) in numbers.iter_mut().zip(undoku::grid::Cell::ALL) {
        *number = puzzle.clue(cell).map_or(0, |digit| digit.number());
    }
    numbers
}

fn engine() -> Engine {
    let rules = Loader::new().expect("the built-in plugins agree").load();
    Engine::new(rules.expect("the built-in rules are sound")).expect("they have a system")
}

/// Panics unless both raters say the same of every puzzle.
fn compare(baseline: &mut Baseline, rater: &mut Rater, puzzles: &[Puzzle]) {
    for puzzle in puzzles {
        let expected = baseline.rate(&clues(puzzle));
        let report = rater.rate_proper(puzzle);
        assert_eq!(report.status, Status::Solved);
        assert_eq!(report.step_count, expected.steps.len());
        let near = |name: &str, expected: f64| {
            let value = match report.metric(name) {
                Some(MetricValue::Int(x)) => x as f64,
                Some(MetricValue::Number(x)) => x,
                other => panic!("{name} is {other:?}"),
            };
            assert!(
                (value - expected).abs() < 1e-9,
                "{puzzle} {name}: {value}, expected {expected}"
            );
        };
        let metrics = &expected.metrics;
        near("score_composite", metrics.score_composite);
        near("complexity_rating", metrics.complexity_rating);
        near("trajectory_pacing_slope", metrics.trajectory_pacing_slope);
        near("tech_diversity", metrics.tech_diversity);
        near(
            "topology_distribution_variance",
            metrics.topology_distribution_variance,
        );
        near(
            "search_avg_candidates_measured",
            metrics.search_avg_candidates_measured,
        );
        let tier = report.metric("granular_tier");
        assert_eq!(tier, Some(MetricValue::Text(metrics.granular_tier)));
    }
}

fn main() {
    let puzzles = puzzles();
    let numbers: Vec<[u8; 81]> = puzzles.iter().map(clues).collect();
    let engine = engine();
    let (mut baseline, mut rater) = (Baseline::new(), engine.rater());
    compare(&mut baseline, &mut rater, &puzzles);

    let mut by_hand = || {
        for clues in &numbers {
            black_box(baseline.rate(black_box(clues)));
        }
    };
    let mut compiled = || {
        for puzzle in &puzzles {
            black_box(rater.rate_proper(black_box(puzzle)));
        }
    };

    let pairs = pairs(&mut by_hand, &mut compiled);
    let all = puzzles.len() as f64;
    println!(
        "puzzles a second, medians of {ROUNDS} rounds: by hand {:.0}, compiled rules {:.0}; ratio, median of pairs: {:.2}",
        median(pairs.iter().map(|(hand, _)| all / hand)),
        median(pairs.iter().map(|(_, ours)| all / ours)),
        median(pairs.iter().map(|(hand, ours)| hand / ours))
    );

    let mut criterion = Criterion::default().configure_from_args();
    let mut group = criterion.benchmark_group("rating");
    group.throughput(Throughput::Elements(puzzles.len() as u64));
    group.bench_function("by_hand", |b| b.iter(&mut by_hand));
    group.bench_function("compiled", |b| b.iter(&mut compiled));
    group.finish();
    criterion.final_summary();
}
