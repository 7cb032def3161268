//! Rating one puzzle after another with the same working memory.

use std::sync::Arc;

use undoku_grid::{Cell, CellSet, Digit, Position, Puzzle, count_solutions};
use undoku_lang::{Conclusion, PathScratch, Recorder, Registry, Scratch, World, close};
use undoku_rules::{System, model::Pick};

use crate::report::{Fit, Report, ReportError, Status, Step, Subject};

/// What a rating should say and how far it should look.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Options {
    /// Whether reports list the steps, with evidence and explanation.
    pub steps: bool,
    /// How many solutions of a puzzle with several are counted, at the most.
    pub solution_limit: u32,
}

impl Default for Options {
    fn default() -> Self {
        Self {
            steps: false,
            solution_limit: 1000,
        }
    }
}

/// Rates puzzles by one system. It keeps its working memory, so that rating allocates nothing per step;
/// each thread wants its own.
#[derive(Clone, Debug)]
pub struct Rater {
    system: Arc<System>,
    registry: Arc<Registry>,
    options: Options,
    kinds: Vec<Scratch>,
    path: PathScratch,
    recorders: Vec<Recorder>,
    /// How many steps of each kind the path has.
    counts: Vec<usize>,
    steps: Vec<Step>,
    step_count: usize,
}

/// A match that may become the next step.
#[derive(Clone, Copy)]
enum Move {
    Place(Cell, Digit),
    /// The placements stand in the scratch of the kind.
    PlaceAll,
    /// The eliminations stand in the scratch of the kind.
    Eliminate,
}

impl Rater {
    pub(crate) fn new(system: Arc<System>, registry: Arc<Registry>, options: Options) -> Self {
        Self {
            kinds: system
                .kinds
                .iter()
                .map(|kind| kind.program.scratch())
                .collect(),
            path: system.path.scratch(),
            recorders: (system.kinds.iter().zip(0..))
                .map(|(kind, at)| {
                    kind.program
                        .recorder(&system.path, at, kind.technique_number)
                })
                .collect(),
            counts: vec![0; system.kinds.len()],
            system,
            registry,
            options,
            steps: Vec::new(),
            step_count: 0,
        }
    }

    /// Rates a puzzle, after making sure that it has exactly one solution.
    pub fn rate(&mut self, puzzle: &Puzzle) -> Report {
        match self.refuse(puzzle) {
            Some(report) => report,
            None => self.rate_proper(puzzle),
        }
    }

    /// The report on a puzzle that is none: its clues conflict, or it has no or several solutions.
    fn refuse(&self, puzzle: &Puzzle) -> Option<Report> {
        let refused = |status, code: &str, message| {
            let mut report =
                Report::empty(Arc::clone(&self.system), Subject::Puzzle(*puzzle), status);
            report.error = Some(ReportError {
                code: code.to_owned(),
                message,
                place: None,
            });
            Some(report)
        };
        if puzzle.has_conflict() {
            let all: Vec<String> = puzzle.conflicts().iter().map(ToString::to_string).collect();
            return refused(
                Status::Invalid,
                "conflict",
                format!(
                    "clues conflict: {}; correct one of each pair",
                    all.join("; ")
                ),
            );
        }
        let count = count_solutions(puzzle, 2);
        match count.count {
            0 if count.gave_up => refused(
                Status::Invalid,
                "undecided",
                "no solution was found within the search limit, nor that there is none; check the clues".to_owned(),
            ),
            0 => refused(
                Status::NoSolution,
                "no_solution",
                "the puzzle has no solution; a clue must be wrong".to_owned(),
            ),
            1 if !count.gave_up => None,
            1 => refused(
                Status::Invalid,
                "undecided",
                "whether a second solution exists could not be decided within the search limit".to_owned(),
            ),
            _ => {
                let count = count_solutions(puzzle, self.options.solution_limit.max(2));
                let at_least = if count.is_exact() { "" } else { "at least " };
                refused(
                    Status::MultipleSolutions,
                    "multiple_solutions",
                    format!("the puzzle has {at_least}{} solutions; add clues until it has one", count.count),
                )
            }
        }
    }

    /// Rates a puzzle that is known to have exactly one solution.
    ///
    /// For one that has none or several the path is one that the techniques make, and means nothing.
    pub fn rate_proper(&mut self, puzzle: &Puzzle) -> Report {
        let start = puzzle.position();
        let position = self.walk(puzzle, &start);
        let status = if position.is_solved() {
            Status::Solved
        } else {
            Status::Stuck
        };
        let mut report = Report::empty(Arc::clone(&self.system), Subject::Puzzle(*puzzle), status);
        report.remaining = position.open().len();
        report.step_count = self.step_count;
        for (kind, scratch) in self.system.kinds.iter().zip(&mut self.kinds) {
            if kind.program.was_cut_short(scratch) {
                report.cut_short.push(kind.name.clone());
            }
        }
        report.steps = self.options.steps.then(|| std::mem::take(&mut self.steps));
        if status == Status::Solved {
            let system = &*self.system;
            for (recorder, &count) in self.recorders.iter().zip(&self.counts) {
                recorder.finish(count, &mut self.path);
            }
            system.path.run(
                &start,
                puzzle.clues(),
                self.step_count,
                &self.registry,
                &mut self.path,
            );
            report.values.reserve_exact(system.metrics.len());
            report.values.extend(system.path.values(&self.path));
            report.tier = system.path.tier(&self.path);
            if let Some(tier) = report.tier.and_then(|row| system.tiers.get(row)) {
                let values = system.path.profile(&self.path);
                report.profile = values
                    .zip(&tier.profile)
                    .map(|((_, v), &range)| Fit::of(v, range))
                    .collect();
            }
        }
        report
    }

