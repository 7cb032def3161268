//! Compiled formulas and patterns against an interpreter of the syntax tree, on random texts.

use undoku_grid::{Position, Unit};
use undoku_lang::{
    Problem, Registry, Severity, StepText, Texts, Type, World, codes, compile_technique,
    parse_formula, parse_pattern,
};

use super::generator::{self, Generator, Ty};
use super::grids::{self, Dice};
use super::interpreter::Interpreter;
use super::naive::Plain;
use super::support::{Draft, draft, fragment, named};
use super::values::{V, agree, of_program};

/// Places the least candidate of every cell that has one.
fn trivial() -> Draft {
    draft("for c in open check count(cand(c)) >= 1 place first(cand(c)) at c")
}

/// Positions of all sorts, those without a grid behind them included.
fn positions() -> Vec<Position> {
    let mut all = vec![Position::empty()];
    for seed in 0..6 {
        let mut dice = Dice::new(70 + seed);
        let grid = grids::mixed_solution(&mut dice);
        let (filled, excluded) = (
            [0, 10, 25, 40, 55, 70][seed as usize],
            [80, 60, 50, 40, 30, 0],
        );
        let mut position = grids::position(&mut dice, &grid, filled, excluded[seed as usize]);
        if seed == 2 {
            grids::exclude(&mut dice, &mut position, None, 40);
        }
        all.push(position);
    }
    all
}

fn errors(problems: &[Problem]) -> Vec<&Problem> {
    problems
        .iter()
        .filter(|p| p.severity == Severity::Error)
        .collect()
}

/// Compares formulas, of which each must compile, as evidence in every position.
fn compare_formulas(formulas: &[String], positions: &[Position]) {
    let mut draft = trivial();
    for (at, text) in formulas.iter().enumerate() {
        draft = draft.evidence(&format!("e{at}"), text);
    }
    let technique = draft.compile_quietly();
    for position in positions {
        let Some(cell) = position
            .open()
            .iter()
            .find(|&c| !position.cand(c).is_empty())
        else {
            continue;
        };
        let plain = Plain::of(position);
        let interpreter = Interpreter { plain: &plain };
        for (text, (_, value)) in formulas.iter().zip(technique.evidence(position)) {
            let tree = parse_formula(&fragment(Default::default(), text)).expect("it parses");
            let mut scope = vec![("c".to_owned(), V::Cell(Some(cell.index())))];
            let expected = interpreter.eval(&tree, &mut scope);
            let found = of_program(value);
            assert!(
                agree(&found, &expected),
                "{text}\nfound {found:?}\nexpected {expected:?}{position:?}"
            );
        }
    }
}

#[test]
fn random_formulas_mean_what_their_tree_says() {
    let positions = positions();
    for seed in 0..400 {
        let mut dice = Dice::new(seed);
        let mut generator = Generator::new(&mut dice);
        generator.scope.push(("c".to_owned(), Ty::Cell));
        let formulas: Vec<String> = (0..6)
            .map(|at| {
                let ty = generator::ALL[(seed as usize + at) % 9];
                generator.text(ty, 1 + at % 4)
            })
            .collect();
        compare_formulas(&formulas, &positions);
    }
}

