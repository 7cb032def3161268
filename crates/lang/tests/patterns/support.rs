//! Techniques made of a text alone, positions made by hand, and matches as lines of text.

use undoku_grid::{Cell, CellSet, Digit, DigitSet, Position, Unit};
use undoku_lang::{
    Conclusion, ConstantValue, Fragment, FragmentId, Named, Problem, Registry, Span, StepText,
    TechniqueProgram, TechniqueText, Texts, Value, World, compile_technique,
};

/// The number of the fragment that holds a pattern.
pub(crate) const PATTERN: FragmentId = FragmentId(1);
/// Of the formula of `possible`.
pub(crate) const POSSIBLE: FragmentId = FragmentId(2);
/// Of the assertions.
pub(crate) const ASSERTIONS: FragmentId = FragmentId(3);
/// Of the score.
pub(crate) const SCORE: FragmentId = FragmentId(4);
/// Of the explanation.
pub(crate) const EXPLAIN: FragmentId = FragmentId(5);
/// Of the names of constants and evidence.
pub(crate) const KEYS: FragmentId = FragmentId(9);

pub(crate) fn fragment(id: FragmentId, text: &str) -> Fragment {
    Fragment {
        id,
        text: text.to_owned(),
    }
}

pub(crate) fn named<T>(name: &str, value: T) -> Named<T> {
    Named {
        name: name.to_owned(),
        fragment: KEYS,
        span: Span::new(0, name.len() as u32),
        value,
    }
}

/// A technique as a test writes it down.
pub(crate) struct Draft(pub(crate) TechniqueText);

/// A technique that takes two assertions and scores 1.
pub(crate) fn draft(pattern: &str) -> Draft {
    Draft(TechniqueText {
        constants: Vec::new(),
        pattern: fragment(PATTERN, pattern),
        possible: None,
        evidence: Vec::new(),
        assertions: fragment(ASSERTIONS, "2"),
        score: fragment(SCORE, "1.0"),
        range: None,
        explain: None,
    })
}

impl Draft {
    pub(crate) fn int(mut self, name: &str, value: i64) -> Self {
        self.0
            .constants
            .push(named(name, ConstantValue::Int(value)));
        self
    }

    pub(crate) fn formula(mut self, name: &str, text: &str) -> Self {
        let id = FragmentId(20 + self.0.constants.len() as u32);
        let value = ConstantValue::Formula(fragment(id, text));
        self.0.constants.push(named(name, value));
        self
    }

    pub(crate) fn evidence(mut self, name: &str, text: &str) -> Self {
        let id = FragmentId(40 + self.0.evidence.len() as u32);
        self.0.evidence.push(named(name, fragment(id, text)));
        self
    }

    pub(crate) fn possible(mut self, text: &str) -> Self {
        self.0.possible = Some(fragment(POSSIBLE, text));
        self
    }

    pub(crate) fn assertions(mut self, text: &str) -> Self {
        self.0.assertions = fragment(ASSERTIONS, text);
        self
    }

    pub(crate) fn score(mut self, text: &str) -> Self {
        self.0.score = fragment(SCORE, text);
        self
    }

    pub(crate) fn range(mut self, low: f64, high: f64) -> Self {
        self.0.range = Some((low, high));
        self
    }

    pub(crate) fn explain(mut self, text: &str) -> Self {
        self.0.explain = Some(fragment(EXPLAIN, text));
        self
    }

    /// Every problem found, and the program if there is one.
    pub(crate) fn check(&self, registry: &Registry) -> (Vec<Problem>, Option<TechniqueProgram>) {
        let mut problems = Vec::new();
        let program = compile_technique(
            &self.0,
            &StepText::default(),
            registry,
            &mut Texts::default(),
            &mut problems,
        );
        (problems, program)
    }

    /// The compiled technique, of which nothing may be wrong.
    pub(crate) fn compile(&self) -> Technique {
        self.compile_with(Registry::new())
    }

    pub(crate) fn compile_with(&self, registry: Registry) -> Technique {
        let (problems, program) = self.check(&registry);
        assert!(
            problems.is_empty(),
            "{}\n{problems:#?}",
            self.0.pattern.text
        );
        Technique {
            program: program.expect("there is a program where there is no problem"),
            registry,
        }
    }
}

impl Draft {
    /// The compiled technique, of which warnings may be given: what is always so, what is never used.
    pub(crate) fn compile_quietly(&self) -> Technique {
        self.compile_quietly_with(Registry::new())
    }

    pub(crate) fn compile_quietly_with(&self, registry: Registry) -> Technique {
        let (problems, program) = self.check(&registry);
        Technique {
            program: program.unwrap_or_else(|| panic!("{:#?}\n{problems:#?}", self.0)),
            registry,
        }
    }
}

/// A compiled technique.
pub(crate) struct Technique {
    pub(crate) program: TechniqueProgram,
    registry: Registry,
}

/// What a technique says of one position.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Found {
    /// The conclusions of all matches, in order.
    pub(crate) matches: Vec<String>,
    /// How many bindings are tried.
    pub(crate) possible: u64,
}

impl Technique {
    fn world<'a>(&'a self, position: &'a Position) -> World<'a> {
        World {
            position,
            clues: position.filled(),
            registry: &self.registry,
        }
    }

