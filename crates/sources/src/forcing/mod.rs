//! Forcing nets: what follows from each candidate of a cell or a unit, or from one candidate.

pub(crate) mod find;
pub(crate) mod net;
pub(crate) mod trace;
pub(crate) mod trail;
pub(crate) mod web;

#[cfg(test)]
pub(crate) mod tests;
