//! Pictures of paths: where things stand in them, and that the ones in the documents are those of now.
//!
//! `UPDATE_DOCS=1 cargo test --test pictures` draws those of the documents anew. Records are in `snapshots/pictures`;
//! where a change of pictures is meant, `INSTA_UPDATE=always cargo test --test pictures` records it.

#![allow(clippy::unwrap_used, reason = "a helper that fails is a failed test")]

mod support;

#[path = "pictures/coordinates.rs"]
mod coordinates;
#[path = "pictures/looks.rs"]
mod looks;
#[path = "pictures/records.rs"]
mod records;

use support::{data, puzzle, rules};
use undoku::{Engine, Options, Report};
use undoku_plot::Pictures;

/// An engine for a built-in system, whose reports list steps.
fn engine_of(system: &str) -> Engine {
    let engine = Engine::with_system(rules(&[]), system).unwrap();
    engine.options(Options {
        steps: true,
        ..Options::default()
    })
}

/// The report on a line, from 1, of a file in `tests/data`.
fn rated(engine: &Engine, (file, line): (&str, usize)) -> Report {
    let all = data(file);
    let line = all.lines().nth(line - 1).unwrap();
    let (cells, label) = line.split_once(' ').unwrap_or((line, ""));
    let mut report = engine.rate(&puzzle(cells));
    report.label = Some(label.to_owned()).filter(|label| !label.is_empty());
    report
}

/// The report on a line of `tests/data/tiers-48.txt`, from 1.
fn labelled(engine: &Engine, line: usize) -> Report {
    rated(engine, ("tiers-48.txt", line))
}

fn pictures(engine: &Engine, report: &Report) -> Pictures {
    Pictures::of(engine, report).unwrap()
}

/// The values of an attribute, in order.
fn attributes<'a>(svg: &'a str, name: &str) -> Vec<&'a str> {
    let start = format!(" {name}=\"");
    svg.split(start.as_str())
        .skip(1)
        .filter_map(|rest| rest.split('"').next())
        .collect()
}
