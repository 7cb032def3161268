//! What differs, for people.

use std::io::{self, Write};

use super::compare::{Compared, Parting, Paths, Told};
use super::side::Side;
use super::summary::{Summary, shared_metric};
use crate::console::{counted, grouped, printable};

/// The most pairs of kinds at which paths part that are listed.
const MOST_PARTINGS: usize = 20;
/// What stands for no puzzles.
const NONE: &str = ".";

/// Writes what differs.
pub(super) fn write(sides: &[Side; 2], summary: &Summary, out: &mut impl Write) -> io::Result<()> {
    for (name, side) in ["from", "to"].iter().zip(sides) {
        let hash = &side.system().hash;
        writeln!(out, "{name:<4}  {}  (rules {hash})", side.title)?;
    }
    if summary.puzzles == 0 {
        return writeln!(out, "\nno puzzles were compared");
    }
    table(sides, summary, out)?;
    distribution(sides, summary, out)?;
    values(sides, summary, out)?;
    partings(summary, out)?;
    movers(sides, summary, out)
}

/// What the classes of a side are called by.
pub(super) fn tier_name(side: &Side) -> &str {
    side.tier.as_deref().unwrap_or("status")
}

/// The table of how many puzzles went from each class to each class.
fn table(sides: &[Side; 2], summary: &Summary, out: &mut impl Write) -> io::Result<()> {
    let [from, to] = sides;
    let (rows, columns) = (tier_name(from), tier_name(to));
    if rows == columns {
        writeln!(out, "\n{rows}, from in rows and to in columns")?;
    } else {
        writeln!(out, "\n{rows} of from in rows, {columns} of to in columns")?;
    }
    let totals = [summary.totals(0), summary.totals(1)];
    // Numbers stand for columns, whose names are too long to stand above them.
    let digits = grouped(summary.puzzles).len().max(3);
    let names: Vec<String> = numbered(&from.classes);
    let width = names
        .iter()
        .map(|name| name.chars().count())
        .max()
        .unwrap_or(0);
    write!(out, "{:width$}", "")?;
    for column in 1..=to.classes.len() {
        write!(out, "  {column:>digits$}")?;
    }
    writeln!(out, "  {:>digits$}", "all")?;
    for ((name, row), total) in names.iter().zip(&summary.table).zip(&totals[0]) {
        write!(out, "{name:<width$}")?;
        for count in row {
            write!(out, "  {:>digits$}", cell(*count))?;
        }
        writeln!(out, "  {:>digits$}", grouped(*total))?;
    }
    write!(out, "{:<width$}", "all")?;
    for total in &totals[1] {
        write!(out, "  {:>digits$}", grouped(*total))?;
    }
    writeln!(out, "  {:>digits$}", grouped(summary.puzzles))?;
    if from.classes != to.classes {
        writeln!(out, "columns: {}", numbered(&to.classes).join(", "))?;
    }
    Ok(())
}

fn numbered(classes: &[String]) -> Vec<String> {
    let all = (1..).zip(classes);
    all.map(|(number, class)| printable(&format!("{number} {class}")))
        .collect()
}

fn cell(count: u64) -> String {
    match count {
        0 => NONE.to_owned(),
        count => grouped(count),
    }
}

/// How many puzzles have each class on each side.
fn distribution(sides: &[Side; 2], summary: &Summary, out: &mut impl Write) -> io::Result<()> {
    if let Some([easier, same, harder]) = summary.shift(sides) {
        writeln!(
            out,
            "\n{} to a harder one, {} to an easier one, {} stay",
            counted(harder as usize, "puzzle"),
            grouped(easier),
            grouped(same)
        )?;
    }
    let rows = shares(sides, summary);
    let width = rows.iter().map(|(class, _)| class.chars().count()).max();
    let width = width.unwrap_or(0);
    writeln!(
        out,
        "\n{:width$}  {:>10}  {:>18}  {:>8}",
        "", "from", "to", "change"
    )?;
    for (class, [from, to]) in rows {
        let share = |count: u64| count as f64 * 100.0 / summary.puzzles as f64;
        let change = to as i128 - from as i128;
        writeln!(
            out,
            "{:<width$}  {:>10} {:>5.1}%  {:>10} {:>5.1}%  {change:>+8}",
            printable(&class),
            grouped(from),
            share(from),
            grouped(to),
            share(to),
        )?;
    }
    Ok(())
}

/// The classes of both sides, those of the first first and stuck at the end, with how many puzzles each has.
pub(super) fn shares(sides: &[Side; 2], summary: &Summary) -> Vec<(String, [u64; 2])> {
    let mut all: Vec<(String, [u64; 2])> = Vec::new();
    for (at, side) in sides.iter().enumerate() {
        for (class, count) in side.classes.iter().zip(summary.totals(at)) {
            match all.iter_mut().find(|(known, _)| known == class) {
                Some((_, counts)) => counts[at] += count,
                None => {
                    let mut counts = [0; 2];
                    counts[at] = count;
                    all.push((class.clone(), counts));
                }
            }
        }
    }
    // Stuck ends the classes of each side.
    let stuck = all
        .iter()
        .position(|(class, _)| class == super::side::STUCK);
    if let Some(stuck) = stuck {
        let row = all.remove(stuck);
        all.push(row);
    }
    all
}

