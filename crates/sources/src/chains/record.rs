//! Chains as records of the pattern language.

use std::cell::RefCell;

use undoku_grid::Position;
use undoku_lang::{Field, Look, Outcome, Record, Records, Source, Type, Value};

use super::chain::{Found, Scope, Shape};
use super::notation;
use super::search::find_chains;

const MOST: u32 = 2_000;

/// Where the work of searches over one digit, or over cells of two candidates, ends. They are small: each start goes
/// on from each node twice at most, so that only a position made for it gets here.
const WORK_OF_SMALL: u64 = 5_000_000;

/// All but `cells` and `digits` stay the same when a grid is turned or relabelled; those two may differ between
/// equally short chains, and so may the `ends` of loops. No score should depend on them.
const FIELDS: &[Field] = &[
    Field::new("cells", Type::Cells),
    Field::new("digits", Type::Digits),
    Field::new("ends", Type::Digits),
    Field::new("length", Type::Int),
    Field::new("nodes", Type::Int),
    Field::new("groups", Type::Int),
    Field::new("sets", Type::Int),
    Field::new("loop", Type::Bool),
    Field::new("discontinuous", Type::Bool),
];

/// Chains over the candidates of one digit.
pub const SINGLE_DIGIT_CHAINS: Source = Source {
    name: "single_digit_chains",
    summary: "The chains over candidates of one digit, up to `longest` links: strong ones where a unit has two \
              spots, weak ones between cells that see each other.",
    params: &[Field::new("longest", Type::Int)],
    fields: FIELDS,
    most: MOST,
    concludes: true,
    make: |look, records| {
        let [Value::Int(longest)] = look.arguments else {
            return;
        };
        find(
            look,
            records,
            &Scope {
                in_units: true,
                in_cells: false,
                groups: false,
                sets: 0,
                longest: links(*longest),
                work: WORK_OF_SMALL,
            },
        );
    },
    show: Some(show),
};

/// Chains over cells with two candidates.
pub const BIVALUE_CHAINS: Source = Source {
    name: "bivalue_chains",
    summary: "The chains over cells with two candidates, up to `longest` links: strong ones in the cells, weak ones \
              between cells that see each other.",
    params: &[Field::new("longest", Type::Int)],
    fields: FIELDS,
    most: MOST,
    concludes: true,
    make: |look, records| {
        let [Value::Int(longest)] = look.arguments else {
            return;
        };
        find(
            look,
            records,
            &Scope {
                in_units: false,
                in_cells: true,
                groups: false,
                sets: 0,
                longest: links(*longest),
                work: WORK_OF_SMALL,
            },
        );
    },
    show: Some(show),
};

/// Chains over all candidates, with groups and almost locked sets as wanted.
pub const CHAINS: Source = Source {
    name: "chains",
    summary: "The alternating inference chains and loops, up to `longest` links: over candidates; with `groups`, \
              over two or three cells of a box and a line as well; and through almost locked sets of up to `sets` \
              cells. The search ends when it has gone on from `work` nodes.",
    params: &[
        Field::new("groups", Type::Bool),
        Field::new("sets", Type::Int),
        Field::new("longest", Type::Int),
        Field::new("work", Type::Int),
    ],
    fields: FIELDS,
    most: MOST,
    concludes: true,
    make: |look, records| {
        let [
            Value::Bool(groups),
            Value::Int(sets),
            Value::Int(longest),
            Value::Int(work),
        ] = look.arguments
        else {
            return;
        };
        find(
            look,
            records,
            &Scope {
                in_units: true,
                in_cells: true,
                groups: *groups,
                sets: links(*sets),
                longest: links(*longest),
                work: u64::try_from(*work).unwrap_or(0),
            },
        );
    },
    show: Some(show),
};

/// A number of links or cells; all that is too large is too large for any chain.
fn links(number: i64) -> u32 {
    u32::try_from(number.max(0)).unwrap_or(u32::MAX)
}

thread_local! {
    /// The last search. Several kinds of step often ask for the same one in turn.
    static LAST: RefCell<Option<(Position, Scope, Found)>> = const { RefCell::new(None) };
}

fn find(look: &Look<'_>, records: &mut Records, scope: &Scope) {
    LAST.with_borrow_mut(|last| {
        let found = match last.take() {
            Some((position, of, found)) if of == *scope && position == *look.position => found,
            _ => find_chains(look.position, scope),
        };
        record(&found, records);
        *last = Some((look.position.clone(), *scope, found));
    });
}

fn record(found: &Found, records: &mut Records) {
    let mut chains = &found.chains[..];
    let mut cut_short = found.cut_short;
    // All chains of a length or none: which of them come first means nothing.
    if let Some(beyond) = chains.get(MOST as usize) {
        let length = beyond.length();
        chains = &chains[..chains.partition_point(|chain| chain.length() < length)];
        cut_short = true;
    }
    for chain in chains {
        let number = |n: u32| Value::Int(i64::from(n));
        records.push(Record {
            values: vec![
                Value::Cells(chain.cells()),
                Value::Digits(chain.digits()),
                Value::Digits(chain.end_digits()),
                number(chain.length()),
                number(chain.nodes.len() as u32),
                number(chain.groups),
                number(chain.sets),
                Value::Bool(chain.shape == Shape::Loop),
                Value::Bool(chain.shape == Shape::Discontinuous),
            ],
            trail: notation::trail(chain),
            outcome: Some(Outcome::Eliminate(chain.eliminations.clone())),
        });
    }
    if cut_short {
        records.cut_short();
    }
}

fn show(record: &Record) -> String {
    notation::text(&record.trail)
}
