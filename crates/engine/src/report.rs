//! What a rating says.

use std::sync::Arc;

use undoku_grid::{Cell, CellSet, Digit, Puzzle};
use undoku_lang::{PathResult, Value, close};
use undoku_rules::{MetricSource, System};

/// How a rating ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Status {
    /// The ladder solved the puzzle; there are metrics.
    Solved,
    /// The ladder could not go on; there are steps, but no metrics.
    Stuck,
    /// The text is no puzzle, or two of its clues conflict.
    Invalid,
    /// The puzzle has no solution.
    NoSolution,
    /// The puzzle has several solutions.
    MultipleSolutions,
}

impl Status {
    /// As reports write it.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Solved => "solved",
            Self::Stuck => "stuck",
            Self::Invalid => "invalid",
            Self::NoSolution => "no_solution",
            Self::MultipleSolutions => "multiple_solutions",
        }
    }
}

/// A rating of one puzzle.
#[derive(Clone, Debug)]
pub struct Report {
    /// What was rated: a puzzle, or the text that is none.
    pub puzzle: Subject,
    /// What the input calls it.
    pub label: Option<String>,
    /// How it ended.
    pub status: Status,
    /// The rules that rated it.
    pub system: Arc<System>,
    /// The path program's values, in its order; empty unless solved.
    pub values: Vec<PathResult>,
    /// The row of the tier table, from 0.
    pub tier: Option<usize>,
    /// Where each thing that the tier's profile compares lies.
    pub profile: Vec<Fit>,
    /// The steps, if they were asked for and the puzzle could be walked.
    pub steps: Option<Vec<Step>>,
    /// How many steps the path has.
    pub step_count: usize,
    /// How many steps of each of the system's kinds the path has; empty unless the puzzle could be walked.
    pub kind_counts: Vec<usize>,
    /// How many cells were still open at the end.
    pub remaining: u32,
    /// What the searches of the run that got stuck cost until there was nothing left to search; none where no path
    /// is made by chance, and unless stuck.
    pub spent: Option<f64>,
    /// The kinds whose search a limit of work cut short somewhere on the path, in ladder order: they may have
    /// missed a step.
    pub cut_short: Vec<String>,
    /// What is wrong, where the puzzle could not be rated.
    pub error: Option<ReportError>,
}

/// What was rated.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Subject {
    /// A puzzle.
    Puzzle(Puzzle),
    /// A text that is no puzzle.
    Text(String),
}

/// Where a value lies, seen from a tier's expected range.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Fit {
    /// Less than the range.
    Below,
    /// Within the range.
    Inside,
    /// More than the range.
    Above,
}

impl Fit {
    /// As reports write it.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Below => "below",
            Self::Inside => "inside",
            Self::Above => "above",
        }
    }

    pub(crate) fn of(value: f64, (low, high): (f64, f64)) -> Self {
        if close(value, low) || close(value, high) {
            Self::Inside
        } else if value < low {
            Self::Below
        } else if value > high {
            Self::Above
        } else {
            Self::Inside
        }
    }
}

/// Why a puzzle could not be rated.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ReportError {
    /// A stable word for the kind of problem.
    pub code: String,
    /// What is wrong and what to do.
    pub message: String,
    /// Where it is in the input, if the input has places.
    pub place: Option<InputPlace>,
}

/// A place in an input.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct InputPlace {
    /// The file, as it was named; none for a puzzle given directly.
    pub file: Option<String>,
    /// The line, from 1.
    pub line: usize,
    /// The character in the line, from 1.
    pub column: usize,
}

/// One step of a path.
#[derive(Clone, Debug, PartialEq)]
pub struct Step {
    /// Its number, from 1.
    pub index: usize,
    /// The number, from 1, of the position it was found in: steps of one wave share theirs and are taken
    /// together.
    pub wave: usize,
    /// The place of its kind among the system's kinds.
    pub kind: usize,
    /// The digits it places, and where, by cell.
    pub placements: Vec<(Cell, Digit)>,
    /// The candidates it eliminates, by cell and digit; for a placement none are listed.
    pub eliminations: Vec<(Cell, Digit)>,
    /// The cells that make the pattern: those its explanation names, without those it fills.
    pub pattern: CellSet,
    /// Its assertions.
    pub assertions: f64,
    /// Its score.
    pub score: f64,
    /// What the search for it cost, all rungs together; none where the system charges nothing for searches.
    pub cost: Option<f64>,
    /// What the formulas looked at, by name.
    pub evidence: Vec<(String, Value)>,
    /// Its explanation.
    pub text: String,
}

impl Step {
    /// The one placement that the step is; none where it eliminates or places several digits.
    #[must_use]
    pub fn placement(&self) -> Option<(Cell, Digit)> {
        match self.placements[..] {
            [only] => Some(only),
            _ => None,
        }
    }
}

/// A metric's value.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum MetricValue<'a> {
    /// A whole number.
    Int(i64),
    /// A number.
    Number(f64),
    /// A condition.
    Bool(bool),
    /// A text.
    Text(&'a str),
    /// No value: there is nothing the metric could be about.
    Null,
}

impl Report {
    /// The metrics by name, in the system's order; none unless solved.
    pub fn metrics(&self) -> impl Iterator<Item = (&str, MetricValue<'_>)> {
        let solved = self.status == Status::Solved;
        let metrics = self.system.metrics.iter().filter(move |_| solved);
        metrics.map(|metric| (metric.name.as_str(), self.value(metric.source)))
    }

    /// The steps; none where they were not asked for.
    #[must_use]
    pub fn steps(&self) -> &[Step] {
        self.steps.as_deref().unwrap_or_default()
    }

    /// One metric by its name.
    #[must_use]
    pub fn metric(&self, name: &str) -> Option<MetricValue<'_>> {
        self.metrics()
            .find(|(known, _)| *known == name)
            .map(|(_, value)| value)
    }

    fn value(&self, source: MetricSource) -> MetricValue<'_> {
        match source {
            MetricSource::Tier(at) => self
                .tier
                .and_then(|row| self.system.tiers.get(row))
                .and_then(|tier| tier.names.get(at))
                .map_or(MetricValue::Null, |name| MetricValue::Text(name)),
            MetricSource::Value(at) => match self.values.get(at) {
                Some(PathResult::Int(value)) => MetricValue::Int(*value),
                Some(PathResult::Number(value)) => MetricValue::Number(*value),
                Some(PathResult::Bool(value)) => MetricValue::Bool(*value),
                Some(PathResult::Text(number)) => self
                    .system
                    .texts
                    .text(*number)
                    .map_or(MetricValue::Null, MetricValue::Text),
                None => MetricValue::Null,
            },
        }
    }

    /// A report on a text that is no puzzle.
    #[must_use]
    pub fn unreadable(system: Arc<System>, text: String, error: ReportError) -> Self {
        Self {
            error: Some(error),
            ..Self::empty(system, Subject::Text(text), Status::Invalid)
        }
    }

    pub(crate) const fn empty(system: Arc<System>, puzzle: Subject, status: Status) -> Self {
        Self {
            puzzle,
            label: None,
            status,
            system,
            values: Vec::new(),
            tier: None,
            profile: Vec::new(),
            steps: None,
            step_count: 0,
            kind_counts: Vec::new(),
            remaining: 0,
            spent: None,
            cut_short: Vec::new(),
            error: None,
        }
    }
}
