//! What a search costs: one formula over the number of possible and of valid applications.

use crate::check::Checker;
use crate::codes;
use crate::lower::{Lowering, TooLarge};
use crate::machine::{self, Frame, World};
use crate::plugin::Registry;
use crate::prim::Bank;
use crate::problem::Problem;
use crate::program::{Entry, Program, Register};
use crate::range::Range;
use crate::span::{Fragment, Span};
use crate::tabulate::exact_range;
use crate::technique::{ConstantValue, Named, bind_constants, given, numeric_formula};
use crate::texts::Texts;
use crate::types::Type;

/// The names of both counts in a formula.
const COUNTS: [&str; 2] = ["p", "v"];

/// The formula of a cost, and the names that it may use besides `p`, `v` and the words of the language.
#[derive(Clone, Debug, PartialEq)]
pub struct CostText {
    /// The constants.
    pub constants: Vec<Named<ConstantValue>>,
    /// The formula.
    pub formula: Fragment,
}

/// A compiled cost.
#[derive(Clone, Debug)]
pub struct CostProgram {
    program: Program,
    counts: [Register; 2],
    cost: Register,
    range: Range,
}

/// The working memory of costs; make one for each program and thread.
#[derive(Clone, Debug)]
pub struct CostScratch(Frame);

impl CostProgram {
    /// Working memory for this program.
    #[must_use]
    pub fn scratch(&self) -> CostScratch {
        CostScratch(Frame::new(&self.program))
    }

    /// What it costs to search where so many applications are possible and so many valid. Words of the position
    /// are about the one that is searched.
    #[must_use]
    pub fn cost(&self, p: u64, v: u64, world: World<'_>, scratch: &mut CostScratch) -> f64 {
        for (register, count) in self.counts.iter().zip([p, v]) {
            let count = i64::try_from(count).unwrap_or(i64::MAX);
            scratch.0.set_word(register.number, count);
        }
        machine::run(&self.program, Entry(0), world, &mut scratch.0);
        match self.cost.bank {
            Bank::Float => scratch.0.float(self.cost.number),
            _ => scratch.0.word(self.cost.number) as f64,
        }
    }

    /// Whether another program gives the same cost in every case: it has the same code. Where this is false it may
    /// still do so.
    #[must_use]
    pub fn same_as(&self, other: &Self) -> bool {
        self.program == other.program && self.cost == other.cost
    }

    /// What it can be.
    #[must_use]
    pub const fn range(&self) -> Range {
        self.range
    }
}

/// Compiles the formula of a cost.
///
/// All problems found are added to `problems`; there is a program if none of them is an error. Constants that the
/// formula does not use are not among them.
pub fn compile_cost(
    text: &CostText,
    registry: &Registry,
    texts: &mut Texts,
    problems: &mut Vec<Problem>,
) -> Option<CostProgram> {
    let mut checker = Checker::new(registry, texts);
    let result = compile(&mut checker, text);
    let mut found = std::mem::take(&mut checker.problems);
    found.sort_by_key(|p| (p.fragment, p.span.start));
    let failed = found.iter().any(|p| p.severity == crate::Severity::Error);
    problems.extend(found);
    result.filter(|_| !failed)
}

fn compile(checker: &mut Checker<'_>, text: &CostText) -> Option<CostProgram> {
    bind_constants(checker, &text.constants);
    for name in COUNTS {
        let count = given(
            &mut checker.graph,
            name,
            Type::Int,
            Range::new(0.0, f64::INFINITY),
        );
        checker.bind(name, count, None);
    }
    let node = numeric_formula(checker, &text.formula)?;
    let range = exact_range(&checker.graph, node).0;
    if range.hi < 0.0 {
        let all = Span::new(0, text.formula.text.len() as u32);
        checker.fragment = text.formula.id;
        let problem = checker
            .error(
                codes::OUT_OF_RANGE,
                all,
                "a search that costs less than nothing",
            )
            .help("turn the sign");
        return checker.fail(problem);
    }
    let lowered = (|| {
        let mut l = Lowering::new(checker.graph.clone(), 0);
        let counts = [l.given_name(COUNTS[0])?, l.given_name(COUNTS[1])?];
        let cost = l.value(node)?;
        l.finish()?;
        Ok::<_, TooLarge>(CostProgram {
            program: l.program,
            counts,
            cost,
            range,
        })
    })();
    if lowered.is_err() {
        let all = Span::new(0, text.formula.text.len() as u32);
        checker.fragment = text.formula.id;
        let problem = checker
            .error(
                codes::TOO_LARGE,
                all,
                "the formula needs more than the 256 registers of a program",
            )
            .help("write a shorter one");
        checker.problems.push(problem);
    }
    lowered.ok()
}
