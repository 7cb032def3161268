//! Two columns of numbers side by side.

use crate::concordance::PairCounts;
use crate::ranking::Ranking;

/// Two columns of numbers side by side, ordered once so that every statistic takes no more sorting.
///
/// The statistics are about rows that are there so many times each, `times`: a resample says so for each row, and
/// [`Pairs::once`] means the columns as they are. Where `times` is shorter than the columns, the rows beyond it are
/// not there.
#[derive(Clone, Debug)]
pub struct Pairs {
    first: Vec<f64>,
    second: Vec<f64>,
    first_order: Ranking,
    second_order: Ranking,
    logarithms: Logarithms,
}

/// The logarithms of the rows in which both values are positive.
#[derive(Clone, Debug)]
struct Logarithms {
    rows: Vec<usize>,
    first: Vec<f64>,
    second: Vec<f64>,
}

impl Pairs {
    /// The pairs of two columns; if one is longer, what it has more is left out.
    #[must_use]
    pub fn new(first: &[f64], second: &[f64]) -> Self {
        let rows = first.len().min(second.len());
        let (first, second) = (&first[..rows], &second[..rows]);
        let positive = |row: &usize| first[*row] > 0.0 && second[*row] > 0.0;
        let logs: Vec<usize> = (0..rows).filter(positive).collect();
        Self {
            first_order: Ranking::of(first),
            second_order: Ranking::of(second),
            logarithms: Logarithms {
                first: logs.iter().map(|&row| first[row].ln()).collect(),
                second: logs.iter().map(|&row| second[row].ln()).collect(),
                rows: logs,
            },
            first: first.to_vec(),
            second: second.to_vec(),
        }
    }

    /// How many pairs there are.
    #[must_use]
    pub fn len(&self) -> usize {
        self.first.len()
    }

    /// Whether there are none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.first.is_empty()
    }

    /// In how many pairs both values are positive and so have a logarithm.
    #[must_use]
    pub fn positive(&self) -> usize {
        self.logarithms.rows.len()
    }

    /// Every row once.
    #[must_use]
    pub fn once(&self) -> Vec<u32> {
        vec![1; self.len()]
    }

    /// Pearson's correlation, from -1 to 1. None if a column has fewer than two different values.
    #[must_use]
    pub fn pearson(&self, times: &[u32]) -> Option<f64> {
        let rows = self.first.iter().zip(&self.second).zip(times);
        pearson(rows.map(|((&x, &y), &times)| (x, y, f64::from(times))))
    }

    /// Pearson's correlation of the logarithms of both, over the rows in which both are positive.
    #[must_use]
    pub fn pearson_of_logarithms(&self, times: &[u32]) -> Option<f64> {
        let logs = &self.logarithms;
        let rows = logs.first.iter().zip(&logs.second).zip(&logs.rows);
        let times = |row: usize| f64::from(times.get(row).copied().unwrap_or(0));
        pearson(rows.map(|((&x, &y), &row)| (x, y, times(row))))
    }

    /// Spearman's correlation, which is Pearson's of the ranks; equal values have the average of their ranks.
    #[must_use]
    pub fn spearman(&self, times: &[u32]) -> Option<f64> {
        let first = self.first_order.place_ranks(times);
        let second = self.second_order.place_ranks(times);
        let places = self
            .first_order
            .places()
            .iter()
            .zip(self.second_order.places());
        pearson(
            places.zip(times).map(|((&x, &y), &times)| {
                (first[x as usize], second[y as usize], f64::from(times))
            }),
        )
    }

    /// How the columns order the pairs of rows.
    #[must_use]
    pub fn counts(&self, times: &[u32]) -> PairCounts {
        PairCounts::of(&self.first_order, &self.second_order, times)
    }
}

/// Pearson's correlation of weighted pairs. The means are taken first: sums of squares and products alone would
/// cancel where values are large and differ little.
fn pearson(rows: impl Iterator<Item = (f64, f64, f64)> + Clone) -> Option<f64> {
    let (mut weight, mut x_sum, mut y_sum) = (0.0, 0.0, 0.0);
    for (x, y, times) in rows.clone() {
        weight += times;
        x_sum += times * x;
        y_sum += times * y;
    }
    let (x_mean, y_mean) = (x_sum / weight, y_sum / weight);
    let (mut xx, mut yy, mut xy) = (0.0, 0.0, 0.0);
    let (mut x_scale, mut y_scale) = (0.0_f64, 0.0_f64);
    for (x, y, times) in rows {
        let (dx, dy) = (x - x_mean, y - y_mean);
        xx += times * dx * dx;
        yy += times * dy * dy;
        xy += times * dx * dy;
        x_scale = x_scale.max(x.abs());
        y_scale = y_scale.max(y.abs());
    }
    // Equal values need not be equal to their mean to the last bit.
    let varies = |squares: f64, scale: f64| squares > weight * (scale * 1e-14).powi(2);
    if !varies(xx, x_scale) || !varies(yy, y_scale) {
        return None;
    }
    let value = xy / (xx.sqrt() * yy.sqrt());
    value.is_finite().then(|| value.clamp(-1.0, 1.0))
}
