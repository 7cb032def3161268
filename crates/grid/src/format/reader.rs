//! The reader: from lines to entries.

use std::collections::VecDeque;
use std::io::{self, BufRead};

use super::entry::{Entry, shortened};
use super::error::{Place, ReadError, ReadErrorKind};
use super::grid::{Finished, Grid};
use super::lines::{LINE_LIMIT, Line, Lines};
use super::shape::{self, OneLine, Shape};
use super::table::{Table, is_puzzle_name};
use crate::puzzle::Puzzle;

/// What a reader is told beforehand.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ReadOptions {
    /// The name of the column that holds the puzzles of a table; case does not matter. With it, the
    /// first line has to be the header of a table.
    pub column: Option<String>,
}

/// The entries of an input, read as they are asked for.
///
/// An error of the input itself is handed out once and ends the reading.
#[derive(Debug)]
pub struct PuzzleReader<R> {
    lines: Lines<R>,
    state: State,
    ended: bool,
}

/// What is known at some line.
#[derive(Debug, Default)]
struct State {
    ready: VecDeque<Entry>,
    /// The column to look for in the header that comes next.
    column: Option<String>,
    table: Option<Table>,
    /// The grid in progress; empty if there is none.
    grid: Grid,
    /// A line of words that has not found its meaning: a header, a grid's title, or nothing.
    words: Option<Words>,
    /// Title, level and description out of a grid's header.
    titles: [Option<String>; 3],
    /// The first line that was neither blank nor a comment.
    first: Option<usize>,
    /// The last entry was a grid: words around grids need not mean anything.
    among_grids: bool,
    /// The last line was no text: what follows is taken for text only if it looks like a puzzle.
    in_junk: bool,
    /// Nothing after this can be read.
    stopped: bool,
}

#[derive(Debug)]
struct Words {
    place: Place,
    text: String,
    may_be_header: bool,
    /// They stand near grids, where words need not mean anything.
    among_grids: bool,
}

impl<R: BufRead> PuzzleReader<R> {
    /// A reader of the input.
    pub fn new(input: R, options: ReadOptions) -> PuzzleReader<R> {
        let state = State {
            column: options.column,
            ..State::default()
        };
        PuzzleReader {
            lines: Lines::new(input),
            state,
            ended: false,
        }
    }
}

impl<R: BufRead> Iterator for PuzzleReader<R> {
    type Item = io::Result<Entry>;

    fn next(&mut self) -> Option<io::Result<Entry>> {
        loop {
            if let Some(entry) = self.state.ready.pop_front() {
                return Some(Ok(entry));
            }
            if self.ended {
                return None;
            }
            let number = self.lines.number() + 1;
            match self.lines.next() {
                Ok(Some(line)) => self.state.line(number, line),
                Ok(None) => {
                    self.state.end();
                    self.ended = true;
                }
                Err(error) => {
                    self.ended = true;
                    return Some(Err(error));
                }
            }
            self.ended |= self.state.stopped;
        }
    }
}

impl<R: BufRead> std::iter::FusedIterator for PuzzleReader<R> {}

impl State {
    fn line(&mut self, number: usize, line: Line<'_>) {
        let place = Place {
            line: number,
            column: 1,
        };
        match line {
            Line::Text(text) if self.column.is_some() || self.table.is_some() => {
                self.record(number, text)
            }
            // A file of games may have all of them on one line.
            Line::Text(text) if text.trim_start().starts_with('<') => self.games(number, text),
            Line::Text(text) => self.shape(number, 0, text, shape::shape_of(text)),
            Line::NotText(why, text) => {
                self.end_grid();
                self.end_words();
                if !self.in_junk {
                    self.fail(place, &text, None, ReadErrorKind::NotText { why });
                }
                self.in_junk = true;
            }
            Line::TooLong(text) => {
                self.end_grid();
                self.end_words();
                self.fail(
                    place,
                    text,
                    None,
                    ReadErrorKind::LineTooLong { limit: LINE_LIMIT },
                );
            }
        }
    }

    /// A line of a table.
    fn record(&mut self, number: usize, line: &str) {
        let text = line.trim();
        if text.is_empty() || text.starts_with('#') {
            return;
        }
        if let Some(name) = self.column.take() {
            match Table::with_column(line, &name) {
                Ok(table) => self.table = Some(table),
                Err(kind) => {
                    self.fail(
                        Place {
                            line: number,
                            column: 1,
                        },
                        text,
                        None,
                        kind,
                    );
                    self.stopped = true;
                }
            }
        } else if let Some(table) = &mut self.table {
            let entry = table.read(number, line);
            self.ready.push_back(entry);
        }
    }

    /// A line with tags: each game in it is read by itself.
    fn games(&mut self, number: usize, line: &str) {
        let mut starts: Vec<usize> = line.match_indices("<game ").map(|(at, _)| at).collect();
        if starts.is_empty() {
            starts.push(0);
        }
        for (i, &start) in starts.iter().enumerate() {
            let end = starts.get(i + 1).copied().unwrap_or(line.len());
            let column = line[..start].chars().count();
            let part = &line[start..end];
            self.shape(number, column, part, shape::shape_of(part));
        }
    }

