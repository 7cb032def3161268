//! Figures for programs.

use std::io::{self, Write};

use serde_json::{Value, json};
use undoku::tidy;
use undoku_statistics::{Bootstrap, LEVEL};

use super::figures::{Class, Cross, Evaluation, Figure, Figures};
use super::target::Target;
use crate::tally::Tally;

/// Writes one object for each metric of each system.
pub(super) fn write(
    all: &[(Evaluation, Figures, Tally)],
    target: &Target,
    bootstrap: Bootstrap,
    out: &mut impl Write,
) -> io::Result<()> {
    for (evaluation, figures, tally) in all {
        let system = &evaluation.system;
        let mut object = json!({
            "system": {"id": system.id, "version": system.version, "rules": system.hash},
            "metric": evaluation.measure.name,
            "against": target.title,
            "n": evaluation.values.len(),
            "puzzles": tally.json(),
            "without_value": evaluation.without_value,
        });
        let more = match figures {
            Figures::Numbers {
                pearson,
                logarithms,
                spearman,
                positive,
            } => {
                let mut logarithms = figure(*logarithms);
                if let Some(object) = logarithms.as_object_mut() {
                    object.insert("n".to_owned(), json!(positive));
                }
                json!({
                    "pearson": figure(*pearson),
                    "pearson_of_logarithms": logarithms,
                    "spearman": figure(*spearman),
                })
            }
            Figures::Labels {
                gamma,
                tau_b,
                cross: table,
            } => json!({
                "gamma": figure(*gamma),
                "tau_b": figure(*tau_b),
                "cross_table": cross(table, target.labels.as_deref().unwrap_or_default()),
            }),
        };
        if let (Value::Object(object), Value::Object(more)) = (&mut object, more) {
            object.extend(more);
            let (resamples, seed) = (bootstrap.resamples, bootstrap.seed);
            let bootstrap = json!({"resamples": resamples, "seed": seed, "level": LEVEL});
            object.insert("bootstrap".to_owned(), bootstrap);
        }
        writeln!(out, "{object}")?;
    }
    Ok(())
}

fn figure(figure: Figure) -> Value {
    json!({
        "value": figure.value.map(tidy),
        "low": figure.interval.map(|interval| tidy(interval.low)),
        "high": figure.interval.map(|interval| tidy(interval.high)),
    })
}

fn cross(cross: &Cross, labels: &[String]) -> Value {
    let class = |class: &Class| match class {
        Class::Named(name) => json!({"name": name}),
        Class::Values(low, high) => json!({"from": low, "to": high}),
        Class::Empty => json!({"from": null, "to": null}),
    };
    let classes: Vec<Value> = cross.classes.iter().map(class).collect();
    json!({"labels": labels, "classes": classes, "counts": cross.counts})
}
