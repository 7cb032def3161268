//! From checked values to the code of a technique.

use super::compile::TemplateNode;
use super::pattern::{Pattern, Step};
use super::program::{Concluded, Output, Piece, TechniqueProgram, Tried};
use super::stages::{Loop, Stage, stages};

use crate::graph::{Graph, NodeId};
use crate::lower::{Lowering, TooLarge};
use crate::prim::{Code, Prim};
use crate::program::{Instruction, Program};
use crate::tabulate::exact_range;
use crate::types::Type;

pub(super) struct Parts {
    pub(super) evidence: Vec<(String, NodeId)>,
    pub(super) assertions: NodeId,
    pub(super) score: NodeId,
    pub(super) step: Vec<(String, NodeId)>,
    pub(super) explain: Vec<TemplateNode>,
    pub(super) possible: Option<NodeId>,
}

pub(super) fn lower(
    graph: Graph,
    pattern: &Pattern,
    parts: &Parts,
) -> Result<TechniqueProgram, TooLarge> {
    let (count, tried) = lower_count(graph.clone(), pattern, parts.possible)?;
    let mut l = Lowering::new(graph, 0);
    lower_search(&mut l, pattern)?;
    let concluded = lower_conclusion(&mut l, pattern)?;
    let find = l.finish()?;
    let output = |l: &mut Lowering, name: &str, node: NodeId| {
        Ok(Output {
            name: name.to_owned(),
            register: l.value(node)?,
            from: None,
            ty: l.graph.ty(node),
            range: exact_range(&l.graph, node).0,
        })
    };
    l.values(parts.assertions, parts.score)?;
    let assertions = output(&mut l, "assertions", parts.assertions)?;
    let score = output(&mut l, "score", parts.score)?;
    let mut step = Vec::new();
    for (name, node) in &parts.step {
        let (register, from) = l.read_out(*node)?;
        step.push(Output {
            name: name.clone(),
            register,
            from,
            ty: l.graph.ty(*node),
            range: exact_range(&l.graph, *node).0,
        });
    }
    let rate = l.finish()?;
    // What only a report shows is computed with the explanation.
    let mut evidence = Vec::new();
    for (name, node) in &parts.evidence {
        evidence.push(output(&mut l, name, *node)?);
    }
    let mut explain = Vec::new();
    for piece in &parts.explain {
        explain.push(match piece {
            TemplateNode::Text(words) => Piece::Text(words.clone()),
            TemplateNode::Value { node, loses } => Piece::Value {
                register: l.value(*node)?,
                ty: l.graph.ty(*node),
                loses: *loses,
            },
            TemplateNode::Record(node, source) => {
                let (list, record) = l.record(*node)?;
                Piece::Record {
                    list,
                    record,
                    source: *source,
                }
            }
        });
    }
    let text = l.finish()?;
    Ok(TechniqueProgram {
        program: l.program,
        find,
        rate,
        text,
        concluded,
        assertions,
        score,
        evidence,
        step,
        explain,
        count,
        tried,
        cost: pattern.cost,
    })
}

fn lower_search(l: &mut Lowering, pattern: &Pattern) -> Result<(), TooLarge> {
    let mut stages = stages(&mut l.graph, pattern, false);
    // A loop over units is worth its visits where the loop over digits inside it has one.
    for outer in 0..stages.len().saturating_sub(1) {
        if let (Loop::Over(unit, units), Loop::Over(_, digits)) =
            (stages[outer].range, stages[outer + 1].range)
            && l.graph.ty(units) == Type::Units
            && let Some(worth) = l.graph.units_worth_visiting(unit, units, digits)
        {
            stages[outer].range = Loop::Over(unit, worth);
        }
    }
    for stage in stages {
        open(l, &stage)?;
    }
    Ok(())
}

fn open(l: &mut Lowering, stage: &Stage) -> Result<(), TooLarge> {
    match &stage.range {
        Loop::None => {}
        Loop::Over(var, set) => l.open_loop(*var, *set)?,
        Loop::Within(var, choice) => l.open_choice(*var, choice)?,
    }
    for &condition in &stage.conditions {
        l.require(condition)?;
    }
    Ok(())
}

