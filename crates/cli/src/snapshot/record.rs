//! The first baseline of a bank.

use undoku::Engine;
use undoku::lang::Type;
use undoku::rules::{Metric, MetricSource, System};

use super::entry::Columns;
use super::head::Head;
use super::{Bank, banks, engine, rate, rules, trouble};
use crate::args::RecordArgs;
use crate::console;
use crate::evaluate::choice::{matches, unknown};
use crate::exit::Exit;
use crate::output::Output;

/// The metrics to keep where nothing decides a tier.
const VALUES: usize = 3;

/// Records all banks.
pub(super) fn run(args: &RecordArgs) -> Result<Exit, Exit> {
    let banks = banks(&args.bank, "record")?;
    let mut there = false;
    for bank in banks
        .iter()
        .filter(|bank| !args.force && bank.path.exists())
    {
        console::error(format_args!(
            "{} is there already; `undoku snapshot verify` says what moved since, `undoku snapshot accept` takes it \
             over, and --force writes it anew",
            bank.baseline
        ));
        there = true;
    }
    if there {
        return Err(Exit::Usage);
    }
    let rules = rules(&args.bank)?;
    let mut exit = Exit::Fine;
    for bank in &banks {
        let engine = engine(&rules, args.bank.rules.system.as_deref())?;
        exit = exit.max(record(args, bank, engine).unwrap_or_else(|exit| exit));
    }
    Ok(exit)
}

fn record(args: &RecordArgs, bank: &Bank, engine: Engine) -> Result<Exit, Exit> {
    let metrics = metrics(&engine, &args.metric)?;
    let head = Head::new(engine.system(), metrics);
    let columns = Columns::new(engine.system(), &head.metrics);
    let unwritten = |error: std::io::Error| trouble(bank, &error);
    let mut output = Output::open(Some(&bank.path)).map_err(unwritten)?;
    let mut lines = Vec::new();
    let mut entries = 0;
    head.write(&mut lines).map_err(unwritten)?;
    let rated = rate(bank, engine, columns, &args.bank, |batch| {
        for entry in &batch {
            entry.write(&head.metrics, &mut lines)?;
        }
        entries += batch.len();
        std::io::Write::write_all(&mut output, &std::mem::take(&mut lines))
    });
    let rated = rated.map_err(unwritten)?;
    let Some(exit) = rated.exit() else {
        return Err(Exit::Usage);
    };
    if entries == 0 {
        console::error(format_args!(
            "{} has no puzzles; no baseline was written",
            bank.name
        ));
        return Err(Exit::Usage);
    }
    output.finish().map_err(unwritten)?;
    if !args.bank.work.quiet {
        rated.say(bank);
        let count = console::counted(entries, "puzzle");
        console::say(format_args!("{} is the baseline of {count}", bank.baseline));
    }
    let unrated = rated.outcome.tally.unrated() > 0;
    Ok(if unrated {
        exit.max(Exit::Unrated)
    } else {
        exit
    })
}

/// The metrics to keep: the texts of the tier, then those that are named, or what decides and its kin.
fn metrics(engine: &Engine, names: &[String]) -> Result<Vec<String>, Exit> {
    let system = engine.system();
    let names: Vec<&str> = names.iter().map(|name| name.trim()).collect();
    if let Some(message) = unknown(std::slice::from_ref(engine), &names) {
        console::error(message);
        return Err(Exit::Usage);
    }
    let all = || system.metrics.iter();
    let mut kept: Vec<String> = Vec::new();
    let mut keep = |metric: &Metric| {
        if !kept.contains(&metric.name) {
            kept.push(metric.name.clone());
        }
    };
    all().filter(|metric| is_tier(metric)).for_each(&mut keep);
    for name in &names {
        all()
            .filter(|metric| matches(name, &metric.name))
            .for_each(&mut keep);
    }
    if names.is_empty() {
        match system.decides.and_then(|at| system.metrics.get(at)) {
            Some(decides) => {
                keep(decides);
                let kin = |metric: &&Metric| metric.domain == decides.domain;
                all()
                    .filter(kin)
                    .filter(|metric| is_number(system, metric))
                    .for_each(&mut keep);
            }
            None => all()
                .filter(|metric| is_number(system, metric))
                .take(VALUES)
                .for_each(&mut keep),
        }
    }
    Ok(kept)
}

fn is_tier(metric: &Metric) -> bool {
    matches!(metric.source, MetricSource::Tier(_))
}

fn is_number(system: &System, metric: &Metric) -> bool {
    match metric.source {
        MetricSource::Tier(_) => false,
        MetricSource::Value(value) => {
            let ty = system.path.ranges().nth(value).map(|(_, ty, _)| ty);
            ty.is_some_and(|ty| ty != Type::Text)
        }
    }
}
