//! Ladders: what their items mean, the names of rungs, and the order that is proved of them.

#![allow(clippy::expect_used, reason = "a helper that fails is a failed test")]

mod common;

use std::sync::Arc;

use common::{SYSTEM, TECHNIQUE, assert_problems, load, marked, span, with, words};
use undoku_lang::{Registry, Severity};
use undoku_rules::{Diagnostics, RenderOptions, RuleSet, System};

/// A technique with the kinds `row` and `column`; a variant's further keys may be added.
const LINES: &str = "\
technique: lines
title: Lines
variants:
  row: {of: rows}
  column: {of: columns}
pattern: |
  for u in of
  for d in missing(u)
  check count(spots(d, u)) == 1
  place d at only(spots(d, u))
assertions: 1
score: 1.5
explain: found
";

/// The system with this ladder, and lines behind it.
fn system(ladder: &str, more: &str) -> String {
    with(SYSTEM, "ladder: [t]", &format!("ladder: {ladder}\n{more}"))
}

fn compiled(files: &[(&str, &str)]) -> Result<RuleSet, Diagnostics> {
    load(files).compile(Arc::new(Registry::new()))
}

#[track_caller]
fn good(files: &[(&str, &str)]) -> Arc<System> {
    let rules = compiled(files).unwrap_or_else(|found| {
        panic!("{}", found.render(RenderOptions::default()));
    });
    // A rung that scores less than the one before it is warned of.
    let mut warnings = rules.warnings.iter();
    assert!(
        warnings.all(|one| one.code.0 == 807),
        "{:?}",
        rules.warnings
    );
    Arc::clone(rules.default_system().expect("a system"))
}

/// The system that a ladder makes of the two techniques.
#[track_caller]
fn of(ladder: &str, more: &str) -> Arc<System> {
    good(&[
        ("t.yaml", TECHNIQUE),
        ("l.yaml", LINES),
        ("s.yaml", &system(ladder, more)),
    ])
}

/// The kinds with the number of their rung.
fn standing(system: &System) -> Vec<(&str, usize)> {
    let kinds = system.kinds.iter();
    kinds.map(|kind| (kind.name.as_str(), kind.rung)).collect()
}

/// Asserts what is wrong with a ladder, at its marked places.
#[track_caller]
fn broken(ladder: &str, expected: &[(u16, &str)]) {
    let beside = [("t.yaml", TECHNIQUE), ("l.yaml", LINES)];
    assert_problems(ladder, &system(ladder, ""), &beside, expected);
}

#[test]
fn an_item_is_a_technique_or_one_kind() {
    assert_eq!(
        standing(&of("[t, lines]", "")),
        [("t", 0), ("row", 1), ("column", 1)]
    );
    assert_eq!(
        standing(&of("[column, t, row]", "")),
        [("column", 0), ("t", 1), ("row", 2)]
    );
    assert_eq!(standing(&of("[row]", "")), [("row", 0)]);
    let tiers = of("[{tier: [column, t]}, row]", "");
    assert_eq!(standing(&tiers), [("column", 0), ("t", 0), ("row", 1)]);
    for kind in &tiers.kinds {
        let technique = if kind.name == "t" { "t" } else { "lines" };
        assert_eq!(kind.technique, technique);
        let texts = &tiers.texts;
        assert_eq!(texts.text(kind.labels.kind), Some(kind.name.as_str()));
        assert_eq!(texts.text(kind.labels.technique), Some(technique));
        assert_eq!(
            texts.text(kind.labels.rung),
            Some(tiers.rungs[kind.rung].as_str())
        );
    }
}

#[test]
fn a_rung_is_named_by_its_first_item_or_by_itself() {
    assert_eq!(of("[t, lines]", "").rungs, ["t", "lines"]);
    assert_eq!(of("[t, column, row]", "").rungs, ["t", "column", "row"]);
    assert_eq!(
        of("[{tier: [row, t]}, column]", "").rungs,
        ["row", "column"]
    );
    assert_eq!(
        of("[t, {tier: [row, column], name: lines}]", "").rungs,
        ["t", "lines"]
    );
    // Texts are numbered as they stand in the ladder, so that of equally frequent rungs the first is told.
    let texts = &of("[{tier: [row, t], name: many}, column]", "").texts;
    let known = ["many", "lines", "row", "t", "column"];
    for (number, text) in (0..).zip(known) {
        assert_eq!(texts.text(number), Some(text));
    }
}

