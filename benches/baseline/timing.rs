//! Times of pairs of functions, on machines whose speed drifts.

use std::time::Instant;

/// How often both functions of a pair are timed, one right after the other.
pub(crate) const ROUNDS: usize = 201;

/// The seconds that two functions take in each round.
pub(crate) fn pairs(mut one: impl FnMut(), mut other: impl FnMut()) -> Vec<(f64, f64)> {
    let rounds = (0..ROUNDS).map(|_| (seconds(&mut one), seconds(&mut other)));
    rounds.collect()
}

fn seconds(mut f: impl FnMut()) -> f64 {
    let start = Instant::now();
    f();
    start.elapsed().as_secs_f64()
}

/// The value in the middle.
pub(crate) fn median(values: impl IntoIterator<Item = f64>) -> f64 {
    let mut values: Vec<f64> = values.into_iter().collect();
    values.sort_by(f64::total_cmp);
    values[values.len() / 2]
}
