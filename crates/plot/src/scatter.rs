//! Points in a plane.

use std::collections::HashSet;
use std::fmt::Write;

use crate::axis::{Axis, Scale};
use crate::picture::WIDTH;
use crate::svg::{Escaped, Length, shortened};
use crate::theme::{Rules, Theme};

const HEIGHT: f64 = 300.0;
/// The width of a character on the average, in the size that the texts have.
const CHARACTER: f64 = 6.4;
const TOP: f64 = 30.0;
const RIGHT: f64 = 12.0;
const RADIUS: f64 = 2.6;
/// The most characters of a name beside an axis.
const NAME: usize = 24;

/// A scatter plot: a point for each pair of values.
#[derive(Clone, Debug, PartialEq)]
pub struct Scatter {
    /// What the picture is called.
    pub title: String,
    /// What can be seen, for those who do not see it.
    pub description: String,
    /// What increases to the right.
    pub x: Axis,
    /// What increases upwards.
    pub y: Axis,
}

/// Where the points go.
struct Area {
    left: f64,
    bottom: f64,
    x: Scale,
    y: Scale,
    /// Whether the texts below are too long to stand side by side.
    slanted: bool,
}

impl Scatter {
    /// The picture. An axis is logarithmic if its values are positive and the greatest is more than ten times the
    /// least.
    #[must_use]
    pub fn svg(&self, theme: Theme) -> String {
        let area = self.area();
        let mut out = String::new();
        // A `String` takes everything.
        let _ = self.write(&area, theme, &mut out);
        out
    }

    fn area(&self) -> Area {
        let (x, y) = (self.x.scale(), self.y.scale());
        let longest = |scale: &Scale| {
            let lengths = scale
                .ticks
                .iter()
                .map(|tick| tick.text.chars().count().min(NAME));
            lengths.max().unwrap_or(0) as f64 * CHARACTER
        };
        let left = 34.0 + longest(&y).min(WIDTH / 3.0);
        let slot = (WIDTH - left - RIGHT) / (x.ticks.len().max(1) as f64);
        let below = longest(&x);
        let slanted = below > slot;
        let foot = if slanted { 0.7 * below + 10.0 } else { 18.0 };
        Area {
            left,
            bottom: HEIGHT - foot - 22.0,
            x,
            y,
            slanted,
        }
    }

    fn write(&self, area: &Area, theme: Theme, out: &mut String) -> std::fmt::Result {
        let mut rules = Rules::common();
        rules.add(
            " .frame",
            "stroke:#666666;stroke-width:1;fill:none",
            "stroke:#999999;stroke-width:1;fill:none",
        );
        rules.add(
            " .points",
            "fill:#0072b2;fill-opacity:.55",
            "fill:#56b4e9;fill-opacity:.65",
        );
        let (title, description) = (Escaped(&self.title), Escaped(&self.description));
        writeln!(
            out,
            "<svg xmlns=\"http://www.w3.org/2000/svg\" class=\"undoku-plot\" role=\"img\" viewBox=\"0 0 {WIDTH} {HEIGHT}\" \
             width=\"{WIDTH}\" height=\"{HEIGHT}\">\n<title>{title}</title>\n<desc>{description}</desc>\n<style>\n{}</style>\n\
             <rect class=\"ground\" width=\"{WIDTH}\" height=\"{HEIGHT}\"/>",
            rules.sheet(theme)
        )?;
        let heading = shortened(&self.title, (WIDTH / 7.0) as usize);
        let middle = Length(WIDTH / 2.0);
        writeln!(
            out,
            "<text class=\"title\" x=\"{middle}\" y=\"18\" text-anchor=\"middle\">{}</text>",
            Escaped(&heading)
        )?;
        self.x_axis(area, out)?;
        self.y_axis(area, out)?;
        self.points(area, out)?;
        out.push_str("</svg>\n");
        Ok(())
    }

