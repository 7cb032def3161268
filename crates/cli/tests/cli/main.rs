//! The command `undoku`, run as people run it.

mod arguments;
mod bad_input;
mod bad_rules;
mod check;
mod explain;
mod init;
mod layouts;
mod output;
mod rules;
mod run;
mod streams;
