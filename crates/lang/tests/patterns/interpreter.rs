//! The meaning of the language once more: the syntax tree evaluated as it stands, with sets as trees of
//! numbers. Nothing is lifted, hoisted, tabulated or folded into constants.

use std::collections::BTreeSet;

use undoku_lang::syntax::{BinaryOp, Expr, ExprKind, Pattern, StatementKind};

use super::naive::{self, Notes, Plain};
use super::support::Found;
use super::values::V::{self, Bool, Cell, Cells, Digit, Digits, Int, List, Num, Unit, Units};
use super::values::{compare, extreme, finite, is_in, operate, unify};

/// Names with their values.
pub(crate) type Scope = Vec<(String, V)>;

/// Evaluates expressions in a position.
pub(crate) struct Interpreter<'a> {
    pub(crate) plain: &'a Plain,
}

fn range(numbers: std::ops::Range<usize>) -> BTreeSet<usize> {
    numbers.collect()
}

fn cells_of(units: &BTreeSet<usize>) -> BTreeSet<usize> {
    units.iter().flat_map(|&u| naive::unit(u)).collect()
}

fn units_of(cells: &BTreeSet<usize>) -> BTreeSet<usize> {
    cells
        .iter()
        .flat_map(|&c| [naive::row(c), naive::column(c), naive::house(c)])
        .collect()
}

