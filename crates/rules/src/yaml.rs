//! YAML as a tree in which every value knows its place.

use std::collections::HashMap;
use std::ops::Range;
use std::sync::Arc;

use saphyr_parser::{Event, Parser, ScalarStyle, Span};

use crate::codes;
use crate::diagnostic::{Diagnostic, shown};
use crate::scalar::{self, Decoded, ScalarMap, Style};
use crate::source::{Place, Source};
use crate::yaml_error;

/// The largest rule file, in bytes.
pub const MAX_BYTES: usize = 1 << 20;
/// The deepest nesting of lists and mappings.
pub const MAX_DEPTH: usize = 64;
/// The most values in a file, keys included.
pub const MAX_NODES: usize = 100_000;
/// How many problems of one file are reported before the rest is left out.
pub(crate) const MAX_PROBLEMS: usize = 100;

/// A value and its place.
#[derive(Clone, Debug)]
pub struct Node {
    /// What it is.
    pub kind: NodeKind,
    /// Where it stands: a scalar with its quotes or its `|`, a flow collection with its brackets.
    pub place: Place,
}

/// The kinds of value.
#[derive(Clone, Debug)]
pub enum NodeKind {
    /// A text, number or whatever else is written as one.
    Scalar(Scalar),
    /// A list.
    Sequence(Vec<Node>),
    /// A mapping, in the order of the file. Keys are scalars and differ from each other.
    Mapping(Vec<Entry>),
}

/// A scalar.
#[derive(Clone, Debug)]
pub struct Scalar {
    /// The value as text.
    pub text: String,
    /// How it is written.
    pub style: Style,
    /// Where each character of the value stands.
    pub map: ScalarMap,
}

/// A key of a mapping with its value.
#[derive(Clone, Debug)]
pub struct Entry {
    /// The key, always a scalar.
    pub key: Node,
    /// The value.
    pub value: Node,
}

impl Node {
    /// The scalar, if it is one.
    #[must_use]
    pub fn scalar(&self) -> Option<&Scalar> {
        match &self.kind {
            NodeKind::Scalar(scalar) => Some(scalar),
            _ => None,
        }
    }

    /// A scalar's text; empty for other kinds.
    #[must_use]
    pub fn text(&self) -> &str {
        self.scalar().map_or("", |scalar| &scalar.text)
    }

    /// The entries, if it is a mapping.
    #[must_use]
    pub fn mapping(&self) -> Option<&[Entry]> {
        match &self.kind {
            NodeKind::Mapping(entries) => Some(entries),
            _ => None,
        }
    }

    /// The value under a key, if it is a mapping with that key.
    #[must_use]
    pub fn get(&self, key: &str) -> Option<&Node> {
        self.mapping()?
            .iter()
            .find(|entry| entry.key.text() == key)
            .map(|entry| &entry.value)
    }
}

/// Reads the one document of a source.
///
/// # Errors
///
/// Everything that is wrong with it as YAML, at most [`MAX_PROBLEMS`] problems: size, characters,
/// syntax, nesting, anchors, aliases, tags, several documents, duplicate keys.
pub fn parse(source: &Arc<Source>) -> Result<Node, Vec<Diagnostic>> {
    let text = source.text();
    let start = if text.starts_with('\u{feff}') { 3 } else { 0 };
    parse_part(source, start..text.len())
}

/// Reads the bytes `part` of a source as a document of its own.
pub(crate) fn parse_part(
    source: &Arc<Source>,
    part: Range<usize>,
) -> Result<Node, Vec<Diagnostic>> {
    if part.len() > MAX_BYTES {
        return Err(vec![too_large(source)]);
    }
    let forbidden = yaml_error::forbidden_characters(source, part.clone());
    if !forbidden.is_empty() {
        return Err(forbidden);
    }
    let text = &source.text()[part.clone()];
    Reader {
        source,
        text,
        base: part.start,
        offsets: Offsets::new(text),
        cursor: 0,
        nodes: 0,
        stack: Vec::new(),
        root: None,
        problems: Vec::new(),
    }
    .read()
}

