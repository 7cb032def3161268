//! The indexes of a position against working them out from scratch.

#![expect(clippy::unwrap_used, reason = "a test may panic")]

use proptest::prelude::*;
use undoku_grid::{Cell, CellSet, Digit, DigitSet, Position, Unit, UnitSet};

fn cell(text: &str) -> Cell {
    text.parse().unwrap()
}

fn digit(number: u8) -> Digit {
    Digit::from_number(number).unwrap()
}

fn unit(name: &str) -> Unit {
    Unit::ALL
        .into_iter()
        .find(|u| u.to_string() == name)
        .unwrap()
}

/// What `digits_with_spots`, `units_with_spots` and `is_dead` should say, from the cells alone.
fn check_derived(position: &Position) {
    let spots = |d: Digit, u: Unit| {
        u.cells()
            .iter()
            .filter(|&c| position.cand(c).contains(d))
            .count()
    };
    for n in 0..=12 {
        for u in Unit::ALL {
            let expected: DigitSet = position
                .missing(u)
                .iter()
                .filter(|&d| spots(d, u) == n as usize)
                .collect();
            assert_eq!(
                position.digits_with_spots(u, n),
                expected,
                "{u} {n} {position:?}"
            );
        }
        let any = |u: &Unit| !position.digits_with_spots(*u, n).is_empty();
        for among in [UnitSet::ALL, UnitSet::BOXES, UnitSet::ROWS, UnitSet::EMPTY] {
            let expected: UnitSet = among.iter().filter(any).collect();
            assert_eq!(
                position.units_with_any_spots(among, n),
                expected,
                "{n} {position:?}"
            );
        }
        for d in Digit::ALL {
            let expected: UnitSet = Unit::ALL
                .into_iter()
                .filter(|&u| position.missing(u).contains(d) && spots(d, u) == n as usize)
                .collect();
            assert_eq!(
                position.units_with_spots(d, n),
                expected,
                "{d} {n} {position:?}"
            );
        }
    }
    let starved = position.open().iter().any(|c| position.cand(c).is_empty());
    let homeless = Unit::ALL
        .iter()
        .any(|&u| position.missing(u).iter().any(|d| spots(d, u) == 0));
    assert_eq!(position.is_dead(), starved || homeless, "{position:?}");
}

#[derive(Clone, Debug)]
enum Change {
    Place { cell: usize, digit: usize },
    Eliminate { cell: usize, digit: usize },
    EliminateAll { digits: u16, cells: u128 },
}

/// What the searches by number say, from the cells alone.
fn check_by_count(position: &Position, digits: DigitSet, cells: CellSet) {
    for low in 0..=11 {
        for high in 0..=11 {
            let within = |n: usize| (low as usize..=high as usize).contains(&n);
            let by_count: CellSet = Cell::ALL
                .into_iter()
                .filter(|&c| {
                    within(
                        digits
                            .iter()
                            .filter(|&d| position.cand(c).contains(d))
                            .count(),
                    )
                })
                .collect();
            assert_eq!(
                position.cells_by_count(digits, low, high),
                by_count,
                "{digits} {low} {high}"
            );
            let by_unit: UnitSet = Unit::ALL
                .into_iter()
                .filter(|u| within(u.cells().iter().filter(|&c| cells.contains(c)).count()))
                .collect();
            assert_eq!(cells.units_by_count(low, high), by_unit, "{low} {high}");
        }
    }
    for low in [0, 1, 2, 3, 8, 14, 15, 16, 17, 40] {
        for high in [0, 1, 2, 3, 9, 14, 15, 16, 17, 40, 80, 81, 90] {
            let by_digit: DigitSet = Digit::ALL
                .into_iter()
                .filter(|&d| {
                    let spots = cells
                        .iter()
                        .filter(|&c| position.cand(c).contains(d))
                        .count();
                    (low as usize..=high as usize).contains(&spots)
                })
                .collect();
            assert_eq!(
                position.digits_by_count(cells, low, high),
                by_digit,
                "{low} {high}"
            );
        }
    }
    let all: CellSet = Cell::ALL
        .into_iter()
        .filter(|&c| digits.iter().all(|d| position.cand(c).contains(d)))
        .collect();
    assert_eq!(position.cells_with_all(digits), all, "{digits}");
    let exactly: CellSet = Cell::ALL
        .into_iter()
        .filter(|&c| position.cand(c) == digits)
        .collect();
    assert_eq!(position.cells_with_exactly(digits), exactly, "{digits}");
    let common: UnitSet = Unit::ALL
        .into_iter()
        .filter(|u| cells.iter().all(|c| u.cells().contains(c)))
        .collect();
    assert_eq!(cells.common_units(), common);
}

