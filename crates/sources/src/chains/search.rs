//! Finds the chains of a position.

use undoku_grid::{CellSet, Position};

use super::chain::{Chain, Found, Link, Scope, Shape};
use super::conclusion::{Conclusion, seen_by_both};
use super::links::{Cost, Links, Row, StrongLinks, both, has, members, minus};
use super::paths::Paths;

/// The most equally short loops through one link that are told apart.
const MOST_LOOPS: u32 = 32;

/// Finds for each conclusion a chain with the fewest links.
#[must_use]
pub fn find_chains(position: &Position, scope: &Scope) -> Found {
    let strong = StrongLinks::new(position, scope);
    match strong.count() {
        0..=64 => Search::<1>::new(position, scope, strong).run(),
        ..=128 => Search::<2>::new(position, scope, strong).run(),
        ..=192 => Search::<3>::new(position, scope, strong).run(),
        ..=256 => Search::<4>::new(position, scope, strong).run(),
        ..=512 => Search::<8>::new(position, scope, strong).run(),
        ..=1024 => Search::<16>::new(position, scope, strong).run(),
        ..=2048 => Search::<32>::new(position, scope, strong).run(),
        _ => Search::<64>::new(position, scope, strong).run(),
    }
}

struct Search<'a, const W: usize> {
    position: &'a Position,
    scope: &'a Scope,
    links: Links<W>,
    in_cells: bool,
    ends: Vec<Ends>,
    loops: Vec<FoundLoop>,
}

/// Two ends of a shortest chain and what follows.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Ends {
    shape: Shape,
    conclusion: Conclusion,
    length: u32,
    a: u16,
    b: u16,
}

struct FoundLoop {
    eliminations: Box<[CellSet; 9]>,
    length: u32,
    cost: Cost,
    way: Vec<usize>,
}

impl<'a, const W: usize> Search<'a, W> {
    fn new(position: &'a Position, scope: &'a Scope, strong: StrongLinks) -> Self {
        Search {
            position,
            scope,
            links: Links::new(position, scope, strong),
            in_cells: scope.in_units && scope.in_cells,
            ends: Vec::new(),
            loops: Vec::new(),
        }
    }

    fn run(mut self) -> Found {
        let links = std::mem::replace(&mut self.links, Links::empty());
        let mut paths = Paths::new(&links);
        let longest = self.scope.longest.min(Scope::LONGEST);
        let mut work = 0;
        let mut cut_short = false;
        for start in 0..links.compact {
            work += paths.start(start, longest);
            if work > self.scope.work {
                cut_short = true;
                break;
            }
            self.look_at_ends(&links, &paths, start);
            self.look_at_loops(&links, &mut paths, start, longest);
        }
        let mut chains = self.shortest(&links, &mut paths, longest);
        chains.sort_by_key(|(order, _)| *order);
        Found {
            chains: chains.into_iter().map(|(_, chain)| chain).collect(),
            cut_short,
        }
    }

    /// Notes what follows from the ends of the chains that start here.
    fn look_at_ends(&mut self, links: &Links<W>, paths: &Paths<'_, W>, a: usize) {
        let later = after::<W>(a);
        let partners = both(&links.partners[a], &later);
        for (k, reached) in paths.true_nodes().iter().enumerate().skip(1) {
            let itself = has(reached, a).then_some(a);
            for b in itself.into_iter().chain(members(&both(reached, &partners))) {
                let (from, to) = (&links.nodes[a], &links.nodes[b]);
                let conclusion = seen_by_both(self.position, from, to, self.in_cells);
                if conclusion.is_empty() {
                    continue;
                }
                let one_cell = conclusion.only_cell().is_some() && from.digit != to.digit;
                let shape = if a == b || one_cell {
                    Shape::Discontinuous
                } else {
                    Shape::Open
                };
                self.ends.push(Ends {
                    shape,
                    conclusion,
                    length: 2 * k as u32 + 1,
                    a: a as u16,
                    b: b as u16,
                });
            }
        }
    }

    /// Notes the shortest loops through the weak links from here.
    fn look_at_loops(
        &mut self,
        links: &Links<W>,
        paths: &mut Paths<'_, W>,
        a: usize,
        longest: u32,
    ) {
        let linked = both(&links.weak[a], &after::<W>(a));
        for k in 1..paths.true_nodes().len() {
            let length = 2 * k as u32 + 2;
            if length > longest {
                break;
            }
            let reached = both(&paths.true_nodes()[k], &linked);
            for b in members(&reached) {
                let ways = paths.ways(b, k);
                if ways.number > MOST_LOOPS {
                    continue;
                }
                let (position, in_cells, loops) = (self.position, self.in_cells, &mut self.loops);
                paths.each_way(b, k, &mut |way| {
                    let eliminations = around(position, links, way, in_cells);
                    if eliminations.iter().any(|cells| !cells.is_empty()) {
                        loops.push(FoundLoop {
                            eliminations,
                            length,
                            cost: ways.cost,
                            way: way.to_vec(),
                        });
                    }
                    true
                });
            }
        }
    }

