//! One kind of a technique: its texts compiled into a program that finds, rates and explains its matches.

use undoku_grid::{Cell, CellSet, Digit};

use crate::check::{Checker, Origin};
use crate::codes;
use crate::graph::{NodeId, VarId, bank};
use crate::lower::{Lowering, TooLarge};
use crate::machine::{self, Frame, World};
use crate::parse::{parse_formula, parse_pattern, parse_template};
use crate::path::{ColumnUse, PathProgram, PathScratch};
use crate::plugin::{Registry, Value};
use crate::prim::{Bank, Code, Prim};
use crate::problem::Problem;
use crate::program::{Entry, Instruction, Program, Register};
use crate::range::Range;
use crate::span::{Fragment, FragmentId, Span};
use crate::syntax::{Expr, Statement, StatementKind, TemplatePiece};
use crate::tabulate::exact_range;
use crate::texts::Texts;
use crate::types::{Element, Type};

/// The most bindings that a pattern's loops may have to visit in one position, by its estimate.
pub const MOST_BINDINGS: f64 = 2e7;

/// Something with a name, and where the name stands.
#[derive(Clone, Debug, PartialEq)]
pub struct Named<T> {
    /// The name.
    pub name: String,
    /// The fragment that holds the name.
    pub fragment: FragmentId,
    /// The name's place in that fragment.
    pub span: Span,
    /// What has the name.
    pub value: T,
}

/// The value of a constant as a rule file gives it.
#[derive(Clone, Debug, PartialEq)]
pub enum ConstantValue {
    /// A whole number.
    Int(i64),
    /// A number.
    Number(f64),
    /// A list of whole numbers.
    Ints(Vec<i64>),
    /// A list of numbers.
    Numbers(Vec<f64>),
    /// An expression that depends on no position, like `rows`.
    Formula(Fragment),
}

/// The texts of one kind of a technique.
#[derive(Clone, Debug, PartialEq)]
pub struct TechniqueText {
    /// Its constants, those of the variant included.
    pub constants: Vec<Named<ConstantValue>>,
    /// The pattern.
    pub pattern: Fragment,
    /// The number of bindings tried, where the pattern's own loops do not say it.
    pub possible: Option<Fragment>,
    /// Values taken before a match is applied, in order; each may use those before it.
    pub evidence: Vec<Named<Fragment>>,
    /// How many assertions a match takes.
    pub assertions: Fragment,
    /// What a match scores.
    pub score: Fragment,
    /// The least and greatest score, as declared.
    pub range: Option<(f64, f64)>,
    /// What to tell of a match.
    pub explain: Option<Fragment>,
}

/// What a system computes at every step, whatever technique made it.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct StepText {
    /// The system's constants.
    pub constants: Vec<Named<ConstantValue>>,
    /// The values, in order.
    pub values: Vec<Named<Fragment>>,
}

/// A value that stands in a register once a match was rated.
#[derive(Clone, Debug)]
struct Output {
    name: String,
    register: Register,
    /// What the register is taken from to give the value; none where it is the value.
    from: Option<i64>,
    ty: Type,
    range: Range,
}

#[derive(Clone, Debug)]
enum Piece {
    Text(String),
    Value(Register, Type),
}

#[derive(Clone, Copy, Debug)]
enum Concluded {
    Place { cell: u8, digit: u8 },
    Eliminate,
}

/// How many bindings are tried in a position.
#[derive(Clone, Debug)]
enum Tried {
    /// Run this and read the counter.
    Counted,
    /// Run this and read the register.
    Formula(Register),
}

/// A compiled technique of one kind.
#[derive(Clone, Debug)]
pub struct TechniqueProgram {
    program: Program,
    find: Entry,
    rate: Entry,
    text: Entry,
    concluded: Concluded,
    assertions: Output,
    score: Output,
    evidence: Vec<Output>,
    step: Vec<Output>,
    explain: Vec<Piece>,
    count: Program,
    tried: Tried,
    cost: f64,
}

/// What a match does to the position.
#[derive(Clone, Copy, Debug)]
pub enum Conclusion<'a> {
    /// A digit goes into a cell.
    Place {
        /// The cell.
        cell: Cell,
        /// The digit.
        digit: Digit,
    },
    /// Candidates go: for each digit, by its index, the cells it goes from.
    Eliminate(&'a [CellSet; 9]),
}

/// The working memory of one technique's program; make one for each thread.
#[derive(Clone, Debug)]
pub struct Scratch {
    frame: Frame,
    count: Frame,
}

/// Writes a technique's steps into columns.
#[derive(Clone, Debug)]
pub struct Recorder {
    /// Which of the columns index, kind and technique are wanted.
    wanted: [bool; 3],
    kind: f64,
    technique: f64,
    /// The registers of assertions and score, where those columns are wanted and the values are such.
    assertions: Option<u8>,
    score: Option<u8>,
    floats: Vec<(usize, u8)>,
    words: Vec<Word>,
    /// For columns of which only the sum is asked: column and register, of what is added and of what is taken.
    added: Vec<(u8, u8)>,
    taken: Vec<(u8, u8)>,
    /// And what every step adds besides.
    constants: Vec<(u8, i64)>,
}

