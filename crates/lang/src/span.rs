//! Places inside a fragment of rule text.

use std::fmt;
use std::ops::Range;

/// A half-open range of byte offsets into one fragment of rule text.
///
/// Offsets always lie on character boundaries of the fragment they were made from.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Span {
    /// Offset of the first byte.
    pub start: u32,
    /// Offset behind the last byte.
    pub end: u32,
}

impl Span {
    /// The bytes `start..end`.
    #[must_use]
    pub const fn new(start: u32, end: u32) -> Self {
        Self { start, end }
    }

    /// The smallest span that covers both.
    #[must_use]
    pub fn to(self, other: Self) -> Self {
        Self {
            start: self.start.min(other.start),
            end: self.end.max(other.end),
        }
    }

    /// As a range that slices the fragment's text.
    #[must_use]
    pub fn range(self) -> Range<usize> {
        self.start as usize..self.end as usize
    }
}

impl fmt::Debug for Span {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}..{}", self.start, self.end)
    }
}

/// The number of a fragment: one scalar of a rule file that holds text in the language.
///
/// Whoever hands fragments to this crate numbers them; problems carry the number back.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, PartialOrd, Ord)]
pub struct FragmentId(pub u32);

/// A piece of rule text together with the number its problems are reported under.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fragment {
    /// The number problems refer to.
    pub id: FragmentId,
    /// The text, as the YAML scalar decodes.
    pub text: String,
}
