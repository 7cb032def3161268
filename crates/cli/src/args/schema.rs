//! The arguments of `undoku schema`.

use clap::{Args, ValueEnum};

const SCHEMA_EXAMPLES: &str = "\
Examples:
  undoku schema technique > technique.json
  undoku schema > rule-file.json          for all sorts of rule files

`undoku init` and `undoku new` write the schemas beside the rules and name them in the first line of every file, where \
editors with a YAML language server look for them:

  # yaml-language-server: $schema=../schemas/technique.json

Exit codes:
  0  the schema was written
  2  wrong usage, or it cannot be written";

/// The arguments of `undoku schema`.
#[derive(Debug, Args)]
#[command(after_help = SCHEMA_EXAMPLES)]
pub(crate) struct SchemaArgs {
    /// What sort of rule file; without it, the schema is of all sorts
    #[arg(value_name = "SORT")]
    pub(crate) sort: Option<SchemaSort>,
}

/// The sorts of rule files.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum SchemaSort {
    /// Something that a solver can do
    Technique,
    /// A rating method
    System,
    /// What the codes of a technique library mean
    Library,
}
