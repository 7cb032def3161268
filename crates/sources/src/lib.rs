//! Structures that take a search to find – colourings, almost locked sets, chains, forcing nets, trials – as
//! sources of the pattern language.
//!
//! Each module finds one kind of structure in a position and knows no technique: which structures make a
//! technique, and what they conclude, is said in rule files.

use undoku_lang::Source;

pub mod als;
pub mod chains;
pub mod coloring;
pub mod forcing;
pub mod trial;

/// The sources of all modules.
pub const SOURCES: &[Source] = &[
    coloring::COLOR_GROUPS,
    als::ALS,
    als::ALS_PAIRS,
    als::ALS_CHAINS,
    als::ALS_BLOSSOMS,
    chains::SINGLE_DIGIT_CHAINS,
    chains::BIVALUE_CHAINS,
    chains::CHAINS,
    forcing::CONTRADICTIONS,
    forcing::CELL_VERITIES,
    forcing::UNIT_VERITIES,
    trial::TRIALS,
];
