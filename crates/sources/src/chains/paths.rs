//! The shortest ways from one node: breadth first, and back again.

use super::links::{Cost, Links, Row, both, count, is_empty, join, members, minus, row_of};

/// What follows from one node being false, by the number of links it takes.
///
/// Strong and weak links alternate: nodes that are true are at odd distances, false ones at even distances. At
/// each distance stand those that no shorter way leads to.
#[derive(Debug)]
pub(super) struct Paths<'a, const W: usize> {
    links: &'a Links<W>,
    /// `off[k]`: the nodes that are false after 2k links.
    off: Vec<Row<W>>,
    /// `on[k]`: the nodes that are true after 2k + 1 links.
    on: Vec<Row<W>>,
    /// What is known of the ways to each node, for true and false ones; of the start of number `round` only.
    known: [Vec<Known>; 2],
    round: u32,
}

#[derive(Clone, Copy, Debug, Default)]
struct Known {
    round: u32,
    ways: Ways,
}

/// The shortest ways to a node.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Ways {
    /// The least that one of them costs.
    pub(super) cost: Cost,
    /// How many of them cost no more; stops at the greatest number there is.
    pub(super) number: u32,
}

impl Default for Ways {
    fn default() -> Ways {
        Ways {
            cost: Cost(u32::MAX),
            number: 0,
        }
    }
}

/// The two states of a node.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum State {
    On = 0,
    Off = 1,
}

impl<'a, const W: usize> Paths<'a, W> {
    pub(super) fn new(links: &'a Links<W>) -> Paths<'a, W> {
        let known = vec![Known::default(); links.nodes.len()];
        Paths {
            links,
            off: Vec::new(),
            on: Vec::new(),
            known: [known.clone(), known],
            round: 0,
        }
    }

    /// Follows all ways from a node that is false, up to so many links. Gives the number of nodes gone on from.
    pub(super) fn start(&mut self, node: usize, longest: u32) -> u64 {
        self.round += 1;
        self.off.clear();
        self.on.clear();
        let (mut off, mut on_before) = (row_of(node), [0; W]);
        let mut off_before = off;
        let mut work = 0;
        for _ in 0..longest.div_ceil(2) {
            self.off.push(off);
            work += count(&off);
            let on = self.step(&off, &self.links.strong, &mut on_before);
            if is_empty(&on) {
                break;
            }
            self.on.push(on);
            work += count(&on);
            off = self.step(&on, &self.links.weak, &mut off_before);
            if is_empty(&off) {
                break;
            }
        }
        work
    }

    #[inline]
    fn step(&self, from: &Row<W>, links: &[Row<W>], before: &mut Row<W>) -> Row<W> {
        let mut next = [0; W];
        for node in members(from) {
            join(&mut next, &links[node]);
        }
        let new = minus(&next, before);
        join(before, &new);
        new
    }

    /// The nodes that are true after 2k + 1 links, for k = 0, 1, ….
    pub(super) fn true_nodes(&self) -> &[Row<W>] {
        &self.on
    }

    /// The shortest ways to a node that is true after 2k + 1 links.
    pub(super) fn ways(&mut self, node: usize, k: usize) -> Ways {
        self.ways_to(node, k, State::On)
    }

    fn ways_to(&mut self, node: usize, k: usize, state: State) -> Ways {
        if state == State::Off && k == 0 {
            return Ways {
                cost: Cost(0),
                number: 1,
            };
        }
        let known = self.known[state as usize][node];
        if known.round == self.round {
            return known.ways;
        }
        let mut ways = Ways::default();
        for from in members(&self.before(node, k, state)) {
            let (mut way, link) = match state {
                State::On => (
                    self.ways_to(from, k, State::Off),
                    self.links.cost(from, node),
                ),
                State::Off => (self.ways_to(from, k - 1, State::On), Cost(0)),
            };
            way.cost = way.cost.plus(link);
            if way.cost < ways.cost {
                ways = way;
            } else if way.cost == ways.cost {
                ways.number = ways.number.saturating_add(way.number);
            }
        }
        self.known[state as usize][node] = Known {
            round: self.round,
            ways,
        };
        ways
    }

    /// The nodes from which one link leads to this one on a shortest way.
    fn before(&self, node: usize, k: usize, state: State) -> Row<W> {
        match state {
            State::On => both(&self.links.strong[node], &self.off[k]),
            State::Off => both(&self.links.weak[node], &self.on[k - 1]),
        }
    }

    /// Calls `f` with the nodes of the shortest ways that cost least, from the end to the start, until it says
    /// `false`.
    pub(super) fn each_way(&mut self, node: usize, k: usize, f: &mut dyn FnMut(&[usize]) -> bool) {
        self.go_back(&mut vec![node], k, State::On, f);
    }

    fn go_back(
        &mut self,
        way: &mut Vec<usize>,
        k: usize,
        state: State,
        f: &mut dyn FnMut(&[usize]) -> bool,
    ) -> bool {
        let Some(&node) = way.last() else { return true };
        if state == State::Off && k == 0 {
            return f(way);
        }
        let least = self.ways_to(node, k, state).cost;
        for from in members(&self.before(node, k, state)) {
            let (k, other, link) = match state {
                State::On => (k, State::Off, self.links.cost(from, node)),
                State::Off => (k - 1, State::On, Cost(0)),
            };
            if self.ways_to(from, k, other).cost.plus(link) == least {
                way.push(from);
                let go_on = self.go_back(way, k, other, f);
                way.pop();
                if !go_on {
                    return false;
                }
            }
        }
        true
    }
}
