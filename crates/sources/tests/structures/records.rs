//! What the sources hand to the language.

use undoku_grid::{CellSet, Position};
use undoku_lang::{Look, Outcome, Record, Records, Source, Value};
use undoku_sources::SOURCES;
use undoku_sources::als::{ALS, ALS_BLOSSOMS, ALS_CHAINS, ALS_PAIRS};

use crate::support::{cells, digit, digits, sample, with_candidates};

fn records(source: &Source, position: &Position, arguments: &[i64]) -> Vec<Record> {
    let arguments: Vec<Value> = arguments.iter().map(|&number| Value::Int(number)).collect();
    let look = Look {
        position,
        clues: CellSet::EMPTY,
        arguments: &arguments,
    };
    let mut records = Records::new(source.most);
    (source.make)(&look, &mut records);
    assert!(!records.is_cut_short());
    records.all().to_vec()
}

fn eliminating(figure: char, names: &str) -> Option<Outcome> {
    let mut gone = Box::new([CellSet::EMPTY; 9]);
    gone[digit(figure).index()] = cells(names);
    Some(Outcome::Eliminate(gone))
}

/// r1c1 and r5c1 are linked by the 1 of column 1. The 2 of r1c1 is seen from all of row 1, column 1 and box 1, that
/// of r5c1, r5c2 from the rest of row 5 and box 4: both from r5c1's peers r1c2 … no other cell has a 2.
fn two_sets() -> Position {
    let mut position = with_candidates(&[("r1c1", "12"), ("r5c1", "13"), ("r5c2", "23")]);
    // Only these cells have a 1, 2 or 3, and r1c2, which sees r1c1 by row 1 and r5c2 by column 2.
    position.eliminate_all(digits("123"), !cells("r1c1 r5c1 r5c2 r1c2"));
    position
}

#[test]
fn sets_have_cells_digits_and_a_size() {
    let values = |names: &str, figures: &str, size: i64| {
        vec![
            Value::Cells(cells(names)),
            Value::Digits(digits(figures)),
            Value::Int(size),
        ]
    };
    let found: Vec<_> = records(&ALS, &two_sets(), &[2])
        .into_iter()
        .map(|r| r.values)
        .collect();
    // Of row 1 to box 9: the three cells of two candidates, then the two cells of row 5, which lie in box 4 as well.
    let expected = [
        values("r1c1", "12", 1),
        values("r5c1", "13", 1),
        values("r5c2", "23", 1),
        values("r5c1 r5c2", "123", 2),
        values("r1c1 r5c1", "123", 2),
    ];
    for set in &expected {
        assert!(found.contains(set), "{set:?} in {found:?}");
    }
    assert_eq!(found.len(), expected.len());
}

#[test]
fn a_pair_tells_its_sets_and_what_goes() {
    // r1c1 (1, 2) and r5c1, r5c2 (1, 2, 3): the 1 is in one of r1c1 and r5c1, so the 2 in one of r1c1 and r5c2.
    let found = records(&ALS_PAIRS, &two_sets(), &[2]);
    let expected = [
        Value::Cells(cells("r1c1")),
        Value::Cells(cells("r5c1 r5c2")),
        Value::Digits(digits("1")),
        Value::Digits(digits("2")),
    ];
    let pair = found
        .iter()
        .find(|record| record.values == expected)
        .unwrap();
    assert_eq!(pair.outcome, eliminating('2', "r1c2"));
}

#[test]
fn a_chain_is_told_set_by_set() {
    // r1c1 2, or 1, so r5c1 3, so r5c2 2.
    let found = records(&ALS_CHAINS, &two_sets(), &[1, 3, 5, 1000]);
    assert_eq!(found.len(), 1);
    let expected = [
        Value::Int(3),
        Value::Int(3),
        Value::Cells(cells("r1c1 r5c1 r5c2")),
        Value::Digits(digits("2")),
    ];
    assert_eq!(found[0].values, expected);
    assert_eq!(found[0].outcome, eliminating('2', "r1c2"));
    let told = ALS_CHAINS.show.unwrap()(&found[0]);
    let other_way = "(2=3)r5c2 - (3=1)r5c1 - (1=2)r1c1";
    assert!(
        told == "(2=1)r1c1 - (1=3)r5c1 - (3=2)r5c2" || told == other_way,
        "{told}"
    );
}

#[test]
fn a_blossom_is_told_petal_by_petal() {
    // Whichever r5c1 takes, 1 or 3: r1c1 or r5c2 is 2.
    let found = records(&ALS_BLOSSOMS, &two_sets(), &[1, 9]);
    assert_eq!(found.len(), 1);
    let expected = [
        Value::Cell(Some("r5c1".parse().unwrap())),
        Value::Int(2),
        Value::Int(2),
        Value::Cells(cells("r1c1 r5c1 r5c2")),
        Value::Digits(digits("2")),
    ];
    assert_eq!(found[0].values, expected);
    assert_eq!(found[0].outcome, eliminating('2', "r1c2"));
    let told = ALS_BLOSSOMS.show.unwrap()(&found[0]);
    assert_eq!(told, "r5c1: 1 from r1c1 (1, 2), 3 from r5c2 (2, 3)");
    // A cell of two candidates has two petals.
    assert!(records(&ALS_BLOSSOMS, &two_sets(), &[1, 1]).is_empty());
}

#[test]
fn every_value_has_the_type_of_its_field() {
    let position = &sample(1)[0];
    for (source, arguments) in [
        (ALS, &[8][..]),
        (ALS_PAIRS, &[8]),
        (ALS_CHAINS, &[8, 3, 7, 20_000_000]),
        (ALS_BLOSSOMS, &[8, 9]),
    ] {
        assert!(SOURCES.iter().any(|known| known.name == source.name));
        assert_eq!(source.params.len(), arguments.len());
        let found = records(&source, position, arguments);
        assert!(!found.is_empty(), "{}", source.name);
        for record in found {
            assert_eq!(record.values.len(), source.fields.len());
            let typed = record.values.iter().zip(source.fields);
            for (value, field) in typed {
                assert_eq!(value.ty(), field.ty, "{} {}", source.name, field.name);
            }
            assert_eq!(record.outcome.is_some(), source.concludes);
        }
    }
}

#[test]
fn arguments_out_of_any_bounds_do_no_harm() {
    let position = &sample(1)[0];
    for number in [i64::MIN, -1, 0, i64::MAX] {
        for source in [ALS, ALS_PAIRS, ALS_CHAINS, ALS_BLOSSOMS] {
            let arguments = vec![Value::Int(number); source.params.len()];
            let look = Look {
                position,
                clues: CellSet::EMPTY,
                arguments: &arguments,
            };
            (source.make)(&look, &mut Records::new(3));
        }
    }
}
