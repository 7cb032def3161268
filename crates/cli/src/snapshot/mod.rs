//! `undoku snapshot`: baselines of ratings, and what moved since.

mod accept;
mod change;
mod entry;
mod findings;
mod flow;
mod head;
mod join;
mod movement;
mod read;
mod record;
mod trace;
mod verify;
mod write_json;
mod write_text;

use std::io;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::{Duration, Instant};

use undoku::rules::RuleSet;
use undoku::{Engine, Options, Report, Subject};

use crate::args::{self, BankArgs, SnapshotArgs, SnapshotCommand};
use crate::console::{self, grouped, printable};
use crate::exit::Exit;
use crate::input::{Input, shown_place};
use crate::progress::Progress;
use crate::rate::pipeline::{self, Outcome, Work};
use crate::rules;
use crate::threads;

use entry::{Columns, Entry};
use read::{Baseline, Fault};

/// The ending of a baseline's name. It is not that of rule files, whose directories may hold banks too.
const ENDING: &str = "ratings";
/// The most lines without a puzzle that are shown.
const MOST_SHOWN: u64 = 5;

/// Records, verifies or accepts.
pub(crate) fn run(args: &SnapshotArgs) -> Exit {
    let done = match &args.command {
        SnapshotCommand::Record(args) => record::run(args),
        SnapshotCommand::Verify(args) => verify::run(args),
        SnapshotCommand::Accept(args) => accept::run(args),
    };
    done.unwrap_or_else(|exit| exit)
}

/// A file of puzzles and where its baseline is.
struct Bank {
    input: Input,
    /// What to call it.
    name: String,
    path: PathBuf,
    /// The baseline's name.
    baseline: String,
}

/// The banks of the arguments.
fn banks(args: &BankArgs, verb: &str) -> Result<Vec<Bank>, Exit> {
    let usage = |message: String| {
        console::error(message);
        Exit::Usage
    };
    if args.baseline.is_some() && args.banks.len() > 1 {
        args::conflict(
            "snapshot",
            "--baseline is the baseline of one bank; name one",
        );
    }
    let mut all: Vec<Bank> = Vec::new();
    for bank in &args.banks {
        let input = match Input::of(bank.as_os_str()) {
            Input::Stdin => Input::Stdin,
            Input::Text(_) | Input::File(_) => Input::File(bank.clone()),
        };
        let name = printable(&input.name());
        let path = match (&args.baseline, &input) {
            (Some(path), _) => path.clone(),
            (None, Input::File(file)) => file.with_extension(ENDING),
            (None, _) => {
                return Err(usage(
                    "standard input has no baseline beside it; name one with --baseline".to_owned(),
                ));
            }
        };
        if path == *bank {
            return Err(usage(format!(
                "{name} is a baseline; name the bank that it is of, as in `undoku snapshot {verb} bank.txt`"
            )));
        }
        if let Some(other) = all.iter().find(|other| other.path == path) {
            return Err(usage(format!(
                "{} and {name} would share the baseline {}; take them one by one, with --baseline",
                other.name, other.baseline
            )));
        }
        all.push(Bank {
            baseline: printable(&path.display().to_string()),
            input,
            name,
            path,
        });
    }
    Ok(all)
}

impl Bank {
    /// Opens the baseline, which has to be there.
    fn open(&self) -> Result<Baseline, Exit> {
        match Baseline::open(&self.path) {
            Ok(Some(baseline)) => Ok(baseline),
            Ok(None) => {
                console::error(format_args!(
                    "there is no baseline {}; `undoku snapshot record` with the same bank and rules writes it",
                    self.baseline
                ));
                Err(Exit::Usage)
            }
            Err(fault) => Err(wrong(&fault)),
        }
    }
}

fn wrong(fault: &Fault) -> Exit {
    console::error(fault);
    Exit::Usage
}

/// What keeps a bank from being gone through: a fault of the baseline, or that it cannot be written.
fn trouble(bank: &Bank, error: &io::Error) -> Exit {
    let fault = error
        .get_ref()
        .and_then(|inner| inner.downcast_ref::<Fault>());
    match fault {
        Some(fault) => wrong(fault),
        None => console::not_written(&bank.baseline, error),
    }
}

