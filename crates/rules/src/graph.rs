//! What pictures show, compiled: values of each step and where metrics stand.

use std::collections::HashSet;

use undoku_grid::{CellSet, Position};
use undoku_lang::{
    ConstantValue, Fragment, Named, PathProgram, PathText, PathValue, Problem, Span, StepText,
    Texts, Type, codes, compile_path,
};

use crate::chance::absent_cost;
use crate::compile::Compiler;
use crate::diagnostic::Diagnostic;
use crate::located::{LocatedBand, LocatedGraph, LocatedPolar, LocatedSystem, LocatedTrajectory};
use crate::path_text::{columns, most_steps};
use crate::rule_set::{Chance, Kind, Metric, MetricSource};
use crate::source::Located;

/// What pictures of a rating show. Its formulas are about the steps of the path; of paths made by chance, about those
/// of the one that is listed.
#[derive(Clone, Debug)]
pub struct Graph {
    /// The formulas, one series each, over the columns index, assertions, score, kind, technique, rung, the system's
    /// own, and of paths made by chance the cost, in this order.
    pub program: PathProgram,
    /// How many of the series, the first ones, are values that the file names.
    pub named: usize,
    /// The polar spike graph.
    pub polar: Option<Polar>,
    /// The line along the path.
    pub trajectory: Option<Trajectory>,
    /// The figures that stand above pictures.
    pub headline: Vec<Headline>,
}

/// A graph with a spike for each step. Angles are in radians, clockwise from three o'clock; lengths in pixels.
#[derive(Clone, Debug, PartialEq)]
pub struct Polar {
    /// Its width and height, from 100 to 4,000; the centre is in the middle.
    pub size: f64,
    /// The series of the angle.
    pub angle: usize,
    /// The series of the distance from the centre to where a spike starts.
    pub start: usize,
    /// The series of the distance to where it ends.
    pub radius: usize,
    /// The series of its thickness.
    pub width: usize,
    /// The series that decides its band.
    pub by: usize,
    /// The bands in ascending order, at least one.
    pub bands: Vec<Band>,
}

/// A band of spikes of one colour.
#[derive(Clone, Debug, PartialEq)]
pub struct Band {
    /// What it is called.
    pub name: String,
    /// Its colour on a light ground, as `#rrggbb`.
    pub light: String,
    /// Its colour on a dark ground.
    pub dark: String,
    /// The least value that belongs to the band above; infinite in the last.
    pub below: f64,
    /// The distance from the centre to the end of a spike at the band's upper end, where it depends on nothing else.
    pub ring: Option<f64>,
}

/// A line along the path, and the metrics marked on it by their places among the system's metrics.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Trajectory {
    /// What the line shows.
    pub title: String,
    /// The series of its height.
    pub value: usize,
    /// The slope of the straight line through all steps.
    pub slope: Option<usize>,
    /// The number of a step, from 1.
    pub bottleneck: Option<usize>,
    /// The greatest distance between neighbours.
    pub jump: Option<usize>,
    /// How the line runs, in a word.
    pub pacing: Option<usize>,
}

/// A figure that stands above pictures.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Headline {
    /// What it is called there.
    pub title: String,
    /// Its place among the system's metrics.
    pub metric: usize,
}

/// What the distance of a ring is called while it is worked out.
const RING: &str = "ring_where_two_bands_meet";

/// The formulas of a graph in the order of the series.
#[derive(Default)]
struct Series(Vec<Named<PathValue>>);

impl Series {
    /// Adds a formula that no other can name.
    fn add(&mut self, name: &str, formula: &Fragment) -> usize {
        self.0.push(Named {
            name: format!("graph.{name}"),
            fragment: formula.id,
            span: Span::new(0, formula.text.len() as u32),
            value: PathValue::Series(formula.clone()),
        });
        self.0.len() - 1
    }
}

/// What a graph is about: the path and what is known of it.
#[derive(Clone, Copy)]
pub(crate) struct Subject<'a> {
    pub(crate) system: &'a LocatedSystem,
    pub(crate) step: &'a StepText,
    pub(crate) kinds: &'a [Kind],
    pub(crate) path: &'a PathProgram,
    pub(crate) metrics: &'a [Metric],
    pub(crate) chance: Option<&'a Chance>,
}

