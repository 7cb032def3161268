//! Rule files: techniques, systems and library tables as YAML, their model, their places and what is wrong
//! with them.

mod chance;
pub mod codes;
mod compile;
mod diagnostic;
mod directory;
mod fragment;
mod graph;
mod hash;
mod idle;
mod ladder;
mod layer;
mod library;
mod located;
mod located_example;
mod located_graph;
mod located_library;
pub mod model;
mod model_example;
mod model_graph;
mod model_library;
mod model_system;
mod model_technique;
mod model_variant;
mod outline;
mod path_text;
mod read;
mod read_example;
mod read_graph;
mod read_library;
mod read_system;
mod read_technique;
mod read_tiers;
mod read_values;
mod render;
mod rule_set;
mod scalar;
mod schema;
mod set;
mod source;
pub mod yaml;
mod yaml_core;
mod yaml_error;
mod yaml_syntax;
mod yaml_tree;

pub use diagnostic::{Diagnostic, Diagnostics};
pub use directory::{is_rule_file, rule_files};
pub use fragment::Fragments;
pub use graph::{Band, Graph, Headline, Polar, Trajectory};
pub use idle::{Idle, IdleConstant};
pub use layer::{Layers, Loaded, SourceFile};
pub use library::{KindId, Library, Meaning};
pub use located::*;
pub use outline::{Outline, Part, PartValue};
pub use read_values::{as_name, is_name};
pub use render::RenderOptions;
pub use rule_set::{
    Chance, Example, Fall, Kind, KindProgram, Metric, MetricSource, RuleSet, System, TechniqueInfo,
    Tier,
};
pub use scalar::{ScalarMap, Style};
pub use schema::{FileSort, rule_file_schema};
pub use source::{Located, Place, Position, Source};
