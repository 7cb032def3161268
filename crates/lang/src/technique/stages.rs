//! How a pattern is searched: its loops, each over no more than it has to visit.
//!
//! A condition is tested in the innermost loop that it depends on, as part of the loop's set where it can be
//! lifted. Loops are also narrowed by what has to hold if the loops inside are to have a value, and if the
//! conclusion is to take anything.

use super::pattern::{Pattern, Step};

use crate::graph::{Graph, NodeId, Op, VarId};
use crate::lift::Bound;
use crate::lower::Choice;
use crate::prim::Prim;
use crate::range::Range;
use crate::types::Type;

/// A loop of a search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Loop {
    /// What stands in front of all loops.
    None,
    /// Over a set or a list.
    Over(VarId, NodeId),
    /// Over the subsets whose members' values have a small union.
    Within(VarId, Choice),
}

/// A loop, and the conditions that are tested inside it before the next one.
#[derive(Clone, Debug)]
pub(super) struct Stage {
    pub(super) range: Loop,
    pub(super) conditions: Vec<NodeId>,
}

/// The stages of a pattern's search; all of them, or those in front of the first `check`.
pub(super) fn stages(graph: &mut Graph, pattern: &Pattern, until_check: bool) -> Vec<Stage> {
    let mut stages = as_written(graph, pattern, until_check);
    learn(graph, &stages);
    // What has to hold of loops further out, by what stands further in.
    let mut known: Vec<NodeId> = Vec::new();
    if !until_check {
        known.extend(takes_something(graph, pattern));
    }
    let mut hidden = 0;
    for stage in stages.iter_mut().rev() {
        let Loop::Over(var, set) = stage.range else {
            continue;
        };
        let mut implied: Vec<NodeId> = known
            .iter()
            .flat_map(|&condition| graph.weakened(condition, hidden))
            .collect();
        implied.retain(|&condition| graph.vars_of(condition) & var.bit() != 0);
        hidden |= var.bit();
        known.extend(&stage.conditions);
        if let Some((k, _)) = graph.sizes(set) {
            let from = narrow_choice(graph, stage, (var, set), &implied);
            let (k, size) = (graph.int(i64::from(k)), graph.size(from));
            known.push(graph.prim(Prim::LeW, &[k, size], Type::Bool));
        } else if graph.node(set).op == Op::Rectangles {
            narrow_rectangles(graph, stage, (var, set));
        } else if graph.ty(set).is_set() {
            let set = narrow(graph, stage, (var, set), &implied);
            let empty = if graph.ty(set) == Type::Cells {
                Prim::IsEmptyC
            } else {
                Prim::IsEmptyW
            };
            let empty = graph.prim(empty, &[set], Type::Bool);
            known.push(graph.prim(Prim::NotW, &[empty], Type::Bool));
        }
    }
    stages
}

/// The loops as they are written, with each condition behind the innermost one that it depends on.
fn as_written(graph: &Graph, pattern: &Pattern, until_check: bool) -> Vec<Stage> {
    let stage = |range| Stage {
        range,
        conditions: Vec::new(),
    };
    let mut stages = vec![stage(Loop::None)];
    for step in &pattern.steps {
        match step {
            Step::For(var, set) => stages.push(stage(Loop::Over(*var, *set))),
            Step::Check(_) if until_check => break,
            Step::Where(condition) | Step::Check(condition) => {
                for condition in graph.conjuncts(*condition) {
                    let depends = |stage: &Stage| match stage.range {
                        Loop::Over(var, _) => graph.vars_of(condition) & var.bit() != 0,
                        _ => false,
                    };
                    let at = stages.iter().rposition(depends).unwrap_or(0);
                    stages[at].conditions.push(condition);
                }
            }
            _ => {}
        }
    }
    stages
}

/// Notes what the sets of loops say of their members.
fn learn(graph: &mut Graph, stages: &[Stage]) {
    graph.facts.clear();
    for stage in stages {
        if let Loop::Over(var, set) = stage.range {
            graph.learn(var, set);
        }
    }
}

/// That the conclusion takes something, where it is one elimination.
fn takes_something(graph: &mut Graph, pattern: &Pattern) -> Option<NodeId> {
    let mut eliminations = pattern.steps.iter().filter_map(|step| match step {
        Step::Eliminate { digits, cells } => Some((*digits, *cells)),
        _ => None,
    });
    let (digits, cells) = eliminations.next()?;
    eliminations
        .next()
        .is_none()
        .then(|| graph.takes_something(digits, cells))
}

