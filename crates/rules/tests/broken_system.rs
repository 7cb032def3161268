//! System files of the wrong shape: each problem at its exact place.

mod common;

use common::{SYSTEM, TECHNIQUE, assert_problems, load, with};

/// Asserts the problems of a system file in which `from` is replaced by `to`.
fn broken(from: &str, to: &str, expected: &[(u16, &str)]) {
    assert_problems(
        to,
        &with(SYSTEM, from, to),
        &[("t.yaml", TECHNIQUE)],
        expected,
    );
}

/// Asserts the problems of a system file with this tier table.
fn table(rows: &str, expected: &[(u16, &str)]) {
    tiers(&format!("names: [tier]\n  table:\n{rows}"), expected);
}

/// Asserts the problems of a system file whose tiers go on like this.
fn tiers(rest: &str, expected: &[(u16, &str)]) {
    let text = format!("{SYSTEM}tiers:\n  domain: scoring\n  by: score_total\n  {rest}");
    assert_problems(rest, &text, &[("t.yaml", TECHNIQUE)], expected);
}

#[test]
fn the_smallest_system_is_good() {
    let loaded = load(&[("t.yaml", TECHNIQUE), ("s.yaml", SYSTEM)]);
    assert!(loaded.diagnostics.is_empty(), "{:?}", loaded.diagnostics);
    assert_eq!(loaded.systems.len(), 1);
}

#[test]
fn keys_and_numbers() {
    broken(
        "title: S",
        "title: S\n‹laddr›: [t]",
        &[(701, "did you mean `ladder`?")],
    );
    broken(
        "version: 1",
        "version: ‹0›",
        &[(707, "must lie between 1 and")],
    );
    broken(
        "version: 1",
        "version: ‹1.5›",
        &[(703, "must be a whole number, not the number `1.5`")],
    );
    broken(
        "version: 1",
        "version: ‹99999999999999999999999›",
        &[(707, "must lie between")],
    );
    broken(
        "version: 1",
        "version: ‹'1'›",
        &[(703, "must be a whole number")],
    );
    broken(
        "title: S",
        "title: S\npath: {pick: ‹frist›}",
        &[(708, "did you mean `first`?")],
    );
    broken(
        "title: S",
        "title: S\npath: {pick: ‹shuffle›, runs: ‹0›, seed: ‹-1›}",
        &[
            (708, "`first` takes the first match"),
            (707, "`path.runs`"),
            (707, "`path.seed`"),
        ],
    );
    broken(
        "title: S",
        "title: S\npath: ‹first›",
        &[(703, "a mapping with the keys `pick`, `runs` and `seed`")],
    );
    broken(
        "title: S",
        "title: S\npath: {‹runs›: 3}",
        &[(702, "the key `pick` is missing")],
    );
}

#[test]
fn ladders() {
    broken("ladder: [t]", "ladder: ‹[]›", &[(705, "`ladder` is empty")]);
    broken(
        "ladder: [t]",
        "ladder: ‹t›",
        &[(703, "must be a list of techniques and kinds")],
    );
    broken(
        "ladder: [t]",
        "ladder: [«t», ‹t›]",
        &[(804, "`t` stands twice in the ladder")],
    );
    broken(
        "ladder: [t]",
        "ladder:\n  - tier: [«t»]\n  - ‹t›",
        &[(804, "stands twice")],
    );
    broken(
        "ladder: [t]",
        "ladder: [t, ‹[t]›, {tier: ‹[]›}, {‹tiers›: [t]}, ‹T›]",
        &[
            (703, "a technique, a kind or {tier: [names]}"),
            (705, "`ladder.3.tier` is empty"),
            (701, "did you mean `tier`?"),
            (704, "write `t`"),
        ],
    );
}

#[test]
fn unknown_techniques() {
    broken(
        "ladder: [t]",
        "ladder: [t, ‹naked_single›]",
        &[(
            803,
            "no file defines a technique or a kind of step `naked_single`",
        )],
    );
    let near = with(SYSTEM, "ladder: [t]", "ladder: [‹hiden›]");
    let hidden = with(TECHNIQUE, "technique: t", "technique: hidden");
    assert_problems(
        "near",
        &near,
        &[("t.yaml", &hidden)],
        &[(803, "did you mean `hidden`?")],
    );
}

