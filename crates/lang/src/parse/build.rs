//! From what the grammar found to the syntax tree.

use pest::iterators::{Pair, Pairs};

use super::grammar::Rule;
use super::precedence::{PRECEDENCE, binary, is_comparison};
use super::{DEEPEST_TREE, Source};
use crate::codes;
use crate::problem::Problem;
use crate::span::Span;
use crate::syntax::{Argument, Expr, ExprKind, Name, Statement, StatementKind};

type Built<T> = Result<T, Box<Problem>>;

/// An expression together with its place when the brackets around it are counted.
struct Operand {
    expr: Expr,
    outer: Span,
}

/// The statements of a piece of text that starts at an offset of the source.
pub(super) fn statements(
    source: Source<'_>,
    offset: usize,
    mut pairs: Pairs<'_, Rule>,
) -> Built<Vec<Statement>> {
    let builder = Builder { source, offset };
    let all = builder.next(&mut pairs)?;
    all.into_inner()
        .filter(|pair| pair.as_rule() != Rule::EOI)
        .map(|pair| builder.statement(pair))
        .collect()
}

/// The expression of a piece of text that starts at an offset of the source.
pub(super) fn formula(
    source: Source<'_>,
    offset: usize,
    mut pairs: Pairs<'_, Rule>,
) -> Built<Expr> {
    let builder = Builder { source, offset };
    let mut inner = builder.next(&mut pairs)?.into_inner();
    let expression = builder.next(&mut inner)?;
    Ok(builder.expression(expression)?.expr)
}

#[derive(Clone, Copy)]
struct Builder<'a> {
    source: Source<'a>,
    offset: usize,
}

