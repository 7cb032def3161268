//! One technique from text to match.

use undoku_grid::{Position, Puzzle};
use undoku_lang::{
    Conclusion, ConstantValue, Fragment, FragmentId, Named, Registry, Span, StepText, TechniqueText, Texts, World,
    compile_technique,
};

fn fragment(id: u32, text: &str) -> Fragment {
    Fragment {
        id: FragmentId(id),
        text: text.to_owned(),
    }
}

fn named<T>(name: &str, value: T) -> Named<T> {
    Named {
        name: name.to_owned(),
        fragment: FragmentId(99),
        span: Span::new(0, 1),
        value,
    }
}

fn line(text: &str) -> Puzzle {
    let clues = std::array::from_fn(|i| {
        let c = text.as_bytes()[i];
        (c != b'.').then(|| undoku_grid::Digit::from_number(c - b'0').unwrap())
    });
    Puzzle::from_clues(&clues)
}

#[test]
fn naked_single() {
    let text = TechniqueText {
        constants: vec![named("by_open", ConstantValue::Ints(vec![2, 4, 6, 9, 12, 15]))],
        pattern: fragment(1, "for c in open\ncheck count(cand(c)) == 1\nplace only(cand(c)) at c"),
        possible: None,
        evidence: vec![named(
            "open_min",
            fragment(2, "min(count(open(row(target))), count(open(column(target))), count(open(box(target))))"),
        )],
        assertions: fragment(
            3,
            "if open_min <= 6 then by_open[clamp(open_min, 1, 6)] else min(22, 16 + 2 * (open_min - 6))",
        ),
        score: fragment(4, "1.00 + assertions / 22 * 0.75"),
        range: Some((1.06, 1.75)),
        explain: Some(fragment(5, "{target} has one candidate left: {target_digit}")),
    };
    let step = StepText {
        constants: Vec::new(),
        values: vec![named("h", fragment(6, "sum(c in placed : count(filled(row(c))))"))],
    };
    let registry = Registry::new();
    let mut texts = Texts::default();
    let mut problems = Vec::new();
    let program = compile_technique(&text, &step, &registry, &mut texts, &mut problems);
    assert!(problems.is_empty(), "{problems:#?}");
    let program = program.unwrap();
    println!("{}", program.listing());
    let puzzle: Puzzle = line(
        ".23456789........................................................................",
    );
    let position: Position = puzzle.position();
    let world = World {
        position: &position,
        clues: puzzle.clues(),
        registry: &registry,
    };
    let mut scratch = program.scratch();
    let found = program.first(world, &mut scratch).unwrap();
    let Some(Conclusion::Place { cell, digit }) = program.conclusion(&scratch) else {
        panic!()
    };
    assert_eq!((cell.to_string(), digit.number()), ("r1c1".to_owned(), 1));
    program.rate(world, &mut scratch);
    assert_eq!(program.assertions(&scratch), 2.0);
    assert_eq!(program.step_values(&scratch).next(), Some(8.0));
    assert_eq!(program.explain(world, &mut scratch), "r1c1 has one candidate left: 1");
    assert_eq!(program.next(found, world, &mut scratch), None);
    assert_eq!(program.possible(world, &mut scratch), 73);
}
