//! What follows from a loop.

use undoku_grid::{CellSet, Position};

use super::conclusion::seen_by_both;
use super::links::{Cost, Links, has};

/// A loop, ordered by what follows, then by what makes it easy.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct FoundLoop {
    pub(super) eliminations: Box<[CellSet; 9]>,
    pub(super) length: u32,
    pub(super) cost: Cost,
    pub(super) way: Vec<usize>,
    /// For each strong link, the almost locked set that it goes through.
    pub(super) sets: Vec<Option<u16>>,
}

/// The most ways to choose almost locked sets for the links of one loop; with more, it is passed over.
const MOST_CHOICES: usize = 32;

/// Notes the loops that a way from a node back to a node which sees it makes: one for each choice of the almost
/// locked sets that it goes through.
pub(super) fn loops_along<const W: usize>(
    position: &Position,
    links: &Links<W>,
    way: &[usize],
    cost: Cost,
    found: &mut Vec<FoundLoop>,
) {
    let choices: Vec<&[(u16, u16, u16)]> = way
        .chunks_exact(2)
        .map(|pair| match has(&links.plain[pair[0]], pair[1]) {
            true => &[],
            false => links.sets_between(pair[0], pair[1]),
        })
        .collect();
    let number = choices.iter().map(|sets| sets.len().max(1)).product();
    for choice in 0..number {
        if number > MOST_CHOICES {
            break;
        }
        let mut rest = choice;
        let sets: Vec<Option<u16>> = choices
            .iter()
            .map(|sets| {
                let among = sets.len().max(1);
                let at = rest % among;
                rest /= among;
                sets.get(at).map(|&(_, _, set)| set)
            })
            .collect();
        let [all, beside] = around(position, links, way, &sets);
        let length = way.len() as u32;
        if beside != all && !is_nothing(&beside) {
            found.push(FoundLoop {
                eliminations: beside,
                length,
                cost,
                way: way.to_vec(),
                sets: sets.clone(),
            });
        }
        if !is_nothing(&all) {
            found.push(FoundLoop {
                eliminations: all,
                length,
                cost,
                way: way.to_vec(),
                sets,
            });
        }
    }
}

fn is_nothing(eliminations: &[CellSet; 9]) -> bool {
    eliminations.iter().all(|cells| cells.is_empty())
}

/// What goes with a loop: of each weak link one end is true, so what sees both goes; and an almost locked set on
/// it lacks one of the two digits that it is entered and left by, so it has all its others.
///
/// First everything, then without candidates in cells of the loop that its links between other cells take.
fn around<const W: usize>(
    position: &Position,
    links: &Links<W>,
    way: &[usize],
    sets: &[Option<u16>],
) -> [Box<[CellSet; 9]>; 2] {
    let mut in_cells = Box::new([CellSet::EMPTY; 9]);
    let mut between = Box::new([CellSet::EMPTY; 9]);
    let mut own = CellSet::EMPTY;
    let closing = [way[way.len() - 1], way[0]];
    for pair in way[1..].chunks_exact(2).chain([&closing[..]]) {
        let (a, b) = (&links.nodes[pair[0]], &links.nodes[pair[1]]);
        own |= a.cells | b.cells;
        let of = if a.cells == b.cells {
            &mut in_cells
        } else {
            &mut between
        };
        seen_by_both(position, a, b, links.in_cells).add_to(of);
    }
    for (pair, set) in way.chunks_exact(2).zip(sets) {
        let Some(set) = set.map(|set| links.set(set)) else {
            continue;
        };
        own |= set.cells;
        let (a, b) = (links.nodes[pair[0]].digit, links.nodes[pair[1]].digit);
        for digit in set.digits.without(a).without(b) {
            between[digit.index()] |=
                (set.cells & position.spots(digit)).peers() & position.spots(digit);
        }
    }
    let mut beside = in_cells.clone();
    for digit in 0..9 {
        in_cells[digit] |= between[digit];
        beside[digit] |= between[digit] - own;
    }
    [in_cells, beside]
}
