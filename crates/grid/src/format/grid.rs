//! Putting a grid together from its rows.

use super::entry::shortened;
use super::error::{Place, ReadError, ReadErrorKind};
use super::shape::{Numbers, Row, blank_bit};
use crate::puzzle::Puzzle;

/// The most lines of one grid that are kept. Enough for any grid with borders; more come only from
/// long runs of lines that may be rows of blanks or borders.
const LINE_LIMIT: usize = 40;

/// A grid in progress.
#[derive(Debug, Default)]
pub(super) struct Grid {
    lines: Vec<Line>,
    /// The characters that stand for blanks in the rows, as bits by [`blank_bit`].
    blanks: u8,
    /// Some row lists candidates.
    candidates: bool,
    /// How many lines there were at the last blank line.
    gap: usize,
}

/// A line of a grid.
#[derive(Debug)]
struct Line {
    number: usize,
    /// Where its text begins, from 0.
    column: usize,
    text: String,
    content: Content,
}

#[derive(Debug)]
enum Content {
    Row(Row),
    /// A row of blanks or a border: which, the other rows show.
    Rule {
        mark: char,
        width: usize,
    },
    Candidates,
}

/// A grid that has ended.
#[derive(Debug)]
pub(super) struct Finished {
    pub(super) place: Place,
    pub(super) text: String,
    pub(super) puzzle: Result<Puzzle, ReadError>,
}

impl Grid {
    /// Whether there is no row yet, at most lines that may be borders.
    pub(super) fn is_empty(&self) -> bool {
        self.lines
            .iter()
            .all(|line| matches!(line.content, Content::Rule { .. }))
    }

    /// Whether the lines so far make a grid.
    pub(super) fn is_complete(&self) -> bool {
        let rows = self.rows().count();
        rows == self.common_width().unwrap_or(9)
            || self.all_blank()
            || self.lines.len() == LINE_LIMIT && !self.is_empty()
    }

    /// Whether the row seems to belong to a grid that has begun, although it is not made of cells
    /// only.
    pub(super) fn would_take(&self, row: &Row) -> bool {
        !self.is_empty() && (row.width == 9 || (8..=10).contains(&row.width) && row.cells >= 5)
    }

    /// Whether all there is so far is a number, and that in this line.
    pub(super) fn is_number_in(&self, line: Option<usize>) -> bool {
        match &self.lines[..] {
            [
                Line {
                    number,
                    content: Content::Row(row),
                    ..
                },
            ] => Some(*number) == line && row.width < 9 && row.blanks & !blank_bit('0') == 0,
            _ => false,
        }
    }

    /// Adds a row. If it shows that what stands before the last blank line was a grid of its own,
    /// that one is returned.
    pub(super) fn add_row(&mut self, number: usize, text: &str, row: Row) -> Option<Finished> {
        let before = self.split_at_gap();
        self.blanks |= row.blanks;
        self.add(number, text, Content::Row(row));
        before
    }

    /// Adds a row that lists candidates, as [`add_row`](Self::add_row).
    pub(super) fn add_candidates(&mut self, number: usize, text: &str) -> Option<Finished> {
        let before = self.split_at_gap();
        self.candidates = true;
        self.add(number, text, Content::Candidates);
        before
    }

    /// Adds a line that may be a row of blanks or a border.
    pub(super) fn add_rule(&mut self, number: usize, text: &str, mark: char, width: usize) {
        if self.is_empty() && self.lines.len() >= LINE_LIMIT {
            self.lines.remove(0);
        }
        self.add(number, text, Content::Rule { mark, width });
    }

    fn add(&mut self, number: usize, text: &str, content: Content) {
        if self.lines.len() < LINE_LIMIT {
            let column = text.chars().take_while(|c| c.is_whitespace()).count();
            self.lines.push(Line {
                number,
                column,
                text: shortened(text.trim_end()),
                content,
            });
        }
    }

    /// Notes a blank line. Says whether the grid may go on after it: bands of three rows may be set
    /// apart.
    pub(super) fn blank_line(&mut self) -> bool {
        let rows = self.rows().count();
        let in_gap = self.gap == self.lines.len();
        let goes_on = in_gap || self.rows_after_gap() == 3 && rows < 9;
        self.gap = self.lines.len();
        goes_on && rows > 0
    }

    /// How many rows there are since the last blank line.
    fn rows_after_gap(&self) -> usize {
        self.lines[self.gap..]
            .iter()
            .filter(|line| self.is_row(line))
            .count()
    }