#[test]
fn random_patterns_find_what_their_tree_says() {
    let positions = positions();
    let (mut matches, mut never, mut run) = (0, 0, 0);
    for seed in 0..800 {
        let mut dice = Dice::new(10_000 + seed);
        let text = Generator::new(&mut dice).pattern();
        let draft = draft(&text);
        let (problems, program) = draft.check(&Registry::new());
        let tree = parse_pattern(&fragment(Default::default(), &text)).expect("it parses");
        let errors = errors(&problems);
        // The interpreter takes its time.
        let is_costly = program.as_ref().is_some_and(|program| program.cost() > 7e3);
        if is_costly || errors.iter().any(|p| p.code == codes::TOO_COSTLY) {
            continue;
        }
        // What is said to hold never must not hold.
        let impossible = errors.iter().any(|p| p.code == codes::FIXED_CONDITION);
        assert!(impossible || program.is_some(), "{text}\n{problems:#?}");
        let technique = (!impossible).then(|| draft.compile_quietly());
        let start = dice.below(positions.len());
        for position in positions.iter().cycle().skip(start).take(2) {
            let plain = Plain::of(position);
            let expected = Interpreter { plain: &plain }.run(&tree);
            match &technique {
                Some(technique) => {
                    let found = technique.look(position);
                    assert_eq!(found, expected, "{text}{position:?}");
                    matches += found.matches.len();
                    run += 1;
                }
                None => {
                    never += 1;
                    assert!(
                        expected.matches.is_empty(),
                        "{text}{problems:#?}{position:?}"
                    );
                }
            }
        }
    }
    assert!(run >= 600, "{run} of the patterns ran");
    assert!(matches >= 3_000, "{matches} matches");
    assert!(never <= run, "{never} never held");
}

/// Compiles formulas as a system's step values; they must lie within what the analysis says.
#[test]
fn random_numbers_lie_within_their_ranges() {
    let positions = positions();
    let mut narrow = 0;
    for seed in 0..400 {
        let mut dice = Dice::new(50_000 + seed);
        let mut generator = Generator::new(&mut dice);
        for name in ["placed", "eliminated"] {
            generator.scope.push((name.to_owned(), Ty::Cells));
        }
        generator.scope.push(("removed".to_owned(), Ty::Int));
        let values: Vec<_> = (0..6)
            .map(|at| {
                let text = generator.text([Ty::Int, Ty::Num][at % 2], 1 + at % 4);
                named(&format!("s{at}"), fragment(Default::default(), &text))
            })
            .collect();
        let system = StepText {
            constants: Vec::new(),
            values,
        };
        let (registry, mut problems) = (Registry::new(), Vec::new());
        let pattern = if seed % 2 == 0 {
            trivial()
        } else {
            draft("for c in open check count(cand(c)) >= 1 eliminate cand(c) from peers(c)")
        };
        let program = compile_technique(
            &pattern.0,
            &system,
            &registry,
            &mut Texts::default(),
            &mut problems,
        )
        .unwrap_or_else(|| panic!("{system:#?}{problems:#?}"));
        let ranges: Vec<_> = program.step_ranges().collect();
        narrow += ranges.iter().filter(|(_, range)| range.is_finite()).count();
        for position in &positions {
            let world = World {
                position,
                clues: position.filled(),
                registry: &registry,
            };
            let mut scratch = program.scratch();
            let mut at = program.first(world, &mut scratch);
            let mut tries = 0;
            while let Some(resume) = at {
                program.rate(world, &mut scratch);
                for ((value, (ty, range)), named) in program
                    .step_values(&scratch)
                    .zip(&ranges)
                    .zip(&system.values)
                {
                    let slack = 1e-9 * value.abs().max(1.0);
                    assert!(
                        range.lo - slack <= value && value <= range.hi + slack,
                        "{}: {value} is outside of {range:?}{position:?}",
                        named.value.text
                    );
                    assert!(
                        *ty != Type::Int || value.fract() == 0.0,
                        "{}",
                        named.value.text
                    );
                }
                tries += 1;
                if tries == 5 {
                    break;
                }
                at = program.next(resume, world, &mut scratch);
            }
        }
    }
    assert!(narrow >= 1_000, "{narrow} ranges said something");
}

