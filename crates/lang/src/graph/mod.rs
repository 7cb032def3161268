//! Typed values as a graph in which equal values are one node.

mod folds;
mod geometry;
mod simplify;

use std::collections::{HashMap, HashSet};

use undoku_grid::{RECTANGLES, UnitSet};

use crate::coded::Coded;
use crate::machine::Calculator;
use crate::prim::{Bank, FoldKind, Prim, ReduceKind};
use crate::range::{self, Range};
use crate::types::{Element, Type};

/// A node's number.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) struct NodeId(u32);

/// A variable's number; at most 64 in one program.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct VarId(pub(crate) u8);

impl VarId {
    pub(crate) const fn bit(self) -> u64 {
        1 << self.0
    }
}

/// What a node does with its arguments.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Op {
    /// A constant word: a whole number, condition, text, cell, digit, unit, set of digits or units.
    Word(i64),
    /// A constant number, by its bits.
    Float(u64),
    /// A constant set of cells.
    Cells(u128),
    /// A loop's variable or a value that stands in a register when the program starts.
    Var(VarId),
    Prim(Prim),
    /// Set, body; the variable runs over the set.
    Fold(FoldKind, VarId),
    /// Set, condition.
    Filter(VarId),
    /// The subsets of so many members.
    Choose(u8),
    /// The subsets of so many members to so many, smaller ones first.
    ChooseSpan(u8, u8),
    /// The values of a list.
    List,
    /// The 486 rectangles in two boxes.
    Rectangles,
    /// A record, its field of that number.
    Field(u8),
    /// The records of a source, by its number in the registry.
    Source(u16),
    /// A function's value, by its number in the registry.
    Function(u16),
    /// The records of the first behind the second.
    AfterRecord,
    /// A column that is there when the program starts.
    Column(u8),
    /// An expression of the step variable, for every step.
    Each(VarId),
    /// The element of a column at the step variable.
    At(VarId),
    /// The number of cells of a set in each of some units, as a column.
    UnitCounts,
    Reduce(ReduceKind),
    /// The number of steps.
    Steps,
}

/// A value: its operation, arguments, type, range, and the variables it depends on.
#[derive(Clone, Debug)]
pub(crate) struct Node {
    pub(crate) op: Op,
    pub(crate) args: Box<[NodeId]>,
    pub(crate) ty: Type,
    pub(crate) range: Range,
    /// Bit i: depends on variable i.
    pub(crate) vars: u64,
    /// Where it stands on the grid.
    place: geometry::Place,
}

/// A function of a few whole numbers, written out.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Table {
    /// Least argument and number of arguments, per operand; one argument for operands there are not.
    pub(crate) axes: [(i64, i64); 3],
    /// 1 where there is a second operand, else 0.
    pub(crate) second: i64,
    /// 1 where there is a third operand, else 0.
    pub(crate) third: i64,
    /// The place that the least operands would have in a table that starts with zeros.
    pub(crate) origin: i64,
    pub(crate) values: TableValues,
}

/// A table's values, the last operand varying fastest.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum TableValues {
    Word(Coded<i64>),
    Float(Coded<f64>),
    /// Two functions of the same operands, and the register of the second one's value.
    Pair(Coded<(i64, f64)>, u8),
}

/// What is known of a variable.
#[derive(Clone, Debug)]
pub(crate) struct Var {
    pub(crate) name: String,
    pub(crate) ty: Type,
    /// Of the records of a source: the node that made them.
    pub(crate) list: Option<NodeId>,
    /// For a unit, those that it can be.
    pub(crate) units: UnitSet,
}

