//! Almost locked sets as a graph: sets have groups of candidates, groups of one digit exclude each other.

use std::ops::Range;

use undoku_grid::{CellSet, Digit, Position};

use super::{Als, almost_locked_sets};

/// The cells of a set that may hold one of its digits. Many sets share a group.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Group {
    pub(crate) digit: Digit,
    pub(crate) cells: CellSet,
    /// The cells that lose the digit if it stands somewhere in the group.
    pub(crate) seen: CellSet,
}

/// Lists of numbers one behind the other.
#[derive(Debug, Default)]
struct Lists {
    ends: Vec<u32>,
    items: Vec<u16>,
}

impl Lists {
    fn get(&self, at: usize) -> &[u16] {
        let start = if at == 0 { 0 } else { self.ends[at - 1] };
        &self.items[start as usize..self.ends[at] as usize]
    }

    fn close(&mut self) {
        self.ends.push(self.items.len() as u32);
    }

    /// For each of `count` values the lists that it is in.
    fn inverted(&self, count: usize) -> Lists {
        let mut ends = vec![0_u32; count];
        for &item in &self.items {
            ends[item as usize] += 1;
        }
        let mut total = 0;
        for end in &mut ends {
            total += *end;
            *end = total;
        }
        let mut next: Vec<u32> = (0..count)
            .map(|at| if at == 0 { 0 } else { ends[at - 1] })
            .collect();
        let mut items = vec![0; self.items.len()];
        for list in 0..self.ends.len() {
            for &item in self.get(list) {
                let place = &mut next[item as usize];
                items[*place as usize] = list as u16;
                *place += 1;
            }
        }
        Lists { ends, items }
    }
}

/// The almost locked sets of a position and what links them.
#[derive(Debug)]
pub(crate) struct Graph {
    pub(crate) sets: Vec<Als>,
    /// By digit, then in the order in which the sets have them.
    pub(crate) groups: Vec<Group>,
    by_digit: [Range<usize>; 9],
    groups_of: Lists,
    sets_with: Lists,
    links: Lists,
}

impl Graph {
    /// The graph of the sets of at most `most_cells` cells.
    pub(crate) fn new(position: &Position, most_cells: u32) -> Graph {
        // More sets than a position without clues could have; what refers to them has 16 bits.
        const MOST_SETS: usize = u16::MAX as usize / 9;
        let mut sets = almost_locked_sets(position, most_cells);
        sets.truncate(MOST_SETS);

        let mut found = Found::with_room_for(sets.len() * 5);
        let mut numbers = Vec::with_capacity(sets.len() * 5);
        for set in &sets {
            for digit in set.digits {
                numbers.push(found.number(digit, set.cells & position.spots(digit)));
            }
        }
        // The groups of one digit stand together, so that links are looked for among them alone.
        let mut order: Vec<u16> = (0..found.groups.len() as u16).collect();
        order.sort_by_key(|&number| found.groups[number as usize].digit);
        let mut place_of = vec![0_u16; order.len()];
        for (place, &number) in order.iter().enumerate() {
            place_of[number as usize] = place as u16;
        }
        let groups: Vec<Group> = order
            .iter()
            .map(|&number| {
                let mut group = found.groups[number as usize];
                group.seen = group.cells.peers() & position.spots(group.digit);
                group
            })
            .collect();
        let by_digit = Digit::ALL.map(|digit| {
            let start = groups.partition_point(|group| group.digit < digit);
            start..start + groups[start..].partition_point(|group| group.digit == digit)
        });

        let mut groups_of = Lists::default();
        let mut next = numbers.iter();
        for set in &sets {
            let own = next.by_ref().take(set.digits.len() as usize);
            groups_of.items.extend(own.map(|&n| place_of[n as usize]));
            groups_of.close();
        }
        let mut links = Lists::default();
        for group in &groups {
            let others = by_digit[group.digit.index()].clone();
            for other in others {
                if groups[other].cells.is_subset(group.seen) {
                    links.items.push(other as u16);
                }
            }
            links.close();
        }
        let sets_with = groups_of.inverted(groups.len());
        Graph {
            sets,
            groups,
            by_digit,
            groups_of,
            sets_with,
            links,
        }
    }

    /// The groups of a set, by digit.
    pub(crate) fn groups_of(&self, set: u16) -> &[u16] {
        self.groups_of.get(set as usize)
    }

    /// The cells that lose the digit if it stands in the set; none for a digit that the set has not.
    pub(crate) fn seen(&self, set: u16, digit: Digit) -> CellSet {
        let digits = self.sets[set as usize].digits;
        if !digits.contains(digit) {
            return CellSet::EMPTY;
        }
        let before = digits - digits.after(digit).with(digit);
        let group = self.groups_of(set)[before.len() as usize];
        self.groups[group as usize].seen
    }

    /// The sets that have a group.
    pub(crate) fn sets_with(&self, group: u16) -> &[u16] {
        self.sets_with.get(group as usize)
    }

    /// The groups of the same digit that cannot hold it if this one does, and the other way round.
    pub(crate) fn links(&self, group: u16) -> &[u16] {
        self.links.get(group as usize)
    }

    /// The groups of a digit.
    pub(crate) fn groups_with(&self, digit: Digit) -> Range<usize> {
        self.by_digit[digit.index()].clone()
    }
}

/// Groups as they are found, each once, with a hash table of their numbers.
struct Found {
    groups: Vec<Group>,
    table: Vec<u16>,
}

impl Found {
    const NONE: u16 = u16::MAX;

    fn with_room_for(groups: usize) -> Found {
        Found {
            groups: Vec::new(),
            table: vec![Found::NONE; (2 * groups).next_power_of_two()],
        }
    }

    fn number(&mut self, digit: Digit, cells: CellSet) -> u16 {
        const ODD: u64 = 0x9E37_79B9_7F4A_7C15;
        let bits = cells.bits();
        let mixed = (bits as u64 ^ (bits >> 64) as u64).wrapping_mul(ODD) ^ digit.index() as u64;
        let mut slot = (mixed.wrapping_mul(ODD) >> 32) as usize;
        loop {
            slot &= self.table.len() - 1;
            let number = self.table[slot];
            if number == Found::NONE {
                let number = self.groups.len() as u16;
                self.table[slot] = number;
                self.groups.push(Group {
                    digit,
                    cells,
                    seen: CellSet::EMPTY,
                });
                return number;
            }
            let group = &self.groups[number as usize];
            if group.digit == digit && group.cells == cells {
                return number;
            }
            slot += 1;
        }
    }
}