/// A column's value as `add + sign * register`.
#[derive(Clone, Copy, Debug)]
struct Word {
    column: usize,
    register: u8,
    add: i64,
    sign: i64,
}

impl Word {
    fn value(self, frame: &Frame) -> i64 {
        self.add + self.sign * frame.word(self.register)
    }
}

impl Recorder {
    /// Adds to the sums what is the same for each of so many steps that were recorded.
    pub fn finish(&self, steps: usize, path: &mut PathScratch) {
        for &(column, each) in &self.constants {
            path.frame_mut().add(column, each.saturating_mul(steps as i64));
        }
    }

    /// Writes the match rated last as the step of this number, from 0.
    #[inline]
    pub fn record(&self, step: usize, scratch: &Scratch, path: &mut PathScratch) {
        let frame = &scratch.frame;
        let path = path.frame_mut();
        for &(column, register) in &self.taken {
            path.add(column, -frame.word(register));
        }
        for &(column, register) in &self.added {
            path.add(column, frame.word(register));
        }
        let columns = path.columns_mut();
        for &(column, register) in &self.floats {
            if let Some(column) = columns.get_mut(column) {
                column.put(step, frame.float(register));
            }
        }
        for word in &self.words {
            if let Some(column) = columns.get_mut(word.column) {
                column.put(step, word.value(frame) as f64);
            }
        }
        let [index, assertions, score, kind, technique, ..] = columns else {
            return;
        };
        if let Some(register) = self.score {
            score.put(step, frame.float(register));
        }
        if let Some(register) = self.assertions {
            assertions.put(step, frame.word(register) as f64);
        }
        let [with_index, with_kind, with_technique] = self.wanted;
        if with_kind {
            kind.put(step, self.kind);
        }
        if with_technique {
            technique.put(step, self.technique);
        }
        if with_index {
            index.put(step, step as f64 + 1.0);
        }
    }
}

/// A place in the search for matches, from which it goes on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Resume(Entry);

impl TechniqueProgram {
    /// Working memory for this program.
    #[must_use]
    pub fn scratch(&self) -> Scratch {
        Scratch { frame: Frame::new(&self.program), count: Frame::new(&self.count) }
    }

    /// The first match in a position, in the order of the pattern's loops, rated at once.
    #[inline]
    pub fn first_rated(&self, world: World<'_>, scratch: &mut Scratch) -> bool {
        machine::run_through(&self.program, self.find, self.rate, world, &mut scratch.frame)
    }

    /// The first match in a position, in the order of the pattern's loops.
    pub fn first(&self, world: World<'_>, scratch: &mut Scratch) -> Option<Resume> {
        machine::run(&self.program, self.find, world, &mut scratch.frame).map(Resume)
    }

    /// The match after another; the position must be the same.
    pub fn next(&self, after: Resume, world: World<'_>, scratch: &mut Scratch) -> Option<Resume> {
        machine::run(&self.program, after.0, world, &mut scratch.frame).map(Resume)
    }

