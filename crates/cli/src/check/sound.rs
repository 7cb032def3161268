//! `undoku check --sound`: what techniques conclude, compared with the solutions of puzzles.

use std::cell::Cell;
use std::io::{self, BufReader, Read, Write};
use std::rc::Rc;
use std::sync::Arc;

use rayon::prelude::*;
use serde_json::json;
use undoku::grid::format::{Entry, read_puzzles};
use undoku::grid::{Deduction, Solution, Solutions, solve};
use undoku::rules::RuleSet;
use undoku::{SoundnessCheck, Violation, Walk};

use crate::args::{CheckArgs, CheckFormat};
use crate::board;
use crate::console::{self, counted, grouped, printable};
use crate::describe;
use crate::exit::Exit;
use crate::input::{self, Input};
use crate::progress::Progress;
use crate::rules;
use crate::threads;

/// How many puzzles are read before they are walked.
const BATCH: usize = 64;

/// What was seen of one kind of step.
#[derive(Debug, Default)]
struct Tally {
    matches: u64,
    positions: u64,
    cut_short: u64,
    violations: u64,
}

/// Compares all that techniques conclude with the solutions of puzzles.
pub(crate) fn run(args: &CheckArgs, rules: RuleSet) -> Result<Exit, Exit> {
    let engine = rules::select(rules, args.system.as_deref())?;
    let inputs: Vec<Input> = args.sound.iter().map(|file| Input::of(file)).collect();
    let sizes: Option<u64> = inputs.iter().map(Input::size).sum();
    let pool = threads::pool(args.jobs)?;
    let out = anstream::stdout();
    let checker = SoundnessCheck::new(&engine);
    let mut run = Run {
        rules: checker.rules().clone(),
        tallies: checker.rules().kinds().map(|_| Tally::default()).collect(),
        progress: Progress::new(sizes, out.is_terminal(), args.quiet),
        out: Box::new(io::BufWriter::new(out)),
        checker,
        pool,
        format: args.format,
        read: Rc::new(Cell::new(0)),
        puzzles: 0,
        positions: 0,
        improper: 0,
        unreadable: 0,
    };
    let mut failed = false;
    for input in &inputs {
        match run.input(input) {
            Ok(()) => {}
            Err(Failure::Input(message)) => {
                run.progress.aside(|| console::error(message));
                failed = true;
            }
            Err(Failure::Output(error)) => return Err(unwritten(error)),
        }
    }
    run.progress.finish();
    run.finish().map_err(unwritten)?;
    let violated = run.tallies.iter().any(|tally| tally.violations > 0);
    Ok(if failed {
        Exit::Usage
    } else if violated {
        Exit::Findings
    } else {
        Exit::Fine
    })
}

fn unwritten(error: io::Error) -> Exit {
    console::not_written("the findings", &error)
}

/// Why an input was not walked to its end.
enum Failure {
    Input(String),
    Output(io::Error),
}

impl From<io::Error> for Failure {
    fn from(error: io::Error) -> Self {
        Self::Output(error)
    }
}

/// What became of an entry of an input.
enum Outcome {
    /// It is no puzzle.
    Unreadable,
    /// It has no solution, or several.
    Improper,
    Walked(Solution, Walk),
}

struct Run {
    rules: Arc<RuleSet>,
    /// Makes violations smaller; each thread walks with a copy.
    checker: SoundnessCheck,
    pool: rayon::ThreadPool,
    format: CheckFormat,
    out: Box<dyn Write>,
    progress: Progress,
    /// The bytes read so far.
    read: Rc<Cell<u64>>,
    /// In the order of the rules' kinds.
    tallies: Vec<Tally>,
    puzzles: u64,
    positions: u64,
    improper: u64,
    unreadable: u64,
}

