//! Library tables: their shape, the names in them, and what a code means.

#![allow(clippy::expect_used, reason = "a helper that fails is a failed test")]

mod common;

use std::sync::Arc;

use common::{TECHNIQUE, assert_problems, load, with};
use undoku_lang::Registry;
use undoku_rules::{KindId, Layers, Meaning, RuleSet, SourceFile};

const TABLE: &str = "\
library: cases
title: Cases
codes:
  \"0100\": two
  \"0100-1\": [rows, t]
  \"0200\": gone
left_out:
  \"0300\": too large
  \"0100-9\": not yet
  \"0100-1 r1c2<>45 r1c1<>3\": does not follow
";

/// A technique of two kinds.
fn two() -> String {
    let text = with(
        TECHNIQUE,
        "technique: t",
        "technique: two\nvariants: {rows: {k: 1}, columns: {k: 2}}",
    );
    text.replace("== 1", "== k")
        .replace("place only(cand(c))", "place first(cand(c))")
}

fn compiled(files: &[(&str, &str)]) -> RuleSet {
    let rules = load(files).compile(Arc::new(Registry::new()));
    rules.unwrap_or_else(|problems| panic!("{}", problems.render(Default::default())))
}

#[test]
fn a_code_is_looked_up_with_its_variant_first() {
    let two = two();
    let rules = compiled(&[("t.yaml", TECHNIQUE), ("two.yaml", &two), ("l.yaml", TABLE)]);
    let table = rules.library("cases").expect("the table");
    let kind = |technique, kind| KindId { technique, kind };
    let name = |id: KindId| rules.kind(id).map(|kind| kind.name.clone());
    assert_eq!(name(kind(1, 1)).as_deref(), Some("columns"));
    assert_eq!(name(kind(2, 0)), None);
    // A technique stands for all of its kinds.
    let both = [kind(1, 0), kind(1, 1)];
    assert_eq!(table.meaning("0100", None), Meaning::Kinds(&both));
    assert_eq!(table.meaning("0100", Some("2")), Meaning::Kinds(&both));
    assert_eq!(table.meaning("0100", Some("x")), Meaning::Kinds(&both));
    let first = [kind(1, 0), kind(0, 0)];
    assert_eq!(table.meaning("0100", Some("1")), Meaning::Kinds(&first));
    assert_eq!(
        table.meaning("0100", Some("9")),
        Meaning::LeftOut("not yet")
    );
    // One case of a code, whatever order its conclusion is written in.
    let expected = |text: &str| {
        text.parse::<undoku_grid::Deduction>()
            .expect("a conclusion")
    };
    let case = expected("r1c1<>3 r1c2<>5 r1c2<>4");
    assert_eq!(
        table.left_out_case("0100", Some("1"), &case),
        Some("does not follow")
    );
    assert_eq!(table.left_out_case("0100", None, &case), None);
    let other = expected("r1c1<>3");
    assert_eq!(table.left_out_case("0100", Some("1"), &other), None);
    assert_eq!(
        table.meaning("0300", Some("1")),
        Meaning::LeftOut("too large")
    );
    assert_eq!(
        table.meaning("0200", None),
        Meaning::Missing(&["gone".to_owned()])
    );
    assert_eq!(table.meaning("0101", None), Meaning::Unknown);
    let count = rules.kinds().count();
    assert_eq!(count, 3);
}

#[test]
fn unknown_names_are_warned_of() {
    let table =
        "library: l\ntitle: L\ncodes: {\"1\": ‹twoo›, \"2\": [t, ‹nothing_like_it›, rows]}\n";
    let (text, places, _) = common::marked(table);
    let two = two();
    let loaded = load(&[("t.yaml", TECHNIQUE), ("two.yaml", &two), ("l.yaml", &text)]);
    let found: Vec<_> = loaded.diagnostics.iter().collect();
    assert_eq!(found.len(), 2);
    for (diagnostic, place) in found.iter().zip(places) {
        assert_eq!(diagnostic.code.to_string(), "U0809");
        assert_eq!(common::span(diagnostic), place);
    }
    assert!(common::words(found[0]).contains("did you mean `two`?"));
    assert!(common::words(found[1]).contains("cases of this code will not pass"));
    assert!(!loaded.diagnostics.has_errors());
    // A technique that cannot be read may be what is named.
    let broken = with(&two, "title: T", "title: [");
    let loaded = load(&[
        ("t.yaml", TECHNIQUE),
        ("two.yaml", &broken),
        ("l.yaml", &text),
    ]);
    assert!(
        loaded
            .diagnostics
            .iter()
            .all(|d| d.code.to_string() != "U0809")
    );
}

