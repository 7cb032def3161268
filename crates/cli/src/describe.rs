//! Parts of a rating in words and figures.

use serde_json::Value;
use undoku::grid::{Deduction, Situation};
use undoku::rules::System;
use undoku::{MetricValue, Step, tidy};

/// The decimals of a step's score.
const SCORE_DECIMALS: usize = 4;
/// The decimals of what a search cost.
const COST_DECIMALS: usize = 2;

/// A value in full.
pub(crate) fn value(value: MetricValue<'_>) -> String {
    match value {
        MetricValue::Int(value) => value.to_string(),
        MetricValue::Number(value) => tidy(value).to_string(),
        MetricValue::Bool(value) => value.to_string(),
        MetricValue::Text(value) => value.to_owned(),
        MetricValue::Null => "-".to_owned(),
    }
}

/// A value with two decimals, if it is not a whole number by its type.
pub(crate) fn short_value(of: MetricValue<'_>) -> String {
    match of {
        MetricValue::Number(number) => format!("{number:.2}"),
        other => value(other),
    }
}

/// What a step concludes: `r4c5=7`, or `r1c2<>4 r1c3<>48`.
pub(crate) fn conclusion(step: &Step) -> String {
    match step.placement() {
        Some((cell, digit)) => format!("{cell}={digit}"),
        None if !step.placements.is_empty() => {
            format!("{} cells", step.placements.len())
        }
        None => {
            // One text a cell, its digits together.
            let mut gone: Vec<String> = Vec::new();
            let mut last = None;
            for (cell, digit) in &step.eliminations {
                match gone.last_mut() {
                    Some(text) if last == Some(cell) => text.push_str(&digit.to_string()),
                    _ => gone.push(format!("{cell}<>{digit}")),
                }
                last = Some(cell);
            }
            gone.join(" ")
        }
    }
}

/// Steps in columns: number, kind, conclusion, assertions, score, cost if searches have one, text.
#[derive(Clone, Copy, Debug)]
pub(crate) struct StepColumns {
    kind: usize,
    conclusion: usize,
    cost: Option<usize>,
}

impl StepColumns {
    /// Columns for these steps.
    pub(crate) fn new(system: &System, steps: &[Step]) -> Self {
        let kinds = steps.iter().map(|step| kind(system, step).chars().count());
        let conclusions = steps.iter().map(|step| conclusion(step).chars().count());
        let costs = steps.iter().filter_map(cost);
        Self {
            kind: kinds.max().unwrap_or(0),
            conclusion: conclusions.max().unwrap_or(0).min(24),
            cost: costs.map(|cost| cost.len()).max(),
        }
    }

    /// The names of the columns.
    pub(crate) fn header(self) -> String {
        let figures = ["assertions", "score", "cost"].map(str::to_owned);
        self.line("step", "kind", "result", figures, "")
    }

    /// A step.
    pub(crate) fn step(self, system: &System, step: &Step) -> String {
        let figures = [
            tidy(step.assertions).to_string(),
            format!("{:.SCORE_DECIMALS$}", step.score),
            cost(step).unwrap_or_default(),
        ];
        self.line(
            &step.index.to_string(),
            kind(system, step),
            &conclusion(step),
            figures,
            &crate::console::printable(&step.text),
        )
    }

    fn line(
        self,
        index: &str,
        kind: &str,
        result: &str,
        [assertions, score, cost]: [String; 3],
        text: &str,
    ) -> String {
        let (kinds, conclusions) = (self.kind, self.conclusion.max("result".len()));
        let cost = match self.cost {
            Some(width) => format!("{cost:>0$}  ", width.max("cost".len())),
            None => String::new(),
        };
        let line = format!(
            "{index:>4}  {kind:<kinds$}  {result:<conclusions$}  {assertions:>10}  {score:>7}  {cost}{text}"
        );
        line.trim_end().to_owned()
    }
}

/// What the search for a step cost, where it has a price.
fn cost(step: &Step) -> Option<String> {
    step.cost.map(|cost| format!("{cost:.COST_DECIMALS$}"))
}

fn kind<'a>(system: &'a System, step: &Step) -> &'a str {
    system.kinds.get(step.kind).map_or("", |kind| &kind.name)
}

/// What an example has to say to come to a situation.
pub(crate) fn setup(situation: &Situation) -> Vec<(&'static str, String)> {
    let (placed, without) = (situation.placed(), situation.without());
    let mut lines = vec![("puzzle", situation.puzzle().to_string())];
    if !placed.clues().is_empty() {
        lines.push(("placed", placed.to_string()));
    }
    if !without.is_empty() {
        lines.push(("without", Deduction::Eliminate(without).to_string()));
    }
    lines
}

/// The same for programs.
pub(crate) fn setup_json(situation: &Situation) -> Value {
    setup(situation)
        .into_iter()
        .map(|(name, text)| (name.to_owned(), Value::String(text)))
        .collect()
}