impl Run {
    fn input(&mut self, input: &Input) -> Result<(), Failure> {
        let bytes = Counting {
            bytes: input.open().map_err(Failure::Input)?,
            read: Rc::clone(&self.read),
        };
        let mut entries = read_puzzles(BufReader::new(bytes), input.options(None));
        loop {
            let mut batch = Vec::new();
            for entry in entries.by_ref().take(BATCH) {
                let entry = entry.map_err(|error| {
                    Failure::Input(format!("{} cannot be read: {error}", input.name()))
                })?;
                if let Some(trouble) = input::trouble_of(&entry, input) {
                    return Err(Failure::Input(trouble));
                }
                batch.push(entry);
            }
            if batch.is_empty() {
                return Ok(());
            }
            let lines: Vec<usize> = batch.iter().map(|entry| entry.place.line).collect();
            let checker = &self.checker;
            let walked: Vec<Outcome> = self.pool.install(|| {
                batch
                    .into_par_iter()
                    .map_init(|| checker.clone(), walk)
                    .collect()
            });
            for (line, outcome) in lines.into_iter().zip(walked) {
                self.count(input, line, outcome)?;
            }
            let done = self.puzzles + self.improper + self.unreadable;
            self.progress.advance(self.read.get(), done);
        }
    }

    /// Adds up what became of an entry, and shows the first violation of each kind.
    fn count(&mut self, input: &Input, line: usize, outcome: Outcome) -> io::Result<()> {
        let (solution, walk) = match outcome {
            Outcome::Unreadable => {
                self.unreadable += 1;
                return Ok(());
            }
            Outcome::Improper => {
                self.improper += 1;
                return Ok(());
            }
            Outcome::Walked(solution, walk) => (solution, walk),
        };
        self.puzzles += 1;
        self.positions += walk.positions as u64;
        for (at, kind) in walk.kinds.into_iter().enumerate() {
            let tally = &mut self.tallies[at];
            let known = tally.violations > 0;
            tally.matches += kind.matches;
            tally.positions += kind.positions;
            tally.cut_short += kind.cut_short;
            tally.violations += kind.violations;
            if let Some(violation) = kind.first.filter(|_| !known) {
                let smallest = self.checker.shrink(&violation, &solution);
                let name = match input.file() {
                    Some(file) => format!("{}:{line}", printable(&file)),
                    None => format!("line {line}"),
                };
                let text = match self.format {
                    CheckFormat::Text => self.text(&name, &violation, &smallest),
                    CheckFormat::Json => self.json(&name, &violation, &smallest),
                };
                let out = &mut self.out;
                self.progress.aside_rows(|| {
                    out.write_all(text.as_bytes())?;
                    out.flush()
                })?;
            }
        }
        Ok(())
    }

    /// The names of a violation's kind and technique.
    fn names(&self, violation: &Violation) -> (&str, &str) {
        let id = violation.kind;
        let technique = self.rules.techniques.get(id.technique);
        let kind = self.rules.kind(id);
        (
            kind.map_or("", |kind| &kind.name),
            technique.map_or("", |technique| &technique.id),
        )
    }

    fn text(&self, name: &str, violation: &Violation, smallest: &Violation) -> String {
        let (kind, technique) = self.names(violation);
        let mut out = format!("{name}  violation by {kind} (technique {technique})\n");
        out.push_str(&shown(violation));
        if smallest.situation != violation.situation {
            out.push_str("  the smallest situation found\n");
            out.push_str(&shown(smallest));
        }
        out.push('\n');
        out
    }

    fn json(&self, name: &str, violation: &Violation, smallest: &Violation) -> String {
        let (kind, technique) = self.names(violation);
        let one = |violation: &Violation| {
            json!({
                "position": describe::setup_json(&violation.situation),
                "concludes": violation.deduction.to_string(),
                "wrong": violation.wrong.to_string(),
                "text": violation.text,
            })
        };
        let object = json!({
            "place": name,
            "kind": kind,
            "technique": technique,
            "violation": one(violation),
            "smallest": one(smallest),
        });
        format!("{object}\n")
    }

