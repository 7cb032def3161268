//! Sources and functions used wrongly, and those that do not keep what they announce.

use undoku_grid::{Cell, CellSet, Digit, Position, Unit};
use undoku_lang::{
    Code, Field, Function, Look, Records, Registry, Severity, Source, Type, Value, codes,
};

use super::plugins::{DISTANCE, PAIRS, codes_of, draft_problems, of, registry};
use super::support::{cells, digits, draft};

/// One problem in a pattern that loops over pairs: its code, the words it points at, and its phrase.
fn assert_problem(pattern: &str, code: Code, place: &str, phrase: &str, help: &str) {
    let (problems, compiled) = draft_problems(&draft(pattern));
    assert!(!compiled, "{pattern}");
    assert_eq!(problems.len(), 1, "{pattern}\n{problems:#?}");
    let problem = &problems[0];
    assert_eq!(problem.code, code, "{problem:#?}");
    assert_eq!(&pattern[problem.span.range()], place, "{problem:#?}");
    assert!(problem.message.contains(phrase), "{problem:#?}");
    assert_eq!(problem.severity, Severity::Error);
    let said = format!("{:?} {:?}", problem.help, problem.notes);
    assert!(said.contains(help), "{problem:#?}");
}

#[test]
fn wrong_uses_of_sources_and_functions() {
    let in_loop = |call: &str, condition: &str| {
        format!("for d in digits\nfor x in {call}\ncheck {condition}\neliminate d from x.both")
    };
    let right = "conjugate_pairs(d)";
    for (pattern, code, place, phrase, help) in [
        (
            in_loop(right, "count(x.cells) == 2"),
            codes::UNKNOWN_FIELD,
            "cells",
            "no field `cells`",
            "`a` (cell), `b` (cell), `both` (cells), `of` (unit)",
        ),
        (
            in_loop(right, "count(x.bth) == 2"),
            codes::UNKNOWN_FIELD,
            "bth",
            "no field `bth`",
            "did you mean `both`?",
        ),
        (
            in_loop("conjugate_pairs(digit: d, digit: d)", "x.a in open"),
            codes::ARGUMENTS,
            "digit",
            "no place for this argument",
            "conjugate_pairs(digit: digit)",
        ),
        (
            in_loop("conjugate_pairs(number: d)", "x.a in open"),
            codes::ARGUMENTS,
            "number",
            "no place for this argument",
            "conjugate_pairs(digit: digit)",
        ),
        (
            in_loop("conjugate_pairs()", "x.a in open"),
            codes::ARGUMENTS,
            "conjugate_pairs",
            "lacks its argument `digit`",
            "add `digit: …`",
        ),
        (
            in_loop("conjugate_pairs(d, d)", "x.a in open"),
            codes::ARGUMENTS,
            "d",
            "no place for this argument",
            "conjugate_pairs(digit: digit)",
        ),
        (
            in_loop("conjugate_pairs(digits)", "x.a in open"),
            codes::TYPE,
            "digits",
            "expected a digit, found a set of digits",
            "",
        ),
        (
            in_loop("conjugate_pair(d)", "x.a in open"),
            codes::UNKNOWN_NAME,
            "conjugate_pair",
            "unknown function `conjugate_pair`",
            "did you mean `conjugate_pairs`?",
        ),
        (
            in_loop("colour_groups(links: d)", "x.a in open"),
            codes::UNKNOWN_NAME,
            "colour_groups",
            "unknown function `colour_groups`",
            "registered by a plugin",
        ),
        (
            in_loop("conjugate_pairs", "x.a in open and d in digits"),
            codes::UNKNOWN_NAME,
            "conjugate_pairs",
            "is a function, not a value",
            "`conjugate_pairs(…)`",
        ),
        (
            in_loop(right, "distance(x.a) > 2"),
            codes::ARGUMENTS,
            "distance",
            "lacks its argument `end`",
            "add `end: …`",
        ),
        (
            in_loop(right, "distance(x.a, x.both) > 2"),
            codes::TYPE,
            "x.both",
            "expected a cell, found a set of cells",
            "",
        ),
        (
            in_loop(right, "d.a in open"),
            codes::TYPE,
            "d",
            "expected a record, which has fields, found a digit",
            "",
        ),
        (
            in_loop(right, "x > 2"),
            codes::TYPE,
            "x",
            "found a record",
            "",
        ),
        (
            in_loop(right, "count(x) == 2"),
            codes::ARGUMENTS,
            "count",
            "cannot be called with a record",
            "count(cells)",
        ),
        (
            in_loop("{y in conjugate_pairs(d) : y.a in open}", "x.a in open"),
            codes::TYPE,
            "conjugate_pairs(d)",
            "expected a set to take members from, found a list of records",
            "`where`",
        ),
        (
            in_loop("[first(open), last(open)]", "d in cand(x)").replace("x.both", "[x, x]"),
            codes::TYPE,
            "[x, x]",
            "expected a set of cells, found a list of cells",
            "",
        ),
        (
            format!(
                "{}\nfor z in [x, x]\ncheck z.a in open\neliminate d from z.both",
                "for d in digits\nfor x in conjugate_pairs(d)"
            ),
            codes::TYPE,
            "[x, x]",
            "values that a list can hold, found a record",
            "",
        ),
        (
            in_loop(right, "true").replace(
                "check true",
                "let both = if d in cand(x.a) then x else x\ncheck both.a in open",
            ),
            codes::TYPE,
            "if d in cand(x.a) then x else x",
            "expected a single value or a set, found a record",
            "",
        ),
        (
            in_loop("conjugate_pairs(d) after d", "x.a in open"),
            codes::TYPE,
            "d",
            "expected a record, found a digit",
            "",
        ),
    ] {
        assert_problem(&pattern, code, place, phrase, help);
    }
}

