//! From a system's texts to a path's program.

use super::{ClassRow, Output, PathProgram, PathText, PathValue, TierText, Unreachable};
use std::collections::{HashMap, HashSet};

use crate::check::{Checker, Origin};
use crate::codes;
use crate::column::MOST_STEPS;
use crate::graph::{NodeId, Op};
use crate::lower::{Lowering, TooLarge};
use crate::parse::parse_formula;
use crate::plugin::Registry;
use crate::prim::Prim;
use crate::problem::Problem;
use crate::range::{Range, clearly_below};
use crate::span::{Fragment, Span};
use crate::syntax::{Argument, Expr, ExprKind};
use crate::tabulate::exact_range;
use crate::technique::{bind_constants, parsed, within};
use crate::texts::Texts;
use crate::types::{Element, Type};

/// The names that an expression uses and does not make itself.
pub fn names_in(fragment: &Fragment) -> HashSet<String> {
    let mut names = HashSet::new();
    if let Ok(expr) = parse_formula(fragment) {
        collect(&expr, &mut names);
    }
    names
}

fn collect(expr: &Expr, names: &mut HashSet<String>) {
    match &expr.kind {
        ExprKind::Int(_) | ExprKind::Number(_) | ExprKind::Text(_) | ExprKind::Bool(_) => {}
        ExprKind::Name(name) => {
            names.insert(name.clone());
        }
        ExprKind::Call { args, .. } => args
            .iter()
            .for_each(|Argument { value, .. }| collect(value, names)),
        ExprKind::Fold {
            variable,
            set,
            body,
            ..
        }
        | ExprKind::Filter {
            variable,
            set,
            condition: body,
        } => {
            collect(set, names);
            let mut inside = HashSet::new();
            collect(body, &mut inside);
            inside.remove(&variable.text);
            names.extend(inside);
        }
        ExprKind::List(items) => items.iter().for_each(|item| collect(item, names)),
        ExprKind::Field { of, .. } | ExprKind::Not(of) | ExprKind::Negate(of) => collect(of, names),
        ExprKind::Index { of, index } => {
            collect(of, names);
            collect(index, names);
        }
        ExprKind::If {
            condition,
            then,
            otherwise,
        } => {
            collect(condition, names);
            collect(then, names);
            collect(otherwise, names);
        }
        ExprKind::Binary { left, right, .. } => {
            collect(left, names);
            collect(right, names);
        }
    }
}

/// Compiles a system's path formulas.
///
/// All problems found are added to `problems`; there is a program if none of them is an error.
pub fn compile_path(
    text: &PathText,
    registry: &Registry,
    texts: &mut Texts,
    problems: &mut Vec<Problem>,
) -> Option<PathProgram> {
    let mut compiler = Compiler {
        order: Vec::new(),
        nodes: HashMap::new(),
        open: HashSet::new(),
        done: HashSet::new(),
        unreachable: Unreachable::default(),
        text,
    };
    let mut checker = Checker::new(registry, texts);
    let result = compiler.compile(&mut checker);
    let mut found = std::mem::take(&mut checker.problems);
    found.sort_by_key(|p| (p.fragment, p.span.start));
    let failed = found.iter().any(|p| p.severity == crate::Severity::Error);
    problems.extend(found);
    result.filter(|_| !failed)
}

struct Compiler<'t> {
    text: &'t PathText,
    order: Vec<usize>,
    nodes: HashMap<usize, NodeId>,
    open: HashSet<usize>,
    done: HashSet<usize>,
    unreachable: Unreachable,
}

struct Tiers {
    row: NodeId,
    /// What can decide.
    range: Range,
    profile: Vec<(String, NodeId)>,
}

