//! A Sudoku difficulty engine whose rules are data.
//!
//! Techniques, their assertion formulas, score ranges, pacing thresholds and tier tables are YAML files; a
//! [`Loader`] gathers and checks them, an [`Engine`] rates puzzles by one of their systems, and a [`Report`]
//! says what came out. Nothing here knows the name of a technique or a metric.

mod chance;
mod engine;
mod entry;
mod finder;
mod graph;
pub mod inspect;
mod json;
mod loader;
mod plugin;
mod rater;
mod report;
mod runs;
mod search;
mod soundness;
mod stop;
mod trial;
mod walk;
mod wave;

pub use engine::{Engine, UnknownSystem};
pub use finder::{Finder, Match};
pub use graph::{PathGraph, Spike};
pub use json::tidy;
pub use loader::Loader;
pub use plugin::{Bundle, PluginError, built_in_files, bundles, registry};
pub use rater::{Options, Rater};
pub use report::{Fit, InputPlace, MetricValue, Report, ReportError, Status, Step, Subject};
pub use soundness::{KindWalk, MOST_COMPARED, MOST_SMALLER, SoundnessCheck, Violation, Walk};
pub use trial::{CaseVerdict, Finding, Findings, MOST_LISTED, MOST_MATCHES, Verdict};

pub use undoku_grid as grid;
pub use undoku_lang as lang;
pub use undoku_rules as rules;

#[doc(hidden)]
pub use inventory;
