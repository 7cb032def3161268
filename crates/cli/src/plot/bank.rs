//! Pictures of many puzzles.

use std::io;
use std::time::Instant;

use undoku::rules::System;
use undoku::{Engine, Report, Status};
use undoku_plot::{Axis, Group, Histogram, Scatter};

use super::Drawn;
use crate::args::PlotArgs;
use crate::console::{self, counted};
use crate::exit::Exit;
use crate::input::Input;
use crate::measure::Measure;
use crate::progress::Progress;
use crate::rate::Row;
use crate::rate::pipeline::{self, Outcome, Work};
use crate::threads;

/// Of each rated puzzle the row of its tier, and the wanted values, NaN for none.
type Bank = Vec<(Option<usize>, Vec<f64>)>;

/// A picture of all puzzles. What keeps it from being drawn has been said when this returns an error.
pub(super) fn draw(args: &PlotArgs, engine: Engine, inputs: Vec<Input>) -> Result<Drawn, Exit> {
    let system = engine.system().clone();
    let measures = measures(args, &system).map_err(|message| {
        console::error(message);
        Exit::Usage
    })?;
    let started = Instant::now();
    let (bank, outcome) = rate(args, engine, &measures, inputs)
        .map_err(|error| console::not_written("the picture", &error))?;
    let tally = outcome.tally;
    if !args.work.quiet && tally.total() > 0 {
        console::say(tally.summary(started.elapsed()));
    }
    if bank.is_empty() {
        console::error("no puzzle has a rating, so there is nothing to draw");
        return Err(if tally.total() == 0 {
            Exit::Usage
        } else {
            Exit::Unrated
        });
    }
    let svg = match &measures[..] {
        [x, y] => scatter(&system, x, y, &bank).svg(args.theme.into()),
        [one, ..] => histogram(&system, one, &bank).svg(args.theme.into()),
        [] => String::new(),
    };
    let exit = if outcome.inputs_failed > 0 {
        Exit::Usage
    } else if tally.unrated() > 0 {
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

/// Rates everything, as `undoku rate` does.
fn rate(
    args: &PlotArgs,
    engine: Engine,
    measures: &[Measure],
    inputs: Vec<Input>,
) -> io::Result<(Bank, Outcome)> {
    let sizes: Option<u64> = inputs.iter().map(Input::size).sum();
    let mut progress = Progress::new(sizes, false, args.work.quiet);
    let work = Work {
        engine,
        inputs,
        column: args.input.column.clone(),
        jobs: threads::jobs(args.work.jobs),
    };
    let measures = measures.to_vec();
    let make = move |rows: &[Row]| {
        let solved = rows.iter().map(|row| &row.report);
        let solved = solved.filter(|report| report.status == Status::Solved);
        let drawn = |report: &Report| (report.tier, Measure::numbers(&measures, report));
        Ok(solved.map(drawn).collect())
    };
    let mut bank = Bank::default();
    let outcome = pipeline::each(work, make, &mut progress, |_, rows: Bank| {
        bank.extend(rows);
        Ok(())
    });
    progress.finish();
    Ok((bank, outcome?))
}

fn scatter(
    system: &System,
    x: &Measure,
    y: &Measure,
    bank: &[(Option<usize>, Vec<f64>)],
) -> Scatter {
    let axis = |measure: &Measure, at: usize| Axis {
        title: measure.name.clone(),
        values: bank.iter().map(|(_, values)| values[at]).collect(),
        names: measure.texts.clone().unwrap_or_default(),
    };
    Scatter {
        title: format!("{} and {}", x.name, y.name),
        description: format!(
            "{} rated by {}: {} to the right, {} upwards.",
            counted(bank.len(), "puzzle"),
            system.title,
            x.name,
            y.name
        ),
        x: axis(x, 0),
        y: axis(y, 1),
    }
}

fn histogram(system: &System, measure: &Measure, bank: &[(Option<usize>, Vec<f64>)]) -> Histogram {
    let values = |wanted: Option<usize>| {
        let rows = bank.iter().filter(|(tier, _)| *tier == wanted);
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
        title: format!("{}, {}", measure.name, counted(bank.len(), "puzzle")),
        axis: measure.name.clone(),
        names: measure.texts.clone().unwrap_or_default(),
        groups,
    }
}
