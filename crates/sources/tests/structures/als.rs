//! Almost locked sets and what is made of them against their definitions, followed by plain loops.

use std::collections::{BTreeMap, BTreeSet};

use undoku_grid::{Cell, CellSet, Digit, DigitSet, Position, Unit};
use undoku_sources::als::blossoms::blossoms;
use undoku_sources::als::chains::chains;
use undoku_sources::als::pairs::pairs;
use undoku_sources::als::{Als, almost_locked_sets};

use crate::support::{Eliminations, cells, digits, sample, with_candidates};

const UNLIMITED: u64 = u64::MAX;

fn digits_of(position: &Position, cells: CellSet) -> DigitSet {
    let each = cells.iter().map(|cell| position.cand(cell));
    each.fold(DigitSet::EMPTY, DigitSet::union)
}

/// The sets by looking at all subsets of each unit's cells.
fn plain_sets(position: &Position, most_cells: u32) -> BTreeSet<(CellSet, DigitSet)> {
    let mut sets = BTreeSet::new();
    for unit in Unit::ALL {
        for bits in 1_u32..512 {
            let cells: CellSet = unit
                .cells()
                .iter()
                .enumerate()
                .filter(|(at, _)| bits >> at & 1 != 0)
                .map(|(_, cell)| cell)
                .collect();
            let digits = digits_of(position, cells);
            let open = cells.is_subset(position.open());
            if open && cells.len() <= most_cells && digits.len() == cells.len() + 1 {
                sets.insert((cells, digits));
            }
        }
    }
    sets
}

fn spots(position: &Position, set: Als, digit: Digit) -> CellSet {
    set.cells & position.spots(digit)
}

/// Whether all spots of the digit in one set see all in the other.
fn is_restricted(position: &Position, x: Als, y: Als, digit: Digit) -> bool {
    let (a, b) = (spots(position, x, digit), spots(position, y, digit));
    let see = a.iter().all(|one| b.iter().all(|other| one.sees(other)));
    !a.is_empty() && !b.is_empty() && see
}

/// What sees all spots of the digit in the sets.
fn seeing(position: &Position, sets: &[Als], digit: Digit) -> CellSet {
    let spots = sets.iter().fold(CellSet::EMPTY, |all, &set| {
        all | spots(position, set, digit)
    });
    let others = position.spots(digit).iter();
    others
        .filter(|cell| spots.iter().all(|spot| spot.sees(*cell)))
        .collect()
}

fn is_empty(eliminations: &Eliminations) -> bool {
    eliminations.iter().all(|cells| cells.is_empty())
}

fn nothing() -> Eliminations {
    [CellSet::EMPTY; 9]
}

#[test]
fn sets_of_a_small_position() {
    let position = with_candidates(&[("r1c1 r1c2", "123"), ("r1c9", "14")]);
    // Of up to two cells: the cells with two candidates, and those with three between them.
    let found = almost_locked_sets(&position, 2);
    let expected = [
        Als {
            cells: cells("r1c9"),
            digits: digits("14"),
        },
        Als {
            cells: cells("r1c1 r1c2"),
            digits: digits("123"),
        },
    ];
    assert_eq!(found, expected);
    assert_eq!(almost_locked_sets(&position, 0), []);
}

#[test]
fn every_set_is_found_once() {
    let mut count = 0;
    for position in sample(20) {
        for most_cells in [1, 3, 8] {
            let found = almost_locked_sets(&position, most_cells);
            count += found.len();
            let distinct: BTreeSet<_> = found.iter().map(|set| (set.cells, set.digits)).collect();
            assert_eq!(distinct.len(), found.len());
            assert_eq!(distinct, plain_sets(&position, most_cells));
            assert!(found.is_sorted_by_key(|set| set.cells.len()));
        }
    }
    assert!(count > 1_000, "only {count} sets");
}