#[test]
fn names_of_plugins_are_taken() {
    let pattern = "for distance in open\ncheck count(cand(distance)) == 1\nplace first(cand(distance)) at distance";
    let (problems, _) = draft_problems(&draft(pattern));
    assert!(
        problems
            .iter()
            .any(|p| p.code == codes::NAME_TAKEN && p.label.contains("plugin")),
        "{problems:#?}"
    );
}

#[test]
fn a_name_is_registered_once() {
    let mut registry = registry();
    assert_eq!(
        registry.add_source(PAIRS).map_err(|taken| taken.0),
        Err("conjugate_pairs")
    );
    let taken = Function {
        name: "conjugate_pairs",
        ..DISTANCE
    };
    assert!(registry.add_function(taken).is_err());
    for word in [
        "spots", "open", "choose", "sum", "entropy", "steps", "at", "for", "conclude",
    ] {
        let taken = Function {
            name: word,
            ..DISTANCE
        };
        let error = registry
            .add_function(taken)
            .expect_err("a word of the language");
        assert!(error.to_string().contains(word));
    }
    assert_eq!(
        (registry.sources().len(), registry.functions().len()),
        (1, 1)
    );
}

fn with_source(fields: &'static [Field], most: u32, make: fn(&Look<'_>, &mut Records)) -> Registry {
    let mut registry = Registry::new();
    let source = Source {
        name: "things",
        summary: "Things.",
        params: &[],
        fields,
        most,
        concludes: false,
        make,
        show: None,
    };
    registry.add_source(source).expect("the name is free");
    registry
}

const PLACES: &[Field] = &[Field::new("spot", Type::Cell)];

fn one(index: u8) -> Value {
    Value::Cell(Cell::from_index(index))
}

#[test]
fn records_of_the_wrong_shape_are_dropped() {
    fn make(_: &Look<'_>, records: &mut Records) {
        records.push(of([one(0)]));
        records.push(of([one(1), Value::Int(1)]));
        records.push(of([one(2), Value::Number(1.0)]));
        records.push(of([Value::Cells(CellSet::ALL), Value::Int(1)]));
        records.push(of([one(3), Value::Int(1), Value::Int(1)]));
        records.push(of([]));
        records.push(of([Value::Cell(None), Value::Int(7)]));
        records.push(of([one(4), Value::Int(2)]));
    }
    const FIELDS: &[Field] = &[
        Field::new("spot", Type::Cell),
        Field::new("rank", Type::Int),
    ];
    let technique = draft(
        "for x in things()
         check x.rank > 0
         eliminate first(digits) from x.spot",
    )
    .compile_with(with_source(FIELDS, 100, make));
    let found = technique.look(&Position::empty());
    // r1c2 and r1c5 fit, and so does nothing, which has no candidates.
    assert_eq!(found.matches, ["r1c2-1", "r1c5-1"]);
    assert_eq!(found.possible, 3);
}

#[test]
fn more_records_than_announced_are_dropped() {
    fn make(_: &Look<'_>, records: &mut Records) {
        for index in 0..81 {
            assert_eq!(records.push(of([one(index)])), index < 3);
        }
        assert!(records.is_cut_short());
    }
    let technique = draft(
        "for x in things()
         check x.spot in open
         eliminate first(digits) from x.spot",
    )
    .compile_with(with_source(PLACES, 3, make));
    let found = technique.look(&Position::empty());
    assert_eq!(found.matches, ["r1c1-1", "r1c2-1", "r1c3-1"]);
    assert_eq!(found.possible, 3);
}

