//! The arguments of `undoku explain`.

use clap::{Args, ValueEnum};

use super::shared::{EXIT_CODES, INPUTS, InputArgs, RuleArgs};

const EXPLAIN_EXAMPLES: &str = "\
Examples:
  undoku explain \"$(head -1 puzzles.txt)\"
  undoku explain puzzles.txt | less
  undoku explain --set TECHNIQUE.CONSTANT=20 puzzles.txt";

/// Which steps of an explanation are drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Boards {
    /// No step
    None,
    /// Every step that places no single digit
    Eliminations,
    /// Every step
    All,
}

/// The arguments of `undoku explain`.
#[derive(Debug, Args)]
#[command(after_help = EXPLAIN_EXAMPLES, after_long_help = format!("{EXPLAIN_EXAMPLES}\n\n{INPUTS}\n\n{EXIT_CODES}"))]
pub(crate) struct ExplainArgs {
    #[command(flatten)]
    pub(crate) input: InputArgs,
    /// Which steps to draw on a board: `*` marks the cells of the pattern, brackets what is eliminated
    #[arg(long, value_name = "STEPS", default_value = "eliminations")]
    pub(crate) boards: Boards,
    #[command(flatten)]
    pub(crate) rules: RuleArgs,
}
