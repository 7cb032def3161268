//! Cells each candidate of which is taken from some almost locked set.

use undoku_grid::{Cell, CellSet, Digit, Position};

use super::{Als, Eliminations, Graph};

/// A cell and an almost locked set for each of its candidates, whose spots for it the cell sees all, and what goes
/// because of them.
///
/// Whichever candidate the cell takes, the set for it lacks it and has all its other digits. So a digit that all
/// the sets have is in one of them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AlsBlossom {
    /// The cell.
    pub stem: Cell,
    /// For each candidate of the cell the set that it is taken from.
    pub petals: Vec<(Digit, Als)>,
    /// The number of cells of all petals, those that several have counted for each.
    pub size: u32,
    /// What goes; never empty.
    pub eliminations: Eliminations,
}

/// The cells of at most `most_petals` candidates with sets of at most `most_cells` cells that eliminate something,
/// by cell, then by size.
///
/// Of those with one stem that eliminate the same, one with the least size is kept. The second value says
/// whether all ways were looked at.
#[must_use]
pub fn blossoms(position: &Position, most_cells: u32, most_petals: u32) -> (Vec<AlsBlossom>, bool) {
    let graph = Graph::new(position, most_cells);
    let mut blossoms = Vec::new();
    let mut complete = true;
    for petals in 2..=most_petals {
        for stem in position.cells_with_count(petals) {
            complete &= find(position, &graph, stem, &mut blossoms);
        }
    }
    (blossoms, complete)
}

/// Candidates to go, as bits of a list of them, with the least size and the petals to get there.
#[derive(Clone, Debug)]
struct Partial {
    gone: u128,
    size: u32,
    petals: Vec<u16>,
}

/// More than ever come together in practice.
const MOST_PARTIALS: usize = 20_000;

fn find(position: &Position, graph: &Graph, stem: Cell, blossoms: &mut Vec<AlsBlossom>) -> bool {
    let own = position.cand(stem);
    // What a petal could eliminate for each candidate of the stem, and so all of them together.
    let mut together: Eliminations = [CellSet::ALL; 9];
    let mut petals_for: Vec<(Digit, Vec<u16>)> = Vec::new();
    for digit in own {
        let mut any = [CellSet::EMPTY; 9];
        let mut petals = Vec::new();
        for group in graph.groups_with(digit) {
            if !graph.groups[group].seen.contains(stem) {
                continue;
            }
            for &set in graph.sets_with(group as u16) {
                petals.push(set);
                for other in graph.sets[set as usize].digits - own {
                    any[other.index()] |= graph.seen(set, other);
                }
            }
        }
        let mut left = CellSet::EMPTY;
        for (all, any) in together.iter_mut().zip(any) {
            *all &= any;
            left |= *all;
        }
        if left.is_empty() {
            return true;
        }
        petals_for.push((digit, petals));
    }
    let listed: Vec<(Digit, Cell)> = Digit::ALL
        .into_iter()
        .flat_map(|digit| {
            together[digit.index()]
                .iter()
                .map(move |cell| (digit, cell))
        })
        .take(128)
        .collect();
    let mut complete = listed.len() < 128;

    let mut partials = vec![Partial {
        gone: u128::MAX,
        size: 0,
        petals: Vec::new(),
    }];
    for (_, petals) in &petals_for {
        let mut choices: Vec<(u128, u32, u16)> = petals
            .iter()
            .map(|&set| {
                let gone = listed
                    .iter()
                    .enumerate()
                    .filter(|(_, (digit, cell))| graph.seen(set, *digit).contains(*cell));
                let gone = gone.fold(0, |bits, (bit, _)| bits | 1 << bit);
                (gone, graph.sets[set as usize].cells.len(), set)
            })
            .filter(|(gone, ..)| *gone != 0)
            .collect();
        choices.sort_unstable();
        choices.dedup_by_key(|(gone, ..)| *gone);
        let mut next: Vec<Partial> = Vec::new();
        for partial in &partials {
            for &(gone, size, set) in &choices {
                let gone = partial.gone & gone;
                if gone == 0 {
                    continue;
                }
                let mut petals = partial.petals.clone();
                petals.push(set);
                next.push(Partial {
                    gone,
                    size: partial.size + size,
                    petals,
                });
            }
        }
        next.sort_by(|a, b| (a.gone, a.size, &a.petals).cmp(&(b.gone, b.size, &b.petals)));
        next.dedup_by_key(|partial| partial.gone);
        if next.len() > MOST_PARTIALS {
            next.truncate(MOST_PARTIALS);
            complete = false;
        }
        partials = next;
    }
    partials.sort_by_key(|partial| (partial.size, partial.gone));
    blossoms.extend(partials.into_iter().map(|partial| {
        let mut eliminations = [CellSet::EMPTY; 9];
        for (bit, (digit, cell)) in listed.iter().enumerate() {
            if partial.gone >> bit & 1 != 0 {
                eliminations[digit.index()].insert(*cell);
            }
        }
        let sets = partial.petals.iter().map(|&set| graph.sets[set as usize]);
        AlsBlossom {
            stem,
            petals: own.iter().zip(sets).collect(),
            size: partial.size,
            eliminations,
        }
    }));
    complete
}
