//! A technique's variant as plain data.

use std::borrow::Cow;
use std::fmt;

use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::de::{Error as _, MapAccess, Visitor};
use serde::ser::SerializeMap;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::model::{Constant, NAME, OrderedMap};

/// A kind of step that a technique's pattern finds: the constants that make it so, and what is said of it
/// where that is not said of the technique.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Variant {
    /// The name to show; without one it is the technique's.
    pub title: Option<String>,
    /// The least and the greatest score: `[low, high]`, both finite; without one they are the technique's.
    pub range: Option<[f64; 2]>,
    /// The constants; in a file they are keys beside the others.
    pub constants: OrderedMap<Constant>,
}

impl JsonSchema for Variant {
    fn schema_name() -> Cow<'static, str> {
        "Variant".into()
    }

    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        json_schema!({
            "description": "A kind of step: the constants that make it so, and what is said of it where that is not said of the technique.",
            "type": "object",
            "properties": {
                "title": {
                    "description": "The name to show; without one it is the technique's.",
                    "type": "string",
                    "minLength": 1,
                },
                "range": {
                    "description": "The least and the greatest score: `[low, high]`, both finite; without one they are the technique's.",
                    "type": "array",
                    "items": {"type": "number"},
                    "minItems": 2,
                    "maxItems": 2,
                },
            },
            "propertyNames": {"pattern": NAME},
            "additionalProperties": generator.subschema_for::<Constant>(),
        })
    }
}

impl Serialize for Variant {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        if let Some(title) = &self.title {
            map.serialize_entry("title", title)?;
        }
        for (name, value) in &self.constants.entries {
            map.serialize_entry(name, value)?;
        }
        if let Some(range) = &self.range {
            map.serialize_entry("range", range)?;
        }
        map.end()
    }
}

impl<'de> Deserialize<'de> for Variant {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Entries;

        impl<'de> Visitor<'de> for Entries {
            type Value = Variant;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("the constants of a variant, its title and its range")
            }

            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Variant, A::Error> {
                let mut variant = Variant::default();
                while let Some(key) = map.next_key::<String>()? {
                    let again = match key.as_str() {
                        "title" => variant.title.is_some(),
                        "range" => variant.range.is_some(),
                        name => variant.constants.get(name).is_some(),
                    };
                    if again {
                        return Err(A::Error::custom(format!("the key `{key}` is given twice")));
                    }
                    match key.as_str() {
                        "title" => variant.title = Some(map.next_value()?),
                        "range" => variant.range = Some(map.next_value()?),
                        _ => {
                            let value = map.next_value()?;
                            variant.constants.entries.push((key, value));
                        }
                    }
                }
                Ok(variant)
            }
        }

        deserializer.deserialize_map(Entries)
    }
}
