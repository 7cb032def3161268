//! Technique files of the wrong shape: each problem at its exact place.

mod common;

use common::{TECHNIQUE, assert_problems, load, with};

/// A grid without clues.
const BLANK: &str =
    ".................................................................................";

/// Asserts the problems of a technique file in which `from` is replaced by `to`.
fn broken(from: &str, to: &str, expected: &[(u16, &str)]) {
    assert_problems(to, &with(TECHNIQUE, from, to), &[], expected);
}

#[test]
fn the_smallest_technique_is_good() {
    let loaded = load(&[("t.yaml", TECHNIQUE)]);
    assert!(loaded.diagnostics.is_empty(), "{:?}", loaded.diagnostics);
    assert_eq!(loaded.techniques.len(), 1);
    // pattern, assertions, score, explain
    assert_eq!(loaded.fragments.len(), 4);
}

#[test]
fn keys() {
    broken(
        "title: T",
        "title: T\n‹summry›: S",
        &[(701, "did you mean `summary`?")],
    );
    broken(
        "title: T",
        "title: T\n‹colour›: red",
        &[(701, "the keys here are `technique`")],
    );
    broken(
        "technique: t\ntitle: T\n",
        "‹technique›: t\n",
        &[(702, "the key `title` is missing")],
    );
    broken(
        "title: T",
        "title: T\n‹constants:{a›: 1}",
        &[(701, "a space is missing: write `constants: …`")],
    );
    broken(
        "title: T",
        &format!("title: T\nexamples: [{{puzzle: {BLANK}, finds: r1c1=1, ‹c)›: 1}}]"),
        &[(701, "one that contains a comma needs quotes")],
    );
}

#[test]
fn a_comma_in_braces_ends_a_value() {
    broken(
        "title: T",
        "title: T\nevidence: {a: min(1, ‹2)›}",
        &[(704, "one that contains a comma needs quotes")],
    );
}

#[test]
fn every_missing_key_is_named_at_once() {
    let loaded = load(&[("broken.yaml", "technique: t\n")]);
    let missing: Vec<_> = loaded
        .diagnostics
        .iter()
        .map(|d| (d.code.0, d.message.as_str()))
        .collect();
    let key = |name: &str| format!("the key `{name}` is missing in a technique file");
    let names = ["title", "pattern", "assertions", "score", "explain"].map(key);
    assert_eq!(
        missing,
        names.each_ref().map(|message| (702, message.as_str()))
    );
}

#[test]
fn ids_and_names() {
    broken(
        "technique: t",
        "technique: ‹Naked-Single›",
        &[(704, "write `naked_single`")],
    );
    broken(
        "technique: t",
        "technique: ‹1st›",
        &[(704, "is not a name")],
    );
    broken(
        "technique: t",
        "technique:‹›",
        &[(703, "must be a name, not nothing")],
    );
    broken(
        "technique: t",
        "technique: ‹[t]›",
        &[(703, "must be a name, not a list")],
    );
    broken(
        "title: T",
        "title: T\nvariants: {‹Row›: {}}",
        &[(704, "write `row`")],
    );
    broken(
        "title: T",
        "title: T\nconstants: {‹peer weight›: 1, ‹größe›: 2, ‹_x›: 3}",
        &[
            (704, "write `peer_weight`"),
            (704, "`größe`"),
            (704, "write `x`"),
        ],
    );
    broken(
        "title: T",
        "title: T\nevidence: {‹A›: count(open)}",
        &[(704, "start with a letter")],
    );
}

#[test]
fn texts() {
    broken(
        "title: T",
        "title: ‹42›",
        &[(703, "put it in quotes: \"42\"")],
    );
    broken(
        "title: T",
        "title: ‹true›",
        &[(703, "must be a text, not `true`")],
    );
    broken(
        "title: T",
        "title:‹›",
        &[(703, "must be a text, not nothing")],
    );
    broken("title: T", "title: ‹\" \"›", &[(705, "`title` is empty")]);
    broken(
        "title: T",
        "title: T\nsummary: ‹{a: b}›",
        &[(703, "not a mapping")],
    );
    broken(
        "explain: found",
        "explain: ‹[a]›",
        &[(703, "`explain` must be a text, not a list")],
    );
    broken(
        "title: T",
        "title: T\nexamples: [{puzzle: ‹1234567891234567›, finds: r1c1=1}]",
        &[(703, "put it in quotes")],
    );
}

