//! What is known of rules, for people.

use std::io::{self, Write};

use anstyle::Style;
use undoku::inspect::{Change, Fact, FactValue, Owner, What};
use undoku::lang::Range;
use undoku::rules::RuleSet;

use super::{Shown, label};
use crate::console::counted;

const HEADING: Style = Style::new().bold();

/// Writes all of it, owner by owner.
pub(super) fn write(shown: &Shown, rules: &RuleSet) -> io::Result<()> {
    let rows: Vec<Row> = match shown {
        Shown::Facts(facts) => facts
            .iter()
            .map(|fact| row(fact, words(&fact.value)))
            .collect(),
        Shown::Changes(changes) => changes.iter().filter_map(change).collect(),
    };
    let mut out = anstream::stdout().lock();
    let mut start = 0;
    while let Some(first) = rows.get(start) {
        let behind = rows[start..]
            .iter()
            .position(|row| row.owner != first.owner)
            .map_or(rows.len(), |length| start + length);
        if start > 0 {
            writeln!(out)?;
        }
        writeln!(out, "{HEADING}{}{HEADING:#}", first.owner)?;
        block(&mut out, &rows[start..behind])?;
        start = behind;
    }
    if let Shown::Changes(_) = shown
        && rows.is_empty()
    {
        writeln!(out, "nothing changes in what the rules can do")?;
    } else {
        let techniques = counted(rules.techniques.len(), "technique");
        let systems = counted(rules.systems.len(), "system");
        writeln!(out, "\n{techniques} and {systems} known")?;
    }
    out.flush()
}

/// A line: whose it is, under which heading, its label, and its value.
struct Row {
    owner: String,
    section: String,
    label: String,
    value: String,
}

fn row(fact: &Fact, value: String) -> Row {
    Row {
        owner: format!("{} {}", fact.of.word(), fact.id),
        section: section(fact),
        label: label(fact),
        value,
    }
}

fn change(change: &Change) -> Option<Row> {
    let fact = change.fact()?;
    let value = |fact: &Option<Fact>, none: &str| {
        fact.as_ref()
            .map_or_else(|| none.to_owned(), |fact| words(&fact.value))
    };
    let (before, now) = (value(&change.before, "new"), value(&change.now, "gone"));
    let both = match (&change.before, &change.now) {
        (None, _) => format!("{before}: {now}"),
        _ if before == now => now,
        _ => format!("{before} → {now}"),
    };
    Some(row(fact, both))
}

/// What stands above facts of a sort.
fn section(fact: &Fact) -> String {
    match (&fact.what, fact.of) {
        (What::IdleConstant, _) => "constants that do nothing".to_owned(),
        (What::UnreachableClass(_) | What::UnreachableTier, _) => {
            "classes and tiers that no path gets".to_owned()
        }
        (What::Step, _) => "values of each step".to_owned(),
        (What::Metric, _) => "metrics".to_owned(),
        (What::Decides | What::Profile, _) => "tiers".to_owned(),
        (_, Owner::System) => format!("rung {}", fact.name),
        (_, Owner::Technique) => fact.name.clone(),
    }
}

fn block(out: &mut impl Write, rows: &[Row]) -> io::Result<()> {
    let width = |text: &str| text.chars().count();
    let widest = rows.iter().map(|row| width(&row.label)).max().unwrap_or(0);
    let mut section = "";
    for row in rows {
        if row.section != section {
            section = &row.section;
            writeln!(out, "  {section}")?;
        }
        let blanks = " ".repeat(widest - width(&row.label));
        writeln!(out, "    {}{blanks}  {}", row.label, row.value)?;
    }
    Ok(())
}

fn words(value: &FactValue) -> String {
    match value {
        FactValue::Range(range) => within(*range),
        FactValue::Number(value) => number(*value),
        FactValue::Words(words) => words.clone(),
    }
}

/// A range as one reads it.
fn within(range: Range) -> String {
    match (range.lo.is_finite(), range.hi.is_finite()) {
        (true, true) if range.is_point() => number(range.lo),
        (true, true) => format!("{} to {}", number(range.lo), number(range.hi)),
        (true, false) => format!("{} or more", number(range.lo)),
        (false, true) => format!("{} or less", number(range.hi)),
        (false, false) => "any number".to_owned(),
    }
}

/// A number with at most four decimals.
fn number(x: f64) -> String {
    if x.abs() >= 1e15 {
        return format!("{x:.1e}");
    }
    let text = format!("{x:.4}");
    let text = text.trim_end_matches('0').trim_end_matches('.');
    if text == "-0" {
        "0".to_owned()
    } else {
        text.to_owned()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranges_are_read_easily() {
        assert_eq!(within(Range::new(1.5, 2.0)), "1.5 to 2");
        assert_eq!(within(Range::point(3.0)), "3");
        assert_eq!(within(Range::new(0.0, f64::INFINITY)), "0 or more");
        assert_eq!(
            within(Range::new(f64::NEG_INFINITY, -0.25)),
            "-0.25 or less"
        );
        assert_eq!(within(Range::ANY), "any number");
        assert_eq!(number(1.0 / 3.0), "0.3333");
        assert_eq!(number(-0.000_01), "0");
        assert_eq!(number(2e20), "2.0e20");
    }
}
