//! What the command line says.

use std::ffi::OsString;
use std::path::PathBuf;

use clap::builder::styling::{AnsiColor, Styles};
use clap::error::ErrorKind;
use clap::{Args, CommandFactory, Parser, Subcommand, ValueEnum};
use undoku::grid::Puzzle;

const STYLES: Styles = Styles::styled()
    .header(AnsiColor::Green.on_default().bold())
    .usage(AnsiColor::Green.on_default().bold())
    .literal(AnsiColor::Cyan.on_default().bold())
    .placeholder(AnsiColor::Cyan.on_default());

const EXAMPLES: &str = "\
Examples:
  undoku rate puzzles.txt                     rate every puzzle of a file
  undoku explain puzzles.txt                  show every step and every metric
  undoku init my-rules                        write the built-in rules out to edit them
  undoku check my-rules                       say what is wrong with them
  undoku rate --rules my-rules puzzles.txt    rate by them";

const RATE_EXAMPLES: &str = "\
Examples:
  undoku rate puzzles.txt
  undoku rate --format csv -o ratings.csv bank-1.txt bank-2.txt
  undoku rate --format jsonl --steps puzzles.txt | jq .metrics
  zcat bank.gz | undoku rate -
  undoku rate --column puzzle games.csv
  undoku rate --set TECHNIQUE.CONSTANT=0.5 puzzles.txt";

/// What `undoku rate` and `undoku explain` read. Not broken into lines, for terminals differ in width.
const INPUTS: &str = "\
Input:
  Puzzles may stand one a line, as 81 characters with . 0 * _ - or x for a blank, with a label after a space; \
as grids over several lines; or in a column of a CSV or TSV table. Lines that start with # are comments.

  An argument that reads as a puzzle is one, and any other is the name of a file. Write -- before the names of \
files that start with a hyphen.

  A line that is no puzzle is reported in its place, and the others are rated. A file without any puzzle is said \
to have none, and is no error.";

const OUTPUT: &str = "\
Output:
  Results come in the order of the input, whatever the number of threads. They go to standard output, a summary and \
all messages to standard error. A table has the value that decides the tier and the tier; the other formats have \
every metric.";

const EXIT_CODES: &str = "\
Exit codes:
  0  all went well
  1  something is wrong with the rules, and nothing was rated
  2  wrong usage, or a file cannot be read or written; what can be read was rated
  3  some puzzles have no rating: invalid, without solution, with several, or stuck; all others were rated";

const EXPLAIN_EXAMPLES: &str = "\
Examples:
  undoku explain \"$(head -1 puzzles.txt)\"
  undoku explain puzzles.txt | less
  undoku explain --set TECHNIQUE.CONSTANT=20 puzzles.txt";

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

const CHECK_EXAMPLES: &str = "\
Examples:
  undoku check                       check the built-in rules
  undoku check my-rules              check them together with a directory
  undoku check --format json --deny-warnings my-rules
  undoku check --sound puzzles.txt my-rules

A file in a directory replaces the built-in one of the same id, as with --rules. All problems are listed at once, each \
with its file, line and column. With --format json there is one object a line.

With --sound, every technique of the rules is looked for at every position of the path that a system makes of each \
proper puzzle, whether its ladder uses the technique or not, and what it concludes is compared with the solution. The \
first violation of each kind of step is shown with the smallest situation that was found for it. Of one kind, the \
first 1,000 matches in a position are compared.

Exit codes:
  0  the rules can be used (there may be warnings), and no technique contradicted a solution
  1  there are errors or violations, or there are warnings and --deny-warnings was given
  2  wrong usage, or a file cannot be read";

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

const INIT_EXAMPLES: &str = "\
Examples:
  undoku init my-rules
  undoku check my-rules
  undoku rate --rules my-rules puzzles.txt

Nothing is written if any of the files is there already, except with --force.

Exit codes:
  0  the files were written
  2  a file is in the way, or cannot be written";

/// Says how difficult Sudoku puzzles are, by rules that you can change.
///
/// Techniques, their scores and the ratings made of them are YAML files. The built-in ones rate at once;
/// `undoku init` writes them out to edit.
#[derive(Debug, Parser)]
#[command(name = "undoku", version, after_help = EXAMPLES, styles = STYLES, max_term_width = 120)]
struct Cli {
    #[command(subcommand)]
    command: Command,
}

/// What to do.
#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    /// Rate puzzles: one line of results for each
    Rate(RateArgs),
    /// Show every step of a puzzle's solution and what its rating is made of
    Explain(ExplainArgs),
    /// Hold ratings against a column of a table, such as solving times
    Evaluate(EvaluateArgs),
    /// Say what is wrong with rules
    Check(CheckArgs),
    /// Try techniques on their examples or on a technique library
    Test(TestArgs),
    /// Write the built-in rules to a directory, to edit them
    Init(InitArgs),
}

/// What puzzles to read.
#[derive(Debug, Args)]
pub(crate) struct InputArgs {
    /// Puzzles, files of puzzles, or - for standard input
    ///
    /// Without any, standard input is read if it is not a terminal.
    #[arg(value_name = "PUZZLE|FILE|-")]
    pub(crate) inputs: Vec<OsString>,
    /// The column that holds the puzzles of CSV and TSV files
    ///
    /// Without it, the column is found by its content.
    #[arg(long, value_name = "NAME")]
    pub(crate) column: Option<String>,
    /// Count no more solutions than this of a puzzle that has several
    #[arg(long, value_name = "N", default_value_t = 1000, value_parser = clap::value_parser!(u32).range(2..))]
    pub(crate) solutions: u32,
}

