//! Writing SVG.

use std::fmt::{self, Display};

/// A text as it stands in an element or an attribute.
pub(crate) struct Escaped<'a>(pub(crate) &'a str);

impl Display for Escaped<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for c in self.0.chars() {
            match c {
                '&' => f.write_str("&amp;")?,
                '<' => f.write_str("&lt;")?,
                '>' => f.write_str("&gt;")?,
                '"' => f.write_str("&quot;")?,
                '\'' => f.write_str("&apos;")?,
                // What XML has no place for, not even escaped, and what would steer a terminal.
                c if c.is_control() || matches!(c, '\u{FFFE}' | '\u{FFFF}') => {
                    f.write_str("\u{FFFD}")?;
                }
                c => write!(f, "{c}")?,
            }
        }
        Ok(())
    }
}

/// A length with one decimal at the most; what is no number is 0.
pub(crate) struct Length(pub(crate) f64);

impl Display for Length {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let tenths = (self.0 * 10.0).round();
        // Adding 0 makes the negative zero positive.
        let value = if tenths.is_finite() {
            tenths / 10.0 + 0.0
        } else {
            0.0
        };
        write!(f, "{value}")
    }
}

/// A length to the millionth of a pixel.
pub(crate) struct Exact(pub(crate) f64);

impl Display for Exact {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let millionths = (self.0 * 1e6).round();
        let value = if millionths.is_finite() {
            millionths / 1e6 + 0.0
        } else {
            0.0
        };
        write!(f, "{value}")
    }
}

/// About how wide a text is, in a font of a size.
pub(crate) fn text_width(text: &str, size: f64) -> f64 {
    text.chars().count() as f64 * size * 0.56
}

/// A text of at most so many characters; a longer one ends with an ellipsis.
pub(crate) fn shortened(text: &str, most: usize) -> String {
    if text.chars().count() <= most {
        return text.to_owned();
    }
    let kept: String = text.chars().take(most.saturating_sub(1)).collect();
    format!("{}…", kept.trim_end())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_text_leaves_its_place() {
        let text = Escaped("a<b> & \"c\" 'd'\u{1b}\u{0}é").to_string();
        assert_eq!(
            text,
            "a&lt;b&gt; &amp; &quot;c&quot; &apos;d&apos;\u{fffd}\u{fffd}é"
        );
    }

    #[test]
    fn lengths_are_short() {
        let shown =
            [1.0, 2.25, -0.04, 1.0 / 3.0, f64::NAN, f64::INFINITY].map(|x| Length(x).to_string());
        assert_eq!(shown, ["1", "2.3", "0", "0.3", "0", "0"]);
    }

    #[test]
    fn exact_lengths_have_six_decimals() {
        let shown = [1.0, 2.0 / 3.0, -1e-9, f64::NAN].map(|x| Exact(x).to_string());
        assert_eq!(shown, ["1", "0.666667", "0", "0"]);
    }

    #[test]
    fn long_texts_are_cut() {
        assert_eq!(shortened("Moderate", 8), "Moderate");
        assert_eq!(shortened("Moderate", 5), "Mode…");
        assert_eq!(shortened("Very hard", 6), "Very…");
    }
}
