//! How many solutions a puzzle has.

use crate::cell::Cell;
use crate::position::Position;
use crate::puzzle::{Puzzle, Solution};

/// How many solutions were found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Count {
    /// The number found; the puzzle has exactly as many unless counting stopped early.
    pub count: u32,
    /// Counting stopped at the limit that it was given: there may be more.
    pub limit_reached: bool,
    /// The search was given up: there may be more.
    pub gave_up: bool,
}

/// What the solutions of a puzzle are.
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
    /// The search was given up.
    Undecided {
        /// A solution, if one was found by then.
        first: Option<Solution>,
    },
}

/// Counts the solutions of a puzzle, and stops at `limit`.
#[must_use = "counting has no other effect"]
pub fn count_solutions(puzzle: &Puzzle, limit: u32) -> Count {
    let mut found = Vec::new();
    if !puzzle.has_conflict() {
        search(&puzzle.position(), limit, &mut found);
    }
    let count = found.len() as u32;
    Count {
        count,
        limit_reached: count >= limit,
        gave_up: false,
    }
}

/// Finds out whether a puzzle has no solution, one or several.
pub fn solve(puzzle: &Puzzle) -> Solutions {
    let mut found = Vec::new();
    if !puzzle.has_conflict() {
        search(&puzzle.position(), 2, &mut found);
    }
    match found[..] {
        [] => Solutions::None,
        [one] => Solutions::One(one),
        [first, second, ..] => Solutions::Several { first, second },
    }
}

fn search(position: &Position, limit: u32, found: &mut Vec<Solution>) {
    if position.is_solved() {
        let numbers = Cell::ALL.map(|c| position.value(c).map_or(0, |d| d.number()));
        found.push(Solution::from_numbers(numbers));
        return;
    }
    let Some(cells) = (0..=9)
        .map(|n| position.cells_with_count(n))
        .find(|c| !c.is_empty())
    else {
        return;
    };
    let Some(cell) = cells.first() else { return };
    for digit in position.cand(cell) {
        if found.len() as u32 >= limit {
            return;
        }
        let mut next = position.clone();
        next.place(cell, digit);
        search(&next, limit, found);
    }
}
