//! From texts to values: constants, pattern, evidence, formulas and explanation.

use super::lower::{Parts, lower};
use super::pattern::{Pattern, pattern};
use super::program::TechniqueProgram;
use super::text::{ConstantValue, Named, StepText, TechniqueText};

use crate::check::{Checker, Origin};
use crate::codes;
use crate::graph::NodeId;
use crate::lower::TooLarge;
use crate::parse::{parse_formula, parse_pattern, parse_template};
use crate::path::Absent;
use crate::plugin::Registry;
use crate::prim::Prim;
use crate::problem::Problem;
use crate::range::Range;
use crate::span::{Fragment, FragmentId, Span};
use crate::syntax::{Statement, StatementKind, TemplatePiece};
use crate::tabulate::exact_range;
use crate::texts::Texts;
use crate::types::{Element, Type};

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

pub(super) fn compile(
    checker: &mut Checker<'_>,
    text: &TechniqueText,
    system: &StepText,
) -> Option<TechniqueProgram> {
    const BEHIND: [&str; 5] = ["placed", "eliminated", "removed", "assertions", "score"];
    checker.later.extend(BEHIND.map(str::to_owned));
    let evidence = text.evidence.iter().map(|named| named.name.clone());
    checker.later.extend(evidence);
    bind_constants(checker, &text.constants);
    let Some(tree) = parsed(checker, parse_pattern(&text.pattern)) else {
        only_read(checker, text);
        return None;
    };
    for statement in &tree.statements {
        if let StatementKind::For { name, .. } | StatementKind::Let { name, .. } = &statement.kind {
            checker.later.push(name.text.clone());
        }
    }
    let places = |statement: &Statement| matches!(statement.kind, StatementKind::Place { .. });
    for name in ["target", "target_digit"] {
        if tree.statements.iter().any(places) {
            checker.later.push(name.to_owned());
        } else {
            checker.absent.push(Absent {
                name: name.to_owned(),
                why: "is known only where a pattern ends with `place`".to_owned(),
                instead:
                    "`eliminated` are the cells that lose candidates, `removed` is how many go"
                        .to_owned(),
            });
        }
    }
    let pattern = pattern(checker, &text.pattern, &tree);
    let possible = text
        .possible
        .as_ref()
        .and_then(|fragment| possible(checker, fragment));
    checker.rest();
    bind_conclusion(checker, pattern.as_ref(), text.pattern.id);
    let mut complete = text.possible.is_none() || possible.is_some();
    let mut evidence = Vec::new();
    for named in &text.evidence {
        let node = any_formula(checker, &named.value)
            .and_then(|node| reportable(checker, &named.value, node));
        checker.bind(
            &named.name,
            node,
            Some(Origin {
                fragment: named.fragment,
                span: named.span,
            }),
        );
        // Reports show it, whether a formula uses it or not.
        let _ = checker.lookup(&named.name);
        match node {
            Some(node) => evidence.push((named.name.clone(), node)),
            None => complete = false,
        }
    }
    let assertions = numeric_formula(checker, &text.assertions);
    checker.bind("assertions", assertions, None);
    let score = numeric_formula(checker, &text.score);
    checker.bind("score", score, None);
    let explain = text
        .explain
        .as_ref()
        .map(|fragment| template(checker, fragment));
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
    let parts = Parts {
        evidence,
        assertions,
        score,
        step,
        explain,
        possible,
    };
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
    let names = constants.iter().map(|named| named.name.clone());
    checker.later.extend(names);
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
        let origin = Origin {
            fragment: named.fragment,
            span: named.span,
        };
        checker.bind(&named.name, node, Some(origin));
    }
}

/// Reads the formulas of a technique whose pattern cannot be read: the names in them are unknown.
pub(super) fn only_read(checker: &mut Checker<'_>, text: &TechniqueText) {
    let evidence = text.evidence.iter().map(|named| &named.value);
    for fragment in text
        .possible
        .iter()
        .chain(evidence)
        .chain([&text.assertions, &text.score])
    {
        parsed(checker, parse_formula(fragment));
    }
    if let Some(fragment) = &text.explain {
        parsed(checker, parse_template(fragment));
    }
}

