//! Naked and hidden subsets of two, three and four.

use undoku_grid::{Position, Unit};

use super::support::{Board, gone, over};
use super::texts;

/// Σ C(n, k) over all units, n their open cells.
fn choices(position: &Position, k: u64) -> u64 {
    Unit::ALL
        .into_iter()
        .map(|unit| over(u64::from(position.open_count(unit)), k))
        .sum()
}

fn naked(k: u8, board: &Board) -> Vec<String> {
    let found = texts::naked_subset(i64::from(k)).compile().look(&board.0);
    assert_eq!(found.possible, choices(&board.0, u64::from(k)));
    found.matches
}

fn hidden(k: u8, board: &Board) -> Vec<String> {
    let found = texts::hidden_subset(i64::from(k)).compile().look(&board.0);
    // A unit misses as many digits as it has open cells.
    assert_eq!(found.possible, choices(&board.0, u64::from(k)));
    found.matches
}

#[test]
fn what_is_tried_in_the_empty_grid() {
    let board = Board::empty();
    for (k, each) in [(2, 36), (3, 84), (4, 126)] {
        assert_eq!(choices(&board.0, k), 27 * each);
        assert!(naked(k as u8, &board).is_empty());
        assert!(hidden(k as u8, &board).is_empty());
    }
}

#[test]
fn a_naked_pair_clears_its_row() {
    let board = Board::empty()
        .place("r9c8", 9)
        .place("r8c2", 9)
        .only("r1c1 r1c5", "12");
    let rest = gone("r1c2 r1c3 r1c4 r1c6 r1c7 r1c8 r1c9", "12");
    assert_eq!(naked(2, &board), [rest]);
}

#[test]
fn a_naked_pair_in_a_row_and_a_box_clears_both() {
    let board = Board::empty().only("r1c1 r1c2", "12");
    let row = gone("r1c3 r1c4 r1c5 r1c6 r1c7 r1c8 r1c9", "12");
    let house = gone("r1c3 r2c1 r2c2 r2c3 r3c1 r3c2 r3c3", "12");
    assert_eq!(naked(2, &board), [row, house]);
}

#[test]
fn no_naked_pair_of_two_different_pairs_nor_in_two_units_nor_without_effect() {
    assert!(naked(2, &Board::empty().only("r1c1", "12").only("r1c5", "13")).is_empty());
    assert!(naked(2, &Board::empty().only("r1c1 r4c4", "12")).is_empty());
    let clean = Board::empty()
        .only("r1c1 r1c5", "12")
        .without("12", "r1c2 r1c3 r1c4 r1c6 r1c7 r1c8 r1c9");
    assert!(naked(2, &clean).is_empty());
}

#[test]
fn a_naked_triple_of_three_pairs() {
    let board = Board::empty()
        .only("r1c1", "12")
        .only("r1c5", "23")
        .only("r1c9", "13");
    let rest = gone("r1c2 r1c3 r1c4 r1c6 r1c7 r1c8", "123");
    assert_eq!(naked(3, &board), [rest]);
    assert!(naked(2, &board).is_empty());
    let four_digits = Board::empty()
        .only("r1c1", "12")
        .only("r1c5", "23")
        .only("r1c9", "14");
    assert!(naked(3, &four_digits).is_empty());
}

#[test]
fn a_naked_quad_in_a_column() {
    let board = Board::empty()
        .only("r1c2", "12")
        .only("r4c2", "23")
        .only("r7c2", "34")
        .only("r9c2", "14");
    let rest = gone("r2c2 r3c2 r5c2 r6c2 r8c2", "1234");
    assert_eq!(naked(4, &board), [rest]);
    assert!(naked(3, &board).is_empty());
    let three_cells = Board::empty()
        .only("r1c2", "12")
        .only("r4c2", "23")
        .only("r7c2", "34");
    assert!(naked(4, &three_cells).is_empty());
}

#[test]
fn a_hidden_pair_clears_its_cells() {
    let board = Board::empty()
        .place("r5c5", 9)
        .keep(1, "row 1", "r1c1 r1c5")
        .keep(2, "row 1", "r1c1 r1c5");
    // The 9 in r5c5 has taken the 9 from r1c5 already.
    let cells = format!("{} {}", gone("r1c1", "3456789"), gone("r1c5", "345678"));
    assert_eq!(hidden(2, &board), [cells]);
}

#[test]
fn no_hidden_pair_in_three_cells_nor_without_effect() {
    let three = Board::empty()
        .keep(1, "row 1", "r1c1 r1c5")
        .keep(2, "row 1", "r1c1 r1c6");
    assert!(hidden(2, &three).is_empty());
    let bare = Board::empty()
        .keep(1, "row 1", "r1c1 r1c5")
        .keep(2, "row 1", "r1c1 r1c5")
        .only("r1c1 r1c5", "12");
    // The seven other cells hold the seven other digits, but those are no pair.
    assert!(hidden(2, &bare).is_empty());
}

#[test]
fn a_hidden_triple_in_a_column() {
    let board = Board::empty()
        .keep(1, "column 9", "r1c9 r5c9")
        .keep(2, "column 9", "r5c9 r9c9")
        .keep(3, "column 9", "r1c9 r9c9");
    assert_eq!(
        hidden(3, &board),
        [format!(
            "{} {} {}",
            // Each corner keeps the two digits that have it as a spot.
            gone("r1c9", "456789"),
            gone("r5c9", "456789"),
            gone("r9c9", "456789")
        )]
    );
    assert!(hidden(2, &board).is_empty());
}

#[test]
fn a_hidden_quad_in_a_box() {
    let board = Board::empty()
        .keep(1, "box 5", "r4c4 r4c5")
        .keep(2, "box 5", "r4c5 r6c5")
        .keep(3, "box 5", "r6c5 r6c6")
        .keep(4, "box 5", "r6c6 r4c4");
    let rest = gone("r4c4 r4c5 r6c5 r6c6", "56789");
    assert_eq!(hidden(4, &board), [rest]);
    assert!(hidden(3, &board).is_empty());
    let five_cells = Board::empty()
        .keep(1, "box 5", "r4c4 r4c5")
        .keep(2, "box 5", "r4c5 r6c5")
        .keep(3, "box 5", "r6c5 r6c6")
        .keep(4, "box 5", "r6c6 r5c4");
    assert!(hidden(4, &five_cells).is_empty());
}