#[test]
fn a_source_is_as_costly_as_it_says() {
    fn make(_: &Look<'_>, _: &mut Records) {}
    let pattern = draft(
        "for x in things()
         for y in things() after x
         for z in things() after y
         check x.spot != y.spot and y.spot != z.spot
         eliminate first(digits) from z.spot",
    );
    // 200³ is 8 million, 300³ is 27 million.
    let (problems, program) = pattern.check(&with_source(PLACES, 200, make));
    assert!(problems.is_empty(), "{problems:#?}");
    assert_eq!(program.map(|program| program.cost()), Some(8e6));
    let (problems, program) = pattern.check(&with_source(PLACES, 300, make));
    assert!(program.is_none());
    assert_eq!(codes_of(&problems), [codes::TOO_COSTLY]);
}

#[test]
fn fields_of_every_type_arrive_as_they_are() {
    fn make(_: &Look<'_>, records: &mut Records) {
        records.push(of([
            Value::Bool(true),
            Value::Int(-7),
            Value::Number(f64::NAN),
            Value::Number(0.25),
            Value::Digit(Digit::from_number(9)),
            Value::Unit(Unit::from_index(26)),
            Value::Cells(cells("r9c9 r1c1")),
            Value::Digits(digits("159")),
            Value::Units(Unit::ALL[..2].iter().copied().collect()),
        ]));
    }
    const FIELDS: &[Field] = &[
        Field::new("b", Type::Bool),
        Field::new("i", Type::Int),
        Field::new("nan", Type::Number),
        Field::new("n", Type::Number),
        Field::new("d", Type::Digit),
        Field::new("u", Type::Unit),
        Field::new("cs", Type::Cells),
        Field::new("ds", Type::Digits),
        Field::new("us", Type::Units),
    ];
    let mut draft = draft(
        "for x in things()
         check x.b
         eliminate x.ds - x.d from x.cs",
    );
    for name in ["b", "i", "nan", "n", "d", "u", "cs", "ds", "us"] {
        draft = draft.evidence(&format!("e_{name}"), &format!("x.{name}"));
    }
    let technique = draft.compile_quietly_with(with_source(FIELDS, 1, make));
    let position = Position::empty();
    assert_eq!(
        technique.matches(&position),
        ["r1c1-1 r1c1-5 r9c9-1 r9c9-5"]
    );
    let shown: Vec<String> = technique
        .evidence(&position)
        .iter()
        .map(|(_, value)| value.to_string())
        .collect();
    assert_eq!(
        shown,
        [
            "true",
            "-7",
            "0",
            "0.25",
            "9",
            "box 9",
            "r1c1, r9c9",
            "1, 5, 9",
            "row 1, row 2"
        ]
    );
}

#[test]
fn a_function_with_a_result_of_another_type_gives_nothing() {
    fn wrong(_: &Look<'_>) -> Value {
        Value::Cells(CellSet::ALL)
    }
    let types = [
        (Type::Cell, "count(peers(odd()))"),
        (Type::Digit, "count(spots(odd()))"),
        (Type::Unit, "count(cells(odd()))"),
        (Type::Digits, "count(odd())"),
        (Type::Int, "odd()"),
        (Type::Number, "round(odd())"),
    ];
    for (result, formula) in types {
        let mut registry = Registry::new();
        let function = Function {
            name: "odd",
            summary: "Wrong.",
            params: &[],
            result,
            call: wrong,
        };
        registry.add_function(function).expect("the name is free");
        let technique = draft("for c in open check count(cand(c)) >= 1 place first(cand(c)) at c")
            .evidence("e", formula)
            .compile_quietly_with(registry);
        let evidence = technique.evidence(&Position::empty());
        assert_eq!(evidence[0].1, Value::Int(0), "{result:?}");
    }
}

#[test]
fn what_units_share_narrows_the_cost() {
    let cost = |pattern: &str| {
        draft(pattern)
            .check(&registry())
            .1
            .map(|program| program.cost())
    };
    // Nine boxes, six lines through each, of whose three common cells four subsets have two or three.
    let crossing = "for b in boxes
         for l in units(cells(b)) & lines
         for s in choose(2..3, open(b) & open(l))
         check count(cand(s)) == 2
         eliminate cand(s) from open(b) - s";
    assert_eq!(cost(crossing), Some(9.0 * 6.0 * 4.0));
    // A row and a column share one cell, which is no pair.
    let one = "for r in rows
         for c in columns
         for s in choose(1, cells(r) & cells(c))
         check count(cand(s)) == 1
         eliminate cand(s) from peers(s)";
    assert_eq!(cost(one), Some(9.0 * 9.0));
    // Two rows may be one.
    let rows = one.replace("in columns", "in rows");
    assert_eq!(cost(&rows), Some(9.0 * 9.0 * 9.0));
}
