//! Ratings as a table for people.

use std::io::{self, Write};

use undoku::rules::{Metric, MetricSource, System};
use undoku::{MetricValue, Report, Status, Subject};

use super::{Layout, Row};
use crate::console::{counted, printable};
use crate::describe::{StepColumns, short_value};
use crate::input::Input;

/// The columns for values where a system has no tiers.
const VALUES: usize = 3;
/// The digits that a line number may have before it pushes its row to the right.
const LINE_DIGITS: usize = 6;
/// The longest status that stands before columns; longer ones stand before a message.
const STATUS_WIDTH: usize = 7;
const STEPS_WIDTH: usize = 5;

/// Columns: which puzzle, status, steps, the value that decides the tier, the tier's texts, label.
#[derive(Debug)]
pub(crate) struct Table {
    name_width: usize,
    columns: Vec<Column>,
}

/// A column for a metric.
#[derive(Debug)]
struct Column {
    /// Its place among the metrics.
    metric: usize,
    name: String,
    width: usize,
    is_text: bool,
}

impl Table {
    /// Columns for a system and inputs.
    pub(crate) fn new(system: &System, inputs: &[Input]) -> Self {
        let named = inputs
            .iter()
            .filter_map(Input::file)
            .map(|file| file.chars().count() + 1);
        let longest = named.max().filter(|_| inputs.len() > 1).unwrap_or(0);
        Self {
            name_width: longest + LINE_DIGITS,
            columns: columns(system),
        }
    }

    fn row(&self, row: &Row, out: &mut Vec<u8>) -> io::Result<()> {
        let report = &row.report;
        let status = report.status.as_str();
        write!(
            out,
            "{:>width$}  {status:<STATUS_WIDTH$}",
            printable(&row.name),
            width = self.name_width
        )?;
        match (&report.error, report.status) {
            (Some(error), _) => {
                out.write_all(b"  ")?;
                // Where a puzzle stands, its row says already; where in a text a fault is, it does not.
                if let (Subject::Text(_), Some(place)) = (&report.puzzle, &error.place) {
                    write!(out, "line {}, column {}: ", place.line, place.column)?;
                }
                out.write_all(printable(&error.message).as_bytes())?;
            }
            (None, Status::Stuck) => {
                let open = counted(report.remaining as usize, "open cell");
                write!(out, "{:>STEPS_WIDTH$}  {open} left", report.step_count)?;
            }
            _ => {
                write!(out, "{:>STEPS_WIDTH$}", report.step_count)?;
                let values: Vec<_> = report.metrics().collect();
                for column in &self.columns {
                    let value = values
                        .get(column.metric)
                        .map_or(MetricValue::Null, |(_, value)| *value);
                    column.write(&short_value(value), out)?;
                }
            }
        }
        if let Some(label) = &report.label {
            write!(out, "  {}", printable(label))?;
        }
        while out.last() == Some(&b' ') {
            out.pop();
        }
        out.push(b'\n');
        self.steps(report, out)
    }

    fn steps(&self, report: &Report, out: &mut Vec<u8>) -> io::Result<()> {
        let indent = " ".repeat(self.name_width);
        let columns = StepColumns::new(&report.system, report.steps());
        for step in report.steps() {
            writeln!(out, "{indent}{}", columns.step(&report.system, step))?;
        }
        Ok(())
    }
}

impl Layout for Table {
    fn header(&self, out: &mut Vec<u8>) -> io::Result<()> {
        let width = self.name_width;
        write!(
            out,
            "{:>width$}  {:<STATUS_WIDTH$}{:>STEPS_WIDTH$}",
            "puzzle", "status", "steps"
        )?;
        for column in &self.columns {
            column.write(&column.name, out)?;
        }
        while out.last() == Some(&b' ') {
            out.pop();
        }
        out.push(b'\n');
        Ok(())
    }

    fn rows(&self, rows: &[Row], out: &mut Vec<u8>) -> io::Result<()> {
        rows.iter().try_for_each(|row| self.row(row, out))
    }
}

/// The values of a rating that the table shows, in one line: `score_total 43.84, Easy`.
pub(crate) fn headline(report: &Report) -> String {
    let values: Vec<_> = report.metrics().collect();
    let columns = columns(&report.system).into_iter();
    let shown = columns.filter_map(|column| {
        let (name, value) = values.get(column.metric)?;
        let value = short_value(*value);
        Some(if column.is_text {
            value
        } else {
            format!("{name} {value}")
        })
    });
    shown.collect::<Vec<_>>().join(", ")
}

impl Column {
    fn write(&self, text: &str, out: &mut Vec<u8>) -> io::Result<()> {
        let width = self.width;
        if self.is_text {
            write!(out, "  {text:<width$}")
        } else {
            write!(out, "  {text:>width$}")
        }
    }
}

/// The metric that decides the tier, or else the first value of the tier's domain, and the tier's texts; the first
/// values where there are no tiers.
fn columns(system: &System) -> Vec<Column> {
    let is_value = |metric: &Metric| matches!(metric.source, MetricSource::Value(_));
    let numbered = || system.metrics.iter().enumerate();
    let tier = numbered().find(|(_, metric)| !is_value(metric));
    let Some((_, tier)) = tier else {
        let values = numbered()
            .filter(|(_, metric)| is_value(metric))
            .take(VALUES);
        return values
            .map(|(at, metric)| value_column(at, metric))
            .collect();
    };
    let of_domain = |metric: &Metric| metric.domain == tier.domain && is_value(metric);
    let decides = match system.decides {
        Some(decides) => numbered().nth(decides),
        None => numbered().find(|(_, metric)| of_domain(metric)),
    };
    let mut columns: Vec<Column> = decides
        .map(|(at, metric)| value_column(at, metric))
        .into_iter()
        .collect();
    for (at, metric) in numbered() {
        if let MetricSource::Tier(text) = metric.source {
            let names = system.tiers.iter().filter_map(|tier| tier.names.get(text));
            let widths = names.chain([&metric.name]).map(|name| name.chars().count());
            columns.push(Column {
                metric: at,
                name: metric.name.clone(),
                width: widths.max().unwrap_or(0),
                is_text: true,
            });
        }
    }
    columns
}

fn value_column(at: usize, metric: &Metric) -> Column {
    Column {
        metric: at,
        name: metric.name.clone(),
        width: metric.name.chars().count().max(8),
        is_text: false,
    }
}
