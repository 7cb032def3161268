//! A point of a puzzle's solution: its clues, what was placed since and what was ruled out.

use std::fmt;

use crate::candidate_set::CandidateSet;
use crate::cell::Cell;
use crate::deduction::Deduction;
use crate::digit::Digit;
use crate::position::Position;
use crate::puzzle::{Conflict, Puzzle};

/// A position together with the clues that it came from.
///
/// Digits that are placed are as good as clues for most techniques, but not for all of them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Situation {
    puzzle: Puzzle,
    position: Position,
}

/// Why clues, placed digits and what was ruled out make no situation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SituationError {
    /// A digit is placed in a cell that has a clue.
    Filled {
        /// The cell.
        cell: Cell,
    },
    /// A unit holds a digit twice.
    Conflict(Conflict),
}

impl fmt::Display for SituationError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            SituationError::Filled { cell } => {
                write!(f, "{cell} has a clue; nothing can be placed in it")
            }
            SituationError::Conflict(conflict) => write!(f, "digits conflict: {conflict}"),
        }
    }
}

impl std::error::Error for SituationError {}

impl Situation {
    /// The start of a puzzle.
    #[must_use = "this makes a new situation"]
    pub fn start(puzzle: &Puzzle) -> Situation {
        Situation {
            puzzle: *puzzle,
            position: puzzle.position(),
        }
    }

    /// A position that solving this puzzle has come to. If it has not, clues are taken for placed digits or the
    /// other way round.
    #[must_use = "this makes a new situation"]
    pub fn at(puzzle: &Puzzle, position: Position) -> Situation {
        Situation {
            puzzle: *puzzle,
            position,
        }
    }

    /// The situation in which the digits of `placed` have been placed since the start, and the
    /// candidates of `without` have been eliminated. What is no candidate need not be eliminated, and
    /// does no harm.
    ///
    /// # Errors
    ///
    /// When a digit is placed where a clue is, or a unit holds a digit twice.
    pub fn new(
        puzzle: &Puzzle,
        placed: &Puzzle,
        without: &CandidateSet,
    ) -> Result<Situation, SituationError> {
        if let Some(cell) = (puzzle.clues() & placed.clues()).first() {
            return Err(SituationError::Filled { cell });
        }
        let mut all = *puzzle;
        for cell in placed.clues() {
            all = all.with_clue(cell, placed.clue(cell));
        }
        if let Some(&conflict) = all.conflicts().first() {
            return Err(SituationError::Conflict(conflict));
        }
        let mut situation = Situation {
            puzzle: *puzzle,
            position: all.position(),
        };
        situation.apply(&Deduction::Eliminate(*without));
        Ok(situation)
    }

    /// The clues.
    #[must_use = "this only reads the situation"]
    pub const fn puzzle(&self) -> &Puzzle {
        &self.puzzle
    }

    /// The position.
    #[must_use = "this only reads the situation"]
    pub const fn position(&self) -> &Position {
        &self.position
    }

    /// The digits that have been placed since the start.
    #[must_use = "this only reads the situation"]
    pub fn placed(&self) -> Puzzle {
        let mut placed = Puzzle::EMPTY;
        for cell in self.position.filled() - self.puzzle.clues() {
            placed = placed.with_clue(cell, self.position.value(cell));
        }
        placed
    }

    /// The candidates that are gone though no clue and no placed digit rules them out.
    #[must_use = "this only reads the situation"]
    pub fn without(&self) -> CandidateSet {
        let mut without = CandidateSet::EMPTY;
        for digit in Digit::ALL {
            let mut gone = self.position.open() - self.position.spots(digit);
            for cell in self.position.placed(digit) {
                gone -= cell.peers();
            }
            without.extend(gone.iter().map(|cell| (cell, digit)));
        }
        without
    }

    /// Whether a deduction would change the position: any of it is about a candidate of the position.
    #[must_use = "this only reads the situation"]
    pub fn is_changed_by(&self, deduction: &Deduction) -> bool {
        let set = deduction.candidates();
        Digit::ALL
            .into_iter()
            .any(|digit| !set.cells_of(digit).is_disjoint(self.position.spots(digit)))
    }

    /// Places or eliminates what was deduced; what is no candidate of the position is passed over.
    pub fn apply(&mut self, deduction: &Deduction) {
        match deduction {
            Deduction::Place(set) => {
                for (cell, digit) in set.iter() {
                    if self.position.cand(cell).contains(digit) {
                        self.position.place(cell, digit);
                    }
                }
            }
            Deduction::Eliminate(set) => {
                for digit in Digit::ALL {
                    let cells = set.cells_of(digit);
                    if !cells.is_empty() {
                        self.position.eliminate_all(digit.into(), cells);
                    }
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn puzzle(clues: &[(&str, u8)]) -> Puzzle {
        clues.iter().fold(Puzzle::EMPTY, |puzzle, &(cell, digit)| {
            puzzle.with_clue(cell.parse().unwrap(), Digit::from_number(digit))
        })
    }

    fn candidates(text: &str) -> CandidateSet {
        *text.parse::<Deduction>().unwrap().candidates()
    }

    #[test]
    fn clues_are_told_from_placed_digits() {
        let (clues, placed) = (puzzle(&[("r1c1", 1)]), puzzle(&[("r1c5", 2)]));
        // 1 cannot go into r1c2 anyway.
        let without = candidates("r1c2<>1 r1c2<>3 r5c5<>9");
        let situation = Situation::new(&clues, &placed, &without).unwrap();
        let position = situation.position();
        assert_eq!(position.filled().len(), 2);
        assert_eq!(position.cand("r1c2".parse().unwrap()).len(), 6);
        // r5c5 sees the 2 of column 5.
        assert_eq!(position.cand("r5c5".parse().unwrap()).len(), 7);
        assert_eq!(*situation.puzzle(), clues);
        assert_eq!(situation.placed(), placed);
        assert_eq!(situation.without(), candidates("r1c2<>3 r5c5<>9"));
        assert_eq!(position.check_consistency(), Ok(()));
    }

    #[test]
    fn what_is_impossible_is_refused() {
        let clues = puzzle(&[("r1c1", 1)]);
        let new = |placed| Situation::new(&clues, &placed, &CandidateSet::EMPTY);
        assert_eq!(
            new(puzzle(&[("r1c1", 1)])),
            Err(SituationError::Filled {
                cell: "r1c1".parse().unwrap()
            })
        );
        assert!(matches!(
            new(puzzle(&[("r1c9", 1)])),
            Err(SituationError::Conflict(conflict)) if conflict.second.to_string() == "r1c9"
        ));
    }

    #[test]
    fn deductions_are_applied_where_they_change_something() {
        let mut situation = Situation::start(&puzzle(&[("r1c1", 1)]));
        let place: Deduction = "r1c1=2".parse().unwrap();
        assert!(!situation.is_changed_by(&place));
        situation.apply(&place);
        assert_eq!(situation, Situation::start(&puzzle(&[("r1c1", 1)])));
        let gone: Deduction = "r1c2<>1 r1c3<>5".parse().unwrap();
        assert!(situation.is_changed_by(&gone));
        situation.apply(&gone);
        assert!(!situation.is_changed_by(&gone));
        assert_eq!(situation.without(), candidates("r1c3<>5"));
        situation.apply(&"r1c3=6".parse().unwrap());
        assert_eq!(situation.placed(), puzzle(&[("r1c3", 6)]));
    }
}
