//! How the values of several groups are spread, one group below the other over one axis.

use std::fmt::{self, Write};

use crate::axis::{Axis, Scale};
use crate::picture::{Part, WIDTH, svg};
use crate::svg::{Escaped, Length, shortened};
use crate::theme::{Rules, Theme};

const LEFT: f64 = 14.0;
const RIGHT: f64 = 14.0;
/// The height of a group's name, of its bars, and of the room below them.
const NAME: f64 = 18.0;
const BARS: f64 = 30.0;
const GAP: f64 = 8.0;
/// The room below all groups, for the axis.
const FOOT: f64 = 40.0;
/// The most bars of a group.
const MOST: usize = 48;

/// The values of groups.
#[derive(Clone, Debug, PartialEq)]
pub struct Histogram {
    /// What the picture is called.
    pub title: String,
    /// What the values are.
    pub axis: String,
    /// If there are any, a value is the number of one of these, from 0.
    pub names: Vec<String>,
    /// The groups from the top; those without values are not drawn.
    pub groups: Vec<Group>,
}

/// A group of values.
#[derive(Clone, Debug, PartialEq)]
pub struct Group {
    /// What it is called.
    pub name: String,
    /// The values; those that are no numbers do not count.
    pub values: Vec<f64>,
}

/// Values counted in equal parts of the axis.
struct Bars<'a> {
    name: &'a str,
    counts: Vec<usize>,
    total: usize,
    median: f64,
}

impl Histogram {
    /// The picture.
    #[must_use]
    pub fn svg(&self, theme: Theme) -> String {
        svg(&self.title, &[self], theme)
    }

    fn all(&self) -> Axis {
        Axis {
            title: self.axis.clone(),
            values: self
                .groups
                .iter()
                .flat_map(|group| group.values.clone())
                .collect(),
            names: self.names.clone(),
        }
    }

    /// The axis, and into how many parts it is cut. Whole numbers that are few have a part each.
    fn scale(&self) -> (Scale, usize) {
        let all = self.all();
        if !self.names.is_empty() {
            return (all.scale(), self.names.len());
        }
        let finite = || all.values.iter().copied().filter(|x| x.is_finite());
        if finite().all(|x| x.fract() == 0.0)
            && let (Some(low), Some(high)) = (finite().reduce(f64::min), finite().reduce(f64::max))
            && high - low < MOST as f64
        {
            let parts = (high - low) as usize + 1;
            return (Scale::between(low - 0.5, high + 0.5, high > low), parts);
        }
        (all.scale(), MOST)
    }

    fn bars(&self, scale: &Scale, parts: usize) -> Vec<Bars<'_>> {
        let mut all = Vec::new();
        for group in &self.groups {
            let mut values: Vec<f64> = group.values.clone();
            values.retain(|x| x.is_finite());
            values.sort_by(f64::total_cmp);
            let mut counts = vec![0; parts];
            for &value in &values {
                let at = (scale.share(value) * parts as f64).floor().max(0.0) as usize;
                counts[at.min(parts - 1)] += 1;
            }
            if let Some(median) = median(&values) {
                all.push(Bars {
                    name: &group.name,
                    counts,
                    total: values.len(),
                    median,
                });
            }
        }
        all
    }
}

/// The middle one of ascending values, or the mean of the two in the middle.
fn median(ascending: &[f64]) -> Option<f64> {
    let half = ascending.len() / 2;
    let upper = *ascending.get(half)?;
    if ascending.len() % 2 == 1 {
        return Some(upper);
    }
    let lower = *ascending.get(half.checked_sub(1)?)?;
    Some(lower / 2.0 + upper / 2.0)
}

fn across(share: f64) -> f64 {
    LEFT + share.clamp(0.0, 1.0) * (WIDTH - LEFT - RIGHT)
}

impl Part for Histogram {
    fn height(&self) -> f64 {
        let (scale, parts) = self.scale();
        self.bars(&scale, parts).len() as f64 * (NAME + BARS + GAP) + FOOT
    }

    fn description(&self) -> String {
        let (scale, parts) = self.scale();
        let groups: Vec<String> = self
            .bars(&scale, parts)
            .iter()
            .map(|bars| {
                let puzzles = if bars.total == 1 { "puzzle" } else { "puzzles" };
                let median = self.shown(bars.median);
                format!("{}, {} {puzzles}, median {median}", bars.name, bars.total)
            })
            .collect();
        format!(
            "How {} is spread, each group by its own scale: {}.",
            self.axis,
            groups.join("; ")
        )
    }

    fn rules(&self, rules: &mut Rules) {
        rules.add(" .bar", "fill:#0072b2", "fill:#56b4e9");
        rules.add(
            " .median",
            "stroke:#d55e00;stroke-width:2",
            "stroke:#f39854;stroke-width:2",
        );
        rules.add(
            " .base",
            "stroke:#777777;stroke-width:1",
            "stroke:#999999;stroke-width:1",
        );
    }

