//! The directory of further techniques loads, finds what its examples say, and removes no digit of a solution.

use std::fs;
use std::sync::Arc;

use undoku::grid::{Puzzle, Solution, Solutions, solve};
use undoku::rules::RuleSet;
use undoku::{Engine, Finder, Loader, MetricValue, Options, Status};

use crate::blocks::{blocks, root};

const DIRECTORY: &str = "docs/examples";
const SYSTEM: &str = "stepladder";

fn rules() -> RuleSet {
    let mut loader = Loader::new().unwrap();
    loader.directory(&root().join(DIRECTORY));
    loader
        .load()
        .unwrap_or_else(|problems| panic!("{}", problems.render(Default::default())))
}

fn engine(rules: RuleSet, system: &str) -> Engine {
    Engine::with_system(rules, system)
        .unwrap()
        .options(Options {
            steps: true,
            ..Options::default()
        })
}

fn puzzles(file: &str) -> Vec<Puzzle> {
    let text = fs::read_to_string(root().join("tests/data").join(file)).unwrap();
    text.lines()
        .map(|line| line.split(' ').next().unwrap().parse().unwrap())
        .collect()
}

fn solution(puzzle: &Puzzle) -> Solution {
    match solve(puzzle) {
        Solutions::One(solution) => solution,
        other => panic!("{puzzle} is no proper puzzle: {other:?}"),
    }
}

#[test]
fn the_directory_adds_no_warning() {
    let built_in = Loader::new().unwrap().load().unwrap();
    assert_eq!(rules().warnings, built_in.warnings);
}

#[test]
fn techniques_find_what_their_examples_say() {
    let rules = Arc::new(rules());
    let mut finder = Finder::new(Arc::clone(&rules));
    let mut count = 0;
    let ours = |id: &str| {
        rules
            .system(SYSTEM)
            .unwrap()
            .kinds
            .iter()
            .any(|k| k.technique == id)
    };
    for (at, technique) in rules.techniques.iter().enumerate() {
        if technique.id.contains("single") || !ours(&technique.id) {
            continue;
        }
        assert!(
            !technique.examples.is_empty(),
            "{} has no example",
            technique.id
        );
        for example in &technique.examples {
            let verdict = finder.judge_example(at, example);
            assert!(verdict.is_good(), "{}: {verdict:?}", technique.id);
            count += 1;
        }
    }
    assert!(count >= 5, "{count}");
}

#[test]
fn no_step_removes_a_digit_of_the_solution() {
    let engine = engine(rules(), SYSTEM);
    let mut used = vec![0; engine.system().kinds.len()];
    for file in [
        "puzzles/exchange-medium.txt",
        "puzzles/exchange-hard-mixed.txt",
    ] {
        for puzzle in puzzles(file) {
            let solution = solution(&puzzle);
            for step in engine.rate(&puzzle).steps.unwrap_or_default() {
                used[step.kind] += 1;
                if let Some((cell, digit)) = step.placement() {
                    assert_eq!(
                        solution.digit(cell),
                        digit,
                        "{puzzle} step {}: {}",
                        step.index,
                        step.text
                    );
                }
                for (cell, digit) in step.eliminations {
                    assert_ne!(
                        solution.digit(cell),
                        digit,
                        "{puzzle} step {}: {}",
                        step.index,
                        step.text
                    );
                }
            }
        }
    }
    for (kind, times) in engine.system().kinds.iter().zip(used) {
        assert!(times > 0, "these puzzles do not need {}", kind.name);
    }
}

#[test]
fn puzzles_beyond_singles_are_solved() {
    let (default, further) = (Engine::new(rules()).unwrap(), engine(rules(), SYSTEM));
    let all = puzzles("puzzles/exchange-medium.txt");
    let stuck = |engine: &Engine| {
        all.iter()
            .filter(|puzzle| engine.rate(puzzle).status == Status::Stuck)
            .count()
    };
    assert!(stuck(&default) > 100);
    assert_eq!(stuck(&further), 0);

    // The worked example of the documents: one XY-wing, and singles before and after it.
    let puzzle = puzzles("puzzles/exchange-hard-mixed.txt")[14];
    assert_eq!(default.rate(&puzzle).status, Status::Stuck);
    let report = further.rate(&puzzle);
    assert_eq!(report.metric("grade"), Some(MetricValue::Text("Fiendish")));
    assert_eq!(
        report.metric("steps_beyond_singles"),
        Some(MetricValue::Int(1))
    );
}

/// A block of YAML, TOML or Rust whose first line is a comment with a path shows what stands in that file.
#[test]
fn files_are_shown_as_they_are() {
    let mut count = 0;
    for block in blocks() {
        let comment = match block.info.as_str() {
            "yaml" | "toml" => "# ",
            "rust" => "// ",
            _ => continue,
        };
        let Some((path, shown)) = block
            .text
            .strip_prefix(comment)
            .and_then(|text| text.split_once('\n'))
        else {
            continue;
        };
        let Ok(file) = fs::read_to_string(root().join(path)) else {
            assert!(path.contains(' '), "{}: there is no {path}", block.place);
            continue;
        };
        assert!(
            file.contains(shown),
            "{}: {path} has other text",
            block.place
        );
        count += 1;
    }
    assert!(count >= 1);
}