    /// What the match found last concludes.
    #[must_use]
    pub fn conclusion<'a>(&self, scratch: &'a Scratch) -> Option<Conclusion<'a>> {
        match self.concluded {
            Concluded::Eliminate => Some(Conclusion::Eliminate(scratch.frame.eliminations())),
            Concluded::Place { cell, digit } => Some(Conclusion::Place {
                cell: Cell::from_index(scratch.frame.word(cell) as u8)?,
                digit: Digit::from_index(scratch.frame.word(digit) as u8)?,
            }),
        }
    }

    /// Computes assertions, score, evidence and step values of the match found last, before it is applied.
    #[inline]
    pub fn rate(&self, world: World<'_>, scratch: &mut Scratch) {
        machine::run(&self.program, self.rate, world, &mut scratch.frame);
    }

    /// The assertions of the match rated last.
    #[must_use]
    pub fn assertions(&self, scratch: &Scratch) -> f64 {
        number(&self.assertions, &scratch.frame)
    }

    /// Whether assertions are whole numbers.
    #[must_use]
    pub fn assertions_are_whole(&self) -> bool {
        self.assertions.ty == Type::Int
    }

    /// How a step's values get into the columns of a path, for those that the path's formulas use.
    ///
    /// The columns are index, assertions, score, kind, technique, and the system's own; the kind and technique
    /// are those numbers.
    #[must_use]
    pub fn recorder(&self, path: &PathProgram, kind: i64, technique: i64) -> Recorder {
        let mut recorder = Recorder {
            wanted: [0, 3, 4].map(|column| path.use_of(column) != ColumnUse::None),
            kind: kind as f64,
            technique: technique as f64,
            assertions: None,
            score: None,
            floats: Vec::new(),
            words: Vec::new(),
            added: Vec::new(),
            taken: Vec::new(),
            constants: Vec::new(),
        };
        let own = self.step.iter().zip(5..);
        for (output, column) in [(&self.assertions, 1), (&self.score, 2)].into_iter().chain(own) {
            let whole = output.register.bank == Bank::Word;
            let word = || Word {
                column,
                register: output.register.number,
                add: output.from.unwrap_or(0),
                sign: if output.from.is_some() { -1 } else { 1 },
            };
            match path.use_of(column) {
                ColumnUse::None => {}
                ColumnUse::Sum if whole => {
                    let sum = (column as u8, output.register.number);
                    match output.from {
                        None => recorder.added.push(sum),
                        Some(from) => {
                            recorder.taken.push(sum);
                            recorder.constants.push((column as u8, from));
                        }
                    }
                }
                _ if column == 1 && whole && output.from.is_none() => {
                    recorder.assertions = Some(output.register.number);
                }
                _ if column == 2 && !whole => recorder.score = Some(output.register.number),
                _ if whole => recorder.words.push(word()),
                _ => recorder.floats.push((column, output.register.number)),
            }
        }
        recorder
    }

    /// The score of the match rated last.
    #[must_use]
    pub fn score(&self, scratch: &Scratch) -> f64 {
        number(&self.score, &scratch.frame)
    }

    /// The system's values of the match rated last, in their order.
    pub fn step_values<'a>(&'a self, scratch: &'a Scratch) -> impl Iterator<Item = f64> + 'a {
        self.step.iter().map(|output| number(output, &scratch.frame))
    }

    /// The evidence of the match explained last: the technique's own, then the system's values of the step.
    pub fn evidence<'a>(&'a self, scratch: &'a Scratch) -> impl Iterator<Item = (&'a str, Value)> + 'a {
        self.evidence.iter().chain(&self.step).map(|output| {
            let value = match (scratch.frame.value(output.register, output.ty), output.from) {
                (Value::Int(word), Some(whole)) => Value::Int(whole - word),
                (value, _) => value,
            };
            (output.name.as_str(), value)
        })
    }

    /// The names of the evidence, in order.
    pub fn evidence_names(&self) -> impl Iterator<Item = &str> {
        self.evidence.iter().chain(&self.step).map(|output| output.name.as_str())
    }

    /// The explanation of the match rated last, in the position before it is applied.
    #[must_use]
    pub fn explain(&self, world: World<'_>, scratch: &mut Scratch) -> String {
        machine::run(&self.program, self.text, world, &mut scratch.frame);
        let mut text = String::new();
        for piece in &self.explain {
            match piece {
                Piece::Text(words) => text.push_str(words),
                Piece::Value(register, ty) => text.push_str(&scratch.frame.value(*register, *ty).to_string()),
            }
        }
        text
    }

    /// How many bindings a solver who looks for this technique tries in a position.
    #[must_use]
    pub fn possible(&self, world: World<'_>, scratch: &mut Scratch) -> u64 {
        machine::reset_tried(&mut scratch.count);
        machine::run(&self.count, Entry(0), world, &mut scratch.count);
        match &self.tried {
            Tried::Counted => scratch.count.tried(),
            Tried::Formula(register) => u64::try_from(scratch.count.word(register.number)).unwrap_or(0),
        }
    }

    /// What assertions can be.
    #[must_use]
    pub fn assertions_range(&self) -> Range {
        self.assertions.range
    }

    /// What the score can be.
    #[must_use]
    pub fn score_range(&self) -> Range {
        self.score.range
    }

    /// What the system's values can be, with their types, in order.
    pub fn step_ranges(&self) -> impl Iterator<Item = (Type, Range)> + '_ {
        self.step.iter().map(|output| (output.ty, output.range))
    }

    /// The most bindings its loops can visit in one position, by an estimate from above.
    #[must_use]
    pub fn cost(&self) -> f64 {
        self.cost
    }

    /// The program as text, one instruction a line: the search, then the rating, then the explanation.
    #[must_use]
    pub fn listing(&self) -> String {
        self.program.listing()
    }
}

fn number(output: &Output, frame: &Frame) -> f64 {
    match output.register.bank {
        Bank::Float => frame.float(output.register.number),
        _ => {
            let word = frame.word(output.register.number);
            output.from.map_or(word, |whole| whole - word) as f64
        }
    }
}

/// A statement with its values resolved.
enum Step {
    For(VarId, NodeId),
    Where(NodeId),
    Check(NodeId),
    Eliminate { digits: NodeId, cells: NodeId },
}

/// What a checked pattern says.
struct Pattern {
    steps: Vec<Step>,
    place: Option<(NodeId, NodeId)>,
    cost: f64,
}

/// Compiles one kind of a technique, for a system's step values if it is part of one.
///
/// All problems found are added to `problems`; there is a program if none of them is an error.
pub fn compile_technique(
    text: &TechniqueText,
    system: &StepText,
    registry: &Registry,
    texts: &mut Texts,
    problems: &mut Vec<Problem>,
) -> Option<TechniqueProgram> {
    let mut checker = Checker::new(registry, texts);
    let result = compile(&mut checker, text, system);
    let mut found = std::mem::take(&mut checker.problems);
    found.sort_by_key(|p| (p.fragment, p.span.start));
    let failed = found.iter().any(|p| p.severity == crate::Severity::Error);
    problems.extend(found);
    result.filter(|_| !failed)
}

