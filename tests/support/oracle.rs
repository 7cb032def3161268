//! Reports against the hand-written rater.

#[path = "../../benches/baseline/mod.rs"]
pub(crate) mod baseline;

use serde_json::{Value, json};
use undoku::{MetricValue, Report, Status};

use super::evidence;
use baseline::Rating;
use baseline::metrics::Metrics;

/// The 40 metrics, and the one beside them, under their names.
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
        search_avg_candidates_measured
    }
}

/// That a report with steps says what the hand-written rater says: status, every step, every metric
/// within 1e-9, and how the puzzle lies to its tier's profile.
pub(crate) fn assert_same(report: &Report, rating: &Rating, at: &str) {
    assert_eq!(report.status == Status::Solved, rating.solved, "{at}");
    assert_eq!(report.remaining, rating.remaining, "{at}");
    assert_eq!(report.step_count, rating.steps.len(), "{at}");
    assert_eq!(report.steps().len(), rating.steps.len(), "{at}");
    for (step, expected) in report.steps().iter().zip(&rating.steps) {
        let at = format!("{at} step {}", step.index);
        let (cell, digit) = step.placement().unwrap();
        let kind = super::kind(report, step);
        assert_eq!(
            (kind, cell.index(), digit.number()),
            (expected.kind.name(), expected.cell.into(), expected.digit),
            "{at}"
        );
        assert_eq!(step.assertions, f64::from(expected.assertions), "{at}");
        assert!((step.score - expected.score).abs() < 1e-9, "{at}");
        for (name, count) in [
            ("reasons_row", expected.h),
            ("reasons_column", expected.v),
            ("reasons_box", expected.b),
        ] {
            assert_eq!(evidence(step, name), i64::from(count), "{at} {name}");
        }
    }
    if !rating.solved {
        assert_eq!(report.metrics().count(), 0, "{at}");
        return;
    }
    let expected = named(&rating.metrics);
    assert_eq!(report.metrics().count(), expected.len(), "{at}");
    for (name, expected) in expected {
        let value = report
            .metric(name)
            .unwrap_or_else(|| panic!("no metric {name}"));
        let number = expected.as_f64().unwrap_or(f64::NAN);
        let same = match value {
            MetricValue::Int(value) => value as f64 == number,
            MetricValue::Number(value) => (value - number).abs() < 1e-9,
            MetricValue::Bool(value) => expected == value,
            MetricValue::Text(value) => expected == value,
            MetricValue::Null => expected.is_null(),
        };
        assert!(same, "{at} {name}: {value:?}, expected {expected}");
    }
    let fits: Vec<&str> = report.profile.iter().map(|fit| fit.as_str()).collect();
    let profile = rating.metrics.tier_profile;
    assert_eq!(
        report.system.profile,
        ["blanks", "clues", "peak_assertions"]
    );
    assert_eq!(
        fits,
        [profile.blanks, profile.clues, profile.peak_assertions],
        "{at}"
    );
}
