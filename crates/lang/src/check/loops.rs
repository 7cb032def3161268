//! Loops and folds: what ranges over a set.

use super::{Checker, Origin};

use crate::codes;
use crate::graph::{NodeId, VarId, bank};
use crate::prim::{Bank, FoldKind, Prim};
use crate::problem::nearest;
use crate::range::Range;
use crate::syntax::{Expr, Name};
use crate::types::Type;
use crate::vocabulary::{self, FOLDS};

impl<'a> Checker<'a> {
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
        let origin = Origin {
            fragment: self.fragment,
            span: name.span,
        };
        self.bind(&name.text, None, Some(origin));
    }

    /// Makes a loop's variable and binds it.
    pub(crate) fn loop_variable(&mut self, variable: &Name, set: NodeId) -> Option<VarId> {
        let member = self.graph.ty(set).member()?;
        let list = matches!(member, Type::Record(_)).then_some(set);
        let Some(var) = self.graph.variable(&variable.text, member, list) else {
            self.bind_wrong(variable);
            if self
                .problems
                .iter()
                .any(|problem| problem.code == codes::TOO_LARGE)
            {
                return None;
            }
            let problem = self
                .error(
                    codes::TOO_LARGE,
                    variable.span,
                    "more than 64 variables in one pattern",
                )
                .label("one too many")
                .help("split the pattern into several techniques");
            return self.fail(problem);
        };
        let range = match member {
            Type::Cells | Type::Digits | Type::Units | Type::Int | Type::Number => {
                let known = self.graph.member_range(set);
                if known == Range::ANY {
                    vocabulary::widest(member)
                } else {
                    known
                }
            }
            other => vocabulary::widest(other),
        };
        if member == Type::Unit {
            self.graph.vars[usize::from(var.0)].units = self.graph.units_among(set);
        }
        let node = self.graph.var(var, range);
        // The members of a set are something; an element of a list may be nothing.
        if self.graph.ty(set).is_set() {
            self.graph.set_certain(node);
        }
        let origin = Origin {
            fragment: self.fragment,
            span: variable.span,
        };
        self.bind(&variable.text, node, Some(origin));
        Some(var)
    }

    /// Checks something inside a loop of an expression.
    pub(super) fn inside(
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

    pub(super) fn fold(
        &mut self,
        name: &Name,
        variable: &Name,
        set: &Expr,
        body: &Expr,
    ) -> Option<NodeId> {
        let word = FOLDS.iter().find(|f| f.name == name.text);
        if word.is_none() && name.text != "count" {
            let known = FOLDS.iter().map(|f| f.name).chain(["count"]);
            let near = nearest(&name.text, known.clone());
            let all: Vec<String> = known.map(|f| format!("`{f}`")).collect();
            let problem = self
                .error(
                    codes::UNKNOWN_NAME,
                    name.span,
                    format!("`{}` does not fold a set", name.text),
                )
                .label("not a fold")
                .note(format!("folds are {}", all.join(", ")));
            self.problems.push(problem.help(match near {
                Some(near) => format!("did you mean `{near}`?"),
                None => {
                    "fold with one of these words, or filter: `{x in S : condition}`".to_owned()
                }
            }));
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
                let each = self
                    .graph
                    .prim(Prim::SelectW, &[value, one, zero], Type::Int);
                return Some(
                    self.graph
                        .fold(FoldKind::Sum, var, set_node, each, Type::Int),
                );
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
}
