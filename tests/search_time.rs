//! Paths made by chance, and search times: what is counted, what it costs, and what comes out.

#![allow(clippy::unwrap_used, reason = "a helper that fails is a failed test")]

#[path = "search_time/board.rs"]
mod board;
#[path = "search_time/counts.rs"]
mod counts;
#[path = "search_time/figures.rs"]
mod figures;
#[path = "search_time/ladder.rs"]
mod ladder;
mod support;
