//! What pictures of a rating show, with the place of every value.

use undoku_lang::Fragment;

use crate::located::{NamedConstant, NamedFormula};
use crate::source::{Located, Place};

/// What pictures show, whose shape is right. Its fragments are not checked yet.
#[derive(Clone, Debug)]
pub struct LocatedGraph {
    /// The constants, beside those of the system.
    pub constants: Vec<NamedConstant>,
    /// Values of each step, for the formulas below.
    pub step: Vec<NamedFormula>,
    /// The polar spike graph.
    pub polar: Option<LocatedPolar>,
    /// The trajectory.
    pub trajectory: Option<LocatedTrajectory>,
    /// The figures that stand above pictures.
    pub headline: Vec<LocatedHeadline>,
}

/// A graph with a spike for each step.
#[derive(Clone, Debug)]
pub struct LocatedPolar {
    /// The width and height of the graph, in pixels; its centre is in the middle.
    pub size: Located<u32>,
    /// The direction of a spike.
    pub angle: Fragment,
    /// How far from the centre it starts.
    pub start: Fragment,
    /// How far from the centre it ends.
    pub radius: Fragment,
    /// How thick it is.
    pub width: Fragment,
    /// The value that decides its band.
    pub by: Fragment,
    /// The bands in ascending order, at least one.
    pub bands: Vec<LocatedBand>,
}

/// A band of spikes of one colour.
#[derive(Clone, Debug)]
pub struct LocatedBand {
    /// What it is called.
    pub name: Located<String>,
    /// The colour on a light ground: `#rgb` or `#rrggbb`.
    pub color: Located<String>,
    /// The colour on a dark ground, where it is another.
    pub dark: Option<Located<String>>,
    /// The least value that belongs to the band above; in all but the last.
    pub below: Option<Located<f64>>,
    /// The place of the band.
    pub place: Place,
}

/// A line along the path.
#[derive(Clone, Debug)]
pub struct LocatedTrajectory {
    /// What the line shows, in words.
    pub title: Located<String>,
    /// The height of each step.
    pub value: Fragment,
    /// The metric that is the slope of the line through all steps.
    pub slope: Option<Located<String>>,
    /// The metric that is the number of a step, from 1.
    pub bottleneck: Option<Located<String>>,
    /// The metric that is the greatest distance between neighbours.
    pub jump: Option<Located<String>>,
    /// The metric that says in a word how the line runs.
    pub pacing: Option<Located<String>>,
}

impl LocatedTrajectory {
    /// The metrics that it names.
    pub(crate) fn metrics(&self) -> impl Iterator<Item = &Located<String>> {
        let all = [&self.slope, &self.bottleneck, &self.jump, &self.pacing];
        all.into_iter().flatten()
    }
}

/// A figure that stands above pictures.
#[derive(Clone, Debug)]
pub struct LocatedHeadline {
    /// What it is called there.
    pub title: Located<String>,
    /// The metric.
    pub metric: Located<String>,
}

impl LocatedGraph {
    /// The metrics that pictures show.
    pub(crate) fn metrics(&self) -> impl Iterator<Item = &Located<String>> {
        let along = self.trajectory.iter().flat_map(LocatedTrajectory::metrics);
        along.chain(self.headline.iter().map(|figure| &figure.metric))
    }
}
