//! Changes of single values: `technique.constant=value`.

use std::ops::Range;
use std::sync::Arc;

use crate::codes;
use crate::diagnostic::{Diagnostic, counted, printable, shown};
use crate::layer::{Found, Kind};
use crate::read::{list, near};
use crate::scalar::{ScalarMap, Style};
use crate::source::{Place, Source};
use crate::yaml::{self, Entry, Node, NodeKind, Scalar};
use crate::{read_graph, read_library, read_system, read_technique, read_tiers, yaml_error};

/// Makes the change that `argument` asks for, and returns what is wrong with it. With `incomplete`,
/// ids that were not found may be in files that could not be read: nothing is said about them.
pub(crate) fn apply(argument: &str, found: &mut [Found], incomplete: bool) -> Vec<Diagnostic> {
    let source = Source::new(format!("--set {}", printable(argument)), argument);
    let forbidden = yaml_error::forbidden_characters(&source, 0..argument.len());
    if !forbidden.is_empty() {
        return forbidden;
    }
    let change = Change { source: &source };
    match change.apply(found, incomplete) {
        Ok(()) => Vec::new(),
        Err(problems) => problems,
    }
}

struct Change<'a> {
    source: &'a Arc<Source>,
}

/// The most segments of a path: far more than files have levels, few enough that values set into
/// each other stay shallow.
const MAX_SEGMENTS: usize = 16;

/// A segment of the path and where it stands.
type Segment<'a> = (&'a str, Range<usize>);

