//! Two almost locked sets of which one must lack a digit.

use undoku_grid::{CellSet, DigitSet, Position};

use super::{Als, Eliminations, Graph};

/// Two almost locked sets with a restricted common digit – each of its spots in one sees all of them in the other,
/// so one of the two lacks it –, and what goes because of that.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct AlsPair {
    /// One set.
    pub x: Als,
    /// The other.
    pub y: Als,
    /// The restricted common digits; never empty.
    pub restricted: DigitSet,
    /// What goes; never empty.
    ///
    /// With one restricted digit, one set has each other digit that is common to both, and cells that see all
    /// spots of it in both lose it. With several, each set lacks one of them and has all its other digits, which
    /// go from the cells outside that see all of their spots in it; and each restricted digit is in one of the sets.
    pub eliminations: Eliminations,
}

/// The pairs of almost locked sets, of at most `most_cells` cells each, that eliminate something, those of few
/// cells first.
///
/// The sets of a pair may overlap, though not in a spot of a restricted common digit.
#[must_use]
pub fn pairs(position: &Position, most_cells: u32) -> Vec<AlsPair> {
    let graph = Graph::new(position, most_cells);
    let mut pairs = Vec::new();
    let mut restricted_with = vec![DigitSet::EMPTY; graph.sets.len()];
    let mut partners = Vec::new();
    for x in 0..graph.sets.len() as u16 {
        for &group in graph.groups_of(x) {
            let digit = graph.groups[group as usize].digit;
            for &linked in graph.links(group) {
                let with_it = graph.sets_with(linked);
                let later = with_it.partition_point(|&y| y <= x);
                for &y in &with_it[later..] {
                    let restricted = &mut restricted_with[y as usize];
                    if restricted.is_empty() {
                        partners.push(y);
                    }
                    restricted.insert(digit);
                }
            }
        }
        for y in partners.drain(..) {
            let restricted = std::mem::take(&mut restricted_with[y as usize]);
            let mut eliminations = [CellSet::EMPTY; 9];
            let gone = if restricted.has_several() {
                linked_twice(&graph, x, y, restricted, &mut eliminations)
            } else {
                linked_once(&graph, x, y, restricted, &mut eliminations)
            };
            if gone {
                pairs.push(AlsPair {
                    x: graph.sets[x as usize],
                    y: graph.sets[y as usize],
                    restricted,
                    eliminations,
                });
            }
        }
    }
    pairs.sort_by_key(|pair| pair.x.cells.len() + pair.y.cells.len());
    pairs
}

fn linked_once(
    graph: &Graph,
    x: u16,
    y: u16,
    restricted: DigitSet,
    eliminations: &mut Eliminations,
) -> bool {
    let mut gone = CellSet::EMPTY;
    let common = graph.sets[x as usize].digits & graph.sets[y as usize].digits;
    for digit in common - restricted {
        let seen = graph.seen(x, digit) & graph.seen(y, digit);
        eliminations[digit.index()] = seen;
        gone |= seen;
    }
    !gone.is_empty()
}

fn linked_twice(
    graph: &Graph,
    x: u16,
    y: u16,
    restricted: DigitSet,
    eliminations: &mut Eliminations,
) -> bool {
    let mut gone = CellSet::EMPTY;
    let (x_set, y_set) = (graph.sets[x as usize], graph.sets[y as usize]);
    for digit in x_set.digits | y_set.digits {
        let seen = if restricted.contains(digit) {
            graph.seen(x, digit) & graph.seen(y, digit)
        } else {
            graph.seen(x, digit) | graph.seen(y, digit)
        };
        let seen = seen - x_set.cells - y_set.cells;
        eliminations[digit.index()] = seen;
        gone |= seen;
    }
    !gone.is_empty()
}
