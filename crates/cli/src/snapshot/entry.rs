//! One puzzle of a baseline: what it is and how it was rated.

use std::io::{self, Write};

use undoku::grid::{Digit, Puzzle};
use undoku::lang::close;
use undoku::rules::System;
use undoku::{MetricValue, Report, Status, Subject, tidy};

use super::flow::{Flow, quote};

/// A puzzle and its rating.
#[derive(Clone, Debug)]
pub(super) struct Entry {
    pub(super) puzzle: Puzzle,
    pub(super) label: Option<String>,
    pub(super) rating: Rating,
    /// The line of the baseline it starts in; 0 for one that was rated now.
    pub(super) line: usize,
}

/// How a puzzle is rated.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Rating {
    pub(super) status: Status,
    /// How many cells were left open; none unless stuck.
    pub(super) open: Option<u32>,
    /// The baseline's metrics, in its order; empty unless solved.
    pub(super) values: Vec<Value>,
    /// The kinds of step that occur, and how often.
    pub(super) steps: Vec<(String, u64)>,
}

/// A metric's value.
#[derive(Clone, Debug)]
pub(super) enum Value {
    Number(f64),
    Bool(bool),
    Text(String),
    Null,
}

/// Numbers that differ by their last digits are the same.
impl PartialEq for Value {
    fn eq(&self, other: &Self) -> bool {
        match (self, other) {
            (Self::Number(a), Self::Number(b)) => close(*a, *b),
            (Self::Bool(a), Self::Bool(b)) => a == b,
            (Self::Text(a), Self::Text(b)) => a == b,
            (Self::Null, Self::Null) => true,
            _ => false,
        }
    }
}

impl Value {
    fn of(value: MetricValue<'_>) -> Self {
        match value {
            MetricValue::Int(value) => Self::Number(value as f64),
            MetricValue::Number(value) => Self::Number(tidy(value)),
            MetricValue::Bool(value) => Self::Bool(value),
            MetricValue::Text(text) => Self::Text(text.to_owned()),
            MetricValue::Null => Self::Null,
        }
    }

    fn read(flow: &Flow) -> Option<Self> {
        match flow {
            Flow::Text(text) => Some(Self::Text(text.clone())),
            Flow::List(_) => None,
            Flow::Word(word) => match word.as_str() {
                "true" => Some(Self::Bool(true)),
                "false" => Some(Self::Bool(false)),
                "null" => Some(Self::Null),
                word => {
                    let number: f64 = word.parse().ok()?;
                    number.is_finite().then_some(Self::Number(number))
                }
            },
        }
    }

    fn written(&self) -> String {
        match self {
            Self::Number(value) => value.to_string(),
            Self::Bool(value) => value.to_string(),
            Self::Text(text) => quote(text),
            Self::Null => "null".to_owned(),
        }
    }
}

/// Which of a system's metrics stand in entries.
#[derive(Clone, Debug)]
pub(super) struct Columns {
    /// Their places among the system's metrics; none for one that the system does not have.
    places: Vec<Option<usize>>,
}

impl Columns {
    /// The places of the metrics of a baseline in a system.
    pub(super) fn new(system: &System, names: &[String]) -> Self {
        let place = |name: &String| system.metrics.iter().position(|m| m.name == *name);
        Self {
            places: names.iter().map(place).collect(),
        }
    }

    /// A report's rating.
    pub(super) fn rating(&self, report: &Report) -> Rating {
        let solved = report.status == Status::Solved;
        let values: Vec<MetricValue<'_>> = report.metrics().map(|(_, value)| value).collect();
        let value = |place: &Option<usize>| {
            let value = place.and_then(|at| values.get(at));
            value.map_or(Value::Null, |value| Value::of(*value))
        };
        let places = self.places.iter().filter(|_| solved);
        let counts = report.system.kinds.iter().zip(&report.kind_counts);
        Rating {
            status: report.status,
            open: (report.status == Status::Stuck).then_some(report.remaining),
            values: places.map(value).collect(),
            steps: counts
                .filter(|&(_, &count)| count > 0)
                .map(|(kind, &count)| (kind.name.clone(), count as u64))
                .collect(),
        }
    }

    /// A report as an entry; none if what was read is no puzzle.
    pub(super) fn entry(&self, report: &Report) -> Option<Entry> {
        match report.puzzle {
            Subject::Text(_) => None,
            Subject::Puzzle(puzzle) => Some(Entry {
                puzzle,
                label: report.label.clone(),
                rating: self.rating(report),
                line: 0,
            }),
        }
    }
}

