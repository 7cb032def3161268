//! `undoku explain`: every step of a puzzle, and what its rating is made of.

use std::io::{self, BufReader, Write};

use anstyle::Style;
use undoku::grid::format::read_puzzles;
use undoku::grid::{Position, Puzzle};
use undoku::rules::System;
use undoku::{Options, Rater, Report, Status, Step, Subject};

use crate::args::{Boards, ExplainArgs};
use crate::board;
use crate::console::{self, counted, printable};
use crate::describe::{StepColumns, value};
use crate::exit::Exit;
use crate::input::{self, Input, shown_place};
use crate::rules;

const BOLD: Style = Style::new().bold();

/// Explains puzzles.
pub(crate) fn run(args: &ExplainArgs) -> Exit {
    explain(args).unwrap_or_else(|exit| exit)
}

fn explain(args: &ExplainArgs) -> Result<Exit, Exit> {
    let inputs = input::inputs(&args.input)?;
    let options = Options {
        steps: true,
        solution_limit: args.input.solutions,
    };
    let engine = rules::engine(&args.rules, options, false)?;
    let mut explainer = Explainer {
        rater: engine.rater(),
        boards: args.boards,
        out: io::BufWriter::new(anstream::stdout().lock()),
        exit: Exit::Fine,
        first: true,
    };
    for input in &inputs {
        match explainer.input(input, args.input.column.as_deref()) {
            Ok(()) => {}
            Err(Failure::Input(message)) => {
                // What was explained before comes before the message about what follows.
                let _ = explainer.out.flush();
                console::error(message);
                explainer.exit = Exit::Usage;
            }
            Err(Failure::Output(error)) => return Err(unwritten(error)),
        }
    }
    explainer.out.flush().map_err(unwritten)?;
    Ok(explainer.exit)
}

/// How the command ends when its explanations cannot be written.
fn unwritten(error: io::Error) -> Exit {
    console::not_written("the explanations", &error)
}

/// Why an input was not explained to its end.
enum Failure {
    Input(String),
    Output(io::Error),
}

impl From<io::Error> for Failure {
    fn from(error: io::Error) -> Self {
        Self::Output(error)
    }
}

struct Explainer<W: Write> {
    rater: Rater,
    boards: Boards,
    out: W,
    exit: Exit,
    first: bool,
}

impl<W: Write> Explainer<W> {
    fn input(&mut self, input: &Input, column: Option<&str>) -> Result<(), Failure> {
        let bytes = input.open().map_err(Failure::Input)?;
        let file = input.file();
        let mut found = false;
        for entry in read_puzzles(BufReader::new(bytes), input.options(column)) {
            let entry = entry.map_err(|error| {
                Failure::Input(format!("{} cannot be read: {error}", input.name()))
            })?;
            if let Some(trouble) = input::trouble_of(&entry, input) {
                return Err(Failure::Input(trouble));
            }
            found = true;
            let line = entry.place.line;
            let report = self.rater.rate_entry(entry, file.as_deref());
            if report.status != Status::Solved {
                self.exit = self.exit.max(Exit::Unrated);
            }
            if !std::mem::take(&mut self.first) {
                writeln!(self.out)?;
            }
            let name = file
                .as_ref()
                .map(|file| format!("{}:{line}", printable(file)));
            self.report(&report, name)?;
            // Whoever feeds puzzles in one by one gets the explanations one by one.
            self.out.flush()?;
        }
        if !found {
            console::warning(format_args!("no puzzles found in {}", input.name()));
        }
        Ok(())
    }

    fn report(&mut self, report: &Report, name: Option<String>) -> io::Result<()> {
        let label = report.label.as_deref().map(printable);
        let title: Vec<String> = name.into_iter().chain(label).collect();
        if !title.is_empty() {
            writeln!(self.out, "{BOLD}{}{BOLD:#}", title.join("  "))?;
        }
        match &report.puzzle {
            Subject::Puzzle(puzzle) => {
                let start = puzzle.position();
                write!(self.out, "{}", board::board(&start, puzzle.clues()))?;
                if report.error.is_none() {
                    self.steps(report, puzzle)?;
                }
            }
            Subject::Text(text) => {
                for line in text.lines() {
                    writeln!(self.out, "{}", printable(line))?;
                }
            }
        }
        self.summary(report)
    }

