//! The path of a puzzle: which step comes next, by the policy of the system.

use std::sync::Arc;

use undoku_grid::{Cell, CellSet, Digit, Position, Puzzle};
use undoku_lang::{Conclusion, MOST_STEPS, Scratch, TechniqueProgram, World, close};
use undoku_rules::{System, model::Pick};

use crate::rater::Rater;
use crate::report::Step;

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
    /// Every position of a puzzle's path that has an open cell, in order; between the matches of a wave
    /// there are none. Of paths made by chance it is the first.
    pub(crate) fn positions(&mut self, puzzle: &Puzzle) -> Vec<Position> {
        let mut all = Vec::new();
        let start = puzzle.position();
        let show = |position: &Position| all.push(position.clone());
        let system = Arc::clone(&self.system);
        match &system.chance {
            None => drop(self.walk(puzzle, &start, show)),
            Some(chance) => self.first_run(puzzle, &start, chance, show),
        }
        all
    }

    /// Walks the path and fills the columns; shows each position that a step is looked for in, and returns the
    /// last one.
    pub(crate) fn walk(
        &mut self,
        puzzle: &Puzzle,
        start: &Position,
        mut show: impl FnMut(&Position),
    ) -> Position {
        self.path.start();
        self.counts.fill(0);
        self.left_out.fill(false);
        self.step_count = 0;
        self.wave_count = 0;
        self.steps.clear();
        let system = Arc::clone(&self.system);
        let registry = Arc::clone(&self.registry);
        let mut position = start.clone();
        while !position.is_solved() {
            show(&position);
            let world = World {
                position: &position,
                clues: puzzle.clues(),
                registry: &registry,
            };
            let found = match system.pick {
                Pick::First => self.first(&system, world),
                Pick::Easiest => self.easiest(&system, world),
                Pick::All => {
                    if self.find_wave(&system, world) && self.record_wave() {
                        self.wave.apply(&mut position);
                        continue;
                    }
                    None
                }
                // Chance is an affair of several paths.
                Pick::Random => None,
            };
            let Some((kind, found)) = found else {
                break;
            };
            self.record(&system, kind, world);
            match found {
                Move::Place(cell, digit) => position.place(cell, digit),
                Move::PlaceAll | Move::Eliminate => {
                    match system.kinds[kind].program.conclusion(&self.kinds[kind]) {
                        Some(Conclusion::Eliminate(gone)) => eliminate(gone, &mut position),
                        Some(Conclusion::PlaceAll(all)) => place(all, &mut position),
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
            if self.stop.is_set() {
                return None;
            }
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
                if self.stop.is_set() {
                    return None;
                }
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

    /// All matches of the first rung that has one, rated; says whether there are any.
    fn find_wave(&mut self, system: &System, world: World<'_>) -> bool {
        self.wave.clear();
        let mut rung = 0;
        for (at, kind) in system.kinds.iter().enumerate() {
            if kind.rung != rung && !self.wave.is_empty() {
                break;
            }
            if self.stop.is_set() {
                return false;
            }
            rung = kind.rung;
            let scratch = &mut self.kinds[at];
            let mut found = kind.program.first(world, scratch);
            while let Some(here) = found {
                if self.wave.is_full() {
                    self.left_out[at] = true;
                    break;
                }
                kind.program.rate(world, scratch);
                self.wave
                    .add(at, &kind.program, &self.recorders[at], scratch);
                if self.options.steps {
                    self.wave.tell(step(at, &kind.program, world, scratch));
                }
                found = kind.program.next(here, world, scratch);
            }
        }
        self.wave.settle();
        !self.wave.is_empty()
    }

    /// Notes the steps of a wave, before it is applied; says whether the path has room for them.
    fn record_wave(&mut self) -> bool {
        if self.step_count + self.wave.order().len() > MOST_STEPS {
            for &number in self.wave.order() {
                self.left_out[self.wave.kind(number)] = true;
            }
            return false;
        }
        self.wave_count += 1;
        for at in 0..self.wave.order().len() {
            let number = self.wave.order()[at];
            let kind = self.wave.kind(number);
            let saved = self.wave.saved();
            self.recorders[kind].record_saved(self.step_count, number, saved, &mut self.path);
            self.counts[kind] += 1;
            self.step_count += 1;
            self.steps
                .extend(self.wave.take_step(number).map(|step| Step {
                    index: self.step_count,
                    wave: self.wave_count,
                    ..step
                }));
        }
        true
    }

    /// Notes a step, before it is applied.
    fn record(&mut self, system: &System, at: usize, world: World<'_>) {
        let (kind, scratch) = (&system.kinds[at], &mut self.kinds[at]);
        self.recorders[at].record(self.step_count, scratch, &mut self.path);
        self.counts[at] += 1;
        self.step_count += 1;
        self.wave_count += 1;
        if self.options.steps {
            self.steps.push(Step {
                index: self.step_count,
                wave: self.wave_count,
                ..step(at, &kind.program, world, scratch)
            });
        }
    }
}

/// The match rated last as a step, whose number is not known yet.
pub(crate) fn step(
    at: usize,
    program: &TechniqueProgram,
    world: World<'_>,
    scratch: &mut Scratch,
) -> Step {
    let text = program.explain(world, scratch);
    let (mut placements, mut eliminations) = (Vec::new(), Vec::new());
    match program.conclusion(scratch) {
        Some(Conclusion::Place { cell, digit }) => placements.push((cell, digit)),
        Some(Conclusion::PlaceAll(all)) => placements.extend(pairs(all)),
        Some(Conclusion::Eliminate(gone)) => eliminations.extend(pairs(gone)),
        None => {}
    }
    placements.sort_unstable();
    eliminations.sort_unstable();
    let placed: CellSet = placements.iter().map(|&(cell, _)| cell).collect();
    Step {
        index: 0,
        wave: 0,
        kind: at,
        placements,
        eliminations,
        pattern: program.named_cells(scratch) - placed,
        assertions: program.assertions(scratch),
        score: program.score(scratch),
        cost: None,
        evidence: program
            .evidence(scratch)
            .map(|(name, value)| (name.to_owned(), value))
            .collect(),
        text,
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

/// Places digits, for each its cells, as far as they are still candidates.
pub(crate) fn place(all: &[CellSet; 9], position: &mut Position) {
    for (cell, digit) in pairs(all) {
        if position.cand(cell).contains(digit) {
            position.place(cell, digit);
        }
    }
}

/// Takes candidates out, of each digit those in its cells.
pub(crate) fn eliminate(gone: &[CellSet; 9], position: &mut Position) {
    for (digit, cells) in Digit::ALL.into_iter().zip(gone) {
        if !cells.is_empty() {
            position.eliminate_all(digit.into(), *cells);
        }
    }
}
