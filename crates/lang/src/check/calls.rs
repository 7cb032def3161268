//! Calls of functions, reductions and what plugins register.

use super::Checker;

use crate::codes;
use crate::graph::{NodeId, Op};
use crate::plugin::Field;
use crate::prim::{Prim, ReduceKind};
use crate::problem::nearest;
use crate::range::Range;
use crate::span::Span;
use crate::syntax::{Argument, BinaryOp, Expr, ExprKind, Name};
use crate::types::{Element, Type};
use crate::vocabulary::{self, Build, FOLDS, FORMS, NAMES, REDUCTIONS, plain};

impl<'a> Checker<'a> {
    pub(super) fn call(&mut self, name: &Name, args: &[Argument], span: Span) -> Option<NodeId> {
        let registered = self.registry.source(&name.text).is_some()
            || self.registry.function(&name.text).is_some();
        let known = registered
            || FORMS.iter().any(|f| f.name == name.text)
            || FOLDS.iter().any(|f| f.name == name.text)
            || REDUCTIONS.iter().any(|r| r.name == name.text)
            || matches!(
                name.text.as_str(),
                "choose" | "min" | "max" | "clamp" | "count"
            );
        // What an unknown function calls its arguments, and by which words they are given, is unknown too.
        if known
            && !registered
            && let Some(named) = args.iter().find_map(|a| a.name.as_ref())
        {
            let problem = self
                .error(
                    codes::ARGUMENTS,
                    named.span,
                    format!("`{}` takes no named arguments", name.text),
                )
                .help("write the value alone");
            self.problems.push(problem);
        }
        let mut operands: Vec<&Expr> = args
            .iter()
            .filter(|a| known || a.name.is_none())
            .map(|a| &a.value)
            .collect();
        // The sizes of subsets may be a span, which is no value: its ends stand for it.
        if name.text == "choose"
            && let Some(ExprKind::Binary {
                op: BinaryOp::Range,
                left,
                right,
                ..
            }) = operands.first().map(|first| &first.kind)
        {
            operands.splice(..1, [&**left, &**right]);
        }
        let spans: Vec<Span> = operands.iter().map(|operand| operand.span).collect();
        let values: Vec<Option<NodeId>> = operands.into_iter().map(|a| self.expr(a)).collect();
        if !known {
            let is_value = self.scope.iter().any(|b| b.name == name.text)
                || NAMES.iter().any(|n| n.name == name.text);
            if is_value || name.text == "steps" {
                let problem = self
                    .error(
                        codes::UNKNOWN_NAME,
                        name.span,
                        format!("`{}` is a value, not a function", name.text),
                    )
                    .help("write it without brackets");
                return self.fail(problem);
            }
            return self.unknown(&name.text, name.span, true);
        }
        let values: Vec<NodeId> = values.into_iter().collect::<Option<_>>()?;
        if registered {
            return self.call_registered(name, args, &values);
        }
        if let [column] = values[..]
            && matches!(self.graph.ty(column), Type::Column(_))
            && let Some(reduced) = self.reduction(name, column, span)
        {
            return reduced;
        }
        self.map_column(&values, |c, v| c.apply(name, v, &spans, span))
    }

    /// A reduction of a column, if the word is one; the inner `None` says that it was wrong.
    pub(super) fn reduction(
        &mut self,
        name: &Name,
        column: NodeId,
        span: Span,
    ) -> Option<Option<NodeId>> {
        let Type::Column(element) = self.graph.ty(column) else {
            return None;
        };
        if name.text == "count" {
            return Some(if element == Element::Bool {
                Some(self.graph.reduce(ReduceKind::Count, &[column], Type::Int))
            } else {
                self.mismatch(
                    span,
                    "a condition on every step, like `count(score > 2)`",
                    Type::Column(element),
                )
            });
        }
        let word = REDUCTIONS.iter().find(|r| r.name == name.text)?;
        let numeric = matches!(element, Element::Int | Element::Number);
        Some(if word.of_numbers && !numeric {
            self.mismatch(span, "numbers of all steps", Type::Column(element))
        } else if !word.of_numbers && element != Element::Text {
            self.mismatch(span, "texts of all steps", Type::Column(element))
        } else {
            let keeps = matches!(
                word.kind,
                ReduceKind::Sum | ReduceKind::Min | ReduceKind::Max | ReduceKind::MaxJump
            );
            let ty = if keeps && element == Element::Int {
                Type::Int
            } else {
                word.result
            };
            Some(self.graph.reduce(word.kind, &[column], ty))
        })
    }

