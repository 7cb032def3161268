//! Which changes of the rules a puzzle moved by.

use rayon::prelude::*;
use undoku::{Engine, Options};

use super::change::Change;
use super::entry::{Columns, Entry, Rating};
use super::movement::Judge;
use crate::args::RuleArgs;
use crate::rules;

/// The most changes that are undone one by one: each takes rules of its own.
const MOST_UNDONE: usize = 24;

/// Why a puzzle moved.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) enum Cause {
    /// One change, or several of which each alone is not enough.
    Changes(Vec<usize>),
    /// Nothing that the head of the baseline could tell.
    Unknown,
    /// It was not looked for.
    NotTraced,
}

/// Finds causes by rating puzzles with changes undone.
pub(super) struct Tracer<'a> {
    changes: &'a [Change],
    judge: &'a Judge,
    /// Changes that can be undone, and the rules without each of them alone.
    singles: Vec<(usize, Engine)>,
    /// The rules without any of these changes.
    none: Option<Engine>,
    /// Those changes.
    undoable: Vec<usize>,
    metrics: &'a [String],
    pool: &'a rayon::ThreadPool,
    /// How many puzzles may still be rated again.
    left: u64,
}

impl<'a> Tracer<'a> {
    pub(super) fn new(
        args: &RuleArgs,
        system: &str,
        changes: &'a [Change],
        (judge, metrics): (&'a Judge, &'a [String]),
        pool: &'a rayon::ThreadPool,
        most: u64,
    ) -> Self {
        let mut tracer = Self {
            changes,
            judge,
            singles: Vec::new(),
            none: None,
            undoable: Vec::new(),
            metrics,
            pool,
            left: most,
        };
        if changes.len() < 2 {
            return tracer;
        }
        let mut undoable: Vec<usize> = (0..changes.len())
            .filter(|&at| !changes[at].undo.is_empty())
            .collect();
        if undoable.len() <= MOST_UNDONE {
            let engines: Vec<Option<(usize, Engine)>> = pool.install(|| {
                let all = undoable.par_iter();
                all.map(|&at| Some((at, without(args, system, changes, &[at])?)))
                    .collect()
            });
            tracer.singles = engines.into_iter().flatten().collect();
            // A value that may not be undone alone, because others lean on the new one, may not be undone at all.
            undoable.retain(|at| tracer.singles.iter().any(|(single, _)| single == at));
        }
        if !undoable.is_empty() {
            tracer.none = without(args, system, changes, &undoable);
        }
        tracer.undoable = undoable;
        tracer
    }

    /// The causes of puzzles that moved, each as it was and as it is.
    pub(super) fn causes(&mut self, moved: &[(Entry, Entry)]) -> Vec<Cause> {
        match self.changes.len() {
            0 => return vec![Cause::Unknown; moved.len()],
            1 => return vec![Cause::Changes(vec![0]); moved.len()],
            _ => {}
        }
        let traced = usize::try_from(self.left)
            .unwrap_or(usize::MAX)
            .min(moved.len());
        self.left -= traced as u64;
        let (now, rest) = moved.split_at(traced);
        let this = &*self;
        let mut causes: Vec<Cause> = self.pool.install(|| {
            let all = now.par_iter();
            all.map(|(old, new)| this.cause(old, new)).collect()
        });
        causes.extend(rest.iter().map(|_| Cause::NotTraced));
        causes
    }

    fn cause(&self, old: &Entry, new: &Entry) -> Cause {
        let rated = |engine: &Engine| -> Rating {
            let columns = Columns::new(engine.system(), self.metrics);
            columns.rating(&engine.rate(&old.puzzle))
        };
        let restores = |rating: &Rating| self.judge.compare(&old.rating, rating).is_none();
        let mut contribute = Vec::new();
        let mut alone = Vec::new();
        for (at, engine) in &self.singles {
            let rating = rated(engine);
            if restores(&rating) {
                alone.push(*at);
            } else if rating != new.rating {
                contribute.push(*at);
            }
        }
        if !alone.is_empty() {
            return Cause::Changes(alone);
        }
        let explained = self
            .none
            .as_ref()
            .is_some_and(|engine| restores(&rated(engine)));
        if self.singles.is_empty() || (explained && contribute.is_empty()) {
            contribute.clone_from(&self.undoable);
        }
        if !explained {
            contribute.extend(self.fixed(old, new));
        }
        contribute.sort_unstable();
        if contribute.is_empty() {
            return Cause::Unknown;
        }
        Cause::Changes(contribute)
    }

    /// The changes that cannot be undone and can have to do with a puzzle: those of techniques that have a step in
    /// it, before or after, and those of no technique; all of them where there are none of these.
    fn fixed(&self, old: &Entry, new: &Entry) -> Vec<usize> {
        let all: Vec<usize> = (0..self.changes.len())
            .filter(|at| !self.undoable.contains(at))
            .collect();
        let steps = || old.rating.steps.iter().chain(&new.rating.steps);
        let concerned = |&at: &usize| match &self.changes[at].kinds {
            Some(kinds) => steps().any(|(kind, _)| kinds.contains(kind)),
            // Bounds that are not values any more, formulas and the program: anything.
            None => true,
        };
        let near: Vec<usize> = all.iter().copied().filter(concerned).collect();
        if near.is_empty() { all } else { near }
    }
}

/// The rules with changes undone; none if they would not hold.
fn without(args: &RuleArgs, system: &str, changes: &[Change], undone: &[usize]) -> Option<Engine> {
    let mut sets = args.set.clone();
    for &at in undone {
        sets.extend(changes[at].undo.iter().cloned());
    }
    let rules = rules::load(&args.rules, &sets).ok()?.ok()?;
    let options = Options {
        steps: false,
        solution_limit: 2,
    };
    let engine = Engine::with_system(rules, system).ok()?;
    Some(engine.options(options))
}

impl Cause {
    /// What people call it.
    pub(super) fn title(&self, changes: &[Change]) -> String {
        let text = |at: &usize| changes.get(*at).map_or("", |change| change.text.as_str());
        match self {
            Self::Changes(all) => match &all[..] {
                [one] => text(one).to_owned(),
                several => {
                    let texts: Vec<&str> = several.iter().map(text).collect();
                    format!("several changes together: {}", texts.join("; "))
                }
            },
            Self::Unknown if changes.is_empty() => {
                "no change of the rules: the baseline was edited, or written by another build of the program".to_owned()
            }
            Self::Unknown => "none of the changes of the rules".to_owned(),
            Self::NotTraced => "not traced to a cause; see --trace".to_owned(),
        }
    }
}
