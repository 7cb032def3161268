//! Nets as numbers, to be written out as text when somebody asks.

use std::fmt::Write as _;

use undoku_grid::{Cell, Digit};

use super::net::{Conflict, Statement};
use super::trace::{Reason, Tracer, premises};
use super::web::{Need, Web};

// A trail is a list of words, most of which stand for statements: twice the number of the candidate among all 729,
// and one more if it is true. Words from BRANCH on say what the statements behind them are.
/// The next statement is an assumption.
const BRANCH: u16 = 0x1000;
/// So many statements, added to this, and then the one that follows from them.
const FROM: u16 = 0x2000;
/// The need with this number, added to this, cannot be met.
const UNMET: u16 = 0x3000;
/// The candidate with this number among all 729, added to this, is both true and false.
const BOTH: u16 = 0x4000;
/// Nothing follows any more, and no cell is left open.
const FULL: u16 = 0x5000;
/// The numbers that can be added.
const ADDED: u16 = 0x0FFF;

/// The number of a candidate among all 729.
const fn code(cell: Cell, digit: Digit) -> u16 {
    (cell.index() * 9 + digit.index()) as u16
}

/// A trail in the making.
pub(crate) struct Trail<'a> {
    web: &'a Web,
    words: Vec<u16>,
}

impl<'a> Trail<'a> {
    /// An empty trail.
    pub(crate) const fn new(web: &'a Web) -> Self {
        Self {
            web,
            words: Vec::new(),
        }
    }

    fn word(&self, statement: Statement) -> u16 {
        let (cell, digit) = self.web.candidate(statement.candidate);
        2 * code(cell, digit) + u16::from(statement.holds)
    }

    /// Adds the net that was traced last.
    pub(crate) fn branch(&mut self, tracer: &Tracer<'_>, targets: &[Statement], start: Statement) {
        self.words.extend([BRANCH, self.word(start)]);
        let mut told = vec![false; 2 * self.web.len()];
        told[start.slot(self.web.len())] = true;
        for &target in targets {
            self.tell(tracer, target, &mut told);
        }
    }

    /// Adds an assumption and what follows from it, without saying how.
    pub(crate) fn list(&mut self, start: Statement, following: impl Iterator<Item = Statement>) {
        self.words.extend([BRANCH, self.word(start)]);
        for statement in following {
            self.words.push(self.word(statement));
        }
    }

    /// Adds that the grid is full.
    pub(crate) fn full(&mut self) {
        self.words.push(FULL);
    }

    /// Adds what a statement follows from, and then the statement. As deep as the net has levels.
    fn tell(&mut self, tracer: &Tracer<'_>, statement: Statement, told: &mut [bool]) {
        let slot = statement.slot(self.web.len());
        if std::mem::replace(&mut told[slot], true) {
            return;
        }
        let reason = tracer.reason(statement);
        let from: Vec<Statement> = premises(self.web, statement, reason).collect();
        for &premise in &from {
            self.tell(tracer, premise, told);
        }
        debug_assert!(from.is_empty() == (reason == Reason::Assumed));
        self.words.push(FROM + from.len() as u16);
        for &premise in &from {
            self.words.push(self.word(premise));
        }
        self.words.push(self.word(statement));
    }

    /// Adds the contradiction that the net ends in.
    pub(crate) fn conflict(&mut self, conflict: Conflict) {
        self.words.push(match conflict {
            Conflict::Both(candidate) => {
                let (cell, digit) = self.web.candidate(candidate);
                BOTH + code(cell, digit)
            }
            Conflict::Unmet(need) => UNMET + self.web.need(need).code(),
        });
    }

    /// The trail.
    pub(crate) fn done(self) -> Vec<u16> {
        self.words
    }
}

fn candidate(code: u16) -> Option<(Cell, Digit)> {
    let cell = Cell::from_index(u8::try_from(code / 9).ok()?)?;
    Some((cell, Digit::from_index((code % 9) as u8)?))
}

/// The nets of a trail as text: `r1c2=4 → r3c2<>4 → r3c5=4`, with `+` between what something follows from together,
/// `,` between what follows from the same or is only listed, `;` where the next implication goes on from somewhere
/// else, and `|` between branches. Words that mean nothing are passed over.
pub(crate) fn show(trail: &[u16]) -> String {
    let mut text = String::new();
    let mut words = trail.iter().copied().peekable();
    // The statement that an arrow can go on from, and the premise that a comma can add to.
    let (mut last, mut premise) = (None, None);
    while let Some(word) = words.next() {
        match word & !ADDED {
            BRANCH => {
                if !text.is_empty() {
                    text.push_str(" | ");
                }
                last = words.next();
                premise = None;
                push(&mut text, last);
            }
            FROM => {
                let from: Vec<u16> = (0..word & ADDED).map_while(|_| words.next()).collect();
                let to = words.next();
                let only = from.first().copied().filter(|_| from.len() == 1);
                if only.is_some() && only == premise {
                    text.push_str(", ");
                    last = None;
                } else {
                    if only.is_none() || only != last {
                        text.push_str("; ");
                        for (at, &premise) in from.iter().enumerate() {
                            text.push_str(if at > 0 { " + " } else { "" });
                            push(&mut text, Some(premise));
                        }
                    }
                    text.push_str(" → ");
                    last = to;
                }
                premise = only;
                push(&mut text, to);
            }
            UNMET => match Need::from_code(word & ADDED) {
                Some(Need::Cell(cell)) => _ = write!(text, "; {cell} has no candidate left"),
                Some(Need::Spot(unit, digit)) => {
                    _ = write!(text, "; {unit} has no spot left for {digit}");
                }
                None => {}
            },
            BOTH => {
                if let Some((cell, digit)) = candidate(word & ADDED) {
                    _ = write!(text, "; {cell}={digit} is both true and false");
                }
            }
            FULL => text.push_str("; the grid is full"),
            0 => {
                text.push_str(", ");
                push(&mut text, Some(word));
            }
            _ => {}
        }
    }
    text
}

fn push(text: &mut String, word: Option<u16>) {
    if let Some(word) = word
        && let Some((cell, digit)) = candidate(word / 2)
    {
        let sign = if word % 2 == 1 { "=" } else { "<>" };
        _ = write!(text, "{cell}{sign}{digit}");
    }
}
