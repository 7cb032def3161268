//! Folds, and those that need no loop.

use std::collections::HashMap;

use super::{Graph, NodeId, Op, VarId, bank};

use crate::prim::{Bank, FoldKind, Prim, ReduceKind};
use crate::range::{self, Range};
use crate::types::{Element, Type};

impl Graph {
    pub(crate) fn fold(
        &mut self,
        kind: FoldKind,
        var: VarId,
        set: NodeId,
        body: NodeId,
        ty: Type,
    ) -> NodeId {
        if let Some(simpler) = self.fold_at_once(kind, var, set, body, ty) {
            return simpler;
        }
        if kind == FoldKind::Sum {
            if let Some(simpler) = self.sum_of_one(var, set, body) {
                return simpler;
            }
            if let Some(simpler) = self.sum_of_incidences(var, set, body) {
                return simpler;
            }
        }
        if matches!(kind, FoldKind::Any | FoldKind::All)
            && let Some(simpler) = self.quantify(kind, var, set, body)
        {
            return simpler;
        }
        if kind == FoldKind::Max
            && self.op_prim(set) == Some(Prim::Open)
            && self.op_prim(body) == Some(Prim::CountW)
        {
            let of = self.node(body).args[0];
            if self.op_prim(of) == Some(Prim::CandOfCell)
                && self.node(self.node(of).args[0]).op == Op::Var(var)
            {
                return self.prim(Prim::MostCandidates, &[], ty);
            }
        }
        let members = self.members(set);
        let range = range::of_fold(kind, members, self.range(body));
        self.insert(Op::Fold(kind, var), &[set, body], ty, range)
    }

    /// Folds that need no loop: over values that the position can count, or over a list that is written out.
    pub(super) fn fold_at_once(
        &mut self,
        kind: FoldKind,
        var: VarId,
        set: NodeId,
        body: NodeId,
        ty: Type,
    ) -> Option<NodeId> {
        if let Op::List = self.node(set).op
            && !matches!(kind, FoldKind::Mean | FoldKind::Variance | FoldKind::StdDev)
            && self.node(set).args.len() <= 9
        {
            return self.fold_written_out(kind, var, set, body, ty);
        }
        let whole = match self.op_prim(body) {
            Some(Prim::ToF) => self.node(body).args[0],
            _ => body,
        };
        if kind == FoldKind::Mean && self.ty(set).is_set() && self.ty(whole) == Type::Int {
            let count = if self.ty(set) == Type::Cells {
                Prim::CountC
            } else {
                Prim::CountW
            };
            let members = self.prim(count, &[set], Type::Int);
            let sum = self.fold(FoldKind::Sum, var, set, whole, Type::Int);
            let (sum, members) = (self.number_of(sum), self.number_of(members));
            return Some(self.prim(Prim::DivF, &[sum, members], Type::Number));
        }
        let counted = self.op_prim(whole)?;
        let of = *self.node(whole).args.first()?;
        let is_var = |g: &Self, id: NodeId| g.node(id).op == Op::Var(var);
        if kind == FoldKind::Sum
            && self.ty(set) == Type::Cells
            && counted == Prim::CountW
            && self.op_prim(of) == Some(Prim::CandOfCell)
            && is_var(self, self.node(of).args[0])
        {
            return Some(self.prim(Prim::CandidatesIn, &[set], ty));
        }
        if self.ty(set) == Type::Units
            && counted == Prim::CountC
            && self.op_prim(of) == Some(Prim::AndC)
        {
            let args = self.node(of).args.clone();
            for (one, other) in [(0, 1), (1, 0)] {
                let cells_of_unit = self.op_prim(args[one]) == Some(Prim::CellsOfUnit)
                    && is_var(self, self.node(args[one]).args[0]);
                let reduce = match kind {
                    FoldKind::Sum => ReduceKind::Sum,
                    FoldKind::Min => ReduceKind::Min,
                    FoldKind::Max => ReduceKind::Max,
                    FoldKind::Mean => ReduceKind::Mean,
                    FoldKind::Variance => ReduceKind::Variance,
                    FoldKind::StdDev => ReduceKind::StdDev,
                    _ => return None,
                };
                if cells_of_unit && self.vars_of(args[other]) & var.bit() == 0 {
                    let nine = Range::new(0.0, 9.0);
                    let counts = self.insert(
                        Op::UnitCounts,
                        &[args[other], set],
                        Type::Column(Element::Int),
                        nine,
                    );
                    let range = range::of_fold(kind, self.range(set), self.range(body));
                    return Some(self.insert(Op::Reduce(reduce), &[counts], ty, range));
                }
            }
        }
        None
    }

