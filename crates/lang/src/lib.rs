//! The pattern and formula language of Undoku.
//!
//! Text goes in, a checked program over bitboards comes out: grammar → syntax tree → names and
//! types → value ranges → program → evaluator. This crate knows no YAML and no puzzle format.

pub mod codes;
mod parse;
mod problem;
mod span;
pub mod syntax;

pub use parse::{parse_formula, parse_pattern, parse_template};
pub use problem::{Code, Problem, Severity, nearest};
pub use span::{Fragment, FragmentId, Span};
