//! Rule files: techniques and systems as YAML, their model, their places and what is wrong with them.

pub mod codes;
mod diagnostic;
mod directory;
mod fragment;
mod layer;
mod located;
pub mod model;
mod model_system;
mod model_technique;
mod read;
mod read_system;
mod read_technique;
mod read_tiers;
mod render;
mod scalar;
mod set;
mod source;
pub mod yaml;
mod yaml_core;
mod yaml_error;

pub use diagnostic::{Diagnostic, Diagnostics};
pub use fragment::Fragments;
pub use layer::{Layers, Loaded, SourceFile};
pub use located::*;
pub use render::RenderOptions;
pub use scalar::{ScalarMap, Style};
pub use source::{Located, Place, Position, Source};
