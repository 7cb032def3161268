//! What pictures of a rating show, as plain data.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::model::{Constant, Formula, NAME, OrderedMap};

/// What a colour looks like.
const COLOR: &str = "^#([0-9A-Fa-f]{3}|[0-9A-Fa-f]{6})$";

/// What pictures of a rating show. No rating depends on it.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct GraphFile {
    /// Names for the values that the formulas below use, beside the system's.
    #[serde(default, skip_serializing_if = "OrderedMap::is_empty")]
    pub constants: OrderedMap<Constant>,
    /// Values of each step, for the formulas below.
    #[serde(default, skip_serializing_if = "OrderedMap::is_empty")]
    pub step: OrderedMap<Formula>,
    /// The polar spike graph: a spike for each step.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub polar: Option<PolarRule>,
    /// The line along the path.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub trajectory: Option<TrajectoryRule>,
    /// The figures that stand above pictures.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[schemars(length(min = 1))]
    pub headline: Vec<HeadlineRule>,
}

/// A graph with a spike for each step. Angles are in radians and grow clockwise, from 0 at three o'clock; all lengths
/// are in pixels.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct PolarRule {
    /// The width and height of the graph, 100 to 4,000; its centre is in the middle.
    #[schemars(range(min = 100, max = 4000))]
    pub size: u32,
    /// The direction of a spike.
    pub angle: Formula,
    /// How far from the centre it starts.
    pub start: Formula,
    /// How far from the centre it ends.
    pub radius: Formula,
    /// How thick it is.
    pub width: Formula,
    /// The value that decides its band.
    pub by: Formula,
    /// The bands in ascending order.
    #[schemars(length(min = 1))]
    pub bands: Vec<BandRule>,
}

/// A band of spikes of one colour.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct BandRule {
    /// What it is called.
    #[schemars(length(min = 1))]
    pub name: String,
    /// The colour on a light ground, `#rgb` or `#rrggbb`.
    #[schemars(extend("pattern" = COLOR))]
    pub color: String,
    /// The colour on a dark ground, where it is another.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(extend("pattern" = COLOR))]
    pub dark: Option<String>,
    /// The upper end, excluded. The last band has none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub below: Option<f64>,
}

/// A line along the path, and the metrics that are marked on it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct TrajectoryRule {
    /// What the line shows, in words.
    #[schemars(length(min = 1))]
    pub title: String,
    /// The height of each step.
    pub value: Formula,
    /// The metric that is the slope of the straight line through all steps.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(extend("pattern" = NAME))]
    pub slope: Option<String>,
    /// The metric that is the number of a step, from 1.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(extend("pattern" = NAME))]
    pub bottleneck: Option<String>,
    /// The metric that is the greatest distance between neighbours.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(extend("pattern" = NAME))]
    pub jump: Option<String>,
    /// The metric that says in a word how the line runs.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(extend("pattern" = NAME))]
    pub pacing: Option<String>,
}

/// A figure that stands above pictures.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct HeadlineRule {
    /// What it is called there.
    #[schemars(length(min = 1))]
    pub title: String,
    /// The metric.
    #[schemars(extend("pattern" = NAME))]
    pub metric: String,
}
