//! The command `undoku`.

mod args;
mod board;
mod check;
mod console;
mod describe;
mod diff;
mod evaluate;
mod exit;
mod explain;
mod explain_code;
mod init;
mod input;
mod inspect;
mod measure;
mod output;
mod plot;
mod progress;
mod rate;
mod rules;
mod serve;
mod snapshot;
mod tally;
mod test;

use std::process::ExitCode;

use crate::args::Command;

fn main() -> ExitCode {
    let exit = match args::parse() {
        Command::Rate(args) => rate::run(&args),
        Command::Explain(args) => explain::run(&args),
        Command::Plot(args) => plot::run(&args),
        Command::Evaluate(args) => evaluate::run(&args),
        Command::Serve(args) => serve::run(&args),
        Command::Check(args) => check::run(&args),
        Command::ExplainCode(args) => explain_code::run(&args),
        Command::Inspect(args) => inspect::run(&args),
        Command::Test(args) => test::run(&args),
        Command::Snapshot(args) => snapshot::run(&args),
        Command::Diff(args) => diff::run(&args),
        Command::Init(args) => init::run(&args),
    };
    exit.into()
}
