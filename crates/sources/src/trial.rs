//! Trials: what becomes of a position when a candidate is assumed and a limited ladder goes on from there.
