//! Looking for one kind of step at a time, in any position.

use std::ops::ControlFlow;
use std::sync::Arc;

use undoku_grid::{CandidateSet, CellSet, Deduction, Digit, Position, Situation};
use undoku_lang::{Conclusion, Scratch, World};
use undoku_rules::{KindId, KindProgram, RuleSet};

use crate::report::Step;
use crate::walk;

/// Finds all matches of any kind of step of a rule set, whether a ladder uses it or not. It keeps its
/// working memory; each thread wants its own.
#[derive(Clone, Debug)]
pub struct Finder {
    rules: Arc<RuleSet>,
    /// By technique and kind; made when they are first needed.
    scratches: Vec<Vec<Option<Scratch>>>,
}

/// A match that was found.
#[derive(Debug)]
pub struct Match<'a> {
    kind: &'a KindProgram,
    world: World<'a>,
    scratch: &'a mut Scratch,
    deduction: Deduction,
}

impl Match<'_> {
    /// What it concludes: only what changes the position.
    #[must_use]
    pub const fn deduction(&self) -> &Deduction {
        &self.deduction
    }

    /// The sentence that explains it.
    #[must_use]
    pub fn explain(&mut self) -> String {
        let program = &self.kind.program;
        program.rate(self.world, self.scratch);
        program.explain(self.world, self.scratch)
    }

    /// The match as a step of no path: its number, its wave and its place in a ladder are 0.
    #[must_use]
    pub fn step(&mut self) -> Step {
        let program = &self.kind.program;
        program.rate(self.world, self.scratch);
        walk::step(0, program, self.world, self.scratch)
    }
}

impl Finder {
    /// A finder for these rules.
    #[must_use]
    pub fn new(rules: Arc<RuleSet>) -> Self {
        let none = |technique: &undoku_rules::TechniqueInfo| vec![None; technique.kinds.len()];
        Self {
            scratches: rules.techniques.iter().map(none).collect(),
            rules,
        }
    }

    /// The rules.
    #[must_use]
    pub const fn rules(&self) -> &Arc<RuleSet> {
        &self.rules
    }

    /// Shows every match of a kind in a situation to `visit`, in the order of the pattern's loops, until
    /// that breaks it off. Several matches may conclude the same. An id that the rules do not have
    /// has no matches.
    ///
    /// Returns what the visitor broke it off with, if it did.
    pub fn each<B>(
        &mut self,
        id: KindId,
        situation: &Situation,
        mut visit: impl FnMut(Match<'_>) -> ControlFlow<B>,
    ) -> Option<B> {
        let rules = Arc::clone(&self.rules);
        let kind = rules.kind(id)?;
        let program = &kind.program;
        let scratch = self
            .scratches
            .get_mut(id.technique)?
            .get_mut(id.kind)?
            .get_or_insert_with(|| program.scratch());
        // What an earlier search was cut short by is not this one's.
        program.was_cut_short(scratch);
        let position = situation.position();
        let world = World {
            position,
            clues: situation.puzzle().clues(),
            registry: &rules.registry,
        };
        let mut found = program.first(world, scratch);
        while let Some(here) = found {
            if let Some(conclusion) = program.conclusion(scratch) {
                let deduction = deduction(position, conclusion);
                let shown = Match {
                    kind,
                    world,
                    scratch,
                    deduction,
                };
                if let ControlFlow::Break(value) = visit(shown) {
                    return Some(value);
                }
            }
            found = program.next(here, world, scratch);
        }
        None
    }

    /// Whether a source stopped at a limit of its work in the last search for this kind; asked again, the
    /// answer is no.
    pub fn was_cut_short(&mut self, id: KindId) -> bool {
        let Some(kind) = self.rules.kind(id) else {
            return false;
        };
        let scratches = self.scratches.get_mut(id.technique);
        let scratch = scratches.and_then(|kinds| kinds.get_mut(id.kind)?.as_mut());
        scratch.is_some_and(|scratch| kind.program.was_cut_short(scratch))
    }
}

/// A conclusion as far as it changes the position.
pub(crate) fn deduction(position: &Position, conclusion: Conclusion<'_>) -> Deduction {
    match conclusion {
        Conclusion::Place { cell, digit } => Deduction::placement(cell, digit),
        Conclusion::PlaceAll(all) => Deduction::Place(candidates(position, all)),
        Conclusion::Eliminate(gone) => Deduction::Eliminate(candidates(position, gone)),
    }
}

/// Those of the cells, for each digit by its index, that have the digit as a candidate.
fn candidates(position: &Position, cells: &[CellSet; 9]) -> CandidateSet {
    let mut cells = *cells;
    for (digit, cells) in Digit::ALL.into_iter().zip(&mut cells) {
        *cells &= position.spots(digit);
    }
    CandidateSet::from_cells(cells)
}
