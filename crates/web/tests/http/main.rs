//! The server, asked through sockets as anyone may ask it.
#![expect(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

mod document;
mod hostile;
mod page;
mod rating;
mod rules;
mod support;
