//! Splitting an input into lines of text, in bounded memory.

use std::io::{self, BufRead, ErrorKind};

/// The most bytes that a line may have.
pub(super) const LINE_LIMIT: usize = 64 * 1024;

/// The lines of an input. They end with a line feed, a carriage return, or both in this order.
#[derive(Debug)]
pub(super) struct Lines<R> {
    input: R,
    /// The number of the line that was read last, from 1.
    number: usize,
    /// The bytes of that line.
    bytes: Vec<u8>,
    /// The last line ended with a carriage return, so a line feed now belongs to it.
    after_return: bool,
}

/// What a line holds.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Line<'a> {
    /// Text, without its line end.
    Text(&'a str),
    /// Bytes that are no text: the reason, and what can be shown of them.
    NotText(&'static str, String),
    /// More than [`LINE_LIMIT`] bytes, of which only the first are here.
    TooLong(&'a str),
}

impl<R: BufRead> Lines<R> {
    pub(super) fn new(input: R) -> Lines<R> {
        Lines {
            input,
            number: 0,
            bytes: Vec::new(),
            after_return: false,
        }
    }

    /// The number of the line that was read last, from 1.
    pub(super) fn number(&self) -> usize {
        self.number
    }

    /// Reads the next line; `None` at the end of the input.
    pub(super) fn next(&mut self) -> io::Result<Option<Line<'_>>> {
        self.bytes.clear();
        let mut begun = false;
        let mut too_long = false;
        loop {
            let chunk = match self.input.fill_buf() {
                Ok(chunk) => chunk,
                Err(error) if error.kind() == ErrorKind::Interrupted => continue,
                Err(error) => return Err(error),
            };
            if chunk.is_empty() {
                if !begun {
                    return Ok(None);
                }
                break;
            }
            if self.after_return {
                self.after_return = false;
                if chunk[0] == b'\n' {
                    self.input.consume(1);
                    continue;
                }
            }
            begun = true;
            let end = chunk
                .iter()
                .position(|&byte| byte == b'\n' || byte == b'\r');
            let content = &chunk[..end.unwrap_or(chunk.len())];
            let room = LINE_LIMIT - self.bytes.len();
            too_long |= content.len() > room;
            self.bytes
                .extend_from_slice(&content[..content.len().min(room)]);
            let used = content.len() + usize::from(end.is_some());
            self.after_return = end.is_some_and(|end| chunk[end] == b'\r');
            self.input.consume(used);
            if end.is_some() {
                break;
            }
        }
        self.number += 1;
        Ok(Some(self.line(too_long)))
    }

    /// The line in the buffer.
    fn line(&self, too_long: bool) -> Line<'_> {
        let first = self.number == 1;
        let bytes = match self.bytes.strip_prefix(b"\xEF\xBB\xBF") {
            Some(after_mark) if first => after_mark,
            _ => &self.bytes[..],
        };
        let reason = if first && (bytes.starts_with(b"\xFF\xFE") || bytes.starts_with(b"\xFE\xFF"))
        {
            Some("it is encoded in UTF-16")
        } else if bytes.contains(&0) {
            Some("it holds a NUL byte")
        } else {
            None
        };
        if let Some(reason) = reason {
            return Line::NotText(reason, visible(bytes));
        }
        match std::str::from_utf8(bytes) {
            Ok(text) if too_long => Line::TooLong(text),
            Ok(text) => Line::Text(text),
            Err(error) => {
                // A line cut off at the limit may end within a character.
                let valid = std::str::from_utf8(&bytes[..error.valid_up_to()]).unwrap_or_default();
                if too_long && error.error_len().is_none() {
                    Line::TooLong(valid)
                } else {
                    Line::NotText("its bytes are not UTF-8", visible(bytes))
                }
            }
        }
    }
}

/// The first bytes of what is no text, with a mark for each that cannot be shown.
fn visible(bytes: &[u8]) -> String {
    let start = &bytes[..bytes.len().min(81)];
    let shown = |c: char| {
        if c.is_control() {
            char::REPLACEMENT_CHARACTER
        } else {
            c
        }
    };
    String::from_utf8_lossy(start).chars().map(shown).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What each line holds, in short; read in chunks of `size` bytes.
    fn lines(input: &[u8], size: usize) -> Vec<String> {
        let mut lines = Lines::new(io::BufReader::with_capacity(size, input));
        let mut found = Vec::new();
        while let Some(line) = lines.next().unwrap() {
            found.push(match line {
                Line::Text(text) => format!("text {text}"),
                Line::NotText(reason, _) => format!("not text: {reason}"),
                Line::TooLong(text) => format!("too long: {}", text.len()),
            });
        }
        found
    }

    #[test]
    fn every_kind_of_line_end() {
        for size in [1, 2, 3, 100] {
            let found = lines(b"a\nb\r\nc\rd\n\ne\r\r\nf", size);
            let expected = [
                "text a", "text b", "text c", "text d", "text ", "text e", "text ", "text f",
            ];
            assert_eq!(found, expected);
            assert_eq!(lines(b"", size), [""; 0]);
            assert_eq!(lines(b"\n", size), ["text "]);
            assert_eq!(lines(b"a\r\n", size), ["text a"]);
        }
    }

    #[test]
    fn byte_order_marks() {
        assert_eq!(
            lines(b"\xEF\xBB\xBFa\n\xEF\xBB\xBFb", 100),
            ["text a", "text \u{FEFF}b"]
        );
        assert_eq!(
            lines(b"\xFF\xFE5\x00", 100),
            ["not text: it is encoded in UTF-16"]
        );
    }

    #[test]
    fn bytes_that_are_no_text() {
        let found = lines(b"a\nb\0c\nd\n\xC3\x28\ne", 4);
        assert_eq!(
            found,
            [
                "text a",
                "not text: it holds a NUL byte",
                "text d",
                "not text: its bytes are not UTF-8",
                "text e"
            ]
        );
    }

    #[test]
    fn lines_up_to_the_limit() {
        let fits = "é".repeat(LINE_LIMIT / 2);
        let longer = format!("x{fits}\nafter");
        assert_eq!(lines(fits.as_bytes(), 1000), [format!("text {fits}")]);
        // The last é is cut in half.
        let expected = [
            format!("too long: {}", LINE_LIMIT - 1),
            "text after".to_owned(),
        ];
        assert_eq!(lines(longer.as_bytes(), 1000), expected);
        let junk = vec![0xFF; 2 * LINE_LIMIT];
        assert_eq!(lines(&junk, 1000), ["not text: its bytes are not UTF-8"]);
    }
}