#[test]
fn formulas() {
    broken(
        "assertions: 1",
        "assertions: ‹[1, 2]›",
        &[(703, "a formula that starts with `[` needs quotes")],
    );
    broken(
        "assertions: 1",
        "assertions: ‹{x in open : 1}›",
        &[(
            703,
            "a formula that contains `: ` or starts with `{` needs quotes",
        )],
    );
    broken(
        "score: 1.0",
        "score: ‹~›",
        &[(703, "must be a formula, not `~`")],
    );
    broken(
        "score: 1.0",
        "score:‹›",
        &[(703, "must be a formula, not nothing")],
    );
    broken("score: 1.0", "score: ‹''›", &[(705, "`score` is empty")]);
    broken(
        "score: 1.0",
        "score: ‹.inf›",
        &[(707, "must be a finite number")],
    );
    broken(
        "title: T",
        "title: T\npossible: ‹null›\nevidence: {a: ‹[]›}",
        &[(703, "`possible`"), (703, "`evidence.a`")],
    );
    broken(
        "title: T",
        "title: T\nevidence: ‹[a]›",
        &[(703, "a mapping from names to formulas")],
    );
}

#[test]
fn constants() {
    broken(
        "title: T",
        "title: T\nconstants: {a: [1, ‹x›, ‹.nan›], b: ‹-.inf›, c: ‹{}›, d: ‹[]›, e:‹›}",
        &[
            (703, "`constants.a.2` must be a number, not the text `x`"),
            (707, "`constants.a.3` must be a finite number"),
            (707, "`constants.b` must be a finite number"),
            (703, "`constants.c`"),
            (705, "`constants.d` is empty"),
            (703, "`constants.e`"),
        ],
    );
    broken(
        "title: T",
        "title: T\nconstants: {a: ‹123456789012345678901234567890›}",
        &[(707, "write it with an exponent")],
    );
    broken(
        "title: T",
        "title: T\nvariants: {row: ‹rows›, column: {lines: [‹[1]›]}}",
        &[
            (703, "`variants.row` must be a mapping"),
            (
                703,
                "`variants.column.lines.1` must be a number, not a list",
            ),
        ],
    );
}

#[test]
fn ranges() {
    broken(
        "title: T",
        "title: T\nrange: ‹[2.5, 1]›",
        &[(706, "runs from 2.5 down to 1")],
    );
    broken("title: T", "title: T\nrange: ‹[1]›", &[(706, "but has 1")]);
    broken(
        "title: T",
        "title: T\nrange: ‹[1, 2, 3]›",
        &[(706, "but has 3")],
    );
    broken(
        "title: T",
        "title: T\nrange: ‹1 to 2›",
        &[(703, "a list of two ascending numbers")],
    );
    broken(
        "title: T",
        "title: T\nrange: [‹low›, ‹.inf›]",
        &[
            (703, "`range.1`"),
            (707, "`range.2` must be a finite number"),
        ],
    );
}

#[test]
fn a_range_may_be_a_single_number() {
    let text = with(TECHNIQUE, "title: T", "title: T\nrange: [1, 1]");
    assert!(load(&[("t.yaml", &text)]).diagnostics.is_empty());
}

#[test]
fn examples() {
    broken(
        "title: T",
        "title: T\nexamples: ‹{}›",
        &[(703, "`examples` must be a list")],
    );
    broken(
        "title: T",
        &format!(
            "title: T\nexamples:\n  - ‹{{puzzle: {BLANK}}}›\n  - {{puzzle: {BLANK}, «finds»: r1c1=1, ‹finds_nothing›: true}}"
        ),
        &[
            (711, "does not say what is found"),
            (711, "and that nothing is"),
        ],
    );
    broken(
        "title: T",
        &format!(
            "title: T\nexamples:\n  - {{puzzle: {BLANK}, finds_nothing: ‹false›}}\n  - {{puzzle: {BLANK}, finds: ‹[]›}}\n  - {{puzzle: {BLANK}, finds: [r1c1=1, ‹5›]}}"
        ),
        &[
            (703, "must be `true`, or left out"),
            (705, "`examples.2.finds` is empty"),
            (703, "`examples.3.finds.2` must be a text"),
        ],
    );
    broken(
        "title: T",
        "title: T\nexamples:\n  - ‹finds›: r1c1=1\n",
        &[(702, "the key `puzzle` is missing")],
    );
}

#[test]
fn all_problems_of_a_file_come_at_once() {
    broken(
        "title: T\npattern: |",
        "title: ‹1›\n‹summry›: S\nrange: ‹[3, 2]›\nconstants: {a: ‹{}›}\npattern: |",
        &[
            (703, "`title`"),
            (701, "`summry`"),
            (706, "`range`"),
            (703, "`constants.a`"),
        ],
    );
}

#[test]
fn a_flood_of_problems_is_cut() {
    let mut text = TECHNIQUE.to_owned();
    for index in 0..5_000 {
        text.push_str(&format!("unknown_{index}: 1\n"));
    }
    let loaded = load(&[("broken.yaml", &text)]);
    assert_eq!(loaded.diagnostics.len(), 100);
    let notes: Vec<_> = loaded.diagnostics.iter().flat_map(|d| &d.notes).collect();
    assert_eq!(notes, ["4900 more problems of this file are not listed"]);
}
