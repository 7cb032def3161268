//! Arguments that several commands have.

use std::ffi::OsString;
use std::path::PathBuf;

use clap::{Args, ValueEnum};

/// What `undoku rate` and `undoku explain` read. Not broken into lines, for terminals differ in width.
pub(super) const INPUTS: &str = "\
Input:
  Puzzles may stand one a line, as 81 characters with . 0 * _ - or x for a blank, with a label after a space; \
as grids over several lines; or in a column of a CSV or TSV table. Lines that start with # are comments.

  An argument that reads as a puzzle is one, and any other is the name of a file. Write -- before the names of \
files that start with a hyphen.

  A line that is no puzzle is reported in its place, and the others are rated. A file without any puzzle is said \
to have none, and is no error.";

/// What the exit codes of `undoku rate` and `undoku explain` mean.
pub(super) const EXIT_CODES: &str = "\
Exit codes:
  0  all went well
  1  something is wrong with the rules, and nothing was rated
  2  wrong usage, or a file cannot be read or written; what can be read was rated
  3  some puzzles have no rating: invalid, without solution, with several, or stuck; all others were rated";

/// What puzzles to read.
#[derive(Debug, Args)]
pub(crate) struct InputArgs {
    /// Puzzles, files of puzzles, or - for standard input
    ///
    /// Without any, standard input is read if it is not a terminal.
    #[arg(value_name = "PUZZLE|FILE|-")]
    pub(crate) inputs: Vec<OsString>,
    /// The column that holds the puzzles of CSV and TSV files
    ///
    /// Without it, the column is found by its content.
    #[arg(long, value_name = "NAME")]
    pub(crate) column: Option<String>,
    /// Count no more solutions than this of a puzzle that has several
    #[arg(long, value_name = "N", default_value_t = 1000, value_parser = clap::value_parser!(u32).range(2..))]
    pub(crate) solutions: u32,
}

/// What rules to use.
#[derive(Debug, Args)]
#[command(next_help_heading = "Rules")]
pub(crate) struct RuleArgs {
    /// The system to rate by, where the rules have several
    #[arg(long, value_name = "ID")]
    pub(crate) system: Option<String>,
    /// A directory of rule files that replace those of the same id or add to them (repeatable)
    #[arg(long, value_name = "DIR")]
    pub(crate) rules: Vec<PathBuf>,
    /// Change one value of the rules, TECHNIQUE.CONSTANT=VALUE or SYSTEM.KEY=VALUE (repeatable)
    ///
    /// The key is the id of a technique or system and the way to the value, joined by dots. Later changes win.
    #[arg(long, value_name = "KEY=VALUE")]
    pub(crate) set: Vec<String>,
}

/// How to go about many puzzles.
#[derive(Debug, Args)]
pub(crate) struct WorkArgs {
    /// How many threads work; as many as there are processor cores unless given
    #[arg(short, long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub(crate) jobs: Option<u16>,
    /// No progress bar, no summary, no warnings
    #[arg(short, long)]
    pub(crate) quiet: bool,
}

/// Where results go.
#[derive(Debug, Args)]
pub(crate) struct OutputArgs {
    /// Write to a file instead of standard output
    ///
    /// The file appears, or replaces an older one, when all is written; until then the older one stays.
    #[arg(short, long, value_name = "FILE")]
    pub(crate) output: Option<PathBuf>,
}

/// What findings look like.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum CheckFormat {
    /// The place in the file, with what to do
    Text,
    /// One JSON object a line
    Json,
}
