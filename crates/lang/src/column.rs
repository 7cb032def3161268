//! A value for every step, and what becomes of them.

use crate::prim::ReduceKind;
use crate::reduce::close;

/// The most steps of a path in which each removes at least one of 729 candidates.
pub const MOST_CHANGES: usize = 729;
/// The most steps of any path; a power of two.
///
/// Where many matches are taken at once, what one of them removes others may remove, too.
pub const MOST_STEPS: usize = 8192;
/// As many values as a path has steps, or more than a set members.
const MOST: usize = MOST_STEPS;

/// The values of all steps, with the figures that were asked of them so far.
///
/// Texts stand as their numbers, -1 for no text.
#[derive(Clone, Debug)]
pub(crate) struct Column {
    /// All places, so that a value is added without asking for room; the first `len` hold values.
    values: Box<[f64; MOST]>,
    len: usize,
    sum: Option<f64>,
    max: Option<f64>,
    extremes: Option<Extremes>,
    spread: Option<Spread>,
    tally: Option<Tally>,
}

/// The ends of the values, and what they lie between.
#[derive(Clone, Copy, Debug)]
struct Extremes {
    min: f64,
    max_jump: f64,
    first_max: usize,
}

/// What needs the mean first.
#[derive(Clone, Copy, Debug)]
struct Spread {
    variance: f64,
    mean_deviation: f64,
    slope: f64,
}

/// What is said of texts.
#[derive(Clone, Debug)]
struct Tally {
    /// How often each of the first texts occurs.
    counts: [u32; Tally::FEW],
    /// How often the others do, from the text numbered `FEW` on.
    more: Vec<u32>,
    longest_run: u32,
    longest_run_value: f64,
}

/// Memory that is not touched before values come, however many there may be.
fn room() -> Box<[f64; MOST]> {
    let values = vec![0.0; MOST].into_boxed_slice();
    values.try_into().unwrap_or_else(|_| Box::new([0.0; MOST]))
}

impl Default for Column {
    fn default() -> Self {
        Self {
            values: room(),
            len: 0,
            sum: None,
            max: None,
            extremes: None,
            spread: None,
            tally: None,
        }
    }
}

impl Column {
    /// Forgets all values.
    pub(crate) fn clear(&mut self) {
        self.len = 0;
        self.sum = None;
        self.max = None;
        self.extremes = None;
        self.spread = None;
        self.tally = None;
    }

    /// Adds the value of one more step, before any figure is asked for; what is beyond [`MOST_STEPS`] values is
    /// dropped.
    #[inline]
    pub(crate) fn push(&mut self, value: f64) {
        if let Some(place) = self.values.get_mut(self.len) {
            *place = value;
            self.len += 1;
        }
    }

    /// Writes a step's value, for a length that is said later.
    #[inline]
    pub(crate) fn put(&mut self, step: usize, value: f64) {
        self.values[step % MOST] = value;
    }

    /// Says how many values were put, and their sum if that alone is known.
    pub(crate) fn set_len(&mut self, len: usize, sum: Option<f64>) {
        self.len = len.min(MOST);
        self.sum = sum;
    }

    /// The values so far.
    pub(crate) fn values(&self) -> &[f64] {
        &self.values[..self.len]
    }

    /// The number of steps whose value is a text or whole number.
    pub(crate) fn count_equal(&mut self, wanted: f64) -> i64 {
        if !Tally::RANGE.contains(&wanted) {
            return self.values().iter().filter(|x| **x == wanted).count() as i64;
        }
        let values = &self.values[..self.len];
        let tally = self.tally.get_or_insert_with(|| Tally::of(values));
        let at = wanted as usize;
        let more = || tally.more.get(at.wrapping_sub(Tally::FEW));
        tally
            .counts
            .get(at)
            .or_else(more)
            .copied()
            .map_or(0, i64::from)
    }

