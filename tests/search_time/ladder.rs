//! A ladder of three techniques with their own check times, from a file, walked again by plain loops.

use std::path::Path;

use undoku::grid::Position;
use undoku::rules::RuleSet;
use undoku::{Engine, Loader, MetricValue, Options, Report, Status, Subject};

use crate::board::{Board, units};
use crate::support::{COMPLETE, number, puzzle, puzzles, rules_of};

/// What can be placed, and how often it counts.
type Place = (usize, u8);

fn rules(changes: &[&str]) -> RuleSet {
    let directory = Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/examples/search-time");
    let mut loader = Loader::new().unwrap();
    loader.directory(&directory);
    for change in changes {
        loader.set(*change);
    }
    rules_of(&loader)
}

fn engine(changes: &[&str]) -> Engine {
    Engine::with_system(rules(changes), "three_tiers")
        .unwrap()
        .options(Options {
            steps: true,
            ..Options::default()
        })
}

/// Each tier by plain loops: possible applications, and the valid ones.
fn tiers(board: &Board) -> [(usize, Vec<Place>); 3] {
    let open = board.open();
    let naked = open
        .iter()
        .filter(|&&cell| board.candidates[cell].len() == 1);
    let naked = naked
        .map(|&cell| (cell, board.candidates[cell][0]))
        .collect();
    let hidden = |units: &[Vec<usize>]| {
        let (mut possible, mut valid) = (0, Vec::new());
        for unit in units {
            for digit in 1..=9 {
                if unit.iter().all(|&cell| board.filled[cell] != digit) {
                    possible += 1;
                    if let [cell] = board.spots(digit, unit)[..] {
                        valid.push((cell, digit));
                    }
                }
            }
        }
        (possible, valid)
    };
    [
        (open.len(), naked),
        hidden(&units()[18..]),
        hidden(&units()[..18]),
    ]
}

/// Walks the first run again: what its searches cost with these check times, and the highest tier searched.
fn walk(report: &Report, times: [f64; 3]) -> (f64, usize, Position) {
    let Subject::Puzzle(puzzle) = &report.puzzle else {
        panic!("no puzzle");
    };
    let mut position = puzzle.position();
    let (mut total, mut highest) = (0.0, 0);
    let mut steps = report.steps().iter();
    while !position.is_solved() {
        let mut drawn = None;
        let before = total;
        for (tier, (possible, valid)) in tiers(&Board::of(&position)).iter().enumerate() {
            total += (*possible as f64 + 1.0) / (valid.len() as f64 + 1.0) * times[tier];
            highest = highest.max(tier);
            if !valid.is_empty() {
                let step = steps.next().unwrap();
                assert!((step.cost.unwrap() - (total - before)).abs() < 1e-9 * total);
                let (cell, digit) = step.placement().unwrap();
                assert!(valid.contains(&(cell.index(), digit.number())));
                assert_eq!(report.system.kinds[step.kind].rung, tier);
                drawn = Some((cell, digit));
                break;
            }
        }
        let Some((cell, digit)) = drawn else { break };
        position.place(cell, digit);
    }
    assert!(steps.next().is_none(), "steps behind the end");
    (total, highest, position)
}

#[test]
fn a_run_costs_what_its_searches_cost() {
    let one = engine(&["three_tiers.path.runs=1"]);
    let dear = engine(&[
        "three_tiers.path.runs=1",
        "three_tiers.ladder.3.constants.check_time=7",
        "three_tiers.check_time=3",
    ]);
    let mut highest = [0; 3];
    for text in puzzles("tiers-48.txt")
        .iter()
        .chain(&puzzles("mixed-500.txt")[..40])
    {
        // Each tier has its own time, and that of the second is the system's.
        for (engine, times) in [(&one, [0.5, 1.0, 2.0]), (&dear, [0.5, 3.0, 7.0])] {
            let report = engine.rate(&puzzle(text));
            let (total, tier, end) = walk(&report, times);
            if !end.is_solved() {
                assert_eq!(report.status, Status::Stuck, "{text}");
                assert_eq!(report.remaining, end.open().len());
                assert_eq!(report.metrics().count(), 0);
                let spent = report.spent.unwrap();
                assert!((spent - total).abs() < 1e-9 * total, "{text}");
                let json = serde_json::to_value(&report).unwrap();
                assert_eq!(json["spent"].as_f64().unwrap().round(), total.round());
                continue;
            }
            assert_eq!(report.status, Status::Solved, "{text}");
            assert_eq!(report.spent, None);
            for name in ["search_time", "longest"] {
                assert!(
                    (number(&report, name) - total).abs() < 1e-9 * total,
                    "{text}: {name}"
                );
            }
            assert_eq!(number(&report, "steps_mean"), report.steps().len() as f64);
            assert_eq!(
                number(&report, "lines_needed"),
                f64::from(u8::from(tier == 2))
            );
            highest[tier] += 1;
        }
    }
    assert!(highest.iter().all(|&count| count > 5), "{highest:?}");
}

