//! What differs, as a page that needs nothing else.

use std::io::{self, Write};

use undoku::Status;

use super::compare::Paths;
use super::side::Side;
use super::summary::{Summary, shared_metric};
use super::write_text::{ENDED, part, shares, tier_name};
use crate::console::grouped;

const STYLE: &str = "\
:root { color-scheme: light dark; --page: #fcfcfb; --ink: #1d1d1f; --soft: #6a6a70; --line: #dcdce0; \
--from: #8f8f98; --to: #2f6fb7; --heat: 47, 111, 183; --stay: 128, 128, 136; }
@media (prefers-color-scheme: dark) { :root { --page: #16171a; --ink: #e8e8ea; --soft: #9b9ba3; --line: #34353a; \
--from: #85858f; --to: #6ea8e8; --heat: 110, 168, 232; } }
body { background: var(--page); color: var(--ink); font: 15px/1.5 system-ui, sans-serif; max-width: 72rem; \
margin: 2rem auto; padding: 0 1rem; }
h1 { font-size: 1.4rem; } h2 { font-size: 1.1rem; margin-top: 2rem; }
.scroll { overflow-x: auto; }
table { border-collapse: collapse; font-variant-numeric: tabular-nums; }
th, td { padding: .25rem .6rem; border-bottom: 1px solid var(--line); text-align: right; }
th { font-weight: 600; color: var(--soft); } th[scope=row], .text { text-align: left; }
td.none { color: var(--soft); }
.puzzle { font-family: ui-monospace, monospace; font-size: .8rem; overflow-wrap: anywhere; }
.bar { height: .55rem; min-width: 1px; } .bars { width: 16rem; }
.bar.from { background: var(--from); } .bar.to { background: var(--to); }
.soft { color: var(--soft); }
dl { display: grid; grid-template-columns: max-content 1fr; gap: .1rem 1rem; } dd { margin: 0; }";

/// Writes the page.
pub(super) fn write(
    sides: &[Side; 2],
    summary: &Summary,
    refused: &[(Status, u64)],
    out: &mut impl Write,
) -> io::Result<()> {
    let [from, to] = sides.each_ref().map(|side| escaped(&side.title));
    writeln!(
        out,
        "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
         <title>{from} and {to}</title>\n<style>\n{STYLE}\n</style>\n</head>\n<body>\n\
         <h1>Two ratings of {}</h1>\n<dl>",
        counted(summary.puzzles)
    )?;
    for (name, side) in ["from", "to"].iter().zip(sides) {
        let (title, hash) = (escaped(&side.title), escaped(&side.system().hash));
        writeln!(
            out,
            "<dt>{name}</dt><dd>{title} <span class=\"soft\">rules {hash}</span></dd>"
        )?;
    }
    for (status, count) in refused {
        let status = status.as_str().replace('_', " ");
        writeln!(
            out,
            "<dt>refused</dt><dd>{}, {status}</dd>",
            grouped(*count)
        )?;
    }
    writeln!(out, "</dl>")?;
    if summary.puzzles > 0 {
        table(sides, summary, out)?;
        distribution(sides, summary, out)?;
        values(sides, summary, out)?;
        partings(summary, out)?;
        movers(sides, summary, out)?;
    }
    writeln!(out, "</body>\n</html>")
}

/// A text within a page.
fn escaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in crate::console::printable(text).chars() {
        match c {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            '\'' => out.push_str("&#39;"),
            c => out.push(c),
        }
    }
    out
}

fn counted(puzzles: u64) -> String {
    crate::console::counted(puzzles as usize, "puzzle")
}

fn table(sides: &[Side; 2], summary: &Summary, out: &mut impl Write) -> io::Result<()> {
    let [from, to] = sides;
    let caption = format!("{} in rows, {} in columns", tier_name(from), tier_name(to));
    writeln!(
        out,
        "<h2>From tier to tier</h2>\n<p class=\"soft\">{}: from in rows, to in columns.</p>\n\
         <div class=\"scroll\"><table>\n<tr><th></th>",
        escaped(&caption)
    )?;
    for class in &to.classes {
        write!(out, "<th scope=\"col\">{}</th>", escaped(class))?;
    }
    writeln!(out, "<th scope=\"col\">all</th></tr>")?;
    let totals = [summary.totals(0), summary.totals(1)];
    for ((class, row), total) in from.classes.iter().zip(&summary.table).zip(&totals[0]) {
        write!(out, "<tr><th scope=\"row\">{}</th>", escaped(class))?;
        for (column, &count) in row.iter().enumerate() {
            if count == 0 {
                write!(out, "<td class=\"none\">·</td>")?;
                continue;
            }
            let color = if to.classes[column] == *class {
                "stay"
            } else {
                "heat"
            };
            // What few puzzles of a tier do can be seen, too.
            let strength = 0.12 + 0.68 * count as f64 / (*total).max(1) as f64;
            write!(
                out,
                "<td style=\"background: rgba(var(--{color}), {strength:.2})\">{}</td>",
                grouped(count)
            )?;
        }
        writeln!(out, "<td>{}</td></tr>", grouped(*total))?;
    }
    write!(out, "<tr><th scope=\"row\">all</th>")?;
    for total in &totals[1] {
        write!(out, "<td>{}</td>", grouped(*total))?;
    }
    writeln!(
        out,
        "<td>{}</td></tr>\n</table></div>",
        grouped(summary.puzzles)
    )
}

fn distribution(sides: &[Side; 2], summary: &Summary, out: &mut impl Write) -> io::Result<()> {
    writeln!(out, "<h2>How many have each</h2>")?;
    if let Some([easier, same, harder]) = summary.shift(sides) {
        writeln!(
            out,
            "<p>{} to a harder one, {} to an easier one, {} stay.</p>",
            counted(harder),
            grouped(easier),
            grouped(same)
        )?;
    }
    writeln!(
        out,
        "<table>\n<tr><th></th><th>from</th><th>to</th><th>change</th><th></th></tr>"
    )?;
    let rows = shares(sides, summary);
    let most = rows
        .iter()
        .flat_map(|(_, counts)| *counts)
        .max()
        .unwrap_or(1)
        .max(1);
    for (class, [from, to]) in rows {
        let bar = |count: u64| count as f64 * 100.0 / most as f64;
        writeln!(
            out,
            "<tr><th scope=\"row\">{}</th><td>{}</td><td>{}</td><td>{:+}</td><td class=\"bars\">\
             <div class=\"bar from\" style=\"width: {:.1}%\"></div>\
             <div class=\"bar to\" style=\"width: {:.1}%\"></div></td></tr>",
            escaped(&class),
            grouped(from),
            grouped(to),
            to as i128 - from as i128,
            bar(from),
            bar(to)
        )?;
    }
    writeln!(out, "</table>")
}

fn values(sides: &[Side; 2], summary: &Summary, out: &mut impl Write) -> io::Result<()> {
    writeln!(
        out,
        "<table>\n<tr><th></th><th></th><th>mean</th><th>least</th><th>greatest</th></tr>"
    )?;
    for ((side, values), name) in sides.iter().zip(&summary.values).zip(["from", "to"]) {
        if let Some(measure) = side.decides.as_ref().filter(|_| values.count > 0) {
            writeln!(
                out,
                "<tr><th scope=\"row\">{name}</th><td class=\"text\">{}</td><td>{:.2}</td><td>{:.2}</td>\
                 <td>{:.2}</td></tr>",
                escaped(&measure.name),
                values.mean(),
                values.least,
                values.greatest
            )?;
        }
    }
    writeln!(out, "</table>")
}

fn partings(summary: &Summary, out: &mut impl Write) -> io::Result<()> {
    writeln!(
        out,
        "<h2>Where paths part</h2>\n<p>In {} of {}; {} rated differently on the same path, {} rated alike.</p>",
        grouped(summary.parted()),
        counted(summary.puzzles),
        grouped(summary.same_path),
        grouped(summary.unseen)
    )?;
    let groups = summary.groups();
    if groups.is_empty() {
        return Ok(());
    }
    writeln!(
        out,
        "<div class=\"scroll\"><table>\n<tr><th>puzzles</th><th class=\"text\">from</th><th class=\"text\">to</th>\
         <th class=\"text\">earliest</th></tr>"
    )?;
    for ([from, to], group) in groups {
        let kind = |kind: &Option<String>| escaped(kind.as_deref().unwrap_or(ENDED));
        writeln!(
            out,
            "<tr><td>{}</td><td class=\"text\">{}</td><td class=\"text\">{}</td><td class=\"text\">step {} of {}</td></tr>",
            grouped(group.count),
            kind(from),
            kind(to),
            group.step,
            escaped(&group.name)
        )?;
    }
    writeln!(out, "</table></div>")
}

fn movers(sides: &[Side; 2], summary: &Summary, out: &mut impl Write) -> io::Result<()> {
    if summary.movers.is_empty() {
        return Ok(());
    }
    let metric = shared_metric(sides).map_or_else(String::new, escaped);
    writeln!(
        out,
        "<h2>Largest movers</h2>\n<div class=\"scroll\"><table>\n<tr><th class=\"text\">puzzle</th>\
         <th class=\"text\">from</th><th class=\"text\">to</th><th>{metric}</th>\
         <th class=\"text\">paths part</th></tr>"
    )?;
    for mover in &summary.movers {
        let compared = &mover.compared;
        let class = |at: usize| escaped(&sides[at].classes[compared.classes[at]]);
        let label = compared
            .label
            .as_deref()
            .map_or_else(String::new, |label| format!("{}<br>", escaped(label)));
        let [a, b] = compared.values;
        let value = if metric.is_empty() || a.is_nan() || b.is_nan() {
            String::new()
        } else {
            format!("{a:.2} → {b:.2}")
        };
        let parts = match &compared.paths {
            Paths::Part(parting) => escaped(&part(parting)),
            Paths::Unseen | Paths::Same => String::new(),
        };
        writeln!(
            out,
            "<tr><td class=\"text\">{label}<span class=\"puzzle\">{}</span></td><td class=\"text\">{}</td>\
             <td class=\"text\">{}</td><td>{value}</td><td class=\"text\">{parts}</td></tr>",
            escaped(&compared.puzzle),
            class(0),
            class(1)
        )?;
    }
    writeln!(out, "</table></div>")
}

#[cfg(test)]
mod tests {
    use super::escaped;

    #[test]
    fn nothing_ends_a_text() {
        assert_eq!(
            escaped("<b> & \"'\u{1b}"),
            "&lt;b&gt; &amp; &quot;&#39;\u{fffd}"
        );
    }
}
