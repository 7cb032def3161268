//! Forcing nets as sources of the language.

use undoku_grid::{CellSet, DigitSet};
use undoku_lang::{Field, Look, Outcome, Record, Records, Source, Type, Value};

use super::find::{Forced, Nets, Over, contradictions, verities};
use super::net::DEEPEST;
use super::trail::show;

/// Each candidate may be found to be true or to be false.
const MOST: u32 = 2 * 729;

/// `contradictions(one_digit, dynamic, longest)`: assumptions that contradict themselves.
///
/// For each candidate the assumption that it is true and the one that it is false, `cell`, `digit` and `assumed`; what
/// is concluded is the opposite. With `one_digit` only the spots of the candidate's digit are followed, and only they
/// can end in a contradiction. `length` counts the implications that lead to it.
pub const CONTRADICTIONS: Source = Source {
    name: "contradictions",
    summary: "candidates that cannot be true (or, with `assumed` false, cannot be false), as what follows contradicts itself after at most so many implications one after another: those of all links, or of the candidate's digit alone; a dynamic net also has what follows from several implications together",
    params: &[
        Field::new("one_digit", Type::Bool),
        Field::new("dynamic", Type::Bool),
        Field::new("longest", Type::Int),
    ],
    fields: &[
        Field::new("cell", Type::Cell),
        Field::new("digit", Type::Digit),
        Field::new("assumed", Type::Bool),
        Field::new("cells", Type::Cells),
        Field::new("digits", Type::Digits),
        Field::new("length", Type::Int),
    ],
    most: MOST,
    concludes: true,
    make: make_contradictions,
    show: Some(show_record),
};

/// `cell_verities(dynamic, widest, longest)`: what follows from every candidate of a cell.
pub const CELL_VERITIES: Source = Source {
    name: "cell_verities",
    summary: "what is so whichever of its candidates a cell has, of cells with at most so many; for each conclusion the nets with the fewest implications, at most so many one after another",
    params: VERITY_PARAMS,
    fields: &[
        Field::new("cell", Type::Cell),
        Field::new("tried", Type::Digits),
        Field::new("branches", Type::Int),
        Field::new("cells", Type::Cells),
        Field::new("digits", Type::Digits),
        Field::new("length", Type::Int),
    ],
    most: MOST,
    concludes: true,
    make: make_cell_verities,
    show: Some(show_record),
};

/// `unit_verities(dynamic, widest, longest)`: what follows from every spot of a digit in a unit.
pub const UNIT_VERITIES: Source = Source {
    name: "unit_verities",
    summary: "what is so wherever a digit stands in a unit, of those with at most so many spots; for each conclusion the nets with the fewest implications, at most so many one after another",
    params: VERITY_PARAMS,
    fields: &[
        Field::new("unit", Type::Unit),
        Field::new("digit", Type::Digit),
        Field::new("tried", Type::Cells),
        Field::new("branches", Type::Int),
        Field::new("cells", Type::Cells),
        Field::new("digits", Type::Digits),
        Field::new("length", Type::Int),
    ],
    most: MOST,
    concludes: true,
    make: make_unit_verities,
    show: Some(show_record),
};

const VERITY_PARAMS: &[Field] = &[
    Field::new("dynamic", Type::Bool),
    Field::new("widest", Type::Int),
    Field::new("longest", Type::Int),
];

fn make_contradictions(look: &Look<'_>, records: &mut Records) {
    let &[
        Value::Bool(one_digit),
        Value::Bool(dynamic),
        Value::Int(longest),
    ] = look.arguments
    else {
        return;
    };
    let nets = Nets {
        dynamic,
        one_digit,
        longest: bounded(longest),
    };
    for forced in contradictions(look.position, nets) {
        let assumed = !forced.conclusion.2;
        let own = [
            Value::Cell(forced.start.only()),
            Value::Digit(forced.tried.only()),
            Value::Bool(assumed),
        ];
        records.push(record(own.into(), forced));
    }
}

fn make_cell_verities(look: &Look<'_>, records: &mut Records) {
    make_verities(look, records, Over::Cells, |forced| {
        vec![
            Value::Cell(forced.start.only()),
            Value::Digits(forced.tried),
            Value::Int(forced.branches.into()),
        ]
    });
}

fn make_unit_verities(look: &Look<'_>, records: &mut Records) {
    make_verities(look, records, Over::Units, |forced| {
        vec![
            Value::Unit(forced.unit),
            Value::Digit(forced.tried.only()),
            Value::Cells(forced.start),
            Value::Int(forced.branches.into()),
        ]
    });
}

fn make_verities(
    look: &Look<'_>,
    records: &mut Records,
    over: Over,
    own: fn(&Forced) -> Vec<Value>,
) {
    let &[
        Value::Bool(dynamic),
        Value::Int(widest),
        Value::Int(longest),
    ] = look.arguments
    else {
        return;
    };
    let nets = Nets {
        dynamic,
        one_digit: false,
        longest: bounded(longest),
    };
    let widest = usize::try_from(widest).unwrap_or(0);
    for forced in verities(look.position, nets, over, widest) {
        records.push(record(own(&forced), forced));
    }
}

/// A number of levels that nets can have.
fn bounded(longest: i64) -> u8 {
    u8::try_from(longest.clamp(0, DEEPEST.into())).unwrap_or(DEEPEST)
}

/// The record with these fields of its own and those that all have.
fn record(mut values: Vec<Value>, forced: Forced) -> Record {
    values.extend([
        Value::Cells(forced.cells),
        Value::Digits(forced.digits),
        Value::Int(forced.length.into()),
    ]);
    let (cell, digit, holds) = forced.conclusion;
    let outcome = if holds {
        Outcome::Place(cell, digit)
    } else {
        eliminate(cell.into(), digit.into())
    };
    Record {
        values,
        outcome: Some(outcome),
        trail: forced.trail,
    }
}

/// The outcome that none of these digits goes into any of these cells.
pub(crate) fn eliminate(cells: CellSet, digits: DigitSet) -> Outcome {
    let mut gone = Box::new([CellSet::EMPTY; 9]);
    for digit in digits {
        gone[digit.index()] = cells;
    }
    Outcome::Eliminate(gone)
}

/// A record of nets or trials as text.
pub(crate) fn show_record(record: &Record) -> String {
    show(&record.trail)
}
