//! Why a text is not a puzzle, and where.

use std::fmt;

/// A place in the text that was read: line and column, both counted from 1, the column in
/// characters.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Place {
    /// The line, from 1.
    pub line: usize,
    /// The character within the line, from 1.
    pub column: usize,
}

/// `line 3, column 17`.
impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}, column {}", self.line, self.column)
    }
}

/// Why no puzzle was read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ReadError {
    /// The place that the message is about.
    pub place: Place,
    /// What is wrong there.
    pub kind: ReadErrorKind,
}

/// What is wrong with a text that should be a puzzle.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum ReadErrorKind {
    /// Too few or too many characters for a puzzle on one line.
    Length {
        /// How many there are.
        found: usize,
        /// The first one that is no cell; the place is where it stands.
        stray: Option<char>,
    },
    /// A character that is neither a digit nor a blank.
    Character {
        /// The character.
        found: char,
    },
    /// A row of a grid has too few or too many cells.
    RowLength {
        /// The row, from 1.
        row: usize,
        /// How many cells it has.
        found: usize,
    },
    /// A grid ends before its ninth row.
    Rows {
        /// How many rows there are.
        found: usize,
    },
    /// A grid of another size.
    Size {
        /// How many rows and columns it has.
        size: usize,
    },
    /// A form of puzzle that is recognised but not read.
    Unsupported {
        /// What it is, with its article.
        what: &'static str,
    },
    /// A case of a technique library, which is more than a puzzle.
    LibraryCase,
    /// A line with nothing like a puzzle in it.
    NotAPuzzle,
    /// Bytes that are no text.
    NotText {
        /// What shows it.
        why: &'static str,
    },
    /// A line that is too long to be read.
    LineTooLong {
        /// The most bytes that a line may have.
        limit: usize,
    },
    /// A table has no column of the name that was asked for.
    NoSuchColumn {
        /// The name that was asked for.
        name: String,
        /// The names that the table's header has.
        header: Vec<String>,
    },
    /// No column of a table's record holds a puzzle.
    NoPuzzleColumn,
    /// A record of a table ends before the column that holds the puzzle.
    Fields {
        /// How many fields it has.
        found: usize,
        /// How many it takes to reach the puzzle.
        needed: usize,
    },
    /// A field of a table opens a quotation mark and does not close it.
    Quote,
    /// There is nothing to read where one puzzle was expected.
    Empty,
    /// There are several puzzles where one was expected.
    Several {
        /// How many.
        found: usize,
    },
}

impl ReadError {
    /// A word for the kind of error that stays the same between versions.
    #[must_use = "this only reads the error"]
    pub const fn code(&self) -> &'static str {
        match self.kind {
            ReadErrorKind::Length { .. } => "length",
            ReadErrorKind::Character { .. } => "character",
            ReadErrorKind::RowLength { .. } => "row_length",
            ReadErrorKind::Rows { .. } => "rows",
            ReadErrorKind::Size { .. } => "size",
            ReadErrorKind::Unsupported { .. } | ReadErrorKind::LibraryCase => "unsupported",
            ReadErrorKind::NotAPuzzle => "not_a_puzzle",
            ReadErrorKind::NotText { .. } => "not_text",
            ReadErrorKind::LineTooLong { .. } => "line_too_long",
            ReadErrorKind::NoSuchColumn { .. } | ReadErrorKind::NoPuzzleColumn => "column",
            ReadErrorKind::Fields { .. } => "fields",
            ReadErrorKind::Quote => "quote",
            ReadErrorKind::Empty => "empty",
            ReadErrorKind::Several { .. } => "several",
        }
    }

    /// What is wrong and what to do, without the place.
    #[must_use = "this only reads the error"]
    pub fn message(&self) -> String {
        self.kind.to_string()
    }
}

impl fmt::Display for ReadErrorKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ReadErrorKind::Length { found, stray } => {
                write!(f, "{found} characters where a puzzle has 81")?;
                match stray {
                    Some(stray) => write!(f, ", and {stray:?} among them is no cell"),
                    None if *found < 81 => write!(f, "; add the missing {}", 81 - found),
                    None => write!(
                        f,
                        "; take {} out, or put a space before a label",
                        found - 81
                    ),
                }
            }
            ReadErrorKind::Character { found } => {
                write!(
                    f,
                    "{found:?} is no cell; write 1 to 9, or one of . 0 * _ - x for a blank"
                )
            }
            ReadErrorKind::RowLength { row, found } => {
                write!(
                    f,
                    "row {row} has {found} {} where a row has 9",
                    noun(*found, "cell")
                )
            }
            ReadErrorKind::Rows { found } => {
                let (row, rows) = (found + 1, noun(*found, "row"));
                write!(
                    f,
                    "row {row} is missing: the grid ends after {found} {rows} and should have 9"
                )
            }
            ReadErrorKind::Size { size } => {
                write!(
                    f,
                    "a {size}x{size} grid where a 9x9 grid is expected; other sizes are not supported"
                )
            }
            ReadErrorKind::Unsupported { what } => {
                write!(
                    f,
                    "{what}, which is not supported; write the clues as 81 characters"
                )
            }
            ReadErrorKind::LibraryCase => f.write_str(
                "a case of a technique library where a puzzle is expected; `undoku test --library` reads such files",
            ),
            ReadErrorKind::NotAPuzzle => f.write_str(
                "no puzzle here; write 81 characters or nine rows, and # before a comment",
            ),
            ReadErrorKind::NotText { why } => {
                write!(
                    f,
                    "not a text: {why}; save the puzzles as a UTF-8 text file"
                )
            }
            ReadErrorKind::LineTooLong { limit } => {
                write!(
                    f,
                    "a line of more than {limit} bytes; write one puzzle a line"
                )
            }
            ReadErrorKind::NoSuchColumn { name, header } => {
                write!(
                    f,
                    "no column {name:?}; the columns are {}",
                    header.join(", ")
                )
            }
            ReadErrorKind::NoPuzzleColumn => {
                f.write_str("no column holds a puzzle of 81 characters; name the column to read")
            }
            ReadErrorKind::Fields { found, needed } => {
                let fields = noun(*found, "field");
                write!(f, "{found} {fields} where the puzzle is in column {needed}")
            }
            ReadErrorKind::Quote => {
                f.write_str("a quotation mark is not closed; close it in the same line")
            }
            ReadErrorKind::Empty => f.write_str("no puzzle; write 81 characters or nine rows"),
            ReadErrorKind::Several { found } => {
                write!(
                    f,
                    "{found} puzzles where one is expected; give one at a time"
                )
            }
        }
    }
}

/// `noun` in the form that goes with `count`.
fn noun(count: usize, noun: &str) -> String {
    if count == 1 {
        noun.to_owned()
    } else {
        format!("{noun}s")
    }
}

/// The place and the message.
impl fmt::Display for ReadError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.place, self.kind)
    }
}

impl std::error::Error for ReadError {}