impl Builder<'_> {
    fn next<'i>(&self, pairs: &mut Pairs<'i, Rule>) -> Built<Pair<'i, Rule>> {
        pairs.next().ok_or_else(|| self.gap())
    }

    /// What stands for a piece the grammar guarantees, so that its absence cannot panic.
    fn gap(&self) -> Box<Problem> {
        Box::new(
            self.source
                .error_at(
                    codes::SYNTAX,
                    self.offset,
                    self.offset,
                    "this text cannot be read",
                )
                .help("write it in a simpler way"),
        )
    }

    fn span(&self, pair: &Pair<'_, Rule>) -> Span {
        let span = pair.as_span();
        self.source
            .span(self.offset + span.start(), self.offset + span.end())
    }

    fn error(&self, span: Span, message: impl Into<String>) -> Problem {
        Problem::error(codes::SYNTAX, self.source.id, span, message)
    }

    fn name(&self, pair: &Pair<'_, Rule>) -> Name {
        Name {
            text: pair.as_str().to_owned(),
            span: self.span(pair),
        }
    }

    fn statement(&self, pair: Pair<'_, Rule>) -> Built<Statement> {
        let rule = pair.as_rule();
        let mut inner = pair.into_inner();
        let keyword = self.span(&self.next(&mut inner)?);
        let first = self.next(&mut inner)?;
        let (kind, end) = match rule {
            Rule::for_statement | Rule::let_statement => {
                let name = self.name(&first);
                self.next(&mut inner)?;
                let value = self.expression(self.next(&mut inner)?)?;
                let kind = if rule == Rule::for_statement {
                    StatementKind::For {
                        name,
                        set: value.expr,
                    }
                } else {
                    StatementKind::Let {
                        name,
                        value: value.expr,
                    }
                };
                (kind, value.outer)
            }
            Rule::where_statement => {
                let condition = self.expression(first)?;
                (StatementKind::Where(condition.expr), condition.outer)
            }
            Rule::check_statement => {
                let condition = self.expression(first)?;
                (StatementKind::Check(condition.expr), condition.outer)
            }
            Rule::conclude_statement => {
                let record = self.expression(first)?;
                (StatementKind::Conclude(record.expr), record.outer)
            }
            _ => {
                let what = self.expression(first)?.expr;
                self.next(&mut inner)?;
                let cells = self.expression(self.next(&mut inner)?)?;
                let kind = if rule == Rule::place_statement {
                    StatementKind::Place {
                        digit: what,
                        cell: cells.expr,
                    }
                } else {
                    StatementKind::Eliminate {
                        digits: what,
                        cells: cells.expr,
                    }
                };
                (kind, cells.outer)
            }
        };
        Ok(Statement {
            kind,
            span: keyword.to(end),
        })
    }

    /// An `expression`, or one of the two things it can be.
    fn expression(&self, pair: Pair<'_, Rule>) -> Built<Operand> {
        let span = self.span(&pair);
        match pair.as_rule() {
            Rule::expression => self.expression(self.next(&mut pair.into_inner())?),
            Rule::if_expression => {
                let mut inner = pair.into_inner();
                let keyword = self.span(&self.next(&mut inner)?);
                let condition = self.expression(self.next(&mut inner)?)?;
                self.next(&mut inner)?;
                let then = self.expression(self.next(&mut inner)?)?;
                self.next(&mut inner)?;
                let otherwise = self.expression(self.next(&mut inner)?)?;
                let span = keyword.to(otherwise.outer);
                self.make(
                    span,
                    ExprKind::If {
                        condition: Box::new(condition.expr),
                        then: Box::new(then.expr),
                        otherwise: Box::new(otherwise.expr),
                    },
                )
            }
            _ => self.operation(span, pair.into_inner()),
        }
    }

    /// The flat operands and operators of an operation, brought into shape.
    fn operation(&self, span: Span, parts: Pairs<'_, Rule>) -> Built<Operand> {
        self.refuse_chains(parts.clone())?;
        if parts.peek().is_none() {
            return Err(Box::new(self.error(span, "expected an expression")));
        }
        PRECEDENCE
            .map_primary(|pair| self.primary(pair))
            .map_prefix(|op, operand: Built<Operand>| {
                let operand = operand?;
                let span = self.span(&op).to(operand.outer);
                let inner = Box::new(operand.expr);
                self.make(
                    span,
                    if op.as_rule() == Rule::op_not {
                        ExprKind::Not(inner)
                    } else {
                        ExprKind::Negate(inner)
                    },
                )
            })
            .map_postfix(|operand, op| self.postfix(operand?, op))
            .map_infix(|left: Built<Operand>, op, right: Built<Operand>| {
                let (left, right) = (left?, right?);
                let kind = ExprKind::Binary {
                    op: binary(op.as_rule()).ok_or_else(|| self.gap())?,
                    op_span: self.span(&op),
                    left: Box::new(left.expr),
                    right: Box::new(right.expr),
                };
                self.make(left.outer.to(right.outer), kind)
            })
            .parse(parts)
    }

    /// `a < b < c` compares a truth with a value; what is meant is nearly always two comparisons.
    fn refuse_chains(&self, parts: Pairs<'_, Rule>) -> Built<()> {
        let mut compared: Option<Pair<'_, Rule>> = None;
        let mut middle: Option<Span> = None;
        for part in parts {
            match part.as_rule() {
                Rule::op_and | Rule::op_or => (compared, middle) = (None, None),
                rule if is_comparison(rule) => {
                    if let Some(first) = compared {
                        let between = middle.map_or("…", |span| &self.source.text[span.range()]);
                        let between = super::shorten(between);
                        return Err(Box::new(
                            self.error(
                                self.span(&part),
                                format!("`{}` cannot follow `{}`: comparisons do not chain", words(&part), words(&first)),
                            )
                            .label("second comparison")
                            .help(format!(
                                "write two comparisons with `and` between them: `… {} {between} and {between} {} …`",
                                words(&first),
                                words(&part),
                            )),
                        ));
                    }
                    (compared, middle) = (Some(part), None);
                }
                _ if compared.is_some() => {
                    let span = self.span(&part);
                    middle = Some(middle.map_or(span, |before| before.to(span)));
                }
                _ => {}
            }
        }
        Ok(())
    }

    fn primary(&self, pair: Pair<'_, Rule>) -> Built<Operand> {
        let span = self.span(&pair);
        let written = pair.as_str();
        match pair.as_rule() {
            Rule::group => {
                let mut inner = pair.into_inner();
                self.next(&mut inner)?;
                let expr = self.expression(self.next(&mut inner)?)?.expr;
                Ok(Operand { expr, outer: span })
            }
            Rule::int => match written.parse() {
                Ok(value) => self.make(span, ExprKind::Int(value)),
                Err(_) => Err(self.bad_number(span)),
            },
            Rule::number => match written.parse::<f64>() {
                Ok(value) if value.is_finite() => self.make(span, ExprKind::Number(value)),
                _ => Err(self.bad_number(span)),
            },
            Rule::text => self.make(span, ExprKind::Text(unescape(written))),
            Rule::boolean => self.make(span, ExprKind::Bool(written == "true")),
            Rule::name => self.make(span, ExprKind::Name(written.to_owned())),
            Rule::list => {
                let items: Vec<Expr> = pair
                    .into_inner()
                    .filter(|part| part.as_rule() == Rule::expression)
                    .map(|part| Ok(self.expression(part)?.expr))
                    .collect::<Built<_>>()?;
                self.make(span, ExprKind::List(items))
            }
            Rule::filter => {
                let mut inner = pair.into_inner();
                self.next(&mut inner)?;
                let variable = self.name(&self.next(&mut inner)?);
                self.next(&mut inner)?;
                let set = self.expression(self.next(&mut inner)?)?.expr;
                self.next(&mut inner)?;
                let condition = self.expression(self.next(&mut inner)?)?.expr;
                self.make(
                    span,
                    ExprKind::Filter {
                        variable,
                        set: Box::new(set),
                        condition: Box::new(condition),
                    },
                )
            }
            _ => self.call(span, pair),
        }
    }

    fn bad_number(&self, span: Span) -> Box<Problem> {
        Box::new(
            Problem::error(
                codes::BAD_NUMBER,
                self.source.id,
                span,
                "this number cannot be represented",
            )
            .help("write it like `12`, `0.45` or `1e20`"),
        )
    }

    fn postfix(&self, of: Operand, pair: Pair<'_, Rule>) -> Built<Operand> {
        let span = of.outer.to(self.span(&pair));
        let rule = pair.as_rule();
        let mut inner = pair.into_inner();
        self.next(&mut inner)?;
        let operand = self.next(&mut inner)?;
        let of = Box::new(of.expr);
        let kind = if rule == Rule::field {
            ExprKind::Field {
                of,
                name: self.name(&operand),
            }
        } else {
            ExprKind::Index {
                of,
                index: Box::new(self.expression(operand)?.expr),
            }
        };
        self.make(span, kind)
    }

    /// A call, or a fold, which is a call whose one argument is `x in S : e`.
    fn call(&self, span: Span, pair: Pair<'_, Rule>) -> Built<Operand> {
        let mut inner = pair.into_inner();
        let name = self.name(&self.next(&mut inner)?);
        let arguments: Vec<Pair<'_, Rule>> = inner
            .filter(|part| part.as_rule() == Rule::argument)
            .collect();
        let alone = arguments.len() == 1;
        let mut args = Vec::with_capacity(arguments.len());
        for argument in arguments {
            let place = self.span(&argument);
            match self.argument(argument)? {
                Read::Argument(argument) => args.push(argument),
                Read::Fold {
                    variable,
                    set,
                    body,
                } if alone => {
                    let (set, body) = (Box::new(set), Box::new(body));
                    return self.make(
                        span,
                        ExprKind::Fold {
                            name,
                            variable,
                            set,
                            body,
                        },
                    );
                }
                Read::Fold { variable, .. } => {
                    return Err(Box::new(
                        self.error(
                            place,
                            format!("`{} in … : …` must be the only argument", variable.text),
                        )
                        .label(format!("one of several arguments of `{}`", name.text))
                        .help("put a `{x in S : condition}` here if a set is meant"),
                    ));
                }
            }
        }
        self.make(span, ExprKind::Call { name, args })
    }

    fn argument(&self, pair: Pair<'_, Rule>) -> Built<Read> {
        let mut inner = pair.into_inner();
        let mut first = self.next(&mut inner)?;
        if first.as_rule() == Rule::over_loose {
            first = self.next(&mut inner)?;
        }
        if first.as_rule() == Rule::name {
            let variable = self.name(&first);
            self.next(&mut inner)?;
            let set = self.expression(self.next(&mut inner)?)?.expr;
            self.next(&mut inner)?;
            let body = self.expression(self.next(&mut inner)?)?.expr;
            return Ok(Read::Fold {
                variable,
                set,
                body,
            });
        }
        let Some(colon) = inner.next() else {
            let value = self.expression(first)?.expr;
            return Ok(Read::Argument(Argument { name: None, value }));
        };
        let head = self.head(first, self.span(&colon))?;
        let value = self.expression(self.next(&mut inner)?)?.expr;
        Ok(match head {
            (name, None) => Read::Argument(Argument {
                name: Some(name),
                value,
            }),
            (variable, Some(set)) => Read::Fold {
                variable,
                set,
                body: value,
            },
        })
    }

    /// What stands before the colon of an argument: a name, or `x in S`.
    fn head(&self, pair: Pair<'_, Rule>, colon: Span) -> Built<(Name, Option<Expr>)> {
        let wrong = || {
            Box::new(
                self.error(
                    colon,
                    "before `:` stands either `x in S` or the name of an argument",
                )
                .label("this `:` has neither before it")
                .help("write `f(x in S : e)` or `f(name: value)`"),
            )
        };
        let operation = self.next(&mut pair.into_inner())?;
        if operation.as_rule() != Rule::operation {
            return Err(wrong());
        }
        let mut parts = operation.into_inner();
        let name = self.next(&mut parts)?;
        if name.as_rule() != Rule::name {
            return Err(wrong());
        }
        let name = self.name(&name);
        let Some(op) = parts.next() else {
            return Ok((name, None));
        };
        if op.as_rule() != Rule::op_in {
            return Err(wrong());
        }
        let set = self.operation(self.span(&op), parts)?.expr;
        Ok((name, Some(set)))
    }

    /// An expression with its depth, unless it is too deep for what walks trees recursively.
    fn make(&self, span: Span, kind: ExprKind) -> Built<Operand> {
        let depth = 1 + deepest_operand(&kind);
        if depth > DEEPEST_TREE {
            return Err(Box::new(
                Problem::error(
                    codes::TOO_DEEP,
                    self.source.id,
                    span,
                    format!("more than {DEEPEST_TREE} operations depend on each other"),
                )
                .label("too deep")
                .help("name a part of it and use the name, or fold over a set: `sum(x in S : …)`"),
            ));
        }
        Ok(Operand {
            expr: Expr { kind, span, depth },
            outer: span,
        })
    }
}

