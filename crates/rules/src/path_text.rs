//! The texts of a system's formulas over a path, and what is exported of their values.

use std::collections::HashSet;

use undoku_lang::{
    ClassRow, Column, Element, MOST_CHANGES, MOST_STEPS, PathText, PathValue, Range, Span,
    StepText, TierText, Type, codes::NAME_TAKEN, names_in,
};

use crate::chance;
use crate::compile::Compiler;
use crate::diagnostic::Diagnostic;
use crate::located::{ConstantValue, LocatedSystem};
use crate::model::Pick;
use crate::rule_set::{Chance, Kind, Metric, MetricSource, Tier};

impl Compiler<'_> {
    pub(crate) fn path_text(
        &mut self,
        system: &LocatedSystem,
        step: &StepText,
        kinds: &[Kind],
        chance: Option<&Chance>,
    ) -> PathText {
        // A name that is given twice has been reported, and stands for its first value.
        let mut named = HashSet::new();
        let mut values = Vec::new();
        for formula in system
            .metrics
            .iter()
            .flat_map(|domain| &domain.metrics)
            .chain(&system.extras)
        {
            if named.insert(formula.name.value.as_str()) {
                let value = PathValue::Formula(formula.formula.clone());
                values.push(self.name(&formula.name, value));
            }
        }
        for class in &system.classes {
            if !named.insert(class.name.value.as_str()) {
                continue;
            }
            let mut rows = Vec::new();
            for choice in &class.choices {
                let place = choice
                    .name
                    .as_ref()
                    .map_or(&choice.place, |name| &name.place);
                rows.push(ClassRow {
                    name: choice.name.as_ref().map(|name| name.value.clone()),
                    when: choice.when.clone(),
                    place: (self.place(place), Span::default()),
                });
            }
            values.push(self.name(&class.name, PathValue::Class(rows)));
        }
        let tiers = system.tiers.as_ref().map(|tiers| {
            let own = tiers.names.iter().enumerate();
            let own: Vec<_> = own
                .filter(|(_, name)| named.insert(name.value.as_str()))
                .collect();
            let names = own.into_iter().map(|(at, name)| {
                let rows = tiers
                    .table
                    .iter()
                    .filter_map(|row| row.names.get(at))
                    .map(|n| n.value.clone());
                (self.name(name, ()), rows.collect())
            });
            let names: Vec<_> = names.collect();
            TierText {
                by: tiers.by.clone(),
                bounds: tiers
                    .table
                    .iter()
                    .filter_map(|row| row.below.as_ref())
                    .map(|b| b.value)
                    .collect(),
                names,
                profile: self.formulas(&tiers.profile),
                rows: tiers
                    .table
                    .iter()
                    .map(|row| (self.place(&row.place), Span::default()))
                    .collect(),
            }
        });
        let most_steps = most_steps(system);
        let mut used_elsewhere = HashSet::new();
        for value in &step.values {
            used_elsewhere.extend(names_in(&value.value));
        }
        used_elsewhere.extend(system.names_in_cost());
        used_elsewhere.extend(system.names_in_graph());
        let of_steps = columns(step, kinds, most_steps, chance);
        for value in &system.step {
            let name = &value.name;
            let bearers = of_steps.iter().filter(|column| column.name == name.value);
            if bearers.count() > 1 {
                let problem = Diagnostic::error(
                    NAME_TAKEN,
                    name.place.clone(),
                    format!("the name `{}` is taken", name.value),
                );
                let problem = problem.label("every step has such a value already");
                self.found(problem.help("choose another name"));
            }
        }
        let (columns, absent, rows) = match chance {
            None => (of_steps, chance::absent_runs(), None),
            Some(chance) => {
                let names: Vec<&str> = of_steps.iter().map(|c| c.name.as_str()).collect();
                let columns = chance::columns(chance, system.ladder.len(), most_steps);
                let absent = chance::absent_steps(&names, step);
                (columns, absent, Some(chance::rows(chance)))
            }
        };
        PathText {
            constants: self.constants(&system.constants),
            used_elsewhere,
            columns,
            absent,
            most_steps: rows.as_ref().map_or(most_steps, |(_, rows)| *rows),
            rows,
            values,
            tiers,
        }
    }
}

impl LocatedSystem {
    /// The names that formulas of pictures use.
    pub(crate) fn names_in_graph(&self) -> HashSet<String> {
        let Some(graph) = &self.graph else {
            return HashSet::new();
        };
        let constants = graph.constants.iter().filter_map(|one| match &one.value {
            ConstantValue::Expression(fragment) => Some(fragment),
            ConstantValue::Number(_) | ConstantValue::List(_) => None,
        });
        let polar = graph.polar.iter().flat_map(|polar| {
            [
                &polar.angle,
                &polar.start,
                &polar.radius,
                &polar.width,
                &polar.by,
            ]
        });
        constants
            .chain(graph.step.iter().map(|named| &named.formula))
            .chain(polar)
            .chain(graph.trajectory.iter().map(|one| &one.value))
            .flat_map(names_in)
            .collect()
    }
}