/// The rules of the arguments, for all banks.
fn rules(args: &BankArgs) -> Result<Arc<RuleSet>, Exit> {
    rules::usable(&args.rules.rules, &args.rules.set, args.work.quiet).map(Arc::new)
}

/// An engine for a baseline's system. A system among the arguments has to be that one.
fn engine_of(
    args: &BankArgs,
    rules: &Arc<RuleSet>,
    bank: &Bank,
    baseline: &Baseline,
) -> Result<Engine, Exit> {
    let system = &baseline.head.system;
    if let Some(other) = args.rules.system.as_ref().filter(|other| *other != system) {
        console::error(format_args!(
            "{} is a baseline of the system {system} and not of {other}; a bank can have one of each, named with \
             --baseline",
            bank.baseline
        ));
        return Err(Exit::Usage);
    }
    engine(rules, Some(system))
}

fn engine(rules: &Arc<RuleSet>, system: Option<&str>) -> Result<Engine, Exit> {
    // Nothing is made of how many solutions there are.
    let options = Options {
        steps: false,
        solution_limit: 2,
    };
    rules::select(Arc::clone(rules), system).map(|engine| engine.options(options))
}

/// How a bank was gone through.
struct Rated {
    outcome: Outcome,
    /// How many lines are no puzzles.
    strangers: u64,
    time: Duration,
}

impl Rated {
    /// The exit that the bank alone asks for; none if it was not read to its end.
    fn exit(&self) -> Option<Exit> {
        if self.outcome.inputs_failed > 0 {
            return None;
        }
        Some(if self.strangers > 0 {
            Exit::Unrated
        } else {
            Exit::Fine
        })
    }

    /// Says what became of the puzzles.
    fn say(&self, bank: &Bank) {
        if self.strangers > MOST_SHOWN {
            let more = self.strangers - MOST_SHOWN;
            let (more, are) = match more {
                1 => ("1 more line".to_owned(), "is no puzzle"),
                _ => (format!("{} more lines", grouped(more)), "are no puzzles"),
            };
            console::warning(format_args!("{more} of {} {are}", bank.name));
        }
        let summary = self.outcome.tally.summary(self.time);
        console::say(format_args!("{}: {summary}", bank.name));
    }
}

/// The entries of a batch, and what is wrong with those lines of it that are no puzzles.
struct Batch {
    entries: Vec<Entry>,
    strangers: Vec<String>,
}

/// Rates a bank and hands over its entries in order, a batch at a time.
fn rate(
    bank: &Bank,
    engine: Engine,
    columns: Columns,
    args: &BankArgs,
    mut take: impl FnMut(Vec<Entry>) -> io::Result<()>,
) -> io::Result<Rated> {
    let mut progress = Progress::new(bank.input.size(), false, args.work.quiet);
    let started = Instant::now();
    let work = Work {
        engine,
        inputs: vec![bank.input.clone()],
        column: args.column.clone(),
        jobs: threads::jobs(args.work.jobs),
    };
    let make = move |rows: &[crate::rate::Row]| {
        let mut batch = Batch {
            entries: Vec::with_capacity(rows.len()),
            strangers: Vec::new(),
        };
        for row in rows {
            match columns.entry(&row.report) {
                Some(entry) => batch.entries.push(entry),
                None => batch.strangers.push(stranger(&row.report)),
            }
        }
        Ok(batch)
    };
    let mut strangers = 0;
    let quiet = args.work.quiet;
    let outcome = pipeline::each(work, make, &mut progress, |progress, batch: Batch| {
        for message in &batch.strangers {
            strangers += 1;
            if !quiet && strangers <= MOST_SHOWN {
                progress.aside(|| console::warning(message));
            }
        }
        take(batch.entries)
    });
    progress.finish();
    Ok(Rated {
        outcome: outcome?,
        strangers,
        time: started.elapsed(),
    })
}

/// What is wrong with a line that is no puzzle.
fn stranger(report: &Report) -> String {
    let Some(error) = &report.error else {
        return "a line is no puzzle".to_owned();
    };
    let place = error
        .place
        .as_ref()
        .map_or_else(String::new, |place| format!("{}: ", shown_place(place)));
    let text = match &report.puzzle {
        Subject::Text(_) => " (left out)",
        Subject::Puzzle(_) => "",
    };
    printable(&format!("{place}{}{text}", error.message))
}