const STATUSES: [Status; 5] = [
    Status::Solved,
    Status::Stuck,
    Status::Invalid,
    Status::NoSolution,
    Status::MultipleSolutions,
];

impl Rating {
    /// Reads the pairs of the line `rating`; the error says what is wrong.
    pub(super) fn read(pairs: &[(&str, Flow)], metrics: &[String]) -> Result<Self, String> {
        let word = |name: &str| {
            let found = pairs.iter().find(|(key, _)| *key == name);
            found.and_then(|(_, flow)| match flow {
                Flow::Word(word) => Some(word.as_str()),
                _ => None,
            })
        };
        let known = STATUSES.map(Status::as_str).join(", ");
        let status =
            word("status").and_then(|word| STATUSES.into_iter().find(|s| s.as_str() == word));
        let Some(status) = status else {
            return Err(format!("a rating starts with `status:`, one of {known}"));
        };
        let open = match word("open").map(str::parse::<u32>) {
            Some(Ok(open)) => Some(open),
            Some(Err(_)) => return Err("`open` is a number of cells".to_owned()),
            None => None,
        };
        let wanted = metrics.iter().filter(|_| status == Status::Solved);
        let value = |name: &String| {
            let found = pairs.iter().find(|(key, _)| key == name);
            let Some((_, flow)) = found else {
                return Err(format!("the rating has no `{name}`"));
            };
            Value::read(flow)
                .ok_or_else(|| format!("the value of `{name}` is no number and no text"))
        };
        let values = wanted.map(value).collect::<Result<Vec<_>, _>>()?;
        let is_known = |key: &str| {
            matches!(key, "status" | "open") || metrics.iter().any(|metric| metric == key)
        };
        if let Some((key, _)) = pairs.iter().find(|(key, _)| !is_known(key)) {
            return Err(format!("`{key}` is not among the `metrics` of the head"));
        }
        Ok(Self {
            status,
            open,
            values,
            steps: Vec::new(),
        })
    }

    /// Reads the pairs of the line `steps`; the error says what is wrong.
    pub(super) fn read_steps(&mut self, pairs: &[(&str, Flow)]) -> Result<(), String> {
        for (kind, flow) in pairs {
            let count = match flow {
                Flow::Word(word) => word.parse().ok(),
                _ => None,
            };
            let Some(count) = count else {
                return Err(format!(
                    "the number of steps of `{kind}` is no whole number"
                ));
            };
            self.steps.push(((*kind).to_owned(), count));
        }
        Ok(())
    }
}

impl Entry {
    /// Writes the lines of the entry.
    pub(super) fn write(&self, metrics: &[String], out: &mut impl Write) -> io::Result<()> {
        writeln!(out, "- puzzle: {}", quote(&self.puzzle.to_string()))?;
        if let Some(label) = &self.label {
            writeln!(out, "  label: {}", quote(label))?;
        }
        let rating = &self.rating;
        write!(out, "  rating: {{status: {}", rating.status.as_str())?;
        if let Some(open) = rating.open {
            write!(out, ", open: {open}")?;
        }
        for (name, value) in metrics.iter().zip(&rating.values) {
            write!(out, ", {name}: {}", value.written())?;
        }
        writeln!(out, "}}")?;
        if !rating.steps.is_empty() {
            let steps = rating.steps.iter();
            let steps: Vec<String> = steps.map(|(kind, n)| format!("{kind}: {n}")).collect();
            writeln!(out, "  steps: {{{}}}", steps.join(", "))?;
        }
        Ok(())
    }

    /// What people know the puzzle by: its label, or else its characters.
    pub(super) fn name(&self) -> String {
        match &self.label {
            Some(label) => crate::console::printable(label),
            None => self.puzzle.to_string(),
        }
    }
}

/// The puzzle that 81 characters are, and no other form.
pub(super) fn puzzle(text: &str) -> Option<Puzzle> {
    let mut clues: [Option<Digit>; 81] = [None; 81];
    if text.len() != clues.len() {
        return None;
    }
    for (clue, byte) in clues.iter_mut().zip(text.bytes()) {
        *clue = match byte {
            b'.' => None,
            b'1'..=b'9' => Digit::from_number(byte - b'0'),
            _ => return None,
        };
    }
    Some(Puzzle::from_clues(&clues))
}
