//! Reports as JSON.

use serde::ser::{SerializeMap, SerializeSeq};
use serde::{Serialize, Serializer};
use undoku_grid::CellSet;
use undoku_lang::Value;
use undoku_rules::model::Pick;

use crate::report::{Fit, InputPlace, MetricValue, Report, ReportError, Status, Step, Subject};

/// A number without the noise of its last digits: rounded to ten decimals.
#[must_use]
pub fn tidy(x: f64) -> f64 {
    const SCALE: f64 = 1e10;
    if x.abs() < 1e5 {
        (x * SCALE).round() / SCALE
    } else {
        x
    }
}

/// The JSON line of a report; its shape is a contract that other programs read.
impl Serialize for Report {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        match &self.puzzle {
            Subject::Puzzle(puzzle) => map.serialize_entry("puzzle", &Shown(puzzle))?,
            Subject::Text(text) => map.serialize_entry("puzzle", text)?,
        }
        if let Some(label) = &self.label {
            map.serialize_entry("label", label)?;
        }
        map.serialize_entry("status", self.status.as_str())?;
        map.serialize_entry("system", &SystemView(self))?;
        if self.status == Status::Solved {
            map.serialize_entry("metrics", &Metrics(self))?;
            map.serialize_entry("tier_profile", &Profile(self))?;
        }
        if self.status == Status::Stuck {
            map.serialize_entry("remaining", &self.remaining)?;
            if let Some(spent) = self.spent {
                map.serialize_entry("spent", &tidy(spent))?;
            }
        }
        if !self.cut_short.is_empty() {
            map.serialize_entry("cut_short", &self.cut_short)?;
        }
        if let Some(steps) = &self.steps {
            map.serialize_entry("steps", &Steps(self, steps))?;
        }
        if let Some(error) = &self.error {
            map.serialize_entry("error", &ErrorView(error))?;
        }
        map.end()
    }
}

struct Shown<T>(T);

impl<T: std::fmt::Display> Serialize for Shown<T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(&self.0)
    }
}

struct SystemView<'a>(&'a Report);

impl Serialize for SystemView<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let system = &self.0.system;
        let mut map = serializer.serialize_map(Some(3))?;
        map.serialize_entry("id", &system.id)?;
        map.serialize_entry("version", &system.version)?;
        map.serialize_entry("rules", &system.hash)?;
        map.end()
    }
}

impl Serialize for MetricValue<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Self::Int(value) => serializer.serialize_i64(*value),
            Self::Number(value) => serializer.serialize_f64(tidy(*value)),
            Self::Bool(value) => serializer.serialize_bool(*value),
            Self::Text(value) => serializer.serialize_str(value),
            Self::Null => serializer.serialize_none(),
        }
    }
}

struct Metrics<'a>(&'a Report);

impl Serialize for Metrics<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self.0.metrics())
    }
}

struct Profile<'a>(&'a Report);

impl Serialize for Profile<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let fits = self.0.profile.iter().map(|fit| fit.as_str());
        serializer.collect_map(self.0.system.profile.iter().zip(fits))
    }
}

impl Serialize for Fit {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.as_str())
    }
}

struct Steps<'a>(&'a Report, &'a [Step]);

impl Serialize for Steps<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut seq = serializer.serialize_seq(Some(self.1.len()))?;
        for step in self.1 {
            seq.serialize_element(&StepView(self.0, step))?;
        }
        seq.end()
    }
}

struct StepView<'a>(&'a Report, &'a Step);