impl Change<'_> {
    fn apply(&self, found: &mut [Found], incomplete: bool) -> Result<(), Vec<Diagnostic>> {
        let argument = self.source.text();
        let Some(equals) = argument.find('=') else {
            return Err(vec![
                Diagnostic::error(
                    codes::SET_SYNTAX,
                    self.place(0..argument.len()),
                    "a change needs a `=` between what is changed and its value",
                )
                .help("write id.name=value, as in my_technique.weight=0.5"),
            ]);
        };
        let segments = segments(&argument[..equals]);
        if let Some((_, range)) = segments.iter().find(|(text, _)| text.is_empty()) {
            return Err(vec![
                Diagnostic::error(
                    codes::SET_SYNTAX,
                    self.place(range.clone()),
                    "a name is missing in what is changed",
                )
                .help("write id.name=value, as in my_technique.weight=0.5"),
            ]);
        }
        if let Some((_, range)) = segments.get(MAX_SEGMENTS) {
            return Err(vec![
                Diagnostic::error(
                    codes::SET_SYNTAX,
                    self.place(range.clone()),
                    format!("a change names at most {MAX_SEGMENTS} levels"),
                )
                .help("write id.name=value, as in my_technique.weight=0.5"),
            ]);
        }
        let value = self.value(equals + 1)?;
        let one = self.find(&segments[0], found, incomplete)?;
        self.replace(&segments, one, value)
            .map_err(|problem| vec![*problem])
    }

    /// The file whose id is the first segment.
    fn find<'f>(
        &self,
        (id, range): &Segment<'_>,
        found: &'f mut [Found],
        incomplete: bool,
    ) -> Result<&'f mut Found, Vec<Diagnostic>> {
        if let Some(index) = found.iter().position(|one| one.id.value == *id) {
            return Ok(&mut found[index]);
        }
        if incomplete {
            return Err(Vec::new());
        }
        let known: Vec<&str> = found.iter().map(|one| one.id.value.as_str()).collect();
        Err(vec![
            Diagnostic::error(
                codes::SET_UNKNOWN,
                self.place(range.clone()),
                format!("no technique and no system is named {}", shown(id)),
            )
            .help(suggestion(id, &known, "the ids are")),
        ])
    }

    fn replace(
        &self,
        segments: &[Segment<'_>],
        one: &mut Found,
        value: Node,
    ) -> Result<(), Box<Diagnostic>> {
        let kind = one.kind;
        let mut parts = segments[1..].to_vec();
        if let Some((name, range)) = parts.first().cloned()
            && is_short_constant(&one.root, kind, name)
        {
            parts.insert(0, ("constants", range));
        }
        match parts.as_slice() {
            [] => {
                let message = format!(
                    "`{}` is a {}, not a value of one",
                    segments[0].0,
                    kind.key()
                );
                let place = self.place(segments[0].1.clone());
                Err(Diagnostic::error(codes::SET_SYNTAX, place, message)
                    .help("name the value behind a dot, as in my_technique.weight=0.5")
                    .into())
            }
            [(name, range)] if *name == kind.key() => {
                let place = self.place(range.clone());
                Err(
                    Diagnostic::error(codes::SET_UNKNOWN, place, "an id cannot be changed")
                        .help("copy the file and give the copy an id of its own")
                        .into(),
                )
            }
            parts => self.put(&mut one.root, kind, &mut Vec::new(), parts, value),
        }
    }

    /// Replaces what `parts` lead to from a value at `path`, or adds it if it is an optional key.
    fn put<'p>(
        &self,
        node: &mut Node,
        kind: Kind,
        path: &mut Vec<&'p str>,
        parts: &[Segment<'p>],
        value: Node,
    ) -> Result<(), Box<Diagnostic>> {
        let [(name, range), rest @ ..] = parts else {
            *node = value;
            return Ok(());
        };
        if let Some(next) = child(node, name) {
            path.push(name);
            return self.put(next, kind, path, rest, value);
        }
        let value = match rest {
            [] => value,
            // An optional mapping that is not there comes with the value in it.
            [(key, range)]
                if known_keys(kind, &[path.as_slice(), &[*name]].concat()).contains(key) =>
            {
                self.mapping_of(key, range, value)
            }
            _ => return Err(self.unknown(node, kind, path, name, range).into()),
        };
        match &mut node.kind {
            NodeKind::Mapping(entries) if known_keys(kind, path).contains(name) => {
                entries.push(Entry {
                    key: self.key(name, range),
                    value,
                });
                Ok(())
            }
            _ => Err(self.unknown(node, kind, path, name, range).into()),
        }
    }

    /// A mapping with one entry.
    fn mapping_of(&self, name: &str, range: &Range<usize>, value: Node) -> Node {
        Node {
            place: self.place(range.clone()),
            kind: NodeKind::Mapping(vec![Entry {
                key: self.key(name, range),
                value,
            }]),
        }
    }

    fn unknown(
        &self,
        node: &Node,
        kind: Kind,
        path: &[&str],
        name: &str,
        range: &Range<usize>,
    ) -> Diagnostic {
        let whole = if path.is_empty() {
            format!("the {}", kind.key())
        } else {
            shown(&path.join("."))
        };
        let problem = |message: String| {
            Diagnostic::error(codes::SET_UNKNOWN, self.place(range.clone()), message)
        };
        match &node.kind {
            NodeKind::Mapping(entries) => {
                let mut known: Vec<&str> = entries.iter().map(|entry| entry.key.text()).collect();
                for key in known_keys(kind, path) {
                    if !known.contains(&key) {
                        known.push(key);
                    }
                }
                if path.is_empty()
                    && let Some(constants) = node.get("constants").and_then(Node::mapping)
                {
                    known.extend(constants.iter().map(|entry| entry.key.text()));
                }
                problem(format!("{whole} has no {}", shown(name))).help(suggestion(
                    name,
                    &known,
                    "there are",
                ))
            }
            NodeKind::Sequence(items) => problem(format!("{whole} has no element {}", shown(name)))
                .help(format!(
                    "it has {}, counted from 1",
                    counted(items.len(), "element")
                )),
            NodeKind::Scalar(_) => problem(format!(
                "{whole} is a single value and has no part {}",
                shown(name)
            ))
            .help(format!("write {}.{}=value", self.id(), path.join("."))),
        }
    }

    fn id(&self) -> &str {
        let text = self.source.text();
        &text[..text.find('.').unwrap_or(text.len())]
    }

    /// The value behind the `=`. What starts like a quoted text, a list or a mapping is YAML, all else
    /// is taken as it stands, so that formulas need no quotes besides the shell's.
    fn value(&self, start: usize) -> Result<Node, Vec<Diagnostic>> {
        let text = self.source.text();
        let trimmed = text[start..].trim();
        let start = start + (text[start..].len() - text[start..].trim_start().len());
        let range = start..start + trimmed.len();
        if trimmed.starts_with(['"', '\'', '[', '{']) {
            return yaml::parse_part(self.source, range);
        }
        Ok(Node {
            place: self.place(range.clone()),
            kind: NodeKind::Scalar(Scalar {
                text: trimmed.to_owned(),
                style: Style::Plain,
                map: ScalarMap::verbatim(range),
            }),
        })
    }

    fn key(&self, name: &str, range: &Range<usize>) -> Node {
        Node {
            place: self.place(range.clone()),
            kind: NodeKind::Scalar(Scalar {
                text: name.to_owned(),
                style: Style::Plain,
                map: ScalarMap::verbatim(range.clone()),
            }),
        }
    }

    fn place(&self, range: Range<usize>) -> Place {
        Place::new(self.source, range)
    }
}

