//! Paths made by chance: one match of the easiest rung that has any, each as likely, again and again.

use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::sync::Arc;

use undoku_grid::{CellSet, Digit, Position, Puzzle};
use undoku_lang::{CostScratch, World};
use undoku_rules::System;

use crate::chance::Chance;
use crate::rater::Rater;
use crate::report::Step;
use crate::search::{Application, Found, Searcher};
use crate::walk::step;

/// The most positions of a puzzle of which it is kept what was found there.
const MOST_KEPT: usize = 4096;

/// The working memory of paths made by chance.
#[derive(Clone, Debug, Default)]
pub(crate) struct Runs {
    costs: Vec<CostScratch>,
    /// What was found in the position last searched.
    found: Found,
    /// What is to be found in the start position.
    start: Found,
    /// What was found where the first rung has nothing. However the runs of a puzzle part, they meet there.
    kept: HashMap<[CellSet; 9], (Position, Found)>,
}

/// How a run ended.
struct Run {
    total: f64,
    tier: usize,
    steps: usize,
    kind_counts: Vec<usize>,
    end: Position,
}

/// How all runs of a puzzle ended.
pub(crate) struct Ended {
    /// The last position of the last run.
    pub(crate) end: Position,
    /// How many runs there are.
    pub(crate) runs: usize,
    /// What the searches of the last run cost.
    pub(crate) total: f64,
    /// How many steps of each kind the run has whose steps are listed.
    pub(crate) kind_counts: Vec<usize>,
}

impl Runs {
    pub(crate) fn new(system: &System) -> Self {
        let costs = system.chance.iter().flat_map(|chance| &chance.costs);
        Self {
            costs: costs.map(|cost| cost.scratch()).collect(),
            ..Self::default()
        }
    }
}

/// A puzzle, its start position, and what its paths are made with.
#[derive(Clone, Copy)]
struct Task<'a> {
    puzzle: &'a Puzzle,
    start: &'a Position,
    rules: &'a undoku_rules::Chance,
}

impl Rater {
    /// Makes all runs of a puzzle and fills the columns with them. It ends with the first run that does not solve
    /// the puzzle. The steps are those of the first run, or of the one that ended it.
    pub(crate) fn make_runs(
        &mut self,
        puzzle: &Puzzle,
        start: &Position,
        rules: &undoku_rules::Chance,
    ) -> Ended {
        let task = Task {
            puzzle,
            start,
            rules,
        };
        let mut runs = self.prepare(task);
        // There is at least one run.
        let mut ended = Ended {
            end: start.clone(),
            runs: 0,
            total: 0.0,
            kind_counts: Vec::new(),
        };
        for number in 0..rules.runs {
            let tell = number == 0 && self.options.steps;
            let mut run = self.run(&mut runs, task, (number, tell), |_| ());
            let solved = run.end.is_solved();
            if number == 0 || !solved {
                self.step_count = run.steps;
                ended.kind_counts.clone_from(&run.kind_counts);
            }
            if !solved && number > 0 && self.options.steps {
                self.steps.clear();
                run = self.run(&mut runs, task, (number, true), |_| ());
            }
            let figures = [run.total, run.tier as f64, run.steps as f64];
            self.path.put(number as usize, &figures);
            ended = Ended {
                end: run.end,
                runs: number as usize + 1,
                total: run.total,
                ..ended
            };
            if !solved {
                break;
            }
        }
        self.runs = runs;
        ended
    }

    /// Makes the first run alone, and shows each position that a step is looked for in.
    pub(crate) fn first_run(
        &mut self,
        puzzle: &Puzzle,
        start: &Position,
        rules: &undoku_rules::Chance,
        show: impl FnMut(&Position),
    ) {
        let task = Task {
            puzzle,
            start,
            rules,
        };
        let mut runs = self.prepare(task);
        self.run(&mut runs, task, (0, false), show);
        self.runs = runs;
    }