    pub(super) fn apply(
        &mut self,
        name: &Name,
        values: &[NodeId],
        spans: &[Span],
        span: Span,
    ) -> Option<NodeId> {
        match name.text.as_str() {
            "choose" => return self.choose(values, spans, span),
            "count" if values.len() == 1 => {
                if let Some(number) = self.number_of_choices(values[0]) {
                    return Some(number);
                }
            }
            "min" | "max" => return self.least_or_most(name, values, spans),
            "clamp" => {
                if let [x, low, high] = *values {
                    let at_least = self.extreme(false, (x, spans[0]), (low, spans[1]))?;
                    return self.extreme(true, (at_least, spans[0]), (high, spans[2]));
                }
                return self.wrong_arguments(name, values, "`clamp(x, low, high)`");
            }
            _ => {}
        }
        let forms = || FORMS.iter().filter(|f| f.name == name.text);
        let types: Vec<Type> = values.iter().map(|&v| self.graph.ty(v)).collect();
        let fits = |params: &[Type]| {
            params.len() == types.len()
                && params
                    .iter()
                    .zip(&types)
                    .all(|(&p, &t)| Self::can_promote(t, p))
        };
        let best = forms()
            .filter(|f| fits(f.params))
            .min_by_key(|f| f.params.iter().zip(&types).filter(|(p, t)| p != t).count());
        let Some(form) = best else {
            let all: Vec<String> = forms()
                .map(|f| {
                    let params: Vec<&str> = f.params.iter().map(|&p| plain(p)).collect();
                    format!("`{}({})`", f.name, params.join(", "))
                })
                .collect();
            if all.is_empty() {
                let fold = FOLDS.iter().any(|f| f.name == name.text);
                let reduces = REDUCTIONS.iter().any(|r| r.name == name.text);
                let wanted = match (fold, reduces && self.step.is_some()) {
                    (true, false) => format!("a loop, like `{0}(x in set : …)`", name.text),
                    (true, true) => {
                        format!(
                            "the values of all steps, like `{0}(score)`, or a loop, like `{0}(x in set : …)`",
                            name.text
                        )
                    }
                    _ => format!(
                        "the values of all steps, like `{0}(score)`, in a formula over a whole path",
                        name.text
                    ),
                };
                return self.wrong_arguments(name, values, &wanted);
            }
            return self.wrong_arguments(name, values, &all.join(" or "));
        };
        let mut operands = Vec::with_capacity(values.len());
        for (&value, &param) in values.iter().zip(form.params) {
            operands.push(self.promote(value, param)?);
        }
        Some(match form.build {
            Build::Prim(prim) => self.graph.prim(prim, &operands, form.result),
            Build::Expand(build) => build(&mut self.graph, &operands),
        })
    }

    pub(super) fn wrong_arguments<T>(
        &mut self,
        name: &Name,
        values: &[NodeId],
        wanted: &str,
    ) -> Option<T> {
        let found: Vec<String> = values
            .iter()
            .map(|&v| self.graph.ty(v).to_string())
            .collect();
        let found = if found.is_empty() {
            "nothing".to_owned()
        } else {
            found.join(", ")
        };
        let problem = self
            .error(
                codes::ARGUMENTS,
                name.span,
                format!("`{}` cannot be called with {found}", name.text),
            )
            .label("wrong arguments")
            .help(format!("it wants {wanted}"));
        self.fail(problem)
    }

