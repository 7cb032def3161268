//! `undoku rate`: one line of results for each puzzle.

pub(crate) mod pipeline;
mod write_csv;
mod write_json;
mod write_table;

use std::io;
use std::sync::Arc;
use std::time::Instant;

use undoku::{Options, Report};

use crate::args::{self, Format, RateArgs};
use crate::console;
use crate::exit::Exit;
use crate::input;
use crate::output::Output;
use crate::progress::Progress;
use crate::rules;
use crate::threads;

use pipeline::Work;
pub(crate) use write_table::headline;

/// How results look. One is shared by all threads that rate.
pub(crate) trait Layout: Send + Sync {
    /// What stands before the first row.
    fn header(&self, out: &mut Vec<u8>) -> io::Result<()>;

    /// The rows, with a line end after each.
    fn rows(&self, rows: &[Row], out: &mut Vec<u8>) -> io::Result<()>;

    /// Whether the header is there even if no row is.
    fn header_alone(&self) -> bool {
        false
    }
}

/// What a row is about.
#[derive(Debug)]
pub(crate) struct Row {
    /// Which puzzle it is, in short.
    pub(crate) name: String,
    /// The rating.
    pub(crate) report: Report,
}

/// Rates puzzles.
pub(crate) fn run(args: &RateArgs) -> Exit {
    rate(args).unwrap_or_else(|exit| exit)
}

fn rate(args: &RateArgs) -> Result<Exit, Exit> {
    if args.steps && args.format == Format::Csv {
        args::conflict(
            "rate",
            "--steps cannot be used with --format csv, which has one record a puzzle; use --format jsonl",
        );
    }
    let inputs = input::inputs(&args.input)?;
    let options = Options {
        steps: args.steps,
        solution_limit: args.input.solutions,
    };
    let engine = rules::engine(&args.rules, options, args.work.quiet)?;
    let system = engine.system().clone();
    let layout: Arc<dyn Layout> = match args.format {
        Format::Table => Arc::new(write_table::Table::new(&system, &inputs)),
        Format::Jsonl => Arc::new(write_json::JsonLines),
        Format::Csv => Arc::new(write_csv::Csv::new(system)),
    };
    let unwritten = |error: io::Error| {
        console::not_written_to(args.target.output.as_deref(), "the results", &error)
    };
    let mut output = Output::open(args.target.output.as_deref()).map_err(unwritten)?;
    let sizes: Option<u64> = inputs.iter().map(input::Input::size).sum();
    let mut progress = Progress::new(sizes, output.is_terminal(), args.work.quiet);
    let started = Instant::now();
    let work = Work {
        engine,
        inputs,
        column: args.input.column.clone(),
        jobs: threads::jobs(args.work.jobs),
    };
    let outcome = pipeline::run(work, layout, &mut output, &mut progress);
    progress.finish();
    let outcome = outcome.map_err(unwritten)?;
    if outcome.inputs_read > 0 {
        output.finish().map_err(unwritten)?;
    }
    if !args.work.quiet {
        console::say(outcome.tally.summary(started.elapsed()));
    }
    let unrated = outcome.tally.unrated() > 0;
    Ok(if outcome.inputs_failed > 0 {
        Exit::Usage
    } else if unrated {
        Exit::Unrated
    } else {
        Exit::Fine
    })
}
