//! Messages to people, on standard error.

use std::fmt::Display;
use std::io::{self, Write};
use std::path::Path;

use anstyle::{AnsiColor, Style};
use undoku::rules::{Diagnostics, RenderOptions};

use crate::exit::Exit;

/// How wide a terminal is taken to be where there is none.
const WIDTH: usize = 120;

/// Says why something cannot be done.
pub(crate) fn error(message: impl Display) {
    let style = Style::new().fg_color(Some(AnsiColor::Red.into())).bold();
    say(format_args!("{style}error{style:#}: {message}"));
}

/// Says what should be looked at.
pub(crate) fn warning(message: impl Display) {
    let style = Style::new().fg_color(Some(AnsiColor::Yellow.into())).bold();
    say(format_args!("{style}warning{style:#}: {message}"));
}

/// Says something else.
pub(crate) fn say(message: impl Display) {
    // There is nobody left to tell that standard error is closed.
    let _ = writeln!(anstream::stderr(), "{message}");
}

/// Shows what is wrong with rules.
pub(crate) fn diagnostics(found: &Diagnostics) {
    let width = terminal_size::terminal_size_of(io::stderr());
    let text = found.render(render_options(width));
    let _ = write!(anstream::stderr(), "{text}");
}

/// How to draw diagnostics for a terminal of a size. They have colours, which a stream of [`anstream`] takes
/// out where they are not wanted.
pub(crate) fn render_options(
    size: Option<(terminal_size::Width, terminal_size::Height)>,
) -> RenderOptions {
    RenderOptions {
        color: true,
        width: size.map_or(WIDTH, |(width, _)| usize::from(width.0)),
    }
}

/// How the command ends when its results cannot be written. A reader that has read enough of them is
/// no error.
pub(crate) fn not_written(what: impl Display, error: &io::Error) -> Exit {
    if error.kind() == io::ErrorKind::BrokenPipe {
        return Exit::Fine;
    }
    self::error(format_args!("{what} cannot be written: {error}"));
    Exit::Usage
}

/// The same for results that go to a file, if one is named, and to standard output otherwise.
pub(crate) fn not_written_to(file: Option<&Path>, what: &str, error: &io::Error) -> Exit {
    match file {
        Some(path) => not_written(path.display(), error),
        None => not_written(what, error),
    }
}

/// A text from an input as it may be shown: without characters that steer a terminal.
pub(crate) fn printable(text: &str) -> String {
    let shown = |c: char| {
        if c.is_control() {
            char::REPLACEMENT_CHARACTER
        } else {
            c
        }
    };
    text.chars().map(shown).collect()
}

/// `1 warning`, `2 warnings`.
pub(crate) fn counted(count: usize, noun: &str) -> String {
    let plural = if count == 1 { "" } else { "s" };
    format!("{} {noun}{plural}", grouped(count as u64))
}

/// A count with its thousands set apart.
pub(crate) fn grouped(count: u64) -> String {
    let digits = count.to_string();
    let mut out = String::with_capacity(digits.len() + digits.len() / 3);
    for (at, digit) in digits.chars().enumerate() {
        if at > 0 && (digits.len() - at).is_multiple_of(3) {
            out.push(',');
        }
        out.push(digit);
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn thousands_are_set_apart() {
        let shown = [0, 999, 1000, 123_456, 1_234_567].map(grouped);
        assert_eq!(shown, ["0", "999", "1,000", "123,456", "1,234,567"]);
    }

    #[test]
    fn nothing_steers_the_terminal() {
        assert_eq!(printable("a\u{1b}[2Jé\t"), "a\u{fffd}[2Jé\u{fffd}");
    }
}