    /// All matches and the number of bindings tried.
    pub(crate) fn look(&self, position: &Position) -> Found {
        let world = self.world(position);
        let mut scratch = self.program.scratch();
        let mut matches = Vec::new();
        let mut at = self.program.first(world, &mut scratch);
        while let Some(resume) = at {
            let conclusion = self.program.conclusion(&scratch);
            matches.push(shown(conclusion.expect("a match concludes something")));
            // What is computed of a match must not disturb the search for the next one.
            self.program.rate(world, &mut scratch);
            if matches.len() == 1 {
                let _tried = self.program.possible(world, &mut scratch);
            }
            at = self.program.next(resume, world, &mut scratch);
        }
        Found {
            matches,
            possible: self.program.possible(world, &mut scratch),
        }
    }

    /// The matches alone.
    pub(crate) fn matches(&self, position: &Position) -> Vec<String> {
        self.look(position).matches
    }

    /// The number of bindings tried.
    pub(crate) fn possible(&self, position: &Position) -> u64 {
        self.look(position).possible
    }

    /// The evidence of the first match.
    pub(crate) fn evidence(&self, position: &Position) -> Vec<(String, Value)> {
        let world = self.world(position);
        let mut scratch = self.program.scratch();
        self.program
            .first(world, &mut scratch)
            .expect("there is a match");
        self.program.rate(world, &mut scratch);
        let _text = self.program.explain(world, &mut scratch);
        self.program
            .evidence(&scratch)
            .map(|(name, value)| (name.to_owned(), value))
            .collect()
    }

    /// The explanation of the first match.
    pub(crate) fn explanation(&self, position: &Position) -> String {
        let world = self.world(position);
        let mut scratch = self.program.scratch();
        self.program
            .first(world, &mut scratch)
            .expect("there is a match");
        self.program.rate(world, &mut scratch);
        self.program.explain(world, &mut scratch)
    }
}

/// `r1c1=5`, or `r1c4-3 r1c5-3`, cell by cell and digit by digit.
fn shown(conclusion: Conclusion<'_>) -> String {
    match conclusion {
        Conclusion::Place { cell, digit } => format!("{cell}={digit}"),
        Conclusion::PlaceAll(cells) => {
            let mut all = Vec::new();
            for cell in Cell::ALL {
                let here = Digit::ALL
                    .into_iter()
                    .filter(|d| cells[d.index()].contains(cell));
                all.extend(here.map(|digit| format!("{cell}={digit}")));
            }
            all.join(" ")
        }
        Conclusion::Eliminate(cells) => {
            let mut gone = Vec::new();
            for cell in Cell::ALL {
                for digit in Digit::ALL {
                    if cells[digit.index()].contains(cell) {
                        gone.push(format!("{cell}-{digit}"));
                    }
                }
            }
            gone.join(" ")
        }
    }
}

pub(crate) fn cell(text: &str) -> Cell {
    text.parse().expect("a cell like r1c1")
}

/// `r1c1 r1c2`
pub(crate) fn cells(text: &str) -> CellSet {
    text.split_whitespace().map(cell).collect()
}

pub(crate) fn digit(number: u8) -> Digit {
    Digit::from_number(number).expect("1 to 9")
}

/// `12`
pub(crate) fn digits(text: &str) -> DigitSet {
    text.bytes().map(|byte| digit(byte - b'0')).collect()
}

/// `row 3`
pub(crate) fn unit(text: &str) -> Unit {
    Unit::ALL
        .into_iter()
        .find(|unit| unit.to_string() == text)
        .expect("a unit like `row 3`")
}

/// A position made step by step from the empty grid.
pub(crate) struct Board(pub(crate) Position);

impl Board {
    pub(crate) fn empty() -> Self {
        Self(Position::empty())
    }

    /// A puzzle's start, from 81 characters with `.` for open cells.
    pub(crate) fn puzzle(text: &str) -> Self {
        assert_eq!(text.len(), 81);
        let clues =
            std::array::from_fn(|at| Digit::from_number(text.as_bytes()[at].wrapping_sub(b'0')));
        Self(Position::from_clues(&clues))
    }

    /// The cells keep these candidates only.
    pub(crate) fn only(mut self, at: &str, candidates: &str) -> Self {
        self.0.eliminate_all(!digits(candidates), cells(at));
        self
    }

    /// The digit keeps these cells only, among those of a unit.
    pub(crate) fn keep(mut self, number: u8, within: &str, at: &str) -> Self {
        let gone = unit(within).cells() - cells(at);
        self.0.eliminate_all(DigitSet::single(digit(number)), gone);
        self
    }

    /// These digits are no candidates of these cells.
    pub(crate) fn without(mut self, candidates: &str, at: &str) -> Self {
        self.0.eliminate_all(digits(candidates), cells(at));
        self
    }

    pub(crate) fn place(mut self, at: &str, number: u8) -> Self {
        self.0.place(cell(at), digit(number));
        self
    }
}

/// `r1c4-3 r1c5-3 …`: these candidates of these cells, as a match lists them.
pub(crate) fn gone(at: &str, candidates: &str) -> String {
    let mut all = Vec::new();
    for cell in cells(at) {
        for digit in digits(candidates) {
            all.push(format!("{cell}-{digit}"));
        }
    }
    all.join(" ")
}

/// n over k.
pub(crate) fn over(n: u64, k: u64) -> u64 {
    (0..k).fold(1, |value, i| value * (n.saturating_sub(i)) / (i + 1))
}
