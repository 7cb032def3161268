//! Taking what moved into a baseline.

use std::collections::HashMap;
use std::io::{self, Write};
use std::sync::Arc;

use undoku::Engine;
use undoku::lang::nearest;
use undoku::rules::RuleSet;

use super::entry::{Columns, Entry};
use super::head::Head;
use super::join::{Join, Pair};
use super::movement::Judge;
use super::read::Baseline;
use super::{Bank, Rated, banks, engine_of, rate, rules, trouble};
use crate::args::{AcceptArgs, Level};
use crate::console::{self, counted, grouped, printable};
use crate::evaluate::choice::matches;
use crate::exit::Exit;
use crate::output::Output;

/// Accepts for all banks.
pub(super) fn run(args: &AcceptArgs) -> Result<Exit, Exit> {
    let banks = banks(&args.bank, "accept")?;
    let rules = rules(&args.bank)?;
    let mut exit = Exit::Fine;
    for bank in &banks {
        let accepted = accept(args, &rules, bank);
        exit = exit.max(accepted.unwrap_or_else(|exit| exit));
    }
    Ok(exit)
}

/// What was taken over.
#[derive(Default)]
struct Taken {
    moved: u64,
    added: u64,
    gone: u64,
    entries: u64,
}

fn accept(args: &AcceptArgs, rules: &Arc<RuleSet>, bank: &Bank) -> Result<Exit, Exit> {
    let baseline = bank.open()?;
    let engine = engine_of(&args.bank, rules, bank, &baseline)?;
    let head = baseline.head.clone();
    let judge =
        Judge::new(engine.system(), &head.metrics, Level::Steps, &[]).map_err(|message| {
            console::error(message);
            Exit::Usage
        })?;
    let job = Job {
        args,
        bank,
        judge,
        head,
    };
    let (rated, taken) = if args.puzzle.is_empty() {
        job.all(baseline, engine)?
    } else {
        job.some(baseline, engine)?
    };
    if !args.bank.work.quiet {
        rated.say(bank);
        job.say(&taken);
    }
    Ok(rated.exit().unwrap_or(Exit::Usage))
}

struct Job<'a> {
    args: &'a AcceptArgs,
    bank: &'a Bank,
    judge: Judge,
    /// The baseline's head as it is.
    head: Head,
}

impl Job<'_> {
    fn trouble(&self, error: &io::Error) -> Exit {
        trouble(self.bank, error)
    }

    fn open(&self) -> Result<Output, Exit> {
        Output::open(Some(&self.bank.path)).map_err(|error| self.trouble(&error))
    }

    fn say(&self, taken: &Taken) {
        let Taken {
            moved,
            added,
            gone,
            entries,
        } = taken;
        let entries = grouped(*entries);
        let baseline = &self.bank.baseline;
        if moved + added + gone == 0 {
            console::say(format_args!(
                "nothing moved; {baseline} has {entries} entries"
            ));
            return;
        }
        console::say(format_args!(
            "accepted {} moved, {} new and {} gone; {baseline} has {entries} entries",
            grouped(*moved),
            grouped(*added),
            grouped(*gone)
        ));
    }

    /// Whether a bank was read to its end and has puzzles: nothing is taken from one that was not.
    fn whole(&self, rated: &Rated) -> Result<(), Exit> {
        if rated.exit().is_none() {
            return Err(Exit::Usage);
        }
        if rated.outcome.tally.total() == rated.strangers {
            console::error(format_args!(
                "{} has no puzzles; the baseline was left as it is",
                self.bank.name
            ));
            return Err(Exit::Usage);
        }
        Ok(())
    }

    /// Writes the bank's ratings of today under today's rules.
    fn all(&self, baseline: Baseline, engine: Engine) -> Result<(Rated, Taken), Exit> {
        let trouble = |error: io::Error| self.trouble(&error);
        let lost = self.judge.metrics().iter().map(|metric| !metric.there);
        let lost: Vec<bool> = lost.collect();
        let names = self.head.metrics.iter().zip(&lost);
        let kept = names
            .filter(|(_, lost)| !**lost)
            .map(|(name, _)| name.clone());
        let head = Head::new(engine.system(), kept.collect());
        let columns = Columns::new(engine.system(), &self.head.metrics);
        let mut output = self.open()?;
        let mut lines = Vec::new();
        head.write(&mut lines).map_err(trouble)?;
        let mut taken = Taken::default();
        let mut join = Join::new(baseline);
        let mut pairs = Vec::new();
        let rated = rate(self.bank, engine, columns, &self.args.bank, |entries| {
            for mut entry in entries {
                // The comparison wants the values of the old head, and the new head those that are left.
                join.push(entry.clone(), &mut pairs)?;
                pairs
                    .drain(..)
                    .for_each(|pair| self.count(&pair, &mut taken));
                let mut lost = lost.iter();
                entry.rating.values.retain(|_| lost.next() == Some(&false));
                entry.write(&head.metrics, &mut lines)?;
                taken.entries += 1;
            }
            output.write_all(&std::mem::take(&mut lines))
        });
        let rated = rated.map_err(trouble)?;
        self.whole(&rated)?;
        let rest: io::Result<()> = join.finish(|pair| {
            self.count(&pair, &mut taken);
            Ok(())
        });
        rest.map_err(trouble)?;
        output.finish().map_err(trouble)?;
        Ok((rated, taken))
    }

    fn count(&self, pair: &Pair, taken: &mut Taken) {
        match pair {
            Pair::Added(_) => taken.added += 1,
            Pair::Gone(_) => taken.gone += 1,
            Pair::Both { old, new } => {
                taken.moved += u64::from(self.judge.compare(&old.rating, &new.rating).is_some());
            }
        }
    }

    /// Writes the baseline as it is, but for the puzzles that were chosen. Its head says by which rules the others
    /// were rated until none is left.
    fn some(&self, baseline: Baseline, engine: Engine) -> Result<(Rated, Taken), Exit> {
        let trouble = |error: io::Error| self.trouble(&error);
        let today = Head::new(engine.system(), self.head.metrics.clone());
        let columns = Columns::new(engine.system(), &self.head.metrics);
        let mut choice = Choice::new(&self.args.puzzle);
        let mut join = Join::new(baseline);
        let mut pairs = Vec::new();
        let rated = rate(self.bank, engine, columns, &self.args.bank, |entries| {
            for entry in entries {
                join.push(entry, &mut pairs)?;
                pairs
                    .drain(..)
                    .for_each(|pair| choice.look(pair, &self.judge));
            }
            Ok(())
        });
        let rated = rated.map_err(trouble)?;
        self.whole(&rated)?;
        let rest: io::Result<()> = join.finish(|pair| {
            choice.look(pair, &self.judge);
            Ok(())
        });
        rest.map_err(trouble)?;
        choice.all_found().map_err(|message| {
            console::error(format_args!("{}: {message}", self.bank.baseline));
            Exit::Usage
        })?;
        let lost = self.judge.metrics().iter().any(|metric| !metric.there);
        let head = if choice.left == 0 && !lost {
            &today
        } else {
            &self.head
        };
        let written = self.rewrite(head, choice).map_err(trouble)?;
        Ok((rated, written))
    }

    fn rewrite(&self, head: &Head, mut choice: Choice) -> io::Result<Taken> {
        let mut output = Output::open(Some(&self.bank.path))?;
        let mut out = io::BufWriter::new(&mut output);
        head.write(&mut out)?;
        let Some(mut old) = Baseline::open(&self.bank.path)? else {
            return Err(io::Error::from(io::ErrorKind::NotFound));
        };
        while let Some(entry) = old.entry()? {
            let entry = match choice.instead.remove(&entry.line) {
                None => entry,
                Some(Some(new)) => *new,
                Some(None) => continue,
            };
            entry.write(&head.metrics, &mut out)?;
            choice.taken.entries += 1;
        }
        for entry in &choice.added {
            entry.write(&head.metrics, &mut out)?;
            choice.taken.entries += 1;
        }
        out.flush()?;
        drop(out);
        output.finish()?;
        Ok(choice.taken)
    }
}

