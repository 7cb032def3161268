//! How far a puzzle moved.

use std::cmp::Ordering;

use undoku::Status;
use undoku::lang::nearest;
use undoku::rules::{MetricSource, System};

use super::entry::{Rating, Value};
use crate::args::Level;
use crate::evaluate::choice::{Measure, matches};

/// Says whether a puzzle moved, and how far.
#[derive(Debug)]
pub(super) struct Judge {
    metrics: Vec<Metric>,
    level: Level,
}

/// A metric of the baseline.
#[derive(Debug)]
pub(super) struct Metric {
    pub(super) name: String,
    /// The texts of a tier from the least to the greatest; none for other metrics.
    tiers: Option<Vec<String>>,
    /// Whether today's rules have it.
    pub(super) there: bool,
    tolerance: Tolerance,
}

/// How far a value may go.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Tolerance {
    Absolute(f64),
    /// A part of what it was.
    Relative(f64),
}

/// What is different about a puzzle.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Movement {
    /// The status and the open cells before and after, if they differ.
    pub(super) status: Option<[(Status, Option<u32>); 2]>,
    /// The metrics that moved, by their place in the baseline.
    pub(super) values: Vec<(usize, Value, Value)>,
    /// The kinds of step that do not occur as often as before.
    pub(super) steps: Vec<(String, u64, u64)>,
    /// How many rows of the tier table it went, by the finest tier.
    pub(super) rows: u64,
    /// The greatest change of a metric that is a number, as a part of what it was.
    pub(super) part: f64,
}

impl Movement {
    /// Whether another status or another tier came out.
    pub(super) const fn is_of_tier(&self) -> bool {
        self.status.is_some() || self.rows > 0
    }

    /// The farthest first.
    pub(super) fn order(&self, other: &Self) -> Ordering {
        let steps = |movement: &Self| -> u64 {
            let all = movement.steps.iter();
            all.map(|(_, from, to)| from.abs_diff(*to)).sum()
        };
        let status = |movement: &Self| movement.status.is_some();
        status(other)
            .cmp(&status(self))
            .then(other.rows.cmp(&self.rows))
            .then(other.part.total_cmp(&self.part))
            .then(steps(other).cmp(&steps(self)))
    }
}

impl Judge {
    /// A judge over the metrics of a baseline; the error says what is wrong with the tolerances.
    pub(super) fn new(
        system: &System,
        names: &[String],
        level: Level,
        tolerances: &[String],
    ) -> Result<Self, String> {
        let metric = |name: &String| {
            let at = system.metrics.iter().position(|m| m.name == *name);
            let tier = at.filter(|&at| matches!(system.metrics[at].source, MetricSource::Tier(_)));
            Metric {
                name: name.clone(),
                tiers: tier
                    .and_then(|at| Measure::of(system, at))
                    .and_then(|measure| measure.texts),
                there: at.is_some(),
                tolerance: Tolerance::Absolute(0.0),
            }
        };
        let mut judge = Self {
            metrics: names.iter().map(metric).collect(),
            level,
        };
        for text in tolerances {
            judge.allow(text)?;
        }
        Ok(judge)
    }

    /// Takes in `METRIC=X` or `METRIC=X%`.
    fn allow(&mut self, text: &str) -> Result<(), String> {
        let wrong = || {
            format!(
                "--tolerance {}: write METRIC=X, or METRIC=X% for a part of what it was; X is a number from 0",
                crate::console::printable(text)
            )
        };
        let (name, number) = text.split_once('=').ok_or_else(wrong)?;
        let (name, number) = (name.trim(), number.trim());
        let digits = number.strip_suffix('%');
        let value: f64 = digits
            .unwrap_or(number)
            .trim()
            .parse()
            .map_err(|_| wrong())?;
        if !value.is_finite() || value < 0.0 {
            return Err(wrong());
        }
        let tolerance = match digits {
            Some(_) => Tolerance::Relative(value / 100.0),
            None => Tolerance::Absolute(value),
        };
        let mut found = false;
        for metric in &mut self.metrics {
            if metric.tiers.is_none() && matches(name, &metric.name) {
                metric.tolerance = tolerance;
                found = true;
            }
        }
        if found {
            return Ok(());
        }
        let numbers = self.metrics.iter().filter(|metric| metric.tiers.is_none());
        let known: Vec<&str> = numbers.map(|metric| metric.name.as_str()).collect();
        let advice = match nearest(name, known.iter().copied()) {
            Some(near) => format!("did you mean `{near}`?"),
            None if known.is_empty() => "it keeps the tier alone".to_owned(),
            None => format!("it keeps {}", known.join(", ")),
        };
        Err(format!(
            "--tolerance {}: the baseline has no metric of this name that a tolerance could be for; {advice}",
            crate::console::printable(text)
        ))
    }

