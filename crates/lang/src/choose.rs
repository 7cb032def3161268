//! The k-subsets of a set, in lexicographic order of their members.

use undoku_grid::CellSet;

/// Walks the k-subsets of up to 81 members; all of them, or those whose members' values, sets themselves,
/// have a union of no more than so many members.
#[derive(Clone, Debug)]
pub(crate) struct Chooser {
    members: [u8; 81],
    walk: Walk,
    /// The values that are sets of digits or units.
    words: Values<u32>,
    /// Those that are sets of cells.
    cells: Values<u128>,
}

/// Where among the subsets one is.
#[derive(Clone, Debug)]
struct Walk {
    /// The number of members.
    count: u8,
    /// Places in `members`, ascending; the first `k` are used.
    chosen: [u8; 9],
    k: u8,
    /// The sizes of the first and of the last subsets; larger ones follow smaller ones.
    first: u8,
    last: u8,
    state: State,
    /// The fewest and the most members of the union of the values.
    least: u32,
    limit: u32,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum State {
    Fresh,
    Going,
    Done,
}

/// The values of members, and the union of those of the first ones chosen, by how many they are.
#[derive(Clone, Debug)]
struct Values<V> {
    all: [V; 81],
    unions: [V; 10],
}

/// A set of up to 27 or up to 81 members as bits.
trait Set: Copy + std::ops::BitOr<Output = Self> {
    const EMPTY: Self;

    fn size(self) -> u32;

    fn is_within(self, other: Self) -> bool;
}

/// The number of members of a set of nine.
const SIZES: [u8; 512] = {
    let mut sizes = [0; 512];
    let mut set: usize = 0;
    while set < 512 {
        sizes[set] = set.count_ones() as u8;
        set += 1;
    }
    sizes
};

impl Set for u32 {
    const EMPTY: Self = 0;

    #[inline]
    fn size(self) -> u32 {
        let nine = |from: u32| u32::from(SIZES[(self >> from & 0x1FF) as usize]);
        if self < 512 {
            nine(0)
        } else {
            nine(0) + nine(9) + nine(18)
        }
    }

    #[inline]
    fn is_within(self, other: Self) -> bool {
        self & !other == 0
    }
}

impl Set for u128 {
    const EMPTY: Self = 0;

    #[inline]
    fn size(self) -> u32 {
        self.count_ones()
    }

    #[inline]
    fn is_within(self, other: Self) -> bool {
        self & !other == 0
    }
}

impl Walk {
    /// Goes on with the subsets of the next size; says whether there are any.
    const fn grow(&mut self) -> bool {
        let grows = self.k < self.last && self.k < self.count;
        if grows {
            self.k += 1;
            self.state = State::Fresh;
        }
        grows
    }
}

impl<V: Set> Values<V> {
    const fn new() -> Self {
        Self {
            all: [V::EMPTY; 81],
            unions: [V::EMPTY; 10],
        }
    }

    /// Chooses the places of the next subset within the limit; gives the union of its values.
    #[inline]
    fn next(&mut self, walk: &mut Walk) -> Option<V> {
        loop {
            let next = self.next_of_size(walk);
            if next.is_some() || !walk.grow() {
                return next;
            }
        }
    }

    #[inline]
    fn next_of_size(&mut self, walk: &mut Walk) -> Option<V> {
        let (k, count) = (usize::from(walk.k), usize::from(walk.count));
        // How many are chosen, and the place of the next one to try.
        let (mut depth, mut at) = match walk.state {
            State::Done => return None,
            State::Fresh => (0, 0),
            State::Going => (k - 1, usize::from(walk.chosen[k - 1]) + 1),
        };
        walk.state = State::Going;
        loop {
            let before = self.unions[depth];
            let end = (count + depth + 1).saturating_sub(k);
            if depth + 1 == k {
                let left = self.all.get(at..end).unwrap_or_default();
                // What has as many members as it may takes values without another one; it is not counted again.
                let found = if before.size() == walk.limit {
                    left.iter().position(|value| value.is_within(before))
                } else {
                    let sizes = walk.least..=walk.limit;
                    left.iter()
                        .position(|&value| sizes.contains(&(before | value).size()))
                };
                if let Some(found) = found {
                    walk.chosen[depth] = (at + found) as u8;
                    return Some(before | self.all[at + found]);
                }
            } else if at < end {
                let union = before | self.all[at];
                if union.size() > walk.limit {
                    at += 1;
                    continue;
                }
                walk.chosen[depth] = at as u8;
                depth += 1;
                self.unions[depth] = union;
                at += 1;
                continue;
            }
            if depth == 0 {
                walk.state = State::Done;
                return None;
            }
            depth -= 1;
            at = usize::from(walk.chosen[depth]) + 1;
        }
    }
}

impl Default for Chooser {
    fn default() -> Self {
        Self {
            members: [0; 81],
            walk: Walk {
                count: 0,
                chosen: [0; 9],
                k: 1,
                first: 1,
                last: 1,
                state: State::Done,
                least: 0,
                limit: 0,
            },
            words: Values::new(),
            cells: Values::new(),
        }
    }
}

impl Chooser {
    /// Starts over with the `k`-subsets (1 to 9) of these members, given in ascending order.
    pub(crate) fn start(&mut self, members: impl Iterator<Item = u8>, k: u8) {
        self.start_within(k, 0, false);
        for member in members {
            self.add(member);
        }
    }

