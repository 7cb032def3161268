//! How many solutions a puzzle has.
//!
//! The search takes what follows without guessing first (cells with one candidate, digits with one
//! cell in a unit, digits confined to three cells where a line crosses a box), then guesses in the cell
//! that led to the latest contradiction, or else in one with as few candidates as there are. It is bounded in three ways: it stops at the number of
//! solutions asked for; it goes at most 81 guesses deep; and it is given up after [`GUESS_LIMIT`]
//! guesses, which the result then says.

mod board;
mod search;

use crate::puzzle::{Puzzle, Solution};
use search::Search;

/// How many solutions are enough to tell that a puzzle has several.
pub const DEFAULT_LIMIT: u32 = 2;

/// After how many guesses a search is given up: about a second's work.
///
/// The hardest known puzzles with one solution take about a thousand guesses, ordinary ones none or a
/// few. To find many solutions takes about as many guesses.
pub const GUESS_LIMIT: u32 = 1_000_000;

/// How many solutions were found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Count {
    /// The number found: all there are, unless one of the two flags says otherwise.
    pub count: u32,
    /// Counting stopped at the limit that it was given; there may be more.
    pub limit_reached: bool,
    /// The search was given up after [`GUESS_LIMIT`] guesses; there may be more.
    pub gave_up: bool,
}

impl Count {
    /// Whether the count is all there are.
    #[must_use = "this only reads the count"]
    pub const fn is_exact(self) -> bool {
        !self.limit_reached && !self.gave_up
    }
}

/// What is known about the solutions of a puzzle.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[must_use = "solving has no other effect"]
pub enum Solutions {
    /// There is none.
    None,
    /// There is exactly this one.
    One(Solution),
    /// There are at least these two.
    Several {
        /// The one found first.
        first: Solution,
        /// Another one.
        second: Solution,
    },
    /// The search was given up after [`GUESS_LIMIT`] guesses.
    Undecided {
        /// The only solution found by then, if there was one.
        first: Option<Solution>,
    },
}

/// Counts the solutions of a puzzle, and stops when there are `limit`.
///
/// A puzzle whose clues conflict has none. With a limit of 0 nothing is searched.
#[must_use = "counting has no other effect"]
pub fn count_solutions(puzzle: &Puzzle, limit: u32) -> Count {
    let search = Search::run(puzzle, limit, GUESS_LIMIT);
    Count {
        count: search.found,
        limit_reached: search.found >= limit,
        gave_up: search.gave_up,
    }
}

/// Finds out whether a puzzle has no solution, one or several.
///
/// A puzzle whose clues conflict has none.
pub fn solve(puzzle: &Puzzle) -> Solutions {
    let search = Search::run(puzzle, DEFAULT_LIMIT, GUESS_LIMIT);
    match (search.solutions, search.gave_up) {
        ([Some(first), Some(second)], _) => Solutions::Several { first, second },
        ([first, _], true) => Solutions::Undecided { first },
        ([Some(one), None], false) => Solutions::One(one),
        ([None, _], false) => Solutions::None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_search_is_given_up_when_its_guesses_run_out() {
        let search = Search::run(&Puzzle::EMPTY, u32::MAX, 1000);
        assert!(search.gave_up);
        assert!(0 < search.found && search.found < u32::MAX);
        // Only running out before the end counts.
        let proper =
            "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
        let proper = proper.parse().unwrap();
        let without_guess = Search::run(&proper, 2, 0);
        assert_eq!((without_guess.found, without_guess.gave_up), (1, false));
    }
}
