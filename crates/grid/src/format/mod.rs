//! Reading puzzles from text.

mod error;

use std::io::{self, BufRead};

pub use error::{Place, ReadError, ReadErrorKind};

use crate::puzzle::Puzzle;

/// One puzzle, or one thing that should have been a puzzle, in the order of the input.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entry {
    /// Where its text begins.
    pub place: Place,
    /// Its text as it was written; cut off where it is very long.
    pub text: String,
    /// What the input calls it.
    pub label: Option<String>,
    /// The puzzle, or why there is none.
    pub puzzle: Result<Puzzle, ReadError>,
}

/// What a reader is told beforehand.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ReadOptions {
    /// The name of the column that holds the puzzles of a table. With it, the input's first line has
    /// to be a table's header.
    pub column: Option<String>,
}

/// The puzzles of an input, read as they are asked for.
#[derive(Debug)]
pub struct PuzzleReader<R> {
    lines: io::Lines<R>,
    number: usize,
}

/// Reads puzzles in any of the forms that the [module](self) lists.
pub fn read_puzzles<R: BufRead>(input: R, _options: ReadOptions) -> PuzzleReader<R> {
    PuzzleReader {
        lines: input.lines(),
        number: 0,
    }
}

impl<R: BufRead> Iterator for PuzzleReader<R> {
    type Item = io::Result<Entry>;

    fn next(&mut self) -> Option<io::Result<Entry>> {
        let line = match self.lines.next()? {
            Ok(line) => line,
            Err(error) => return Some(Err(error)),
        };
        self.number += 1;
        let place = Place {
            line: self.number,
            column: 1,
        };
        let mut numbers = [0; 81];
        let found = line.chars().count();
        let puzzle = if found == 81 {
            for (number, c) in numbers.iter_mut().zip(line.chars()) {
                *number = c.to_digit(10).unwrap_or(0) as u8;
            }
            Ok(Puzzle::from_numbers(&numbers))
        } else {
            Err(ReadError {
                place,
                kind: ReadErrorKind::Length { found, stray: None },
            })
        };
        Some(Ok(Entry {
            place,
            text: line,
            label: None,
            puzzle,
        }))
    }
}

/// Reads one puzzle in any of the forms that the [module](self) lists.
///
/// # Errors
///
/// If there is no puzzle in the text, or more than one, or something wrong with it.
pub fn parse_puzzle(text: &str) -> Result<Puzzle, ReadError> {
    let empty = ReadError {
        place: Place { line: 1, column: 1 },
        kind: ReadErrorKind::Empty,
    };
    match read_puzzles(text.as_bytes(), ReadOptions::default()).next() {
        Some(Ok(entry)) => entry.puzzle,
        _ => Err(empty),
    }
}
