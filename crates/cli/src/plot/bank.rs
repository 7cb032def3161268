//! Pictures of many puzzles.

use std::io::BufReader;
use std::time::Instant;

use rayon::prelude::*;
use undoku::grid::format::{Entry, read_puzzles};
use undoku::rules::System;
use undoku::{Engine, MetricValue, Status};
use undoku_plot::{Axis, Group, Histogram, Scatter};

use super::Drawn;
use crate::args::PlotArgs;
use crate::console::{self, counted};
use crate::exit::Exit;
use crate::input::{self, Input};
use crate::measure::Measure;
use crate::progress::{self, Progress};
use crate::tally::Tally;

/// How many puzzles are rated before the bar moves.
const BATCH: usize = 256;

/// The values of a bank.
#[derive(Default)]
struct Bank {
    /// Of each rated puzzle the row of its tier, and the wanted values, NaN for none.
    rows: Vec<(Option<usize>, [f64; 2])>,
    tally: Tally,
}

/// A picture of all puzzles. What keeps it from being drawn has been said when this returns an error.
pub(super) fn draw(args: &PlotArgs, engine: Engine, inputs: &[Input]) -> Result<Drawn, Exit> {
    let usage = |message: String| {
        console::error(message);
        Exit::Usage
    };
    let measures = measures(args, engine.system()).map_err(usage)?;
    let started = Instant::now();
    let mut progress = Progress::new(None, false, args.quiet);
    let bank = rate(args, &engine, &measures, inputs, &mut progress);
    progress.finish();
    let bank = bank.map_err(usage)?;
    if bank.tally.total() == 0 {
        let names: Vec<String> = inputs.iter().map(Input::name).collect();
        return Err(usage(format!("no puzzle found in {}", names.join(", "))));
    }
    if !args.quiet {
        console::say(bank.tally.summary(started.elapsed()));
    }
    if bank.rows.is_empty() {
        console::error("none of the puzzles has a rating, so there is nothing to draw");
        return Err(Exit::Unrated);
    }
    let svg = match &measures[..] {
        [x, y] => scatter(engine.system(), x, y, &bank).svg(args.theme.into()),
        [one, ..] => histogram(engine.system(), one, &bank).svg(args.theme.into()),
        [] => String::new(),
    };
    let exit = if bank.tally.unrated() > 0 {
        Exit::Unrated
    } else {
        Exit::Fine
    };
    Ok(Drawn { svg, exit })
}

/// The metrics that are drawn: two of a scatter plot, one of a histogram.
fn measures(args: &PlotArgs, system: &System) -> Result<Vec<Measure>, String> {
    let names: Vec<&str> = match (&args.scatter, &args.histogram) {
        (Some(both), _) => both.split(',').map(str::trim).collect(),
        (None, Some(one)) => vec![one.trim()],
        (None, None) => Vec::new(),
    };
    if args.scatter.is_some() && names.len() != 2 {
        return Err(format!(
            "--scatter takes two metrics with a comma between them, not {}",
            names.len()
        ));
    }
    names
        .into_iter()
        .map(|name| Measure::named(system, name))
        .collect()
}

fn rate(
    args: &PlotArgs,
    engine: &Engine,
    measures: &[Measure],
    inputs: &[Input],
    progress: &mut Progress,
) -> Result<Bank, String> {
    let pool = rayon::ThreadPoolBuilder::new()
        .num_threads(progress::jobs(args.jobs))
        .build()
        .map_err(|error| format!("no threads can be started: {error}"))?;
    let mut bank = Bank::default();
    let mut waiting: Vec<Entry> = Vec::new();
    for input in inputs {
        let bytes = input.open()?;
        let options = input.options(args.input.column.as_deref());
        for entry in read_puzzles(BufReader::new(bytes), options) {
            let entry =
                entry.map_err(|error| format!("{} cannot be read: {error}", input.name()))?;
            if let Some(trouble) = input::trouble_of(&entry, input) {
                return Err(trouble);
            }
            waiting.push(entry);
            if waiting.len() >= BATCH {
                bank.add(engine, measures, &pool, &mut waiting);
                progress.advance(0, bank.tally.total());
            }
        }
    }
    bank.add(engine, measures, &pool, &mut waiting);
    Ok(bank)
}

impl Bank {
    fn add(
        &mut self,
        engine: &Engine,
        measures: &[Measure],
        pool: &rayon::ThreadPool,
        waiting: &mut Vec<Entry>,
    ) {
        let entries = std::mem::take(waiting);
        let rated: Vec<(Status, Option<usize>, [f64; 2])> = pool.install(|| {
            let rater = || engine.rater();
            let entries = entries.into_par_iter();
            let rated = entries.map_init(rater, |rater, entry| {
                let report = rater.rate_entry(entry, None);
                let metrics: Vec<MetricValue<'_>> =
                    report.metrics().map(|(_, value)| value).collect();
                let mut values = [f64::NAN; 2];
                for (value, measure) in values.iter_mut().zip(measures) {
                    let of = metrics.get(measure.at).copied();
                    let number = measure.number(of.unwrap_or(MetricValue::Null));
                    *value = number.unwrap_or(f64::NAN);
                }
                (report.status, report.tier, values)
            });
            rated.collect()
        });
        for (status, tier, values) in rated {
            self.tally.count(status);
            if status == Status::Solved {
                self.rows.push((tier, values));
            }
        }
    }
}

fn scatter(system: &System, x: &Measure, y: &Measure, bank: &Bank) -> Scatter {
    let axis = |measure: &Measure, at: usize| Axis {
        title: measure.name.clone(),
        values: bank.rows.iter().map(|(_, values)| values[at]).collect(),
        names: measure.texts.clone().unwrap_or_default(),
    };
    Scatter {
        title: format!("{} and {}", x.name, y.name),
        description: format!(
            "{} rated by {}: {} to the right, {} upwards.",
            counted(bank.rows.len(), "puzzle"),
            system.title,
            x.name,
            y.name
        ),
        x: axis(x, 0),
        y: axis(y, 1),
    }
}

fn histogram(system: &System, measure: &Measure, bank: &Bank) -> Histogram {
    let values = |wanted: Option<usize>| {
        let rows = bank.rows.iter().filter(|(tier, _)| *tier == wanted);
        rows.map(|(_, values)| values[0]).collect()
    };
    let mut groups: Vec<Group> = system
        .tiers
        .iter()
        .enumerate()
        .map(|(row, tier)| Group {
            // The last of a tier's names tells it from its neighbours.
            name: tier.names.last().cloned().unwrap_or_default(),
            values: values(Some(row)),
        })
        .collect();
    groups.push(Group {
        name: "All puzzles".to_owned(),
        values: values(None),
    });
    Histogram {
        title: format!("{}, {}", measure.name, counted(bank.rows.len(), "puzzle")),
        axis: measure.name.clone(),
        names: measure.texts.clone().unwrap_or_default(),
        groups,
    }
}
