//! The arguments of `undoku check`.

use std::ffi::OsString;
use std::path::PathBuf;

use clap::Args;

use super::shared::CheckFormat;

const CHECK_EXAMPLES: &str = "\
Examples:
  undoku check                       check the built-in rules
  undoku check my-rules              check them together with a directory
  undoku check --format json --deny-warnings my-rules
  undoku check --sound puzzles.txt my-rules

A file in a directory replaces the built-in one of the same id, as with --rules. All problems are listed at once, each \
with its file, line and column. With --format json there is one object a line. `undoku explain-code CODE` says more about a \
code, and `undoku inspect` what the rules can do.

With --sound, every technique of the rules is looked for at every position of the path that a system makes of each \
proper puzzle, whether its ladder uses the technique or not, and what it concludes is compared with the solution. The \
first violation of each kind of step is shown with the smallest situation that was found for it. Of one kind, the \
first 1,000 matches in a position are compared.

Exit codes:
  0  the rules can be used (there may be warnings), and no technique contradicted a solution
  1  there are errors or violations, or there are warnings and --deny-warnings was given
  2  wrong usage, or a file cannot be read";

/// The arguments of `undoku check`.
#[derive(Debug, Args)]
#[command(after_help = CHECK_EXAMPLES)]
pub(crate) struct CheckArgs {
    /// Directories of rule files to check with the built-in rules
    #[arg(value_name = "DIR")]
    pub(crate) directories: Vec<PathBuf>,
    /// Change one value of the rules first, TECHNIQUE.CONSTANT=VALUE or SYSTEM.KEY=VALUE (repeatable)
    #[arg(long, value_name = "KEY=VALUE")]
    pub(crate) set: Vec<String>,
    /// The same as DIR, as other commands name them (repeatable)
    #[arg(long, value_name = "DIR")]
    pub(crate) rules: Vec<PathBuf>,
    /// Compare what the techniques conclude with the solutions of these puzzles: a file or - (repeatable)
    #[arg(long, value_name = "PUZZLES", conflicts_with = "deny_warnings")]
    pub(crate) sound: Vec<OsString>,
    /// With --sound: the system whose paths are walked, where the rules have several
    #[arg(long, value_name = "ID", requires = "sound")]
    pub(crate) system: Option<String>,
    /// With --sound: how many threads work; as many as there are processor cores unless given
    #[arg(short, long, value_name = "N", requires = "sound", value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub(crate) jobs: Option<u16>,
    /// With --sound: no progress bar
    #[arg(short, long, requires = "sound")]
    pub(crate) quiet: bool,
    /// How to write what is found
    #[arg(short, long, value_name = "FORMAT", value_enum, default_value_t = CheckFormat::Text)]
    pub(crate) format: CheckFormat,
    /// Take warnings for errors
    #[arg(long)]
    pub(crate) deny_warnings: bool,
}