impl Interpreter<'_> {
    fn open(&self) -> BTreeSet<usize> {
        (0..81).filter(|&c| self.plain.is_open(c)).collect()
    }

    fn name(&self, name: &str) -> Option<V> {
        let open = self.open();
        Some(match name {
            "filled" | "clues" => Cells(&range(0..81) - &open),
            "open" => Cells(open),
            "bivalue" => Cells((0..81).filter(|&c| self.plain.cand[c].len() == 2).collect()),
            "cells" => Cells(range(0..81)),
            "digits" => Digits(range(1..10)),
            "rows" => Units(range(0..9)),
            "columns" => Units(range(9..18)),
            "boxes" => Units(range(18..27)),
            "lines" => Units(range(0..18)),
            "all_units" => Units(range(0..27)),
            "pi" => Num(std::f64::consts::PI),
            "chutes" => List(
                [
                    [0, 1, 2],
                    [3, 4, 5],
                    [6, 7, 8],
                    [9, 10, 11],
                    [12, 13, 14],
                    [15, 16, 17],
                ]
                .iter()
                .map(|lines| Cells(cells_of(&lines.iter().copied().collect())))
                .collect(),
            ),
            _ => return None,
        })
    }

    pub(crate) fn eval(&self, expr: &Expr, scope: &mut Scope) -> V {
        match &expr.kind {
            ExprKind::Int(n) => Int(*n),
            ExprKind::Number(x) => Num(*x),
            ExprKind::Bool(truth) => Bool(*truth),
            ExprKind::Name(name) => {
                let bound = scope.iter().rev().find(|(n, _)| n == name);
                let bound = bound.map(|(_, value)| value.clone());
                bound
                    .or_else(|| self.name(name))
                    .unwrap_or_else(|| panic!("no name {name}"))
            }
            ExprKind::Call { name, args } => {
                let values = args.iter().map(|a| self.eval(&a.value, scope)).collect();
                self.call(&name.text, values)
            }
            ExprKind::Fold {
                name,
                variable,
                set,
                body,
            } => self.fold(&name.text, &variable.text, set, body, scope),
            ExprKind::Filter {
                variable,
                set,
                condition,
            } => {
                let set = self.eval(set, scope).set();
                let mut kept = BTreeSet::new();
                for value in set.each() {
                    scope.push((variable.text.clone(), value.clone()));
                    if self.eval(condition, scope).truth() {
                        kept.extend(value.set().members());
                    }
                    scope.pop();
                }
                set.like(kept)
            }
            ExprKind::List(items) => {
                let mut values: Vec<V> = items.iter().map(|item| self.eval(item, scope)).collect();
                if values.iter().any(|v| matches!(v, Num(_))) {
                    values = values.iter().map(|v| Num(v.number())).collect();
                }
                if values
                    .iter()
                    .any(|v| matches!(v, Cells(_) | Digits(_) | Units(_)))
                {
                    values = values.into_iter().map(V::set).collect();
                }
                List(values)
            }
            ExprKind::Index { of, index } => {
                let List(values) = self.eval(of, scope) else {
                    panic!("not a list");
                };
                values[self.eval(index, scope).int() as usize - 1].clone()
            }
            ExprKind::If {
                condition,
                then,
                otherwise,
            } => {
                let (a, b) = (self.eval(then, scope), self.eval(otherwise, scope));
                let (a, b) = unify(a, b);
                if self.eval(condition, scope).truth() {
                    a
                } else {
                    b
                }
            }
            ExprKind::Not(operand) => Bool(!self.eval(operand, scope).truth()),
            ExprKind::Negate(operand) => match self.eval(operand, scope) {
                Int(n) => Int(-n),
                other => Num(-other.number()),
            },
            ExprKind::Binary {
                op: op @ (BinaryOp::In | BinaryOp::NotIn),
                left,
                right,
                ..
            } => {
                let value = self.eval(left, scope);
                let inside = if let ExprKind::Binary {
                    op: BinaryOp::Range,
                    left: low,
                    right: high,
                    ..
                } = &right.kind
                {
                    let (low, high) = (self.eval(low, scope), self.eval(high, scope));
                    compare(BinaryOp::AtMost, &low, &value)
                        && compare(BinaryOp::AtMost, &value, &high)
                } else {
                    is_in(value, self.eval(right, scope))
                };
                Bool(inside == (*op == BinaryOp::In))
            }
            ExprKind::Binary {
                op, left, right, ..
            } => {
                let (a, b) = (self.eval(left, scope), self.eval(right, scope));
                operate(*op, a, b)
            }
            ExprKind::Text(_) | ExprKind::Field { .. } => panic!("not made by the generator"),
        }
    }

    fn fold(&self, kind: &str, variable: &str, set: &Expr, body: &Expr, scope: &mut Scope) -> V {
        let set = self.eval(set, scope).set();
        let mut at = |value: V| {
            scope.push((variable.to_owned(), value));
            let result = self.eval(body, scope);
            scope.pop();
            result
        };
        let values: Vec<V> = set.each().into_iter().map(&mut at).collect();
        let floats = || values.iter().map(V::number).collect::<Vec<f64>>();
        let mean = |of: &[f64]| {
            if of.is_empty() {
                0.0
            } else {
                of.iter().sum::<f64>() / of.len() as f64
            }
        };
        let whole = !values.iter().any(|v| matches!(v, Num(_)));
        let best = |least: bool| {
            let all = floats();
            let start = all.first().copied().unwrap_or(0.0);
            let best = all
                .iter()
                .fold(start, |a, &b| if (b < a) == least { b } else { a });
            if whole { Int(best as i64) } else { Num(best) }
        };
        match kind {
            "any" => Bool(values.iter().any(V::truth)),
            "all" => Bool(values.iter().all(V::truth)),
            "count" => Int(values.iter().filter(|v| v.truth()).count() as i64),
            "sum" if whole => Int(values.iter().map(V::int).sum()),
            "sum" => Num(floats().iter().sum()),
            "min" => best(true),
            "max" => best(false),
            "mean" => Num(mean(&floats())),
            "variance" | "std_dev" => {
                let all = floats();
                let about = mean(&all);
                let squares: Vec<f64> = all.iter().map(|x| (x - about).powi(2)).collect();
                let variance = mean(&squares);
                Num(if kind == "variance" {
                    variance
                } else {
                    variance.sqrt()
                })
            }
            "union" => {
                let empty = at(set.nobody()).set().like(BTreeSet::new());
                let all = values
                    .into_iter()
                    .flat_map(|value| value.set().members().clone())
                    .collect();
                empty.like(all)
            }
            other => panic!("no fold {other}"),
        }
    }

    fn spots(&self, digits: &BTreeSet<usize>, within: &BTreeSet<usize>) -> V {
        let has = |c: &usize| {
            digits
                .iter()
                .any(|&d| self.plain.cand[*c].contains(&(d as u8)))
        };
        Cells(within.iter().copied().filter(has).collect())
    }

    fn call(&self, name: &str, mut args: Vec<V>) -> V {
        if let ("choose", [Int(k), set]) = (name, &args[..]) {
            let members: Vec<usize> = set.members().iter().copied().collect();
            let subsets = naive::subsets(&members, *k as usize);
            let as_set = |subset: Vec<usize>| set.like(subset.into_iter().collect());
            return List(subsets.into_iter().map(as_set).collect());
        }
        let first = args.remove(0);
        let second = args.first().cloned();
        let cell = |f: fn(usize) -> usize| Unit(first.one().map(f));
        let board = |f: fn(usize, usize) -> (usize, usize)| {
            let image = |&c: &usize| {
                let (row, column) = f(c / 9, c % 9);
                9 * row + column
            };
            Cells(first.members().iter().map(image).collect())
        };
        match (name, first.clone()) {
            ("cand", value) => {
                let cells = value.set();
                let all = cells.members().iter().flat_map(|&c| &self.plain.cand[c]);
                Digits(all.map(|&d| usize::from(d)).collect())
            }
            ("spots", digits) => {
                let digits = digits.set();
                let within = match second.map(V::set) {
                    None => range(0..81),
                    Some(Units(units)) => cells_of(&units),
                    Some(cells) => cells.members().clone(),
                };
                self.spots(digits.members(), &within)
            }
            ("value", Cell(c)) => {
                let value = c.map(|c| usize::from(self.plain.value[c]));
                Digit(value.filter(|&d| d > 0))
            }
            ("open", units) => Cells(&cells_of(units.set().members()) & &self.open()),
            ("filled", units) => Cells(&cells_of(units.set().members()) - &self.open()),
            ("missing", Unit(u)) => {
                let all = u.map(|u| self.plain.missing(u)).unwrap_or_default();
                Digits(all.into_iter().map(usize::from).collect())
            }
            ("holding", Digit(d)) => Units(
                (0..27)
                    .filter(|&u| d.is_some_and(|d| !self.plain.missing(u).contains(&(d as u8))))
                    .collect(),
            ),
            ("row", _) => cell(naive::row),
            ("column", _) => cell(naive::column),
            ("box", _) => cell(naive::house),
            ("units", cells) => Units(units_of(cells.set().members())),
            ("cells", units) => Cells(cells_of(units.set().members())),
            ("peers", cells) => {
                let cells = cells.set();
                let of = cells.members();
                let sees_all = |c: &usize| !of.is_empty() && of.iter().all(|&x| naive::sees(x, *c));
                Cells((0..81).filter(sees_all).collect())
            }
            ("sees", Cell(a)) => match (a, second) {
                (Some(a), Some(Cell(Some(b)))) => Bool(naive::sees(a, b)),
                _ => Bool(false),
            },
            ("count", set) => Int(set.set().members().len() as i64),
            ("is_empty", set) => Bool(set.set().members().is_empty()),
            ("only", set) => {
                let set = set.set();
                set.member(set.one())
            }
            ("first", set) => {
                let set = set.set();
                set.member(set.members().first().copied())
            }
            ("last", set) => {
                let set = set.set();
                set.member(set.members().last().copied())
            }
            ("half_turn", _) => board(|r, c| (8 - r, 8 - c)),
            ("mirror_columns", _) => board(|r, c| (r, 8 - c)),
            ("mirror_rows", _) => board(|r, c| (8 - r, c)),
            ("transpose", _) => board(|r, c| (c, r)),
            ("anti_transpose", _) => board(|r, c| (8 - c, 8 - r)),
            ("abs", Int(n)) => Int(n.abs()),
            ("abs", x) => Num(x.number().abs()),
            ("round", x) => Int(x.number().round() as i64),
            ("floor", x) => Int(x.number().floor() as i64),
            ("ceil", x) => Int(x.number().ceil() as i64),
            ("sqrt", x) => Num(x.number().max(0.0).sqrt()),
            ("ln", x) => finite(if x.number() > 0.0 {
                x.number().ln()
            } else {
                0.0
            }),
            ("exp", x) => finite(x.number().exp()),
            ("sin", x) => Num(x.number().sin()),
            ("cos", x) => Num(x.number().cos()),
            ("min", _) => args.into_iter().fold(first, |a, b| extreme(true, a, b)),
            ("max", _) => args.into_iter().fold(first, |a, b| extreme(false, a, b)),
            ("clamp", _) => extreme(
                true,
                extreme(false, first, args[0].clone()),
                args[1].clone(),
            ),
            (name, first) => panic!("no function {name} of {first:?}"),
        }
    }

    /// All matches of a pattern, in order, and how many bindings reach its first `check`.
    pub(crate) fn run(&self, pattern: &Pattern) -> Found {
        let mut notes = Notes::new();
        self.statements(pattern, 0, false, &mut Scope::new(), &mut notes);
        notes.done()
    }

    fn statements(
        &self,
        pattern: &Pattern,
        from: usize,
        mut checked: bool,
        scope: &mut Scope,
        notes: &mut Notes,
    ) {
        let depth = scope.len();
        for (at, statement) in pattern.statements.iter().enumerate().skip(from) {
            match &statement.kind {
                StatementKind::For { name, set } => {
                    for value in self.eval(set, scope).set().each() {
                        scope.push((name.text.clone(), value));
                        self.statements(pattern, at + 1, checked, scope, notes);
                        scope.pop();
                    }
                    scope.truncate(depth);
                    return;
                }
                StatementKind::Let { name, value } => {
                    let value = self.eval(value, scope);
                    scope.push((name.text.clone(), value));
                }
                StatementKind::Where(condition) => {
                    if !self.eval(condition, scope).truth() {
                        break;
                    }
                }
                StatementKind::Check(condition) => {
                    notes.tried += u64::from(!checked);
                    checked = true;
                    if !self.eval(condition, scope).truth() {
                        break;
                    }
                }
                StatementKind::Place { digit, cell } => {
                    let (digit, cell) = (self.eval(digit, scope), self.eval(cell, scope));
                    if let (Some(d), Some(c)) = (digit.one(), cell.one()) {
                        notes.place(self.plain, c, d as u8);
                    }
                }
                StatementKind::Eliminate { digits, cells } => {
                    let (digits, cells) = (
                        self.eval(digits, scope).set(),
                        self.eval(cells, scope).set(),
                    );
                    let digits: Vec<u8> = digits.members().iter().map(|&d| d as u8).collect();
                    notes.eliminate(self.plain, &digits, cells.members().iter().copied());
                }
                StatementKind::Conclude(_) => unreachable!("these patterns use no source"),
            }
        }
        scope.truncate(depth);
    }
}
