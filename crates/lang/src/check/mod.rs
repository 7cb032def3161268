//! Names and types: from syntax trees to typed values.

mod calls;
mod loops;
mod operators;

use std::cell::Cell as Flag;

use crate::codes;
use crate::graph::{Graph, NodeId, Op, VarId, bank};
use crate::path::{Absent, Column};
use crate::plugin::{Field, Registry};
use crate::prim::{Bank, Prim};
use crate::problem::{Problem, nearest};
use crate::range::Range;
use crate::span::{FragmentId, Span};
use crate::syntax::{Expr, ExprKind, Name};
use crate::technique::within;
use crate::technique::{MOST_BINDINGS, rounded};
use crate::texts::Texts;
use crate::types::{Element, Type};
use crate::vocabulary::{self, NAMES, plain};
use crate::work::Work;

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
    /// How many expressions the one that is looked at stands in.
    depth: u32,
    /// What the expressions so far take.
    pub(crate) work: Work,
    worked: f64,
    /// The columns of a path, by number.
    pub(crate) columns: Vec<Column>,
    /// Names that could be expected here and stand for nothing.
    pub(crate) absent: Vec<Absent>,
    /// Names that are made somewhere in these texts, and may not be known yet where one is used.
    pub(crate) later: Vec<String>,
}

impl<'a> Checker<'a> {
    pub(crate) fn new(registry: &'a Registry, texts: &'a mut Texts) -> Self {
        Self {
            graph: Graph::default(),
            registry,
            depth: 0,
            work: Work::default(),
            worked: 0.0,
            columns: Vec::new(),
            absent: Vec::new(),
            later: Vec::new(),
            texts,
            fragment: FragmentId::default(),
            problems: Vec::new(),
            scope: Vec::new(),
            step: None,
        }
    }

    pub(crate) fn error(
        &self,
        code: crate::Code,
        span: Span,
        message: impl Into<String>,
    ) -> Problem {
        Problem::error(code, self.fragment, span, message)
    }

    pub(crate) fn fail<T>(&mut self, problem: Problem) -> Option<T> {
        self.problems.push(problem);
        None
    }

    pub(crate) fn mismatch<T>(&mut self, span: Span, expected: &str, found: Type) -> Option<T> {
        let problem = self
            .error(
                codes::TYPE,
                span,
                format!("expected {expected}, found {found}"),
            )
            .label(format!("this is {found}"))
            .help(advice(expected, found));
        self.fail(problem)
    }

