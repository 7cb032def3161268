//! The line along a path, with what its metrics say of it.

use std::fmt::{self, Write};

use crate::axis::{Scale, linear};
use crate::picture::{Part, WIDTH};
use crate::svg::{Escaped, Length, shortened};
use crate::theme::Rules;

const LEFT: f64 = 46.0;
const RIGHT: f64 = 14.0;
/// The room above the frame, for the numbers of marked steps.
const HEAD: f64 = 20.0;
const PLOT: f64 = 190.0;
/// The room below the frame, for ticks and the title of the axis.
const BELOW: f64 = 38.0;
/// The height of a line of the legend.
const ROW: f64 = 19.0;
/// From how many steps on they have no points of their own.
const MANY: usize = 120;
/// How far a difference may lie from the one that is looked for, of the greatest height.
const NEAR: f64 = 1e-6;

/// A line along the path.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Trajectory {
    /// What the heights are.
    pub title: String,
    /// The height of each step.
    pub heights: Vec<f64>,
    /// The slope of the straight line through all steps.
    pub slope: Option<f64>,
    /// The number of a step to mark, from 1.
    pub bottleneck: Option<f64>,
    /// The difference between neighbours to mark: the first such pair is.
    pub jump: Option<f64>,
    /// How the line runs, in a word.
    pub pacing: Option<String>,
}

impl Trajectory {
    /// The heights at which the straight line with the slope starts, at the first step, and ends, at the last. It
    /// passes through the mean in the middle, as the line of least squares does.
    #[must_use]
    pub fn straight(&self) -> Option<(f64, f64)> {
        let count = self.heights.len();
        let slope = self.slope.filter(|slope| slope.is_finite() && count > 0)?;
        let mean = self.heights.iter().sum::<f64>() / count as f64;
        let half = slope * (count - 1) as f64 / 2.0;
        Some((mean - half, mean + half))
    }

    /// The marked step, from 0.
    #[must_use]
    pub fn marked_step(&self) -> Option<usize> {
        let number = self.bottleneck?;
        let at = (number >= 1.0).then(|| number.round() as usize - 1)?;
        (at < self.heights.len()).then_some(at)
    }

    /// The first of the two neighbours whose difference is marked, from 0.
    #[must_use]
    pub fn marked_jump(&self) -> Option<usize> {
        let jump = self.jump.filter(|jump| *jump > 0.0)?;
        let greatest = self.heights.iter().fold(1.0, |a: f64, b| a.max(b.abs()));
        let is_it = |pair: &[f64]| ((pair[1] - pair[0]).abs() - jump).abs() <= NEAR * greatest;
        self.heights.windows(2).position(is_it)
    }

    fn scale(&self) -> Scale {
        let finite = || self.heights.iter().copied().filter(|x| x.is_finite());
        let ends = (finite().reduce(f64::min), finite().reduce(f64::max));
        let (mut low, mut high) = match ends {
            (Some(low), Some(high)) => (low, high),
            _ => (0.0, 1.0),
        };
        if let Some((start, end)) = self.straight() {
            (low, high) = (low.min(start).min(end), high.max(start).max(end));
        }
        linear(low.max(-1e280), high.min(1e280))
    }

    fn across(&self, at: usize) -> f64 {
        let last = self.heights.len().saturating_sub(1).max(1);
        let share = if self.heights.len() < 2 {
            0.5
        } else {
            at as f64 / last as f64
        };
        LEFT + 6.0 + share * (WIDTH - LEFT - RIGHT - 12.0)
    }

    /// The numbers of the steps that are written below the line.
    fn ticks(&self) -> Vec<usize> {
        let count = self.heights.len();
        let step = [1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 2000]
            .into_iter()
            .find(|step| count / step <= 7)
            .unwrap_or(5000);
        let mut ticks: Vec<usize> = (1..=count / step).map(|n| n * step).collect();
        if ticks.first() != Some(&1) && count > 0 {
            ticks.insert(0, 1);
        }
        ticks
    }

    /// The lines of the legend: the class of their sign, and what they say.
    fn legend(&self) -> Vec<(Sign, String)> {
        let mut all = Vec::new();
        if let Some(slope) = self.slope {
            let pacing = match &self.pacing {
                Some(pacing) => format!(": {pacing}"),
                None => String::new(),
            };
            all.push((Sign::Slope, format!("slope {slope:+.4} a step{pacing}")));
        } else if let Some(pacing) = &self.pacing {
            all.push((Sign::Slope, pacing.clone()));
        }
        if let Some(at) = self.marked_step() {
            let height = self.heights[at];
            all.push((
                Sign::Bottleneck,
                format!("bottleneck: step {}, {height:.2}", at + 1),
            ));
        }
        match (self.jump, self.marked_jump()) {
            (Some(jump), Some(at)) => all.push((
                Sign::Jump,
                format!("suddenness {jump:.3}, from step {} to {}", at + 1, at + 2),
            )),
            (Some(jump), None) => all.push((Sign::Jump, format!("suddenness {jump:.3}"))),
            (None, _) => {}
        }
        all
    }
}

