//! A library table with the place of every value.

use crate::source::Located;

/// A library table whose shape is right. Whether there are such kinds is not checked yet.
#[derive(Clone, Debug)]
pub struct LocatedLibrary {
    /// The id.
    pub id: Located<String>,
    /// The name to show.
    pub title: Located<String>,
    /// One sentence about it.
    pub summary: Option<Located<String>>,
    /// What the codes mean, in the order of the file.
    pub codes: Vec<LocatedCode>,
    /// The codes that are left out, with the reasons.
    pub left_out: Vec<(Located<String>, Located<String>)>,
}

/// A code and what it means.
#[derive(Clone, Debug)]
pub struct LocatedCode {
    /// The code, with its variant if it has one.
    pub code: Located<String>,
    /// Techniques or kinds of step, at least one.
    pub names: Vec<Located<String>>,
}
