//! Formulas over a whole path: reductions, arithmetic on every step, and values that use one another.

use undoku_grid::{CellSet, Position};
use undoku_lang::{PathResult, Range, Registry};

use super::path_harness::{Row, STEPS, TEXTS, fill, path};

fn close(found: &PathResult, expected: f64) -> bool {
    matches!(found, PathResult::Number(x) if (x - expected).abs() < 1e-12)
}

/// Each formula alone; numbers with a fraction to within rounding.
fn assert_values(steps: &[Row], cases: &[(&str, PathResult)]) {
    for (formula, expected) in cases {
        let found = path().value("x", formula).results(steps);
        let right = match expected {
            PathResult::Number(x) => close(&found[0], *x),
            other => found[0] == *other,
        };
        assert!(right, "{formula}: {:?}, not {expected:?}", found[0]);
    }
}

use PathResult::{Bool, Int, Number, Text};

#[test]
fn every_reduction_by_hand() {
    assert_values(
        &STEPS,
        &[
            ("sum(score)", Number(6.5)),
            ("mean(score)", Number(1.625)),
            ("min(score)", Number(1.0)),
            ("max(score)", Number(2.0)),
            // Deviations -1/8, 3/8, -5/8, 3/8: squares 1 + 9 + 25 + 9 = 44 of 64ths, over 4.
            ("variance(score)", Number(44.0 / 64.0 / 4.0)),
            ("std_dev(score)", Number((44.0_f64 / 64.0 / 4.0).sqrt())),
            ("mean_deviation(score)", Number(12.0 / 8.0 / 4.0)),
            // Σ (i - 2.5)(s) = -2.25 - 1 + 0.5 + 3 = 0.25; Σ (i - 2.5)² = 5.
            ("slope(score)", Number(0.05)),
            ("max_jump(score)", Number(1.0)),
            ("first_max(score)", Int(2)),
            ("count(score > 1.2)", Int(3)),
            ("sum(assertions)", Int(26)),
            ("min(assertions)", Int(2)),
            ("max(assertions)", Int(10)),
            ("max_jump(assertions)", Int(8)),
            ("mean(assertions)", Number(6.5)),
            ("first_max(assertions)", Int(2)),
            ("entropy(kind)", Number(2.0_f64.ln())),
            ("longest_run(kind)", Int(2)),
            ("longest_run_value(kind)", Text(0)),
            // Two of each: the kind that stands earlier in the ladder.
            ("most_frequent(kind)", Text(0)),
            ("least_frequent(kind)", Text(0)),
            ("steps", Int(4)),
        ],
    );
}

#[test]
fn a_path_without_steps_has_zeros_and_no_texts() {
    assert_values(
        &[],
        &[
            ("sum(score)", Number(0.0)),
            ("mean(score)", Number(0.0)),
            ("min(score)", Number(0.0)),
            ("max(assertions)", Int(0)),
            ("variance(score)", Number(0.0)),
            ("std_dev(score)", Number(0.0)),
            ("mean_deviation(score)", Number(0.0)),
            ("slope(score)", Number(0.0)),
            ("max_jump(score)", Number(0.0)),
            ("first_max(score)", Int(0)),
            ("count(score > 1.2)", Int(0)),
            ("entropy(kind)", Number(0.0)),
            ("longest_run(kind)", Int(0)),
            ("longest_run_value(kind)", Text(-1)),
            ("most_frequent(kind)", Text(-1)),
            ("least_frequent(kind)", Text(-1)),
            ("sum(score) / steps", Number(0.0)),
            ("steps", Int(0)),
        ],
    );
}

#[test]
fn one_step_has_no_spread() {
    assert_values(
        &[(5, 1.5, "row")],
        &[
            ("mean(score)", Number(1.5)),
            ("variance(score)", Number(0.0)),
            ("slope(score)", Number(0.0)),
            ("max_jump(score)", Number(0.0)),
            ("first_max(score)", Int(1)),
            ("entropy(kind)", Number(0.0)),
            ("most_frequent(kind)", Text(2)),
            ("least_frequent(kind)", Text(2)),
        ],
    );
}

#[test]
fn arithmetic_on_every_step() {
    assert_values(
        &STEPS,
        &[
            ("sum(score * 2)", Number(13.0)),
            ("sum(2 * assertions)", Int(52)),
            ("sum(score + assertions)", Number(32.5)),
            ("sum(-score)", Number(-6.5)),
            ("sum(score / assertions)", Number(0.375 + 0.2 + 0.5 + 0.2)),
            ("mean(abs(score - mean(score)))", Number(0.375)),
            (
                "sum((score - mean(score)) * (score - mean(score))) / steps",
                Number(0.171875),
            ),
            ("max(min(score, 1.75))", Number(1.75)),
            ("sum(clamp(assertions, 3, 8))", Int(4 + 8 + 3 + 8)),
            ("sum(round(score))", Int(2 + 2 + 1 + 2)),
            ("sum(floor(score)) + sum(ceil(score))", Int(6 + 7)),
            ("max(sqrt(score * score))", Number(2.0)),
            // A reduction inside of what is reduced.
            ("sum(score * sum(score * 2))", Number(6.5 * 13.0)),
            ("sum(assertions - min(assertions))", Int(26 - 8)),
            ("max_jump(score * 10)", Number(10.0)),
            ("entropy(kind) / ln(4)", Number(0.5)),
            // Of steps 2 and 3, the naked ones, the score; of the others nothing.
            ("sum(if kind == \"naked\" then score else 0.0)", Number(3.0)),
            ("sum(if steps > 9 then score else 2 * score)", Number(13.0)),
            (
                "count(if score > 1.7 then assertions > 4 else true)",
                Int(4),
            ),
        ],
    );
}

