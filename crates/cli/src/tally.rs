//! How many puzzles were rated, and how many were not.

use std::time::Duration;

use serde_json::{Value, json};
use undoku::Status;

use crate::console::grouped;

/// The puzzles that it takes for a rate to say something.
const ENOUGH: u64 = 100;

/// How many puzzles ended how.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Tally {
    rated: u64,
    stuck: u64,
    invalid: u64,
    no_solution: u64,
    several: u64,
}

impl Tally {
    /// Counts one puzzle.
    pub(crate) fn count(&mut self, status: Status) {
        *match status {
            Status::Solved => &mut self.rated,
            Status::Stuck => &mut self.stuck,
            Status::Invalid => &mut self.invalid,
            Status::NoSolution => &mut self.no_solution,
            Status::MultipleSolutions => &mut self.several,
        } += 1;
    }

    /// Adds what another one counted.
    pub(crate) fn add(&mut self, other: Self) {
        self.rated += other.rated;
        self.stuck += other.stuck;
        self.invalid += other.invalid;
        self.no_solution += other.no_solution;
        self.several += other.several;
    }

    /// The puzzles that have no rating.
    pub(crate) const fn unrated(&self) -> u64 {
        self.stuck + self.refused()
    }

    /// All puzzles.
    pub(crate) const fn total(&self) -> u64 {
        self.rated + self.unrated()
    }

    const fn refused(&self) -> u64 {
        self.invalid + self.no_solution + self.several
    }

    /// The counts for programs.
    pub(crate) fn json(&self) -> Value {
        json!({
            "rated": self.rated,
            "stuck": self.stuck,
            "invalid": self.invalid,
            "no_solution": self.no_solution,
            "multiple_solutions": self.several,
        })
    }

    /// `498 rated, 1 stuck, 1 refused (1 invalid) in 0.02 s, 25,000 puzzles a second`
    pub(crate) fn summary(&self, time: Duration) -> String {
        let mut out = format!(
            "{} rated, {} stuck, {} refused",
            grouped(self.rated),
            grouped(self.stuck),
            grouped(self.refused())
        );
        let reasons: Vec<String> = [
            (self.invalid, "invalid"),
            (self.no_solution, "without solution"),
            (self.several, "with several solutions"),
        ]
        .into_iter()
        .filter(|(count, _)| *count > 0)
        .map(|(count, reason)| format!("{} {reason}", grouped(count)))
        .collect();
        if !reasons.is_empty() {
            out.push_str(&format!(" ({})", reasons.join(", ")));
        }
        let seconds = time.as_secs_f64();
        out.push_str(&format!(" in {seconds:.2} s"));
        if self.total() >= ENOUGH && seconds > 0.0 {
            let rate = self.total() as f64 / seconds;
            out.push_str(&format!(
                ", {} puzzles a second",
                grouped(rate.round() as u64)
            ));
        }
        out
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_reasons_are_named() {
        let mut tally = Tally::default();
        for (status, times) in [
            (Status::Solved, 1500),
            (Status::Stuck, 3),
            (Status::Invalid, 2),
            (Status::NoSolution, 1),
            (Status::MultipleSolutions, 4),
        ] {
            (0..times).for_each(|_| tally.count(status));
        }
        let mut twice = tally;
        twice.add(tally);
        assert_eq!(twice.total(), 3020);
        assert_eq!(twice.unrated(), 20);
        assert_eq!(
            twice.summary(Duration::from_secs(2)),
            "3,000 rated, 6 stuck, 14 refused (4 invalid, 2 without solution, 8 with several solutions) \
             in 2.00 s, 1,510 puzzles a second"
        );
        let mut few = Tally::default();
        few.count(Status::Stuck);
        assert_eq!(
            few.summary(Duration::from_millis(10)),
            "0 rated, 1 stuck, 0 refused in 0.01 s"
        );
        assert_eq!(
            Tally::default().summary(Duration::from_millis(10)),
            "0 rated, 0 stuck, 0 refused in 0.01 s"
        );
    }
}