    /// A line, or the part of one that begins in the column `offset`.
    fn shape(&mut self, number: usize, offset: usize, line: &str, shape: Shape<'_>) {
        if self.in_junk {
            let is_puzzle = match &shape {
                Shape::Puzzle(_) => true,
                Shape::Row(row) => row.width == 9,
                _ => false,
            };
            if !is_puzzle {
                return;
            }
            self.in_junk = false;
        }
        if !matches!(shape, Shape::Blank | Shape::Comment(_)) {
            self.first.get_or_insert(number);
        }
        match shape {
            Shape::Blank => {
                if !self.grid.blank_line() {
                    self.end_grid();
                }
                // What stands right above a grid is its title, and what is set apart from it is not.
                self.words.take_if(|words| words.among_grids);
            }
            Shape::Comment(comment) => self.comment(comment),
            Shape::Ornament => {}
            Shape::Rule { mark, width } => {
                self.grid.add_rule(number, line, mark, width);
                self.end_complete_grid();
            }
            Shape::Row(row) => self.row(number, line, row),
            Shape::Candidates => {
                let before = self.grid.add_candidates(number, line);
                self.emit_grid(before);
                self.end_complete_grid();
            }
            Shape::Words(row) if self.grid.would_take(&row) => self.row(number, line, row),
            Shape::Words(row) => {
                self.end_grid();
                let place = Place {
                    line: number,
                    column: 1 + offset + row.column,
                };
                if !self.begin_table(number, line, false) {
                    self.words(place, line);
                }
            }
            Shape::Puzzle(puzzle) => self.one_line(number, offset, line, puzzle),
        }
    }

    fn row(&mut self, number: usize, line: &str, row: shape::Row) {
        let before = self.grid.add_row(number, line, row);
        self.emit_grid(before);
        self.end_complete_grid();
    }

    /// A comment may be a line of a grid's header: a letter, and the text right after it.
    fn comment(&mut self, comment: &str) {
        let mut chars = comment.chars();
        let kind = chars.next().and_then(|letter| "TLD".find(letter));
        let text = chars.as_str();
        // `#Last` and `#LAST` are ordinary comments.
        let begins_as_word = |text: &str| {
            text.starts_with(char::is_lowercase)
                || text.chars().take(2).filter(|c| c.is_uppercase()).count() == 2
        };
        if let Some(kind) = kind
            && !text.trim().is_empty()
            && !begins_as_word(text)
        {
            self.titles[kind] = Some(shortened(text.trim()));
        }
    }

    fn words(&mut self, place: Place, line: &str) {
        // The lines that programs put below their grids.
        let text = line.trim();
        if self.among_grids && (text.starts_with("Simple Sudoku") || text.starts_with("Version ")) {
            return;
        }
        self.end_words();
        let may_be_header = self.first == Some(place.line);
        let text = if may_be_header {
            line.to_owned()
        } else {
            shortened(text)
        };
        self.words = Some(Words {
            place,
            text,
            may_be_header,
            among_grids: self.among_grids,
        });
    }

    /// Reads the line as the first record of a table, if the words above it are the header of one.
    fn begin_table(&mut self, number: usize, line: &str, has_puzzle: bool) -> bool {
        let Some(header) = self.words.as_ref().filter(|words| words.may_be_header) else {
            return false;
        };
        self.table = Table::with_header(&header.text, line, has_puzzle);
        if self.table.is_none() {
            return false;
        }
        self.words = None;
        self.record(number, line);
        true
    }

    fn one_line(&mut self, number: usize, offset: usize, line: &str, puzzle: OneLine<'_>) {
        // Some lists begin with the number of puzzles in them.
        if self.grid.is_number_in(self.first) {
            self.grid = Grid::default();
        }
        self.end_grid();
        if self.begin_table(number, line, true) {
            return;
        }
        // The header of a table with one column.
        self.words
            .take_if(|words| words.may_be_header && is_puzzle_name(words.text.trim()));
        self.end_words();
        let at = |column: usize| Place {
            line: number,
            column: 1 + offset + column,
        };
        let cells = puzzle.cells.map(|cells| Puzzle::from_numbers(&cells));
        self.ready.push_back(Entry {
            place: at(puzzle.column),
            text: shortened(puzzle.text),
            label: puzzle.label.as_deref().map(shortened),
            puzzle: cells.map_err(|(kind, column)| ReadError {
                place: at(column),
                kind,
            }),
        });
        self.titles = Default::default();
        self.among_grids = false;
    }

    fn end_complete_grid(&mut self) {
        if self.grid.is_complete() {
            self.end_grid();
        }
    }

    fn end_grid(&mut self) {
        let finished = std::mem::take(&mut self.grid).finish();
        self.emit_grid(finished);
    }

    fn emit_grid(&mut self, finished: Option<Finished>) {
        let Some(Finished {
            place,
            text,
            puzzle,
        }) = finished
        else {
            return;
        };
        let words = self.words.take_if(|words| words.place < place);
        let title = std::mem::take(&mut self.titles)
            .into_iter()
            .flatten()
            .next();
        let label = title.or(words.map(|words| shortened(words.text.trim())));
        self.ready.push_back(Entry {
            place,
            text,
            label,
            puzzle,
        });
        self.among_grids = true;
    }

    /// Words that turned out to have no meaning.
    fn end_words(&mut self) {
        if let Some(Words {
            place,
            text,
            among_grids: false,
            ..
        }) = self.words.take()
        {
            self.fail(place, text.trim(), None, ReadErrorKind::NotAPuzzle);
        }
    }

    fn end(&mut self) {
        self.end_grid();
        self.end_words();
    }

    fn fail(&mut self, place: Place, text: &str, label: Option<String>, kind: ReadErrorKind) {
        let puzzle = Err(ReadError { place, kind });
        self.ready.push_back(Entry {
            place,
            text: shortened(text),
            label,
            puzzle,
        });
    }
}