#[test]
fn the_cost_of_a_step_is_told_and_drawn() {
    let engine = engine(&["three_tiers.graph.step={twice: 2 * cost}"]);
    let report = engine.rate(&puzzle(&puzzles("mixed-500.txt")[0]));
    let costs: Vec<f64> = report.steps().iter().map(|s| s.cost.unwrap()).collect();
    // In the first position, naked singles alone are looked for, at half the price.
    let Subject::Puzzle(first) = &report.puzzle else {
        panic!("no puzzle");
    };
    let tiers = tiers(&Board::of(&first.position()));
    let (possible, valid) = (tiers[0].0 as f64, tiers[0].1.len() as f64);
    assert!(valid > 0.0);
    assert!((costs[0] - (possible + 1.0) / (valid + 1.0) * 0.5).abs() < 1e-12);
    let graph = engine.graph(&report).unwrap();
    let twice: Vec<f64> = costs.iter().map(|cost| 2.0 * cost).collect();
    assert_eq!(graph.values, [("twice".to_owned(), twice)]);
    let json = serde_json::to_value(&report).unwrap();
    for (step, cost) in json["steps"].as_array().unwrap().iter().zip(&costs) {
        assert!((step["cost"].as_f64().unwrap() - cost).abs() < 1e-9);
    }
    // Others charge nothing, and say nothing of it.
    let plain = Engine::new(Loader::new().unwrap().load().unwrap()).unwrap();
    let report = plain.rate(&puzzle(&puzzles("mixed-500.txt")[0]));
    let json = serde_json::to_value(&report).unwrap();
    assert!(report.steps().iter().all(|step| step.cost.is_none()));
    assert_eq!(json["steps"][0].get("cost"), None);
}

#[test]
fn the_run_that_is_listed_is_the_first() {
    let (several, one) = (engine(&[]), engine(&["three_tiers.path.runs=1"]));
    let mut others_differ = false;
    for text in &puzzles("mixed-500.txt")[..10] {
        let (several, one) = (several.rate(&puzzle(text)), one.rate(&puzzle(text)));
        assert_eq!(several.status, Status::Solved, "{text}");
        assert_eq!(several.steps(), one.steps());
        assert_eq!(several.step_count, one.steps().len());
        let mut counts = vec![0; several.system.kinds.len()];
        one.steps().iter().for_each(|step| counts[step.kind] += 1);
        assert_eq!(several.kind_counts, counts);
        others_differ |= number(&several, "steps_mean") != several.step_count as f64
            || number(&several, "longest") != number(&one, "longest");
    }
    assert!(others_differ);
}

#[test]
fn a_full_grid_costs_nothing() {
    let report = engine(&[]).rate(&puzzle(COMPLETE));
    assert_eq!(report.status, Status::Solved);
    assert_eq!(report.metric("search_time"), Some(MetricValue::Number(0.0)));
    assert_eq!(report.metric("steps_mean"), Some(MetricValue::Number(0.0)));
}

/// Walks all runs of a tiny puzzle by plain loops: the mean over all orders, each with its probability.
fn expected(position: &Position, times: [f64; 3]) -> f64 {
    if position.is_solved() {
        return 0.0;
    }
    let mut total = 0.0;
    for (tier, (possible, valid)) in tiers(&Board::of(position)).iter().enumerate() {
        total += (*possible as f64 + 1.0) / (valid.len() as f64 + 1.0) * times[tier];
        for &(cell, digit) in valid {
            let mut next = position.clone();
            next.place(
                undoku::grid::Cell::from_index(cell as u8).unwrap(),
                undoku::grid::Digit::from_number(digit).unwrap(),
            );
            total += expected(&next, times) / valid.len() as f64;
        }
        if !valid.is_empty() {
            break;
        }
    }
    total
}

#[test]
fn many_runs_come_close_to_the_mean_over_all_orders() {
    let engine = engine(&[
        "three_tiers.path.runs=4000",
        "three_tiers.extras={scatter: std_dev(run_total)}",
    ]);
    let one = self::engine(&["three_tiers.path.runs=1"]);
    // The last six cells of some puzzles: at most 6! orders. The tiers above are not needed there.
    for text in &puzzles("mixed-500.txt")[..6] {
        let report = one.rate(&puzzle(text));
        let mut position = puzzle(text).position();
        for step in report.steps() {
            if position.open().len() == 6 {
                break;
            }
            let (cell, digit) = step.placement().unwrap();
            position.place(cell, digit);
        }
        let rest: String = undoku::grid::Cell::ALL
            .iter()
            .map(|&cell| {
                position
                    .value(cell)
                    .map_or('.', |d| char::from(b'0' + d.number()))
            })
            .collect();
        let report = engine.rate(&puzzle(&rest));
        let expected = expected(&puzzle(&rest).position(), [0.5, 1.0, 2.0]);
        // Five standard errors.
        let error = number(&report, "scatter") / 4000_f64.sqrt();
        let found = number(&report, "search_time");
        assert!(
            (found - expected).abs() <= 5.0 * error + 1e-9,
            "{rest}: {found} for {expected}"
        );
    }
}