    fn steps(&mut self, report: &Report, puzzle: &Puzzle) -> io::Result<()> {
        let columns = StepColumns::new(&report.system, report.steps());
        if !report.steps().is_empty() {
            writeln!(self.out, "\n{BOLD}{}{BOLD:#}", columns.header())?;
        }
        let mut position = puzzle.position();
        // The steps of a wave were found in one position, and are taken together.
        for wave in report.steps().chunk_by(|a, b| a.wave == b.wave) {
            for step in wave {
                writeln!(self.out, "{}", columns.step(&report.system, step))?;
                let drawn = match self.boards {
                    Boards::None => false,
                    Boards::Eliminations => step.placement().is_none(),
                    Boards::All => true,
                };
                if drawn {
                    for line in board::step(&position, puzzle.clues(), step).lines() {
                        writeln!(self.out, "      {line}")?;
                    }
                }
            }
            wave.iter().for_each(|step| apply(step, &mut position));
        }
        if report.status == Status::Stuck {
            let open = counted(report.remaining as usize, "open cell");
            writeln!(self.out, "\nNo technique goes on from here, with {open}:")?;
            let board = board::candidates(&position, puzzle.clues());
            write!(self.out, "{board}")?;
        }
        Ok(())
    }

    fn summary(&mut self, report: &Report) -> io::Result<()> {
        let system = &*report.system;
        let mut lines = vec![("status", report.status.as_str().to_owned())];
        if report.error.is_none() {
            lines.push(("steps", report.step_count.to_string()));
        }
        if let Some(tier) = report.tier.and_then(|row| system.tiers.get(row)) {
            lines.push(("tier", tier.names.join(", ")));
        }
        let fits = system.profile.iter().zip(&report.profile);
        let fits: Vec<String> = fits
            .map(|(name, fit)| format!("{name} {}", fit.as_str()))
            .collect();
        if !fits.is_empty() {
            lines.push(("profile", fits.join(", ")));
        }
        if !report.cut_short.is_empty() {
            let kinds = report.cut_short.join(", ");
            let text = format!("the search for {kinds} stopped at a limit: steps may be missing");
            lines.push(("limits", text));
        }
        if let Some(error) = &report.error {
            let text = printable(&error.message);
            lines.push((
                "error",
                match &error.place {
                    Some(place) => format!("{}: {text}", shown_place(place)),
                    None => text,
                },
            ));
        }
        let System {
            id, version, hash, ..
        } = system;
        lines.push(("system", format!("{id}, version {version}, rules {hash}")));
        writeln!(self.out)?;
        for (name, text) in lines {
            writeln!(self.out, "{BOLD}{name:<7}{BOLD:#}  {text}")?;
        }
        self.metrics(report)
    }

    /// The metrics under the name of their domain.
    fn metrics(&mut self, report: &Report) -> io::Result<()> {
        let metrics = &report.system.metrics;
        let width = metrics
            .iter()
            .map(|metric| metric.name.chars().count())
            .max()
            .unwrap_or(0);
        let mut domain = None;
        for (metric, (name, of)) in metrics.iter().zip(report.metrics()) {
            if domain != Some(&metric.domain) {
                domain = Some(&metric.domain);
                let title = metric.domain.as_deref().unwrap_or("extras");
                writeln!(self.out, "\n{BOLD}{}{BOLD:#}", title.replace('_', " "))?;
            }
            writeln!(self.out, "  {name:<width$}  {}", value(of))?;
        }
        Ok(())
    }
}

/// Does what a step says.
fn apply(step: &Step, position: &mut Position) {
    for &(cell, digit) in &step.placements {
        if position.cand(cell).contains(digit) {
            position.place(cell, digit);
        }
    }
    for &(cell, digit) in &step.eliminations {
        position.eliminate(cell, digit);
    }
}
