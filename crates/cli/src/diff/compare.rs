//! One puzzle rated by both sides.

use undoku::lang::close;
use undoku::{Report, Status, Step, Subject};

use super::side::Side;
use crate::describe;

/// A puzzle and what both sides make of it.
#[derive(Debug)]
pub(super) struct Compared {
    pub(super) puzzle: String,
    pub(super) label: Option<String>,
    /// The label; without one, the characters.
    pub(super) name: String,
    /// Its class on each side.
    pub(super) classes: [usize; 2],
    /// What decides on each side; NaN for none.
    pub(super) values: [f64; 2],
    pub(super) paths: Paths,
}

/// How the paths of both sides go together.
#[derive(Debug)]
pub(super) enum Paths {
    /// The ratings are the same, and the paths were not looked at.
    Unseen,
    /// They are the same, step by step.
    Same,
    /// They part.
    Part(Parting),
}

/// Where paths part.
#[derive(Clone, Debug)]
pub(super) struct Parting {
    /// The number of the first step that differs, from 1.
    pub(super) step: usize,
    /// That step on each side; none where the path has ended.
    pub(super) steps: [Option<Told>; 2],
}

/// A step: its kind and what it concludes.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Told {
    pub(super) kind: String,
    pub(super) conclusion: String,
}

/// Compares a puzzle that the first side has rated; none if it cannot be walked, by whatever rules.
pub(super) fn compare(report: &Report, sides: &[Side; 2]) -> Option<Compared> {
    let Subject::Puzzle(puzzle) = report.puzzle else {
        return None;
    };
    if !matches!(report.status, Status::Solved | Status::Stuck) {
        return None;
    }
    let other = sides[1].engine.rate(&puzzle);
    let reports = [report, &other];
    let both = |of: &dyn Fn(&Side, &Report) -> f64| [0, 1].map(|at| of(&sides[at], reports[at]));
    let values = both(&Side::value);
    let classes = [0, 1].map(|at| sides[at].class(reports[at]));
    let same_value = close(values[0], values[1]) || values.iter().all(|value| value.is_nan());
    let same_class = sides[0].classes[classes[0]] == sides[1].classes[classes[1]];
    let same = same_value
        && same_class
        && report.remaining == other.remaining
        && counts(report).eq(counts(&other));
    let paths = if same {
        Paths::Unseen
    } else {
        let told = [0, 1].map(|at| sides[at].telling.rate(&puzzle));
        match parting(&told[0], &told[1]) {
            Some(parting) => Paths::Part(parting),
            None => Paths::Same,
        }
    };
    let text = puzzle.to_string();
    Some(Compared {
        name: report.label.clone().unwrap_or_else(|| text.clone()),
        label: report.label.clone(),
        puzzle: text,
        classes,
        values,
        paths,
    })
}

/// The kinds that have steps and how many.
fn counts(report: &Report) -> impl Iterator<Item = (&str, usize)> {
    let kinds = report.system.kinds.iter().zip(&report.kind_counts);
    kinds
        .filter(|(_, count)| **count > 0)
        .map(|(kind, &count)| (kind.name.as_str(), count))
}

/// The first step that is not the same.
fn parting(from: &Report, to: &Report) -> Option<Parting> {
    let kind = |report: &Report, step: &Step| {
        let kind = report.system.kinds.get(step.kind);
        kind.map_or_else(String::new, |kind| kind.name.clone())
    };
    let same = |(a, b): &(&Step, &Step)| {
        kind(from, a) == kind(to, b)
            && a.placements == b.placements
            && a.eliminations == b.eliminations
    };
    let (steps, others) = (from.steps(), to.steps());
    let common = steps.iter().zip(others).take_while(same).count();
    if common == steps.len() && common == others.len() {
        return None;
    }
    let told = |report: &Report| {
        report.steps().get(common).map(|step| Told {
            kind: kind(report, step),
            conclusion: describe::conclusion(step),
        })
    };
    Some(Parting {
        step: common + 1,
        steps: [told(from), told(to)],
    })
}