/// Formulas chosen for what the compiler does with them.
#[test]
fn formulas_that_are_rewritten_keep_their_meaning() {
    let texts = [
        // Conditions on counts become sets that the position keeps; 0 includes what holds a digit.
        "{x in cells : count(cand(x)) == 0}",
        "{x in cells : count(cand(x)) <= 2}",
        "{x in filled : count(cand(x)) < 1}",
        "{x in cells : not (count(cand(x)) in 1..3)}",
        "{d in digits : count(spots(d, row(c))) == 0}",
        "{d in digits : count(spots(d, row(c))) <= 3}",
        "{u in all_units : count(spots(first(cand(c)), u)) == 0}",
        "{u in all_units : count(spots(first(digits), u)) < 4}",
        "{x in cells : count(cand(x)) == count(bivalue)}",
        "{x in cells : count(cand(x)) == count({y in bivalue : y == c})}",
        "{d in digits : count(spots(d, row(c))) == count({y in bivalue : y == c})}",
        "any(x in cells : count(cand(x)) == 0)",
        "all(d in digits : count(spots(d, box(c))) >= 1)",
        "all(u in all_units : count(spots(first(digits), u)) != 0)",
        // The spots of a digit can be many.
        "count(spots(first(digits)))",
        "count(spots(first(digits))) > 9",
        "count(spots(first(digits))) + 0.5 * count(spots(last(digits)))",
        "if count(spots(first(digits))) >= 10 then 1 else 2",
        "count(spots(cand(c)))",
        "count(spots(first(digits), boxes))",
        "count(spots(first(digits), open))",
        // Nothing, and the set of nothing.
        "count(peers(only(open)))",
        "only(open)",
        "last({x in open : count(cand(x)) > 9})",
        "last({d in digits : count(spots(d)) > 81})",
        "last({u in rows : count(open(u)) > 9}) == only(rows)",
        "last({d in digits : count(spots(d)) > 81}) in digits",
        "last({u in rows : count(open(u)) > 9}) in rows",
        "digits after last({d in digits : count(spots(d)) > 81})",
        "rows after last({u in rows : count(open(u)) > 9})",
        "cells after only(open)",
        "last({d in digits : count(spots(d)) > 81}) < first(digits)",
        "cells(row(only(open)))",
        "count(filled(row(only(open))))",
        "count(filled(box(last({x in open : count(cand(x)) > 9}))))",
        "sum(x in only(open) | only(open) : 5)",
        "sum(x in only(open) : 5)",
        "sum(x in only(open) : count(filled(row(x))))",
        "sum(x in first({x2 in open : count(cand(x2)) > 9}) : 1 + count(cand(x)))",
        "max(x in only(open) : 3)",
        "value(only(open))",
        "missing(row(only(open)))",
        "holding(value(c))",
        // Sums with an operation of their own, and those that only look like it.
        "sum(x in open : count(units(x) & holding(first(digits))))",
        "sum(x in open : count(units(x) & units(c)))",
        "sum(x in open : count(units(x) & holding(first(cand(x)))))",
        "max(x in open : count(cand(x)))",
        "max(x in bivalue : count(cand(x)))",
        "max(x in filled : count(cand(x)))",
        "variance(u in all_units : count(clues & cells(u)))",
        "mean(x in bivalue : count(cand(x)) / 3)",
        // Choices, tables and constants.
        "[7, 5, 3][clamp(count(cand(c)), 1, 3)]",
        "[0.5, 2, 3][clamp(count(open(row(c))), 1, 3)]",
        "clamp(round(8 + 0.4 * count(open(row(c))) + 0.3 * count(open(box(c)))), 10, 24)",
        "clamp(count(cand(c)), 5, 3)",
        "0.1 + 0.2 == 0.3",
        "0.1 + 0.2 <= 0.3",
        "0.1 + 0.2 < 0.3",
        "count(cand(c)) / 0",
        "(1 / 0) == 0",
        "round(0.5) + round(-0.5) + round(2.5)",
        "floor(-0.5) + ceil(-0.5)",
        "-count(cand(c)) * -1",
        "sqrt(-4.0) + ln(0.0) + ln(-1.0)",
        "exp(1000.0)",
        "if c in open then open else only(open)",
        // Sets and members side by side.
        "c - c",
        "c ^ c == open - open",
        "first(open) ^ last(open)",
        "cand(c) - first(cand(c))",
        "peers(c | last(open))",
        "units(c) & lines",
        "c in [first(open), last(open)]",
        "count(cand(c)) in [2, 3.0, 9]",
        "union(x in bivalue : peers(x))",
        "union(u in units(c) : u)",
        "count(s in choose(2, open(row(c))) : count(cand(s)) <= 4)",
        "sum(s in choose(3, missing(box(c))) : count(spots(s, box(c))))",
        "max(g in chutes : count(clues & g))",
        "count(x in [c, c] : x in open)",
        "sum(n in [1, 2, 3] : n * n)",
        "half_turn(peers(c)) ^ peers(c)",
        "transpose(cells(row(c))) - cells(column(c))",
    ];
    let positions = positions();
    for text in texts {
        compare_formulas(&[text.to_owned()], &positions);
    }
}

