//! Writing out functions of a few whole numbers, to look them up while rating and to know exactly what
//! they can be.

use std::collections::HashSet;

use crate::coded::Coded;
use crate::graph::{Graph, NodeId, Op, Table, TableValues, bank};
use crate::machine::Calculator;
use crate::prim::{Bank, Prim};
use crate::program::Register;
use crate::range::Range;
use crate::types::Type;

/// The most entries of a table that a program carries.
const LARGEST_TABLE: usize = 4096;
/// The most cases looked at to know a range exactly.
const MOST_CASES: usize = 20_000;
/// With fewer operations a table gains nothing.
const LEAST_OPERATIONS: usize = 3;

const fn is_arithmetic(prim: Prim) -> bool {
    matches!(
        prim,
        Prim::AddW
            | Prim::SubW
            | Prim::MulW
            | Prim::MinW
            | Prim::MaxW
            | Prim::AbsW
            | Prim::EqW
            | Prim::LtW
            | Prim::LeW
            | Prim::NotW
            | Prim::AndW
            | Prim::OrW
            | Prim::ToF
            | Prim::SelectW
            | Prim::SelectF
            | Prim::AddF
            | Prim::SubF
            | Prim::MulF
            | Prim::DivF
            | Prim::MinF
            | Prim::MaxF
            | Prim::AbsF
            | Prim::EqF
            | Prim::LtF
            | Prim::LeF
            | Prim::Round
            | Prim::Floor
            | Prim::Ceil
            | Prim::Sqrt
            | Prim::Ln
            | Prim::Exp
            | Prim::Sin
            | Prim::Cos
    )
}

/// Whether a whole number is itself made of numbers with a fraction.
fn is_rounding(graph: &Graph, id: NodeId) -> bool {
    let (mut seen, mut left) = (HashSet::new(), vec![id]);
    while let Some(id) = left.pop() {
        match graph.node(id).op {
            Op::Prim(Prim::Round | Prim::Floor | Prim::Ceil) => return true,
            Op::Prim(prim) if is_arithmetic(prim) && seen.insert(id) => {
                left.extend(&graph.node(id).args)
            }
            _ => {}
        }
    }
    false
}

fn is_scalar(ty: Type) -> bool {
    matches!(ty, Type::Int | Type::Number | Type::Bool)
}

/// A function of whole numbers found in the graph: its inputs, and its inner nodes in the order of evaluation.
struct Function {
    inputs: Vec<NodeId>,
    order: Vec<NodeId>,
    shallow: bool,
}

impl Function {
    /// The function of a node, of what the position gives; with `shallow`, of the whole numbers that its
    /// numbers with a fraction are made from.
    fn of(graph: &Graph, root: NodeId, shallow: bool) -> Option<Self> {
        let mut function = Self {
            inputs: Vec::new(),
            order: Vec::new(),
            shallow,
        };
        function.visit(graph, root)?;
        Some(function)
    }

    fn visit(&mut self, graph: &Graph, id: NodeId) -> Option<()> {
        if self.order.contains(&id) || self.inputs.contains(&id) {
            return Some(());
        }
        let node = graph.node(id);
        match node.op {
            Op::Word(_) | Op::Float(_) if is_scalar(node.ty) => self.order.push(id),
            Op::Prim(prim)
                if is_arithmetic(prim) && node.args.iter().all(|&a| is_scalar(graph.ty(a))) =>
            {
                for &arg in &node.args {
                    let known = graph.range(arg).whole_numbers().is_some();
                    let whole = graph.ty(arg) == Type::Int && !graph.is_constant(arg);
                    if self.shallow
                        && prim == Prim::ToF
                        && whole
                        && known
                        && !is_rounding(graph, arg)
                    {
                        if !self.inputs.contains(&arg) {
                            self.inputs.push(arg);
                        }
                    } else {
                        self.visit(graph, arg)?;
                    }
                }
                self.order.push(id);
            }
            _ if node.ty == Type::Int && node.range.whole_numbers().is_some() => {
                self.inputs.push(id)
            }
            _ => return None,
        }
        (self.inputs.len() <= 6 && self.order.len() <= 200).then_some(())
    }

    fn cases(&self, graph: &Graph) -> Option<usize> {
        self.inputs.iter().try_fold(1_usize, |all, &input| {
            all.checked_mul(graph.range(input).whole_numbers()?)
                .filter(|n| *n <= MOST_CASES)
        })
    }

    fn operations(&self, graph: &Graph) -> usize {
        self.order
            .iter()
            .filter(|&&id| !graph.is_constant(id))
            .count()
    }

