//! The arguments of `undoku test`.

use std::path::PathBuf;

use clap::Args;

use super::shared::CheckFormat;

const TEST_EXAMPLES: &str = "\
Examples:
  undoku test                             try the examples of the built-in techniques
  undoku test my-rules                    try them together with those of a directory
  undoku test --filter wing my-rules      try only techniques with `wing` in their names
  undoku test --library cases.txt         try the cases of a technique library

An example of a technique file is validated if one match concludes exactly what it says, missing if nothing is found, \
wrong if no match concludes exactly that, and noisy if something is found where nothing should be.

A technique library has one case a line, as HoDoKu's regression library does. A library table among the rules says \
which techniques its codes mean.

Exit codes:
  0  all went as expected
  1  something did not, or the rules cannot be used
  2  wrong usage, or the library cannot be read";

/// The arguments of `undoku test`.
#[derive(Debug, Args)]
#[command(after_help = TEST_EXAMPLES)]
pub(crate) struct TestArgs {
    /// Directories of rule files to test with the built-in rules
    #[arg(value_name = "DIR")]
    pub(crate) directories: Vec<PathBuf>,
    /// The same, as other commands name them (repeatable)
    #[arg(long, value_name = "DIR")]
    pub(crate) rules: Vec<PathBuf>,
    /// Change one value of the rules first, TECHNIQUE.CONSTANT=VALUE or SYSTEM.KEY=VALUE (repeatable)
    #[arg(long, value_name = "KEY=VALUE")]
    pub(crate) set: Vec<String>,
    /// Only techniques and kinds with this text in their names; with --library, codes with it, too
    #[arg(long, value_name = "TEXT")]
    pub(crate) filter: Option<String>,
    /// Try the cases of this technique library, and no examples
    #[arg(long, value_name = "FILE")]
    pub(crate) library: Option<PathBuf>,
    /// The library table that says what the codes mean, where the rules have several
    #[arg(long, value_name = "ID", requires = "library")]
    pub(crate) table: Option<String>,
    /// How to write what is found; json has one object for every example or case
    #[arg(short, long, value_name = "FORMAT", value_enum, default_value_t = CheckFormat::Text)]
    pub(crate) format: CheckFormat,
}
