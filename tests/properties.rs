//! What holds for the rating of every puzzle, tried on all shipped ones.

#![allow(clippy::unwrap_used, reason = "a helper that fails is a failed test")]

mod support;

use std::collections::HashMap;
use std::sync::LazyLock;

use proptest::prelude::*;
use support::oracle::assert_same;
use support::oracle::baseline::Baseline;
use support::{clues, engine, evidence, kind, number, puzzle, shipped, text, text_of};
use undoku::grid::{Solutions, solve};
use undoku::{Engine, MetricValue, Report, Status, built_in_files};

static ENGINE: LazyLock<Engine> = LazyLock::new(|| engine(&[]));
static SHIPPED: LazyLock<Vec<String>> = LazyLock::new(shipped);

/// Those that naked singles alone solve.
static NAKED: LazyLock<Vec<&str>> = LazyLock::new(|| {
    let naked = |start: &&str| {
        let report = ENGINE.rate(&puzzle(start));
        let mut steps = report.steps().iter();
        report.status == Status::Solved && steps.all(|step| kind(&report, step) == "naked_single")
    };
    SHIPPED.iter().map(String::as_str).filter(naked).collect()
});

/// The declared range of scores of each technique, as its file has it.
fn declared() -> HashMap<String, (f64, f64)> {
    let mut all = HashMap::new();
    for file in built_in_files() {
        let value = |key: &str| file.text.lines().find_map(|line| line.strip_prefix(key));
        let Some(id) = value("technique: ") else {
            continue;
        };
        // Some techniques declare ranges for their variants only; none of them is on the default ladder.
        let Some(range) = value("range: [") else {
            continue;
        };
        let range = range.trim_end_matches(']');
        let (low, high) = range.split_once(", ").unwrap();
        all.insert(id.to_owned(), (low.parse().unwrap(), high.parse().unwrap()));
    }
    all
}

#[test]
fn there_are_thousands_of_shipped_puzzles() {
    assert!(SHIPPED.len() > 5000, "{}", SHIPPED.len());
    let solved = SHIPPED
        .iter()
        .filter(|start| ENGINE.rate(&puzzle(start)).status == Status::Solved)
        .count();
    assert!(solved > 2000 && SHIPPED.len() - solved > 1000, "{solved}");
}

#[test]
fn every_rating_agrees_with_the_hand_written_rater() {
    let mut baseline = Baseline::new();
    let mut rater = ENGINE.rater();
    for start in &*SHIPPED {
        let report = rater.rate(&puzzle(start));
        assert_same(&report, baseline.rate(&clues(start)), start);
    }
}

#[test]
fn every_placement_is_the_solutions_digit() {
    let mut rater = ENGINE.rater();
    for start in &*SHIPPED {
        let puzzle = puzzle(start);
        let Solutions::One(solution) = solve(&puzzle) else {
            panic!("{start} has not one solution");
        };
        let report = rater.rate(&puzzle);
        assert!(report.step_count > 0 || report.status == Status::Stuck);
        for step in report.steps() {
            let (cell, digit) = step.placement().unwrap();
            assert_eq!(digit, solution.digit(cell), "{start} {cell}");
            assert_eq!(puzzle.clue(cell), None, "{start} {cell} is a clue");
        }
    }
}

#[test]
fn scores_lie_in_the_declared_ranges() {
    let declared = declared();
    assert!(declared.len() >= 3);
    let kinds = &ENGINE.system().kinds;
    for kind in kinds {
        let (low, high) = declared[&kind.technique];
        let possible = kind.program.score_range();
        assert!(possible.lo >= low && possible.hi <= high, "{}", kind.name);
    }
    let mut seen = vec![0; kinds.len()];
    let mut rater = ENGINE.rater();
    for start in &*SHIPPED {
        let report = rater.rate(&puzzle(start));
        for step in report.steps() {
            let kind = &kinds[step.kind];
            let (low, high) = declared[&kind.technique];
            assert!(
                (low..=high).contains(&step.score),
                "{start} step {}",
                step.index
            );
            let possible = kind.program.score_range();
            assert!(
                possible.lo <= step.score + 1e-12 && step.score <= possible.hi + 1e-12,
                "{start} step {}",
                step.index
            );
            seen[step.kind] += 1;
        }
    }
    assert!(seen.iter().all(|&count| count > 100), "{seen:?}");
}

/// The value that comes up most, or least, often; the earlier of the four kinds where there are several.
fn by_count(counts: &[usize; 4], most: bool) -> usize {
    let used = (0..4).filter(|&kind| counts[kind] > 0);
    used.reduce(|best, kind| {
        let better = if most {
            counts[kind] > counts[best]
        } else {
            counts[kind] < counts[best]
        };
        if better { kind } else { best }
    })
    .unwrap()
}

/// The first longest run of equal values: its length and its value.
fn longest_run(kinds: &[usize]) -> (usize, usize) {
    let starts = (0..kinds.len()).map(|at| {
        let run = kinds[at..].iter().take_while(|kind| **kind == kinds[at]);
        (run.count(), kinds[at])
    });
    starts.fold((0, 0), |best, run| if run.0 > best.0 { run } else { best })
}

