//! Changes of single values from the command line.

#![allow(clippy::expect_used, reason = "a helper that fails is a failed test")]

mod common;

use common::{TECHNIQUE, span, with, words};
use undoku_rules::model::{Number, Pick};
use undoku_rules::{ConstantValue, Diagnostic, Layers, Loaded, SourceFile};

const TUNED: &str = "\
technique: tuned
title: Tuned
constants: {weight: 0.40, costs: [2, 4, 6], lines: rows, score: 3}
pattern: |
  for c in open
  check count(cand(c)) == 1
  place only(cand(c)) at c
evidence:
  least: min(1, 2)
assertions: 1
score: 1.0
range: [1, 2]
explain: found
";

const SYSTEM: &str = "\
system: s
version: 1
title: S
ladder: [t, tuned]
constants: {edge: 1.20}
metrics:
  scoring:
    total: sum(score)
classes:
  pace: {domain: scoring, choose: [{name: Wild, when: total > edge}, {name: Calm}]}
tiers:
  domain: scoring
  by: total
  names: [tier]
  table:
    - {tier: A, below: 44.0}
    - {tier: B, from: 44.0, below: 50.0}
    - {tier: C, from: 50.0}
";

fn load(sets: &[&str]) -> Loaded {
    let mut layers = Layers::new();
    layers.files(
        [
            ("t.yaml", TECHNIQUE),
            ("tuned.yaml", TUNED),
            ("s.yaml", SYSTEM),
        ]
        .map(|(name, text)| SourceFile {
            name: name.to_owned(),
            text: text.to_owned(),
        }),
    );
    for set in sets {
        layers.set(*set);
    }
    layers.load()
}

/// Loads with changes that must be good.
fn good(sets: &[&str]) -> Loaded {
    let loaded = load(sets);
    assert!(
        loaded.diagnostics.is_empty(),
        "{sets:?}: {:?}",
        loaded.diagnostics
    );
    loaded
}

/// The only problem of a change.
fn bad(set: &str) -> Diagnostic {
    let loaded = load(&[set]);
    let list: Vec<_> = loaded.diagnostics.into_iter().collect();
    assert_eq!(list.len(), 1, "{set}: {list:?}");
    list.into_iter().next().expect("one")
}

/// Asserts a change's only problem: its code, the columns of the argument, a piece of its words.
fn assert_bad(set: &str, code: u16, columns: (usize, usize), phrase: &str) {
    let problem = bad(set);
    assert_eq!(problem.place.file(), format!("--set {set}"));
    assert_eq!(
        (problem.code.0, span(&problem)),
        (code, ((1, columns.0), (1, columns.1))),
        "{set}: {}",
        problem.message
    );
    assert!(
        words(&problem).contains(phrase),
        "{set}: {}",
        words(&problem)
    );
}

fn constant(loaded: &Loaded, name: &str) -> ConstantValue {
    let technique = loaded.techniques.iter().find(|one| one.id.value == "tuned");
    let constants = &technique.expect("the technique").constants;
    let found = constants.iter().find(|one| one.name.value == name);
    found.expect("the constant").value.clone()
}

#[test]
fn constants() {
    for set in [
        "tuned.weight=0.5",
        "tuned.constants.weight=0.5",
        " tuned . weight = 0.5 ",
    ] {
        let value = constant(&good(&[set]), "weight");
        assert!(
            matches!(value, ConstantValue::Number(Number::Float(0.5))),
            "{value:?}"
        );
    }
    let value = constant(&good(&["tuned.weight=1"]), "weight");
    assert!(
        matches!(value, ConstantValue::Number(Number::Int(1))),
        "{value:?}"
    );
    let value = constant(&good(&["tuned.lines=columns"]), "lines");
    assert!(
        matches!(&value, ConstantValue::Expression(text) if text.text == "columns"),
        "{value:?}"
    );
    let loaded = good(&["tuned.costs.3=7", "tuned.costs.1=1.5"]);
    let ConstantValue::List(list) = constant(&loaded, "costs") else {
        panic!("no list");
    };
    let numbers: Vec<_> = list.iter().map(|one| one.value).collect();
    assert_eq!(
        numbers,
        [Number::Float(1.5), Number::Int(4), Number::Int(7)]
    );
    assert_eq!(list[2].place.file(), "--set tuned.costs.3=7");
}

