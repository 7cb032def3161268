//! The arguments of `undoku inspect`.

use std::path::PathBuf;

use clap::Args;

use super::shared::CheckFormat;

const INSPECT_EXAMPLES: &str = "\
Examples:
  undoku inspect                                      what the built-in rules can do
  undoku inspect x_wing undoku                        only this technique and this system
  undoku inspect --set naked_single.ceiling=30        what a change of one value changes
  undoku inspect --rules my-rules --format json

Nothing is rated: the ranges hold for every puzzle. They are proved from above, so a value can keep within a smaller \
range than the one shown.

With --set, what changes is shown, compared with the same rules without these changes; with --rules alone, compared \
with the rules without the last directory. With --all everything else is shown as well.

Exit codes:
  0  the rules can be used
  1  something is wrong with the rules
  2  wrong usage, or a file cannot be read";

const INSPECT_MORE: &str = "\
What is shown:
  Of each kind of step: what assertions and scores can be, the declared range, the most bindings that the loops of its \
pattern can visit in one position (20,000,000 are allowed), and what its evidence can be; of a set, how many members \
it has.

  Of each system: what the rungs of its ladder can score, and which of them can score less than one before them; what \
it costs to search a rung, where paths are made by chance; what the values of steps, the metrics, the value that \
decides the tier and the profile can be; the classes and tiers that no path can get.

  Of both: constants that do nothing, because nothing uses them, because no value of theirs changes anything, or \
because they are bounds that are never reached.

With --format json there is one object a line, with `of`, `id`, `name`, `what`, maybe `detail`, and `value`, or \
`before` and `now`. Ranges have `least` and `greatest`, null for no bound.";

/// The arguments of `undoku inspect`.
#[derive(Debug, Args)]
#[command(
    after_help = INSPECT_EXAMPLES,
    after_long_help = format!("{INSPECT_EXAMPLES}\n\n{INSPECT_MORE}")
)]
pub(crate) struct InspectArgs {
    /// Techniques, kinds of step and systems to show; all unless given
    #[arg(value_name = "NAME")]
    pub(crate) names: Vec<String>,
    /// Show what does not change, too
    #[arg(long)]
    pub(crate) all: bool,
    /// How to write what is known
    #[arg(short, long, value_name = "FORMAT", value_enum, default_value_t = CheckFormat::Text)]
    pub(crate) format: CheckFormat,
    /// A directory of rule files that replace those of the same id or add to them (repeatable)
    #[arg(long, value_name = "DIR", help_heading = "Rules")]
    pub(crate) rules: Vec<PathBuf>,
    /// Change one value of the rules, TECHNIQUE.CONSTANT=VALUE or SYSTEM.KEY=VALUE (repeatable)
    #[arg(long, value_name = "KEY=VALUE", help_heading = "Rules")]
    pub(crate) set: Vec<String>,
}
