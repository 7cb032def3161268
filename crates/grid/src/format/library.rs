//! Reading technique libraries: one case a line, with what a technique must find in a position.
//!
//! The format is that of HoDoKu's regression library. A case is a line
//!
//! ```text
//! :0100:7:+53..7…:711 722:743 753::
//! ```
//!
//! whose fields stand between colons: the technique's code, which may have a variant behind a hyphen;
//! the digits it is about; the 81 cells of the position, with a `+` before a digit that is no clue but
//! was placed; the candidates that were eliminated since; those that the technique eliminates; the
//! digits it places; and what else is said. Candidates are three digits each, digit, row and column.
//! The variant `x` marks a case in which nothing must be found. All other lines that are not empty must
//! be comments, which start with `#`.

use std::fmt;
use std::io::{self, BufRead};

use super::error::{Place, ReadErrorKind};
use super::lines::{LINE_LIMIT, Line, Lines};
use super::shape::column_of;
use crate::candidate_set::CandidateSet;
use crate::cell::Cell;
use crate::deduction::Deduction;
use crate::digit::Digit;
use crate::digit_set::DigitSet;
use crate::puzzle::Puzzle;
use crate::situation::{Situation, SituationError};

/// The variant of a case in which nothing must be found.
const NOTHING: &str = "x";

/// The most characters of a code and of its variant.
const LONGEST_CODE: usize = 16;

/// One case of a technique library.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LibraryCase {
    /// The line it stands on, from 1.
    pub line: usize,
    /// The code of the technique, without the variant: letters and digits.
    pub code: String,
    /// What stands behind the code's hyphen, if anything does.
    pub variant: Option<String>,
    /// The digits that the technique is about, if the case says so.
    pub digits: DigitSet,
    /// Where the technique is looked for.
    pub situation: Situation,
    /// What it must find; `None` if it must find nothing.
    pub finds: Option<Deduction>,
    /// What else the case says, such as the length of a chain.
    pub extra: String,
}

impl LibraryCase {
    /// The code with its variant, as in `0707-1`.
    #[must_use = "this only reads the case"]
    pub fn full_code(&self) -> String {
        match &self.variant {
            Some(variant) => format!("{}-{variant}", self.code),
            None => self.code.clone(),
        }
    }
}

/// Why a line is no case.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LibraryError {
    /// The place that the message is about.
    pub place: Place,
    /// What is wrong there.
    pub kind: LibraryErrorKind,
}

/// What is wrong with a line that should be a case.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum LibraryErrorKind {
    /// The line is no text, or too long.
    Line(ReadErrorKind),
    /// The line does not start with a colon.
    NoCase,
    /// Fields are missing at the end of the line.
    Fields {
        /// How many there are.
        found: usize,
    },
    /// The code is missing, too long, or has other characters than letters and digits.
    Code,
    /// A character that is no digit from 1 to 9.
    Digit {
        /// The character.
        found: char,
    },
    /// A character that is no cell.
    CellCharacter {
        /// The character.
        found: char,
    },
    /// The position has not 81 cells.
    Cells {
        /// How many it has.
        found: usize,
    },
    /// A candidate that is not three digits from 1 to 9.
    Candidate,
    /// The clues and placed digits contradict each other.
    Situation(SituationError),
    /// It eliminates and places, or places two digits in one cell.
    Several,
    /// What must be found would not change the position.
    Idle,
    /// A case says nothing of what must be found, and is not marked by the variant `x`.
    Nothing,
}

impl fmt::Display for LibraryErrorKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            LibraryErrorKind::Line(kind) => kind.fmt(f),
            LibraryErrorKind::NoCase => f.write_str(
                "no case of a technique library; start it with a colon, or with # if it is a comment",
            ),
            LibraryErrorKind::Fields { found } => write!(
                f,
                "{found} of a case's fields; a case is :code:digits:cells:deleted:eliminations:placements:extra"
            ),
            LibraryErrorKind::Code => write!(
                f,
                "no code of a technique; write letters and digits, at most {LONGEST_CODE}, and a variant behind a hyphen"
            ),
            LibraryErrorKind::Digit { found } => {
                write!(f, "{found:?} is no digit; write 1 to 9")
            }
            LibraryErrorKind::CellCharacter { found } => write!(
                f,
                "{found:?} is no cell; write 1 to 9, with + before a placed digit, or . or 0 for an open cell"
            ),
            LibraryErrorKind::Cells { found } => {
                write!(f, "{found} cells where a position has 81")
            }
            LibraryErrorKind::Candidate => f.write_str(
                "not a candidate; write its digit, row and column, 1 to 9 each, with blanks between candidates",
            ),
            LibraryErrorKind::Situation(error) => error.fmt(f),
            LibraryErrorKind::Several => f.write_str(
                "more than one step can conclude; give eliminations, or one digit for each cell",
            ),
            LibraryErrorKind::Idle => {
                f.write_str("this would change nothing in the position of the case")
            }
            LibraryErrorKind::Nothing => f.write_str(
                "neither eliminations nor placements; give one of them, or the variant x if nothing must be found",
            ),
        }
    }
}

