//! The walk over a YAML tree that checks its shape and reports every problem it finds.

use undoku_lang::{Fragment, nearest};

use crate::codes;
use crate::diagnostic::{Diagnostic, shown};
use crate::fragment::Fragments;
use crate::located::{ConstantValue, LocatedRange, NamedConstant, NamedFormula};
use crate::model::Number;
use crate::source::{Located, Place};
use crate::yaml::{Entry, MAX_PROBLEMS, Node, NodeKind};
use crate::yaml_core::{Value, describe, resolve};

/// A key that may stand in a mapping.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Key {
    /// The key.
    pub(crate) name: &'static str,
    /// A line to write where it is missing; keys without one may be missing.
    pub(crate) example: Option<&'static str>,
}

/// A key that has to be there, and a line such as it could be.
pub(crate) const fn required(name: &'static str, example: &'static str) -> Key {
    Key {
        name,
        example: Some(example),
    }
}

/// A key that may be missing.
pub(crate) const fn optional(name: &'static str) -> Key {
    Key {
        name,
        example: None,
    }
}

/// The entries of a mapping whose keys have been checked.
#[derive(Clone, Copy)]
pub(crate) struct Fields<'n> {
    entries: &'n [Entry],
}

impl<'n> Fields<'n> {
    /// The value of a key.
    pub(crate) fn get(&self, name: &str) -> Option<&'n Node> {
        self.entry(name).map(|entry| &entry.value)
    }

    /// A key with its value.
    pub(crate) fn entry(&self, name: &str) -> Option<&'n Entry> {
        self.entries.iter().find(|entry| entry.key.text() == name)
    }
}

/// The state of a walk over one file.
pub(crate) struct Shape<'a> {
    fragments: &'a mut Fragments,
    problems: Vec<Diagnostic>,
    left_out: usize,
    broken: bool,
}

impl<'a> Shape<'a> {
    pub(crate) fn new(fragments: &'a mut Fragments) -> Self {
        Self {
            fragments,
            problems: Vec::new(),
            left_out: 0,
            broken: false,
        }
    }

    /// The problems, and whether the model that was read is fit to be checked further.
    pub(crate) fn finish(mut self) -> (Vec<Diagnostic>, bool) {
        if let Some(last) = self.problems.last_mut()
            && self.left_out > 0
        {
            last.notes.push(format!(
                "{} more problems of this file are not listed",
                self.left_out
            ));
        }
        (self.problems, !self.broken)
    }

    /// Reports a problem that leaves the rest of the file fit to be checked.
    pub(crate) fn report(&mut self, problem: Diagnostic) {
        if self.problems.len() < MAX_PROBLEMS {
            self.problems.push(problem);
        } else {
            self.left_out += 1;
        }
    }

    /// Reports a problem that leaves a piece of the model out.
    pub(crate) fn broken(&mut self, problem: Diagnostic) {
        self.broken = true;
        self.report(problem);
    }

    /// Reports a value of the wrong kind.
    pub(crate) fn wrong_kind(&mut self, node: &Node, path: &str, expected: &str) {
        let mut problem = Diagnostic::error(
            codes::WRONG_KIND,
            node.place.first_line(),
            format!("`{path}` must be {expected}, not {}", describe(node)),
        )
        .label(format!("expected {expected}"));
        let unquoted = node.scalar().is_some_and(|scalar| {
            !matches!(resolve(scalar), Value::Text(_)) && !scalar.text.is_empty()
        });
        if unquoted && expected.contains("text") {
            problem = problem.help(format!("put it in quotes: \"{}\"", node.text()));
        } else if matches!(node.kind, NodeKind::Mapping(_)) && expected.contains("formula") {
            problem = problem.help("a formula that contains `: ` or starts with `{` needs quotes, as in \"sum(x in S : e)\"");
        } else if matches!(node.kind, NodeKind::Sequence(_)) && expected.contains("formula") {
            problem = problem.help("a formula that starts with `[` needs quotes");
        }
        self.broken(problem);
    }

