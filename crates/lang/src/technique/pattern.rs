//! A pattern's statements, checked.

use super::text::MOST_BINDINGS;

use crate::check::{Checker, Origin};
use crate::codes;
use crate::graph::{NodeId, VarId};
use crate::prim::Prim;
use crate::span::{Fragment, Span};
use crate::syntax::{Expr, Statement, StatementKind};
use crate::types::Type;

/// A statement with its values resolved.
pub(super) enum Step {
    For(VarId, NodeId),
    Where(NodeId),
    Check(NodeId),
    Eliminate { digits: NodeId, cells: NodeId },
}

/// What a checked pattern says.
pub(super) struct Pattern {
    pub(super) steps: Vec<Step>,
    pub(super) place: Option<(NodeId, NodeId)>,
    /// The record whose outcome is concluded, and the variable that stands for it.
    pub(super) record: Option<NodeId>,
    pub(super) cost: f64,
}

pub(super) fn pattern(
    checker: &mut Checker<'_>,
    fragment: &Fragment,
    tree: &crate::syntax::Pattern,
) -> Option<Pattern> {
    checker.fragment = fragment.id;
    let mut pattern = Pattern {
        steps: Vec::new(),
        place: None,
        record: None,
        cost: 1.0,
    };
    let mut complete = true;
    let mut concluded: Option<&Statement> = None;
    let mut misplaced = false;
    for statement in &tree.statements {
        let concludes = matches!(
            statement.kind,
            StatementKind::Place { .. }
                | StatementKind::Eliminate { .. }
                | StatementKind::Conclude(_)
        );
        let both_eliminate = matches!(statement.kind, StatementKind::Eliminate { .. })
            && concluded.is_none_or(|first| matches!(first.kind, StatementKind::Eliminate { .. }));
        if concluded.is_some() && !(concludes && both_eliminate) {
            if let StatementKind::For { name, .. } | StatementKind::Let { name, .. } =
                &statement.kind
            {
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
            .help(
                "end it with `place … at …`, `eliminate … from …` or, for a record, `conclude …`",
            );
        checker.problems.push(problem);
        complete = false;
    } else if !tree
        .statements
        .iter()
        .any(|statement| matches!(statement.kind, StatementKind::Check(_)))
    {
        let mut problem = checker.error(codes::NO_CHECK, all, "the pattern checks nothing");
        problem.severity = crate::Severity::Warning;
        checker.problems.push(problem.help(
            "write what a solver verifies as `check`; `where` only narrows what is looked at, and every binding counts as tried",
        ));
    }
    complete.then_some(pattern)
}

pub(super) fn statement(
    checker: &mut Checker<'_>,
    statement: &Statement,
    pattern: &mut Pattern,
) -> Option<()> {
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
            checker.work.set_visits(var?, pattern.cost);
            pattern.steps.push(Step::For(var?, set_node));
        }
        StatementKind::Let { name, value } => {
            let node = checker.expr(value);
            let origin = Origin {
                fragment: checker.fragment,
                span: name.span,
            };
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
            pattern.steps.push(Step::Eliminate {
                digits: digits?,
                cells: cells?,
            });
        }
        StatementKind::Conclude(record) => {
            pattern.record = Some(concluding(checker, record)?);
        }
    }
    Some(())
}

/// A record that has an outcome.
fn concluding(checker: &mut Checker<'_>, expr: &Expr) -> Option<NodeId> {
    let record = checker.expr(expr)?;
    let Type::Record(source) = checker.graph.ty(record) else {
        return checker.mismatch(
            expr.span,
            "a record, from which something follows",
            checker.graph.ty(record),
        );
    };
    let source = checker.registry.sources().get(usize::from(source))?;
    if source.concludes {
        return Some(record);
    }
    let problem = checker
        .error(
            codes::TYPE,
            expr.span,
            format!(
                "nothing follows from a record of `{}` by itself",
                source.name
            ),
        )
        .help("say what follows with `place … at …` or `eliminate … from …`, from its fields");
    checker.fail(problem)
}

pub(super) fn condition_value(checker: &mut Checker<'_>, condition: &Expr) -> Option<NodeId> {
    let node = checker.expect(condition, Type::Bool)?;
    if let Some(truth) = checker.graph.constant_word(node) {
        let (always, consequence, help) = if truth != 0 {
            (
                "always",
                "it does nothing",
                "take it out, or compare with what can differ",
            )
        } else {
            (
                "never",
                "the pattern cannot match",
                "compare with a value that can come about",
            )
        };
        let mut problem = checker
            .error(
                codes::FIXED_CONDITION,
                condition.span,
                format!("this condition {always} holds"),
            )
            .label(consequence)
            .help(help);
        if truth != 0 {
            problem.severity = crate::Severity::Warning;
        }
        checker.problems.push(problem);
    }
    Some(node)
}

/// A member, or the only member of a set.
pub(super) fn one_of(
    checker: &mut Checker<'_>,
    expr: &Expr,
    ty: Type,
    only: Prim,
) -> Option<NodeId> {
    let node = checker.expr(expr)?;
    if Some(checker.graph.ty(node)) == ty.set_of() {
        return Some(checker.graph.prim(only, &[node], ty));
    }
    checker.coerce(node, ty, expr.span)
}

pub(crate) fn rounded(x: f64) -> String {
    if x < 1e6 {
        format!("{x:.0}")
    } else {
        format!("{x:.1e}")
    }
}
