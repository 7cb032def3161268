//! Rating one puzzle after another with the same working memory.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use undoku_grid::{Puzzle, count_solutions};
use undoku_lang::{PathScratch, Recorder, Registry, Scratch};
use undoku_rules::System;

use crate::report::{Fit, Report, ReportError, Status, Step, Subject};
use crate::runs::Runs;
use crate::stop::Stop;
use crate::wave::Wave;

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
    pub(crate) system: Arc<System>,
    pub(crate) registry: Arc<Registry>,
    pub(crate) options: Options,
    pub(crate) kinds: Vec<Scratch>,
    pub(crate) path: PathScratch,
    pub(crate) recorders: Vec<Recorder>,
    /// How many steps of each kind the path has.
    pub(crate) counts: Vec<usize>,
    pub(crate) steps: Vec<Step>,
    pub(crate) step_count: usize,
    pub(crate) wave_count: usize,
    pub(crate) wave: Wave,
    pub(crate) runs: Runs,
    /// Of which kinds some matches were left out, because a wave or the path had no more room.
    pub(crate) left_out: Vec<bool>,
    pub(crate) stop: Stop,
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
            recorders: system
                .kinds
                .iter()
                .map(|kind| kind.program.recorder(&system.path, kind.labels))
                .collect(),
            counts: vec![0; system.kinds.len()],
            left_out: vec![false; system.kinds.len()],
            wave: Wave::default(),
            runs: Runs::new(&system),
            system,
            registry,
            options,
            steps: Vec::new(),
            step_count: 0,
            wave_count: 0,
            stop: Stop::default(),
        }
    }

    /// Lets other threads end ratings early. While the flag is up, a rating gives up after the search for one kind of
    /// step at the latest, and its report means nothing.
    pub fn give_up_when(&mut self, flag: Arc<AtomicBool>) {
        self.stop = Stop(Some(flag));
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
        let system = Arc::clone(&self.system);
        let (position, rows, spent, kind_counts) = match &system.chance {
            None => {
                let position = self.walk(puzzle, &start, |_| ());
                (position, self.step_count, None, self.counts.clone())
            }
            Some(chance) => {
                let ended = self.make_runs(puzzle, &start, chance);
                (ended.end, ended.runs, Some(ended.total), ended.kind_counts)
            }
        };
        let status = if position.is_solved() {
            Status::Solved
        } else {
            Status::Stuck
        };
        let mut report = Report::empty(Arc::clone(&self.system), Subject::Puzzle(*puzzle), status);
        report.remaining = position.open().len();
        report.spent = spent.filter(|_| status == Status::Stuck);
        report.step_count = self.step_count;
        report.kind_counts = kind_counts;
        let kinds = self.system.kinds.iter().zip(&mut self.kinds);
        for ((kind, scratch), &left_out) in kinds.zip(&self.left_out) {
            if kind.program.was_cut_short(scratch) || left_out {
                report.cut_short.push(kind.name.clone());
            }
        }
        report.steps = self.options.steps.then(|| std::mem::take(&mut self.steps));
        if status == Status::Solved {
            for (recorder, &count) in self.recorders.iter().zip(&self.counts) {
                recorder.finish(count, &mut self.path);
            }
            system
                .path
                .run(&start, puzzle.clues(), rows, &self.registry, &mut self.path);
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
}
