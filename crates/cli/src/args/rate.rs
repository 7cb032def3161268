//! The arguments of `undoku rate`.

use clap::{Args, ValueEnum};

use super::shared::{EXIT_CODES, INPUTS, InputArgs, OutputArgs, RuleArgs, WorkArgs};

const RATE_EXAMPLES: &str = "\
Examples:
  undoku rate puzzles.txt
  undoku rate --format csv -o ratings.csv bank-1.txt bank-2.txt
  undoku rate --format jsonl --steps puzzles.txt | jq .metrics
  zcat bank.gz | undoku rate -
  undoku rate --column puzzle games.csv
  undoku rate --set TECHNIQUE.CONSTANT=0.5 puzzles.txt";

const OUTPUT: &str = "\
Output:
  Results come in the order of the input, whatever the number of threads. They go to standard output, a summary and \
all messages to standard error. A table has the value that decides the tier and the tier; the other formats have \
every metric.";

/// The arguments of `undoku rate`.
#[derive(Debug, Args)]
#[command(after_help = RATE_EXAMPLES, after_long_help = format!("{RATE_EXAMPLES}\n\n{INPUTS}\n\n{OUTPUT}\n\n{EXIT_CODES}"))]
pub(crate) struct RateArgs {
    #[command(flatten)]
    pub(crate) input: InputArgs,
    /// What to write for each puzzle
    #[arg(short, long, value_name = "FORMAT", value_enum, default_value_t = Format::Table)]
    pub(crate) format: Format,
    /// Write the steps of each solution too (table and jsonl)
    #[arg(long)]
    pub(crate) steps: bool,
    #[command(flatten)]
    pub(crate) target: OutputArgs,
    #[command(flatten)]
    pub(crate) work: WorkArgs,
    #[command(flatten)]
    pub(crate) rules: RuleArgs,
}

/// What a rating looks like.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Format {
    /// Columns for people: status, steps, tier
    Table,
    /// One JSON object a line, with every metric
    Jsonl,
    /// One record a line with a header, one column a metric
    Csv,
}