/// The number of bindings tried, by its formula.
pub(super) fn possible(checker: &mut Checker<'_>, fragment: &Fragment) -> Option<NodeId> {
    let node = formula(checker, fragment, Type::Int)?;
    if checker.graph.vars_of(node) == 0 {
        return Some(node);
    }
    let all = Span::new(0, fragment.text.len() as u32);
    let problem = checker
        .error(
            codes::NOT_CONSTANT,
            all,
            "how many bindings are tried cannot depend on one of them",
        )
        .label("uses the variable of a loop")
        .help("count over the position, like `count(open)`, or leave `possible` out");
    checker.problems.push(problem);
    None
}

/// A value as evidence, if it is one that can be reported.
pub(super) fn reportable(
    checker: &mut Checker<'_>,
    fragment: &Fragment,
    node: NodeId,
) -> Option<NodeId> {
    let found = checker.graph.ty(node);
    if found != Type::Text
        && found
            .element()
            .is_some_and(|element| !matches!(element, Element::Record(_)))
    {
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

pub(super) fn formula(checker: &mut Checker<'_>, fragment: &Fragment, ty: Type) -> Option<NodeId> {
    let expr = parsed(checker, parse_formula(fragment))?;
    checker.fragment = fragment.id;
    checker.expect(&expr, ty)
}

pub(crate) fn numeric_formula(checker: &mut Checker<'_>, fragment: &Fragment) -> Option<NodeId> {
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

pub(super) enum TemplateNode {
    Text(String),
    /// A value; whether it is the cells that lose candidates, which are no part of the pattern.
    Value {
        node: NodeId,
        loses: bool,
    },
    /// A record, told by its source of this number.
    Record(NodeId, u16),
}

pub(super) fn template(
    checker: &mut Checker<'_>,
    fragment: &Fragment,
) -> Option<Vec<TemplateNode>> {
    let template = parsed(checker, parse_template(fragment))?;
    checker.fragment = fragment.id;
    let gone = checker.lookup("eliminated").flatten();
    let mut nodes = Vec::new();
    let mut complete = true;
    for piece in template.pieces {
        match piece {
            TemplatePiece::Text(words) => nodes.push(TemplateNode::Text(words)),
            TemplatePiece::Value(expr) => match checker.expr(&expr) {
                Some(node) if shown_source(checker, node).is_some() => {
                    let source = shown_source(checker, node).unwrap_or_default();
                    nodes.push(TemplateNode::Record(node, source));
                }
                Some(node)
                    if matches!(
                        checker.graph.ty(node),
                        Type::List(_) | Type::Record(_) | Type::Text
                    ) =>
                {
                    let found = checker.graph.ty(node);
                    let problem = checker
                        .error(codes::TYPE, expr.span, format!("{found} cannot be printed"))
                        .help("print its cells, digits or numbers");
                    checker.problems.push(problem);
                    complete = false;
                }
                Some(node) => nodes.push(TemplateNode::Value {
                    node,
                    loses: gone == Some(node),
                }),
                None => complete = false,
            },
        }
    }
    complete.then_some(nodes)
}

/// The source of a record, if it can tell its records.
fn shown_source(checker: &Checker<'_>, node: NodeId) -> Option<u16> {
    let Type::Record(id) = checker.graph.ty(node) else {
        return None;
    };
    let source = checker.registry.sources().get(usize::from(id))?;
    source.show.map(|_| id)
}

/// The names that say what a match does.
///
/// Where the pattern is wrong, they stand for nothing that could be checked.
pub(super) fn bind_conclusion(
    checker: &mut Checker<'_>,
    pattern: Option<&Pattern>,
    fragment: FragmentId,
) {
    checker.fragment = fragment;
    let Some(pattern) = pattern else {
        for name in ["target", "target_digit", "placed", "eliminated", "removed"] {
            checker.bind(name, None, None);
        }
        return;
    };
    let graph = &mut checker.graph;
    let (placed, eliminated, removed) = match pattern.place {
        None if pattern.record.is_some() => (
            given(graph, "placed", Type::Cells, Range::new(0.0, 81.0)),
            given(graph, "eliminated", Type::Cells, Range::new(0.0, 81.0)),
            given(graph, "removed", Type::Int, Range::new(0.0, 729.0)),
        ),
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
pub(crate) fn given(graph: &mut crate::graph::Graph, name: &str, ty: Type, range: Range) -> NodeId {
    match graph.variable(name, ty, None) {
        Some(var) => graph.var(var, range),
        None => match ty {
            Type::Cells => graph.cells(0),
            _ => graph.int(0),
        },
    }
}

/// The system's own values of a step; they see what the match does, and nothing of the technique.
pub(super) fn step_values(
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
    let names = system.values.iter().map(|named| named.name.clone());
    checker.later.extend(names);
    let mut values = Vec::with_capacity(system.values.len());
    let mut complete = true;
    for named in &system.values {
        let node = numeric_formula(checker, &named.value);
        checker.bind(
            &named.name,
            node,
            Some(Origin {
                fragment: named.fragment,
                span: named.span,
            }),
        );
        match node {
            Some(node) => values.push((named.name.clone(), node)),
            None => complete = false,
        }
    }
    complete.then_some(values)
}

pub(super) fn check_range(
    checker: &mut Checker<'_>,
    fragment: FragmentId,
    text: &str,
    score: NodeId,
    (low, high): (f64, f64),
) {
    let (range, cases) = exact_range(&checker.graph, score);
    let span = Span::new(0, text.len() as u32);
    let mut told = Vec::new();
    let mut notes = Vec::new();
    let ends = [
        (range.lo, range.lo < low - 1e-9, "least"),
        (range.hi, range.hi > high + 1e-9, "greatest"),
    ];
    for (end, &(value, outside, which)) in ends.iter().enumerate() {
        if !outside {
            continue;
        }
        told.push(if value.is_finite() {
            format!("can be {}", shown(value))
        } else {
            format!("has no {which} value")
        });
        let Some((least, most)) = &cases else {
            continue;
        };
        let case = if end == 0 { least } else { most };
        let named: Vec<String> = case
            .iter()
            .filter_map(|(node, value)| {
                let binding = checker.scope.iter().find(|b| b.node == Some(*node))?;
                Some(format!("{} is {value}", binding.name))
            })
            .collect();
        if !named.is_empty() {
            notes.push((value, named.join(" and ")));
        }
    }
    if told.is_empty() {
        return;
    }
    let mut problem = Problem::error(
        codes::OUT_OF_RANGE,
        fragment,
        span,
        format!(
            "the score {}, {} its declared range [{low}, {high}]",
            told.join(" and "),
            if range.is_finite() {
                "outside"
            } else {
                "unlike"
            },
        ),
    )
    .label(format!("can be {}", within(range)))
    .help("change the formula, clamp it, or declare the range that it has");
    let alone = notes.len() == 1;
    let note = |(value, case): (f64, String)| match alone {
        true => format!("it is so when {case}"),
        false => format!("it is {} when {case}", shown(value)),
    };
    problem.notes = notes.into_iter().map(note).collect();
    checker.problems.push(problem);
}

/// What lies in a range, in words that fit behind "can be".
pub(crate) fn within(range: Range) -> String {
    match (range.lo.is_finite(), range.hi.is_finite()) {
        (true, true) if range.is_point() => shown(range.lo),
        (true, true) => format!("{} to {}", shown(range.lo), shown(range.hi)),
        (true, false) => format!("{} or more", shown(range.lo)),
        (false, true) => format!("{} or less", shown(range.hi)),
        (false, false) => "any number".to_owned(),
    }
}

/// A number without noise in its last digits.
pub(super) fn shown(x: f64) -> String {
    if x.abs() >= 1e15 {
        return format!("{x:.1e}");
    }
    let text = format!("{x:.4}");
    let text = text.trim_end_matches('0').trim_end_matches('.');
    text.to_owned()
}
