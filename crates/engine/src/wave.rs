//! All matches of one rung in one position, which are applied at once.

use std::cmp::Ordering;

use undoku_grid::{CellSet, Position};
use undoku_lang::{Conclusion, Recorder, SavedSteps, Scratch, TechniqueProgram, close};

use crate::report::Step;
use crate::walk::{eliminate, place};

/// The most matches that a wave looks at; what a rung has beyond them is left for the next wave.
const MOST_MATCHES: usize = 4096;

/// The matches of a rung, and which of them are the steps of the path, in which order. It keeps its memory.
#[derive(Clone, Debug, Default)]
pub(crate) struct Wave {
    matches: Vec<Match>,
    /// What the columns want of each match.
    saved: SavedSteps,
    /// Each match as a step, where steps are listed.
    told: Vec<Option<Step>>,
    /// The numbers of those that are steps.
    order: Vec<usize>,
}

#[derive(Clone, Debug)]
struct Match {
    kind: usize,
    score: f64,
    assertions: f64,
    conclusion: Concluded,
}

/// What a match does: for each digit the cells that it goes into or from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Concluded {
    Place([CellSet; 9]),
    Eliminate([CellSet; 9]),
}

impl Wave {
    /// Forgets all matches.
    pub(crate) fn clear(&mut self) {
        self.matches.clear();
        self.saved.clear();
        self.told.clear();
        self.order.clear();
    }

    pub(crate) const fn is_empty(&self) -> bool {
        self.matches.is_empty()
    }

    /// Whether there is room for no more matches.
    pub(crate) const fn is_full(&self) -> bool {
        self.matches.len() >= MOST_MATCHES
    }

    /// Adds the match of a kind that was rated last.
    pub(crate) fn add(
        &mut self,
        kind: usize,
        program: &TechniqueProgram,
        recorder: &Recorder,
        scratch: &Scratch,
    ) {
        let conclusion = match program.conclusion(scratch) {
            Some(Conclusion::Place { cell, digit }) => {
                let mut all = [CellSet::EMPTY; 9];
                all[digit.index()] = cell.into();
                Concluded::Place(all)
            }
            Some(Conclusion::PlaceAll(all)) => Concluded::Place(*all),
            Some(Conclusion::Eliminate(gone)) => Concluded::Eliminate(*gone),
            None => Concluded::Eliminate([CellSet::EMPTY; 9]),
        };
        self.matches.push(Match {
            kind,
            score: program.score(scratch),
            assertions: program.assertions(scratch),
            conclusion,
        });
        recorder.save(scratch, &mut self.saved);
    }

    /// Says what the match added last is as a step.
    pub(crate) fn tell(&mut self, step: Step) {
        self.told.push(Some(step));
    }

    /// Leaves one match of those that conclude the same, and puts them in order.
    pub(crate) fn settle(&mut self) {
        let mut order = std::mem::take(&mut self.order);
        order.extend(0..self.matches.len());
        order.sort_unstable_by(|&a, &b| {
            let by_conclusion = self.matches[a].conclusion.cmp(&self.matches[b].conclusion);
            by_conclusion.then(a.cmp(&b))
        });
        // Those that conclude the same stand together, in the order of the kinds; the easiest of them stays.
        order.dedup_by(|again, kept| {
            let (a, b) = (&self.matches[*again], &self.matches[*kept]);
            let same = a.conclusion == b.conclusion;
            if same && a.is_easier_than(b) {
                *kept = *again;
            }
            same
        });
        self.arrange(&mut order, 0);
        self.order = order;
    }

    /// Sorts matches by their figures, from one figure on, and at last by kind and conclusion.
    ///
    /// All figures that columns ask for are among them, so that no symmetry of a puzzle changes the columns: where
    /// it gives matches another order, they do not differ in any.
    fn arrange(&self, order: &mut [usize], figure: usize) {
        if order.len() < 2 {
            return;
        }
        let columns = self.saved.numbers(order[0]).len();
        let Some(of) = self.figure(figure, columns) else {
            order.sort_unstable_by(|&a, &b| {
                let (a, b) = (&self.matches[a], &self.matches[b]);
                a.kind
                    .cmp(&b.kind)
                    .then_with(|| a.conclusion.by_cells(&b.conclusion))
            });
            return;
        };
        order.sort_unstable_by(|&a, &b| of(a).total_cmp(&of(b)));
        for equals in order.chunk_by_mut(|&a, &b| close(of(a), of(b))) {
            self.arrange(equals, figure + 1);
        }
    }

    /// A figure of a match: its score, its assertions, or what a column wants of it.
    fn figure(&self, figure: usize, columns: usize) -> Option<impl Fn(usize) -> f64> {
        (figure < columns + 2).then_some(move |number: usize| match figure {
            0 => self.matches[number].score,
            1 => self.matches[number].assertions,
            _ => self
                .saved
                .numbers(number)
                .get(figure - 2)
                .copied()
                .unwrap_or(0.0),
        })
    }

    /// The numbers of the matches that are the steps of the wave, in order.
    pub(crate) fn order(&self) -> &[usize] {
        &self.order
    }

    /// The kind of the match of a number.
    pub(crate) fn kind(&self, number: usize) -> usize {
        self.matches[number].kind
    }

    /// What the columns want of the matches, by their numbers.
    pub(crate) const fn saved(&self) -> &SavedSteps {
        &self.saved
    }

    /// The match of a number as a step, where steps are listed.
    pub(crate) fn take_step(&mut self, number: usize) -> Option<Step> {
        self.told.get_mut(number)?.take()
    }

    /// Does what the steps conclude, as far as those before them left it possible: in a puzzle with several
    /// solutions or none they may exclude each other.
    pub(crate) fn apply(&self, position: &mut Position) {
        for &number in &self.order {
            match &self.matches[number].conclusion {
                Concluded::Place(all) => place(all, position),
                Concluded::Eliminate(gone) => eliminate(gone, position),
            }
        }
    }
}

impl Match {
    fn is_easier_than(&self, other: &Self) -> bool {
        if close(self.score, other.score) {
            self.assertions < other.assertions && !close(self.assertions, other.assertions)
        } else {
            self.score < other.score
        }
    }
}

impl Concluded {
    /// Placements first, then by the first cell and digit in which they differ.
    fn by_cells(&self, other: &Self) -> Ordering {
        match (self, other) {
            (Self::Place(_), Self::Eliminate(_)) => Ordering::Less,
            (Self::Eliminate(_), Self::Place(_)) => Ordering::Greater,
            (Self::Place(a), Self::Place(b)) | (Self::Eliminate(a), Self::Eliminate(b)) => {
                by_cells(a, b)
            }
        }
    }
}

/// Compares as lists of cells with digits, cell by cell: what has the first pair that the other has not comes
/// first, unless the other ends there.
fn by_cells(a: &[CellSet; 9], b: &[CellSet; 9]) -> Ordering {
    let differing = a.iter().zip(b).enumerate().filter_map(|(digit, (&a, &b))| {
        let cell = (a ^ b).first()?;
        Some((cell, digit))
    });
    let Some((cell, digit)) = differing.min() else {
        return Ordering::Equal;
    };
    let in_a = a[digit].contains(cell);
    let other = if in_a { b } else { a };
    // Whether the list without the pair goes on behind it.
    let goes_on = other.iter().enumerate().any(|(d, cells)| {
        let last = cells.last();
        last.is_some_and(|last| (last, d) > (cell, digit))
    });
    if in_a == goes_on {
        Ordering::Less
    } else {
        Ordering::Greater
    }
}
