//! Reading puzzles from text.
//!
//! An input may hold any number of puzzles, in any of these forms and also in several of them:
//!
//! - **one puzzle a line**, as 81 characters: a digit for a clue, one of `. 0 * _ - x X` for a
//!   blank. What else the line says is the puzzle's label. The 81 may also stand in groups
//!   (`53..7.... 6..195... …`).
//! - **nine lines of nine**, with or without spaces, bars and borders. A line of words right above the
//!   grid is its label; lines of words after it are skipped. Header lines as SadMan Software's `.sdk`
//!   files have them (`#T`, `#L`, `#D`, …) give a label, too.
//! - **a table**: comma-, semicolon- or tab-separated, with a header. The puzzles are in the column
//!   that [`ReadOptions`] names, or in the one that has puzzles in the first record. The labels are
//!   in a column called label, name, id or title.
//! - **a link** to sudokuwiki.org with the puzzle in `bd=`, and the `<game data="…"/>` **elements**
//!   of an OpenSudoku file.
//!
//! Lines that begin with `#` are comments. Blank lines, a byte-order mark and the kind of line ends
//! do not matter. Memory stays the same however long the input is.
//!
//! What is not one of these is an [`Entry`] with an error that says where and why; the entries around
//! it are not affected. In a run of lines that are no text only the first gives an error. Clues that
//! conflict are no error here: see [`Puzzle::conflicts`].

mod entry;
mod error;
mod grid;
mod library;
mod lines;
mod reader;
mod shape;
mod table;

use std::io::BufRead;

pub use entry::Entry;
pub use error::{Place, ReadError, ReadErrorKind};
pub use library::{LibraryCase, LibraryError, LibraryErrorKind, LibraryReader, read_library};
pub use reader::{PuzzleReader, ReadOptions};
pub use table::puzzle_column;

use crate::puzzle::Puzzle;

/// Reads puzzles in any of the forms that the [module](self) lists, in the order of the input.
///
/// ```
/// use undoku_grid::format::{ReadOptions, read_puzzles};
///
/// let input = "\
/// 53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79 first
/// 53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..7 second
/// ";
/// let entries: Vec<_> =
///     read_puzzles(input.as_bytes(), ReadOptions::default()).collect::<Result<_, _>>()?;
/// assert_eq!(entries[0].label.as_deref(), Some("first"));
/// assert_eq!(entries[0].puzzle.as_ref().map(|puzzle| puzzle.clues().len()), Ok(30));
/// let error = entries[1].puzzle.as_ref().unwrap_err();
/// assert_eq!(
///     error.to_string(),
///     "line 2, column 1: 80 characters where a puzzle has 81; add the missing 1"
/// );
/// # Ok::<(), std::io::Error>(())
/// ```
pub fn read_puzzles<R: BufRead>(input: R, options: ReadOptions) -> PuzzleReader<R> {
    PuzzleReader::new(input, options)
}

/// Reads one puzzle in any of the forms that the [module](self) lists.
///
/// # Errors
///
/// If there is no puzzle in the text, or more than one, or something wrong with it.
pub fn parse_puzzle(text: &str) -> Result<Puzzle, ReadError> {
    // Reading from memory gives no other errors.
    let mut entries = read_puzzles(text.as_bytes(), ReadOptions::default()).flatten();
    let Some(entry) = entries.next() else {
        return Err(ReadError {
            place: Place { line: 1, column: 1 },
            kind: ReadErrorKind::Empty,
        });
    };
    let puzzle = entry.puzzle?;
    match entries.next() {
        None => Ok(puzzle),
        Some(second) => {
            let found = 2 + entries.count();
            Err(ReadError {
                place: second.place,
                kind: ReadErrorKind::Several { found },
            })
        }
    }
}