/// The most steps that a path of a system can have.
pub(crate) const fn most_steps(system: &LocatedSystem) -> usize {
    match system.path.pick {
        Pick::First | Pick::Easiest | Pick::Random => MOST_CHANGES,
        Pick::All => MOST_STEPS,
    }
}

/// The columns that a path's steps fill, in order.
pub(crate) fn columns(
    step: &StepText,
    kinds: &[Kind],
    most_steps: usize,
    chance: Option<&Chance>,
) -> Vec<Column> {
    let hull = |of: fn(&Kind) -> Range| {
        kinds
            .iter()
            .map(of)
            .reduce(Range::hull)
            .unwrap_or(Range::point(0.0))
    };
    let whole = kinds.iter().all(|kind| kind.program.assertions_are_whole());
    let column = |name: &str, element, range| Column {
        name: name.to_owned(),
        element,
        range,
        texts: Vec::new(),
    };
    let texts = |name: &str, of: fn(&Kind) -> i64| {
        let mut texts: Vec<i64> = kinds.iter().map(of).collect();
        texts.sort_unstable();
        texts.dedup();
        Column {
            texts,
            ..column(name, Element::Text, Range::ANY)
        }
    };
    let assertions = if whole { Element::Int } else { Element::Number };
    let mut columns = vec![
        column("index", Element::Int, Range::new(1.0, most_steps as f64)),
        column(
            "assertions",
            assertions,
            hull(|kind| kind.program.assertions_range()),
        ),
        column(
            "score",
            Element::Number,
            hull(|kind| kind.program.score_range()),
        ),
        texts("kind", |kind| kind.labels.kind),
        texts("technique", |kind| kind.labels.technique),
        texts("rung", |kind| kind.labels.rung),
    ];
    for (at, value) in step.values.iter().enumerate() {
        let all: Vec<(Type, Range)> = kinds
            .iter()
            .filter_map(|kind| kind.program.step_ranges().nth(at))
            .collect();
        let element = if all.iter().all(|(ty, _)| *ty == Type::Int) {
            Element::Int
        } else {
            Element::Number
        };
        let range = all
            .iter()
            .map(|(_, range)| *range)
            .reduce(Range::hull)
            .unwrap_or(Range::ANY);
        columns.push(column(&value.name, element, range));
    }
    columns.extend(chance.map(chance::step_column));
    columns
}

/// What is exported, domain by domain, each followed by its classes and tier texts; extras at the end.
pub(crate) fn metrics(system: &LocatedSystem, text: &PathText) -> Vec<Metric> {
    let value = |name: &str| {
        text.values
            .iter()
            .position(|value| value.name == name)
            .map(MetricSource::Value)
    };
    let mut all = Vec::new();
    let mut add = |name: &str, domain: Option<&str>, source: Option<MetricSource>| {
        all.extend(source.map(|source| Metric {
            name: name.to_owned(),
            domain: domain.map(str::to_owned),
            source,
        }));
    };
    for domain in &system.metrics {
        let of = domain.name.value.as_str();
        for metric in &domain.metrics {
            add(&metric.name.value, Some(of), value(&metric.name.value));
        }
        for class in system
            .classes
            .iter()
            .filter(|class| class.domain.value == of)
        {
            add(&class.name.value, Some(of), value(&class.name.value));
        }
        for tiers in system.tiers.iter().filter(|tiers| tiers.domain.value == of) {
            for (at, name) in tiers.names.iter().enumerate() {
                add(&name.value, Some(of), Some(MetricSource::Tier(at)));
            }
        }
    }
    for extra in &system.extras {
        add(&extra.name.value, None, value(&extra.name.value));
    }
    all
}

pub(crate) fn tiers(system: &LocatedSystem) -> Vec<Tier> {
    let rows = system.tiers.iter().flat_map(|tiers| &tiers.table);
    rows.map(|row| Tier {
        names: row.names.iter().map(|name| name.value.clone()).collect(),
        from: row
            .from
            .as_ref()
            .map_or(f64::NEG_INFINITY, |from| from.value),
        below: row
            .below
            .as_ref()
            .map_or(f64::INFINITY, |below| below.value),
        profile: row
            .profile
            .iter()
            .map(|range| (range.low.value, range.high.value))
            .collect(),
    })
    .collect()
}