fn compile(checker: &mut Checker<'_>, text: &TechniqueText, system: &StepText) -> Option<TechniqueProgram> {
    bind_constants(checker, &text.constants);
    let Some(tree) = parsed(checker, parse_pattern(&text.pattern)) else {
        only_read(checker, text);
        return None;
    };
    let pattern = pattern(checker, &text.pattern, &tree);
    let possible = text.possible.as_ref().and_then(|fragment| possible(checker, fragment));
    bind_conclusion(checker, pattern.as_ref(), text.pattern.id);
    let mut complete = text.possible.is_none() || possible.is_some();
    let mut evidence = Vec::new();
    for named in &text.evidence {
        let node = any_formula(checker, &named.value).and_then(|node| reportable(checker, &named.value, node));
        checker.bind(&named.name, node, Some(Origin { fragment: named.fragment, span: named.span }));
        match node {
            Some(node) => evidence.push((named.name.clone(), node)),
            None => complete = false,
        }
    }
    let assertions = numeric_formula(checker, &text.assertions);
    checker.bind("assertions", assertions, None);
    let score = numeric_formula(checker, &text.score);
    checker.bind("score", score, None);
    let explain = text.explain.as_ref().map(|fragment| template(checker, fragment));
    complete &= !matches!(explain, Some(None));
    if complete && pattern.is_some() && assertions.is_some() && score.is_some() {
        checker.warn_unused(0, "name");
    }
    let score = score.map(|node| checker.graph.number_of(node));
    if let (Some(score), Some(range)) = (score, text.range) {
        check_range(checker, text.score.id, &text.score.text, score, range);
    }
    let step = step_values(checker, system, assertions, score);
    let (pattern, assertions, score, step) = (pattern?, assertions?, score?, step?);
    if !complete {
        return None;
    }

    let explain = explain.flatten().unwrap_or_default();
    let parts = Parts { evidence, assertions, score, step, explain, possible };
    let mut graph = checker.graph.clone();
    graph.forget_certain();
    match lower(graph, &pattern, &parts) {
        Ok(program) => Some(program),
        Err(TooLarge) => {
            let all = Span::new(0, text.pattern.text.len() as u32);
            checker.problems.push(
                Problem::error(
                    codes::TOO_LARGE,
                    text.pattern.id,
                    all,
                    "the pattern needs more than the 256 registers of a program",
                )
                .help("split it into several techniques, or move part of it into a function"),
            );
            None
        }
    }
}

/// Gives the constants their names.
pub(crate) fn bind_constants(checker: &mut Checker<'_>, constants: &[Named<ConstantValue>]) {
    for named in constants {
        let node = match &named.value {
            ConstantValue::Int(value) => Some(checker.graph.int(*value)),
            ConstantValue::Number(value) => Some(checker.graph.float(*value)),
            ConstantValue::Ints(values) => {
                let items: Vec<NodeId> = values.iter().map(|&v| checker.graph.int(v)).collect();
                Some(checker.graph.list(&items, Element::Int))
            }
            ConstantValue::Numbers(values) => {
                let items: Vec<NodeId> = values.iter().map(|&v| checker.graph.float(v)).collect();
                Some(checker.graph.list(&items, Element::Number))
            }
            ConstantValue::Formula(fragment) => {
                let node = any_formula(checker, fragment);
                if let Some(node) = node
                    && !checker.graph.is_constant(node)
                {
                    let all = Span::new(0, fragment.text.len() as u32);
                    checker.problems.push(
                        Problem::error(
                            codes::NOT_CONSTANT,
                            fragment.id,
                            all,
                            "a constant cannot depend on the position",
                        )
                        .help("move it into the pattern, with `let`"),
                    );
                    None
                } else {
                    node
                }
            }
        };
        let origin = Origin { fragment: named.fragment, span: named.span };
        checker.bind(&named.name, node, Some(origin));
    }
}

/// Reads the formulas of a technique whose pattern cannot be read: the names in them are unknown.
fn only_read(checker: &mut Checker<'_>, text: &TechniqueText) {
    let evidence = text.evidence.iter().map(|named| &named.value);
    for fragment in text.possible.iter().chain(evidence).chain([&text.assertions, &text.score]) {
        parsed(checker, parse_formula(fragment));
    }
    if let Some(fragment) = &text.explain {
        parsed(checker, parse_template(fragment));
    }
}

/// The number of bindings tried, by its formula.
fn possible(checker: &mut Checker<'_>, fragment: &Fragment) -> Option<NodeId> {
    let node = formula(checker, fragment, Type::Int)?;
    if checker.graph.vars_of(node) == 0 {
        return Some(node);
    }
    let all = Span::new(0, fragment.text.len() as u32);
    let problem = checker
        .error(codes::NOT_CONSTANT, all, "how many bindings are tried cannot depend on one of them")
        .label("uses the variable of a loop")
        .help("count over the position, like `count(open)`, or leave `possible` out");
    checker.problems.push(problem);
    None
}

