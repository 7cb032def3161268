//! The k-subsets of a set, in lexicographic order of their members.

/// Walks the k-subsets of up to 81 members.
#[derive(Clone, Debug)]
pub(crate) struct Chooser {
    members: [u8; 81],
    count: u8,
    /// Places in `members`, ascending; the first `k` are used.
    chosen: [u8; 9],
    k: u8,
    /// The size of the last subsets; larger ones follow smaller ones.
    last: u8,
    state: State,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum State {
    Fresh,
    Going,
    Done,
}

impl Default for Chooser {
    fn default() -> Self {
        Self {
            members: [0; 81],
            count: 0,
            chosen: [0; 9],
            k: 0,
            last: 0,
            state: State::Done,
        }
    }
}

impl Chooser {
    /// Starts over with the `k`-subsets (1 to 9) of these members, given in ascending order.
    pub(crate) fn start(&mut self, members: impl Iterator<Item = u8>, k: u8) {
        self.count = 0;
        for (place, member) in self.members.iter_mut().zip(members) {
            *place = member;
            self.count += 1;
        }
        self.k = k.clamp(1, 9);
        self.last = self.k;
        self.state = if self.k <= self.count {
            State::Fresh
        } else {
            State::Done
        };
    }

    /// Says that larger subsets follow, up to those of so many members.
    pub(crate) fn grow_to(&mut self, last: u8) {
        self.last = last.clamp(self.k, 9);
    }

    /// The next subset, as a bit for each member.
    pub(crate) fn next(&mut self) -> Option<u128> {
        let next = self.next_of_size();
        if next.is_none() && self.k < self.last.min(self.count) {
            self.k += 1;
            self.state = State::Fresh;
            return self.next_of_size();
        }
        next
    }

    fn next_of_size(&mut self) -> Option<u128> {
        let k = usize::from(self.k);
        match self.state {
            State::Done => return None,
            State::Fresh => {
                for (place, chosen) in self.chosen.iter_mut().enumerate() {
                    *chosen = place as u8;
                }
                self.state = State::Going;
            }
            State::Going => {
                let movable = (0..k)
                    .rev()
                    .find(|&at| self.chosen[at] < self.count - (k - at) as u8);
                let Some(at) = movable else {
                    self.state = State::Done;
                    return None;
                };
                let first = self.chosen[at] + 1;
                for (i, place) in (at..k).enumerate() {
                    self.chosen[place] = first + i as u8;
                }
            }
        }
        let members = self.chosen[..k]
            .iter()
            .map(|&at| self.members[usize::from(at)]);
        Some(members.fold(0, |bits, member| bits | 1 << member))
    }
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
}
