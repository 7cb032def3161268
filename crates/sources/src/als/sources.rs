//! Almost locked sets as sources of the language.

use undoku_grid::{Cell, CellSet, Digit, DigitSet};
use undoku_lang::{Field, Look, Outcome, Record, Records, Source, Type, Value};

use super::{Eliminations, almost_locked_sets, blossoms, chains, pairs};

const MOST_CELLS: Field = Field::new("most_cells", Type::Int);

/// `als(most_cells)`: almost locked sets.
pub const ALS: Source = Source {
    name: "als",
    summary: "almost locked sets of up to so many cells: cells of a unit with one candidate more than they are many",
    params: &[MOST_CELLS],
    fields: &[
        Field::new("cells", Type::Cells),
        Field::new("digits", Type::Digits),
        Field::new("size", Type::Int),
    ],
    most: 4_000,
    concludes: false,
    make: make_sets,
    show: None,
};

/// `als_pairs(most_cells)`: two sets that a digit links.
pub const ALS_PAIRS: Source = Source {
    name: "als_pairs",
    summary: "two almost locked sets with a restricted common digit (or several), which one of them lacks, and what goes because of that",
    params: &[MOST_CELLS],
    fields: &[
        Field::new("x", Type::Cells),
        Field::new("y", Type::Cells),
        Field::new("restricted", Type::Digits),
        Field::new("gone", Type::Digits),
    ],
    most: 4_000,
    concludes: true,
    make: make_pairs,
    show: None,
};

/// `als_chains(most_cells, shortest, longest, work)`: sets linked one behind the other.
pub const ALS_CHAINS: Source = Source {
    name: "als_chains",
    summary: "almost locked sets each linked to the next by a restricted common digit, of which the first or the last has a digit; for each candidate the shortest that eliminate it",
    params: &[
        MOST_CELLS,
        Field::new("shortest", Type::Int),
        Field::new("longest", Type::Int),
        Field::new("work", Type::Int),
    ],
    fields: &[
        Field::new("length", Type::Int),
        Field::new("size", Type::Int),
        Field::new("cells", Type::Cells),
        Field::new("gone", Type::Digits),
    ],
    most: 4_000,
    concludes: true,
    make: make_chains,
    show: Some(show_chain),
};

/// `als_blossoms(most_cells, most_petals)`: cells with a set for each of their candidates.
pub const ALS_BLOSSOMS: Source = Source {
    name: "als_blossoms",
    summary: "a cell with an almost locked set for each of its candidates that loses it to the cell, and what goes because one of them stays",
    params: &[MOST_CELLS, Field::new("most_petals", Type::Int)],
    fields: &[
        Field::new("stem", Type::Cell),
        Field::new("petals", Type::Int),
        Field::new("size", Type::Int),
        Field::new("cells", Type::Cells),
        Field::new("gone", Type::Digits),
    ],
    most: 4_000,
    concludes: true,
    make: make_blossoms,
    show: Some(show_blossom),
};

fn argument(look: &Look<'_>, at: usize) -> u64 {
    match look.arguments.get(at) {
        Some(&Value::Int(value)) => u64::try_from(value).unwrap_or(0),
        _ => 0,
    }
}

/// As a small number: lengths and sizes beyond this do not exist.
fn bound(look: &Look<'_>, at: usize) -> u32 {
    argument(look, at).min(99) as u32
}

fn gone(eliminations: &Eliminations) -> Value {
    let digits = Digit::ALL.into_iter();
    Value::Digits(
        digits
            .filter(|d| !eliminations[d.index()].is_empty())
            .collect(),
    )
}

fn make_sets(look: &Look<'_>, records: &mut Records) {
    for set in almost_locked_sets(look.position, bound(look, 0)) {
        let values = vec![
            Value::Cells(set.cells),
            Value::Digits(set.digits),
            Value::Int(i64::from(set.cells.len())),
        ];
        let record = Record {
            values,
            outcome: None,
            trail: Vec::new(),
        };
        if !records.push(record) {
            return;
        }
    }
}

fn make_pairs(look: &Look<'_>, records: &mut Records) {
    for pair in pairs::pairs(look.position, bound(look, 0)) {
        let values = vec![
            Value::Cells(pair.x.cells),
            Value::Cells(pair.y.cells),
            Value::Digits(pair.restricted),
            gone(&pair.eliminations),
        ];
        let record = Record {
            values,
            outcome: Some(Outcome::Eliminate(Box::new(pair.eliminations))),
            trail: Vec::new(),
        };
        if !records.push(record) {
            return;
        }
    }
}

