//! Locked candidates: pointing, claiming, and pointing that leaves a hidden single.

use undoku_grid::{Position, Unit, UnitKind};

use super::support::{Board, Found, gone};
use super::texts;

/// Per unit of a kind, the missing digits, each looked for in so many other units.
fn looks(position: &Position, kinds: &[UnitKind], others: u64) -> u64 {
    Unit::ALL
        .into_iter()
        .filter(|unit| kinds.contains(&unit.kind()))
        .map(|unit| u64::from(position.missing(unit).len()) * others)
        .sum()
}

fn pointing(board: &Board) -> Found {
    let found = texts::locked("boxes", "lines").compile().look(&board.0);
    // A box meets three rows and three columns.
    assert_eq!(found.possible, looks(&board.0, &[UnitKind::Box], 6));
    found
}

fn claiming(board: &Board) -> Found {
    let found = texts::locked("lines", "boxes").compile().look(&board.0);
    let lines = [UnitKind::Row, UnitKind::Column];
    assert_eq!(found.possible, looks(&board.0, &lines, 3));
    found
}

#[test]
fn two_spots_of_a_box_in_one_row_point_along_it() {
    let board = Board::empty().keep(3, "box 1", "r1c1 r1c2");
    let along = gone("r1c4 r1c5 r1c6 r1c7 r1c8 r1c9", "3");
    assert_eq!(pointing(&board).matches, [along]);
    assert_eq!(pointing(&board).possible, 486);
    assert!(claiming(&board).matches.is_empty());
}

#[test]
fn three_spots_of_a_box_in_one_column_point_along_it() {
    let board = Board::empty()
        .place("r2c2", 5)
        .keep(7, "box 9", "r7c8 r8c8 r9c8");
    let along = gone("r1c8 r2c8 r3c8 r4c8 r5c8 r6c8", "7");
    assert_eq!(pointing(&board).matches, [along]);
    // Box 1 misses eight digits, the eight other boxes nine.
    assert_eq!(pointing(&board).possible, 80 * 6);
}

#[test]
fn one_spot_points_along_its_row_and_its_column() {
    let board = Board::empty().keep(3, "box 5", "r5c5");
    let row = gone("r5c1 r5c2 r5c3 r5c7 r5c8 r5c9", "3");
    let column = gone("r1c5 r2c5 r3c5 r7c5 r8c5 r9c5", "3");
    assert_eq!(pointing(&board).matches, [row, column]);
}

#[test]
fn spots_of_two_lines_point_nowhere() {
    let board = Board::empty().keep(3, "box 1", "r1c1 r2c2");
    assert!(pointing(&board).matches.is_empty());
}

#[test]
fn pointing_at_nothing_is_no_match() {
    let board = Board::empty()
        .keep(3, "box 1", "r1c1 r1c2")
        .keep(3, "row 1", "r1c1 r1c2");
    assert!(pointing(&board).matches.is_empty());
}

#[test]
fn spots_of_a_row_in_one_box_claim_it() {
    let board = Board::empty().keep(3, "row 1", "r1c1 r1c2");
    let rest = gone("r2c1 r2c2 r2c3 r3c1 r3c2 r3c3", "3");
    assert_eq!(claiming(&board).matches, [rest]);
    assert_eq!(claiming(&board).possible, 486);
    assert!(pointing(&board).matches.is_empty());
}

#[test]
fn spots_of_a_column_in_one_box_claim_it() {
    let board = Board::empty()
        .place("r9c9", 1)
        .keep(8, "column 6", "r4c6 r5c6 r6c6");
    let rest = gone("r4c4 r4c5 r5c4 r5c5 r6c4 r6c5", "8");
    assert_eq!(claiming(&board).matches, [rest]);
    // Row 9 and column 9 miss eight digits, the sixteen other lines nine.
    assert_eq!(claiming(&board).possible, (18 * 9 - 2) * 3);
}

#[test]
fn spots_of_a_row_in_two_boxes_claim_none() {
    let board = Board::empty().keep(3, "row 1", "r1c3 r1c4");
    assert!(claiming(&board).matches.is_empty());
}

#[test]
fn direct_pointing_places_the_digit_that_the_elimination_leaves() {
    let technique = texts::direct_pointing().compile();
    let board = Board::empty()
        .keep(3, "box 1", "r1c1 r1c2")
        .keep(3, "column 4", "r1c4 r7c4");
    let found = technique.look(&board.0);
    assert_eq!(found.matches, ["r7c4=3"]);
    // What is tried ends at the first `check`: a box, a digit, a line.
    assert_eq!(found.possible, looks(&board.0, &[UnitKind::Box], 6));
}

#[test]
fn direct_pointing_needs_one_spot_left_and_one_taken() {
    let technique = texts::direct_pointing().compile();
    let two_left =
        Board::empty()
            .keep(3, "box 1", "r1c1 r1c2")
            .keep(3, "column 4", "r1c4 r7c4 r8c4");
    assert!(technique.matches(&two_left.0).is_empty());
    // A hidden single before the elimination is none that it leaves.
    let none_taken = Board::empty()
        .keep(3, "box 1", "r1c1 r1c2")
        .keep(3, "column 4", "r7c4");
    assert!(technique.matches(&none_taken.0).is_empty());
}
