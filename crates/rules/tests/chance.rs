//! System files whose paths are made by chance: what they need, what only they may have, and what their formulas
//! know.

mod common;

use std::sync::Arc;

use common::{SYSTEM, TECHNIQUE, assert_problems, load, with, words};
use undoku_rules::{Diagnostic, Loaded};

/// A system file of paths made by chance, with nothing but what has to be there.
const CHANCE: &str = "\
system: s
version: 1
title: S
ladder: [t]
path: {pick: random, runs: 20, seed: 2858}
cost: (p + 1) / (v + 1)
metrics:
  search:
    total: mean(run_total)
";

/// Asserts the problems of a file in which `from` is replaced by `to`.
fn broken(base: &str, from: &str, to: &str, expected: &[(u16, &str)]) {
    assert_problems(
        to,
        &with(base, from, to),
        &[("t.yaml", TECHNIQUE)],
        expected,
    );
}

/// The problems that are found when the formulas are compiled.
fn compiled(from: &str, to: &str) -> Vec<Diagnostic> {
    let loaded: Loaded = load(&[("t.yaml", TECHNIQUE), ("s.yaml", &with(CHANCE, from, to))]);
    assert!(loaded.diagnostics.is_empty(), "{:?}", loaded.diagnostics);
    match loaded.compile(Arc::default()) {
        Ok(rules) => rules.warnings.iter().cloned().collect(),
        Err(problems) => problems.iter().cloned().collect(),
    }
}

/// Asserts the only problem that is found when the formulas are compiled.
fn wrong(from: &str, to: &str, code: u16, phrases: &[&str]) {
    let found = compiled(from, to);
    assert_eq!(found.len(), 1, "{to}: {found:#?}");
    assert_eq!(found[0].code.0, code, "{to}: {found:#?}");
    for phrase in phrases {
        let words = words(&found[0]);
        assert!(words.contains(phrase), "{to}: no {phrase:?} in {words:?}");
    }
}

#[test]
fn the_smallest_one_is_good() {
    assert_eq!(compiled("title: S", "title: T"), []);
}

#[test]
fn chance_needs_runs_a_seed_and_a_cost() {
    broken(
        CHANCE,
        "path: {pick: random, runs: 20, seed: 2858}\ncost: (p + 1) / (v + 1)\n",
        "path: ‹{pick: random, runs: 20}›\ncost: (p + 1) / (v + 1)\n",
        &[(702, "add `seed: 1` to `path`")],
    );
    broken(
        CHANCE,
        "path: {pick: random, runs: 20, seed: 2858}",
        "path: ‹{pick: random, seed: 2858}›",
        &[(702, "add `runs: 20` to `path`")],
    );
    broken(
        CHANCE,
        "path: {pick: random, runs: 20, seed: 2858}\ncost: (p + 1) / (v + 1)\n",
        "path: ‹{pick: random, runs: 20, seed: 2858}›\n",
        &[(702, "add `cost: (p + 1) / (v + 1)`")],
    );
    for runs in ["‹0›", "‹8193›"] {
        broken(
            CHANCE,
            "runs: 20",
            &format!("runs: {runs}"),
            &[(707, "must lie between 1 and")],
        );
    }
}

#[test]
fn nothing_else_has_a_use_for_them() {
    for pick in ["first", "easiest", "all"] {
        broken(
            SYSTEM,
            "ladder: [t]",
            &format!("ladder: [t]\npath: {{pick: {pick}, runs: ‹20›, seed: ‹7›}}\ncost: ‹p›"),
            &[
                (
                    715,
                    "`path.runs` is of use only where paths are picked at `random`",
                ),
                (715, "`path.seed`"),
                (715, "`cost`"),
            ],
        );
    }
    broken(
        SYSTEM,
        "ladder: [t]",
        "ladder: [{tier: [t], constants: ‹{a: 1}›}]\nconstants: {a: 2}\nextras: {b: a}",
        &[(715, "`ladder.1.constants`")],
    );
}

#[test]
fn constants_of_a_rung_are_those_of_the_system() {
    const WITH: &str =
        "ladder: [t]\npath: {pick: random, runs: 20, seed: 2858}\ncost: (p + 1) / (v + 1)\n";
    let rung = |constants: &str| {
        format!(
            "ladder: [{{tier: [t], constants: {constants}}}]\npath: {{pick: random, runs: 20, seed: 2858}}\ncost: (p + 1) / (v + 1) * time * twice\nconstants: {{base: 1, time: 1, twice: 2 * base, other: 1}}\nextras: {{other_one: other}}\n"
        )
    };
    // One that another constant is made of is one that the cost uses.
    for good in ["{time: 2}", "{base: 2, twice: 5}", "{time: 1 + 1}"] {
        broken(CHANCE, WITH, &rung(good), &[]);
    }
    broken(
        CHANCE,
        WITH,
        &rung("{‹tme›: 2}"),
        &[(716, "did you mean `time`?")],
    );
    broken(
        CHANCE,
        WITH,
        &rung("{‹zeal›: 2}"),
        &[(716, "add it under the `constants` of the system")],
    );
    broken(
        CHANCE,
        WITH,
        &rung("{‹other›: 2}"),
        &[(203, "`cost` does not use the constant `other`")],
    );
    broken(
        CHANCE,
        WITH,
        &rung("{time: ‹{a: 1}›}"),
        &[(703, "`ladder.1.constants.time`")],
    );
}