/// A value as evidence, if it is one that can be reported.
fn reportable(checker: &mut Checker<'_>, fragment: &Fragment, node: NodeId) -> Option<NodeId> {
    let found = checker.graph.ty(node);
    if found != Type::Text && found.element().is_some_and(|element| !matches!(element, Element::Record(_))) {
        return Some(node);
    }
    let all = Span::new(0, fragment.text.len() as u32);
    let problem = checker
        .error(codes::TYPE, all, format!("{found} cannot be reported"))
        .label(format!("this is {found}"))
        .help("report its cells, digits or numbers");
    checker.problems.push(problem);
    None
}

/// The value of a formula of any type.
pub(crate) fn any_formula(checker: &mut Checker<'_>, fragment: &Fragment) -> Option<NodeId> {
    let expr = parsed(checker, parse_formula(fragment))?;
    checker.fragment = fragment.id;
    checker.expr(&expr)
}

fn formula(checker: &mut Checker<'_>, fragment: &Fragment, ty: Type) -> Option<NodeId> {
    let expr = parsed(checker, parse_formula(fragment))?;
    checker.fragment = fragment.id;
    checker.expect(&expr, ty)
}

fn numeric_formula(checker: &mut Checker<'_>, fragment: &Fragment) -> Option<NodeId> {
    let expr = parsed(checker, parse_formula(fragment))?;
    checker.fragment = fragment.id;
    let node = checker.expr(&expr)?;
    if checker.graph.ty(node).is_numeric() {
        return Some(node);
    }
    checker.coerce(node, Type::Number, expr.span)
}

pub(crate) fn parsed<T>(checker: &mut Checker<'_>, parsed: Result<T, Vec<Problem>>) -> Option<T> {
    match parsed {
        Ok(tree) => Some(tree),
        Err(problems) => {
            checker.problems.extend(problems);
            None
        }
    }
}

enum TemplateNode {
    Text(String),
    Value(NodeId),
}

fn template(checker: &mut Checker<'_>, fragment: &Fragment) -> Option<Vec<TemplateNode>> {
    let template = parsed(checker, parse_template(fragment))?;
    checker.fragment = fragment.id;
    let mut nodes = Vec::new();
    let mut complete = true;
    for piece in template.pieces {
        match piece {
            TemplatePiece::Text(words) => nodes.push(TemplateNode::Text(words)),
            TemplatePiece::Value(expr) => match checker.expr(&expr) {
                Some(node) if matches!(checker.graph.ty(node), Type::List(_) | Type::Record(_) | Type::Text) => {
                    let found = checker.graph.ty(node);
                    let problem = checker
                        .error(codes::TYPE, expr.span, format!("{found} cannot be printed"))
                        .help("print its cells, digits or numbers");
                    checker.problems.push(problem);
                    complete = false;
                }
                Some(node) => nodes.push(TemplateNode::Value(node)),
                None => complete = false,
            },
        }
    }
    complete.then_some(nodes)
}

fn pattern(checker: &mut Checker<'_>, fragment: &Fragment, tree: &crate::syntax::Pattern) -> Option<Pattern> {
    checker.fragment = fragment.id;
    let mut pattern = Pattern { steps: Vec::new(), place: None, cost: 1.0 };
    let mut complete = true;
    let mut concluded: Option<&Statement> = None;
    let mut misplaced = false;
    for statement in &tree.statements {
        let concludes = matches!(statement.kind, StatementKind::Place { .. } | StatementKind::Eliminate { .. });
        let both_eliminate = matches!(statement.kind, StatementKind::Eliminate { .. }) && pattern.place.is_none();
        if concluded.is_some() && !(concludes && both_eliminate) {
            if let StatementKind::For { name, .. } | StatementKind::Let { name, .. } = &statement.kind {
                checker.bind_wrong(name);
            }
            complete = false;
            if std::mem::replace(&mut misplaced, true) {
                continue;
            }
            let problem = checker
                .error(codes::CONCLUSION, statement.span, "the pattern has already concluded")
                .label("cannot stand behind the conclusion")
                .help("move it in front of the conclusion; only further `eliminate`s may follow an `eliminate`");
            checker.problems.push(problem);
            continue;
        }
        if concludes {
            concluded = Some(statement);
        }
        complete &= self::statement(checker, statement, &mut pattern).is_some();
    }
    let all = Span::new(0, fragment.text.len() as u32);
    if concluded.is_none() {
        let problem = checker
            .error(codes::CONCLUSION, all, "the pattern concludes nothing")
            .help("end it with `place … at …` or `eliminate … from …`");
        checker.problems.push(problem);
        complete = false;
    } else if !tree.statements.iter().any(|statement| matches!(statement.kind, StatementKind::Check(_))) {
        let mut problem = checker.error(codes::NO_CHECK, all, "the pattern checks nothing");
        problem.severity = crate::Severity::Warning;
        checker.problems.push(problem.help(
            "write what a solver verifies as `check`; `where` only narrows what is looked at, and every binding counts as tried",
        ));
    }
    complete.then_some(pattern)
}