    /// Says that larger subsets follow, up to those of so many members.
    pub(crate) fn grow_to(&mut self, last: u8) {
        self.walk.last = last.clamp(self.walk.first, 9);
    }

    /// The next subset, as a bit for each member.
    pub(crate) fn next(&mut self) -> Option<u128> {
        let next = self.next_of_size();
        if next.is_none() && self.walk.grow() {
            return self.next_of_size();
        }
        next
    }

    fn next_of_size(&mut self) -> Option<u128> {
        let walk = &mut self.walk;
        let (k, count) = (usize::from(walk.k), usize::from(walk.count));
        match walk.state {
            State::Done => return None,
            State::Fresh => {
                if count < k {
                    walk.state = State::Done;
                    return None;
                }
                for (place, chosen) in walk.chosen.iter_mut().enumerate() {
                    *chosen = place as u8;
                }
                walk.state = State::Going;
            }
            State::Going => {
                let movable = (0..k)
                    .rev()
                    .find(|&at| usize::from(walk.chosen[at]) + k < count + at);
                let Some(at) = movable else {
                    walk.state = State::Done;
                    return None;
                };
                let first = walk.chosen[at] + 1;
                for (i, place) in (at..k).enumerate() {
                    walk.chosen[place] = first + i as u8;
                }
            }
        }
        Some(self.subset())
    }

    /// Starts over without members, for the `k`-subsets (1 to 9) whose values' union has no more members
    /// than `limit`, or just as many if it is `exact`.
    #[inline]
    pub(crate) fn start_within(&mut self, k: u8, limit: i64, exact: bool) {
        self.walk.count = 0;
        self.walk.first = k.clamp(1, 9);
        self.walk.last = self.walk.first;
        self.walk.limit = limit.clamp(0, 128) as u32;
        self.walk.least = if exact { self.walk.limit } else { 0 };
        self.restart(limit);
    }

    /// Starts over with the same members and limit.
    #[inline]
    pub(crate) fn restart(&mut self, limit: i64) {
        self.walk.k = self.walk.first;
        // A union cannot have fewer members than none.
        self.walk.state = if limit < 0 { State::Done } else { State::Fresh };
    }

    #[inline]
    fn add(&mut self, member: u8) -> Option<usize> {
        let at = usize::from(self.walk.count);
        *self.members.get_mut(at)? = member;
        self.walk.count += 1;
        Some(at)
    }

    /// Adds a member, greater than those before it, with a set of digits or units; unless that is larger than
    /// the limit, which is only looked at if it need not fit.
    #[inline]
    pub(crate) fn add_word(&mut self, member: u8, value: u32, fits: bool) {
        if (fits || value.size() <= self.walk.limit)
            && let Some(at) = self.add(member)
        {
            self.words.all[at] = value;
        }
    }

    /// Adds cells, greater than the members before them, each with a set of digits or units.
    #[inline(always)]
    pub(crate) fn add_words(&mut self, cells: CellSet, fits: bool, value: impl Fn(u8) -> u32) {
        // Counted here and not in the walk, which each addition would wait for.
        let mut count = usize::from(self.walk.count);
        let limit = self.walk.limit;
        cells.for_each_index(|member| {
            let value = value(member as u8);
            if (fits || value.size() <= limit)
                && let (Some(place), Some(stored)) =
                    (self.members.get_mut(count), self.words.all.get_mut(count))
            {
                (*place, *stored) = (member as u8, value);
                count += 1;
            }
        });
        self.walk.count = count as u8;
    }

    /// Likewise with a set of cells.
    #[inline]
    pub(crate) fn add_cells(&mut self, member: u8, value: u128, fits: bool) {
        if (fits || value.size() <= self.walk.limit)
            && let Some(at) = self.add(member)
        {
            self.cells.all[at] = value;
        }
    }

    /// Whether there are members enough for a subset.
    #[inline]
    pub(crate) fn has_enough(&self) -> bool {
        self.walk.count >= self.walk.first
    }

    /// The next subset within the limit, as a bit for each member, and the union of its members' values, which
    /// are sets of digits or units.
    #[inline(never)]
    pub(crate) fn next_of_words(&mut self) -> Option<(u128, u32)> {
        self.first_of_words()
    }

    /// The same, for a chooser that was just filled.
    #[inline]
    pub(crate) fn first_of_words(&mut self) -> Option<(u128, u32)> {
        let union = self.words.next(&mut self.walk)?;
        Some((self.subset(), union))
    }

    /// Likewise where the values are sets of cells.
    #[inline(never)]
    pub(crate) fn next_of_cells(&mut self) -> Option<(u128, u128)> {
        let union = self.cells.next(&mut self.walk)?;
        Some((self.subset(), union))
    }

