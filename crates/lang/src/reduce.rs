//! From one value a step to one value a path.

use crate::prim::ReduceKind;

/// Whether two numbers count as equal: within a billionth, relative to the larger where that is above 1.
///
/// Sums of decimal constants differ from their written value in the last bits; a rating must not change
/// class for that.
pub(crate) fn close(a: f64, b: f64) -> bool {
    a == b || (a - b).abs() <= 1e-9 * a.abs().max(b.abs()).max(1.0)
}

fn sum(values: &[f64]) -> f64 {
    values.iter().sum()
}

fn mean(values: &[f64]) -> f64 {
    if values.is_empty() {
        0.0
    } else {
        sum(values) / values.len() as f64
    }
}

fn mean_of(values: &[f64], f: impl Fn(f64) -> f64) -> f64 {
    if values.is_empty() {
        0.0
    } else {
        values.iter().map(|&x| f(x)).sum::<f64>() / values.len() as f64
    }
}

fn variance(values: &[f64]) -> f64 {
    let about = mean(values);
    mean_of(values, |x| (x - about) * (x - about))
}

/// The least-squares slope of the values over 1, 2, …; 0 for fewer than two.
fn slope(values: &[f64]) -> f64 {
    let n = values.len() as f64;
    if values.len() < 2 {
        return 0.0;
    }
    let middle = (n + 1.0) / 2.0;
    let about = mean(values);
    let mut products = 0.0;
    for (i, value) in values.iter().enumerate() {
        products += (i as f64 + 1.0 - middle) * (value - about);
    }
    // Σ (i − ī)² over 1…n.
    products / (n * (n * n - 1.0) / 12.0)
}

fn first_max(values: &[f64]) -> f64 {
    let mut best = 0;
    for (i, value) in values.iter().enumerate() {
        if *value > values[best] && !close(*value, values[best]) {
            best = i;
        }
    }
    if values.is_empty() {
        0.0
    } else {
        best as f64 + 1.0
    }
}

/// A reduction whose result is a number.
pub(crate) fn reduce(kind: ReduceKind, values: &[f64]) -> f64 {
    match kind {
        ReduceKind::Sum => sum(values),
        ReduceKind::Mean => mean(values),
        ReduceKind::Min => values.iter().copied().reduce(f64::min).unwrap_or(0.0),
        ReduceKind::Max => values.iter().copied().reduce(f64::max).unwrap_or(0.0),
        ReduceKind::Variance => variance(values),
        ReduceKind::StdDev => variance(values).sqrt(),
        ReduceKind::MeanDeviation => {
            let about = mean(values);
            mean_of(values, |x| (x - about).abs())
        }
        ReduceKind::Slope => slope(values),
        ReduceKind::MaxJump => values
            .windows(2)
            .map(|w| (w[1] - w[0]).abs())
            .fold(0.0, f64::max),
        ReduceKind::FirstMax => first_max(values),
        ReduceKind::Count => values.iter().filter(|x| **x != 0.0).count() as f64,
        ReduceKind::Entropy
        | ReduceKind::LongestRun
        | ReduceKind::LongestRunValue
        | ReduceKind::MostFrequent
        | ReduceKind::LeastFrequent => reduce_texts(kind, values),
    }
}

/// A reduction of texts, given by their numbers; -1 stands for no text.
fn reduce_texts(kind: ReduceKind, values: &[f64]) -> f64 {
    match kind {
        ReduceKind::LongestRun | ReduceKind::LongestRunValue => {
            let (mut best, mut best_value, mut run) = (0_u32, -1.0, 0_u32);
            let mut last = f64::NAN;
            for &value in values {
                run = if value == last { run + 1 } else { 1 };
                last = value;
                if run > best {
                    (best, best_value) = (run, value);
                }
            }
            if kind == ReduceKind::LongestRun {
                f64::from(best)
            } else {
                best_value
            }
        }
        _ => with_counts(values, |counts| frequency(kind, counts, values.len())),
    }
}

