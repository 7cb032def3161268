//! What a solver who looks rung by rung finds in one position: every application of the first rung that has one.

use undoku_grid::{Cell, CellSet, Digit, Position};
use undoku_lang::{Conclusion, CostScratch, Scratch, World};
use undoku_rules::{Chance, System};

use crate::stop::Stop;
use crate::walk::{eliminate, place};

/// The most valid applications that are looked at in one position; a kind that has more is cut short.
const MOST_VALID: usize = 4096;

/// What came of a search.
#[derive(Clone, Debug, Default)]
pub(crate) struct Found {
    /// What it cost, all rungs that were searched together.
    pub(crate) cost: f64,
    /// The rung searched last.
    pub(crate) rung: usize,
    /// Its valid applications; none if no rung has any.
    pub(crate) valid: Vec<Application>,
    /// What those do that do more than to place one digit: for each digit the cells.
    sets: Vec<[CellSet; 9]>,
}

/// A valid application: a match.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Application {
    /// The kind of step, by its number in the system.
    pub(crate) kind: usize,
    /// Which of the matches of that kind it is, from 0.
    pub(crate) number: usize,
    effect: Effect,
}

#[derive(Clone, Copy, Debug)]
enum Effect {
    Place(Cell, Digit),
    /// The cells stand in the list of this number.
    PlaceAll(usize),
    Eliminate(usize),
}

/// The working memory of searches.
pub(crate) struct Searcher<'a> {
    pub(crate) system: &'a System,
    pub(crate) chance: &'a Chance,
    pub(crate) kinds: &'a mut [Scratch],
    pub(crate) costs: &'a mut [CostScratch],
    pub(crate) left_out: &'a mut [bool],
    pub(crate) stop: &'a Stop,
}

impl Found {
    fn clear(&mut self) {
        self.cost = 0.0;
        self.rung = 0;
        self.valid.clear();
        self.sets.clear();
    }

    /// Does what an application says.
    pub(crate) fn apply(&self, application: &Application, position: &mut Position) {
        match application.effect {
            Effect::Place(cell, digit) => position.place(cell, digit),
            Effect::PlaceAll(at) => place(&self.sets[at], position),
            Effect::Eliminate(at) => eliminate(&self.sets[at], position),
        }
    }

    fn add(&mut self, kind: usize, number: usize, conclusion: Conclusion<'_>) {
        let next = self.sets.len();
        let effect = match conclusion {
            Conclusion::Place { cell, digit } => Effect::Place(cell, digit),
            Conclusion::PlaceAll(all) => {
                self.sets.push(*all);
                Effect::PlaceAll(next)
            }
            Conclusion::Eliminate(gone) => {
                self.sets.push(*gone);
                Effect::Eliminate(next)
            }
        };
        self.valid.push(Application {
            kind,
            number,
            effect,
        });
    }
}

impl Searcher<'_> {
    /// Searches rungs from the first on until one has a valid application.
    pub(crate) fn search(&mut self, world: World<'_>, found: &mut Found) {
        found.clear();
        self.go_on(0, world, found);
    }

    /// Searches the first rung alone.
    pub(crate) fn search_first(&mut self, world: World<'_>, found: &mut Found) {
        found.clear();
        self.rung(0, 0, world, found);
    }

    /// Goes on behind a first rung that has nothing.
    pub(crate) fn search_on(&mut self, world: World<'_>, found: &mut Found) {
        let first = self.kinds_of(0, 0);
        self.go_on(first, world, found);
    }

    fn go_on(&mut self, mut kind: usize, world: World<'_>, found: &mut Found) {
        while found.valid.is_empty() && kind < self.system.kinds.len() {
            let rung = self.system.kinds[kind].rung;
            kind = self.rung(kind, rung, world, found);
        }
    }

    /// The number behind the kinds of a rung, of which the first is given.
    fn kinds_of(&self, from: usize, rung: usize) -> usize {
        let kinds = self.system.kinds[from..].iter();
        from + kinds.take_while(|kind| kind.rung == rung).count()
    }

    /// Searches the rung whose first kind is given; returns the number behind its last one.
    fn rung(&mut self, from: usize, rung: usize, world: World<'_>, found: &mut Found) -> usize {
        let end = self.kinds_of(from, rung);
        let mut possible = 0_u64;
        for at in from..end {
            if self.stop.is_set() {
                break;
            }
            let (program, scratch) = (&self.system.kinds[at].program, &mut self.kinds[at]);
            possible = possible.saturating_add(program.possible(world, scratch));
            let mut number = 0;
            let mut next = program.first(world, scratch);
            while let Some(here) = next {
                if found.valid.len() == MOST_VALID {
                    self.left_out[at] = true;
                    break;
                }
                if let Some(conclusion) = program.conclusion(scratch) {
                    found.add(at, number, conclusion);
                }
                number += 1;
                next = program.next(here, world, scratch);
            }
        }
        let valid = found.valid.len() as u64;
        if let (Some(cost), Some(scratch)) = (self.chance.costs.get(rung), self.costs.get_mut(rung))
        {
            found.cost += cost.cost(possible, valid, world, scratch);
        }
        found.rung = rung;
        end
    }
}
