//! The command `undoku` as a library, for programs that bring plugins of their own along.
//!
//! ```no_run
//! // use my_plugin as _;
//!
//! fn main() -> std::process::ExitCode {
//!     undoku_cli::main()
//! }
//! ```
//!
//! is the whole command, with the rule files, sources and functions of every plugin that is linked.

mod args;
pub mod board;
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
mod new;
mod output;
mod plot;
mod progress;
mod rate;
mod rule_files;
mod rules;
mod schema;
mod serve;
mod snapshot;
mod tally;
mod test;
mod threads;
mod watch;

use std::process::ExitCode;

use crate::args::Command;

/// Does what the arguments of this process say, and says how the process should end.
///
/// Arguments that ask for help, or are wrong, end it at once.
#[must_use = "what it returns is the exit code of the process"]
pub fn main() -> ExitCode {
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
        Command::New(args) => new::run(&args),
        Command::Schema(args) => schema::run(&args),
        Command::Watch(args) => watch::run(&args),
    };
    exit.into()
}