    /// Walks the path and fills the columns; returns the last position.
    fn walk(&mut self, puzzle: &Puzzle, start: &Position) -> Position {
        self.path.start();
        self.counts.fill(0);
        self.step_count = 0;
        self.steps.clear();
        let system = Arc::clone(&self.system);
        let registry = Arc::clone(&self.registry);
        let mut position = start.clone();
        while !position.is_solved() {
            let world = World {
                position: &position,
                clues: puzzle.clues(),
                registry: &registry,
            };
            let found = match system.pick {
                Pick::First => self.first(&system, world),
                Pick::Easiest => self.easiest(&system, world),
            };
            let Some((kind, found)) = found else {
                break;
            };
            self.record(&system, kind, found, world);
            match found {
                Move::Place(cell, digit) => position.place(cell, digit),
                Move::PlaceAll | Move::Eliminate => {
                    match system.kinds[kind].program.conclusion(&self.kinds[kind]) {
                        Some(Conclusion::Eliminate(gone)) => {
                            for (digit, cells) in Digit::ALL.into_iter().zip(gone) {
                                if !cells.is_empty() {
                                    position.eliminate_all(digit.into(), *cells);
                                }
                            }
                        }
                        Some(Conclusion::PlaceAll(all)) => {
                            for (cell, digit) in pairs(all) {
                                if position.cand(cell).contains(digit) {
                                    position.place(cell, digit);
                                }
                            }
                        }
                        Some(Conclusion::Place { .. }) | None => {}
                    }
                }
            }
        }
        position
    }

    /// The first match of the first kind that has one, rated.
    fn first(&mut self, system: &System, world: World<'_>) -> Option<(usize, Move)> {
        for (at, (kind, scratch)) in system.kinds.iter().zip(&mut self.kinds).enumerate() {
            if kind.program.first_rated(world, scratch)
                && let Some(conclusion) = kind.program.conclusion(scratch)
            {
                return Some((at, to_move(conclusion)));
            }
        }
        None
    }

    /// The match with the lowest score; on a tie the first, by ladder and then by the order of matches.
    fn easiest(&mut self, system: &System, world: World<'_>) -> Option<(usize, Move)> {
        let mut best: Option<(f64, usize, usize)> = None;
        for (at, (kind, scratch)) in system.kinds.iter().zip(&mut self.kinds).enumerate() {
            let mut found = kind.program.first(world, scratch);
            let mut number = 0;
            while let Some(here) = found {
                kind.program.rate(world, scratch);
                let score = kind.program.score(scratch);
                if best.is_none_or(|(least, ..)| score < least && !close(score, least)) {
                    best = Some((score, at, number));
                }
                number += 1;
                found = kind.program.next(here, world, scratch);
            }
        }
        // The registers hold the last match of each kind: the best one is found again.
        let (_, at, number) = best?;
        let (kind, scratch) = (&system.kinds[at], &mut self.kinds[at]);
        let mut found = kind.program.first(world, scratch)?;
        for _ in 0..number {
            found = kind.program.next(found, world, scratch)?;
        }
        kind.program.rate(world, scratch);
        let found = to_move(kind.program.conclusion(scratch)?);
        Some((at, found))
    }

    /// Notes a step, before it is applied.
    fn record(&mut self, system: &System, at: usize, found: Move, world: World<'_>) {
        let (kind, scratch) = (&system.kinds[at], &mut self.kinds[at]);
        self.recorders[at].record(self.step_count, scratch, &mut self.path);
        self.counts[at] += 1;
        self.step_count += 1;
        if !self.options.steps {
            return;
        }
        let text = kind.program.explain(world, scratch);
        let (mut placements, mut eliminations) = (Vec::new(), Vec::new());
        match (found, kind.program.conclusion(scratch)) {
            (Move::Place(cell, digit), _) => placements.push((cell, digit)),
            (_, Some(Conclusion::PlaceAll(all))) => placements.extend(pairs(all)),
            (_, Some(Conclusion::Eliminate(gone))) => eliminations.extend(pairs(gone)),
            _ => {}
        }
        placements.sort_unstable();
        eliminations.sort_unstable();
        let placed: CellSet = placements.iter().map(|&(cell, _)| cell).collect();
        self.steps.push(Step {
            index: self.step_count,
            kind: at,
            placements,
            eliminations,
            pattern: kind.program.named_cells(scratch) - placed,
            assertions: kind.program.assertions(scratch),
            score: kind.program.score(scratch),
            evidence: kind
                .program
                .evidence(scratch)
                .map(|(name, value)| (name.to_owned(), value))
                .collect(),
            text,
        });
    }
}

const fn to_move(conclusion: Conclusion<'_>) -> Move {
    match conclusion {
        Conclusion::Place { cell, digit } => Move::Place(cell, digit),
        Conclusion::PlaceAll(_) => Move::PlaceAll,
        Conclusion::Eliminate(_) => Move::Eliminate,
    }
}

/// The pairs of a cell and a digit that sets of cells, one for each digit, hold.
fn pairs(sets: &[CellSet; 9]) -> impl Iterator<Item = (Cell, Digit)> + '_ {
    let all = Digit::ALL.into_iter().zip(sets);
    all.flat_map(|(digit, cells)| cells.iter().map(move |cell| (cell, digit)))
}
