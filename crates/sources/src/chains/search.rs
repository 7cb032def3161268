//! Finds the chains of a position.

use undoku_grid::{CellSet, Position};

use super::chain::{Chain, Found, Link, Scope, Shape};
use super::conclusion::{Conclusion, seen_by_both};
use super::links::{Cost, Links, StrongLinks, both, has, later, members};
use super::loops::{FoundLoop, loops_along};
use super::paths::Paths;

/// The most equally short loops through one link that are told apart.
const MOST_LOOPS: u32 = 32;

/// How many equally short ways are looked through for one without a node twice.
const MOST_WAYS: u32 = 32;

/// The most nodes that are looked at; beyond, the largest almost locked sets are left out.
const MOST_NODES: usize = 4096;

/// Finds the chains of a position, for each conclusion and shape one with the fewest links.
///
/// - A chain follows the implications from one end being false; where it can do so only over a node and its
///   opposite, the node stands in it twice.
/// - At least one end of an open chain is a candidate or a group.
/// - Of loops, the shortest ones through each weak link are found, up to 32 equally short ones; where there are
///   more, none of them. One that also takes candidates from its own cells, seen by two others of its cells, is
///   told a second time without those, as many solvers look beside the loop only.
/// - Of equally short ones, the chain with the fewest almost locked sets is taken, then the one with the fewest
///   groups. So which conclusions are found, with how many links, sets and groups, does not change when the grid
///   is rotated, reflected, permuted or relabelled; which nodes lie on the way may.
#[must_use]
pub fn find_chains(position: &Position, scope: &Scope) -> Found {
    let mut scope = *scope;
    scope.longest = scope.longest.min(Scope::LONGEST);
    scope.sets = scope.sets.min(8);
    let mut strong = StrongLinks::new(position, &scope);
    let mut left_out = false;
    while strong.count() > MOST_NODES && scope.sets >= 2 {
        scope.sets -= 1;
        strong = StrongLinks::new(position, &scope);
        left_out = true;
    }
    let mut found = match strong.count() {
        0..=64 => find::<1>(position, &scope, strong),
        65..=128 => find::<2>(position, &scope, strong),
        129..=192 => find::<3>(position, &scope, strong),
        193..=256 => find::<4>(position, &scope, strong),
        257..=512 => find::<8>(position, &scope, strong),
        513..=1024 => find::<16>(position, &scope, strong),
        1025..=2048 => find::<32>(position, &scope, strong),
        _ => find::<64>(position, &scope, strong),
    };
    found.cut_short |= left_out;
    found
}

fn find<const W: usize>(position: &Position, scope: &Scope, strong: StrongLinks) -> Found {
    let links = Links::<W>::new(position, scope, strong);
    let mut search = Search {
        position,
        scope,
        links: &links,
        paths: Paths::new(&links),
        ends: Vec::new(),
        loops: Vec::new(),
    };
    let cut_short = !search.look();
    let mut chains = search.open_chains();
    chains.extend(search.loops());
    chains.sort_by_cached_key(|chain| {
        let removed: u32 = chain.eliminations.iter().map(|cells| cells.len()).sum();
        (chain.length(), chain.sets, chain.groups, 729 - removed)
    });
    Found { chains, cut_short }
}

struct Search<'a, const W: usize> {
    position: &'a Position,
    scope: &'a Scope,
    links: &'a Links<W>,
    paths: Paths<'a, W>,
    ends: Vec<Ends>,
    loops: Vec<FoundLoop>,
}

/// Two ends of a shortest chain and what follows.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Ends {
    shape: Shape,
    one_digit: bool,
    conclusion: Conclusion,
    length: u32,
    cost: Cost,
    a: u16,
    b: u16,
}

impl Ends {
    /// What makes one chain more than another version of a second one.
    const fn kind(&self) -> (Shape, bool, Conclusion) {
        (self.shape, self.one_digit, self.conclusion)
    }

    /// Nodes that are true after 2k + 1 links are at the far end.
    const fn k(&self) -> usize {
        self.length as usize / 2
    }
}

