//! Whether techniques ever say something that the solution of a proper puzzle contradicts.

use std::ops::ControlFlow;
use std::sync::Arc;

use undoku_grid::{CandidateSet, Cell, Deduction, Puzzle, Situation, Solution};
use undoku_rules::{KindId, RuleSet};

use crate::engine::Engine;
use crate::finder::Finder;
use crate::rater::{Options, Rater};

/// The most matches of one kind that are compared with the solution in one position.
pub const MOST_COMPARED: usize = 1_000;

/// The most situations that are tried to make one smaller.
pub const MOST_SMALLER: usize = 2_000;

/// Runs every kind of step of a rule set, whether a ladder uses it or not, at every position of
/// puzzles' paths, and compares what it concludes with the solution. It keeps its working memory; each
/// thread wants its own.
#[derive(Clone, Debug)]
pub struct SoundnessCheck {
    finder: Finder,
    rater: Rater,
    kinds: Vec<KindId>,
}

/// What was seen along the path of one puzzle.
#[derive(Clone, Debug)]
pub struct Walk {
    /// How many positions were looked at.
    pub positions: usize,
    /// What each kind did, in the order of [`RuleSet::kinds`].
    pub kinds: Vec<KindWalk>,
}

/// What one kind of step did along a path.
#[derive(Clone, Debug, Default)]
pub struct KindWalk {
    /// How many matches were compared with the solution.
    pub matches: u64,
    /// In how many positions it has a match.
    pub positions: u64,
    /// In how many positions the search stopped at a limit: [`MOST_COMPARED`], or that of a source.
    pub cut_short: u64,
    /// How many matches contradict the solution.
    pub violations: u64,
    /// The first of those.
    pub first: Option<Box<Violation>>,
}

/// A match that contradicts the solution.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Violation {
    /// The kind of step.
    pub kind: KindId,
    /// Where it was found.
    pub situation: Situation,
    /// All that it concludes.
    pub deduction: Deduction,
    /// What of that is wrong: digits placed that are others in the solution, or candidates eliminated that the
    /// solution needs.
    pub wrong: Deduction,
    /// The sentence that explains the match.
    pub text: String,
}

impl SoundnessCheck {
    /// A check of all rules of an engine, along the paths of its system.
    #[must_use]
    pub fn new(engine: &Engine) -> Self {
        let rules = engine.shared_rules();
        Self {
            kinds: rules.kinds().map(|(id, _)| id).collect(),
            rater: Rater::new(
                Arc::clone(engine.system()),
                Arc::clone(&rules.registry),
                Options::default(),
            ),
            finder: Finder::new(rules),
        }
    }

    /// The rules.
    #[must_use]
    pub const fn rules(&self) -> &Arc<RuleSet> {
        self.finder.rules()
    }

    /// Walks the path of a puzzle as far as it goes. It ends early behind a step that contradicts the solution,
    /// for what follows from that is wrong whatever technique says it.
    pub fn walk(&mut self, puzzle: &Puzzle, solution: &Solution) -> Walk {
        let mut walk = Walk {
            positions: 0,
            kinds: vec![KindWalk::default(); self.kinds.len()],
        };
        let needed = needed(solution);
        for position in self.rater.positions(puzzle) {
            let situation = Situation::at(puzzle, position);
            if !agrees(&situation, solution) {
                break;
            }
            self.look(&situation, &needed, &mut walk);
        }
        walk
    }

    /// Compares all matches in one situation with the solution.
    fn look(&mut self, situation: &Situation, needed: &CandidateSet, walk: &mut Walk) {
        walk.positions += 1;
        for (&id, kind) in self.kinds.iter().zip(&mut walk.kinds) {
            let mut here = 0;
            let stopped = self.finder.each(id, situation, |mut found| {
                if here == MOST_COMPARED {
                    return ControlFlow::Break(());
                }
                here += 1;
                let deduction = *found.deduction();
                if let Some(wrong) = wrong_part(&deduction, needed) {
                    kind.violations += 1;
                    kind.first.get_or_insert_with(|| {
                        Box::new(Violation {
                            kind: id,
                            situation: situation.clone(),
                            deduction,
                            wrong,
                            text: found.explain(),
                        })
                    });
                }
                ControlFlow::Continue(())
            });
            kind.matches += here as u64;
            kind.positions += u64::from(here > 0);
            let cut_short = self.finder.was_cut_short(id);
            kind.cut_short += u64::from(cut_short || stopped.is_some());
        }
    }