impl Compiler<'_> {
    /// Compiles what pictures show; nothing where something is wrong with it.
    pub(crate) fn graph(
        &mut self,
        graph: &LocatedGraph,
        subject: Subject<'_>,
        texts: &mut Texts,
    ) -> Option<Graph> {
        let mut series = Series::default();
        for value in &graph.step {
            let formula = PathValue::Series(value.formula.clone());
            series.0.push(self.name(&value.name, formula));
        }
        let polar = graph
            .polar
            .as_ref()
            .map(|polar| self.polar(graph, polar, subject, texts, &mut series));
        let trajectory = graph
            .trajectory
            .as_ref()
            .map(|one| self.trajectory(one, subject, &mut series));
        let program = self.series(graph, subject, texts, series)?;
        let at = |name: &str| {
            subject
                .metrics
                .iter()
                .position(|metric| metric.name == name)
        };
        let headline = graph.headline.iter().filter_map(|figure| {
            Some(Headline {
                title: figure.title.value.clone(),
                metric: at(&figure.metric.value)?,
            })
        });
        Some(Graph {
            program,
            named: graph.step.len(),
            polar,
            trajectory,
            headline: headline.collect(),
        })
    }

    fn series(
        &mut self,
        graph: &LocatedGraph,
        subject: Subject<'_>,
        texts: &mut Texts,
        series: Series,
    ) -> Option<PathProgram> {
        let system = subject.system;
        let mut constants = self.constants(&system.constants);
        constants.extend(self.constants(&graph.constants));
        let most_steps = most_steps(system);
        let text = PathText {
            constants,
            // Those of the system were judged with its own formulas.
            used_elsewhere: names(&system.constants),
            columns: columns(subject.step, subject.kinds, most_steps, subject.chance),
            absent: match subject.chance {
                Some(_) => Vec::new(),
                None => vec![absent_cost()],
            },
            rows: None,
            most_steps,
            values: series.0,
            tiers: None,
        };
        let mut problems = Vec::new();
        let program = compile_path(&text, self.registry, texts, &mut problems);
        self.report(problems);
        program
    }

    fn polar(
        &mut self,
        graph: &LocatedGraph,
        polar: &LocatedPolar,
        subject: Subject<'_>,
        texts: &mut Texts,
        series: &mut Series,
    ) -> Polar {
        let band = |band: &LocatedBand| {
            let below = band.below.as_ref().map(|below| below.value);
            let dark = band.dark.as_ref().unwrap_or(&band.color);
            Band {
                name: band.name.value.clone(),
                light: band.color.value.clone(),
                dark: dark.value.clone(),
                below: below.unwrap_or(f64::INFINITY),
                ring: below.and_then(|below| self.ring(graph, polar, below, subject, texts)),
            }
        };
        Polar {
            size: f64::from(polar.size.value),
            bands: polar.bands.iter().map(band).collect(),
            angle: series.add("polar.angle", &polar.angle),
            start: series.add("polar.start", &polar.start),
            radius: series.add("polar.radius", &polar.radius),
            width: series.add("polar.width", &polar.width),
            by: series.add("polar.by", &polar.by),
        }
    }

    /// Where spikes end whose value for the bands is this one, if it has a name and nothing else of a step matters.
    fn ring(
        &mut self,
        graph: &LocatedGraph,
        polar: &LocatedPolar,
        value: f64,
        subject: Subject<'_>,
        texts: &mut Texts,
    ) -> Option<f64> {
        let by = polar.by.text.trim();
        let named = graph.step.iter().find(|named| named.name.value == by)?;
        let mut constants = self.constants(&subject.system.constants);
        constants.extend(self.constants(&graph.constants));
        constants.push(self.name(&named.name, ConstantValue::Number(value)));
        // What depends on the path or the position is no constant.
        let ring = Located::new(RING.to_owned(), polar.size.place.clone());
        constants.push(self.name(&ring, ConstantValue::Formula(polar.radius.clone())));
        let value_of_ring = Located::new(format!("{RING}.value"), ring.place.clone());
        let formula = Fragment {
            text: RING.to_owned(),
            ..polar.radius.clone()
        };
        let text = PathText {
            constants,
            used_elsewhere: HashSet::new(),
            columns: Vec::new(),
            absent: Vec::new(),
            rows: None,
            most_steps: 0,
            values: vec![self.name(&value_of_ring, PathValue::Formula(formula))],
            tiers: None,
        };
        // What is wrong with the formula is said of the formula; what it needs of a step, it may need.
        let mut unsaid: Vec<Problem> = Vec::new();
        let program = compile_path(&text, self.registry, texts, &mut unsaid)?;
        let mut scratch = program.scratch();
        let empty = Position::empty();
        program.run(&empty, CellSet::EMPTY, 0, self.registry, &mut scratch);
        let ring = program.values(&scratch).next()?;
        ring.number()
    }

    fn trajectory(
        &mut self,
        one: &LocatedTrajectory,
        subject: Subject<'_>,
        series: &mut Series,
    ) -> Trajectory {
        let mut number = |name: &Option<Located<String>>| {
            let name = name.as_ref()?;
            let at = subject
                .metrics
                .iter()
                .position(|metric| metric.name == name.value)?;
            if is_number(subject, at) {
                return Some(at);
            }
            self.found(
                Diagnostic::error(
                    codes::TYPE,
                    name.place.clone(),
                    format!(
                        "the values of `{}` are texts, where a number is marked",
                        name.value
                    ),
                )
                .help("name a metric whose formula gives a number, or leave this out"),
            );
            None
        };
        let (slope, bottleneck, jump) = (
            number(&one.slope),
            number(&one.bottleneck),
            number(&one.jump),
        );
        let pacing = one.pacing.as_ref();
        let metric = |name: &str| {
            subject
                .metrics
                .iter()
                .position(|metric| metric.name == name)
        };
        Trajectory {
            title: one.title.value.clone(),
            value: series.add("trajectory.value", &one.value),
            slope,
            bottleneck,
            jump,
            pacing: pacing.and_then(|name| metric(&name.value)),
        }
    }
}

fn is_number(subject: Subject<'_>, metric: usize) -> bool {
    let source = subject.metrics.get(metric).map(|metric| metric.source);
    let Some(MetricSource::Value(value)) = source else {
        return false;
    };
    let ty = subject.path.ranges().nth(value).map(|(_, ty, _)| ty);
    ty.is_some_and(|ty| ty != Type::Text)
}

fn names(constants: &[crate::located::NamedConstant]) -> HashSet<String> {
    constants
        .iter()
        .map(|constant| constant.name.value.clone())
        .collect()
}