    fn x_axis(&self, area: &Area, out: &mut String) -> std::fmt::Result {
        let bottom = Length(area.bottom);
        for tick in &area.x.ticks {
            let x = Length(area.across(tick.value));
            let text = shortened(&tick.text, NAME);
            let text = Escaped(&text);
            writeln!(
                out,
                "<line class=\"grid\" x1=\"{x}\" x2=\"{x}\" y1=\"{TOP}\" y2=\"{bottom}\"/>"
            )?;
            let y = Length(area.bottom + 15.0);
            if area.slanted {
                writeln!(
                    out,
                    "<text x=\"{x}\" y=\"{y}\" text-anchor=\"end\" transform=\"rotate(-40 {x} {y})\">{text}</text>"
                )?;
            } else {
                writeln!(
                    out,
                    "<text x=\"{x}\" y=\"{y}\" text-anchor=\"middle\">{text}</text>"
                )?;
            }
        }
        let (middle, y) = (
            Length((area.left + WIDTH - RIGHT) / 2.0),
            Length(HEIGHT - 6.0),
        );
        let title = axis_title(&self.x, &area.x);
        let title = Escaped(&title);
        writeln!(
            out,
            "<text x=\"{middle}\" y=\"{y}\" text-anchor=\"middle\">{title}</text>"
        )
    }

    fn y_axis(&self, area: &Area, out: &mut String) -> std::fmt::Result {
        let (left, right) = (Length(area.left), Length(WIDTH - RIGHT));
        for tick in &area.y.ticks {
            let y = area.up(tick.value);
            let text = shortened(&tick.text, ((area.left - 30.0) / CHARACTER) as usize);
            writeln!(
                out,
                "<line class=\"grid\" x1=\"{left}\" x2=\"{right}\" y1=\"{line}\" y2=\"{line}\"/>\
                 <text x=\"{x}\" y=\"{base}\" text-anchor=\"end\">{text}</text>",
                line = Length(y),
                x = Length(area.left - 6.0),
                base = Length(y + 4.0),
                text = Escaped(&text)
            )?;
        }
        let middle = Length((TOP + area.bottom) / 2.0);
        let title = axis_title(&self.y, &area.y);
        let title = Escaped(&title);
        writeln!(
            out,
            "<text x=\"14\" y=\"{middle}\" text-anchor=\"middle\" transform=\"rotate(-90 14 {middle})\">{title}</text>"
        )
    }

    fn points(&self, area: &Area, out: &mut String) -> std::fmt::Result {
        let (left, width) = (Length(area.left), Length(WIDTH - RIGHT - area.left));
        let height = Length(area.bottom - TOP);
        writeln!(
            out,
            "<rect class=\"frame\" x=\"{left}\" y=\"{TOP}\" width=\"{width}\" height=\"{height}\"/>\n<g class=\"points\">"
        )?;
        // More than a few points at one place look like a few, and need not be there.
        let mut drawn = HashSet::new();
        for point in 0..self.x.values.len().min(self.y.values.len()) {
            let (Some(x), Some(y)) = (self.x.value(point), self.y.value(point)) else {
                continue;
            };
            let place = format!(
                "<circle cx=\"{}\" cy=\"{}\" r=\"{RADIUS}\"/>",
                Length(area.across(x)),
                Length(area.up(y))
            );
            if !drawn.contains(&place) {
                out.push_str(&place);
                out.push('\n');
                drawn.insert(place);
            }
        }
        out.push_str("</g>\n");
        Ok(())
    }
}

impl Area {
    fn across(&self, value: f64) -> f64 {
        self.left + self.x.share(value) * (WIDTH - RIGHT - self.left)
    }

    fn up(&self, value: f64) -> f64 {
        self.bottom - self.y.share(value) * (self.bottom - TOP)
    }
}