/// Narrows a loop over a set by its conditions, of which those that cannot be lifted stay, and by what is
/// implied, of which they do not.
fn narrow(
    graph: &mut Graph,
    stage: &mut Stage,
    (var, set): (VarId, NodeId),
    implied: &[NodeId],
) -> NodeId {
    let ty = graph.ty(set);
    let (mut lifted, mut rest) = (Vec::new(), Vec::new());
    for condition in std::mem::take(&mut stage.conditions) {
        match graph.lift(var, ty, condition) {
            Some(members) => lifted.push(members),
            None => rest.push(condition),
        }
    }
    for &condition in implied {
        lifted.extend(graph.lift(var, ty, condition).filter(|&l| graph.narrows(l)));
    }
    let set = graph.narrowed(set, lifted);
    *stage = Stage {
        range: Loop::Over(var, set),
        conditions: rest,
    };
    set
}

/// Narrows a loop over rectangles to those that lie within cells.
fn narrow_rectangles(graph: &mut Graph, stage: &mut Stage, (var, set): (VarId, NodeId)) {
    let mut within: Option<NodeId> = None;
    stage.conditions.retain(|&condition| {
        let Some(cells) = graph.lies_within(var, condition) else {
            return true;
        };
        within = Some(match within {
            Some(within) => graph.meet(Type::Cells, within, cells),
            None => cells,
        });
        false
    });
    if let Some(within) = within {
        let (ty, range) = (graph.ty(set), graph.range(set));
        let set = graph.other(Op::Rectangles, &[within], ty, range);
        stage.range = Loop::Over(var, set);
    }
}

/// Narrows a loop over subsets: to members that a subset within the bounds can have, and to subsets within one
/// of the bounds. Gives the set of such members.
fn narrow_choice(
    graph: &mut Graph,
    stage: &mut Stage,
    (var, set): (VarId, NodeId),
    implied: &[NodeId],
) -> NodeId {
    let Some(sizes) = graph.sizes(set) else {
        return set;
    };
    let from = graph.node(set).args[0];
    let conditions = stage.conditions.iter().chain(implied);
    let bounds: Vec<(NodeId, Bound)> = conditions
        .filter_map(|&condition| Some((condition, graph.bound(var, condition)?)))
        .collect();
    let ty = graph.ty(from);
    let Some(member) = (!bounds.is_empty())
        .then(|| graph.variable("", ty.member()?, None))
        .flatten()
    else {
        return from;
    };
    graph.vars[usize::from(member.0)].units = graph.units_among(from);
    let it = graph.var(member, Range::ANY);
    graph.learn(member, from);
    let one = graph.single(ty, it);
    let (mut lifted, mut tested, mut within) = (Vec::new(), Vec::new(), None);
    for (condition, bound) in bounds {
        let value = graph.substitute(bound.union, var, one);
        let none = graph.constant_word(bound.limit) == Some(0);
        let size = graph.size(value);
        let fits = graph.prim(Prim::LeW, &[size, bound.limit], Type::Bool);
        let lift = graph.lift(member, ty, fits);
        if none {
            // A union is empty if each of its parts is: nothing is left to test of the subset.
            match lift {
                Some(members) => lifted.push(members),
                None => tested.push(fits),
            }
            stage
                .conditions
                .retain(|&other| other != condition || !bound.says_all);
            continue;
        }
        if within.is_none() {
            // An implied condition can be tested again further in, or follow from what is.
            let own = stage.conditions.contains(&condition) && bound.says_all;
            let exact = own && graph.is_exact(condition);
            within = Some((value, bound, exact, lift.is_some()));
            stage
                .conditions
                .retain(|&other| other != condition || !bound.says_all);
        }
        lifted.extend(lift);
    }
    let mut from = graph.narrowed(from, lifted);
    if let Some(all) = tested
        .into_iter()
        .reduce(|a, b| graph.prim(Prim::AndW, &[a, b], Type::Bool))
    {
        from = graph.filter(member, from, all);
    }
    stage.range = match within {
        Some((value, bound, exact, fits)) => Loop::Within(
            var,
            Choice {
                sizes,
                from,
                member,
                value,
                bound,
                exact,
                fits,
            },
        ),
        None => {
            let (op, ty) = (graph.node(set).op, graph.ty(set));
            Loop::Over(var, graph.other(op, &[from], ty, Range::ANY))
        }
    };
    from
}
