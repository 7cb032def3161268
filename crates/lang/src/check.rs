//! Names and types: from syntax trees to typed values.

use std::cell::Cell as Flag;

use crate::codes;
use crate::graph::{Graph, NodeId, Op, VarId, bank};
use crate::plugin::{Field, Registry};
use crate::prim::{Bank, FoldKind, Prim, ReduceKind};
use crate::problem::{Problem, nearest};
use crate::range::Range;
use crate::span::{FragmentId, Span};
use crate::syntax::{Argument, BinaryOp, Expr, ExprKind, Name};
use crate::technique::within;
use crate::texts::Texts;
use crate::types::{Element, Type};
use crate::vocabulary::{self, Build, FOLDS, FORMS, NAMES, REDUCTIONS, plain};

/// Where a name was made, to point at it when it is never used.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Origin {
    pub(crate) fragment: FragmentId,
    pub(crate) span: Span,
}

/// A name with a meaning here.
pub(crate) struct Binding {
    pub(crate) name: String,
    /// None where what it stands for is wrong. That was said once; what uses it says nothing more.
    pub(crate) node: Option<NodeId>,
    pub(crate) origin: Option<Origin>,
    pub(crate) used: Flag<bool>,
}

/// Turns expressions into values, noting every problem on the way.
pub(crate) struct Checker<'a> {
    pub(crate) graph: Graph,
    pub(crate) registry: &'a Registry,
    pub(crate) texts: &'a mut Texts,
    pub(crate) fragment: FragmentId,
    pub(crate) problems: Vec<Problem>,
    pub(crate) scope: Vec<Binding>,
    /// The variable that stands for a step in columns; only formulas over a path have it.
    pub(crate) step: Option<VarId>,
    /// How many texts are names of kinds and techniques; the others stand in formulas only.
    kinds: usize,
}

impl<'a> Checker<'a> {
    pub(crate) fn new(registry: &'a Registry, texts: &'a mut Texts) -> Self {
        Self {
            graph: Graph::default(),
            registry,
            kinds: texts.len(),
            texts,
            fragment: FragmentId::default(),
            problems: Vec::new(),
            scope: Vec::new(),
            step: None,
        }
    }

    pub(crate) fn error(&self, code: crate::Code, span: Span, message: impl Into<String>) -> Problem {
        Problem::error(code, self.fragment, span, message)
    }

    fn fail<T>(&mut self, problem: Problem) -> Option<T> {
        self.problems.push(problem);
        None
    }

    fn mismatch<T>(&mut self, span: Span, expected: &str, found: Type) -> Option<T> {
        let problem = self
            .error(codes::TYPE, span, format!("expected {expected}, found {found}"))
            .label(format!("this is {found}"));
        self.fail(problem)
    }

    /// Gives a name a meaning, or none where its value is wrong; refuses names that have one.
    pub(crate) fn bind(&mut self, name: &str, node: impl Into<Option<NodeId>>, origin: Option<Origin>) {
        let node = node.into();
        let known = self.scope.iter().find(|b| b.name == name);
        if origin.is_none()
            && let Some((known, user)) = known.and_then(|b| Some((b, b.origin?)))
        {
            known.used.set(true);
            let problem =
                Problem::error(codes::NAME_TAKEN, user.fragment, user.span, format!("the name `{name}` is taken"))
                    .label("it has a meaning of its own in formulas")
                    .help("choose another name");
            self.problems.push(problem);
        }
        if let Some(origin) = origin {
            let taken = if vocabulary::is_word(name) {
                Some("it is a word of the language")
            } else if self.registry.source(name).is_some() || self.registry.function(name).is_some() {
                Some("a plugin's source or function has it")
            } else if self.scope.iter().any(|b| b.name == name) {
                Some("it already stands for another value here")
            } else {
                None
            };
            if let Some(why) = taken {
                let problem = Problem::error(
                    codes::NAME_TAKEN,
                    origin.fragment,
                    origin.span,
                    format!("the name `{name}` is taken"),
                )
                .label(why)
                .help("choose another name");
                self.problems.push(problem);
                return;
            }
        }
        self.scope.push(Binding { name: name.to_owned(), node, origin, used: Flag::new(false) });
    }

    /// Whether a name has a meaning here already.
    pub(crate) fn knows(&self, name: &str) -> bool {
        vocabulary::is_word(name) || self.scope.iter().any(|b| b.name == name)
    }

    /// What a name stands for; `Some(None)` for a wrong value.
    pub(crate) fn lookup(&self, name: &str) -> Option<Option<NodeId>> {
        let binding = self.scope.iter().rev().find(|b| b.name == name)?;
        binding.used.set(true);
        Some(binding.node)
    }

