//! What the language carries: whole techniques in a few lines, formulas, paths and plugins, each held
//! against values worked out by hand or by plain loops.

#![expect(clippy::expect_used, reason = "a failed expectation is a failed test")]

mod climbs;
mod conclusions;
mod crosscheck;
mod fault_table;
mod faults;
mod fish;
mod formulas;
mod generator;
mod grids;
mod interpreter;
mod intersections;
mod naive;
mod narrowing;
mod path_faults;
mod path_harness;
mod path_verdicts;
mod paths;
mod plugin_faults;
mod plugins;
mod series;
mod singles;
mod subsets;
mod support;
mod texts;
mod uniqueness;
mod values;
mod wings;
