//! Almost locked sets: n cells of a unit with n + 1 candidates between them.
//!
//! Such a set lacks at most one of its digits. [`pairs`] are two of them of which one must lack a certain digit,
//! [`chains`] go on from there, and [`blossoms`] are cells each candidate of which is taken from some set.

pub mod blossoms;
pub mod chains;
mod graph;
pub mod pairs;
mod sources;

use undoku_grid::{CellSet, DigitSet, Position, Unit};

pub use sources::{ALS, ALS_BLOSSOMS, ALS_CHAINS, ALS_PAIRS};

pub(crate) use graph::Graph;

/// For each digit, by its index, the cells that lose it.
pub type Eliminations = [CellSet; 9];

/// Cells of one unit that have one candidate more than they are many.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Als {
    /// The cells, 1 to 8.
    pub cells: CellSet,
    /// Their candidates.
    pub digits: DigitSet,
}

/// The almost locked sets of at most so many cells, the small ones first, then by their units; each once, as one
/// of its box where it lies in a box and a line.
#[must_use]
pub fn almost_locked_sets(position: &Position, most_cells: u32) -> Vec<Als> {
    let mut found = Vec::new();
    let mut digits_of = [DigitSet::EMPTY; 512];
    for unit in Unit::ALL {
        let open = position.open_in(unit);
        let mut cells = [None; 9];
        // For each bit the cells of the same box, as bits.
        let mut box_bits = [0_usize; 9];
        for (bit, cell) in open.iter().enumerate() {
            cells[bit] = Some((CellSet::single(cell), position.cand(cell)));
            for (other, peer) in open.iter().enumerate() {
                box_bits[bit] |= usize::from(cell.box_unit() == peer.box_unit()) << other;
            }
        }
        let in_line = unit.kind() != undoku_grid::UnitKind::Box;
        for bits in 1..1_usize << open.len() {
            let lowest = bits.trailing_zeros() as usize;
            let Some((_, digits)) = cells[lowest] else {
                continue;
            };
            digits_of[bits] = digits_of[bits & (bits - 1)] | digits;
            let size = bits.count_ones();
            let is_almost_locked = digits_of[bits].len() == size + 1 && size <= most_cells;
            let found_in_box = in_line && bits & !box_bits[lowest] == 0;
            if is_almost_locked && !found_in_box {
                let members = cells
                    .iter()
                    .zip(0..)
                    .filter(|(_, bit)| bits >> bit & 1 != 0);
                let cells = members
                    .filter_map(|(cell, _)| cell.map(|(cell, _)| cell))
                    .fold(CellSet::EMPTY, CellSet::union);
                found.push(Als {
                    cells,
                    digits: digits_of[bits],
                });
            }
        }
    }
    found.sort_by_key(|als| als.cells.len());
    found
}
