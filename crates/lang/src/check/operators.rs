//! Operators between two values.

use super::{Checker, advice};

use crate::codes;
use crate::graph::{NodeId, Op, VarId, bank};
use crate::prim::{Bank, Prim};
use crate::problem::nearest;
use crate::span::Span;
use crate::syntax::{BinaryOp, Expr, ExprKind};
use crate::types::{Element, Type};

impl<'a> Checker<'a> {
    /// Two values as values of one type.
    pub(super) fn unify(&mut self, a: NodeId, b: NodeId, span: Span) -> Option<(NodeId, NodeId)> {
        let (ta, tb) = (self.graph.ty(a), self.graph.ty(b));
        if Self::can_promote(ta, tb) {
            Some((self.promote(a, tb)?, b))
        } else if Self::can_promote(tb, ta) {
            Some((a, self.promote(b, ta)?))
        } else {
            self.mismatch(span, &ta.to_string(), tb)
        }
    }

    /// Applies something to values, or to every step of columns among them.
    pub(super) fn map_column(
        &mut self,
        values: &[NodeId],
        f: impl FnOnce(&mut Self, &[NodeId]) -> Option<NodeId>,
    ) -> Option<NodeId> {
        let is_column = |c: &Self, n: NodeId| matches!(c.graph.ty(n), Type::Column(_));
        let Some(step) = self
            .step
            .filter(|_| values.iter().any(|&v| is_column(self, v)))
        else {
            return f(self, values);
        };
        let values: Vec<NodeId> = values.iter().map(|&v| self.at_step(v, step)).collect();
        let body = f(self, &values)?;
        let element = self.graph.ty(body).element()?;
        let range = self.graph.range(body);
        Some(
            self.graph
                .other(Op::Each(step), &[body], Type::Column(element), range),
        )
    }

    /// A column's value at the step variable; other values as they are.
    pub(crate) fn at_step(&mut self, value: NodeId, step: VarId) -> NodeId {
        let node = self.graph.node(value);
        match (node.op, node.ty) {
            (Op::Each(_), _) => node.args[0],
            (_, Type::Column(element)) => {
                let range = node.range;
                self.graph
                    .other(Op::At(step), &[value], element.ty(), range)
            }
            _ => value,
        }
    }

    pub(super) fn binary(
        &mut self,
        op: BinaryOp,
        op_span: Span,
        left: &Expr,
        right: &Expr,
    ) -> Option<NodeId> {
        if matches!(op, BinaryOp::In | BinaryOp::NotIn) {
            let inside = self.membership(left, right)?;
            if op == BinaryOp::In {
                return Some(inside);
            }
            return self.map_column(&[inside], |c, a| {
                Some(c.graph.prim(Prim::NotW, a, Type::Bool))
            });
        }
        if op == BinaryOp::Range {
            let problem = self
                .error(
                    codes::TYPE,
                    op_span,
                    "a span of numbers can only stand behind `in`",
                )
                .help("write `x in a..b`");
            return self.fail(problem);
        }
        let (a, b) = (self.expr(left), self.expr(right));
        let (a, b) = (a?, b?);
        self.map_column(&[a, b], |c, v| {
            c.operate(op, (v[0], left.span), (v[1], right.span))
        })
    }