/// The segments of a path, blanks around them excluded.
fn segments(path: &str) -> Vec<Segment<'_>> {
    let mut at = 0;
    path.split('.')
        .map(|piece| {
            let start = at + (piece.len() - piece.trim_start().len());
            at += piece.len() + 1;
            let text = piece.trim();
            (text, start..start + text.len())
        })
        .collect()
}

/// The value under a key of a mapping, or an element of a list, counted from 1.
fn child<'n>(node: &'n mut Node, name: &str) -> Option<&'n mut Node> {
    match &mut node.kind {
        NodeKind::Mapping(entries) => entries
            .iter_mut()
            .find(|entry| entry.key.text() == name)
            .map(|entry| &mut entry.value),
        NodeKind::Sequence(items) => {
            let index: usize = name.parse().ok()?;
            items.get_mut(index.checked_sub(1)?)
        }
        NodeKind::Scalar(_) => None,
    }
}

/// Whether `name` names a constant without saying `constants`.
fn is_short_constant(root: &Node, kind: Kind, name: &str) -> bool {
    !known_keys(kind, &[]).contains(&name)
        && root.get(name).is_none()
        && root
            .get("constants")
            .is_some_and(|constants| constants.get(name).is_some())
}

/// The keys that the file format knows at a path.
fn known_keys(kind: Kind, path: &[&str]) -> Vec<&'static str> {
    let keys = match (kind, path) {
        (Kind::Technique, []) => read_technique::KEYS,
        (Kind::System, []) => read_system::KEYS,
        (Kind::Library, []) => read_library::KEYS,
        (Kind::Technique, ["variants", _]) => read_technique::VARIANT_KEYS,
        (Kind::System, ["ladder", _]) => read_system::RUNG_KEYS,
        (Kind::System, ["path"]) => read_system::PATH_KEYS,
        (Kind::System, ["graph"]) => read_graph::KEYS,
        (Kind::System, ["graph", "polar"]) => read_graph::POLAR_KEYS,
        (Kind::System, ["graph", "polar", "bands", _]) => read_graph::BAND_KEYS,
        (Kind::System, ["graph", "trajectory"]) => read_graph::TRAJECTORY_KEYS,
        (Kind::System, ["graph", "headline", _]) => read_graph::HEADLINE_KEYS,
        (Kind::System, ["tiers"]) => read_tiers::KEYS,
        (Kind::System, ["tiers", "table", _]) => return read_tiers::ROW_KEYS.to_vec(),
        (Kind::System, ["classes", _, "choose", _]) => read_system::CHOICE_KEYS,
        _ => return Vec::new(),
    };
    keys.iter().map(|key| key.name).collect()
}

/// `did you mean …?`, or what there is.
fn suggestion(given: &str, known: &[&str], otherwise: &str) -> String {
    match near(given, known.iter().copied()) {
        Some(name) => format!("did you mean `{name}`?"),
        None => format!("{otherwise} {}", list(known)),
    }
}