#[test]
fn a_technique_comes_before_a_kind_of_its_name() {
    let same = with(LINES, "  row:", "  t:");
    let system = good(&[
        ("t.yaml", TECHNIQUE),
        ("l.yaml", &same),
        ("s.yaml", &system("[t, column]", "")),
    ]);
    assert_eq!(system.kinds[0].technique, "t");
}

#[test]
fn names_that_mean_nothing() {
    broken("[t, ‹rwo›]", &[(803, "did you mean `row`?")]);
    broken("[{tier: [t, ‹line›]}]", &[(803, "did you mean `lines`?")]);
    broken(
        "[t, ‹diagonal›]",
        &[(
            803,
            "no file defines a technique or a kind of step `diagonal`",
        )],
    );
}

#[test]
fn a_kind_of_a_technique_with_mistakes_is_known() {
    let wrong = with(LINES, "score: 1.5", "score: ‹[]›");
    assert_problems(
        "wrong",
        &wrong,
        &[("t.yaml", TECHNIQUE), ("s.yaml", &system("[t, row]", ""))],
        &[(703, "`score` must be a formula")],
    );
}

#[test]
fn a_kind_stands_once() {
    broken(
        "[«row», t, ‹row›]",
        &[(804, "`row` stands twice in the ladder")],
    );
    broken(
        "[«lines», t, ‹column›]",
        &[(
            804,
            "the kind `column` stands twice in the ladder\nagain here, by its name",
        )],
    );
    // Both kinds stand twice; one message says what to do.
    broken(
        "[{tier: [«row», column]}, ‹lines›]",
        &[(
            804,
            "the kind `row` stands twice in the ladder\nagain here, through its technique",
        )],
    );
}

#[test]
fn a_kind_of_two_techniques_is_none() {
    let other = LINES
        .replace("technique: lines", "technique: others")
        .replace("column:", "diagonal:");
    let beside = [("l.yaml", LINES), ("o.yaml", &*other)];
    let ladder = system("[diagonal, ‹row›, column]", "");
    let what = "two techniques have a kind of step `row`\na kind of `lines`, or one of `others`";
    assert_problems("two", &ladder, &beside, &[(812, what)]);
}

#[test]
fn rungs_have_names_of_their_own() {
    let what = "two rungs of the ladder go by the name";
    broken("[«t», {tier: [row, column], name: ‹t›}]", &[(813, what)]);
    broken(
        "[{tier: [row], name: «hard»}, t, {tier: [column], name: ‹hard›}]",
        &[(813, what)],
    );
    broken(
        "[{tier: [t, «row»]}, {tier: [column], name: ‹row›}]",
        &[(813, what)],
    );
    broken(
        "[{tier: [row, t], name: ‹Hard›}, column]",
        &[(704, "write `hard`")],
    );
    broken(
        "[{tier: [row, t], ‹nmae›: hard}, column]",
        &[(701, "did you mean `name`?")],
    );
}

#[test]
fn a_variant_has_its_own_title_and_range() {
    let lines = with(
        LINES,
        "row: {of: rows}",
        "row: {title: 'Row: one', of: rows, range: [1.25, 1.75]}",
    );
    let lines = with(&lines, "explain:", "range: [1.5, 2.5]\nexplain:");
    let system = good(&[("l.yaml", &lines), ("s.yaml", &system("[lines]", ""))]);
    let said: Vec<_> = system
        .kinds
        .iter()
        .map(|kind| (kind.title.as_str(), kind.range.lo, kind.range.hi))
        .collect();
    assert_eq!(said, [("Row: one", 1.25, 1.75), ("Lines", 1.5, 2.5)]);
    // Where nothing is declared, a range is worked out.
    let plain = &of("[t, lines]", "").kinds;
    assert_eq!((plain[1].range.lo, plain[1].range.hi), (1.5, 1.5));
}