fn change() -> impl Strategy<Value = Change> {
    prop_oneof![
        4 => (0..81usize, 0..9usize).prop_map(|(cell, digit)| Change::Place { cell, digit }),
        3 => (0..81usize, 0..9usize).prop_map(|(cell, digit)| Change::Eliminate { cell, digit }),
        1 => (any::<u16>(), any::<u128>(), any::<u128>())
            .prop_map(|(digits, a, b)| Change::EliminateAll { digits: digits & digits >> 5, cells: a & b }),
    ]
}

proptest! {
    #[test]
    fn searches_by_number(
        changes in prop::collection::vec(change(), 0..60),
        digits in 0_u16..512,
        few in prop::collection::vec(0_usize..81, 0..12),
        whole in prop::option::of(0_usize..27),
        all in any::<bool>(),
    ) {
        let mut position = Position::empty();
        for change in changes {
            match change {
                Change::Place { cell, digit } => {
                    let Some(cell) = position.open().iter().nth(cell) else { continue };
                    let Some(digit) = position.cand(cell).iter().nth(digit) else { continue };
                    position.place(cell, digit);
                }
                Change::Eliminate { cell, digit } => {
                    position.eliminate(Cell::ALL[cell], Digit::ALL[digit]);
                }
                Change::EliminateAll { digits, cells } => {
                    position.eliminate_all(DigitSet::from_bits(digits), CellSet::from_bits(cells));
                }
            }
        }
        let mut cells: CellSet = few.into_iter().map(|at| Cell::ALL[at]).collect();
        if let Some(unit) = whole {
            cells |= Unit::ALL[unit].cells();
        }
        for cells in [cells, if all { CellSet::ALL } else { CellSet::EMPTY }] {
            check_by_count(&position, DigitSet::from_bits(digits), cells);
            check_by_count(&position, DigitSet::ALL, cells);
        }
    }

    #[test]
    fn changes_keep_every_index(changes in prop::collection::vec(change(), 0..60)) {
        let mut position = Position::empty();
        for change in changes {
            match change {
                Change::Place { cell, digit } => {
                    // Legal placements only: an open cell and one of its candidates.
                    let Some(cell) = position.open().iter().nth(cell) else { continue };
                    let Some(digit) = position.cand(cell).iter().nth(digit) else { continue };
                    position.place(cell, digit);
                    prop_assert_eq!(position.value(cell), Some(digit));
                }
                Change::Eliminate { cell, digit } => {
                    let (cell, digit) = (Cell::ALL[cell], Digit::ALL[digit]);
                    let was = position.cand(cell).contains(digit);
                    prop_assert_eq!(position.eliminate(cell, digit), was);
                    prop_assert!(!position.cand(cell).contains(digit));
                }
                Change::EliminateAll { digits, cells } => {
                    let (digits, cells) = (DigitSet::from_bits(digits), CellSet::from_bits(cells));
                    let expected: u32 = cells.iter().map(|c| (position.cand(c) & digits).len()).sum();
                    prop_assert_eq!(position.eliminate_all(digits, cells), expected);
                    prop_assert!(cells.iter().all(|c| position.cand(c).is_disjoint(digits)));
                }
            }
            position.check_consistency().map_err(TestCaseError::fail)?;
        }
        check_derived(&position);
    }

    #[test]
    fn clues_at_once_are_clues_one_by_one(order in Just(Cell::ALL.to_vec()).prop_shuffle(),
                                          picks in prop::collection::vec(0..9usize, 0..81)) {
        let mut position = Position::empty();
        let mut clues = [None; 81];
        for (&cell, pick) in order.iter().zip(picks) {
            if let Some(digit) = position.cand(cell).iter().cycle().nth(pick) {
                position.place(cell, digit);
                clues[cell.index()] = Some(digit);
            }
        }
        let at_once = Position::from_clues(&clues);
        at_once.check_consistency().map_err(TestCaseError::fail)?;
        prop_assert_eq!(at_once, position);
    }
}