    pub(super) fn metrics(&self) -> &[Metric] {
        &self.metrics
    }

    /// Whether a metric is a text of the tier.
    pub(super) fn is_tier(&self, metric: usize) -> bool {
        self.metrics
            .get(metric)
            .is_some_and(|metric| metric.tiers.is_some())
    }

    /// The tier's metric that has most names, if there is a tier.
    pub(super) fn finest_tier(&self) -> Option<usize> {
        let names = |metric: &Metric| metric.tiers.as_ref().map(Vec::len);
        let tiers = (0..self.metrics.len()).filter_map(|at| Some((names(&self.metrics[at])?, at)));
        tiers.max().map(|(_, at)| at)
    }

    /// How a puzzle moved; none if it did not.
    pub(super) fn compare(&self, old: &Rating, new: &Rating) -> Option<Movement> {
        let ends = [old, new].map(|rating| (rating.status, rating.open));
        let is_open = self.level > Level::Tier && old.open != new.open;
        let mut movement = Movement {
            status: (old.status != new.status || is_open).then_some(ends),
            values: Vec::new(),
            steps: Vec::new(),
            rows: 0,
            part: 0.0,
        };
        let values = old.values.iter().zip(&new.values).enumerate();
        for ((at, (from, to)), metric) in values.zip(&self.metrics) {
            self.value(metric, at, (from, to), &mut movement);
        }
        if self.level >= Level::Steps {
            movement.steps = different(&old.steps, &new.steps);
        }
        let none =
            movement.status.is_none() && movement.values.is_empty() && movement.steps.is_empty();
        (!none).then_some(movement)
    }

    fn value(&self, metric: &Metric, at: usize, pair: (&Value, &Value), movement: &mut Movement) {
        let (from, to) = pair;
        if !metric.there || from == to {
            return;
        }
        let wanted = match (&metric.tiers, from, to) {
            (Some(names), _, _) => {
                let row = |value: &Value| match value {
                    Value::Text(text) => names.iter().position(|name| name == text),
                    _ => None,
                };
                let rows = match (row(from), row(to)) {
                    (Some(from), Some(to)) => from.abs_diff(to) as u64,
                    // A tier that is no longer called so.
                    _ => 1,
                };
                movement.rows = movement.rows.max(rows);
                true
            }
            (None, Value::Number(from), Value::Number(to)) => {
                let (size, distance) = (from.abs(), (to - from).abs());
                let allowed = match metric.tolerance {
                    Tolerance::Absolute(most) => most,
                    Tolerance::Relative(most) => most * size,
                };
                let moved = distance > allowed && !undoku::lang::close(distance, allowed);
                if moved && self.level >= Level::Metrics {
                    let part = if size > 0.0 {
                        distance / size
                    } else {
                        f64::INFINITY
                    };
                    movement.part = movement.part.max(part);
                }
                moved && self.level >= Level::Metrics
            }
            _ => self.level >= Level::Metrics,
        };
        if wanted {
            movement.values.push((at, from.clone(), to.clone()));
        }
    }
}

/// The kinds whose counts differ, those of the old rating first.
fn different(old: &[(String, u64)], new: &[(String, u64)]) -> Vec<(String, u64, u64)> {
    let count = |all: &[(String, u64)], kind: &str| {
        let found = all.iter().find(|(known, _)| known == kind);
        found.map_or(0, |(_, count)| *count)
    };
    let added = new.iter().filter(|(kind, _)| count(old, kind) == 0);
    let kinds = old.iter().chain(added).map(|(kind, _)| kind);
    let counts = kinds.map(|kind| (kind.clone(), count(old, kind), count(new, kind)));
    counts.filter(|(_, from, to)| from != to).collect()
}