impl Compiler<'_> {
    fn compile(&mut self, checker: &mut Checker<'_>) -> Option<PathProgram> {
        let text = self.text;
        let texts = text.columns.iter().map(|column| column.texts.len()).max();
        checker.graph.kinds = texts.unwrap_or(0);
        checker.graph.steps = text.most_steps.min(MOST_STEPS) as f64;
        checker.columns.clone_from(&text.columns);
        checker.absent.clone_from(&text.absent);
        checker.step = checker.graph.variable("step", Type::Int, None);
        bind_constants(checker, &text.constants);
        let constants = checker.scope.len();
        for (number, column) in text.columns.iter().enumerate() {
            let Ok(number) = u8::try_from(number) else {
                self.too_large(checker);
                return None;
            };
            let ty = Type::Column(column.element);
            let node = checker
                .graph
                .other(Op::Column(number), &[], ty, column.range);
            checker.bind(&column.name, node, None);
        }
        if let Some((name, rows)) = &text.rows {
            let rows = checker.graph.int(*rows as i64);
            checker.bind(name, rows, None);
        }
        for at in 0..text.values.len() {
            self.value(checker, at);
        }
        let tiers = text
            .tiers
            .as_ref()
            .map(|tiers| tier_nodes(checker, tiers, &mut self.unreachable));
        for binding in &checker.scope[..constants] {
            if text.used_elsewhere.contains(&binding.name) {
                binding.used.set(true);
            }
        }
        let complete = self.nodes.len() == text.values.len();
        let tiers = match tiers {
            Some(None) => return None,
            Some(tiers) => tiers,
            None => None,
        };
        if !complete {
            return None;
        }
        // What is wrong may use what nothing else does.
        checker.scope.truncate(constants);
        checker.warn_unused(0, "constant");
        let lowered = self.lower(checker.graph.clone(), tiers);
        if lowered.is_err() {
            self.too_large(checker);
        }
        lowered.ok()
    }

    fn too_large(&self, checker: &mut Checker<'_>) {
        let Some(first) = self.text.values.first() else {
            return;
        };
        checker.problems.push(
            Problem::error(
                codes::TOO_LARGE,
                first.fragment,
                first.span,
                "the formulas of this system need more than the 256 registers of a program",
            )
            .help("remove formulas, or move shared parts into values of their own"),
        );
    }

    /// Checks a value after those that it uses.
    fn value(&mut self, checker: &mut Checker<'_>, at: usize) {
        if self.done.contains(&at) {
            return;
        }
        let text = self.text;
        let named = &text.values[at];
        if !self.open.insert(at) {
            let problem = Problem::error(
                codes::CYCLE,
                named.fragment,
                named.span,
                format!("the formula of `{}` needs itself", named.name),
            )
            .label("part of a circle")
            .help("break the circle: some formula of it must use columns or the position only");
            checker.problems.push(problem);
            // One message for a circle: what uses the value says nothing more.
            checker.bind(
                &named.name,
                None,
                Some(Origin {
                    fragment: named.fragment,
                    span: named.span,
                }),
            );
            self.done.insert(at);
            return;
        }
        let mut names = HashSet::new();
        match &named.value {
            PathValue::Formula(fragment) | PathValue::Series(fragment) => {
                names.extend(names_in(fragment));
            }
            PathValue::Class(rows) => {
                for fragment in rows.iter().filter_map(|row| row.when.as_ref()) {
                    names.extend(names_in(fragment));
                }
            }
        }
        for (other, value) in text.values.iter().enumerate() {
            if names.contains(&value.name) && !checker.knows(&value.name) {
                self.value(checker, other);
            }
        }
        if !self.done.insert(at) {
            return;
        }
        let node = match &named.value {
            PathValue::Formula(fragment) => single_value(checker, fragment),
            PathValue::Class(rows) => class(checker, &named.name, rows, &mut self.unreachable),
            PathValue::Series(fragment) => series(checker, fragment),
        };
        let origin = Origin {
            fragment: named.fragment,
            span: named.span,
        };
        match node {
            Some(node) => {
                checker.bind(&named.name, node, Some(origin));
                self.nodes.insert(at, node);
                self.order.push(at);
            }
            None => {
                checker.bind(&named.name, None, Some(origin));
            }
        }
    }

    fn lower(
        &self,
        graph: crate::graph::Graph,
        tiers: Option<Tiers>,
    ) -> Result<PathProgram, TooLarge> {
        let columns = u8::try_from(self.text.columns.len()).map_err(|_| TooLarge)?;
        let mut l = Lowering::new(graph, columns);
        let output = |l: &mut Lowering, name: &str, node: NodeId| {
            Ok(Output {
                name: name.to_owned(),
                register: l.value(node)?,
                ty: l.graph.ty(node),
                range: exact_range(&l.graph, node).0,
            })
        };
        let (mut values, mut series) = (Vec::new(), Vec::new());
        for (at, named) in self.text.values.iter().enumerate() {
            match &named.value {
                PathValue::Series(_) => {
                    let column = l.value(self.nodes[&at])?;
                    series.push((named.name.clone(), column.number));
                }
                PathValue::Formula(_) | PathValue::Class(_) => {
                    values.push(output(&mut l, &named.name, self.nodes[&at])?);
                }
            }
        }
        let (mut tier, mut decides, mut profile) = (None, None, Vec::new());
        if let Some(tiers) = tiers {
            tier = Some(l.value(tiers.row)?);
            decides = Some(tiers.range);
            for (name, node) in &tiers.profile {
                profile.push(output(&mut l, name, *node)?);
            }
        }
        l.finish()?;
        let uses = (0..columns).map(|column| l.use_of_column(column)).collect();
        Ok(PathProgram {
            program: l.program,
            uses,
            values,
            series,
            tier,
            decides,
            profile,
            unreachable: self.unreachable.clone(),
        })
    }
}

