//! How well a metric and a column go together.

use std::sync::Arc;

use undoku::rules::System;
use undoku_statistics::{Bootstrap, Interval, Pairs, Ranking};

use crate::measure::Measure;

/// A metric of a system, held against a column.
#[derive(Debug)]
pub(super) struct Evaluation {
    pub(super) system: Arc<System>,
    pub(super) measure: Measure,
    /// The metric's values and the column's, row by row.
    pub(super) values: Vec<f64>,
    pub(super) targets: Vec<f64>,
    /// How many rated puzzles have no value of the metric.
    pub(super) without_value: usize,
}

/// A statistic; none if the values do not give one.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Figure {
    pub(super) value: Option<f64>,
    pub(super) interval: Option<Interval>,
}

/// What comes out.
#[derive(Debug)]
pub(super) enum Figures {
    Numbers {
        /// Pearson's correlation, and that of the logarithms; none for texts, whose distances mean nothing.
        pearson: Figure,
        logarithms: Figure,
        spearman: Figure,
        /// In how many rows both values are positive; none for texts.
        positive: Option<usize>,
    },
    Labels {
        gamma: Figure,
        tau_b: Figure,
        cross: Cross,
    },
}

/// How often each label met each class of the metric.
#[derive(Debug)]
pub(super) struct Cross {
    pub(super) classes: Vec<Class>,
    /// For each label the counts of the classes.
    pub(super) counts: Vec<Vec<usize>>,
}

/// A class of a metric's values.
#[derive(Clone, Debug)]
pub(super) enum Class {
    /// All values that have a name.
    Named(String),
    /// The values from the least to the greatest of the class.
    Values(f64, f64),
    /// A class of equal count that ties have left without any.
    Empty,
}

impl Evaluation {
    /// The figures; with labels, how many there are decides the number of classes.
    pub(super) fn figures(&self, bootstrap: Bootstrap, labels: Option<usize>) -> Figures {
        let pairs = Pairs::new(&self.values, &self.targets);
        match labels {
            None => self.numbers(&pairs, bootstrap),
            Some(labels) => {
                let statistics = |times: &[u32]| {
                    let counts = pairs.counts(times);
                    [counts.gamma(), counts.tau_b()]
                };
                let [gamma, tau_b] = figures(&pairs, bootstrap, statistics);
                let cross = self.cross(labels);
                Figures::Labels {
                    gamma,
                    tau_b,
                    cross,
                }
            }
        }
    }

    fn numbers(&self, pairs: &Pairs, bootstrap: Bootstrap) -> Figures {
        if self.measure.texts.is_some() {
            let [spearman] = figures(pairs, bootstrap, |times| [pairs.spearman(times)]);
            return Figures::Numbers {
                pearson: Figure::default(),
                logarithms: Figure::default(),
                spearman,
                positive: None,
            };
        }
        let statistics = |times: &[u32]| {
            [
                pairs.pearson(times),
                pairs.pearson_of_logarithms(times),
                pairs.spearman(times),
            ]
        };
        let [pearson, logarithms, spearman] = figures(pairs, bootstrap, statistics);
        Figures::Numbers {
            pearson,
            logarithms,
            spearman,
            positive: Some(pairs.positive()),
        }
    }

    fn cross(&self, labels: usize) -> Cross {
        let (classes, of): (Vec<Class>, Vec<usize>) = match &self.measure.texts {
            Some(texts) => (
                texts.iter().cloned().map(Class::Named).collect(),
                self.values.iter().map(|&value| value as usize).collect(),
            ),
            None => {
                let of = Ranking::of(&self.values).equal_count_classes(labels);
                let mut classes = vec![Class::Empty; labels];
                for (&class, &value) in of.iter().zip(&self.values) {
                    classes[class] = match classes[class] {
                        Class::Values(low, high) => Class::Values(low.min(value), high.max(value)),
                        _ => Class::Values(value, value),
                    };
                }
                (classes, of)
            }
        };
        let mut counts = vec![vec![0; classes.len()]; labels];
        for (&class, &label) in of.iter().zip(&self.targets) {
            counts[label as usize][class] += 1;
        }
        Cross { classes, counts }
    }
}

/// Statistics of all rows, with their intervals.
fn figures<const COUNT: usize>(
    pairs: &Pairs,
    bootstrap: Bootstrap,
    statistics: impl Fn(&[u32]) -> [Option<f64>; COUNT],
) -> [Figure; COUNT] {
    let values = statistics(&pairs.once());
    let intervals = bootstrap.intervals(pairs.len(), statistics);
    let mut figures = [Figure::default(); COUNT];
    for (figure, (value, interval)) in figures.iter_mut().zip(values.into_iter().zip(intervals)) {
        // What has no value has no interval either.
        let interval = interval.filter(|_| value.is_some());
        *figure = Figure { value, interval };
    }
    figures
}
