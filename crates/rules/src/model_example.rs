//! An example of a technique as plain data.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::model::OneOrSeveral;

/// What the 81 cells of a position look like.
const GRID: &str = r"^\s*[0-9.]{81}\s*$";

/// A position, and what a technique finds in it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(extend("oneOf" = [{"required": ["finds"]}, {"required": ["finds_nothing"]}]))]
pub struct Example {
    /// The clues: 81 characters, row by row, a digit or `.` for none.
    #[schemars(extend("pattern" = GRID))]
    pub puzzle: String,
    /// The digits placed since, in the same form, with `.` for all other cells.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(extend("pattern" = GRID))]
    pub placed: Option<String>,
    /// The candidates eliminated since, such as `r1c2<>34`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub without: Option<OneOrSeveral>,
    /// The kind of step that is meant, where the technique has several; otherwise any of them.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(length(min = 1))]
    pub kind: Option<String>,
    /// What one match concludes, all of it: `r4c5=7` or `r1c2<>45`. Exactly one of this and
    /// `finds_nothing` is given.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub finds: Option<OneOrSeveral>,
    /// `true` where nothing is found.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(extend("const" = true))]
    pub finds_nothing: Option<bool>,
}
