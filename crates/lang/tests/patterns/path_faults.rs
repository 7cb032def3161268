//! What is wrong with formulas over a path: one message for one mistake.

use undoku_lang::{FragmentId, PathResult, Severity, codes};

use super::path_harness::{STEPS, only_problem, path, pointed_at};

#[test]
fn formulas_that_need_each_other_are_one_problem() {
    let mut circle = path()
        .value("a", "b + 1")
        .value("b", "c * 2")
        .value("c", "a - 1")
        // What uses the circle is not wrong itself.
        .value("d", "a + b + c");
    let problem = only_problem(&mut circle);
    assert_eq!(problem.code, codes::CYCLE);
    assert!(problem.message.contains('a'), "{problem:#?}");
    let mut alone = path().value("a", "a + 1");
    assert_eq!(only_problem(&mut alone).code, codes::CYCLE);
}

#[test]
fn two_circles_are_two_problems() {
    let mut path = path()
        .value("a", "b + 1")
        .value("b", "a * 2")
        .value("c", "d + 1")
        .value("d", "c * 2");
    let (problems, program) = path.check();
    assert!(program.is_none());
    assert_eq!(problems.len(), 2, "{problems:#?}");
    assert!(problems.iter().all(|p| p.code == codes::CYCLE));
}

#[test]
fn a_variable_of_a_fold_is_no_use_of_the_value_with_its_name() {
    let mut path = path().value("x", "sum(x in clues : count(cand(x)))");
    assert_eq!(path.results(&STEPS), [PathResult::Int(0)]);
}

#[test]
fn a_kind_that_no_step_can_be_of() {
    let formula = "count(kind == \"nakd\")";
    let problem = only_problem(&mut path().value("x", formula));
    assert_eq!(problem.code, codes::UNKNOWN_KIND);
    assert_eq!(pointed_at(&problem, formula), "\"nakd\"");
    assert!(
        problem.help.as_ref().is_some_and(|h| h.contains("`naked`")),
        "{problem:#?}"
    );
    for formula in [
        "count(\"swordfish\" == kind)",
        "count(kind != \"swordfish\")",
        "count(kind in [\"naked\", \"swordfish\"])",
    ] {
        let problem = only_problem(&mut path().value("x", formula));
        assert_eq!(problem.code, codes::UNKNOWN_KIND);
        let help = problem.help.expect("advice");
        assert!(help.contains("naked, box, row"), "{help}");
    }
}

#[test]
fn wrong_path_formulas() {
    for (formula, code, place, phrase) in [
        ("score", codes::TYPE, "score", "numbers of all steps"),
        (
            "score * 2",
            codes::TYPE,
            "score * 2",
            "numbers of all steps",
        ),
        ("kind", codes::TYPE, "kind", "texts of all steps"),
        (
            "score > 2",
            codes::TYPE,
            "score > 2",
            "conditions of all steps",
        ),
        ("open", codes::TYPE, "open", "a set of cells"),
        (
            "sum(kind)",
            codes::TYPE,
            "sum(kind)",
            "numbers of all steps",
        ),
        (
            "entropy(score)",
            codes::TYPE,
            "entropy(score)",
            "texts of all steps",
        ),
        (
            "count(score)",
            codes::TYPE,
            "count(score)",
            "a condition on every step",
        ),
        (
            "longest_run(score > 2)",
            codes::TYPE,
            "longest_run(score > 2)",
            "texts of all steps",
        ),
        (
            "sum(kind == \"naked\")",
            codes::TYPE,
            "sum(kind == \"naked\")",
            "numbers of all steps",
        ),
        (
            "count(score and score > 1)",
            codes::TYPE,
            "score",
            "a condition",
        ),
        ("sum(scor)", codes::UNKNOWN_NAME, "scor", "unknown name"),
        ("sum(3)", codes::ARGUMENTS, "sum", "a whole number"),
        ("max()", codes::ARGUMENTS, "max", "nothing"),
        (
            "sum(if score then 1 else 0)",
            codes::TYPE,
            "score",
            "a condition",
        ),
        (
            "medain(score)",
            codes::UNKNOWN_NAME,
            "medain",
            "unknown function",
        ),
    ] {
        let problem = only_problem(&mut path().value("x", formula));
        assert_eq!(problem.code, code, "{formula}: {problem:#?}");
        assert_eq!(
            pointed_at(&problem, formula),
            place,
            "{formula}: {problem:#?}"
        );
        assert!(problem.message.contains(phrase), "{formula}: {problem:#?}");
        assert_eq!(problem.severity, Severity::Error);
        assert_eq!(problem.fragment, FragmentId(100));
    }
}

#[test]
fn a_wrong_value_is_one_problem_however_many_use_it() {
    let mut path = path()
        .value("a", "sum(scroe)")
        .value("b", "a + 1")
        .value("c", "if a > 2 and b > 1 then \"naked\" else \"box\"");
    assert_eq!(only_problem(&mut path).code, codes::UNKNOWN_NAME);
}

#[test]
fn names_are_taken_once() {
    let mut path = path().value("a", "steps").value("a", "sum(score)");
    assert_eq!(only_problem(&mut path).code, codes::NAME_TAKEN);
    for name in ["score", "kind", "open", "steps", "sum"] {
        let mut path = self::path().value(name, "count(open)");
        assert_eq!(only_problem(&mut path).code, codes::NAME_TAKEN, "{name}");
    }
    let mut path = self::path().constant("score", 2.0).value("a", "sum(score)");
    assert_eq!(only_problem(&mut path).code, codes::NAME_TAKEN);
}

#[test]
fn constants_that_nothing_uses() {
    let mut unused = path().constant("scale", 2.0).value("a", "sum(score)");
    let problem = only_problem(&mut unused);
    assert_eq!(
        (problem.code, problem.severity),
        (codes::UNUSED, Severity::Warning)
    );
    assert!(problem.message.contains("`scale`"));
    unused.text.used_elsewhere.insert("scale".to_owned());
    assert!(unused.check().0.is_empty());
}

#[test]
fn a_constant_in_a_formula_that_cannot_be_read_is_not_called_unused() {
    let mut path = path().constant("scale", 2.0).value("a", "scale * (");
    assert_eq!(only_problem(&mut path).code, codes::SYNTAX);
}

#[test]
fn too_many_columns_or_values_are_said_so() {
    let mut columns = path().value("a", "steps");
    for number in 0..300 {
        let mut column = columns.text.columns[0].clone();
        column.name = format!("column_{number}");
        columns.text.columns.push(column);
    }
    let mut values = path();
    for number in 0..300 {
        values = values.value(&format!("v{number}"), &format!("sum(score) * {number}.5"));
    }
    for path in [&mut columns, &mut values] {
        let (problems, program) = path.check();
        assert!(program.is_none());
        assert_eq!(problems.len(), 1, "{problems:#?}");
        assert_eq!(problems[0].code, codes::TOO_LARGE);
    }
}

#[test]
fn formulas_that_cannot_be_read() {
    let problem = only_problem(&mut path().value("x", "sum(score"));
    assert_eq!(problem.code, codes::SYNTAX);
    assert_eq!(problem.fragment, FragmentId(100));
}
