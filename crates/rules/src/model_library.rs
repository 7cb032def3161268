//! A library table as plain data.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::model::{NAME, OneOrSeveral, OrderedMap};

/// What a code looks like: letters and digits, and its variant behind a hyphen.
const CODE: &str = "^[A-Za-z0-9]{1,16}(-[A-Za-z0-9]{1,16})?$";

/// What a code looks like, or one case of it.
const CODE_OR_CASE: &str = "^[A-Za-z0-9]{1,16}(-[A-Za-z0-9]{1,16})?( .+)?$";

/// What the codes of a technique library mean: which kinds of step its cases are about.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct LibraryFile {
    /// The id: lower-case letters, digits and `_`, starting with a letter.
    #[schemars(extend("pattern" = NAME))]
    pub library: String,
    /// The name to show.
    #[schemars(length(min = 1))]
    pub title: String,
    /// One sentence for lists.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(length(min = 1))]
    pub summary: Option<String>,
    /// For each code, techniques or kinds of step. A code with a variant, `0110-1`, comes before
    /// the same code without one.
    #[serde(default, skip_serializing_if = "OrderedMap::is_empty")]
    #[schemars(extend(
        "propertyNames" = {"pattern": CODE},
        "additionalProperties" = {"anyOf": [
            {"type": "string", "pattern": NAME},
            {"type": "array", "items": {"type": "string", "pattern": NAME}, "minItems": 1},
        ]},
    ))]
    pub codes: OrderedMap<OneOrSeveral>,
    /// Codes whose cases are left out, each with the reason; or one case of a code, by the code, a blank and
    /// what the case expects: `0709-2 r1c4<>3 r4c9<>6`.
    #[serde(default, skip_serializing_if = "OrderedMap::is_empty")]
    #[schemars(extend(
        "propertyNames" = {"pattern": CODE_OR_CASE},
        "additionalProperties" = {"type": "string", "minLength": 1},
    ))]
    pub left_out: OrderedMap<String>,
}
