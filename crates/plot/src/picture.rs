//! A picture: parts below each other, with a title and a description.

use std::fmt::{self, Write};

use crate::svg::{Escaped, Length, shortened};
use crate::theme::{Rules, Theme};

/// The width of every picture. At this width its smallest text is 11 pixels high.
pub(crate) const WIDTH: f64 = 400.0;
/// The room above the first part, for the title.
const TOP: f64 = 28.0;
/// The room below the last part.
const FOOT: f64 = 4.0;
/// The room between parts.
const GAP: f64 = 10.0;
/// The most characters of the title above a picture.
const MOST: usize = 46;

/// Something that takes the whole width of a picture.
pub(crate) trait Part {
    /// How much room it takes.
    fn height(&self) -> f64;

    /// What can be seen, in a sentence or two.
    fn description(&self) -> String;

    /// How its marks look.
    fn rules(&self, rules: &mut Rules);

    /// Draws it below a place.
    fn draw(&self, top: f64, out: &mut String) -> fmt::Result;
}

/// The SVG of parts below each other.
pub(crate) fn svg(title: &str, parts: &[&dyn Part], theme: Theme) -> String {
    let mut out = String::new();
    // A `String` takes everything.
    let _ = write(title, parts, theme, &mut out);
    out
}

fn write(title: &str, parts: &[&dyn Part], theme: Theme, out: &mut String) -> fmt::Result {
    let mut rules = Rules::common();
    parts.iter().for_each(|part| part.rules(&mut rules));
    let about: Vec<String> = parts.iter().map(|part| part.description()).collect();
    let height: f64 = parts.iter().map(|part| part.height()).sum();
    let gaps = GAP * parts.len().saturating_sub(1) as f64;
    let height = Length((TOP + height + gaps + FOOT).ceil());
    writeln!(
        out,
        "<svg xmlns=\"http://www.w3.org/2000/svg\" class=\"undoku-plot\" role=\"img\" viewBox=\"0 0 {WIDTH} {height}\" \
         width=\"{WIDTH}\" height=\"{height}\">\n<title>{}</title>\n<desc>{}</desc>\n<style>\n{}</style>",
        Escaped(title),
        Escaped(&about.join(" ")),
        rules.sheet(theme)
    )?;
    writeln!(
        out,
        "<rect class=\"ground\" width=\"{WIDTH}\" height=\"{height}\"/>\n\
         <text class=\"title\" x=\"{}\" y=\"19\" text-anchor=\"middle\">{}</text>",
        Length(WIDTH / 2.0),
        Escaped(&shortened(title, MOST))
    )?;
    let mut top = TOP;
    for part in parts {
        part.draw(top, out)?;
        top += part.height() + GAP;
    }
    out.push_str("</svg>\n");
    Ok(())
}
