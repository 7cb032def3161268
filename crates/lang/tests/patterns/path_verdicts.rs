//! Classes and tiers of a path: the first row that applies, bounds, and rows that nothing reaches.

use undoku_lang::{FragmentId, PathResult, Range, Severity, codes};

use super::path_harness::{Path, Row, STEPS, only_problem, path, pointed_at};

#[test]
fn the_first_row_that_applies_is_the_class() {
    let rows = [
        (None, Some("steps == 0")),
        (Some("steep"), Some("jump >= 1.0")),
        (Some("rising"), Some("slope(score) > 0.03")),
        (Some("even"), None),
    ];
    let mut path = path().class("pace", &rows).value("jump", "max_jump(score)");
    let cases: [(&[Row], Option<&str>); 4] = [
        (&[], None),
        (&STEPS, Some("steep")),
        (&[(2, 1.1, "naked"), (2, 1.2, "naked")], Some("rising")),
        (&[(2, 1.2, "naked"), (2, 1.1, "naked")], Some("even")),
    ];
    let program = path.compile();
    for (steps, expected) in cases {
        let scratch = path.run_again(&program, steps);
        let found = program.values(&scratch).next().expect("a class");
        assert_eq!(path.text_of(&found), expected);
    }
}

#[test]
fn without_a_row_for_the_rest_there_can_be_no_class() {
    let mut path = path().class("pace", &[(Some("long"), Some("steps > 100"))]);
    assert_eq!(path.results(&STEPS), [PathResult::Text(-1)]);
}

#[test]
fn a_class_that_no_path_can_reach() {
    // Steps score 1.07 to 2.25: neighbours differ by 1.18 at most.
    let rows = [
        (Some("volatile"), Some("jump >= 1.20")),
        (Some("even"), None),
    ];
    let mut path = path().class("pace", &rows).value("jump", "max_jump(score)");
    let problem = only_problem(&mut path);
    assert_eq!(
        (problem.code, problem.severity),
        (codes::UNREACHABLE, Severity::Warning)
    );
    assert!(problem.message.contains("`volatile`"), "{problem:#?}");
    assert_eq!(pointed_at(&problem, "jump >= 1.20"), "jump >= 1.20");
    let note = problem.notes.first().expect("a note");
    assert!(note.contains("`jump` can be 0 to 1.18"), "{note}");
}

#[test]
fn what_a_formula_can_be_is_said_of_the_right_side() {
    let rows = [
        (Some("volatile"), Some("1.20 <= max_jump(score)")),
        (Some("even"), None),
    ];
    let problem = only_problem(&mut path().class("pace", &rows));
    let note = problem.notes.first().expect("a note");
    assert!(
        note.contains("right side") && !note.contains("left"),
        "{note}"
    );
}

/// 2.25 − 1.35 is a little less than 0.9 as a number of the machine; a path can still jump by 0.9.
#[test]
fn a_bound_at_the_end_of_a_range_is_reached() {
    assert!(std::hint::black_box(2.25) - 1.35 < 0.9);
    let from_135 = || {
        let mut path = path();
        path.text.columns[1].range = Range::new(1.35, 2.25);
        path
    };
    let jump: [Row; 2] = [(2, 1.35, "naked"), (2, 2.25, "box")];
    for condition in [
        "max_jump(score) >= 0.9",
        "0.9 <= max_jump(score)",
        "max_jump(score) == 0.9",
        "max_jump(score) > 0.8999",
        "not (max_jump(score) < 0.9)",
        "max_jump(score) in 0.9..1.0",
    ] {
        let rows = [(Some("volatile"), Some(condition)), (Some("even"), None)];
        let mut path = from_135().class("pace", &rows);
        let result = path.results(&jump);
        assert_eq!(path.text_of(&result[0]), Some("volatile"), "{condition}");
    }
    // What lies at the end of the range cannot lie beyond it.
    for condition in ["max_jump(score) > 0.9", "max_jump(score) >= 0.9001"] {
        let rows = [(Some("volatile"), Some(condition)), (Some("even"), None)];
        let problem = only_problem(&mut from_135().class("pace", &rows));
        assert_eq!(problem.code, codes::UNREACHABLE, "{condition}");
    }
    let mut tiers = from_135().tiers("max_jump(score)", &[0.9], &["low", "high"], &[]);
    let (program, scratch) = tiers.run(&jump);
    assert_eq!(program.tier(&scratch), Some(1));
}

