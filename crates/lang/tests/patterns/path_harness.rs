//! A system's path formulas as a test writes them down, with columns filled by hand.

use std::collections::HashSet;

use undoku_grid::{CellSet, Position};
use undoku_lang::{
    ClassRow, Column, ConstantValue, Element, FragmentId, MOST_CHANGES, PathProgram, PathResult,
    PathScratch, PathText, PathValue, Problem, Range, Registry, Span, Texts, TierText,
    compile_path,
};

use super::support::{fragment, named};

/// Kinds first, in ladder order, then the techniques.
pub(crate) const TEXTS: [&str; 5] = ["naked", "box", "row", "column", "line"];

/// A step: assertions, score and kind.
pub(crate) type Row = (i64, f64, &'static str);

pub(crate) const STEPS: [Row; 4] = [
    (4, 1.5, "box"),
    (10, 2.0, "naked"),
    (2, 1.0, "naked"),
    (10, 2.0, "box"),
];

pub(crate) struct Path {
    pub(crate) text: PathText,
    pub(crate) texts: Texts,
}

/// A path of which nothing is asked yet. A step scores 1.07 to 2.25 and takes 2 to 32 assertions.
pub(crate) fn path() -> Path {
    let column = |name: &str, element, low, high| Column {
        name: name.to_owned(),
        element,
        range: Range::new(low, high),
        texts: match element {
            Element::Text => (0..TEXTS.len() as i64).collect(),
            _ => Vec::new(),
        },
    };
    Path {
        text: PathText {
            constants: Vec::new(),
            used_elsewhere: HashSet::new(),
            absent: Vec::new(),
            rows: None,
            columns: vec![
                column("assertions", Element::Int, 2.0, 32.0),
                column("score", Element::Number, 1.07, 2.25),
                column("kind", Element::Text, 0.0, 3.0),
            ],
            most_steps: MOST_CHANGES,
            values: Vec::new(),
            tiers: None,
        },
        texts: Texts::new(TEXTS),
    }
}

fn class_row(name: Option<&str>, when: Option<&str>, number: u32) -> ClassRow {
    ClassRow {
        name: name.map(str::to_owned),
        when: when.map(|when| fragment(FragmentId(200 + number), when)),
        place: (FragmentId(300 + number), Span::new(0, 1)),
    }
}

impl Path {
    pub(crate) fn value(mut self, name: &str, formula: &str) -> Self {
        let id = FragmentId(100 + self.text.values.len() as u32);
        let value = PathValue::Formula(fragment(id, formula));
        self.text.values.push(named(name, value));
        self
    }

    /// Rows of a name and a condition.
    pub(crate) fn class(mut self, name: &str, rows: &[(Option<&str>, Option<&str>)]) -> Self {
        let rows = rows
            .iter()
            .enumerate()
            .map(|(at, (name, when))| class_row(*name, *when, at as u32))
            .collect();
        self.text.values.push(named(name, PathValue::Class(rows)));
        self
    }

    pub(crate) fn constant(mut self, name: &str, value: f64) -> Self {
        self.text
            .constants
            .push(named(name, ConstantValue::Number(value)));
        self
    }

    pub(crate) fn tiers(
        mut self,
        by: &str,
        bounds: &[f64],
        names: &[&str],
        profile: &[(&str, &str)],
    ) -> Self {
        let rows = 0..=bounds.len() as u32;
        self.text.tiers = Some(TierText {
            by: fragment(FragmentId(400), by),
            bounds: bounds.to_vec(),
            names: vec![(
                named("tier", ()),
                names.iter().map(|&name| name.to_owned()).collect(),
            )],
            profile: profile
                .iter()
                .map(|(name, formula)| named(name, fragment(FragmentId(401), formula)))
                .collect(),
            rows: rows
                .map(|n| (FragmentId(410 + n), Span::new(0, 1)))
                .collect(),
        });
        self
    }

    pub(crate) fn check(&mut self) -> (Vec<Problem>, Option<PathProgram>) {
        let mut problems = Vec::new();
        let program = compile_path(&self.text, &Registry::new(), &mut self.texts, &mut problems);
        (problems, program)
    }

    pub(crate) fn compile(&mut self) -> PathProgram {
        let (problems, program) = self.check();
        assert!(problems.is_empty(), "{problems:#?}");
        program.expect("there is a program where there is no problem")
    }

    /// The program run over steps from the empty grid.
    pub(crate) fn run(&mut self, steps: &[Row]) -> (PathProgram, PathScratch) {
        let program = self.compile();
        let scratch = self.run_again(&program, steps);
        (program, scratch)
    }

    pub(crate) fn run_again(&self, program: &PathProgram, steps: &[Row]) -> PathScratch {
        let mut scratch = program.scratch();
        fill(&mut scratch, steps, &self.texts);
        let registry = Registry::new();
        program.run(
            &Position::empty(),
            CellSet::EMPTY,
            steps.len(),
            &registry,
            &mut scratch,
        );
        scratch
    }

    pub(crate) fn results(&mut self, steps: &[Row]) -> Vec<PathResult> {
        let (program, scratch) = self.run(steps);
        program.values(&scratch).collect()
    }

    pub(crate) fn text_of(&self, result: &PathResult) -> Option<&str> {
        match result {
            PathResult::Text(number) => self.texts.text(*number),
            other => panic!("{other:?} is no text"),
        }
    }
}

/// Fills the columns, step by step.
pub(crate) fn fill(scratch: &mut PathScratch, steps: &[Row], texts: &Texts) {
    scratch.start();
    for (step, (assertions, score, kind)) in steps.iter().enumerate() {
        let number = texts.number(kind).expect("a kind of the ladder");
        scratch.put(step, &[*assertions as f64, *score, number as f64]);
    }
}

pub(crate) fn only_problem(path: &mut Path) -> Problem {
    let (problems, _) = path.check();
    assert_eq!(problems.len(), 1, "{problems:#?}");
    problems.into_iter().next().expect("one problem")
}

/// The words that a problem points at.
pub(crate) fn pointed_at<'a>(problem: &Problem, formula: &'a str) -> &'a str {
    &formula[problem.span.range()]
}