/// Calls `f` with how often each number from 0 on occurs.
fn with_counts<T>(values: &[f64], f: impl FnOnce(&[u32]) -> T) -> T {
    const FEW: usize = 64;
    let largest = values.iter().copied().fold(0.0, f64::max) as usize;
    let count = |counts: &mut [u32]| {
        for &value in values {
            if let Some(n) = counts.get_mut(value as usize) {
                *n += 1;
            }
        }
    };
    if largest < FEW {
        let mut counts = [0; FEW];
        count(&mut counts);
        f(&counts[..=largest])
    } else {
        let mut counts = vec![0; largest + 1];
        count(&mut counts);
        f(&counts)
    }
}

fn frequency(kind: ReduceKind, counts: &[u32], total: usize) -> f64 {
    let used = || counts.iter().enumerate().filter(|(_, n)| **n > 0);
    let value = |at: Option<(usize, &u32)>| at.map_or(-1.0, |(i, _)| i as f64);
    match kind {
        ReduceKind::Entropy => {
            let total = total as f64;
            used()
                .map(|(_, &n)| {
                    let p = f64::from(n) / total;
                    p * p.ln()
                })
                .fold(0.0, |all, x| all - x)
        }
        // Ties go to the lower number: the kind that stands earlier in the ladder.
        ReduceKind::MostFrequent => value(used().min_by_key(|(_, n)| std::cmp::Reverse(**n))),
        _ => value(used().min_by_key(|(_, n)| **n)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn figures_of_a_small_path() {
        let values = [1.0, 2.0, 4.0, 1.0];
        assert_eq!(reduce(ReduceKind::Sum, &values), 8.0);
        assert_eq!(reduce(ReduceKind::Mean, &values), 2.0);
        // Deviations -1, 0, 2, -1: squares 1 + 0 + 4 + 1 = 6, over 4.
        assert_eq!(reduce(ReduceKind::Variance, &values), 1.5);
        assert_eq!(reduce(ReduceKind::StdDev, &values), 1.5_f64.sqrt());
        assert_eq!(reduce(ReduceKind::MeanDeviation, &values), 1.0);
        assert_eq!(reduce(ReduceKind::MaxJump, &values), 3.0);
        assert_eq!(reduce(ReduceKind::FirstMax, &values), 3.0);
        // (i - 2.5) · (s - 2): 1.5 + 0 + 1 - 1.5 = 1; Σ (i - 2.5)² = 5.
        assert_eq!(reduce(ReduceKind::Slope, &values), 0.2);
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
            assert_eq!(reduce(kind, &[]), 0.0, "{kind:?}");
        }
        for kind in [
            ReduceKind::LongestRunValue,
            ReduceKind::MostFrequent,
            ReduceKind::LeastFrequent,
        ] {
            assert_eq!(reduce(kind, &[]), -1.0, "{kind:?}");
        }
    }

    #[test]
    fn ties_go_to_the_first_run_and_the_earlier_kind() {
        let kinds = [2.0, 2.0, 0.0, 0.0, 1.0, 3.0];
        assert_eq!(reduce(ReduceKind::LongestRun, &kinds), 2.0);
        assert_eq!(reduce(ReduceKind::LongestRunValue, &kinds), 2.0);
        assert_eq!(reduce(ReduceKind::MostFrequent, &kinds), 0.0);
        assert_eq!(reduce(ReduceKind::LeastFrequent, &kinds), 1.0);
    }

    #[test]
    fn entropy_of_equal_shares_is_the_logarithm_of_their_number() {
        let kinds = [0.0, 1.0, 2.0, 3.0];
        assert!((reduce(ReduceKind::Entropy, &kinds) - 4.0_f64.ln()).abs() < 1e-12);
    }

    #[test]
    fn a_tie_within_rounding_is_a_tie() {
        assert_eq!(reduce(ReduceKind::FirstMax, &[6.6 + 0.1, 6.7]), 1.0);
        assert!(close(6.6 + 0.1, 6.7));
        assert!(!close(6.7, 6.700_001));
    }
}
