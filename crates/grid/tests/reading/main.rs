//! What puzzles are read from which texts, and what is said about the rest.

#![expect(clippy::unwrap_used, reason = "a test may panic")]

mod grids;
mod library;
mod lists;
mod refused;
mod streams;
mod tables;

use std::io;

use undoku_grid::format::{Entry, ReadOptions, parse_puzzle, read_puzzles};

const PLAIN: &str =
    "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
const OTHER: &str =
    "016400000200009000400000062070230100100000003003087040960000005000800007000006820";

fn entries(input: impl AsRef<[u8]>) -> Vec<Entry> {
    read_puzzles(input.as_ref(), ReadOptions::default())
        .collect::<io::Result<_>>()
        .unwrap()
}

/// Each entry in short: where it begins, then its label and puzzle, or its error.
fn outline(input: impl AsRef<[u8]>) -> Vec<String> {
    let line = |entry: Entry| match entry.puzzle {
        Ok(puzzle) => {
            let label = entry
                .label
                .map_or(String::new(), |label| format!(" [{label}]"));
            format!(
                "{}:{}{label} {puzzle}",
                entry.place.line, entry.place.column
            )
        }
        Err(error) => format!("{} ({})", error.place, error.code()),
    };
    entries(input).into_iter().map(line).collect()
}

/// The puzzle as it is printed.
fn dots(text: &str) -> String {
    text.replace(['0', '*', '_', '-', 'x', 'X'], ".")
}

/// The 81 characters in rows of nine.
fn rows(puzzle: &str) -> Vec<String> {
    puzzle
        .as_bytes()
        .chunks(9)
        .map(|row| String::from_utf8(row.to_vec()).unwrap())
        .collect()
}

fn reads_as(text: &str, puzzle: &str) {
    assert_eq!(puzzle.len(), 81);
    match parse_puzzle(text) {
        Ok(read) => assert_eq!(read.to_string(), dots(puzzle), "{text}"),
        Err(error) => panic!("{error}\n{text}"),
    }
}

/// The code, place and message of the only error.
fn error_of(text: &str) -> (&'static str, usize, usize, String) {
    let error = parse_puzzle(text).unwrap_err();
    (
        error.code(),
        error.place.line,
        error.place.column,
        error.message(),
    )
}