#[test]
fn the_empty_grid() {
    let position = Position::empty();
    position.check_consistency().unwrap();
    check_derived(&position);
    assert_eq!(position, Position::from_clues(&[None; 81]));
    assert_eq!(position.cells_with_count(9), CellSet::ALL);
    assert_eq!(position.cells_with_count(10), CellSet::EMPTY);
    assert_eq!(position.digits_with_spots(unit("box 5"), 9), DigitSet::ALL);
    assert!(!position.is_solved());
    assert!(!position.is_dead());
}

#[test]
fn one_placement_by_hand() {
    let mut position = Position::empty();
    position.place(cell("r2c2"), digit(5));

    assert_eq!(position.value(cell("r2c2")), Some(digit(5)));
    assert_eq!(position.cand(cell("r2c2")), DigitSet::EMPTY);
    assert_eq!(position.open().len(), 80);
    assert_eq!(position.filled(), CellSet::single(cell("r2c2")));
    assert_eq!(position.cells_with_count(8), cell("r2c2").peers());
    assert_eq!(position.cells_with_count(9).len(), 60);
    assert_eq!(position.spots(digit(5)).len(), 60);
    assert_eq!(position.spots(digit(6)).len(), 80);
    assert_eq!(position.placed(digit(5)), CellSet::single(cell("r2c2")));
    assert_eq!(
        position.holding(digit(5)).to_string(),
        "row 2, column 2, box 1"
    );
    assert_eq!(
        position.missing(unit("row 2")).to_string(),
        "1, 2, 3, 4, 6, 7, 8, 9"
    );
    assert_eq!(position.missing(unit("row 1")), DigitSet::ALL);
    assert_eq!(position.open_count(unit("box 1")), 8);
    assert_eq!(position.open_in(unit("column 2")).len(), 8);
    assert_eq!(position.filled_in(unit("column 2")).to_string(), "r2c2");
    assert_eq!(
        position.spots_in(digit(5), unit("row 1")).to_string(),
        "r1c4, r1c5, r1c6, r1c7, r1c8, r1c9"
    );
    // Row 1 keeps six cells for 5, row 4 eight: all but the one in column 2.
    assert!(
        position
            .units_with_spots(digit(5), 6)
            .contains(unit("row 1"))
    );
    assert!(
        position
            .units_with_spots(digit(5), 8)
            .contains(unit("row 4"))
    );
    assert!(position.digits_with_spots(unit("row 2"), 0).is_empty());
}

#[test]
fn dead_positions() {
    let mut starved = Position::empty();
    starved.eliminate_all(DigitSet::ALL, CellSet::single(cell("r1c1")));
    assert!(starved.is_dead());

    let mut homeless = Position::empty();
    homeless.eliminate_all(DigitSet::single(digit(7)), unit("column 4").cells());
    assert!(homeless.is_dead());
    assert_eq!(
        homeless.units_with_spots(digit(7), 0).to_string(),
        "column 4"
    );
}

#[test]
fn drawn_with_candidates() {
    let mut position = Position::empty();
    position.place(cell("r1c1"), digit(4));
    let text = format!("{position:?}");
    assert!(
        text.contains("(4)       12356789  12356789  | 12356789"),
        "{text}"
    );
}
