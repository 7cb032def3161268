//! A library table as plain data.

use serde::{Deserialize, Serialize};

use crate::model::{OneOrSeveral, OrderedMap};

/// What the codes of a technique library mean: which kinds of step its cases are about.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct LibraryFile {
    /// The id: lower-case letters, digits and `_`, starting with a letter.
    pub library: String,
    /// The name to show.
    pub title: String,
    /// One sentence for lists.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub summary: Option<String>,
    /// For each code, techniques or kinds of step. A code with a variant, `0110-1`, comes before
    /// the same code without one.
    #[serde(default, skip_serializing_if = "OrderedMap::is_empty")]
    pub codes: OrderedMap<OneOrSeveral>,
    /// Codes whose cases are left out, each with the reason; or one case of a code, by the code, a blank and
    /// what the case expects: `0709-2 r1c4<>3 r4c9<>6`.
    #[serde(default, skip_serializing_if = "OrderedMap::is_empty")]
    pub left_out: OrderedMap<String>,
}
