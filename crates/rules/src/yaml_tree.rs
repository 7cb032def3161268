//! From the YAML parser's events to the tree.

use std::collections::HashMap;
use std::ops::Range;
use std::sync::Arc;

use saphyr_parser::{Event, Parser, ScalarStyle, Span};

use crate::codes;
use crate::diagnostic::{Diagnostic, shown};
use crate::scalar::{self, Decoded, ScalarMap, Style};
use crate::source::{Place, Source};
use crate::yaml::{
    Entry, MAX_BYTES, MAX_DEPTH, MAX_NODES, MAX_PROBLEMS, Node, NodeKind, Scalar, too_large,
};
use crate::yaml_error;
use crate::yaml_syntax::{open_bracket, syntax};

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
                    self.syntax(self.offsets.byte(error.marker().index()), error.info());
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
        let is_key = matches!(self.stack.last(), Some(Open::Mapping { key: None, .. }));
        if is_key && let Some(problem) = self.bad_key(&node) {
            self.problems.push(problem);
        }
        match self.stack.last_mut() {
            None => self.root = Some(node),
            Some(Open::Sequence { items, .. }) => items.push(node),
            Some(Open::Mapping {
                entries, key, seen, ..
            }) => match key.take() {
                Some(key) => entries.push(Entry { key, value: node }),
                None => {
                    seen.entry(node.text().to_owned())
                        .or_insert_with(|| node.place.clone());
                    *key = Some(node);
                }
            },
        }
        Ok(())
    }

    /// What is wrong with a key of the innermost mapping.
    fn bad_key(&self, node: &Node) -> Option<Diagnostic> {
        let Some(scalar) = node.scalar() else {
            return Some(
                Diagnostic::error(codes::KEY_NOT_TEXT, node.place.first_line(), "a key must be a name")
                    .label("this is a list or a mapping")
                    .help("text that starts with `[` or `{` and is not meant as a list or a mapping needs quotes"),
            );
        };
        if scalar.text.is_empty() && scalar.style == Style::Plain {
            return Some(
                Diagnostic::error(
                    codes::KEY_NOT_TEXT,
                    self.next_mark(),
                    "a key is missing here",
                )
                .help("write `key: value`"),
            );
        }
        let Some(Open::Mapping { seen, .. }) = self.stack.last() else {
            return None;
        };
        let first = seen.get(&scalar.text)?;
        Some(
            Diagnostic::error(
                codes::DUPLICATE_KEY,
                node.place.clone(),
                format!("the key {} is given twice", shown(&scalar.text)),
            )
            .label("given again here")
            .secondary(first.clone(), "first given here")
            .help("remove one of the two, or rename it"),
        )
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

    /// The place of the next token behind commas, whatever it is.
    fn next_mark(&self) -> Place {
        let mut at = self.cursor;
        while let Some(byte) = self.text.as_bytes().get(at) {
            match byte {
                b' ' | b'\t' | b'\r' | b'\n' | b',' => at += 1,
                b'#' => {
                    at = self.text[at..]
                        .find('\n')
                        .map_or(self.text.len(), |length| at + length);
                }
                _ => return self.place(at..at + 1),
            }
        }
        self.place(at..at)
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

    fn syntax(&mut self, at: usize, info: &str) {
        let outer = self.stack.iter().filter_map(|open| match open {
            Open::Sequence { start, .. } | Open::Mapping { start, .. } => self.text[*start..]
                .starts_with(['[', '{'])
                .then_some(*start),
        });
        let open = open_bracket(self.text, outer.collect(), self.cursor, at)
            .map(|start| self.place(start..start + 1));
        self.problems
            .push(syntax(self.source, self.base + at, info, open));
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
