//! What changed in the rules since a baseline.

use undoku::rules::{Outline, Part, PartValue, System};

use super::head::{Head, PROGRAM};

/// The key of a tier table's bounds.
const BOUNDS: &str = "tiers.table.";
/// The key of the ladder.
const LADDER: &str = "ladder";

/// One thing that changed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Change {
    /// What it is, in a word for programs.
    pub(super) sort: Sort,
    /// What changed, and from what to what.
    pub(super) text: String,
    /// The way to it, as `--set` names it; empty for the program.
    pub(super) path: String,
    /// What it was and what it is, where these are values.
    pub(super) values: Option<(String, String)>,
    /// The kinds of step it is about; none if it is about all.
    pub(super) kinds: Option<Vec<String>>,
    /// The changes of single values that undo it; empty if nothing can.
    pub(super) undo: Vec<String>,
}

/// What can change.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Sort {
    /// A constant, or another single value.
    Value,
    /// The bounds of tiers.
    Bounds,
    /// A pattern or a formula.
    Text,
    /// What the ladder has, or its order.
    Ladder,
    /// The program.
    Program,
    /// A difference that no piece of the rules shows.
    Unknown,
}

impl Sort {
    pub(super) const fn as_str(self) -> &'static str {
        match self {
            Self::Value => "value",
            Self::Bounds => "tier_bounds",
            Self::Text => "text",
            Self::Ladder => "ladder",
            Self::Program => "program",
            Self::Unknown => "unknown",
        }
    }
}

/// What changed between the rules of a baseline and a system of today.
pub(super) fn changes(head: &Head, system: &System) -> Vec<Change> {
    let mut all = Vec::new();
    let find = |files: &[Outline], id: &str| files.iter().find(|file| file.id == id).cloned();
    let mut moved_in_or_out = false;
    for now in &system.outline {
        match find(&head.files, &now.id) {
            Some(then) => of_file(&then, now, &mut all),
            None => {
                moved_in_or_out = true;
                all.push(ladder(now, "joined the ladder"));
            }
        }
    }
    for then in &head.files {
        if find(&system.outline, &then.id).is_none() {
            moved_in_or_out = true;
            all.push(ladder(then, "left the ladder"));
        }
    }
    if moved_in_or_out {
        // The ladder's own hash says the same once more.
        all.retain(|change| change.sort != Sort::Ladder || change.path != LADDER);
    }
    for change in &mut all {
        if change.path == LADDER {
            change.path = format!("{}.{LADDER}", system.id);
        }
    }
    if all.is_empty() && head.rules != system.hash {
        all.push(Change {
            sort: Sort::Unknown,
            text: "something in the rules that the baseline does not name".to_owned(),
            path: String::new(),
            values: None,
            kinds: None,
            undo: Vec::new(),
        });
    }
    if head.program != PROGRAM {
        all.push(Change {
            sort: Sort::Program,
            text: format!("the program {} → {PROGRAM}", head.program),
            path: String::new(),
            values: Some((head.program.clone(), PROGRAM.to_owned())),
            kinds: None,
            undo: Vec::new(),
        });
    }
    all
}

fn ladder(file: &Outline, what: &str) -> Change {
    Change {
        sort: Sort::Ladder,
        text: format!("{} {what}", file.id),
        path: file.id.clone(),
        values: None,
        kinds: Some(file.kinds.clone()),
        undo: Vec::new(),
    }
}

