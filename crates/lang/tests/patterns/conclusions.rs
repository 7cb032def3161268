//! Records that say themselves what follows from them.

use undoku_grid::{CellSet, Digit, Position};
use undoku_lang::{
    Conclusion, Field, Look, Outcome, Record, Records, Registry, Source, Type, Value, World, codes,
};

use super::plugins::codes_of;
use super::support::{Board, cell, cells, digit, draft, gone};

const FIELDS: &[Field] = &[
    Field::new("about", Type::Cells),
    Field::new("rank", Type::Int),
];

fn nowhere() -> Box<[CellSet; 9]> {
    Box::new([CellSet::EMPTY; 9])
}

fn record(about: &str, rank: i64, outcome: Option<Outcome>) -> Record {
    Record {
        values: vec![Value::Cells(cells(about)), Value::Int(rank)],
        outcome,
        trail: vec![7, 8],
    }
}

/// Eliminates the 3 from r1c1 and r9c9, concludes nothing, places the 5 in r5c5, places 1 and 2 in r1c1 and r1c2.
fn hints(_: &Look<'_>, records: &mut Records) {
    let mut less = nowhere();
    less[2] = cells("r1c1 r9c9");
    records.push(record("r2c2 r3c3", 1, Some(Outcome::Eliminate(less))));
    records.push(record("r2c2", 2, None));
    records.push(record(
        "r2c2",
        3,
        Some(Outcome::Place(cell("r5c5"), digit(5))),
    ));
    let mut more = nowhere();
    more[0] = cells("r1c1");
    more[1] = cells("r1c2");
    records.push(record("r2c2", 4, Some(Outcome::PlaceAll(more))));
    records.cut_short();
}

fn told(record: &Record) -> String {
    format!("a trail of {}", record.trail.len())
}

fn registry(concludes: bool) -> Registry {
    let mut registry = Registry::new();
    let source = Source {
        name: "hints",
        summary: "Hints.",
        params: &[],
        fields: FIELDS,
        most: 10,
        concludes,
        make: hints,
        show: concludes.then_some(told),
    };
    registry.add_source(source).expect("the name is free");
    registry
}

const PATTERN: &str = "for h in hints() check h.rank > 0 conclude h";

#[test]
fn outcomes_are_matches_as_far_as_they_change_the_position() {
    let technique = draft(PATTERN).compile_with(registry(true));
    let expected = [
        gone("r1c1 r9c9", "3"),
        "r5c5=5".into(),
        "r1c1=1 r1c2=2".into(),
    ];
    assert_eq!(technique.matches(&Position::empty()), expected);
    // A digit that cannot go there any more, and candidates that have gone already.
    let later = Board::empty().place("r9c9", 9).place("r1c2", 7);
    assert_eq!(
        technique.matches(&later.0),
        [gone("r1c1", "3"), "r5c5=5".into(), "r1c1=1".into()]
    );
    let done = Board::empty()
        .without("13", "r1c1 r9c9")
        .without("2", "r1c2")
        .without("5", "r5c5");
    assert!(technique.matches(&done.0).is_empty());
}

#[test]
fn what_a_record_concludes_is_known_to_the_formulas() {
    let technique = draft(PATTERN)
        .evidence("filled_cells", "placed")
        .evidence("losing", "eliminated")
        .evidence("how_many", "removed")
        .evidence("length", "h.rank")
        .explain("{h} about {h.about}")
        .compile_with(registry(true));
    let position = Position::empty();
    let registry = registry(true);
    let world = World {
        position: &position,
        clues: CellSet::EMPTY,
        registry: &registry,
    };
    let program = &technique.program;
    let mut scratch = program.scratch();
    let mut at = program.first(world, &mut scratch);
    let mut seen = Vec::new();
    while let Some(resume) = at {
        program.rate(world, &mut scratch);
        let text = program.explain(world, &mut scratch);
        let evidence: Vec<Value> = program.evidence(&scratch).map(|(_, value)| value).collect();
        seen.push((text, evidence, program.named_cells(&scratch)));
        at = program.next(resume, world, &mut scratch);
    }
    assert_eq!(seen.len(), 3);
    let [less, one, both] = &seen[..] else {
        unreachable!()
    };
    assert_eq!(less.0, "a trail of 2 about r2c2, r3c3");
    assert_eq!(less.2, cells("r2c2 r3c3"));
    let none = Value::Cells(CellSet::EMPTY);
    assert_eq!(
        less.1,
        [
            none,
            Value::Cells(cells("r1c1 r9c9")),
            Value::Int(2),
            Value::Int(1)
        ]
    );
    // All twenty peers of the middle cell lose the 5.
    let five = cell("r5c5");
    assert_eq!(
        one.1,
        [five.into(), five.peers()]
            .map(Value::Cells)
            .into_iter()
            .chain([Value::Int(20), Value::Int(3)])
            .collect::<Vec<_>>()
    );
    // The peers of r1c1 lose the 1, those of r1c2 the 2: twenty each.
    let all = cell("r1c1").peers() | cell("r1c2").peers();
    assert_eq!(
        both.1,
        [
            Value::Cells(cells("r1c1 r1c2")),
            Value::Cells(all),
            Value::Int(40),
            Value::Int(4)
        ]
    );
    assert!(program.was_cut_short(&mut scratch));
    assert!(!program.was_cut_short(&mut scratch));
}

#[test]
fn several_placements_are_one_conclusion() {
    let technique =
        draft("for h in hints() check h.rank == 4 conclude h").compile_with(registry(true));
    let position = Position::empty();
    let registry = registry(true);
    let world = World {
        position: &position,
        clues: CellSet::EMPTY,
        registry: &registry,
    };
    let mut scratch = technique.program.scratch();
    technique
        .program
        .first(world, &mut scratch)
        .expect("a match");
    let Some(Conclusion::PlaceAll(all)) = technique.program.conclusion(&scratch) else {
        panic!("two digits are placed");
    };
    let placed: Vec<(Digit, CellSet)> = Digit::ALL
        .into_iter()
        .zip(*all)
        .filter(|(_, s)| !s.is_empty())
        .collect();
    assert_eq!(
        placed,
        [(digit(1), cells("r1c1")), (digit(2), cells("r1c2"))]
    );
}

#[test]
fn only_records_with_an_outcome_can_be_concluded_and_only_told_ones_printed() {
    let (problems, program) = draft(PATTERN).check(&registry(false));
    assert!(program.is_none());
    assert_eq!(codes_of(&problems), [codes::TYPE]);
    assert!(problems[0].message.contains("`hints`"), "{problems:#?}");
    let printed = draft("for h in hints() check h.rank > 0 eliminate first(digits) from h.about")
        .explain("{h}");
    let (problems, _) = printed.check(&registry(false));
    assert_eq!(codes_of(&problems), [codes::TYPE]);
    assert!(printed.check(&registry(true)).0.is_empty());
    for wrong in [
        "for c in open check c in bivalue conclude c",
        "for h in hints() check h.rank > 0 conclude h.about",
    ] {
        let (problems, _) = draft(wrong).check(&registry(true));
        assert_eq!(codes_of(&problems), [codes::TYPE], "{wrong}");
    }
    let twice =
        draft("for h in hints() check h.rank > 0 conclude h eliminate first(digits) from h.about");
    assert_eq!(
        codes_of(&twice.check(&registry(true)).0),
        [codes::CONCLUSION]
    );
}
