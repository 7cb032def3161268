//! Trees as compact S-expressions, and a check of every place in them.
//!
//! `(op left right)` and `(f arg…)`, `(sum [x S] e)` a fold, `{x S c}` a filter, `[a b]` a list,
//! `(. r field)`, `(@ list index)`, `(if c a b)`, `name:value` a named argument.

use undoku_lang::Span;
use undoku_lang::syntax::{BinaryOp, Expr, ExprKind, Name, Pattern, StatementKind};

pub(crate) fn operator(op: BinaryOp) -> &'static str {
    match op {
        BinaryOp::Or => "or",
        BinaryOp::And => "and",
        BinaryOp::Equal => "==",
        BinaryOp::NotEqual => "!=",
        BinaryOp::Less => "<",
        BinaryOp::AtMost => "<=",
        BinaryOp::Greater => ">",
        BinaryOp::AtLeast => ">=",
        BinaryOp::In => "in",
        BinaryOp::NotIn => "not in",
        BinaryOp::After => "after",
        BinaryOp::Range => "..",
        BinaryOp::Union => "|",
        BinaryOp::Difference => "^",
        BinaryOp::Intersection => "&",
        BinaryOp::Add => "+",
        BinaryOp::Subtract => "-",
        BinaryOp::Multiply => "*",
        BinaryOp::Divide => "/",
    }
}

fn all<'a>(items: impl IntoIterator<Item = &'a Expr>) -> String {
    let items: Vec<String> = items.into_iter().map(expr).collect();
    items.join(" ")
}

pub(crate) fn expr(e: &Expr) -> String {
    match &e.kind {
        ExprKind::Int(value) => value.to_string(),
        ExprKind::Number(value) => format!("{value:?}"),
        ExprKind::Text(text) => format!("{text:?}"),
        ExprKind::Bool(value) => format!("#{value}"),
        ExprKind::Name(name) => name.clone(),
        ExprKind::Call { name, args } => {
            let mut out = format!("({}", name.text);
            for argument in args {
                out.push(' ');
                if let Some(name) = &argument.name {
                    out.push_str(&format!("{}:", name.text));
                }
                out.push_str(&expr(&argument.value));
            }
            out + ")"
        }
        ExprKind::Fold {
            name,
            variable,
            set,
            body,
        } => format!(
            "({} [{} {}] {})",
            name.text,
            variable.text,
            expr(set),
            expr(body)
        ),
        ExprKind::Filter {
            variable,
            set,
            condition,
        } => format!("{{{} {} {}}}", variable.text, expr(set), expr(condition)),
        ExprKind::List(items) => format!("[{}]", all(items)),
        ExprKind::Field { of, name } => format!("(. {} {})", expr(of), name.text),
        ExprKind::Index { of, index } => format!("(@ {} {})", expr(of), expr(index)),
        ExprKind::If {
            condition,
            then,
            otherwise,
        } => format!(
            "(if {} {} {})",
            expr(condition),
            expr(then),
            expr(otherwise)
        ),
        ExprKind::Not(operand) => format!("(not {})", expr(operand)),
        ExprKind::Negate(operand) => format!("(- {})", expr(operand)),
        ExprKind::Binary {
            op, left, right, ..
        } => format!("({} {} {})", operator(*op), expr(left), expr(right)),
    }
}

/// One line a statement.
pub(crate) fn pattern(p: &Pattern) -> String {
    let lines: Vec<String> = p
        .statements
        .iter()
        .map(|statement| match &statement.kind {
            StatementKind::For { name, set } => format!("for {} {}", name.text, expr(set)),
            StatementKind::Let { name, value } => format!("let {} {}", name.text, expr(value)),
            StatementKind::Where(condition) => format!("where {}", expr(condition)),
            StatementKind::Check(condition) => format!("check {}", expr(condition)),
            StatementKind::Place { digit, cell } => {
                format!("place {} {}", expr(digit), expr(cell))
            }
            StatementKind::Eliminate { digits, cells } => {
                format!("eliminate {} {}", expr(digits), expr(cells))
            }
            StatementKind::Conclude(record) => format!("conclude {}", expr(record)),
        })
        .collect();
    lines.join("\n")
}

