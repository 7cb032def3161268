//! Rating the rows by each system.

use std::time::{Duration, Instant};

use rayon::prelude::*;
use undoku::Status;
use undoku::grid::Puzzle;

use super::choice::Choice;
use crate::measure::Measure;
use crate::progress::Progress;
use crate::tally::Tally;

/// How many puzzles are rated before the bar moves.
const BATCH: usize = 256;

/// What a system says about the rows.
#[derive(Debug)]
pub(super) struct Rated {
    /// For each row the values of the chosen metrics, none being NaN; no values if it cannot be rated.
    pub(super) rows: Vec<Option<Vec<f64>>>,
    pub(super) tally: Tally,
    pub(super) time: Duration,
}

/// Rates the rows by a system; a row without a puzzle has a text that is none.
pub(super) fn rate(
    choice: &Choice,
    puzzles: &[Option<Puzzle>],
    pool: &rayon::ThreadPool,
    progress: &mut Progress,
    done: &mut u64,
) -> Rated {
    let started = Instant::now();
    let mut rows = Vec::with_capacity(puzzles.len());
    let mut tally = Tally::default();
    for batch in puzzles.chunks(BATCH) {
        let rated: Vec<(Status, Option<Vec<f64>>)> = pool.install(|| {
            let batch = batch.par_iter();
            let rater = || choice.engine.rater();
            let rated = batch.map_init(rater, |rater, puzzle| match puzzle {
                None => (Status::Invalid, None),
                Some(puzzle) => {
                    let report = rater.rate(puzzle);
                    let solved = report.status == Status::Solved;
                    let numbers = solved.then(|| Measure::numbers(&choice.metrics, &report));
                    (report.status, numbers)
                }
            });
            rated.collect()
        });
        for (status, values) in rated {
            tally.count(status);
            rows.push(values);
        }
        *done += batch.len() as u64;
        progress.advance(*done, *done);
    }
    Rated {
        rows,
        tally,
        time: started.elapsed(),
    }
}
