//! Where each character of a YAML scalar's value stands in the file.
//!
//! A scalar is decoded a second time here, next to the YAML parser, because the parser keeps only
//! the value. [`ScalarMap::of`] compares both values: should they ever differ, every character is
//! placed at the scalar as a whole, so a place can get coarse but never wrong.

use std::ops::Range;

/// How a scalar is written.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Style {
    /// Without quotes.
    Plain,
    /// `'…'`
    SingleQuoted,
    /// `"…"`
    DoubleQuoted,
    /// `|`
    Literal,
    /// `>`
    Folded,
}

/// The map from byte offsets in a scalar's value to byte offsets in its file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ScalarMap {
    /// Ascending in `text`, without gaps.
    pieces: Vec<Piece>,
    /// The value's length.
    length: usize,
    /// Where the position behind the last character stands.
    end: usize,
}

/// A run of the value that stands in one place of the file.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Piece {
    /// Where the run starts in the value.
    text: usize,
    /// What it is made of in the file.
    file: Range<usize>,
    /// Whether it stands there byte by byte, or as a whole: an escape, a folded line break.
    verbatim: bool,
}

/// A scalar as it was decoded from its place in the file.
pub(crate) struct Decoded {
    /// The value.
    pub(crate) text: String,
    /// Where its characters stand.
    pub(crate) map: ScalarMap,
    /// The bytes of the scalar itself: quotes and block header included, a comment excluded.
    pub(crate) file: Range<usize>,
}

impl ScalarMap {
    /// A map that places every character at `file` as a whole.
    pub(crate) fn whole(length: usize, file: Range<usize>) -> Self {
        let pieces = if length == 0 {
            Vec::new()
        } else {
            vec![Piece {
                text: 0,
                file: file.clone(),
                verbatim: false,
            }]
        };
        Self {
            pieces,
            length,
            end: file.end,
        }
    }

    /// A map for a value that stands in the file as it is.
    pub(crate) fn verbatim(file: Range<usize>) -> Self {
        Self {
            length: file.len(),
            end: file.end,
            pieces: if file.is_empty() {
                Vec::new()
            } else {
                vec![Piece {
                    text: 0,
                    file,
                    verbatim: true,
                }]
            },
        }
    }

    /// The same map for a file in which the scalar stands `base` bytes later.
    pub(crate) fn shifted(mut self, base: usize) -> Self {
        for piece in &mut self.pieces {
            piece.file = piece.file.start + base..piece.file.end + base;
        }
        self.end += base;
        self
    }

    /// The bytes of the file in which the bytes `span` of the value stand.
    ///
    /// An empty span gives an empty range. Offsets behind the end count as the end.
    #[must_use]
    pub fn locate(&self, span: Range<usize>) -> Range<usize> {
        let start = self.start_of(span.start);
        if span.end <= span.start {
            return start..start;
        }
        start..self.end_of(span.end).max(start)
    }

    /// Where the character at `offset` starts.
    fn start_of(&self, offset: usize) -> usize {
        if offset >= self.length {
            return self.end;
        }
        match self.piece_at(offset) {
            Some(piece) if piece.verbatim => piece.file.start + (offset - piece.text),
            Some(piece) => piece.file.start,
            None => self.end,
        }
    }

    /// Where the character before `offset` ends.
    fn end_of(&self, offset: usize) -> usize {
        let offset = offset.min(self.length);
        match self.piece_at(offset.saturating_sub(1)) {
            Some(piece) if piece.verbatim => piece.file.start + (offset - piece.text),
            Some(piece) => piece.file.end,
            None => self.end,
        }
    }

    fn piece_at(&self, offset: usize) -> Option<&Piece> {
        let next = self.pieces.partition_point(|piece| piece.text <= offset);
        self.pieces.get(next.checked_sub(1)?)
    }
}

/// Collects a value and its map.
struct Builder<'a> {
    source: &'a str,
    text: String,
    pieces: Vec<Piece>,
}

impl<'a> Builder<'a> {
    fn new(source: &'a str) -> Self {
        Self {
            source,
            text: String::new(),
            pieces: Vec::new(),
        }
    }