#[test]
fn pairs_follow_their_definition() {
    let (mut once, mut twice) = (0, 0);
    for position in sample(12) {
        let sets = almost_locked_sets(&position, 8);
        let mut expected = BTreeSet::new();
        for (at, &x) in sets.iter().enumerate() {
            for &y in &sets[at + 1..] {
                let common = (x.digits & y.digits).iter();
                let restricted: DigitSet = common
                    .filter(|&digit| is_restricted(&position, x, y, digit))
                    .collect();
                let mut gone = nothing();
                match restricted.len() {
                    0 => continue,
                    1 => {
                        for digit in (x.digits & y.digits) - restricted {
                            gone[digit.index()] = seeing(&position, &[x, y], digit);
                        }
                    }
                    _ => {
                        for digit in x.digits | y.digits {
                            let by = |sets: &[Als]| seeing(&position, sets, digit);
                            let mut all = CellSet::EMPTY;
                            if restricted.contains(digit) {
                                all = by(&[x, y]);
                            } else {
                                for set in [x, y] {
                                    if set.digits.contains(digit) {
                                        all |= by(&[set]);
                                    }
                                }
                            }
                            gone[digit.index()] = all - x.cells - y.cells;
                        }
                    }
                }
                if !is_empty(&gone) {
                    expected.insert((x.cells, y.cells, restricted, gone));
                }
            }
        }
        let found: BTreeSet<_> = pairs(&position, 8)
            .into_iter()
            .map(|pair| {
                (
                    pair.x.cells,
                    pair.y.cells,
                    pair.restricted,
                    pair.eliminations,
                )
            })
            .collect();
        assert_eq!(found, expected);
        once += found.iter().filter(|pair| pair.2.len() == 1).count();
        twice += found.iter().filter(|pair| pair.2.len() > 1).count();
    }
    assert!(once > 20 && twice > 0, "{once} linked once, {twice} twice");
}

/// All chains of so many sets by walking all ways: what goes, and the least number of cells for that.
fn plain_chains(position: &Position, sets: &[Als], length: usize) -> BTreeMap<Eliminations, u32> {
    fn walk(
        position: &Position,
        next: &[Vec<(Digit, usize)>],
        sets: &[Als],
        way: &mut Vec<(Digit, usize)>,
        length: usize,
        found: &mut BTreeMap<Eliminations, u32>,
    ) {
        let (into, last) = way[way.len() - 1];
        if way.len() == length {
            let (out, first) = (way[1].0, way[0].1);
            let (x, y) = (sets[first], sets[last]);
            let mut gone = nothing();
            for digit in (x.digits & y.digits).without(out).without(into) {
                gone[digit.index()] = seeing(position, &[x, y], digit);
            }
            if first != last && !is_empty(&gone) {
                let size = way.iter().map(|&(_, set)| sets[set].cells.len()).sum();
                let least = found.entry(gone).or_insert(size);
                *least = size.min(*least);
            }
            return;
        }
        for &(link, set) in &next[last] {
            if way.len() == 1 || link != into {
                way.push((link, set));
                walk(position, next, sets, way, length, found);
                way.pop();
            }
        }
    }
    let links_of = |x: &Als| {
        let mut links = Vec::new();
        for (at, y) in sets.iter().enumerate() {
            let common = (x.digits & y.digits).iter();
            let restricted = common.filter(|&digit| is_restricted(position, *x, *y, digit));
            links.extend(restricted.map(|digit| (digit, at)));
        }
        links
    };
    let next: Vec<_> = sets.iter().map(links_of).collect();
    let mut found = BTreeMap::new();
    for first in 0..sets.len() {
        // The first set has no link before it, so this digit is not looked at.
        walk(
            position,
            &next,
            sets,
            &mut vec![(Digit::ALL[0], first)],
            length,
            &mut found,
        );
    }
    found
}

/// Of all chains those that are among the shortest for some candidate that goes.
fn plain_shortest(
    position: &Position,
    sets: &[Als],
    lengths: std::ops::RangeInclusive<usize>,
) -> BTreeMap<Eliminations, (usize, u32)> {
    let mut gone_by_shorter = nothing();
    let mut found = BTreeMap::new();
    for length in lengths {
        let chains = plain_chains(position, sets, length);
        for (gone, size) in &chains {
            let mut new = gone.iter().zip(&gone_by_shorter);
            if new.any(|(gone, known)| !gone.is_subset(*known)) {
                found.entry(*gone).or_insert((length, *size));
            }
        }
        for gone in chains.keys() {
            for (all, gone) in gone_by_shorter.iter_mut().zip(gone) {
                *all |= *gone;
            }
        }
    }
    found
}

