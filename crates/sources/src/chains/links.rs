//! The nodes of a position and their links, as rows of bits.

use undoku_grid::{CellSet, Digit, Position, Unit};

use super::chain::{Link, Scope};
use super::node::Node;
use crate::als::{Als, almost_locked_sets};

/// One bit for each node.
pub(super) type Row<const W: usize> = [u64; W];

pub(super) const fn row_of<const W: usize>(node: usize) -> Row<W> {
    let mut row = [0; W];
    row[node / 64] = 1 << (node % 64);
    row
}

pub(super) const fn has<const W: usize>(row: &Row<W>, node: usize) -> bool {
    row[node / 64] >> (node % 64) & 1 != 0
}

pub(super) fn join<const W: usize>(row: &mut Row<W>, other: &Row<W>) {
    row.iter_mut().zip(other).for_each(|(a, b)| *a |= b);
}

pub(super) fn both<const W: usize>(a: &Row<W>, b: &Row<W>) -> Row<W> {
    std::array::from_fn(|i| a[i] & b[i])
}

pub(super) fn minus<const W: usize>(a: &Row<W>, b: &Row<W>) -> Row<W> {
    std::array::from_fn(|i| a[i] & !b[i])
}

pub(super) fn is_empty<const W: usize>(row: &Row<W>) -> bool {
    row.iter().all(|word| *word == 0)
}

pub(super) fn count<const W: usize>(row: &Row<W>) -> u64 {
    row.iter().map(|word| u64::from(word.count_ones())).sum()
}

/// All nodes behind this one.
pub(super) fn later<const W: usize>(node: usize) -> Row<W> {
    let mut row = [!0; W];
    row[..node / 64].fill(0);
    row[node / 64] = !0 << (node % 64) << 1;
    row
}

/// The nodes whose bits are set, in ascending order.
pub(super) fn members<const W: usize>(row: &Row<W>) -> impl Iterator<Item = usize> + use<W> {
    (*row).into_iter().enumerate().flat_map(|(i, mut word)| {
        std::iter::from_fn(move || {
            if word == 0 {
                return None;
            }
            let bit = word.trailing_zeros() as usize;
            word &= word - 1;
            Some(64 * i + bit)
        })
    })
}

/// A strong link between two nodes.
#[derive(Clone, Copy, Debug)]
struct Strong {
    a: Node,
    b: Node,
    /// The index of the almost locked set that it goes through.
    through: Option<u16>,
}

/// All strong links of a position within a scope.
#[derive(Debug)]
pub(super) struct StrongLinks {
    links: Vec<Strong>,
    sets: Vec<Als>,
    /// The nodes that have one: candidates and groups, then the rest.
    nodes: Vec<Node>,
    /// How many of the nodes are candidates or groups.
    compact: usize,
}

impl StrongLinks {
    pub(super) fn new(position: &Position, scope: &Scope) -> StrongLinks {
        let mut links = Vec::new();
        if scope.in_units {
            for unit in Unit::ALL {
                for digit in position.missing(unit) {
                    in_unit(
                        digit,
                        position.spots_in(digit, unit),
                        scope.groups,
                        &mut links,
                    );
                }
            }
        }
        if scope.in_cells {
            for cell in position.cells_with_count(2) {
                let digits = position.cand(cell);
                if let (Some(a), Some(b)) = (digits.first(), digits.last()) {
                    let node = |digit| Node {
                        digit,
                        cells: cell.into(),
                    };
                    links.push(Strong {
                        a: node(a),
                        b: node(b),
                        through: None,
                    });
                }
            }
        }
        let mut sets = match scope.sets {
            0 | 1 => Vec::new(),
            // 27 units with less than 512 subsets each.
            most => almost_locked_sets(position, most),
        };
        // A single cell is a link already.
        sets.retain(|set| set.cells.has_several());
        for (set, through) in sets.iter().zip(0..) {
            in_set(position, set, through, &mut links);
        }

        let key = |node: &Node| (!node.is_compact(), node.digit, node.cells);
        let mut nodes: Vec<Node> = links.iter().flat_map(|link| [link.a, link.b]).collect();
        nodes.sort_unstable_by_key(key);
        nodes.dedup();
        let compact = nodes.partition_point(Node::is_compact);
        StrongLinks {
            links,
            sets,
            nodes,
            compact,
        }
    }

    pub(super) const fn count(&self) -> usize {
        self.nodes.len()
    }
}