/// The problem of a file that exceeds [`MAX_BYTES`].
pub(crate) fn too_large(source: &Arc<Source>) -> Diagnostic {
    Diagnostic::error(
        codes::FILE_TOO_LARGE,
        Place::whole(source),
        "the file is larger than 1 MiB",
    )
    .help("rule files are a few kilobytes: is this one meant to be a rule file?")
}

/// The byte offset of each character, for the parser counts characters.
struct Offsets {
    /// Empty for ASCII text, in which both are the same.
    bytes: Vec<u32>,
    length: usize,
}

impl Offsets {
    fn new(text: &str) -> Self {
        let bytes = if text.is_ascii() {
            Vec::new()
        } else {
            // Texts are at most `MAX_BYTES` long, far below 2³².
            text.char_indices().map(|(at, _)| at as u32).collect()
        };
        Self {
            bytes,
            length: text.len(),
        }
    }

    fn byte(&self, character: usize) -> usize {
        if self.bytes.is_empty() {
            character.min(self.length)
        } else {
            self.bytes
                .get(character)
                .map_or(self.length, |at| *at as usize)
        }
    }
}

/// A collection whose end has not come yet.
enum Open {
    Sequence {
        start: usize,
        items: Vec<Node>,
    },
    Mapping {
        start: usize,
        entries: Vec<Entry>,
        key: Option<Node>,
        seen: HashMap<String, Place>,
    },
}

struct Reader<'a> {
    source: &'a Arc<Source>,
    text: &'a str,
    /// Where `text` starts in the source.
    base: usize,
    offsets: Offsets,
    /// Behind the last token with characters of its own.
    cursor: usize,
    nodes: usize,
    stack: Vec<Open>,
    root: Option<Node>,
    problems: Vec<Diagnostic>,
}

/// Reading cannot go on.
struct Stop;

impl<'a> Reader<'a> {
    fn read(mut self) -> Result<Node, Vec<Diagnostic>> {
        let mut parser = Parser::new_from_str(self.text);
        let mut documents = 0;
        while let Some(event) = parser.next_event() {
            let stop = match event {
                Ok((Event::StreamEnd, _)) => break,
                Ok((Event::DocumentStart(explicit), span)) => {
                    documents += 1;
                    if documents > 1 {
                        self.several_documents(&span, explicit);
                        break;
                    }
                    if explicit {
                        self.cursor = self.offsets.byte(span.end.index());
                    }
                    Ok(())
                }
                Ok((event, span)) => self.event(event, &span),
                Err(error) => {
                    let at = self.base + self.offsets.byte(error.marker().index());
                    self.problems
                        .push(yaml_error::syntax(self.source, at, error.info()));
                    Err(Stop)
                }
            };
            if stop.is_err() || self.problems.len() >= MAX_PROBLEMS {
                break;
            }
        }
        if self.problems.is_empty() {
            Ok(self.root.take().unwrap_or_else(|| self.empty_node()))
        } else {
            Err(self.problems)
        }
    }

    fn event(&mut self, event: Event<'_>, span: &Span) -> Result<(), Stop> {
        let range = self.offsets.byte(span.start.index())..self.offsets.byte(span.end.index());
        match event {
            Event::Scalar(text, style, anchor, tag) => {
                self.properties(anchor, tag.is_some());
                let node = self.scalar(text.into_owned(), style, range);
                self.add(node)
            }
            Event::SequenceStart(anchor, tag) => {
                self.properties(anchor, tag.is_some());
                let start = self.open(&range, '[')?;
                self.stack.push(Open::Sequence {
                    start,
                    items: Vec::new(),
                });
                Ok(())
            }
            Event::MappingStart(anchor, tag) => {
                self.properties(anchor, tag.is_some());
                let start = self.open(&range, '{')?;
                self.stack.push(Open::Mapping {
                    start,
                    entries: Vec::new(),
                    key: None,
                    seen: HashMap::new(),
                });
                Ok(())
            }
            Event::SequenceEnd => {
                let Some(Open::Sequence { start, items }) = self.stack.pop() else {
                    return Err(Stop);
                };
                self.close(start, &range, ']', NodeKind::Sequence(items))
            }
            Event::MappingEnd => {
                let Some(Open::Mapping { start, entries, .. }) = self.stack.pop() else {
                    return Err(Stop);
                };
                self.close(start, &range, '}', NodeKind::Mapping(entries))
            }
            Event::Alias(_) => {
                self.problems
                    .push(yaml_error::anchor(self.place(range.clone())));
                self.cursor = range.end;
                let node = self.empty_node();
                self.add(node)
            }
            _ => Ok(()),
        }
    }