#[test]
fn a_file_that_cannot_be_read_may_define_what_a_ladder_names() {
    let system = with(SYSTEM, "ladder: [t]", "ladder: [t, u]");
    let loaded = load(&[
        ("s.yaml", &system),
        ("t.yaml", TECHNIQUE),
        ("u.yaml", "technique: u\na: ["),
    ]);
    let codes: Vec<_> = loaded.diagnostics.iter().map(|d| d.code.0).collect();
    assert_eq!(codes, [604]);
}

#[test]
fn metrics() {
    broken(
        "metrics:\n  scoring:\n    score_total: sum(score)",
        "metrics: ‹{}›",
        &[(705, "a system has at least one metric")],
    );
    broken(
        "    score_total: sum(score)",
        "    score_total: sum(score)\n    ‹Total›: 1",
        &[(704, "write `total`")],
    );
    broken(
        "  scoring:\n    score_total: sum(score)",
        "  scoring: ‹sum(score)›",
        &[(703, "a mapping from names to formulas")],
    );
    broken(
        "metrics:\n  scoring:\n    score_total: sum(score)",
        "metrics:\n  scoring:\n    «score_total»: sum(score)\n  other:\n    ‹score_total›: 1\nextras: {‹score_total›: 2}",
        &[(713, "named `score_total`"), (713, "named `score_total`")],
    );
}

#[test]
fn classes() {
    broken(
        "title: S",
        "title: S\nclasses: {c: {domain: ‹scorin›, choose: [{name: A}]}}",
        &[(714, "did you mean `scoring`?")],
    );
    broken(
        "title: S",
        "title: S\nclasses: {c: {domain: ‹pacing›, choose: [{name: A}]}}",
        &[(714, "as `pacing: {}`")],
    );
    broken(
        "title: S",
        "title: S\nclasses: {c: {domain: scoring, choose: [«{name: A}», ‹{name: B}›]}}",
        &[(712, "this choice can never be taken")],
    );
    broken(
        "title: S",
        "title: S\nclasses: {c: {domain: scoring, choose: ‹[]›}, d: {‹domain›: scoring}}",
        &[
            (705, "`classes.c.choose` is empty"),
            (702, "`choose` is missing"),
        ],
    );
    broken(
        "title: S",
        "title: S\nclasses: {c: {domain: scoring, choose: [{name: ‹1›, ‹wen›: steps > 1}]}}",
        &[
            (703, "`classes.c.choose.1.name` must be a text"),
            (701, "did you mean `when`?"),
        ],
    );
    broken(
        "metrics:\n  scoring:\n    score_total: sum(score)",
        "classes: {‹x›: {domain: scoring, choose: [{name: A}]}}\nmetrics: {scoring: {«x»: 1}}",
        &[(713, "two values of a report are named `x`")],
    );
}

#[test]
fn tier_bounds() {
    table("    - {tier: A}\n", &[]);
    table(
        "    - {tier: A, below: «3»}\n    - {tier: B, from: ‹4›}\n",
        &[(709, "values from 3 to 4 have no tier")],
    );
    table(
        "    - {tier: A, below: «3»}\n    - {tier: B, from: ‹2.5›}\n",
        &[(709, "values from 2.5 to 3 have two tiers")],
    );
    table(
        "    - {tier: A, from: ‹0›, below: 3}\n    - {tier: B, from: 3, below: ‹9›}\n",
        &[
            (709, "the first tier has no lower end"),
            (709, "the last tier has no upper end"),
        ],
    );
    table(
        "    - ‹{tier: A}›\n    - {tier: B, from: 3}\n",
        &[(709, "only the last tier has no upper end")],
    );
    table(
        "    - {tier: A, below: 3}\n    - ‹{tier: B}›\n",
        &[(709, "only the first tier has no lower end")],
    );
    table(
        "    - {tier: A, below: 3}\n    - {tier: B, from: «3», below: ‹1›}\n    - {tier: C, from: 1}\n",
        &[(709, "the tier ends at 1, but starts at 3")],
    );
    table(
        "    - {tier: A, below: ‹.inf›}\n    - {tier: B, from: ‹x›}\n",
        &[
            (707, "`tiers.table.1.below` must be a finite number"),
            (703, "`tiers.table.2.from` must be a number"),
        ],
    );
}