    pub(super) fn choose(
        &mut self,
        values: &[NodeId],
        spans: &[Span],
        span: Span,
    ) -> Option<NodeId> {
        let (sizes, set) = match *values {
            [k, set] => ([k, k], set),
            [low, high, set] => ([low, high], set),
            _ => {
                let problem = self
                    .error(codes::ARGUMENTS, span, "`choose` takes a number and a set")
                    .help("write `choose(2, set)`, or `choose(2..4, set)` for several sizes");
                return self.fail(problem);
            }
        };
        let ty = self.graph.ty(set);
        let element = match ty {
            Type::Cells => Element::Cells,
            Type::Digits => Element::Digits,
            Type::Units => Element::Units,
            _ => return self.mismatch(spans[values.len() - 1], "a set", ty),
        };
        let mut known = [0; 2];
        for (at, &size) in sizes.iter().enumerate() {
            let place = spans[at.min(values.len() - 2)];
            known[at] = self.subset_size(size, place)?;
        }
        let [low, high] = known;
        if low > high {
            let problem = self
                .error(
                    codes::ARGUMENTS,
                    spans[0].to(spans[1]),
                    format!("no size is in {low}..{high}"),
                )
                .help(format!("the smaller one comes first: `{high}..{low}`"));
            return self.fail(problem);
        }
        let op = if low == high {
            Op::Choose(low)
        } else {
            Op::ChooseSpan(low, high)
        };
        let list = Type::List(element);
        Some(self.graph.other(op, &[set], list, Range::ANY))
    }

    /// How many subsets there are, where a value is a list of such.
    fn number_of_choices(&mut self, list: NodeId) -> Option<NodeId> {
        let node = self.graph.node(list);
        let (set, sizes) = match node.op {
            Op::Choose(k) => (node.args[0], k..=k),
            Op::ChooseSpan(low, high) => (node.args[0], low..=high),
            _ => return None,
        };
        let members = self.count(set);
        let mut all = self.graph.int(0);
        for size in sizes {
            // n (n - 1) … (n - k + 1) / k!, exact: at most 81⁹, of which k! is a divisor.
            let (mut product, mut divisor) = (self.graph.int(1), 1);
            for at in 0..i64::from(size) {
                let at_node = self.graph.int(at);
                let left = self.graph.prim(Prim::SubW, &[members, at_node], Type::Int);
                product = self.graph.prim(Prim::MulW, &[product, left], Type::Int);
                divisor *= at + 1;
            }
            let product = self.graph.number_of(product);
            let divisor = self.graph.float(divisor as f64);
            let quotient = self
                .graph
                .prim(Prim::DivF, &[product, divisor], Type::Number);
            let number = self.graph.prim(Prim::Round, &[quotient], Type::Int);
            all = self.graph.prim(Prim::AddW, &[all, number], Type::Int);
        }
        Some(all)
    }

    /// The size of subsets, which has to be known.
    fn subset_size(&mut self, size: NodeId, span: Span) -> Option<u8> {
        let problem = match self.graph.constant_word(size) {
            _ if self.graph.ty(size) != Type::Int => {
                let found = self.graph.ty(size);
                return self.mismatch(span, "a whole number", found);
            }
            Some(size @ 1..=9) => return Some(size as u8),
            Some(_) => self
                .error(
                    codes::ARGUMENTS,
                    span,
                    "`choose` makes subsets of 1 to 9 members",
                )
                .help("give a whole number from 1 to 9"),
            None => self
                .error(
                    codes::NOT_CONSTANT,
                    span,
                    "the size of the subsets must be known when the rules are loaded",
                )
                .label("depends on the position")
                .help("use a number or a constant of the technique or variant"),
        };
        self.fail(problem)
    }