/// The strong links for a digit with these spots in a unit.
fn in_unit(digit: Digit, spots: CellSet, groups: bool, links: &mut Vec<Strong>) {
    let count = spots.len();
    let mut push = |a: CellSet| {
        let [a, b] = [a, spots - a].map(|cells| Node { digit, cells });
        if a.is_compact() && b.is_compact() {
            let through = None;
            links.push(Strong { a, b, through });
        }
    };
    match (count, spots.first()) {
        (2, Some(first)) => push(first.into()),
        (3..=6, Some(first)) if groups => {
            // Each way to part them once: the first spot is in one part.
            let rest: Vec<_> = spots.after(first).iter().collect();
            for subset in 0_u32..1 << rest.len() {
                let others = rest
                    .iter()
                    .enumerate()
                    .filter(|(i, _)| subset >> i & 1 != 0);
                let a = others.fold(CellSet::from(first), |cells, (_, cell)| cells.with(*cell));
                if a != spots {
                    push(a);
                }
            }
        }
        _ => {}
    }
}

/// The strong links through an almost locked set: without one of its digits it holds all others.
fn in_set(position: &Position, set: &Als, through: u16, links: &mut Vec<Strong>) {
    // A node that sees nothing leads nowhere.
    let nodes: Vec<Node> = set
        .digits
        .iter()
        .map(|digit| Node {
            digit,
            cells: set.cells & position.spots(digit),
        })
        .filter(|node| !(node.peers() & position.spots(node.digit)).is_empty())
        .collect();
    for (i, &a) in nodes.iter().enumerate() {
        for &b in &nodes[i + 1..] {
            let through = Some(through);
            links.push(Strong { a, b, through });
        }
    }
}

/// The nodes with a strong link, and how they are linked.
#[derive(Debug)]
pub(super) struct Links<const W: usize> {
    pub(super) nodes: Vec<Node>,
    /// How many of the nodes, the first ones, are candidates or groups.
    pub(super) compact: usize,
    /// Whether the candidates of a cell are linked weakly. Where all strong links are of one kind, in units or in
    /// cells, such links join nothing.
    pub(super) in_cells: bool,
    pub(super) strong: Vec<Row<W>>,
    pub(super) weak: Vec<Row<W>>,
    /// Of the strong links, those that need no almost locked set.
    pub(super) plain: Vec<Row<W>>,
    /// For each node, those that see a candidate which it sees as well.
    pub(super) partners: Vec<Row<W>>,
    sets: Vec<Als>,
    /// The links through sets: each pair of nodes with its smallest sets, sorted.
    through: Vec<(u16, u16, u16)>,
}

impl<const W: usize> Links<W> {
    /// `W` words of 64 bits must hold a bit for each node.
    pub(super) fn new(position: &Position, scope: &Scope, found: StrongLinks) -> Links<W> {
        let StrongLinks {
            links,
            sets,
            nodes,
            compact,
        } = found;
        let key = |node: &Node| (!node.is_compact(), node.digit, node.cells);
        let index = |node: &Node| nodes.binary_search_by_key(&key(node), key).unwrap_or(0);
        let mut strong = vec![[0; W]; nodes.len()];
        let mut plain = strong.clone();
        let mut through = Vec::new();
        for link in &links {
            let (a, b) = (index(&link.a), index(&link.b));
            for (a, b) in [(a, b), (b, a)] {
                join(&mut strong[a], &row_of(b));
                match link.through {
                    None => join(&mut plain[a], &row_of(b)),
                    Some(set) => through.push((a as u16, b as u16, set)),
                }
            }
        }
        // Of the sets for one link, the smallest; they come with the smaller ones first.
        through.sort_unstable();
        let size = |set: u16| sets[usize::from(set)].cells.len();
        let mut least = (0, 0, 0);
        through.retain(|&(a, b, set)| {
            if (a, b) != (least.0, least.1) {
                least = (a, b, set);
            }
            size(set) == size(least.2)
        });

        let in_cells = scope.in_units && scope.in_cells;
        let look = Looker::new(position, &nodes, in_cells);
        let weak = nodes.iter().map(|node| look.seen_by(node)).collect();
        let partners = look.partners(&nodes);
        Links {
            compact,
            in_cells,
            strong,
            weak,
            plain,
            partners,
            sets,
            through,
            nodes,
        }
    }

