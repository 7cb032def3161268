//! What the sources hand to the language.

use undoku_grid::{CellSet, Position};
use undoku_lang::{Look, Outcome, Record, Records, Source, Value};

use super::super::find::{Forced, Over, contradictions, verities};
use super::super::{CELL_VERITIES, CONTRADICTIONS, UNIT_VERITIES};
use super::{nets, place_singles, puzzles};
use crate::trial::{TRIALS, trials};

fn made(source: &Source, position: &Position, arguments: &[Value]) -> Vec<Record> {
    let types: Vec<_> = source.params.iter().map(|param| param.ty).collect();
    assert_eq!(types, arguments.iter().map(Value::ty).collect::<Vec<_>>());
    let mut records = Records::new(source.most);
    let clues = CellSet::EMPTY;
    let look = Look {
        position,
        clues,
        arguments,
    };
    (source.make)(&look, &mut records);
    assert!(!records.is_cut_short());
    for record in records.all() {
        let types: Vec<_> = record.values.iter().map(Value::ty).collect();
        assert_eq!(
            types,
            source
                .fields
                .iter()
                .map(|field| field.ty)
                .collect::<Vec<_>>()
        );
        assert!(source.show.is_some_and(|show| !show(record).is_empty()));
    }
    records.all().to_vec()
}

fn value(source: &Source, record: &Record, name: &str) -> Value {
    let at = source
        .fields
        .iter()
        .position(|field| field.name == name)
        .unwrap();
    record.values[at]
}

fn outcome(forced: &Forced) -> Outcome {
    match forced.conclusion {
        (cell, digit, true) => Outcome::Place(cell, digit),
        (cell, digit, false) => {
            let mut gone = Box::new([CellSet::EMPTY; 9]);
            gone[digit.index()] = cell.into();
            Outcome::Eliminate(gone)
        }
    }
}

fn check(source: &Source, records: &[Record], expected: &[Forced]) {
    assert_eq!(records.len(), expected.len(), "{}", source.name);
    for (record, forced) in records.iter().zip(expected) {
        assert_eq!(record.outcome, Some(outcome(forced)));
        let length = Value::Int(forced.length.into());
        assert_eq!(value(source, record, "length"), length);
        assert_eq!(value(source, record, "cells"), Value::Cells(forced.cells));
        assert_eq!(
            value(source, record, "digits"),
            Value::Digits(forced.digits)
        );
    }
}

#[test]
fn records_say_what_the_searches_find() {
    let (yes, no, many) = (Value::Bool(true), Value::Bool(false), Value::Int(1_000));
    let mut count = 0;
    for puzzle in puzzles("exchange-diabolical", 200) {
        let mut position = puzzle.position();
        place_singles(&mut position);
        let records = made(&CONTRADICTIONS, &position, &[no, yes, many]);
        let found = contradictions(&position, nets(true, false));
        check(&CONTRADICTIONS, &records, &found);
        for (record, forced) in records.iter().zip(&found) {
            let (cell, digit, holds) = forced.conclusion;
            let supposed = ["cell", "digit", "assumed"].map(|f| value(&CONTRADICTIONS, record, f));
            let expected = [
                Value::Cell(Some(cell)),
                Value::Digit(Some(digit)),
                Value::Bool(!holds),
            ];
            assert_eq!(supposed, expected);
        }
        let records = made(&CELL_VERITIES, &position, &[yes, Value::Int(3), many]);
        let found = verities(&position, nets(true, false), Over::Cells, 3);
        check(&CELL_VERITIES, &records, &found);
        for record in &records {
            let Value::Cell(Some(cell)) = value(&CELL_VERITIES, record, "cell") else {
                panic!("a cell is tried");
            };
            let tried = value(&CELL_VERITIES, record, "tried");
            assert_eq!(tried, Value::Digits(position.cand(cell)));
            let branches = value(&CELL_VERITIES, record, "branches");
            assert_eq!(branches, Value::Int(position.cand(cell).len().into()));
        }
        let records = made(&UNIT_VERITIES, &position, &[no, Value::Int(9), many]);
        let found = verities(&position, nets(false, false), Over::Units, 9);
        check(&UNIT_VERITIES, &records, &found);
        for record in &records {
            let unit = value(&UNIT_VERITIES, record, "unit");
            let digit = value(&UNIT_VERITIES, record, "digit");
            let (Value::Unit(Some(unit)), Value::Digit(Some(digit))) = (unit, digit) else {
                panic!("a digit is tried in a unit");
            };
            let tried = value(&UNIT_VERITIES, record, "tried");
            assert_eq!(tried, Value::Cells(position.spots_in(digit, unit)));
        }
        count += records.len();
        let records = made(&TRIALS, &position, &[Value::Int(3), Value::Int(9)]);
        let found = trials(&position, 3, 3);
        assert_eq!(records.len(), found.len());
        for (record, trial) in records.iter().zip(found) {
            let left = trial.tried - trial.refuted;
            let fits = match record.outcome.as_ref().unwrap() {
                Outcome::PlaceAll(board) => trial.full.as_ref() == Some(board),
                Outcome::Place(cell, digit) => *cell == trial.cell && left == (*digit).into(),
                Outcome::Eliminate(gone) => {
                    let digits = undoku_grid::Digit::ALL.into_iter();
                    let mut wrong = digits.filter(|&digit| {
                        let cells = gone[digit.index()];
                        cells.contains(trial.cell) != trial.refuted.contains(digit)
                            || cells.len() > 1
                    });
                    left.len() > 1 && wrong.next().is_none()
                }
            };
            assert!(
                fits && trial.full.is_some()
                    == matches!(record.outcome, Some(Outcome::PlaceAll(_)))
            );
        }
    }
    assert!(count > 0);
}

#[test]
fn lengths_out_of_range_find_nothing_or_everything() {
    let mut position = puzzles("exchange-diabolical", 800)[0].position();
    place_singles(&mut position);
    let (yes, no) = (Value::Bool(true), Value::Bool(false));
    let count = |longest| made(&CONTRADICTIONS, &position, &[no, yes, Value::Int(longest)]).len();
    assert_eq!([i64::MIN, -1, 0].map(count), [0, 0, 0]);
    assert!(count(254) > 0);
    assert_eq!(count(i64::MAX), count(254));
    let count = |widest| {
        made(
            &CELL_VERITIES,
            &position,
            &[yes, Value::Int(widest), Value::Int(50)],
        )
        .len()
    };
    assert_eq!([i64::MIN, 0, 1].map(count), [0, 0, 0]);
    assert_eq!(count(i64::MAX), count(9));
}
