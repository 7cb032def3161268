//! What moved since a baseline.

use std::io::{self, Write};

use super::entry::{Columns, Entry};
use super::findings::Findings;
use super::join::{Join, Pair};
use super::movement::{Judge, Movement};
use super::trace::Tracer;
use super::{Bank, banks, change, engine_of, rate, rules, trouble, write_json, write_text};
use crate::args::{CheckFormat, RuleArgs, VerifyArgs};
use crate::console;
use crate::exit::Exit;
use crate::threads;

/// How many moved puzzles are traced at once.
const BATCH: usize = 256;

/// Verifies all banks.
pub(super) fn run(args: &VerifyArgs) -> Result<Exit, Exit> {
    let banks = banks(&args.bank, "verify")?;
    let rules = rules(&args.bank)?;
    let mut exit = Exit::Fine;
    for (number, bank) in banks.iter().enumerate() {
        if number > 0 && args.format == CheckFormat::Text {
            // A reader that is gone is noticed with the next lines.
            let _ = writeln!(io::stdout());
        }
        let verified = verify(args, &rules, bank);
        exit = exit.max(verified.unwrap_or_else(|exit| exit));
    }
    Ok(exit)
}

fn verify(
    args: &VerifyArgs,
    rules: &std::sync::Arc<undoku::rules::RuleSet>,
    bank: &Bank,
) -> Result<Exit, Exit> {
    let usage = |message: String| {
        console::error(message);
        Exit::Usage
    };
    let baseline = bank.open()?;
    let engine = engine_of(&args.bank, rules, bank, &baseline)?;
    let system = engine.system().clone();
    let head = baseline.head.clone();
    let judge = Judge::new(&system, &head.metrics, args.level, &args.tolerance).map_err(usage)?;
    let columns = Columns::new(&system, &head.metrics);
    let changes = change::changes(&head, &system);
    let lost = judge.metrics().iter().filter(|metric| !metric.there);
    let lost = lost.map(|metric| metric.name.clone()).collect();
    let pool = threads::pool(args.bank.work.jobs)?;
    let mut watch = Watch {
        findings: Findings::new(changes.clone(), lost, args.most as usize),
        judge: &judge,
        waiting: Vec::new(),
        tracer: None,
        start: || {
            let metrics = (&judge, &head.metrics[..]);
            let rules: &RuleArgs = &args.bank.rules;
            Tracer::new(rules, &head.system, &changes, metrics, &pool, args.trace)
        },
    };
    let mut join = Join::new(baseline);
    let mut pairs = Vec::new();
    let rated = rate(bank, engine, columns, &args.bank, |entries| {
        watch.findings.puzzles += entries.len() as u64;
        for entry in entries {
            join.push(entry, &mut pairs)?;
            pairs.drain(..).for_each(|pair| watch.look(pair));
        }
        Ok(())
    });
    let rated = rated.map_err(|error| trouble(bank, &error))?;
    let Some(exit) = rated.exit() else {
        return Err(Exit::Usage);
    };
    let rest: io::Result<()> = join.finish(|pair| {
        watch.look(pair);
        Ok(())
    });
    rest.map_err(|error| trouble(bank, &error))?;
    watch.trace();
    let mut findings = watch.findings;
    findings.finish();
    let mut out = io::BufWriter::new(io::stdout().lock());
    let written = match args.format {
        CheckFormat::Text => write_text::write(&bank.name, &findings, &judge, &mut out),
        CheckFormat::Json => {
            let names = (bank.name.as_str(), bank.baseline.as_str());
            write_json::write(names, (&head, &system), &findings, &judge, &mut out)
        }
    };
    written
        .and_then(|()| out.flush())
        .map_err(|error| console::not_written("what moved", &error))?;
    if !args.bank.work.quiet {
        rated.say(bank);
    }
    Ok(if findings.is_empty() {
        exit
    } else {
        Exit::Findings
    })
}

/// Gathers what moved.
struct Watch<'a, S> {
    findings: Findings,
    judge: &'a Judge,
    /// Puzzles that moved and whose causes are not known yet.
    waiting: Vec<(Entry, Entry, Movement)>,
    tracer: Option<Tracer<'a>>,
    /// Makes the tracer, which takes rules of its own, when something has moved.
    start: S,
}

impl<'a, S: Fn() -> Tracer<'a>> Watch<'a, S> {
    fn look(&mut self, pair: Pair) {
        match pair {
            Pair::Added(new) => self.findings.add_added(&new),
            Pair::Gone(old) => self.findings.add_gone(&old),
            Pair::Both { old, new } => {
                if let Some(movement) = self.judge.compare(&old.rating, &new.rating) {
                    self.waiting.push((old, new, movement));
                }
            }
        }
        if self.waiting.len() >= BATCH {
            self.trace();
        }
    }

    fn trace(&mut self) {
        if self.waiting.is_empty() {
            return;
        }
        let mut pairs = Vec::with_capacity(self.waiting.len());
        let mut movements = Vec::with_capacity(self.waiting.len());
        for (old, new, movement) in self.waiting.drain(..) {
            pairs.push((old, new));
            movements.push(movement);
        }
        let tracer = self.tracer.get_or_insert_with(&self.start);
        let causes = tracer.causes(&pairs);
        for (((_, new), cause), movement) in pairs.iter().zip(causes).zip(movements) {
            self.findings.add_moved(new, cause, movement);
        }
    }
}