    /// The strong link from one node to another.
    pub(super) fn strong_link(&self, from: usize, to: usize) -> Link {
        if has(&self.plain[from], to) {
            return Link::Strong;
        }
        match self.sets_between(from, to) {
            [] => Link::Strong,
            [(_, _, set), ..] => Link::Through(self.set(*set).cells),
        }
    }

    /// The smallest almost locked sets that link two nodes, as the third of each.
    pub(super) fn sets_between(&self, from: usize, to: usize) -> &[(u16, u16, u16)] {
        let pair = (from as u16, to as u16);
        let start = self.through.partition_point(|&(a, b, _)| (a, b) < pair);
        let same = self.through[start..].partition_point(|&(a, b, _)| (a, b) == pair);
        &self.through[start..start + same]
    }

    /// The almost locked set of this number.
    pub(super) fn set(&self, number: u16) -> &Als {
        &self.sets[usize::from(number)]
    }

    /// The almost locked sets and groups that a strong link uses.
    pub(super) fn cost(&self, from: usize, to: usize) -> Cost {
        if has(&self.plain[from], to) {
            let groups = [from, to].map(|node| u32::from(!self.nodes[node].is_single()));
            Cost(groups[0] + groups[1])
        } else {
            Cost(Cost::SET)
        }
    }
}

/// How many almost locked sets and groups a chain uses: fewer sets come before fewer groups.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Cost(pub(super) u32);

impl Cost {
    const SET: u32 = 1 << 16;

    pub(super) const fn sets(self) -> u32 {
        self.0 / Cost::SET
    }

    pub(super) const fn groups(self) -> u32 {
        self.0 % Cost::SET
    }

    pub(super) const fn plus(self, other: Cost) -> Cost {
        Cost(self.0 + other.0)
    }
}

/// Finds what sees what.
struct Looker<'a, const W: usize> {
    position: &'a Position,
    in_cells: bool,
    of_digit: [Row<W>; 9],
    /// For each digit and cell, the nodes that have the cell.
    at: Vec<[Row<W>; 81]>,
    /// The candidates that are nodes, by cell.
    singles: Vec<Row<W>>,
}

impl<'a, const W: usize> Looker<'a, W> {
    fn new(position: &'a Position, nodes: &[Node], in_cells: bool) -> Looker<'a, W> {
        let mut look = Looker {
            position,
            in_cells,
            of_digit: [[0; W]; 9],
            at: vec![[[0; W]; 81]; 9],
            singles: vec![[0; W]; 81],
        };
        for (i, node) in nodes.iter().enumerate() {
            let bit = row_of(i);
            join(&mut look.of_digit[node.digit.index()], &bit);
            for cell in node.cells {
                join(&mut look.at[node.digit.index()][cell.index()], &bit);
                if node.is_single() {
                    join(&mut look.singles[cell.index()], &bit);
                }
            }
        }
        look
    }

    /// The nodes that cannot be true together with this one.
    fn seen_by(&self, node: &Node) -> Row<W> {
        let d = node.digit.index();
        let mut beyond = [0; W];
        for cell in self.position.spots(node.digit) - node.peers() {
            join(&mut beyond, &self.at[d][cell.index()]);
        }
        let mut row = minus(&self.of_digit[d], &beyond);
        if self.in_cells
            && let Some(cell) = node.cells.only()
        {
            let others = minus(&self.singles[cell.index()], &self.of_digit[d]);
            join(&mut row, &others);
        }
        row
    }

    /// For each node, the nodes that see a candidate which it sees.
    fn partners(&self, nodes: &[Node]) -> Vec<Row<W>> {
        let mut seeing: Vec<Row<W>> = vec![[0; W]; 9 * 81];
        for digit in Digit::ALL {
            for cell in self.position.spots(digit) {
                let cells = cell.into();
                seeing[81 * digit.index() + cell.index()] = self.seen_by(&Node { digit, cells });
            }
        }
        let sees = |node: &Node| {
            let d = node.digit.index();
            let mut row = [0; W];
            for cell in self.position.spots(node.digit) & node.peers() {
                join(&mut row, &seeing[81 * d + cell.index()]);
            }
            if self.in_cells
                && let Some(cell) = node.cells.only()
            {
                for digit in self.position.cand(cell).without(node.digit) {
                    join(&mut row, &seeing[81 * digit.index() + cell.index()]);
                }
            }
            row
        };
        nodes.iter().map(sees).collect()
    }
}