/// Formulas whose value is plain to see, in the empty grid.
#[test]
fn values_by_hand() {
    for (text, expected) in [
        ("count(open)", V::Int(81)),
        ("count(spots(first(digits)))", V::Int(81)),
        ("count(filled)", V::Int(0)),
        ("count(peers(c))", V::Int(20)),
        // r1c1 and r1c2 share their box and their row: 13 cells but themselves.
        ("count(peers(c | first(open - c)))", V::Int(13)),
        ("count(units(cells(first(boxes))) & lines)", V::Int(6)),
        ("sum(n in [1, 2, 3] : n * n)", V::Int(14)),
        // Mean 2, deviations 1, 0 and 1.
        ("variance(n in [1, 2, 3] : n)", V::Num(2.0 / 3.0)),
        ("round(2.5)", V::Int(3)),
        ("round(-2.5)", V::Int(-3)),
        ("7 / 2", V::Num(3.5)),
        ("7 / 0", V::Num(0.0)),
        ("count(s in choose(2, rows) : true)", V::Int(36)),
        ("2 + 3 * 4 - 1", V::Int(13)),
        ("1 + 2 == 3 and not 4 < 3", V::Bool(true)),
        ("5 in 2..9", V::Bool(true)),
        ("10 in 2..9", V::Bool(false)),
        ("row(c)", V::Unit(Some(Unit::ALL[0].index()))),
        ("last(digits)", V::Digit(Some(9))),
        ("only(digits)", V::Digit(None)),
    ] {
        let technique = trivial().evidence("e", text).compile_quietly();
        let found = technique.evidence(&Position::empty());
        let found = of_program(found[0].1);
        assert!(agree(&found, &expected), "{text}: {found:?}");
    }
}

/// Each value stands twice in the next: written out, there would be more parts than can be counted.
#[test]
fn values_that_share_their_parts_are_compiled_part_by_part() {
    for (start, next, condition) in [
        ("count(cand(c))", "$ + $", "$ > 0"),
        ("count(cand(c))", "$ + $", "$ == 9"),
        ("0.5 * count(cand(c))", "$ + $", "$ > 4.0"),
        (
            "count(peers(c) & open)",
            "$ + $",
            "sum(x in [$, $] : x + $) > 4",
        ),
        ("round(0.5 * count(open))", "round($ + 0.5 * $)", "$ > 4"),
        (
            "c in bivalue",
            "($ and c in open) or ($ and c in filled)",
            "not $",
        ),
        ("c in bivalue", "($ and $)", "not $"),
        (
            "spots(first(cand(c)))",
            "($ & peers(c)) | ($ - peers(c))",
            "count($) > 1",
        ),
    ] {
        let mut pattern = format!("for c in open\nlet a0 = {start}\n");
        for at in 1..=40 {
            let value = next.replace('$', &format!("a{}", at - 1));
            pattern.push_str(&format!("let a{at} = {value}\n"));
        }
        let condition = condition.replace('$', "a40");
        pattern.push_str(&format!("check {condition}\nplace first(cand(c)) at c"));
        let technique = draft(&pattern)
            .evidence("e", "count(cand(c))")
            .compile_quietly();
        // Nine times 2⁴⁰ is no nine; all other conditions hold in every cell of the empty grid.
        let expected = if condition == "a40 == 9" { 0 } else { 81 };
        let found = technique.look(&Position::empty());
        assert_eq!(
            (found.matches.len(), found.possible),
            (expected, 81),
            "{condition}"
        );
    }
}
