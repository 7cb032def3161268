//! The set operations that cells, digits and units share, written once.

/// Implements a set of `$Member` kept as one bit a member in a `$Bits`, with its iterator `$Iter`.
///
/// Expects `struct $Set($Bits)` to be declared and `$Member::at(u8)` and `$Member::index()` to exist.
macro_rules! set_algebra {
    ($Set:ident, $Iter:ident, $Member:ident, $Bits:ty, $size:literal, $noun:literal) => {
        impl $Set {
            /// The set without members.
            pub const EMPTY: $Set = $Set(0);

            #[doc = concat!("The set of all ", $size, " ", $noun, "s.")]
            pub const ALL: $Set = $Set((1 << $size) - 1);

            /// The same as [`ALL`](Self::ALL).
            pub const FULL: $Set = $Set::ALL;

            /// The set whose member with index `i` is in when bit `i` is 1; bits beyond the last
            /// member are dropped.
            #[must_use = "this makes a new set"]
            #[inline]
            pub const fn from_bits(bits: $Bits) -> $Set {
                $Set(bits & $Set::ALL.0)
            }

            /// Bit `i` is 1 exactly when the member with index `i` is in.
            #[must_use = "this only reads the set"]
            #[inline]
            pub const fn bits(self) -> $Bits {
                self.0
            }

            #[doc = concat!("The set with this one ", $noun, ".")]
            #[must_use = "this makes a new set"]
            #[inline]
            pub const fn single(member: $Member) -> $Set {
                $Set(1 << member.index())
            }

            #[doc = concat!("Whether the ", $noun, " is in.")]
            #[must_use = "this only reads the set"]
            #[inline]
            pub const fn contains(self, member: $Member) -> bool {
                self.0 >> member.index() & 1 != 0
            }

            #[doc = concat!("The set and this ", $noun, ".")]
            #[must_use = "this returns a new set and leaves the old one"]
            #[inline]
            pub const fn with(self, member: $Member) -> $Set {
                $Set(self.0 | 1 << member.index())
            }

            #[doc = concat!("The set but for this ", $noun, ".")]
            #[must_use = "this returns a new set and leaves the old one"]
            #[inline]
            pub const fn without(self, member: $Member) -> $Set {
                $Set(self.0 & !(1 << member.index()))
            }

            #[doc = concat!("Puts the ", $noun, " in; says whether it was out.")]
            #[inline]
            pub const fn insert(&mut self, member: $Member) -> bool {
                let was_out = !self.contains(member);
                *self = self.with(member);
                was_out
            }

            #[doc = concat!("Takes the ", $noun, " out; says whether it was in.")]
            #[inline]
            pub const fn remove(&mut self, member: $Member) -> bool {
                let was_in = self.contains(member);
                *self = self.without(member);
                was_in
            }

            /// The members of either.
            #[must_use = "this returns a new set and leaves the old one"]
            #[inline]
            pub const fn union(self, other: $Set) -> $Set {
                $Set(self.0 | other.0)
            }

            /// The members of both.
            #[must_use = "this returns a new set and leaves the old one"]
            #[inline]
            pub const fn intersection(self, other: $Set) -> $Set {
                $Set(self.0 & other.0)
            }

            /// The members of this one that are not in the other.
            #[must_use = "this returns a new set and leaves the old one"]
            #[inline]
            pub const fn difference(self, other: $Set) -> $Set {
                $Set(self.0 & !other.0)
            }

            /// The members of exactly one of the two.
            #[must_use = "this returns a new set and leaves the old one"]
            #[inline]
            pub const fn symmetric_difference(self, other: $Set) -> $Set {
                $Set(self.0 ^ other.0)
            }

            #[doc = concat!("The ", $noun, "s that are out.")]
            #[must_use = "this returns a new set and leaves the old one"]
            #[inline]
            pub const fn complement(self) -> $Set {
                $Set(!self.0 & $Set::ALL.0)
            }

            /// Whether every member is in the other; true of the empty set.
            #[must_use = "this only reads the set"]
            #[inline]
            pub const fn is_subset(self, other: $Set) -> bool {
                self.0 & !other.0 == 0
            }

            /// Whether every member of the other is in this one.
            #[must_use = "this only reads the set"]
            #[inline]
            pub const fn is_superset(self, other: $Set) -> bool {
                other.is_subset(self)
            }

            /// Whether the two have no member in common.
            #[must_use = "this only reads the set"]
            #[inline]
            pub const fn is_disjoint(self, other: $Set) -> bool {
                self.0 & other.0 == 0
            }

            /// Whether there is no member.
            #[must_use = "this only reads the set"]
            #[inline]
            pub const fn is_empty(self) -> bool {
                self.0 == 0
            }

            #[doc = concat!("The number of members, 0 to ", $size, ".")]
            #[must_use = "this only reads the set"]
            #[inline]
            pub const fn len(self) -> u32 {
                self.0.count_ones()
            }

            /// Whether there are at least two members; cheaper than counting them.
            #[must_use = "this only reads the set"]
            #[inline]
            pub const fn has_several(self) -> bool {
                self.0 & self.0.wrapping_sub(1) != 0
            }

            /// The member with the lowest index, if there is one.
            #[must_use = "this only reads the set"]
            #[inline]
            pub const fn first(self) -> Option<$Member> {
                if self.0 == 0 {
                    None
                } else {
                    Some($Member::at(self.0.trailing_zeros() as u8))
                }
            }

            /// The member with the highest index, if there is one.
            #[must_use = "this only reads the set"]
            #[inline]
            pub const fn last(self) -> Option<$Member> {
                if self.0 == 0 {
                    None
                } else {
                    Some($Member::at(self.0.ilog2() as u8))
                }
            }

            /// The member, if there is exactly one.
            #[must_use = "this only reads the set"]
            #[inline]
            pub const fn only(self) -> Option<$Member> {
                if self.has_several() {
                    None
                } else {
                    self.first()
                }
            }

            #[doc = concat!("The members whose index is greater than that of this ", $noun, ".")]
            #[must_use = "this returns a new set and leaves the old one"]
            #[inline]
            pub const fn after(self, member: $Member) -> $Set {
                $Set(self.0 & (<$Bits>::MAX << member.index() << 1))
            }

            /// The members in ascending order.
            #[inline]
            pub const fn iter(self) -> $Iter {
                $Iter($Set(self.0))
            }
        }

        #[doc = concat!("The ", $noun, "s of a set in ascending order.")]
        #[derive(Clone, Debug)]
        pub struct $Iter($Set);

        impl Iterator for $Iter {
            type Item = $Member;

            #[inline]
            fn next(&mut self) -> Option<$Member> {
                let first = self.0.first();
                self.0.0 &= self.0.0.wrapping_sub(1);
                first
            }

            #[inline]
            fn size_hint(&self) -> (usize, Option<usize>) {
                let left = self.0.len() as usize;
                (left, Some(left))
            }

            #[inline]
            fn count(self) -> usize {
                self.0.len() as usize
            }

            #[inline]
            fn last(self) -> Option<$Member> {
                self.0.last()
            }
        }

        impl DoubleEndedIterator for $Iter {
            #[inline]
            fn next_back(&mut self) -> Option<$Member> {
                let last = self.0.last()?;
                self.0.remove(last);
                Some(last)
            }
        }

        impl ExactSizeIterator for $Iter {}

        impl std::iter::FusedIterator for $Iter {}

        impl IntoIterator for $Set {
            type Item = $Member;
            type IntoIter = $Iter;

            #[inline]
            fn into_iter(self) -> $Iter {
                $Iter(self)
            }
        }

        impl FromIterator<$Member> for $Set {
            fn from_iter<I: IntoIterator<Item = $Member>>(members: I) -> $Set {
                members.into_iter().fold($Set::EMPTY, $Set::with)
            }
        }

        impl Extend<$Member> for $Set {
            fn extend<I: IntoIterator<Item = $Member>>(&mut self, members: I) {
                *self = members.into_iter().fold(*self, $Set::with);
            }
        }

        impl From<$Member> for $Set {
            #[inline]
            fn from(member: $Member) -> $Set {
                $Set::single(member)
            }
        }

        impl std::ops::BitOr for $Set {
            type Output = $Set;

            #[inline]
            fn bitor(self, other: $Set) -> $Set {
                self.union(other)
            }
        }

        impl std::ops::BitAnd for $Set {
            type Output = $Set;

            #[inline]
            fn bitand(self, other: $Set) -> $Set {
                self.intersection(other)
            }
        }

        impl std::ops::Sub for $Set {
            type Output = $Set;

            #[inline]
            fn sub(self, other: $Set) -> $Set {
                self.difference(other)
            }
        }

        impl std::ops::BitXor for $Set {
            type Output = $Set;

            #[inline]
            fn bitxor(self, other: $Set) -> $Set {
                self.symmetric_difference(other)
            }
        }

        impl std::ops::Not for $Set {
            type Output = $Set;

            #[inline]
            fn not(self) -> $Set {
                self.complement()
            }
        }

        impl std::ops::BitOrAssign for $Set {
            #[inline]
            fn bitor_assign(&mut self, other: $Set) {
                *self = *self | other;
            }
        }

        impl std::ops::BitAndAssign for $Set {
            #[inline]
            fn bitand_assign(&mut self, other: $Set) {
                *self = *self & other;
            }
        }

        impl std::ops::SubAssign for $Set {
            #[inline]
            fn sub_assign(&mut self, other: $Set) {
                *self = *self - other;
            }
        }

        impl std::ops::BitXorAssign for $Set {
            #[inline]
            fn bitxor_assign(&mut self, other: $Set) {
                *self = *self ^ other;
            }
        }

        /// The members, separated by commas; nothing for the empty set.
        impl std::fmt::Display for $Set {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                for (i, member) in self.iter().enumerate() {
                    if i > 0 {
                        f.write_str(", ")?;
                    }
                    write!(f, "{member}")?;
                }
                Ok(())
            }
        }
    };
}

pub(crate) use set_algebra;