fn assert_metrics_follow_from_the_steps(report: &Report, start: &str) {
    let steps = report.steps();
    let count = steps.len() as f64;
    let scores: Vec<f64> = steps.iter().map(|step| step.score).collect();
    let assertions: Vec<f64> = steps.iter().map(|step| step.assertions).collect();
    let total: f64 = scores.iter().sum();
    let all: f64 = assertions.iter().sum();
    let mean = total / count;
    let greatest = |values: &[f64]| values.iter().copied().fold(f64::MIN, f64::max);
    let least = |values: &[f64]| values.iter().copied().fold(f64::MAX, f64::min);
    // Mean of squares less square of mean, and sums of products: other ways than deviations from means.
    let variance = scores.iter().map(|s| s * s).sum::<f64>() / count - mean * mean;
    let divergence = scores.iter().map(|s| (s - mean).abs()).sum::<f64>() / count;
    let jumps: Vec<f64> = scores.windows(2).map(|w| (w[1] - w[0]).abs()).collect();
    let jump = jumps.iter().copied().fold(0.0, f64::max);
    let numbers: Vec<f64> = (1..=steps.len()).map(|i| i as f64).collect();
    let sum_i: f64 = numbers.iter().sum();
    let sum_ii: f64 = numbers.iter().map(|i| i * i).sum();
    let sum_is: f64 = numbers.iter().zip(&scores).map(|(i, s)| i * s).sum();
    let slope = if steps.len() < 2 {
        0.0
    } else {
        (count * sum_is - sum_i * total) / (count * sum_ii - sum_i * sum_i)
    };
    let top = greatest(&scores);
    let bottleneck = scores.iter().position(|&score| score == top).unwrap() + 1;

    let kinds: Vec<usize> = steps.iter().map(|step| step.kind).collect();
    let mut counts = [0; 4];
    kinds.iter().for_each(|&kind| counts[kind] += 1);
    let shares = counts.iter().map(|&n| n as f64 / count);
    let entropy: f64 = shares.filter(|&p| p > 0.0).map(|p| -p * p.log(4.0)).sum();
    let (run, run_kind) = longest_run(&kinds);
    let sum = |name: &str| -> i64 { steps.iter().map(|step| evidence(step, name)).sum() };
    let (h, v, b) = (
        sum("reasons_row"),
        sum("reasons_column"),
        sum("reasons_box"),
    );
    let blanks = start.bytes().filter(|&byte| byte == b'.').count() as f64;

    let average = all / count;
    let most = greatest(&assertions);
    for (name, expected) in [
        ("complexity_total_assertions", all),
        ("complexity_max_step_assertions", most),
        ("complexity_avg_assertions_per_step", average),
        ("complexity_assertion_density", all / blanks),
        ("complexity_rating", 0.4 * all + 3.5 * average + 0.8 * most),
        ("score_total", total),
        (
            "score_composite",
            0.6 * total + 0.08 * all + 1.5 * average + 2.0 * variance,
        ),
        ("trajectory_min_step_score", least(&scores)),
        ("trajectory_max_step_score", top),
        ("trajectory_score_spread", top - least(&scores)),
        ("trajectory_score_variance", variance),
        ("trajectory_score_divergence", divergence),
        ("trajectory_suddenness", jump),
        ("trajectory_bottleneck_step", bottleneck as f64),
        ("trajectory_pacing_slope", slope),
        ("search_avg_candidates", 2.5 + 2.0 * blanks / 81.0),
        ("search_constrainedness", blanks / 81.0),
        ("topology_blanks_count", blanks),
        ("topology_clue_count", 81.0 - blanks),
        ("tech_naked_singles", counts[0] as f64),
        ("tech_hidden_singles_box", counts[1] as f64),
        (
            "tech_hidden_singles_row_col",
            (counts[2] + counts[3]) as f64,
        ),
        ("tech_diversity", entropy),
        ("tech_max_streak", run as f64),
        ("constraint_cross_horizontal", h as f64),
        ("constraint_cross_vertical", v as f64),
        ("constraint_box_3x3", b as f64),
        ("constraint_total_reasons", (h + v + b) as f64),
    ] {
        let found = number(report, name);
        assert!(
            (found - expected).abs() < 1e-9,
            "{start} {name}: {found}, not {expected}"
        );
    }
    let deviation = number(report, "trajectory_score_std_dev");
    assert!((deviation * deviation - variance).abs() < 1e-9, "{start}");

    let name = |kind: usize| report.system.kinds[kind].name.as_str();
    let pacing = if jump >= 1.20 {
        "Volatile"
    } else if slope > 0.030 {
        "Escalating"
    } else if slope < -0.030 {
        "Front-Loaded"
    } else {
        "Balanced"
    };
    let bounds = [44.0, 50.0, 56.0, 62.0, 68.0, 74.0, 80.0];
    let tier = bounds.iter().filter(|&&bound| total >= bound).count();
    let rating = ["Easy", "Medium", "Hard", "Expert"][tier / 2];
    for (metric, expected) in [
        ("trajectory_difficulty_pacing", pacing),
        ("tech_max_streak_technique", name(run_kind)),
        (
            "tech_most_frequent_technique",
            name(by_count(&counts, true)),
        ),
        (
            "tech_least_frequent_technique",
            name(by_count(&counts, false)),
        ),
        ("difficulty_rating", rating),
    ] {
        assert_eq!(text(report, metric), expected, "{start} {metric}");
    }
    assert!(
        text(report, "granular_tier").starts_with(&format!("{rating} (Tier {} - ", tier % 2 + 1))
    );
    assert_eq!(report.tier, Some(tier), "{start}");
}