/// What rules to use.
#[derive(Debug, Args)]
#[command(next_help_heading = "Rules")]
pub(crate) struct RuleArgs {
    /// The system to rate by, where the rules have several
    #[arg(long, value_name = "ID")]
    pub(crate) system: Option<String>,
    /// A directory of rule files that replace those of the same id or add to them (repeatable)
    #[arg(long, value_name = "DIR")]
    pub(crate) rules: Vec<PathBuf>,
    /// Change one value of the rules, TECHNIQUE.CONSTANT=VALUE or SYSTEM.KEY=VALUE (repeatable)
    ///
    /// The key is the id of a technique or system and the way to the value, joined by dots. Later changes win.
    #[arg(long, value_name = "KEY=VALUE")]
    pub(crate) set: Vec<String>,
}

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
    /// Write to a file instead of standard output
    ///
    /// The file appears, or replaces an older one, when all is written; until then the older one stays.
    #[arg(short, long, value_name = "FILE")]
    pub(crate) output: Option<PathBuf>,
    /// How many threads rate; as many as there are processor cores unless given
    #[arg(short, long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub(crate) jobs: Option<u16>,
    /// No progress bar, no summary, no warnings
    #[arg(short, long)]
    pub(crate) quiet: bool,
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

/// Which steps of an explanation are drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
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
    /// How many threads work; as many as there are processor cores unless given
    #[arg(short, long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub(crate) jobs: Option<u16>,
    /// No progress bar, no summary, no warnings
    #[arg(short, long)]
    pub(crate) quiet: bool,
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

/// The arguments of `undoku check`.
#[derive(Debug, Args)]
#[command(after_help = CHECK_EXAMPLES)]
pub(crate) struct CheckArgs {
    /// Directories of rule files to check with the built-in rules
    #[arg(value_name = "DIR")]
    pub(crate) directories: Vec<PathBuf>,
    /// Change one value of the rules first, TECHNIQUE.CONSTANT=VALUE or SYSTEM.KEY=VALUE (repeatable)
    #[arg(long, value_name = "KEY=VALUE")]
    pub(crate) set: Vec<String>,
    /// The same as DIR, as other commands name them (repeatable)
    #[arg(long, value_name = "DIR")]
    pub(crate) rules: Vec<PathBuf>,
    /// Compare what the techniques conclude with the solutions of these puzzles: a file or - (repeatable)
    #[arg(long, value_name = "PUZZLES", conflicts_with = "deny_warnings")]
    pub(crate) sound: Vec<OsString>,
    /// With --sound: the system whose paths are walked, where the rules have several
    #[arg(long, value_name = "ID", requires = "sound")]
    pub(crate) system: Option<String>,
    /// With --sound: how many threads work; as many as there are processor cores unless given
    #[arg(short, long, value_name = "N", requires = "sound", value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub(crate) jobs: Option<u16>,
    /// With --sound: no progress bar
    #[arg(short, long, requires = "sound")]
    pub(crate) quiet: bool,
    /// How to write what is found
    #[arg(short, long, value_name = "FORMAT", value_enum, default_value_t = CheckFormat::Text)]
    pub(crate) format: CheckFormat,
    /// Take warnings for errors
    #[arg(long)]
    pub(crate) deny_warnings: bool,
}

/// What findings look like.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum CheckFormat {
    /// The place in the file, with what to do
    Text,
    /// One JSON object a line
    Json,
}

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

/// The arguments of `undoku init`.
#[derive(Debug, Args)]
#[command(after_help = INIT_EXAMPLES)]
pub(crate) struct InitArgs {
    /// The directory; it is made if there is none
    #[arg(value_name = "DIR")]
    pub(crate) directory: PathBuf,
    /// Overwrite files that are there already
    #[arg(long)]
    pub(crate) force: bool,
}

/// The arguments of this process. Ends it where they ask for help or are wrong.
pub(crate) fn parse() -> Command {
    Cli::parse_from(std::env::args_os().map(keep_puzzle)).command
}

/// Ends the process because of arguments of a subcommand that are wrong together.
pub(crate) fn conflict(subcommand: &str, message: &str) -> ! {
    let mut command = Cli::command();
    command.build();
    let command = match command.find_subcommand_mut(subcommand) {
        Some(found) => found,
        None => &mut command,
    };
    command.error(ErrorKind::ArgumentConflict, message).exit()
}

/// A puzzle whose first cell is a blank written as a hyphen would be taken for an option: with a space before it, it
/// is the same puzzle and no option.
fn keep_puzzle(argument: OsString) -> OsString {
    let looks_like_option = argument.as_encoded_bytes().starts_with(b"-");
    match argument.to_str() {
        Some(text) if looks_like_option && text.parse::<Puzzle>().is_ok() => {
            format!(" {text}").into()
        }
        _ => argument,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_command_line_is_consistent() {
        Cli::command().debug_assert();
    }

    #[test]
    fn a_puzzle_that_starts_with_a_hyphen_is_no_option() {
        let hyphens = "-".repeat(81);
        assert_eq!(
            keep_puzzle(hyphens.clone().into()),
            OsString::from(format!(" {hyphens}"))
        );
        for other in ["--format", "-", "--", "-q", "puzzles.txt"] {
            assert_eq!(keep_puzzle(other.into()), OsString::from(other));
        }
    }
}
