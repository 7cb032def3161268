//! The techniques of the whole ladder: each one's search for all its matches, in positions where a solver gets
//! to look for it.
//!
//! Three of them are also compared with detectors written by hand: both must find the same, match for match,
//! before anything is timed, and the ratio is measured in pairs, round by round.

#![allow(
    clippy::expect_used,
    reason = "a bench that cannot start has nothing to measure"
)]

#[path = "baseline/mod.rs"]
mod baseline;

use std::collections::BTreeMap;
use std::hint::black_box;
use std::time::Duration;

use baseline::detectors::{Candidates, Gone};
use baseline::timing::{ROUNDS, median, pairs};
use criterion::{Criterion, Throughput};
use undoku::grid::{Cell, CellSet, Position, Puzzle};
use undoku::lang::{Conclusion, Registry, Scratch, TechniqueProgram, World};
use undoku::{Engine, Loader, Options};

/// The most positions that a technique is searched in.
const MOST_POSITIONS: usize = 300;

/// A technique written by hand, by the id of its kind.
type ByHand = (&'static str, fn(&Candidates, &mut Vec<Gone>));

const BY_HAND: [ByHand; 3] = [
    ("naked_pair", Candidates::naked_pairs),
    ("x_wing", Candidates::x_wings),
    ("xy_wing", Candidates::xy_wings),
];

struct Looked {
    position: Position,
    clues: CellSet,
}

fn puzzles() -> Vec<Puzzle> {
    let text = include_str!("../tests/data/puzzles/exchange-hard-mixed.txt");
    let lines = text.lines().filter(|line| !line.starts_with('#'));
    lines
        .map(|line| line.parse().expect("shipped puzzles are puzzles"))
        .collect()
}

fn engine() -> Engine {
    let rules = Loader::new().expect("the built-in plugins agree").load();
    let rules = rules.expect("the built-in rules are sound");
    Engine::with_system(rules, "undoku_plus")
        .expect("it is built in")
        .options(Options {
            steps: true,
            ..Options::default()
        })
}

/// For each rung of the ladder, positions in which no rung before it has a match.
fn positions(engine: &Engine) -> Vec<Vec<Looked>> {
    let kinds = &engine.system().kinds;
    let rungs = kinds.iter().map(|kind| kind.rung + 1).max().unwrap_or(0);
    let mut by_rung: Vec<Vec<Looked>> = (0..rungs).map(|_| Vec::new()).collect();
    let mut rater = engine.rater();
    for puzzle in puzzles() {
        let steps = rater.rate_proper(&puzzle).steps.unwrap_or_default();
        let mut position = puzzle.position();
        for wave in steps.chunk_by(|a, b| a.wave == b.wave) {
            // All the rungs down to that of the wave were looked at here.
            for looked in by_rung.iter_mut().take(kinds[wave[0].kind].rung + 1) {
                if looked.len() < MOST_POSITIONS {
                    looked.push(Looked {
                        position: position.clone(),
                        clues: puzzle.clues(),
                    });
                }
            }
            for step in wave {
                for &(cell, digit) in &step.placements {
                    if position.open().contains(cell) {
                        position.place(cell, digit);
                    }
                }
                for &(cell, digit) in &step.eliminations {
                    position.eliminate(cell, digit);
                }
            }
        }
    }
    by_rung
}

/// All matches of a compiled kind: how many, and what is done with each.
fn search(
    program: &TechniqueProgram,
    scratch: &mut Scratch,
    registry: &Registry,
    looked: &Looked,
    mut each: impl FnMut(Conclusion<'_>),
) {
    let world = World {
        position: &looked.position,
        clues: looked.clues,
        registry,
    };
    let mut found = program.first(world, scratch);
    while let Some(here) = found {
        if let Some(conclusion) = program.conclusion(scratch) {
            each(conclusion);
        }
        found = program.next(here, world, scratch);
    }
}

fn eliminations(conclusion: Conclusion<'_>) -> Option<Gone> {
    match conclusion {
        Conclusion::Eliminate(gone) => Some(gone.map(CellSet::bits)),
        _ => None,
    }
}

fn main() {
    let engine = engine();
    let positions = positions(&engine);
    let registry = &engine.rules().registry;
    let mut criterion = Criterion::default()
        .warm_up_time(Duration::from_millis(300))
        .measurement_time(Duration::from_secs(1))
        .configure_from_args();

    for (name, by_hand) in BY_HAND {
        let kind = engine.system().kinds.iter().find(|kind| kind.name == name);
        let kind = kind.expect("the ladder has it");
        let looked = &positions[kind.rung];
        let tables: Vec<Candidates> = looked.iter().map(of_position).collect();
        let mut scratch = kind.program.scratch();
        for (looked, table) in looked.iter().zip(&tables) {
            let (mut expected, mut found) = (Vec::new(), Vec::new());
            by_hand(table, &mut expected);
            search(
                &kind.program,
                &mut scratch,
                registry,
                looked,
                |conclusion| {
                    found.extend(eliminations(conclusion));
                },
            );
            assert_eq!(found, expected, "{name}{:?}", looked.position);
        }
        let mut found = Vec::new();
        let mut hand = || {
            for table in &tables {
                found.clear();
                by_hand(black_box(table), &mut found);
                black_box(&found);
            }
        };
        let mut listed = Vec::new();
        let mut compiled = || {
            for looked in looked {
                listed.clear();
                let looked = black_box(looked);
                search(
                    &kind.program,
                    &mut scratch,
                    registry,
                    looked,
                    |conclusion| {
                        listed.extend(eliminations(conclusion));
                    },
                );
                black_box(&listed);
            }
        };
        let pairs = pairs(&mut hand, &mut compiled);
        println!(
            "{name}: compiled against by hand, median of {ROUNDS} pairs on {} positions: {:.2}",
            looked.len(),
            median(pairs.iter().map(|(hand, ours)| hand / ours))
        );
        let mut group = criterion.benchmark_group(name);
        group.throughput(Throughput::Elements(looked.len() as u64));
        group.bench_function("by_hand", |b| b.iter(&mut hand));
        group.bench_function("compiled", |b| b.iter(&mut compiled));
        group.finish();
    }

    let mut families: BTreeMap<&str, Vec<_>> = BTreeMap::new();
    for kind in &engine.system().kinds {
        families.entry(&kind.technique).or_default().push(kind);
    }
    for (technique, kinds) in families {
        let mut group = criterion.benchmark_group(technique);
        for kind in kinds {
            let looked = &positions[kind.rung];
            if looked.is_empty() {
                continue;
            }
            let mut scratch = kind.program.scratch();
            group.throughput(Throughput::Elements(looked.len() as u64));
            group.bench_function(&kind.name, |b| {
                b.iter(|| {
                    for looked in looked {
                        search(
                            &kind.program,
                            &mut scratch,
                            registry,
                            looked,
                            |conclusion| {
                                black_box(conclusion);
                            },
                        );
                    }
                });
            });
        }
        group.finish();
    }
    criterion.final_summary();
}

fn of_position(looked: &Looked) -> Candidates {
    let of = Cell::ALL.map(|cell| looked.position.cand(cell).bits());
    Candidates::new(of, looked.position.open().bits())
}