#[test]
fn chains_are_the_shortest_that_walking_all_ways_finds() {
    let mut by_length = BTreeMap::new();
    let cases = [
        (8, 3..=3, 6),
        (2, 3..=4, 16),
        (2, 4..=5, 16),
        (1, 3..=7, 40),
    ];
    for (most_cells, lengths, positions) in cases {
        for position in sample(positions) {
            let sets = almost_locked_sets(&position, most_cells);
            let plain_lengths = *lengths.start() as usize..=*lengths.end() as usize;
            let expected = plain_shortest(&position, &sets, plain_lengths);
            let result = chains(&position, most_cells, lengths.clone(), UNLIMITED);
            assert!(!result.cut_short);
            let found: BTreeMap<_, _> = result
                .chains
                .iter()
                .map(|chain| (chain.eliminations, (chain.sets.len(), chain.size)))
                .collect();
            assert_eq!(found.len(), result.chains.len(), "one conclusion twice");
            assert_eq!(found, expected, "{most_cells} {lengths:?} {position:?}");
            for chain in result.chains {
                *by_length.entry(chain.sets.len()).or_insert(0) += 1;
                assert_eq!(chain.links.len() + 1, chain.sets.len());
                assert!(chain.links.windows(2).all(|two| two[0] != two[1]));
                let size: u32 = chain.sets.iter().map(|set| set.cells.len()).sum();
                assert_eq!(chain.size, size);
                for (two, &link) in chain.sets.windows(2).zip(&chain.links) {
                    assert!(is_restricted(&position, two[0], two[1], link));
                }
            }
        }
    }
    let enough = (3..=5).all(|length| by_length.get(&length).is_some_and(|&count| count > 3));
    assert!(enough, "{by_length:?}");
}

#[test]
fn a_search_for_chains_stops_at_its_work_limit() {
    let position = &sample(1)[0];
    let all = chains(position, 8, 3..=7, UNLIMITED);
    assert!(!all.cut_short);
    let some = chains(position, 8, 3..=7, 100);
    assert!(some.cut_short && some.chains.len() <= all.chains.len());
    assert!(chains(position, 8, 3..=7, 0).chains.is_empty());
}

#[test]
fn lengths_that_no_chain_has_find_none() {
    let position = &sample(1)[0];
    for (shortest, longest) in [(0, 0), (0, 2), (7, 3), (40, 50)] {
        let lengths = shortest..=longest;
        let found = chains(position, 8, lengths.clone(), UNLIMITED);
        assert!(found.chains.is_empty(), "{lengths:?}");
    }
}

/// All blossoms by trying all petals: stem, what goes, and the least number of cells for that.
fn plain_blossoms(position: &Position, sets: &[Als]) -> BTreeMap<(Cell, Eliminations), u32> {
    let mut found = BTreeMap::new();
    for stem in position.open() {
        let mut ways: Vec<(Eliminations, u32)> = vec![([CellSet::ALL; 9], 0)];
        for digit in position.cand(stem) {
            let mut next = Vec::new();
            for (gone, size) in &ways {
                for &set in sets {
                    let taken = spots(position, set, digit);
                    if taken.is_empty() || !taken.iter().all(|spot| spot.sees(stem)) {
                        continue;
                    }
                    let mut left = nothing();
                    for other in set.digits.without(digit) {
                        left[other.index()] = gone[other.index()] & seeing(position, &[set], other);
                    }
                    if !is_empty(&left) {
                        next.push((left, size + set.cells.len()));
                    }
                }
            }
            ways = next;
        }
        for (gone, size) in ways {
            let least = found.entry((stem, gone)).or_insert(size);
            *least = size.min(*least);
        }
    }
    found
}

#[test]
fn blossoms_are_those_that_trying_all_petals_finds() {
    let mut petals = BTreeMap::new();
    for position in sample(30) {
        let sets = almost_locked_sets(&position, 3);
        let (found, complete) = blossoms(&position, 3, 9);
        assert!(complete);
        for blossom in &found {
            *petals.entry(blossom.petals.len()).or_insert(0) += 1;
        }
        let found: BTreeMap<_, _> = found
            .into_iter()
            .map(|blossom| ((blossom.stem, blossom.eliminations), blossom.size))
            .collect();
        assert_eq!(found, plain_blossoms(&position, &sets));
    }
    assert!(petals.len() > 1, "{petals:?}");
}
