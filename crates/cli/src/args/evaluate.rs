//! The arguments of `undoku evaluate`.

use std::ffi::OsString;
use std::path::PathBuf;

use clap::{Args, ValueEnum};

use super::shared::WorkArgs;

const EVALUATE_EXAMPLES: &str = "\
Examples:
  undoku evaluate games.csv --against minutes
  undoku evaluate games.csv --against minutes --system undoku,undoku_plus --common
  undoku evaluate games.csv --against minutes --metric 'trajectory_*' --where 'date >= 2007-10-29'
  undoku evaluate games.csv --against level --labels 'Easy,Moderate,Hard' --format json
  undoku evaluate games.csv --against minutes --scatter minutes.svg";

const EVALUATE_MORE: &str = "\
Input:
  A table with a header, separated by commas, semicolons or tabs: a column of puzzles, and one with what they are held \
against, such as solving times or a publisher's grades. Rows in which it is empty are left out. Lines that start with \
# are comments.

Output:
  Against numbers: Pearson's correlation, Pearson's of the logarithms of both (rows in which one is not positive are \
left out of it), and Spearman's, in which equal values share the average of their ranks. Against labels, or with \
--label: Goodman and Kruskal's gamma and Kendall's tau-b, and a table of how often each label met each class of the \
metric, classes of equal count or a metric's own names.

  In brackets stand intervals that hold the true value 95 times out of a hundred. They come from drawing as many rows \
as there are, with replacement, again and again; the seed and nothing else decides which.

Exit codes:
  0  all went well
  1  something is wrong with the rules, and nothing was rated
  2  wrong usage, or a file cannot be read or written
  3  some puzzles have no rating and were left out: invalid, without solution, with several, or stuck";

/// The arguments of `undoku evaluate`.
#[derive(Debug, Args)]
#[command(
    after_help = EVALUATE_EXAMPLES,
    after_long_help = format!("{EVALUATE_EXAMPLES}\n\n{EVALUATE_MORE}")
)]
pub(crate) struct EvaluateArgs {
    /// A table with a header, or - for standard input
    #[arg(value_name = "FILE|-")]
    pub(crate) file: OsString,
    /// The column to hold ratings against
    #[arg(long, value_name = "COLUMN")]
    pub(crate) against: String,
    /// The metrics, where `*` stands for any characters; the one that decides the tier unless given (repeatable)
    #[arg(long, value_name = "NAME", value_delimiter = ',')]
    pub(crate) metric: Vec<String>,
    /// Only rows that fulfil `COLUMN OP VALUE`, OP being = != < <= > >= (repeatable; all have to hold)
    ///
    /// Values are compared as numbers if they are numbers, else as texts, which is right for dates like 2007-10-29.
    #[arg(long = "where", value_name = "CONDITION")]
    pub(crate) conditions: Vec<String>,
    /// The column that holds the puzzles
    ///
    /// Without it, the column is found by its content.
    #[arg(long, value_name = "NAME")]
    pub(crate) column: Option<String>,
    /// Take the values of the column for labels in order, even if they are numbers
    #[arg(long)]
    pub(crate) label: bool,
    /// The labels from the least to the greatest; without it, numbers by value and texts as they first appear
    #[arg(long, value_name = "LABEL", value_delimiter = ',')]
    pub(crate) labels: Vec<String>,
    /// Only puzzles that every one of the systems can rate
    #[arg(long)]
    pub(crate) common: bool,
    /// How to write the figures; json has one object for every system and metric
    #[arg(short, long, value_name = "FORMAT", value_enum, default_value_t = EvaluateFormat::Table)]
    pub(crate) format: EvaluateFormat,
    /// Draw the metric and the column as a scatter plot into this file; takes one system and one metric
    #[arg(long, value_name = "SVG")]
    pub(crate) scatter: Option<PathBuf>,
    /// How often all rows are drawn anew for the intervals; 0 for none
    #[arg(long, value_name = "N", default_value_t = 1000, value_parser = clap::value_parser!(u32).range(..=1_000_000))]
    pub(crate) resamples: u32,
    /// Where the chance that draws them starts
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub(crate) seed: u64,
    #[command(flatten)]
    pub(crate) work: WorkArgs,
    /// The systems to rate by; the default one unless given (repeatable)
    #[arg(long, value_name = "ID", value_delimiter = ',', help_heading = "Rules")]
    pub(crate) system: Vec<String>,
    /// A directory of rule files that replace those of the same id or add to them (repeatable)
    #[arg(long, value_name = "DIR", help_heading = "Rules")]
    pub(crate) rules: Vec<PathBuf>,
    /// Change one value of the rules, TECHNIQUE.CONSTANT=VALUE or SYSTEM.KEY=VALUE (repeatable)
    #[arg(long, value_name = "KEY=VALUE", help_heading = "Rules")]
    pub(crate) set: Vec<String>,
}

/// What figures look like.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum EvaluateFormat {
    /// Columns for people
    Table,
    /// One JSON object a line
    Json,
}
