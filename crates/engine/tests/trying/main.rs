//! Trying techniques on positions: finding all matches, examples, library cases, and soundness.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

mod finding;
mod judging;
mod sound;

use std::sync::Arc;

use undoku::grid::{Cell, CellSet, Deduction, Digit, Position, Puzzle, Unit};
use undoku::rules::{KindId, RuleSet, SourceFile};
use undoku::{Engine, Loader};

/// Puzzles with one solution: an easy one, and two in which no cell has one candidate at the start.
const PUZZLES: [&str; 3] = [
    "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79",
    "8.26....9....58.....6...4.1.9.4.6..5.2.....4.6..2.3.9.2.5...9.....97....1....28.4",
    ".83.2..9....8..1...293....8....987...7.....6...674....3....698...2..5....1..3.54.",
];

const SINGLE: &str = "\
technique: single
title: Single
pattern: |
  for c in open
  check count(cand(c)) == 1
  place only(cand(c)) at c
assertions: 1
score: 1.0
explain: \"{target} is {target_digit}\"
";

const PAIR: &str = "\
technique: pair
title: Pair
variants:
  pair_row: {of: rows}
  pair_box: {of: boxes}
pattern: |
  for u in of
  for ds in choose(2, missing(u))
  for cs in choose(2, {c in open(u) : cand(c) == ds})
  check count(cs) == 2
  eliminate ds from open(u) - cs
assertions: 2
score: 2.0
explain: \"{cs} share {ds}\"
";

const SYSTEM: &str = "\
system: plain
version: 1
title: Plain
ladder: [single, pair]
metrics:
  all:
    total: sum(score)
";

/// The rules of these files and of no others.
fn rules(texts: &[&str]) -> Arc<RuleSet> {
    let mut loader = Loader::with_bundles(&[]).unwrap();
    loader.files(texts.iter().enumerate().map(|(at, text)| SourceFile {
        name: format!("{at}.yaml"),
        text: (*text).to_owned(),
    }));
    let rules = loader.load();
    Arc::new(rules.unwrap_or_else(|problems| panic!("{}", problems.render(Default::default()))))
}

fn engine(texts: &[&str]) -> Engine {
    Engine::new(rules(texts)).unwrap()
}

fn puzzle(text: &str) -> Puzzle {
    text.parse().unwrap()
}

fn deduction(text: &str) -> Deduction {
    text.parse().unwrap()
}

/// The id of the kind with this name.
fn kind(rules: &RuleSet, name: &str) -> KindId {
    let mut kinds = rules.kinds();
    kinds.find(|(_, kind)| kind.name == name).unwrap().0
}

/// All singles of a position, by looking at every cell.
fn singles(position: &Position) -> Vec<Deduction> {
    let open = |cell: &Cell| position.value(*cell).is_none();
    let cells = Cell::ALL.into_iter().filter(open);
    cells
        .filter_map(|cell| {
            let candidates: Vec<Digit> = Digit::ALL
                .into_iter()
                .filter(|&digit| position.cand(cell).contains(digit))
                .collect();
            match candidates[..] {
                [only] => Some(Deduction::placement(cell, only)),
                _ => None,
            }
        })
        .collect()
}

/// All naked pairs of some units that take something, by looking at every two cells.
fn pairs(position: &Position, units: impl Iterator<Item = Unit>) -> Vec<Deduction> {
    let mut all = Vec::new();
    for unit in units {
        let cells: Vec<Cell> = unit.cells().iter().collect();
        for (at, &a) in cells.iter().enumerate() {
            for &b in &cells[at + 1..] {
                let pair = position.cand(a);
                if pair.len() != 2 || position.cand(b) != pair {
                    continue;
                }
                let others: CellSet = cells
                    .iter()
                    .copied()
                    .filter(|&c| c != a && c != b)
                    .collect();
                let gone: Vec<(Cell, Digit)> = others
                    .iter()
                    .flat_map(|cell| (position.cand(cell) & pair).iter().map(move |d| (cell, d)))
                    .collect();
                if !gone.is_empty() {
                    all.push(Deduction::Eliminate(gone.into_iter().collect()));
                }
            }
        }
    }
    all
}
