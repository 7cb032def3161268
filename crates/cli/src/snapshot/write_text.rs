//! What moved, for people.

use std::io::{self, Write};

use undoku::Status;

use super::entry::Value;
use super::findings::{Findings, Listed};
use super::movement::{Judge, Movement};
use crate::console::{counted, grouped, printable};

/// The most metrics that a line tells.
const MOST_METRICS: usize = 3;
/// The most decimals that a value is told with.
const MOST_DECIMALS: usize = 10;

/// Writes what was found in a bank.
pub(super) fn write(
    bank: &str,
    findings: &Findings,
    judge: &Judge,
    out: &mut impl Write,
) -> io::Result<()> {
    let puzzles = counted(findings.puzzles as usize, "puzzle");
    let mut parts = Vec::new();
    match findings.moved {
        0 if findings.is_empty() => {
            writeln!(out, "{bank}: nothing moved, {puzzles}")?;
            return idle(findings, out);
        }
        0 => parts.push(format!("none of {puzzles} moved")),
        moved => {
            parts.push(format!("{} of {puzzles} moved", grouped(moved)));
            let of_tier = findings.groups.iter().map(|group| group.of_tier).sum();
            parts.extend(to_another(of_tier));
        }
    }
    if findings.added.count > 0 {
        parts.push(format!(
            "{} without an entry in the baseline",
            grouped(findings.added.count)
        ));
    }
    if findings.gone.count > 0 {
        let entries = match findings.gone.count {
            1 => "1 entry".to_owned(),
            count => format!("{} entries", grouped(count)),
        };
        parts.push(format!("{entries} without a puzzle in the bank"));
    }
    writeln!(out, "{bank}: {}", parts.join(", "))?;
    for group in &findings.groups {
        let count = counted(group.count as usize, "puzzle");
        let of_tier =
            to_another(group.of_tier).map_or_else(String::new, |text| format!(", {text}"));
        let title = printable(&group.cause.title(&findings.changes));
        writeln!(out, "\n{title}: {count}{of_tier}")?;
        let width = group
            .movers
            .iter()
            .map(|mover| mover.name.name.chars().count());
        let width = width.max().unwrap_or(0);
        for mover in &group.movers {
            let (name, movement) = (&mover.name.name, told(&mover.movement, judge));
            writeln!(out, "  {name:<width$}  {movement}")?;
        }
        more(group.count, group.movers.len(), out)?;
    }
    list("without an entry in the baseline", &findings.added, out)?;
    list("gone from the bank", &findings.gone, out)?;
    for name in &findings.lost {
        writeln!(
            out,
            "\nthe rules have no metric {name} any more; it was not compared"
        )?;
    }
    idle(findings, out)
}

fn to_another(count: u64) -> Option<String> {
    (count > 0).then(|| format!("{} to another tier or status", grouped(count)))
}

fn idle(findings: &Findings, out: &mut impl Write) -> io::Result<()> {
    let idle: Vec<String> = findings
        .idle()
        .map(|change| printable(&change.text))
        .collect();
    if idle.is_empty() {
        return Ok(());
    }
    writeln!(out, "\nchanged in the rules without moving a puzzle:")?;
    idle.iter().try_for_each(|text| writeln!(out, "  {text}"))
}

fn list(what: &str, listed: &Listed, out: &mut impl Write) -> io::Result<()> {
    if listed.count == 0 {
        return Ok(());
    }
    writeln!(
        out,
        "\n{what}: {}",
        counted(listed.count as usize, "puzzle")
    )?;
    for named in &listed.first {
        writeln!(out, "  {}", named.name)?;
    }
    more(listed.count, listed.first.len(), out)
}

fn more(count: u64, shown: usize, out: &mut impl Write) -> io::Result<()> {
    let more = count - shown as u64;
    if more > 0 && shown > 0 {
        writeln!(out, "  and {} more", grouped(more))?;
    }
    Ok(())
}

/// `granular_tier Easy → Hard, score_total 61.99 → 62.01, naked_single 39 → 40 steps`
fn told(movement: &Movement, judge: &Judge) -> String {
    let mut parts = Vec::new();
    if let Some([from, to]) = &movement.status {
        let (from, to) = (status(*from), status(*to));
        parts.push(format!("{from} → {to}"));
    }
    // A coarser tier says nothing that the finest does not.
    let finest = judge.finest_tier();
    let moved = |at: Option<usize>| movement.values.iter().any(|(moved, ..)| Some(*moved) == at);
    let mut metrics = 0;
    for (at, from, to) in &movement.values {
        let is_tier = judge.is_tier(*at);
        if (is_tier && moved(finest) && Some(*at) != finest)
            || (!is_tier && metrics >= MOST_METRICS)
        {
            continue;
        }
        metrics += usize::from(!is_tier);
        let (from, to) = shown(from, to);
        parts.push(format!("{} {from} → {to}", judge.metrics()[*at].name));
    }
    let steps = movement.steps.iter();
    let steps: Vec<String> = steps
        .map(|(kind, from, to)| format!("{kind} {from} → {to}"))
        .collect();
    if !steps.is_empty() {
        parts.push(format!("steps: {}", steps.join(", ")));
    }
    printable(&parts.join(", "))
}

fn status((status, open): (Status, Option<u32>)) -> String {
    match open {
        Some(open) => format!(
            "{} with {}",
            status.as_str(),
            counted(open as usize, "open cell")
        ),
        None => status.as_str().to_owned(),
    }
}

/// Both values, with so many decimals that they can be told apart.
fn shown(from: &Value, to: &Value) -> (String, String) {
    let whole = |value: &Value| matches!(value, Value::Number(number) if number.fract() == 0.0);
    let one = |value: &Value, decimals: usize| match value {
        Value::Number(number) => format!("{number:.decimals$}"),
        Value::Bool(value) => value.to_string(),
        Value::Text(text) => text.clone(),
        Value::Null => "none".to_owned(),
    };
    let first = if whole(from) && whole(to) { 0 } else { 2 };
    let all = first..MOST_DECIMALS;
    let pairs = all.map(|decimals| (one(from, decimals), one(to, decimals)));
    let exact = || (one(from, MOST_DECIMALS), one(to, MOST_DECIMALS));
    pairs
        .into_iter()
        .find(|(a, b)| a != b)
        .unwrap_or_else(exact)
}