pub(super) fn lower_conclusion(l: &mut Lowering, pattern: &Pattern) -> Result<Concluded, TooLarge> {
    if let Some((cell, digit)) = pattern.place {
        let (cell, digit) = l.place(cell, digit)?;
        return Ok(Concluded::Place { cell, digit });
    }
    if let Some(record) = pattern.record {
        let (list, record) = l.record(record)?;
        l.innermost(Instruction::new(Code::Conclude).args(list, record, 0), true);
        for (name, code) in [
            ("placed", Code::Placed),
            ("eliminated", Code::Losing),
            ("removed", Code::Removed),
        ] {
            let register = l.given_name(name)?;
            l.innermost(Instruction::new(code).out(register.number), false);
        }
        l.innermost(Instruction::new(Code::Emit), false);
        return Ok(Concluded::Record);
    }
    l.sink();
    let mut pairs = Vec::new();
    for step in &pattern.steps {
        if let Step::Eliminate { digits, cells } = step {
            pairs.push((l.value(*digits)?.number, l.value(*cells)?.number));
        }
    }
    if let &[(digits, cells)] = &pairs[..] {
        let eliminated = l.given_name("eliminated")?;
        let removed = l.given_name("removed")?;
        let all = Instruction::new(Code::EliminateAll)
            .out(eliminated.number)
            .args(digits, cells, removed.number);
        l.innermost(all, true);
        l.innermost(Instruction::new(Code::Emit), false);
        return Ok(Concluded::Eliminate);
    }
    l.innermost(Instruction::new(Code::ClearEliminations), false);
    for (digits, cells) in pairs {
        l.innermost(
            Instruction::new(Code::Eliminate).args(digits, cells, 0),
            false,
        );
    }
    for (name, code) in [("eliminated", Code::Eliminated), ("removed", Code::Removed)] {
        let register = l.given_name(name)?;
        l.innermost(
            Instruction::new(code).out(register.number),
            code == Code::Eliminated,
        );
    }
    l.innermost(Instruction::new(Code::Emit), false);
    Ok(Concluded::Eliminate)
}

/// How many values a loop has, where that needs no loop.
fn number_of_values(graph: &mut Graph, set: NodeId) -> Option<NodeId> {
    if graph.ty(set).is_set() {
        return Some(graph.size(set));
    }
    let (low, high) = graph.sizes(set)?;
    let from = graph.node(set).args[0];
    let size = graph.size(from);
    let subsets = (low..=high).map(|k| {
        let k = graph.int(i64::from(k));
        graph.prim(Prim::Binomial, &[size, k], Type::Int)
    });
    let subsets: Vec<NodeId> = subsets.collect();
    let all = subsets.into_iter();
    all.reduce(|a, b| graph.prim(Prim::AddW, &[a, b], Type::Int))
}

/// The bindings that reach the first `check`, counted.
pub(super) fn lower_count(
    graph: Graph,
    pattern: &Pattern,
    possible: Option<NodeId>,
) -> Result<(Program, Tried), TooLarge> {
    let mut l = Lowering::new(graph, 0);
    if let Some(node) = possible {
        let register = l.value(node)?;
        l.finish()?;
        return Ok((l.program, Tried::Formula(register)));
    }
    let stages = stages(&mut l.graph, pattern, true);
    let last = stages.len() - 1;
    for (i, stage) in stages.iter().enumerate() {
        if i == last
            && stage.conditions.is_empty()
            && let Loop::Over(_, set) = stage.range
            && let Some(count) = number_of_values(&mut l.graph, set)
        {
            let register = l.value(count)?;
            l.innermost(
                Instruction::new(Code::TriedMany).args(register.number, 0, 0),
                false,
            );
            l.finish()?;
            return Ok((l.program, Tried::Counted));
        }
        open(&mut l, stage)?;
    }
    l.innermost(Instruction::new(Code::Tried), false);
    l.finish()?;
    Ok((l.program, Tried::Counted))
}