#[test]
fn a_key_of_the_file_goes_before_a_constant_of_the_same_name() {
    let loaded = good(&["tuned.score=2", "tuned.constants.score=4"]);
    assert_eq!(loaded.techniques[1].score.text, "2");
    let value = constant(&loaded, "score");
    assert!(matches!(value, ConstantValue::Number(Number::Int(4))));
}

#[test]
fn formulas_need_no_quotes_of_their_own() {
    let formula = "sum(c in open : count(cand(c))) # {x}";
    let set = format!("tuned.evidence.least={formula}");
    let loaded = good(&[&set]);
    let fragment = &loaded.techniques[1].evidence[0].formula;
    assert_eq!(fragment.text, formula);
    assert_eq!(loaded.fragments.path(fragment.id), "evidence.least");
    // A place in the formula is a place in the argument: `count` stands 16 bytes into the formula.
    let place = loaded
        .fragments
        .place_of(fragment.id, undoku_lang::Span::new(16, 21));
    assert_eq!(place.text(), "count");
    assert_eq!(place.start().column, "tuned.evidence.least=".len() + 16 + 1);

    let quoted = good(&["tuned.score=\"1.0 + assertions / 20\""]);
    assert_eq!(quoted.techniques[1].score.text, "1.0 + assertions / 20");
}

#[test]
fn whole_lists() {
    let loaded = good(&["tuned.range=[1.0, 1.9]", "s.ladder=[tuned]"]);
    let range = loaded.techniques[1].range.as_ref().expect("a range");
    assert_eq!((range.low.value, range.high.value), (1.0, 1.9));
    assert_eq!(loaded.systems[0].ladder.len(), 1);
}

#[test]
fn systems() {
    let loaded = good(&[
        "s.edge=1.0",
        "s.path.pick=easiest",
        "s.classes.pace.choose.1.name=W",
    ]);
    let system = &loaded.systems[0];
    assert!(matches!(
        system.constants[0].value,
        ConstantValue::Number(Number::Float(1.0))
    ));
    assert_eq!(system.path.pick, Pick::Easiest);
    assert_eq!(
        system.classes[0].choices[0]
            .name
            .as_ref()
            .map(|name| name.value.as_str()),
        Some("W")
    );
}

#[test]
fn optional_keys_may_be_added() {
    let loaded = good(&[
        "t.summary=A sentence",
        "t.possible=count(open)",
        "t.range=[0, 1]",
    ]);
    assert_eq!(
        loaded.techniques[0]
            .summary
            .as_ref()
            .map(|one| one.value.as_str()),
        Some("A sentence")
    );
    assert!(loaded.techniques[0].possible.is_some());
    assert!(loaded.techniques[0].range.is_some());
}

#[test]
fn tier_bounds_are_checked_after_all_changes() {
    let loaded = good(&["s.tiers.table.1.below=45", "s.tiers.table.2.from=45"]);
    let table = &loaded.systems[0].tiers.as_ref().expect("tiers").table;
    assert_eq!(table[0].below.as_ref().map(|one| one.value), Some(45.0));
    assert_eq!(table[1].from.as_ref().map(|one| one.value), Some(45.0));

    let problem = bad("s.tiers.table.2.from=45");
    assert_eq!(
        (problem.code.0, problem.place.file()),
        (709, "--set s.tiers.table.2.from=45")
    );
    assert_eq!(span(&problem), ((1, 22), (1, 24)));
    assert_eq!(problem.message, "values from 44 to 45 have no tier");
    let (place, _) = &problem.secondary[0];
    assert_eq!((place.file(), place.text()), ("s.yaml", "44.0"));
}