    /// Forgets the puzzle before, and searches the start position for all runs.
    fn prepare(&mut self, task: Task<'_>) -> Runs {
        self.path.start();
        self.counts.fill(0);
        self.left_out.fill(false);
        self.steps.clear();
        let mut runs = std::mem::take(&mut self.runs);
        runs.kept.clear();
        let (system, registry) = (Arc::clone(&self.system), Arc::clone(&self.registry));
        let world = World {
            position: task.start,
            clues: task.puzzle.clues(),
            registry: &registry,
        };
        let Runs { costs, start, .. } = &mut runs;
        self.searcher(&system, task.rules, costs)
            .search(world, start);
        runs
    }

    fn searcher<'a>(
        &'a mut self,
        system: &'a System,
        chance: &'a undoku_rules::Chance,
        costs: &'a mut [CostScratch],
    ) -> Searcher<'a> {
        Searcher {
            system,
            chance,
            kinds: &mut self.kinds,
            costs,
            left_out: &mut self.left_out,
            stop: &self.stop,
        }
    }

    /// Makes the run of a number, and lists its steps if they are to be told.
    fn run(
        &mut self,
        runs: &mut Runs,
        task: Task<'_>,
        (number, tell): (u32, bool),
        mut show: impl FnMut(&Position),
    ) -> Run {
        let (system, registry) = (Arc::clone(&self.system), Arc::clone(&self.registry));
        let mut chance = Chance::new(task.rules.seed, task.puzzle, number);
        let mut run = Run {
            total: 0.0,
            tier: 0,
            steps: 0,
            kind_counts: vec![0; system.kinds.len()],
            end: task.start.clone(),
        };
        while !run.end.is_solved() && !self.stop.is_set() {
            show(&run.end);
            let world = World {
                position: &run.end,
                clues: task.puzzle.clues(),
                registry: &registry,
            };
            let Runs {
                costs, found, kept, ..
            } = runs;
            let mut searcher = self.searcher(&system, task.rules, costs);
            let found = if run.steps == 0 {
                &runs.start
            } else {
                searcher.search_first(world, found);
                if found.valid.is_empty() {
                    search_on(&mut searcher, world, kept, found)
                } else {
                    found
                }
            };
            run.total += found.cost;
            run.tier = run.tier.max(found.rung);
            let drawn = chance.below(found.valid.len() as u64) as usize;
            let Some(&application) = found.valid.get(drawn) else {
                break;
            };
            run.steps += 1;
            run.kind_counts[application.kind] += 1;
            if tell {
                let step = self.told(&system, world, application);
                self.steps.extend(step.map(|step| Step {
                    index: run.steps,
                    wave: run.steps,
                    cost: Some(found.cost),
                    ..step
                }));
            }
            found.apply(&application, &mut run.end);
        }
        run
    }

    /// A match as a step: it is found again, rated and explained.
    fn told(
        &mut self,
        system: &System,
        world: World<'_>,
        application: Application,
    ) -> Option<Step> {
        let kind = &system.kinds[application.kind];
        let scratch = &mut self.kinds[application.kind];
        let mut found = kind.program.first(world, scratch)?;
        for _ in 0..application.number {
            found = kind.program.next(found, world, scratch)?;
        }
        kind.program.rate(world, scratch);
        Some(step(application.kind, &kind.program, world, scratch))
    }
}

/// What is to be found behind a first rung that has nothing: what was found there before, or by a search.
fn search_on<'f>(
    searcher: &mut Searcher<'_>,
    world: World<'_>,
    kept: &'f mut HashMap<[CellSet; 9], (Position, Found)>,
    found: &'f mut Found,
) -> &'f Found {
    let key = Digit::ALL.map(|digit| world.position.spots(digit));
    let room = kept.len() < MOST_KEPT;
    match kept.entry(key) {
        Entry::Occupied(entry) => {
            let (position, before) = entry.into_mut();
            if position == world.position {
                return before;
            }
            // Other digits with the same candidates left: one of the runs went wrong.
            searcher.search_on(world, found);
            found
        }
        Entry::Vacant(entry) => {
            searcher.search_on(world, found);
            if !room {
                return found;
            }
            let (_, kept) = entry.insert((world.position.clone(), found.clone()));
            kept
        }
    }
}
