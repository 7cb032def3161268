//! Sudoku without rules of thumb: cells, digits and units, sets of them, positions, the texts that
//! puzzles are written as, and how many solutions they have.

mod cell;
mod cell_set;
mod digit;
mod digit_set;
pub mod format;
mod position;
mod puzzle;
mod set_algebra;
pub mod solutions;
mod tables;
mod unit;
mod unit_set;

pub use cell::{Cell, ParseCellError};
pub use cell_set::{CellIter, CellSet};
pub use digit::Digit;
pub use digit_set::{DigitIter, DigitSet};
pub use position::Position;
pub use puzzle::{Conflict, Puzzle, Solution};
pub use solutions::{Count, Solutions, count_solutions, solve};
pub use tables::CHUTES;
pub use unit::{Unit, UnitKind};
pub use unit_set::{UnitIter, UnitSet};