/// A formula whose value is one number, condition or text.
fn single_value(checker: &mut Checker<'_>, fragment: &Fragment) -> Option<NodeId> {
    let expr = parsed(checker, parse_formula(fragment))?;
    checker.fragment = fragment.id;
    let node = checker.expr(&expr)?;
    let ty = checker.graph.ty(node);
    if matches!(ty, Type::Int | Type::Number | Type::Bool | Type::Text) {
        return Some(node);
    }
    let mut problem = checker
        .error(
            codes::TYPE,
            expr.span,
            format!("expected one number, condition or text for the path, found {ty}"),
        )
        .label(format!("this is {ty}"));
    problem = match ty {
        Type::Column(Element::Text) => {
            problem.help("make one of all steps: `most_frequent(…)`, `longest_run(…)`")
        }
        Type::Column(Element::Bool) => problem.help("count the steps: `count(…)`"),
        Type::Column(_) => problem.help("make one of all steps: `sum(…)`, `mean(…)`, `max(…)`"),
        _ => problem.help("count it: `count(…)`"),
    };
    checker.problems.push(problem);
    None
}

/// A formula that is worked out at each step.
fn series(checker: &mut Checker<'_>, fragment: &Fragment) -> Option<NodeId> {
    let expr = parsed(checker, parse_formula(fragment))?;
    checker.fragment = fragment.id;
    let node = checker.expr(&expr)?;
    let step = checker.step?;
    let value = checker.at_step(node, step);
    let ty = checker.graph.ty(value);
    if !ty.is_numeric() {
        return checker.mismatch(expr.span, "a number for each step", checker.graph.ty(node));
    }
    let body = checker.graph.number_of(value);
    let range = checker.graph.range(body);
    let ty = Type::Column(Element::Number);
    Some(checker.graph.other(Op::Each(step), &[body], ty, range))
}

/// The text of the first row that applies.
fn class(
    checker: &mut Checker<'_>,
    name: &str,
    rows: &[ClassRow],
    unreachable: &mut Unreachable,
) -> Option<NodeId> {
    let mut choices = Vec::new();
    let mut settled: Option<String> = None;
    let mut conditional = true;
    let mut complete = true;
    for row in rows {
        let shown_name = row.name.as_deref().unwrap_or("no class");
        let text = match &row.name {
            Some(text) => checker.texts.intern(text),
            None => -1,
        };
        let text = checker.graph.word(text, Type::Text);
        let mut never = || {
            unreachable
                .classes
                .push((name.to_owned(), row.name.clone()))
        };
        if settled.is_some() {
            never();
        }
        // Whoever reads the rows has seen that one behind a row without a condition is never chosen.
        if let Some(before) = settled.as_ref().filter(|_| conditional) {
            checker.problems.push(
                Problem::warning(
                    codes::UNREACHABLE,
                    row.place.0,
                    row.place.1,
                    format!("class `{shown_name}` of `{name}` is unreachable"),
                )
                .label("never chosen")
                .note(format!(
                    "`{before}`, which stands before it, always applies"
                ))
                .help("change the condition of the earlier one, or leave this one out"),
            );
        }
        let Some(when) = &row.when else {
            choices.push((None, text));
            conditional &= settled.is_some();
            settled = settled.or_else(|| Some(shown_name.to_owned()));
            continue;
        };
        let Some(expr) = parsed(checker, parse_formula(when)) else {
            complete = false;
            continue;
        };
        checker.fragment = when.id;
        let Some(condition) = checker.expect(&expr, Type::Bool) else {
            complete = false;
            continue;
        };
        match checker.graph.constant_word(condition) {
            Some(0) => {
                // Said already of one that stands behind a row that always applies.
                if settled.is_none() {
                    never();
                }
                let mut problem = checker
                    .error(
                        codes::UNREACHABLE,
                        expr.span,
                        format!("class `{shown_name}` of `{name}` is unreachable"),
                    )
                    .label("never holds for any path of this ladder");
                problem.severity = crate::Severity::Warning;
                if let ExprKind::Binary { left, right, .. } = &expr.kind {
                    for (side, which) in [(left, "left"), (right, "right")] {
                        if let Some(node) = checker.expr(side)
                            && checker.graph.ty(node).is_numeric()
                            && !checker.graph.is_constant(node)
                        {
                            let range = checker.graph.range(node);
                            let said = match &side.kind {
                                ExprKind::Name(name) => format!("`{name}`"),
                                _ => format!("its {which} side"),
                            };
                            problem = problem.note(format!("{said} can be {}", within(range)));
                        }
                    }
                }
                checker
                    .problems
                    .push(problem.help("change the bound, or leave the class out"));
            }
            Some(_) => settled = settled.or_else(|| Some(shown_name.to_owned())),
            None => {}
        }
        choices.push((Some(condition), text));
    }
    if !complete {
        return None;
    }
    let mut value = checker.graph.word(-1, Type::Text);
    for (condition, text) in choices.into_iter().rev() {
        value = match condition {
            Some(condition) => {
                checker
                    .graph
                    .prim(Prim::SelectW, &[condition, text, value], Type::Text)
            }
            None => text,
        };
    }
    Some(value)
}