    #[inline]
    fn subset(&self) -> u128 {
        let members = self.walk.chosen[..usize::from(self.walk.k)]
            .iter()
            .map(|&at| self.members[usize::from(at)]);
        members.fold(0, |bits, member| bits | 1 << member)
    }
}

/// How many `k`-subsets (0 to 9) a set of `n` members (0 to 81) has.
pub(crate) fn subsets(n: i64, k: i64) -> i64 {
    let n = n.clamp(0, 81);
    (0..k.clamp(0, 9)).fold(1, |all, i| all * (n - i).max(0) / (i + 1))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn subsets_come_in_lexicographic_order() {
        let mut chooser = Chooser::default();
        chooser.start([1, 4, 5, 80].into_iter(), 2);
        let found: Vec<u128> = std::iter::from_fn(|| chooser.next()).collect();
        let pair = |a: u32, b: u32| 1_u128 << a | 1_u128 << b;
        assert_eq!(
            found,
            [
                pair(1, 4),
                pair(1, 5),
                pair(1, 80),
                pair(4, 5),
                pair(4, 80),
                pair(5, 80)
            ]
        );
    }

    #[test]
    fn too_few_members_have_no_subset_and_all_members_one() {
        let mut chooser = Chooser::default();
        chooser.start([3, 7].into_iter(), 3);
        assert_eq!(chooser.next(), None);
        chooser.start([3, 7, 8].into_iter(), 3);
        assert_eq!(chooser.next(), Some(1 << 3 | 1 << 7 | 1 << 8));
        assert_eq!(chooser.next(), None);
        assert_eq!(chooser.next(), None);
    }

    #[test]
    fn larger_subsets_follow_smaller_ones() {
        let mut chooser = Chooser::default();
        chooser.start([1, 4, 5].into_iter(), 2);
        chooser.grow_to(4);
        let found: Vec<u128> = std::iter::from_fn(|| chooser.next()).collect();
        assert_eq!(found, [0b01_0010, 0b10_0010, 0b11_0000, 0b11_0010]);
        chooser.start(0..9, 1);
        chooser.grow_to(3);
        assert_eq!(std::iter::from_fn(|| chooser.next()).count(), 9 + 36 + 84);
        // Two members have one value and another one more: two subsets of one, one of two are within it.
        for _ in 0..2 {
            chooser.start_within(1, 1, false);
            chooser.grow_to(3);
            for (member, value) in [(2, 0b1), (3, 0b11), (6, 0b1)] {
                chooser.add_word(member, value, false);
            }
            let found: Vec<_> = std::iter::from_fn(|| chooser.next_of_words()).collect();
            assert_eq!(found, [(0b100, 0b1), (0b100_0000, 0b1), (0b100_0100, 0b1)]);
        }
    }

    #[test]
    fn nine_of_nine_and_a_count_that_is_a_binomial() {
        let mut chooser = Chooser::default();
        chooser.start(0..9, 4);
        assert_eq!(std::iter::from_fn(|| chooser.next()).count(), 126);
        chooser.start(0..9, 9);
        assert_eq!(chooser.next(), Some(0x1FF));
        assert_eq!(chooser.next(), None);
    }

    #[test]
    fn subsets_within_a_limit_are_those_of_all_whose_union_is_small_enough() {
        // Values of one to four members out of eight.
        let values = [0b11, 0b101, 0b1111, 0b1000_0000, 0b110, 0b1100_0000, 0b1];
        for k in 1..=5 {
            for (limit, exact) in (-1..=8).flat_map(|limit| [(limit, false), (limit, true)]) {
                let (mut all, mut within) = (Chooser::default(), Chooser::default());
                let mut cells = Chooser::default();
                all.start(0..7, k);
                within.start_within(k, limit, exact);
                cells.start_within(k, limit, exact);
                for (member, &value) in (0..).zip(&values) {
                    within.add_word(member, value, false);
                    cells.add_cells(member, u128::from(value), false);
                }
                let union = |subset: u128| {
                    let chosen = (0..7).filter(|at| subset >> at & 1 != 0);
                    chosen.fold(0, |union: u32, at| union | values[at])
                };
                let expected: Vec<(u128, u32)> = std::iter::from_fn(|| all.next())
                    .map(|subset| (subset, union(subset)))
                    .filter(|(_, union)| {
                        let size = i64::from(union.count_ones());
                        size == limit || size < limit && !exact
                    })
                    .collect();
                for _ in 0..2 {
                    let found = std::iter::from_fn(|| within.next_of_words());
                    assert_eq!(found.collect::<Vec<_>>(), expected, "{k} {limit} {exact}");
                    assert_eq!(within.next_of_words(), None);
                    let found = std::iter::from_fn(|| cells.next_of_cells());
                    let found = found.map(|(subset, union)| (subset, union as u32));
                    assert_eq!(found.collect::<Vec<_>>(), expected, "{k} {limit} {exact}");
                    cells.restart(limit);
                    within.restart(limit);
                }
            }
        }
    }

    #[test]
    fn numbers_of_subsets() {
        assert_eq!(subsets(9, 2), 36);
        assert_eq!(subsets(3, 4), 0);
        assert_eq!(subsets(0, 0), 1);
        assert_eq!(subsets(81, 3), 85_320);
    }
}