    /// Calls `f` with each combination of inputs, the last varying fastest, and the value for it.
    fn for_each(&self, graph: &Graph, mut f: impl FnMut(&[i64], Op)) {
        let axes: Vec<(i64, usize)> = self.axes(graph);
        let mut calculator = Calculator::new();
        let mut at: Vec<i64> = axes.iter().map(|axis| axis.0).collect();
        // Inputs first, then the inner nodes, each in a register of its own: there are no more than 206.
        let all = || self.inputs.iter().chain(&self.order);
        let number = |id: NodeId| all().position(|&one| one == id).map(|at| at as u8);
        let register = |number: u8, id: NodeId| Register {
            bank: bank(graph.ty(id)),
            number,
        };
        let mut last = Register {
            bank: Bank::Word,
            number: 0,
        };
        for (out, &id) in (0..).zip(all()).skip(self.inputs.len()) {
            let node = graph.node(id);
            last = register(out, id);
            match node.op {
                Op::Prim(prim) => {
                    let operands: Vec<u8> = node.args.iter().filter_map(|&a| number(a)).collect();
                    calculator.push(prim, out, &operands);
                }
                constant => calculator.set(last, constant),
            }
        }
        loop {
            for ((number, &input), &value) in (0..).zip(&self.inputs).zip(&at) {
                calculator.set(register(number, input), Op::Word(value));
            }
            calculator.run();
            f(&at, calculator.get(last));
            let Some(axis) = (0..axes.len())
                .rev()
                .find(|&i| at[i] + 1 < axes[i].0 + axes[i].1 as i64)
            else {
                return;
            };
            at[axis] += 1;
            for i in axis + 1..axes.len() {
                at[i] = axes[i].0;
            }
        }
    }

    fn axes(&self, graph: &Graph) -> Vec<(i64, usize)> {
        let axis = |&input: &NodeId| {
            let range = graph.range(input);
            (range.lo.ceil() as i64, range.whole_numbers().unwrap_or(1))
        };
        self.inputs.iter().map(axis).collect()
    }
}

/// The table of a node's value, with the nodes it is looked up by; `None` where one gains nothing.
pub(crate) fn table(graph: &Graph, root: NodeId) -> Option<(Table, Vec<NodeId>)> {
    if !matches!(graph.node(root).op, Op::Prim(prim) if is_arithmetic(prim))
        || !is_scalar(graph.ty(root))
    {
        return None;
    }
    let fits = |function: &Function| {
        function
            .cases(graph)
            .is_some_and(|cases| cases <= LARGEST_TABLE)
            && (1..=3).contains(&function.inputs.len())
            && function.operations(graph) >= LEAST_OPERATIONS
    };
    let function = [false, true]
        .into_iter()
        .filter_map(|shallow| Function::of(graph, root, shallow))
        .find(fits)?;
    let mut words = Vec::new();
    let mut floats = Vec::new();
    function.for_each(graph, |_, value| match value {
        Op::Word(value) => words.push(value),
        Op::Float(bits) => floats.push(f64::from_bits(bits)),
        _ => {}
    });
    let values = match bank(graph.ty(root)) {
        Bank::Float => TableValues::Float(Coded::new(floats, |a: f64, b: f64| {
            a.to_bits() == b.to_bits()
        })),
        _ => TableValues::Word(Coded::new(words, |a, b| a == b)),
    };
    let mut axes = [(0, 1); 3];
    for (axis, (least, size)) in axes.iter_mut().zip(function.axes(graph)) {
        *axis = (least, size as i64);
    }
    let inputs = function.inputs;
    let [(first, _), (second, seconds), (third, thirds)] = axes;
    let table = Table {
        axes,
        second: i64::from(inputs.len() > 1),
        third: i64::from(inputs.len() > 2),
        origin: (first * seconds + second) * thirds + third,
        values,
    };
    Some((table, inputs))
}

/// The inputs of a function at an end of its range.
pub(crate) type Case = Vec<(NodeId, i64)>;

/// Exactly what a value can be, as far as its inputs' ranges go, and inputs for which it is least and
/// greatest; where there are too many cases, its interval without inputs.
pub(crate) fn exact_range(graph: &Graph, root: NodeId) -> (Range, Option<(Case, Case)>) {
    let interval = graph.range(root);
    let Some(function) = Function::of(graph, root, false) else {
        return (interval, None);
    };
    if function.cases(graph).is_none() || function.inputs.is_empty() {
        return (interval, None);
    }
    let mut range: Option<Range> = None;
    let (mut least, mut most) = (Vec::new(), Vec::new());
    function.for_each(graph, |at, value| {
        let value = match value {
            Op::Word(value) => value as f64,
            Op::Float(bits) => f64::from_bits(bits),
            _ => return,
        };
        let known = range.get_or_insert(Range::point(value));
        if least.is_empty() || value < known.lo {
            known.lo = known.lo.min(value);
            least = at.to_vec();
        }
        if most.is_empty() || value > known.hi {
            known.hi = known.hi.max(value);
            most = at.to_vec();
        }
    });
    let case = |values: Vec<i64>| function.inputs.iter().copied().zip(values).collect();
    match range {
        Some(range) => (range, Some((case(least), case(most)))),
        None => (interval, None),
    }
}