#[test]
fn tier_rows() {
    table(
        "    - {tier: «A», below: 3}\n    - {tier: ‹A›, from: 3}\n",
        &[(710, "two tiers are named `A`")],
    );
    table(
        "    - {tier: A, ‹belw›: 3}\n",
        &[(701, "did you mean `below`?")],
    );
    table(
        "    - ‹{below: 3}›\n    - {tier: ‹2›, from: 3}\n",
        &[
            (702, "the key `tier` is missing"),
            (703, "`tiers.table.2.tier` must be a text"),
        ],
    );
    table(
        "    - ‹A›\n",
        &[(
            703,
            "a mapping with the keys `tier`, `from`, `below` and `profile`",
        )],
    );
    tiers(
        "names: [tier]\n  table: ‹[]›\n",
        &[(705, "`tiers.table` is empty")],
    );
    tiers(
        "names: [tier, ‹from›]\n  table: [{tier: A}]\n",
        &[(704, "a tier's text cannot be named `from`")],
    );
    tiers(
        "names: [«tier», ‹tier›]\n  table: [{tier: A}]\n",
        &[(713, "two values of a report are named `tier`")],
    );
}

#[test]
fn tier_profiles() {
    let profile = "names: [tier]\n  profile: {blanks: count(open)}\n  table:\n";
    tiers(
        &format!("{profile}    - {{tier: A, profile: {{blanks: [1, .inf]}}}}\n"),
        &[],
    );
    tiers(
        &format!("{profile}    - ‹{{tier: A}}›\n"),
        &[(702, "the key `profile` is missing in a tier row")],
    );
    tiers(
        &format!("{profile}    - {{tier: A, profile: {{blanks: ‹[4, 3]›, ‹clues›: [1, 2]}}}}\n"),
        &[(706, "runs from 4 down to 3"), (701, "unknown key `clues`")],
    );
    tiers(
        &format!("{profile}    - {{tier: A, profile: {{blanks: [‹-.inf›, 3]}}}}\n"),
        &[(707, "must be a finite number")],
    );
    tiers(
        &format!("{profile}    - {{tier: A, profile: ‹{{}}›}}\n"),
        &[(702, "the key `blanks` is missing in a tier's profile")],
    );
}

#[test]
fn kinds_of_a_ladder_differ() {
    let system = with(SYSTEM, "ladder: [t]", "ladder: [t, u]");
    let first = with(
        TECHNIQUE,
        "title: T",
        "title: T\nvariants: {«row»: {k: 1}, column: {k: 2}}",
    );
    let second = first
        .replace("technique: t", "technique: u")
        .replace("«row»", "‹row›")
        .replace("column", "diagonal");
    let (first_text, _, first_places) = common::marked(&first);
    let (second_text, second_places, _) = common::marked(&second);
    let loaded = load(&[
        ("a.yaml", &first_text),
        ("b.yaml", &second_text),
        ("s.yaml", &system),
    ]);
    assert_eq!(loaded.diagnostics.len(), 1, "{:?}", loaded.diagnostics);
    for only in &loaded.diagnostics {
        assert_eq!(only.code.0, 806);
        assert!(only.message.contains("the kind `row`"), "{}", only.message);
        assert_eq!(
            (only.place.file(), common::span(only)),
            ("b.yaml", second_places[0])
        );
        let (place, _) = &only.secondary[0];
        assert_eq!(
            (place.file(), (place.start().line, place.start().column)),
            ("a.yaml", first_places[0].0)
        );
    }
}