    pub(super) fn operate(
        &mut self,
        op: BinaryOp,
        left: (NodeId, Span),
        right: (NodeId, Span),
    ) -> Option<NodeId> {
        let (ta, tb) = (self.graph.ty(left.0), self.graph.ty(right.0));
        match op {
            BinaryOp::And | BinaryOp::Or => {
                let a = self.coerce(left.0, Type::Bool, left.1);
                let b = self.coerce(right.0, Type::Bool, right.1);
                let prim = if op == BinaryOp::And {
                    Prim::AndW
                } else {
                    Prim::OrW
                };
                Some(self.graph.prim(prim, &[a?, b?], Type::Bool))
            }
            BinaryOp::Equal | BinaryOp::NotEqual => {
                let (a, b) = self.unify(left.0, right.0, right.1)?;
                self.known_kind(a, (b, right.1))?;
                self.known_kind(b, (a, left.1))?;
                let ty = self.graph.ty(a);
                let equal = match bank(ty) {
                    Bank::Cells => self.graph.prim(Prim::EqC, &[a, b], Type::Bool),
                    Bank::Float => self.graph.prim(Prim::EqF, &[a, b], Type::Bool),
                    Bank::Word if matches!(ty, Type::List(_) | Type::Span) => {
                        return self.mismatch(left.1, "values that can be equal", ty);
                    }
                    Bank::Word => self.graph.prim(Prim::EqW, &[a, b], Type::Bool),
                };
                if op == BinaryOp::Equal {
                    Some(equal)
                } else {
                    Some(self.graph.prim(Prim::NotW, &[equal], Type::Bool))
                }
            }
            BinaryOp::Less | BinaryOp::AtMost | BinaryOp::Greater | BinaryOp::AtLeast => {
                self.compare(op, left, right)
            }
            BinaryOp::After => self.after(left, right),
            BinaryOp::Union | BinaryOp::Difference | BinaryOp::Intersection => {
                self.set_operation(op, left, right)
            }
            BinaryOp::Subtract
                if ta.is_set() || tb.is_set() || (ta.set_of().is_some() && ta == tb) =>
            {
                self.set_operation(op, left, right)
            }
            BinaryOp::Add | BinaryOp::Subtract | BinaryOp::Multiply | BinaryOp::Divide => {
                self.arithmetic(op, left, right)
            }
            BinaryOp::In | BinaryOp::NotIn | BinaryOp::Range => None,
        }
    }

    /// A text that is compared with the texts of steps must be one of theirs.
    pub(super) fn known_kind(
        &mut self,
        column: NodeId,
        (text, span): (NodeId, Span),
    ) -> Option<()> {
        let at = self.graph.node(column);
        let (Op::At(_), Type::Text) = (at.op, self.graph.ty(text)) else {
            return Some(());
        };
        let Op::Column(column) = self.graph.node(at.args[0]).op else {
            return Some(());
        };
        let (Some(column), Some(number)) = (
            self.columns.get(usize::from(column)),
            self.graph.constant_word(text),
        ) else {
            return Some(());
        };
        if column.texts.contains(&number) {
            return Some(());
        }
        let given = self.texts.text(number).unwrap_or_default();
        let known: Vec<&str> = column
            .texts
            .iter()
            .filter_map(|&number| self.texts.text(number))
            .collect();
        let other = self
            .columns
            .iter()
            .find(|other| other.texts.contains(&number));
        let help = match (other, nearest(given, known.iter().copied())) {
            (Some(other), _) => format!("a step's `{0}` can: write `{0}`", other.name),
            (_, Some(near)) => format!("did you mean `{near}`?"),
            _ => format!("it can be {}", known.join(", ")),
        };
        let problem = self
            .error(
                codes::UNKNOWN_KIND,
                span,
                format!("no step's `{}` can be `{given}`", column.name),
            )
            .label("not in the ladder")
            .help(help);
        self.fail(problem)
    }

    pub(super) fn compare(
        &mut self,
        op: BinaryOp,
        left: (NodeId, Span),
        right: (NodeId, Span),
    ) -> Option<NodeId> {
        let ordered = |ty: Type| ty.is_numeric() || ty.set_of().is_some();
        for (node, span) in [left, right] {
            let ty = self.graph.ty(node);
            if !ordered(ty) {
                if !ty.is_set() {
                    return self.mismatch(span, "a number", ty);
                }
                let problem = self
                    .error(codes::TYPE, span, format!("expected a number, found {ty}"))
                    .label(format!("this is {ty}"))
                    .help("`count(…)` gives a number; whether a set lies in another says `in`");
                return self.fail(problem);
            }
        }
        let (a, b) = self.unify(left.0, right.0, right.1)?;
        let float = bank(self.graph.ty(a)) == Bank::Float;
        if bank(self.graph.ty(a)) == Bank::Cells {
            return self.mismatch(left.1, "a number", Type::Cells);
        }
        let (less, at_most) = if float {
            (Prim::LtF, Prim::LeF)
        } else {
            (Prim::LtW, Prim::LeW)
        };
        let (prim, args) = match op {
            BinaryOp::Less => (less, [a, b]),
            BinaryOp::AtMost => (at_most, [a, b]),
            BinaryOp::Greater => (less, [b, a]),
            _ => (at_most, [b, a]),
        };
        Some(self.graph.prim(prim, &args, Type::Bool))
    }