#[test]
fn rows_behind_one_that_always_applies() {
    let rows = [
        (Some("any"), Some("steps >= 0")),
        (Some("none"), Some("steps > 3")),
        (Some("rest"), None),
    ];
    let (problems, _) = path().class("pace", &rows).check();
    let codes: Vec<_> = problems.iter().map(|p| (p.code, p.severity)).collect();
    assert_eq!(
        codes,
        [(codes::UNREACHABLE, Severity::Warning); 2],
        "{problems:#?}"
    );
    assert!(problems[0].notes[0].contains("`any`"), "{problems:#?}");
}

#[test]
fn all_wrong_rows_of_a_class_are_reported() {
    let rows = [
        (Some("a"), Some("speed > 1")),
        (Some("b"), Some("steps +")),
        (Some("c"), Some("steps")),
        (Some("d"), None),
    ];
    let (problems, program) = path().class("pace", &rows).check();
    assert!(program.is_none());
    let codes: Vec<_> = problems.iter().map(|p| p.code).collect();
    assert_eq!(
        codes,
        [codes::UNKNOWN_NAME, codes::SYNTAX, codes::TYPE],
        "{problems:#?}"
    );
}

// Tiers.

fn tiered() -> Path {
    path().tiers(
        "sum(score)",
        &[44.0, 50.0],
        &["low", "middle", "high"],
        &[("length", "steps"), ("peak", "max(assertions)")],
    )
}

fn tier_of(scores: &[f64]) -> Option<usize> {
    let steps: Vec<Row> = scores.iter().map(|&score| (2, score, "naked")).collect();
    let (program, scratch) = tiered().run(&steps);
    program.tier(&scratch)
}

#[test]
fn tiers_at_and_just_below_each_bound() {
    let total = |sum: f64| [sum - 2.0, 1.0, 1.0];
    for (sum, tier) in [
        (3.0, 0),
        (43.9, 0),
        (43.999_999, 0),
        (44.0, 1),
        (44.000_001, 1),
        (49.999_999, 1),
        (50.0, 2),
        (1_000.0, 2),
    ] {
        assert_eq!(tier_of(&total(sum)), Some(tier), "{sum}");
    }
    // Without steps the sum is 0.
    assert_eq!(tier_of(&[]), Some(0));
}

/// 44 as a sum of tenths is not exactly 44 in the machine.
#[test]
fn rounding_does_not_move_a_path_to_another_tier() {
    let tenths = [0.1; 440];
    let sum: f64 = tenths.iter().sum();
    assert!(sum != 44.0);
    assert_eq!(tier_of(&tenths), Some(1));
    assert_eq!(tier_of(&[43.999_999_999_99]), Some(1));
    assert_eq!(tier_of(&[44.1, -0.1]), Some(1));
}

#[test]
fn the_profile_of_a_path() {
    let mut path = tiered();
    let (program, scratch) = path.run(&STEPS);
    let profile: Vec<(&str, f64)> = program.profile(&scratch).collect();
    assert_eq!(profile, [("length", 4.0), ("peak", 10.0)]);
}

#[test]
fn a_tier_that_no_path_can_reach() {
    // The mean score is 0 without steps, else 1.07 to 2.25.
    let mut path = path().tiers("mean(score)", &[-1.0, 2.0, 2.5], &["a", "b", "c", "d"], &[]);
    let (problems, program) = path.check();
    assert!(program.is_some());
    let places: Vec<_> = problems
        .iter()
        .map(|p| (p.code, p.severity, p.fragment))
        .collect();
    let unreachable = |row: u32| (codes::UNREACHABLE, Severity::Warning, FragmentId(410 + row));
    assert_eq!(places, [unreachable(0), unreachable(3)], "{problems:#?}");
    assert!(problems[1].notes[0].contains("0 to 2.25"), "{problems:#?}");
}

#[test]
fn tiers_by_something_that_is_no_number() {
    for (by, code) in [
        ("most_frequent(kind)", codes::TYPE),
        ("score", codes::TYPE),
        ("summ(score)", codes::UNKNOWN_NAME),
    ] {
        let mut path = path().tiers(by, &[1.0], &["a", "b"], &[]);
        let problem = only_problem(&mut path);
        assert_eq!(problem.code, code, "{by}");
        assert_eq!(problem.fragment, FragmentId(400));
    }
}
