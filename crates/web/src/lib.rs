//! The local page behind `undoku serve`, and the HTTP API under it.
//!
//! A [`Server`] answers on one address until it is told to stop. All that it serves is embedded in the program: no
//! file is read, and nothing is fetched from elsewhere. What it is sent may come from anyone, so everything is
//! bounded by [`Limits`], and a refusal is a small JSON object that says why.

mod api;
mod app;
mod assets;
mod body;
mod connection;
mod failure;
mod guard;
mod rules;
mod server;
mod settings;
mod values;
mod work;

pub use api::routes;
pub use server::{Server, StartError};
pub use settings::{Limits, Settings};
