//! Alternating inference chains and loops over candidates, with groups and with almost locked sets.
//!
//! A chain joins *nodes* by strong and weak links in turn, and starts and ends with a strong one. A node says
//! that one of some cells takes a digit: one cell (a candidate), two or three in the intersection of a box and a
//! line (a group), or those of an almost locked set that have the digit. Of the two nodes of a strong link at
//! least one is true, of the two of a weak link at most one; so of the two ends of a chain at least one is, and
//! what both ends see goes. Where the ends are linked weakly, chain and link make a loop, in which one node of
//! each weak link is true.
//!
//! - [`Scope`] says what chains may be made of, and how long and how much work they may be,
//! - [`find_chains`] finds them,
//! - a [`Chain`] is one of them with what it concludes; it prints in Eureka notation.

mod chain;
mod conclusion;
mod links;
mod loops;
mod node;
mod notation;
mod paths;
mod record;
mod search;

pub use chain::{Chain, Found, Link, Scope, Shape};
pub use node::Node;
pub use record::{BIVALUE_CHAINS, CHAINS, SINGLE_DIGIT_CHAINS};
pub use search::find_chains;
