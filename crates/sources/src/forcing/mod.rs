//! Forcing nets: what follows from each candidate of a cell or a unit, or from one candidate.
//!
//! A net starts from an assumption and goes on by two implications. A true candidate makes all others false that
//! stand beside it, in its cell or with its digit in its units. And where all candidates of a cell but one are false,
//! or all spots of a digit in a unit but one, that one is true: in a *static* net only where there are two to begin
//! with, so that each statement follows from one before it; in a *dynamic* net also where others became false on the
//! way, so that a statement can follow from several together.
//!
//! A net is built level by level: first all that follows from the assumption at once, then all that follows from
//! that, and so on, up to the first level with a contradiction. So each statement is found with the shortest way to
//! it, and its level does not depend on the order in which cells or digits are looked at. The *length* of a
//! conclusion is the number of different statements on the way from the assumptions to it, each branch by itself,
//! assumptions not counted. Where one statement can follow in several ways, the choice is made by what does not
//! change when the grid is turned, permuted or relabelled; the choice falls back on the order of cells only between
//! candidates that look alike from everywhere, as in a grid that is symmetric itself.
//!
//! Of what is concluded, each statement is found once, with the least length. What follows from other conclusions by
//! one implication of the static kind, or one single, is left out: it is not what the nets are needed for.
//!
//! A net has at most two statements for each candidate, and a search at most two nets for each candidate, so the work
//! is bounded without a limit.

pub(crate) mod find;
pub(crate) mod net;
pub(crate) mod sources;
pub(crate) mod trace;
pub(crate) mod trail;
pub(crate) mod web;

pub use sources::{CELL_VERITIES, CONTRADICTIONS, UNIT_VERITIES};

#[cfg(test)]
pub(crate) mod tests;