    /// Adds bytes of the file as they stand.
    fn verbatim(&mut self, file: Range<usize>) {
        if file.is_empty() {
            return;
        }
        let text = self.text.len();
        self.text.push_str(&self.source[file.clone()]);
        match self.pieces.last_mut() {
            Some(last) if last.verbatim && last.file.end == file.start => last.file.end = file.end,
            _ => self.pieces.push(Piece {
                text,
                file,
                verbatim: true,
            }),
        }
    }

    /// Adds a character that stands in the file as `file`.
    fn pinned(&mut self, c: char, file: Range<usize>) {
        self.pieces.push(Piece {
            text: self.text.len(),
            file,
            verbatim: false,
        });
        self.text.push(c);
    }

    /// Adds what line breaks fold to: one to a space, more to one break fewer.
    fn fold(&mut self, breaks: &[Range<usize>]) {
        match breaks {
            [] => {}
            [only] => self.pinned(' ', only.clone()),
            [_, rest @ ..] => {
                for one in rest {
                    self.pinned('\n', one.clone());
                }
            }
        }
    }

    fn finish(self, end: usize, file: Range<usize>) -> Decoded {
        Decoded {
            map: ScalarMap {
                length: self.text.len(),
                pieces: self.pieces,
                end,
            },
            text: self.text,
            file,
        }
    }
}

/// The line break at `at`, `\r\n` or `\n`.
fn line_break(source: &str, at: usize) -> Option<Range<usize>> {
    let rest = source.get(at..)?;
    if rest.starts_with("\r\n") {
        Some(at..at + 2)
    } else if rest.starts_with('\n') {
        Some(at..at + 1)
    } else {
        None
    }
}

/// The run of blanks and line breaks from `at`: where it ends, and its breaks.
fn white_run(source: &str, at: usize, limit: usize) -> (usize, Vec<Range<usize>>) {
    let mut breaks = Vec::new();
    let mut at = at;
    while at < limit {
        if let Some(one) = line_break(source, at) {
            at = one.end;
            breaks.push(one);
        } else if matches!(source.as_bytes()[at], b' ' | b'\t') {
            at += 1;
        } else {
            break;
        }
    }
    (at, breaks)
}

/// Decodes a plain scalar that takes up exactly the bytes `file`.
pub(crate) fn plain(source: &str, file: Range<usize>) -> Option<Decoded> {
    let mut builder = Builder::new(source);
    let mut at = file.start;
    source.get(file.clone())?;
    while at < file.end {
        let (next, breaks) = white_run(source, at, file.end);
        if next > at {
            if breaks.is_empty() {
                builder.verbatim(at..next);
            } else {
                builder.fold(&breaks);
            }
            at = next;
        } else {
            let length = source[at..file.end]
                .find([' ', '\t', '\r', '\n'])
                // A carriage return that ends no line is text like any other.
                .map_or(file.end - at, |length| length.max(1));
            builder.verbatim(at..at + length);
            at += length;
        }
    }
    Some(builder.finish(file.end, file))
}

/// Decodes a quoted scalar whose opening quote stands at `start`.
pub(crate) fn quoted(source: &str, start: usize) -> Option<Decoded> {
    let quote = source[start..].chars().next()?;
    let mut builder = Builder::new(source);
    let mut at = start + 1;
    loop {
        let c = source[at..].chars().next()?;
        match c {
            '\'' if quote == '\'' && source[at + 1..].starts_with('\'') => {
                builder.pinned('\'', at..at + 2);
                at += 2;
            }
            _ if c == quote => return Some(builder.finish(at, start..at + 1)),
            '\\' if quote == '"' => {
                if let Some(first) = line_break(source, at + 1) {
                    // An escaped break is nothing; empty lines behind it stay.
                    let (next, breaks) = white_run(source, first.end, source.len());
                    for one in breaks {
                        builder.pinned('\n', one);
                    }
                    at = next;
                } else {
                    let (c, length) = escape(&source[at..])?;
                    builder.pinned(c, at..at + length);
                    at += length;
                }
            }
            ' ' | '\t' | '\r' | '\n' => {
                let (next, breaks) = white_run(source, at, source.len());
                if next == at {
                    return None;
                }
                if breaks.is_empty() {
                    builder.verbatim(at..next);
                } else {
                    builder.fold(&breaks);
                }
                at = next;
            }
            _ => {
                builder.verbatim(at..at + c.len_utf8());
                at += c.len_utf8();
            }
        }
    }
}