/// The puzzles that are accepted.
struct Choice {
    /// What the arguments name, and whether it was found.
    wanted: Vec<(String, bool)>,
    /// What stands in place of the entry of a line of the baseline; nothing for one that goes.
    instead: HashMap<usize, Option<Box<Entry>>>,
    added: Vec<Entry>,
    taken: Taken,
    /// How many other puzzles moved.
    left: u64,
    /// Names of some of these, to suggest them.
    others: Vec<String>,
}

impl Choice {
    fn new(wanted: &[String]) -> Self {
        Self {
            wanted: wanted.iter().map(|name| (name.clone(), false)).collect(),
            instead: HashMap::new(),
            added: Vec::new(),
            taken: Taken::default(),
            left: 0,
            others: Vec::new(),
        }
    }

    fn look(&mut self, pair: Pair, judge: &Judge) {
        match pair {
            Pair::Both { old, new } => {
                if judge.compare(&old.rating, &new.rating).is_some() && self.wants(&new) {
                    self.taken.moved += 1;
                    self.instead.insert(old.line, Some(Box::new(new)));
                }
            }
            Pair::Added(new) => {
                if self.wants(&new) {
                    self.taken.added += 1;
                    self.added.push(new);
                }
            }
            Pair::Gone(old) => {
                if self.wants(&old) {
                    self.taken.gone += 1;
                    self.instead.insert(old.line, None);
                }
            }
        }
    }

    /// Whether a puzzle that moved is accepted.
    fn wants(&mut self, entry: &Entry) -> bool {
        let puzzle = entry.puzzle.to_string();
        let mut wanted = false;
        for (name, found) in &mut self.wanted {
            let label = entry.label.as_deref();
            if *name == puzzle || label.is_some_and(|label| matches(name, label)) {
                *found = true;
                wanted = true;
            }
        }
        if !wanted {
            const MOST: usize = 1000;
            self.left += 1;
            if self.others.len() < MOST {
                self.others.push(entry.name());
            }
        }
        wanted
    }

    /// Whether every name was of use; or which was not.
    fn all_found(&self) -> Result<(), String> {
        let Some((name, _)) = self.wanted.iter().find(|(_, found)| !found) else {
            return Ok(());
        };
        let advice = match nearest(name, self.others.iter().map(String::as_str)) {
            Some(near) => format!("; did you mean `{near}`?"),
            None if self.left == 0 => String::new(),
            None => format!(
                "; `undoku snapshot verify` lists {}",
                counted(self.left as usize, "other puzzle")
            ),
        };
        Err(format!(
            "no puzzle that moved is called `{}`{advice}; nothing was accepted",
            printable(name)
        ))
    }
}
