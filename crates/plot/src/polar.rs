//! The polar spike graph: a spike for each step, around a hub.

use std::fmt::{self, Write};

use crate::picture::{Part, WIDTH};
use crate::svg::{Escaped, Exact, Length, text_width};
use crate::theme::Rules;

/// The distance of the marks of steps from the edge of the graph.
const MARK: f64 = 13.0;
/// The height of a row of the legend.
const ROW: f64 = 20.0;
/// The room of a sign of the legend, and between its entries.
const SIGN: f64 = 14.0;
const GAP: f64 = 14.0;

/// A graph with a spike for each step.
///
/// Angles are in radians, clockwise from three o'clock, for y points down; lengths are in pixels. The centre is the
/// middle of a square; the picture scales the square to its width.
#[derive(Clone, Debug, PartialEq)]
pub struct Polar {
    /// The width and height of the square, above 0.
    pub size: f64,
    /// The bands, at least one.
    pub bands: Vec<Band>,
    /// The spikes in the order of the steps.
    pub spikes: Vec<Spike>,
}

/// A band of spikes of one colour.
#[derive(Clone, Debug, PartialEq)]
pub struct Band {
    /// What it is called.
    pub name: String,
    /// Its colour on a light ground, as `#rrggbb`.
    pub light: String,
    /// Its colour on a dark ground.
    pub dark: String,
    /// The distance from the centre at which the next band starts, if that is known.
    pub ring: Option<f64>,
}

/// A spike.
#[derive(Clone, Debug, PartialEq)]
pub struct Spike {
    /// Its direction.
    pub angle: f64,
    /// The distance from the centre to where it starts.
    pub start: f64,
    /// The distance to where it ends.
    pub radius: f64,
    /// Its thickness.
    pub width: f64,
    /// The number of its band; one that is too large is the last.
    pub band: usize,
    /// What the step is, in words.
    pub title: String,
}

/// A place: x to the right, y down.
pub type Point = (f64, f64);

impl Polar {
    /// Where a spike starts and where it ends, in the square.
    #[must_use]
    pub fn ends(&self, spike: &Spike) -> (Point, Point) {
        (
            self.at(spike.angle, spike.start),
            self.at(spike.angle, spike.radius),
        )
    }

    fn at(&self, angle: f64, distance: f64) -> Point {
        let center = self.size / 2.0;
        (
            center + distance * angle.cos(),
            center + distance * angle.sin(),
        )
    }

    fn band(&self, spike: &Spike) -> usize {
        spike.band.min(self.bands.len().saturating_sub(1))
    }

    /// How many spikes each band has.
    fn counts(&self) -> Vec<usize> {
        let mut counts = vec![0; self.bands.len()];
        for spike in &self.spikes {
            if let Some(count) = counts.get_mut(self.band(spike)) {
                *count += 1;
            }
        }
        counts
    }

    /// The entries of the legend and where each stands: its row and its left end.
    fn legend(&self) -> Vec<(usize, f64, String)> {
        let entries: Vec<String> = self
            .bands
            .iter()
            .zip(self.counts())
            .map(|(band, count)| format!("{} {count}", band.name))
            .collect();
        let width = |text: &str| SIGN + text_width(text, 12.0) + GAP;
        // Rows as full as they can be, each in the middle.
        let mut rows: Vec<Vec<&String>> = vec![Vec::new()];
        let mut used = 0.0;
        for entry in &entries {
            if used + width(entry) > WIDTH && used > 0.0 {
                rows.push(Vec::new());
                used = 0.0;
            }
            used += width(entry);
            if let Some(row) = rows.last_mut() {
                row.push(entry);
            }
        }
        let mut placed = Vec::new();
        for (at, row) in rows.iter().enumerate() {
            let all: f64 = row.iter().map(|entry| width(entry)).sum();
            let mut left = ((WIDTH - all + GAP) / 2.0).max(4.0);
            for entry in row {
                placed.push((at, left, (*entry).clone()));
                left += width(entry);
            }
        }
        placed
    }

    fn legend_rows(&self) -> usize {
        self.legend().last().map_or(0, |(row, ..)| row + 1)
    }

    fn square(&self, out: &mut String) -> fmt::Result {
        let center = Length(self.size / 2.0);
        for ring in self.bands.iter().filter_map(|band| band.ring) {
            writeln!(
                out,
                "<circle class=\"ring\" cx=\"{center}\" cy=\"{center}\" r=\"{}\"/>",
                Length(ring.max(0.0))
            )?;
        }
        let hub = self.spikes.first().map(|spike| spike.start);
        if let Some(hub) = hub
            && self
                .spikes
                .iter()
                .all(|spike| (spike.start - hub).abs() < 1e-9)
        {
            writeln!(
                out,
                "<circle class=\"grid\" cx=\"{center}\" cy=\"{center}\" r=\"{}\"/>",
                Length(hub.max(0.0))
            )?;
        }
        for (number, spike) in (1..).zip(&self.spikes) {
            let ((x1, y1), (x2, y2)) = self.ends(spike);
            let band = self.band(spike);
            writeln!(
                out,
                "<g class=\"band-{band}\" data-step=\"{number}\"><title>{}</title><line x1=\"{}\" y1=\"{}\" x2=\"{}\" \
                 y2=\"{}\" stroke-width=\"{}\"/>{}</g>",
                Escaped(&spike.title),
                Exact(x1),
                Exact(y1),
                Exact(x2),
                Exact(y2),
                Exact(spike.width.max(0.0)),
                Tip {
                    shape: band,
                    at: (x2, y2),
                    radius: self.tip(spike)
                }
            )?;
        }
        Ok(())
    }