fn statement(checker: &mut Checker<'_>, statement: &Statement, pattern: &mut Pattern) -> Option<()> {
    match &statement.kind {
        StatementKind::For { name, set } => {
            let Some(set_node) = checker.set(set) else {
                // The name is known, whatever it ranges over: no further messages about it.
                checker.bind_wrong(name);
                return None;
            };
            let var = checker.loop_variable(name, set_node);
            let before = pattern.cost;
            pattern.cost *= checker.graph.members(set_node).hi.max(1.0);
            if pattern.cost > MOST_BINDINGS && before <= MOST_BINDINGS {
                let members = checker.graph.members(set_node).hi;
                let problem = checker
                    .error(
                        codes::TOO_COSTLY,
                        statement.span,
                        format!("the loops down to here can visit about {} bindings in one position", rounded(pattern.cost)),
                    )
                    .label(format!("up to {} values for each of {}", rounded(members), rounded(before)))
                    .note(format!("the limit is {}", rounded(MOST_BINDINGS)))
                    .help("range over a smaller set, or let a condition with `where` stand in the set itself: `{x in S : …}`");
                checker.problems.push(problem);
                return None;
            }
            pattern.steps.push(Step::For(var?, set_node));
        }
        StatementKind::Let { name, value } => {
            let node = checker.expr(value);
            let origin = Origin { fragment: checker.fragment, span: name.span };
            checker.bind(&name.text, node, Some(origin));
            node?;
        }
        StatementKind::Where(condition) => {
            let node = condition_value(checker, condition)?;
            pattern.steps.push(Step::Where(node));
        }
        StatementKind::Check(condition) => {
            let node = condition_value(checker, condition)?;
            pattern.steps.push(Step::Check(node));
        }
        StatementKind::Place { digit, cell } => {
            let digit = one_of(checker, digit, Type::Digit, Prim::OnlyDigit);
            let cell = one_of(checker, cell, Type::Cell, Prim::OnlyC);
            pattern.place = Some((cell?, digit?));
        }
        StatementKind::Eliminate { digits, cells } => {
            let digits = checker.expect(digits, Type::Digits);
            let cells = checker.expect(cells, Type::Cells);
            pattern.steps.push(Step::Eliminate { digits: digits?, cells: cells? });
        }
    }
    Some(())
}

fn condition_value(checker: &mut Checker<'_>, condition: &Expr) -> Option<NodeId> {
    let node = checker.expect(condition, Type::Bool)?;
    if let Some(truth) = checker.graph.constant_word(node) {
        let (always, consequence) =
            if truth != 0 { ("always", "it does nothing") } else { ("never", "the pattern cannot match") };
        let mut problem = checker
            .error(codes::FIXED_CONDITION, condition.span, format!("this condition {always} holds"))
            .label(consequence);
        if truth != 0 {
            problem.severity = crate::Severity::Warning;
        }
        checker.problems.push(problem);
    }
    Some(node)
}

/// A member, or the only member of a set.
fn one_of(checker: &mut Checker<'_>, expr: &Expr, ty: Type, only: Prim) -> Option<NodeId> {
    let node = checker.expr(expr)?;
    if Some(checker.graph.ty(node)) == ty.set_of() {
        return Some(checker.graph.prim(only, &[node], ty));
    }
    checker.coerce(node, ty, expr.span)
}

fn rounded(x: f64) -> String {
    if x < 1e6 { format!("{x:.0}") } else { format!("{x:.1e}") }
}

/// The names that say what a match does.
///
/// Where the pattern is wrong, they stand for nothing that could be checked.
fn bind_conclusion(checker: &mut Checker<'_>, pattern: Option<&Pattern>, fragment: FragmentId) {
    checker.fragment = fragment;
    let Some(pattern) = pattern else {
        for name in ["target", "target_digit", "placed", "eliminated", "removed"] {
            checker.bind(name, None, None);
        }
        return;
    };
    let graph = &mut checker.graph;
    let (placed, eliminated, removed) = match pattern.place {
        Some((cell, digit)) => {
            // A match places a digit in a cell, not nothing in nothing.
            checker.graph.set_certain(cell);
            checker.graph.set_certain(digit);
            checker.bind("target", cell, None);
            checker.bind("target_digit", digit, None);
            let graph = &mut checker.graph;
            let placed = graph.prim(Prim::OneCell, &[cell], Type::Cells);
            let spots = graph.prim(Prim::SpotsOfDigit, &[digit], Type::Cells);
            let peers = graph.prim(Prim::PeersOfCell, &[cell], Type::Cells);
            let eliminated = graph.prim(Prim::AndC, &[spots, peers], Type::Cells);
            let removed = graph.prim(Prim::CountC, &[eliminated], Type::Int);
            (placed, eliminated, removed)
        }
        None => {
            let placed = graph.cells(0);
            let eliminated = given(graph, "eliminated", Type::Cells, Range::new(1.0, 81.0));
            let removed = given(graph, "removed", Type::Int, Range::new(1.0, 729.0));
            (placed, eliminated, removed)
        }
    };
    checker.bind("placed", placed, None);
    checker.bind("eliminated", eliminated, None);
    checker.bind("removed", removed, None);
}