    fn unknown<T>(&mut self, name: &str, span: Span, call: bool) -> Option<T> {
        let mut known: Vec<&str> = vocabulary::all_names().collect();
        known.extend(self.registry.sources().iter().map(|s| s.name));
        known.extend(self.registry.functions().iter().map(|f| f.name));
        known.extend(self.scope.iter().map(|b| b.name.as_str()));
        let near = nearest(name, known).map(str::to_owned);
        let what = if call { "function" } else { "name" };
        let mut problem =
            self.error(codes::UNKNOWN_NAME, span, format!("unknown {what} `{name}`")).label("not known here");
        if let Some(near) = near {
            problem = problem.help(format!("did you mean `{near}`?"));
        } else if call {
            problem = problem.help("a source or function that Rust code provides must be registered by a plugin");
        } else {
            problem = problem.help("name it with `let`, or write it under `constants`");
        }
        self.fail(problem)
    }

    /// The value of an expression that must be of one type.
    pub(crate) fn expect(&mut self, expr: &Expr, ty: Type) -> Option<NodeId> {
        let node = self.expr(expr)?;
        self.coerce(node, ty, expr.span)
    }

    /// A value as one of another type, where it can be one.
    pub(crate) fn coerce(&mut self, node: NodeId, ty: Type, span: Span) -> Option<NodeId> {
        match self.promote(node, ty) {
            Some(node) => Some(node),
            None => self.mismatch(span, &ty.to_string(), self.graph.ty(node)),
        }
    }

    /// A whole number as a number, a member as a set; otherwise only what has the type already.
    pub(crate) fn promote(&mut self, node: NodeId, ty: Type) -> Option<NodeId> {
        let found = self.graph.ty(node);
        match (found, ty) {
            (a, b) if a == b => Some(node),
            (Type::Int, Type::Number) => Some(self.graph.number_of(node)),
            (Type::Cell, Type::Cells) => Some(self.graph.prim(Prim::OneCell, &[node], ty)),
            (Type::Digit, Type::Digits) => Some(self.graph.prim(Prim::OneDigit, &[node], ty)),
            (Type::Unit, Type::Units) => Some(self.graph.prim(Prim::OneUnit, &[node], ty)),
            _ => None,
        }
    }

    fn can_promote(from: Type, to: Type) -> bool {
        from == to || (from == Type::Int && to == Type::Number) || from.set_of() == Some(to)
    }

    /// The value of an expression.
    pub(crate) fn expr(&mut self, expr: &Expr) -> Option<NodeId> {
        match &expr.kind {
            ExprKind::Int(value) => Some(self.graph.int(*value)),
            ExprKind::Number(value) => Some(self.graph.float(*value)),
            ExprKind::Bool(value) => Some(self.graph.word(i64::from(*value), Type::Bool)),
            ExprKind::Text(text) => {
                let code = self.texts.intern(text);
                Some(self.graph.word(code, Type::Text))
            }
            ExprKind::Name(name) => self.name(name, expr.span),
            ExprKind::Call { name, args } => self.call(name, args, expr.span),
            ExprKind::Fold { name, variable, set, body } => self.fold(name, variable, set, body),
            ExprKind::Filter { variable, set, condition } => {
                let set_node = self.set(set);
                let inside = self.inside(variable, set_node, |c| c.expect(condition, Type::Bool));
                let set_node = set_node?;
                let ty = self.graph.ty(set_node);
                if !ty.is_set() {
                    let problem = self
                        .error(codes::TYPE, set.span, format!("expected a set to take members from, found {ty}"))
                        .label(format!("this is {ty}"))
                        .help("loop over it with `for`, and narrow the loop with `where`");
                    return self.fail(problem);
                }
                let (var, condition) = inside?;
                Some(self.graph.filter(var, set_node, condition))
            }
            ExprKind::List(items) => self.list(items, expr.span),
            ExprKind::Field { of, name } => self.field(of, name),
            ExprKind::Index { of, index } => self.index(of, index),
            ExprKind::If { condition, then, otherwise } => self.choice(condition, then, otherwise, expr.span),
            ExprKind::Not(operand) => {
                let value = self.expr(operand)?;
                self.map_column(&[value], |c, a| {
                    if c.graph.ty(a[0]) != Type::Bool {
                        return c.mismatch(operand.span, "a condition", c.graph.ty(a[0]));
                    }
                    Some(c.graph.prim(Prim::NotW, a, Type::Bool))
                })
            }
            ExprKind::Negate(operand) => {
                let value = self.expr(operand)?;
                self.map_column(&[value], |c, a| match c.graph.ty(a[0]) {
                    Type::Int => {
                        let zero = c.graph.int(0);
                        Some(c.graph.prim(Prim::SubW, &[zero, a[0]], Type::Int))
                    }
                    Type::Number => {
                        let zero = c.graph.float(0.0);
                        Some(c.graph.prim(Prim::SubF, &[zero, a[0]], Type::Number))
                    }
                    found => c.mismatch(operand.span, "a number", found),
                })
            }
            ExprKind::Binary { op, op_span, left, right } => self.binary(*op, *op_span, left, right),
        }
    }

