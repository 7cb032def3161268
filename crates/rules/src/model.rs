//! Rule files as plain data: what tools write, and what a schema is made from.
//!
//! [`crate::LocatedTechnique`], [`crate::LocatedSystem`] and [`crate::LocatedLibrary`] hold the same
//! values with their places; rules are loaded through those.

use std::borrow::Cow;
use std::fmt;
use std::marker::PhantomData;

use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::de::{Error as _, MapAccess, Visitor};
use serde::ser::SerializeMap;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

pub use crate::model_example::Example;
pub use crate::model_graph::{BandRule, GraphFile, HeadlineRule, PolarRule, TrajectoryRule};
pub use crate::model_library::LibraryFile;
pub use crate::model_system::{
    Choice, Class, Order, PathRule, Pick, Rung, SystemFile, TierRow, TierRung, Tiers,
};
pub use crate::model_technique::TechniqueFile;
pub use crate::model_variant::Variant;

/// What names look like: those of files, kinds of step, constants and everything else that a file names.
pub(crate) const NAME: &str = "^[a-z][a-z0-9_]*$";

/// A number as it is written: with or without a fraction.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[schemars(inline)]
#[serde(untagged)]
pub enum Number {
    /// A whole number.
    Int(i64),
    /// A number with a fraction or an exponent.
    Float(f64),
}

impl Number {
    /// As a floating-point number; whole numbers beyond 2⁵³ lose digits.
    #[must_use]
    pub fn as_f64(self) -> f64 {
        match self {
            Self::Int(int) => int as f64,
            Self::Float(float) => float,
        }
    }
}

impl fmt::Display for Number {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Int(int) => write!(f, "{int}"),
            Self::Float(float) => write!(f, "{float}"),
        }
    }
}

/// The value of a constant.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(untagged)]
pub enum Constant {
    /// `true` or `false`.
    Bool(bool),
    /// A finite number.
    Number(Number),
    /// Finite numbers, at least one; formulas count them from 1.
    List(#[schemars(length(min = 1))] Vec<Number>),
    /// A constant expression of the language, such as `rows`.
    Expression(#[schemars(length(min = 1))] String),
}

/// A formula of the language. YAML reads one that is only a number or `true` as such.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(untagged)]
pub enum Formula {
    /// A formula that is only `true` or `false`.
    Bool(bool),
    /// A formula that is only a number.
    Number(Number),
    /// Any other formula.
    Text(#[schemars(length(min = 1))] String),
}

/// One text or several.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(untagged)]
pub enum OneOrSeveral {
    /// One of them, which may itself be a list with blanks in between where that is said.
    One(#[schemars(length(min = 1))] String),
    /// Several of them.
    Several(#[schemars(length(min = 1), inner(length(min = 1)))] Vec<String>),
}

impl From<&str> for Formula {
    fn from(text: &str) -> Self {
        Self::Text(text.to_owned())
    }
}

/// A mapping from names to values that keeps its order. A name twice is an error when it is read.
#[derive(Clone, Debug, PartialEq)]
pub struct OrderedMap<V> {
    /// The names and values in the order of the file.
    pub entries: Vec<(String, V)>,
}

impl<V> OrderedMap<V> {
    /// The value of a name.
    #[must_use]
    pub fn get(&self, name: &str) -> Option<&V> {
        self.entries
            .iter()
            .find(|(key, _)| key == name)
            .map(|(_, value)| value)
    }

    /// Whether there is nothing in it.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }
}

impl<V> Default for OrderedMap<V> {
    fn default() -> Self {
        Self {
            entries: Vec::new(),
        }
    }
}

impl<V> FromIterator<(String, V)> for OrderedMap<V> {
    fn from_iter<I: IntoIterator<Item = (String, V)>>(iter: I) -> Self {
        Self {
            entries: iter.into_iter().collect(),
        }
    }
}

impl<V: JsonSchema> JsonSchema for OrderedMap<V> {
    fn schema_name() -> Cow<'static, str> {
        format!("{}ByName", V::schema_name()).into()
    }

    fn inline_schema() -> bool {
        true
    }

    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        json_schema!({
            "type": "object",
            "propertyNames": {"pattern": NAME},
            "additionalProperties": generator.subschema_for::<V>(),
        })
    }
}

impl<V: Serialize> Serialize for OrderedMap<V> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(Some(self.entries.len()))?;
        for (name, value) in &self.entries {
            map.serialize_entry(name, value)?;
        }
        map.end()
    }
}

impl<'de, V: Deserialize<'de>> Deserialize<'de> for OrderedMap<V> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Entries<V>(PhantomData<V>);

        impl<'de, V: Deserialize<'de>> Visitor<'de> for Entries<V> {
            type Value = OrderedMap<V>;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a mapping from names to values")
            }

            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Self::Value, A::Error> {
                let mut entries: Vec<(String, V)> = Vec::new();
                while let Some((name, value)) = map.next_entry::<String, V>()? {
                    if entries.iter().any(|(other, _)| *other == name) {
                        return Err(A::Error::custom(format!(
                            "the name `{name}` is given twice"
                        )));
                    }
                    entries.push((name, value));
                }
                Ok(OrderedMap { entries })
            }
        }

        deserializer.deserialize_map(Entries(PhantomData))
    }
}
