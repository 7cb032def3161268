//! What a step concludes, and the text that it is written as.

use std::fmt;
use std::ops::Range;
use std::str::FromStr;

use crate::candidate_set::CandidateSet;
use crate::cell::Cell;
use crate::digit::Digit;

/// What a step of solving concludes: digits that go into cells, or candidates that go.
///
/// Written as `r4c5=7` or `r1c2<>34 r9c9<>1`, with blanks or commas between several.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Deduction {
    /// These digits go into these cells.
    Place(CandidateSet),
    /// These candidates go.
    Eliminate(CandidateSet),
}

impl Deduction {
    /// The placement of one digit.
    #[must_use = "this makes a deduction and has no other effect"]
    pub fn placement(cell: Cell, digit: Digit) -> Deduction {
        Deduction::Place([(cell, digit)].into_iter().collect())
    }

    /// What is placed or eliminated.
    #[must_use = "this only reads the deduction"]
    pub const fn candidates(&self) -> &CandidateSet {
        match self {
            Deduction::Place(set) | Deduction::Eliminate(set) => set,
        }
    }

    /// Puts two of one kind together; `None` if one places and the other eliminates.
    #[must_use = "this makes a deduction and has no other effect"]
    pub fn and(&self, other: &Deduction) -> Option<Deduction> {
        let both = |a: &CandidateSet, b: &CandidateSet| a.iter().chain(b.iter()).collect();
        match (self, other) {
            (Deduction::Place(a), Deduction::Place(b)) => Some(Deduction::Place(both(a, b))),
            (Deduction::Eliminate(a), Deduction::Eliminate(b)) => {
                Some(Deduction::Eliminate(both(a, b)))
            }
            _ => None,
        }
    }
}

/// `r4c5=7`, or `r1c2<>34 r9c9<>1`.
impl fmt::Display for Deduction {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (set, sign) = match self {
            Deduction::Place(set) => (set, "="),
            Deduction::Eliminate(set) => (set, "<>"),
        };
        for (at, cell) in set.all_cells().iter().enumerate() {
            let gap = if at > 0 { " " } else { "" };
            write!(f, "{gap}{cell}{sign}")?;
            for digit in set.digits_of(cell) {
                write!(f, "{digit}")?;
            }
        }
        Ok(())
    }
}

/// Why a text says nothing that a step could conclude, and where.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ParseDeductionError {
    /// The bytes of the text that the message is about.
    pub span: Range<usize>,
    /// What is wrong with them.
    pub kind: DeductionErrorKind,
}

/// What is wrong with the text of a deduction.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DeductionErrorKind {
    /// There is nothing in it.
    Empty,
    /// A cell is expected: `r1c1` to `r9c9`.
    Cell,
    /// `=` or `<>` is expected.
    Sign,
    /// A digit from 1 to 9 is expected.
    Digit,
    /// Several digits cannot go into one cell.
    SeveralDigits,
    /// A candidate that was named before.
    Twice,
    /// It places after it eliminated, or the other way round.
    Mixed,
}

impl fmt::Display for DeductionErrorKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            DeductionErrorKind::Empty => "no conclusion; write r4c5=7 or r1c2<>34",
            DeductionErrorKind::Cell => "not a cell; write r1c1 to r9c9",
            DeductionErrorKind::Sign => {
                "no sign behind the cell; write = for a placement, <> for an elimination"
            }
            DeductionErrorKind::Digit => "not a digit; write 1 to 9",
            DeductionErrorKind::SeveralDigits => {
                "several digits for one cell; write <> where they are eliminated"
            }
            DeductionErrorKind::Twice => "a digit that was named for this cell before; remove it",
            DeductionErrorKind::Mixed => {
                "placements and eliminations together; a step concludes one or the other"
            }
        })
    }
}

impl fmt::Display for ParseDeductionError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.kind.fmt(f)
    }
}

impl std::error::Error for ParseDeductionError {}

impl FromStr for Deduction {
    type Err = ParseDeductionError;

    /// Reads `r4c5=7`, or `r1c2<>34 r9c9<>1`; the letters may be capitals.
    fn from_str(text: &str) -> Result<Deduction, ParseDeductionError> {
        let mut found: Option<Deduction> = None;
        for (at, piece) in pieces(text) {
            let one = conclusion(at, piece)?;
            let error = |kind| ParseDeductionError {
                span: at..at + piece.len(),
                kind,
            };
            found = Some(match found {
                None => one,
                Some(before) => {
                    let both = before.and(&one).ok_or(error(DeductionErrorKind::Mixed))?;
                    let added = one.candidates().len();
                    if both.candidates().len() < before.candidates().len() + added {
                        return Err(error(DeductionErrorKind::Twice));
                    }
                    if let Deduction::Place(set) = both
                        && set.all_cells().len() < set.len()
                    {
                        return Err(error(DeductionErrorKind::SeveralDigits));
                    }
                    both
                }
            });
        }
        found.ok_or(ParseDeductionError {
            span: 0..text.len(),
            kind: DeductionErrorKind::Empty,
        })
    }
}

