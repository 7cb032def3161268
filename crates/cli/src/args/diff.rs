//! The arguments of `undoku diff`.

use clap::{Args, ValueEnum};

use super::shared::{INPUTS, InputArgs, OutputArgs, RuleArgs, WorkArgs};

const DIFF_EXAMPLES: &str = "\
Examples:
  undoku diff --to hidden_single_box.peer_weight=0.5 bank.txt
  undoku diff --from undoku --to undoku_plus bank.txt
  undoku diff --from rules=old-rules --to rules=new-rules bank.txt
  undoku diff --rules my-rules --to system=mine --to set=mine.limit=3 bank.txt
  undoku diff --to undoku_plus --format html -o diff.html bank.txt";

const DIFF_MORE: &str = "\
Sides:
  What is compared is said piece by piece, each with a --from or a --to of its own. Pieces add up; a side without any \
has the built-in rules and their default system.

    system=ID       the system to rate by
    rules=DIR       a directory of rule files, as with --rules
    set=KEY=VALUE   a change of one value, as with --set

  Shorter: what has no = is the id of a system, or a directory if there is one of that name; KEY=VALUE with a dot in \
its key is a change. --system, --rules and --set hold for both sides.

Exit codes:
  0  all went well, whatever differs
  1  something is wrong with the rules of a side, and nothing was rated
  2  wrong usage, or a file cannot be read or written; what can be read was compared
  3  some puzzles are none, or have no or several solutions; all others were compared";

/// The arguments of `undoku diff`.
#[derive(Debug, Args)]
#[command(after_help = DIFF_EXAMPLES, after_long_help = format!("{DIFF_EXAMPLES}\n\n{DIFF_MORE}\n\n{INPUTS}"))]
pub(crate) struct DiffArgs {
    /// A piece of what to compare: a system, a directory of rules or a change (repeatable; see --help)
    #[arg(long, value_name = "PIECE", required_unless_present = "to")]
    pub(crate) from: Vec<String>,
    /// A piece of what to compare it with (repeatable)
    #[arg(long, value_name = "PIECE")]
    pub(crate) to: Vec<String>,
    #[command(flatten)]
    pub(crate) input: InputArgs,
    /// The metric that names the tier; where there are several, the one with most names unless given
    #[arg(long, value_name = "METRIC")]
    pub(crate) tier: Option<String>,
    /// List no more puzzles than this, those that moved most
    #[arg(long, value_name = "N", default_value_t = 10, value_parser = clap::value_parser!(u32).range(0..=100_000))]
    pub(crate) most: u32,
    /// How to write what differs
    #[arg(short, long, value_name = "FORMAT", value_enum, default_value_t = DiffFormat::Text)]
    pub(crate) format: DiffFormat,
    #[command(flatten)]
    pub(crate) target: OutputArgs,
    #[command(flatten)]
    pub(crate) work: WorkArgs,
    #[command(flatten)]
    pub(crate) rules: RuleArgs,
}

/// What a comparison looks like.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum DiffFormat {
    /// Tables for people
    Text,
    /// One JSON object
    Json,
    /// One page that needs nothing else
    Html,
}