/// The metrics that decide.
fn values(sides: &[Side; 2], summary: &Summary, out: &mut impl Write) -> io::Result<()> {
    let columns: Vec<_> = sides
        .iter()
        .zip(&summary.values)
        .zip(["from", "to"])
        .filter_map(|((side, values), name)| {
            let measure = side.decides.as_ref().filter(|_| values.count > 0)?;
            Some((name, measure.name.as_str(), values))
        })
        .collect();
    if columns.is_empty() {
        return Ok(());
    }
    let width = columns.iter().map(|(_, metric, _)| metric.len() + 6).max();
    let width = width.unwrap_or(0);
    writeln!(
        out,
        "\n{:width$}  {:>12}  {:>12}  {:>12}",
        "", "mean", "least", "greatest"
    )?;
    for (name, metric, values) in columns {
        writeln!(
            out,
            "{:<width$}  {:>12.2}  {:>12.2}  {:>12.2}",
            format!("{name:<4}  {metric}"),
            values.mean(),
            values.least,
            values.greatest
        )?;
    }
    Ok(())
}

/// Where paths part.
fn partings(summary: &Summary, out: &mut impl Write) -> io::Result<()> {
    let parted = summary.parted();
    let all = counted(summary.puzzles as usize, "puzzle");
    writeln!(
        out,
        "\npaths part in {} of {all}; {} rated differently on the same path, {} rated alike",
        grouped(parted),
        grouped(summary.same_path),
        grouped(summary.unseen)
    )?;
    let groups = summary.groups();
    let groups = &groups[..groups.len().min(MOST_PARTINGS)];
    if groups.is_empty() {
        return Ok(());
    }
    let kind = |kind: &Option<String>| kind.clone().unwrap_or_else(|| ENDED.to_owned());
    let width = |side: usize| {
        let kinds = groups.iter().map(|(kinds, _)| kind(&kinds[side]).len());
        kinds.max().unwrap_or(0).max(4)
    };
    let widths = [width(0), width(1)];
    writeln!(
        out,
        "puzzles  {:<w0$}  {:<w1$}  earliest",
        "from",
        "to",
        w0 = widths[0],
        w1 = widths[1]
    )?;
    for (kinds, group) in groups {
        writeln!(
            out,
            "{:>7}  {:<w0$}  {:<w1$}  step {} of {}",
            grouped(group.count),
            kind(&kinds[0]),
            kind(&kinds[1]),
            group.step,
            printable(&group.name),
            w0 = widths[0],
            w1 = widths[1]
        )?;
    }
    let more = summary.partings.len() - groups.len();
    if more > 0 {
        writeln!(out, "and {more} more pairs of kinds")?;
    }
    Ok(())
}

/// What stands for a step where a path has ended.
pub(super) const ENDED: &str = "(no step left)";

fn movers(sides: &[Side; 2], summary: &Summary, out: &mut impl Write) -> io::Result<()> {
    if summary.movers.is_empty() {
        return Ok(());
    }
    writeln!(out, "\nlargest movers")?;
    let names = summary
        .movers
        .iter()
        .map(|mover| mover.compared.name.chars().count());
    let width = names.max().unwrap_or(0);
    for mover in &summary.movers {
        let compared = &mover.compared;
        let name = printable(&compared.name);
        writeln!(
            out,
            "  {name:<width$}  {}",
            printable(&told(sides, compared))
        )?;
    }
    Ok(())
}

/// `Easy → Hard, score_total 61.99 → 62.01, step 3: naked_single r1c1=2 → hidden_single_box r3c4=5`
pub(super) fn told(sides: &[Side; 2], compared: &Compared) -> String {
    let mut parts = Vec::new();
    let [from, to] = [0, 1].map(|at| &sides[at].classes[compared.classes[at]]);
    parts.push(if from == to {
        from.clone()
    } else {
        format!("{from} → {to}")
    });
    let [a, b] = compared.values;
    if let Some(metric) = shared_metric(sides)
        && !a.is_nan()
        && !b.is_nan()
    {
        parts.push(format!("{metric} {a:.2} → {b:.2}"));
    }
    if let Paths::Part(parting) = &compared.paths {
        parts.push(part(parting));
    }
    parts.join(", ")
}

/// `step 3: naked_single r1c1=2 → hidden_single_box r3c4=5`
pub(super) fn part(parting: &Parting) -> String {
    let step = |told: &Option<Told>| {
        told.as_ref().map_or_else(
            || ENDED.to_owned(),
            |told| format!("{} {}", told.kind, told.conclusion),
        )
    };
    let [from, to] = &parting.steps;
    format!("step {}: {} → {}", parting.step, step(from), step(to))
}