    /// Starts a collection: returns where it stands.
    fn open(&mut self, range: &Range<usize>, bracket: char) -> Result<usize, Stop> {
        if self.stack.len() >= MAX_DEPTH {
            self.problems
                .push(yaml_error::too_deep(self.place(range.start..range.start)));
            return Err(Stop);
        }
        if !range.is_empty() && self.text[range.start..].starts_with(bracket) {
            self.cursor = range.start + 1;
        }
        Ok(range.start)
    }

    /// Ends a collection. Its end event stands at the closing bracket, or at whatever comes next.
    fn close(
        &mut self,
        start: usize,
        range: &Range<usize>,
        bracket: char,
        kind: NodeKind,
    ) -> Result<(), Stop> {
        if !range.is_empty() && self.text[range.start..].starts_with(bracket) {
            self.cursor = range.start + 1;
        }
        let start = match &kind {
            // The parser places a list that is not indented behind its first dash.
            NodeKind::Sequence(_) if !self.text[start..].starts_with(['[', '-']) => self.text
                [..start]
                .rfind('-')
                .filter(|dash| self.text[dash + 1..start].trim().is_empty())
                .unwrap_or(start),
            _ => start,
        };
        let place = self.place(start..self.cursor.max(start));
        self.add(Node { kind, place })
    }

    /// Adds a complete value to what it belongs to.
    fn add(&mut self, node: Node) -> Result<(), Stop> {
        self.nodes += 1;
        if self.nodes > MAX_NODES {
            self.problems.push(
                Diagnostic::error(
                    codes::YAML_TOO_MANY,
                    node.place.first_line(),
                    "the file has more than 100,000 values",
                )
                .help("rule files have a few hundred: is this one meant to be a rule file?"),
            );
            return Err(Stop);
        }
        match self.stack.last_mut() {
            None => self.root = Some(node),
            Some(Open::Sequence { items, .. }) => items.push(node),
            Some(Open::Mapping {
                entries, key, seen, ..
            }) => match key.take() {
                Some(key) => entries.push(Entry { key, value: node }),
                None => {
                    match node.scalar() {
                        None => self.problems.push(
                            Diagnostic::error(codes::KEY_NOT_TEXT, node.place.first_line(), "a key must be a name")
                                .label("this is a list or a mapping")
                                .help("text that starts with `[` or `{` and is not meant as a list or a mapping needs quotes"),
                        ),
                        Some(scalar) => {
                            if let Some(first) = seen.get(&scalar.text) {
                                self.problems.push(
                                    Diagnostic::error(
                                        codes::DUPLICATE_KEY,
                                        node.place.clone(),
                                        format!("the key {} is given twice", shown(&scalar.text)),
                                    )
                                    .label("given again here")
                                    .secondary(first.clone(), "first given here")
                                    .help("remove one of the two, or rename it"),
                                );
                            } else {
                                seen.insert(scalar.text.clone(), node.place.clone());
                            }
                        }
                    }
                    *key = Some(node);
                }
            },
        }
        Ok(())
    }