#[test]
fn what_is_wrong_with_a_table() {
    let cases: [(&str, &[(u16, &str)]); 10] = [
        (
            "library: l\n‹titel›: L\ncodes: {}\n",
            &[(701, "did you mean `title`?")],
        ),
        ("‹library›: l\n", &[(702, "the key `title` is missing")]),
        (
            "library: l\ntitle: L\ncodes: ‹[a]›\n",
            &[(703, "must be a mapping from codes to names")],
        ),
        (
            "library: l\ntitle: L\ncodes: {‹1000›: t, ‹\"01 0\"›: t, ‹\"1-\"›: t, ‹\"1-2-3\"›: t}\n",
            &[
                (703, "put it in quotes: \"1000\""),
                (724, "`01 0` is not a code"),
                (724, "`1-` is not a code"),
                (724, "may have a variant behind a hyphen"),
            ],
        ),
        (
            "library: l\ntitle: L\ncodes: {a1: ‹T x›, a2: ‹[]›, a3: ‹~›}\n",
            &[
                (704, "`T x` is not a name"),
                (705, "`codes.a2` is empty"),
                (703, "`codes.a3` must be a name"),
            ],
        ),
        (
            "library: l\ntitle: L\ncodes: {«a1»: t}\nleft_out: {‹a1›: why, a2: ‹5›}\n",
            &[
                (725, "the code `a1` means something and is left out"),
                (703, "`left_out.a2` must be a text"),
            ],
        ),
        (
            "library: l\ntitle: L\nleft_out: {‹a1 r1c1›: why, a2 r1c1=2: why}\n",
            &[(724, "`r1c1` is not what a case expects")],
        ),
        (
            "«library»: l\ntitle: L\n‹system›: s\n",
            &[(802, "either a technique or a system or a library table")],
        ),
        (
            "‹libary›: l\ntitle: L\n",
            &[(802, "did you mean `library`?")],
        ),
        (
            "library: ‹t›\ntitle: L\n",
            &[(805, "a technique and a library have the id `t`")],
        ),
    ];
    for (table, expected) in cases {
        // The technique whose id is shared stands in another file.
        if expected[0].0 == 805 {
            let (text, places, _) = common::marked(table);
            let loaded = load(&[("t.yaml", TECHNIQUE), ("broken.yaml", &text)]);
            let only = loaded.diagnostics.iter().next().expect("an error");
            assert_eq!((only.code.0, common::span(only)), (805, places[0]));
            assert!(common::words(only).contains(expected[0].1));
            continue;
        }
        assert_problems(table, table, &[("t.yaml", TECHNIQUE)], expected);
    }
}

#[test]
fn a_later_layer_replaces_a_table_and_single_values_can_be_changed() {
    let file = |name: &str, text: &str| SourceFile {
        name: name.to_owned(),
        text: text.to_owned(),
    };
    let table = |code: &str| format!("library: l\ntitle: L\ncodes: {{\"{code}\": t}}\n");
    let mut layers = Layers::new();
    layers.files([file("t.yaml", TECHNIQUE), file("a.yaml", &table("1"))]);
    layers.files([file("b.yaml", &table("2"))]);
    layers.set("l.codes.2=[t]").set("l.left_out={\"3\": later}");
    let rules = layers.load().compile(Arc::new(Registry::new()));
    let rules = rules.unwrap_or_else(|problems| panic!("{}", problems.render(Default::default())));
    assert_eq!(rules.libraries.len(), 1);
    let table = rules.library("l").expect("the table");
    assert_eq!(table.meaning("1", None), Meaning::Unknown);
    assert!(matches!(table.meaning("2", None), Meaning::Kinds([_])));
    assert_eq!(table.meaning("3", None), Meaning::LeftOut("later"));
}
