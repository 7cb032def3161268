//! A metric and a column as a picture.

use std::io;
use std::io::Write;
use std::path::Path;

use undoku_plot::{Axis, Scatter, Theme};

use super::figures::{Evaluation, Figure, Figures};
use super::target::Target;
use crate::console::counted;
use crate::output::Output;

/// Draws the points of an evaluation into a file.
pub(super) fn draw(
    path: &Path,
    evaluation: &Evaluation,
    figures: &Figures,
    target: &Target,
) -> io::Result<()> {
    let (system, metric) = (&evaluation.system.title, &evaluation.measure.name);
    let (name, figure) = match figures {
        Figures::Numbers { spearman, .. } => ("Spearman's correlation", spearman),
        Figures::Labels { gamma, .. } => ("Goodman and Kruskal's gamma", gamma),
    };
    let scatter = Scatter {
        title: format!("{metric} and {}", target.title),
        description: format!(
            "{}: {metric} of {system} to the right, {} upwards. {}",
            counted(evaluation.values.len(), "puzzle"),
            target.title,
            words(name, *figure)
        ),
        x: Axis {
            title: metric.clone(),
            values: evaluation.values.clone(),
            names: evaluation.measure.texts.clone().unwrap_or_default(),
        },
        y: Axis {
            title: target.title.clone(),
            values: evaluation.targets.clone(),
            names: target.labels.clone().unwrap_or_default(),
        },
    };
    let mut output = Output::open(Some(path))?;
    output.write_all(scatter.svg(Theme::Auto).as_bytes())?;
    output.finish()
}

fn words(name: &str, figure: Figure) -> String {
    match (figure.value, figure.interval) {
        (Some(value), Some(interval)) => {
            format!(
                "{name} is {value:.3}, between {:.3} and {:.3}.",
                interval.low, interval.high
            )
        }
        (Some(value), None) => format!("{name} is {value:.3}."),
        (None, _) => format!("{name} has no value."),
    }
}
