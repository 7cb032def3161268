//! Sources and functions that Rust code adds, used from patterns.

use undoku_grid::Unit;
use undoku_lang::{
    Code, Field, Function, Look, Problem, Record, Records, Registry, Source, Type, Value, codes,
};

use super::support::{Board, Draft, draft, gone};

/// A record of values, from which nothing follows by itself.
pub(crate) fn of<const N: usize>(values: [Value; N]) -> Record {
    Record {
        values: values.into(),
        ..Record::default()
    }
}

/// The pairs of cells that alone have a digit in a unit, unit by unit.
fn pairs(look: &Look<'_>, records: &mut Records) {
    let position = look.position;
    let [Value::Digit(Some(digit))] = look.arguments else {
        return;
    };
    for unit in Unit::ALL {
        let spots = position.spots_in(*digit, unit);
        if let (Some(a), Some(b), 2) = (spots.first(), spots.last(), spots.len()) {
            records.push(of([
                Value::Cell(Some(a)),
                Value::Cell(Some(b)),
                Value::Cells(spots),
                Value::Unit(Some(unit)),
            ]));
        }
    }
}

pub(crate) const PAIRS: Source = Source {
    name: "conjugate_pairs",
    summary: "The pairs of cells that alone have a digit in a unit.",
    params: &[Field::new("digit", Type::Digit)],
    fields: &[
        Field::new("a", Type::Cell),
        Field::new("b", Type::Cell),
        Field::new("both", Type::Cells),
        Field::new("of", Type::Unit),
    ],
    most: 27,
    concludes: false,
    make: pairs,
    show: None,
};

/// How many rows and columns lie between two cells.
fn distance(look: &Look<'_>) -> Value {
    let [Value::Cell(Some(start)), Value::Cell(Some(end))] = look.arguments else {
        return Value::Int(-1);
    };
    let apart = |a: usize, b: usize| a.abs_diff(b) as i64;
    let (a, b) = (start.index(), end.index());
    Value::Int(apart(a / 9, b / 9) + 10 * apart(a % 9, b % 9))
}

pub(crate) const DISTANCE: Function = Function {
    name: "distance",
    summary: "Rows plus ten times columns between two cells.",
    params: &[
        Field::new("start", Type::Cell),
        Field::new("end", Type::Cell),
    ],
    result: Type::Int,
    call: distance,
};

pub(crate) fn registry() -> Registry {
    let mut registry = Registry::new();
    registry.add_source(PAIRS).expect("the name is free");
    registry.add_function(DISTANCE).expect("the name is free");
    registry
}

/// Two rows with two spots for the 4, of which one of each is in column 3.
fn skyscraper() -> Board {
    Board::empty()
        .keep(4, "row 2", "r2c3 r2c8")
        .keep(4, "row 5", "r5c3 r5c7")
}

/// Two strong links with ends that see each other: the other ends cannot both be wrong.
fn turbot() -> Draft {
    draft(
        "for d in digits
         for x in conjugate_pairs(d)
         for y in conjugate_pairs(d) after x
         for i in [x.a, x.b]
         for j in [y.a, y.b]
         check sees(i, j)
         eliminate d from peers(x.both - i | y.both - j)",
    )
}

#[test]
fn records_are_looped_over_like_members() {
    let technique = turbot().compile_with(registry());
    let found = technique.look(&skyscraper().0);
    assert_eq!(found.matches, [gone("r1c7 r3c7 r4c8 r6c8", "4")]);
    // One pair of links, two ends each.
    assert_eq!(found.possible, 4);
    assert!(technique.look(&Board::empty().0).matches.is_empty());
    assert_eq!(technique.possible(&Board::empty().0), 0);
}

