//! What the tests of the whole engine share: shipped puzzles, and engines made from changed rules.

#![allow(dead_code, reason = "each test uses a part of it")]
#![allow(clippy::unwrap_used, reason = "a helper that fails is a failed test")]

pub(crate) mod equivalents;
pub(crate) mod naive;
pub(crate) mod oracle;

use undoku::grid::Puzzle;
use undoku::lang::Value;
use undoku::rules::RuleSet;
use undoku::{Engine, Loader, MetricValue, Options, Report, Step};

/// Files of `tests/data` whose puzzles all have one solution.
pub(crate) const PROPER: [&str; 13] = [
    "tiers-48.txt",
    "mixed-500.txt",
    "puzzles/17clue-12.txt",
    "puzzles/top1465-12.txt",
    "puzzles/hardest-375-12.txt",
    "puzzles/exchange-easy.txt",
    "puzzles/exchange-medium.txt",
    "puzzles/exchange-hard-mixed.txt",
    "puzzles/exchange-diabolical.txt",
    "puzzles/qqwing-simple.txt",
    "puzzles/qqwing-easy.txt",
    "puzzles/qqwing-intermediate.txt",
    "puzzles/qqwing-expert.txt",
];

/// A complete grid.
pub(crate) const COMPLETE: &str =
    "123456789457189236689237145214573698376918452598624371731892564842365917965741823";

/// A file of `tests/data`.
pub(crate) fn data(name: &str) -> String {
    let path = format!("{}/tests/data/{name}", env!("CARGO_MANIFEST_DIR"));
    std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{path}: {error}"))
}

/// The puzzles of a file of `tests/data`, without their labels.
pub(crate) fn puzzles(name: &str) -> Vec<String> {
    data(name)
        .lines()
        .map(|line| line[..81].to_owned())
        .collect()
}

/// All shipped puzzles that have one solution.
pub(crate) fn shipped() -> Vec<String> {
    let mut all: Vec<String> = PROPER.iter().flat_map(|name| puzzles(name)).collect();
    let table = data("human/cloud_sudoku.csv");
    all.extend(
        table
            .lines()
            .skip(1)
            .filter_map(|line| line.split(',').nth(1))
            .map(str::to_owned),
    );
    all
}

/// The cells of a puzzle, 0 for a blank.
pub(crate) fn clues(puzzle: &str) -> [u8; 81] {
    let text = puzzle.as_bytes();
    std::array::from_fn(|cell| match text[cell] {
        digit @ b'1'..=b'9' => digit - b'0',
        _ => 0,
    })
}

/// The cells of a puzzle as text.
pub(crate) fn text_of(cells: &[u8; 81]) -> String {
    cells
        .iter()
        .map(|&digit| {
            if digit == 0 {
                '.'
            } else {
                char::from(b'0' + digit)
            }
        })
        .collect()
}

/// A puzzle that is one.
pub(crate) fn puzzle(text: &str) -> Puzzle {
    text.parse()
        .unwrap_or_else(|error| panic!("{text}: {error}"))
}

/// The rules of a loader that has no errors.
pub(crate) fn rules_of(loader: &Loader) -> RuleSet {
    loader
        .load()
        .unwrap_or_else(|problems| panic!("{}", problems.render(Default::default())))
}

/// The built-in rules with some changes.
pub(crate) fn rules(changes: &[&str]) -> RuleSet {
    let mut loader = Loader::new().unwrap();
    for change in changes {
        loader.set(*change);
    }
    rules_of(&loader)
}

/// An engine for the default system of the built-in rules with some changes; its reports list steps.
pub(crate) fn engine(changes: &[&str]) -> Engine {
    listing(rules(changes))
}

/// An engine for the default system, whose reports list steps.
pub(crate) fn listing(rules: RuleSet) -> Engine {
    Engine::new(rules).unwrap().options(Options {
        steps: true,
        ..Options::default()
    })
}

/// A whole number among a step's evidence.
pub(crate) fn evidence(step: &Step, name: &str) -> i64 {
    match step.evidence.iter().find(|(known, _)| known == name) {
        Some((_, Value::Int(value))) => *value,
        other => panic!("{name}: {other:?}"),
    }
}

/// A metric that is a number.
#[track_caller]
pub(crate) fn number(report: &Report, name: &str) -> f64 {
    match report.metric(name) {
        Some(MetricValue::Int(value)) => value as f64,
        Some(MetricValue::Number(value)) => value,
        other => panic!("{name}: {other:?}"),
    }
}

/// A metric that is a text.
#[track_caller]
pub(crate) fn text<'a>(report: &'a Report, name: &str) -> &'a str {
    match report.metric(name) {
        Some(MetricValue::Text(value)) => value,
        other => panic!("{name}: {other:?}"),
    }
}

/// The name of a step's kind.
pub(crate) fn kind<'a>(report: &'a Report, step: &Step) -> &'a str {
    &report.system.kinds[step.kind].name
}