    fn name(&mut self, name: &str, span: Span) -> Option<NodeId> {
        if let Some(found) = self.lookup(name) {
            return found;
        }
        if let Some(named) = NAMES.iter().find(|n| n.name == name) {
            return Some((named.build)(&mut self.graph));
        }
        if name == "steps" {
            if self.step.is_none() {
                let problem = self
                    .error(codes::UNKNOWN_NAME, span, "`steps` stands in formulas over a whole path only")
                    .label("there is one step here");
                return self.fail(problem);
            }
            let range = Range::new(0.0, crate::range::MAX_STEPS);
            return Some(self.graph.other(Op::Steps, &[], Type::Int, range));
        }
        if vocabulary::is_word(name) || self.registry.source(name).is_some() || self.registry.function(name).is_some() {
            let problem = self
                .error(codes::UNKNOWN_NAME, span, format!("`{name}` is a function, not a value"))
                .label("wants arguments")
                .help(format!("call it: `{name}(…)`"));
            return self.fail(problem);
        }
        self.unknown(name, span, false)
    }

    /// A set or a list to range over.
    pub(crate) fn set(&mut self, expr: &Expr) -> Option<NodeId> {
        let node = self.expr(expr)?;
        let ty = self.graph.ty(node);
        if ty.member().is_some() {
            return Some(node);
        }
        if let Some(set) = ty.set_of() {
            return self.promote(node, set);
        }
        self.mismatch(expr.span, "a set or a list to range over", ty)
    }

    /// Binds a name whose value is wrong.
    pub(crate) fn bind_wrong(&mut self, name: &Name) {
        let origin = Origin { fragment: self.fragment, span: name.span };
        self.bind(&name.text, None, Some(origin));
    }

    /// Makes a loop's variable and binds it.
    pub(crate) fn loop_variable(&mut self, variable: &Name, set: NodeId) -> Option<VarId> {
        let member = self.graph.ty(set).member()?;
        let list = matches!(member, Type::Record(_)).then_some(set);
        let Some(var) = self.graph.variable(&variable.text, member, list) else {
            self.bind_wrong(variable);
            if self.problems.iter().any(|problem| problem.code == codes::TOO_LARGE) {
                return None;
            }
            let problem = self
                .error(codes::TOO_LARGE, variable.span, "more than 64 variables in one pattern")
                .label("one too many")
                .help("split the pattern into several techniques");
            return self.fail(problem);
        };
        let range = match member {
            Type::Cells | Type::Digits | Type::Units | Type::Int | Type::Number => {
                let known = self.graph.member_range(set);
                if known == Range::ANY { vocabulary::widest(member) } else { known }
            }
            other => vocabulary::widest(other),
        };
        let node = self.graph.var(var, range);
        // The members of a set are something; an element of a list may be nothing.
        if self.graph.ty(set).is_set() {
            self.graph.set_certain(node);
        }
        let origin = Origin { fragment: self.fragment, span: variable.span };
        self.bind(&variable.text, node, Some(origin));
        Some(var)
    }

    /// Checks something inside a loop of an expression.
    fn inside(
        &mut self,
        variable: &Name,
        set: Option<NodeId>,
        body: impl FnOnce(&mut Self) -> Option<NodeId>,
    ) -> Option<(VarId, NodeId)> {
        let depth = self.scope.len();
        let var = match set {
            Some(set) => self.loop_variable(variable, set),
            None => {
                self.bind_wrong(variable);
                None
            }
        };
        let value = body(self);
        self.scope.truncate(depth);
        Some((var?, value?))
    }

