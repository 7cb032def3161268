//! Singles: full house, naked single, hidden single, and hidden single with a look per cell.

use undoku_lang::{ConstantValue, Registry, StepText, Texts, World, compile_technique};

use super::support::{Board, Found, draft, fragment, named};
use super::texts;

fn found(matches: &[&str], possible: u64) -> Found {
    Found {
        matches: matches.iter().map(|&text| text.to_owned()).collect(),
        possible,
    }
}

/// One row with eight digits.
fn almost_full_row() -> Board {
    Board::puzzle(
        ".23456789........................................................................",
    )
}

/// A grid in which only r5c4, an 8, is open.
fn one_cell_left() -> Board {
    Board::puzzle(
        "123456789456789123789123456234567891567.91234891234567345678912678912345912345678",
    )
}

#[test]
fn a_full_house_is_the_last_open_cell_of_a_unit() {
    let technique = texts::full_house().compile();
    assert_eq!(technique.look(&almost_full_row().0), found(&["r1c1=1"], 27));
}

#[test]
fn the_last_cell_of_the_grid_is_a_full_house_of_three_units() {
    let board = one_cell_left();
    assert_eq!(board.0.open().len(), 1);
    let technique = texts::full_house().compile();
    let three = ["r5c4=8"; 3];
    assert_eq!(technique.look(&board.0), found(&three, 27));
}

#[test]
fn no_full_house_in_an_empty_grid_nor_where_the_digit_is_excluded() {
    let technique = texts::full_house().compile();
    assert_eq!(technique.look(&Board::empty().0), found(&[], 27));
    let excluded = almost_full_row().without("1", "r1c1");
    assert_eq!(technique.look(&excluded.0), found(&[], 27));
}

#[test]
fn a_naked_single_is_the_only_candidate_of_its_cell() {
    let technique = texts::naked_single().compile();
    assert_eq!(technique.look(&almost_full_row().0), found(&["r1c1=1"], 73));
}

#[test]
fn naked_singles_come_in_the_order_of_their_cells() {
    let board = Board::empty().only("r9c9", "7").only("r2c3", "4");
    let technique = texts::naked_single().compile();
    assert_eq!(technique.look(&board.0), found(&["r2c3=4", "r9c9=7"], 81));
}

#[test]
fn two_candidates_or_none_are_no_naked_single() {
    let technique = texts::naked_single().compile();
    let board = Board::empty().only("r1c1", "12").only("r1c2", "");
    assert_eq!(technique.look(&board.0), found(&[], 81));
}

#[test]
fn a_hidden_single_is_found_in_its_own_kind_of_unit_only() {
    let kinds = ["rows", "columns", "boxes"];
    let homes = ["row 5", "column 5", "box 5"];
    for (at, home) in homes.iter().enumerate() {
        let board = Board::empty().keep(6, home, "r5c5");
        for (other, kind) in kinds.iter().enumerate() {
            let expected: &[&str] = if at == other { &["r5c5=6"] } else { &[] };
            // Nine units miss nine digits each.
            assert_eq!(
                texts::hidden_single(kind).compile().look(&board.0),
                found(expected, 81),
                "{home} by {kind}"
            );
        }
    }
}

#[test]
fn placed_digits_are_not_looked_for() {
    // r1c1=1 leaves eight digits in row 1, column 1 and box 1 each.
    let board = Board::empty().place("r1c1", 1).keep(6, "row 5", "r5c5");
    let technique = texts::hidden_single("all_units").compile();
    assert_eq!(technique.look(&board.0), found(&["r5c5=6"], 243 - 3));
}

#[test]
fn one_cell_can_be_a_hidden_single_of_two_units() {
    let board = Board::empty()
        .keep(6, "row 5", "r5c5")
        .keep(6, "box 5", "r5c5");
    let technique = texts::hidden_single("all_units").compile();
    assert_eq!(technique.matches(&board.0), ["r5c5=6", "r5c5=6"]);
}

#[test]
fn two_spots_or_none_are_no_hidden_single() {
    let board = Board::empty()
        .keep(6, "row 5", "r5c5 r5c6")
        .keep(7, "column 1", "");
    let technique = texts::hidden_single("all_units").compile();
    assert_eq!(technique.look(&board.0), found(&[], 243));
}