#[test]
fn a_variants_range_is_checked() {
    let lines = with(LINES, "of: rows", "of: rows, range: [1.0, 1.25]");
    let found = compiled(&[("l.yaml", &lines), ("s.yaml", &system("[lines]", ""))]);
    let found = found.expect_err("1.5 is no score for `row`");
    assert_eq!(found.len(), 1, "{found:?}");
    for only in &found {
        assert_eq!(only.code.0, 501);
        assert!(words(only).contains("[1, 1.25]"), "{only:?}");
    }
    let beside = [("s.yaml", &*system("[lines]", ""))];
    for (to, expected) in [
        ("of: rows, range: ‹1›", (703, "`variants.row.range`")),
        (
            "of: rows, range: ‹[2, 1]›",
            (706, "`variants.row.range` runs"),
        ),
        ("of: rows, title: ‹1›", (703, "`variants.row.title`")),
    ] {
        let wrong = with(LINES, "of: rows", to);
        assert_problems(to, &wrong, &beside, &[expected]);
    }
}

/// Asserts what is wrong with a ladder ordered by score when the files are compiled; `«…»` is the earlier rung.
#[track_caller]
fn not_in_order(files: &[(&str, &str)], ladder: &str, expected: &str) {
    let (text, primary, secondary) = marked(&system(ladder, "ordered_by: score"));
    let mut all = files.to_vec();
    all.push(("s.yaml", &text));
    let found = compiled(&all).expect_err("the order is wrong");
    let found: Vec<_> = found.iter().collect();
    assert_eq!(found.len(), primary.len(), "{found:#?}");
    for (problem, place) in found.iter().zip(primary) {
        assert_eq!((problem.code.0, problem.severity), (808, Severity::Error));
        assert_eq!(span(problem), place, "{problem:#?}");
        assert!(words(problem).contains(expected), "{}", words(problem));
        let before = &problem.secondary[0].0;
        let before = (before.start(), before.end());
        assert!(
            secondary.contains(&(
                (before.0.line, before.0.column),
                (before.1.line, before.1.column)
            )),
            "{problem:#?}"
        );
    }
}

#[test]
fn rising_scores_are_proved() {
    // `t` scores 1.0 and both kinds of `lines` 1.5.
    assert_eq!(of("[t, lines]", "ordered_by: score").kinds.len(), 3);
    assert_eq!(of("[t, row, column]", "ordered_by: score").kinds.len(), 3);
    assert_eq!(
        of("[{tier: [lines, t]}]", "ordered_by: score").kinds.len(),
        3
    );
    let files = [("t.yaml", TECHNIQUE), ("l.yaml", LINES)];
    not_in_order(
        &files,
        "[«lines», ‹t›]",
        "the rung `t` can score less than the rung `lines`, which stands before it\nscores 1.0000 to 1.0000\n\
         put `t` before `lines`",
    );
    // The tier's least score is that of `t`.
    not_in_order(
        &files,
        "[«row», ‹{tier: [column, t], name: both}›]",
        "the rung `both` can score less than the rung `row`",
    );
    // Without the promise there is nothing to prove; a warning says so.
    let system = system("[lines, t]", "");
    let rules = compiled(&[files[0], files[1], ("s.yaml", &system)]).expect("only warnings");
    let warned: Vec<u16> = rules.warnings.iter().map(|one| one.code.0).collect();
    assert_eq!(warned, [807]);
}

#[test]
fn each_end_of_the_range_must_not_fall() {
    // The declared range counts, not the one that was worked out.
    let declared = |low: &str, high: &str| {
        with(
            LINES,
            "explain:",
            &format!("range: [{low}, {high}]\nexplain:"),
        )
    };
    let wide = with(TECHNIQUE, "explain:", "range: [0.5, 2.0]\nexplain:");
    let lines = declared("1.5", "2.5");
    let files = [("t.yaml", &*wide), ("l.yaml", &*lines)];
    good(&[
        files[0],
        files[1],
        ("s.yaml", &system("[t, lines]", "ordered_by: score")),
    ]);
    let lines = declared("1.0", "1.75");
    let files = [("t.yaml", &*wide), ("l.yaml", &*lines)];
    not_in_order(
        &files,
        "[«t», ‹lines›]",
        "the rung `lines` can score less than the rung `t`",
    );
    // Behind a rung that is out of order, the greatest so far counts on.
    let third = TECHNIQUE
        .replace("technique: t", "technique: u")
        .replace("explain:", "range: [0.75, 1.9]\nexplain:");
    let files = [files[0], files[1], ("u.yaml", &*third)];
    not_in_order(
        &files,
        "[«t», ‹«row»›, ‹u›]",
        "can score less than the rung",
    );
}

