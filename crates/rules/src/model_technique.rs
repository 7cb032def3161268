//! A technique file as plain data.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::model::{Constant, Example, Formula, NAME, OrderedMap, Variant};

/// A technique: a pattern, what its steps cost and score, and how they are told.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct TechniqueFile {
    /// The id: lower-case letters, digits and `_`, starting with a letter. Ladders name it.
    #[schemars(extend("pattern" = NAME))]
    pub technique: String,
    /// The name to show.
    #[schemars(length(min = 1))]
    pub title: String,
    /// One sentence for lists of techniques.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(length(min = 1))]
    pub summary: Option<String>,
    /// The kinds of step that the one pattern finds, each with the constants that make it so; they
    /// are searched in this order, and reports count steps by kind. Without variants the id is the
    /// only kind.
    #[serde(default, skip_serializing_if = "OrderedMap::is_empty")]
    pub variants: OrderedMap<Variant>,
    /// Names for the values that the pattern and the formulas use, for tuning without touching them.
    #[serde(default, skip_serializing_if = "OrderedMap::is_empty")]
    pub constants: OrderedMap<Constant>,
    /// What the technique looks for and what it concludes, in the pattern language.
    #[schemars(length(min = 1))]
    pub pattern: String,
    /// How many applications a solver tries, where that is not the number of bindings that reach
    /// the pattern's first `check`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub possible: Option<Formula>,
    /// Values taken from the position before a step is applied; reports show them, and the formulas
    /// below use them.
    #[serde(default, skip_serializing_if = "OrderedMap::is_empty")]
    pub evidence: OrderedMap<Formula>,
    /// How many assertions a step takes.
    pub assertions: Formula,
    /// The score of a step.
    pub score: Formula,
    /// The least and the greatest score that a step may have: `[low, high]`, both finite.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub range: Option<[f64; 2]>,
    /// The sentence that explains a step; expressions stand in braces.
    #[schemars(length(min = 1))]
    pub explain: String,
    /// Puzzles with what the technique finds in them.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub examples: Vec<Example>,
}