/// A value that the program's search leaves in a register. There is always room: loops take at most 64
/// variables, and two more nodes than that would have been refused with the pattern.
fn given(graph: &mut crate::graph::Graph, name: &str, ty: Type, range: Range) -> NodeId {
    match graph.variable(name, ty, None) {
        Some(var) => graph.var(var, range),
        None => match ty {
            Type::Cells => graph.cells(0),
            _ => graph.int(0),
        },
    }
}

/// The system's own values of a step; they see what the match does, and nothing of the technique.
fn step_values(
    checker: &mut Checker<'_>,
    system: &StepText,
    assertions: Option<NodeId>,
    score: Option<NodeId>,
) -> Option<Vec<(String, NodeId)>> {
    const SHARED: [&str; 3] = ["placed", "eliminated", "removed"];
    let mut scope = std::mem::take(&mut checker.scope);
    scope.retain(|binding| SHARED.contains(&binding.name.as_str()) && binding.origin.is_none());
    checker.scope = scope;
    checker.bind("assertions", assertions, None);
    checker.bind("score", score, None);
    bind_constants(checker, &system.constants);
    let mut values = Vec::with_capacity(system.values.len());
    let mut complete = true;
    for named in &system.values {
        let node = numeric_formula(checker, &named.value);
        checker.bind(&named.name, node, Some(Origin { fragment: named.fragment, span: named.span }));
        match node {
            Some(node) => values.push((named.name.clone(), node)),
            None => complete = false,
        }
    }
    complete.then_some(values)
}

fn check_range(checker: &mut Checker<'_>, fragment: FragmentId, text: &str, score: NodeId, (low, high): (f64, f64)) {
    let (range, cases) = exact_range(&checker.graph, score);
    let span = Span::new(0, text.len() as u32);
    let ends = [(range.lo, range.lo < low - 1e-9, 0), (range.hi, range.hi > high + 1e-9, 1)];
    for (value, outside, end) in ends {
        if !outside {
            continue;
        }
        let mut problem = Problem::error(
            codes::OUT_OF_RANGE,
            fragment,
            span,
            match (value.is_finite(), end) {
                (true, _) => format!("the score can be {}, outside its declared range [{low}, {high}]", shown(value)),
                (_, 0) => format!("the score has no least value, and the declared range [{low}, {high}] has"),
                _ => format!("the score has no greatest value, and the declared range [{low}, {high}] has"),
            },
        )
        .label(format!("can be {}", within(range)))
        .help("change the formula, clamp it, or declare the range that it has");
        if let Some((least, most)) = &cases {
            let case = if end == 0 { least } else { most };
            let named: Vec<String> = case
                .iter()
                .filter_map(|(node, value)| {
                    let binding = checker.scope.iter().find(|b| b.node == Some(*node))?;
                    Some(format!("{} is {value}", binding.name))
                })
                .collect();
            if !named.is_empty() {
                problem = problem.note(format!("it is so when {}", named.join(" and ")));
            }
        }
        checker.problems.push(problem);
    }
}

/// What lies in a range, in words that fit behind "can be".
pub(crate) fn within(range: Range) -> String {
    match (range.lo.is_finite(), range.hi.is_finite()) {
        (true, true) => format!("{} to {}", shown(range.lo), shown(range.hi)),
        (true, false) => format!("{} or more", shown(range.lo)),
        (false, true) => format!("{} or less", shown(range.hi)),
        (false, false) => "any number".to_owned(),
    }
}

/// A number without noise in its last digits.
fn shown(x: f64) -> String {
    let text = format!("{x:.4}");
    let text = text.trim_end_matches('0').trim_end_matches('.');
    text.to_owned()
}

struct Parts {
    evidence: Vec<(String, NodeId)>,
    assertions: NodeId,
    score: NodeId,
    step: Vec<(String, NodeId)>,
    explain: Vec<TemplateNode>,
    possible: Option<NodeId>,
}

fn lower(graph: crate::graph::Graph, pattern: &Pattern, parts: &Parts) -> Result<TechniqueProgram, TooLarge> {
    let (count, tried) = lower_count(graph.clone(), pattern, parts.possible)?;
    let mut l = Lowering::new(graph, 0);
    lower_search(&mut l, pattern)?;
    let concluded = lower_conclusion(&mut l, pattern)?;
    let find = l.finish()?;
    let output = |l: &mut Lowering, name: &str, node: NodeId| {
        Ok(Output {
            name: name.to_owned(),
            register: l.value(node)?,
            from: None,
            ty: l.graph.ty(node),
            range: exact_range(&l.graph, node).0,
        })
    };
    l.values(parts.assertions, parts.score)?;
    let assertions = output(&mut l, "assertions", parts.assertions)?;
    let score = output(&mut l, "score", parts.score)?;
    let mut step = Vec::new();
    for (name, node) in &parts.step {
        let (register, from) = l.read_out(*node)?;
        step.push(Output {
            name: name.clone(),
            register,
            from,
            ty: l.graph.ty(*node),
            range: exact_range(&l.graph, *node).0,
        });
    }
    let rate = l.finish()?;
    // What only a report shows is computed with the explanation.
    let mut evidence = Vec::new();
    for (name, node) in &parts.evidence {
        evidence.push(output(&mut l, name, *node)?);
    }
    let mut explain = Vec::new();
    for piece in &parts.explain {
        explain.push(match piece {
            TemplateNode::Text(words) => Piece::Text(words.clone()),
            TemplateNode::Value(node) => Piece::Value(l.value(*node)?, l.graph.ty(*node)),
        });
    }
    let text = l.finish()?;
    Ok(TechniqueProgram {
        program: l.program,
        find,
        rate,
        text,
        concluded,
        assertions,
        score,
        evidence,
        step,
        explain,
        count,
        tried,
        cost: pattern.cost,
    })
}

