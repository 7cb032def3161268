//! Unique rectangle type 1 and BUG+1.

use undoku_grid::{Cell, Position, Unit, UnitKind, UnitSet};

use super::support::{Board, cell, digit, digits, gone, unit};
use super::texts;

/// Rectangles of open cells in two boxes, each looked at from its four corners.
fn rectangle_looks(position: &Position) -> u64 {
    let of = |kind: UnitKind| -> Vec<Unit> {
        Unit::ALL
            .into_iter()
            .filter(|unit| unit.kind() == kind)
            .collect()
    };
    let (rows, columns) = (of(UnitKind::Row), of(UnitKind::Column));
    let mut looks = 0;
    for top in &rows {
        for bottom in rows.iter().filter(|row| *row > top) {
            for left in &columns {
                for right in columns.iter().filter(|column| *column > left) {
                    let corners = (top.cells() | bottom.cells()) & (left.cells() | right.cells());
                    let boxes: UnitSet = corners.iter().map(Cell::box_unit).collect();
                    let open = corners.iter().all(|c| position.value(c).is_none());
                    looks += if boxes.len() == 2 && open { 4 } else { 0 };
                }
            }
        }
    }
    looks
}

fn rectangles(board: &Board) -> Vec<String> {
    let found = texts::unique_rectangle().compile().look(&board.0);
    assert_eq!(found.possible, rectangle_looks(&board.0));
    assert_eq!(texts::rectangles_by_name().compile().look(&board.0), found);
    found.matches
}

#[test]
fn a_rectangle_with_three_equal_pairs_clears_the_fourth_corner() {
    let board = Board::empty().only("r1c1 r1c4 r2c1", "12");
    assert_eq!(rectangles(&board), [gone("r2c4", "12")]);
    // Nine pairs of rows in a band times 27 pairs of columns of two stacks, twice, four corners each.
    assert_eq!(rectangle_looks(&board.0), 2 * 9 * 27 * 4);
}

#[test]
fn a_rectangle_across_a_stack_with_some_cells_filled() {
    let board = Board::empty()
        .place("r9c9", 9)
        .place("r5c5", 8)
        .only("r3c7 r3c8 r6c8", "46");
    assert_eq!(rectangles(&board), [gone("r6c7", "46")]);
}

#[test]
fn four_equal_pairs_clear_every_corner_in_turn() {
    let board = Board::empty().only("r1c1 r1c4 r2c1 r2c4", "12");
    let all = ["r1c1", "r1c4", "r2c1", "r2c4"].map(|corner| gone(corner, "12"));
    assert_eq!(rectangles(&board), all);
}

#[test]
fn what_only_looks_like_a_unique_rectangle() {
    let cases = [
        // Four boxes.
        Board::empty().only("r1c1 r1c4 r4c1", "12"),
        // One box.
        Board::empty().only("r1c1 r1c2 r2c1", "12"),
        // Another pair in one corner.
        Board::empty().only("r1c1 r1c4", "12").only("r2c1", "13"),
        // A third candidate in a second corner.
        Board::empty().only("r1c1 r1c4", "12").only("r2c1", "123"),
        // The fourth corner has one digit of the pair only.
        Board::empty()
            .only("r1c1 r1c4 r2c1", "12")
            .without("2", "r2c4"),
        // The fourth corner is filled.
        Board::empty().only("r1c1 r1c4 r2c1", "12").place("r2c4", 9),
    ];
    for (at, board) in cases.iter().enumerate() {
        assert!(rectangles(board).is_empty(), "case {at}");
    }
}

/// A solved grid without its digits 1, 2 and 3, in which each open cell has its own digit and the next of
/// the circle 1, 2, 3: every digit has two spots in every unit.
fn grave() -> Board {
    let mut board = Board::empty();
    let mut open = Vec::new();
    for cell in Cell::ALL {
        let (row, column) = (cell.index() / 9, cell.index() % 9);
        let number = (row * 3 + row / 3 + column) % 9 + 1;
        if number > 3 {
            board.0.place(cell, digit(number as u8));
        } else {
            open.push((cell, number));
        }
    }
    for (cell, number) in open {
        let last = digit([3, 1, 2][number - 1]);
        board.0.eliminate(cell, last);
    }
    board
}

/// The grave with all three candidates in r1c1, the last of which is a 3.
fn plus_one() -> Board {
    let mut board = Board::empty();
    let grave = grave();
    for cell in grave.0.filled() {
        let value = grave.0.value(cell).expect("a filled cell");
        board.0.place(cell, value);
    }
    for cell in grave.0.open() {
        if cell.to_string() != "r1c1" {
            board.0.eliminate_all(!grave.0.cand(cell), cell.into());
        }
    }
    board
}

#[test]
fn in_a_grave_plus_one_the_digit_with_three_spots_is_placed() {
    let board = plus_one();
    assert_eq!(board.0.open().len(), 27);
    let found = texts::bug_plus_one().compile().look(&board.0);
    // r1c1 is a 1, the other spots of which are the 3s; 2 is in the 1s and 2s; 3 now has r1c1 as well.
    assert_eq!(found.matches, ["r1c1=3"]);
    assert_eq!(found.possible, 1);
}

#[test]
fn what_only_looks_like_a_grave_plus_one() {
    let technique = texts::bug_plus_one().compile();
    // No cell with three candidates.
    assert!(technique.matches(&grave().0).is_empty());
    // The 3 has two spots left in the row of r1c1.
    let mut fewer = plus_one().0;
    let row = unit("row 1").cells();
    let peer = (fewer.spots(digit(3)) & row).last().expect("a spot");
    fewer.eliminate(peer, digit(3));
    assert!(technique.matches(&fewer).is_empty());
    // All but one cell with nine candidates.
    assert!(
        technique
            .matches(&Board::empty().only("r1c1", "123").0)
            .is_empty()
    );
    // A cell with four candidates.
    let mut four = Board::empty().0;
    for cell in four.open().iter().skip(1) {
        four.eliminate_all(!digits("12"), cell.into());
    }
    four.eliminate_all(digits("56789"), cell("r1c1").into());
    assert!(technique.matches(&four).is_empty());
}