/// All values of one program.
#[derive(Clone, Debug, Default)]
pub(crate) struct Graph {
    nodes: Vec<Node>,
    index: HashMap<(Op, Box<[NodeId]>, Type), NodeId>,
    pub(crate) vars: Vec<Var>,
    /// Cells, digits and units that are never nothing.
    certain: HashSet<NodeId>,
    /// What conditions on variables lift to, as far as that was asked.
    pub(crate) lifted: HashMap<(VarId, NodeId), Option<NodeId>>,
    /// What sets share with variables, as far as that was asked.
    pub(crate) shares: HashMap<(VarId, NodeId), Option<NodeId>>,
    /// Numbers that are known where a program's conditions are looked at.
    pub(crate) facts: HashMap<NodeId, i64>,
    /// How many different kinds a path's steps can be of.
    pub(crate) kinds: usize,
    /// How many steps a path can have.
    pub(crate) steps: f64,
}

/// The bank that values of a type are kept in.
pub(crate) fn bank(ty: Type) -> Bank {
    match ty {
        Type::Cells => Bank::Cells,
        Type::Number => Bank::Float,
        _ => Bank::Word,
    }
}

impl Graph {
    pub(crate) fn node(&self, id: NodeId) -> &Node {
        &self.nodes[id.0 as usize]
    }

    /// All nodes made so far.
    pub(crate) fn nodes(&self) -> impl Iterator<Item = &Node> {
        self.nodes.iter()
    }

    pub(crate) fn ty(&self, id: NodeId) -> Type {
        self.node(id).ty
    }

    pub(crate) fn range(&self, id: NodeId) -> Range {
        self.node(id).range
    }

    pub(crate) fn vars_of(&self, id: NodeId) -> u64 {
        self.node(id).vars
    }

    /// A new variable, or `None` where there are 64 already.
    pub(crate) fn variable(&mut self, name: &str, ty: Type, list: Option<NodeId>) -> Option<VarId> {
        let number = u8::try_from(self.vars.len()).ok().filter(|n| *n < 64)?;
        self.vars.push(Var {
            name: name.to_owned(),
            ty,
            list,
            units: UnitSet::ALL,
        });
        Some(VarId(number))
    }

    fn insert(&mut self, op: Op, args: &[NodeId], ty: Type, range: Range) -> NodeId {
        let key = (op, Box::from(args), ty);
        if let Some(&known) = self.index.get(&key) {
            return known;
        }
        let mut vars = args.iter().fold(0, |all, &arg| all | self.vars_of(arg));
        match op {
            Op::Var(v) | Op::At(v) => vars |= v.bit(),
            Op::Fold(_, v) | Op::Filter(v) | Op::Each(v) => vars &= !v.bit(),
            _ => {}
        }
        let place = self.place_of(op, args, ty);
        let id = NodeId(self.nodes.len() as u32);
        self.nodes.push(Node {
            op,
            args: key.1.clone(),
            ty,
            range,
            vars,
            place,
        });
        self.index.insert(key, id);
        id
    }

    pub(crate) fn word(&mut self, value: i64, ty: Type) -> NodeId {
        let range = match ty {
            Type::Digits | Type::Units => Range::point(f64::from(value.count_ones())),
            Type::Int | Type::Bool => Range::point(value as f64),
            _ => Range::ANY,
        };
        self.insert(Op::Word(value), &[], ty, range)
    }

    pub(crate) fn int(&mut self, value: i64) -> NodeId {
        self.word(value, Type::Int)
    }

    pub(crate) fn float(&mut self, value: f64) -> NodeId {
        self.insert(
            Op::Float(value.to_bits()),
            &[],
            Type::Number,
            Range::point(value),
        )
    }

    pub(crate) fn cells(&mut self, bits: u128) -> NodeId {
        let range = Range::point(f64::from(bits.count_ones()));
        self.insert(Op::Cells(bits), &[], Type::Cells, range)
    }

    pub(crate) fn var(&mut self, var: VarId, range: Range) -> NodeId {
        let ty = self.vars[usize::from(var.0)].ty;
        self.insert(Op::Var(var), &[], ty, range)
    }