#[test]
fn after_leaves_the_records_behind_one() {
    // Three links for the 4, two for the 7: 3 + 1 pairs.
    let board = Board::empty()
        .keep(4, "row 1", "r1c1 r1c9")
        .keep(4, "row 4", "r4c2 r4c8")
        .keep(4, "row 7", "r7c3 r7c7")
        .keep(7, "column 1", "r2c1 r9c1")
        .keep(7, "column 5", "r3c5 r8c5");
    assert_eq!(turbot().compile_with(registry()).possible(&board.0), 4 * 4);
    let all = draft(
        "for d in digits
         for x in conjugate_pairs(d)
         for y in conjugate_pairs(d)
         check x != y
         eliminate d from x.both & y.both",
    );
    assert_eq!(all.compile_with(registry()).possible(&board.0), 9 + 4);
}

#[test]
fn lists_of_fields_come_in_their_order() {
    let technique = draft(
        "for d in digits
         for x in conjugate_pairs(d)
         for y in conjugate_pairs(d) after x
         check x.of != y.of
         for side in [y.both, x.both]
         eliminate digits - d from side",
    )
    .compile_with(registry());
    let others = "12356789";
    assert_eq!(
        technique.matches(&skyscraper().0),
        [gone("r5c3 r5c7", others), gone("r2c3 r2c8", others)]
    );
}

#[test]
fn fields_and_functions_in_evidence_and_explanations() {
    let technique = draft(
        "for d in digits
         for x in conjugate_pairs(digit: d)
         check distance(x.a, x.b) > 0
         eliminate digits - d from x.both",
    )
    .evidence("far", "distance(end: x.b, start: x.a)")
    .evidence("back", "distance(x.b, x.a)")
    .evidence("line", "x.of")
    .explain("{d} has {x.both} in {x.of}, {far} apart")
    .compile_quietly_with(registry());
    // r2c3 and r2c8: no rows, five columns.
    let evidence = technique.evidence(&skyscraper().0);
    assert_eq!(
        evidence
            .iter()
            .map(|(name, value)| format!("{name}: {value}"))
            .collect::<Vec<_>>(),
        ["far: 50", "back: 50", "line: row 2"]
    );
    assert_eq!(
        technique.explanation(&skyscraper().0),
        "4 has r2c3, r2c8 in row 2, 50 apart"
    );
}

#[test]
fn records_can_be_folded() {
    let technique = draft(
        "for d in digits
         check count(x in conjugate_pairs(d) : x.of in rows) == 2 and any(x in conjugate_pairs(d) : x.a in cells(first(rows)) | cells(last(rows)) | cells(row(x.b)))
         let most = max(x in conjugate_pairs(d) : distance(x.a, x.b))
         eliminate digits - d from union(x in conjugate_pairs(d) : x.both)",
    )
    .evidence("most", "most + sum(x in conjugate_pairs(d) : distance(x.a, x.b))");
    // `most` is taken: the evidence needs a name of its own.
    let (problems, _) = draft_problems(&technique);
    assert_eq!(codes_of(&problems), [codes::NAME_TAKEN]);
    let mut technique = technique;
    technique.0.evidence[0].name = "far".to_owned();
    let technique = technique.compile_quietly_with(registry());
    assert_eq!(
        technique.matches(&skyscraper().0),
        [gone("r2c3 r2c8 r5c3 r5c7", "12356789")]
    );
    // Five and four columns: 50, and 50 + 40 once more.
    assert_eq!(
        technique.evidence(&skyscraper().0)[0].1,
        Value::Int(50 + 90)
    );
}

#[test]
fn a_source_called_with_nothing_gets_nothing() {
    let technique = draft(
        "for c in open
         for x in conjugate_pairs(value(c))
         check sees(c, x.a)
         eliminate cand(c) from x.both",
    )
    .compile_with(registry());
    let found = technique.look(&skyscraper().0);
    assert_eq!((found.matches.len(), found.possible), (0, 0));
}

pub(crate) fn codes_of(problems: &[Problem]) -> Vec<Code> {
    problems.iter().map(|problem| problem.code).collect()
}

pub(crate) fn draft_problems(draft: &Draft) -> (Vec<Problem>, bool) {
    let (problems, program) = draft.check(&registry());
    (problems, program.is_some())
}