/// The character that the escape at the start of `text` stands for, and its length in the file.
pub(crate) fn escape(text: &str) -> Option<(char, usize)> {
    let mut chars = text.chars();
    chars.next();
    let letter = chars.next()?;
    let digits = match letter {
        'x' => 2,
        'u' => 4,
        'U' => 8,
        _ => 0,
    };
    if digits > 0 {
        let code = u32::from_str_radix(text.get(2..2 + digits)?, 16).ok()?;
        return Some((char::from_u32(code)?, 2 + digits));
    }
    let c = match letter {
        '0' => '\0',
        'a' => '\u{7}',
        'b' => '\u{8}',
        't' | '\t' => '\t',
        'n' => '\n',
        'v' => '\u{b}',
        'f' => '\u{c}',
        'r' => '\r',
        'e' => '\u{1b}',
        ' ' | '"' | '/' | '\\' => letter,
        'N' => '\u{85}',
        '_' => '\u{a0}',
        'L' => '\u{2028}',
        'P' => '\u{2029}',
        _ => return None,
    };
    Some((c, 2))
}

/// What becomes of the line breaks at the end of a block scalar.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Chomp {
    Strip,
    Clip,
    Keep,
}

/// Decodes a block scalar whose `|` or `>` stands at `start` and whose lines are indented by
/// `indent` columns.
pub(crate) fn block(source: &str, start: usize, indent: usize) -> Option<Decoded> {
    let folded = source[start..].starts_with('>');
    let header_end = source[start..]
        .find('\n')
        .map_or(source.len(), |length| start + length);
    let header = source[start + 1..header_end].trim_end_matches('\r');
    let indicators = &header[..header.find([' ', '\t', '#']).unwrap_or(header.len())];
    let chomp = if indicators.contains('-') {
        Chomp::Strip
    } else if indicators.contains('+') {
        Chomp::Keep
    } else {
        Chomp::Clip
    };
    let header_end_of_text = start + 1 + indicators.len();

    let mut builder = Builder::new(source);
    let mut at = (header_end + 1).min(source.len());
    // Where the last content line ends, and its break.
    let mut content_end = header_end_of_text;
    let mut after: Option<Range<usize>> = None;
    let mut after_blank = false;
    // The breaks of the empty lines since.
    let mut empty: Vec<Range<usize>> = Vec::new();
    let mut columns;
    let mut ends_inside = false;
    loop {
        columns = source[at..]
            .bytes()
            .take(indent)
            .take_while(|b| *b == b' ')
            .count();
        let line = at + columns;
        if let Some(one) = line_break(source, line) {
            at = one.end;
            empty.push(one);
            continue;
        }
        let rest = &source[line..];
        if columns < indent || rest.is_empty() || (indent == 0 && is_document_marker(rest)) {
            break;
        }
        let blank = rest.starts_with([' ', '\t']);
        match after.take() {
            Some(first) if !folded || after_blank || blank => builder.pinned('\n', first),
            Some(first) if empty.is_empty() => builder.pinned(' ', first),
            _ => {}
        }
        for one in empty.drain(..) {
            builder.pinned('\n', one);
        }
        after_blank = blank;
        let mut end = rest.find('\n').map_or(source.len(), |length| line + length);
        if source[line..end].ends_with('\r') && end < source.len() {
            end -= 1;
        }
        builder.verbatim(line..end);
        content_end = end;
        let Some(one) = line_break(source, end) else {
            ends_inside = true;
            break;
        };
        at = one.end;
        after = Some(one);
    }
    // The file ends in the scalar's last line, or behind some of its indentation.
    ends_inside |= at + columns == source.len() && columns >= indent.max(1);
    if chomp != Chomp::Strip
        && let Some(first) = after
    {
        builder.pinned('\n', first);
    }
    if chomp == Chomp::Keep {
        for one in empty {
            builder.pinned('\n', one);
        }
    }
    if chomp != Chomp::Strip && ends_inside {
        builder.pinned('\n', source.len()..source.len());
    }
    Some(builder.finish(content_end, start..content_end))
}

/// Whether a line at column 0 ends the document.
fn is_document_marker(line: &str) -> bool {
    (line.starts_with("---") || line.starts_with("..."))
        && line[3..]
            .chars()
            .next()
            .is_none_or(|c| matches!(c, ' ' | '\t' | '\r' | '\n'))
}
