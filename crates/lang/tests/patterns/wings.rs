//! XY-wing and W-wing.

use super::support::{Board, gone};
use super::texts;

#[test]
fn an_xy_wing_clears_what_sees_both_pincers() {
    let board = Board::empty()
        .only("r5c5", "12")
        .only("r5c1", "13")
        .only("r1c5", "23");
    let found = texts::xy_wing().compile().look(&board.0);
    assert_eq!(found.matches, ["r1c1-3"]);
    // Only r5c5 sees two cells with two candidates, which make one pair.
    assert_eq!(found.possible, 1);
}

#[test]
fn pincers_in_the_box_and_the_row_of_the_pivot() {
    let board = Board::empty()
        .only("r1c1", "12")
        .only("r2c2", "13")
        .only("r1c7", "23");
    let found = texts::xy_wing().compile().look(&board.0);
    assert_eq!(found.matches, [gone("r1c2 r1c3 r2c7 r2c8 r2c9", "3")]);
    assert_eq!(found.possible, 1);
}

#[test]
fn three_pairs_in_one_row_are_an_xy_wing_with_each_as_pivot() {
    let board = Board::empty()
        .only("r1c1", "12")
        .only("r1c5", "23")
        .only("r1c9", "13");
    let found = texts::xy_wing().compile().look(&board.0);
    let rest = "r1c2 r1c3 r1c4 r1c6 r1c7 r1c8";
    // Pivot r1c1 clears the 3 of the two others, r1c5 the 1, r1c9 the 2.
    assert_eq!(
        found.matches,
        [gone(rest, "3"), gone(rest, "1"), gone(rest, "2")]
    );
    assert_eq!(found.possible, 3);
}

#[test]
fn what_only_looks_like_an_xy_wing() {
    let technique = texts::xy_wing().compile();
    let wing = |pivot: &str, one: &str, two: &str| {
        Board::empty()
            .only("r5c5", pivot)
            .only("r5c1", one)
            .only("r1c5", two)
    };
    // Equal pincers; no digit in common; four digits; a pincer with three candidates.
    for (one, two, possible) in [
        ("13", "13", 1),
        ("13", "24", 1),
        ("34", "23", 1),
        ("13", "234", 0),
    ] {
        let found = technique.look(&wing("12", one, two).0);
        assert!(found.matches.is_empty(), "{one} {two}");
        assert_eq!(found.possible, possible, "{one} {two}");
    }
    // The common digit is gone already where both pincers look.
    let clean = wing("12", "13", "23").without("3", "r1c1");
    assert!(technique.matches(&clean.0).is_empty());
}

#[test]
fn a_w_wing_clears_the_other_digit() {
    let board = Board::empty()
        .only("r2c2 r8c8", "12")
        .keep(1, "row 5", "r5c2 r5c8");
    let found = texts::w_wing().compile().look(&board.0);
    assert_eq!(found.matches, [gone("r2c8 r8c2", "2")]);
    // One pair of cells, two digits, 27 units.
    assert_eq!(found.possible, 54);
}

#[test]
fn a_w_wing_joined_in_a_box() {
    let board = Board::empty()
        .only("r1c2 r5c9", "67")
        .keep(7, "box 3", "r1c8 r3c9");
    let found = texts::w_wing().compile().look(&board.0);
    // r1c2 sees r1c8, r5c9 sees r3c9; both see r1c9 and r5c2.
    assert_eq!(found.matches, [gone("r1c9 r5c2", "6")]);
    assert_eq!(found.possible, 54);
}

#[test]
fn what_only_looks_like_a_w_wing() {
    let technique = texts::w_wing().compile();
    let cases = [
        // The join has three spots.
        (
            Board::empty()
                .only("r2c2 r8c8", "12")
                .keep(1, "row 5", "r5c2 r5c5 r5c8"),
            54,
        ),
        // Both spots of the join see the same end.
        (
            Board::empty()
                .only("r2c2 r8c8", "12")
                .keep(1, "box 4", "r4c2 r5c2"),
            54,
        ),
        // A spot of the join sees neither end.
        (
            Board::empty()
                .only("r2c2 r8c8", "12")
                .keep(1, "row 5", "r5c2 r5c5"),
            54,
        ),
        // The ends differ.
        (
            Board::empty()
                .only("r2c2", "12")
                .only("r8c8", "13")
                .keep(1, "row 5", "r5c2 r5c8"),
            0,
        ),
        // The ends see each other.
        (
            Board::empty()
                .only("r2c2 r2c8", "12")
                .keep(1, "row 5", "r5c2 r5c8"),
            0,
        ),
    ];
    for (at, (board, possible)) in cases.iter().enumerate() {
        let found = technique.look(&board.0);
        assert!(found.matches.is_empty(), "case {at}: {:?}", found.matches);
        assert_eq!(found.possible, *possible, "case {at}");
    }
}