    /// The constant that a node is.
    pub(crate) fn constant_word(&self, id: NodeId) -> Option<i64> {
        match self.node(id).op {
            Op::Word(value) => Some(value),
            _ => None,
        }
    }

    /// The constant number that a node is.
    pub(crate) fn constant_float(&self, id: NodeId) -> Option<f64> {
        match self.node(id).op {
            Op::Float(bits) => Some(f64::from_bits(bits)),
            _ => None,
        }
    }

    fn constant_cells(&self, id: NodeId) -> Option<u128> {
        match self.node(id).op {
            Op::Cells(bits) => Some(bits),
            _ => None,
        }
    }

    /// Whether the value is known when the rules are loaded.
    pub(crate) fn is_constant(&self, id: NodeId) -> bool {
        matches!(self.node(id).op, Op::Word(_) | Op::Float(_) | Op::Cells(_))
            || (self.node(id).op == Op::List
                && self.node(id).args.iter().all(|&a| self.is_constant(a)))
    }

    /// An operation on values of the right banks, simplified where that is plain to see.
    pub(crate) fn prim(&mut self, prim: Prim, args: &[NodeId], ty: Type) -> NodeId {
        debug_assert!(
            prim.operands().len() == args.len()
                && prim
                    .operands()
                    .iter()
                    .zip(args)
                    .all(|(b, a)| *b == bank(self.ty(*a))),
            "{prim:?} on {:?}",
            args.iter().map(|a| self.ty(*a)).collect::<Vec<_>>()
        );
        if !prim.reads_position() && args.iter().all(|&a| self.is_constant(a)) {
            let operands: Vec<Op> = args.iter().map(|&a| self.node(a).op).collect();
            let value = Calculator::apply(prim, &operands);
            return match value {
                Op::Float(bits) => self.float(f64::from_bits(bits)),
                Op::Cells(bits) => self.cells(bits),
                Op::Word(value) => self.word(value, ty),
                _ => unreachable!("constants fold to constants"),
            };
        }
        if let Some(simpler) = self.simplify(prim, args, ty) {
            return simpler;
        }
        let of_sets = args.first().and_then(|&a| match self.ty(a) {
            Type::Digits => Some(9.0),
            Type::Units => Some(27.0),
            Type::Cell | Type::Digit | Type::Unit | Type::Text | Type::Record(_) => Some(1.0),
            _ => None,
        });
        let ranges: Vec<Range> = args.iter().map(|&a| self.range(a)).collect();
        let mut range = range::of_prim(prim, &ranges, of_sets);
        if let Some(most) = self.most_by_geometry(prim, args) {
            range.hi = range.hi.min(most);
        }
        // What the range settles needs no work, and no position.
        if ty == Type::Bool && range.is_point() {
            return self.word(range.lo as i64, ty);
        }
        self.insert(Op::Prim(prim), args, ty, range)
    }

    /// Notes that a cell, digit or unit is never nothing.
    pub(crate) fn set_certain(&mut self, id: NodeId) {
        self.certain.insert(id);
    }

    /// Forgets what was noted so: it may rest on there being a match.
    pub(crate) fn forget_certain(&mut self) {
        self.certain.clear();
        self.lifted.clear();
    }

    /// Whether a cell, digit or unit is known to be never nothing.
    fn is_certain(&self, id: NodeId) -> bool {
        let node = self.node(id);
        match node.op {
            Op::Word(_) => true,
            Op::Prim(Prim::RowOf | Prim::ColumnOf | Prim::BoxOf) => self.is_certain(node.args[0]),
            _ => self.certain.contains(&id),
        }
    }

    fn op_prim(&self, id: NodeId) -> Option<Prim> {
        match self.node(id).op {
            Op::Prim(prim) => Some(prim),
            _ => None,
        }
    }

    /// A node that was made before.
    pub(crate) fn find(&self, op: Op, args: &[NodeId], ty: Type) -> Option<NodeId> {
        self.index.get(&(op, Box::from(args), ty)).copied()
    }