    fn draw(&self, top: f64, out: &mut String) -> fmt::Result {
        let (scale, parts) = self.scale();
        let bars = self.bars(&scale, parts);
        let bottom = top + bars.len() as f64 * (NAME + BARS + GAP);
        let (left, right) = (Length(LEFT), Length(WIDTH - RIGHT));
        let every = self.every(&scale);
        for tick in scale.ticks.iter().step_by(every) {
            let x = across(scale.share(tick.value));
            // The outermost must not leave the picture.
            let anchor = match x {
                x if x < 40.0 => "start",
                x if x > WIDTH - 40.0 => "end",
                _ => "middle",
            };
            writeln!(
                out,
                "<line class=\"grid\" x1=\"{line}\" x2=\"{line}\" y1=\"{}\" y2=\"{}\"/>\
                 <text class=\"quiet\" x=\"{line}\" y=\"{}\" text-anchor=\"{anchor}\">{}</text>",
                Length(top),
                Length(bottom),
                Length(bottom + 14.0),
                Escaped(&shortened(&tick.text, 24)),
                line = Length(x)
            )?;
        }
        for (row, group) in bars.iter().enumerate() {
            let y = top + row as f64 * (NAME + BARS + GAP);
            let base = y + NAME + BARS;
            writeln!(
                out,
                "<text x=\"{left}\" y=\"{name}\">{}</text><text class=\"quiet\" x=\"{right}\" y=\"{name}\" \
                 text-anchor=\"end\">{} · median {}</text>",
                Escaped(&shortened(group.name, 34)),
                group.total,
                Escaped(&self.shown(group.median)),
                name = Length(y + 12.0)
            )?;
            let most = group.counts.iter().copied().max().unwrap_or(1).max(1);
            let width = (WIDTH - LEFT - RIGHT) / parts as f64;
            for (at, &count) in group
                .counts
                .iter()
                .enumerate()
                .filter(|(_, count)| **count > 0)
            {
                let height = (count as f64 / most as f64 * BARS).max(1.0);
                writeln!(
                    out,
                    "<rect class=\"bar\" x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\"/>",
                    Length(LEFT + at as f64 * width + 0.4),
                    Length(base - height),
                    Length((width - 0.8).max(0.6)),
                    Length(height)
                )?;
            }
            let middle = Length(across(scale.share(group.median)));
            writeln!(
                out,
                "<line class=\"base\" x1=\"{left}\" x2=\"{right}\" y1=\"{y}\" y2=\"{y}\"/>\
                 <line class=\"median\" x1=\"{middle}\" x2=\"{middle}\" y1=\"{}\" y2=\"{}\"/>",
                Length(base - BARS),
                Length(base + 4.0),
                y = Length(base)
            )?;
        }
        let log = if scale.is_log() { " (logarithmic)" } else { "" };
        writeln!(
            out,
            "<text x=\"{}\" y=\"{}\" text-anchor=\"middle\">{}{log}</text>",
            Length(WIDTH / 2.0),
            Length(bottom + 31.0),
            Escaped(&shortened(&self.axis, 40))
        )
    }
}

impl Histogram {
    /// A value as it is written.
    fn shown(&self, value: f64) -> String {
        match self.names.get(value.round() as usize) {
            Some(name) if !self.names.is_empty() => name.clone(),
            _ if value.fract() == 0.0 => format!("{value}"),
            _ => {
                let decimals = (2 - value.abs().max(1e-6).log10().floor() as i32).clamp(1, 8);
                format!("{value:.0$}", decimals as usize)
            }
        }
    }

    /// Every how many ticks one is written, so that they have room.
    fn every(&self, scale: &Scale) -> usize {
        let longest = scale
            .ticks
            .iter()
            .map(|tick| tick.text.chars().count().min(24));
        let longest = longest.max().unwrap_or(1) as f64 * 6.8 + 8.0;
        let room = ((WIDTH - LEFT - RIGHT) / longest).floor().max(1.0) as usize;
        scale.ticks.len().div_ceil(room).max(1)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn histogram(groups: &[(&str, &[f64])]) -> Histogram {
        let group = |(name, values): &(&str, &[f64])| Group {
            name: (*name).to_owned(),
            values: values.to_vec(),
        };
        Histogram {
            title: "T".to_owned(),
            axis: "x".to_owned(),
            names: Vec::new(),
            groups: groups.iter().map(group).collect(),
        }
    }

    #[test]
    fn medians() {
        assert_eq!(median(&[]), None);
        assert_eq!(median(&[3.0]), Some(3.0));
        assert_eq!(median(&[1.0, 2.0]), Some(1.5));
        assert_eq!(median(&[1.0, 2.0, 9.0]), Some(2.0));
    }

    #[test]
    fn whole_numbers_have_a_bar_each() {
        let of = histogram(&[
            ("a", &[4.0, 4.0, 6.0]),
            ("b", &[5.0]),
            ("none", &[f64::NAN]),
        ]);
        let (scale, parts) = of.scale();
        assert_eq!(parts, 3);
        let bars = of.bars(&scale, parts);
        let counts: Vec<&[usize]> = bars.iter().map(|bars| &bars.counts[..]).collect();
        assert_eq!(counts, [&[2, 0, 1][..], &[0, 1, 0][..]]);
    }

    #[test]
    fn names_that_have_no_room_are_not_written() {
        let of = Histogram {
            names: vec!["Hidden single".to_owned(); 8],
            ..histogram(&[("a", &[0.0, 7.0])])
        };
        // A name takes 13 · 6.8 + 8 = 96.4 of 372 pixels: three have room, so every third of eight is written.
        assert_eq!(of.every(&of.scale().0), 3);
        let short = histogram(&[("a", &[4.0, 5.0, 6.0])]);
        assert_eq!(short.every(&short.scale().0), 1);
    }

    #[test]
    fn every_value_is_in_one_bar() {
        let values: Vec<f64> = (0..1000).map(|n| f64::from(n) * 0.37).collect();
        for of in [
            histogram(&[("a", &values)]),
            histogram(&[("a", &[1.5]), ("b", &[1.5, 1e9])]),
            histogram(&[("a", &[0.1; 5])]),
        ] {
            let (scale, parts) = of.scale();
            for bars in of.bars(&scale, parts) {
                assert_eq!(bars.counts.iter().sum::<usize>(), bars.total);
            }
        }
    }

    #[test]
    fn no_values_are_no_groups() {
        let svg = histogram(&[]).svg(Theme::Light);
        assert!(!svg.contains("class=\"bar\"") && svg.ends_with("</svg>\n"));
    }
}
