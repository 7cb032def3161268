//! Tables with a header: CSV, TSV and the like.

use super::entry::{Entry, shortened};
use super::error::{Place, ReadError, ReadErrorKind};
use super::shape::{self, OneLine, Shape};
use crate::puzzle::Puzzle;

/// What a column of puzzles is often called.
const PUZZLE_NAMES: [&str; 14] = [
    "puzzle", "puzzles", "quiz", "quizzes", "sudoku", "sudokus", "grid", "board", "clues",
    "givens", "problem", "problems", "question", "unsolved",
];

/// What a column of labels is called, best first.
const LABEL_NAMES: [&str; 4] = ["label", "name", "id", "title"];

/// A table whose header has been read.
#[derive(Debug)]
pub(super) struct Table {
    delimiter: char,
    names: Vec<String>,
    /// The column that holds the puzzles, once it is known.
    puzzles: Option<usize>,
    labels: Option<usize>,
}

/// A field of a record.
struct Field {
    /// Where its content begins in the line, from 0.
    column: usize,
    text: String,
}

impl Table {
    /// The table with this header, if the next line shows that it is one: a line that holds a puzzle,
    /// or at least seems meant to.
    pub(super) fn with_header(header: &str, next: &str, next_has_puzzle: bool) -> Option<Table> {
        let table = Table::new(header).filter(|table| table.names.len() > 1)?;
        let fields = split(next, table.delimiter).ok()?;
        let alike = fields.len() == table.names.len();
        let telling = table.names.iter().any(|name| is_puzzle_name(name));
        let signs = [alike, telling, next_has_puzzle]
            .into_iter()
            .filter(|&sign| sign)
            .count();
        (signs >= 2).then_some(table)
    }

    /// The table with this header and the puzzles in the column of this name.
    pub(super) fn with_column(header: &str, name: &str) -> Result<Table, ReadErrorKind> {
        let mut table = Table::new(header).ok_or(ReadErrorKind::Quote)?;
        let same = |header: &String| header.eq_ignore_ascii_case(name.trim());
        match table.names.iter().position(same) {
            Some(column) => {
                table.puzzles = Some(column);
                table.labels = table.labels.filter(|&labels| labels != column);
                Ok(table)
            }
            None => {
                let header = table
                    .names
                    .iter()
                    .take(30)
                    .map(|name| shortened(name))
                    .collect();
                Err(ReadErrorKind::NoSuchColumn {
                    name: name.to_owned(),
                    header,
                })
            }
        }
    }

    fn new(header: &str) -> Option<Table> {
        let delimiter = delimiter_of(header);
        let fields = split(header, delimiter).ok()?;
        let names: Vec<String> = fields
            .iter()
            .map(|field| field.text.trim().to_owned())
            .collect();
        let labels = LABEL_NAMES.iter().find_map(|label| {
            names
                .iter()
                .position(|name| name.eq_ignore_ascii_case(label))
        });
        Some(Table {
            delimiter,
            names,
            puzzles: None,
            labels,
        })
    }

    /// Reads a record.
    pub(super) fn read(&mut self, number: usize, line: &str) -> Entry {
        let at = |column: usize| Place {
            line: number,
            column: 1 + column,
        };
        let failed = |column: usize, label, kind| {
            let place = at(column);
            let puzzle = Err(ReadError { place, kind });
            Entry {
                place,
                text: shortened(line.trim()),
                label,
                puzzle,
            }
        };
        let fields = match split(line, self.delimiter) {
            Ok(fields) => fields,
            Err(column) => return failed(column, None, ReadErrorKind::Quote),
        };
        if self.puzzles.is_none() {
            self.puzzles = self.column_by_content(&fields);
            self.labels = self.labels.filter(|&labels| Some(labels) != self.puzzles);
        }
        let text_of = |column: usize| fields.get(column).map(|field| field.text.trim());
        let label = self
            .labels
            .and_then(text_of)
            .filter(|text| !text.is_empty())
            .map(shortened);
        let Some(column) = self.puzzles else {
            return failed(0, label, ReadErrorKind::NoPuzzleColumn);
        };
        let Some(field) = fields.get(column) else {
            let kind = ReadErrorKind::Fields {
                found: fields.len(),
                needed: column + 1,
            };
            return failed(0, label, kind);
        };
        let text = field.text.trim();
        let start = field.column + shape::column_of(&field.text, text);
        let cells = match shape::shape_of(text) {
            Shape::Puzzle(OneLine { cells, .. }) => cells,
            Shape::Row(row) | Shape::Words(row) if row.stray.is_some() && row.width == 81 => {
                let (found, column) = row.stray.unwrap_or_default();
                Err((ReadErrorKind::Character { found }, column))
            }
            _ => {
                let found = text.chars().count();
                Err((ReadErrorKind::Length { found, stray: None }, 0))
            }
        };
        let puzzle = match cells {
            Ok(cells) => Ok(Puzzle::from_numbers(&cells)),
            Err((kind, column)) => Err(ReadError {
                place: at(start + column),
                kind,
            }),
        };
        Entry {
            place: at(start),
            text: shortened(text),
            label,
            puzzle,
        }
    }