    pub(super) fn after(&mut self, left: (NodeId, Span), right: (NodeId, Span)) -> Option<NodeId> {
        let (set, member) = (self.graph.ty(left.0), self.graph.ty(right.0));
        match (set, member) {
            (Type::Cells, Type::Cell) => {
                Some(self.graph.prim(Prim::AfterC, &[left.0, right.0], set))
            }
            (Type::Digits, Type::Digit) | (Type::Units, Type::Unit) => {
                Some(self.graph.prim(Prim::AfterW, &[left.0, right.0], set))
            }
            (Type::List(Element::Record(a)), Type::Record(b)) if a == b => {
                let range = self.graph.range(left.0);
                Some(
                    self.graph
                        .other(Op::AfterRecord, &[left.0, right.0], set, range),
                )
            }
            (Type::Cells | Type::Digits | Type::Units | Type::List(Element::Record(_)), _) => {
                let wanted = set.member().map_or_else(String::new, |m| m.to_string());
                self.mismatch(right.1, &wanted, member)
            }
            _ => self.mismatch(left.1, "a set, or the records of a source", set),
        }
    }

    pub(super) fn set_operation(
        &mut self,
        op: BinaryOp,
        left: (NodeId, Span),
        right: (NodeId, Span),
    ) -> Option<NodeId> {
        let as_set = |ty: Type| if ty.is_set() { Some(ty) } else { ty.set_of() };
        let (ta, tb) = (self.graph.ty(left.0), self.graph.ty(right.0));
        let Some(set) = as_set(ta) else {
            let problem = self
                .error(codes::TYPE, left.1, format!("expected a set, found {ta}"))
                .label(format!("this is {ta}"))
                .help(if ta == Type::Bool {
                    "conditions are joined with `and` and `or`".to_owned()
                } else {
                    advice("a set of cells, digits or units", ta)
                });
            return self.fail(problem);
        };
        if as_set(tb) != Some(set) {
            let problem = self
                .error(codes::TYPE, right.1, format!("expected {set}, found {tb}"))
                .label(format!("this is {tb}"))
                .note(format!("the other side is {ta}"))
                .help(advice(&set.to_string(), tb));
            return self.fail(problem);
        }
        let a = self.promote(left.0, set)?;
        let b = self.promote(right.0, set)?;
        let cells = set == Type::Cells;
        let prim = match op {
            BinaryOp::Union if cells => Prim::OrC,
            BinaryOp::Union => Prim::OrW,
            BinaryOp::Difference if cells => Prim::XorC,
            BinaryOp::Difference => Prim::XorW,
            BinaryOp::Intersection if cells => Prim::AndC,
            BinaryOp::Intersection => Prim::AndW,
            _ if cells => Prim::DiffC,
            _ => Prim::DiffW,
        };
        Some(self.graph.prim(prim, &[a, b], set))
    }

    pub(super) fn arithmetic(
        &mut self,
        op: BinaryOp,
        left: (NodeId, Span),
        right: (NodeId, Span),
    ) -> Option<NodeId> {
        for (node, span) in [left, right] {
            let ty = self.graph.ty(node);
            if !ty.is_numeric() {
                let expected = "a number";
                if ty.is_set() || ty.set_of().is_some() {
                    let problem = self
                        .error(codes::TYPE, span, format!("expected {expected}, found {ty}"))
                        .label(format!("this is {ty}"))
                        .help("sets are joined with `|`, shared with `&` and taken away with `-`; `count(…)` gives a number");
                    return self.fail(problem);
                }
                return self.mismatch(span, expected, ty);
            }
        }
        let whole = self.graph.ty(left.0) == Type::Int && self.graph.ty(right.0) == Type::Int;
        if whole && op != BinaryOp::Divide {
            let prim = match op {
                BinaryOp::Add => Prim::AddW,
                BinaryOp::Subtract => Prim::SubW,
                _ => Prim::MulW,
            };
            return Some(self.graph.prim(prim, &[left.0, right.0], Type::Int));
        }
        let a = self.graph.number_of(left.0);
        let b = self.graph.number_of(right.0);
        let prim = match op {
            BinaryOp::Add => Prim::AddF,
            BinaryOp::Subtract => Prim::SubF,
            BinaryOp::Multiply => Prim::MulF,
            _ => Prim::DivF,
        };
        Some(self.graph.prim(prim, &[a, b], Type::Number))
    }