#[test]
fn metrics_follow_from_the_steps() {
    let mut rater = ENGINE.rater();
    let mut solved = 0;
    for start in &*SHIPPED {
        let report = rater.rate(&puzzle(start));
        if report.status == Status::Solved {
            solved += 1;
            assert_metrics_follow_from_the_steps(&report, start);
        }
        for step in report.steps() {
            let reasons: i64 = ["reasons_row", "reasons_column", "reasons_box"]
                .iter()
                .map(|name| evidence(step, name))
                .sum();
            if kind(&report, step) != "naked_single" {
                assert_eq!(evidence(step, "reasons"), reasons, "{start}");
            }
        }
    }
    assert!(solved > 2000, "{solved}");
}

/// One of the eight symmetries of the square, applied to all cells.
fn turned(cells: &[u8; 81], symmetry: u8) -> [u8; 81] {
    std::array::from_fn(|cell| {
        let (mut row, mut column) = (cell / 9, cell % 9);
        if symmetry & 1 != 0 {
            (row, column) = (column, row);
        }
        if symmetry & 2 != 0 {
            row = 8 - row;
        }
        if symmetry & 4 != 0 {
            column = 8 - column;
        }
        cells[row * 9 + column]
    })
}

/// The metrics that are about the start position alone.
fn of_the_start(report: &Report) -> Vec<(String, String)> {
    report
        .metrics()
        .filter(|(name, _)| name.starts_with("topology_") || name.starts_with("search_"))
        .map(|(name, value)| {
            let value = match value {
                // Sums in another order differ in their last digits.
                MetricValue::Number(value) => format!("{value:.9}"),
                other => format!("{other:?}"),
            };
            (name.to_owned(), value)
        })
        .collect()
}

fn any_puzzle() -> impl Strategy<Value = &'static str> {
    (0..SHIPPED.len()).prop_map(|at| SHIPPED[at].as_str())
}

fn any_relabelling() -> impl Strategy<Value = Vec<u8>> {
    Just(Vec::from_iter(1..=9)).prop_shuffle()
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 200, failure_persistence: None, ..ProptestConfig::default() })]

    /// Neither relabelling nor turning nor reflecting a puzzle changes how far singles lead, or any metric of
    /// its start: the path may be another, since hidden singles are looked for digit by digit and cell by cell.
    /// With it may change all metrics of the complexity, scoring, trajectory, technique and constraint domains.
    #[test]
    fn symmetries_change_the_path_at_most(start in any_puzzle(), labels in any_relabelling(), symmetry in 0u8..8) {
        let before = ENGINE.rate(&puzzle(start));
        let turned = turned(&clues(start), symmetry);
        let image = turned.map(|digit| if digit == 0 { 0 } else { labels[usize::from(digit) - 1] });
        let after = ENGINE.rate(&puzzle(&text_of(&image)));
        prop_assert_eq!(after.status, before.status);
        prop_assert_eq!(after.remaining, before.remaining);
        prop_assert_eq!(after.step_count, before.step_count);
        prop_assert_eq!(of_the_start(&after), of_the_start(&before));
        if before.status == Status::Solved {
            prop_assert_eq!(of_the_start(&before).len(), 10);
        }
    }

    /// Naked singles are looked for by cell: a path of nothing else stays the same under relabelling, and
    /// all its metrics with it.
    #[test]
    fn relabelling_keeps_paths_of_naked_singles(at in 0..NAKED.len(), labels in any_relabelling()) {
        let start = NAKED[at];
        let before = ENGINE.rate(&puzzle(start));
        let image = clues(start).map(|digit| if digit == 0 { 0 } else { labels[usize::from(digit) - 1] });
        let after = ENGINE.rate(&puzzle(&text_of(&image)));
        prop_assert_eq!(&after.values, &before.values);
        prop_assert_eq!(after.tier, before.tier);
        for (a, b) in after.steps().iter().zip(before.steps()) {
            let ((cell, digit), (same, relabelled)) = (a.placement().unwrap(), b.placement().unwrap());
            prop_assert_eq!(cell, same);
            prop_assert_eq!(digit.number(), labels[relabelled.index()]);
        }
    }
}