    fn column_by_content(&self, fields: &[Field]) -> Option<usize> {
        let texts: Vec<&str> = fields.iter().map(|field| field.text.as_str()).collect();
        puzzle_column(&self.names, &texts)
    }
}

/// The column of a table, from 0, that holds a puzzle in this record, or seems meant to: the names of the columns
/// count, and what the fields hold. None where nothing in the record looks like a puzzle and no column is called
/// like one.
pub fn puzzle_column(names: &[impl AsRef<str>], record: &[impl AsRef<str>]) -> Option<usize> {
    let is_named = |i: usize| {
        names
            .get(i)
            .is_some_and(|name| is_puzzle_name(name.as_ref()))
    };
    let rank = |i: usize, field: &str| -> Option<u32> {
        let Shape::Puzzle(puzzle) = shape::shape_of(field) else {
            return None;
        };
        // A column of solutions has puzzles too, but none with a blank.
        Some(match puzzle.cells {
            Ok(_) if is_named(i) => 4,
            Ok(cells) if cells.contains(&0) => 3,
            Err(_) if is_named(i) => 2,
            Ok(_) => 1,
            Err(_) => 0,
        })
    };
    let fields = record.iter().map(AsRef::as_ref).enumerate();
    let ranked = fields.filter_map(|(i, field)| Some((rank(i, field)?, i)));
    let found = ranked
        .max_by_key(|&(rank, i)| (rank, std::cmp::Reverse(i)))
        .map(|(_, i)| i);
    found.or_else(|| (0..names.len()).find(|&i| is_named(i)))
}

/// Whether columns of puzzles are often called so.
pub(super) fn is_puzzle_name(name: &str) -> bool {
    PUZZLE_NAMES
        .iter()
        .any(|known| name.eq_ignore_ascii_case(known))
}

/// The delimiter that gives the header the most fields.
fn delimiter_of(header: &str) -> char {
    let fields = |&delimiter: &char| split(header, delimiter).map_or(0, |fields| fields.len());
    [',', ';', '\t']
        .into_iter()
        .max_by_key(fields)
        .unwrap_or(',')
}

/// The fields of a record. A field in quotation marks may hold the delimiter, and two quotation
/// marks for one. The error is the column of a mark that is not closed.
fn split(line: &str, delimiter: char) -> Result<Vec<Field>, usize> {
    let mut fields = Vec::new();
    let mut field = Field {
        column: 0,
        text: String::new(),
    };
    let mut opened_at = None;
    let mut chars = line.chars().enumerate().peekable();
    while let Some((column, c)) = chars.next() {
        match c {
            '"' if opened_at.is_some() => {
                if chars.next_if(|&(_, next)| next == '"').is_some() {
                    field.text.push('"');
                } else {
                    opened_at = None;
                }
            }
            '"' if field.text.trim().is_empty() => {
                opened_at = Some(column);
                field = Field {
                    column: column + 1,
                    text: String::new(),
                };
            }
            _ if c == delimiter && opened_at.is_none() => {
                let next = Field {
                    column: column + 1,
                    text: String::new(),
                };
                fields.push(std::mem::replace(&mut field, next));
            }
            _ => field.text.push(c),
        }
    }
    fields.push(field);
    opened_at.map_or(Ok(fields), Err)
}