    /// A number made of a whole number.
    pub(crate) fn number_of(&mut self, id: NodeId) -> NodeId {
        match self.ty(id) {
            Type::Int | Type::Bool => self.prim(Prim::ToF, &[id], Type::Number),
            _ => id,
        }
    }

    /// A list of values of one type.
    pub(crate) fn list(&mut self, items: &[NodeId], element: Element) -> NodeId {
        let range = items
            .iter()
            .map(|&i| self.range(i))
            .reduce(Range::hull)
            .unwrap_or(Range::point(0.0));
        self.insert(Op::List, items, Type::List(element), range)
    }

    /// `list[index]`, counted from 1, for an index known to lie inside.
    pub(crate) fn item(&mut self, list: NodeId, index: NodeId, ty: Type) -> NodeId {
        let items = self.node(list).args.clone();
        if let Some(n) = self.constant_word(index) {
            let last = items.len() as i64;
            return items[(n.clamp(1, last) - 1) as usize];
        }
        // A chain of choices; tables make one look-up of it where it matters.
        let select = match bank(ty) {
            Bank::Word => Prim::SelectW,
            Bank::Cells => Prim::SelectC,
            Bank::Float => Prim::SelectF,
        };
        let mut value = items[items.len() - 1];
        for (i, &item) in items.iter().enumerate().rev().skip(1) {
            let at = self.int(i as i64 + 1);
            let here = self.prim(Prim::LeW, &[index, at], Type::Bool);
            value = self.prim(select, &[here, item, value], ty);
        }
        value
    }

    /// The fewest and the most members of the subsets that a list has, if it has subsets.
    pub(crate) fn sizes(&self, list: NodeId) -> Option<(u8, u8)> {
        match self.node(list).op {
            Op::Choose(k) => Some((k, k)),
            Op::ChooseSpan(low, high) => Some((low, high)),
            _ => None,
        }
    }

    /// How many values a loop over this can have.
    pub(crate) fn members(&self, set: NodeId) -> Range {
        let node = self.node(set);
        match node.op {
            Op::List => Range::point(node.args.len() as f64),
            Op::Rectangles => Range::point(RECTANGLES.len() as f64),
            Op::Choose(k) => {
                let n = self.range(node.args[0]).hi;
                Range::new(0.0, binomial(n, f64::from(k)))
            }
            Op::ChooseSpan(low, high) => {
                let n = self.range(node.args[0]).hi;
                let all = (low..=high).map(|k| binomial(n, f64::from(k)));
                Range::new(0.0, all.sum())
            }
            _ => node.range,
        }
    }

    /// What one value of a loop over this ranges over.
    pub(crate) fn member_range(&self, set: NodeId) -> Range {
        let node = self.node(set);
        match node.op {
            Op::Choose(k) => Range::point(f64::from(k)),
            Op::ChooseSpan(low, high) => Range::new(f64::from(low), f64::from(high)),
            Op::Rectangles => Range::point(4.0),
            Op::List => node.range,
            _ => Range::ANY,
        }
    }

    /// Any other node.
    pub(crate) fn other(&mut self, op: Op, args: &[NodeId], ty: Type, range: Range) -> NodeId {
        self.insert(op, args, ty, range)
    }

    pub(crate) fn reduce(&mut self, kind: ReduceKind, args: &[NodeId], ty: Type) -> NodeId {
        let range = range::of_reduce(kind, self.range(args[0]), self.kinds as f64, self.steps);
        self.insert(Op::Reduce(kind), args, ty, range)
    }
}

/// n over k, as a number that may be large.
pub(crate) fn binomial(n: f64, k: f64) -> f64 {
    let mut value = 1.0;
    let mut i = 0.0;
    while i < k {
        value *= (n - i).max(0.0) / (i + 1.0);
        i += 1.0;
    }
    value
}
