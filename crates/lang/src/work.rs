//! How much a value can take to compute: the loops inside expressions, counted before anything runs.

use std::collections::{HashMap, HashSet};

use crate::graph::{Graph, NodeId, Op, VarId};

/// What is known of the loops around a value, and of what was counted already.
#[derive(Debug, Default)]
pub(crate) struct Work {
    /// For a loop's variable, how many values it takes at the most, those of the loops around it multiplied in.
    visits: HashMap<VarId, f64>,
    counted: HashSet<NodeId>,
}

impl Work {
    /// Says how often the body of a variable's loop runs.
    pub(crate) fn set_visits(&mut self, var: VarId, visits: f64) {
        self.visits.insert(var, visits);
    }

    /// How often a value that depends on these variables is computed.
    fn times(&self, vars: u64) -> f64 {
        let inside = self.visits.iter().filter(|(var, _)| vars & var.bit() != 0);
        inside.map(|(_, visits)| *visits).fold(1.0, f64::max)
    }

    /// How many values the folds and filters in an expression visit; nothing for those counted before.
    pub(crate) fn of(&mut self, graph: &Graph, id: NodeId) -> f64 {
        if !self.counted.insert(id) {
            return 0.0;
        }
        let node = graph.node(id);
        let mut all = 0.0;
        match node.op {
            Op::Fold(_, var) | Op::Filter(var) => {
                let visits = self.times(node.vars) * graph.members(node.args[0]).hi.max(1.0);
                self.visits.insert(var, visits);
                all += visits;
            }
            Op::Each(step) => {
                self.visits.insert(step, graph.steps);
                all += graph.steps;
            }
            _ => {}
        }
        node.args
            .iter()
            .fold(all, |all, &arg| all + self.of(graph, arg))
    }
}