    fn fold(&mut self, name: &Name, variable: &Name, set: &Expr, body: &Expr) -> Option<NodeId> {
        let word = FOLDS.iter().find(|f| f.name == name.text);
        if word.is_none() && name.text != "count" {
            let known = FOLDS.iter().map(|f| f.name).chain(["count"]);
            let near = nearest(&name.text, known.clone());
            let all: Vec<String> = known.map(|f| format!("`{f}`")).collect();
            let mut problem = self
                .error(codes::UNKNOWN_NAME, name.span, format!("`{}` does not fold a set", name.text))
                .label("not a fold")
                .note(format!("folds are {}", all.join(", ")));
            if let Some(near) = near {
                problem = problem.help(format!("did you mean `{near}`?"));
            }
            self.problems.push(problem);
        }
        let set_node = self.set(set);
        let inside = self.inside(variable, set_node, |c| c.expr(body));
        let set_node = set_node?;
        let (var, value) = inside?;
        let ty = self.graph.ty(value);
        let Some(word) = word else {
            if name.text != "count" {
                return None;
            }
            if ty != Type::Bool {
                return self.mismatch(body.span, "a condition", ty);
            }
            if !self.graph.ty(set_node).is_set() {
                // Members of a list are counted one by one.
                let one = self.graph.int(1);
                let zero = self.graph.int(0);
                let each = self.graph.prim(Prim::SelectW, &[value, one, zero], Type::Int);
                return Some(self.graph.fold(FoldKind::Sum, var, set_node, each, Type::Int));
            }
            let filtered = self.graph.filter(var, set_node, value);
            return Some(self.count(filtered));
        };
        let (value, result) = match word.kind {
            FoldKind::Any | FoldKind::All if ty == Type::Bool => (value, Type::Bool),
            FoldKind::Any | FoldKind::All => return self.mismatch(body.span, "a condition", ty),
            FoldKind::Union if ty.is_set() => (value, ty),
            FoldKind::Union => match ty.set_of() {
                Some(set) => (self.promote(value, set)?, set),
                None => return self.mismatch(body.span, "a set", ty),
            },
            FoldKind::Sum | FoldKind::Min | FoldKind::Max if ty.is_numeric() => (value, ty),
            FoldKind::Mean | FoldKind::Variance | FoldKind::StdDev if ty.is_numeric() => {
                (self.graph.number_of(value), Type::Number)
            }
            _ => return self.mismatch(body.span, "a number", ty),
        };
        Some(self.graph.fold(word.kind, var, set_node, value, result))
    }

    pub(crate) fn count(&mut self, set: NodeId) -> NodeId {
        let prim = match bank(self.graph.ty(set)) {
            Bank::Cells => Prim::CountC,
            _ => Prim::CountW,
        };
        self.graph.prim(prim, &[set], Type::Int)
    }

    fn list(&mut self, items: &[Expr], span: Span) -> Option<NodeId> {
        let nodes: Vec<Option<NodeId>> = items.iter().map(|item| self.expr(item)).collect();
        let nodes: Vec<NodeId> = nodes.into_iter().collect::<Option<_>>()?;
        let Some(&first) = nodes.first() else {
            let problem = self
                .error(codes::TYPE, span, "an empty list has no type")
                .help("put at least one value between the brackets");
            return self.fail(problem);
        };
        let mut ty = self.graph.ty(first);
        for &node in &nodes {
            let other = self.graph.ty(node);
            if Self::can_promote(ty, other) {
                ty = other;
            }
        }
        let mut values = Vec::with_capacity(nodes.len());
        for (node, item) in nodes.iter().zip(items) {
            values.push(self.coerce(*node, ty, item.span)?);
        }
        let Some(element) = ty.element().filter(|element| !matches!(element, Element::Record(_))) else {
            return self.mismatch(span, "values that a list can hold", ty);
        };
        Some(self.graph.list(&values, element))
    }

    fn field(&mut self, of: &Expr, name: &Name) -> Option<NodeId> {
        let record = self.expr(of)?;
        let Type::Record(source) = self.graph.ty(record) else {
            return self.mismatch(of.span, "a record, which has fields", self.graph.ty(record));
        };
        let fields: &[Field] = self.registry.sources().get(usize::from(source)).map_or(&[], |s| s.fields);
        let Some(at) = fields.iter().position(|f| f.name == name.text) else {
            let all: Vec<String> = fields.iter().map(|f| format!("`{}` ({})", f.name, plain(f.ty))).collect();
            let mut problem = self
                .error(codes::UNKNOWN_FIELD, name.span, format!("the record has no field `{}`", name.text))
                .label("no such field")
                .note(format!("its fields are {}", all.join(", ")));
            if let Some(near) = nearest(&name.text, fields.iter().map(|f| f.name)) {
                problem = problem.help(format!("did you mean `{near}`?"));
            }
            return self.fail(problem);
        };
        let ty = fields[at].ty;
        Some(self.graph.other(Op::Field(at as u8), &[record], ty, vocabulary::widest(ty)))
    }

    fn index(&mut self, of: &Expr, index: &Expr) -> Option<NodeId> {
        let list = self.expr(of);
        let at = self.expect(index, Type::Int);
        let (list, at) = (list?, at?);
        let node = self.graph.node(list);
        let (Type::List(element), Op::List) = (node.ty, node.op) else {
            return self.mismatch(of.span, "a list to take an element of", node.ty);
        };
        let length = node.args.len() as f64;
        let range = self.graph.range(at);
        if range.lo < 1.0 || range.hi > length {
            let problem = self
                .error(
                    codes::INDEX,
                    index.span,
                    format!("this index can be {}, but the list has elements 1 to {length}", within(range)),
                )
                .label("can lie outside the list")
                .help(format!("keep it inside: `clamp(…, 1, {length})`"));
            return self.fail(problem);
        }
        Some(self.graph.item(list, at, element.ty()))
    }

