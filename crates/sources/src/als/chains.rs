//! Almost locked sets one behind the other, each linked to the next by a digit.

use std::collections::HashMap;
use std::ops::RangeInclusive;
use std::rc::Rc;

use undoku_grid::{Cell, CellSet, Digit, Position};

use super::{Als, Eliminations, Graph};

/// A chain of almost locked sets, each linked to the next by a restricted common digit, another one than to the
/// set before, and what goes because of it.
///
/// If the first set lacks a digit other than that of its link, it has the one of its link, so the second set lacks
/// that one and has the one of the next link, and so on: the last set has all its digits but that of its link. So
/// a digit that both ends have, and neither is linked by, is in one of them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AlsChain {
    /// The sets, in order.
    pub sets: Vec<Als>,
    /// The digits of the links, one fewer than sets.
    pub links: Vec<Digit>,
    /// The number of cells of all sets, those that several have counted for each.
    pub size: u32,
    /// What goes; never empty.
    pub eliminations: Eliminations,
}

/// The chains found, and whether these are all.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct AlsChains {
    /// By length, then by size, then by what goes.
    pub chains: Vec<AlsChain>,
    /// Whether the search stopped at its limit.
    pub cut_short: bool,
}

/// The chains with a length – a number of sets – within the bounds that eliminate something.
///
/// For each candidate the shortest chains that eliminate it are looked at, and of those that eliminate the same
/// one of the least size is kept. Lengths from 3 to 15 are looked for; chains of two are
/// [`pairs`](super::pairs::pairs). `work` bounds the number of links that are followed.
#[must_use]
pub fn chains(
    position: &Position,
    most_cells: u32,
    lengths: RangeInclusive<u32>,
    work: u64,
) -> AlsChains {
    let graph = Graph::new(position, most_cells);
    let mut search = Search::new(&graph, lengths, work);
    'search: for digit in Digit::ALL {
        for cell in position.spots(digit) {
            if search.assume(cell, digit).is_none() {
                search.cut_short = true;
                break 'search;
            }
        }
    }
    search.finish()
}

/// What follows from an assumed candidate, step by step.
struct Search<'a> {
    graph: &'a Graph,
    lengths: RangeInclusive<u32>,
    work_left: u64,
    cut_short: bool,
    /// By group, a bit for each number of links after which none of its cells can hold its digit.
    none_after: Vec<u8>,
    /// By group, a bit for each number of links after which one of its cells holds its digit.
    some_after: Vec<u8>,
    /// By set, what it lacks after the present number of links, and after one fewer.
    lacks: Vec<Lacks>,
    lacked: Vec<Lacks>,
    /// The groups that none of whose cells can hold the digit, after the present number of links and one more.
    none: Vec<u16>,
    next: Vec<u16>,
    /// The sets that lack something.
    reached: Vec<u16>,
    /// By group and number of links, how it is reached.
    starts: HashMap<(u16, u32), Rc<[Start]>>,
    found: HashMap<Eliminations, AlsChain>,
}

/// Groups that a set lacks.
#[derive(Clone, Copy, Debug, Default)]
struct Lacks {
    first: u16,
    count: u16,
}

impl Lacks {
    /// Whether there are two different groups, one of each.
    fn meets(self, other: Lacks) -> bool {
        let both = self.count > 0 && other.count > 0;
        both && (self.first != other.first || self.count > 1 || other.count > 1)
    }
}

/// How a group is reached: from which first set by which link, and at which cost.
#[derive(Clone, Copy, Debug)]
struct Start {
    set: u16,
    link: Digit,
    /// The cells of all sets before the group.
    size: u32,
    /// The last set before the group, and what it lacks.
    through: u16,
    lacks: u16,
}

/// The greatest number of links from an end of a chain to its middle; a bit of a byte for each.
const MOST_STEPS: u32 = 7;