/// The parts between blanks and commas, each with the byte it starts at.
fn pieces(text: &str) -> impl Iterator<Item = (usize, &str)> {
    text.split(|c: char| c.is_whitespace() || c == ',')
        .filter(|piece| !piece.is_empty())
        .map(|piece| (piece.as_ptr() as usize - text.as_ptr() as usize, piece))
}

/// One cell with its digits; the piece starts at the byte `at` of the text.
fn conclusion(at: usize, piece: &str) -> Result<Deduction, ParseDeductionError> {
    let error = |span: Range<usize>, kind| ParseDeductionError {
        span: at + span.start..at + span.end,
        kind,
    };
    // The sign, or what stands where it should, ends the cell.
    let end = piece.find(['=', '<', '>', '!']).unwrap_or(piece.len());
    let cell: Cell = piece[..end].parse().map_err(|_| {
        // A cell with something that is no sign behind it.
        match piece.get(..4).map(str::parse::<Cell>) {
            Some(Ok(_)) => error(4..end, DeductionErrorKind::Sign),
            _ => error(0..end.max(1).min(piece.len()), DeductionErrorKind::Cell),
        }
    })?;
    let (sign, place) = if piece[end..].starts_with("<>") {
        (2, false)
    } else if piece[end..].starts_with('=') {
        (1, true)
    } else {
        return Err(error(0..piece.len(), DeductionErrorKind::Sign));
    };
    let digits = &piece[end + sign..];
    if digits.is_empty() {
        return Err(error(0..piece.len(), DeductionErrorKind::Digit));
    }
    let mut set = CandidateSet::EMPTY;
    for (offset, c) in digits.char_indices() {
        let span = end + sign + offset..end + sign + offset + c.len_utf8();
        let digit = c
            .to_digit(10)
            .and_then(|number| Digit::from_number(number as u8));
        let Some(digit) = digit else {
            return Err(error(span, DeductionErrorKind::Digit));
        };
        if set.contains(cell, digit) {
            return Err(error(span, DeductionErrorKind::Twice));
        }
        set.insert(cell, digit);
    }
    if !place {
        return Ok(Deduction::Eliminate(set));
    }
    if set.len() > 1 {
        return Err(error(
            end + 1..piece.len(),
            DeductionErrorKind::SeveralDigits,
        ));
    }
    Ok(Deduction::Place(set))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn candidates(all: &[(&str, u8)]) -> CandidateSet {
        let one = |&(cell, digit): &(&str, u8)| {
            (cell.parse().unwrap(), Digit::from_number(digit).unwrap())
        };
        all.iter().map(one).collect()
    }

    #[test]
    fn placements_and_eliminations() {
        assert_eq!(
            "r4c5=7".parse(),
            Ok(Deduction::Place(candidates(&[("r4c5", 7)])))
        );
        let gone = candidates(&[("r1c2", 3), ("r1c2", 4), ("r9c9", 1)]);
        for text in [
            "r1c2<>34 r9c9<>1",
            " r9c9<>1,R1C2<>43",
            "r1c2<>3 r1c2<>4 r9c9<>1",
        ] {
            assert_eq!(text.parse(), Ok(Deduction::Eliminate(gone)), "{text}");
        }
        assert_eq!(Deduction::Eliminate(gone).to_string(), "r1c2<>34 r9c9<>1");
        let two = Deduction::Place(candidates(&[("r1c1", 1), ("r1c2", 2)]));
        assert_eq!(two.to_string(), "r1c1=1 r1c2=2");
        assert_eq!(two.to_string().parse(), Ok(two));
    }

    #[test]
    fn mistakes_are_told_at_their_place() {
        use DeductionErrorKind as Kind;
        for (text, part, kind) in [
            ("", "", Kind::Empty),
            (" , ", " , ", Kind::Empty),
            ("r1c2<>3 r0c2<>4", "r0c2", Kind::Cell),
            ("x", "x", Kind::Cell),
            ("<>3", "<", Kind::Cell),
            ("r1c2", "r1c2", Kind::Sign),
            ("r1c2:3", ":3", Kind::Sign),
            ("r1c2!=3", "r1c2!=3", Kind::Sign),
            ("r1c2<3", "r1c2<3", Kind::Sign),
            ("r1c2<>", "r1c2<>", Kind::Digit),
            ("r1c2<>30", "0", Kind::Digit),
            ("r1c2<>3é", "é", Kind::Digit),
            ("r1c2=34", "34", Kind::SeveralDigits),
            ("r1c2=3 r1c2=4", "r1c2=4", Kind::SeveralDigits),
            ("r1c2<>33", "3", Kind::Twice),
            ("r1c2<>3 r1c2<>3", "r1c2<>3", Kind::Twice),
            ("r1c2<>3 r1c3=4", "r1c3=4", Kind::Mixed),
            ("é<>3", "é", Kind::Cell),
        ] {
            let error = text.parse::<Deduction>().unwrap_err();
            assert_eq!((&text[error.span], error.kind), (part, kind), "{text}");
        }
        // Of two alike it is the second that is wrong.
        let error = "r1c2<>33".parse::<Deduction>().unwrap_err();
        assert_eq!(error.span, 7..8);
    }
}