/// The place and the message.
impl fmt::Display for LibraryError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.place, self.kind)
    }
}

impl std::error::Error for LibraryError {}

/// The cases of a technique library, read as they are asked for, in bounded memory.
///
/// An error of the input itself is handed out once and ends the reading; a line that is no case does
/// not.
#[derive(Debug)]
pub struct LibraryReader<R> {
    lines: Lines<R>,
    ended: bool,
}

/// Reads the cases of a technique library in the order of their lines.
///
/// ```
/// use undoku_grid::format::read_library;
///
/// let cells = format!("1234+5678.{}", ".".repeat(72));
/// let library = format!("# Full house\n:0000:9:{cells}:::919:\n");
/// let case = read_library(library.as_bytes()).next().unwrap()??;
/// assert_eq!((case.line, case.code.as_str()), (2, "0000"));
/// assert_eq!(case.finds.unwrap().to_string(), "r1c9=9");
/// assert_eq!(case.situation.placed().clues().to_string(), "r1c5");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn read_library<R: BufRead>(input: R) -> LibraryReader<R> {
    LibraryReader {
        lines: Lines::new(input),
        ended: false,
    }
}

impl<R: BufRead> Iterator for LibraryReader<R> {
    type Item = io::Result<Result<LibraryCase, LibraryError>>;

    fn next(&mut self) -> Option<Self::Item> {
        while !self.ended {
            let line = self.lines.number() + 1;
            match self.lines.next() {
                Ok(Some(text)) => {
                    if let Some(found) = case_of(line, &text) {
                        return Some(Ok(found));
                    }
                }
                Ok(None) => self.ended = true,
                Err(error) => {
                    self.ended = true;
                    return Some(Err(error));
                }
            }
        }
        None
    }
}

impl<R: BufRead> std::iter::FusedIterator for LibraryReader<R> {}

fn case_of(line: usize, content: &Line<'_>) -> Option<Result<LibraryCase, LibraryError>> {
    let start = Place { line, column: 1 };
    let error = |kind| {
        Some(Err(LibraryError {
            place: start,
            kind: LibraryErrorKind::Line(kind),
        }))
    };
    match content {
        Line::Text(text) if text.trim().is_empty() || text.trim_start().starts_with('#') => None,
        Line::Text(text) => Some(Fields { line, text }.case()),
        Line::NotText(why, _) => error(ReadErrorKind::NotText { why }),
        Line::TooLong(_) => error(ReadErrorKind::LineTooLong { limit: LINE_LIMIT }),
    }
}

/// A line on its way to a case.
struct Fields<'a> {
    line: usize,
    text: &'a str,
}

impl<'a> Fields<'a> {
    fn error<T>(&self, part: &'a str, kind: LibraryErrorKind) -> Result<T, LibraryError> {
        Err(LibraryError {
            place: Place {
                line: self.line,
                column: column_of(self.text, part) + 1,
            },
            kind,
        })
    }

    fn case(&self) -> Result<LibraryCase, LibraryError> {
        let text = self.text.trim();
        let Some(fields) = text.strip_prefix(':') else {
            return self.error(text, LibraryErrorKind::NoCase);
        };
        // What else is said may hold colons.
        let fields: Vec<&str> = fields.splitn(7, ':').collect();
        let [code, digits, cells, deleted, gone, placed, ref extra @ ..] = fields[..] else {
            let found = fields.len();
            return self.error(text, LibraryErrorKind::Fields { found });
        };
        let (name, variant) = match code.split_once('-') {
            Some((name, variant)) => (name, Some(variant)),
            None => (code, None),
        };
        if !is_code(name) || !variant.is_none_or(is_code) {
            return self.error(code, LibraryErrorKind::Code);
        }
        let situation = self.situation(cells, deleted)?;
        let finds = self.finds(gone, placed)?;
        // What a wrong program finds may be written down where nothing must be found.
        let finds = match (finds, variant) {
            (_, Some(NOTHING)) => None,
            (None, _) => return self.error(gone, LibraryErrorKind::Nothing),
            (Some(finds), _) if !situation.is_changed_by(&finds) => {
                let part = if gone.trim().is_empty() { placed } else { gone };
                return self.error(part, LibraryErrorKind::Idle);
            }
            (finds, _) => finds,
        };
        Ok(LibraryCase {
            line: self.line,
            code: name.to_owned(),
            variant: variant.map(str::to_owned),
            digits: self.digits(digits)?,
            situation,
            finds,
            extra: extra.first().copied().unwrap_or_default().to_owned(),
        })
    }

