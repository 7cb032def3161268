//! How the next step is chosen, and what a rating is when there is no next step, or nothing to do.

#![allow(clippy::unwrap_used, reason = "a helper that fails is a failed test")]

mod support;

use std::thread;

use support::naive::{Single, singles};
use support::{COMPLETE, clues, engine, kind, number, puzzle, puzzles, rules, text, text_of};
use undoku::{Engine, MetricValue, Options, Report, Status, Step};

/// A mixture of puzzles that singles solve and that they do not.
fn some() -> Vec<String> {
    let files = [
        ("tiers-48.txt", 48),
        ("mixed-500.txt", 80),
        ("puzzles/exchange-hard-mixed.txt", 15),
        ("puzzles/17clue-12.txt", 12),
    ];
    let first = |(name, count): (&str, usize)| puzzles(name).into_iter().take(count);
    files.into_iter().flat_map(first).collect()
}

/// Walks a path again: before each step, `choose` picks from all singles of the position.
fn assert_path(report: &Report, start: &str, choose: impl Fn(&[Single]) -> Option<&Single>) {
    let mut grid = clues(start);
    for step in report.steps() {
        let at = format!("{start} step {}", step.index);
        let all = singles(&grid);
        let expected = choose(&all).unwrap_or_else(|| panic!("{at}: there is no single"));
        let (cell, digit) = step.placement().unwrap();
        assert_eq!(
            (kind(report, step), cell.index(), digit.number()),
            (expected.kind, expected.cell, expected.digit),
            "{at}"
        );
        assert_eq!(step.assertions, expected.assertions(), "{at}");
        assert!((step.score - expected.score()).abs() < 1e-12, "{at}");
        assert!(step.eliminations.is_empty(), "{at}");
        grid[cell.index()] = digit.number();
    }
    let left = grid.iter().filter(|&&digit| digit == 0).count();
    assert_eq!(report.remaining as usize, left, "{start}");
    if left == 0 {
        assert_eq!(report.status, Status::Solved, "{start}");
    } else {
        assert_eq!(report.status, Status::Stuck, "{start}");
        assert_eq!(singles(&grid), [], "{start} could go on");
    }
}

#[test]
fn first_takes_the_first_match_of_the_ladder() {
    let engine = engine(&[]);
    let some = some();
    assert!(some.len() >= 100);
    for start in &some {
        assert_path(&engine.rate(&puzzle(start)), start, |all| all.first());
    }
}

#[test]
fn easiest_takes_the_lowest_score_of_all_matches() {
    let easiest = engine(&["undoku.path.pick=easiest"]);
    let first = engine(&[]);
    let some = some();
    assert!(some.len() >= 100);
    let mut different = 0;
    for start in &some {
        let report = easiest.rate(&puzzle(start));
        // Of several least elements `min_by` gives the first one.
        let least = |all: &'_ [Single]| -> Option<usize> {
            let scores = all.iter().map(Single::score).enumerate();
            scores
                .min_by(|(_, a), (_, b)| a.total_cmp(b))
                .map(|(at, _)| at)
        };
        assert_path(&report, start, |all| least(all).map(|at| &all[at]));
        different += usize::from(report.steps() != first.rate(&puzzle(start)).steps());
    }
    assert!(different >= 100, "both policies make the same paths");
}

#[test]
fn a_stuck_puzzle_keeps_its_path_and_has_no_metrics() {
    let engine = engine(&[]);
    let mut found = 0;
    for start in puzzles("puzzles/exchange-diabolical.txt")
        .iter()
        .take(40)
        .chain(&puzzles("puzzles/hardest-375-12.txt"))
    {
        let report = engine.rate(&puzzle(start));
        assert_path(&report, start, |all| all.first());
        assert_eq!(report.status, Status::Stuck, "{start}");
        let blanks = start.bytes().filter(|&byte| byte == b'.').count();
        assert_eq!(report.remaining as usize + report.step_count, blanks);
        assert_eq!(report.metrics().count(), 0);
        assert_eq!(report.metric("score_total"), None);
        assert_eq!((report.tier, &report.error), (None, &None));
        assert!(report.profile.is_empty());
        let json = serde_json::to_value(&report).unwrap();
        assert_eq!(json["status"], "stuck");
        assert_eq!(json["remaining"], report.remaining);
        assert_eq!(json["steps"].as_array().unwrap().len(), report.step_count);
        assert!(json.get("metrics").is_none() && json.get("tier_profile").is_none());
        found += usize::from(report.step_count > 0);
    }
    assert!(found > 0, "none got anywhere");
}

