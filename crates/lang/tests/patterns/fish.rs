//! Fish with and without fins, and the skyscraper.

use undoku_grid::{Digit, Position, Unit, UnitKind};

use super::support::{Board, Technique, gone, over};
use super::texts;

fn kind_of(units: &str) -> UnitKind {
    if units == "rows" {
        UnitKind::Row
    } else {
        UnitKind::Column
    }
}

/// Σ over the digits of C(n, k), n the lines with 2 to k spots.
fn line_choices(position: &Position, base: &str, k: u32) -> u64 {
    let lines = |digit: Digit| {
        Unit::ALL
            .into_iter()
            .filter(|unit| unit.kind() == kind_of(base))
            .filter(|&unit| (2..=k).contains(&position.spots_in(digit, unit).len()))
            .count() as u64
    };
    Digit::ALL
        .into_iter()
        .map(|digit| over(lines(digit), u64::from(k)))
        .sum()
}

fn fish(k: u32, base: &str, board: &Board) -> Vec<String> {
    let cover = if base == "rows" { "columns" } else { "rows" };
    let found = texts::basic_fish(i64::from(k), base, cover)
        .compile()
        .look(&board.0);
    assert_eq!(found.possible, line_choices(&board.0, base, k));
    found.matches
}

fn x_wing() -> Board {
    Board::empty()
        .keep(4, "row 2", "r2c3 r2c8")
        .keep(4, "row 5", "r5c3 r5c8")
}

#[test]
fn an_x_wing_of_rows_clears_its_columns() {
    let rest = gone(
        "r1c3 r1c8 r3c3 r3c8 r4c3 r4c8 r6c3 r6c8 r7c3 r7c8 r8c3 r8c8 r9c3 r9c8",
        "4",
    );
    assert_eq!(fish(2, "rows", &x_wing()), [rest]);
    assert_eq!(line_choices(&x_wing().0, "rows", 2), 1);
    assert!(fish(2, "columns", &x_wing()).is_empty());
    assert_eq!(line_choices(&x_wing().0, "columns", 2), 0);
}

#[test]
fn an_x_wing_of_columns_clears_its_rows() {
    let board = Board::empty()
        .keep(9, "column 1", "r1c1 r9c1")
        .keep(9, "column 9", "r1c9 r9c9");
    let rest = gone(
        "r1c2 r1c3 r1c4 r1c5 r1c6 r1c7 r1c8 r9c2 r9c3 r9c4 r9c5 r9c6 r9c7 r9c8",
        "9",
    );
    assert_eq!(fish(2, "columns", &board), [rest]);
    assert!(fish(2, "rows", &board).is_empty());
}

#[test]
fn lines_that_do_not_match_are_tried_and_are_no_x_wing() {
    let board = Board::empty()
        .keep(4, "row 2", "r2c3 r2c8")
        .keep(4, "row 5", "r5c3 r5c7")
        .keep(4, "row 9", "r9c1 r9c2")
        .keep(6, "row 1", "r1c1 r1c9")
        .keep(6, "row 2", "r2c1 r2c5");
    assert!(fish(2, "rows", &board).is_empty());
    // Three rows for the 4, two for the 6.
    assert_eq!(line_choices(&board.0, "rows", 2), 3 + 1);
}

#[test]
fn an_x_wing_without_effect_is_no_match() {
    let board = x_wing()
        .keep(4, "column 3", "r2c3 r5c3")
        .keep(4, "column 8", "r2c8 r5c8");
    assert!(fish(2, "rows", &board).is_empty());
    // Seen from the columns it has none either.
    assert!(fish(2, "columns", &board).is_empty());
    assert_eq!(line_choices(&board.0, "columns", 2), 1);
}

#[test]
fn a_swordfish_of_rows_with_two_two_and_three_spots() {
    let board = Board::empty()
        .keep(7, "row 1", "r1c2 r1c5")
        .keep(7, "row 4", "r4c5 r4c8")
        .keep(7, "row 7", "r7c2 r7c5 r7c8");
    let rest = gone(
        "r2c2 r2c5 r2c8 r3c2 r3c5 r3c8 r5c2 r5c5 r5c8 r6c2 r6c5 r6c8 r8c2 r8c5 r8c8 r9c2 r9c5 r9c8",
        "7",
    );
    assert_eq!(fish(3, "rows", &board), [rest]);
    assert!(fish(2, "rows", &board).is_empty());
    let fourth_column = Board::empty()
        .keep(7, "row 1", "r1c2 r1c5")
        .keep(7, "row 4", "r4c5 r4c8")
        .keep(7, "row 7", "r7c2 r7c5 r7c9");
    assert!(fish(3, "rows", &fourth_column).is_empty());
}

#[test]
fn a_swordfish_of_columns() {
    let board = Board::empty()
        .keep(1, "column 2", "r1c2 r5c2")
        .keep(1, "column 4", "r5c4 r9c4")
        .keep(1, "column 6", "r1c6 r9c6");
    // r1c4, r5c6 and r9c2 lost the digit with the rest of their columns.
    let rest = gone(
        "r1c1 r1c3 r1c5 r1c7 r1c8 r1c9 r5c1 r5c3 r5c5 r5c7 r5c8 r5c9 r9c1 r9c3 r9c5 r9c7 r9c8 r9c9",
        "1",
    );
    assert_eq!(fish(3, "columns", &board), [rest]);
    assert!(fish(3, "rows", &board).is_empty());
}

