//! Positions small enough to follow with a pencil.

use undoku_grid::{Position, Unit};

use super::super::net::DEEPEST;
use super::super::trail::show;
use super::{Forced, Nets, Over};
use super::{cell, contradictions, digit, grid, nets, verities};

fn about(found: &[Forced], at: &str, number: u8, holds: bool) -> Option<Forced> {
    let conclusion = (cell(at), digit(number), holds);
    let mut all = found.iter().filter(|f| f.conclusion == conclusion);
    let one = all.next().cloned();
    assert!(all.next().is_none(), "one record for a conclusion");
    one
}

/// r1c1 takes 1 or 2, and either way one of the cells that r5c5 sees takes 3.
const WING: [(&str, &[u8]); 3] = [("r1c1", &[1, 2]), ("r1c5", &[1, 3]), ("r5c1", &[2, 3])];

#[test]
fn both_candidates_of_a_cell_lead_to_one_conclusion() {
    let found = verities(&grid(&WING), nets(false, false), Over::Cells, 9);
    let forced = about(&found, "r5c5", 3, false).unwrap();
    assert_eq!((forced.length, forced.branches), (6, 2));
    assert_eq!(forced.start, cell("r1c1").into());
    assert_eq!(forced.tried, [1, 2].into_iter().map(digit).collect());
    assert_eq!(forced.digits, [1, 2, 3].into_iter().map(digit).collect());
    let cells = ["r1c1", "r1c5", "r5c1", "r5c5"].into_iter().map(cell);
    assert_eq!(forced.cells, cells.collect());
    assert_eq!(
        show(&forced.trail),
        "r1c1=1 → r1c5<>1 → r1c5=3 → r5c5<>3 | r1c1=2 → r5c1<>2 → r5c1=3 → r5c5<>3"
    );
    // Nothing else is common to the branches: 1 and 2 go from other cells each, and 3 stays where only one looks.
    assert_eq!(found.len(), 1);
}

#[test]
fn a_candidate_that_leaves_a_cell_nothing() {
    let found = contradictions(&grid(&WING), nets(false, false));
    let forced = about(&found, "r5c5", 3, false).unwrap();
    assert_eq!((forced.length, forced.branches), (6, 1));
    assert_eq!(forced.start, cell("r5c5").into());
    assert_eq!(
        show(&forced.trail),
        "r5c5=3 → r1c5<>3 → r1c5=1 → r1c1<>1; r5c5=3 → r5c1<>3 → r5c1=2 → r1c1<>2; r1c1 has no candidate left"
    );
}

#[test]
fn no_net_is_longer_than_asked_for() {
    let position = grid(&WING);
    for longest in [1, 2, 3, 4] {
        let nets = Nets {
            longest,
            ..nets(false, false)
        };
        let found = verities(&position, nets, Over::Cells, 9).len();
        assert_eq!(found, usize::from(longest >= 3), "{longest}");
        let found = contradictions(&position, nets).len();
        assert_eq!(found, usize::from(longest >= 3), "{longest}");
    }
    assert!(verities(&position, nets(false, false), Over::Cells, 1).is_empty());
}

/// If r1c9 is 1, r1c1 loses 1 to it and 2 to r1c5, and only both together make it 9.
const TOGETHER: [(&str, &[u8]); 3] = [("r1c9", &[1, 9]), ("r1c5", &[1, 2]), ("r1c1", &[1, 2, 9])];

#[test]
fn only_a_dynamic_net_joins_implications() {
    let position = grid(&TOGETHER);
    // From r1c1, a static net with three branches would do.
    let found = verities(&position, nets(false, false), Over::Cells, 2);
    assert!(about(&found, "r1c3", 9, false).is_none());
    let found = verities(&position, nets(true, false), Over::Cells, 2);
    let forced = about(&found, "r1c3", 9, false).unwrap();
    assert_eq!((forced.length, forced.branches), (7, 2));
    assert_eq!(
        show(&forced.trail),
        "r1c9=1 → r1c1<>1, r1c5<>1; r1c5<>1 → r1c5=2 → r1c1<>2; r1c1<>1 + r1c1<>2 → r1c1=9 → r1c3<>9 \
         | r1c9=9 → r1c3<>9"
    );
}

#[test]
fn the_spots_of_a_unit_lead_to_one_conclusion() {
    // 1 has two spots in row 1, and three in box 6, two of which r1c9 looks at.
    let mut position = Position::empty();
    let mut keep = |unit: usize, spots: &[&str]| {
        let spots = spots.iter().map(|at| cell(at)).collect();
        position.eliminate_all(digit(1).into(), Unit::ALL[unit].cells() - spots);
    };
    keep(0, &["r1c1", "r1c9"]);
    keep(23, &["r5c8", "r4c9", "r6c9"]);
    let found = verities(&position, nets(false, false), Over::Units, 2);
    assert!(about(&found, "r5c1", 1, false).is_none());
    let found = verities(&position, nets(true, false), Over::Units, 2);
    let forced = about(&found, "r5c1", 1, false).unwrap();
    assert_eq!((forced.length, forced.branches), (5, 2));
    assert_eq!(
        forced.start,
        ["r1c1", "r1c9"].into_iter().map(cell).collect()
    );
    assert_eq!(forced.tried, digit(1).into());
    assert_eq!(forced.unit, Some(Unit::ALL[0]));
    assert_eq!(
        show(&forced.trail),
        "r1c1=1 → r5c1<>1 | r1c9=1 → r4c9<>1, r6c9<>1; r4c9<>1 + r6c9<>1 → r5c8=1 → r5c1<>1"
    );
}

