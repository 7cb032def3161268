//! `undoku diff`: two sets of rules or systems over the same puzzles.

mod compare;
mod side;
mod summary;
mod write_html;
mod write_json;
mod write_text;

use std::io::{self, Write};
use std::sync::Arc;
use std::time::Instant;

use undoku::{Engine, Options, Status};

use crate::args::{DiffArgs, DiffFormat};
use crate::console::{self, counted};
use crate::exit::Exit;
use crate::input;
use crate::output::Output;
use crate::progress::Progress;
use crate::rate::pipeline::{self, Work};
use crate::rules;
use crate::threads;

use compare::Compared;
use side::Side;
use summary::Summary;

/// Compares.
pub(crate) fn run(args: &DiffArgs) -> Exit {
    diff(args).unwrap_or_else(|exit| exit)
}

/// A batch: what was compared, and how many puzzles could not be.
struct Batch {
    compared: Vec<Compared>,
    refused: Vec<Status>,
}

fn diff(args: &DiffArgs) -> Result<Exit, Exit> {
    let inputs = input::inputs(&args.input)?;
    let sides = Arc::new([
        side::side(args, "--from", &args.from)?,
        side::side(args, "--to", &args.to)?,
    ]);
    if sides[0].system().hash == sides[1].system().hash && !args.work.quiet {
        console::warning("both sides have the same rules; name what differs with --from and --to");
    }
    let unwritten = |error: io::Error| {
        console::not_written_to(args.target.output.as_deref(), "what differs", &error)
    };
    let mut output = Output::open(args.target.output.as_deref()).map_err(unwritten)?;
    let sizes: Option<u64> = inputs.iter().map(input::Input::size).sum();
    let mut progress = Progress::new(sizes, false, args.work.quiet);
    let started = Instant::now();
    let work = Work {
        engine: first(&sides[0], args)?,
        inputs,
        column: args.input.column.clone(),
        jobs: threads::jobs(args.work.jobs),
    };
    let mut summary = Summary::new(&sides, args.most as usize);
    let mut refused: Vec<(Status, u64)> = Vec::new();
    let shared = Arc::clone(&sides);
    let make = move |rows: &[crate::rate::Row]| {
        let mut batch = Batch {
            compared: Vec::with_capacity(rows.len()),
            refused: Vec::new(),
        };
        for row in rows {
            match compare::compare(&row.report, &shared) {
                Some(compared) => batch.compared.push(compared),
                None => batch.refused.push(row.report.status),
            }
        }
        Ok(batch)
    };
    let outcome = pipeline::each(work, make, &mut progress, |_, batch: Batch| {
        for compared in batch.compared {
            summary.add(compared, &sides);
        }
        for status in batch.refused {
            match refused.iter_mut().find(|(known, _)| *known == status) {
                Some((_, count)) => *count += 1,
                None => refused.push((status, 1)),
            }
        }
        Ok(())
    });
    progress.finish();
    let outcome = outcome.map_err(unwritten)?;
    if outcome.inputs_read == 0 {
        return Ok(Exit::Usage);
    }
    summary.finish();
    let mut text = Vec::new();
    let written = match args.format {
        DiffFormat::Text => write_text::write(&sides, &summary, &mut text),
        DiffFormat::Json => write_json::write(&sides, &summary, &refused, &mut text),
        DiffFormat::Html => write_html::write(&sides, &summary, &refused, &mut text),
    };
    written.map_err(unwritten)?;
    output.write_all(&text).map_err(unwritten)?;
    output.finish().map_err(unwritten)?;
    let refused: u64 = refused.iter().map(|(_, count)| count).sum();
    if !args.work.quiet {
        let compared = counted(summary.puzzles as usize, "puzzle");
        let refused = match refused {
            0 => String::new(),
            count => format!(", {} refused", console::grouped(count)),
        };
        let seconds = started.elapsed().as_secs_f64();
        console::say(format_args!(
            "{compared} compared{refused} in {seconds:.2} s"
        ));
    }
    Ok(if outcome.inputs_failed > 0 {
        Exit::Usage
    } else if refused > 0 {
        Exit::Unrated
    } else {
        Exit::Fine
    })
}

/// The engine of the pipeline: one of its own for the first side, which the threads share.
fn first(side: &Side, args: &DiffArgs) -> Result<Engine, Exit> {
    let engine = rules::select(side.engine.shared_rules(), Some(&side.system().id))?;
    Ok(engine.options(Options {
        steps: false,
        solution_limit: args.input.solutions,
    }))
}
