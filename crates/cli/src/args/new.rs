//! The arguments of `undoku new`.

use std::path::PathBuf;

use clap::{Args, ValueEnum};

const NEW_EXAMPLES: &str = "\
Examples:
  undoku new technique my_wing
  undoku new system my_grades --dir my-rules
  undoku check rules

The file stands in techniques/ or systems/ of the directory and passes `undoku check`; its comments say what each part \
is for. JSON schemas are written to schemas/ beside it, so that editors know the keys.

Exit codes:
  0  the file was written
  2  the name is taken or is none, a file is in the way, or it cannot be written";

/// The arguments of `undoku new`.
#[derive(Debug, Args)]
#[command(after_help = NEW_EXAMPLES)]
pub(crate) struct NewArgs {
    /// What to write
    #[arg(value_name = "WHAT")]
    pub(crate) what: NewFile,
    /// Its id: lower-case letters, digits and _, starting with a letter
    #[arg(value_name = "NAME")]
    pub(crate) name: String,
    /// The directory of your rules; it is made if there is none
    #[arg(long, value_name = "DIR", default_value = "rules")]
    pub(crate) dir: PathBuf,
}

/// What can be written anew.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum NewFile {
    /// Something that a solver can do
    Technique,
    /// A rating method
    System,
}
