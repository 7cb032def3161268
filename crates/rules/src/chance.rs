//! What paths made by chance need, and nothing else has a use for.

use std::collections::HashSet;

use undoku_lang::{
    Absent, Column, CostText, Element, Problem, Range, StepText, Texts, compile_cost, names_in,
};

use crate::codes;
use crate::compile::Compiler;
use crate::diagnostic::Diagnostic;
use crate::located::{ConstantValue, LocatedPath, LocatedSystem, NamedConstant};
use crate::model::Pick;
use crate::read::{Fields, Shape, near};
use crate::rule_set::Chance;
use crate::yaml::{Node, NodeKind};

/// The columns of formulas over paths made by chance, one value for each path.
const COLUMNS: [&str; 3] = ["run_total", "run_tier", "run_steps"];
/// The number of those paths, in formulas over them.
const RUNS: &str = "run_count";
/// What the search for a step cost, in formulas over the steps of one of those paths.
const STEP_COST: &str = "cost";
/// The keys of `path` that only chance has a use for.
const PATH_KEYS: [(&str, &str); 2] = [("runs", "runs: 20"), ("seed", "seed: 1")];
const COST: (&str, &str) = ("cost", "cost: (p + 1) / (v + 1)");

/// Reports what is missing in a system file whose paths are made by chance, or has no use in another.
pub(crate) fn check(shape: &mut Shape<'_>, fields: &Fields<'_>, path: Option<&LocatedPath>) {
    let Some(path) = path else { return };
    let by_chance = path.pick == Pick::Random;
    let in_path = fields.get("path");
    for (name, example) in PATH_KEYS {
        match in_path.and_then(|node| node.get(name)) {
            Some(node) if !by_chance => shape.report(useless(node, &format!("path.{name}"))),
            None if by_chance => {
                if let Some(node) = in_path {
                    shape.broken(missing(node, &format!("path.{name}"), example));
                }
            }
            _ => {}
        }
    }
    match (fields.get(COST.0), in_path) {
        (Some(node), _) if !by_chance => shape.report(useless(node, COST.0)),
        (None, Some(node)) if by_chance => shape.broken(missing(node, COST.0, COST.1)),
        _ => {}
    }
    let rungs = match fields.get("ladder").map(|node| &node.kind) {
        Some(NodeKind::Sequence(rungs)) => &rungs[..],
        _ => &[],
    };
    for (at, rung) in rungs.iter().enumerate() {
        if let Some(node) = rung.get("constants")
            && !by_chance
        {
            let name = format!("ladder.{}.constants", at + 1);
            shape.report(useless(node, &name));
        }
    }
}

fn missing(path: &Node, name: &str, example: &str) -> Diagnostic {
    Diagnostic::error(
        codes::MISSING_KEY,
        path.place.first_line(),
        format!("paths are picked at `random`, and `{name}` is missing"),
    )
    .help(match name.strip_prefix("path.") {
        Some(_) => format!("add `{example}` to `path`"),
        None => format!("add `{example}`"),
    })
}

fn useless(node: &Node, name: &str) -> Diagnostic {
    Diagnostic::error(
        codes::ONLY_BY_CHANCE,
        node.place.first_line(),
        format!("`{name}` is of use only where paths are picked at `random`"),
    )
    .help("leave it out, or write `path: {pick: random, …}`")
}

/// Reports constants of rungs that the system does not have, and warns of those that its cost does not use.
pub(crate) fn check_constants(shape: &mut Shape<'_>, system: &LocatedSystem) {
    let Some(cost) = &system.cost else { return };
    let mut used = names_in(cost);
    // What a constant is made of stands before it.
    for constant in system.constants.iter().rev() {
        if let ConstantValue::Expression(fragment) = &constant.value
            && used.contains(&constant.name.value)
        {
            used.extend(names_in(fragment));
        }
    }
    let known: Vec<&str> = system
        .constants
        .iter()
        .map(|constant| constant.name.value.as_str())
        .collect();
    for constant in system.ladder.iter().flat_map(|rung| &rung.constants) {
        let name = &constant.name;
        if !known.contains(&name.value.as_str()) {
            let problem = Diagnostic::error(
                codes::UNKNOWN_CONSTANT,
                name.place.clone(),
                format!("the system has no constant `{}`", name.value),
            );
            shape.report(problem.help(match near(&name.value, known.iter().copied()) {
                Some(near) => format!("did you mean `{near}`?"),
                None => format!(
                    "add it under the `constants` of the system, with the value for all other rungs, and use it in `{}`",
                    COST.0
                ),
            }));
        } else if !used.contains(&name.value) {
            let problem = Diagnostic::warning(
                undoku_lang::codes::UNUSED,
                name.place.clone(),
                format!("`cost` does not use the constant `{}`", name.value),
            );
            shape.report(problem.help("leave it out: constants of a rung are for its cost alone"));
        }
    }
}

