//! `undoku plot`: pictures of a puzzle's path, and of many puzzles.

mod bank;
mod puzzle;

use std::ffi::OsStr;
use std::io::{self, IsTerminal, Write};

use undoku::Options;

use crate::args::{PlotArgs, PlotFormat};
use crate::console;
use crate::exit::Exit;
use crate::input;
use crate::output::Output;
use crate::rules;

/// A picture, and how the command ends if it can be written.
struct Drawn {
    svg: String,
    exit: Exit,
}

/// Draws a picture.
pub(crate) fn run(args: &PlotArgs) -> Exit {
    draw(args).unwrap_or_else(|exit| exit)
}

fn draw(args: &PlotArgs) -> Result<Exit, Exit> {
    let format = format(args);
    if format == PlotFormat::Png && to_stdout(args) && io::stdout().is_terminal() {
        console::error("a terminal cannot show a PNG; name a file for it with -o");
        return Err(Exit::Usage);
    }
    let inputs = input::inputs(&args.input)?;
    let of_bank = args.histogram.is_some() || args.scatter.is_some();
    let options = Options {
        steps: !of_bank,
        solution_limit: args.input.solutions,
    };
    let engine = rules::engine(&args.rules, options, args.work.quiet)?;
    let unwritten = |error: io::Error| {
        console::not_written_to(args.target.output.as_deref(), "the picture", &error)
    };
    // Whether it can be written at all is known before a bank is rated.
    let mut output = Output::open(args.target.output.as_deref()).map_err(unwritten)?;
    let drawn = if of_bank {
        bank::draw(args, engine, inputs)?
    } else {
        puzzle::draw(args, &engine, &inputs)?
    };
    let bytes = match format {
        PlotFormat::Svg => drawn.svg.into_bytes(),
        PlotFormat::Png => undoku_plot::png(&drawn.svg, args.width).map_err(|error| {
            console::error(error);
            Exit::Usage
        })?,
    };
    output.write_all(&bytes).map_err(unwritten)?;
    output.finish().map_err(unwritten)?;
    Ok(drawn.exit)
}

fn to_stdout(args: &PlotArgs) -> bool {
    args.target.output.as_deref().is_none_or(|path| path == "-")
}

fn format(args: &PlotArgs) -> PlotFormat {
    let name = args
        .target
        .output
        .as_deref()
        .and_then(|path| path.extension());
    let is_png = |end: &OsStr| end.eq_ignore_ascii_case("png");
    args.format.unwrap_or(match name {
        Some(end) if is_png(end) => PlotFormat::Png,
        _ => PlotFormat::Svg,
    })
}
