//! Texts that rules come from, and places in them.

use std::fmt;
use std::ops::Range;
use std::sync::Arc;

/// A rule file, or a command-line argument that changes one: its name and its text.
pub struct Source {
    name: String,
    text: String,
    /// The offset of each line's first byte.
    lines: Vec<usize>,
    read: bool,
}

impl Source {
    /// A source whose text is known. Lines end with `\n`.
    #[must_use]
    pub fn new(name: impl Into<String>, text: impl Into<String>) -> Arc<Self> {
        let text = text.into();
        // A byte-order mark is no character of the first line.
        let first = if text.starts_with('\u{feff}') { 3 } else { 0 };
        let lines = std::iter::once(first)
            .chain(text.match_indices('\n').map(|(at, _)| at + 1))
            .collect();
        Arc::new(Self {
            name: name.into(),
            text,
            lines,
            read: true,
        })
    }

    /// A source of which only the name is known: its places have no line and no column.
    #[must_use]
    pub fn unread(name: impl Into<String>) -> Arc<Self> {
        Arc::new(Self {
            name: name.into(),
            text: String::new(),
            lines: vec![0],
            read: false,
        })
    }

    /// The name to show.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The whole text; empty where the source could not be read.
    #[must_use]
    pub fn text(&self) -> &str {
        &self.text
    }

    /// Whether the text is known.
    #[must_use]
    pub fn is_read(&self) -> bool {
        self.read
    }

    /// The line and column of a byte offset. An offset behind the end counts as the end, one inside
    /// a character as that character.
    #[must_use]
    pub fn position(&self, offset: usize) -> Position {
        let offset = floor(&self.text, offset).max(self.lines[0]);
        let line = self.line_at(offset);
        Position {
            line: line + 1,
            column: self.text[self.lines[line]..offset].chars().count() + 1,
        }
    }

    /// The lines that `range` touches: the first one's number, and their bytes without the last
    /// line's end.
    pub(crate) fn lines_around(&self, range: Range<usize>) -> (usize, Range<usize>) {
        let first = self.line_at(range.start);
        let last = self.line_at(range.end.max(range.start));
        let end = self
            .lines
            .get(last + 1)
            .map_or(self.text.len(), |next| next - 1);
        (first + 1, self.lines[first]..end.max(self.lines[first]))
    }

    /// The index of the line that holds the byte at `offset`.
    fn line_at(&self, offset: usize) -> usize {
        self.lines
            .partition_point(|start| *start <= offset)
            .saturating_sub(1)
    }
}

impl fmt::Debug for Source {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Source({:?})", self.name)
    }
}

/// The last character boundary of `text` at or before `offset`.
fn floor(text: &str, offset: usize) -> usize {
    let mut offset = offset.min(text.len());
    while !text.is_char_boundary(offset) {
        offset -= 1;
    }
    offset
}

/// A line and a column, both counted from 1, columns in characters.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Hash)]
pub struct Position {
    /// The line.
    pub line: usize,
    /// The character in the line.
    pub column: usize,
}

/// A range of bytes of one source. Cheap to clone.
#[derive(Clone)]
pub struct Place {
    source: Arc<Source>,
    start: usize,
    end: usize,
}

impl Place {
    /// The bytes `range` of a source, cut to its text and widened to whole characters.
    #[must_use]
    pub fn new(source: &Arc<Source>, range: Range<usize>) -> Self {
        let start = floor(&source.text, range.start);
        let mut end = floor(&source.text, range.end.max(start));
        if end < range.end {
            end += source.text[end..].chars().next().map_or(0, char::len_utf8);
        }
        Self {
            source: Arc::clone(source),
            start,
            end,
        }
    }

    /// A source as a whole, for problems that have no place in it.
    #[must_use]
    pub fn whole(source: &Arc<Source>) -> Self {
        Self::new(source, 0..0)
    }

    /// The source.
    #[must_use]
    pub fn source(&self) -> &Arc<Source> {
        &self.source
    }

    /// The name of the source.
    #[must_use]
    pub fn file(&self) -> &str {
        &self.source.name
    }

    /// The bytes.
    #[must_use]
    pub fn range(&self) -> Range<usize> {
        self.start..self.end
    }

    /// The text that stands there.
    #[must_use]
    pub fn text(&self) -> &str {
        &self.source.text[self.start..self.end]
    }

    /// Line and column of the first character.
    #[must_use]
    pub fn start(&self) -> Position {
        self.source.position(self.start)
    }

    /// Line and column behind the last character.
    #[must_use]
    pub fn end(&self) -> Position {
        self.source.position(self.end)
    }

    /// The part of the place that lies in its first line.
    #[must_use]
    pub fn first_line(&self) -> Self {
        let length = self
            .text()
            .find(['\r', '\n'])
            .unwrap_or(self.end - self.start);
        Self {
            source: Arc::clone(&self.source),
            start: self.start,
            end: self.start + length,
        }
    }

    /// The place without its characters, where it starts.
    #[must_use]
    pub fn point(&self) -> Self {
        Self {
            source: Arc::clone(&self.source),
            start: self.start,
            end: self.start,
        }
    }
}

impl PartialEq for Place {
    fn eq(&self, other: &Self) -> bool {
        self.start == other.start
            && self.end == other.end
            && (Arc::ptr_eq(&self.source, &other.source) || self.source.name == other.source.name)
    }
}

impl Eq for Place {}

impl fmt::Debug for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (start, end) = (self.start(), self.end());
        write!(
            f,
            "{}:{}:{}-{}:{}",
            self.source.name, start.line, start.column, end.line, end.column
        )
    }
}

/// A value and where it stands.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Located<T> {
    /// The value.
    pub value: T,
    /// Its place.
    pub place: Place,
}

impl<T> Located<T> {
    /// A value with its place.
    #[must_use]
    pub fn new(value: T, place: Place) -> Self {
        Self { value, place }
    }
}
