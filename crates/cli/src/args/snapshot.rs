//! The arguments of `undoku snapshot`.

use std::path::PathBuf;

use clap::{Args, Subcommand, ValueEnum};

use super::shared::{CheckFormat, RuleArgs, WorkArgs};

const SNAPSHOT_EXAMPLES: &str = "\
Examples:
  undoku snapshot record bank.txt
  undoku snapshot verify --rules my-rules bank.txt
  undoku snapshot verify --set TECHNIQUE.CONSTANT=0.5 --tolerance 'score_*=0.1' bank.txt
  undoku snapshot verify --level tier --format json bank-1.txt bank-2.txt
  undoku snapshot accept --rules my-rules bank.txt
  undoku snapshot accept --rules my-rules --puzzle medium-2-f bank.txt

A baseline holds the rating of every puzzle of a bank and, in its head, the rules that they are made by. It is a text \
file beside the bank, bank.ratings for bank.txt, and belongs into version control with it.";

const VERIFY_MORE: &str = "\
Causes:
  What moved is listed by what changed in the rules since the baseline: a constant, a bound of a tier, a technique's \
pattern or formulas, a formula of the system, the ladder. Where several things changed, each moved puzzle is rated \
again with each constant and each bound undone that can be: if one brings the old rating back it is the cause; if \
none does alone, all that have to do with it are named together. Patterns and formulas are known by their hash and \
cannot be undone; what no undone value explains is theirs.

Exit codes:
  0  nothing moved
  1  puzzles moved, have no entry, or are gone from the bank; or something is wrong with the rules
  2  wrong usage, no baseline, or a file cannot be read
  3  nothing moved, but some lines of the bank are no puzzles";

/// The arguments of `undoku snapshot`.
#[derive(Debug, Args)]
#[command(after_help = SNAPSHOT_EXAMPLES)]
pub(crate) struct SnapshotArgs {
    #[command(subcommand)]
    pub(crate) command: SnapshotCommand,
}

/// What to do with a baseline.
#[derive(Debug, Subcommand)]
pub(crate) enum SnapshotCommand {
    /// Rate a bank and write its first baseline
    Record(RecordArgs),
    /// List what moved since the baseline, by cause
    Verify(VerifyArgs),
    /// Take what moved into the baseline, all of it or some puzzles
    Accept(AcceptArgs),
}

/// Which banks, and where their baselines are.
#[derive(Debug, Args)]
pub(crate) struct BankArgs {
    /// Files of puzzles, each with a baseline of its own
    #[arg(value_name = "BANK", required = true)]
    pub(crate) banks: Vec<PathBuf>,
    /// The baseline; beside the bank and with the ending .ratings unless given
    #[arg(long, value_name = "FILE")]
    pub(crate) baseline: Option<PathBuf>,
    /// The column that holds the puzzles of CSV and TSV files
    ///
    /// Without it, the column is found by its content.
    #[arg(long, value_name = "NAME")]
    pub(crate) column: Option<String>,
    #[command(flatten)]
    pub(crate) work: WorkArgs,
    #[command(flatten)]
    pub(crate) rules: RuleArgs,
}

/// The arguments of `undoku snapshot record`.
#[derive(Debug, Args)]
pub(crate) struct RecordArgs {
    #[command(flatten)]
    pub(crate) bank: BankArgs,
    /// Metrics to keep besides the tier, where `*` stands for any characters (repeatable)
    ///
    /// Without it, the metric that decides the tier and the others of its domain that are numbers; where nothing
    /// decides, the first three that are.
    #[arg(long, value_name = "NAME", value_delimiter = ',')]
    pub(crate) metric: Vec<String>,
    /// Replace a baseline that is there, whatever it says
    #[arg(long)]
    pub(crate) force: bool,
}

/// The arguments of `undoku snapshot verify`.
#[derive(Debug, Args)]
#[command(after_help = VERIFY_MORE)]
pub(crate) struct VerifyArgs {
    #[command(flatten)]
    pub(crate) bank: BankArgs,
    /// How far a metric may go before it has moved, METRIC=X or METRIC=X% of what it was (repeatable)
    ///
    /// `*` stands for any characters. A puzzle whose tier or steps change has moved all the same: see --level.
    #[arg(long, value_name = "METRIC=X")]
    pub(crate) tolerance: Vec<String>,
    /// What counts as moved
    #[arg(long, value_name = "LEVEL", value_enum, default_value_t = Level::Steps)]
    pub(crate) level: Level,
    /// List no more puzzles than this for each cause, those that moved most
    #[arg(long, value_name = "N", default_value_t = 10, value_parser = clap::value_parser!(u32).range(0..=100_000))]
    pub(crate) most: u32,
    /// Rate no more moved puzzles than this again to find their causes
    #[arg(long, value_name = "N", default_value_t = 100_000)]
    pub(crate) trace: u64,
    /// How to write what moved; json has one object for each bank
    #[arg(short, long, value_name = "FORMAT", value_enum, default_value_t = CheckFormat::Text)]
    pub(crate) format: CheckFormat,
}

/// The arguments of `undoku snapshot accept`.
#[derive(Debug, Args)]
pub(crate) struct AcceptArgs {
    #[command(flatten)]
    pub(crate) bank: BankArgs,
    /// Only puzzles of this label, where `*` stands for any characters, or with these 81 characters (repeatable)
    ///
    /// The rules in the baseline's head stay the old ones until nothing is left to accept.
    #[arg(long, value_name = "LABEL|PUZZLE")]
    pub(crate) puzzle: Vec<String>,
}

/// What counts as moved.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, ValueEnum)]
pub(crate) enum Level {
    /// The status or the tier
    Tier,
    /// These or a metric of the baseline
    Metrics,
    /// These or how many steps of a kind there are
    Steps,
}
