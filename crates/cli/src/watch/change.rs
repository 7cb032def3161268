//! What is different between two ratings of one puzzle.

use undoku::{MetricValue, Report, Step, tidy};

use crate::describe::{conclusion, value};

/// The most steps that are listed.
const MOST_STEPS: usize = 8;

/// What changed, in lines: metrics, then steps. None if nothing did.
pub(super) fn lines(old: &Report, new: &Report) -> Vec<String> {
    let mut lines = Vec::new();
    if old.system.id != new.system.id {
        lines.push(format!("system {} → {}", old.system.id, new.system.id));
    }
    if old.status != new.status {
        let status = [old, new].map(|report| report.status.as_str());
        lines.push(format!("status {} → {}", status[0], status[1]));
    }
    lines.extend(metrics(old, new));
    lines.extend(steps(old, new));
    lines
}

/// The metrics that changed, came or went.
fn metrics(old: &Report, new: &Report) -> Vec<String> {
    let shown = |of: Option<MetricValue<'_>>| of.map_or("none".to_owned(), value);
    let of_new = new
        .metrics()
        .map(|(name, now)| (name, shown(old.metric(name)), shown(Some(now))));
    let gone = old
        .metrics()
        .filter(|(name, _)| new.metric(name).is_none())
        .map(|(name, was)| (name, shown(Some(was)), shown(None)));
    let changed: Vec<_> = of_new
        .chain(gone)
        .filter(|(_, was, now)| was != now)
        .collect();
    let width = changed.iter().map(|(name, ..)| name.chars().count()).max();
    let width = width.unwrap_or(0);
    changed
        .into_iter()
        .map(|(name, was, now)| format!("{name:<width$}  {was} → {now}"))
        .collect()
}

/// The steps that count or score otherwise, up to where the paths part.
fn steps(old: &Report, new: &Report) -> Vec<String> {
    let mut lines = Vec::new();
    let mut left_out = 0;
    for (was, now) in old.steps().iter().zip(new.steps()) {
        let named =
            |report: &Report, step: &Step| format!("{} {}", kind(report, step), conclusion(step));
        let (before, after) = (named(old, was), named(new, now));
        if before != after {
            lines.extend(more(left_out));
            lines.push(format!(
                "the paths part at step {}: {before} → {after}",
                now.index
            ));
            lines.extend(count(old, new));
            return lines;
        }
        let assertions = differs("assertions", was.assertions, now.assertions);
        let score = differs("score", was.score, now.score);
        let both: Vec<String> = assertions.into_iter().chain(score).collect();
        if both.is_empty() {
            continue;
        }
        if lines.len() < MOST_STEPS {
            lines.push(format!("step {} {after}: {}", now.index, both.join(", ")));
        } else {
            left_out += 1;
        }
    }
    lines.extend(more(left_out));
    lines.extend(count(old, new));
    lines
}

fn more(steps: usize) -> Option<String> {
    let plural = if steps == 1 { "" } else { "s" };
    (steps > 0).then(|| format!("and {steps} more step{plural} on the way"))
}

fn count(old: &Report, new: &Report) -> Option<String> {
    let (was, now) = (old.step_count, new.step_count);
    (was != now).then(|| format!("steps {was} → {now}"))
}

fn differs(name: &str, was: f64, now: f64) -> Option<String> {
    let (was, now) = (tidy(was).to_string(), tidy(now).to_string());
    (was != now).then(|| format!("{name} {was} → {now}"))
}

fn kind<'r>(report: &'r Report, step: &Step) -> &'r str {
    let kind = report.system.kinds.get(step.kind);
    kind.map_or("", |kind| &kind.name)
}
