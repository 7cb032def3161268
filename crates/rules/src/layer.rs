//! Layers of rule files: built-in ones, those of directories over them, single values over all.

use std::collections::HashMap;
use std::path::Path;
use std::sync::Arc;

use crate::codes;
use crate::diagnostic::{Diagnostic, Diagnostics};
use crate::directory;
use crate::fragment::Fragments;
use crate::ladder;
use crate::located::{LocatedSystem, LocatedTechnique};
use crate::read::{Shape, near};
use crate::read_system::system;
use crate::read_technique::technique;
use crate::set;
use crate::source::{Located, Place, Source};
use crate::yaml::{self, Node};

/// A rule file in memory.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SourceFile {
    /// The name to show, usually a path.
    pub name: String,
    /// Its text.
    pub text: String,
}

/// Rule files in layers. A file of a later layer replaces one of an earlier layer with the same id;
/// [`set`](Self::set) changes single values afterwards.
#[derive(Debug, Default)]
pub struct Layers {
    layers: Vec<Vec<Arc<Source>>>,
    sets: Vec<String>,
    problems: Vec<Diagnostic>,
}

/// What was loaded, and everything that is wrong with it. With errors among the diagnostics the
/// lists are incomplete, and nothing may be rated under them.
#[derive(Clone, Debug)]
pub struct Loaded {
    /// The techniques, in the order in which their ids first came.
    pub techniques: Vec<LocatedTechnique>,
    /// The systems, in the order in which their ids first came.
    pub systems: Vec<LocatedSystem>,
    /// The fragments of all of them.
    pub fragments: Fragments,
    /// What is wrong, sorted by file and place.
    pub diagnostics: Diagnostics,
}

/// What a rule file defines.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Kind {
    Technique,
    System,
}

/// A rule file that says what it is.
#[derive(Debug)]
pub(crate) struct Found {
    pub(crate) kind: Kind,
    pub(crate) id: Located<String>,
    pub(crate) root: Node,
}

impl Kind {
    pub(crate) fn key(self) -> &'static str {
        match self {
            Self::Technique => "technique",
            Self::System => "system",
        }
    }
}

impl Layers {
    /// No layers.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds a layer of files in memory.
    pub fn files(&mut self, files: impl IntoIterator<Item = SourceFile>) -> &mut Self {
        let mut layer = Vec::new();
        for SourceFile { name, text } in files {
            if text.len() > yaml::MAX_BYTES {
                self.problems.push(yaml::too_large(&Source::unread(name)));
            } else {
                layer.push(Source::new(name, text));
            }
        }
        self.layers.push(layer);
        self
    }

    /// Adds the files of a directory and of those in it that end in `.yaml` or `.yml`, sorted by
    /// path, as a layer. Names that start with a dot are passed over. What cannot be read becomes a
    /// diagnostic.
    pub fn directory(&mut self, path: &Path) -> &mut Self {
        let (sources, problems) = directory::read(path);
        self.layers.push(sources);
        self.problems.extend(problems);
        self
    }

    /// Adds a change of a single value: `technique.constant=value`, `system.path.pick=easiest`.
    ///
    /// The path starts with an id and goes on with keys, elements of lists counted from 1; a constant
    /// may be named without `constants`. A value that starts with a quote, `[` or `{` is YAML, any
    /// other is taken as it stands. Changes are made in the order in which they were added.
    pub fn set(&mut self, argument: impl Into<String>) -> &mut Self {
        self.sets.push(argument.into());
        self
    }

    /// Reads everything and reports everything that is wrong.
    #[must_use]
    pub fn load(&self) -> Loaded {
        let mut load = Load {
            problems: self.problems.clone(),
            // A file that could not be read may define what others name.
            incomplete: self
                .problems
                .iter()
                .any(|d| d.severity == undoku_lang::Severity::Error),
            fragments: Fragments::new(),
        };
        let mut found: Vec<Found> = Vec::new();
        for layer in &self.layers {
            load.layer(layer, &mut found);
        }
        load.shared_ids(&found);
        for argument in &self.sets {
            load.problems
                .extend(set::apply(argument, &mut found, load.incomplete));
        }
        let mut techniques = Vec::new();
        let mut systems = Vec::new();
        for one in &found {
            match one.kind {
                Kind::Technique => techniques.extend(load.walk(&one.root, technique)),
                Kind::System => systems.extend(load.walk(&one.root, system)),
            }
        }
        load.problems.extend(ladder::problems(
            &systems,
            &techniques,
            &found,
            load.incomplete,
        ));
        let mut diagnostics: Diagnostics = load.problems.into_iter().collect();
        diagnostics.sort();
        Loaded {
            techniques,
            systems,
            fragments: load.fragments,
            diagnostics,
        }
    }
}

struct Load {
    problems: Vec<Diagnostic>,
    incomplete: bool,
    fragments: Fragments,
}

