//! An example of a technique with the place of every value.

use undoku_grid::{Deduction, Situation};

use crate::source::{Located, Place};

/// A position and what is found in it: the texts, and what they say.
#[derive(Clone, Debug)]
pub struct LocatedExample {
    /// The clues.
    pub puzzle: Located<String>,
    /// The digits placed since.
    pub placed: Option<Located<String>>,
    /// The candidates eliminated since.
    pub without: Vec<Located<String>>,
    /// The kind of step that is meant, one of the technique's.
    pub kind: Option<Located<String>>,
    /// What is found; empty where nothing is.
    pub finds: Vec<Located<String>>,
    /// What `puzzle`, `placed` and `without` say.
    pub situation: Situation,
    /// What `finds` says; `None` where nothing is found.
    pub expected: Option<Deduction>,
    /// The place of the example.
    pub place: Place,
}
