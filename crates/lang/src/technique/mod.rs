//! One kind of a technique: its texts compiled into a program that finds, rates and explains its matches.

mod compile;
mod lower;
mod pattern;
mod program;
mod record;
mod saved;
mod stages;
mod text;

pub use compile::compile_technique;
pub(crate) use compile::{bind_constants, given, numeric_formula, parsed, within};
pub(crate) use pattern::rounded;
pub use program::{Conclusion, Resume, Scratch, TechniqueProgram};
pub use record::{Labels, Recorder};
pub use saved::SavedSteps;
pub use text::{ConstantValue, MOST_BINDINGS, Named, StepText, TechniqueText};
