//! What the command line says.

mod check;
mod diff;
mod evaluate;
mod explain;
mod explain_code;
mod init;
mod inspect;
mod new;
mod plot;
mod rate;
mod schema;
mod serve;
mod shared;
mod snapshot;
mod test;
mod watch;

use std::ffi::OsString;

use clap::builder::styling::{AnsiColor, Styles};
use clap::error::ErrorKind;
use clap::{CommandFactory, Parser, Subcommand};
use undoku::grid::Puzzle;

pub(crate) use check::CheckArgs;
pub(crate) use diff::{DiffArgs, DiffFormat};
pub(crate) use evaluate::{EvaluateArgs, EvaluateFormat};
pub(crate) use explain::{Boards, ExplainArgs};
pub(crate) use explain_code::ExplainCodeArgs;
pub(crate) use init::InitArgs;
pub(crate) use inspect::InspectArgs;
pub(crate) use new::{NewArgs, NewFile};
pub(crate) use plot::{PlotArgs, PlotFormat};
pub(crate) use rate::{Format, RateArgs};
pub(crate) use schema::{SchemaArgs, SchemaSort};
pub(crate) use serve::ServeArgs;
pub(crate) use shared::{CheckFormat, InputArgs, RuleArgs};
pub(crate) use snapshot::{
    AcceptArgs, BankArgs, Level, RecordArgs, SnapshotArgs, SnapshotCommand, VerifyArgs,
};
pub(crate) use test::TestArgs;
pub(crate) use watch::WatchArgs;

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
    /// Draw a puzzle's path, or the ratings of many puzzles
    Plot(PlotArgs),
    /// Hold ratings against a column of a table, such as solving times
    Evaluate(EvaluateArgs),
    /// Show ratings on a page for the browser, with an HTTP API under it
    Serve(ServeArgs),
    /// Say what is wrong with rules
    Check(CheckArgs),
    /// Say what a code in messages about rules means
    ExplainCode(ExplainCodeArgs),
    /// Show what rules can do, and what a change changes, before a puzzle is rated
    Inspect(InspectArgs),
    /// Try techniques on their examples or on a technique library
    Test(TestArgs),
    /// Keep the ratings of a bank, and say what a change of the rules moves
    Snapshot(SnapshotArgs),
    /// Compare two sets of rules or systems over the same puzzles
    Diff(DiffArgs),
    /// Write the built-in rules to a directory, to edit them
    Init(InitArgs),
    /// Write a technique or a system to start from
    New(NewArgs),
    /// Print the JSON schema of rule files, for editors
    Schema(SchemaArgs),
    /// Check and rate again each time that rules are saved
    Watch(WatchArgs),
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
