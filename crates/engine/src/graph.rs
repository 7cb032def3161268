//! What pictures of a path show: values of each step, by the formulas of the system.

use undoku_lang::{Registry, Value, close};
use undoku_rules::{Band, Polar};

use crate::engine::Engine;
use crate::report::{Report, Step, Subject};

/// Values of each step for pictures.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct PathGraph {
    /// The values that the system's file names, in its order: for each a number for each step.
    pub values: Vec<(String, Vec<f64>)>,
    /// The spikes of the polar graph, one for each step; none where the system has no such graph.
    pub spikes: Option<Vec<Spike>>,
    /// The heights of the line along the path; none where the system does not say what they are.
    pub heights: Option<Vec<f64>>,
}

/// A step as a spike: a line from one point to another on a straight line through the centre of the graph.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Spike {
    /// The direction in radians, clockwise from three o'clock.
    pub angle: f64,
    /// The distance from the centre to where it starts, in pixels.
    pub start: f64,
    /// The distance to where it ends.
    pub radius: f64,
    /// Its thickness in pixels.
    pub width: f64,
    /// The value that decides its band.
    pub level: f64,
    /// Its band, by its place among those of the system.
    pub band: usize,
}

impl Engine {
    /// What pictures of a report's path show, whether it led to a solution or not.
    ///
    /// There is nothing to show where the system says nothing of pictures, and where the steps are not listed (see
    /// [`Options::steps`](crate::Options)). Words of the position are about the start.
    #[must_use]
    pub fn graph(&self, report: &Report) -> Option<PathGraph> {
        graph(report, &self.rules().registry)
    }
}

fn graph(report: &Report, registry: &Registry) -> Option<PathGraph> {
    let rules = report.system.graph.as_ref()?;
    let steps = report.steps.as_deref()?;
    let Subject::Puzzle(puzzle) = &report.puzzle else {
        return None;
    };
    let mut scratch = rules.program.scratch();
    scratch.start();
    for (at, step) in steps.iter().enumerate() {
        scratch.put(at, &columns(report, step));
    }
    let (start, clues) = (puzzle.position(), puzzle.clues());
    rules
        .program
        .run(&start, clues, steps.len(), registry, &mut scratch);
    let series: Vec<(&str, &[f64])> = rules.program.series(&scratch).collect();
    let value = |number: usize, step: usize| {
        let values = series.get(number).map(|(_, values)| *values);
        values
            .and_then(|values| values.get(step))
            .copied()
            .unwrap_or(0.0)
    };
    let spike = |polar: &Polar, step: usize| {
        let level = value(polar.by, step);
        Spike {
            angle: value(polar.angle, step),
            start: value(polar.start, step),
            radius: value(polar.radius, step),
            width: value(polar.width, step),
            level,
            band: band(&polar.bands, level),
        }
    };
    let all = || 0..steps.len();
    let named = series.iter().take(rules.named);
    Some(PathGraph {
        values: named
            .map(|(name, values)| ((*name).to_owned(), values.to_vec()))
            .collect(),
        spikes: rules
            .polar
            .as_ref()
            .map(|polar| all().map(|step| spike(polar, step)).collect()),
        heights: rules
            .trajectory
            .as_ref()
            .map(|line| all().map(|step| value(line.value, step)).collect()),
    })
}

/// The band of a value: the first that ends above it. As everywhere, values that are equal but for rounding are equal.
fn band(bands: &[Band], level: f64) -> usize {
    let ends_above = |band: &Band| level < band.below && !close(level, band.below);
    let last = bands.len().saturating_sub(1);
    bands.iter().position(ends_above).unwrap_or(last)
}

/// A step's values in the order of the columns.
fn columns(report: &Report, step: &Step) -> Vec<f64> {
    let Some(kind) = report.system.kinds.get(step.kind) else {
        return Vec::new();
    };
    let labels = [kind.labels.kind, kind.labels.technique, kind.labels.rung];
    let mut columns = vec![step.index as f64, step.assertions, step.score];
    columns.extend(labels.map(|label| label as f64));
    // The system's own values stand behind the technique's evidence, in the order of its file.
    let own = report.system.step_values;
    let skipped = step.evidence.len().saturating_sub(own);
    let values = step.evidence.iter().skip(skipped);
    columns.extend(values.map(|(_, value)| number(value)));
    columns.extend(step.cost);
    columns
}

fn number(value: &Value) -> f64 {
    match *value {
        Value::Bool(value) => f64::from(u8::from(value)),
        Value::Int(value) => value as f64,
        Value::Number(value) => value,
        // Values of a step are numbers.
        _ => 0.0,
    }
}