#[test]
fn a_cost_is_one_number_of_p_and_v() {
    const COST: &str = "(p + 1) / (v + 1)";
    assert_eq!(compiled(COST, "p * count(open)"), []);
    wrong(COST, "p + w", 201, &["unknown name `w`"]);
    wrong(COST, "p > v", 301, &["expected a number"]);
    wrong(COST, "p * score", 201, &["unknown name `score`"]);
    wrong(COST, "0 - p - 1", 501, &["costs less than nothing"]);
    wrong(COST, "p * (v", 101, &[]);
    wrong(
        "title: S\n",
        "title: S\nconstants: {p: 1}\n",
        202,
        &["the name `p` is taken"],
    );
}

#[test]
fn formulas_over_runs_know_runs_and_no_steps() {
    const FORMULA: &str = "mean(run_total)";
    for good in [
        "std_dev(run_total) * sqrt(run_count)",
        "count(run_tier == 0)",
        "max(run_steps) - min(run_steps)",
        "count(open)",
    ] {
        assert_eq!(compiled(FORMULA, good), [], "{good}");
    }
    for name in ["score", "assertions", "index", "cost"] {
        wrong(
            FORMULA,
            &format!("sum({name})"),
            201,
            &[
                "is about the steps of one path",
                "`run_total`, `run_tier`, `run_steps`",
            ],
        );
    }
    wrong(
        FORMULA,
        "most_frequent(kind)",
        201,
        &["`kind` is about the steps"],
    );
    wrong(
        FORMULA,
        "steps",
        201,
        &["`steps` is about the steps", "`run_count`"],
    );
    wrong(
        "cost: (p + 1) / (v + 1)\nmetrics:\n  search:\n    total: mean(run_total)",
        "cost: (p + 1) / (v + 1)\nstep: {gone: removed}\nmetrics:\n  search:\n    total: sum(gone)",
        201,
        &["`gone` is about the steps"],
    );
    wrong(FORMULA, "run_total", 301, &[]);
    let names = with(SYSTEM, "sum(score)", "sum(run_total)");
    let loaded = load(&[("t.yaml", TECHNIQUE), ("s.yaml", &names)]);
    let problems = loaded.compile(Arc::default()).err().unwrap();
    let problem = problems.iter().next().unwrap();
    assert_eq!(problem.code.0, 201);
    assert!(words(problem).contains("made by chance"), "{problem:?}");
}

#[test]
fn the_fingerprint_covers_chance() {
    let hash = |text: &str| {
        let loaded = load(&[("t.yaml", TECHNIQUE), ("s.yaml", text)]);
        let rules = loaded.compile(Arc::default()).unwrap();
        rules.systems[0].hash.clone()
    };
    let tier = with(CHANCE, "[t]", "[{tier: [t]}]\nconstants: {a: 1}");
    let tier = with(&tier, "(v + 1)", "(v + a)");
    let all = [
        hash(CHANCE),
        hash(&with(CHANCE, "2858", "2859")),
        hash(&with(CHANCE, "runs: 20", "runs: 21")),
        hash(&with(CHANCE, "(p + 1)", "(p + 2)")),
        hash(&tier),
        hash(&with(
            &tier,
            "{tier: [t]}",
            "{tier: [t], constants: {a: 2}}",
        )),
    ];
    for (at, one) in all.iter().enumerate() {
        assert!(!all[..at].contains(one), "{at}: {all:?}");
    }
    // How many applications are possible counts where they are counted.
    let possible = format!("{TECHNIQUE}possible: count(open)\n");
    let of = |technique: &str, system: &str| {
        let loaded = load(&[("t.yaml", technique), ("s.yaml", system)]);
        let rules = loaded.compile(Arc::default()).unwrap();
        rules.systems[0].hash.clone()
    };
    assert_ne!(of(TECHNIQUE, CHANCE), of(&possible, CHANCE));
    assert_eq!(of(TECHNIQUE, SYSTEM), of(&possible, SYSTEM));
}
