//! Chains as text: Eureka notation.
//!
//! A trail holds the strong links of a chain one after the other, each as the almost locked set that it goes
//! through, or nothing, and its two nodes. Cells stand as their number and their indexes, a node as its digit and
//! its cells. The first value says whether the chain is a loop.

use std::fmt::{self, Write as _};

use undoku_grid::{Cell, CellSet, Unit};

use super::chain::{Chain, Link, Shape};

/// What [`text`] makes the notation of a chain from.
pub(super) fn trail(chain: &Chain) -> Vec<u16> {
    fn put(cells: CellSet, trail: &mut Vec<u16>) {
        trail.push(cells.len() as u16);
        trail.extend(cells.iter().map(|cell| cell.index() as u16));
    }
    let mut trail = vec![u16::from(chain.shape == Shape::Loop)];
    for (pair, link) in chain
        .nodes
        .chunks_exact(2)
        .zip(chain.links.iter().step_by(2))
    {
        let set = match link {
            Link::Through(cells) => *cells,
            Link::Weak | Link::Strong => CellSet::EMPTY,
        };
        put(set, &mut trail);
        for node in pair {
            trail.push(u16::from(node.digit.number()));
            put(node.cells, &mut trail);
        }
    }
    trail
}

/// The notation of a trail: `r1c2(4)=r1c7(4)-r3c8(4=5)-…`. Two digits of a cell or an almost locked set share
/// brackets, and the link that closes a loop stands at the end.
pub(super) fn text(trail: &[u16]) -> String {
    let mut values = trail.iter().copied();
    let is_loop = values.next() == Some(1);
    let mut text = String::new();
    while let Some((set, a, b)) = strong_link(&mut values) {
        if !text.is_empty() {
            text.push('-');
        }
        // Writing to a string cannot fail.
        let _ = if !set.is_empty() {
            write!(text, "{}({}={})", Compact(set), a.0, b.0)
        } else if a.1 == b.1 && a.0 != b.0 {
            write!(text, "{}({}={})", Compact(a.1), a.0, b.0)
        } else {
            write!(text, "{}({})={}({})", Compact(a.1), a.0, Compact(b.1), b.0)
        };
    }
    if is_loop {
        text.push('-');
    }
    text
}

type NodeText = (u16, CellSet);

fn strong_link(values: &mut impl Iterator<Item = u16>) -> Option<(CellSet, NodeText, NodeText)> {
    fn cells(values: &mut impl Iterator<Item = u16>) -> Option<CellSet> {
        let number = values.next()?;
        let cell = |index| u8::try_from(index).ok().and_then(Cell::from_index);
        (0..number).map(|_| values.next().and_then(cell)).collect()
    }
    let set = cells(values)?;
    let a = (values.next()?, cells(values)?);
    let b = (values.next()?, cells(values)?);
    Some((set, a, b))
}

/// Cells of a row as `r1c23`, of a column as `r12c3`, others one by one.
struct Compact(CellSet);

impl fmt::Display for Compact {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Some(first) = self.0.first() else {
            return Ok(());
        };
        let numbers = |of: fn(Cell) -> Unit| -> String {
            self.0
                .iter()
                .map(|cell| of(cell).number().to_string())
                .collect()
        };
        let (row, column) = (first.row(), first.column());
        if self.0.is_subset(row.cells()) {
            write!(f, "r{}c{}", row.number(), numbers(Cell::column))
        } else if self.0.is_subset(column.cells()) {
            write!(f, "r{}c{}", numbers(Cell::row), column.number())
        } else {
            for (i, cell) in self.0.iter().enumerate() {
                write!(f, "{}{cell}", if i > 0 { "," } else { "" })?;
            }
            Ok(())
        }
    }
}

/// Eureka notation: `r1c2(4)=r1c7(4)-r3c8(4=5)-…`; two digits of a cell or an almost locked set share brackets,
/// and the link that closes a loop stands at the end.
impl fmt::Display for Chain {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&text(&trail(self)))
    }
}
