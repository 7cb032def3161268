//! YAML as a tree in which every value knows its place.

use std::sync::Arc;

use crate::codes;
use crate::diagnostic::Diagnostic;
use crate::scalar::{ScalarMap, Style};
use crate::source::{Place, Source};
pub(crate) use crate::yaml_tree::parse_part;

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
/// Everything that is wrong with it as YAML, at most 100 problems: size, characters,
/// syntax, nesting, anchors, aliases, tags, several documents, duplicate keys.
pub fn parse(source: &Arc<Source>) -> Result<Node, Vec<Diagnostic>> {
    let text = source.text();
    let start = if text.starts_with('\u{feff}') { 3 } else { 0 };
    parse_part(source, start..text.len())
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