fn axis_title(axis: &Axis, scale: &Scale) -> String {
    let title = shortened(&axis.title, 36);
    if scale.is_log() {
        format!("{title} (logarithmic)")
    } else {
        title
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn axis(title: &str, values: &[f64], names: &[&str]) -> Axis {
        Axis {
            title: title.to_owned(),
            values: values.to_vec(),
            names: names.iter().map(|&name| name.to_owned()).collect(),
        }
    }

    fn scatter(x: Axis, y: Axis) -> String {
        let (title, description) = ("Ratings & <times>".to_owned(), "Two \"points\".".to_owned());
        Scatter {
            title,
            description,
            x,
            y,
        }
        .svg(Theme::Auto)
    }

    /// The values of an attribute, in order.
    fn attributes<'a>(svg: &'a str, name: &str) -> Vec<&'a str> {
        let start = format!(" {name}=\"");
        svg.split(start.as_str())
            .skip(1)
            .filter_map(|rest| rest.split('"').next())
            .collect()
    }

    #[test]
    fn points_stand_where_their_values_say() {
        let svg = scatter(
            axis("x", &[0.0, 50.0, 100.0], &[]),
            axis("y", &[1.0, 10.0, 100.0], &[]),
        );
        let number = |text: &&str| text.parse::<f64>().unwrap_or(f64::NAN);
        let xs: Vec<f64> = attributes(&svg, "cx").iter().map(number).collect();
        let ys: Vec<f64> = attributes(&svg, "cy").iter().map(number).collect();
        assert_eq!((xs.len(), ys.len()), (3, 3));
        // Halfway on both axes, of which the second is logarithmic; upwards means less.
        assert!((xs[1] - (xs[0] + xs[2]) / 2.0).abs() <= 0.1 && xs[0] < xs[2]);
        assert!((ys[1] - (ys[0] + ys[2]) / 2.0).abs() <= 0.1 && ys[0] > ys[2]);
        assert!(svg.contains(">y (logarithmic)<") && svg.contains(">x<"));
    }

    #[test]
    fn it_says_what_it_is_and_runs_nothing() {
        let svg = scatter(axis("a < b", &[1.0], &[]), axis("time", &[2.0], &[]));
        assert!(svg.starts_with("<svg xmlns=\"http://www.w3.org/2000/svg\""));
        assert!(svg.contains("<title>Ratings &amp; &lt;times&gt;</title>"));
        assert!(svg.contains("<desc>Two &quot;points&quot;.</desc>"));
        assert!(svg.contains(">a &lt; b<") && svg.contains("prefers-color-scheme:dark"));
        assert!(!svg.contains("<script") && !svg.contains("href"));
        assert_eq!(svg.matches('<').count(), svg.matches('>').count());
    }

    #[test]
    fn names_stand_along_an_axis() {
        let names = ["Easy", "A rather long name of a tier", "Hard & so on"];
        let svg = scatter(
            axis("tier", &[0.0, 1.0, 2.0, 2.0], &names),
            axis("y", &[1.0; 4], &[]),
        );
        assert!(svg.contains(">Easy<") && svg.contains(">A rather long name of a…<"));
        assert!(svg.contains("rotate(-40") && svg.contains(">Hard &amp; so on<"));
        assert_eq!(svg.matches("<circle").count(), 4);
    }

    #[test]
    fn what_cannot_be_drawn_is_left_out() {
        let nothing = scatter(axis("x", &[], &[]), axis("y", &[], &[]));
        assert_eq!(nothing.matches("<circle").count(), 0);
        let some = scatter(
            axis("x", &[1.0, f64::NAN, 2.0, 3.0], &[]),
            axis("y", &[1.0, 2.0, f64::NAN], &[]),
        );
        assert_eq!(some.matches("<circle").count(), 1);
        let same = scatter(axis("x", &[5.0; 9], &[]), axis("y", &[0.0; 9], &[]));
        assert_eq!(same.matches("<circle").count(), 1);
    }
}