impl<const W: usize> Search<'_, W> {
    /// Goes from each candidate and group; `false` if the work was too much.
    fn look(&mut self) -> bool {
        let mut work = 0;
        for start in 0..self.links.compact {
            work += self.paths.start(start, self.scope.longest);
            if work > self.scope.work {
                return false;
            }
            self.look_at_ends(start);
            work += self.look_at_loops(start);
        }
        true
    }

    /// Notes what follows from the ends of the chains that start here. Those that end at an earlier start were
    /// found from there.
    fn look_at_ends(&mut self, a: usize) {
        let partners = both(&self.links.partners[a], &later(a));
        for (k, reached) in self.paths.true_nodes().iter().enumerate().skip(1) {
            let itself = has(reached, a).then_some(a);
            for b in itself.into_iter().chain(members(&both(reached, &partners))) {
                let (from, to) = (&self.links.nodes[a], &self.links.nodes[b]);
                let conclusion = seen_by_both(self.position, from, to, self.links.in_cells);
                if conclusion.is_empty() {
                    continue;
                }
                let one_cell = a == b || conclusion.only_cell().is_some();
                self.ends.push(Ends {
                    shape: if one_cell {
                        Shape::Discontinuous
                    } else {
                        Shape::Open
                    },
                    one_digit: from.digit == to.digit,
                    conclusion,
                    length: 2 * k as u32 + 1,
                    cost: Cost::default(),
                    a: a as u16,
                    b: b as u16,
                });
            }
        }
    }

    /// Notes the shortest loops through the weak links from here, and gives the work it took.
    fn look_at_loops(&mut self, a: usize) -> u64 {
        let linked = both(&self.links.weak[a], &later(a));
        let mut work = 0;
        for k in 1..self.paths.true_nodes().len() {
            let length = 2 * k as u32 + 2;
            if length > self.scope.longest {
                break;
            }
            let reached = both(&self.paths.true_nodes()[k], &linked);
            for b in members(&reached) {
                let ways = self.paths.ways(b, k);
                if ways.number > MOST_LOOPS {
                    continue;
                }
                let (position, links, found) = (self.position, self.links, &mut self.loops);
                self.paths.each_way(b, k, &mut |way| {
                    work += way.len() as u64;
                    loops_along(position, links, way, ways.cost, found);
                    true
                });
            }
        }
        work
    }

    /// Of the chains with two ends, one for each conclusion.
    fn open_chains(&mut self) -> Vec<Chain> {
        let mut ends = std::mem::take(&mut self.ends);
        ends.sort_unstable();
        let mut shortest: Vec<Ends> = ends
            .chunk_by(|x, y| x.kind() == y.kind())
            .flat_map(|group| group.iter().take_while(|e| e.length == group[0].length))
            .copied()
            .collect();
        shortest.sort_unstable_by_key(|e| e.a);
        for group in shortest.chunk_by_mut(|x, y| x.a == y.a) {
            self.paths
                .start(usize::from(group[0].a), self.scope.longest);
            for e in group {
                e.cost = self.paths.ways(usize::from(e.b), e.k()).cost;
            }
        }
        shortest.sort_unstable();
        shortest.dedup_by_key(|e| e.kind());
        shortest.sort_unstable_by_key(|e| (e.a, e.b));
        let mut chains = Vec::with_capacity(shortest.len());
        for group in shortest.chunk_by(|x, y| x.a == y.a) {
            self.paths
                .start(usize::from(group[0].a), self.scope.longest);
            for e in group {
                let way = self.way(e);
                let mut eliminations = Box::new([CellSet::EMPTY; 9]);
                e.conclusion.add_to(&mut eliminations);
                chains.push(chain(self.links, e.shape, &way, e.cost, eliminations));
            }
        }
        chains
    }

    /// A cheapest way between the ends, if it can be without a node twice.
    fn way(&mut self, ends: &Ends) -> Vec<usize> {
        let mut found = Vec::new();
        let mut tries = 0;
        self.paths
            .each_way(usize::from(ends.b), ends.k(), &mut |way| {
                let mut sorted = way[1..].to_vec();
                sorted.sort_unstable();
                let simple = sorted.windows(2).all(|pair| pair[0] != pair[1]);
                if simple || found.is_empty() {
                    found = way.to_vec();
                }
                tries += 1;
                !simple && tries < MOST_WAYS
            });
        found
    }

    /// One loop for each conclusion.
    fn loops(&mut self) -> Vec<Chain> {
        let mut loops = std::mem::take(&mut self.loops);
        loops.sort_unstable();
        loops.dedup_by(|x, y| x.eliminations == y.eliminations);
        let chains = loops.into_iter().map(|found| {
            let (way, cost) = (&found.way, found.cost);
            let mut chain = chain(self.links, Shape::Loop, way, cost, found.eliminations);
            for (link, set) in chain.links.iter_mut().step_by(2).zip(&found.sets) {
                if let Some(set) = set {
                    *link = Link::Through(self.links.set(*set).cells);
                }
            }
            chain
        });
        chains.collect()
    }
}

fn chain<const W: usize>(
    links: &Links<W>,
    shape: Shape,
    way: &[usize],
    cost: Cost,
    eliminations: Box<[CellSet; 9]>,
) -> Chain {
    let pairs = way.windows(2).zip([true, false].into_iter().cycle());
    Chain {
        shape,
        nodes: way.iter().map(|&node| links.nodes[node]).collect(),
        links: pairs
            .map(|(pair, strong)| match strong {
                true => links.strong_link(pair[0], pair[1]),
                false => Link::Weak,
            })
            .collect(),
        groups: cost.groups(),
        sets: cost.sets(),
        eliminations,
    }
}
