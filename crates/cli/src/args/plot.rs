//! The arguments of `undoku plot`.

use clap::{Args, ValueEnum};
use undoku_plot::{Theme, View};

use super::shared::{InputArgs, OutputArgs, RuleArgs, WorkArgs};

const PLOT_EXAMPLES: &str = "\
Examples:
  undoku plot -o puzzle.svg \"$(head -1 puzzles.txt)\"
  undoku plot --kind polar --theme dark -o puzzle.png puzzle.txt
  undoku plot --histogram METRIC -o tiers.svg bank.txt
  undoku plot --scatter METRIC,METRIC -o scatter.svg bank.txt";

const PLOT_MORE: &str = "\
Input:
  One puzzle, or with --histogram and --scatter as many as there are. What the forms are, `undoku help rate` says.

Output:
  SVG, or PNG if the output's name ends in .png or --format says so, to standard output unless -o names a file. Colours \
are told apart with any kind of colour vision. With --theme auto an SVG is light or dark as its reader prefers; a PNG is \
then light.

  What a picture shows is said by the `graph` of the system's file. What is not said there is left out, with a warning.

Exit codes:
  0  the picture was drawn
  1  something is wrong with the rules, and nothing was drawn
  2  wrong usage, or a file cannot be read or written
  3  the puzzle has no rating: invalid, without solution, with several, or stuck; or some puzzles of a bank have none, \
and the others were drawn";

/// The arguments of `undoku plot`.
#[derive(Debug, Args)]
#[command(after_help = PLOT_EXAMPLES, after_long_help = format!("{PLOT_EXAMPLES}\n\n{PLOT_MORE}"))]
pub(crate) struct PlotArgs {
    #[command(flatten)]
    pub(crate) input: InputArgs,
    /// What to draw of one puzzle
    #[arg(short, long, value_name = "KIND", value_enum, default_value_t = PlotKind::Sheet, conflicts_with_all = ["histogram", "scatter"])]
    pub(crate) kind: PlotKind,
    /// Draw how a metric is spread in each tier, over all puzzles
    #[arg(long, value_name = "METRIC", conflicts_with = "scatter")]
    pub(crate) histogram: Option<String>,
    /// Draw a point for each puzzle, one metric to the right and one upwards
    #[arg(long, value_name = "METRIC,METRIC")]
    pub(crate) scatter: Option<String>,
    /// What ground the picture has
    #[arg(long, value_name = "THEME", value_enum, default_value_t = PlotTheme::Auto)]
    pub(crate) theme: PlotTheme,
    /// What kind of file to write; as the name of the output says, or SVG, unless given
    #[arg(short, long, value_name = "FORMAT", value_enum)]
    pub(crate) format: Option<PlotFormat>,
    /// How wide a PNG is, in pixels
    #[arg(short, long, value_name = "PIXELS", default_value_t = 800, value_parser = clap::value_parser!(u32).range(64..=4096))]
    pub(crate) width: u32,
    #[command(flatten)]
    pub(crate) target: OutputArgs,
    #[command(flatten)]
    pub(crate) work: WorkArgs,
    #[command(flatten)]
    pub(crate) rules: RuleArgs,
}

/// What to draw of a puzzle.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum PlotKind {
    /// A spike for each step, around a hub
    Polar,
    /// The scores along the path
    Trajectory,
    /// The board with the order of solving
    Board,
    /// All of them, and the figures
    Sheet,
}

impl From<PlotKind> for View {
    fn from(kind: PlotKind) -> Self {
        match kind {
            PlotKind::Polar => Self::Polar,
            PlotKind::Trajectory => Self::Trajectory,
            PlotKind::Board => Self::Board,
            PlotKind::Sheet => Self::Sheet,
        }
    }
}

/// What ground a picture has.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum PlotTheme {
    /// A light one
    Light,
    /// A dark one
    Dark,
    /// What the reader prefers
    Auto,
}

impl From<PlotTheme> for Theme {
    fn from(theme: PlotTheme) -> Self {
        match theme {
            PlotTheme::Light => Self::Light,
            PlotTheme::Dark => Self::Dark,
            PlotTheme::Auto => Self::Auto,
        }
    }
}

/// What kind of file a picture is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum PlotFormat {
    /// Lines and texts, at any size
    Svg,
    /// Pixels
    Png,
}
