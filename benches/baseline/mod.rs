//! A hand-written rater of the default system: the yardstick for the compiled rules, and an
//! independent oracle for their numbers.
//!
//! It shares no code with the crates of this workspace, on purpose. [`search`] finds the steps,
//! [`formulas`] counts and scores them, [`metrics`] sums a path up. [`detectors`] finds patterns beyond those
//! of the default system. [`timing`] times two functions in turns.

// Each of the targets that include this module reads a part of it.
#![allow(dead_code)]

pub(crate) mod detectors;
pub(crate) mod formulas;
pub(crate) mod metrics;
pub(crate) mod search;
pub(crate) mod timing;

use metrics::Metrics;
use search::Board;

/// What a step was: the four kinds of single, in the order in which ties between them are broken.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    NakedSingle,
    HiddenSingleBox,
    HiddenSingleRow,
    HiddenSingleColumn,
}

impl Kind {
    pub(crate) const ALL: [Self; 4] = [
        Self::NakedSingle,
        Self::HiddenSingleBox,
        Self::HiddenSingleRow,
        Self::HiddenSingleColumn,
    ];

    pub(crate) const fn name(self) -> &'static str {
        match self {
            Self::NakedSingle => "naked_single",
            Self::HiddenSingleBox => "hidden_single_box",
            Self::HiddenSingleRow => "hidden_single_row",
            Self::HiddenSingleColumn => "hidden_single_column",
        }
    }
}

/// One placement, with its evidence as it was before the placement.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Step {
    pub(crate) kind: Kind,
    /// 0…80, row by row.
    pub(crate) cell: u8,
    /// 1…9.
    pub(crate) digit: u8,
    pub(crate) assertions: u8,
    pub(crate) score: f64,
    /// Filled cells in the target's row.
    pub(crate) h: u8,
    /// Filled cells in the target's column.
    pub(crate) v: u8,
    /// Filled cells in the target's box.
    pub(crate) b: u8,
}

/// The outcome for one puzzle.
#[derive(Clone, Debug, Default)]
pub(crate) struct Rating {
    /// Whether the three singles filled the grid.
    pub(crate) solved: bool,
    /// Open cells left when no single was found any more; 0 when solved.
    pub(crate) remaining: u32,
    pub(crate) steps: Vec<Step>,
    /// All at their defaults (zero, `None`) unless solved.
    pub(crate) metrics: Metrics,
}

/// The rater. It keeps its memory from one puzzle to the next.
pub(crate) struct Baseline {
    rating: Rating,
}

impl Baseline {
    pub(crate) fn new() -> Self {
        let mut rating = Rating::default();
        rating.steps.reserve(81);
        Self { rating }
    }

    /// Rates the puzzle whose cells, row by row, hold 1…9 or, where blank, 0.
    ///
    /// The clues must not contradict one another directly; whether there is exactly one solution is
    /// not looked at.
    ///
    /// # Panics
    ///
    /// If a cell holds more than 9.
    pub(crate) fn rate(&mut self, clues: &[u8; 81]) -> &Rating {
        let mut board = Board::new(clues);
        let start = board.start();
        let rating = &mut self.rating;
        rating.steps.clear();
        while let Some(single) = board.find() {
            rating.steps.push(board.step(single));
            board.place(single);
        }
        rating.remaining = board.open_cells();
        rating.solved = rating.remaining == 0;
        rating.metrics = if rating.solved {
            Metrics::of(&start, &rating.steps)
        } else {
            Metrics::default()
        };
        rating
    }
}