#[test]
fn with_a_look_per_cell_every_open_cell_counts_as_tried() {
    let technique = texts::one_look_per_cell().compile();
    let board = Board::empty()
        .place("r1c1", 1)
        .place("r9c9", 2)
        .keep(6, "box 5", "r5c5");
    assert_eq!(technique.look(&board.0), found(&["r5c5=6"], 79));
}

#[test]
fn without_a_formula_the_loops_say_what_is_tried() {
    let mut draft = texts::one_look_per_cell();
    draft.0.possible = None;
    // r1c1 has one candidate and is not looked at.
    let board = Board::empty().only("r1c1", "1");
    assert_eq!(draft.compile().look(&board.0), found(&[], 80));
    assert_eq!(
        texts::one_look_per_cell().compile().look(&board.0),
        found(&[], 81)
    );
}

#[test]
fn a_look_per_cell_takes_the_least_hidden_digit_once() {
    let technique = texts::one_look_per_cell().compile();
    let board = Board::empty()
        .keep(7, "row 5", "r5c5")
        .keep(3, "column 5", "r5c5")
        .keep(3, "box 5", "r5c5");
    assert_eq!(technique.look(&board.0), found(&["r5c5=3"], 81));
    // A cell with one candidate is left to the naked single.
    let naked = board.only("r5c5", "3");
    assert_eq!(technique.look(&naked.0), found(&[], 81));
}

/// From the texts of a technique to what is said of a match.
#[test]
fn a_match_is_rated_and_explained() {
    let mut draft = draft("for c in open\ncheck count(cand(c)) == 1\nplace only(cand(c)) at c")
        .evidence(
            "open_min",
            "min(count(open(row(target))), count(open(column(target))), count(open(box(target))))",
        )
        .assertions("if open_min <= 6 then by_open[clamp(open_min, 1, 6)] else min(22, 16 + 2 * (open_min - 6))")
        .score("1.00 + assertions / 22 * 0.75")
        .range(1.06, 1.75)
        .explain("{target} has one candidate left: {target_digit}");
    let by_open = ConstantValue::Ints(vec![2, 4, 6, 9, 12, 15]);
    draft.0.constants.push(named("by_open", by_open));
    let system = StepText {
        constants: Vec::new(),
        values: vec![named(
            "reasons",
            fragment(
                Default::default(),
                "sum(c in placed : count(filled(row(c))))",
            ),
        )],
    };
    let (registry, mut texts, mut problems) = (Registry::new(), Texts::default(), Vec::new());
    let program = compile_technique(&draft.0, &system, &registry, &mut texts, &mut problems);
    assert!(problems.is_empty(), "{problems:#?}");
    let program = program.expect("there is a program where there is no problem");
    // Row 1 has one open cell, the column and the box have nine and seven.
    let position = almost_full_row().0;
    let world = World {
        position: &position,
        clues: position.filled(),
        registry: &registry,
    };
    let mut scratch = program.scratch();
    assert!(program.first(world, &mut scratch).is_some());
    program.rate(world, &mut scratch);
    assert_eq!(program.assertions(&scratch), 2.0);
    assert!((program.score(&scratch) - (1.0 + 2.0 / 22.0 * 0.75)).abs() < 1e-12);
    assert_eq!(program.step_values(&scratch).collect::<Vec<_>>(), [8.0]);
    assert_eq!(
        program.explain(world, &mut scratch),
        "r1c1 has one candidate left: 1"
    );
    // The same at once.
    let mut scratch = program.scratch();
    assert!(program.first_rated(world, &mut scratch));
    assert_eq!(program.assertions(&scratch), 2.0);
    assert_eq!(program.step_values(&scratch).collect::<Vec<_>>(), [8.0]);
    let full = (program.score_range(), program.assertions_range());
    assert_eq!((full.1.lo, full.1.hi), (2.0, 22.0));
    assert!((full.0.lo - 1.0 - 1.5 / 22.0).abs() < 1e-12 && (full.0.hi - 1.75).abs() < 1e-12);
}
