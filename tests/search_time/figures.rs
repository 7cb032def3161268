//! What search times come to: the expected number of checks, published figures, and the same numbers everywhere.

use std::thread;

use undoku::grid::{CellSet, Position, Puzzle};
use undoku::lang::World;
use undoku::{Engine, MetricValue, Status};

use crate::counts::engine;
use crate::support::{number, puzzle, puzzles, shipped, text};

/// A puzzle that cannot be solved without trials, and has published figures.
const REFERENCE: &str =
    "......6.5...3...9..8...4..1.4..2.97...........31.8..6.9..6...2..1...7...5.4......";

/// Calls `visit` with every order of the numbers in `items` from `at` on.
fn orders(items: &mut [usize], at: usize, visit: &mut impl FnMut(&[usize])) {
    if at + 1 >= items.len() {
        visit(items);
        return;
    }
    for other in at..items.len() {
        items.swap(at, other);
        orders(items, at + 1, visit);
        items.swap(at, other);
    }
}

#[test]
fn the_cost_is_the_mean_number_of_checks_over_all_orders() {
    let engine = engine(&[]);
    let position = Position::empty();
    let world = World {
        position: &position,
        clues: CellSet::EMPTY,
        registry: &engine.rules().registry,
    };
    for p in 0..=8_usize {
        // Of each number of valid ones, the lowest numbers, how many checks all orders take together.
        let mut checks = vec![0_u64; p + 1];
        let mut count = 0_u64;
        orders(&mut (0..p).collect::<Vec<_>>(), 0, &mut |order| {
            count += 1;
            for (valid, sum) in checks.iter_mut().enumerate() {
                // Without a valid one all are checked, and one more check ends the search.
                let first = order.iter().position(|&item| item < valid).unwrap_or(p);
                *sum += first as u64 + 1;
            }
        });
        for (v, &sum) in checks.iter().enumerate() {
            let mean = sum as f64 / count as f64;
            for cost in &engine.system().chance.as_ref().unwrap().costs {
                let found = cost.cost(p as u64, v as u64, world, &mut cost.scratch());
                assert!(
                    (found - mean).abs() < 1e-12,
                    "p {p}, v {v}: {found} for {mean}"
                );
            }
        }
    }
}

#[test]
fn metrics_are_those_of_the_runs() {
    let all = "{total: sum(run_total), least: min(run_total), most: max(run_total), squares: variance(run_total)}";
    let engine = engine(&[&format!("hsolve.extras={all}")]);
    for start in &puzzles("puzzles/exchange-hard-mixed.txt")[..10] {
        let report = engine.rate(&puzzle(start));
        let of = |name: &str| number(&report, name);
        assert_eq!(of("runs"), 20.0);
        let (mean, deviation) = (of("total") / 20.0, (of("squares") * 20.0 / 19.0).sqrt());
        let half = 1.96 * deviation / 20_f64.sqrt();
        let near = |name: &str, expected: f64| {
            assert!(
                (of(name) - expected).abs() < 1e-9 * expected.abs(),
                "{start}: {name}"
            );
        };
        near("search_time", mean);
        near("search_time_std_dev", deviation);
        near("search_time_cv", deviation / mean);
        near("search_time_low", mean - half);
        near("search_time_high", mean + half);
        assert!(of("least") < mean && mean < of("most"));
        let class = match mean {
            m if m < 317.0 => "Below the sample",
            m if m < 599.0 => "First quarter",
            m if m < 929.0 => "Second quarter",
            m if m < 2762.0 => "Third quarter",
            m if m < 20958.0 => "Fourth quarter",
            _ => "Above the sample",
        };
        assert_eq!(text(&report, "search_time_class"), class);
    }
    let report = engine.rate(&puzzle(REFERENCE));
    assert_eq!(report.metric("highest_tier"), Some(MetricValue::Int(5)));
}

#[test]
fn one_run_has_no_deviation() {
    let report = engine(&["hsolve.path.runs=1"]).rate(&puzzle(REFERENCE));
    assert_eq!(number(&report, "search_time_std_dev"), 0.0);
    assert_eq!(
        number(&report, "search_time_low"),
        number(&report, "search_time")
    );
}

#[test]
fn a_puzzle_that_no_run_finishes_is_stuck() {
    let singles = engine(&["hsolve.ladder=[naked_single, hidden_single_cell]"]);
    let report = singles.rate(&puzzle(REFERENCE));
    assert_eq!(report.status, Status::Stuck);
    assert_eq!(report.metrics().count(), 0);
    assert_eq!(report.steps().len(), report.step_count);
    let placed = report.steps().len() as u32;
    assert_eq!(
        report.remaining + placed,
        puzzle(REFERENCE).position().open().len()
    );
}

fn times(engine: &Engine, puzzles: &[Puzzle]) -> Vec<u64> {
    let time = |puzzle| number(&engine.rate(puzzle), "search_time").to_bits();
    puzzles.iter().map(time).collect()
}

#[test]
fn numbers_do_not_depend_on_threads_and_order() {
    let engine = engine(&[]);
    let all: Vec<Puzzle> = [
        ("tiers-48.txt", 20),
        ("puzzles/exchange-diabolical.txt", 6),
        ("puzzles/exchange-hard-mixed.txt", 6),
    ]
    .iter()
    .flat_map(|&(file, count)| puzzles(file).into_iter().take(count))
    .map(|text| puzzle(&text))
    .collect();
    let expected = times(&engine, &all);
    // Each once more, from its other end and beside the others.
    let turned: Vec<Puzzle> = all.iter().rev().copied().collect();
    thread::scope(|scope| {
        for half in 0..4 {
            let (engine, turned, expected) = (&engine, &turned, &expected);
            scope.spawn(move || {
                let part = &turned[8 * half..8 * half + 8];
                let mut found = times(engine, part);
                found.reverse();
                let end = expected.len() - 8 * half;
                assert_eq!(found, expected[end - 8..end]);
            });
        }
    });
    // Another seed gives other times, unless all orders cost nearly the same.
    let other = crate::counts::engine(&["hsolve.path.seed=2859"]);
    let mut scattered = 0;
    for (text, &expected) in all.iter().zip(&expected) {
        let report = engine.rate(text);
        if number(&report, "search_time_cv") > 0.02 {
            scattered += 1;
            let time = number(&other.rate(text), "search_time").to_bits();
            assert_ne!(time, expected, "{text}");
        }
    }
    assert!(scattered >= 25, "{scattered}");
}

#[test]
fn single_runs_scatter_by_a_tenth() {
    let engine = engine(&[]);
    let all = shipped();
    // Spread over all files.
    let some = all.iter().step_by(all.len() / 200).take(200);
    let reports = some.map(|text| engine.rate(&puzzle(text)));
    let solved = reports.filter(|report| report.status == Status::Solved);
    let mut scatter: Vec<f64> = solved
        .map(|report| number(&report, "search_time_cv"))
        .collect();
    assert!(scatter.len() >= 190, "{}", scatter.len());
    scatter.sort_by(f64::total_cmp);
    let median = scatter[scatter.len() / 2];
    assert!((0.09..=0.13).contains(&median), "{median}");
}

#[test]
fn the_reference_puzzle_takes_its_time() {
    let report = engine(&["hsolve.path.runs=2000"]).rate(&puzzle(REFERENCE));
    let mean = number(&report, "search_time");
    assert!((8_300.0..=8_800.0).contains(&mean), "{mean}");
}