/// What a line of the legend explains.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Sign {
    Slope,
    Bottleneck,
    Jump,
}

/// Where the parts of a trajectory stand.
struct Area {
    top: f64,
    scale: Scale,
}

impl Area {
    fn up(&self, value: f64) -> f64 {
        self.top + PLOT - self.scale.share(value) * PLOT
    }
}

fn diamond(x: f64, y: f64) -> String {
    let (l, r, t, b) = (
        Length(x - 5.0),
        Length(x + 5.0),
        Length(y - 5.0),
        Length(y + 5.0),
    );
    let (x, y) = (Length(x), Length(y));
    format!("<polygon class=\"bottleneck\" points=\"{x},{t} {r},{y} {x},{b} {l},{y}\"/>")
}

impl Trajectory {
    fn axes(&self, area: &Area, out: &mut String) -> fmt::Result {
        let (left, right) = (Length(LEFT), Length(WIDTH - RIGHT));
        for tick in &area.scale.ticks {
            let y = area.up(tick.value);
            writeln!(
                out,
                "<line class=\"grid\" x1=\"{left}\" x2=\"{right}\" y1=\"{line}\" y2=\"{line}\"/>\
                 <text class=\"quiet\" x=\"{}\" y=\"{}\" text-anchor=\"end\">{}</text>",
                Length(LEFT - 5.0),
                Length(y + 4.0),
                Escaped(&tick.text),
                line = Length(y),
            )?;
        }
        let bottom = area.top + PLOT;
        for number in self.ticks() {
            writeln!(
                out,
                "<text class=\"quiet\" x=\"{}\" y=\"{}\" text-anchor=\"middle\">{number}</text>",
                Length(self.across(number - 1)),
                Length(bottom + 15.0)
            )?;
        }
        writeln!(
            out,
            "<text x=\"{}\" y=\"{}\" text-anchor=\"middle\">step</text>",
            Length((LEFT + WIDTH - RIGHT) / 2.0),
            Length(bottom + 31.0)
        )?;
        let middle = Length(area.top + PLOT / 2.0);
        writeln!(
            out,
            "<text x=\"12\" y=\"{middle}\" text-anchor=\"middle\" transform=\"rotate(-90 12 {middle})\">{}</text>",
            Escaped(&shortened(&self.title, 30))
        )
    }

    fn marks(&self, area: &Area, out: &mut String) -> fmt::Result {
        if let Some((start, end)) = self.straight() {
            writeln!(
                out,
                "<line class=\"slope\" x1=\"{}\" y1=\"{}\" x2=\"{}\" y2=\"{}\"/>",
                Length(self.across(0)),
                Length(area.up(start)),
                Length(self.across(self.heights.len() - 1)),
                Length(area.up(end))
            )?;
        }
        let place = |at: usize| {
            let height = self.heights.get(at).copied().unwrap_or(0.0);
            (self.across(at), area.up(height))
        };
        if let Some(at) = self.marked_jump() {
            let ((x1, y1), (x2, y2)) = (place(at), place(at + 1));
            writeln!(
                out,
                "<line class=\"jump\" x1=\"{}\" y1=\"{}\" x2=\"{}\" y2=\"{}\"/>",
                Length(x1),
                Length(y1),
                Length(x2),
                Length(y2)
            )?;
        }
        if let Some(at) = self.marked_step() {
            let (x, y) = place(at);
            let (shown, top) = (Length(x), Length(area.top));
            writeln!(
                out,
                "<line class=\"drop\" x1=\"{shown}\" x2=\"{shown}\" y1=\"{top}\" y2=\"{}\"/>{}\
                 <text x=\"{shown}\" y=\"{}\" text-anchor=\"middle\">{}</text>",
                Length(y),
                diamond(x, y),
                Length(area.top - 5.0),
                at + 1
            )?;
        }
        Ok(())
    }
}

impl Part for Trajectory {
    fn height(&self) -> f64 {
        HEAD + PLOT + BELOW + self.legend().len() as f64 * ROW + 6.0
    }

    fn description(&self) -> String {
        let said: Vec<String> = self.legend().into_iter().map(|(_, text)| text).collect();
        let said = if said.is_empty() {
            String::new()
        } else {
            format!(" Marked are: {}.", said.join("; "))
        };
        format!(
            "{} along the {} steps of the path.{said}",
            self.title,
            self.heights.len()
        )
    }

