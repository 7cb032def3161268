//! Colourings and almost locked sets: what their sources find.

mod als;
mod coloring;
mod records;
mod soundness;
mod support;
mod symmetry;
