//! What a reader hands out.

use super::error::{Place, ReadError};
use crate::puzzle::Puzzle;

/// One puzzle, or one thing that should have been a puzzle.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entry {
    /// Where its text begins.
    pub place: Place,
    /// Its text as it was written, without what stands around it; the rows of a grid with a line feed
    /// between them. Cut off, with `…` at its end, where it is very long.
    pub text: String,
    /// What the input calls it, if anything.
    pub label: Option<String>,
    /// The puzzle, or why there is none.
    pub puzzle: Result<Puzzle, ReadError>,
}

/// The most characters of an input's line that are kept in an entry.
const TEXT_LIMIT: usize = 200;

/// The text, cut off where it is very long.
pub(super) fn shortened(text: &str) -> String {
    if text.len() <= TEXT_LIMIT {
        return text.to_owned();
    }
    match text.char_indices().nth(TEXT_LIMIT) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text.to_owned(),
    }
}
