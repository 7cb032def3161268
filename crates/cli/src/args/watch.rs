//! The arguments of `undoku watch`.

use std::ffi::OsString;
use std::path::PathBuf;

use clap::Args;

const WATCH_EXAMPLES: &str = "\
Examples:
  undoku watch my-rules --puzzle \"$(head -1 puzzles.txt)\"
  undoku watch my-rules --puzzle puzzles.txt --system my_system
  undoku watch my-rules                   only say what is wrong with the rules

Each time that a rule file of the directory is saved, the rules are checked as by `undoku check`, the puzzles are rated \
anew, and what is different from before is shown: metrics and tiers as old and new values, and the steps. Ctrl-C ends \
it.

Exit codes:
  0  it was ended with Ctrl-C, or nobody reads its output any more
  2  wrong usage, a puzzle cannot be read, or the directory cannot be watched";

/// The arguments of `undoku watch`.
#[derive(Debug, Args)]
#[command(after_help = WATCH_EXAMPLES)]
pub(crate) struct WatchArgs {
    /// The directory of rule files, laid over the built-in rules
    #[arg(value_name = "DIR")]
    pub(crate) directory: PathBuf,
    /// A puzzle to rate, or a file of some (repeatable)
    #[arg(long = "puzzle", value_name = "PUZZLE|FILE")]
    pub(crate) puzzles: Vec<OsString>,
    /// The system to rate by, where the rules have several
    #[arg(long, value_name = "ID")]
    pub(crate) system: Option<String>,
    /// Change one value of the rules, TECHNIQUE.CONSTANT=VALUE or SYSTEM.KEY=VALUE (repeatable)
    #[arg(long, value_name = "KEY=VALUE")]
    pub(crate) set: Vec<String>,
}