#[test]
fn conditions_on_every_step() {
    assert_values(
        &STEPS,
        &[
            ("count(kind == \"naked\")", Int(2)),
            ("count(\"naked\" == kind)", Int(2)),
            ("count(kind != \"naked\")", Int(2)),
            ("count(not (kind == \"naked\"))", Int(2)),
            ("count(kind == \"row\")", Int(0)),
            ("count(kind in [\"naked\", \"row\"])", Int(2)),
            ("count(kind not in [\"naked\", \"box\"])", Int(0)),
            ("count(kind == \"naked\" and score >= 2)", Int(1)),
            ("count(kind == \"naked\" or score >= 2)", Int(3)),
            ("count(assertions == 10)", Int(2)),
            ("count(assertions in 4..10)", Int(3)),
            ("count(score == 2)", Int(2)),
            ("count(score == max(score))", Int(2)),
            ("count(assertions > mean(assertions))", Int(2)),
            ("count(score > 1.2) == 3", Bool(true)),
            (
                "if count(kind == \"row\") > 0 then \"row\" else most_frequent(kind)",
                Text(0),
            ),
        ],
    );
}

#[test]
fn the_start_position_and_its_folds() {
    assert_values(
        &STEPS,
        &[
            ("count(open)", Int(81)),
            ("count(clues)", Int(0)),
            ("mean(c in open : count(cand(c)))", Number(9.0)),
            ("max(c in open : count(cand(c)))", Int(9)),
            (
                "variance(u in all_units : count(clues & cells(u)))",
                Number(0.0),
            ),
            ("sum(assertions) / count(open)", Number(26.0 / 81.0)),
        ],
    );
}

#[test]
fn values_use_one_another_in_any_order() {
    let mut path = path()
        .value("c", "a + b")
        .value("b", "2 * a")
        .value("a", "sum(assertions)")
        .constant("scale", 0.5)
        .value("d", "scale * c");
    let results = path.results(&STEPS);
    assert_eq!(results, [Int(78), Int(52), Int(26), Number(39.0)]);
}

/// A column of whole numbers of which only the sum is asked, one of numbers, and large whole numbers.
#[test]
fn a_column_that_is_summed_only() {
    let mut path = path()
        .value("a", "sum(assertions)")
        .value("b", "mean(assertions)");
    assert_eq!(path.results(&STEPS), [Int(26), Number(6.5)]);
    let mut path = self::path()
        .value("a", "sum(score)")
        .value("b", "mean(score)");
    assert_eq!(path.results(&STEPS), [Number(6.5), Number(1.625)]);
    let large: [Row; 2] = [(70_000, 1.5, "row"), (20, 1.5, "row")];
    let mut path = self::path()
        .value("a", "count(assertions == 70000)")
        .value("b", "count(assertions == 20)");
    path.text.columns[0].range = Range::new(0.0, 100_000.0);
    assert_eq!(path.results(&large), [Int(1), Int(1)]);
}

#[test]
fn a_program_runs_again_for_another_path() {
    let mut path = path()
        .value("x", "sum(assertions)")
        .value("y", "count(kind == \"box\")");
    let program = path.compile();
    let mut scratch = program.scratch();
    let registry = Registry::new();
    for (steps, expected) in [
        (&STEPS[..], [26, 2]),
        (&STEPS[1..2], [10, 0]),
        (&[], [0, 0]),
    ] {
        fill(&mut scratch, steps, &path.texts);
        program.run(
            &Position::empty(),
            CellSet::EMPTY,
            steps.len(),
            &registry,
            &mut scratch,
        );
        let found: Vec<PathResult> = program.values(&scratch).collect();
        assert_eq!(found, expected.map(Int));
    }
}

#[test]
fn texts_that_no_kind_has_get_numbers_of_their_own() {
    let mut path = path().value("x", "if steps > 2 then \"long\" else \"short\"");
    let results = path.results(&STEPS);
    assert_eq!(path.text_of(&results[0]), Some("long"));
    assert_eq!(&results, &[Text(TEXTS.len() as i64)]);
}

#[test]
fn ranges_of_values() {
    let mut path = path()
        .value("a", "max_jump(score)")
        .value("b", "count(open)")
        .value("c", "2 * steps")
        .value("d", "clamp(round(mean(score)), 1, 2)");
    let program = path.compile();
    let ranges: Vec<(f64, f64)> = program
        .ranges()
        .map(|(_, _, range)| (range.lo, range.hi))
        .collect();
    assert!((ranges[0].1 - 1.18).abs() < 1e-9, "{ranges:?}");
    assert_eq!(ranges[1], (0.0, 81.0));
    // A path has at most one step for each of 729 candidates.
    assert_eq!(ranges[2], (0.0, 1458.0));
    assert_eq!(ranges[3], (1.0, 2.0));
}