/// What changed within a file.
fn of_file(then: &Outline, now: &Outline, all: &mut Vec<Change>) {
    let is_system = now.kinds.is_empty();
    // What a technique does to a step shows in its kinds; what a system does, anywhere.
    let kinds = (!is_system).then(|| {
        let gone = then.kinds.iter().filter(|kind| !now.kinds.contains(kind));
        now.kinds.iter().chain(gone).cloned().collect::<Vec<_>>()
    });
    let id = &now.id;
    let change = |sort, path: &str, text: String| Change {
        sort,
        text,
        path: format!("{id}.{path}"),
        values: None,
        kinds: kinds.clone(),
        undo: Vec::new(),
    };
    if !is_system && then.kinds != now.kinds {
        let text = format!("the kinds of {id} that the ladder has");
        all.push(change(Sort::Ladder, "kinds", text));
    }
    let mut bounds: Vec<(&Part, &Part)> = Vec::new();
    for part in &now.parts {
        let old = then.parts.iter().find(|old| old.path == part.path);
        let name = shown(id, &part.path);
        let Some(old) = old else {
            all.push(change(
                sort_of(part),
                &part.path,
                format!("{name} is new{}", of_value(&part.value)),
            ));
            continue;
        };
        match (value(&old.value), value(&part.value)) {
            _ if old.value == part.value => {}
            (Some(_), Some(_)) if part.path.starts_with(BOUNDS) => bounds.push((old, part)),
            (Some(from), Some(to)) => all.push(Change {
                values: Some((from.to_owned(), to.to_owned())),
                undo: vec![format!("{id}.{}={}", part.path, settable(&old.value))],
                ..change(Sort::Value, &part.path, format!("{name} {from} → {to}"))
            }),
            _ if part.path == LADDER => all.push(Change {
                path: LADDER.to_owned(),
                ..change(Sort::Ladder, LADDER, format!("the ladder of {id}"))
            }),
            _ => all.push(change(
                Sort::Text,
                &part.path,
                format!("{name} was rewritten"),
            )),
        }
    }
    for old in &then.parts {
        if now.parts.iter().all(|part| part.path != old.path) {
            let text = format!("{} is gone{}", shown(id, &old.path), of_value(&old.value));
            all.push(change(sort_of(old), &old.path, text));
        }
    }
    if !bounds.is_empty() {
        let text = bounds_text(&bounds);
        let undo = bounds.iter().map(|(old, _)| {
            let value = settable(&old.value);
            format!("{id}.{}={value}", old.path)
        });
        all.push(Change {
            undo: undo.collect(),
            ..change(
                Sort::Bounds,
                "tiers.table",
                format!("bounds of the tiers of {id} {text}"),
            )
        });
    }
}

/// `44.0 → 45.0, 50.0 → 51.0`: a bound that ends one row and starts the next one is said once.
fn bounds_text(bounds: &[(&Part, &Part)]) -> String {
    let mut texts: Vec<String> = Vec::new();
    for (old, new) in bounds {
        let (from, to) = (value(&old.value), value(&new.value));
        let text = format!("{} → {}", from.unwrap_or("?"), to.unwrap_or("?"));
        if !texts.contains(&text) {
            texts.push(text);
        }
    }
    texts.join(", ")
}

fn sort_of(part: &Part) -> Sort {
    match (value(&part.value), part.path.starts_with(BOUNDS)) {
        (None, _) => Sort::Text,
        (Some(_), true) => Sort::Bounds,
        (Some(_), false) => Sort::Value,
    }
}

/// A value as it is shown; none for a hash.
fn value(value: &PartValue) -> Option<&str> {
    match value {
        PartValue::Number(text) | PartValue::List(text) | PartValue::Text(text) => Some(text),
        PartValue::Hash(_) => None,
    }
}

fn of_value(of: &PartValue) -> String {
    value(of).map_or_else(String::new, |text| format!(" ({text})"))
}

/// A value as `--set` takes it.
fn settable(value: &PartValue) -> String {
    match value {
        // A formula that starts like YAML would be taken for it.
        PartValue::Text(text) if text.starts_with(['"', '\'', '[', '{']) => {
            super::flow::quote(text)
        }
        PartValue::Number(text)
        | PartValue::List(text)
        | PartValue::Text(text)
        | PartValue::Hash(text) => text.clone(),
    }
}

/// The name that people use: `--set` finds constants without saying so.
fn shown(id: &str, path: &str) -> String {
    let path = path.strip_prefix("constants.").unwrap_or(path);
    format!("{id}.{path}")
}