    /// A fourth row after a blank line: the line was the end of a grid, not of a band.
    fn split_at_gap(&mut self) -> Option<Finished> {
        if self.gap == 0 || self.rows_after_gap() < 3 {
            return None;
        }
        let after = self.lines.split_off(self.gap);
        let before = std::mem::take(self);
        for line in &after {
            match &line.content {
                Content::Row(row) => self.blanks |= row.blanks,
                Content::Candidates => self.candidates = true,
                Content::Rule { .. } => {}
            }
        }
        self.lines = after;
        before.finish()
    }

    /// Whether a line is a row, as far as the others show.
    fn is_row(&self, line: &Line) -> bool {
        match line.content {
            Content::Row(_) | Content::Candidates => true,
            Content::Rule { mark, width } => {
                let may_be = self.is_empty() || self.blanks & blank_bit(mark) != 0;
                may_be && self.common_width().unwrap_or(9) == width
            }
        }
    }

    /// The width that all rows have so far; `None` if it differs or lists of candidates have none.
    fn common_width(&self) -> Option<usize> {
        let mut widths = self.lines.iter().filter_map(|line| match &line.content {
            Content::Row(row) => Some(row.width),
            _ => None,
        });
        let first = widths.next()?;
        (!self.candidates && widths.all(|width| width == first)).then_some(first)
    }

    fn rows(&self) -> impl Iterator<Item = &Line> {
        self.lines.iter().filter(|line| self.is_row(line))
    }

    /// Whether there are nine lines of nine equal marks and nothing else.
    fn all_blank(&self) -> bool {
        self.lines.len() == 9
            && self
                .lines
                .iter()
                .all(|line| matches!(line.content, Content::Rule { width: 9, .. }))
    }

    /// What the lines amount to; `None` if they were only borders.
    pub(super) fn finish(mut self) -> Option<Finished> {
        if self.all_blank() {
            self.blanks = !0;
        } else if self.is_empty() {
            return None;
        } else if self.blanks == 0 && self.lines.len() == 9 {
            // Filled rows and lines of marks that together make a grid.
            self.blanks = !0;
        }
        let rows: Vec<&Line> = self.rows().collect();
        let first = *rows.first()?;
        let text: Vec<&str> = rows.iter().map(|line| line.text.as_str()).collect();
        let place = Place {
            line: first.number,
            column: 1 + first.column,
        };
        Some(Finished {
            place,
            text: text.join("\n"),
            puzzle: self.read(&rows),
        })
    }

    /// The puzzle of the rows.
    fn read(&self, rows: &[&Line]) -> Result<Puzzle, ReadError> {
        let error = |line: &Line, column: usize, kind| {
            Err(ReadError {
                place: Place {
                    line: line.number,
                    column: 1 + column,
                },
                kind,
            })
        };
        let (first, last) = (rows[0], rows[rows.len() - 1]);
        if self.candidates {
            let what = "a grid that lists the candidates of its cells";
            return error(first, first.column, ReadErrorKind::Unsupported { what });
        }
        if let Some(width) = self.common_width().filter(|&width| width != 9) {
            let on_one_line = rows.len() == 1 && width == 16;
            if rows.len() == width || on_one_line {
                let size = if on_one_line { 4 } else { width };
                return error(first, first.column, ReadErrorKind::Size { size });
            }
            if rows.len() == 1 {
                return error(
                    first,
                    first.column,
                    ReadErrorKind::Length {
                        found: width,
                        stray: None,
                    },
                );
            }
        }
        let mut numbers: Numbers = [0; 81];
        for (i, line) in rows.iter().enumerate() {
            // A row of marks has blanks only.
            let Content::Row(row) = &line.content else {
                continue;
            };
            if let Some((found, column)) = row.stray {
                return error(line, column, ReadErrorKind::Character { found });
            }
            if row.width != 9 {
                return error(
                    line,
                    row.column,
                    ReadErrorKind::RowLength {
                        row: i + 1,
                        found: row.width,
                    },
                );
            }
            if let Some(place) = numbers.get_mut(9 * i..9 * i + 9) {
                place.copy_from_slice(&row.numbers);
            }
        }
        if rows.len() < 9 {
            return error(last, last.column, ReadErrorKind::Rows { found: rows.len() });
        }
        Ok(Puzzle::from_numbers(&numbers))
    }
}