    /// A figure of all values; without values 0, or -1 where it is a text.
    pub(crate) fn reduce(&mut self, kind: ReduceKind) -> f64 {
        let values = &self.values[..self.len];
        if values.is_empty() {
            let text = matches!(
                kind,
                ReduceKind::LongestRunValue | ReduceKind::MostFrequent | ReduceKind::LeastFrequent
            );
            return if text { -1.0 } else { 0.0 };
        }
        match kind {
            ReduceKind::Count => return values.iter().filter(|x| **x != 0.0).count() as f64,
            ReduceKind::Entropy
            | ReduceKind::LongestRun
            | ReduceKind::LongestRunValue
            | ReduceKind::MostFrequent
            | ReduceKind::LeastFrequent => {
                let tally = self.tally.get_or_insert_with(|| Tally::of(values));
                return tally.figure(kind, values.len());
            }
            _ => {}
        }
        if matches!(
            kind,
            ReduceKind::Min | ReduceKind::Max | ReduceKind::MaxJump | ReduceKind::FirstMax
        ) {
            let max = *self.max.get_or_insert_with(|| greatest(values));
            if kind == ReduceKind::Max {
                return max;
            }
            let extremes = self
                .extremes
                .get_or_insert_with(|| Extremes::of(values, max));
            return match kind {
                ReduceKind::Min => extremes.min,
                ReduceKind::MaxJump => extremes.max_jump,
                _ => extremes.first_max as f64,
            };
        }
        let sum = *self.sum.get_or_insert_with(|| values.iter().sum());
        let mean = sum / values.len() as f64;
        if matches!(kind, ReduceKind::Sum | ReduceKind::Mean) {
            return if kind == ReduceKind::Sum { sum } else { mean };
        }
        let spread = self.spread.get_or_insert_with(|| Spread::of(values, mean));
        match kind {
            ReduceKind::Variance => spread.variance,
            ReduceKind::StdDev => spread.variance.sqrt(),
            ReduceKind::MeanDeviation => spread.mean_deviation,
            _ => spread.slope,
        }
    }
}

fn greatest(values: &[f64]) -> f64 {
    values.iter().fold(
        f64::NEG_INFINITY,
        |max, &value| if value > max { value } else { max },
    )
}

impl Extremes {
    fn of(values: &[f64], max: f64) -> Self {
        let (mut min, mut max_jump) = (f64::INFINITY, 0.0);
        let mut last = values.first().copied().unwrap_or(0.0);
        for &value in values {
            min = if value < min { value } else { min };
            let jump = (value - last).abs();
            max_jump = if jump > max_jump { jump } else { max_jump };
            last = value;
        }
        // The first that is as good as the largest.
        let nearly = max - 1e-6 * max.abs().max(1.0);
        let as_good = |&value: &f64| value >= nearly && close(value, max);
        Self {
            min,
            max_jump,
            first_max: 1 + values.iter().position(as_good).unwrap_or(0),
        }
    }
}

impl Spread {
    fn of(values: &[f64], mean: f64) -> Self {
        let n = values.len() as f64;
        let middle = (n + 1.0) / 2.0;
        let (mut squares, mut distances, mut products, mut step) = (0.0, 0.0, 0.0, 1.0 - middle);
        for value in values {
            let off = value - mean;
            squares += off * off;
            distances += off.abs();
            products += step * off;
            step += 1.0;
        }
        // The least-squares slope over 1, 2, …: its divisor is Σ (i − ī)².
        let slope = if values.len() < 2 {
            0.0
        } else {
            products / (n * (n * n - 1.0) / 12.0)
        };
        Self {
            variance: squares / n,
            mean_deviation: distances / n,
            slope,
        }
    }
}

impl Tally {
    const FEW: usize = 16;
    /// The texts that are counted.
    const RANGE: std::ops::Range<f64> = 0.0..65536.0;

    fn of(values: &[f64]) -> Self {
        let mut tally = Self {
            counts: [0; Self::FEW],
            more: Vec::new(),
            longest_run: 0,
            longest_run_value: -1.0,
        };
        let mut run = 0;
        let mut last = f64::NAN;
        for &value in values {
            if value == last {
                run += 1;
                continue;
            }
            tally.end_run(last, run);
            (run, last) = (1, value);
        }
        tally.end_run(last, run);
        tally
    }

    fn end_run(&mut self, value: f64, run: u32) {
        if run > self.longest_run {
            (self.longest_run, self.longest_run_value) = (run, value);
        }
        // No text, and what is no whole number, is counted nowhere.
        if Self::RANGE.contains(&value) {
            let at = value as usize;
            if let Some(count) = self.counts.get_mut(at) {
                *count += run;
            } else {
                let at = at - Self::FEW;
                if at >= self.more.len() {
                    self.more.resize(at + 1, 0);
                }
                self.more[at] += run;
            }
        }
    }

