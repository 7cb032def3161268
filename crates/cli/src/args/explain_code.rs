//! The arguments of `undoku explain-code`.

use clap::Args;

const EXPLAIN_CODE_EXAMPLES: &str = "\
Examples:
  undoku explain-code                all codes, each with its meaning
  undoku explain-code U0301          what it means, a wrong and a right example, and why it is so
  undoku explain-code 301 u0204      the same for several; the U and the 0 may be left out

Exit codes:
  0  the page was written
  2  there is no such code";

/// The arguments of `undoku explain-code`.
#[derive(Debug, Args)]
#[command(after_help = EXPLAIN_CODE_EXAMPLES)]
pub(crate) struct ExplainCodeArgs {
    /// Codes as messages about rules have them, such as U0301; without any, all are listed
    #[arg(value_name = "CODE")]
    pub(crate) codes: Vec<String>,
}