    /// How large the tip of a spike is: as its thickness says, but not in the way of its neighbours.
    fn tip(&self, spike: &Spike) -> f64 {
        let room = std::f64::consts::TAU * spike.radius.abs() / self.spikes.len().max(1) as f64;
        (1.4 + spike.width * 0.7)
            .min(room * 0.42)
            .max(spike.width * 0.5)
    }

    /// The numbers of the first step and of the middle one, in their directions.
    fn marks(&self, top: f64, out: &mut String) -> fmt::Result {
        let scale = WIDTH / self.size;
        let count = self.spikes.len();
        let mut marked = vec![0];
        if count > 1 {
            marked.push(count / 2);
        }
        for at in marked {
            let Some(spike) = self.spikes.get(at) else {
                continue;
            };
            let (x, y) = self.at(spike.angle, self.size / 2.0 - MARK / scale);
            writeln!(
                out,
                "<text class=\"quiet\" x=\"{}\" y=\"{}\" text-anchor=\"middle\">S{}</text>",
                Length(x * scale),
                Length(top + y * scale + 4.0),
                at + 1
            )?;
        }
        let (middle, y) = (Length(WIDTH / 2.0), top + WIDTH / 2.0);
        writeln!(
            out,
            "<text class=\"count\" x=\"{middle}\" y=\"{}\" text-anchor=\"middle\">{count}</text>\
             <text class=\"quiet\" x=\"{middle}\" y=\"{}\" text-anchor=\"middle\">step{}</text>",
            Length(y + 3.0),
            Length(y + 18.0),
            if count == 1 { "" } else { "s" }
        )
    }
}

impl Part for Polar {
    fn height(&self) -> f64 {
        WIDTH + self.legend_rows() as f64 * ROW + 6.0
    }

    fn description(&self) -> String {
        let counts = self.counts();
        let bands = self.bands.iter().zip(&counts);
        let bands: Vec<String> = bands
            .map(|(band, count)| format!("{count} {}", band.name))
            .collect();
        let longest = self.spikes.iter().reduce(|best, spike| {
            if spike.radius > best.radius {
                spike
            } else {
                best
            }
        });
        let longest = longest.map_or_else(String::new, |spike| {
            format!(" The longest spike is {}.", spike.title)
        });
        format!(
            "A spike for each of {} steps, clockwise from the first one, S1: {}.{longest}",
            self.spikes.len(),
            bands.join(", ")
        )
    }

    fn rules(&self, rules: &mut Rules) {
        rules.add(
            " .ring",
            "stroke:#c4c4c4;stroke-width:1;stroke-dasharray:2 4;fill:none",
            "stroke:#5a5a5a;stroke-width:1;stroke-dasharray:2 4;fill:none",
        );
        let count = "font-size:20px;font-weight:bold";
        rules.add(" .count", count, count);
        for (at, band) in self.bands.iter().enumerate() {
            let of = |color: &str| format!("stroke:{color};fill:{color}");
            rules.add(&format!(" .band-{at}"), &of(&band.light), &of(&band.dark));
        }
        // Signs are filled only.
        rules.add(" .tip", "stroke:none", "stroke:none");
    }

    fn draw(&self, top: f64, out: &mut String) -> fmt::Result {
        let scale = WIDTH / self.size;
        let scaled = if (scale - 1.0).abs() < 1e-9 {
            String::new()
        } else {
            format!(" scale({})", Exact(scale))
        };
        writeln!(
            out,
            "<g class=\"polar\" transform=\"translate(0 {}){scaled}\">",
            Length(top)
        )?;
        self.square(out)?;
        out.push_str("</g>\n");
        self.marks(top, out)?;
        let top = top + WIDTH + 6.0;
        for (band, (row, left, text)) in self.legend().into_iter().enumerate() {
            let y = top + row as f64 * ROW + 9.0;
            writeln!(
                out,
                "<g class=\"band-{band}\">{}</g><text x=\"{}\" y=\"{}\">{}</text>",
                Tip {
                    shape: band,
                    at: (left + 5.0, y),
                    radius: 4.5
                },
                Length(left + SIGN),
                Length(y + 4.0),
                Escaped(&text)
            )?;
        }
        Ok(())
    }
}

/// The sign of a band: bands differ by their shape as well as by their colour.
struct Tip {
    shape: usize,
    at: Point,
    radius: f64,
}

impl fmt::Display for Tip {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let ((x, y), r) = (self.at, self.radius);
        let polygon = |f: &mut fmt::Formatter<'_>, points: &[Point]| {
            f.write_str("<polygon class=\"tip\" points=\"")?;
            for (at, (dx, dy)) in points.iter().enumerate() {
                let blank = if at == 0 { "" } else { " " };
                write!(f, "{blank}{},{}", Length(x + dx * r), Length(y + dy * r))?;
            }
            f.write_str("\"/>")
        };
        match self.shape % 4 {
            0 => write!(
                f,
                "<circle class=\"tip\" cx=\"{}\" cy=\"{}\" r=\"{}\"/>",
                Length(x),
                Length(y),
                Length(r)
            ),
            1 => polygon(f, &[(-0.9, -0.9), (0.9, -0.9), (0.9, 0.9), (-0.9, 0.9)]),
            2 => polygon(f, &[(0.0, -1.3), (1.3, 0.0), (0.0, 1.3), (-1.3, 0.0)]),
            _ => polygon(f, &[(0.0, -1.3), (1.25, 0.95), (-1.25, 0.95)]),
        }
    }
}