#[test]
fn the_last_change_of_a_value_counts() {
    let value = constant(&good(&["tuned.weight=1", "tuned.weight=2"]), "weight");
    assert!(matches!(value, ConstantValue::Number(Number::Int(2))));
}

#[test]
fn a_change_counts_for_the_file_that_replaces() {
    let mut layers = Layers::new();
    let file = |text: String| SourceFile {
        name: "tuned.yaml".to_owned(),
        text,
    };
    layers.set("tuned.weight=2");
    layers.files([file(TUNED.to_owned())]);
    layers.files([file(with(TUNED, "title: Tuned", "title: Own"))]);
    let loaded = layers.load();
    assert_eq!(loaded.techniques[0].title.value, "Own");
    assert!(matches!(
        constant(&loaded, "weight"),
        ConstantValue::Number(Number::Int(2))
    ));
}

#[test]
fn bad_arguments() {
    assert_bad("tuned.weight", 810, (1, 13), "needs a `=`");
    assert_bad("tuned..weight=1", 810, (7, 7), "a name is missing");
    assert_bad(
        &format!("tuned{}=1", ".1".repeat(16)),
        810,
        (37, 38),
        "at most 16 levels",
    );
    assert_bad("=1", 810, (1, 1), "a name is missing");
    assert_bad(
        "tuned=1",
        810,
        (1, 6),
        "`tuned` is a technique, not a value of one",
    );
    assert_bad("tuned.weight=[1,", 604, (17, 17), "");
    assert_bad("tuned.title=\"a", 604, (13, 14), "closing quote is missing");
    assert_bad("tuned.weight=[&a 1]", 607, (15, 17), "anchors");
}

#[test]
fn unknown_names() {
    assert_bad("tund.weight=1", 811, (1, 5), "did you mean `tuned`?");
    assert_bad(
        "zzzzzz.weight=1",
        811,
        (1, 7),
        "the ids are `t`, `tuned` and `s`",
    );
    assert_bad("tuned.wieght=1", 811, (7, 13), "did you mean `weight`?");
    assert_bad(
        "tuned.constants.zzz=1",
        811,
        (17, 20),
        "there are `weight`, `costs`",
    );
    assert_bad(
        "tuned.costs.4=1",
        811,
        (13, 14),
        "it has 3 elements, counted from 1",
    );
    assert_bad("tuned.costs.0=1", 811, (13, 14), "counted from 1");
    assert_bad("tuned.weight.low=1", 811, (14, 17), "is a single value");
    assert_bad("s.path.pik=first", 811, (3, 7), "the system has no `path`");
    assert_bad(
        "s.metrics.scoring.totl=1",
        811,
        (19, 23),
        "did you mean `total`?",
    );
    assert_bad("s.tiers.table.4.from=1", 811, (15, 16), "it has 3 elements");
    assert_bad("tuned.technique=u", 811, (7, 16), "an id cannot be changed");
}

#[test]
fn values_of_the_wrong_shape() {
    assert_bad("tuned.weight={a: 1}", 703, (14, 20), "not a mapping");
    assert_bad("tuned.weight=", 703, (14, 14), "not nothing");
    assert_bad("tuned.range=[2, 1]", 706, (13, 19), "runs from 2 down to 1");
    assert_bad("s.path.pick=frist", 708, (13, 18), "did you mean `first`?");
    assert_bad("s.version=zero", 703, (11, 15), "must be a whole number");
    let problem = bad("tuned.title=a\u{7}b");
    assert_eq!((problem.code.0, span(&problem)), (603, ((1, 14), (1, 15))));
    assert_eq!(problem.place.file(), "--set tuned.title=a\\u{7}b");
}

#[test]
fn nothing_is_unknown_beside_a_file_that_cannot_be_read() {
    let mut layers = Layers::new();
    layers.files([SourceFile {
        name: "broken.yaml".to_owned(),
        text: "technique: [".to_owned(),
    }]);
    layers.set("tuned.weight=1");
    let codes: Vec<_> = layers.load().diagnostics.iter().map(|d| d.code.0).collect();
    assert_eq!(codes, [604]);
}
