//! Ratings as comma-separated values.

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

    fn record(&self, report: &Report, to: &mut csv::Writer<&mut Vec<u8>>) -> csv::Result<()> {
        match &report.puzzle {
            Subject::Puzzle(puzzle) => to.write_field(puzzle.to_string())?,
            Subject::Text(text) => to.write_field(text)?,
        }
        to.write_field(report.label.as_deref().unwrap_or_default())?;
        to.write_field(report.status.as_str())?;
        if report.status == Status::Solved {
            for (_, value) in report.metrics() {
                match value {
                    MetricValue::Int(value) => to.write_field(value.to_string())?,
                    MetricValue::Number(value) => to.write_field(tidy(value).to_string())?,
                    MetricValue::Bool(value) => to.write_field(value.to_string())?,
                    MetricValue::Text(value) => to.write_field(value)?,
                    MetricValue::Null => to.write_field("")?,
                }
            }
        } else {
            self.system
                .metrics
                .iter()
                .try_for_each(|_| to.write_field(""))?;
        }
        for at in 0..self.system.profile.len() {
            to.write_field(report.profile.get(at).map_or("", |fit| fit.as_str()))?;
        }
        let error = report.error.as_ref().map(|error| match &error.place {
            Some(place) => format!("{}: {}", shown_place(place), error.message),
            None => error.message.clone(),
        });
        to.write_field(error.unwrap_or_default())?;
        to.write_record(None::<&[u8]>)
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
        for row in rows {
            self.record(&row.report, &mut to)?;
        }
        to.flush()
    }

    fn header_alone(&self) -> bool {
        true
    }
}