fn make_chains(look: &Look<'_>, records: &mut Records) {
    let lengths = bound(look, 1)..=bound(look, 2);
    let found = chains::chains(look.position, bound(look, 0), lengths, argument(look, 3));
    if found.cut_short {
        records.cut_short();
    }
    for chain in found.chains {
        let gone = gone(&chain.eliminations);
        let cells = chain.sets.iter().map(|set| set.cells);
        let values = vec![
            Value::Int(chain.sets.len() as i64),
            Value::Int(i64::from(chain.size)),
            Value::Cells(cells.fold(CellSet::EMPTY, CellSet::union)),
            gone,
        ];
        let Value::Digits(ends) = gone else { return };
        let link = |at: usize| chain.links.get(at).map_or(ends, |&digit| digit.into());
        let mut trail = Vec::new();
        for (at, set) in chain.sets.iter().enumerate() {
            trail.push(at.checked_sub(1).map_or(ends, link).bits());
            trail.push(link(at).bits());
            write_cells(set.cells, &mut trail);
        }
        let record = Record {
            values,
            outcome: Some(Outcome::Eliminate(Box::new(chain.eliminations))),
            trail,
        };
        if !records.push(record) {
            return;
        }
    }
}

fn make_blossoms(look: &Look<'_>, records: &mut Records) {
    let (found, complete) =
        blossoms::blossoms(look.position, bound(look, 0), bound(look, 1).min(9));
    if !complete {
        records.cut_short();
    }
    for blossom in found {
        let cells = blossom.petals.iter().map(|(_, set)| set.cells);
        let values = vec![
            Value::Cell(Some(blossom.stem)),
            Value::Int(blossom.petals.len() as i64),
            Value::Int(i64::from(blossom.size)),
            Value::Cells(cells.fold(blossom.stem.into(), CellSet::union)),
            gone(&blossom.eliminations),
        ];
        let mut trail = vec![blossom.stem.index() as u16];
        for (digit, set) in &blossom.petals {
            trail.push(DigitSet::single(*digit).bits());
            trail.push(set.digits.bits());
            write_cells(set.cells, &mut trail);
        }
        let record = Record {
            values,
            outcome: Some(Outcome::Eliminate(Box::new(blossom.eliminations))),
            trail,
        };
        if !records.push(record) {
            return;
        }
    }
}

/// How many cells, then each.
fn write_cells(cells: CellSet, trail: &mut Vec<u16>) {
    trail.push(cells.len() as u16);
    trail.extend(cells.iter().map(|cell| cell.index() as u16));
}

/// Two sets of digits and one of cells, as often as there are some.
fn read(mut trail: &[u16]) -> Vec<(DigitSet, DigitSet, CellSet)> {
    let mut sets = Vec::new();
    while let [a, b, count, rest @ ..] = trail {
        let (cells, rest) = rest.split_at((*count as usize).min(rest.len()));
        let cells = cells
            .iter()
            .filter_map(|&cell| Cell::from_index(cell as u8));
        sets.push((
            DigitSet::from_bits(*a),
            DigitSet::from_bits(*b),
            cells.collect(),
        ));
        trail = rest;
    }
    sets
}

/// `(1=2)r1c2, r1c3 - (2=4)r5c3 - (4=1)r5c7`: each set has one or the other.
fn show_chain(record: &Record) -> String {
    let sets = read(&record.trail);
    let told = sets
        .iter()
        .map(|(left, right, cells)| format!("({left}={right}){cells}"));
    told.collect::<Vec<_>>().join(" - ")
}

/// `r5c5: 1 from r1c5, r2c5 (1, 3, 7), 2 from r5c9 (2, 7)`.
fn show_blossom(record: &Record) -> String {
    let Some((&stem, petals)) = record.trail.split_first() else {
        return String::new();
    };
    let told = read(petals)
        .into_iter()
        .map(|(taken, digits, cells)| format!("{taken} from {cells} ({digits})"));
    let stem = Value::Cell(Cell::from_index(stem as u8));
    format!("{stem}: {}", told.collect::<Vec<_>>().join(", "))
}