impl Serialize for StepView<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let (report, step) = (self.0, self.1);
        let mut map = serializer.serialize_map(None)?;
        map.serialize_entry("index", &step.index)?;
        if report.system.pick == Pick::All {
            map.serialize_entry("wave", &step.wave)?;
        }
        if let Some(kind) = report.system.kinds.get(step.kind) {
            map.serialize_entry("technique", &kind.technique)?;
            map.serialize_entry("kind", &kind.name)?;
        }
        match step.placement() {
            Some((cell, digit)) => {
                map.serialize_entry("cell", &Shown(cell))?;
                map.serialize_entry("digit", &digit.number())?;
            }
            None => {
                map.serialize_entry("cell", &())?;
                map.serialize_entry("digit", &())?;
            }
        }
        if step.placements.len() > 1 {
            map.serialize_entry("placements", &Eliminations(&step.placements))?;
        }
        map.serialize_entry("eliminations", &Eliminations(&step.eliminations))?;
        if !step.pattern.is_empty() {
            map.serialize_entry("pattern", &Cells(step.pattern))?;
        }
        map.serialize_entry("assertions", &Plain(step.assertions))?;
        map.serialize_entry("score", &tidy(step.score))?;
        if let Some(cost) = step.cost {
            map.serialize_entry("cost", &tidy(cost))?;
        }
        map.serialize_entry("evidence", &Evidence(&step.evidence))?;
        map.serialize_entry("text", &step.text)?;
        map.end()
    }
}

/// A number that is written as a whole number where it is one.
struct Plain(f64);

impl Serialize for Plain {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        if self.0.fract() == 0.0 && self.0.abs() < 1e15 {
            serializer.serialize_i64(self.0 as i64)
        } else {
            serializer.serialize_f64(tidy(self.0))
        }
    }
}

struct Cells(CellSet);

impl Serialize for Cells {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.0.iter().map(Shown))
    }
}

/// `{"cell": "r1c2", "digit": 5}` for each candidate that goes, or digit that comes.
struct Eliminations<'a>(&'a [(undoku_grid::Cell, undoku_grid::Digit)]);

impl Serialize for Eliminations<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut seq = serializer.serialize_seq(Some(self.0.len()))?;
        for (cell, digit) in self.0 {
            seq.serialize_element(&Elimination {
                cell: cell.to_string(),
                digit: digit.number(),
            })?;
        }
        seq.end()
    }
}

#[derive(Serialize)]
struct Elimination {
    cell: String,
    digit: u8,
}

struct Evidence<'a>(&'a [(String, Value)]);

impl Serialize for Evidence<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(
            self.0
                .iter()
                .map(|(name, value)| (name, EvidenceValue(value))),
        )
    }
}

struct EvidenceValue<'a>(&'a Value);

impl Serialize for EvidenceValue<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self.0 {
            Value::Bool(value) => serializer.serialize_bool(*value),
            Value::Int(value) => serializer.serialize_i64(*value),
            Value::Number(value) => serializer.serialize_f64(tidy(*value)),
            Value::Digit(Some(digit)) => serializer.serialize_u8(digit.number()),
            Value::Cell(Some(cell)) => serializer.collect_str(cell),
            Value::Unit(Some(unit)) => serializer.collect_str(unit),
            Value::Cell(None) | Value::Digit(None) | Value::Unit(None) => {
                serializer.serialize_none()
            }
            Value::Cells(set) => Cells(*set).serialize(serializer),
            Value::Digits(set) => serializer.collect_seq(set.iter().map(|digit| digit.number())),
            Value::Units(set) => serializer.collect_seq(set.iter().map(Shown)),
        }
    }
}

struct ErrorView<'a>(&'a ReportError);

impl Serialize for ErrorView<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        map.serialize_entry("code", &self.0.code)?;
        map.serialize_entry("message", &self.0.message)?;
        if let Some(place) = &self.0.place {
            map.serialize_entry("place", &PlaceView(place))?;
        }
        map.end()
    }
}

struct PlaceView<'a>(&'a InputPlace);

impl Serialize for PlaceView<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        if let Some(file) = &self.0.file {
            map.serialize_entry("file", file)?;
        }
        map.serialize_entry("line", &self.0.line)?;
        map.serialize_entry("column", &self.0.column)?;
        map.end()
    }
}