    fn scalar(&mut self, text: String, style: ScalarStyle, range: Range<usize>) -> Node {
        let style = match style {
            ScalarStyle::Plain => Style::Plain,
            ScalarStyle::SingleQuoted => Style::SingleQuoted,
            ScalarStyle::DoubleQuoted => Style::DoubleQuoted,
            ScalarStyle::Literal => Style::Literal,
            ScalarStyle::Folded => Style::Folded,
        };
        if style == Style::Plain
            && self.text.get(range.clone()) != Some("~")
            && (text == "~" || text.is_empty())
        {
            return self.empty_node();
        }
        let decoded = match style {
            Style::Plain => scalar::plain(self.text, range.clone()),
            Style::SingleQuoted | Style::DoubleQuoted => scalar::quoted(self.text, range.start),
            Style::Literal | Style::Folded => self.block(&text, &range),
        };
        let (map, file) = match decoded {
            Some(Decoded {
                text: again,
                map,
                file,
            }) if again == text => (map, file),
            Some(Decoded { file, .. }) => (ScalarMap::whole(text.len(), file.clone()), file),
            None => (ScalarMap::whole(text.len(), range.clone()), range),
        };
        self.cursor = file.end.max(self.cursor);
        Node {
            place: self.place(file),
            kind: NodeKind::Scalar(Scalar {
                text,
                style,
                map: map.shifted(self.base),
            }),
        }
    }

    /// Decodes a block scalar. The parser places it at its first character, or, where it has none,
    /// at its header or at what follows.
    fn block(&self, text: &str, range: &Range<usize>) -> Option<Decoded> {
        let start = self.next_token();
        if !self.text[start..].starts_with(['|', '>']) {
            return None;
        }
        let indent = if text.bytes().all(|b| b == b'\n') {
            usize::MAX
        } else {
            let line = self.text[..range.start].rfind('\n').map_or(0, |at| at + 1);
            range.start - line
        };
        scalar::block(self.text, start, indent)
    }

    /// Where the next token of a value starts: behind blanks, comments, and the marks that connect it
    /// with what it belongs to.
    fn next_token(&self) -> usize {
        let bytes = self.text.as_bytes();
        let mut at = self.cursor;
        while let Some(byte) = bytes.get(at) {
            match byte {
                b' ' | b'\t' | b'\r' | b'\n' | b':' | b'-' | b'?' | b',' => at += 1,
                b'#' => {
                    at = self.text[at..]
                        .find('\n')
                        .map_or(self.text.len(), |length| at + length)
                }
                _ => break,
            }
        }
        at
    }

    /// A value that is not there, placed behind the mark that announces it.
    fn empty_node(&self) -> Node {
        let rest = &self.text[self.cursor..];
        let blanks = rest.len() - rest.trim_start_matches([' ', '\t']).len();
        let at = if rest[blanks..].starts_with([':', '-', '?']) {
            self.cursor + blanks + 1
        } else {
            self.cursor
        };
        Node {
            place: self.place(at..at),
            kind: NodeKind::Scalar(Scalar {
                text: String::new(),
                style: Style::Plain,
                map: ScalarMap::whole(0, self.base + at..self.base + at),
            }),
        }
    }

    /// Reports an anchor or a tag in front of a value.
    fn properties(&mut self, anchor: usize, tag: bool) {
        for (given, mark) in [(anchor > 0, '&'), (tag, '!')] {
            if !given {
                continue;
            }
            let mut at = self.next_token();
            if !self.text[at..].starts_with(mark) {
                // The other of the two may stand in front.
                at += self.text[at..].find([' ', '\t', '\r', '\n']).unwrap_or(0);
                at += self.text[at..].find(mark).unwrap_or(0);
            }
            let length = self.text[at..]
                .find([' ', '\t', '\r', '\n', ',', '[', ']', '{', '}'])
                .unwrap_or(self.text.len() - at);
            let place = self.place(at..at + length);
            self.problems.push(if mark == '&' {
                yaml_error::anchor(place)
            } else {
                yaml_error::tag(place)
            });
        }
    }

    fn several_documents(&mut self, span: &Span, explicit: bool) {
        let start = self.offsets.byte(span.start.index());
        let end = if explicit {
            self.offsets.byte(span.end.index())
        } else {
            start
        };
        self.problems.push(
            Diagnostic::error(
                codes::YAML_DOCUMENTS,
                self.place(start..end),
                "a second document starts here",
            )
            .help("put each technique and each system into a file of its own"),
        );
    }

    fn place(&self, range: Range<usize>) -> Place {
        Place::new(self.source, self.base + range.start..self.base + range.end)
    }
}