    /// The entries of a mapping that has these keys and no others. `what` names it: `a tier row`.
    pub(crate) fn fields<'n>(
        &mut self,
        node: &'n Node,
        path: &str,
        what: &str,
        keys: &[Key],
    ) -> Option<Fields<'n>> {
        let names: Vec<&str> = keys.iter().map(|key| key.name).collect();
        let Some(entries) = node.mapping() else {
            self.wrong_kind(
                node,
                path,
                &format!("a mapping with the keys {}", list(&names)),
            );
            return None;
        };
        for entry in entries {
            let given = entry.key.text();
            if !names.contains(&given) {
                self.unknown_key(&entry.key, what, &names);
            }
        }
        for key in keys {
            let Some(example) = key.example else { continue };
            if !entries.iter().any(|entry| entry.key.text() == key.name) {
                let place = entries
                    .first()
                    .map_or(&node.place, |entry| &entry.key.place);
                self.broken(
                    Diagnostic::error(
                        codes::MISSING_KEY,
                        place.first_line(),
                        format!("the key `{}` is missing in {what}", key.name),
                    )
                    .help(format!("add `{example}`")),
                );
            }
        }
        Some(Fields { entries })
    }

    /// Reports a key that means nothing in `what`.
    pub(crate) fn unknown_key(&mut self, key: &Node, what: &str, known: &[&str]) {
        let given = key.text();
        let help = match near(given, known.iter().copied()) {
            Some(name) => format!("did you mean `{name}`?"),
            None => format!("the keys here are {}", list(known)),
        };
        self.broken(
            Diagnostic::error(
                codes::UNKNOWN_KEY,
                key.place.first_line(),
                format!("unknown key {} in {what}", shown(given)),
            )
            .help(help),
        );
    }

    /// The entries of a mapping whose keys are names that the file's author chooses.
    pub(crate) fn named<'n>(
        &mut self,
        node: Option<&'n Node>,
        path: &str,
        of: &str,
    ) -> Vec<(Located<String>, &'n Node)> {
        let Some(node) = node else { return Vec::new() };
        let Some(entries) = node.mapping() else {
            self.wrong_kind(node, path, &format!("a mapping from names to {of}"));
            return Vec::new();
        };
        entries
            .iter()
            .filter_map(|entry| Some((self.name_of(&entry.key, entry.key.text())?, &entry.value)))
            .collect()
    }

    /// The items of a list.
    pub(crate) fn items<'n>(&mut self, node: &'n Node, path: &str, of: &str) -> Option<&'n [Node]> {
        match &node.kind {
            NodeKind::Sequence(items) => Some(items),
            _ => {
                self.wrong_kind(node, path, &format!("a list of {of}"));
                None
            }
        }
    }

    /// The items of a list that has to hold something.
    pub(crate) fn some_items<'n>(
        &mut self,
        node: &'n Node,
        path: &str,
        of: &str,
    ) -> Option<&'n [Node]> {
        let items = self.items(node, path, of)?;
        if items.is_empty() {
            self.broken(
                Diagnostic::error(
                    codes::EMPTY,
                    node.place.first_line(),
                    format!("`{path}` is empty"),
                )
                .label(format!("expected at least one of the {of}")),
            );
            return None;
        }
        Some(items)
    }

    /// A text that is not empty.
    pub(crate) fn text(&mut self, node: &Node, path: &str) -> Option<Located<String>> {
        match node.scalar().map(resolve) {
            Some(Value::Text(text)) if !text.trim().is_empty() => {
                Some(Located::new(text.to_owned(), node.place.clone()))
            }
            Some(Value::Text(_)) => {
                self.empty_text(node, path);
                None
            }
            _ => {
                self.wrong_kind(node, path, "a text");
                None
            }
        }
    }

    fn empty_text(&mut self, node: &Node, path: &str) {
        self.broken(Diagnostic::error(
            codes::EMPTY,
            node.place.first_line(),
            format!("`{path}` is empty"),
        ));
    }

    /// A name: lower-case letters, digits and `_`, starting with a letter.
    pub(crate) fn name(&mut self, node: &Node, path: &str) -> Option<Located<String>> {
        match node.scalar().map(resolve) {
            Some(Value::Null) | None => {
                self.wrong_kind(node, path, "a name");
                None
            }
            Some(_) => self.name_of(node, node.text()),
        }
    }

    fn name_of(&mut self, node: &Node, text: &str) -> Option<Located<String>> {
        let good = text.starts_with(|c: char| c.is_ascii_lowercase())
            && text
                .bytes()
                .all(|b| b.is_ascii_lowercase() || b.is_ascii_digit() || b == b'_');
        if good {
            return Some(Located::new(text.to_owned(), node.place.clone()));
        }
        let mut problem = Diagnostic::error(
            codes::BAD_NAME,
            node.place.first_line(),
            format!("{} is not a name", shown(text)),
        )
        .note("names are lower-case letters, digits and `_`, and start with a letter");
        if let Some(better) = as_name(text) {
            problem = problem.help(format!("write `{better}`"));
        }
        self.broken(problem);
        None
    }

    /// A fragment of rule text that has to be written as text.
    pub(crate) fn rule_text(&mut self, node: &Node, path: &str) -> Option<Fragment> {
        self.text(node, path)?;
        Some(self.fragments.add(node, path))
    }

    /// A formula; a bare number or `true` is one too.
    pub(crate) fn formula(&mut self, node: &Node, path: &str) -> Option<Fragment> {
        match node.scalar().map(resolve) {
            Some(Value::Text(text)) if text.trim().is_empty() => self.empty_text(node, path),
            Some(Value::Number(number)) if !number.as_f64().is_finite() => {
                self.not_finite(node, path)
            }
            Some(Value::Text(_) | Value::Number(_) | Value::Bool(_) | Value::Huge(_)) => {
                return Some(self.fragments.add(node, path));
            }
            Some(Value::Null) | None => self.wrong_kind(node, path, "a formula"),
        }
        None
    }

    /// Named formulas.
    pub(crate) fn formulas(&mut self, node: Option<&Node>, path: &str) -> Vec<NamedFormula> {
        self.named(node, path, "formulas")
            .into_iter()
            .filter_map(|(name, node)| {
                let formula = self.formula(node, &format!("{path}.{}", name.value))?;
                Some(NamedFormula { name, formula })
            })
            .collect()
    }

    /// Named constants.
    pub(crate) fn constants(&mut self, node: Option<&Node>, path: &str) -> Vec<NamedConstant> {
        self.named(node, path, "constants")
            .into_iter()
            .filter_map(|(name, node)| {
                let value = self.constant(node, &format!("{path}.{}", name.value))?;
                Some(NamedConstant {
                    name,
                    value,
                    place: node.place.clone(),
                })
            })
            .collect()
    }

    fn constant(&mut self, node: &Node, path: &str) -> Option<ConstantValue> {
        const KINDS: &str = "a number, a list of numbers or a text with a constant expression";
        match &node.kind {
            NodeKind::Mapping(_) => {
                self.wrong_kind(node, path, KINDS);
                None
            }
            NodeKind::Sequence(_) => {
                let items = self.some_items(node, path, "numbers")?;
                let numbers: Vec<_> = items
                    .iter()
                    .enumerate()
                    .filter_map(|(index, item)| self.finite(item, &format!("{path}.{}", index + 1)))
                    .collect();
                Some(ConstantValue::List(numbers))
            }
            NodeKind::Scalar(scalar) => match resolve(scalar) {
                Value::Null => {
                    self.wrong_kind(node, path, KINDS);
                    None
                }
                Value::Number(_) | Value::Huge(_) => {
                    let number = self.finite(node, path)?;
                    Some(ConstantValue::Number(number.value))
                }
                Value::Bool(_) | Value::Text(_) => {
                    self.formula(node, path).map(ConstantValue::Expression)
                }
            },
        }
    }

    /// A number, which may be infinite but is not `.nan`.
    pub(crate) fn number(&mut self, node: &Node, path: &str) -> Option<Located<Number>> {
        match node.scalar().map(resolve) {
            Some(Value::Number(number)) if !number.as_f64().is_nan() => {
                Some(Located::new(number, node.place.clone()))
            }
            Some(Value::Number(_)) => {
                self.not_finite(node, path);
                None
            }
            Some(Value::Huge(text)) => {
                self.broken(
                    Diagnostic::error(
                        codes::BAD_NUMBER,
                        node.place.clone(),
                        format!("`{path}` is too large for a whole number: {}", shown(text)),
                    )
                    .help("write it with an exponent: 1e30"),
                );
                None
            }
            _ => {
                self.wrong_kind(node, path, "a number");
                None
            }
        }
    }

    /// A finite number.
    pub(crate) fn finite(&mut self, node: &Node, path: &str) -> Option<Located<Number>> {
        let number = self.number(node, path)?;
        if !number.value.as_f64().is_finite() {
            self.not_finite(node, path);
            return None;
        }
        Some(number)
    }

    fn not_finite(&mut self, node: &Node, path: &str) {
        self.broken(Diagnostic::error(
            codes::BAD_NUMBER,
            node.place.clone(),
            format!(
                "`{path}` must be a finite number, not {}",
                shown(node.text())
            ),
        ));
    }

    /// A whole number between `low` and `high`.
    pub(crate) fn integer(
        &mut self,
        node: &Node,
        path: &str,
        low: i64,
        high: i64,
    ) -> Option<Located<i64>> {
        let expected = "a whole number";
        match node.scalar().map(resolve) {
            Some(Value::Number(Number::Int(int))) if (low..=high).contains(&int) => {
                Some(Located::new(int, node.place.clone()))
            }
            Some(Value::Number(Number::Int(_)) | Value::Huge(_)) => {
                self.broken(Diagnostic::error(
                    codes::BAD_NUMBER,
                    node.place.clone(),
                    format!(
                        "`{path}` must lie between {low} and {high}, not be {}",
                        shown(node.text())
                    ),
                ));
                None
            }
            _ => {
                self.wrong_kind(node, path, expected);
                None
            }
        }
    }

    /// Two ascending numbers, the upper one infinite only if `open` says so.
    pub(crate) fn range(&mut self, node: &Node, path: &str, open: bool) -> Option<LocatedRange> {
        let expected = "a list of two ascending numbers, [low, high]";
        let NodeKind::Sequence(items) = &node.kind else {
            self.wrong_kind(node, path, expected);
            return None;
        };
        let [low, high] = items.as_slice() else {
            self.broken(
                Diagnostic::error(
                    codes::BAD_RANGE,
                    node.place.first_line(),
                    format!(
                        "`{path}` must be two numbers, [low, high], but has {}",
                        items.len()
                    ),
                )
                .label(format!("expected {expected}")),
            );
            return None;
        };
        let low = self.finite(low, &format!("{path}.1"));
        let high = if open {
            self.number(high, &format!("{path}.2"))
        } else {
            self.finite(high, &format!("{path}.2"))
        };
        let (low, high) = (low?, high?);
        if low.value.as_f64() > high.value.as_f64() {
            self.report(
                Diagnostic::error(
                    codes::BAD_RANGE,
                    node.place.first_line(),
                    format!("`{path}` runs from {} down to {}", low.value, high.value),
                )
                .label("the lower number comes first")
                .help(format!("write [{}, {}]", high.value, low.value)),
            );
        }
        Some(LocatedRange {
            low: Located::new(low.value.as_f64(), low.place),
            high: Located::new(high.value.as_f64(), high.place),
            place: node.place.clone(),
        })
    }

    /// Reports a name that an earlier place already gave.
    pub(crate) fn twice(
        &mut self,
        code: undoku_lang::Code,
        place: Place,
        first: Place,
        message: String,
    ) {
        self.report(
            Diagnostic::error(code, place, message)
                .label("again here")
                .secondary(first, "first here"),
        );
    }
}

