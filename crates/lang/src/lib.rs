//! The pattern and formula language of Undoku.
//!
//! Text goes in, a checked program over bitboards comes out: grammar → syntax tree → names and
//! types → value ranges → program → evaluator. This crate knows no YAML and no puzzle format.

mod check;
mod choose;
mod coded;
pub mod codes;
mod column;
mod cost;
mod graph;
mod lift;
mod lower;
mod machine;
mod parse;
mod path;
mod plugin;
mod prim;
mod problem;
mod program;
mod range;
mod reduce;
mod span;
pub mod syntax;
mod tabulate;
mod technique;
mod texts;
mod types;
mod vocabulary;
mod work;

pub use column::{MOST_CHANGES, MOST_STEPS};
pub use cost::{CostProgram, CostScratch, CostText, compile_cost};
pub use machine::World;
pub use parse::{parse_formula, parse_pattern, parse_template};
pub use path::{
    Absent, ClassRow, Column, PathProgram, PathResult, PathScratch, PathText, PathValue, TierText,
    Unreachable, compile_path, names_in,
};
pub use plugin::{
    Field, Function, Look, NameTaken, Outcome, Record, Records, Registry, Source, Value,
};
pub use problem::{Code, Problem, Severity, nearest};
pub use range::Range;
pub use reduce::close;
pub use span::{Fragment, FragmentId, Span};
pub use technique::{
    Conclusion, ConstantValue, Labels, MOST_BINDINGS, Named, Recorder, Resume, SavedSteps, Scratch,
    StepText, TechniqueProgram, TechniqueText, compile_technique,
};
pub use texts::Texts;
pub use types::{Element, Type};
pub use vocabulary::{Word, words};
