//! A chain with what it concludes.

use undoku_grid::{CellSet, Digit, DigitSet};

use super::node::Node;

/// What chains may be made of, and how far they are looked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Scope {
    /// Strong links between the only two places for a digit in a unit.
    pub in_units: bool,
    /// Strong links between the two candidates of a cell.
    pub in_cells: bool,
    /// Whether places for a digit may be groups.
    pub groups: bool,
    /// The largest number of cells of an almost locked set to use as a strong link; below 2: none.
    pub sets: u32,
    /// The most links, those that close a loop included; at most [`Scope::LONGEST`].
    pub longest: u32,
    /// The most nodes to go on from, all searches together.
    pub work: u64,
}

impl Scope {
    /// The most links that any chain can have.
    pub const LONGEST: u32 = 63;
}

/// What a chain is like.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Shape {
    /// Two ends, at least one of which is true: what sees both goes.
    Open,
    /// One end follows from its own opposite; or what both ends see lies in one cell, and with this cell the chain
    /// makes a loop that is continuous everywhere else.
    Discontinuous,
    /// A loop: of each weak link, one end is true.
    Loop,
}

/// A link from one node of a chain to the next.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Link {
    /// At most one of the two is true.
    Weak,
    /// At least one of the two is true: they are all places for the digit in a unit, or all candidates of a cell.
    Strong,
    /// The same, since without the one digit the cells of an almost locked set take the other.
    Through(CellSet),
}

/// An alternating inference chain.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Chain {
    /// Its shape.
    pub shape: Shape,
    /// Its nodes from end to end, an even number of at least 4. In a loop a weak link joins the last one to the
    /// first.
    pub nodes: Vec<Node>,
    /// The links behind each node but the last: strong, weak, strong, …, strong.
    pub links: Vec<Link>,
    /// How many nodes of its strong links in units are groups.
    pub groups: u32,
    /// How many links go through almost locked sets.
    pub sets: u32,
    /// For each digit, by its index, the cells that it goes from.
    pub eliminations: Box<[CellSet; 9]>,
}

impl Chain {
    /// The number of links; in a loop, the one that closes it included.
    #[must_use]
    pub fn length(&self) -> u32 {
        self.links.len() as u32 + u32::from(self.shape == Shape::Loop)
    }

    /// All its cells, those of almost locked sets included.
    #[must_use]
    pub fn cells(&self) -> CellSet {
        let in_sets = self.links.iter().map(|link| match link {
            Link::Through(cells) => *cells,
            Link::Weak | Link::Strong => CellSet::EMPTY,
        });
        let in_nodes = self.nodes.iter().map(|node| node.cells);
        in_nodes.chain(in_sets).fold(CellSet::EMPTY, CellSet::union)
    }

    /// The digits of its nodes.
    #[must_use]
    pub fn digits(&self) -> DigitSet {
        self.nodes.iter().map(|node| node.digit).collect()
    }

    /// The digits of its two ends.
    #[must_use]
    pub fn end_digits(&self) -> DigitSet {
        let ends = [self.nodes.first(), self.nodes.last()];
        ends.into_iter().flatten().map(|node| node.digit).collect()
    }

    /// Whether it concludes that this candidate goes.
    #[must_use]
    pub fn eliminates(&self, digit: Digit) -> CellSet {
        self.eliminations[digit.index()]
    }
}

/// What a search found.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Found {
    /// The chains, the shortest first.
    pub chains: Vec<Chain>,
    /// Whether a limit of the work, not of the length, may have left some unseen.
    pub cut_short: bool,
}
