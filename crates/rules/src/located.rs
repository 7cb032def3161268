//! Techniques and systems with the place of every value, as the shape walk accepts them.

use undoku_lang::Fragment;

pub use crate::located_example::LocatedExample;
pub use crate::located_graph::{
    LocatedBand, LocatedGraph, LocatedHeadline, LocatedPolar, LocatedTrajectory,
};
pub use crate::located_library::{LocatedCode, LocatedLibrary};
use crate::model::{Number, Order, Pick};
use crate::source::{Located, Place};

/// A technique whose shape is right. Its fragments are not checked yet.
#[derive(Clone, Debug)]
pub struct LocatedTechnique {
    /// The id.
    pub id: Located<String>,
    /// The name to show.
    pub title: Located<String>,
    /// One sentence about it.
    pub summary: Option<Located<String>>,
    /// The kinds of step; empty where the id is the only kind.
    pub variants: Vec<LocatedVariant>,
    /// The constants.
    pub constants: Vec<NamedConstant>,
    /// The pattern.
    pub pattern: Fragment,
    /// How many applications are tried.
    pub possible: Option<Fragment>,
    /// The evidence.
    pub evidence: Vec<NamedFormula>,
    /// The number of assertions.
    pub assertions: Fragment,
    /// The score.
    pub score: Fragment,
    /// The declared range of the score.
    pub range: Option<LocatedRange>,
    /// The template of the explanation.
    pub explain: Fragment,
    /// The examples.
    pub examples: Vec<LocatedExample>,
}

/// A kind of step and its constants.
#[derive(Clone, Debug)]
pub struct LocatedVariant {
    /// The kind's name.
    pub kind: Located<String>,
    /// The name to show, where it is not the technique's.
    pub title: Option<Located<String>>,
    /// The declared range of the score, where it is not the technique's.
    pub range: Option<LocatedRange>,
    /// The constants that make it so.
    pub constants: Vec<NamedConstant>,
}

/// A constant: its name, its value, and the value's place.
#[derive(Clone, Debug)]
pub struct NamedConstant {
    /// The name.
    pub name: Located<String>,
    /// The value.
    pub value: ConstantValue,
    /// The value's place.
    pub place: Place,
}

/// The value of a constant.
#[derive(Clone, Debug)]
pub enum ConstantValue {
    /// A finite number.
    Number(Number),
    /// Finite numbers, at least one.
    List(Vec<Located<Number>>),
    /// A constant expression of the language.
    Expression(Fragment),
}

/// A formula and its name.
#[derive(Clone, Debug)]
pub struct NamedFormula {
    /// The name.
    pub name: Located<String>,
    /// The formula.
    pub formula: Fragment,
}

/// Two ascending numbers.
#[derive(Clone, Debug)]
pub struct LocatedRange {
    /// The lower end.
    pub low: Located<f64>,
    /// The upper end, at least `low`.
    pub high: Located<f64>,
    /// The place of both.
    pub place: Place,
}

/// A system whose shape is right. Its fragments are not checked yet.
#[derive(Clone, Debug)]
pub struct LocatedSystem {
    /// The id.
    pub id: Located<String>,
    /// The version, from 1.
    pub version: Located<u32>,
    /// The name to show.
    pub title: Located<String>,
    /// One sentence about it.
    pub summary: Option<Located<String>>,
    /// Whether it is used where none is named.
    pub default: bool,
    /// The rungs of the ladder, at least one.
    pub ladder: Vec<LocatedRung>,
    /// What the rungs are said to be ordered by, where that is to be proved.
    pub ordered_by: Option<Order>,
    /// How a path is made.
    pub path: LocatedPath,
    /// What it costs to search a rung; there exactly where paths are made by chance.
    pub cost: Option<Fragment>,
    /// The constants.
    pub constants: Vec<NamedConstant>,
    /// The values of each step.
    pub step: Vec<NamedFormula>,
    /// The metrics by domain.
    pub metrics: Vec<LocatedDomain>,
    /// The values exported beside the metrics.
    pub extras: Vec<NamedFormula>,
    /// The classes.
    pub classes: Vec<LocatedClass>,
    /// The tier table.
    pub tiers: Option<LocatedTiers>,
    /// What pictures show.
    pub graph: Option<LocatedGraph>,
}

/// What counts as equally easy: techniques, with all their kinds, and single kinds; mostly one of them.
#[derive(Clone, Debug)]
pub struct LocatedRung {
    /// Their names, at least one.
    pub items: Vec<Located<String>>,
    /// The rung's name, where it is not that of the first item.
    pub name: Option<Located<String>>,
    /// Values of the system's constants for the cost of searching this rung.
    pub constants: Vec<NamedConstant>,
    /// The place of the rung.
    pub place: Place,
}

impl LocatedRung {
    /// The rung's name: its own, else that of its first item; none for a rung without items, which no file
    /// that was read has.
    #[must_use]
    pub fn name(&self) -> Option<&Located<String>> {
        self.name.as_ref().or(self.items.first())
    }
}

/// How a path is made.
#[derive(Clone, Debug)]
pub struct LocatedPath {
    /// Which match becomes the next step.
    pub pick: Pick,
    /// How many paths are made by chance, from 1; there exactly where paths are so made.
    pub runs: Option<Located<u32>>,
    /// Where chance starts; likewise.
    pub seed: Option<Located<u64>>,
}

/// A domain and its metrics.
#[derive(Clone, Debug)]
pub struct LocatedDomain {
    /// The domain's name.
    pub name: Located<String>,
    /// Its metrics.
    pub metrics: Vec<NamedFormula>,
}

/// A metric that is a name.
#[derive(Clone, Debug)]
pub struct LocatedClass {
    /// The metric's name.
    pub name: Located<String>,
    /// Its domain, one of those of the metrics.
    pub domain: Located<String>,
    /// The choices, at least one; only the last may have no condition.
    pub choices: Vec<LocatedChoice>,
}

/// One choice of a class.
#[derive(Clone, Debug)]
pub struct LocatedChoice {
    /// The name; without one the metric is null.
    pub name: Option<Located<String>>,
    /// The condition.
    pub when: Option<Fragment>,
    /// The place of the choice.
    pub place: Place,
}

/// A tier table.
#[derive(Clone, Debug)]
pub struct LocatedTiers {
    /// The domain of the tier's names, one of those of the metrics.
    pub domain: Located<String>,
    /// The value that decides.
    pub by: Fragment,
    /// The metrics that a tier gives a text to, at least one.
    pub names: Vec<Located<String>>,
    /// The values that are compared with a tier's bounds.
    pub profile: Vec<NamedFormula>,
    /// The rows: ascending, without gaps and overlaps, open at both ends; at least one.
    pub table: Vec<LocatedTier>,
}

/// A row of a tier table.
#[derive(Clone, Debug)]
pub struct LocatedTier {
    /// The texts, in the order of the table's names.
    pub names: Vec<Located<String>>,
    /// The lower end, included; none in the first row only.
    pub from: Option<Located<f64>>,
    /// The upper end, excluded; none in the last row only.
    pub below: Option<Located<f64>>,
    /// The expected ranges, in the order of the table's profile. An upper end may be infinite.
    pub profile: Vec<LocatedRange>,
    /// The place of the row.
    pub place: Place,
}