    fn digits(&self, field: &'a str) -> Result<DigitSet, LibraryError> {
        let mut digits = DigitSet::EMPTY;
        for (at, c) in field.char_indices().filter(|(_, c)| !c.is_whitespace()) {
            match digit_of(c) {
                Some(digit) => digits.insert(digit),
                None => {
                    return self.error(&field[at..], LibraryErrorKind::Digit { found: c });
                }
            };
        }
        Ok(digits)
    }

    fn situation(&self, cells: &'a str, deleted: &'a str) -> Result<Situation, LibraryError> {
        let (mut clues, mut placed) = (Puzzle::EMPTY, Puzzle::EMPTY);
        let mut count = 0;
        let mut plus = None;
        for (at, c) in cells.char_indices() {
            let stray = |at: usize, found| {
                self.error(&cells[at..], LibraryErrorKind::CellCharacter { found })
            };
            let digit = match c {
                '+' if plus.is_none() => {
                    plus = Some(at);
                    continue;
                }
                '.' | '0' if plus.is_none() => None,
                _ => match digit_of(c) {
                    Some(digit) => Some(digit),
                    None => return stray(at, c),
                },
            };
            // Cells beyond the 81st are counted, for the message.
            if let Some(cell) = u8::try_from(count).ok().and_then(Cell::from_index) {
                let into = match plus.take() {
                    Some(_) => &mut placed,
                    None => &mut clues,
                };
                *into = into.with_clue(cell, digit);
            }
            plus = None;
            count += 1;
        }
        if let Some(at) = plus {
            return self.error(&cells[at..], LibraryErrorKind::CellCharacter { found: '+' });
        }
        if count != 81 {
            return self.error(cells, LibraryErrorKind::Cells { found: count });
        }
        let without = self.candidates(deleted)?;
        Situation::new(&clues, &placed, &without)
            .or_else(|error| self.error(cells, LibraryErrorKind::Situation(error)))
    }

    fn finds(&self, gone: &'a str, placed: &'a str) -> Result<Option<Deduction>, LibraryError> {
        let (eliminated, set) = (self.candidates(gone)?, self.candidates(placed)?);
        let twice = set.all_cells().len() < set.len();
        if twice || !eliminated.is_empty() && !set.is_empty() {
            return self.error(placed, LibraryErrorKind::Several);
        }
        Ok(if !set.is_empty() {
            Some(Deduction::Place(set))
        } else if !eliminated.is_empty() {
            Some(Deduction::Eliminate(eliminated))
        } else {
            None
        })
    }

    /// Candidates as three digits each: digit, row, column.
    fn candidates(&self, field: &'a str) -> Result<CandidateSet, LibraryError> {
        let mut set = CandidateSet::EMPTY;
        for part in field.split_whitespace() {
            let Some((cell, digit)) = candidate_of(part) else {
                return self.error(part, LibraryErrorKind::Candidate);
            };
            set.insert(cell, digit);
        }
        Ok(set)
    }
}

fn is_code(text: &str) -> bool {
    (1..=LONGEST_CODE).contains(&text.len()) && text.bytes().all(|b| b.is_ascii_alphanumeric())
}

fn digit_of(c: char) -> Option<Digit> {
    c.to_digit(10)
        .and_then(|number| Digit::from_number(number as u8))
}

fn candidate_of(part: &str) -> Option<(Cell, Digit)> {
    let [digit, row, column] = *part.as_bytes() else {
        return None;
    };
    let number = |byte: u8| byte.checked_sub(b'1');
    Some((
        Cell::new(number(row)?, number(column)?)?,
        Digit::from_index(number(digit)?)?,
    ))
}
