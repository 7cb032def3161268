//! A set of digits.

use std::fmt;

use crate::digit::Digit;
use crate::set_algebra::set_algebra;

/// A set of digits, one bit a digit; ordered by its bits.
#[derive(Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct DigitSet(pub(crate) u16);

set_algebra!(DigitSet, DigitIter, Digit, u16, 9, "digit");

/// `{1, 5}`.
impl fmt::Debug for DigitSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(*self).finish()
    }
}
