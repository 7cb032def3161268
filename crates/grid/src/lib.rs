//! Sudoku without rules of thumb: cells, digits and units, sets of them, positions, the texts that
//! puzzles are written as, and how many solutions they have.
//!
//! - [`Cell`], [`Digit`] and [`Unit`] are small numbers; [`CellSet`], [`DigitSet`] and [`UnitSet`] are
//!   sets of them, one bit a member, with the operations of sets: `|`, `&`, `-`, `^` and `!`.
//! - A [`Puzzle`] is what is given, a [`Position`] what is known at some point of solving it, with
//!   the indexes that patterns ask for. A [`Solution`] is a completed grid.
//! - [`mod@format`] reads puzzles from text, [`solutions`] counts their solutions.
//!
//! ```
//! use undoku_grid::{Cell, Digit, Puzzle, Solutions, solve};
//!
//! let puzzle: Puzzle =
//!     "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79".parse()?;
//! let mut position = puzzle.position();
//!
//! // The middle cell has one candidate left.
//! let middle: Cell = "r5c5".parse()?;
//! assert_eq!(position.cand(middle).only(), Digit::from_number(5));
//!
//! // Placing it takes it from the cells that see the middle one.
//! let five = position.cand(middle).only().ok_or("no candidate")?;
//! let before = position.spots(five);
//! position.place(middle, five);
//! assert_eq!(position.spots(five), before - middle.peers() - middle.into());
//!
//! let Solutions::One(solution) = solve(&puzzle) else { return Err("not a proper puzzle".into()) };
//! assert_eq!(solution.digit(middle), five);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod candidate_set;
mod cell;
mod cell_set;
mod deduction;
mod digit;
mod digit_set;
pub mod format;
mod position;
mod puzzle;
mod set_algebra;
mod situation;
pub mod solutions;
mod tables;
mod unit;
mod unit_set;

pub use candidate_set::CandidateSet;
pub use cell::{Cell, ParseCellError};
pub use cell_set::{CellIter, CellSet};
pub use deduction::{Deduction, DeductionErrorKind, ParseDeductionError};
pub use digit::Digit;
pub use digit_set::{DigitIter, DigitSet};
pub use position::Position;
pub use puzzle::{Conflict, Puzzle, Solution};
pub use situation::{Situation, SituationError};
pub use solutions::{Count, Solutions, count_solutions, solve};
pub use tables::{CHUTES, RECTANGLES};
pub use unit::{Unit, UnitKind};
pub use unit_set::{UnitIter, UnitSet};
