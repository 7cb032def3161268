//! When two numbers count as equal.

/// Whether two numbers count as equal: within a billionth, relative to the larger where that is above 1.
///
/// Sums of decimal constants differ from their written value in the last bits; a rating must not change
/// class for that.
#[must_use]
pub fn close(a: f64, b: f64) -> bool {
    // An infinite bound is near nothing but itself.
    let size = a.abs().max(b.abs()).max(1.0);
    a == b || (size.is_finite() && (a - b).abs() <= 1e-9 * size)
}

#[cfg(test)]
mod tests {
    use super::close;

    #[test]
    fn rounding_does_not_separate_numbers() {
        assert!(close(6.6 + 0.1, 6.7));
        assert!(!close(6.7, 6.700_001));
        assert!(close(1e12, 1e12 + 1.0));
        assert!(!close(18.0, f64::INFINITY) && !close(f64::NEG_INFINITY, f64::INFINITY));
        assert!(close(f64::INFINITY, f64::INFINITY));
    }
}
