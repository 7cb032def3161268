//! Colourings, almost locked sets and chains: what their sources find.

mod als;
mod chains;
mod coloring;
mod records;
mod soundness;
mod support;
mod symmetry;
