//! Figures in columns for people.

use std::io::{self, Write};

use undoku::tidy;

use super::figures::{Class, Cross, Evaluation, Figure, Figures};
use super::target::Target;
use crate::console::{grouped, printable};
use crate::tally::Tally;

/// The width of a figure with its interval: `-0.123 [-0.456, -0.012]`.
const FIGURE: usize = 23;
/// The most characters of a label or a class.
const NAME: usize = 28;

/// Writes one line for each metric of each system, and for labels the tables below.
pub(super) fn write(
    all: &[(Evaluation, Figures, Tally)],
    target: &Target,
    out: &mut impl Write,
) -> io::Result<()> {
    let width = |heading: &str, of: fn(&Evaluation) -> &str| {
        let widths = all
            .iter()
            .map(|(evaluation, ..)| of(evaluation).chars().count());
        widths.max().unwrap_or(0).max(heading.len())
    };
    let systems = width("system", |evaluation| &evaluation.system.id);
    let metrics = width("metric", |evaluation| &evaluation.measure.name);
    let headings: &[&str] = match target.labels {
        None => &["pearson", "log pearson", "spearman"],
        Some(_) => &["gamma", "tau-b"],
    };
    let headings = headings
        .iter()
        .map(|heading| format!("  {heading:<FIGURE$}"))
        .collect::<String>();
    let first = format!(
        "{:<systems$}  {:<metrics$}  {:>6}{headings}",
        "system", "metric", "n"
    );
    writeln!(out, "{}", first.trim_end())?;
    for (evaluation, figures, _) in all {
        let shown: Vec<Figure> = match figures {
            Figures::Numbers {
                pearson,
                logarithms,
                spearman,
                ..
            } => vec![*pearson, *logarithms, *spearman],
            Figures::Labels { gamma, tau_b, .. } => vec![*gamma, *tau_b],
        };
        let shown: String = shown
            .into_iter()
            .map(|figure| format!("  {:<FIGURE$}", self::shown(figure)))
            .collect();
        let line = format!(
            "{:<systems$}  {:<metrics$}  {:>6}{shown}",
            evaluation.system.id,
            evaluation.measure.name,
            grouped(evaluation.values.len() as u64)
        );
        writeln!(out, "{}", line.trim_end())?;
    }
    let labels = target.labels.as_deref().unwrap_or_default();
    for (evaluation, figures, _) in all {
        if let Figures::Labels { cross, .. } = figures {
            let (system, metric) = (&evaluation.system.id, &evaluation.measure.name);
            writeln!(out, "\n{} by {system} {metric}", printable(&target.title))?;
            write_cross(cross, labels, out)?;
        }
    }
    Ok(())
}

fn write_cross(cross: &Cross, labels: &[String], out: &mut impl Write) -> io::Result<()> {
    let names: Vec<String> = cross.classes.iter().map(class).collect();
    let width = |texts: &[String]| {
        texts
            .iter()
            .map(|text| text.chars().count())
            .max()
            .unwrap_or(0)
    };
    let labels: Vec<String> = labels.iter().map(|label| cut(label)).collect();
    let (left, wide) = (width(&labels), width(&names).max(6));
    let heading: String = names
        .iter()
        .map(|name| format!("  {name:>wide$}"))
        .collect();
    writeln!(out, "{:<left$}{heading}", "")?;
    for (label, counts) in labels.iter().zip(&cross.counts) {
        let counts: String = counts
            .iter()
            .map(|&count| format!("  {:>wide$}", grouped(count as u64)))
            .collect();
        writeln!(out, "{label:<left$}{counts}")?;
    }
    Ok(())
}

fn class(class: &Class) -> String {
    let short = |value: f64| tidy((value * 1000.0).round() / 1000.0).to_string();
    match class {
        Class::Named(name) => cut(name),
        Class::Values(low, high) if low == high => short(*low),
        Class::Values(low, high) => format!("{} to {}", short(*low), short(*high)),
        Class::Empty => "-".to_owned(),
    }
}

fn cut(text: &str) -> String {
    let text = printable(text);
    if text.chars().count() <= NAME {
        return text;
    }
    text.chars().take(NAME - 1).chain(['…']).collect()
}

/// A figure with three decimals, and its interval.
fn shown(figure: Figure) -> String {
    let Some(value) = figure.value else {
        return "     -".to_owned();
    };
    // Adding 0 to what is rounded keeps `-0.000` away.
    let round = |value: f64| (value * 1000.0).round() / 1000.0 + 0.0;
    let value = format!("{:>6.3}", round(value));
    match figure.interval {
        Some(interval) => format!(
            "{value} [{:.3}, {:.3}]",
            round(interval.low),
            round(interval.high)
        ),
        None => value,
    }
}

#[cfg(test)]
mod tests {
    use undoku_statistics::Interval;

    use super::*;

    #[test]
    fn figures_have_three_decimals() {
        let figure = |value, ends: Option<(f64, f64)>| Figure {
            value,
            interval: ends.map(|(low, high)| Interval { low, high }),
        };
        assert_eq!(
            shown(figure(Some(0.85849), Some((0.8, 0.90051)))),
            " 0.858 [0.800, 0.901]"
        );
        assert_eq!(
            shown(figure(Some(-0.0001), Some((-0.1, 0.1)))),
            " 0.000 [-0.100, 0.100]"
        );
        assert_eq!(shown(figure(Some(-1.0), None)), "-1.000");
        assert_eq!(shown(figure(None, None)), "     -");
    }
}
