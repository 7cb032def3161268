//! What a rule file says of a technique and of a system's steps.

use crate::span::{Fragment, FragmentId, Span};

/// The most bindings that a pattern's loops may have to visit in one position, by its estimate.
pub const MOST_BINDINGS: f64 = 2e7;

/// Something with a name, and where the name stands.
#[derive(Clone, Debug, PartialEq)]
pub struct Named<T> {
    /// The name.
    pub name: String,
    /// The fragment that holds the name.
    pub fragment: FragmentId,
    /// The name's place in that fragment.
    pub span: Span,
    /// What has the name.
    pub value: T,
}

/// The value of a constant as a rule file gives it.
#[derive(Clone, Debug, PartialEq)]
pub enum ConstantValue {
    /// A whole number.
    Int(i64),
    /// A number.
    Number(f64),
    /// A list of whole numbers.
    Ints(Vec<i64>),
    /// A list of numbers.
    Numbers(Vec<f64>),
    /// An expression that depends on no position, like `rows`.
    Formula(Fragment),
}

/// The texts of one kind of a technique.
#[derive(Clone, Debug, PartialEq)]
pub struct TechniqueText {
    /// Its constants, those of the variant included.
    pub constants: Vec<Named<ConstantValue>>,
    /// The pattern.
    pub pattern: Fragment,
    /// The number of bindings tried, where the pattern's own loops do not say it.
    pub possible: Option<Fragment>,
    /// Values taken before a match is applied, in order; each may use those before it.
    pub evidence: Vec<Named<Fragment>>,
    /// How many assertions a match takes.
    pub assertions: Fragment,
    /// What a match scores.
    pub score: Fragment,
    /// The least and greatest score, as declared.
    pub range: Option<(f64, f64)>,
    /// What to tell of a match.
    pub explain: Option<Fragment>,
}

/// What a system computes at every step, whatever technique made it.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct StepText {
    /// The system's constants.
    pub constants: Vec<Named<ConstantValue>>,
    /// The values, in order.
    pub values: Vec<Named<Fragment>>,
}