#[test]
fn a_complete_grid_is_solved_in_no_steps() {
    let report = engine(&[]).rate(&puzzle(COMPLETE));
    assert_eq!(report.status, Status::Solved);
    assert_eq!((report.remaining, report.step_count), (0, 0));
    assert_eq!(report.steps.as_deref(), Some(&[][..]));
    for name in [
        "complexity_total_assertions",
        "complexity_max_step_assertions",
        "complexity_avg_assertions_per_step",
        "complexity_assertion_density",
        "complexity_rating",
        "score_total",
        "score_composite",
        "trajectory_min_step_score",
        "trajectory_max_step_score",
        "trajectory_score_spread",
        "trajectory_score_variance",
        "trajectory_score_std_dev",
        "trajectory_score_divergence",
        "trajectory_suddenness",
        "trajectory_bottleneck_step",
        "trajectory_pacing_slope",
        "search_peak_ambiguity",
        "search_constrainedness",
        "search_avg_candidates_measured",
        "topology_blanks_count",
        "topology_distribution_variance",
        "tech_naked_singles",
        "tech_hidden_singles_box",
        "tech_hidden_singles_row_col",
        "tech_diversity",
        "tech_max_streak",
        "constraint_cross_horizontal",
        "constraint_cross_vertical",
        "constraint_box_3x3",
        "constraint_total_reasons",
    ] {
        assert_eq!(number(&report, name), 0.0, "{name}");
    }
    for (name, value) in [
        ("search_avg_candidates", 2.5),
        ("topology_clue_count", 81.0),
        ("topology_clue_symmetry", 1.0),
        ("topology_box_congestion_max", 9.0),
        ("topology_band_congestion_max", 27.0),
    ] {
        assert_eq!(number(&report, name), value, "{name}");
    }
    for name in [
        "tech_max_streak_technique",
        "tech_most_frequent_technique",
        "tech_least_frequent_technique",
        "trajectory_difficulty_pacing",
    ] {
        assert_eq!(report.metric(name), Some(MetricValue::Null), "{name}");
    }
    assert_eq!(text(&report, "difficulty_rating"), "Easy");
    assert_eq!(text(&report, "granular_tier"), "Easy (Tier 1 - Casual)");
    // No blanks where 40 to 42 are usual, 81 clues for 39 to 41, and no assertions for 4 to 8.
    let fits: Vec<&str> = report.profile.iter().map(|fit| fit.as_str()).collect();
    assert_eq!(fits, ["below", "above", "below"]);
}

#[test]
fn one_blank_by_hand() {
    let mut cells = clues(COMPLETE);
    cells[0] = 0;
    let report = engine(&[]).rate(&puzzle(&text_of(&cells)));
    let [step] = report.steps() else {
        panic!("{} steps", report.steps().len());
    };
    assert_eq!(kind(&report, step), "naked_single");
    let (cell, digit) = step.placement().unwrap();
    assert_eq!((cell.to_string().as_str(), digit.number()), ("r1c1", 1));
    assert_eq!(step.text, "r1c1 has one candidate left: 1");
    // Its row, column and box have no other open cell: 2 assertions, and a score of 1 + 2/22 · 0.75.
    let score = 1.0 + 1.5 / 22.0;
    for (name, value) in [
        ("complexity_total_assertions", 2.0),
        ("complexity_max_step_assertions", 2.0),
        ("complexity_avg_assertions_per_step", 2.0),
        ("complexity_assertion_density", 2.0),
        ("complexity_rating", 0.8 + 7.0 + 1.6),
        ("score_total", score),
        ("score_composite", 0.6 * score + 0.16 + 3.0),
        ("trajectory_min_step_score", score),
        ("trajectory_max_step_score", score),
        ("trajectory_score_spread", 0.0),
        ("trajectory_score_variance", 0.0),
        ("trajectory_score_std_dev", 0.0),
        ("trajectory_score_divergence", 0.0),
        ("trajectory_suddenness", 0.0),
        ("trajectory_bottleneck_step", 1.0),
        ("trajectory_pacing_slope", 0.0),
        ("search_avg_candidates", 2.5 + 2.0 / 81.0),
        ("search_avg_candidates_measured", 1.0),
        ("search_peak_ambiguity", 1.0),
        ("search_constrainedness", 1.0 / 81.0),
        ("topology_clue_count", 80.0),
        ("topology_blanks_count", 1.0),
        // The corner stays in place when rows and columns are exchanged.
        ("topology_clue_symmetry", 1.0),
        // 24 units with nine clues and three with eight: a mean of 9 − 1/9.
        ("topology_distribution_variance", 8.0 / 81.0),
        ("topology_box_congestion_max", 9.0),
        ("topology_band_congestion_max", 27.0),
        ("tech_naked_singles", 1.0),
        ("tech_hidden_singles_box", 0.0),
        ("tech_hidden_singles_row_col", 0.0),
        ("tech_diversity", 0.0),
        ("tech_max_streak", 1.0),
        ("constraint_cross_horizontal", 8.0),
        ("constraint_cross_vertical", 8.0),
        ("constraint_box_3x3", 8.0),
        ("constraint_total_reasons", 24.0),
    ] {
        let found = number(&report, name);
        assert!(
            (found - value).abs() < 1e-12,
            "{name}: {found}, not {value}"
        );
    }
    for (name, value) in [
        ("trajectory_difficulty_pacing", "Balanced"),
        ("tech_max_streak_technique", "naked_single"),
        ("tech_most_frequent_technique", "naked_single"),
        ("tech_least_frequent_technique", "naked_single"),
        ("difficulty_rating", "Easy"),
        ("granular_tier", "Easy (Tier 1 - Casual)"),
    ] {
        assert_eq!(text(&report, name), value, "{name}");
    }
}

