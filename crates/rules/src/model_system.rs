//! A system file as plain data.

use std::borrow::Cow;
use std::fmt;

use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::de::{Error as _, MapAccess, Visitor};
use serde::ser::SerializeMap;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::model::{Constant, Formula, GraphFile, NAME, OrderedMap};

/// A rating system: which techniques a solver knows, how it picks steps, and how the steps of its
/// path become metrics, classes and tiers.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(extend(
    "if" = {"required": ["path"], "properties": {"path": {"required": ["pick"], "properties": {"pick": {"const": "random"}}}}},
    "then" = {"required": ["cost"]},
))]
pub struct SystemFile {
    /// The id: lower-case letters, digits and `_`, starting with a letter.
    #[schemars(extend("pattern" = NAME))]
    pub system: String,
    /// The version of the method, from 1; reports carry it.
    #[schemars(range(min = 1))]
    pub version: u32,
    /// The name to show.
    #[schemars(length(min = 1))]
    pub title: String,
    /// One sentence for lists of systems.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(length(min = 1))]
    pub summary: Option<String>,
    /// Whether this system is used where none is named; `true` or left out.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    #[schemars(extend("const" = true))]
    pub default: bool,
    /// The techniques and kinds of step in the order in which a solver looks for them.
    #[schemars(length(min = 1))]
    pub ladder: Vec<Rung>,
    /// What the ladder is ordered by; where it is said, it is proved.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ordered_by: Option<Order>,
    /// How the path's next step is picked among the matches.
    #[serde(default)]
    pub path: PathRule,
    /// What it costs to search a rung, by the number of possible and of valid applications there; for paths made
    /// by chance.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cost: Option<Formula>,
    /// Names for the values that the formulas use, for tuning without touching them.
    #[serde(default, skip_serializing_if = "OrderedMap::is_empty")]
    pub constants: OrderedMap<Constant>,
    /// Values of each step, taken before it is applied; each is a column in the formulas below.
    #[serde(default, skip_serializing_if = "OrderedMap::is_empty")]
    pub step: OrderedMap<Formula>,
    /// The metrics by domain: formulas over the whole path and the start position.
    #[schemars(extend("minProperties" = 1))]
    pub metrics: OrderedMap<OrderedMap<Formula>>,
    /// Values exported beside the metrics of the method itself.
    #[serde(default, skip_serializing_if = "OrderedMap::is_empty")]
    pub extras: OrderedMap<Formula>,
    /// Metrics that are names, chosen by conditions.
    #[serde(default, skip_serializing_if = "OrderedMap::is_empty")]
    pub classes: OrderedMap<Class>,
    /// The tier table.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub tiers: Option<Tiers>,
    /// What pictures of a rating show.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub graph: Option<GraphFile>,
}

/// A rung of a ladder.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(untagged)]
pub enum Rung {
    /// A technique, with all its kinds, or one kind.
    Item(#[schemars(extend("pattern" = NAME))] String),
    /// Several of them that count as equally easy.
    Tier(TierRung),
}

/// Techniques and kinds that count as equally easy.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct TierRung {
    /// The names of the techniques and kinds, at least one.
    #[schemars(length(min = 1), inner(regex(pattern = NAME)))]
    pub tier: Vec<String>,
    /// The rung's name for the formulas over a path; without one it is that of the first item.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(extend("pattern" = NAME))]
    pub name: Option<String>,
    /// Values of the system's constants that the cost of searching this rung is worked out with.
    #[serde(default, skip_serializing_if = "OrderedMap::is_empty")]
    pub constants: OrderedMap<Constant>,
}

/// What a ladder can be ordered by.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Order {
    /// Neither the least nor the greatest score falls from one rung to a later one.
    Score,
}

/// How a path is made.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(extend("if" = {"properties": {"pick": {"const": "random"}}}, "then" = {"required": ["runs", "seed"]}))]
pub struct PathRule {
    /// Which match becomes the next step.
    pub pick: Pick,
    /// How many paths are made by chance, from 1 to 8,192.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(range(min = 1, max = 8192))]
    pub runs: Option<u32>,
    /// Where chance starts, from 0 to 2⁶³ − 1.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(range(max = i64::MAX))]
    pub seed: Option<u64>,
}