    pub(super) fn least_or_most(
        &mut self,
        name: &Name,
        values: &[NodeId],
        spans: &[Span],
    ) -> Option<NodeId> {
        let [first, rest @ ..] = values else {
            return self.wrong_arguments(name, values, &format!("`{}(a, b, …)`", name.text));
        };
        if rest.is_empty() {
            return self.wrong_arguments(
                name,
                values,
                "two or more numbers, a fold or the values of all steps",
            );
        }
        let mut best = (*first, spans[0]);
        for (&value, &span) in rest.iter().zip(&spans[1..]) {
            best = (
                self.extreme(name.text == "min", best, (value, span))?,
                best.1,
            );
        }
        Some(best.0)
    }

    pub(super) fn extreme(
        &mut self,
        least: bool,
        left: (NodeId, Span),
        right: (NodeId, Span),
    ) -> Option<NodeId> {
        for (node, span) in [left, right] {
            let ty = self.graph.ty(node);
            if !ty.is_numeric() {
                return self.mismatch(span, "a number", ty);
            }
        }
        let (a, b) = self.unify(left.0, right.0, right.1)?;
        let ty = self.graph.ty(a);
        let prim = match (least, ty) {
            (true, Type::Int) => Prim::MinW,
            (false, Type::Int) => Prim::MaxW,
            (true, _) => Prim::MinF,
            (false, _) => Prim::MaxF,
        };
        Some(self.graph.prim(prim, &[a, b], ty))
    }

    pub(super) fn call_registered(
        &mut self,
        name: &Name,
        args: &[Argument],
        values: &[NodeId],
    ) -> Option<NodeId> {
        let source = self.registry.source(&name.text);
        let function = self.registry.function(&name.text);
        let params: &[Field] = match (source, function) {
            (Some(id), _) => self.registry.sources()[usize::from(id)].params,
            (_, Some(id)) => self.registry.functions()[usize::from(id)].params,
            _ => return None,
        };
        let mut operands: Vec<Option<NodeId>> = vec![None; params.len()];
        for (i, (arg, &value)) in args.iter().zip(values).enumerate() {
            let at = match &arg.name {
                Some(named) => params.iter().position(|p| p.name == named.text),
                None => (i < params.len()).then_some(i),
            };
            let Some(at) = at.filter(|&at| operands[at].is_none()) else {
                let span = arg.name.as_ref().map_or(arg.value.span, |n| n.span);
                let all: Vec<String> = params
                    .iter()
                    .map(|p| format!("{}: {}", p.name, plain(p.ty)))
                    .collect();
                let form = format!("it is called as `{}({})`", name.text, all.join(", "));
                let named = arg.name.as_ref();
                let near = named.and_then(|n| nearest(&n.text, params.iter().map(|p| p.name)));
                // A name that is right was given before.
                let near = near.filter(|near| named.is_some_and(|n| n.text != *near));
                let problem = self.error(
                    codes::ARGUMENTS,
                    span,
                    format!("`{}` has no place for this argument", name.text),
                );
                return self.fail(match near {
                    Some(near) => problem.note(form).help(format!("did you mean `{near}`?")),
                    None => problem.help(form),
                });
            };
            operands[at] = Some(self.coerce(value, params[at].ty, arg.value.span)?);
        }
        if let Some(missing) = params
            .iter()
            .zip(&operands)
            .find_map(|(p, o)| o.is_none().then_some(p))
        {
            let problem = self
                .error(
                    codes::ARGUMENTS,
                    name.span,
                    format!("`{}` lacks its argument `{}`", name.text, missing.name),
                )
                .help(format!("add `{}: …`, {}", missing.name, missing.ty));
            return self.fail(problem);
        }
        let operands: Vec<NodeId> = operands.into_iter().flatten().collect();
        Some(match (source, function) {
            (Some(id), _) => {
                let ty = Type::List(Element::Record(id));
                let most = f64::from(self.registry.sources()[usize::from(id)].most);
                self.graph
                    .other(Op::Source(id), &operands, ty, Range::new(0.0, most))
            }
            (_, Some(id)) => {
                let ty = self.registry.functions()[usize::from(id)].result;
                self.graph
                    .other(Op::Function(id), &operands, ty, vocabulary::widest(ty))
            }
            _ => return None,
        })
    }
}