#[test]
fn steps_are_listed_only_where_asked() {
    let with = engine(&[]);
    let without = Engine::new(rules(&[])).unwrap();
    assert!(!Options::default().steps);
    for start in some().iter().take(30) {
        let (with, without) = (with.rate(&puzzle(start)), without.rate(&puzzle(start)));
        assert_eq!(without.steps, None);
        assert_eq!(without.steps(), []);
        assert!(with.steps.is_some());
        assert_eq!(with.step_count, without.step_count);
        assert_eq!(with.values, without.values);
        let mut json = serde_json::to_value(&with).unwrap();
        json.as_object_mut().unwrap().shift_remove("steps");
        assert_eq!(json, serde_json::to_value(&without).unwrap());
    }
}

/// All that a report says.
fn line(report: &Report) -> String {
    serde_json::to_string(report).unwrap()
}

#[test]
fn eight_threads_rate_as_one_does() {
    for changes in [
        &[][..],
        &["undoku.path.pick=easiest"],
        &["undoku.path.pick=all"],
    ] {
        let engine = engine(changes);
        let some = some();
        let alone: Vec<String> = some
            .iter()
            .map(|start| line(&engine.rate(&puzzle(start))))
            .collect();
        thread::scope(|scope| {
            for thread in 0..8 {
                let (engine, some, alone) = (&engine, &some, &alone);
                scope.spawn(move || {
                    // Each thread starts elsewhere, so that they are busy with different puzzles.
                    for i in 0..some.len() {
                        let at = (i + thread * some.len() / 8) % some.len();
                        assert_eq!(line(&engine.rate(&puzzle(&some[at]))), alone[at]);
                    }
                });
            }
        });
    }
}

#[test]
fn a_rating_leaves_nothing_behind() {
    for policy in ["first", "easiest", "all"] {
        leaves_nothing_behind(&engine(&[&format!("undoku.path.pick={policy}")]));
    }
}

fn leaves_nothing_behind(engine: &Engine) {
    let several = puzzles("puzzles/several-solutions-12.txt");
    let stuck = puzzles("puzzles/hardest-375-12.txt");
    let mut others: Vec<&str> = vec![COMPLETE, &several[0], &stuck[0]];
    let some = some();
    others.extend(some.iter().take(20).map(String::as_str));
    for a in some.iter().take(20).map(String::as_str).chain([&*stuck[1]]) {
        let mut rater = engine.rater();
        let fresh = rater.rate(&puzzle(a));
        for b in &others {
            rater.rate(&puzzle(b));
            let again = rater.rate(&puzzle(a));
            assert_eq!(again.values, fresh.values);
            assert_eq!(line(&again), line(&fresh), "{a} after {b}");
            assert_eq!(line(&engine.rate(&puzzle(a))), line(&fresh));
        }
    }
}

#[test]
fn a_step_has_its_place_among_the_systems_kinds() {
    let report = engine(&[]).rate(&puzzle(&puzzles("tiers-48.txt")[40]));
    let indexes: Vec<usize> = report.steps().iter().map(|step| step.index).collect();
    assert_eq!(indexes, Vec::from_iter(1..=report.step_count));
    // One step is taken at a time.
    let waves: Vec<usize> = report.steps().iter().map(|step| step.wave).collect();
    assert_eq!(waves, indexes);
    let kinds: Vec<(&str, &str)> = (report.system.kinds.iter())
        .map(|kind| (&*kind.name, &*kind.technique))
        .collect();
    assert_eq!(
        kinds,
        [
            ("naked_single", "naked_single"),
            ("hidden_single_box", "hidden_single_box"),
            ("hidden_single_row", "hidden_single_line"),
            ("hidden_single_column", "hidden_single_line"),
        ]
    );
    assert!(report.steps().iter().all(|step: &Step| step.kind < 4));
}