impl<'a> Search<'a> {
    fn new(graph: &'a Graph, lengths: RangeInclusive<u32>, work: u64) -> Search<'a> {
        Search {
            graph,
            lengths,
            work_left: work,
            cut_short: false,
            none_after: vec![0; graph.groups.len()],
            some_after: vec![0; graph.groups.len()],
            lacks: vec![Lacks::default(); graph.sets.len()],
            lacked: vec![Lacks::default(); graph.sets.len()],
            none: Vec::new(),
            next: Vec::new(),
            reached: Vec::new(),
            starts: HashMap::new(),
            found: HashMap::new(),
        }
    }

    /// Follows what the candidate implies until a set lacks two digits, which no set can: the two ways to that set
    /// are the two halves of a chain. Gives nothing when the work limit is reached.
    fn assume(&mut self, cell: Cell, digit: Digit) -> Option<()> {
        let graph = self.graph;
        self.none_after.fill(0);
        self.some_after.fill(0);
        self.starts.clear();
        self.lacks.fill(Lacks::default());
        self.none.clear();
        for group in graph.groups_with(digit) {
            if graph.groups[group].seen.contains(cell) {
                self.none_after[group] = 1;
                self.none.push(group as u16);
            }
        }
        let most_steps = (*self.lengths.end() / 2).min(MOST_STEPS);
        for steps in 0..=most_steps {
            std::mem::swap(&mut self.lacks, &mut self.lacked);
            self.lacks.fill(Lacks::default());
            self.reached.clear();
            // Two ways as long as this one, or one shorter by a link.
            let (mut uneven, mut even) = (false, false);
            for &group in &self.none {
                for &set in graph.sets_with(group) {
                    let lacks = &mut self.lacks[set as usize];
                    lacks.count += 1;
                    if lacks.count == 1 {
                        lacks.first = group;
                        self.reached.push(set);
                    } else {
                        even = true;
                    }
                    uneven |= lacks.meets(self.lacked[set as usize]);
                }
            }
            for (there, length) in [(uneven, 2 * steps), (even, 2 * steps + 1)] {
                let wanted = there && self.lengths.contains(&length);
                if wanted && self.join_all(steps, length) {
                    return Some(());
                }
            }
            if steps < most_steps {
                self.step(steps)?;
            }
        }
        Some(())
    }

    /// Follows one more link from all sets that lack something.
    fn step(&mut self, steps: u32) -> Option<()> {
        let graph = self.graph;
        let (now, then) = (1 << steps, 1_u8.checked_shl(steps + 1)?);
        self.next.clear();
        for &set in &self.reached {
            let lacks = self.lacks[set as usize];
            for &group in graph.groups_of(set) {
                let is_lacked = lacks.count == 1 && lacks.first == group;
                if is_lacked || self.some_after[group as usize] & now != 0 {
                    continue;
                }
                self.some_after[group as usize] |= now;
                let links = graph.links(group);
                self.work_left = self.work_left.checked_sub(links.len() as u64)?;
                for &other in links {
                    if self.none_after[other as usize] & then == 0 {
                        self.none_after[other as usize] |= then;
                        self.next.push(other);
                    }
                }
            }
        }
        std::mem::swap(&mut self.none, &mut self.next);
        Some(())
    }

    /// Keeps the chains of a length whose longer half has so many links; says whether there are any.
    fn join_all(&mut self, steps: u32, length: u32) -> bool {
        let graph = self.graph;
        let mut any = false;
        let other_steps = length - 1 - steps;
        let reached = std::mem::take(&mut self.reached);
        for &set in &reached {
            for &one in graph.groups_of(set) {
                for &other in graph.groups_of(set) {
                    let twice = other == one || other < one && steps == other_steps;
                    let both = self.none_after[one as usize] >> steps & 1 != 0
                        && self.none_after[other as usize] >> other_steps & 1 != 0;
                    if !twice && both {
                        any |= self.join(set, (one, steps), (other, other_steps));
                    }
                }
            }
        }
        self.reached = reached;
        any
    }

    /// Keeps the chains that reach a set by these two of its groups; says whether there are any. Chains that end
    /// where they started are not kept: what they say of one set needs no other end.
    fn join(&mut self, set: u16, one: (u16, u32), other: (u16, u32)) -> bool {
        let graph = self.graph;
        let (left, right) = (self.starts_of(one), self.starts_of(other));
        let length = one.1 + other.1 + 1;
        let mut any = false;
        for a in left.iter() {
            for b in right.iter().filter(|b| b.set != a.set) {
                any = true;
                let mut eliminations = [CellSet::EMPTY; 9];
                let common = graph.sets[a.set as usize].digits & graph.sets[b.set as usize].digits;
                // The assumed digit is among them, as no set is linked by what it is assumed to lack.
                for digit in common.without(a.link).without(b.link) {
                    eliminations[digit.index()] =
                        graph.seen(a.set, digit) & graph.seen(b.set, digit);
                }
                let size = a.size + graph.sets[set as usize].cells.len() + b.size;
                let kept = self.found.get(&eliminations);
                if kept.is_some_and(|kept| (kept.sets.len() as u32, kept.size) <= (length, size)) {
                    continue;
                }
                let chain = self.chain(set, (one, *a), (other, *b), size, eliminations);
                self.found.insert(eliminations, chain);
            }
        }
        any
    }

    /// The starts that lead to a group, for each first set and link the one of the least size.
    fn starts_of(&mut self, (group, steps): (u16, u32)) -> Rc<[Start]> {
        if let Some(known) = self.starts.get(&(group, steps)) {
            return Rc::clone(known);
        }
        let graph = self.graph;
        let link = graph.groups[group as usize].digit;
        let mut starts: Vec<Start> = Vec::new();
        for &before in graph.links(group) {
            if steps == 0 || self.some_after[before as usize] >> (steps - 1) & 1 == 0 {
                continue;
            }
            for &set in graph.sets_with(before) {
                let size = graph.sets[set as usize].cells.len();
                for &lacks in graph.groups_of(set) {
                    if lacks == before || self.none_after[lacks as usize] >> (steps - 1) & 1 == 0 {
                        continue;
                    }
                    let through = set;
                    if steps == 1 {
                        starts.push(Start {
                            set,
                            link,
                            size,
                            through,
                            lacks,
                        });
                    } else {
                        let earlier = self.starts_of((lacks, steps - 1));
                        starts.extend(earlier.iter().map(|start| Start {
                            size: start.size + size,
                            through,
                            lacks,
                            ..*start
                        }));
                    }
                }
            }
        }
        starts.sort_unstable_by_key(|start| {
            (
                start.set,
                start.link,
                start.size,
                start.through,
                start.lacks,
            )
        });
        starts.dedup_by_key(|start| (start.set, start.link));
        let starts: Rc<[Start]> = starts.into();
        self.starts.insert((group, steps), Rc::clone(&starts));
        starts
    }

    fn chain(
        &self,
        middle: u16,
        (left, left_start): ((u16, u32), Start),
        (right, right_start): ((u16, u32), Start),
        size: u32,
        eliminations: Eliminations,
    ) -> AlsChain {
        let (mut sets, mut links) = self.way(left, left_start);
        sets.reverse();
        links.reverse();
        sets.push(middle);
        let (more_sets, more_links) = self.way(right, right_start);
        sets.extend(more_sets);
        links.extend(more_links);
        let sets = sets.into_iter().map(|set| self.graph.sets[set as usize]);
        AlsChain {
            sets: sets.collect(),
            links,
            size,
            eliminations,
        }
    }

    /// The sets and links from a group back to a start.
    fn way(&self, (mut group, mut steps): (u16, u32), start: Start) -> (Vec<u16>, Vec<Digit>) {
        let (mut sets, mut links) = (Vec::new(), Vec::new());
        let mut last = Some(start);
        while let Some(Start { through, lacks, .. }) = last {
            links.push(self.graph.groups[group as usize].digit);
            sets.push(through);
            (group, steps) = (lacks, steps - 1);
            let earlier = self.starts.get(&(group, steps));
            last = earlier.and_then(|starts| {
                let same = |s: &&Start| (s.set, s.link) == (start.set, start.link);
                starts.iter().find(same).copied()
            });
        }
        (sets, links)
    }

    fn finish(self) -> AlsChains {
        let mut chains: Vec<AlsChain> = self.found.into_values().collect();
        chains.sort_by(|a, b| {
            let by = |chain: &AlsChain| (chain.sets.len(), chain.size);
            by(a)
                .cmp(&by(b))
                .then_with(|| a.eliminations.cmp(&b.eliminations))
        });
        AlsChains {
            chains,
            cut_short: self.cut_short,
        }
    }
}