    fn counts(&self) -> impl Iterator<Item = u32> + '_ {
        self.counts.iter().chain(&self.more).copied()
    }

    fn figure(&self, kind: ReduceKind, total: usize) -> f64 {
        let used = || self.counts().enumerate().filter(|(_, n)| *n > 0);
        let number = |at: Option<(usize, u32)>| at.map_or(-1.0, |(i, _)| i as f64);
        match kind {
            ReduceKind::LongestRun => f64::from(self.longest_run),
            ReduceKind::LongestRunValue => self.longest_run_value,
            ReduceKind::Entropy => {
                let total = total as f64;
                let part = |n: u32| {
                    let p = f64::from(n) / total;
                    p * p.ln()
                };
                used().fold(0.0, |all, (_, n)| all - part(n))
            }
            // Ties go to the lower number: the kind that stands earlier in the ladder.
            ReduceKind::MostFrequent => number(used().min_by_key(|(_, n)| std::cmp::Reverse(*n))),
            _ => number(used().min_by_key(|(_, n)| *n)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn reduced(kind: ReduceKind, values: &[f64]) -> f64 {
        let mut column = Column::default();
        values.iter().for_each(|&value| column.push(value));
        column.reduce(kind)
    }

    #[test]
    fn figures_of_a_small_path() {
        let values = [1.0, 2.0, 4.0, 1.0];
        assert_eq!(reduced(ReduceKind::Sum, &values), 8.0);
        assert_eq!(reduced(ReduceKind::Mean, &values), 2.0);
        // Deviations -1, 0, 2, -1: squares 1 + 0 + 4 + 1 = 6, over 4.
        assert_eq!(reduced(ReduceKind::Variance, &values), 1.5);
        assert_eq!(reduced(ReduceKind::StdDev, &values), 1.5_f64.sqrt());
        assert_eq!(reduced(ReduceKind::MeanDeviation, &values), 1.0);
        assert_eq!(reduced(ReduceKind::MaxJump, &values), 3.0);
        assert_eq!(reduced(ReduceKind::FirstMax, &values), 3.0);
        // (i - 2.5) · (s - 2): 1.5 + 0 + 1 - 1.5 = 1; Σ (i - 2.5)² = 5.
        assert_eq!(reduced(ReduceKind::Slope, &values), 0.2);
    }

    #[test]
    fn a_path_without_steps_has_zeros_and_no_texts() {
        for kind in [
            ReduceKind::Sum,
            ReduceKind::Mean,
            ReduceKind::Min,
            ReduceKind::Max,
            ReduceKind::Variance,
            ReduceKind::Slope,
            ReduceKind::MaxJump,
            ReduceKind::FirstMax,
            ReduceKind::Entropy,
            ReduceKind::LongestRun,
        ] {
            assert_eq!(reduced(kind, &[]), 0.0, "{kind:?}");
        }
        for kind in [
            ReduceKind::LongestRunValue,
            ReduceKind::MostFrequent,
            ReduceKind::LeastFrequent,
        ] {
            assert_eq!(reduced(kind, &[]), -1.0, "{kind:?}");
        }
    }

    #[test]
    fn ties_go_to_the_first_run_and_the_earlier_kind() {
        let kinds = [2.0, 2.0, 0.0, 0.0, 1.0, 3.0];
        assert_eq!(reduced(ReduceKind::LongestRun, &kinds), 2.0);
        assert_eq!(reduced(ReduceKind::LongestRunValue, &kinds), 2.0);
        assert_eq!(reduced(ReduceKind::MostFrequent, &kinds), 0.0);
        assert_eq!(reduced(ReduceKind::LeastFrequent, &kinds), 1.0);
    }

    #[test]
    fn entropy_of_equal_shares_is_the_logarithm_of_their_number() {
        let kinds = [0.0, 1.0, 2.0, 3.0];
        assert!((reduced(ReduceKind::Entropy, &kinds) - 4.0_f64.ln()).abs() < 1e-12);
    }

    #[test]
    fn a_tie_within_rounding_is_a_tie() {
        assert_eq!(reduced(ReduceKind::FirstMax, &[6.6 + 0.1, 6.7]), 1.0);
    }
}