#[test]
fn a_digit_alone_is_followed_through_units_that_lose_spots() {
    // 1 has three spots in rows 1 and 2, and those of the first take away all but one, or all, of the second.
    let mut position = Position::empty();
    let rows = [Unit::ALL[0], Unit::ALL[4]];
    for (row, kept) in rows.into_iter().zip([["r1c1", "r1c5"], ["r5c1", "r5c5"]]) {
        let kept = kept.into_iter().map(cell).collect();
        position.eliminate_all(digit(1).into(), row.cells() - kept);
    }
    // The classic rectangle: 1 at r9c1 leaves r1c5 and r5c5, both in column 5.
    let found = contradictions(&position, nets(true, true));
    let forced = about(&found, "r9c1", 1, false).unwrap();
    // r1c1<>1, r5c1<>1, r1c5=1, and r5c5<>1 leaves row 5 no spot.
    assert_eq!(forced.length, 4);
    assert_eq!(forced.digits, digit(1).into());
    assert!(found.iter().all(|f| f.digits == digit(1).into()));
    // 7 rows, two columns.
    assert_eq!(found.len(), 14);
}

#[test]
fn a_candidate_that_must_be_true() {
    // Without 9 in r1c1 it is 1 or 2: dynamic nets only know more if both lead on, so give it two candidates.
    // r1c1<>9 → r1c1=1 → r1c5<>1 → r1c5=2 → r5c5<>2; and r1c1=1 → r5c1<>1 → r5c1=2 → r5c5<>2: no conflict yet.
    let open = grid(&[("r1c1", &[1, 9]), ("r1c5", &[1, 2]), ("r5c1", &[1, 2])]);
    let found = contradictions(&open, nets(false, false));
    assert!(about(&found, "r1c1", 9, true).is_none());
    // With r5c5 2 or 3 and r5c6 3 only … as candidates: r5c5 needs 2.
    let closed = grid(&[
        ("r1c1", &[1, 9]),
        ("r1c5", &[1, 2]),
        ("r5c1", &[1, 3]),
        ("r5c5", &[2, 3]),
    ]);
    let found = contradictions(&closed, nets(false, false));
    let forced = about(&found, "r1c1", 9, true).unwrap();
    // r1c1=1, then r1c5<>1, r1c5=2, r5c5<>2 and r5c1<>1, r5c1=3, r5c5<>3.
    assert_eq!(forced.length, 7);
    assert_eq!(
        show(&forced.trail),
        "r1c1<>9 → r1c1=1 → r1c5<>1 → r1c5=2 → r5c5<>2; r1c1=1 → r5c1<>1 → r5c1=3 → r5c5<>3; \
         r5c5 has no candidate left"
    );
    // The other side of it is one shorter and stands for itself.
    assert_eq!(about(&found, "r1c1", 1, false).unwrap().length, 6);
    assert_eq!(nets(false, false).longest, DEEPEST);
}

#[test]
fn dead_and_full_grids_have_no_nets() {
    let mut dead = grid(&[("r1c1", &[1])]);
    dead.eliminate(cell("r1c1"), digit(1));
    assert!(contradictions(&dead, nets(true, false)).is_empty());
    assert!(verities(&dead, nets(true, false), Over::Cells, 9).is_empty());
}

#[test]
fn words_that_are_no_trail_show_what_they_can() {
    assert_eq!(show(&[]), "");
    assert_eq!(show(&[0x2FFF]), ";  → ");
    for word in 0..=u16::MAX {
        _ = show(&[word, word]);
        _ = show(&[0x1000, word, 0x2001]);
    }
}

#[test]
fn what_branches_agree_on_is_concluded_once() {
    // r5c5 loses 3 whatever r1c1 is; that makes it 4, r5c9 5, and takes the 5 from r9c9 – from then on in one chain.
    let mut cells = WING.to_vec();
    cells.extend([("r5c5", &[3, 4][..]), ("r5c9", &[4, 5]), ("r9c9", &[5, 6])]);
    let position = grid(&cells);
    let found = verities(&position, nets(false, false), Over::Cells, 9);
    let forced = about(&found, "r5c5", 3, false).unwrap();
    assert_eq!((forced.start, forced.length), (cell("r1c1").into(), 6));
    assert_eq!(about(&found, "r5c5", 4, true), None);
    assert_eq!(about(&found, "r5c9", 5, true), None);
    assert_eq!(about(&found, "r9c9", 5, false), None);
}