impl LocatedSystem {
    /// The constants with which the cost of a rung is worked out: the system's, with the rung's in their places.
    fn constants_of(&self, rung: &[NamedConstant]) -> Vec<NamedConstant> {
        let own = |constant: &NamedConstant| {
            let mut own = rung.iter();
            own.find(|own| own.name.value == constant.name.value)
                .map(|own| &own.value)
        };
        let constants = self.constants.iter().map(|constant| NamedConstant {
            value: own(constant).unwrap_or(&constant.value).clone(),
            ..constant.clone()
        });
        constants.collect()
    }

    /// The names that the cost uses.
    pub(crate) fn names_in_cost(&self) -> HashSet<String> {
        self.cost.as_ref().map(names_in).unwrap_or_default()
    }
}

impl Compiler<'_> {
    /// Compiles what paths made by chance need; nothing for other systems, and where something is wrong.
    pub(crate) fn chance(&mut self, system: &LocatedSystem, texts: &mut Texts) -> Option<Chance> {
        let (runs, seed, formula) = (
            system.path.runs.as_ref()?,
            system.path.seed.as_ref()?,
            system.cost.as_ref()?,
        );
        let mut problems: Vec<Problem> = Vec::new();
        let costs: Vec<_> = system
            .ladder
            .iter()
            .map(|rung| {
                let text = CostText {
                    constants: self.constants(&system.constants_of(&rung.constants)),
                    formula: formula.clone(),
                };
                compile_cost(&text, self.registry, texts, &mut problems)
            })
            .collect();
        self.report(problems);
        Some(Chance {
            runs: runs.value,
            seed: seed.value,
            costs: costs.into_iter().collect::<Option<_>>()?,
        })
    }
}

/// What several searches can cost together.
fn sum_of_costs(chance: &Chance) -> Range {
    let cheapest = chance.costs.iter().map(|cost| cost.range().lo);
    if cheapest.fold(0.0, f64::min) < 0.0 {
        Range::ANY
    } else {
        Range::new(0.0, f64::INFINITY)
    }
}

/// The column behind those of every path, which the steps of a path made by chance fill.
pub(crate) fn step_column(chance: &Chance) -> Column {
    Column {
        name: STEP_COST.to_owned(),
        element: Element::Number,
        range: sum_of_costs(chance),
        texts: Vec::new(),
    }
}

/// The columns of paths made by chance, in the order in which they are filled.
pub(crate) fn columns(chance: &Chance, rungs: usize, most_steps: usize) -> Vec<Column> {
    let total = sum_of_costs(chance);
    let ranges = [
        (Element::Number, total),
        (
            Element::Int,
            Range::new(0.0, rungs.saturating_sub(1) as f64),
        ),
        (Element::Int, Range::new(0.0, most_steps as f64)),
    ];
    COLUMNS
        .iter()
        .zip(ranges)
        .map(|(name, (element, range))| Column {
            name: (*name).to_owned(),
            element,
            range,
            texts: Vec::new(),
        })
        .collect()
}

/// The name of the number of paths made by chance, and that number.
pub(crate) fn rows(chance: &Chance) -> (String, usize) {
    (RUNS.to_owned(), chance.runs as usize)
}

/// What only formulas over paths made by chance know.
pub(crate) fn absent_runs() -> Vec<Absent> {
    let names = COLUMNS.iter().chain([&RUNS]);
    names
        .map(|name| Absent {
            name: (*name).to_owned(),
            why: "is about paths that are made by chance".to_owned(),
            instead: "write `path: {pick: random, …}` to make such paths, or use the columns of the steps"
                .to_owned(),
        })
        .chain([absent_cost()])
        .collect()
}

/// What only formulas over the steps of a path made by chance know.
pub(crate) fn absent_cost() -> Absent {
    Absent {
        name: STEP_COST.to_owned(),
        why: "is what the search for a step of a path made by chance cost".to_owned(),
        instead:
            "write `path: {pick: random, …}` and `cost` to make such paths, or use `assertions`"
                .to_owned(),
    }
}

/// What only formulas over the steps of one path know.
pub(crate) fn absent_steps(columns: &[&str], step: &StepText) -> Vec<Absent> {
    let own = step.values.iter().map(|value| value.name.as_str());
    let names = columns.iter().copied().chain(["steps"]).chain(own);
    names
        .map(|name| Absent {
            name: name.to_owned(),
            why: "is about the steps of one path, and the formulas here are about several paths"
                .to_owned(),
            instead: format!(
                "use the columns `{}`, which have a value for each path, or `{RUNS}`",
                COLUMNS.join("`, `")
            ),
        })
        .collect()
}