    fn rules(&self, rules: &mut Rules) {
        for (selector, light, dark, rest) in [
            (" .line", "#0072b2", "#56b4e9", "stroke-width:1.3;fill:none"),
            (
                " .slope",
                "#444444",
                "#cccccc",
                "stroke-width:1.6;stroke-dasharray:7 4;fill:none",
            ),
            (
                " .jump",
                "#b3589a",
                "#e39ccb",
                "stroke-width:5;stroke-opacity:.6;stroke-linecap:round",
            ),
            (
                " .drop",
                "#d55e00",
                "#f39854",
                "stroke-width:1;stroke-dasharray:2 3",
            ),
        ] {
            let of = |color: &str| format!("stroke:{color};{rest}");
            rules.add(selector, &of(light), &of(dark));
        }
        rules.add(" .point", "fill:#0072b2", "fill:#56b4e9");
        rules.add(
            " .bottleneck",
            "fill:#d55e00;stroke:#ffffff;stroke-width:1",
            "fill:#f39854;stroke:#161616;stroke-width:1",
        );
    }

    fn draw(&self, top: f64, out: &mut String) -> fmt::Result {
        let area = Area {
            top: top + HEAD,
            scale: self.scale(),
        };
        self.axes(&area, out)?;
        out.push_str("<polyline class=\"line\" points=\"");
        for (at, height) in self.heights.iter().enumerate() {
            let blank = if at == 0 { "" } else { " " };
            write!(
                out,
                "{blank}{},{}",
                Length(self.across(at)),
                Length(area.up(*height))
            )?;
        }
        out.push_str("\"/>\n");
        if self.heights.len() <= MANY {
            for (at, height) in self.heights.iter().enumerate() {
                writeln!(
                    out,
                    "<circle class=\"point\" cx=\"{}\" cy=\"{}\" r=\"2\"/>",
                    Length(self.across(at)),
                    Length(area.up(*height))
                )?;
            }
        }
        self.marks(&area, out)?;
        for (row, (sign, text)) in self.legend().into_iter().enumerate() {
            let y = area.top + PLOT + BELOW + row as f64 * ROW + 8.0;
            let (middle, x) = (Length(y), LEFT + 10.0);
            let drawn = match sign {
                Sign::Slope | Sign::Jump => format!(
                    "<line class=\"{}\" x1=\"{}\" x2=\"{}\" y1=\"{middle}\" y2=\"{middle}\"/>",
                    if sign == Sign::Slope { "slope" } else { "jump" },
                    Length(x - 9.0),
                    Length(x + 9.0)
                ),
                Sign::Bottleneck => diamond(x, y),
            };
            writeln!(
                out,
                "{drawn}<text x=\"{}\" y=\"{}\">{}</text>",
                Length(x + 18.0),
                Length(y + 4.0),
                Escaped(&shortened(&text, 52))
            )?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn line() -> Trajectory {
        Trajectory {
            title: "Step score".to_owned(),
            heights: vec![1.0, 3.0, 2.0, 2.0],
            slope: Some(0.2),
            bottleneck: Some(2.0),
            jump: Some(2.0),
            pacing: Some("Balanced".to_owned()),
        }
    }

    #[test]
    fn the_straight_line_passes_through_the_mean_in_the_middle() {
        // The mean is 2, and half the way is 1.5 steps: 2 ∓ 0.3.
        let (start, end) = line().straight().unwrap();
        assert!((start - 1.7).abs() < 1e-12 && (end - 2.3).abs() < 1e-12);
        let one = Trajectory {
            heights: vec![1.5],
            ..line()
        };
        assert_eq!(one.straight(), Some((1.5, 1.5)));
    }

    #[test]
    fn marks_are_where_the_metrics_say() {
        assert_eq!(
            (line().marked_step(), line().marked_jump()),
            (Some(1), Some(0))
        );
        let with = |bottleneck, jump| Trajectory {
            bottleneck,
            jump,
            ..line()
        };
        // The second step to the third: 3 to 2.
        assert_eq!(with(None, Some(1.0)).marked_jump(), Some(1));
        assert_eq!(with(None, Some(1.3)).marked_jump(), None);
        assert_eq!(with(None, Some(0.0)).marked_jump(), None);
        // A difference of large numbers is a tenth but for rounding.
        let large = Trajectory {
            heights: vec![0.0, 1e6, 1e6 + 0.1],
            ..with(None, Some(0.1))
        };
        assert_eq!(large.marked_jump(), Some(1));
        for outside in [0.0, 5.0, -1.0, f64::NAN] {
            assert_eq!(with(Some(outside), None).marked_step(), None, "{outside}");
        }
    }

    #[test]
    fn paths_of_any_length_have_a_few_ticks() {
        for count in [0, 1, 2, 7, 8, 55, 64, 300, 8192] {
            let line = Trajectory {
                heights: vec![1.0; count],
                ..Trajectory::default()
            };
            let ticks = line.ticks();
            assert!(ticks.len() <= 8, "{count}: {ticks:?}");
            assert_eq!(ticks.first().copied(), (count > 0).then_some(1));
            assert!(ticks.iter().all(|tick| (1..=count).contains(tick)));
        }
    }
}