/// A loop with its variable and set, or the pattern's start, and the conditions that follow it.
type Stage = (Option<(VarId, NodeId)>, Vec<NodeId>);

/// The loops and conditions, each condition in the set of its loop where it lifts.
fn lower_search(l: &mut Lowering, pattern: &Pattern) -> Result<(), TooLarge> {
    // Statements up to the next loop narrow the loop before them.
    let mut stages: Vec<Stage> = vec![(None, Vec::new())];
    for step in &pattern.steps {
        match step {
            Step::For(var, set) => stages.push((Some((*var, *set)), Vec::new())),
            Step::Where(condition) | Step::Check(condition) => {
                let conditions = l.graph.conjuncts(*condition);
                if let Some((_, all)) = stages.last_mut() {
                    all.extend(conditions);
                }
            }
            Step::Eliminate { .. } => {}
        }
    }
    for stage in &mut stages {
        if let Some((var, set)) = stage.0 {
            let (set, rest) = l.graph.narrow(var, set, &stage.1);
            *stage = (Some((var, set)), rest);
        }
    }
    for (stage, conditions) in stages {
        if let Some((var, set)) = stage {
            l.open_loop(var, set)?;
        }
        for condition in conditions {
            l.require(condition)?;
        }
    }
    Ok(())
}

fn lower_conclusion(l: &mut Lowering, pattern: &Pattern) -> Result<Concluded, TooLarge> {
    if let Some((cell, digit)) = pattern.place {
        let (cell, digit) = l.place(cell, digit)?;
        return Ok(Concluded::Place { cell, digit });
    }
    let mut pairs = Vec::new();
    for step in &pattern.steps {
        if let Step::Eliminate { digits, cells } = step {
            pairs.push((l.value(*digits)?.number, l.value(*cells)?.number));
        }
    }
    l.innermost(Instruction::new(Code::ClearEliminations), false);
    for (digits, cells) in pairs {
        l.innermost(Instruction::new(Code::Eliminate).args(digits, cells, 0), false);
    }
    for (name, code) in [("eliminated", Code::Eliminated), ("removed", Code::Removed)] {
        let var = l.graph.vars.iter().rposition(|v| v.name == name);
        let Some(var) = var.and_then(|at| u8::try_from(at).ok()) else {
            return Err(TooLarge);
        };
        let register = l.given(VarId(var))?;
        l.innermost(Instruction::new(code).out(register.number), code == Code::Eliminated);
    }
    l.innermost(Instruction::new(Code::Emit), false);
    Ok(Concluded::Eliminate)
}

/// The bindings that reach the first `check`, counted.
fn lower_count(
    graph: crate::graph::Graph,
    pattern: &Pattern,
    possible: Option<NodeId>,
) -> Result<(Program, Tried), TooLarge> {
    let mut l = Lowering::new(graph, 0);
    if let Some(node) = possible {
        let register = l.value(node)?;
        l.finish()?;
        return Ok((l.program, Tried::Formula(register)));
    }
    let mut stages: Vec<Stage> = vec![(None, Vec::new())];
    for step in &pattern.steps {
        match step {
            Step::For(var, set) => stages.push((Some((*var, *set)), Vec::new())),
            Step::Where(condition) => {
                let conditions = l.graph.conjuncts(*condition);
                if let Some((_, all)) = stages.last_mut() {
                    all.extend(conditions);
                }
            }
            Step::Check(_) | Step::Eliminate { .. } => break,
        }
    }
    for stage in &mut stages {
        if let Some((var, set)) = stage.0 {
            let (set, rest) = l.graph.narrow(var, set, &stage.1);
            *stage = (Some((var, set)), rest);
        }
    }
    let last = stages.len() - 1;
    for (i, (stage, conditions)) in stages.into_iter().enumerate() {
        let Some((var, set)) = stage else {
            for condition in conditions {
                l.require(condition)?;
            }
            continue;
        };
        if i == last && conditions.is_empty() && l.graph.ty(set).is_set() {
            let prim = if bank(l.graph.ty(set)) == Bank::Cells { Prim::CountC } else { Prim::CountW };
            let count = l.graph.prim(prim, &[set], Type::Int);
            let register = l.value(count)?;
            l.innermost(Instruction::new(Code::TriedMany).args(register.number, 0, 0), false);
            l.finish()?;
            return Ok((l.program, Tried::Counted));
        }
        l.open_loop(var, set)?;
        for condition in conditions {
            l.require(condition)?;
        }
    }
    l.innermost(Instruction::new(Code::Tried), false);
    l.finish()?;
    Ok((l.program, Tried::Counted))
}
