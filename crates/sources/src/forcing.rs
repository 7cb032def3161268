//! Forcing nets: what follows from each candidate of a cell or a unit, or from one candidate.