    /// Writes how often each kind matched.
    fn finish(&mut self) -> io::Result<()> {
        let kinds = self
            .rules
            .kinds()
            .zip(&self.tallies)
            .map(|((id, kind), tally)| {
                let technique = self.rules.techniques.get(id.technique);
                (
                    technique.map_or("", |one| one.id.as_str()),
                    kind.name.as_str(),
                    tally,
                )
            });
        if self.format == CheckFormat::Json {
            for (technique, kind, tally) in kinds {
                let object = json!({
                    "kind": kind,
                    "technique": technique,
                    "matches": tally.matches,
                    "positions": tally.positions,
                    "cut_short": tally.cut_short,
                    "violations": tally.violations,
                });
                writeln!(self.out, "{object}")?;
            }
            return self.out.flush();
        }
        let kinds: Vec<_> = kinds.collect();
        let width = kinds
            .iter()
            .map(|(_, kind, _)| kind.len())
            .max()
            .unwrap_or(0)
            .max(4);
        writeln!(
            self.out,
            "{:<width$}  {:>12}  {:>10}  {:>10}  {:>10}",
            "kind", "matches", "positions", "cut short", "violations"
        )?;
        for (_, kind, tally) in kinds {
            let [matches, positions, cut_short, violations] = [
                tally.matches,
                tally.positions,
                tally.cut_short,
                tally.violations,
            ]
            .map(grouped);
            writeln!(
                self.out,
                "{kind:<width$}  {matches:>12}  {positions:>10}  {cut_short:>10}  {violations:>10}"
            )?;
        }
        let sum = |of: fn(&Tally) -> u64| grouped(self.tallies.iter().map(of).sum());
        write!(
            self.out,
            "\n{} positions of {}: {} matches, {} violations",
            grouped(self.positions),
            counted(self.puzzles as usize, "proper puzzle"),
            sum(|tally| tally.matches),
            sum(|tally| tally.violations),
        )?;
        for (count, what) in [
            (self.improper, "without a single solution"),
            (self.unreadable, "unreadable"),
        ] {
            if count > 0 {
                write!(self.out, ", {} {what} passed over", grouped(count))?;
            }
        }
        writeln!(self.out)?;
        self.out.flush()
    }
}

fn walk(checker: &mut SoundnessCheck, entry: Entry) -> Outcome {
    let Ok(puzzle) = entry.puzzle else {
        return Outcome::Unreadable;
    };
    match solve(&puzzle) {
        Solutions::One(solution) => {
            let walk = checker.walk(&puzzle, &solution);
            Outcome::Walked(solution, walk)
        }
        _ => Outcome::Improper,
    }
}

/// A violation: what is wrong, where, and the position to look at.
fn shown(violation: &Violation) -> String {
    let situation = &violation.situation;
    let mut out = String::new();
    let mut line = |name: &str, text: &str| out.push_str(&format!("    {name:<9} {text}\n"));
    line("concludes", &violation.deduction.to_string());
    let why = match violation.wrong {
        Deduction::Place(_) => "the solution has another digit there",
        Deduction::Eliminate(_) => "the solution has this digit there",
    };
    line("wrong", &format!("{}  {why}", violation.wrong));
    line("because", &printable(&violation.text));
    for (name, text) in describe::setup(situation) {
        line(name, &text);
    }
    let clues = situation.puzzle().clues();
    for row in board::candidates(situation.position(), clues).lines() {
        out.push_str(&format!("    {row}\n"));
    }
    out
}

/// Bytes of an input that are counted while they are read.
struct Counting {
    bytes: Box<dyn Read + Send>,
    read: Rc<Cell<u64>>,
}

impl Read for Counting {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let count = self.bytes.read(buffer)?;
        self.read.set(self.read.get() + count as u64);
        Ok(count)
    }
}