#[test]
fn scores_without_bounds_are_in_no_order() {
    let unbounded = with(
        TECHNIQUE,
        "score: 1.0",
        "score: \"1.0 / (sum(x in open : 0.1 * count(cand(x))) - 0.25)\"",
    );
    let found = compiled(&[
        ("t.yaml", &unbounded),
        ("l.yaml", LINES),
        ("s.yaml", &system("[t, lines]", "ordered_by: score")),
    ]);
    let found = found.expect_err("the scores of `t` have no end");
    let all: String = found.iter().map(words).collect();
    assert_eq!(found.len(), 1, "{all}");
    assert!(all.contains("declare the `range`"), "{all}");
}

#[test]
fn there_is_one_order() {
    assert_problems(
        "order",
        &system("[t]", "ordered_by: ‹scroe›"),
        &[("t.yaml", TECHNIQUE)],
        &[(708, "`ordered_by` must be `score`")],
    );
}

#[test]
fn texts_are_compared_with_the_right_column() {
    let compare = |formula: &str| {
        let text = system("[t, {tier: [row], name: hard}]", "");
        let text = text.replace("sum(score)", formula);
        compiled(&[("t.yaml", TECHNIQUE), ("l.yaml", LINES), ("s.yaml", &text)])
    };
    for formula in [
        "count(rung == \"hard\")",
        "count(rung in [\"t\", \"hard\"])",
        "count(kind == \"row\")",
        "count(technique == \"lines\")",
        "longest_run(rung)",
        "entropy(rung)",
    ] {
        assert!(compare(formula).is_ok(), "{formula}");
    }
    for (formula, expected) in [
        ("count(rung == \"hrad\")", "did you mean `hard`?"),
        (
            "count(rung == \"row\")",
            "a step's `kind` can: write `kind`",
        ),
        (
            "count(kind == \"hard\")",
            "a step's `rung` can: write `rung`",
        ),
        (
            "count(kind == \"lines\")",
            "a step's `technique` can: write `technique`",
        ),
        (
            "count(technique == \"row\")",
            "no step's `technique` can be `row`",
        ),
        // A kind that the ladder does not have.
        (
            "count(kind == \"column\")",
            "no step's `kind` can be `column`",
        ),
    ] {
        let found = compare(formula).expect_err(formula);
        let codes: Vec<u16> = found.iter().map(|one| one.code.0).collect();
        assert_eq!(codes, [205], "{formula}");
        let all: String = found.iter().map(words).collect();
        assert!(all.contains(expected), "{formula}: {all}");
    }
}

#[test]
fn the_fingerprint_covers_what_ratings_depend_on() {
    let hash = |lines: &str, ladder: &str, more: &str| {
        good(&[
            ("t.yaml", TECHNIQUE),
            ("l.yaml", lines),
            ("s.yaml", &system(ladder, more)),
        ])
        .hash
        .clone()
    };
    let base = hash(LINES, "[t, row]", "");
    // What does not matter: titles, ranges, a promise that is kept, and a kind that is not in the ladder.
    for lines in [
        with(LINES, "of: rows", "of: rows, title: Row"),
        with(LINES, "of: rows", "of: rows, range: [1, 2]"),
        with(LINES, "of: columns", "of: boxes"),
    ] {
        assert_eq!(hash(&lines, "[t, row]", ""), base, "{lines}");
    }
    assert_eq!(hash(LINES, "[t, row]", "ordered_by: score"), base);
    assert_eq!(hash(LINES, "[t, {tier: [row], name: row}]", ""), base);
    // And what does.
    let mut all = vec![
        base,
        hash(LINES, "[row, t]", ""),
        hash(LINES, "[t, column]", ""),
        hash(LINES, "[t, lines]", ""),
        hash(LINES, "[t, row, column]", ""),
        hash(LINES, "[{tier: [t, row]}]", ""),
        hash(LINES, "[t, {tier: [row], name: hard}]", ""),
        hash(LINES, "[t, row]", "path: {pick: all}"),
        hash(&with(LINES, "of: rows", "of: boxes"), "[t, row]", ""),
    ];
    let count = all.len();
    all.sort_unstable();
    all.dedup();
    assert_eq!(all.len(), count);
}