/// Which match becomes the next step.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Pick {
    /// The first match, in the order of the ladder.
    #[default]
    First,
    /// The match with the lowest score; among equals the first.
    Easiest,
    /// All matches of the first rung that has one, as one wave.
    All,
    /// One match of the first rung that has one, each with the same probability.
    Random,
}

/// A metric that is a name.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Class {
    /// The domain of the metrics that it belongs to.
    #[schemars(extend("pattern" = NAME))]
    pub domain: String,
    /// The choices from first to last; the first whose condition holds is taken.
    #[schemars(length(min = 1))]
    pub choose: Vec<Choice>,
}

/// One choice of a class.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Choice {
    /// The name; without one the metric is null.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(length(min = 1))]
    pub name: Option<String>,
    /// The condition; without one the choice is always taken, so it is the last.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub when: Option<Formula>,
}

/// A table that gives a puzzle its tier by one value.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Tiers {
    /// The domain of the metrics that the tier's names belong to.
    #[schemars(extend("pattern" = NAME))]
    pub domain: String,
    /// The value that decides: a formula over the metrics.
    pub by: Formula,
    /// The metrics that a tier gives a text to; each row has these keys.
    #[schemars(length(min = 1), inner(regex(pattern = NAME)))]
    pub names: Vec<String>,
    /// Values that are compared with the bounds that a tier's row has for them.
    #[serde(default, skip_serializing_if = "OrderedMap::is_empty")]
    pub profile: OrderedMap<Formula>,
    /// The rows in ascending order.
    #[schemars(length(min = 1))]
    pub table: Vec<TierRow>,
}

/// A row of a tier table: a half-open range of the deciding value, `from` included, `below` excluded.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct TierRow {
    /// The texts of the tier, one for each of the table's names; in a file they are keys of the row.
    pub names: OrderedMap<String>,
    /// The lower end: `below` of the row before. The first row has none.
    pub from: Option<f64>,
    /// The upper end. The last row has none.
    pub below: Option<f64>,
    /// For each profile value the lowest and the highest that the tier expects: `[low, high]`.
    pub profile: OrderedMap<[f64; 2]>,
}

impl JsonSchema for TierRow {
    fn schema_name() -> Cow<'static, str> {
        "TierRow".into()
    }

    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        json_schema!({
            "description": "A row of the tier table: a text for each of `names`, and the range of values that belongs to it.",
            "type": "object",
            "properties": {
                "from": {
                    "description": "The lower end, included: `below` of the row before. The first row has none.",
                    "type": "number",
                },
                "below": {
                    "description": "The upper end, excluded. The last row has none.",
                    "type": "number",
                },
                "profile": {
                    "description": "For each profile value the lowest and the highest that the tier expects: `[low, high]`.",
                    "type": "object",
                    "additionalProperties": generator.subschema_for::<[f64; 2]>(),
                },
            },
            "additionalProperties": {"type": "string", "minLength": 1},
        })
    }
}

impl Serialize for TierRow {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        for (name, text) in &self.names.entries {
            map.serialize_entry(name, text)?;
        }
        if let Some(from) = self.from {
            map.serialize_entry("from", &from)?;
        }
        if let Some(below) = self.below {
            map.serialize_entry("below", &below)?;
        }
        if !self.profile.is_empty() {
            map.serialize_entry("profile", &self.profile)?;
        }
        map.end()
    }
}

impl<'de> Deserialize<'de> for TierRow {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Row;

        impl<'de> Visitor<'de> for Row {
            type Value = TierRow;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a row of the tier table")
            }

            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<TierRow, A::Error> {
                let mut row = TierRow::default();
                while let Some(key) = map.next_key::<String>()? {
                    match key.as_str() {
                        "from" => row.from = Some(map.next_value()?),
                        "below" => row.below = Some(map.next_value()?),
                        "profile" => row.profile = map.next_value()?,
                        _ if row.names.get(&key).is_some() => {
                            return Err(A::Error::custom(format!(
                                "the key `{key}` is given twice"
                            )));
                        }
                        _ => {
                            let text = map.next_value()?;
                            row.names.entries.push((key, text));
                        }
                    }
                }
                Ok(row)
            }
        }

        deserializer.deserialize_map(Row)
    }
}