    /// One chain for each conclusion.
    fn shortest(
        &mut self,
        links: &Links<W>,
        paths: &mut Paths<'_, W>,
        longest: u32,
    ) -> Vec<(Order, Chain)> {
        let mut ends = std::mem::take(&mut self.ends);
        ends.sort_unstable();
        let same = |x: &Ends, y: &Ends| x.shape == y.shape && x.conclusion == y.conclusion;
        let mut tied: Vec<Ends> = ends
            .chunk_by(same)
            .flat_map(|group| group.iter().take_while(|e| e.length == group[0].length))
            .copied()
            .collect();
        tied.sort_unstable_by_key(|e| e.a);
        let mut priced = Vec::new();
        for group in tied.chunk_by(|x, y| x.a == y.a) {
            paths.start(usize::from(group[0].a), longest);
            for e in group {
                let cost = paths.ways(usize::from(e.b), e.length as usize / 2).cost;
                priced.push((e.shape, e.conclusion, cost, e.a, e.b, e.length));
            }
        }
        priced.sort_unstable();
        priced.dedup_by_key(|p| (p.0, p.1));
        priced.sort_unstable_by_key(|p| p.3);
        let mut chains = Vec::new();
        for group in priced.chunk_by(|x, y| x.3 == y.3) {
            paths.start(usize::from(group[0].3), longest);
            for &(shape, conclusion, cost, _, b, length) in group {
                let mut way = Vec::new();
                paths.each_way(usize::from(b), length as usize / 2, &mut |found| {
                    way = found.to_vec();
                    false
                });
                let mut eliminations = Box::new([CellSet::EMPTY; 9]);
                conclusion.add_to(&mut eliminations);
                chains.push(chain(links, shape, &way, cost, eliminations));
            }
        }
        let mut loops = std::mem::take(&mut self.loops);
        loops.sort_by(|x, y| {
            (&x.eliminations, x.length, x.cost, &x.way).cmp(&(&y.eliminations, y.length, y.cost, &y.way))
        });
        loops.dedup_by(|x, y| x.eliminations == y.eliminations);
        for l in loops {
            chains.push(chain(links, Shape::Loop, &l.way, l.cost, l.eliminations));
        }
        chains
    }
}

type Order = (u32, Cost, Shape, u32);

fn chain<const W: usize>(
    links: &Links<W>,
    shape: Shape,
    way: &[usize],
    cost: Cost,
    eliminations: Box<[CellSet; 9]>,
) -> (Order, Chain) {
    let pairs = way.windows(2).zip([true, false].into_iter().cycle());
    let chain = Chain {
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
    };
    let removed: u32 = chain.eliminations.iter().map(|cells| cells.len()).sum();
    ((chain.length(), cost, shape, 729 - removed), chain)
}

/// What sees both ends of some weak link of a loop.
fn around<const W: usize>(
    position: &Position,
    links: &Links<W>,
    way: &[usize],
    in_cells: bool,
) -> Box<[CellSet; 9]> {
    let mut eliminations = Box::new([CellSet::EMPTY; 9]);
    let closing = [way[way.len() - 1], way[0]];
    for pair in way[1..].chunks_exact(2).chain([&closing[..]]) {
        let (a, b) = (&links.nodes[pair[0]], &links.nodes[pair[1]]);
        seen_by_both(position, a, b, in_cells).add_to(&mut eliminations);
    }
    for pair in way.chunks_exact(2) {
        if has(&links.plain[pair[0]], pair[1]) {
            continue;
        }
        // Whichever of the two digits the set lacks, it has all its others.
        if let Some(set) = links.set_between(pair[0], pair[1]) {
            let (a, b) = (links.nodes[pair[0]].digit, links.nodes[pair[1]].digit);
            for digit in set.digits.without(a).without(b) {
                let seen = set.spots(position, digit).peers() & position.spots(digit);
                eliminations[digit.index()] |= seen;
            }
        }
    }
    eliminations
}

/// All nodes behind this one.
fn after<const W: usize>(node: usize) -> Row<W> {
    let mut row = [!0; W];
    row[..node / 64].fill(0);
    row[node / 64] = !0 << (node % 64) << 1;
    minus(&row, &[0; W])
}