    pub(super) fn fold_written_out(
        &mut self,
        kind: FoldKind,
        var: VarId,
        list: NodeId,
        body: NodeId,
        ty: Type,
    ) -> Option<NodeId> {
        let prim = match (kind, bank(ty)) {
            (FoldKind::Sum, Bank::Word) => Prim::AddW,
            (FoldKind::Sum, _) => Prim::AddF,
            (FoldKind::Min, Bank::Word) => Prim::MinW,
            (FoldKind::Min, _) => Prim::MinF,
            (FoldKind::Max, Bank::Word) => Prim::MaxW,
            (FoldKind::Max, _) => Prim::MaxF,
            (FoldKind::All, _) => Prim::AndW,
            (FoldKind::Union, Bank::Cells) => Prim::OrC,
            _ => Prim::OrW,
        };
        let items = self.node(list).args.clone();
        let values: Vec<NodeId> = items
            .iter()
            .map(|&item| self.substitute(body, var, item))
            .collect();
        values
            .into_iter()
            .reduce(|all, one| self.prim(prim, &[all, one], ty))
    }

    /// `any` and `all` of a condition that lifts: whether sets meet, or one lies in the other.
    pub(super) fn quantify(
        &mut self,
        kind: FoldKind,
        var: VarId,
        set: NodeId,
        condition: NodeId,
    ) -> Option<NodeId> {
        let ty = self.ty(set);
        let lifted = self.lift(var, ty, condition)?;
        let cells = ty == Type::Cells;
        if kind == FoldKind::All {
            let subset = if cells { Prim::SubsetC } else { Prim::SubsetW };
            return Some(self.prim(subset, &[set, lifted], Type::Bool));
        }
        let (meet, empty) = if cells {
            (Prim::AndC, Prim::IsEmptyC)
        } else {
            (Prim::AndW, Prim::IsEmptyW)
        };
        let common = self.prim(meet, &[set, lifted], ty);
        let none = self.prim(empty, &[common], Type::Bool);
        Some(self.prim(Prim::NotW, &[none], Type::Bool))
    }

    /// A sum over one cell is the body for that cell; over nothing it would be 0.
    pub(super) fn sum_of_one(&mut self, var: VarId, set: NodeId, body: NodeId) -> Option<NodeId> {
        match self.op_prim(set)? {
            Prim::OneCell | Prim::OneDigit | Prim::OneUnit => {
                let member = self.node(set).args[0];
                self.is_certain(member)
                    .then(|| self.substitute(body, var, member))
            }
            _ => None,
        }
    }

    /// `sum(x in S : count(units(x) & U))` is one operation.
    pub(super) fn sum_of_incidences(
        &mut self,
        var: VarId,
        set: NodeId,
        body: NodeId,
    ) -> Option<NodeId> {
        if self.ty(set) != Type::Cells || self.op_prim(body)? != Prim::CountW {
            return None;
        }
        let meet = self.node(body).args[0];
        if self.op_prim(meet)? != Prim::AndW {
            return None;
        }
        let args = self.node(meet).args.clone();
        for (one, other) in [(0, 1), (1, 0)] {
            let of_var = self.op_prim(args[one]) == Some(Prim::UnitsOfCell)
                && self.node(self.node(args[one]).args[0]).op == Op::Var(var);
            if of_var && self.vars_of(args[other]) & var.bit() == 0 {
                return Some(self.prim(Prim::Incidences, &[set, args[other]], Type::Int));
            }
        }
        None
    }

    /// The same value with a variable replaced.
    pub(crate) fn substitute(&mut self, id: NodeId, var: VarId, with: NodeId) -> NodeId {
        self.substitute_in(id, var, with, &mut HashMap::new())
    }

    fn substitute_in(
        &mut self,
        id: NodeId,
        var: VarId,
        with: NodeId,
        done: &mut HashMap<NodeId, NodeId>,
    ) -> NodeId {
        let node = self.node(id).clone();
        if node.op == Op::Var(var) {
            return with;
        }
        if node.vars & var.bit() == 0 {
            return id;
        }
        if let Some(&known) = done.get(&id) {
            return known;
        }
        let args: Vec<NodeId> = node
            .args
            .iter()
            .map(|&a| self.substitute_in(a, var, with, done))
            .collect();
        let substituted = match node.op {
            Op::Prim(prim) => self.prim(prim, &args, node.ty),
            Op::Fold(kind, v) => self.fold(kind, v, args[0], args[1], node.ty),
            op => self.insert(op, &args, node.ty, node.range),
        };
        done.insert(id, substituted);
        substituted
    }

    pub(crate) fn filter(&mut self, var: VarId, set: NodeId, condition: NodeId) -> NodeId {
        let ty = self.ty(set);
        let conditions = self.conjuncts(condition);
        let (set, rest) = self.narrow(var, set, &conditions);
        let Some(condition) = rest
            .into_iter()
            .reduce(|all, one| self.prim(Prim::AndW, &[all, one], Type::Bool))
        else {
            return set;
        };
        let range = Range::new(0.0, self.range(set).hi);
        self.insert(Op::Filter(var), &[set, condition], ty, range)
    }
}