/// What an argument turned out to be.
enum Read {
    Argument(Argument),
    Fold {
        variable: Name,
        set: Expr,
        body: Expr,
    },
}

fn deepest_operand(kind: &ExprKind) -> u16 {
    let max = |operands: &[&Expr]| operands.iter().map(|expr| expr.depth).max().unwrap_or(0);
    match kind {
        ExprKind::Int(_)
        | ExprKind::Number(_)
        | ExprKind::Text(_)
        | ExprKind::Bool(_)
        | ExprKind::Name(_) => 0,
        ExprKind::Call { args, .. } => args
            .iter()
            .map(|argument| argument.value.depth)
            .max()
            .unwrap_or(0),
        ExprKind::List(items) => items.iter().map(|item| item.depth).max().unwrap_or(0),
        ExprKind::Fold { set, body, .. } => max(&[set, body]),
        ExprKind::Filter { set, condition, .. } => max(&[set, condition]),
        ExprKind::Field { of, .. } => of.depth,
        ExprKind::Index { of, index } => max(&[of, index]),
        ExprKind::If {
            condition,
            then,
            otherwise,
        } => max(&[condition, then, otherwise]),
        ExprKind::Not(operand) | ExprKind::Negate(operand) => operand.depth,
        ExprKind::Binary { left, right, .. } => max(&[left, right]),
    }
}

/// An operator as it is best shown: `not in` may be written over several lines.
fn words<'i>(op: &Pair<'i, Rule>) -> &'i str {
    if op.as_rule() == Rule::op_not_in {
        "not in"
    } else {
        op.as_str()
    }
}

/// A text without its quotes, escapes resolved.
fn unescape(written: &str) -> String {
    let inner = written
        .strip_prefix('"')
        .and_then(|rest| rest.strip_suffix('"'))
        .unwrap_or(written);
    let mut text = String::with_capacity(inner.len());
    let mut characters = inner.chars();
    while let Some(c) = characters.next() {
        match c {
            '\\' => text.extend(characters.next()),
            other => text.push(other),
        }
    }
    text
}
