//! Light and dark.

use std::fmt::Write;

/// The ground that a picture is drawn on.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Theme {
    /// A light one.
    Light,
    /// A dark one.
    Dark,
    /// A light one, and a dark one for readers who prefer it.
    #[default]
    Auto,
}

/// What is drawn in one way: a selector of a style sheet, and what it says on either ground.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Rule {
    selector: String,
    light: String,
    dark: String,
}

/// What belongs to every picture. The colours of marks are told apart with any kind of colour vision.
const COMMON: [(&str, &str, &str); 6] = [
    (
        "",
        "font-family:system-ui,sans-serif;font-size:12px",
        "font-family:system-ui,sans-serif;font-size:12px",
    ),
    (" .ground", "fill:#ffffff", "fill:#161616"),
    (" text", "fill:#222222", "fill:#eeeeee"),
    (" .quiet", "fill:#5c5c5c", "fill:#a8a8a8"),
    (
        " .title",
        "font-size:13px;font-weight:bold",
        "font-size:13px;font-weight:bold",
    ),
    (
        " .grid",
        "stroke:#dddddd;stroke-width:1;fill:none",
        "stroke:#3a3a3a;stroke-width:1;fill:none",
    ),
];

/// The rules of one picture, without repetitions.
#[derive(Clone, Debug, Default)]
pub(crate) struct Rules(Vec<Rule>);

impl Rules {
    pub(crate) fn common() -> Self {
        let mut rules = Self::default();
        for (selector, light, dark) in COMMON {
            rules.add(selector, light, dark);
        }
        rules
    }

    /// Adds what `selector` says within a picture.
    pub(crate) fn add(&mut self, selector: &str, light: &str, dark: &str) {
        let rule = Rule {
            selector: format!(".undoku-plot{selector}"),
            light: light.to_owned(),
            dark: dark.to_owned(),
        };
        if !self.0.contains(&rule) {
            self.0.push(rule);
        }
    }

    /// The style sheet.
    pub(crate) fn sheet(&self, theme: Theme) -> String {
        let mut out = String::new();
        // A `String` takes everything.
        for rule in &self.0 {
            let first = match theme {
                Theme::Light | Theme::Auto => &rule.light,
                Theme::Dark => &rule.dark,
            };
            let _ = writeln!(out, "{}{{{first}}}", rule.selector);
        }
        if theme == Theme::Auto {
            out.push_str("@media (prefers-color-scheme:dark){\n");
            for rule in self.0.iter().filter(|rule| rule.light != rule.dark) {
                let _ = writeln!(out, "{}{{{}}}", rule.selector, rule.dark);
            }
            out.push_str("}\n");
        }
        out
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_theme_is_one_ground_or_both() {
        let mut rules = Rules::default();
        rules.add(" .a", "fill:#000", "fill:#fff");
        rules.add(" .b", "x:1", "x:1");
        rules.add(" .b", "x:1", "x:1");
        assert_eq!(
            rules.sheet(Theme::Light),
            ".undoku-plot .a{fill:#000}\n.undoku-plot .b{x:1}\n"
        );
        assert_eq!(
            rules.sheet(Theme::Dark),
            ".undoku-plot .a{fill:#fff}\n.undoku-plot .b{x:1}\n"
        );
        assert_eq!(
            rules.sheet(Theme::Auto),
            ".undoku-plot .a{fill:#000}\n.undoku-plot .b{x:1}\n\
             @media (prefers-color-scheme:dark){\n.undoku-plot .a{fill:#fff}\n}\n"
        );
    }
}