impl Load {
    /// Reads the files of a layer and lays them over those that were found before.
    fn layer(&mut self, sources: &[Arc<Source>], found: &mut Vec<Found>) {
        let mut here: HashMap<(Kind, String), Place> = HashMap::new();
        for source in sources {
            let one = match yaml::parse(source) {
                Ok(root) => self.identify(root),
                Err(problems) => {
                    self.problems.extend(problems);
                    None
                }
            };
            let Some(one) = one else {
                self.incomplete = true;
                continue;
            };
            let key = (one.kind, one.id.value.clone());
            if let Some(first) = here.get(&key) {
                self.problems.push(
                    Diagnostic::error(
                        codes::DUPLICATE_ID,
                        one.id.place.clone(),
                        format!("two {}s have the id `{}`", one.kind.key(), one.id.value),
                    )
                    .label("again here")
                    .secondary(first.clone(), "first here")
                    .help("rename one of them; a file of another layer may replace one of the same id"),
                );
                continue;
            }
            here.insert(key, one.id.place.clone());
            match found
                .iter_mut()
                .find(|other| other.kind == one.kind && other.id.value == one.id.value)
            {
                Some(other) => *other = one,
                None => found.push(one),
            }
        }
    }

    /// What a file defines. A file with an id that is none is checked at once and left out.
    fn identify(&mut self, root: Node) -> Option<Found> {
        let entry = |key: &str| {
            root.mapping()
                .and_then(|entries| entries.iter().find(|e| e.key.text() == key))
        };
        let (kind, id) = match (entry("technique"), entry("system")) {
            (Some(technique), None) => (Kind::Technique, &technique.value),
            (None, Some(system)) => (Kind::System, &system.value),
            (Some(a), Some(b)) => {
                let (first, second) = if a.key.place.range().start < b.key.place.range().start {
                    (a, b)
                } else {
                    (b, a)
                };
                self.problems.push(
                    Diagnostic::error(
                        codes::NOT_A_RULE_FILE,
                        second.key.place.clone(),
                        "a file is either a technique or a system",
                    )
                    .secondary(first.key.place.clone(), "this one says what the file is")
                    .help("put the other into a file of its own"),
                );
                return None;
            }
            (None, None) => {
                self.problems.push(neither(&root));
                return None;
            }
        };
        let mut shape = Shape::new(&mut self.fragments);
        if let Some(id) = shape.name(id, kind.key()) {
            return Some(Found { kind, id, root });
        }
        // The id's problem is among those that the walk finds.
        match kind {
            Kind::Technique => drop(self.walk(&root, technique)),
            Kind::System => drop(self.walk(&root, system)),
        }
        None
    }

    /// Checks a file's shape.
    fn walk<T>(
        &mut self,
        root: &Node,
        read: impl FnOnce(&mut Shape<'_>, &Node) -> Option<T>,
    ) -> Option<T> {
        let mut shape = Shape::new(&mut self.fragments);
        let model = read(&mut shape, root);
        let (problems, whole) = shape.finish();
        self.problems.extend(problems);
        model.filter(|_| whole)
    }

    /// Reports ids that a technique and a system share: a change of a single value could mean both.
    fn shared_ids(&mut self, found: &[Found]) {
        for system in found.iter().filter(|one| one.kind == Kind::System) {
            let same =
                |one: &&Found| one.kind == Kind::Technique && one.id.value == system.id.value;
            if let Some(technique) = found.iter().find(same) {
                self.problems.push(
                    Diagnostic::error(
                        codes::SHARED_ID,
                        system.id.place.clone(),
                        format!("a technique and a system have the id `{}`", system.id.value),
                    )
                    .label("the system")
                    .secondary(technique.id.place.clone(), "the technique")
                    .help("rename one of them"),
                );
            }
        }
    }
}

impl LocatedTechnique {
    /// The kinds of step that the technique reports, with the places that name them: its variants,
    /// or its id where it has none.
    pub fn kinds(&self) -> impl Iterator<Item = &Located<String>> {
        let own = self.variants.is_empty().then_some(&self.id);
        self.variants.iter().map(|variant| &variant.kind).chain(own)
    }
}

/// The problem of a file that is neither a technique nor a system.
fn neither(root: &Node) -> Diagnostic {
    let first = root.mapping().and_then(|entries| entries.first());
    let place = first.map_or_else(|| root.place.first_line(), |entry| entry.key.place.clone());
    let mut problem = Diagnostic::error(
        codes::NOT_A_RULE_FILE,
        place,
        "the file is neither a technique nor a system",
    )
    .help("its first key must be `technique: …` or `system: …`, with the id");
    if let Some(name) = first.and_then(|entry| near(entry.key.text(), ["technique", "system"])) {
        problem = problem.note(format!("did you mean `{name}`?"));
    }
    problem
}
