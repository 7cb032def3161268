//! The command `undoku`, run as people run it.
#![expect(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

mod arguments;
mod author;
mod bad_input;
mod bad_rules;
mod baselines;
mod cases;
mod check;
mod diff;
mod evaluate;
mod explain;
mod explain_code;
mod init;
mod inspect;
mod killed;
mod layouts;
mod new;
mod output;
mod plot;
mod rules;
mod run;
mod schema;
mod serve;
mod snapshot;
mod sound;
mod streams;
mod trying;
mod watch;
