//! One of the nine digits.

use std::fmt;

/// A digit: kept as 0 to 8, shown as 1 to 9.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Digit(u8);

impl Digit {
    /// The nine digits in ascending order.
    pub const ALL: [Digit; 9] = {
        let mut all = [Digit(0); 9];
        let mut i = 0;
        while i < 9 {
            all[i] = Digit(i as u8);
            i += 1;
        }
        all
    };

    /// The digit shown as `number`; `None` unless that is 1 to 9.
    #[must_use = "this makes a digit and has no other effect"]
    #[inline]
    pub const fn from_number(number: u8) -> Option<Digit> {
        if number >= 1 && number <= 9 {
            Some(Digit(number - 1))
        } else {
            None
        }
    }

    /// The digit with this index; `None` unless that is 0 to 8.
    #[must_use = "this makes a digit and has no other effect"]
    #[inline]
    pub const fn from_index(index: u8) -> Option<Digit> {
        if index < 9 { Some(Digit(index)) } else { None }
    }

    /// The digit with an index that the caller knows to be 0 to 8.
    #[inline]
    pub(crate) const fn at(index: u8) -> Digit {
        debug_assert!(index < 9);
        Digit(index)
    }

    /// The digit as it is shown, 1 to 9.
    #[must_use = "this only reads the digit"]
    #[inline]
    pub const fn number(self) -> u8 {
        self.0 + 1
    }

    /// The digit as an index, 0 to 8.
    #[must_use = "this only reads the digit"]
    #[inline]
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

impl fmt::Display for Digit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(&self.number(), f)
    }
}

impl fmt::Debug for Digit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_one_to_nine() {
        assert_eq!(Digit::from_number(0), None);
        assert_eq!(Digit::from_number(10), None);
        assert_eq!(Digit::from_index(9), None);
        for (i, digit) in Digit::ALL.into_iter().enumerate() {
            assert_eq!(digit.index(), i);
            assert_eq!(usize::from(digit.number()), i + 1);
            assert_eq!(digit.to_string(), (i + 1).to_string());
            assert_eq!(Digit::from_number(digit.number()), Some(digit));
            assert_eq!(Digit::from_index(i as u8), Some(digit));
        }
    }
}