fn slice(text: &str, span: Span) -> &str {
    &text[span.range()]
}

fn check_name(text: &str, name: &Name) {
    assert_eq!(slice(text, name.span), name.text, "the place of a name");
}

/// Checks that the source at an expression's place reads as that expression, that names and
/// operators stand where they say, and that depths are one more than the deepest operand's.
pub(crate) fn check_places(text: &str, e: &Expr) {
    let source = slice(text, e.span);
    let again = super::formula(source)
        .unwrap_or_else(|problems| panic!("`{source}` does not read alone: {problems:?}"));
    assert_eq!(
        expr(&again),
        expr(e),
        "the place of an expression: `{source}`"
    );
    let mut operands: Vec<&Expr> = Vec::new();
    match &e.kind {
        ExprKind::Int(_) | ExprKind::Number(_) | ExprKind::Text(_) | ExprKind::Bool(_) => {}
        ExprKind::Name(name) => assert_eq!(source, name),
        ExprKind::Call { name, args } => {
            check_name(text, name);
            for argument in args {
                if let Some(name) = &argument.name {
                    check_name(text, name);
                }
                operands.push(&argument.value);
            }
        }
        ExprKind::Fold {
            name,
            variable,
            set,
            body,
        } => {
            check_name(text, name);
            check_name(text, variable);
            operands.extend([&**set, body]);
        }
        ExprKind::Filter {
            variable,
            set,
            condition,
        } => {
            check_name(text, variable);
            operands.extend([&**set, condition]);
        }
        ExprKind::List(items) => operands.extend(items),
        ExprKind::Field { of, name } => {
            check_name(text, name);
            operands.push(of);
        }
        ExprKind::Index { of, index } => operands.extend([&**of, index]),
        ExprKind::If {
            condition,
            then,
            otherwise,
        } => operands.extend([&**condition, then, otherwise]),
        ExprKind::Not(operand) | ExprKind::Negate(operand) => operands.push(operand),
        ExprKind::Binary {
            op,
            op_span,
            left,
            right,
        } => {
            // Between `not` and `in` there may be anything that means nothing.
            let written = slice(text, *op_span);
            let (first, last) = operator(*op).split_once(' ').unwrap_or((operator(*op), ""));
            assert!(
                written.starts_with(first),
                "the place of an operator: {written}"
            );
            assert!(
                written.ends_with(last),
                "the place of an operator: {written}"
            );
            if last.is_empty() {
                assert_eq!(written, first, "the place of an operator");
            }
            operands.extend([&**left, right]);
        }
    }
    let deepest = operands.iter().map(|operand| operand.depth).max();
    assert_eq!(e.depth, 1 + deepest.unwrap_or(0), "the depth of `{source}`");
    for operand in operands {
        check_places(text, operand);
    }
}

/// The same for all expressions of a pattern, and the places of its statements.
pub(crate) fn check_pattern_places(text: &str, p: &Pattern) {
    for statement in &p.statements {
        let source = slice(text, statement.span);
        let again = super::pattern(source)
            .unwrap_or_else(|problems| panic!("`{source}` does not read alone: {problems:?}"));
        assert_eq!(again.statements.len(), 1, "one statement in `{source}`");
        assert_eq!(
            pattern(&again),
            pattern(&Pattern {
                statements: vec![statement.clone()]
            })
        );
        match &statement.kind {
            StatementKind::For { name, set: value } | StatementKind::Let { name, value } => {
                check_name(text, name);
                check_places(text, value);
            }
            StatementKind::Where(condition)
            | StatementKind::Check(condition)
            | StatementKind::Conclude(condition) => {
                check_places(text, condition);
            }
            StatementKind::Place {
                digit: what,
                cell: cells,
            }
            | StatementKind::Eliminate {
                digits: what,
                cells,
            } => {
                check_places(text, what);
                check_places(text, cells);
            }
        }
    }
}