    /// A violation of the same kind in a situation with as few placed digits and eliminated candidates as
    /// possible: they are taken back one after the other as long as some match of the kind still contradicts
    /// the solution. The clues stay, for techniques may rely on there being one solution.
    ///
    /// At most [`MOST_SMALLER`] situations are tried, so a smaller one may exist.
    #[must_use]
    pub fn shrink(&mut self, violation: &Violation, solution: &Solution) -> Violation {
        let mut shrinker = Shrinker {
            finder: &mut self.finder,
            needed: needed(solution),
            tries: 0,
            placed: violation.situation.placed(),
            without: violation.situation.without(),
            best: violation.clone(),
        };
        shrinker.run();
        shrinker.best
    }
}

struct Shrinker<'a> {
    finder: &'a mut Finder,
    needed: CandidateSet,
    tries: usize,
    placed: Puzzle,
    without: CandidateSet,
    best: Violation,
}

impl Shrinker<'_> {
    fn run(&mut self) {
        // Often all that was eliminated, or all that was placed, does not matter.
        self.accept(self.placed, CandidateSet::EMPTY);
        self.accept(Puzzle::EMPTY, self.without);
        loop {
            let before = (self.placed, self.without);
            for cell in before.0.clues() {
                self.accept(self.placed.with_clue(cell, None), self.without);
            }
            for cell in self.without.all_cells() {
                let digits = self.without.digits_of(cell);
                let mut all = self.without;
                for digit in digits {
                    all.remove(cell, digit);
                }
                if self.accept(self.placed, all) || digits.len() == 1 {
                    continue;
                }
                for digit in digits {
                    let mut without = self.without;
                    without.remove(cell, digit);
                    self.accept(self.placed, without);
                }
            }
            if (self.placed, self.without) == before || self.tries >= MOST_SMALLER {
                return;
            }
        }
    }

    /// Goes over to a situation if the kind contradicts the solution in it.
    fn accept(&mut self, placed: Puzzle, without: CandidateSet) -> bool {
        if (placed, without) == (self.placed, self.without) || self.tries >= MOST_SMALLER {
            return false;
        }
        self.tries += 1;
        let puzzle = self.best.situation.puzzle();
        let Ok(situation) = Situation::new(puzzle, &placed, &without) else {
            return false;
        };
        let (kind, needed) = (self.best.kind, &self.needed);
        let mut left = MOST_COMPARED;
        let found = self.finder.each(kind, &situation, |mut found| {
            let deduction = *found.deduction();
            if let Some(wrong) = wrong_part(&deduction, needed) {
                let text = found.explain();
                return ControlFlow::Break(Some((deduction, wrong, text)));
            }
            left -= 1;
            if left == 0 {
                return ControlFlow::Break(None);
            }
            ControlFlow::Continue(())
        });
        let Some((deduction, wrong, text)) = found.flatten() else {
            return false;
        };
        (self.placed, self.without) = (situation.placed(), situation.without());
        self.best = Violation {
            kind,
            situation,
            deduction,
            wrong,
            text,
        };
        true
    }
}

/// The candidates that the solution needs.
fn needed(solution: &Solution) -> CandidateSet {
    let all = Cell::ALL.into_iter();
    all.map(|cell| (cell, solution.digit(cell))).collect()
}

/// Whether a situation can still lead to the solution.
fn agrees(situation: &Situation, solution: &Solution) -> bool {
    let position = situation.position();
    Cell::ALL.into_iter().all(|cell| {
        let digit = solution.digit(cell);
        match position.value(cell) {
            Some(value) => value == digit,
            None => position.cand(cell).contains(digit),
        }
    })
}

/// What of a deduction contradicts the solution, which needs these candidates; `None` if nothing does.
fn wrong_part(deduction: &Deduction, needed: &CandidateSet) -> Option<Deduction> {
    let wrong = match deduction {
        Deduction::Place(set) => Deduction::Place(set.difference(needed)),
        Deduction::Eliminate(set) => Deduction::Eliminate(set.intersection(needed)),
    };
    (!wrong.candidates().is_empty()).then_some(wrong)
}