#[test]
fn a_jellyfish_of_columns() {
    let board = Board::empty()
        .keep(5, "column 1", "r2c1 r4c1")
        .keep(5, "column 3", "r4c3 r6c3")
        .keep(5, "column 6", "r6c6 r8c6")
        .keep(5, "column 9", "r2c9 r8c9");
    let rest = gone(
        "r2c2 r2c4 r2c5 r2c7 r2c8 r4c2 r4c4 r4c5 r4c7 r4c8 r6c2 r6c4 r6c5 r6c7 r6c8 r8c2 r8c4 r8c5 r8c7 r8c8",
        "5",
    );
    assert_eq!(fish(4, "columns", &board), [rest]);
    assert!(fish(3, "columns", &board).is_empty());
    assert!(fish(4, "rows", &board).is_empty());
}

#[test]
fn a_jellyfish_of_rows() {
    let board = Board::empty()
        .keep(5, "row 1", "r1c2 r1c4")
        .keep(5, "row 3", "r3c4 r3c6")
        .keep(5, "row 6", "r6c6 r6c8")
        .keep(5, "row 9", "r9c2 r9c4 r9c6 r9c8");
    let found = fish(4, "rows", &board);
    let rest = gone(
        "r2c2 r2c4 r2c6 r2c8 r4c2 r4c4 r4c6 r4c8 r5c2 r5c4 r5c6 r5c8 r7c2 r7c4 r7c6 r7c8 r8c2 r8c4 r8c6 r8c8",
        "5",
    );
    assert_eq!(found, [rest]);
}

/// The bindings that reach the check of a finned fish of two lines: a digit, two lines with spots, two
/// crossing lines with some of those spots, and a spot outside of them.
fn finned_looks(position: &Position, base: &str) -> u64 {
    let of = |kind: UnitKind| {
        Unit::ALL
            .into_iter()
            .filter(move |unit| unit.kind() == kind)
    };
    let crossing = if base == "rows" {
        UnitKind::Column
    } else {
        UnitKind::Row
    };
    let mut looks = 0;
    for digit in Digit::ALL {
        let lines: Vec<Unit> = of(kind_of(base))
            .filter(|&line| !position.spots_in(digit, line).is_empty())
            .collect();
        for (i, one) in lines.iter().enumerate() {
            for two in &lines[i + 1..] {
                let spots = position.spots_in(digit, *one) | position.spots_in(digit, *two);
                let covers: Vec<Unit> = of(crossing)
                    .filter(|cover| !(cover.cells() & spots).is_empty())
                    .collect();
                for (j, three) in covers.iter().enumerate() {
                    for four in &covers[j + 1..] {
                        looks += u64::from(!(spots - three.cells() - four.cells()).is_empty());
                    }
                }
            }
        }
    }
    looks
}

fn finned(base: &str, cover: &str) -> Technique {
    texts::finned_fish(2, base, cover).compile()
}

#[test]
fn a_finned_x_wing_clears_what_sees_its_fin() {
    let board = Board::empty()
        .keep(4, "row 2", "r2c3 r2c8")
        .keep(4, "row 5", "r5c3 r5c7 r5c8");
    let found = finned("rows", "columns").look(&board.0);
    assert_eq!(found.matches, [gone("r4c8 r6c8", "4")]);
    assert_eq!(found.possible, finned_looks(&board.0, "rows"));
}

#[test]
fn a_finned_x_wing_of_columns_with_two_fins_in_a_box() {
    let board =
        Board::empty()
            .keep(4, "column 2", "r3c2 r8c2")
            .keep(4, "column 5", "r3c5 r7c5 r8c5 r9c5");
    let found = finned("columns", "rows").look(&board.0);
    assert_eq!(found.matches, [gone("r8c4 r8c6", "4")]);
    assert_eq!(found.possible, finned_looks(&board.0, "columns"));
}

#[test]
fn fins_in_two_boxes_or_far_from_the_fish_are_no_finned_x_wing() {
    let two_boxes =
        Board::empty()
            .keep(4, "row 2", "r2c3 r2c8")
            .keep(4, "row 5", "r5c3 r5c5 r5c7 r5c8");
    assert!(finned("rows", "columns").matches(&two_boxes.0).is_empty());
    let far = Board::empty()
        .keep(4, "row 2", "r2c3 r2c8")
        .keep(4, "row 5", "r5c3 r5c5 r5c8");
    // The fin in box 5 sees nothing in column 3 or 8 but its own row.
    assert!(finned("rows", "columns").matches(&far.0).is_empty());
}

#[test]
fn a_fish_without_fins_is_no_finned_fish() {
    let technique = finned("rows", "columns");
    assert!(technique.matches(&x_wing().0).is_empty());
    assert_eq!(
        technique.possible(&x_wing().0),
        finned_looks(&x_wing().0, "rows")
    );
}

#[test]
fn a_skyscraper_clears_what_sees_both_ends() {
    let board = Board::empty()
        .keep(4, "row 2", "r2c3 r2c8")
        .keep(4, "row 5", "r5c3 r5c7");
    let technique = texts::skyscraper("rows", "columns").compile();
    let found = technique.look(&board.0);
    assert_eq!(found.matches, [gone("r1c7 r3c7 r4c8 r6c8", "4")]);
    // One pair of rows, and the three columns that its spots are in.
    assert_eq!(found.possible, 3);
}

#[test]
fn rows_without_a_common_column_or_with_two_are_no_skyscraper() {
    let technique = texts::skyscraper("rows", "columns").compile();
    let apart = Board::empty()
        .keep(4, "row 2", "r2c3 r2c8")
        .keep(4, "row 5", "r5c4 r5c7");
    assert!(technique.matches(&apart.0).is_empty());
    assert_eq!(technique.possible(&apart.0), 4);
    assert!(technique.matches(&x_wing().0).is_empty());
}
