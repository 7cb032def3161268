//! Intervals from rows drawn again and again.

use crate::random::Random;

/// How often an interval holds the true value: 95 times out of a hundred.
pub const LEVEL: f64 = 0.95;

/// The percentile bootstrap: as many rows as there are, drawn with replacement, again and again; the middle
/// [`LEVEL`] of what a statistic then comes to is its interval.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Bootstrap {
    /// How many times all rows are drawn; with 0 there are no intervals.
    pub resamples: u32,
    /// Where chance starts.
    pub seed: u64,
}

/// Between which values a statistic lies.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Interval {
    /// The lower end.
    pub low: f64,
    /// The upper end.
    pub high: f64,
}

impl Bootstrap {
    /// The intervals of statistics over so many rows. The statistics are asked with how often each row was
    /// drawn.
    ///
    /// A resample may leave a statistic without a value, say because all rows drawn are equal; it then does not
    /// count. There is no interval if that happens in more than half of them, or if there are no rows.
    pub fn intervals<const COUNT: usize>(
        &self,
        rows: usize,
        mut statistics: impl FnMut(&[u32]) -> [Option<f64>; COUNT],
    ) -> [Option<Interval>; COUNT] {
        let mut values = [const { Vec::new() }; COUNT];
        let mut times = vec![0; rows];
        for number in (0..self.resamples).take_while(|_| rows > 0) {
            times.fill(0);
            let mut random = Random::new(self.seed, u64::from(number));
            for _ in 0..rows {
                times[random.below(rows as u64) as usize] += 1;
            }
            for (values, value) in values.iter_mut().zip(statistics(&times)) {
                values.extend(value);
            }
        }
        values.map(|values| {
            let enough = !values.is_empty() && values.len() * 2 >= self.resamples as usize;
            enough.then(|| middle(values))
        })
    }
}

fn middle(mut values: Vec<f64>) -> Interval {
    values.sort_by(f64::total_cmp);
    let tail = (1.0 - LEVEL) / 2.0;
    Interval {
        low: quantile(&values, tail),
        high: quantile(&values, 1.0 - tail),
    }
}

/// The quantile of sorted values, at least one, between two of them in proportion.
fn quantile(sorted: &[f64], part: f64) -> f64 {
    let last = sorted.len() - 1;
    let at = part * last as f64;
    let (below, share) = ((at as usize).min(last), at.fract());
    let above = (below + 1).min(last);
    sorted[below] + (sorted[above] - sorted[below]) * share
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quantiles_lie_in_proportion() {
        let sorted = [10.0, 20.0, 40.0];
        let at = |part| quantile(&sorted, part);
        assert_eq!(
            [0.0, 0.25, 0.5, 0.75, 1.0].map(at),
            [10.0, 15.0, 20.0, 30.0, 40.0]
        );
        assert_eq!(quantile(&[7.0], 0.3), 7.0);
    }

    #[test]
    fn the_middle_leaves_out_as_much_at_both_ends() {
        let values = (0..=1000).rev().map(f64::from).collect();
        let Interval { low, high } = middle(values);
        assert!((low - 25.0).abs() < 1e-9, "{low}");
        assert!((high - 975.0).abs() < 1e-9, "{high}");
    }

    #[test]
    fn what_has_no_value_has_no_interval() {
        let bootstrap = Bootstrap {
            resamples: 100,
            seed: 1,
        };
        let mut number = 0;
        let found = bootstrap.intervals(3, |times| {
            assert_eq!(times.iter().sum::<u32>(), 3);
            number += 1;
            let sometimes = |share: u32| (number % share == 0).then_some(1.0);
            [sometimes(1), sometimes(2), sometimes(3), None]
        });
        let one = Some(Interval {
            low: 1.0,
            high: 1.0,
        });
        assert_eq!(found, [one, one, None, None]);
        assert_eq!(bootstrap.intervals(0, |_| [Some(1.0)]), [None]);
        let never = Bootstrap {
            resamples: 0,
            seed: 1,
        };
        assert_eq!(never.intervals(3, |_| [Some(1.0)]), [None]);
    }
}
