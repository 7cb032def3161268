//! A few figures, one below the other.

use std::fmt::{self, Write};

use crate::picture::{Part, WIDTH};
use crate::svg::{Escaped, Length, shortened};
use crate::theme::Rules;

const ROW: f64 = 20.0;
const LEFT: f64 = 20.0;

/// Figures with their names.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Headline {
    /// What each is called, and what it is.
    pub figures: Vec<(String, String)>,
}

impl Part for Headline {
    fn height(&self) -> f64 {
        self.figures.len() as f64 * ROW + 10.0
    }

    fn description(&self) -> String {
        let said = self.figures.iter();
        let said: Vec<String> = said
            .map(|(name, value)| format!("{name}: {value}."))
            .collect();
        said.join(" ")
    }

    fn rules(&self, rules: &mut Rules) {
        rules.add(" .figure", "font-weight:bold", "font-weight:bold");
    }

    fn draw(&self, top: f64, out: &mut String) -> fmt::Result {
        for (row, (name, value)) in self.figures.iter().enumerate() {
            let y = Length(top + row as f64 * ROW + 15.0);
            writeln!(
                out,
                "<text class=\"quiet\" x=\"{}\" y=\"{y}\">{}</text>\
                 <text class=\"figure\" x=\"{}\" y=\"{y}\" text-anchor=\"end\">{}</text>",
                Length(LEFT),
                Escaped(&shortened(name, 20)),
                Length(WIDTH - LEFT),
                Escaped(&shortened(value, 32))
            )?;
        }
        Ok(())
    }
}