    fn choice(&mut self, condition: &Expr, then: &Expr, otherwise: &Expr, span: Span) -> Option<NodeId> {
        let condition = self.expect(condition, Type::Bool);
        let a = self.expr(then);
        let b = self.expr(otherwise);
        let (condition, a, b) = (condition?, a?, b?);
        let (a, b) = self.unify(a, b, otherwise.span)?;
        let ty = self.graph.ty(a);
        let select = match bank(ty) {
            Bank::Word if !matches!(ty, Type::List(_) | Type::Column(_) | Type::Record(_) | Type::Span) => {
                Prim::SelectW
            }
            Bank::Cells => Prim::SelectC,
            Bank::Float => Prim::SelectF,
            Bank::Word => return self.mismatch(span, "a single value or a set", ty),
        };
        Some(self.graph.prim(select, &[condition, a, b], ty))
    }

    /// Two values as values of one type.
    fn unify(&mut self, a: NodeId, b: NodeId, span: Span) -> Option<(NodeId, NodeId)> {
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
    fn map_column(
        &mut self,
        values: &[NodeId],
        f: impl FnOnce(&mut Self, &[NodeId]) -> Option<NodeId>,
    ) -> Option<NodeId> {
        let is_column = |c: &Self, n: NodeId| matches!(c.graph.ty(n), Type::Column(_));
        let Some(step) = self.step.filter(|_| values.iter().any(|&v| is_column(self, v))) else {
            return f(self, values);
        };
        let values: Vec<NodeId> = values.iter().map(|&v| self.at_step(v, step)).collect();
        let body = f(self, &values)?;
        let element = self.graph.ty(body).element()?;
        let range = self.graph.range(body);
        Some(self.graph.other(Op::Each(step), &[body], Type::Column(element), range))
    }

    /// A column's value at the step variable; other values as they are.
    fn at_step(&mut self, value: NodeId, step: VarId) -> NodeId {
        let node = self.graph.node(value);
        match (node.op, node.ty) {
            (Op::Each(_), _) => node.args[0],
            (_, Type::Column(element)) => {
                let range = node.range;
                self.graph.other(Op::At(step), &[value], element.ty(), range)
            }
            _ => value,
        }
    }

    fn binary(&mut self, op: BinaryOp, op_span: Span, left: &Expr, right: &Expr) -> Option<NodeId> {
        if matches!(op, BinaryOp::In | BinaryOp::NotIn) {
            let inside = self.membership(left, right)?;
            if op == BinaryOp::In {
                return Some(inside);
            }
            return self.map_column(&[inside], |c, a| Some(c.graph.prim(Prim::NotW, a, Type::Bool)));
        }
        if op == BinaryOp::Range {
            let problem = self
                .error(codes::TYPE, op_span, "a span of numbers can only stand behind `in`")
                .help("write `x in a..b`");
            return self.fail(problem);
        }
        let (a, b) = (self.expr(left), self.expr(right));
        let (a, b) = (a?, b?);
        self.map_column(&[a, b], |c, v| c.operate(op, (v[0], left.span), (v[1], right.span)))
    }

    fn operate(&mut self, op: BinaryOp, left: (NodeId, Span), right: (NodeId, Span)) -> Option<NodeId> {
        let (ta, tb) = (self.graph.ty(left.0), self.graph.ty(right.0));
        match op {
            BinaryOp::And | BinaryOp::Or => {
                let a = self.coerce(left.0, Type::Bool, left.1);
                let b = self.coerce(right.0, Type::Bool, right.1);
                let prim = if op == BinaryOp::And { Prim::AndW } else { Prim::OrW };
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
            BinaryOp::Less | BinaryOp::AtMost | BinaryOp::Greater | BinaryOp::AtLeast => self.compare(op, left, right),
            BinaryOp::After => self.after(left, right),
            BinaryOp::Union | BinaryOp::Difference | BinaryOp::Intersection => {
                self.set_operation(op, left, right)
            }
            BinaryOp::Subtract if ta.is_set() || tb.is_set() || (ta.set_of().is_some() && ta == tb) => {
                self.set_operation(op, left, right)
            }
            BinaryOp::Add | BinaryOp::Subtract | BinaryOp::Multiply | BinaryOp::Divide => {
                self.arithmetic(op, left, right)
            }
            BinaryOp::In | BinaryOp::NotIn | BinaryOp::Range => None,
        }
    }

    /// A text that is compared with the texts of steps must be one of theirs.
    fn known_kind(&mut self, column: NodeId, (text, span): (NodeId, Span)) -> Option<()> {
        if !matches!(self.graph.node(column).op, Op::At(_)) || self.graph.ty(text) != Type::Text {
            return Some(());
        }
        let Some(number) = self.graph.constant_word(text) else {
            return Some(());
        };
        if usize::try_from(number).is_ok_and(|n| n < self.kinds) {
            return Some(());
        }
        let given = self.texts.text(number).unwrap_or_default().to_owned();
        let known: Vec<&str> = (0..self.kinds as i64).filter_map(|n| self.texts.text(n)).collect();
        let near = nearest(&given, known.iter().copied()).map(|near| format!("did you mean `{near}`?"));
        let help = near.unwrap_or_else(|| format!("the ladder reports {}", known.join(", ")));
        let problem = self
            .error(codes::UNKNOWN_KIND, span, format!("no step can be of kind or technique `{given}`"))
            .label("not in the ladder")
            .help(help);
        self.fail(problem)
    }

    fn compare(&mut self, op: BinaryOp, left: (NodeId, Span), right: (NodeId, Span)) -> Option<NodeId> {
        let ordered = |ty: Type| ty.is_numeric() || ty.set_of().is_some();
        for (node, span) in [left, right] {
            let ty = self.graph.ty(node);
            if !ordered(ty) {
                return self.mismatch(span, "a number", ty);
            }
        }
        let (a, b) = self.unify(left.0, right.0, right.1)?;
        let float = bank(self.graph.ty(a)) == Bank::Float;
        if bank(self.graph.ty(a)) == Bank::Cells {
            return self.mismatch(left.1, "a number", Type::Cells);
        }
        let (less, at_most) = if float { (Prim::LtF, Prim::LeF) } else { (Prim::LtW, Prim::LeW) };
        let (prim, args) = match op {
            BinaryOp::Less => (less, [a, b]),
            BinaryOp::AtMost => (at_most, [a, b]),
            BinaryOp::Greater => (less, [b, a]),
            _ => (at_most, [b, a]),
        };
        Some(self.graph.prim(prim, &args, Type::Bool))
    }

    fn after(&mut self, left: (NodeId, Span), right: (NodeId, Span)) -> Option<NodeId> {
        let (set, member) = (self.graph.ty(left.0), self.graph.ty(right.0));
        match (set, member) {
            (Type::Cells, Type::Cell) => Some(self.graph.prim(Prim::AfterC, &[left.0, right.0], set)),
            (Type::Digits, Type::Digit) | (Type::Units, Type::Unit) => {
                Some(self.graph.prim(Prim::AfterW, &[left.0, right.0], set))
            }
            (Type::List(Element::Record(a)), Type::Record(b)) if a == b => {
                let range = self.graph.range(left.0);
                Some(self.graph.other(Op::AfterRecord, &[left.0, right.0], set, range))
            }
            (Type::Cells | Type::Digits | Type::Units | Type::List(Element::Record(_)), _) => {
                let wanted = set.member().map_or_else(String::new, |m| m.to_string());
                self.mismatch(right.1, &wanted, member)
            }
            _ => self.mismatch(left.1, "a set, or the records of a source", set),
        }
    }

    fn set_operation(&mut self, op: BinaryOp, left: (NodeId, Span), right: (NodeId, Span)) -> Option<NodeId> {
        let as_set = |ty: Type| if ty.is_set() { Some(ty) } else { ty.set_of() };
        let (ta, tb) = (self.graph.ty(left.0), self.graph.ty(right.0));
        let Some(set) = as_set(ta) else {
            let problem =
                self.error(codes::TYPE, left.1, format!("expected a set, found {ta}")).label(format!("this is {ta}"));
            let problem =
                if ta == Type::Bool { problem.help("conditions are joined with `and` and `or`") } else { problem };
            return self.fail(problem);
        };
        if as_set(tb) != Some(set) {
            let problem = self
                .error(codes::TYPE, right.1, format!("expected {set}, found {tb}"))
                .label(format!("this is {tb}"))
                .note(format!("the other side is {ta}"));
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

    fn arithmetic(&mut self, op: BinaryOp, left: (NodeId, Span), right: (NodeId, Span)) -> Option<NodeId> {
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

    fn membership(&mut self, left: &Expr, right: &Expr) -> Option<NodeId> {
        let a = self.expr(left);
        if let ExprKind::Binary { op: BinaryOp::Range, left: low, right: high, .. } = &right.kind {
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
        self.map_column(&[a], |c, v| c.member_of((v[0], left.span), (b, right.span)))
    }

    fn member_of(&mut self, left: (NodeId, Span), right: (NodeId, Span)) -> Option<NodeId> {
        let (ta, tb) = (self.graph.ty(left.0), self.graph.ty(right.0));
        match (ta, tb) {
            (Type::Cell, Type::Cells) => Some(self.graph.prim(Prim::HasC, &[left.0, right.0], Type::Bool)),
            (Type::Digit, Type::Digits) | (Type::Unit, Type::Units) => {
                Some(self.graph.prim(Prim::HasW, &[left.0, right.0], Type::Bool))
            }
            (Type::Cells, Type::Cells) => Some(self.graph.prim(Prim::SubsetC, &[left.0, right.0], Type::Bool)),
            (Type::Digits, Type::Digits) | (Type::Units, Type::Units) => {
                Some(self.graph.prim(Prim::SubsetW, &[left.0, right.0], Type::Bool))
            }
            (_, Type::List(element)) if self.graph.node(right.0).op == Op::List => {
                let items = self.graph.node(right.0).args.clone();
                let mut any = self.graph.word(0, Type::Bool);
                for &item in &items {
                    if !Self::can_promote(ta, element.ty()) && !Self::can_promote(element.ty(), ta) {
                        return self.mismatch(left.1, &element.ty().to_string(), ta);
                    }
                    let equal = self.operate(BinaryOp::Equal, left, (item, right.1))?;
                    any = self.graph.prim(Prim::OrW, &[any, equal], Type::Bool);
                }
                Some(any)
            }
            (_, Type::Cells | Type::Digits | Type::Units) => {
                let wanted = tb.member().map_or_else(String::new, |m| format!("{m} or {tb}"));
                self.mismatch(left.1, &wanted, ta)
            }
            _ => self.mismatch(right.1, "a set, a list or a span `a..b`", tb),
        }
    }

    fn call(&mut self, name: &Name, args: &[Argument], span: Span) -> Option<NodeId> {
        let registered = self.registry.source(&name.text).is_some() || self.registry.function(&name.text).is_some();
        let known = registered
            || FORMS.iter().any(|f| f.name == name.text)
            || FOLDS.iter().any(|f| f.name == name.text)
            || REDUCTIONS.iter().any(|r| r.name == name.text)
            || matches!(name.text.as_str(), "choose" | "min" | "max" | "clamp" | "count");
        // What an unknown function calls its arguments, and by which words they are given, is unknown too.
        if known
            && !registered
            && let Some(named) = args.iter().find_map(|a| a.name.as_ref())
        {
            let problem = self
                .error(codes::ARGUMENTS, named.span, format!("`{}` takes no named arguments", name.text))
                .help("write the value alone");
            self.problems.push(problem);
        }
        let checked = args.iter().filter(|a| known || a.name.is_none());
        let values: Vec<Option<NodeId>> = checked.map(|a| self.expr(&a.value)).collect();
        if !known {
            let is_value = self.scope.iter().any(|b| b.name == name.text) || NAMES.iter().any(|n| n.name == name.text);
            if is_value || name.text == "steps" {
                let problem = self
                    .error(codes::UNKNOWN_NAME, name.span, format!("`{}` is a value, not a function", name.text))
                    .help("write it without brackets");
                return self.fail(problem);
            }
            return self.unknown(&name.text, name.span, true);
        }
        let values: Vec<NodeId> = values.into_iter().collect::<Option<_>>()?;
        let spans: Vec<Span> = args.iter().map(|a| a.value.span).collect();
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
    fn reduction(&mut self, name: &Name, column: NodeId, span: Span) -> Option<Option<NodeId>> {
        let Type::Column(element) = self.graph.ty(column) else {
            return None;
        };
        if name.text == "count" {
            return Some(if element == Element::Bool {
                Some(self.graph.reduce(ReduceKind::Count, &[column], Type::Int))
            } else {
                self.mismatch(span, "a condition on every step, like `count(score > 2)`", Type::Column(element))
            });
        }
        let word = REDUCTIONS.iter().find(|r| r.name == name.text)?;
        let numeric = matches!(element, Element::Int | Element::Number);
        Some(if word.of_numbers && !numeric {
            self.mismatch(span, "numbers of all steps", Type::Column(element))
        } else if !word.of_numbers && element != Element::Text {
            self.mismatch(span, "texts of all steps", Type::Column(element))
        } else {
            let keeps = matches!(word.kind, ReduceKind::Sum | ReduceKind::Min | ReduceKind::Max | ReduceKind::MaxJump);
            let ty = if keeps && element == Element::Int { Type::Int } else { word.result };
            Some(self.graph.reduce(word.kind, &[column], ty))
        })
    }

    fn apply(&mut self, name: &Name, values: &[NodeId], spans: &[Span], span: Span) -> Option<NodeId> {
        match name.text.as_str() {
            "choose" => return self.choose(values, spans, span),
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
            params.len() == types.len() && params.iter().zip(&types).all(|(&p, &t)| Self::can_promote(t, p))
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
                        format!("the values of all steps, like `{0}(score)`, or a loop, like `{0}(x in set : …)`", name.text)
                    }
                    _ => format!("the values of all steps, like `{0}(score)`, in a formula over a whole path", name.text),
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

    fn wrong_arguments<T>(&mut self, name: &Name, values: &[NodeId], wanted: &str) -> Option<T> {
        let found: Vec<String> = values.iter().map(|&v| self.graph.ty(v).to_string()).collect();
        let found = if found.is_empty() { "nothing".to_owned() } else { found.join(", ") };
        let problem = self
            .error(codes::ARGUMENTS, name.span, format!("`{}` cannot be called with {found}", name.text))
            .label("wrong arguments")
            .help(format!("it wants {wanted}"));
        self.fail(problem)
    }

    fn choose(&mut self, values: &[NodeId], spans: &[Span], span: Span) -> Option<NodeId> {
        let &[k, set] = values else {
            let problem =
                self.error(codes::ARGUMENTS, span, "`choose` takes a number and a set").help("write `choose(2, set)`");
            return self.fail(problem);
        };
        let ty = self.graph.ty(set);
        let element = match ty {
            Type::Cells => Element::Cells,
            Type::Digits => Element::Digits,
            Type::Units => Element::Units,
            _ => return self.mismatch(spans[1], "a set", ty),
        };
        match self.graph.constant_word(k) {
            Some(k @ 1..=9) if self.graph.ty(values[0]) == Type::Int => {
                Some(self.graph.other(Op::Choose(k as u8), &[set], Type::List(element), Range::ANY))
            }
            _ if self.graph.ty(values[0]) != Type::Int => {
                let found = self.graph.ty(values[0]);
                self.mismatch(spans[0], "a whole number", found)
            }
            Some(_) => {
                let problem = self
                    .error(codes::ARGUMENTS, spans[0], "`choose` makes subsets of 1 to 9 members")
                    .help("give a whole number from 1 to 9");
                self.fail(problem)
            }
            None => {
                let problem = self
                    .error(
                        codes::NOT_CONSTANT,
                        spans[0],
                        "the size of the subsets must be known when the rules are loaded",
                    )
                    .label("depends on the position")
                    .help("use a number or a constant of the technique or variant");
                self.fail(problem)
            }
        }
    }

    fn least_or_most(&mut self, name: &Name, values: &[NodeId], spans: &[Span]) -> Option<NodeId> {
        let [first, rest @ ..] = values else {
            return self.wrong_arguments(name, values, &format!("`{}(a, b, …)`", name.text));
        };
        if rest.is_empty() {
            return self.wrong_arguments(name, values, "two or more numbers, a fold or the values of all steps");
        }
        let mut best = (*first, spans[0]);
        for (&value, &span) in rest.iter().zip(&spans[1..]) {
            best = (self.extreme(name.text == "min", best, (value, span))?, best.1);
        }
        Some(best.0)
    }

    fn extreme(&mut self, least: bool, left: (NodeId, Span), right: (NodeId, Span)) -> Option<NodeId> {
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

    fn call_registered(&mut self, name: &Name, args: &[Argument], values: &[NodeId]) -> Option<NodeId> {
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
                let all: Vec<String> = params.iter().map(|p| format!("{}: {}", p.name, plain(p.ty))).collect();
                let problem = self
                    .error(codes::ARGUMENTS, span, format!("`{}` has no place for this argument", name.text))
                    .help(format!("it is called as `{}({})`", name.text, all.join(", ")));
                return self.fail(problem);
            };
            operands[at] = Some(self.coerce(value, params[at].ty, arg.value.span)?);
        }
        if let Some(missing) = params.iter().zip(&operands).find_map(|(p, o)| o.is_none().then_some(p)) {
            let problem = self
                .error(codes::ARGUMENTS, name.span, format!("`{}` lacks its argument `{}`", name.text, missing.name))
                .help(format!("add `{}: …`, {}", missing.name, missing.ty));
            return self.fail(problem);
        }
        let operands: Vec<NodeId> = operands.into_iter().flatten().collect();
        Some(match (source, function) {
            (Some(id), _) => {
                let ty = Type::List(Element::Record(id));
                let most = f64::from(self.registry.sources()[usize::from(id)].most);
                self.graph.other(Op::Source(id), &operands, ty, Range::new(0.0, most))
            }
            (_, Some(id)) => {
                let ty = self.registry.functions()[usize::from(id)].result;
                self.graph.other(Op::Function(id), &operands, ty, vocabulary::widest(ty))
            }
            _ => return None,
        })
    }

    /// Notes every name from a place in the scope on that nothing used.
    pub(crate) fn warn_unused(&mut self, from: usize, what: &str) {
        for binding in &self.scope[from..] {
            let (false, Some(origin)) = (binding.used.get(), binding.origin) else {
                continue;
            };
            self.problems.push(
                Problem::warning(
                    codes::UNUSED,
                    origin.fragment,
                    origin.span,
                    format!("the {what} `{}` is never used", binding.name),
                )
                .label("never used")
                .help("remove it, or use it"),
            );
        }
    }
}
