//! Ratings as comma-separated values.

use std::fmt::{Display, Write};
use std::io;
use std::sync::Arc;

use undoku::rules::System;
use undoku::{MetricValue, Report, Status, Subject, tidy};

use super::{Layout, Row};
use crate::input::shown_place;

/// A header, and one record a puzzle.
#[derive(Debug)]
pub(crate) struct Csv {
    system: Arc<System>,
}

impl Csv {
    /// Columns for a system.
    pub(crate) const fn new(system: Arc<System>) -> Self {
        Self { system }
    }

    /// Writes a record; `text` is there to put numbers into words without new memory for each.
    fn record(
        &self,
        report: &Report,
        to: &mut csv::Writer<&mut Vec<u8>>,
        text: &mut String,
    ) -> io::Result<()> {
        let mut shown = |to: &mut csv::Writer<_>, value: &dyn Display| {
            text.clear();
            // A `String` takes everything.
            let _ = write!(text, "{value}");
            to.write_field(&*text)
        };
        match &report.puzzle {
            Subject::Puzzle(puzzle) => shown(to, puzzle)?,
            Subject::Text(text) => to.write_field(text)?,
        }
        to.write_field(report.label.as_deref().unwrap_or_default())?;
        to.write_field(report.status.as_str())?;
        if report.status == Status::Solved {
            for (_, value) in report.metrics() {
                match value {
                    MetricValue::Int(value) => shown(to, &value)?,
                    MetricValue::Number(value) => shown(to, &tidy(value))?,
                    MetricValue::Bool(value) => shown(to, &value)?,
                    MetricValue::Text(value) => to.write_field(value)?,
                    MetricValue::Null => to.write_field("")?,
                }
            }
        } else {
            for _ in &self.system.metrics {
                to.write_field("")?;
            }
        }
        for at in 0..self.system.profile.len() {
            to.write_field(report.profile.get(at).map_or("", |fit| fit.as_str()))?;
        }
        match &report.error {
            Some(error) => match &error.place {
                Some(place) => shown(
                    to,
                    &format_args!("{}: {}", shown_place(place), error.message),
                )?,
                None => to.write_field(&error.message)?,
            },
            None => to.write_field("")?,
        }
        // This ends the record.
        to.write_record(None::<&[u8]>)?;
        Ok(())
    }
}

impl Layout for Csv {
    fn header(&self, out: &mut Vec<u8>) -> io::Result<()> {
        let mut to = csv::Writer::from_writer(out);
        let metrics = self.system.metrics.iter().map(|metric| metric.name.clone());
        let profile = self
            .system
            .profile
            .iter()
            .map(|name| format!("profile_{name}"));
        let fixed = ["puzzle", "label", "status"].map(str::to_owned).into_iter();
        to.write_record(
            fixed
                .chain(metrics)
                .chain(profile)
                .chain(["error".to_owned()]),
        )?;
        to.flush()
    }

    fn rows(&self, rows: &[Row], out: &mut Vec<u8>) -> io::Result<()> {
        let mut to = csv::Writer::from_writer(out);
        let mut text = String::new();
        for row in rows {
            self.record(&row.report, &mut to, &mut text)?;
        }
        to.flush()
    }

    fn header_alone(&self) -> bool {
        true
    }
}
