//! The walk over a YAML tree that checks its shape and reports every problem it finds.

use undoku_lang::nearest;

use crate::codes;
use crate::diagnostic::{Diagnostic, shown};
use crate::fragment::Fragments;
use crate::source::{Located, Place};
use crate::yaml::{Entry, MAX_PROBLEMS, Node, NodeKind};
use crate::yaml_core::{Value, describe, resolve};

/// Advice for a key that looks like a piece of a formula.
pub(crate) const REST_OF_A_VALUE: &str =
    "is this the rest of a value? in braces, one that contains a comma needs quotes";

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

/// Keys whose values other values of the file refer to.
const GIVE_NAMES: [&str; 10] = [
    "constants",
    "evidence",
    "variants",
    "step",
    "metrics",
    "extras",
    "classes",
    "tiers",
    "pattern",
    "ladder",
];

/// The most names that a file gives: constants, values, classes, kinds of step, rungs.
const MAX_NAMES: usize = 2_000;
/// How many names a kind of step counts as: all formulas are compiled for each.
pub(crate) const KIND_WEIGHT: usize = 20;

/// The state of a walk over one file.
pub(crate) struct Shape<'a> {
    pub(crate) fragments: &'a mut Fragments,
    problems: Vec<Diagnostic>,
    left_out: usize,
    broken: bool,
    /// How many names the file has given so far, a kind of step counted as several.
    names: usize,
}

impl<'a> Shape<'a> {
    pub(crate) fn new(fragments: &'a mut Fragments) -> Self {
        Self {
            fragments,
            problems: Vec::new(),
            left_out: 0,
            broken: false,
            names: 0,
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
        problem = problem.help(form(expected));
        let unquoted = node.scalar().is_some_and(|scalar| {
            !matches!(resolve(scalar), Value::Text(_)) && !scalar.text.is_empty()
        });
        if unquoted && expected.contains("text") {
            problem = problem.help(if node.text().len() <= 20 {
                format!("put it in quotes: \"{}\"", node.text())
            } else {
                "put it in quotes".to_owned()
            });
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
        // A key that is only misspelt is not reported as missing too.
        let mut meant = Vec::new();
        for entry in entries {
            let given = entry.key.text();
            if !names.contains(&given) {
                self.unknown_key(&entry.key, what, &names);
                meant.extend(near(given, names.iter().copied()));
            }
        }
        for key in keys {
            if meant.contains(&key.name) {
                continue;
            }
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
        let word = given.split(':').next().unwrap_or_default();
        let help = match near(given, known.iter().copied()) {
            _ if word != given && known.contains(&word) => {
                format!("a space is missing: write `{word}: …`")
            }
            Some(name) => format!("did you mean `{name}`?"),
            None if given.contains(['(', ')', '"']) => REST_OF_A_VALUE.to_owned(),
            None => format!("the keys here are {}", list(known)),
        };
        let problem = Diagnostic::error(
            codes::UNKNOWN_KEY,
            key.place.first_line(),
            format!("unknown key {} in {what}", shown(given)),
        )
        .help(help);
        // Where the key was meant to give names, the formulas that use them would be blamed for it.
        if near(given, known.iter().copied()).is_some_and(|meant| GIVE_NAMES.contains(&meant)) {
            self.broken(problem);
        } else {
            self.report(problem);
        }
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
        if !self.room_for(entries.iter().map(|entry| &entry.key), 1) {
            return Vec::new();
        }
        entries
            .iter()
            .filter_map(|entry| Some((self.name_of(&entry.key, entry.key.text())?, &entry.value)))
            .collect()
    }

    /// Whether the file may give so many names more, each counted as `weight`; reports the first that is too many.
    /// What is done with names takes time for each pair of them, and for each kind of step.
    pub(crate) fn room_for<'n>(
        &mut self,
        mut names: impl ExactSizeIterator<Item = &'n Node>,
        weight: usize,
    ) -> bool {
        // Said once, the rest of the file is not looked at for names.
        if self.names > MAX_NAMES {
            return names.len() == 0;
        }
        let room = (MAX_NAMES - self.names) / weight;
        self.names += names.len() * weight;
        let Some(beyond) = names.nth(room) else {
            return true;
        };
        self.broken(
            Diagnostic::error(
                codes::YAML_TOO_MANY,
                beyond.place.first_line(),
                "the file gives more names than a rule file may give",
            )
            .label("one too many")
            .note(format!(
                "there may be {MAX_NAMES} in all, and a kind of step counts as {KIND_WEIGHT}"
            ))
            .help("split it into several files: is this one meant to be a rule file?"),
        );
        false
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
                .label(format!("expected at least one of the {of}"))
                .help("put one in, or remove the key if it may be missing"),
            );
            return None;
        }
        Some(items)
    }

    /// Reports a name that an earlier place already gave.
    pub(crate) fn twice(
        &mut self,
        code: undoku_lang::Code,
        place: Place,
        first: Place,
        message: String,
        help: &str,
    ) {
        self.report(
            Diagnostic::error(code, place, message)
                .label("again here")
                .secondary(first, "first here")
                .help(help),
        );
    }
}

/// How a value is written that is expected, by what messages say of it.
fn form(expected: &str) -> String {
    let starts = |word: &str| expected.starts_with(word);
    if starts("a mapping") {
        "write `name: value` in lines below the key, indented, or {name: value, name: value}".into()
    } else if starts("a list of two") {
        "write the lower number first, as in [1.5, 2.0]".into()
    } else if starts("a list") {
        "write [one, other], or each in a line of its own behind `- `".into()
    } else if starts("a name") {
        "write a name of lower-case letters, digits and `_`, as in `my_name`".into()
    } else if starts("a formula") {
        "write an expression behind the colon, such as `1.0`, or remove the key if it may be missing"
            .into()
    } else if starts("a whole number") {
        "write it in digits, as in `2`".into()
    } else if starts("a number,") {
        "write a value such as `0.5`, `[2, 4, 6]` or `rows`".into()
    } else if starts("a number") {
        "write it in digits, as in `0.5`".into()
    } else if starts("a technique,") {
        "write `- my_technique`, or `- {tier: [my_technique, other_technique]}`".into()
    } else if starts("`true`") {
        "write `true`, or remove the key".into()
    } else {
        format!("write {expected} behind the colon")
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
