//! The documents hold: their examples compile, their tables list what there is, their links lead somewhere.
//!
//! Tables between markers are made from the program. `UPDATE_DOCS=1 cargo test --test docs` writes them anew.

#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

#[path = "docs/blocks.rs"]
mod blocks;
#[path = "docs/catalogue.rs"]
mod catalogue;
#[path = "docs/examples.rs"]
mod examples;
#[path = "docs/fragments.rs"]
mod fragments;
#[path = "docs/links.rs"]
mod links;
#[path = "docs/metrics.rs"]
mod metrics;
#[path = "docs/schemas.rs"]
mod schemas;
#[path = "docs/tables.rs"]
mod tables;