    pub(super) fn membership(&mut self, left: &Expr, right: &Expr) -> Option<NodeId> {
        let a = self.expr(left);
        if let ExprKind::Binary {
            op: BinaryOp::Range,
            left: low,
            right: high,
            ..
        } = &right.kind
        {
            let (low_node, high_node) = (self.expr(low), self.expr(high));
            let (a, low_node, high_node) = (a?, low_node?, high_node?);
            return self.map_column(&[a, low_node, high_node], |c, v| {
                let above = c.compare(BinaryOp::AtLeast, (v[0], left.span), (v[1], low.span))?;
                let below = c.compare(BinaryOp::AtMost, (v[0], left.span), (v[2], high.span))?;
                Some(c.graph.prim(Prim::AndW, &[above, below], Type::Bool))
            });
        }
        let b = self.expr(right);
        let (a, b) = (a?, b?);
        let spans: Vec<Span> = match &right.kind {
            ExprKind::List(items) => items.iter().map(|item| item.span).collect(),
            _ => Vec::new(),
        };
        self.map_column(&[a], |c, v| {
            c.member_of((v[0], left.span), (b, right.span), &spans)
        })
    }

    /// Whether something lies in something; `spans` are the places of the elements, where a list is written out.
    fn member_of(
        &mut self,
        left: (NodeId, Span),
        right: (NodeId, Span),
        spans: &[Span],
    ) -> Option<NodeId> {
        let (ta, tb) = (self.graph.ty(left.0), self.graph.ty(right.0));
        match (ta, tb) {
            (Type::Cell, Type::Cells) => {
                Some(self.graph.prim(Prim::HasC, &[left.0, right.0], Type::Bool))
            }
            (Type::Digit, Type::Digits) | (Type::Unit, Type::Units) => {
                Some(self.graph.prim(Prim::HasW, &[left.0, right.0], Type::Bool))
            }
            (Type::Cells, Type::Cells) => Some(self.graph.prim(
                Prim::SubsetC,
                &[left.0, right.0],
                Type::Bool,
            )),
            (Type::Digits, Type::Digits) | (Type::Units, Type::Units) => Some(self.graph.prim(
                Prim::SubsetW,
                &[left.0, right.0],
                Type::Bool,
            )),
            (_, Type::List(element)) if self.graph.node(right.0).op == Op::List => {
                let items = self.graph.node(right.0).args.clone();
                let mut any = self.graph.word(0, Type::Bool);
                for (at, &item) in items.iter().enumerate() {
                    let span = spans.get(at).copied().unwrap_or(right.1);
                    if !Self::can_promote(ta, element.ty()) && !Self::can_promote(element.ty(), ta)
                    {
                        return self.mismatch(left.1, &element.ty().to_string(), ta);
                    }
                    let equal = self.operate(BinaryOp::Equal, left, (item, span))?;
                    any = self.graph.prim(Prim::OrW, &[any, equal], Type::Bool);
                }
                Some(any)
            }
            (_, Type::Cells | Type::Digits | Type::Units) => {
                let wanted = tb
                    .member()
                    .map_or_else(String::new, |m| format!("{m} or {tb}"));
                self.mismatch(left.1, &wanted, ta)
            }
            _ => self.mismatch(right.1, "a set, a list or a span `a..b`", tb),
        }
    }
}