fn tier_nodes(
    checker: &mut Checker<'_>,
    tiers: &TierText,
    unreachable: &mut Unreachable,
) -> Option<Tiers> {
    let by = single_value(checker, &tiers.by);
    let mut profile = Vec::new();
    for named in &tiers.profile {
        if let Some(node) = single_value(checker, &named.value) {
            profile.push((named.name.clone(), node));
        }
    }
    let by = by?;
    if profile.len() < tiers.profile.len() {
        return None;
    }
    if !checker.graph.ty(by).is_numeric() {
        let all = Span::new(0, tiers.by.text.len() as u32);
        checker.fragment = tiers.by.id;
        return checker.coerce(by, Type::Number, all).and(None);
    }
    let by = checker.graph.number_of(by);
    let range = checker.graph.range(by);
    let last = tiers.bounds.len() as i64;
    let mut row = checker.graph.int(last);
    for (at, &bound) in tiers.bounds.iter().enumerate().rev() {
        let bound = checker.graph.float(bound);
        let below = checker.graph.prim(Prim::LtF, &[by, bound], Type::Bool);
        let here = checker.graph.int(at as i64);
        row = checker
            .graph
            .prim(Prim::SelectW, &[below, here, row], Type::Int);
    }
    for (at, &(fragment, span)) in tiers.rows.iter().enumerate() {
        let from = if at == 0 {
            f64::NEG_INFINITY
        } else {
            tiers.bounds[at - 1]
        };
        let below = tiers.bounds.get(at).copied().unwrap_or(f64::INFINITY);
        if clearly_below(range.hi, from) || !clearly_below(range.lo, below) {
            unreachable.tiers.push(at);
            let said = format!("what decides can be {}", within(range));
            checker.problems.push(
                Problem::warning(
                    codes::UNREACHABLE,
                    fragment,
                    span,
                    "this tier is unreachable",
                )
                .label("no path of this ladder gets here")
                .note(said)
                .help("change the bounds, or leave the tier out"),
            );
        }
    }
    for (named, rows) in &tiers.names {
        let texts: Vec<NodeId> = rows
            .iter()
            .map(|text| {
                let number = checker.texts.intern(text);
                checker.graph.word(number, Type::Text)
            })
            .collect();
        let list = checker.graph.list(&texts, Element::Text);
        let one = checker.graph.int(1);
        let index = checker.graph.prim(Prim::AddW, &[row, one], Type::Int);
        let node = checker.graph.item(list, index, Type::Text);
        let origin = Origin {
            fragment: named.fragment,
            span: named.span,
        };
        checker.bind(&named.name, node, Some(origin));
    }
    Some(Tiers {
        row,
        range,
        profile,
    })
}
