//! The arguments of `undoku init`.

use std::path::PathBuf;

use clap::Args;

const INIT_EXAMPLES: &str = "\
Examples:
  undoku init my-rules
  undoku check my-rules
  undoku rate --rules my-rules puzzles.txt

Nothing is written if any of the files is there already, except with --force.

Exit codes:
  0  the files were written
  2  a file is in the way, or cannot be written";

/// The arguments of `undoku init`.
#[derive(Debug, Args)]
#[command(after_help = INIT_EXAMPLES)]
pub(crate) struct InitArgs {
    /// The directory; it is made if there is none
    #[arg(value_name = "DIR")]
    pub(crate) directory: PathBuf,
    /// Overwrite files that are there already
    #[arg(long)]
    pub(crate) force: bool,
}
