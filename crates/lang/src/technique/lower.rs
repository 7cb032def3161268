//! From checked values to the code of a technique.

use super::compile::TemplateNode;
use super::pattern::{Pattern, Step};
use super::program::{Concluded, Output, Piece, TechniqueProgram, Tried};

use crate::graph::{NodeId, VarId, bank};
use crate::lower::{Lowering, TooLarge};
use crate::prim::{Bank, Code, Prim};
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
    graph: crate::graph::Graph,
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

/// A loop with its variable and set, or the pattern's start, and the conditions that follow it.
pub(super) type Stage = (Option<(VarId, NodeId)>, Vec<NodeId>);

/// The loops with the conditions that follow each, those that lift in the set of their loop; all of them, or
/// those in front of the first `check`.
fn stages(l: &mut Lowering, pattern: &Pattern, until_check: bool) -> Vec<Stage> {
    let mut stages: Vec<Stage> = vec![(None, Vec::new())];
    for step in &pattern.steps {
        match step {
            Step::For(var, set) => stages.push((Some((*var, *set)), Vec::new())),
            Step::Check(_) if until_check => break,
            Step::Where(condition) | Step::Check(condition) => {
                let conditions = l.graph.conjuncts(*condition);
                if let Some((_, all)) = stages.last_mut() {
                    all.extend(conditions);
                }
            }
            Step::Eliminate { .. } => {}
        }
    }
    for stage in &mut stages {
        if let Some((var, set)) = stage.0 {
            let (set, rest) = l.graph.narrow(var, set, &stage.1);
            *stage = (Some((var, set)), rest);
        }
    }
    stages
}

fn lower_search(l: &mut Lowering, pattern: &Pattern) -> Result<(), TooLarge> {
    let mut stages = stages(l, pattern, false);
    // A loop over units is worth its visits where the loop over digits inside it has one.
    for outer in 0..stages.len().saturating_sub(1) {
        if let (Some((unit, units)), Some((_, digits))) = (stages[outer].0, stages[outer + 1].0)
            && l.graph.ty(units) == Type::Units
            && let Some(worth) = l.graph.units_worth_visiting(unit, units, digits)
        {
            stages[outer].0 = Some((unit, worth));
        }
    }
    for (stage, conditions) in stages {
        if let Some((var, set)) = stage {
            l.open_loop(var, set)?;
        }
        for condition in conditions {
            l.require(condition)?;
        }
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
    let mut pairs = Vec::new();
    for step in &pattern.steps {
        if let Step::Eliminate { digits, cells } = step {
            pairs.push((l.value(*digits)?.number, l.value(*cells)?.number));
        }
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

/// The bindings that reach the first `check`, counted.
pub(super) fn lower_count(
    graph: crate::graph::Graph,
    pattern: &Pattern,
    possible: Option<NodeId>,
) -> Result<(Program, Tried), TooLarge> {
    let mut l = Lowering::new(graph, 0);
    if let Some(node) = possible {
        let register = l.value(node)?;
        l.finish()?;
        return Ok((l.program, Tried::Formula(register)));
    }
    let stages = stages(&mut l, pattern, true);
    let last = stages.len() - 1;
    for (i, (stage, conditions)) in stages.into_iter().enumerate() {
        let Some((var, set)) = stage else {
            for condition in conditions {
                l.require(condition)?;
            }
            continue;
        };
        if i == last && conditions.is_empty() && l.graph.ty(set).is_set() {
            let prim = if bank(l.graph.ty(set)) == Bank::Cells {
                Prim::CountC
            } else {
                Prim::CountW
            };
            let count = l.graph.prim(prim, &[set], Type::Int);
            let register = l.value(count)?;
            l.innermost(
                Instruction::new(Code::TriedMany).args(register.number, 0, 0),
                false,
            );
            l.finish()?;
            return Ok((l.program, Tried::Counted));
        }
        l.open_loop(var, set)?;
        for condition in conditions {
            l.require(condition)?;
        }
    }
    l.innermost(Instruction::new(Code::Tried), false);
    l.finish()?;
    Ok((l.program, Tried::Counted))
}