    /// Gives a name a meaning, or none where its value is wrong; refuses names that have one.
    pub(crate) fn bind(
        &mut self,
        name: &str,
        node: impl Into<Option<NodeId>>,
        origin: Option<Origin>,
    ) {
        let node = node.into();
        let known = self.scope.iter().find(|b| b.name == name);
        if origin.is_none()
            && let Some((known, user)) = known.and_then(|b| Some((b, b.origin?)))
        {
            known.used.set(true);
            let problem = Problem::error(
                codes::NAME_TAKEN,
                user.fragment,
                user.span,
                format!("the name `{name}` is taken"),
            )
            .label("it has a meaning of its own in formulas")
            .help("choose another name");
            self.problems.push(problem);
        }
        if let Some(origin) = origin {
            let taken = if vocabulary::is_word(name) {
                Some("it is a word of the language")
            } else if self.registry.source(name).is_some() || self.registry.function(name).is_some()
            {
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
        self.scope.push(Binding {
            name: name.to_owned(),
            node,
            origin,
            used: Flag::new(false),
        });
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
        if !call && self.later.iter().any(|later| later == name) {
            let problem = self
                .error(
                    codes::UNKNOWN_NAME,
                    span,
                    format!("`{name}` is not known yet here"),
                )
                .label("made further down")
                .help("use it behind the place that makes it, or make it before this one");
            return self.fail(problem);
        }
        let mut known: Vec<&str> = vocabulary::all_names().collect();
        known.extend(self.registry.sources().iter().map(|s| s.name));
        known.extend(self.registry.functions().iter().map(|f| f.name));
        known.extend(self.scope.iter().map(|b| b.name.as_str()));
        let near = nearest(name, known).map(str::to_owned);
        let what = if call { "function" } else { "name" };
        let mut problem = self
            .error(
                codes::UNKNOWN_NAME,
                span,
                format!("unknown {what} `{name}`"),
            )
            .label("not known here");
        if let Some(near) = near {
            problem = problem.help(format!("did you mean `{near}`?"));
        } else if call {
            problem = problem.help(
                "a source or function that Rust code provides must be registered by a plugin",
            );
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

    /// The value of an expression; one that would take too long to compute is refused.
    pub(crate) fn expr(&mut self, expr: &Expr) -> Option<NodeId> {
        self.depth += 1;
        let node = self.value_of(expr);
        self.depth -= 1;
        let node = node?;
        if self.depth > 0 {
            return Some(node);
        }
        let before = self.worked;
        self.worked += self.work.of(&self.graph, node);
        if self.worked <= MOST_BINDINGS || before > MOST_BINDINGS {
            return Some(node);
        }
        let problem = self
            .error(
                codes::TOO_COSTLY,
                expr.span,
                format!(
                    "the loops in this expression and those before it can visit about {} values",
                    rounded(self.worked)
                ),
            )
            .label("takes too long")
            .note(format!("the limit is {}", rounded(MOST_BINDINGS)))
            .help("range over a smaller set");
        self.fail(problem)
    }

    /// Starts counting what expressions take anew: what follows is computed once a match, not once a binding.
    pub(crate) fn rest(&mut self) {
        self.work = Work::default();
        self.worked = 0.0;
    }

    fn value_of(&mut self, expr: &Expr) -> Option<NodeId> {
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
            ExprKind::Fold {
                name,
                variable,
                set,
                body,
            } => self.fold(name, variable, set, body),
            ExprKind::Filter {
                variable,
                set,
                condition,
            } => {
                let set_node = self.set(set);
                let inside = self.inside(variable, set_node, |c| c.expect(condition, Type::Bool));
                let set_node = set_node?;
                let ty = self.graph.ty(set_node);
                if !ty.is_set() {
                    let problem = self
                        .error(
                            codes::TYPE,
                            set.span,
                            format!("expected a set to take members from, found {ty}"),
                        )
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
            ExprKind::If {
                condition,
                then,
                otherwise,
            } => self.choice(condition, then, otherwise, expr.span),
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
            ExprKind::Binary {
                op,
                op_span,
                left,
                right,
            } => self.binary(*op, *op_span, left, right),
        }
    }

    fn name(&mut self, name: &str, span: Span) -> Option<NodeId> {
        if let Some(found) = self.lookup(name) {
            return found;
        }
        if let Some(named) = NAMES.iter().find(|n| n.name == name) {
            return Some((named.build)(&mut self.graph));
        }
        if let Some(absent) = self.absent.iter().find(|absent| absent.name == name) {
            let problem = self
                .error(
                    codes::UNKNOWN_NAME,
                    span,
                    format!("`{name}` {}", absent.why),
                )
                .label("not known here")
                .help(absent.instead.clone());
            return self.fail(problem);
        }
        if name == "steps" {
            if self.step.is_none() {
                let problem = self
                    .error(
                        codes::UNKNOWN_NAME,
                        span,
                        "`steps` stands in formulas over a whole path only",
                    )
                    .label("there is one step here")
                    .help("count it in a metric of a system; here, `count(open)` says how far the puzzle is solved");
                return self.fail(problem);
            }
            let range = Range::new(0.0, self.graph.steps);
            return Some(self.graph.other(Op::Steps, &[], Type::Int, range));
        }
        if vocabulary::is_word(name)
            || self.registry.source(name).is_some()
            || self.registry.function(name).is_some()
        {
            let problem = self
                .error(
                    codes::UNKNOWN_NAME,
                    span,
                    format!("`{name}` is a function, not a value"),
                )
                .label("wants arguments")
                .help(format!("call it: `{name}(…)`"));
            return self.fail(problem);
        }
        self.unknown(name, span, false)
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
        let Some(element) = ty
            .element()
            .filter(|element| !matches!(element, Element::Record(_)))
        else {
            return self.mismatch(span, "values that a list can hold", ty);
        };
        Some(self.graph.list(&values, element))
    }

    fn field(&mut self, of: &Expr, name: &Name) -> Option<NodeId> {
        let record = self.expr(of)?;
        let Type::Record(source) = self.graph.ty(record) else {
            return self.mismatch(of.span, "a record, which has fields", self.graph.ty(record));
        };
        let fields: &[Field] = self
            .registry
            .sources()
            .get(usize::from(source))
            .map_or(&[], |s| s.fields);
        let Some(at) = fields.iter().position(|f| f.name == name.text) else {
            let all: Vec<String> = fields
                .iter()
                .map(|f| format!("`{}` ({})", f.name, plain(f.ty)))
                .collect();
            let problem = self
                .error(
                    codes::UNKNOWN_FIELD,
                    name.span,
                    format!("the record has no field `{}`", name.text),
                )
                .label("no such field")
                .note(format!("its fields are {}", all.join(", ")));
            let near = nearest(&name.text, fields.iter().map(|f| f.name));
            return self.fail(problem.help(match near {
                Some(near) => format!("did you mean `{near}`?"),
                None => "write one of its fields behind the point".to_owned(),
            }));
        };
        let ty = fields[at].ty;
        Some(
            self.graph
                .other(Op::Field(at as u8), &[record], ty, vocabulary::widest(ty)),
        )
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
                    format!(
                        "this index can be {}, but the list has elements 1 to {length}",
                        within(range)
                    ),
                )
                .label("can lie outside the list")
                .help(format!("keep it inside: `clamp(…, 1, {length})`"));
            return self.fail(problem);
        }
        Some(self.graph.item(list, at, element.ty()))
    }

    fn choice(
        &mut self,
        condition: &Expr,
        then: &Expr,
        otherwise: &Expr,
        span: Span,
    ) -> Option<NodeId> {
        let is_column = |c: &Self, node| c.graph.ty(node) == Type::Column(Element::Bool);
        let decides = self.expr(condition).and_then(|node| {
            if is_column(self, node) {
                return Some(node);
            }
            self.coerce(node, Type::Bool, condition.span)
        });
        let a = self.expr(then);
        let b = self.expr(otherwise);
        let values = [decides?, a?, b?];
        self.map_column(&values, |c, values| {
            let (a, b) = c.unify(values[1], values[2], otherwise.span)?;
            let ty = c.graph.ty(a);
            let select = match bank(ty) {
                Bank::Word
                    if !matches!(
                        ty,
                        Type::List(_) | Type::Column(_) | Type::Record(_) | Type::Span
                    ) =>
                {
                    Prim::SelectW
                }
                Bank::Cells => Prim::SelectC,
                Bank::Float => Prim::SelectF,
                Bank::Word => return c.mismatch(span, "a single value or a set", ty),
            };
            Some(c.graph.prim(select, &[values[0], a, b], ty))
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

/// What to do where a value of another type is wanted: `expected` is what a message says is expected.
fn advice(expected: &str, found: Type) -> String {
    let wants = |what: &str| expected.starts_with(what);
    let words = match found {
        _ if wants("a record, from") => {
            "loop over a source to have one, or say what follows with `place … at …` or `eliminate … from …`"
        }
        _ if wants("a record") => "loop over a source to have one: `for r in SOURCE(…)`",
        Type::Cells | Type::Digits | Type::Units if wants("a number") || wants("a whole") => {
            "`count(…)` gives the number of its members"
        }
        Type::Cells | Type::Digits | Type::Units if wants("a condition") => {
            "`not is_empty(…)` asks whether it has members, `x in …` whether x is one of them"
        }
        Type::Cells | Type::Digits | Type::Units
            if wants("a cell") || wants("a digit") || wants("a unit") =>
        {
            "loop over its members with `for`, or take the only one with `only(…)`"
        }
        Type::Cells | Type::Digits | Type::Units if wants("a list") => {
            "a set has no order to count in: `first(…)`, `last(…)` and `only(…)` give a member"
        }
        Type::Cell if wants("a digit") || wants("a set of digits") => {
            "`cand(…)` are its candidates, `value(…)` is the digit it holds"
        }
        Type::Cell if wants("a unit") || wants("a set of units") => {
            "`row(…)`, `column(…)` and `box(…)` are its units, `units(…)` all three"
        }
        Type::Cells if wants("a set of digits") => "`cand(…)` are the candidates of its cells",
        Type::Unit | Type::Units if wants("a cell") || wants("a set of cells") => {
            "`cells(…)` are its cells, `open(…)` the open ones"
        }
        Type::Digit | Type::Digits if wants("a cell") || wants("a set of cells") => {
            "`spots(…)` are the cells that have it as a candidate"
        }
        Type::Int | Type::Number if wants("a condition") => "compare it: `… > 0`, `… == 1`",
        Type::Int if wants("a set or a list") => {
            "write the values as a list, like `[1, 2, 3]`, or leave the loop out"
        }
        Type::Number if wants("a whole number") => {
            "`round(…)`, `floor(…)` and `ceil(…)` make a whole number of it"
        }
        Type::Bool if wants("a number") || wants("a whole") => {
            "`if … then 1 else 0` makes a number of it"
        }
        Type::Column(_) if wants("a condition on every step") => {
            "compare each step's value: `count(… > 2)`"
        }
        Type::Column(Element::Text) if wants("a number") || wants("numbers") => {
            "count the steps that have a text: `count(kind == \"…\")`"
        }
        Type::Column(Element::Bool) => "count the steps: `count(…)`",
        Type::Column(Element::Text) => {
            "make one of all steps: `most_frequent(…)`, `longest_run(…)`"
        }
        Type::Column(_) => "make one of all steps: `sum(…)`, `mean(…)`, `max(…)`",
        Type::Record(_) => "take what it holds, with a point: `record.cells`",
        Type::List(_) if wants("values that can be equal") => {
            "compare single elements, like `…[1]`"
        }
        Type::List(_) => "take an element, like `…[1]`, or loop over it with `for`",
        Type::Span => "a span stands behind `in` only: `x in a..b`",
        _ => return format!("write {expected} here"),
    };
    words.to_owned()
}