/// The name nearest to `given`, if one is near. Long texts are not names, and comparing them is slow.
pub(crate) fn near<'a>(given: &str, known: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    if given.len() > 64 {
        return None;
    }
    nearest(given, known)
}

/// `a`, `b` and `c`.
pub(crate) fn list(names: &[&str]) -> String {
    let quoted: Vec<String> = names.iter().map(|name| shown(name)).collect();
    match quoted.as_slice() {
        [] => "none".to_owned(),
        [only] => only.clone(),
        [first @ .., last] => format!("{} and {last}", first.join(", ")),
    }
}

/// The name that a text becomes when what names cannot hold is replaced.
fn as_name(text: &str) -> Option<String> {
    if text.len() > 64 {
        return None;
    }
    let mut name = String::new();
    for c in text.trim().chars() {
        match c.to_ascii_lowercase() {
            c if c.is_ascii_lowercase() || c.is_ascii_digit() => name.push(c),
            '_' | '-' | ' ' | '.' if !name.is_empty() && !name.ends_with('_') => name.push('_'),
            '_' | '-' | ' ' | '.' => {}
            _ => return None,
        }
    }
    let name = name.trim_end_matches('_').to_owned();
    name.starts_with(|c: char| c.is_ascii_lowercase())
        .then_some(name)
}
